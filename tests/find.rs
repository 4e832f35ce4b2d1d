//! Points by kind against slow twins that know the rules alone, on random boards of several laws.

use std::collections::BTreeSet;

use kagetsu::board::{BoardSize, Color, Grid, Point, PointSet, notation};
use kagetsu::line::Class;
use kagetsu::position::{Position, Setup};
use kagetsu::rules::{RuleSpec, reference};
use kagetsu::threat::find::{Findings, Kind, Question, find};
use kagetsu::threat::{Vcf, VcfLimit, VcfOutcome};

fn ask(position: &Position, color: Color, kinds: &[Kind]) -> Findings {
    find(position, &Question::new(color, kinds), &mut |_| false)
}

fn points(position: &Position, color: Color, kind: Kind) -> BTreeSet<Point> {
    ask(position, color, &[kind]).found[0].points.iter().copied().collect()
}

/// Random unfinished boards, crowded enough to have shapes.
fn boards(rule: &RuleSpec, number: usize, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = BoardSize::new(9, 10).unwrap();
    let mut boards = Vec::new();
    while boards.len() < number {
        let mut all: Vec<Point> = size.points().collect();
        random.shuffle(&mut all);
        let stones = random.usize(10..30);
        let colors = [Color::Black, Color::White, Color::Black].into_iter().cycle();
        let stones = all.into_iter().zip(colors).take(stones).collect();
        let to_move = if random.bool() { Color::Black } else { Color::White };
        let setup = Setup { rule: rule.clone(), size, stones, to_move };
        let position = setup.build().unwrap();
        if position.ending().is_none() {
            boards.push(position);
        }
    }
    boards
}

/// A board on which nothing but the rules of the reference is asked.
struct Slow<'a> {
    law: &'a RuleSpec,
    color: Color,
}

impl Slow<'_> {
    fn allows(&self, grid: &Grid, p: Point) -> bool {
        reference::foul(grid, self.law, self.color, p).is_none()
    }

    fn five(&self, grid: &Grid, p: Point) -> bool {
        reference::makes_five(grid, self.law, self.color, p).is_some()
    }

    fn with(&self, grid: &Grid, p: Point) -> Grid {
        reference::with(grid, self.law, self.color, p)
    }

    /// By play: a stone that makes no five, after which there is a straight four on one line with it.
    fn three(&self, grid: &Grid, p: Point) -> bool {
        if self.five(grid, p) {
            return false;
        }
        let board = self.with(grid, p);
        board.empty_points().any(|q| {
            !self.five(&board, q)
                && self.allows(&board, q)
                && reference::straight_fours(&board, self.law, self.color, q)
                    .iter()
                    .any(|row| row.contains(p))
        })
    }

    /// By play: two points of five or more that are those of one unbroken row.
    fn straight_four(&self, grid: &Grid, p: Point) -> bool {
        !self.five(grid, p) && !reference::straight_fours(grid, self.law, self.color, p).is_empty()
    }

    /// By play: exactly one point of five where there was none.
    fn four(&self, grid: &Grid, p: Point) -> bool {
        let fives = |grid: &Grid| grid.empty_points().filter(|&q| self.five(grid, q)).count();
        !self.five(grid, p)
            && !reference::fours(grid, self.law, self.color, p).is_empty()
            && fives(&self.with(grid, p)) == 1
    }

    /// By play: sets of three that some stone makes a simple four of, and none a straight one.
    fn sleeping_threes(&self, grid: &Grid, p: Point) -> usize {
        if self.five(grid, p) {
            return 0;
        }
        let board = self.with(grid, p);
        let (mut simple, mut straight) = (BTreeSet::new(), BTreeSet::new());
        for q in board.empty_points() {
            if self.five(&board, q) || !self.allows(&board, q) {
                continue;
            }
            for four in reference::fours(&board, self.law, self.color, q) {
                if four.stones.contains(&p) {
                    let three: Vec<Point> = four.stones.into_iter().filter(|&s| s != q).collect();
                    simple.insert((four.dir, three));
                }
            }
            for row in reference::straight_fours(&board, self.law, self.color, q) {
                if row.contains(p) {
                    let three: Vec<Point> = row.points().filter(|&s| s != q).collect();
                    straight.insert((row.dir, three));
                }
            }
        }
        let sorted = |sets: BTreeSet<(kagetsu::board::Dir, Vec<Point>)>| -> BTreeSet<Vec<Point>> {
            let sort = |mut set: Vec<Point>| {
                set.sort_unstable();
                set
            };
            sets.into_iter().map(|(_, set)| sort(set)).collect()
        };
        sorted(simple).difference(&sorted(straight)).count()
    }
}

