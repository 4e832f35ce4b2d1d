//! Anything at all as input: no panic, no hang, one answer for each question.

use std::sync::Arc;

use kagetsu::base::clock::ManualClock;
use kagetsu::board::{BoardSize, Point};
use kagetsu::engine::{EngineOptions, Signals};
use kagetsu::position::Position;
use proptest::prelude::*;

#[expect(dead_code, reason = "shared by several tests")]
#[path = "support/conversation.rs"]
mod conversation;
#[path = "support/player.rs"]
mod player;

use conversation::Conversation;
use player::SimplePlayer;

/// Sends pieces as they are and collects everything that is said, until the input ends.
fn talk(pieces: &[Vec<u8>]) -> Vec<String> {
    let (clock, signals) = (ManualClock::new(), Arc::new(Signals::new()));
    let player = SimplePlayer { patience: false };
    let mut engine = Conversation::new(&EngineOptions::default(), player, &clock, &signals);
    let mut lines = Vec::new();
    for piece in pieces {
        engine.send(piece);
        while let Some(line) = engine.line() {
            lines.push(line);
        }
    }
    engine.close();
    while let Some(line) = engine.line() {
        lines.push(line);
    }
    assert!(engine.has_left, "the end of the input ends the session");
    lines
}

/// The first word of every line that may be said, apart from coordinates.
const WORDS: [&str; 7] =
    ["OK", "ERROR", "UNKNOWN", "MESSAGE", "SUGGEST", "SWAP", "name=\"Kagetsu\","];

fn is_protocol(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    let is_point = |text: &str| {
        text.split_once(',').is_some_and(|(x, y)| {
            [x, y].iter().all(|n| n.parse::<u8>().is_ok_and(|n| n < BoardSize::MAX))
        })
    };
    line.bytes().all(|b| !b.is_ascii_control())
        && (WORDS.contains(&word) || line.split(' ').all(is_point))
}

/// Lines that mean something, and some that nearly do.
fn line() -> impl Strategy<Value = String> {
    let coordinate = prop_oneof![8 => 0..22_i64, 1 => -3..30_i64, 1 => any::<i64>()];
    let pair = (coordinate.clone(), coordinate).prop_map(|(x, y)| format!("{x},{y}"));
    let number = prop_oneof![Just(0_i64), Just(1), Just(2_147_483_647), -50..50_i64, any::<i64>(),];
    prop_oneof![
        2 => (4..24_i64).prop_map(|n| format!("START {n}")),
        1 => (4..24_i64, 4..24_i64).prop_map(|(w, h)| format!("RECTSTART {w},{h}")),
        8 => pair.clone().prop_map(|p| format!("TURN {p}")),
        2 => pair.clone().prop_map(|p| format!("TAKEBACK {p}")),
        1 => pair.clone().prop_map(|p| format!("PLAY {p}")),
        4 => prop::sample::select(vec![
            "BEGIN", "RESTART", "BOARD", "SWAP2BOARD", "DONE", "ABOUT", "STOP", "YXSTOP", "", "FOO",
        ]).prop_map(str::to_owned),
        6 => (pair.clone(), 0..5).prop_map(|(p, field)| format!("{p},{field}")),
        3 => pair,
        3 => (-1..20_i64).prop_map(|n| format!("INFO rule {n}")),
        2 => prop::sample::select(kagetsu::rules::RuleSpec::all())
            .prop_map(|rule| format!("INFO rule {}", rule.name)),
        4 => (
            prop::sample::select(kagetsu::protocol::gomocup::INFO_KEYS.to_vec()),
            number
        ).prop_map(|(key, n)| format!("INFO {key} {n}")),
    ]
}

/// The transcripts, as the bytes that a manager sends.
fn transcript_bytes() -> Vec<Vec<u8>> {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("protocols/transcripts/gomocup");
    let mut all: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path()).collect();
    all.sort();
    let sent = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let sent = text.lines().filter_map(|line| line.strip_prefix("> "));
        sent.flat_map(|line| format!("{line}\n").into_bytes()).collect()
    };
    all.iter().map(sent).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..8)) {
        for line in talk(&pieces) {
            prop_assert!(is_protocol(&line), "{line}");
        }
    }

    #[test]
    fn mutated_transcripts(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..12),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let all = transcript_bytes();
        let mut bytes = which.get(&all).clone();
        prop_assume!(!bytes.is_empty());
        for (place, byte, kind) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                _ => bytes.insert(at, byte),
            }
        }
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        at.extend([0, bytes.len()]);
        at.sort_unstable();
        let pieces: Vec<Vec<u8>> = at.windows(2).map(|w| bytes[w[0]..w[1]].to_vec()).collect();
        for line in talk(&pieces) {
            prop_assert!(is_protocol(&line), "{line}");
        }
    }

    #[test]
    fn sessions_of_known_words(lines in prop::collection::vec(line(), 0..60)) {
        let pieces: Vec<Vec<u8>> = lines.iter().map(|line| format!("{line}\n").into_bytes()).collect();
        for line in talk(&pieces) {
            prop_assert!(is_protocol(&line), "{line}");
        }
    }

    /// A whole game with an opponent that plays anywhere: every question gets one legal answer,
    /// until the game is over; then every question gets an error.
    #[test]
    fn games_to_the_end(
        side in 5..20_i64,
        rule in prop::sample::select(kagetsu::rules::RuleSpec::all()),
        begins in any::<bool>(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 40),
    ) {
        let (clock, signals) = (ManualClock::new(), Arc::new(Signals::new()));
        let player = SimplePlayer { patience: false };
        let options = EngineOptions { rule: rule.clone(), ..EngineOptions::default() };
        let mut engine = Conversation::new(&options, player, &clock, &signals);
        let size = BoardSize::square(side).unwrap();
        let mut position = Position::new(&rule, size);
        engine.send(format!("START {side}\n").as_bytes());
        prop_assert_eq!(engine.line(), Some("OK".to_owned()));
        if begins {
            engine.send(b"BEGIN\n");
        }
        let mut is_asked = begins;
        for choice in choices {
            if !is_asked {
                let free: Vec<Point> = position.empty().iter().collect();
                let legal: Vec<Point> =
                    free.iter().copied().filter(|&p| position.legality(p).is_ok()).collect();
                let from = if legal.is_empty() { &free } else { &legal };
                if from.is_empty() {
                    break;
                }
                let point = *choice.get(from);
                engine.send(format!("TURN {},{}\n", point.x(), point.y()).as_bytes());
                if position.ending().is_none() {
                    position.play(point);
                }
            }
            is_asked = false;
            let mut answers = Vec::new();
            while let Some(line) = engine.line() {
                if !line.starts_with("MESSAGE") {
                    answers.push(line);
                }
            }
            prop_assert_eq!(answers.len(), 1, "{:?}", answers);
            if position.ending().is_some() {
                prop_assert!(
                    answers[0].starts_with("ERROR the game is over")
                        || answers[0] == "ERROR no empty point is left",
                    "{}", answers[0]
                );
                break;
            }
            let point = answers[0]
                .split_once(',')
                .and_then(|(x, y)| size.point(x.parse().ok()?, y.parse().ok()?));
            let Some(point) = point else {
                return Err(TestCaseError::fail(format!("no point: {}", answers[0])));
            };
            prop_assert!(position.is_empty_at(point), "{point} is occupied");
            let is_legal = position.legality(point).is_ok();
            if !is_legal {
                let other = position.empty().iter().find(|&p| position.legality(p).is_ok());
                prop_assert_eq!(other, None, "{} is forbidden", point);
                break;
            }
            position.play(point);
        }
    }
}
