//! The problems of the shared data, which lies beside the repository and is not part of it.

use std::path::Path;

use kagetsu::board::{BoardSize, Color, Point, notation};
use kagetsu::position::Setup;
use kagetsu::rules::RuleSpec;
use serde_json::Value;

fn points(value: &Value, size: BoardSize) -> Vec<Point> {
    let list = value.as_array().expect("a list of points");
    list.iter().map(|p| notation::parse_point(p.as_str().unwrap(), size).unwrap()).collect()
}

/// The problems of a file that are wanted, each made of its name, its board and all that the file says of it. Where the file is not there, `None`, and the reason on standard error.
pub(crate) fn puzzles<T>(
    file: &str,
    wanted: impl Fn(&Value) -> bool,
    problem: impl Fn(String, Setup, &Value) -> T,
) -> Option<Vec<T>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(file);
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: ../shared/data/{file} is not there");
        return None;
    };
    let puzzle = |line: &str| {
        let json: Value = serde_json::from_str(line).unwrap();
        if !wanted(&json) {
            return None;
        }
        let size = BoardSize::square(json["size"].as_i64().unwrap()).unwrap();
        let stones = [("black", Color::Black), ("white", Color::White)]
            .into_iter()
            .flat_map(|(key, color)| points(&json[key], size).into_iter().map(move |p| (p, color)))
            .collect();
        let setup = Setup {
            rule: RuleSpec::named(json["rule"].as_str().unwrap()).unwrap(),
            size,
            stones,
            to_move: if json["to_move"] == "white" { Color::White } else { Color::Black },
        };
        Some(problem(json["id"].as_str().unwrap().to_owned(), setup, &json))
    };
    Some(text.lines().filter_map(puzzle).collect())
}
