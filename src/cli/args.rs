//! What can be typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::fit::FitOptions;
use super::match_args::{MATCH_HELP, MatchOptions};
use super::openings::OpeningsOptions;
use super::selfplay::SelfplayOptions;
use crate::base::units::{self, parse_memory};
use crate::board::{BoardSize, Color};
use crate::record::{RowOrder, parse_color, parse_size};
use crate::rules::RuleSpec;
use crate::threat::find::Kind;
use crate::threat::solver;

const INPUT_HELP: &str = "\
POS is a position in any of these forms, as an argument, a file, or - for standard input:
  move string    h8h9i10 · H8,H9,I10 · h8_h9      columns a… with i, rows from the bottom, -- passes
  Gomocup list   lines x,y or x,y,field            from zero; field 1 own stone, 2 the opponent's
  diagram        rows of . - _ + and x X b B * ● and o O w W ○, with or without coordinates
  JSON           {\"rule\":\"renju\",\"size\":15,\"black\":[\"H8\"],\"white\":[\"H9\"],\"to_move\":\"black\"}
                 or {\"moves\":\"h8h9\"}; one object a line is a batch
  .psq, .sgf     records of Piskvork and of other programs

Where neither --rule nor the position names a rule, `forbidden` and `show --forbidden` take renju,
everything else freestyle.

Exit codes: 0 done, or a win · 1 no win · 2 unknown · 64 wrong usage · 65 wrong data ·
70 internal error";

const ENGINE_HELP: &str = "\
Without a command it is an engine on standard input and output, for the Gomocup protocol:
      --rule <NAME>    The rule until the manager names one [default: freestyle]
      --threads <N>    Threads that search; with 1 it always plays the same [default: 1]
      --nodes <N>      Most positions to visit for one move
      --depth <N>      Deepest search in plies
      --hash <MIB>     Size of the transposition table [default: 64, or what the manager allows]";

/// Five in a row: an engine, exact rules, positions and puzzles.
#[derive(Debug, Parser)]
#[command(
    name = "kagetsu",
    version,
    disable_help_subcommand = true,
    subcommand_required = true,
    override_usage = "kagetsu [ENGINE OPTIONS]\n       kagetsu <COMMAND> …",
    after_help = ENGINE_HELP
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// The laws: names, numbers in the protocols, what wins and what is forbidden
    Rules(RulesOptions),
    /// The forbidden points of a position
    #[command(after_help = INPUT_HELP)]
    Forbidden(ForbiddenOptions),
    /// A forced win: by fours, by threats or by any moves, with its proof
    #[command(after_help = INPUT_HELP)]
    Solve(SolveOptions),
    /// Points by kind: fives, fours, threes, threats of a win by fours, what stops one
    #[command(after_help = INPUT_HELP)]
    Find(FindOptions),
    /// Check certificates of wins with the rules alone
    Verify(VerifyOptions),
    /// The board as text
    #[command(after_help = INPUT_HELP)]
    Show(ShowOptions),
    /// Engines against each other: any Gomocup engines, with Elo and a sequential test
    #[command(name = "match", after_help = MATCH_HELP)]
    Match(Box<MatchOptions>),
    /// Openings near 50 %, found by search, one move string a line
    Openings(OpeningsOptions),
    /// Games of the engine against itself, as a record for `fit`
    Selfplay(SelfplayOptions),
    /// Fit the evaluation to such games
    Fit(FitOptions),
    /// The signature of the search (the same nodes on every machine) and its speed
    Bench,
}

#[derive(Debug, Args)]
pub(super) struct RulesOptions {
    /// Laws to tell of, by name or alias [default: all]
    #[arg(value_name = "NAME", value_parser = RuleSpec::named)]
    pub(super) names: Vec<RuleSpec>,
    /// One JSON object a line for each law
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ForbiddenOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    /// A point to tell the verdict for, forbidden or not: H8, or several as a move string
    #[arg(long = "point", value_name = "POINT")]
    pub(super) points: Vec<String>,
    /// Tell the reasons: each line, each straight-four point, why it counts or not, level by level
    #[arg(long)]
    pub(super) why: bool,
    /// One JSON object a line for each position
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct SolveOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    /// The kind of win
    #[arg(long, value_enum, default_value_t = Goal::Vcf)]
    pub(super) goal: Goal,
    /// Look for the shortest win (the fewest fours; with threats the fewest stones), and prove that
    /// there is no shorter one
    #[arg(long)]
    pub(super) shortest: bool,
    /// Tell all first moves that win
    #[arg(long)]
    pub(super) all: bool,
    /// Allow at most N moves that are no fours; a run of fours is free
    #[arg(long, value_name = "N")]
    pub(super) max_threats: Option<u16>,
    /// Allow at most N stones of the attacker, the five included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) max_stones: Option<u16>,
    /// Most positions to visit for one answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Most time for one answer: 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) time: Option<Duration>,
    /// Most memory for the tables: 64M, 1G; in a batch for all positions that are worked on together
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_memory)]
    pub(super) memory: usize,
    /// Write the certificate of every win into this folder: ID.json, or 1.json, 2.json … where
    /// positions have no id
    #[arg(long, value_name = "DIR")]
    pub(super) proof: Option<PathBuf>,
    /// Print the proof as a tree, at most LINES lines of it [default: 200]
    #[arg(long, value_name = "LINES", num_args = 0..=1, require_equals = true, default_missing_value = "200")]
    pub(super) tree: Option<NonZeroUsize>,
    /// Write the proof as a game tree; for several positions FILE is a folder of ID.sgf
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,
    /// Draw the main line of a win; for several positions FILE is a folder of ID.svg
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// The same in pixels, ID.png
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<PathBuf>,
    /// Positions of a batch that are worked on at the same time; for a single position, threads that
    /// work on it together. With 1 the answer is always the same [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,
    /// One JSON object a line for each position
    #[arg(long)]
    pub(super) json: bool,
    /// Leave out how long it took, so that the same question has the same answer byte for byte
    #[arg(long)]
    pub(super) no_times: bool,
    /// No progress and no summary on standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, Args)]
