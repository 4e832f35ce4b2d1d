//! `kagetsu match` over real pipes: our own engine, and small ones that misbehave.

#![cfg(unix)]

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use program::ask_program;
use serde_json::Value;

const KAGETSU: &str = env!("CARGO_BIN_EXE_kagetsu");

/// Our own engine, the same at every speed of the machine.
fn ours(name: &str) -> String {
    let pbrain = env!("CARGO_BIN_EXE_pbrain-kagetsu");
    format!("cmd='{pbrain}' --threads 1 --hash 1,name={name},nodes=60")
}

/// An engine that answers to everything but a question for a move, to which it does what `move_script` says.
fn bad(folder: &Path, name: &str, move_script: &str, more: &str) -> String {
    let path = folder.join(format!("{name}.sh"));
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         START*) echo OK;; ABOUT*) echo 'name=\"bad\"';; RESTART*) echo no;;\n\
         BEGIN*|TURN*|DONE*) {move_script};;\nEND*) exit 0;;\nesac; done\n"
    );
    fs::write(&path, script).unwrap();
    format!("cmd=sh '{}',name={name}{more}", path.display())
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn play(engines: &[&str], more: &[&str]) -> Output {
    let mut arguments = vec!["match", "--json", "--quiet"];
    for engine in engines {
        arguments.extend(["--engine", engine]);
    }
    arguments.extend(more);
    ask_program(KAGETSU, &arguments, b"")
}

fn report(output: &Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {errors}"))
}

/// A match of two pairs against an engine that always fails: the reason for which it loses its games, and the words.
fn faults_of(name: &str, move_script: &str, limits: &str, more: &[&str]) -> Vec<(String, String)> {
    let folder = folder(name);
    let (good, bad) = (ours("good"), bad(&folder, name, move_script, limits));
    let output = play(&[&good, &bad], &[&["--pairs", "2"], more].concat());
    let report = report(&output);
    assert_eq!((output.status.code(), &report["games"]), (Some(0), &Value::from(4)));
    assert_eq!(report["engines"][0]["all"]["won"], 4, "{report}");
    assert_eq!(report["meetings"][0]["pairs"], serde_json::json!([0, 0, 0, 0, 2]));
    assert_eq!(report["engines"][0]["faults"], serde_json::json!({}));
    let faults = report["faults"].as_array().unwrap();
    let text = |fault: &Value, key: &str| fault[key].as_str().unwrap().to_owned();
    faults.iter().map(|f| (text(f, "reason"), text(f, "detail"))).collect()
}

/// All four games were lost for this reason, with these words.
fn always(faults: &[(String, String)], reason: &str, words: &str) {
    assert_eq!(faults.len(), 4, "{faults:?}");
    for (got, detail) in faults {
        assert!(got == reason && detail.contains(words), "{reason}, {words}: {faults:?}");
    }
}

#[test]
fn a_crash_loses_and_the_engine_is_started_anew() {
    let faults = faults_of("crash", "echo out of order >&2; exit 3", "", &[]);
    always(&faults, "crash", "exit status: 3");
    always(&faults_of("killed", "kill -SEGV $$", "", &["--keep"]), "crash", "signal: 11");
}

#[test]
fn illegal_moves_lose() {
    always(&faults_of("outside", "echo 99,99", "", &[]), "illegal", "99,99 is outside");
    let taken = "set -- ${line#TURN }; [ \"$1\" = DONE ] && echo $last || echo $1";
    let script = format!("last=7,7; {taken}");
    let faults = faults_of("occupied", &script, "", &["--rule", "renju", "--openings", &h8()]);
    always(&faults, "illegal", "h8 is occupied");
}

/// A file with the opening of one stone in the centre, where every symmetry leaves it.
fn h8() -> String {
    let path = folder("h8").join("h8.txt");
    fs::write(&path, "h8\n").unwrap();
    path.display().to_string()
}

