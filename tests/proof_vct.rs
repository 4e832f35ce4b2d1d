//! Certificates of wins by threats: the checker names the same flaws as its slow twin, in whatever way a
//! certificate is broken, and the solver's own check comes to the same verdict.

#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use kagetsu::board::{BoardSize, Color, Point, notation};
use kagetsu::position::{Position, Setup};
use kagetsu::rules::RuleSpec;
use kagetsu::threat::proof::{Node, Start};
use kagetsu::threat::vct::Vct;
use kagetsu::threat::{Proof, check, verify};
use rayon::prelude::*;
use serde_json::Value;

#[path = "support/drawn.rs"]
mod drawn;
#[path = "support/slow_verify.rs"]
mod slow_verify;
#[path = "support/wins.rs"]
mod wins;

use slow_verify::slow_verify;
use wins::proof_of;

/// How a certificate is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    ReplyDropped,
    ReplyRedirected,
    ReplyMoved,
    ReplyAdded,
    DefaultDropped,
    DefaultRedirected,
    MoveChanged,
    NodesSwapped,
    /// A listed reply that cannot be played.
    IdleReply,
    /// Something follows the move that wins.
    TooLong,
    NodeLost,
}

const BREAKS: [Break; 11] = [
    Break::ReplyDropped,
    Break::ReplyRedirected,
    Break::ReplyMoved,
    Break::ReplyAdded,
    Break::DefaultDropped,
    Break::DefaultRedirected,
    Break::MoveChanged,
    Break::NodesSwapped,
    Break::IdleReply,
    Break::TooLong,
    Break::NodeLost,
];

fn any<T: Copy>(list: &[T], rng: &mut fastrand::Rng) -> Option<T> {
    (!list.is_empty()).then(|| list[rng.usize(..list.len())])
}

/// The certificate with one thing changed, or `None` where there is no such thing to change.
fn broken(proof: &Proof, how: Break, rng: &mut fastrand::Rng) -> Option<Proof> {
    let mut broken = proof.clone();
    let count = broken.nodes.len();
    let fits = |node: &Node| match how {
        Break::ReplyDropped | Break::ReplyRedirected | Break::ReplyMoved => {
            !node.replies.is_empty()
        }
        Break::DefaultDropped | Break::DefaultRedirected => node.default.is_some(),
        Break::TooLong => node.ends(),
        Break::ReplyAdded | Break::IdleReply => !node.ends(),
        Break::MoveChanged | Break::NodesSwapped | Break::NodeLost => true,
    };
    let places: Vec<usize> = (0..count).filter(|&i| fits(&broken.nodes[i])).collect();
    let at = any(&places, rng)?;
    let points: Vec<Point> = proof.size.points().collect();
    let later = |rng: &mut fastrand::Rng| (at + 1 < count).then(|| rng.usize(at + 1..count));
    let node = &mut broken.nodes[at];
    let listed: Vec<_> = node.replies.keys().copied().collect();
    match how {
        Break::ReplyDropped => drop(node.replies.remove(&any(&listed, rng)?)),
        Break::ReplyRedirected => drop(node.replies.insert(any(&listed, rng)?, later(rng)?)),
        Break::ReplyMoved => {
            let answer = node.replies.remove(&any(&listed, rng)?)?;
            node.replies.insert(any(&points, rng), answer);
        }
        Break::ReplyAdded => drop(node.replies.insert(any(&points, rng), later(rng)?)),
        Break::DefaultDropped => node.default = None,
        Break::DefaultRedirected => node.default = later(rng),
        Break::MoveChanged => node.play = any(&points, rng)?,
        Break::NodesSwapped => {
            let other = later(rng)?;
            let (here, there) = (node.clone(), broken.nodes[other].clone());
            broken.nodes[at].play = there.play;
            broken.nodes[other].play = here.play;
        }
        Break::IdleReply => drop(node.replies.insert(Some(node.play), later(rng)?)),
        Break::TooLong => node.default = Some(later(rng)?),
        Break::NodeLost => {
            // All that led to the node leads to another one.
            let other = later(rng)?;
            for node in &mut broken.nodes {
                let lost = |n: usize| if n == at { other } else { n };
                node.default = node.default.map(lost);
                node.replies.values_mut().for_each(|n| *n = lost(*n));
            }
            if at == 0 {
                broken.nodes.remove(0);
                for node in &mut broken.nodes {
                    node.default = node.default.map(|n| n - 1);
                    node.replies.values_mut().for_each(|n| *n -= 1);
                }
            }
        }
    }
    (broken != *proof).then_some(broken)
}

