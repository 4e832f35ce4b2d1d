//! `kagetsu solve --goal vct` and `--goal win` from outside: kinds of win, limits, budgets, first moves.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

#[path = "support/program.rs"]
mod program;

use program::ask_program;

/// Two twos that cross, and enough white stones to make the order of the threats matter.
///
/// ```text
///  9  . . . . ○ . ○ . . . .
///  8  . . . . . ○ . ● . . .
///  7  . . . . . . . . ● . .
///  6  . . . . . . ○ . . ○ .
///  5  . . . . . . . ● . . .
///  4  . . . ● ● . . . . . .
///     A B C D E F G H I J K
/// ```
///
/// Won by F4, G4 or H6, with two threats and four stones.
const CROSSING: &str = r#"{"rule":"freestyle","size":15,"black":["D4","E4","H5","H8","I7"],"white":["E9","F8","G6","G9","J6"],"to_move":"black"}"#;

/// Won by J8 alone, which makes two threes; white can put in a four at E8 or F8.
///
/// ```text
/// 12  . . . ○ . . . .
/// 11  . . . . . . . .
/// 10  . . ○ . ● . ● .
///  9  . . . . ● . . .
///  8  . ○ ○ ○ . . . .
///  7  . ● . ● . . . .
///     F G H I J K L M
/// ```
const TWO_THREES: &str = r#"{"rule":"freestyle","size":15,"black":["G7","I7","J9","J10","L10"],"white":["G8","H8","H10","I8","I12"],"to_move":"black"}"#;

/// Won with three threats and five stones.
const THREE_THREATS: &str = r#"{"rule":"freestyle","size":15,"black":["G7","H4","H8","I8","K6"],"white":["F9","F10","H5","H7","J7"],"to_move":"black"}"#;

/// Won with four stones; the win that is found first takes six.
const A_LONG_WAY: &str = r#"{"rule":"freestyle","size":15,"black":["I9","K9","G9","I6","K7","F6"],"white":["I8","F8","J7","L10","L6","L11"],"to_move":"black"}"#;

/// No win by threats; D4 threatens one, and nothing stops it.
///
/// ```text
///  8  . . . . . ● ○ .
///  7  ● . . ● . . . .
///  6  ● . . . . . . ●
///  5  ○ . . . . . . .
///  4  ○ ● ○ . ● ○ . .
///  3  ○ . ● . . . . .
///  2  . . . ○ . . . .
///  1  ● . . . . . . ●
///     A B C D E F G H
/// ```
const QUIET: &str = r#"{"rule":"freestyle","size":8,"black":["A1","A6","A7","B4","C3","D7","E4","F8","H1","H6"],"white":["A3","A4","A5","C4","D2","F4","G8"],"to_move":"black"}"#;

/// Open on all sides: a hundred thousand nodes do not settle it.
const HARD: &str = r#"{"rule":"freestyle","size":15,"black":["F9","G13","H8","H11","I15"],"white":["F8","F10","F12","H9","J13"],"to_move":"black"}"#;

fn ask_with(arguments: &[&str], input: &str) -> Output {
    ask_program(env!("CARGO_BIN_EXE_kagetsu"), arguments, input.as_bytes())
}