#[test]
fn a_late_move_loses_by_time_and_silence_by_hanging() {
    let late = "sleep 0.1; echo 0,0";
    let limits = ",turn=1ms";
    always(&faults_of("late", late, limits, &["--grace", "10m"]), "timeout", "ms of 1");
    // Within the margin it is not late: then the same corner is taken.
    let margin = ["--grace", "10m", "--margin", "10m"];
    always(&faults_of("margin", late, limits, &margin), "illegal", "a1 is occupied");
    always(&faults_of("silent", ":", limits, &["--grace", "1ms"]), "hang", "no move");
    // One that has talked since it started.
    let talker = "cmd=sh -c 'echo OK; echo OK; exec yes',name=talker,turn=1ms";
    let report = report(&play(&[&ours("good"), talker], &["--pairs", "1", "--grace", "1ms"]));
    assert_eq!(report["engines"][1]["faults"]["hang"], 2, "{report}");
    let chatty = "echo nonsense; yes 'MESSAGE depth 1'";
    always(&faults_of("chatty", chatty, limits, &["--grace", "1s"]), "hang", "nonsense");
}

#[test]
fn garbage_is_passed_over() {
    let garbage = "echo '7;7'; echo 8,; printf '\\377\\000\\n'; echo MESSAGE 1,1; exit";
    always(&faults_of("garbage", garbage, "", &[]), "crash", "no move: exit status: 0");
}

#[test]
fn a_foul_loses_by_the_rules_and_is_counted() {
    // Black's double three lies in the centre, where every symmetry leaves it.
    let folder = folder("foul");
    let opening = folder.join("foul.txt");
    fs::write(&opening, "f8f6g8h6h9j12h10k5").unwrap();
    let (good, bad) = (ours("good"), bad(&folder, "bad", "echo 7,7", ""));
    let openings = opening.display().to_string();
    let output =
        play(&[&good, &bad], &["--pairs", "1", "--rule", "renju", "--openings", &openings]);
    let report = report(&output);
    assert_eq!(report["engines"][1]["faults"]["foul"], 1, "{report}");
    let foul = report["faults"].as_array().unwrap().iter().find(|f| f["reason"] == "foul").unwrap();
    assert_eq!(foul["detail"], "h8 is a double-three");
}

#[test]
fn engines_that_do_not_start_are_told_before_the_first_game() {
    let good = ours("good");
    for (engine, told) in [
        ("cmd=/no/such/engine", "engine: does not start"),
        ("cmd=sh -c 'echo ERROR no; cat',name=x", "x: does not start: ERROR no"),
        ("cmd=sh -c 'exit 5',name=x", "x: does not start: exit status: 5"),
    ] {
        let output = play(&[&good, engine], &[]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(64), "{errors}");
        assert!(errors.contains(told), "{errors}");
    }
    for (arguments, told) in [
        (&["--engine", "a"][..], "two engines"),
        (&["--engine", "a", "--engine", "b", "--turn", "5"], "expected a time with its unit"),
        (&["--engine", "a", "--engine", "b", "--sprt", "5", "0"], "--sprt"),
        (&["--engine", "name=a", "--engine", "b"], "no command"),
    ] {
        let output = ask_program(KAGETSU, &[&["match"], arguments].concat(), b"");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(64) && errors.contains(told), "{told}: {errors}");
    }
}

/// A file of games is one of positions too.
fn check_is_read(path: &Path) {
    let answer = ask_program(KAGETSU, &["forbidden", "--json", &path.display().to_string()], b"");
    assert_eq!(answer.status.code(), Some(0), "{}", String::from_utf8_lossy(&answer.stdout));
}

/// The games of a file by number, without their times.
fn games(path: &Path) -> Vec<(u64, Value)> {
    let text = fs::read_to_string(path).unwrap();
    let game = |line: &str| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        game.as_object_mut().unwrap().remove("ms");
        (game["game"].as_u64().unwrap(), game)
    };
    let mut games: Vec<_> = text.lines().map(game).collect();
    games.sort_by_key(|(number, _)| *number);
    games
}

#[test]
fn a_match_that_was_broken_off_goes_on_where_it_stopped() {
    let folder = folder("resume");
    let path = folder.join("games.jsonl");
    let file = path.display().to_string();
    let engines = [ours("a"), ours("b"), ours("c")];
    let engines = engines.each_ref().map(String::as_str);
    let more = ["--pairs", "1", "--rule", "standard", "--concurrency", "2", "--games-out", &file];
    let whole = report(&play(&engines, &more));
    let all = games(&path);
    assert_eq!(all.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(all.iter().all(|(_, game)| game["rule"] == "standard" && game["result"] != ""));

    // Two games and a half are left of it.
    let text = fs::read_to_string(&path).unwrap();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    fs::write(&path, &text[..(ends[1] + ends[2]) / 2]).unwrap();
    let again = report(&play(&engines, &more));
    assert_eq!(games(&path), all);
    for key in ["games", "black", "meetings", "faults"] {
        assert_eq!(again[key], whole[key], "{key}");
    }

    // Nothing is left to play, and nothing is played.
    let before = fs::read_to_string(&path).unwrap();
    assert_eq!(report(&play(&engines, &more))["games"], 6);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);

    let other = play(&engines, &[&more[..], &["--seed", "2"]].concat());
    let errors = String::from_utf8_lossy(&other.stderr);
    assert!(other.status.code() == Some(65) && errors.contains("of another match"), "{errors}");
}