/// The verdict of all three checkers, which must be the same; the flaws and, where the defender has no
/// fouls, the number of moves too. Whether it is a proof.
fn agreed(proof: &Proof, position: &Position) -> bool {
    let (slow, fast) = (slow_verify(proof), verify(proof));
    let text = || format!("{position:?}{}", proof.to_json());
    match (&slow, &fast) {
        (Ok(slow), Ok(fast)) => {
            assert_eq!(slow.winner, fast.winner);
            if proof.rule.fouls[!slow.winner].is_none() {
                assert_eq!(slow.moves, fast.moves, "{}", text());
            }
        }
        _ => assert_eq!(slow, fast, "{}", text()),
    }
    assert_eq!(slow.is_ok(), check::check(&proof.nodes, position), "{slow:?}\n{}", text());
    slow.is_ok()
}

/// Real certificates of every law, broken in every way.
#[test]
fn broken_certificates_are_refused_as_by_the_slow_twin() {
    let (real, refused, passed) = (AtomicUsize::new(0), counts(), counts());
    RuleSpec::all().par_iter().enumerate().for_each(|(law, rule)| {
        let mut rng = fastrand::Rng::with_seed(31 + law as u64);
        let mut vct = Vct::new(1 << 20);
        let mut found = 0;
        for _ in 0..1_000 {
            let size = BoardSize::new(rng.i64(7..=9), rng.i64(7..=9)).unwrap();
            let stones = rng.usize(8..26);
            let mut position = drawn::position(rule, size, stones, &mut rng);
            let Some(proof) = proof_of(&mut vct, &mut position, 400) else { continue };
            let checked = verify(&proof);
            let moves = checked.as_ref().map(|checked| checked.moves).unwrap_or_default();
            // Wins by fours alone are many; the twin is slow.
            if moves > 4_000 || moves < 200 && rng.u8(..8) > 0 {
                continue;
            }
            assert!(agreed(&proof, &position), "{checked:?}\n{position:?}{}", proof.to_json());
            found += 1;
            for how in BREAKS {
                for _ in 0..2 {
                    let Some(broken) = broken(&proof, how, &mut rng) else { continue };
                    let counts = if agreed(&broken, &position) { &passed } else { &refused };
                    counts[&how].fetch_add(1, Ordering::Relaxed);
                }
            }
            if found == 25 {
                break;
            }
        }
        real.fetch_add(found, Ordering::Relaxed);
    });
    let counts = |of: &BTreeMap<Break, AtomicUsize>, how| of[&how].load(Ordering::Relaxed);
    eprintln!("{} real", real.load(Ordering::Relaxed));
    for how in BREAKS {
        let (refused, passed) = (counts(&refused, how), counts(&passed, how));
        eprintln!("{how:?}: {refused} refused, {passed} passed");
    }
    assert!(real.into_inner() >= 100);
    for how in BREAKS {
        let (refused, passed) = (counts(&refused, how), counts(&passed, how));
        assert!(refused >= 100, "{how:?}: {refused} refused, {passed} passed");
        // Nothing saves these but a node that is never reached, below a reply that is a foul.
        if matches!(how, Break::IdleReply | Break::TooLong) {
            assert!(passed * 10 < refused, "{how:?}: {refused} refused, {passed} passed");
        }
    }
}

fn counts() -> BTreeMap<Break, AtomicUsize> {
    BREAKS.into_iter().map(|how| (how, AtomicUsize::new(0))).collect()
}

