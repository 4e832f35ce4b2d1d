//! The command line from outside: every command, every form of input, every way to go wrong.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

#[path = "support/program.rs"]
mod program;

/// What the program answered.
struct Answer {
    code: i32,
    out: String,
    err: String,
}

fn ask_with(arguments: &[&str], input: &[u8]) -> Answer {
    ask_program(env!("CARGO_BIN_EXE_kagetsu"), arguments, input)
}

fn ask_program(program: &str, arguments: &[&str], input: &[u8]) -> Answer {
    let output = program::ask_program(program, arguments, input);
    Answer {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn ask(arguments: &[&str]) -> Answer {
    ask_with(arguments, b"")
}

/// The standard output of a command that must succeed without a word on standard error.
fn good(arguments: &[&str]) -> String {
    let answer = ask(arguments);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{arguments:?}");
    answer.out
}

/// The one line on standard error of a command that must fail with this code and print nothing.
fn bad(code: i32, arguments: &[&str]) -> String {
    let answer = ask(arguments);
    assert_eq!((answer.code, answer.out.as_str()), (code, ""), "{arguments:?}: {}", answer.err);
    assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    answer.err.trim_end().to_owned()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file that lasts as long as the test.
struct File(PathBuf);

impl File {
    fn new(name: &str, bytes: &[u8]) -> File {
        let path = std::env::temp_dir().join(format!("kagetsu-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Black F8 G8 H9 H10: a stone on H8 is a double three.
const DOUBLE_THREE: &str = r#"{"id":"33","rule":"renju","size":15,"black":["F8","G8","H9","H10"],"white":[],"to_move":"black"}"#;

#[test]
fn without_a_command_it_is_an_engine_under_both_names() {
    for program in [env!("CARGO_BIN_EXE_kagetsu"), env!("CARGO_BIN_EXE_pbrain-kagetsu")] {
        for arguments in [&[][..], &["--nodes", "200", "--rule=renju", "--threads", "1"]] {
            let answer = ask_program(program, arguments, b"START 15\r\nEND\r\n");
            let expected = (0, "OK\n", "");
            assert_eq!((answer.code, answer.out.as_str(), answer.err.as_str()), expected);
        }
        let answer = ask_program(program, &["--speed", "9"], b"START 15\nEND\n");
        assert_eq!((answer.code, answer.out.as_str(), answer.err.lines().count()), (64, "", 1));
        assert_eq!(ask_program(program, &["rules"], b"").out, good(&["rules"]));
    }
}

/// The first command of the README, with the program that the tests have built.
#[cfg(unix)]
#[test]
fn the_main_job_of_the_readme_is_done() {
    let readme = include_str!("../README.md");
    let line = readme.lines().find(|line| line.starts_with("printf ")).unwrap();
    let program = env!("CARGO_BIN_EXE_pbrain-kagetsu");
    let command = line.replace("cargo run --release --bin pbrain-kagetsu", program);
    assert_ne!(command, line);
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let (first, last) = (out.lines().next().unwrap(), out.lines().last().unwrap());
    let on_board = |n: &str| n.parse::<u8>().is_ok_and(|n| n < 15);
    assert_eq!((output.status.code(), first), (Some(0), "OK"), "{out}");
    assert!(last != "7,7" && last.split(',').all(on_board) && last.contains(','), "{out}");
}

#[test]
fn rules_are_told_in_words_and_as_json() {
    let text = good(&["rules"]);
    for expected in
        ["renju", "caro5", "Gomocup 4 · Yixin 2", "black: exactly five · white: five or more"]
    {
        assert!(text.contains(expected), "{expected} is missing:\n{text}");
    }
    let rules = objects(&good(&["rules", "--json"]));
    assert_eq!(rules.len(), 11);
    let renju = rules.iter().find(|r| r["name"] == "renju").unwrap();
    assert_eq!((renju["gomocup"].as_i64(), renju["yixin"].as_i64()), (Some(4), Some(2)));
    assert_eq!(renju["forbidden"]["black"][1], "double-four");
    assert_eq!(rules[0]["forbidden"]["black"], Value::Array(Vec::new()));
}

const EMPTY_FIVE: &str = "    A B C D E
 5  . . . . .  5
 4  . . . . .  4
 3  . . . . .  3
 2  . . . . .  2
 1  . . . . .  1
    A B C D E
";

#[test]
fn show_draws_the_board() {
    let head = "rule:    freestyle (assumed)\nboard:   5x5\nto move: black\n\n";
    assert_eq!(good(&["show", "", "--size", "5"]), format!("{head}{EMPTY_FIVE}"));
    let text = good(&["show", "c3b4e1", "--size", "5", "--rule", "standard"]);
    let expected = "rule:    standard
board:   5x5
to move: white
last:    E1 (move 3)

    A B C D E
 5  . . . . .  5
 4  . ○ . . .  4
 3  . . ● . .  3
 2  . . . . .  2
 1  . . . .(●) 1
    A B C D E
";
    assert_eq!(text, expected);
}

#[test]
fn show_reads_what_it_draws() {
    let drawn = good(&["show", "h8h9i10a1o15", "--rule", "renju"]);
    let again = ask_with(&["show", "-"], drawn.as_bytes());
    let stones = |text: &str| text.split("\n\n").nth(1).unwrap().replace(['(', ')'], " ");
    assert_eq!((again.code, stones(&again.out)), (0, stones(&drawn)));
    assert!(again.out.starts_with("rule:    renju\nboard:   15x15\nto move: white\n"));
    let wild = good(&["show", "--rule", "common-centre", "h8h9", "--size", "15"]);
    assert!(wild.contains("◎"), "{wild}");
    let again_wild = ask_with(&["show", "-"], wild.as_bytes());
    assert_eq!(stones(&again_wild.out), stones(&wild));
    let flipped = good(&["show", "h8h9i10a1o15", "--rule", "renju", "--flip"]);
    assert_eq!(flipped.lines().nth(6).unwrap().split_whitespace().next(), Some("1"));
    assert_eq!(ask_with(&["show", "-"], flipped.as_bytes()).out, again.out);
}

#[test]
fn show_numbers_moves_and_tells_the_result() {
    let text = good(&["show", "a1b1a2b2a3b3a4b4a5", "--size", "5", "--numbers"]);
    assert!(text.contains(" 5   9  .  .  .  .  5\n 4   7  8"), "{text}");
    assert!(text.contains("result:  black has won by a five\n"), "{text}");
    let text = good(&["show", "--rule", "renju", "h8h9i10--"]).replace("to move", "");
    assert!(text.contains("last:    pass (move 4)"), "{text}");
}

#[test]
fn show_tells_what_was_captured() {
    let text = good(&["show", "--rule", "penta", "--size", "7", "c3d3e5e3f3"]);
    assert!(
        text.contains("taken:   one pair by black\n") && text.contains(" 3  . . ● . .(●). "),
        "{text}"
    );
}

#[test]
fn show_marks_forbidden_points() {
    let text = good(&["show", "--forbidden", DOUBLE_THREE]);
    assert!(text.starts_with("id:      33\nrule:    renju\n"), "{text}");
    assert!(text.contains(" 8  . . . . . ● ● t . "), "{text}");
    assert!(text.ends_with("\nforbidden for black: t double-three\n"), "{text}");
    let text = good(&["show", "--forbidden", "h8"]);
    assert!(text.contains("rule:    renju (assumed)") && text.ends_with("nothing\n"), "{text}");
}

#[test]
fn every_form_of_input_gives_the_same_position() {
    let psq = File::new("a.psq", b"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,10\n9,10,20\n-1\na\nb\n");
    let sgf = File::new("a.sgf", b"(;GM[4]FF[4]SZ[15];B[hh];W[hg];B[if])");
    let json = File::new("a.json", br#"{"moves":["h8","h9","i10"]}"#);
    let text = File::new("moves", b"H8 H9\r\nI10\r\n");
    let expected = good(&["show", "h8h9i10"]);
    for arguments in [
        &["show", "H8,H9,I10"][..],
        &["show", "h8_h9_i10"],
        &["show", "h8", "h9", "i10"],
        &["show", "7,7", "7,8", "8,9"],
        &["show", "7,7\n7,8\n8,9"],
        &["show", text.path()],
        &["show", json.path()],
    ] {
        assert_eq!(good(arguments), expected, "{arguments:?}");
    }
    let sized = expected.replace("15x15 (assumed)", "15x15");
    for arguments in [&["show", psq.path()][..], &["show", sgf.path()]] {
        assert_eq!(good(arguments), sized, "{arguments:?}");
    }
    for input in ["7,7,2\n7,8,1\n8,9,2\n", "START 15\nBOARD\n7,7,2\n7,8,1\n8,9,2\nDONE\n"] {
        let answer = ask_with(&["show", "-"], input.as_bytes());
        let stones = |text: &str| text.split("\n\n").nth(1).unwrap().replace(['(', ')'], " ");
        assert_eq!((answer.code, stones(&answer.out)), (0, stones(&expected)), "{input}");
    }
}

#[test]
fn several_positions_are_answered_one_after_the_other() {
    let answers = objects(&good(&["forbidden", "--json", "h8h9", "h8h9i10", DOUBLE_THREE]));
    assert_eq!(answers.len(), 3);
    assert_eq!((answers[1]["to_move"].as_str(), &answers[2]["id"]), (Some("white"), &"33".into()));
    let text = good(&["show", "h8h9", "h8h9i10", "--size", "15"]);
    assert_eq!(text.matches("rule:").count(), 2);
    let lines =
        File::new("show.jsonl", b"{\"moves\":\"h8\"}\n{\"moves\":\"p19\"}\n{\"moves\":\"h9\"}\n");
    let answer = ask(&["show", lines.path()]);
    assert_eq!((answer.code, answer.out.matches("rule:").count()), (65, 2));
    assert_eq!(answer.err, "kagetsu: line 2: \"moves\": \"p19\" is outside a 15x15 board\n");
}

#[test]
fn what_the_caller_says_goes_before_what_the_text_says() {
    let answer = &objects(&good(&["forbidden", "--json", DOUBLE_THREE, "--to-move", "white"]))[0];
    assert_eq!(answer["to_move"], "white");
    assert_eq!(answer["color"], "black");
    assert_eq!(answer["forbidden"]["H8"], "double-three");
    let answer = &objects(&good(&["forbidden", "--json", DOUBLE_THREE, "--rule", "caro5"]))[0];
    assert_eq!(
        (answer["rule"].as_str(), &answer["forbidden"]),
        (Some("caro-exact"), &serde_json::json!({}))
    );
    let rectangle = &objects(&good(&["forbidden", "--json", "h8", "--size", "15x20"]))[0];
    assert_eq!(rectangle["size"], "15x20");
    assert_eq!(rectangle["assumed"], serde_json::json!(["rule"]));
    let diagram = ".....\n..o..\n.xxx.\n.....\n.....";
    let falling = &objects(&good(&["forbidden", "--json", diagram]))[0];
    assert_eq!(falling["assumed"], serde_json::json!(["rule", "row_order", "to_move"]));
    assert_eq!(falling["row_order"], "descending");
    let rising = &objects(&good(&["forbidden", "--json", diagram, "--row-order", "ascending"]))[0];
    assert_eq!(rising["assumed"], serde_json::json!(["rule", "to_move"]));
}

#[test]
fn forbidden_points_are_told_and_explained() {
    let text = good(&["forbidden", DOUBLE_THREE]);
    assert!(text.ends_with("\nforbidden for black:\n  H8   double-three\n"), "{text}");
    let text = good(&["forbidden", "--why", DOUBLE_THREE]);
    let reasons = text.split("\n\n").last().unwrap();
    assert!(reasons.starts_with("H8 is forbidden: double three\n"), "{text}");
    assert!(reasons.contains("F8 G8 [H8]") && reasons.contains("[H8] H9 H10"), "{text}");
    assert!(
        good(&["forbidden", "h8", "--rule", "freestyle"]).ends_with("freestyle forbids nothing\n")
    );
}

#[test]
fn forbidden_as_json_follows_the_contract() {
    let line = good(&["forbidden", "--json", DOUBLE_THREE]);
    let expected = concat!(
        r#"{"id":"33","rule":"renju","size":15,"to_move":"black","color":"black","#,
        r#""forbidden":{"H8":"double-three"},"false":{}}"#,
        "\n"
    );
    assert_eq!(line, expected);
    // D8 F8 H8 J8 + G8: two fours on one line; E8 alone is the four D8 E8 F8 H8, no foul.
    let two_fours = r#"{"black":["D8","F8","H8","J8"],"white":[],"to_move":"black","point":"G8"}"#;
    let answer = &objects(&good(&["forbidden", "--json", "--why", two_fours]))[0];
    assert_eq!(answer["point"]["G8"], "double-four");
    assert_eq!(answer["outcome"], "white-wins");
    assert_eq!(answer["why"]["G8"]["verdict"], "double-four");
    assert_eq!(answer["why"]["G8"]["lines"][0]["fours"].as_array().unwrap().len(), 2);
    // A four-three only looks forbidden where the three would be one of two.
    let five = r#"{"black":["D8","E8","F8","G8","H9","H10"],"white":["C8"],"to_move":"black","point":"H8"}"#;
    let answer = &objects(&good(&["forbidden", "--json", five]))[0];
    assert_eq!(
        (answer["point"]["H8"].as_str(), answer["outcome"].as_str()),
        (Some("five"), Some("black-wins"))
    );
    let taken = r#"{"moves":"h8","point":"h8"}"#;
    assert_eq!(objects(&good(&["forbidden", "--json", taken]))[0]["outcome"], "occupied");
}

#[test]
fn points_that_only_look_forbidden_are_told() {
    // The vertical three becomes a straight four only at H11, and there it would be an overline.
    let board = r#"{"rule":"renju","black":["F8","G8","H9","H10","E11","F11","G11","I11","J11"],"white":["H6"],"to_move":"black"}"#;
    let answer = &objects(&good(&["forbidden", "--json", board]))[0];
    assert_eq!(answer["forbidden"].get("H8"), None, "{answer}");
    assert_eq!(
        (&answer["forbidden"]["H11"], &answer["false"]["H8"]),
        (&"overline".into(), &"three".into())
    );
    let text = good(&["forbidden", board]);
    assert!(text.contains("only looks forbidden:\n") && text.contains("  H8   "), "{text}");
}

/// Black wins with six fours.
const SIX_FOURS: &str = "h8e5f9j7f11h10f7i8j6g10j5j11e8i11";

#[test]
fn solve_finds_fours_and_tells_how_they_end() {
    let answer = ask(&["solve", "--rule", "renju", SIX_FOURS]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let expected = "black wins with 6 fours; nothing stops the five at ply 13\nline:    F8 ";
    assert!(answer.out.contains(expected), "{}", answer.out);
    let answer = ask(&["solve", "--json", "--rule", "renju", SIX_FOURS, "--goal", "vcf"]);
    let solved = &objects(&answer.out)[0];
    assert_eq!((solved["status"].as_str(), solved["kind"].as_str()), (Some("win"), Some("vcf")));
    assert_eq!(
        (&solved["fours"], &solved["moves"], &solved["plies"]),
        (&6.into(), &6.into(), &13.into())
    );
    assert_eq!(
        (solved["line"].as_array().unwrap().len(), solved["end"].as_str()),
        (11, Some("two-fives"))
    );
    assert_eq!((&solved["limit"], solved["nodes"].as_u64().unwrap() > 0), (&Value::Null, true));
    assert!(solved["time_us"].is_u64());
    let five = &objects(&good(&["solve", "--json", "h8a1h9a2h10a3h11a4"]))[0];
    assert_eq!((five["kind"].as_str(), five["end"].as_str()), (Some("five"), Some("five")));
    assert_eq!((&five["fours"], &five["plies"]), (&0.into(), &1.into()));
}

#[test]
fn white_wins_where_the_only_stop_is_forbidden() {
    // After J4 only F4 stops the five, and there black would make two threes: F4-F6 and F4-H2.
    let board = r#"{"rule":"renju","black":["F5","F6","G3","H2","E4","K4"],"white":["G4","H4","I4","A1","C1"],"to_move":"white"}"#;
    let answer = ask(&["solve", "--json", board]);
    let solved = &objects(&answer.out)[0];
    assert_eq!((answer.code, solved["end"].as_str()), (0, Some("forbidden-stop")), "{solved}");
    let text = good(&["solve", board]);
    assert!(
        text.contains("the only stop of the last one is forbidden, the five is at ply 3"),
        "{text}"
    );
}

#[test]
fn solve_tells_no_win_and_limits_by_its_exit_code() {
    let answer = ask(&["solve", "--json", "h8h9"]);
    assert_eq!((answer.code, objects(&answer.out)[0]["status"].as_str()), (1, Some("no-win")));
    let answer = ask(&["solve", "--json", "--rule", "renju", SIX_FOURS, "--nodes", "3"]);
    let solved = &objects(&answer.out)[0];
    assert_eq!((answer.code, solved["status"].as_str()), (2, Some("unknown")));
    assert_eq!((solved["limit"].as_str(), solved.get("line")), (Some("nodes"), None));
    assert!(ask(&["solve", "h8h9"]).out.contains("black has no win by fours alone (--goal vct"));
    for wrong in [
        ["--time", "3x"],
        ["--time", "0s"],
        ["--time", "1"],
        ["--nodes", "0"],
        ["--threads", "0"],
        ["--goal", "draw"],
    ] {
        let answer = ask(&["solve", "h8", wrong[0], wrong[1]]);
        assert_eq!((answer.code, answer.out.as_str()), (64, ""), "{wrong:?}");
    }
}

#[test]
fn solve_answers_a_batch_in_order_whatever_the_threads() {
    let mut lines = String::new();
    for id in 0..40 {
        let moves = ["h8h9", SIX_FOURS, "h8h8"][id % 3];
        lines += &format!("{{\"id\":{id},\"rule\":\"renju\",\"moves\":\"{moves}\"}}\n");
    }
    let without_time = |threads: &str| {
        let answer = ask_with(&["solve", "-", "--threads", threads], lines.as_bytes());
        assert_eq!(answer.code, 65);
        let mut answers = objects(&answer.out);
        for answer in &mut answers {
            for key in ["time_us", "check_us"] {
                answer.as_object_mut().unwrap().remove(key);
            }
        }
        answers
    };
    let answers = without_time("1");
    assert_eq!(answers, without_time("3"));
    let ids: Vec<_> = answers.iter().map(|a| a["id"].as_i64().unwrap()).collect();
    assert_eq!(ids, (0..40).collect::<Vec<_>>());
    assert_eq!(
        (answers[0]["status"].as_str(), answers[1]["status"].as_str()),
        (Some("no-win"), Some("win"))
    );
    assert_eq!(answers[2]["error"], "line 3: move 2: h8 is occupied");
}

#[test]
fn a_batch_answers_every_line_in_order() {
    let lines = "{\"id\":1,\"moves\":\"h8\"}\n\n{\"id\":2,\"moves\":\"p19\"}\n{broken\n{\"id\":4,\"black\":[\"a1\",\"a1\"]}\n{\"id\":5,\"moves\":\"h8h8\"}\n{\"id\":6,\"moves\":\"\"}\n";
    let answer = ask_with(&["forbidden", "--json", "-"], lines.as_bytes());
    assert_eq!((answer.code, answer.err.as_str()), (65, ""));
    let answers = objects(&answer.out);
    let ids: Vec<_> = answers.iter().map(|a| a.get("id").and_then(Value::as_i64)).collect();
    assert_eq!(ids, [Some(1), Some(2), None, Some(4), Some(5), Some(6)]);
    assert_eq!(answers[1]["error"], "line 3: \"moves\": \"p19\" is outside a 15x15 board");
    assert!(answers[2]["error"].as_str().unwrap().starts_with("line 4: "));
    assert_eq!(answers[3]["error"], "line 5: there are two stones on a1");
    assert_eq!(answers[4]["error"], "line 6: move 2: h8 is occupied");
    let fine = "{\"id\":1,\"moves\":\"h8\"}\n{\"id\":2,\"moves\":\"h8h9\"}\n";
    assert_eq!(ask_with(&["forbidden", "-"], fine.as_bytes()).code, 0);
    for second in ["not json", "[1]", "}"] {
        let lines =
            format!("{{\"id\":1,\"moves\":\"h8\"}}\n{second}\n{{\"id\":3,\"moves\":\"\"}}\n");
        let answer = ask_with(&["solve", "--quiet", "-"], lines.as_bytes());
        assert_eq!((answer.code, answer.err.as_str()), (65, ""), "{second}");
        assert_eq!(objects(&answer.out).len(), 3, "{second}");
    }
    let file = File::new("one.jsonl", b"{\"moves\":\"p19\"}\n");
    let answer = ask(&["forbidden", file.path()]);
    assert_eq!((answer.code, objects(&answer.out).len()), (65, 1));
}

#[test]
fn mistakes_name_their_place_and_leave_nothing_half_done() {
    assert_eq!(
        bad(65, &["show", "h8\n\np19"]),
        "kagetsu: line 3: \"p19\" is outside a 15x15 board"
    );
    assert_eq!(
        bad(65, &["show", "h8", "p19"]),
        "kagetsu: line 1: \"p19\" is outside a 15x15 board"
    );
    assert_eq!(bad(65, &["show", "h8h8"]), "kagetsu: move 2: h8 is occupied");
    assert_eq!(bad(65, &["show", "7,7,1\n7,7,2"]), "kagetsu: there are two stones on h8");
    assert_eq!(bad(65, &["show", "h8--"]), "kagetsu: move 2: a pass is not allowed here");
    assert_eq!(bad(65, &["show", "no.psq"]), "kagetsu: no.psq: no such file");
    for folder in ["tests", "./tests"] {
        let expected = format!("kagetsu: {folder}: a folder, not a file");
        assert_eq!(bad(65, &["show", folder]), expected);
    }
    assert_eq!(
        bad(65, &["show", "hello"]),
        "kagetsu: line 1: expected a point such as h8, got \"hello\""
    );
    assert_eq!(
        bad(65, &["forbidden", r#"{"size":4,"black":[]}"#]),
        "kagetsu: \"size\": a board of 4x4 is not supported: each side must be from 5 to 22"
    );
    let file = File::new("bad.txt", b"h8\ni99\n");
    let expected = format!("kagetsu: {}: line 2: \"i99\" is outside a 15x15 board", file.path());
    assert_eq!(bad(65, &["show", "h8", file.path()]), expected);
    let renlib = File::new("a.lib", b"\xffRenLib\xff\x03\x04");
    assert!(
        bad(65, &["show", renlib.path()])
            .contains("this is a RenLib file; a position is read from")
    );
    let empty = ask_with(&["show", "-"], b" \n");
    assert_eq!((empty.code, empty.err.as_str()), (65, "kagetsu: nothing to read\n"));
}

#[test]
fn wrong_usage_is_64_and_help_is_0() {
    for arguments in [
        &["show"][..],
        &["nonsense"],
        &["show", "h8", "--frob"],
        &["show", "h8", "--rule", "go"],
        &["show", "h8", "--size", "4"],
        &["show", "h8", "--to-move", "red"],
        &["rules", "extra"],
    ] {
        let answer = ask(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (64, ""), "{arguments:?}");
        let one_line = answer.err.starts_with("kagetsu: ") && answer.err.lines().count() == 1;
        assert!(one_line, "{}", answer.err);
    }
    assert!(bad(64, &["solve", "h8", "--time", "1"]).contains("with its unit (ms, s or m)"));
    for arguments in [&["--help"][..], &["show", "--help"], &["--version"]] {
        assert!(!good(arguments).is_empty());
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let lines = "{\"moves\":\"h8\"}\n".repeat(20_000);
    let file = File::new("many.jsonl", lines.as_bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_kagetsu"))
        .args(["forbidden", "--json", file.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// Every command in a `console` block gives what stands below it.
#[cfg(unix)]
#[test]
fn the_examples_of_the_documents_are_true() {
    check_examples(include_str!("../README.md"), 8);
    check_examples(include_str!("../docs/output.md"), 8);
}

#[cfg(unix)]
fn check_examples(text: &str, least: usize) {
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_kagetsu")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut examples = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            let output = Command::new("sh")
                .args(["-c", command])
                .current_dir(env!("CARGO_TARGET_TMPDIR"))
                .env("PATH", &path)
                .output()
                .unwrap();
            let told = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(told).unwrap(), expected, "{command}");
            examples += 1;
        }
    }
    assert!(examples >= least, "only {examples} examples found");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_a_file() {
    let answer = ask_with(&["show", "/dev/stdin"], b"h8h9i10");
    assert_eq!((answer.code, answer.out), (0, good(&["show", "h8h9i10"])));
}

/// Black makes a double three with its last move, H8.
const LOST_BY_A_FOUL: &str = "f8a1g8a3h9a5h10a7h8";

#[test]
fn finished_games_are_told_as_such() {
    let won = "a1b1a2b2a3b3a4b4a5";
    assert_eq!(bad(65, &["solve", won]), "kagetsu: the game is over: black has won by a five");
    let lines = format!("{{\"id\":7,\"moves\":\"{won}\"}}\n{{\"moves\":\"h8\"}}\n");
    let answer = ask_with(&["solve", "-"], lines.as_bytes());
    let answers = objects(&answer.out);
    assert_eq!((answer.code, &answers[0]["id"]), (65, &7.into()));
    assert_eq!(answers[0]["error"], "line 1: the game is over: black has won by a five");
    assert_eq!(answers[1]["status"], "no-win");
    let told = &objects(&good(&["forbidden", "--json", won, "--point", "h8"]))[0];
    assert_eq!(told["result"], "black has won by a five");
    let asked = (&told["point"]["H8"], &told["outcome"]);
    assert_eq!(asked, (&"game-over".into(), &"game-over".into()));
    assert!(good(&["forbidden", won]).contains("\nthe game is over: black has won by a five\n"));
}

#[test]
fn a_foul_as_the_last_move_is_explained() {
    let text = good(&["forbidden", "--why", LOST_BY_A_FOUL]);
    assert!(text.contains("white has won: black made a double-three\nH8, the last move of black"));
    assert!(text.contains("H8 is forbidden: double three\n"), "{text}");
    let object = &objects(&good(&["forbidden", "--why", "--json", LOST_BY_A_FOUL]))[0];
    assert_eq!(object["why"]["H8"]["verdict"], "double-three");
}

#[test]
fn moves_after_the_end_are_refused_with_the_end() {
    assert_eq!(
        bad(65, &["show", "--rule", "renju", &format!("{LOST_BY_A_FOUL}a9")]),
        "kagetsu: move 9 h8 was a double-three of black; move 10 comes after the end"
    );
    assert_eq!(
        bad(65, &["show", "a1b1a2b2a3b3a4b4a5h8"]),
        "kagetsu: move 9 a5 ended the game: black has won by a five; move 10 comes after the end"
    );
    assert_eq!(
        bad(65, &["show", "(;SZ[15]AB[aa][ba][ca][da][ea];W[hh])"]),
        "kagetsu: the game is over before the first move: black has won by a five; move 1 comes \
         after the end"
    );
}

#[test]
fn points_are_asked_for_on_the_command_line() {
    let asked = ["--point", "H8", "--point", "a1 b1", "--why"];
    let text = good(&[&["forbidden", DOUBLE_THREE][..], &asked].concat());
    for expected in ["H8 for black: double-three\n", "A1 for black: legal\n", "\nB1 "] {
        assert!(text.contains(expected), "{expected} is missing:\n{text}");
    }
    let object = &objects(&good(&[&["forbidden", "--json", DOUBLE_THREE][..], &asked].concat()))[0];
    assert_eq!(object["outcome"]["H8"], "white-wins");
    assert_eq!(object["why"]["A1"]["verdict"], "legal");
    assert_eq!(
        bad(65, &["forbidden", "h8", "--point", "p19"]),
        "kagetsu: --point: \"p19\" is outside a 15x15 board"
    );
}

#[test]
fn a_line_that_is_no_json_is_an_error_of_its_own() {
    let answer = ask_with(&["solve", "-"], b"\n{\"moves\":\"h8\"}\nhello\n{\"moves\":\"h9\"}\n");
    let answers = objects(&answer.out);
    assert_eq!((answer.code, answers.len()), (65, 3));
    assert!(answers[1]["error"].as_str().unwrap().starts_with("line 3: "), "{}", answers[1]);
    assert_eq!(answers[2]["status"], "no-win");
}

#[test]
fn numbers_and_marks_are_read_again() {
    let numbered = good(&[
        "show",
        "--rule",
        "renju",
        "--numbers",
        "--forbidden",
        "--size",
        "15",
        LOST_BY_A_FOUL.strip_suffix("h8").unwrap(),
    ]);
    assert!(numbered.contains(" 8   .  .  .  .  .  1  3  t  . "), "{numbered}");
    let again = ask_with(&["show", "-", "--numbers", "--forbidden"], numbered.as_bytes());
    assert_eq!((again.out, again.code), (numbered, 0));
    let full = good(&["show", "--size", "5", "--numbers", "a1b1c1d1e1a3"]);
    let again = ask_with(&["show", "-", "--numbers"], full.as_bytes()).out;
    assert_eq!(again.replace(" (assumed)", ""), full.replace(" (assumed)", ""));
    let lost = ["show", "--rule", "renju", LOST_BY_A_FOUL, "--size", "15"];
    let numbered = good(&[&lost[..], &["--numbers"]].concat());
    assert_eq!(ask_with(&["show", "-", "--numbers"], numbered.as_bytes()).out, numbered);
    let refused = |text: &str| {
        let answer = ask_with(&["show", "-"], text.as_bytes());
        assert_eq!((answer.code, answer.out.as_str()), (65, ""));
        answer.err
    };
    assert!(refused(&good(&lost)).contains("cannot be told from the stones"));
    let captured = ["show", "--rule", "penta", "--size", "7", "c3d3e5e3f3"];
    assert!(refused(&good(&captured)).contains("captured pairs can only come from moves"));
    let passed = good(&["show", "--rule", "renju", "h8h9i10--j9", "--numbers"]);
    assert!(refused(&passed).contains("every number from 1 to 5"), "{}", refused(&passed));
    assert!(refused(&numbered.replace("  1  3  9", "  ●  3  9")).contains("with and without"));
}

#[test]
fn rules_are_told_one_by_one() {
    let text = good(&["rules", "pente", "Renju"]);
    let names: Vec<_> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(names, ["penta  (also pente)", "", "renju"]);
}

/// The example of the README is the one that the crate's documentation compiles and runs.
#[test]
fn the_library_example_is_the_same_in_both_places() {
    let readme = include_str!("../README.md").split("```rust\n").nth(1).unwrap();
    let shown = readme.split("```").next().unwrap();
    let docs = include_str!("../src/lib.rs").split("//! ```\n").nth(1).unwrap();
    let lines = docs.lines().map(|line| line.trim_start_matches("//!"));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let run: String =
        lines.filter(|line| !line.starts_with("# ")).map(|l| format!("{l}\n")).collect();
    assert_eq!(run, shown);
}

/// Whole columns of black, two apart: every seeming foul has straight-four points that branch on and on.
#[test]
fn a_lattice_of_threes_is_answered_without_its_reasons() {
    let column = |x: usize| (1..=22).map(move |y| format!("\"{}{y}\"", char::from(b'A' + x as u8)));
    let stones: Vec<String> = (0..22).step_by(3).flat_map(column).collect();
    let position =
        format!("{{\"size\":22,\"black\":[{}],\"to_move\":\"black\"}}", stones.join(","));
    let answer = ask(&["forbidden", "--json", &position]);
    assert_eq!(answer.code, 0);
    let answers = objects(&answer.out);
    assert_eq!(answers[0]["forbidden"].as_object().unwrap().len(), 20);
}

/// Giving the move to the other side keeps what has been captured.
#[test]
fn captured_pairs_outlast_a_change_of_the_side_to_move() {
    let moves = "h8i8a1j8k8a15";
    for to_move in ["black", "white"] {
        let answer = ask(&["show", "--rule", "penta", "--to-move", to_move, moves]);
        assert_eq!(answer.code, 0);
        assert!(answer.out.contains("one pair by black"), "{}", answer.out);
    }
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = folder("certificates_are_written_and_checked");
    let dir = folder.to_str().unwrap();
    let batch = "{\"rule\":\"renju\",\"moves\":\"h8e5f9j7f11h10f7i8j6g10j5j11e8i11\"}\n{\"moves\":\"h8\"}\n";
    let answer = ask_with(&["solve", "--proof", dir, "-"], batch.as_bytes());
    let answers = objects(&answer.out);
    let file = answers[0]["proof"].as_str().unwrap();
    assert!(answers[1].get("proof").is_none());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert!(good(&["verify", file]).contains(": proved: black wins ("));

    let text = std::fs::read_to_string(file).unwrap();
    let broken = folder.join("broken.json");
    std::fs::write(&broken, text.replacen("\"default\"", "\"other\"", 1)).unwrap();
    let broken = broken.to_str().unwrap();
    let answer = ask(&["verify", "--json", file, broken]);
    assert_eq!(answer.code, 1);
    let verdicts = objects(&answer.out);
    assert_eq!(verdicts[0]["status"], "proved");
    assert_eq!(verdicts[1]["status"], "flaw");
    assert_eq!(verdicts[1]["flaw"], "nothing answers A1");

    let answer = ask_with(&["verify", "-"], b"{}");
    assert_eq!(answer.code, 65);
    assert_eq!(answer.out, "-: cannot be read: \"format\": expected \"kagetsu-proof\"\n");
    assert!(ask(&["verify", "no/such/file"]).out.contains("cannot be read"));
}

#[test]
fn points_by_kind() {
    let board = "h8a1h9a3j8a5";
    let object = objects(&good(&["find", "--json", "--kind", "three", "--kind", "five", board]));
    let points = object[0]["points"]["three"].as_array().unwrap();
    assert!(points.contains(&"H10".into()) && points.contains(&"I8".into()));
    assert_eq!(object[0]["points"]["five"], serde_json::json!([]));
    assert_eq!((&object[0]["color"], &object[0]["limit"]), (&"black".into(), &Value::Null));
    let white = objects(&good(&["find", "--json", "--color", "white", "--kind", "five", board]));
    assert_eq!(white[0]["color"], "white");

    let text = good(&["find", "--kind", "three", "--points", "h10", "--points", "a2", board]);
    assert!(text.lines().any(|line| line == "a  three: H10"), "{text}");
    let all = good(&["find", board]);
    assert!(all.contains("  two: ") && !all.contains("vcf"), "{all}");

    let wrong = bad(64, &["find", "--kind", "tree", board]);
    assert!(wrong.contains("no such kind") && wrong.contains("sleeping-three"), "{wrong}");
    let outside = bad(65, &["find", "--points", "p19", board]);
    assert!(outside.contains("--points"), "{outside}");
}

#[test]
fn points_that_a_limit_leaves_open_are_unknown() {
    let board = "h8e5f9j7f11h10f7i8j6g10j5j11e8i11";
    let arguments = ["find", "--json", "--rule", "renju", "--kind", "vcf-threat", "--nodes", "50"];
    let answer = ask(&[&arguments[..], &[board]].concat());
    assert_eq!(answer.code, 2, "{}", answer.err);
    let object = &objects(&answer.out)[0];
    assert_eq!(object["limit"], "nodes");
    assert!(!object["unknown"]["vcf-threat"].as_array().unwrap().is_empty());
    let lines = "{\"moves\":\"h8a1h9a3j8a5\",\"id\":1}\nnothing\n{\"moves\":\"h8\",\"id\":3}\n";
    let batch = ask_with(&["find", "--kind", "three", "-"], lines.as_bytes());
    let answers = objects(&batch.out);
    assert_eq!((batch.code, answers.len()), (65, 3));
    assert!(answers[1]["error"].as_str().unwrap().starts_with("line 2"));
    assert_eq!(answers[2]["id"], 3);
}
