//! Whether what the solver of threats says is true: no false win, and no win that is denied.

#![expect(clippy::print_stderr, reason = "the figures are worth a line")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use kagetsu::board::{BoardSize, Color, Point, notation};
use kagetsu::position::{Position, Setup};
use kagetsu::rules::{Ending, RuleSpec};
use kagetsu::threat::vct::{Vct, VctOutcome};
use kagetsu::threat::{Vcf, VcfLimit, VcfOutcome, check, verify};
use rayon::prelude::*;

#[path = "support/drawn.rs"]
mod drawn;
#[path = "support/wins.rs"]
mod wins;

use wins::{certificate, proof_of, within};

fn at(text: &str) -> Point {
    notation::parse_point(text, BoardSize::FIFTEEN).unwrap()
}

fn after(rule: &RuleSpec, moves: &str) -> Position {
    let moves = notation::parse_moves(&moves.to_lowercase(), BoardSize::FIFTEEN).unwrap();
    Position::from_moves(rule, BoardSize::FIFTEEN, &moves).unwrap()
}

/// Positions in which other programs saw a win that is none: law, moves, side to move, the first move, and
/// the reply that refutes it.
const FALSE_WINS: &[(RuleSpec, &str, Color, &str, Option<&str>)] = &[
    (
        RuleSpec::FREESTYLE,
        "h8f8f10e9c11f7e5c10i6i4a8b7g9i7e11d12b11d11h6g6e8d9d10e12f13e10c8",
        Color::White,
        "c12",
        Some("b8"),
    ),
    (
        RuleSpec::FREESTYLE,
        "h8f10h9e9f9d11f12g14e13g11h12d10d12e12c10d8c7f11h11h10e11d9d7f13h15g10e10i10j10d13c14",
        Color::White,
        "f8",
        Some("h14"),
    ),
    (
        RuleSpec::FREESTYLE,
        "h8i9i10j6j4l4n2h3h6h7g8i8h9f7h11i5h10h12j11k12",
        Color::Black,
        "g10",
        Some("i7"),
    ),
    (RuleSpec::RENJU, "H8G7I10G8H9H7F9G9G10E7D7F7I7E8", Color::Black, "h10", None),
];

#[test]
fn the_false_wins_of_others_are_no_wins() {
    let mut vct = Vct::new(32 << 20);
    for (rule, moves, side, first, refuted) in FALSE_WINS {
        let mut position = after(rule, moves);
        assert_eq!(position.to_move(), *side, "{moves}");
        // Whatever is found instead is proved.
        if let Some(proof) = proof_of(&mut vct, &mut position, 20_000) {
            assert_ne!(proof.nodes[0].play, at(first), "{moves}");
            assert_eq!(verify(&proof).map(|checked| checked.winner), Ok(*side), "{moves}");
        }
        position.play(at(first));
        let replies: Vec<Point> = match refuted {
            Some(reply) => vec![at(reply)],
            None => position.empty().iter().collect(),
        };
        let holds = replies.iter().any(|&reply| {
            position.legality(reply).is_ok()
                && position.with(reply, |position| {
                    vct.clear();
                    vct.solve(position, within(20_000), 1, &|| false) == VctOutcome::NoWin
                })
        });
        assert!(holds, "{moves} {first}");
    }
}

/// White has an open three already: black has no time for a threat that is no four.
#[test]
fn against_an_open_three_only_fours_win() {
    let mut position = after(&RuleSpec::RENJU, "H8I7G7I9H6J8H10H9G9J7H7G8I8J9");
    let mut vct = Vct::new(32 << 20);
    let limit = VcfLimit { fours: 200, nodes: 1_000_000 };
    let fours = Vcf::new(1 << 16).solve(&mut position, limit, &mut |_| false);
    match proof_of(&mut vct, &mut position, 50_000) {
        Some(proof) => {
            assert!(verify(&proof).is_ok());
            position.play(proof.nodes[0].play);
            assert!(position.ending().is_some() || !fives(&position, Color::Black).is_empty());
        }
        None => assert!(!matches!(fours, VcfOutcome::Win(_))),
    }
}

/// Positions that are drawn from one seed.
const BATCH: u64 = 100;

/// What a run over random positions has met.
#[derive(Default)]
struct Figures {
    positions: AtomicU64,
    wins: AtomicU64,
    unshown: AtomicU64,
    no_wins: AtomicU64,
    longest: AtomicU64,
    largest: AtomicU64,
}

