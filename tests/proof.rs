//! Certificates: every win of the solver is proved to the checker, which knows the rules alone, and
//! every certificate that is broken at random is refused.

use kagetsu::board::notation::{parse_moves, parse_point};
use kagetsu::board::{BoardSize, Color, Point};
use kagetsu::position::{Position, Setup};
use kagetsu::rules::RuleSpec;
use kagetsu::threat::certify::nodes_of;
use kagetsu::threat::proof::{Node, Start};
use kagetsu::threat::{Proof, Vcf, VcfEnd, VcfLimit, VcfOutcome, VcfWin, verify};

const LIMIT: VcfLimit = VcfLimit { fours: 20, nodes: 3_000 };

/// A random sharp position with a win by fours for the side to move, and its certificate.
fn random_proof(rule: &RuleSpec, rng: &mut fastrand::Rng) -> Option<Proof> {
    let size = BoardSize::new(rng.i64(7..=12), rng.i64(7..=12)).ok()?;
    let mut position = Position::new(rule, size);
    for _ in 0..rng.usize(8..30) {
        let near: Vec<Point> = position.near_stones(2).iter().collect();
        let p = near[rng.usize(..near.len())];
        if position.legality(p).is_ok() {
            position.play(p);
            if position.ending().is_some() {
                position.undo();
            }
        }
    }
    let mut vcf = Vcf::new(1 << 10);
    let VcfOutcome::Win(win) = vcf.solve(&mut position, LIMIT, &mut |_| false) else {
        return None;
    };
    let nodes = nodes_of(&mut vcf, &position, &win, LIMIT, &mut |_| false)?;
    Some(Proof { rule: rule.clone(), size, start: Start::Moves(position.moves()), nodes })
}

#[test]
fn every_win_is_proved_and_read_back() {
    let mut rng = fastrand::Rng::with_seed(21);
    for rule in RuleSpec::all() {
        let mut proved = 0;
        for _ in 0..400 {
            let Some(proof) = random_proof(rule, &mut rng) else { continue };
            let text = proof.to_json().to_string();
            assert_eq!(Proof::from_json(&text).as_ref(), Ok(&proof));
            if let Err(flaw) = verify(&proof) {
                panic!("{rule}: {flaw}\n{text}");
            }
            proved += 1;
        }
        assert!(proved > 20, "{rule}: only {proved} wins");
    }
}

/// Breaks a proof in one place; none of these leaves a proof of the same tree.
fn broken(proof: &Proof, rng: &mut fastrand::Rng) -> Option<Proof> {
    let mut broken = proof.clone();
    let at = rng.usize(..broken.nodes.len());
    let count = broken.nodes.len();
    let node = &mut broken.nodes[at];
    match rng.u8(..4) {
        // A reply is dropped.
        0 => {
            let reply = *node.replies.keys().next()?;
            node.replies.remove(&reply);
        }
        // The default is dropped.
        1 => node.default = node.default.take().map(|_| None)?,
        // A move is changed.
        2 => {
            let points: Vec<Point> = broken.size.points().collect();
            node.play = points[rng.usize(..points.len())];
        }
        // The default leads elsewhere.
        _ => {
            let other = rng.usize(at + 1..count.max(at + 2));
            if node.default? == other || other >= count {
                return None;
            }
            node.default = Some(other);
        }
    }
    (broken != *proof).then_some(broken)
}

#[test]
fn broken_certificates_are_refused() {
    let mut rng = fastrand::Rng::with_seed(22);
    let (mut refused, mut passed) = (0, 0);
    for rule in RuleSpec::all() {
        for _ in 0..150 {
            let Some(proof) = random_proof(rule, &mut rng) else { continue };
            for _ in 0..20 {
                let Some(broken) = broken(&proof, &mut rng) else { continue };
                match verify(&broken) {
                    Err(_) => refused += 1,
                    // Another winning move, or another five, can be as good a proof; rare.
                    Ok(_) => passed += 1,
                }
            }
        }
    }
    assert!(refused > 2_000 && passed * 10 < refused, "{refused} refused, {passed} passed");
}

