//! The Gomocup dialect: which line is which command, and how events are written.

use std::time::Duration;

use kagetsu::board::{BoardSize, Point};
use kagetsu::engine::command::{BoardStone, Owner};
use kagetsu::engine::{Command, CommandError, Coordinates, Evaluation, Event, Report, Setting};
use kagetsu::protocol::gomocup::rule_by_number;
use kagetsu::protocol::lines::Line;
use kagetsu::protocol::{Dialect, Gomocup, Parsed};
use kagetsu::rules::RuleSpec;

fn parse(text: &str) -> Parsed {
    Gomocup::new().parse(&Line::new(text))
}

fn command(text: &str) -> Command {
    match parse(text) {
        Parsed::Command(command) => command,
        other => panic!("{text}: {other:?}"),
    }
}

fn setting(text: &str) -> Setting {
    match command(text) {
        Command::Info(setting) => setting,
        other => panic!("{text}: {other:?}"),
    }
}

fn at(x: i64, y: i64) -> Coordinates {
    Coordinates { x, y }
}

#[test]
fn lines_are_read_however_they_are_written() {
    let cases = [
        ("START 15", Command::Start { width: 15, height: 15 }),
        ("  start\t15  ", Command::Start { width: 15, height: 15 }),
        ("START 15 20", Command::Start { width: 15, height: 20 }),
        ("RECTSTART 15,20", Command::Start { width: 15, height: 20 }),
        ("rectstart 15 , 20", Command::Start { width: 15, height: 20 }),
        ("START -3", Command::Start { width: -3, height: -3 }),
        ("BEGIN", Command::Begin),
        ("begin now", Command::Begin),
        ("TURN 7,8", Command::Turn(at(7, 8))),
        ("TURN 7 8", Command::Turn(at(7, 8))),
        ("TURN +7,-8", Command::Turn(at(7, -8))),
        ("TURN 99999999999999999999,-99999999999999999999", Command::Turn(at(i64::MAX, i64::MIN))),
        ("TAKEBACK 0,0", Command::Takeback(at(0, 0))),
        ("PLAY 3,4", Command::Play(at(3, 4))),
        ("RESTART", Command::Restart),
        ("ABOUT", Command::About),
        ("END", Command::End),
        ("STOP", Command::Stop),
        ("yxStop", Command::Stop),
    ];
    for (text, expected) in cases {
        assert_eq!(command(text), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    for text in ["TURN", "TURN 7", "TURN 7,8,9", "TURN 7,,8", "TURN ,7", "TURN 7,", "TURN x,y"] {
        let expected = CommandError::Malformed { command: "TURN", expected: "x,y" };
        assert_eq!(parse(text), Parsed::Error(expected), "{text}");
    }
    let expected = CommandError::Malformed { command: "START", expected: "one number" };
    for text in ["START", "START x", "START 15 20 25", "START 1e3"] {
        assert_eq!(parse(text), Parsed::Error(expected.clone()), "{text}");
    }
    for (text, word) in [("HELLO world", "HELLO"), ("7,7", "7,7"), ("STARTS 15", "STARTS")] {
        let word = word.to_owned();
        assert_eq!(parse(text), Parsed::Error(CommandError::Unknown { word }), "{text}");
    }
    for text in ["", "   ", "\t", "\0", "\u{feff}"] {
        assert_eq!(parse(text), Parsed::Nothing, "{text:?}");
    }
}

#[test]
fn settings() {
    let cases = [
        ("INFO timeout_turn 5000", Setting::TurnTime(5000)),
        ("info TIMEOUT_TURN  0 ", Setting::TurnTime(0)),
        ("INFO timeout_match 180000", Setting::MatchTime(180_000)),
        ("INFO time_left -20", Setting::TimeLeft(-20)),
        ("INFO time_left 2147483647", Setting::TimeLeft(2_147_483_647)),
        ("INFO time_increment 100", Setting::Increment(100)),
        ("INFO max_memory 99999999999", Setting::MaxMemory(99_999_999_999)),
        ("INFO max_memory 99999999999999999999999", Setting::MaxMemory(i64::MAX)),
        ("INFO max_node 7", Setting::MaxNodes(7)),
        ("INFO max_depth 8", Setting::MaxDepth(8)),
        ("INFO thread_num 2", Setting::Threads(2)),
        ("INFO hash_size 1024", Setting::HashKib(1024)),
        ("INFO suggest 1", Setting::Suggest(true)),
        ("INFO rule 4", Setting::Rule(Ok(RuleSpec::RENJU))),
        ("INFO rule penta", Setting::Rule(Ok(RuleSpec::PENTA))),
        ("INFO rule Pro Gomoku", Setting::Rule(Ok(RuleSpec::PRO_GOMOKU))),
        ("INFO game_type 1", Setting::Nothing),
        ("INFO evaluate 3,4", Setting::Nothing),
        ("INFO folder C:\\Program Files\\x y", Setting::Nothing),
    ];
    for (text, expected) in cases {
        assert_eq!(setting(text), expected, "{text}");
    }
    for text in ["INFO", "INFO nonsense 1", "INFO nonsense"] {
        assert_eq!(parse(text), Parsed::Nothing, "{text}");
    }
    for text in ["INFO timeout_turn", "INFO timeout_turn soon", "INFO timeout_turn 1 2"] {
        let expected = CommandError::BadSetting { key: "timeout_turn" };
        assert_eq!(parse(text), Parsed::Error(expected), "{text}");
    }
}

#[test]
fn laws_by_number() {
    let known = [
        (0, RuleSpec::FREESTYLE),
        (1, RuleSpec::STANDARD),
        (4, RuleSpec::RENJU),
        (5, RuleSpec::RENJU),
        (8, RuleSpec::CARO),
        (9, RuleSpec::CARO_EXACT),
    ];
    for n in (-2..40).chain([i64::MIN, i64::MAX]) {
        let expected = known.iter().find(|(number, _)| *number == n).map(|(_, rule)| rule);
        match rule_by_number(n) {
            Ok(rule) => assert_eq!(Some(&rule), expected, "{n}"),
            Err(reason) => {
                assert_eq!(expected, None, "{n}: {reason}");
                let continuous = (0..16).contains(&n) && n & 2 != 0;
                assert_eq!(reason.contains("continuous"), continuous, "{n}: {reason}");
            }
        }
    }
}

#[test]
fn a_block_is_one_command() {
    let mut dialect = Gomocup::new();
    let mut feed = |text: &str| dialect.parse(&Line::new(text));
    assert_eq!(feed("BOARD"), Parsed::Nothing);
    assert_eq!(feed("7,7,1"), Parsed::Nothing);
    assert_eq!(feed("INFO time_left 5"), Parsed::Command(Command::Info(Setting::TimeLeft(5))));
    assert_eq!(feed(" 7 , 8 , 2 "), Parsed::Nothing);
    assert_eq!(feed("9 9 3"), Parsed::Nothing);
    let stone = |x, y, owner| BoardStone { at: at(x, y), owner };
    let stones = [(7, 7, Owner::Own), (7, 8, Owner::Opponent), (9, 9, Owner::Retired)];
    let expected = stones.into_iter().map(|(x, y, owner)| stone(x, y, owner)).collect();
    assert_eq!(feed("done"), Parsed::Command(Command::Board(expected)));
    assert!(matches!(feed("DONE"), Parsed::Error(CommandError::Malformed { .. })));
    assert_eq!(feed("SWAP2BOARD"), Parsed::Nothing);
    assert_eq!(feed("7,7"), Parsed::Nothing);
    assert_eq!(feed("DONE"), Parsed::Command(Command::Swap2Board(vec![at(7, 7)])));
    assert_eq!(feed("BOARD"), Parsed::Nothing);
    assert_eq!(feed("END"), Parsed::Command(Command::End));
}

#[test]
fn a_block_of_any_length_is_kept_small() {
    let mut dialect = Gomocup::new();
    dialect.parse(&Line::new("BOARD"));
    for _ in 0..100_000 {
        assert_eq!(dialect.parse(&Line::new("1,1,1")), Parsed::Nothing);
    }
    match dialect.parse(&Line::new("DONE")) {
        Parsed::Command(Command::Board(stones)) => {
            let area = usize::from(BoardSize::MAX) * usize::from(BoardSize::MAX);
            assert_eq!(stones.len(), area + 1);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn events_are_one_line_each() {
    let h8 = Point::new(7, 7).unwrap();
    let report = Report {
        depth: 12,
        selective_depth: 27,
        evaluation: Evaluation::WinIn(7),
        nodes: 51_020,
        elapsed: Duration::from_micros(812_900),
        line: vec![h8],
    };
    let cases = [
        (Event::Ready, "OK"),
        (Event::Move(h8), "7,7"),
        (Event::Suggestion(h8), "SUGGEST 7,7"),
        (Event::Stones(vec![h8, h8]), "7,7 7,7"),
        (Event::Swap, "SWAP"),
        (Event::Refused("a\nb\rc".to_owned()), "ERROR a b c"),
        (Event::Unknown("command X".to_owned()), "UNKNOWN command X"),
        (Event::Note("hello".to_owned()), "MESSAGE hello"),
        (Event::Thought(report), "MESSAGE Depth 12-27 | Eval +M7 | Time 812ms | Node 51020 | h8"),
    ];
    for (event, expected) in cases {
        assert_eq!(Gomocup::new().render(&event), [expected]);
    }
    let about = Gomocup::new().render(&Event::About).concat();
    for key in ["name", "version", "author", "country"] {
        assert!(about.contains(&format!("{key}=\"")), "{about}");
    }
}