pub(super) struct FindOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    /// A kind of point; may be given several times [default: all that need no search]
    #[arg(
        long = "kind",
        value_name = "KIND",
        value_parser = parse_kind,
        long_help = kinds_help(),
    )]
    pub(super) kinds: Vec<Kind>,
    /// Whose points: black or white [default: the side to move]
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    pub(super) color: Option<Color>,
    /// Look at these points only: H8, or several as a move string
    #[arg(long, value_name = "POINTS")]
    pub(super) points: Vec<String>,
    /// Count only shapes that this stone belongs to (twos, threes, sleeping threes)
    #[arg(long, value_name = "POINT")]
    pub(super) through: Option<String>,
    /// The fewest fours of a threatened win (vcf-threat)
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_fours: u16,
    /// Most moves to try for one answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Most time for one answer: 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) time: Option<Duration>,
    /// Positions of a batch that are worked on at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,
    /// One JSON object a line for each position
    #[arg(long)]
    pub(super) json: bool,
}

/// Reads the name of a kind of point.
fn parse_kind(text: &str) -> Result<Kind, String> {
    Kind::named(text).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        format!("no such kind; there are {}", names.join(", "))
    })
}

/// All kinds with their words.
fn kinds_help() -> String {
    let mut help =
        "A kind of point; may be given several times [default: all that need no search]\n"
            .to_owned();
    for kind in Kind::ALL {
        help += &format!("  {:<24}{}\n", kind.name(), kind.words());
    }
    help
}

#[derive(Debug, Args)]
pub(super) struct VerifyOptions {
    /// Certificates: files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
    /// One JSON object a line for each certificate
    #[arg(long)]
    pub(super) json: bool,
}

/// The kinds of win that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Goal {
    /// By fours alone
    Vcf,
    /// By fours and threats: every move makes a four or threatens a win by fours
    Vct,
    /// By any moves: fours, threats, then quiet moves, until a limit is reached
    Win,
}

impl Goal {
    /// What a win of this kind is made of, after "no win".
    pub(super) const fn words(self) -> &'static str {
        match self {
            Goal::Vcf => "by fours alone",
            Goal::Vct => "by fours and threats",
            Goal::Win => "that could be found",
        }
    }

    /// What else could be asked for.
    pub(super) const fn hint(self) -> &'static str {
        match self {
            Goal::Vcf => " (--goal vct looks for threats too)",
            Goal::Vct => " (--goal win looks for quiet moves too)",
            Goal::Win => "",
        }
    }
}

impl From<Goal> for solver::Goal {
    fn from(goal: Goal) -> solver::Goal {
        match goal {
            Goal::Vcf => solver::Goal::Vcf,
            Goal::Vct => solver::Goal::Vct,
            Goal::Win => solver::Goal::Win,
        }
    }
}

/// Reads a time that is not zero.
fn parse_time(text: &str) -> Result<Duration, String> {
    match units::parse_time(text)? {
        Duration::ZERO => Err(format!("expected a time above zero, got \"{text}\"")),
        time => Ok(time),
    }
}

#[derive(Debug, Args)]
pub(super) struct ShowOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    /// Number the stones in the order in which they were played
    #[arg(long)]
    pub(super) numbers: bool,
    /// Mark the forbidden points
    #[arg(long)]
    pub(super) forbidden: bool,
    /// Print row 1 at the top, as Piskvork does
    #[arg(long)]
    pub(super) flip: bool,
    /// Draw the board; - is standard output, for several positions FILE is a folder of ID.svg
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// The same in pixels, ID.png
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<PathBuf>,
}

/// Where positions come from, and what is known of them whatever they say.
#[derive(Debug, Args)]
pub(super) struct InputOptions {
    /// Positions: text, files, or - for standard input
    #[arg(required = true, value_name = "POS", allow_hyphen_values = false)]
    pub(super) positions: Vec<String>,
    /// The rule, whatever the position says
    #[arg(long, value_name = "NAME", value_parser = RuleSpec::named)]
    pub(super) rule: Option<RuleSpec>,
    /// The board, whatever the position says: 15 or 15x20
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
    /// The side to move, whatever the position says: black or white
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    pub(super) to_move: Option<Color>,
    /// Whether row numbers fall or rise from the top of a diagram that has none [default: descending]
    #[arg(long, value_name = "ORDER")]
    pub(super) row_order: Option<RowOrderArgument>,
    /// Take every input for JSON lines, even where it has only one: one answer a line, also for mistakes
    #[arg(long)]
    pub(super) batch: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RowOrderArgument {
    /// The top line is the highest row, as in books
    Descending,
    /// The top line is row 1
    Ascending,
}

impl From<RowOrderArgument> for RowOrder {
    fn from(order: RowOrderArgument) -> RowOrder {
        match order {
            RowOrderArgument::Descending => RowOrder::Descending,
            RowOrderArgument::Ascending => RowOrder::Ascending,
        }
    }
}
