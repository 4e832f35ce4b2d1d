//! The VCF problems of the shared data: every win found is replayed with the reference rules.

#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use kagetsu::position::{Position, Setup};
use kagetsu::rules::{Ending, WinBy, reference};
use kagetsu::threat::certify::nodes_of;
use kagetsu::threat::proof::Start;
use kagetsu::threat::{Proof, Vcf, VcfEnd, VcfLimit, VcfOutcome, VcfWin, verify};
use rayon::prelude::*;
use serde_json::Value;

#[path = "support/puzzles.rs"]
mod puzzles;

struct Problem {
    id: String,
    setup: Setup,
    fours: Option<u64>,
    no_win: bool,
}

fn problems(file: &str) -> Option<Vec<Problem>> {
    let wanted = |json: &Value| json["expect"]["goal"] == "VCF";
    puzzles::puzzles(file, wanted, |id, setup, json| Problem {
        id,
        setup,
        fours: json["expect"]["min_len"].as_u64(),
        no_win: json["expect"]["kind"] == "no-win",
    })
}

/// Replays the line with the reference; where it ends, every legal reply must leave a five.
fn replay(problem: &Problem, win: &VcfWin) -> Result<(), String> {
    let Setup { rule, size, stones, to_move } = &problem.setup;
    let mut game = reference::Game::from_setup(rule, *size, stones, *to_move).unwrap();
    let attacker = *to_move;
    let wins = |game: &reference::Game| {
        game.grid()
            .empty_points()
            .any(|p| reference::makes_five(game.grid(), rule, attacker, p).is_some())
    };
    for (ply, &p) in win.line.iter().enumerate() {
        let ending = game.play(p).map_err(|e| format!("{p}: {e}"))?;
        let last = ply + 1 == win.line.len();
        match ending {
            None => {}
            Some(Ending::Win { winner, by: WinBy::Five }) if last && winner == attacker => {
                return Ok(());
            }
            other => return Err(format!("{p} ends the game: {other:?}")),
        }
        if ply % 2 == 0 && !wins(&game) {
            return Err(format!("{p} is no four"));
        }
    }
    for reply in game.grid().clone().empty_points() {
        let mut after = game.clone();
        match after.play(reply) {
            Ok(None) if wins(&after) => {}
            // A forbidden reply loses at once.
            Ok(Some(Ending::Win { winner, .. })) if winner == attacker => {}
            other => return Err(format!("{reply} holds: {other:?}")),
        }
    }
    Ok(())
}

/// Makes a certificate and has it checked.
fn certified(
    problem: &Problem,
    position: &Position,
    vcf: &mut Vcf,
    win: &VcfWin,
    limit: VcfLimit,
) -> Result<(), String> {
    let nodes = nodes_of(vcf, position, win, limit, &mut |_| false).ok_or("not found again")?;
    let Setup { rule, size, stones, to_move } = problem.setup.clone();
    let proof = Proof { rule, size, start: Start::Stones { stones, to_move }, nodes };
    verify(&proof).map(|_| ()).map_err(|flaw| flaw.to_string())
}

/// The fours of the shortest win.
fn shortest(vcf: &mut Vcf, position: &mut Position) -> Option<u64> {
    let limit = VcfLimit { fours: 120, nodes: 20_000_000 };
    match vcf.solve_shortest(position, limit, &mut |_| false) {
        VcfOutcome::Win(win) => Some(win.fours.into()),
        VcfOutcome::NoWin | VcfOutcome::Unknown => None,
    }
}

#[test]
fn the_vcf_problems_are_won() {
    for file in ["puzzles.jsonl", "puzzles_renlib_leaf.jsonl"] {
        let Some(problems) = problems(file) else { return };
        let missed: Vec<String> = problems
            .par_iter()
            .filter_map(|problem| {
                let mut position = problem.setup.build().unwrap();
                let mut vcf = Vcf::new(1 << 16);
                let limit = VcfLimit { fours: 120, nodes: 3_000_000 };
                match vcf.solve(&mut position, limit, &mut |_| false) {
                    VcfOutcome::NoWin if problem.no_win => None,
                    VcfOutcome::Win(win) if !problem.no_win => {
                        if let Err(flaw) = replay(problem, &win) {
                            panic!("{}: {flaw} in {:?}", problem.id, win.line);
                        }
                        if let Err(flaw) = certified(problem, &position, &mut vcf, &win, limit) {
                            panic!("{}: {flaw}", problem.id);
                        }
                        let forced = win.end != VcfEnd::Five;
                        assert_eq!(win.line.len() % 2, 1);
                        assert_eq!(
                            usize::from(win.fours),
                            usize::from(forced) * win.line.len().div_ceil(2)
                        );
                        problem
                            .fours
                            .filter(|&fours| {
                                u64::from(win.fours) < fours
                                    || shortest(&mut vcf, &mut position) != Some(fours)
                            })
                            .map(|fours| {
                                format!("{}: {} fours, {fours} expected", problem.id, win.fours)
                            })
                    }
                    other => Some(format!("{}: {other:?}", problem.id)),
                }
            })
            .collect();
        assert!(missed.is_empty(), "{} of {}: {missed:#?}", missed.len(), problems.len());
    }
}