#[test]
fn shapes_are_what_play_makes_of_them() {
    let laws = [RuleSpec::RENJU, RuleSpec::FREESTYLE, RuleSpec::STANDARD, RuleSpec::OLD_RENJU];
    let mut seen = [0; 6];
    for law in &laws {
        for position in boards(law, 30, 5) {
            let grid = position.grid();
            for color in Color::ALL {
                let slow = Slow { law, color };
                let expected = |is: &dyn Fn(Point) -> bool| -> BTreeSet<Point> {
                    grid.empty_points().filter(|&p| slow.allows(&grid, p) && is(p)).collect()
                };
                let twins: [(Kind, BTreeSet<Point>); 6] = [
                    (Kind::Five, expected(&|p| slow.five(&grid, p))),
                    (Kind::StraightFour, expected(&|p| slow.straight_four(&grid, p))),
                    (Kind::Four, expected(&|p| slow.four(&grid, p))),
                    (Kind::Three, expected(&|p| slow.three(&grid, p))),
                    (Kind::SleepingThree, expected(&|p| slow.sleeping_threes(&grid, p) >= 1)),
                    (Kind::DoubleSleepingThree, expected(&|p| slow.sleeping_threes(&grid, p) >= 2)),
                ];
                for (i, (kind, expected)) in twins.into_iter().enumerate() {
                    seen[i] += expected.len();
                    let found = points(&position, color, kind);
                    assert_eq!(found, expected, "{} of {color}, {law}\n{grid}", kind.name());
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n >= 20), "{seen:?}");
}

#[test]
fn forbidden_points_show_their_fouls() {
    let law = RuleSpec::RENJU;
    let mut seen = 0;
    for position in boards(&law, 150, 6) {
        let grid = position.grid();
        let kinds =
            [Kind::ForbiddenOverline, Kind::ForbiddenDoubleFour, Kind::ForbiddenDoubleThree];
        let found = ask(&position, Color::Black, &kinds);
        let all: BTreeSet<Point> = found.found.iter().flat_map(|f| f.points.clone()).collect();
        let expected = reference::forbidden_points(&grid, &law, Color::Black);
        assert_eq!(all, expected.iter().map(|(p, _)| *p).collect(), "\n{grid}");
        for (p, foul) in expected {
            seen += 1;
            let kind = format!("forbidden-{}", foul.name());
            let of_kind = found.found.iter().find(|f| f.kind.name() == kind).unwrap();
            assert!(of_kind.points.contains(&p), "{p} {foul}\n{grid}");
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Whether the side to move wins by fours, by a solver without a table.
fn wins(position: &Position) -> bool {
    wins_with(position, 1)
}

/// The same with a table of so many entries.
fn wins_with(position: &Position, entries: usize) -> bool {
    let limit = VcfLimit { fours: 80, nodes: 1_000_000 };
    match Vcf::new(entries).solve(&mut position.clone(), limit, &mut |_| false) {
        VcfOutcome::Win(_) => true,
        VcfOutcome::NoWin => false,
        VcfOutcome::Unknown => panic!("too hard for a slow twin"),
    }
}

/// A quiet stone stops the win if and only if there is none after it; a stone that threatens to win
/// leads to a win after a pass.
#[test]
fn threats_and_stops_are_what_the_solver_says() {
    let (mut stops, mut threats) = (0, 0);
    for law in [RuleSpec::RENJU, RuleSpec::FREESTYLE] {
        for position in boards(&law, 60, 7) {
            let us = position.to_move();
            let mut passed = position.clone();
            passed.pass();
            let found = ask(&position, us, &[Kind::VcfThreat, Kind::StopsVcf]);
            assert!(!found.has_unknown() && found.limit.is_none());
            if position.count(us, Class::Five) > 0 {
                continue;
            }
            let endangered = wins(&passed);
            for p in position.empty().iter().filter(|&p| position.legality(p).is_ok()) {
                let mut after = position.clone();
                after.play(p);
                if after.ending().is_some() {
                    continue;
                }
                if !position.fours(us).contains(p) {
                    let expected = endangered && !wins(&after);
                    stops += usize::from(expected);
                    assert_eq!(found.found[1].points.contains(&p), expected, "{p} {position:?}");
                }
                let mut mine = after.clone();
                mine.pass();
                let four = position.fours(us).contains(p);
                if !four {
                    threats += usize::from(wins(&mine));
                    assert_eq!(found.found[0].points.contains(&p), wins(&mine), "{p} {position:?}");
                }
            }
        }
    }
    assert!(stops > 20 && threats > 100, "{stops} {threats}");
}

/// Kinds that win are won, by the solver alone: after every legal reply, or after a pass.
#[test]
fn what_should_win_wins() {
    let kinds = [
        Kind::WinningFourThree,
        Kind::MakesFourThree,
        Kind::MakesWinningFour,
        Kind::DoubleVcf,
        Kind::DoubleWinningFour,
    ];
    let mut seen = [0; 5];
    for law in [RuleSpec::RENJU, RuleSpec::FREESTYLE] {
        for position in boards(&law, 150, 8) {
            let us = position.to_move();
            for (i, found) in ask(&position, us, &kinds).found.iter().enumerate() {
                for &p in &found.points {
                    seen[i] += 1;
                    let mut after = position.clone();
                    after.play(p);
                    let mut passed = after.clone();
                    passed.pass();
                    assert!(wins_with(&passed, 1 << 12), "{} {p} {position:?}", found.kind.name());
                    let forces =
                        !matches!(found.kind, Kind::MakesFourThree | Kind::MakesWinningFour);
                    if !forces {
                        continue;
                    }
                    for reply in after.empty().iter().filter(|&q| after.legality(q).is_ok()) {
                        // A reply that makes a four puts off what comes.
                        if after.fours(!us).contains(reply) {
                            continue;
                        }
                        let mut then = after.clone();
                        then.play(reply);
                        let name = found.kind.name();
                        assert!(wins_with(&then, 1 << 12), "{name} {p}, then {reply} {position:?}");
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 3), "{seen:?}");
}

/// A sleeping three with a gap gives two fours in a row, one without does not.
#[test]
fn special_threes_and_links() {
    let find_one = |moves: &str, kind: Kind| -> Vec<String> {
        let size = BoardSize::FIFTEEN;
        let moves = notation::parse_moves(moves, size).unwrap();
        let position = Position::from_moves(&RuleSpec::RENJU, size, &moves).unwrap();
        let points = points(&position, Color::Black, kind);
        points.iter().map(|p| p.to_string().to_uppercase()).collect()
    };
    // H8 I8 with nothing near: only the points two steps off leave three stones alive.
    let lone = find_one("h8a1i8a3", Kind::SpecialThree);
    assert_eq!(lone, ["E8", "L8"]);
    // A white stone on G8 makes every three on the row a sleeping one.
    let blocked = find_one("h8g8i8a3", Kind::SleepingThree);
    assert_eq!(blocked, ["J8", "K8", "L8"]);
    assert!(!find_one("h8a1j10a3h12a5", Kind::ThreeLinks).contains(&"H10".to_owned()));
    assert!(find_one("h8a1k11a3k14a5", Kind::ThreeLinks).contains(&"H11".to_owned()));
}

#[test]
fn a_limit_leaves_points_unknown() {
    let size = BoardSize::FIFTEEN;
    let moves = notation::parse_moves("h8e5f9j7f11h10f7i8j6g10j5j11e8i11", size).unwrap();
    let position = Position::from_moves(&RuleSpec::RENJU, size, &moves).unwrap();
    let mut question = Question::new(Color::White, &[Kind::StopsVcf]);
    let full = find(&position, &question, &mut |_| false);
    assert!(!full.has_unknown() && full.found[0].points.len() > 5);
    for nodes in [1, 30, 300] {
        question.nodes = Some(nodes);
        let found = find(&position, &question, &mut |_| false);
        assert_eq!(found.limit, Some("nodes"));
        let found = &found.found[0];
        for p in &full.found[0].points {
            assert!(found.points.contains(p) || found.unknown.contains(p), "{p} is lost");
        }
        assert!(found.points.iter().all(|p| full.found[0].points.contains(p)));
    }
    let late = find(&position, &Question::new(Color::White, &[Kind::StopsVcf]), &mut |_| true);
    assert!(late.has_unknown() && late.found[0].points.is_empty());
}

#[test]
fn only_the_points_asked_for() {
    let size = BoardSize::FIFTEEN;
    let moves = notation::parse_moves("h8a1h9a3j8a5", size).unwrap();
    let position = Position::from_moves(&RuleSpec::FREESTYLE, size, &moves).unwrap();
    let h10 = notation::parse_point("h10", size).unwrap();
    let mut question = Question::new(Color::Black, &[Kind::Three]);
    assert!(find(&position, &question, &mut |_| false).found[0].points.len() > 3);
    question.within = Some(PointSet::from_iter([h10]));
    assert_eq!(find(&position, &question, &mut |_| false).found[0].points, [h10]);
    question.through = notation::parse_point("j8", size).ok();
    assert!(find(&position, &question, &mut |_| false).found[0].points.is_empty());
}

/// Black's stone on a stop takes stones on which the four that it stops would be played again.
#[test]
fn a_stop_that_takes_stones_is_tried_without_them_taken() {
    let size = BoardSize::new(18, 18).unwrap();
    let moves = "r8m9q7o15p15o13r11p12r13o14m7r10q15p13p9g14q11k8o10p16k10r16m16l10i9n13q14m13r18j18l13k18k9k14m11l12n10q17";
    let moves = notation::parse_moves(moves, size).unwrap();
    let position = Position::from_moves(&RuleSpec::PENTA, size, &moves).unwrap();
    let stops = points(&position, Color::Black, Kind::StopsVcf);
    assert!(!stops.is_empty());
    assert!(points(&position, Color::Black, Kind::CounterStop).is_subset(&stops));
}
