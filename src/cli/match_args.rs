//! What may be said after `kagetsu match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::arena::spec::EngineSpec;
use crate::base::units::{parse_memory, parse_time};
use crate::board::BoardSize;
use crate::record::parse_size;
use crate::rules::RuleSpec;

pub(super) const MATCH_HELP: &str = "\
An engine is described by parts with commas between them:
  cmd=PROGRAM ARGUMENTS…   what to start, in words as a shell has them; the part may stand first without cmd=
  name=NAME                what it is called [default: the program's name]
  dir=FOLDER               where it is started
  info=KEY=VALUE           a further INFO for it; may come several times (threads=N is info=thread_num=N)
  turn= match= increment= nodes= depth= memory=      limits of its own

Examples:
  kagetsu match --engine pbrain-a --engine pbrain-b --turn 500ms --rule renju --pairs 100
  kagetsu match --engine 'cmd=./new/pbrain-kagetsu,name=new' --engine 'cmd=./old/pbrain-kagetsu,name=old' \\
      --nodes 20000 --openings openings.txt --sprt 0 5 --concurrency 2 --games-out games.jsonl
  kagetsu match --gauntlet --engine ./mine --engine 'cmd=sh run.sh,dir=other,name=Other,turn=1s' --engine ./third \\
      --match 180s --increment 1s --memory 350M --games 200 --json

The same command with the same --games-out goes on where it was broken off.

Exit codes: 0 done · 2 interrupted before its end · 64 wrong usage, or an engine that does not start · 65 wrong data ·
70 internal error";

#[derive(Debug, Args)]
pub(super) struct MatchOptions {
    /// An engine: its command, or parts such as cmd=…,name=…; at least two
    #[arg(long = "engine", value_name = "ENGINE", value_parser = EngineSpec::parse, required = true)]
    pub(super) engines: Vec<EngineSpec>,
    /// The first engine meets all others, and nobody else meets
    #[arg(long)]
    pub(super) gauntlet: bool,
    /// The law
    #[arg(long, value_name = "NAME", default_value = "freestyle", value_parser = RuleSpec::named)]
    pub(super) rule: RuleSpec,
    /// The board: 15 or 15x20 [default: the law's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
    /// Time for a move: 500ms, 10s [default: 1s where no other limit is given]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) turn: Option<Duration>,
    /// Time for all moves of a game
    #[arg(long = "match", value_name = "TIME", value_parser = parse_time)]
    pub(super) game: Option<Duration>,
    /// Time that is added after each move
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "game")]
    pub(super) increment: Option<Duration>,
    /// Nodes for a move (INFO max_node)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Depth of a move in plies (INFO max_depth)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
    /// Memory of an engine: 350M, 1G (INFO max_memory)
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(super) memory: Option<usize>,
    /// Openings, one a line, or a record; may come several times [default: five stones drawn near the centre]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Vec<PathBuf>,
    /// Pairs of games for each two engines that meet [default: 50; with --sprt until it decides]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) pairs: Option<u64>,
    /// The same in games; an odd number is made even
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), conflicts_with = "pairs")]
    pub(super) games: Option<u64>,
    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: u16,
    /// Decides the order and the symmetries of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// What a move may take beyond its time without losing
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = parse_time)]
    pub(super) margin: Duration,
    /// How long to wait for a move whose time is up, to see how late it is
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = parse_time)]
    pub(super) grace: Duration,
    /// Call a game of so many stones a draw
    #[arg(long, value_name = "PLIES")]
    pub(super) draw_after: Option<usize>,
    /// End a game when both tell for COUNT moves each that one is behind by SCORE
    #[arg(long, value_names = ["SCORE", "COUNT"], num_args = 2)]
    pub(super) resign: Vec<i32>,
    /// Keep engines running from game to game (RESTART) instead of starting them anew
    #[arg(long)]
    pub(super) keep: bool,
    /// End the match of two when a sequential test has decided whether the first is ELO0 or ELO1 stronger
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true)]
    pub(super) sprt: Vec<f64>,
    /// How often ELO1 may win though ELO0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_error_rate)]
    pub(super) alpha: f64,
    /// How often ELO0 may win though ELO1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_error_rate)]
    pub(super) beta: f64,
    /// Write each game as it ends, one JSON object a line; games that are there already are counted
    #[arg(long, visible_alias = "resume", value_name = "FILE")]
    pub(super) games_out: Option<PathBuf>,
    /// Write each game as NUMBER.psq into this folder, for Piskvork
    #[arg(long, value_name = "DIR")]
    pub(super) psq: Option<PathBuf>,
    /// Add each game to this file, as a game tree
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,
    /// One JSON object as the final report
    #[arg(long)]
    pub(super) json: bool,
    /// Nothing on standard error while it goes on
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Reads a probability between 0 and ½.
fn parse_error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 0.5);
    rate.ok_or_else(|| format!("expected a number between 0 and 0.5, got \"{text}\""))
}