/// White to move has `○○○○` with both ends open; the certificate is written by hand.
fn by_hand(nodes: &str) -> Result<(), String> {
    let text = format!(
        r#"{{"format":"kagetsu-proof","version":1,"rule":"freestyle","size":"9x9",
        "black":["A1","C1","E1"],"white":["D5","E5","F5"],"to_move":"white","nodes":{nodes}}}"#
    );
    let proof = Proof::from_json(&text).map_err(|e| e.to_string())?;
    verify(&proof).map(|_| ()).map_err(|flaw| flaw.to_string())
}

#[test]
fn the_first_flaw_is_named() {
    let good = r#"[{"move":"G5","replies":{"C5":1},"default":2},{"move":"H5"},{"move":"C5"}]"#;
    assert_eq!(by_hand(good), Ok(()));
    for (nodes, flaw) in [
        (
            r#"[{"move":"G5","default":1},{"move":"C5"}]"#,
            "after G5 C5 C5: the move is not possible: c5 is occupied",
        ),
        (r#"[{"move":"G5","replies":{"C5":1}},{"move":"H5"}]"#, "after G5: nothing answers B1"),
        (r#"[{"move":"D5"}]"#, "after D5: the move is not possible: d5 is occupied"),
        (r#"[{"move":"G5"}]"#, "after G5: nothing answers B1"),
        (
            r#"[{"move":"G5","replies":{"C5":1,"A1":1},"default":2},{"move":"H5"},{"move":"C5"}]"#,
            "after G5: A1 has an answer but is not possible",
        ),
        (
            r#"[{"move":"G5","replies":{"C5":1},"default":2},{"move":"H5"},{"move":"C5","default":3},{"move":"H5"}]"#,
            "after G5 B1 C5: the game is won, but the proof goes on",
        ),
        (
            r#"[{"move":"G5","default":0}]"#,
            "\"nodes[0].default\": expected the number of a later node",
        ),
        (r"[]", "\"nodes\": expected a list of at least one node"),
        (r#"[{"move":"Z5"}]"#, "\"nodes[0].move\": column 1: \"Z5\" is outside a 9x9 board"),
    ] {
        assert_eq!(by_hand(nodes), Err(flaw.to_owned()), "{nodes}");
    }
}

/// White's four leaves black only a forbidden stop: the default answers everything, and the stop itself
/// loses by the rule.
#[test]
fn a_forbidden_stop_needs_no_answer() {
    let size = BoardSize::FIFTEEN;
    let moves = parse_moves("h8g6f6g5f7g4h7a1g2a3", size).unwrap();
    let mut position = Position::from_moves(&RuleSpec::RENJU, size, &moves).unwrap();
    position.play(parse_point("g8", size).unwrap());
    let mut vcf = Vcf::new(64);
    let VcfOutcome::Win(win) = vcf.solve(&mut position, LIMIT, &mut |_| false) else {
        panic!("white wins with g3");
    };
    assert_eq!(win.line, [parse_point("g3", size).unwrap()]);
    let nodes = nodes_of(&mut vcf, &position, &win, LIMIT, &mut |_| false).unwrap();
    assert_eq!(nodes[0].replies.len(), 0);
    let start = Start::Moves(position.moves());
    let proof = Proof { rule: RuleSpec::RENJU, size, start, nodes };
    assert_eq!(verify(&proof).map(|checked| checked.winner), Ok(Color::White));
    let lonely = Node { default: None, ..proof.nodes[0].clone() };
    assert!(verify(&Proof { nodes: vec![lonely], ..proof }).is_err());
}

/// The board with the side to move, for a line of one four.
fn certified(setup: &Setup, four: &str) -> Proof {
    let position = setup.build().unwrap();
    let play = parse_point(four, setup.size).unwrap();
    let win = VcfWin { line: vec![play], fours: 1, end: VcfEnd::TwoFives };
    let nodes = nodes_of(&mut Vcf::new(64), &position, &win, LIMIT, &mut |_| false).unwrap();
    let Setup { rule, size, stones, to_move } = setup.clone();
    Proof { rule, size, start: Start::Stones { stones, to_move }, nodes }
}

fn laid(rule: RuleSpec, black: &[Point], white: &str) -> Setup {
    let size = BoardSize::FIFTEEN;
    let white = white.split(' ').map(|p| (parse_point(p, size).unwrap(), Color::White));
    let stones = black.iter().map(|&p| (p, Color::Black)).chain(white).collect();
    Setup { rule, size, stones, to_move: Color::White }
}

/// The line may answer a reply elsewhere that makes the forbidden point a free one: it is answered too.
///
/// ```text
///   7  . . ● . . ● . .
///   6  . . ● . ● . . .
///   4  . . * ○ ○ ○ ◇ .     * is a double three for black
///      a b c d e f g h
/// ```
#[test]
fn a_forbidden_end_of_a_straight_four_is_answered() {
    let at = |text: &str| parse_point(text, BoardSize::FIFTEEN).unwrap();
    let black = ["c6", "c7", "e6", "f7"].map(at);
    let proof = certified(&laid(RuleSpec::RENJU, &black, "d4 e4 f4"), "g4");
    let grid = laid(RuleSpec::RENJU, &black, "d4 e4 f4 g4").build().unwrap().grid();
    let foul = kagetsu::rules::reference::foul(&grid, &RuleSpec::RENJU, Color::Black, at("c4"));
    assert!(foul.is_some());
    let answer = proof.nodes[0].replies[&Some(at("c4"))];
    assert_eq!(proof.nodes[answer].play, at("h4"));
    assert!(verify(&proof).is_ok());
}

/// Black's 35th stone stops the five and loses all the same.
#[test]
fn a_stop_with_the_last_stone_needs_no_answer() {
    let size = BoardSize::FIFTEEN;
    // No two of these are neighbours, and none comes near the fours.
    let far = size.points().filter(|p| p.y() > 5 && (p.x() + 2 * p.y()) % 4 == 0);
    let mut black: Vec<Point> = far.take(33).collect();
    black.push(parse_point("c2", size).unwrap());
    let setup = laid(RuleSpec::GOMOKU_NARABE, &black, "d2 e2 f2");
    let proof = certified(&setup, "g2");
    assert!(proof.nodes[0].replies.is_empty());
    assert!(verify(&proof).is_ok());
    // With one stone more in hand black lives on, and the certificate is none.
    let richer = Setup { stones: setup.stones[1..].to_vec(), ..setup };
    let start = Start::Stones { stones: richer.stones, to_move: Color::White };
    assert!(verify(&Proof { start, ..proof }).is_err());
}

/// A position in which somebody has won is over, however it is given.
#[test]
fn a_five_on_the_board_is_the_end() {
    for rule in ["freestyle", "standard", "renju", "caro"] {
        for (winner, loser) in [("black", "white"), ("white", "black")] {
            let text = format!(
                r#"{{"format":"kagetsu-proof","version":1,"rule":"{rule}","size":"9x9",
                "{winner}":["A1","C1","B1","E1","D1"],"{loser}":["D5","E5","F5","G5"],
                "to_move":"{loser}","nodes":[{{"move":"H5"}}]}}"#
            );
            let flaw = verify(&Proof::from_json(&text).unwrap()).unwrap_err().to_string();
            assert!(flaw.contains("the game is over already"), "{rule}: {flaw}");
        }
    }
}

#[test]
fn a_certificate_that_says_two_things_is_refused() {
    let proof = |start: &str, replies: &str| {
        let text = format!(
            r#"{{"format":"kagetsu-proof","version":1,"rule":"freestyle","size":"15x15",{start},
            "nodes":[{{"move":"D1","replies":{{{replies}}},"default":2}},{{"move":"E1"}},{{"move":"F1"}}]}}"#
        );
        Proof::from_json(&text).map_err(|error| error.to_string())
    };
    let (moves, stones) = (r#""moves":"a1a9b1b9c1c9""#, r#""black":[],"white":[]"#);
    assert!(proof(moves, r#""E1":1"#).is_ok());
    let twice = proof(moves, r#""E1":1,"e1":2"#).unwrap_err();
    assert!(twice.contains("E1 stands twice"), "{twice}");
    let both = proof(&format!("{moves},{stones}"), r#""E1":1"#).unwrap_err();
    assert!(both.contains("by moves or by stones"), "{both}");
}
