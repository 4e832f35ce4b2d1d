//! What `kagetsu solve` asks for one position, and what it is told.
//!
//! Everything that shows the answer to people or machines reads [`Solved`] and knows no solver.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::args::{Goal, SolveOptions};
use crate::base::clock::{Clock, SystemClock};
use crate::board::Point;
use crate::position::Position;
use crate::threat::certify::nodes_of;
use crate::threat::proof::Start;
use crate::threat::{Proof, Vcf, VcfEnd, VcfLimit, VcfOutcome, VcfWin, verify};

/// Entries of the table of one solver, 16 bytes each.
const TABLE: usize = 1 << 20;

/// What came out for one position.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) answer: Answer,
    /// The kind of win that was looked for.
    pub(super) goal: Goal,
    /// Moves of the attacker that were tried.
    pub(super) nodes: u64,
    /// How long it took to find.
    pub(super) time: Duration,
}

/// Whether there is a win of the kind asked for.
#[derive(Debug)]
pub(super) enum Answer {
    Win(Box<Win>),
    NoWin,
    /// This limit came first: `time`, `nodes` or `memory`.
    Unknown(&'static str),
}

/// A win, which has been checked.
#[derive(Debug)]
pub(super) struct Win {
    pub(super) kind: Kind,
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
    pub(super) proof: Proof,
    /// How long it took to make the certificate and to check it.
    pub(super) check_time: Duration,
}

/// What a win is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A five at once.
    Five,
    /// Fours alone.
    Vcf,
}

impl Kind {
    /// The word for it in every output.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Five => "five",
            Kind::Vcf => "vcf",
        }
    }
}

/// The solvers of one thread, with their tables.
pub(super) struct Solver {
    vcf: Vcf,
}

impl Solver {
    pub(super) fn new() -> Solver {
        Solver { vcf: Vcf::new(TABLE) }
    }

    /// Looks for a win of the side to move, and checks it. The answer is the same whatever was solved
    /// before. When `cancelled` becomes true nobody wants it any more.
    ///
    /// # Errors
    /// When a win was found whose certificate does not pass: a defect of the program.
    pub(super) fn solve(
        &mut self,
        position: &Position,
        options: &SolveOptions,
        cancelled: &AtomicBool,
    ) -> Result<Solved, String> {
        let Goal::Vcf = options.goal;
        let vcf = &mut self.vcf;
        let mut board = position.clone();
        let clock = SystemClock::new();
        let begin = clock.now();
        let until = options.time.map(|time| begin.saturating_add(time));
        // No line has more fours than the board has points.
        let fours = u16::try_from(position.size().area()).unwrap_or(u16::MAX);
        let limit = VcfLimit { fours, nodes: options.nodes.unwrap_or(u64::MAX) };
        let mut late = false;
        vcf.clear();
        let search = if options.shortest { Vcf::solve_shortest } else { Vcf::solve };
        let outcome = search(vcf, &mut board, limit, &mut |_| {
            late = until.is_some_and(|until| clock.now() >= until);
            late || cancelled.load(Ordering::Relaxed)
        });
        let (nodes, found) = (vcf.nodes(), clock.now());
        let answer = match outcome {
            VcfOutcome::Win(win) => {
                let proof = proof(vcf, position, &win, limit)?;
                let check_time = clock.now().saturating_sub(found);
                Answer::Win(Box::new(Win {
                    kind: if win.fours == 0 { Kind::Five } else { Kind::Vcf },
                    plies: win.plies(),
                    fours: Some(win.fours),
                    end: win.end,
                    shortest: options.shortest || win.fours <= 1,
                    line: win.line,
                    proof,
                    check_time,
                }))
            }
            VcfOutcome::NoWin => Answer::NoWin,
            VcfOutcome::Unknown if late => Answer::Unknown("time"),
            VcfOutcome::Unknown => Answer::Unknown("nodes"),
        };
        Ok(Solved { answer, goal: options.goal, nodes, time: found.saturating_sub(begin) })
    }
}

/// The certificate of a win by fours, checked.
fn proof(
    vcf: &mut Vcf,
    position: &Position,
    win: &VcfWin,
    limit: VcfLimit,
) -> Result<Proof, String> {
    let nodes = nodes_of(vcf, position, win, limit, &mut |_| false)
        .ok_or("internal error: a win was found that cannot be found again")?;
    let rule = position.rule().clone();
    let proof = Proof { rule, size: position.size(), start: start_of(position), nodes };
    verify(&proof).map_err(|flaw| format!("internal error: a false win: {flaw}"))?;
    Ok(proof)
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