/// Every law, many sizes, both sides: each win that is claimed is certified, and the certificate passes
/// both checks.
fn random_positions(count: u64) -> Figures {
    let figures = Figures::default();
    let add = |to: &AtomicU64| to.fetch_add(1, Ordering::Relaxed);
    (0..count.div_ceil(BATCH)).into_par_iter().for_each(|batch| {
        let mut rng = fastrand::Rng::with_seed(1_000 + batch);
        let mut vct = Vct::new(1 << 20);
        for n in 0..BATCH.min(count - batch * BATCH) {
            let rule = &RuleSpec::all()[(batch + n) as usize % RuleSpec::all().len()];
            let size = BoardSize::new(rng.i64(7..=15), rng.i64(7..=15)).unwrap();
            let stones = rng.usize(6..size.area() / 2);
            let mut position = drawn::position(rule, size, stones, &mut rng);
            add(&figures.positions);
            vct.clear();
            // Where stones are captured, every node is expensive.
            let nodes = if rule.captures.is_some() { 30 } else { 300 };
            match vct.solve(&position, within(nodes), 1, &|| false) {
                VctOutcome::Win => {}
                VctOutcome::NoWin => {
                    add(&figures.no_wins);
                    continue;
                }
                VctOutcome::Unknown => continue,
            }
            let Some(proof) = certificate(&mut vct, &mut position) else {
                add(&figures.unshown);
                continue;
            };
            let board = || format!("{rule}\n{position:?}{}", proof.to_json());
            assert!(check::check(&proof.nodes, &position), "{}", board());
            match verify(&proof) {
                Ok(checked) => assert_eq!(checked.winner, position.to_move(), "{}", board()),
                Err(flaw) => panic!("{flaw}\n{}", board()),
            }
            add(&figures.wins);
            figures.longest.fetch_max(depth(&proof), Ordering::Relaxed);
            figures.largest.fetch_max(proof.nodes.len() as u64, Ordering::Relaxed);
        }
    });
    eprintln!(
        "{:?} positions, {:?} wins verified, {:?} claimed but not shown, {:?} without a win, longest \
         {:?} moves, largest {:?} nodes",
        figures.positions,
        figures.wins,
        figures.unshown,
        figures.no_wins,
        figures.longest,
        figures.largest
    );
    figures
}

/// The most moves of the attacker on a way through the certificate.
fn depth(proof: &kagetsu::threat::Proof) -> u64 {
    let mut depths = vec![1; proof.nodes.len()];
    for (i, node) in proof.nodes.iter().enumerate().rev() {
        let below = node.replies.values().copied().chain(node.default);
        depths[i] = 1 + below.map(|n| depths[n]).max().unwrap_or(0);
    }
    depths[0]
}

#[test]
fn wins_in_random_positions_are_true() {
    let figures = random_positions(1_500);
    assert!(figures.wins.into_inner() > 300);
}

#[test]
#[ignore = "takes many minutes"]
fn wins_in_a_hundred_thousand_random_positions_are_true() {
    let figures = random_positions(100_000);
    assert!(figures.wins.into_inner() > 20_000);
}

fn fives(position: &Position, color: Color) -> Vec<Point> {
    let five = |&p: &Point| position.class(color, p) == kagetsu::line::Class::Five;
    position.empty().iter().filter(five).collect()
}

/// The same kind of win by trying out everything: every empty point for the attacker, every legal reply.
struct Brute {
    vcf: Vcf,
    known: HashMap<(u64, bool), bool>,
    /// Nodes that may still be visited.
    left: u32,
}

impl Brute {
    fn new(nodes: u32) -> Brute {
        Brute { vcf: Vcf::new(1 << 12), known: HashMap::new(), left: nodes }
    }

    fn wins_by_fours(&mut self, position: &mut Position) -> bool {
        let limit = VcfLimit { fours: 400, nodes: u64::MAX };
        match self.vcf.solve(position, limit, &mut |_| false) {
            VcfOutcome::Win(_) => true,
            VcfOutcome::NoWin => false,
            VcfOutcome::Unknown => panic!("the win by fours has no limit"),
        }
    }

    /// Whether the side to move wins by fours and threats; `None` where that takes too long.
    fn wins(&mut self, position: &mut Position) -> Option<bool> {
        let us = position.to_move();
        if self.wins_by_fours(position) {
            return Some(true);
        }
        self.settle(position, true, |brute, position, p| {
            match position.with(p, |after| {
                Some(match after.ending() {
                    Some(ending) => won_by(ending, us),
                    None => brute.loses(after)?,
                })
            }) {
                Some(true) => Some(Some(true)),
                Some(false) => None,
                None => Some(None),
            }
        })
    }

