//! What `kagetsu solve` asks for one position, and what it is told.
//!
//! Everything that shows the answer to people or machines reads [`Solved`] and knows no solver.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::args::{Goal, SolveOptions};
use crate::base::clock::SystemClock;
use crate::board::Point;
use crate::position::Position;
use crate::threat::proof::Start;
use crate::threat::solver::{self, Firsts, Limit, Question, WinKind, Won};
use crate::threat::vct::Budget;
use crate::threat::{Proof, VcfEnd};

/// What came out for one position.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) answer: Answer,
    /// The kind of win that was looked for.
    pub(super) goal: Goal,
    /// Nodes of all solvers together.
    pub(super) nodes: u64,
    /// How long it took to find.
    pub(super) time: Duration,
}

/// Whether there is a win of the kind asked for.
#[derive(Debug)]
pub(super) enum Answer {
    Win(Box<Win>),
    NoWin,
    /// This limit came first: `time`, `nodes` or `memory`; none where all that the solvers know was tried.
    Unknown(Option<&'static str>),
}

/// A win, which has been checked.
#[derive(Debug)]
pub(super) struct Win {
    pub(super) kind: WinKind,
    /// Attacker first, up to the move after which nothing stops the five.
    pub(super) line: Vec<Point>,
    /// Plies to the five itself.
    pub(super) plies: usize,
    /// For a win by fours: how many of the attacker's moves are fours.
    pub(super) fours: Option<u16>,
    /// Why nothing stops the last move of the line.
    pub(super) end: VcfEnd,
    /// Whether it is proved that no win of this kind is shorter.
    pub(super) shortest: bool,
    /// All first moves that win, where they were asked for.
    pub(super) firsts: Option<Firsts>,
    /// The limit that came before all was known of shorter wins and other first moves.
    pub(super) limit: Option<&'static str>,
    pub(super) proof: Proof,
    /// How long it took to check the certificate.
    pub(super) check_time: Duration,
}

/// The solvers of one thread, with their tables.
pub(super) struct Solver {
    solver: solver::Solver,
    /// Threads that may work on one position.
    threads: usize,
}

impl Solver {
    /// Solvers that take up at most `bytes`, and `threads` that may work on one position.
    pub(super) fn new(bytes: usize, threads: usize) -> Solver {
        Solver { solver: solver::Solver::new(bytes), threads }
    }

    /// Looks for a win of the side to move, and checks it. With one thread the answer is the same
    /// whatever was solved before. When `cancelled` becomes true nobody wants it any more.
    ///
    /// # Errors
    /// When a win was found whose certificate does not pass: a defect of the program.
    pub(super) fn solve(
        &mut self,
        position: &Position,
        options: &SolveOptions,
        cancelled: &AtomicBool,
    ) -> Result<Solved, String> {
        let question = Question {
            goal: options.goal.into(),
            shortest: options.shortest,
            all: options.all,
            nodes: options.nodes,
            time: options.time,
            budget: Budget {
                threats: options.max_threats.unwrap_or(u16::MAX),
                stones: options.max_stones.unwrap_or(u16::MAX),
            },
            threads: self.threads,
        };
        let cancelled = || cancelled.load(Ordering::Relaxed);
        let solved = self
            .solver
            .solve(position, &question, &SystemClock::new(), &cancelled)
            .map_err(|error| error.to_string())?;
        let answer = match solved.answer {
            solver::Answer::Win(won) => Answer::Win(Box::new(Win::new(*won, position))),
            solver::Answer::NoWin => Answer::NoWin,
            solver::Answer::Unknown(limit) => Answer::Unknown(limit.map(limit_name)),
        };
        Ok(Solved { answer, goal: options.goal, nodes: solved.nodes, time: solved.time })
    }
}

impl Win {
    fn new(won: Won, position: &Position) -> Win {
        let rule = position.rule().clone();
        let start = start_of(position);
        Win {
            kind: won.kind,
            line: won.line,
            plies: won.plies,
            fours: won.fours,
            end: won.end,
            shortest: won.shortest,
            firsts: won.firsts,
            limit: won.limit.map(limit_name),
            proof: Proof { rule, size: position.size(), start, nodes: won.nodes },
            check_time: won.check_time,
        }
    }
}

/// The word for a limit in every output.
const fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Nodes => "nodes",
        Limit::Memory => "memory",
    }
}

/// The word for a kind of win in every output.
pub(super) const fn kind_name(kind: WinKind) -> &'static str {
    match kind {
        WinKind::Five => "five",
        WinKind::Vcf => "vcf",
        WinKind::Vct => "vct",
        WinKind::Win => "win",
    }
}

/// How the position came about: by its moves, where they are all there and the law has such moves, else
/// by its stones.
fn start_of(position: &Position) -> Start {
    let moves = position.moves();
    let passes_are_moves = position.rule().passes.is_some() || !moves.contains(&None);
    if moves.len() == position.ply() && passes_are_moves {
        return Start::Moves(moves);
    }
    Start::Stones { stones: position.colored_stones(), to_move: position.to_move() }
}
