//! The house keeps its own order: what may use what, who may print, who may look at the clock.
//!
//! Every module stands on a floor and uses only floors below its own. The checks read the sources as
//! text, comments left out; what they find is a list of lines to mend.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules of the crate and the floors they stand on.
const FLOORS: [(&str, u8); 14] = [
    ("base", 0),
    ("board", 1),
    ("line", 2),
    ("rules", 3),
    ("record", 3),
    ("position", 4),
    ("eval", 5),
    ("threat", 5),
    ("search", 6),
    ("engine", 7),
    ("protocol", 8),
    ("arena", 8),
    ("train", 8),
    ("cli", 9),
];

/// Uses that are no steps downward: (who, what, why).
const SIDEWAYS: [(&str, &str, &str); 1] =
    [("record/", "rules", "a record names the rule it was played under")];

/// Parts that may use less than their floor allows: (who, all that it may use, why).
const NARROW: [(&str, &[&str], &str); 1] = [(
    "rules/reference/",
    &["board", "rules::law", "rules::verdict"],
    "the reference is a second opinion: it shares nothing with the fast rules",
)];

/// Who may touch standard input and output.
const MAY_PRINT: [&str; 2] = ["protocol/console", "cli/"];
/// Who may start threads of its own; everybody else has rayon.
const MAY_SPAWN: [&str; 2] = ["protocol/console", "arena/process"];
/// Who may ask the system for the time.
const MAY_ASK_TIME: [&str; 1] = ["base/clock.rs"];
/// Who may contain unsafe code.
const MAY_BE_UNSAFE: [&str; 0] = [];

/// Lines of a file, its tests not counted.
const MOST_LINES: usize = 600;
/// Longer files: (who, lines, why).
const LONG: [(&str, usize, &str); 1] =
    [("position/position.rs", 800, "play and undo are one thing and share every private field")];

fn floor(module: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == module).map(|(_, floor)| *floor)
}

fn is_one_of(path: &str, list: &[&str]) -> bool {
    list.iter().any(|start| path.starts_with(start))
}

/// Everything that is wrong with one file; `path` is relative to `src/`.
fn violations(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !text.starts_with("//!") {
        found.push(format!("{path}:1: does not begin with //!"));
    }
    let own_lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
    let most = LONG.iter().find(|(long, _, _)| *long == path).map_or(MOST_LINES, |(_, n, _)| *n);
    if own_lines > most {
        found.push(format!("{path}: {own_lines} lines without tests, more than {most}"));
    }
    let code: String = text.lines().map(|line| without_comment(line) + "\n").collect();
    for (number, line) in (1..).zip(code.lines()) {
        let mut forbid = |allowed: &[&str], words: &[&str], what: &str| {
            if !is_one_of(path, allowed) && words.iter().any(|word| has_word(line, word)) {
                found.push(format!("{path}:{number}: {what}: {}", line.trim()));
            }
        };
        let prints =
            ["println!", "print!", "eprintln!", "eprint!", "stdin()", "stdout()", "stderr()"];
        forbid(&MAY_PRINT, &prints, "touches standard input or output");
        forbid(&MAY_SPAWN, &["thread::spawn", "thread::Builder"], "starts a thread");
        forbid(&MAY_ASK_TIME, &["Instant::now", "SystemTime::now"], "asks the system for the time");
        forbid(&MAY_BE_UNSAFE, &["unsafe"], "is unsafe");
    }
    for (number, used) in crate_paths(&code) {
        if let Some(why) = misuse(path, &used) {
            found.push(format!("{path}:{number}: crate::{used}: {why}"));
        }
    }
    found
}

/// Why a file may not use `crate::{used}`.
fn misuse(path: &str, used: &str) -> Option<String> {
    let of = used.split("::").next().unwrap_or_default();
    let within = path.split(['/', '.']).next().unwrap_or_default();
    if matches!(within, "lib" | "main" | "bin") {
        return None;
    }
    if let Some((_, allowed, why)) = NARROW.iter().find(|(who, _, _)| path.starts_with(who)) {
        let inside = |a: &str| used == a || used.starts_with(&format!("{a}::"));
        return (!allowed.iter().any(|a| inside(a))).then(|| (*why).to_owned());
    }
    let sideways = SIDEWAYS.iter().any(|(who, what, _)| path.starts_with(who) && *what == of);
    match (floor(within), floor(of)) {
        _ if within == of || sideways => None,
        (Some(own), Some(other)) if other < own => None,
        (Some(own), Some(other)) => Some(format!("floor {own} does not use floor {other}")),
        _ => Some("stands on no floor: add it to FLOORS".to_owned()),
    }
}