    /// Whether the side to move, after a four or a threat, loses whatever it replies.
    fn loses(&mut self, position: &mut Position) -> Option<bool> {
        let (us, them) = (position.to_move(), !position.to_move());
        let threat = !fives(position, them).is_empty() || {
            position.pass();
            let threat = position.ending().is_none() && self.wins_by_fours(position);
            position.undo();
            threat
        };
        if !threat || !fives(position, us).is_empty() {
            return Some(false);
        }
        self.settle(position, false, |brute, position, p| {
            match position.with(p, |after| {
                Some(match after.ending() {
                    Some(ending) => won_by(ending, them),
                    None => brute.wins(after)?,
                })
            }) {
                Some(true) => None,
                Some(false) => Some(Some(false)),
                None => Some(None),
            }
        })
    }

    /// Tries every legal move until one settles the node. If none does, the attacker has not won where it
    /// was to move, and has won where the defender was.
    fn settle(
        &mut self,
        position: &mut Position,
        attacks: bool,
        mut settles: impl FnMut(&mut Brute, &mut Position, Point) -> Option<Option<bool>>,
    ) -> Option<bool> {
        let key = (position.key(), attacks);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let mut verdict = !attacks;
        for p in position.empty().iter().collect::<Vec<_>>() {
            if position.legality(p).is_err() {
                continue;
            }
            if let Some(settled) = settles(self, position, p) {
                verdict = settled?;
                break;
            }
        }
        self.known.insert(key, verdict);
        Some(verdict)
    }
}

fn won_by(ending: Ending, color: Color) -> bool {
    matches!(ending, Ending::Win { winner, .. } if winner == color)
}

/// On small boards the solver finds a win of its kind just where there is one: the argument about zones
/// loses neither a win nor a defence.
#[test]
fn no_win_is_denied_and_none_is_invented() {
    let rules: Vec<&RuleSpec> = RuleSpec::all().iter().filter(|r| r.captures.is_none()).collect();
    let (asked, deep, none) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let wrong = AtomicU64::new(0);
    let add = |to: &AtomicU64| to.fetch_add(1, Ordering::Relaxed);
    let batches = std::env::var("KAGETSU_BRUTE").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    (0..batches).into_par_iter().for_each(|batch: u64| {
        let mut rng = fastrand::Rng::with_seed(5_000 + batch);
        let mut vct = Vct::new(1 << 20);
        for n in 0..100 {
            let rule = rules[(batch + n) as usize % rules.len()];
            let size = BoardSize::new(7, rng.i64(6..=7)).unwrap();
            let stones = rng.usize(10..=26);
            let mut position = drawn::position(rule, size, stones, &mut rng);
            vct.clear();
            let outcome = vct.solve(&position, within(100_000), 1, &|| false);
            // Wins that are more than fours are rare.
            let mut brute = Brute::new(if outcome == VctOutcome::Win { 6_000 } else { 300 });
            if position.empty_count() > 40 || brute.wins_by_fours(&mut position) {
                continue;
            }
            let Some(wins) = brute.wins(&mut position) else { continue };
            add(&asked);
            add(if wins { &deep } else { &none });
            let right = match outcome {
                VctOutcome::Win => wins,
                VctOutcome::NoWin => !wins,
                VctOutcome::Unknown => true,
            };
            if !right && wrong.fetch_add(1, Ordering::Relaxed) < 8 {
                eprintln!("{rule}: {outcome:?}, by trying everything {wins}\n{position:?}");
            }
        }
    });
    eprintln!("{asked:?} positions, {deep:?} wins, {none:?} without one, {wrong:?} wrong");
    assert_eq!(wrong.into_inner(), 0);
    assert!(deep.into_inner() >= 12 && none.into_inner() > 500);
}

/// E7 makes nothing of its own, but takes white's four away: then E5 threatens to win by fours.
///
/// ```text
///   7  . . . . ◇ ○ ○ . ○ .
///   6  . . . ● ● . . . . .
///   5  ● . . . . ○ ● . . .
///   4  . ○ ○ . ● ● . . . .
///   3  . . . . . ● ● . . .
///   2  . . . . ● . ○ . . .
///   1  . . . . ○ ○ . . . .
///      a b c d e f g h i j
/// ```
#[test]
fn a_stone_that_only_takes_a_four_away_can_win() {
    let size = BoardSize::new(10, 7).unwrap();
    let lay = |text: &str, color: Color| -> Vec<(Point, Color)> {
        let point = |p: &str| (notation::parse_point(p, size).unwrap(), color);
        text.split(' ').map(point).collect()
    };
    let mut stones = lay("d6 e6 a5 g5 e4 f4 f3 g3 e2", Color::Black);
    stones.extend(lay("f7 g7 i7 f5 b4 c4 g2 e1 f1", Color::White));
    let setup = Setup { rule: RuleSpec::RENJU, size, stones, to_move: Color::Black };
    let mut position = setup.build().unwrap();
    let proof = proof_of(&mut Vct::new(1 << 20), &mut position, 10_000);
    assert!(proof.is_some_and(|proof| verify(&proof).is_ok()));
}
