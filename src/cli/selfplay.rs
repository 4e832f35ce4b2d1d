//! `kagetsu selfplay`: games of the engine against itself, written as a record.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::failure::{Exit, Failure};
use super::openings::parse_plies;
use crate::board::{BoardSize, Color};
use crate::record::binpack::{BinpackError, Head, Writer};
use crate::record::parse_size;
use crate::rules::RuleSpec;
use crate::search::Limits;
use crate::train::openings::Openings;
use crate::train::selfplay::{Players, SelfPlay};

#[derive(Debug, Args)]
pub(super) struct SelfplayOptions {
    /// The record to write
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The law
    #[arg(long, value_name = "NAME", value_parser = RuleSpec::named, default_value = "freestyle")]
    pub(super) rule: RuleSpec,
    /// The board: 15 or 15x20 [default: the usual one of the law]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(super) games: u64,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    pub(super) nodes: u32,
    /// Search each move to this depth instead
    #[arg(long, value_name = "PLIES", conflicts_with = "nodes")]
    pub(super) depth: Option<u32>,
    /// Number of stones of the openings, or the fewest and the most
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "2-9")]
    pub(super) plies: (usize, usize),
    /// The largest score of an opening for either side, in centi-score
    #[arg(long, value_name = "CENTI", default_value_t = 200)]
    pub(super) max_score: u16,
    /// One move in N is drawn at random; 0: none
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) random: u32,
    /// End a game where a win is proved, rather than play it to its end
    #[arg(long)]
    pub(super) stop_at_proof: bool,
    /// Positions of each search that are judged by a search of their own, and written too
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) positions: usize,
    /// Nodes of that search
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(super) position_nodes: u32,
    /// Another seed plays other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Games that are played at the same time; they are the same games with any number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) threads: usize,
}

/// Games that are played between two writes.
const CHUNK: u64 = 64;

/// Plays, writes, and tells how the games went.
pub(super) fn run(options: &SelfplayOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let size = options.size.unwrap_or(options.rule.board);
    let (least_plies, most_plies) = options.plies;
    let openings = Openings {
        rule: options.rule.clone(),
        size,
        least_plies,
        most_plies,
        max_score: options.max_score.into(),
        nodes: u64::from(options.nodes),
    };
    let nodes = if options.depth.is_some() { 0 } else { options.nodes };
    let limits = Limits {
        nodes: options.depth.is_none().then_some(u64::from(nodes)),
        depth: options.depth,
        ..Limits::default()
    };
    let play = SelfPlay {
        openings,
        limits,
        random_one_in: options.random,
        stop_at_proof: options.stop_at_proof,
        positions: options.positions,
        position_nodes: options.position_nodes.into(),
        seed: options.seed,
    };
    let file = File::create(&options.file).map_err(|e| failed(options, &e.into()))?;
    let head = Head { rule: options.rule.clone(), size, nodes };
    let mut writer = Writer::new(BufWriter::new(file), &head).map_err(|e| failed(options, &e))?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()
        .map_err(|e| Failure::Usage(e.to_string()))?;
    let (mut plies, mut judged, mut wins, mut draws) = (0, 0, [0_u64; 2], 0_u64);
    for first in (0..options.games).step_by(CHUNK as usize) {
        let numbers = first..options.games.min(first + CHUNK);
        let games: Vec<_> = pool.install(|| {
            numbers
                .into_par_iter()
                .map_init(Players::default, |players, number| play.game(number, players))
                .collect()
        });
        for records in games {
            let Some(game) = records.first() else {
                let what = "no such opening was found; allow more stones or a larger --max-score";
                return Err(Failure::Data(what.to_owned()));
            };
            plies += game.scores.len();
            judged += records.len() - 1;
            match game.winner {
                Some(Color::Black) => wins[0] += 1,
                Some(Color::White) => wins[1] += 1,
                None => draws += 1,
            }
            for record in &records {
                writer.write(record).map_err(|e| failed(options, &e))?;
            }
        }
    }
    writer.finish().map_err(|e| failed(options, &e))?;
    let [black, white] = wins;
    let games = options.games;
    writeln!(
        out,
        "{games} games, {plies} searched moves: black won {black}, white {white}, drawn {draws}"
    )?;
    if judged > 0 {
        writeln!(out, "{judged} positions of the searches were judged")?;
    }
    Ok(Exit::Done)
}

fn failed(options: &SelfplayOptions, error: &BinpackError) -> Failure {
    Failure::File(format!("{}: {error}", options.file.display()))
}
