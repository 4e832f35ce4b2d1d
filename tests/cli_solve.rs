//! `kagetsu solve` as a filter, and the files it writes, from outside.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use kagetsu::board::notation::{format_moves, parse_moves};
use kagetsu::record::{Known, Records, read};
use kagetsu::rules::RuleSpec;
use resvg::tiny_skia::Pixmap;
use resvg::usvg;
use serde_json::Value;

#[path = "support/program.rs"]
mod program;

use program::ask_program;

/// Won by six fours.
const SIX_FOURS: &str = "h8e5f9j7f11h10f7i8j6g10j5j11e8i11";
/// White wins with J4: the only stop is F4, where black makes two threes.
const FORBIDDEN_STOP: &str = r#"{"rule":"renju","black":["F5","F6","G3","H2","E4","K4"],"white":["G4","H4","I4","A1","C1"],"to_move":"white"}"#;

fn kagetsu() -> Command {
    Command::new(env!("CARGO_BIN_EXE_kagetsu"))
}

fn ask(arguments: &[&str], input: &str) -> Output {
    ask_program(env!("CARGO_BIN_EXE_kagetsu"), arguments, input.as_bytes())
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Wins, positions without one, and mistakes, in turns.
fn batch(lines: usize) -> String {
    (0..lines)
        .map(|id| {
            let moves = ["h8h9", SIX_FOURS, "h8h8", "h8a1h9a2h10a3h11a4"][id % 4];
            format!("{{\"id\":{id},\"rule\":\"renju\",\"moves\":\"{moves}\"}}\n")
        })
        .collect()
}

fn without_times(answers: &[u8]) -> Vec<Value> {
    let object = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        for key in ["time_us", "check_us"] {
            value.as_object_mut().unwrap().remove(key);
        }
        value
    };
    text(answers).lines().map(object).collect()
}

#[test]
fn the_same_question_has_the_same_answer() {
    let lines = batch(60);
    let ask = |options: &[&str]| ask(&[&["solve", "--quiet", "-"], options].concat(), &lines);
    let bytes = |threads| ask(&["--no-times", "--threads", threads]).stdout;
    let first = bytes("1");
    assert_eq!(text(&first).lines().count(), 60);
    assert!(!text(&first).contains("_us"));
    assert_eq!(first, bytes("1"), "one thread, twice");
    assert_eq!(first, bytes("3"), "three threads");
    let timed = ask(&["--threads", "1"]).stdout;
    assert!(text(&timed).contains("\"time_us\":") && text(&timed).contains("\"check_us\":"));
    assert_eq!(without_times(&timed), without_times(&first));
    let told = ask(&["--tree", "--no-times"]).stdout;
    let win: Value = serde_json::from_str(text(&told).lines().nth(1).unwrap()).unwrap();
    assert!(win["tree"].as_str().unwrap().starts_with("1. F8 four  F10  2. G8 four  D8  3."));
}

/// When the nodes are spent no further first moves are tried.
#[test]
fn first_moves_end_with_the_nodes() {
    let arguments = ["solve", "--json", "--goal", "vct", "--all", "--nodes", "1", "-"];
    let output = ask(&arguments, r#"{"black":["H8","H9","H10"],"white":["A1","C1","E1"]}"#);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["firsts_complete"], false);
    assert!(answer["nodes"].as_u64().unwrap() < 100, "{answer}");
}

/// A win with quiet moves costs no more than was asked for: the shortest one here takes four stones.
#[test]
fn quiet_moves_count_as_stones() {
    let position =
        r#"{"size":"14x8","black":["J5","I6","L4","K5","E6"],"white":["M4","K4","G1","H7","N4"]}"#;
    let solve = |option: &str, most: &str| {
        let arguments = ["solve", "--json", "--goal", "win", "--nodes", "20000", option, most, "-"];
        let output = ask(&arguments, position);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), answer["status"].clone(), answer["plies"].clone())
    };
    assert_eq!(solve("--max-stones", "3"), (Some(2), "unknown".into(), Value::Null));
    assert_eq!(solve("--max-stones", "4"), (Some(0), "win".into(), 7.into()));
    assert_eq!(solve("--max-threats", "0"), (Some(2), "unknown".into(), Value::Null));
}

