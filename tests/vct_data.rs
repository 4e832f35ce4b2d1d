//! The problems of the shared data that are won by threats.

#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use kagetsu::position::Position;
use kagetsu::threat::check;
use kagetsu::threat::vct::{Budget, Vct, VctLimit, VctOutcome};
use rayon::prelude::*;
use serde_json::Value;

#[path = "support/puzzles.rs"]
mod puzzles;

/// Threats that another engine has seen a mate in: names and positions.
fn mates() -> Option<Vec<(String, Position)>> {
    let wanted = |json: &Value| {
        let goal = json["expect"]["goal"].as_str().unwrap_or_default();
        let by_threats = goal.starts_with("VCT") || goal.starts_with("STONES");
        by_threats && json["verified"]["rapfi_mate"] == true
    };
    puzzles::puzzles("puzzles.jsonl", wanted, |id, setup, _| (id, setup.build().unwrap()))
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
