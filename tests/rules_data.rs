//! The reference rules against positions that nobody here wrote: every forbidden point of thousands
//! of renju boards, and the outcome right after a move under five laws.
//!
//! The positions lie outside the repository; where they are not there the tests say so and pass.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kagetsu::board::notation::parse_point;
use kagetsu::board::{BoardSize, Cell, Color, Grid, Point};
use kagetsu::rules::reference::{self, Game};
use kagetsu::rules::{Ending, RuleSpec};
use serde::Deserialize;

#[derive(Deserialize)]
struct Record {
    id: String,
    rule: String,
    size: i64,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    point: String,
    expect: String,
    #[serde(default)]
    all_forbidden: Option<BTreeMap<String, String>>,
}

impl Record {
    fn size(&self) -> BoardSize {
        BoardSize::square(self.size).unwrap()
    }

    fn point_of(&self, text: &str) -> Point {
        parse_point(text, self.size()).unwrap_or_else(|e| panic!("{}: {e}", self.id))
    }

    fn rule(&self) -> RuleSpec {
        RuleSpec::named(&self.rule).unwrap_or_else(|e| panic!("{}: {e}", self.id))
    }

    fn stones(&self) -> Vec<(Point, Color)> {
        let of = |names: &[String], color| -> Vec<(Point, Color)> {
            names.iter().map(|text| (self.point_of(text), color)).collect()
        };
        let mut stones = of(&self.black, Color::Black);
        stones.extend(of(&self.white, Color::White));
        stones
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.size());
        for (p, color) in self.stones() {
            assert_eq!(grid.get(p), Some(Cell::Empty), "{}: {p} twice", self.id);
            grid.set(p, color.into());
        }
        grid
    }

    fn to_move(&self) -> Color {
        if self.to_move == "black" { Color::Black } else { Color::White }
    }
}

/// The records of one file, or `None` after saying why there are none.
#[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
fn records(name: &str) -> Option<Vec<Record>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if !folder.exists() {
        eprintln!("skipped: ../shared/data is not there");
        return None;
    }
    let text = fs::read_to_string(folder.join(name)).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The word of the data for one point.
fn verdict(record: &Record, p: Point) -> &'static str {
    let (grid, law, color) = (record.grid(), record.rule(), record.to_move());
    if reference::makes_five(&grid, &law, color, p).is_some() {
        return "five";
    }
    reference::foul(&grid, &law, color, p).map_or("legal", |foul| foul.name())
}

fn forbidden_map(record: &Record) -> BTreeMap<String, String> {
    reference::forbidden_points(&record.grid(), &record.rule(), record.to_move())
        .into_iter()
        .map(|(p, foul)| (p.to_string().to_uppercase(), foul.name().to_owned()))
        .collect()
}

/// The differences of one file, one line each, and the number of records.
fn forbidden_differences(records: &[Record]) -> Vec<String> {
    let mut wrong = Vec::new();
    for record in records {
        if record.point == "*" {
            let expected = record.all_forbidden.as_ref().unwrap();
            let got = forbidden_map(record);
            if &got != expected {
                wrong.push(format!("{}: expected {expected:?}, got {got:?}", record.id));
            }
        } else {
            let got = verdict(record, record.point_of(&record.point));
            if got != record.expect {
                let (id, point, expect) = (&record.id, &record.point, &record.expect);
                wrong.push(format!("{id} {point}: expected {expect}, got {got}"));
            }
        }
    }
    wrong
}

fn check_forbidden(name: &str, at_least: usize) {
    let Some(records) = records(name) else { return };
    assert!(records.len() >= at_least, "{name} holds only {} records", records.len());
    let wrong = forbidden_differences(&records);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), records.len(), wrong.join("\n"));
}

#[test]
fn curated_forbidden_points() {
    check_forbidden("forbidden_curated.jsonl", 114);
}

#[test]
fn disputed_forbidden_points() {
    check_forbidden("forbidden_disputed.jsonl", 124);
}

#[test]
fn every_forbidden_point_of_whole_boards() {
    check_forbidden("forbidden_boards.jsonl", 5_791);
}

#[test]
fn outcome_right_after_a_move() {
    let Some(records) = records("win_rules.jsonl") else { return };
    assert!(records.len() >= 39);
    let mut wrong = Vec::new();
    for record in &records {
        let p = record.point_of(&record.point);
        let word = |winner: Option<Color>| match winner {
            None => "game-goes-on",
            Some(Color::Black) => "black-wins",
            Some(Color::White) => "white-wins",
        };
        let on_grid = reference::winner_at(&record.grid(), &record.rule(), record.to_move(), p);
        let (rule, size) = (record.rule(), record.size());
        let mut game = Game::from_setup(&rule, size, &record.stones(), record.to_move()).unwrap();
        let in_game = match game.play(p).unwrap() {
            Some(Ending::Win { winner, .. }) => Some(winner),
            _ => None,
        };
        if word(on_grid) != record.expect || word(in_game) != record.expect {
            wrong.push(format!(
                "{} {p}: expected {}, got {} on the grid and {} in a game",
                record.id,
                record.expect,
                word(on_grid),
                word(in_game)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
