//! The problems of the shared data that are won by threats.

#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::fs;
use std::path::PathBuf;

use kagetsu::board::{BoardSize, Color, notation};
use kagetsu::position::{Position, Setup};
use kagetsu::rules::RuleSpec;
use kagetsu::threat::check;
use kagetsu::threat::vct::{Budget, Vct, VctLimit, VctOutcome};
use rayon::prelude::*;
use serde_json::Value;

/// Threats that another engine has seen a mate in: names and positions.
fn mates() -> Option<Vec<(String, Position)>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/puzzles.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: ../shared/data/puzzles.jsonl is not there");
        return None;
    };
    let problem = |line: &str| {
        let v: Value = serde_json::from_str(line).unwrap();
        let goal = v["expect"]["goal"].as_str().unwrap_or_default();
        let by_threats = goal.starts_with("VCT") || goal.starts_with("STONES");
        if !by_threats || v["verified"]["rapfi_mate"] != true {
            return None;
        }
        let size = BoardSize::square(v["size"].as_i64().unwrap()).unwrap();
        let stones = [("black", Color::Black), ("white", Color::White)].into_iter();
        let setup = Setup {
            rule: RuleSpec::named(v["rule"].as_str().unwrap()).unwrap(),
            size,
            stones: stones
                .flat_map(|(key, color)| {
                    let points = v[key].as_array().unwrap().iter();
                    points.map(move |p| (p.as_str().unwrap().to_owned(), color))
                })
                .map(|(p, color)| (notation::parse_point(&p, size).unwrap(), color))
                .collect(),
            to_move: if v["to_move"] == "white" { Color::White } else { Color::Black },
        };
        Some((v["id"].as_str().unwrap().to_owned(), setup.build().unwrap()))
    };
    Some(text.lines().filter_map(problem).collect())
}

/// With few nodes most are won, and no mate is denied.
#[test]
fn most_mates_are_found_with_few_nodes_and_none_is_denied() {
    let Some(mates) = mates() else { return };
    let limit = VctLimit { nodes: 30_000, budget: Budget::UNLIMITED };
    let wins = mates.par_iter().map_init(
        || Vct::new(8 << 20),
        |vct, (name, position)| {
            vct.clear();
            let outcome = vct.solve(position, limit, 1, &|| false);
            assert_ne!(outcome, VctOutcome::NoWin, "{name}");
            outcome == VctOutcome::Win
        },
    );
    let won = wins.filter(|&won| won).count();
    assert!(won * 100 > mates.len() * 90, "{won} of {}", mates.len());
}

/// The first move makes a sleeping two at best, far from a three, and threatens three fours in a row. A search that
/// leaves such stones out says that there is no win.
#[test]
fn a_threat_need_not_look_like_one() {
    let Some(mates) = mates() else { return };
    for name in ["美味诘连珠.中村茂_puzzle/43", "珠々の詰連珠_puzzle/92"] {
        let (_, position) = mates.iter().find(|(id, _)| id.ends_with(name)).unwrap();
        let mut vct = Vct::new(64 << 20);
        let limit = VctLimit { nodes: 2_000_000, budget: Budget::UNLIMITED };
        assert_eq!(vct.solve(position, limit, 1, &|| false), VctOutcome::Win, "{name}");
        let nodes = vct.certify(position, limit, &|| false).unwrap();
        assert!(check::check(&nodes, position), "{name}");
    }
}