/// All `crate::…` paths with their lines, groups in braces spelled out.
fn crate_paths(code: &str) -> Vec<(usize, String)> {
    let mut paths = Vec::new();
    for (at, found) in code.match_indices("crate::") {
        // `pub(in crate::x)` says who may use, not what is used.
        if code[..at].ends_with("(in ") {
            continue;
        }
        let number = 1 + code[..at].matches('\n').count();
        let after = &code[at + found.len()..];
        for path in spelled_out(after) {
            paths.push((number, path));
        }
    }
    paths
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`; a group inside a group stands for what precedes it.
fn spelled_out(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let head: String = text.chars().take_while(|&c| is_part(c)).collect();
    let Some(group) = text[head.len()..].strip_prefix('{') else { return vec![head] };
    let (mut depth, mut item, mut items) = (1, String::new(), Vec::new());
    for c in group.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 || (depth == 1 && c == ',') {
            items.push(std::mem::take(&mut item));
        } else {
            item.push(c);
        }
        if depth == 0 {
            break;
        }
    }
    let name = |item: &str| -> String {
        item.trim().chars().take_while(|&c| is_part(c)).collect::<String>()
    };
    let items = items.iter().map(|item| name(item)).filter(|name| !name.is_empty());
    items.map(|name| format!("{head}{name}")).collect()
}

fn without_comment(line: &str) -> String {
    line.split("//").next().unwrap_or_default().to_owned()
}

/// Whether `word` occurs and is not part of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let ends_open = word.ends_with(is_name);
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let longer = before.is_some_and(is_name) || (ends_open && after.is_some_and(is_name));
        !longer
    })
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

#[test]
fn the_house_is_in_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 30, "only {} files found", files.len());
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        found.extend(violations(&path, &fs::read_to_string(&file).unwrap()));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The complaints about one line of code in a file that is otherwise in order.
fn complaints(path: &str, line: &str) -> usize {
    violations(path, &format!("//! Words.\n{line}\n")).len()
}

#[test]
fn floors_are_kept_apart() {
    assert_eq!(complaints("search/node.rs", "use crate::position::Position;"), 0);
    assert_eq!(complaints("search/node.rs", "use crate::engine::Session;"), 1);
    assert_eq!(complaints("threat/vcf.rs", "let score = crate::eval::Score(0);"), 1);
    assert_eq!(complaints("board/point.rs", "use crate::{base::bits, rules::{Foul, law}};"), 1);
    assert_eq!(complaints("record/sgf.rs", "use crate::rules::RuleSpec;"), 0);
    assert_eq!(complaints("record/sgf.rs", "use crate::position::Position;"), 1);
    assert_eq!(complaints("rules/reference/foul.rs", "use crate::rules::law::RuleSpec;"), 0);
    assert_eq!(complaints("rules/reference/foul.rs", "use crate::rules::{law, forbidden};"), 1);
    assert_eq!(complaints("rules/reference/foul.rs", "use crate::line::Shape;"), 1);
    assert_eq!(complaints("rules/reference/foul.rs", "pub(in crate::rules) fn f() {}"), 0);
    assert_eq!(complaints("cellar/wine.rs", "use crate::board::Point;"), 1);
    assert_eq!(complaints("board/point.rs", "// like crate::search::node"), 0);
    assert_eq!(complaints("main.rs", "use crate::cli;"), 0);
}

#[test]
fn only_a_few_touch_the_world() {
    for line in ["println!();", "std::io::stdin().lock()", "eprint!(\"x\")", "io::stdout()"] {
        assert_eq!(complaints("engine/session.rs", line), 1, "{line}");
        assert_eq!(complaints("protocol/console.rs", line), 0, "{line}");
        assert_eq!(complaints("cli/show.rs", line), 0, "{line}");
    }
    assert_eq!(complaints("search/pool.rs", "std::thread::spawn(run)"), 1);
    assert_eq!(complaints("protocol/console.rs", "std::thread::spawn(run)"), 0);
    assert_eq!(complaints("arena/process.rs", "thread::Builder::new().spawn(run)"), 0);
    assert_eq!(complaints("arena/runner.rs", "std::thread::spawn(run)"), 1);
    assert_eq!(complaints("cli/bench.rs", "let t = Instant::now();"), 1);
    assert_eq!(complaints("base/clock.rs", "let t = Instant::now();"), 0);
    assert_eq!(complaints("base/bits.rs", "let x = unsafe { read(p) };"), 1);
    assert_eq!(complaints("base/bits.rs", "#![deny(unsafe_code)]"), 0);
}

#[test]
fn files_say_what_they_are_and_stay_short() {
    assert_eq!(violations("base/bits.rs", "fn f() {}\n").len(), 1);
    assert_eq!(complaints("base/bits.rs", &"\n".repeat(700)), 1);
    let tests = "#[cfg(test)]\nmod tests {\n".to_owned() + &"\n".repeat(700) + "}";
    assert_eq!(complaints("base/bits.rs", &tests), 0);
}
