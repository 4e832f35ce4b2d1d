//! `kagetsu openings`, `selfplay` and `fit` from outside: what one writes the next one reads, the same every time.

use std::path::PathBuf;
use std::process::Output;

#[path = "support/program.rs"]
mod program;

use program::ask_program;

fn kagetsu(arguments: &[&str]) -> Output {
    ask_program(env!("CARGO_BIN_EXE_kagetsu"), arguments, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli_train").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn openings_are_legal_different_and_the_same_every_time() {
    let ask = |seed: &str| {
        let arguments = ["openings", "--rule", "renju", "--plies", "5", "--count", "4"];
        kagetsu(
            &[&arguments[..], &["--nodes", "300", "--max-score", "400", "--seed", seed]].concat(),
        )
    };
    let first = ask("1");
    assert!(first.status.success(), "{}", text(&first.stderr));
    let lines: Vec<String> = text(&first.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 4);
    for (i, line) in lines.iter().enumerate() {
        assert!(!lines[..i].contains(line), "{line} twice");
        let shown = kagetsu(&["show", "--rule", "renju", line]);
        assert!(shown.status.success(), "{line}: {}", text(&shown.stderr));
        assert_eq!(text(&shown.stdout).matches(['●', '○']).count(), 5, "{line}");
    }
    assert_eq!(ask("1").stdout, first.stdout);
    assert_ne!(ask("2").stdout, first.stdout);
}

#[test]
fn games_become_tables() {
    let folder = folder("games");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let play = |name: &str, more: &[&str]| {
        let arguments = ["selfplay", &path(name), "--rule", "freestyle", "--games", "6"];
        let output = kagetsu(&[&arguments[..], &["--nodes", "200", "--seed", "5"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (std::fs::read(path(name)).unwrap(), text(&output.stdout))
    };
    let (games, told) = play("one", &[]);
    assert!(games == play("two", &["--threads", "2"]).0, "games depend on the number of threads");
    // The same games, and behind each the positions of its searches.
    let judging = ["--positions", "2", "--position-nodes", "100"];
    let (more, told_more) = play("one", &judging);
    assert!(more.len() > games.len() && told_more.starts_with(&told), "{told_more}");
    assert!(told_more.contains("positions of the searches were judged"), "{told_more}");
    let with_threads = [&judging[..], &["--threads", "2"]].concat();
    assert!(more == play("two", &with_threads).0, "positions depend on the number of threads");
    let fit = |out: &str| {
        let output = kagetsu(&["fit", &path("one"), "--iterations", "5", "--out", &path(out)]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read(path(out)).unwrap()
    };
    let tables = fit("tables");
    assert!(tables.len() > 1_000 && tables == fit("again"));
}

#[test]
fn what_is_no_record_is_told_and_nothing_is_written() {
    let folder = folder("wrong");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(path("text"), "h8i9\n").unwrap();
    for (record, code) in [("text", 65), ("missing", 65)] {
        let output = kagetsu(&["fit", &path(record), "--out", &path("tables")]);
        assert_eq!(output.status.code(), Some(code), "{record}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(record), "{}", text(&output.stderr));
        assert!(!folder.join("tables").exists());
    }
    let output = kagetsu(&["selfplay", &path("no/such/folder/record"), "--games", "1"]);
    assert_eq!(output.status.code(), Some(64), "{}", text(&output.stderr));
}