/// A node that leads back, or to itself, is no certificate: circles cannot even be written down.
#[test]
fn nodes_lead_only_forward() {
    let rule = RuleSpec::FREESTYLE;
    let mut rng = fastrand::Rng::with_seed(7);
    let mut vct = Vct::new(1 << 20);
    let mut tried = 0;
    while tried < 20 {
        let mut position = drawn::position(&rule, BoardSize::new(9, 9).unwrap(), 20, &mut rng);
        let Some(proof) = proof_of(&mut vct, &mut position, 400) else { continue };
        if proof.nodes.len() < 3 {
            continue;
        }
        assert_eq!(Proof::from_json(&proof.to_json().to_string()).as_ref(), Ok(&proof));
        let at = rng.usize(1..proof.nodes.len());
        let mut circle = proof.clone();
        circle.nodes[at].default = Some(rng.usize(..=at));
        assert!(Proof::from_json(&circle.to_json().to_string()).is_err());
        // Made in memory it is refused too, and the check ends.
        assert!(!agreed(&circle, &position) || at != 0);
        tried += 1;
    }
}

struct Puzzle {
    id: String,
    setup: Setup,
}

fn puzzles() -> Option<Vec<Puzzle>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/puzzles.jsonl");
    let Ok(text) = fs::read_to_string(path) else {
        eprintln!("skipped: ../shared/data/puzzles.jsonl is not there");
        return None;
    };
    let puzzle = |line: &str| {
        let v: Value = serde_json::from_str(line).unwrap();
        if !matches!(v["expect"]["goal"].as_str(), Some("VCT" | "VCT3")) {
            return None;
        }
        let size = BoardSize::square(v["size"].as_i64().unwrap()).unwrap();
        let points = |key: &str, color: Color| -> Vec<(Point, Color)> {
            let list = v[key].as_array().unwrap().iter();
            list.map(|p| (notation::parse_point(p.as_str().unwrap(), size).unwrap(), color))
                .collect()
        };
        let mut stones = points("black", Color::Black);
        stones.extend(points("white", Color::White));
        Some(Puzzle {
            id: v["id"].as_str().unwrap().to_owned(),
            setup: Setup {
                rule: RuleSpec::named(v["rule"].as_str().unwrap()).unwrap(),
                size,
                stones,
                to_move: if v["to_move"] == "white" { Color::White } else { Color::Black },
            },
        })
    };
    Some(text.lines().filter_map(puzzle).collect())
}

/// Solves, certifies and checks; how many of the puzzles were won.
fn won(puzzles: &[&Puzzle], nodes: u64) -> usize {
    puzzles
        .par_iter()
        .filter(|puzzle| {
            let mut position = puzzle.setup.build().unwrap();
            let mut vct = Vct::new(16 << 20);
            let Some(proof) = proof_of(&mut vct, &mut position, nodes) else { return false };
            if let Err(flaw) = verify(&proof) {
                panic!("{}: {flaw}\n{position:?}", puzzle.id);
            }
            assert!(check::check(&proof.nodes, &position), "{}", puzzle.id);
            matches!(proof.start, Start::Stones { .. })
        })
        .count()
}

/// A sample of the collected puzzles.
#[test]
fn puzzles_are_won_and_verified() {
    let Some(puzzles) = puzzles() else { return };
    let sample: Vec<&Puzzle> = puzzles.iter().step_by(puzzles.len() / 60).collect();
    let won = won(&sample, 10_000);
    eprintln!("{won} of {} won", sample.len());
    assert!(won * 10 >= sample.len() * 7, "{won} of {}", sample.len());
}

/// All of them.
#[test]
#[ignore = "takes minutes"]
fn all_puzzles_are_won_and_verified() {
    let Some(puzzles) = puzzles() else { return };
    let all: Vec<&Puzzle> = puzzles.iter().collect();
    let won = won(&all, 30_000);
    eprintln!("{won} of {} won", all.len());
    assert!(won * 100 >= all.len() * 95, "{won} of {}", all.len());
}