/// The answer and the exit code.
fn solve(position: &str, options: &[&str]) -> (Value, Option<i32>) {
    let arguments = [&["solve", "--json", "--threads", "1"], options, &[position]].concat();
    let output = ask_with(&arguments, "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    (serde_json::from_str(&text).unwrap(), output.status.code())
}

fn vct(position: &str, options: &[&str]) -> (Value, Option<i32>) {
    solve(position, &[&["--goal", "vct"], options].concat())
}

fn text(position: &str, options: &[&str]) -> String {
    let arguments = [&["solve", "--no-times", "--threads", "1"], options, &[position]].concat();
    String::from_utf8(ask_with(&arguments, "").stdout).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The certificate of a win is written, passes, and does not pass without its first default.
fn proved(position: &str, options: &[&str], name: &str) -> Value {
    let folder = folder(name);
    let proof = ["--proof", folder.to_str().unwrap()];
    let (answer, code) = solve(position, &[options, &proof].concat());
    assert_eq!((&answer["status"], code), (&json!("win"), Some(0)), "{answer}");
    let file = answer["proof"].as_str().unwrap();
    let verified = ask_with(&["verify", "--json", file], "");
    let verdict: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!((&verdict["status"], &verdict["winner"]), (&json!("proved"), &json!("black")));
    // More than the main line was played out.
    assert!(verdict["moves"].as_u64() > answer["moves"].as_u64(), "{verdict}");
    let whole = std::fs::read_to_string(file).unwrap();
    let broken = whole.replacen("\"default\"", "\"other\"", 1);
    assert_ne!(broken, whole);
    assert_eq!(ask_with(&["verify", "-"], &broken).status.code(), Some(1));
    answer
}

#[test]
fn a_win_by_threats_is_proved() {
    for (number, position) in [CROSSING, TWO_THREES, THREE_THREATS].into_iter().enumerate() {
        let (fours, code) = solve(position, &[]);
        assert_eq!((&fours["status"], code), (&json!("no-win"), Some(1)), "by fours");
        let answer = proved(position, &["--goal", "vct"], &format!("by_threats_{number}"));
        assert_eq!(answer["kind"], "vct");
        assert!(answer.get("fours").is_none(), "{answer}");
        let line = answer["line"].as_array().unwrap();
        assert_eq!(answer["moves"].as_u64(), Some(line.len().div_ceil(2) as u64));
        // Nothing stops the five after the line: a reply and the five are still to come.
        assert_eq!(answer["end"], "two-fives");
        assert_eq!(answer["plies"].as_u64(), Some(line.len() as u64 + 2));
        assert_eq!((&answer["limit"], &answer["shortest"]), (&Value::Null, &json!(false)));
    }
}

/// A win by fours keeps its name, whatever is asked for.
#[test]
fn the_cheapest_kind_of_win_is_told() {
    for goal in ["vcf", "vct", "win"] {
        let six_fours = ["--rule", "renju", "--goal", goal];
        let (answer, _) = solve("h8e5f9j7f11h10f7i8j6g10j5j11e8i11", &six_fours);
        assert_eq!((&answer["kind"], &answer["fours"]), (&json!("vcf"), &json!(6)), "{goal}");
        let (answer, _) = solve("h8a1h9a2h10a3h11a4", &["--goal", goal]);
        assert_eq!((&answer["kind"], &answer["plies"]), (&json!("five"), &json!(1)), "{goal}");
    }
    let (answer, _) = solve(CROSSING, &["--goal", "win"]);
    assert_eq!(answer["kind"], "vct");
}

#[test]
fn threats_can_be_limited() {
    for (position, threats) in [(CROSSING, 2), (TWO_THREES, 2), (THREE_THREATS, 3)] {
        for most in 0..=threats + 1 {
            let (answer, code) = vct(position, &["--max-threats", &most.to_string()]);
            let expected = if most < threats { ("no-win", 1) } else { ("win", 0) };
            assert_eq!((answer["status"].as_str().unwrap(), code.unwrap()), expected, "{most}");
            assert_eq!(answer["limit"], Value::Null);
        }
    }
    // Fours are free.
    let (answer, _) = solve(
        "h8e5f9j7f11h10f7i8j6g10j5j11e8i11",
        &["--rule", "renju", "--goal", "vct", "--max-threats", "0"],
    );
    assert_eq!(answer["kind"], "vcf");
}

#[test]
fn stones_can_be_limited() {
    for (position, stones) in [(CROSSING, 4), (TWO_THREES, 4), (THREE_THREATS, 5)] {
        for most in 1..=stones + 2 {
            let (answer, code) = vct(position, &["--max-stones", &most.to_string()]);
            let expected = if most < stones { ("no-win", 1) } else { ("win", 0) };
            assert_eq!((answer["status"].as_str().unwrap(), code.unwrap()), expected, "{most}");
            // The five comes after the last move of the line, and nobody holds out longer.
            if code == Some(0) {
                let plies = answer["plies"].as_u64().unwrap();
                assert!(answer["moves"].as_u64().unwrap() < most && plies.div_ceil(2) <= most);
            }
        }
    }
    // A line of fours costs stones too: six fours and the five.
    let six_fours = |most: &str| {
        let options = ["--rule", "renju", "--max-stones", most];
        solve("h8e5f9j7f11h10f7i8j6g10j5j11e8i11", &options).0["status"].clone()
    };
    assert_eq!((six_fours("6"), six_fours("7")), (json!("no-win"), json!("win")));
}

#[test]
fn the_shortest_win_takes_the_fewest_stones() {
    for position in [CROSSING, TWO_THREES, THREE_THREATS] {
        let (shortest, _) = vct(position, &["--shortest"]);
        assert_eq!(shortest["shortest"], true);
        let wins = |most: u64| {
            vct(position, &["--max-stones", &most.to_string()]).0["status"] == json!("win")
        };
        let fewest = (1..20).find(|&most| wins(most)).unwrap();
        assert_eq!(shortest["plies"], 2 * fewest - 1);
    }
    let found = |options: &[&str]| vct(A_LONG_WAY, options).0["plies"].as_u64().unwrap();
    assert!(found(&["--shortest"]) < found(&[]), "there is something to shorten");
}

/// Plays a first move and asks about every reply of white's.
fn after(position: &str, first: &str) -> Vec<Value> {
    let start: Value = serde_json::from_str(position).unwrap();
    let taken = |p: &str| ["black", "white"].iter().any(|c| has(&start[c], p)) || p == first;
    let points = (1..=15).flat_map(|y| ('A'..='O').map(move |x| format!("{x}{y}")));
    let mut lines = String::new();
    for reply in points.filter(|p| !taken(p)) {
        let mut position = start.clone();
        position["black"].as_array_mut().unwrap().push(json!(first));
        position["white"].as_array_mut().unwrap().push(json!(reply));
        lines += &format!("{position}\n");
    }
    let output = ask_with(&["solve", "--goal", "vct", "--quiet", "-"], &lines);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn has(list: &Value, p: &str) -> bool {
    list.as_array().unwrap().iter().any(|q| q == p)
}

#[test]
fn all_first_moves_are_told() {
    let (answer, _) = vct(CROSSING, &["--all"]);
    assert_eq!(answer["firsts"], json!(["F4", "G4", "H6"]));
    assert_eq!(answer["firsts_complete"], true);
    assert!(has(&answer["firsts"], answer["line"][0].as_str().unwrap()));
    for first in ["F4", "G4", "H6"] {
        let answers = after(CROSSING, first);
        assert_eq!(answers.len(), 214);
        assert!(answers.iter().all(|answer| answer["status"] == "win"), "{first}");
    }
    // Threes that do not win, and a stone that is no threat.
    for other in ["C4", "I5", "A1"] {
        let answers = after(CROSSING, other);
        assert!(answers.iter().any(|answer| answer["status"] == "no-win"), "{other}");
    }
    let (answer, _) = vct(TWO_THREES, &["--all"]);
    assert_eq!(answer["firsts"], json!(["J8"]));
    let (answer, _) = solve("h8a1h9a2h10a3h11a4", &["--all"]);
    assert_eq!(
        (&answer["firsts"], &answer["firsts_complete"]),
        (&json!(["H7", "H12"]), &json!(true))
    );
    let (answer, _) = vct(CROSSING, &["--all", "--nodes", "60"]);
    assert_eq!((&answer["status"], &answer["firsts_complete"]), (&json!("win"), &json!(false)));
    assert!(vct(CROSSING, &[]).0.get("firsts").is_none());
}

#[test]
fn a_quiet_move_wins() {
    let (answer, code) = vct(QUIET, &[]);
    assert_eq!((&answer["status"], code), (&json!("no-win"), Some(1)));
    let answer = proved(QUIET, &["--goal", "win"], "a_quiet_move_wins");
    assert_eq!((&answer["kind"], &answer["line"][0]), (&json!("win"), &json!("D4")));
    assert_eq!(answer["shortest"], false);
    // There is no end to quiet moves: the list is never called complete.
    let (answer, _) = solve(QUIET, &["--goal", "win", "--all"]);
    assert!(has(&answer["firsts"], "D4"));
    assert_eq!(answer["firsts_complete"], false);
}

/// Any win at all is never ruled out.
#[test]
fn no_win_found_is_not_no_win() {
    for (position, options) in [("c3b2", &["--size", "5"][..]), ("h8", &[])] {
        let (answer, code) = solve(position, &[&["--goal", "win"], options].concat());
        assert_eq!((&answer["status"], code), (&json!("unknown"), Some(2)), "{answer}");
        assert_eq!(answer["limit"], Value::Null);
        assert_eq!(vct(position, options).0["status"], "no-win");
    }
    let told = text("h8", &["--goal", "win"]);
    assert!(told.contains("unknown: no win was found, and none is ruled out\n"), "{told}");
    let (answer, code) = solve(HARD, &["--goal", "win", "--nodes", "1000"]);
    let expected = (&json!("unknown"), &json!("nodes"), Some(2));
    assert_eq!((&answer["status"], &answer["limit"], code), expected);
}

#[test]
fn limits_are_kept_and_named() {
    for (option, most, limit) in
        [("--nodes", "1000", "nodes"), ("--time", "10ms", "time"), ("--memory", "16K", "memory")]
    {
        let (answer, code) = vct(HARD, &[option, most]);
        let expected = (&json!("unknown"), &json!(limit), Some(2));
        assert_eq!((&answer["status"], &answer["limit"], code), expected);
        let told = text(HARD, &["--goal", "vct", option, most]);
        assert!(told.contains(&format!("unknown: the limit on {limit} came first\n")), "{told}");
    }
    let nodes = |most: &str| vct(HARD, &["--nodes", most]).0["nodes"].as_u64().unwrap();
    // A search for fours that has begun is finished.
    assert!((1000..3000).contains(&nodes("1000")) && (9000..12_000).contains(&nodes("9000")));
}

/// Where there is little memory, wins are still found, and proved anew where the table has lost them.
#[test]
fn a_small_table_proves_the_same() {
    for position in [CROSSING, TWO_THREES, THREE_THREATS] {
        let (answer, code) = vct(position, &["--memory", "4K"]);
        assert_eq!((&answer["kind"], code), (&json!("vct"), Some(0)), "{answer}");
    }
}

#[test]
fn one_thread_answers_the_same_twice() {
    let lines = [CROSSING, QUIET, THREE_THREATS, HARD, TWO_THREES].join("\n");
    let ask = |goal| {
        let options = ["--no-times", "--threads", "1", "--nodes", "20000", "--shortest", "--all"];
        let arguments = ["solve", "--quiet", "--tree", "--goal", goal, "-"];
        ask_with(&[&arguments[..], &options].concat(), &lines).stdout
    };
    for goal in ["vct", "win"] {
        let answers = ask(goal);
        assert_eq!(answers.iter().filter(|&&byte| byte == b'\n').count(), 5);
        assert_eq!(answers, ask(goal), "{goal}");
    }
}

/// What was found does not depend on how many look for it.
#[test]
fn two_threads_find_the_same_wins() {
    for position in [CROSSING, TWO_THREES, THREE_THREATS] {
        let told = |threads| {
            let options = ["--json", "--goal", "vct", "--shortest", "--all", "--threads", threads];
            let output = ask_with(&[&["solve"], &options[..], &[position]].concat(), "");
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            ["status", "kind", "plies", "shortest", "firsts"].map(|key| answer[key].clone())
        };
        assert_eq!(told("1"), told("2"));
    }
}

#[test]
fn the_answer_in_words() {
    let told = text(TWO_THREES, &["--goal", "vct", "--shortest", "--all", "--tree"]);
    let (board, answer) = told.split_once("\nblack wins").unwrap();
    assert!(board.contains("\n 8  . . . . 2 3 ○ ○ ○ 1 "), "{told}");
    let expected = " with 3 moves; nothing stops the five at ply 7
line:    J8 E8 F8 J6 K9
firsts:  J8
work:    ";
    assert!(answer.starts_with(expected), "{told}");
    let tree = "
1. J8 two threes
├─ E8 four: 2. F8
│  ├─ J6, J7, J11: 3. K9 straight four
│  └─ else: 3. J7 straight four
├─ J6, J7, J11: 2. K9 straight four
├─ F8 four: 2. E8
│  ├─ J6, J7, J11: 3. K9 straight four
│  └─ else: 3. J7 straight four
└─ else: 2. J7 straight four
";
    assert!(answer.ends_with(tree), "{told}");
}

/// Many fours that lead nowhere, and stones that can be taken: the certificate of the win takes longer than the win.
const A_COSTLY_CERTIFICATE: &str = r#"{"rule":"penta","size":"17x16","black":["I9","H10","H9","I11","I7","I12","H13","G7","J10","F10","L14","G6","D10","F11","J13","K13","E11","D6","F5","E9","O13","K12","L15","K10","G13","C8","M12","K15","D9","M14","A14","H5","H15","P13","F14","J5","G10","K8","F13","L10","G15","H8","D12","E7","G14"],"white":["G11","G9","H12","J12","H11","J9","G12","L12","K11","J11","J14","E10","J7","L13","E6","I8","K14","E12","J6","G8","F6","H14","F8","E3","F3","N9","D13","N13","C10","L9","B12","A11","H4","M11","H6","I16","M15","C2","B14","H3","J4","A10","L7","D7","E8","I10","I13","G16","G5","F12","M10","I15","I14","D8","C11","E16"],"to_move":"black"}"#;

/// The limit of nodes is kept while the certificate is written, too.
#[test]
fn a_certificate_stays_within_the_limit() {
    for most in [500, 2_000, 2_700, 10_000] {
        let (answer, _) = vct(A_COSTLY_CERTIFICATE, &["--nodes", &most.to_string()]);
        assert!(answer["nodes"].as_u64().unwrap() <= most + 1, "{most}: {answer}");
        let told = answer["status"] == "win" || answer["limit"] == "nodes";
        assert!(told, "{most}: {answer}");
    }
    assert_eq!(vct(A_COSTLY_CERTIFICATE, &[]).0["status"], "win");
}

/// A win that was not shown to be the shortest, or not the only one, tells which limit came before.
#[test]
fn a_win_tells_what_was_cut_off() {
    let (answer, _) = vct(CROSSING, &["--shortest", "--nodes", "100"]);
    assert_eq!(answer["status"], "win");
    assert_eq!((&answer["shortest"], &answer["limit"]), (&json!(false), &json!("nodes")));
    let (answer, _) = vct(CROSSING, &["--all", "--nodes", "300"]);
    assert_eq!((&answer["firsts_complete"], &answer["limit"]), (&json!(false), &json!("nodes")));
    let (answer, _) = vct(CROSSING, &["--all", "--shortest"]);
    assert_eq!((&answer["firsts_complete"], &answer["limit"]), (&json!(true), &json!(null)));
}

/// No win within a limit is not called no win.
#[test]
fn what_the_win_may_cost_is_said() {
    for (options, words) in [
        (vec!["--max-threats", "1"], "black has no win by fours and threats within one threat"),
        (vec!["--max-stones", "2"], "black has no win by fours and threats within 2 stones"),
    ] {
        let arguments = [vec!["solve", "--goal", "vct", TWO_THREES], options].concat();
        let told = String::from_utf8(ask_with(&arguments, "").stdout).unwrap();
        assert!(told.contains(words), "{told}");
    }
}