#[test]
fn a_batch_is_summed_up() {
    let answer = ask(&["solve", "-", "--threads", "2"], &batch(8));
    let told = text(&answer.stderr);
    assert!(told.starts_with("kagetsu: 8 answered in "), "{told}");
    assert!(told.contains(": 4 win, 2 no-win, 0 unknown, 2 error; "), "{told}");
    assert!(told.ends_with(" s of solving, threads: 2\n"), "{told}");
    assert_eq!(ask(&["solve", "--quiet", "-"], &batch(8)).stderr, b"");
    assert_eq!(ask(&["solve", "h8h9"], "").stderr, b"", "a single position");
    let few = ask(&["solve", "-", "--nodes", "3"], &batch(2));
    assert!(text(&few.stderr).contains(": 0 win, 1 no-win, 1 unknown, 0 error; "));
}

/// Nobody who asks line by line waits for the end of the input.
#[test]
fn answers_come_before_the_input_ends() {
    for (arguments, ahead) in [(&["solve", "--batch", "-"][..], 1), (&["solve", "-"], 2)] {
        let mut child = kagetsu()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut questions = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 1..ahead {
            questions.write_all(b"{\"id\":0,\"moves\":\"h8\"}\n").unwrap();
        }
        for id in 0..10 {
            writeln!(questions, "{{\"id\":{id},\"moves\":\"h8a1h9\"}}").unwrap();
            questions.flush().unwrap();
            if ahead > 1 && id == 0 {
                answers.next().unwrap().unwrap();
            }
            let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
            assert_eq!(answer["id"], id);
        }
        drop(questions);
        assert!(answers.next().is_none());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_single_line_can_be_a_batch() {
    let wrong = "{\"id\":7,\"moves\":\"h8h8\"}\n";
    let answer = ask(&["solve", "--batch", "-q", "-"], wrong);
    assert_eq!(answer.status.code(), Some(65));
    assert_eq!(text(&answer.stdout), "{\"id\":7,\"error\":\"line 1: move 2: h8 is occupied\"}\n");
    let answer = ask(&["solve", "--batch", "-q", "-"], "{\"moves\":\"h8h9\"}\n");
    assert_eq!(answer.status.code(), Some(0), "no win, but every line was answered");
    let nothing = ask(&["solve", "--batch", "-q", "-"], "");
    assert_eq!((nothing.status.code(), nothing.stdout.len()), (Some(0), 0));
    let answer = ask(&["forbidden", "--batch", "-"], "hello\n");
    assert_eq!(answer.status.code(), Some(65));
    assert_eq!(text(&answer.stdout), "{\"error\":\"line 1: expected value (column 1)\"}\n");
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let lines = folder("seen_enough").join("many.jsonl");
    std::fs::write(&lines, batch(8).repeat(2_000)).unwrap();
    let mut child = kagetsu()
        .args(["solve", lines.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"id\":0,"), "{first}");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

/// The names of the files in a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    let names = std::fs::read_dir(folder).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn files_are_called_after_the_ids() {
    let folder = folder("called_after_the_ids");
    let to = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let win = |id: &str| format!("{{{id}\"rule\":\"renju\",\"moves\":\"{SIX_FOURS}\"}}\n");
    let lines = [
        win("\"id\":\"book/12 b\","),
        "{\"id\":\"none\",\"moves\":\"h8\"}\n".to_owned(),
        win(""),
        win("\"id\":3,"),
        win("\"id\":\"Book/12_b\","),
    ];
    let answer = ask(
        &["solve", "-q", "--proof", &to("p"), "--sgf", &to("s"), "--svg", &to("v/w"), "-"],
        &lines.concat(),
    );
    assert_eq!(answer.status.code(), Some(0), "{}", text(&answer.stderr));
    let names = |ending: &str| {
        ["book_12_b", "3", "3-2", "Book_12_b-2"].map(|name| format!("{name}.{ending}")).into()
    };
    assert_eq!(files(&folder.join("p")), names("json"));
    assert_eq!(files(&folder.join("s")), names("sgf"));
    assert_eq!(files(&folder.join("v/w")), names("svg"));
    let first: Value = serde_json::from_str(text(&answer.stdout).lines().next().unwrap()).unwrap();
    assert_eq!(first["sgf"], to("s/book_12_b.sgf"));
    let sgf = std::fs::read_to_string(folder.join("s/book_12_b.sgf")).unwrap();
    assert!(sgf.contains("GN[book/12 b]"), "{sgf}");

    // A folder stays one for a single position, too.
    let answer = ask(&["solve", "--svg", &to("s"), "--png", &to("new/"), SIX_FOURS], "");
    assert_eq!(answer.status.code(), Some(0));
    assert!(
        files(&folder.join("s")).contains("1.svg") && files(&folder.join("new")).contains("1.png")
    );
}

#[test]
fn what_cannot_be_written_is_named() {
    let folder = folder("cannot_be_written");
    let to = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(to("file"), "").unwrap();
    for option in ["--svg", "--png", "--sgf", "--proof"] {
        let answer = ask(&["solve", SIX_FOURS, option, &to("file/x")], "");
        assert_eq!((answer.status.code(), answer.stdout.len()), (Some(64), 0), "{option}");
        let told = text(&answer.stderr);
        assert!(told.starts_with(&format!("kagetsu: cannot write {}", to("file/x"))), "{told}");
        assert_eq!(told.lines().count(), 1);
    }
    let answer = ask(&["solve", "-", "--svg", &to("a.svg")], &batch(2));
    assert_eq!(answer.status.code(), Some(64));
    assert!(text(&answer.stderr).contains("a.svg: several positions need a folder"));
    assert_eq!(ask(&["show", "h8", "h9h9", "--svg", "-"], "").status.code(), Some(65));
    assert_eq!(ask(&["show", "h8h9", "h9h8", "--svg", "-"], "").status.code(), Some(64));
    assert!(files(&folder) == BTreeSet::from(["file".to_owned()]));
}

#[test]
fn the_game_tree_is_read_back() {
    let file = folder("the_game_tree").join("win.sgf");
    let file = file.to_str().unwrap();
    let answer = ask(&["solve", "--rule", "renju", SIX_FOURS, "--json", "--sgf", file], "");
    let solved: Value = serde_json::from_str(text(&answer.stdout)).unwrap();
    assert_eq!(solved["sgf"], file);
    let line: String =
        solved["line"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
    let known = Known::nothing(RuleSpec::FREESTYLE);
    let Ok(Records::One(input)) = read(&std::fs::read(file).unwrap(), &known, false) else {
        panic!("not read back");
    };
    assert_eq!(input.rule, RuleSpec::RENJU);
    assert_eq!(format_moves(&input.moves), SIX_FOURS.to_owned() + &line.to_lowercase());
    let shown = text(&ask(&["show", "--numbers", file], "").stdout).to_owned();
    assert!(shown.contains("last:    H5 (move 25)"), "{shown}");
}

/// The colour at a point of a picture, `dx` and `dy` pixels from its centre.
fn color(picture: &Pixmap, at: &str, dx: i32, dy: i32) -> [u8; 3] {
    let size = kagetsu::board::BoardSize::FIFTEEN;
    let p = parse_moves(at, size).unwrap()[0].unwrap();
    let x = 2 * (58 + 40 * i32::from(p.x())) + dx;
    let y = 2 * (34 + 40 * (14 - i32::from(p.y()))) + dy;
    let pixel = picture.pixel(x as u32, y as u32).unwrap();
    [pixel.red(), pixel.green(), pixel.blue()]
}

fn is_dark([r, g, b]: [u8; 3]) -> bool {
    r < 90 && g < 90 && b < 95
}

fn is_light([r, g, b]: [u8; 3]) -> bool {
    r > 190 && g > 180 && b > 165
}

fn is_red([r, g, b]: [u8; 3]) -> bool {
    r > 150 && g < 60 && b < 80
}

#[test]
fn pictures_show_the_position() {
    let folder = folder("pictures_show");
    let to = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (svg, png) = (to("a.svg"), to("a.png"));
    let answer = ask(&["solve", FORBIDDEN_STOP, "--svg", &svg, "--png", &png], "");
    assert!(text(&answer.stdout).ends_with(&format!("svg:     {svg}\npng:     {png}\n")));
    let bytes = std::fs::read(&png).unwrap();
    let picture = Pixmap::decode_png(&bytes).unwrap();
    assert_eq!((picture.width(), picture.height()), (1304, 1304));
    for black in ["f5", "f6", "g3", "k4"] {
        assert!(is_dark(color(&picture, black, 20, 0)), "{black}");
    }
    for white in ["g4", "h4", "j4"] {
        assert!(is_light(color(&picture, white, 24, 0)), "{white}");
    }
    assert!(is_red(color(&picture, "f4", 0, 0)), "the cross on the forbidden point");
    assert!(is_red(color(&picture, "f4", 10, 10)));
    let wood = color(&picture, "m10", 20, 20);
    assert!(wood[0] > 200 && wood[2] < 160, "{wood:?}");
    // The same picture again, byte for byte; and the SVG is what was turned into pixels.
    ask(&["solve", FORBIDDEN_STOP, "--svg", &to("b.svg"), "--png", &to("b.png")], "");
    assert_eq!(std::fs::read(to("b.png")).unwrap(), bytes);
    assert_eq!(std::fs::read(to("b.svg")).unwrap(), std::fs::read(&svg).unwrap());
    let tree = usvg::Tree::from_data(&std::fs::read(&svg).unwrap(), &usvg::Options::default());
    assert_eq!(tree.unwrap().size().width(), 652.0);
    // Nothing is drawn where nothing is won.
    let answer = ask(&["solve", "h8h9", "--png", &to("c.png")], "");
    assert_eq!(answer.status.code(), Some(1));
    assert!(!folder.join("c.png").exists());
}

#[test]
fn show_draws_what_it_prints() {
    let folder = folder("show_draws");
    let to = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let moves = "f8f6g8h6h9j12h10k5";
    let draw = |options: &[&str]| {
        let name = to("a.png");
        let answer = ask(&[&["show", moves, "--png", &name], options].concat(), "");
        assert!(text(&answer.stdout).ends_with(&format!("png:     {name}\n")));
        Pixmap::decode_png(&std::fs::read(name).unwrap()).unwrap()
    };
    let plain = draw(&[]);
    assert!(is_dark(color(&plain, "f8", 0, 20)) && is_light(color(&plain, "j12", 20, 0)));
    assert!(is_red(color(&plain, "k5", 0, 0)), "a dot on the last stone");
    assert!(!is_red(color(&plain, "h8", 0, 0)), "forbidden points only where they are asked for");
    assert!(is_red(color(&draw(&["--forbidden"]), "h8", 0, 0)));
    let numbered = draw(&["--numbers"]);
    assert!(is_light(color(&numbered, "f8", 2, 0)), "a white 1 on black");
    assert!(is_dark(color(&draw(&["--flip"]), "f8", 0, 20)), "row 8 is in the middle");
    assert!(is_light(color(&draw(&["--flip"]), "j4", 20, 0)), "j12 is where j4 was");
    let svg = ask(&["show", moves, "--svg", "-"], "").stdout;
    assert!(text(&svg).starts_with("<svg ") && text(&svg).ends_with("</svg>\n"));
    let png = ask(&["show", moves, "--png", "-"], "").stdout;
    assert_eq!(Pixmap::decode_png(&png).unwrap().data(), plain.data());
}

/// The recipe of the README that spreads a file over cores and hosts, as it stands there, with two
/// workers. Where GNU parallel is missing the file is cut by the same rule.
#[cfg(unix)]
#[test]
#[expect(clippy::print_stderr, reason = "it says which way it went")]
fn a_file_spread_over_workers_has_the_same_answers() {
    let folder = folder("spread_over_workers");
    let (questions, answers) = (folder.join("puzzles.jsonl"), folder.join("answers.jsonl"));
    // No mistakes: they tell their line in the piece that the worker got.
    let lines: Vec<String> =
        batch(44).lines().filter(|l| !l.contains("h8h8")).map(|l| format!("{l}\n")).collect();
    std::fs::write(&questions, lines.concat()).unwrap();
    let one = ask(&["solve", "--no-times", "--quiet", questions.to_str().unwrap()], "");
    assert_eq!(one.status.code(), Some(0));

    let readme = include_str!("../README.md");
    let recipe = readme.lines().find(|line| line.starts_with("parallel --pipe -N 100 ")).unwrap();
    let is_gnu = Command::new("parallel").arg("--version").output();
    let is_gnu = is_gnu.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains("GNU parallel"));
    if is_gnu {
        eprintln!("with GNU parallel");
        let command = recipe.replace("-N 100", "-N 10 -j 2");
        let programs = Path::new(env!("CARGO_BIN_EXE_kagetsu")).parent().unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .env("PATH", path)
            .env("HOME", &folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    } else {
        eprintln!("without GNU parallel: two workers on pieces of ten lines");
        let options: Vec<&str> = recipe
            .split_whitespace()
            .skip_while(|word| *word != "solve")
            .take_while(|word| *word != "<")
            .collect();
        let worker = |pieces: Vec<String>| {
            let answer = |piece: &String| ask(&options, piece).stdout;
            pieces.iter().map(answer).collect::<Vec<_>>()
        };
        let pieces: Vec<String> = lines.chunks(10).map(<[String]>::concat).collect();
        let every_second = |from| pieces.iter().skip(from).step_by(2).cloned().collect();
        let (even, odd): (Vec<String>, Vec<String>) = (every_second(0), every_second(1));
        let (even, odd) = std::thread::scope(|scope| {
            let other = scope.spawn(|| worker(odd));
            (worker(even), other.join().unwrap())
        });
        let mut workers = [even.into_iter(), odd.into_iter()];
        let joined: Vec<u8> =
            (0..pieces.len()).flat_map(|i| workers[i % 2].next().unwrap()).collect();
        std::fs::write(&answers, joined).unwrap();
    }
    let spread = std::fs::read(&answers).unwrap();
    assert_eq!(text(&spread).lines().count(), lines.len());
    assert_eq!(spread, one.stdout);
}

/// Standard output is for the answer; a picture or a record goes to a file that has a name.
#[test]
fn no_file_is_called_dash() {
    for option in ["--sgf", "--svg", "--png", "--proof"] {
        let refused = ask(&["solve", "--rule", "renju", option, "-", SIX_FOURS], "");
        assert_eq!(refused.status.code(), Some(64), "{option}");
        assert!(text(&refused.stderr).contains(&format!("{option} -")), "{option}");
        assert!(refused.stdout.is_empty());
        assert!(!Path::new("-").exists());
    }
}

/// A limit of threats says nothing of a win by fours.
#[test]
fn a_limit_that_does_not_count_is_not_named() {
    let answer = ask(&["solve", "--rule", "renju", "--max-threats", "3", "h8i9"], "");
    assert!(!text(&answer.stdout).contains("within"), "{}", text(&answer.stdout));
    let limited = ["solve", "--rule", "renju", "--goal", "vct", "--max-threats", "3", "h8i9"];
    assert!(text(&ask(&limited, "").stdout).contains("within 3 threats"));
}