#[test]
fn an_interrupted_match_keeps_its_games_and_leaves_nobody_behind() {
    let folder = folder("interrupt");
    let (path, numbers) = (folder.join("games.jsonl"), folder.join("numbers"));
    // It crashes in its first games, then thinks for ever.
    let script = format!(
        "echo $$ >> '{numbers}'; [ $(wc -l < '{numbers}') -gt 3 ] && sleep 1000; exit 1",
        numbers = numbers.display()
    );
    let bad = bad(&folder, "bad", &script, "");
    let mut child = Command::new(KAGETSU)
        .args(["match", "--quiet", "--engine", &bad, "--engine", &ours("good")])
        .args(["--pairs", "100", "--turn", "10m", "--games-out"])
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let started = || fs::read_to_string(&numbers).unwrap_or_default().lines().count();
    while started() < 4 {
        assert_eq!(child.try_wait().unwrap(), None, "the match has ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("games:   3 of 200") && text.contains("crash 3"), "{text}");
    assert_eq!(games(&path).len(), 3);
    for number in fs::read_to_string(&numbers).unwrap().lines() {
        let alive = Command::new("kill").args(["-0", number]).stderr(Stdio::null()).status();
        assert!(!alive.unwrap().success(), "{number} is left");
    }
}

#[test]
fn a_test_ends_the_match_when_it_has_decided() {
    let folder = folder("sprt");
    let bad = bad(&folder, "bad", "exit 1", "");
    let output = play(&[&bad, &ours("good")], &["--sprt", "0", "200"]);
    let report = report(&output);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(report["sprt"]["verdict"], "elo0", "{report}");
    assert!(report["games"].as_u64().unwrap() < 100, "{report}");
    assert!(report["sprt"]["ratio"].as_f64() <= report["sprt"]["low"].as_f64());
}

#[test]
fn games_are_written_in_other_forms_and_read_again() {
    let folder = folder("forms");
    let (psq, sgf) = (folder.join("psq"), folder.join("all.sgf"));
    let (psq_text, sgf_text) = (psq.display().to_string(), sgf.display().to_string());
    let games_out = folder.join("games.jsonl");
    let out = games_out.display().to_string();
    let more = ["--gauntlet", "--games", "1", "--draw-after", "12", "--keep", "--size", "9"];
    let written = ["--psq", &psq_text, "--sgf", &sgf_text, "--games-out", &out];
    let engines = [ours("a"), ours("b"), ours("c")];
    let engines = engines.each_ref().map(String::as_str);
    let report = report(&play(&engines, &[&more[..], &written].concat()));
    // The first against two others, both sides of one opening.
    assert_eq!((&report["games"], &report["scheduled"]), (&Value::from(4), &Value::from(4)));
    assert_eq!(report["meetings"].as_array().unwrap().len(), 2);
    assert_eq!(fs::read_to_string(&sgf).unwrap().matches("GM[4]").count(), 4);
    check_is_read(&games_out);
    for (number, game) in games(&games_out) {
        let moves = game["moves"].as_str().unwrap();
        assert_eq!(
            game["depth"].as_array().unwrap().len(),
            game["score"].as_array().unwrap().len()
        );
        assert!(game["depth"][0].as_u64().is_some_and(|depth| depth > 0), "{game}");
        if game["reason"] == "length" {
            assert_eq!(
                (&game["result"], moves.matches(char::is_alphabetic).count()),
                (&"draw".into(), 12)
            );
        }
        let file = psq.join(format!("{number}.psq")).display().to_string();
        let shown = ask_program(KAGETSU, &["show", &file], b"");
        assert!(game["players"].as_array().unwrap().contains(&"a".into()));
        let same = ask_program(KAGETSU, &["show", "--size", "9", moves], b"");
        let board = |output: &Output| {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.lines().skip_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        assert!(board(&shown).len() > 5);
        assert_eq!(board(&shown), board(&same));
    }
}
