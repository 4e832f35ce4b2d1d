//! Collections of positions from elsewhere, asked through the program itself.
//!
//! The collections lie beside the repository and are not part of it; without them the test says so
//! and passes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The file in `../shared/data`, if it is there.
#[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
fn collection(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    if path.is_file() {
        return Some(path);
    }
    eprintln!("skipped: ../shared/data/{name} is not there");
    None
}

/// Asks `kagetsu forbidden --json -` about every line, and holds every answer against its line.
/// Returns how many lines there were.
fn agreement(name: &str, agrees: impl Fn(&Value, &Value) -> bool) -> Option<usize> {
    let mut wrong = Vec::new();
    let lines = answers(name, &["forbidden", "--json", "-"], |question, answer| {
        if !agrees(question, answer) {
            wrong.push(format!("{} got {answer}", question["id"]));
        }
    })?;
    assert!(wrong.is_empty(), "{} of {lines} differ:\n{}", wrong.len(), wrong.join("\n"));
    Some(lines)
}

/// Runs a command over a collection and shows every line with its answer. Returns how many there
/// were.
fn answers(name: &str, command: &[&str], mut show: impl FnMut(&Value, &Value)) -> Option<usize> {
    let path = collection(name)?;
    let output = Command::new(env!("CARGO_BIN_EXE_kagetsu"))
        .args(command)
        .stdin(Stdio::from(std::fs::File::open(&path).unwrap()))
        .output()
        .unwrap();
    // Collections hold finished games too, which have nothing to solve: they are the only errors.
    assert!(matches!(output.status.code(), Some(0 | 65)), "{:?}", output.status);
    let questions = std::fs::read_to_string(&path).unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let mut answers = answers.lines();
    let mut lines = 0;
    for question in questions.lines() {
        lines += 1;
        let question: Value = serde_json::from_str(question).unwrap();
        let answer: Value = serde_json::from_str(answers.next().unwrap()).unwrap();
        assert_eq!(question["id"], answer["id"]);
        let error = answer["error"].as_str();
        assert!(error.is_none_or(|e| e.contains("the game is over")), "{answer}");
        show(&question, &answer);
    }
    assert_eq!(answers.next(), None);
    Some(lines)
}

fn foul_as_expected(question: &Value, answer: &Value) -> bool {
    match question["expect"].as_str().unwrap() {
        "board" => answer["forbidden"] == question["all_forbidden"],
        expected => answer["point"][question["point"].as_str().unwrap()] == expected,
    }
}

#[test]
fn curated_forbidden_points() {
    if let Some(lines) = agreement("forbidden_curated.jsonl", foul_as_expected) {
        assert_eq!(lines, 114);
    }
}

#[test]
fn disputed_forbidden_points() {
    if let Some(lines) = agreement("forbidden_disputed.jsonl", foul_as_expected) {
        assert_eq!(lines, 124);
    }
}

#[test]
fn whole_boards_of_forbidden_points() {
    if let Some(lines) = agreement("forbidden_boards.jsonl", foul_as_expected) {
        assert_eq!(lines, 5791);
    }
}

#[test]
fn outcome_right_after_a_move() {
    let same = |question: &Value, answer: &Value| question["expect"] == answer["outcome"];
    if let Some(lines) = agreement("win_rules.jsonl", same) {
        assert_eq!(lines, 39);
    }
}

#[test]
fn problems_that_are_won_by_fours() {
    let command = ["solve", "--json", "--nodes", "20000", "-"];
    let (mut problems, mut solved) = (0, 0);
    for name in ["puzzles.jsonl", "puzzles_renlib_leaf.jsonl"] {
        let seen = answers(name, &command, |problem, answer| {
            let expect = &problem["expect"];
            if expect["goal"] != "VCF" {
                return;
            }
            let id = &problem["id"];
            problems += 1;
            match (expect["kind"].as_str().unwrap(), answer["status"].as_str().unwrap()) {
                ("win", "win") => {
                    solved += 1;
                    let shortest = expect["min_len"].as_u64().unwrap_or(1);
                    assert!(answer["fours"].as_u64().unwrap() >= shortest, "{id}: {answer}");
                }
                ("win", "no-win") => panic!("{id} is won: {answer}"),
                ("no-win", "win") => panic!("{id} is not won: {answer}"),
                _ => {}
            }
        });
        if seen.is_none() {
            return;
        }
    }
    assert_eq!(problems, 1727);
    assert!(solved >= 1700, "only {solved} of {problems} solved");
}
