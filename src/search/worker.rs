//! One thread's part of a search: its own position and memory, and what it shares with the others.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;

use super::limits::{Limits, Observer};
use super::moves::Moves;
use super::params::{HISTORY_MOST, MAX_PLY, VCF_TABLE_ENTRIES};
use super::table::Table;
use crate::base::clock::Clock;
use crate::board::point::CELLS;
use crate::board::{ByColor, Color, Point, PointSet};
use crate::eval::{Evaluator, Fitted, Score};
use crate::position::Position;
use crate::threat::vct::Vct;
use crate::threat::{Vcf, VcfLimit, VcfOutcome, VcfWin};

/// What all workers of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) limits: &'a Limits,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) observer: &'a dyn Observer,
    /// Point in time at which the search began.
    pub(crate) began: Duration,
    /// Set once; every worker then comes home.
    pub(crate) stop: AtomicBool,
    /// Nodes that the workers have reported so far.
    pub(crate) nodes: AtomicU64,
    pub(crate) workers: usize,
    /// Moves of the root that are known to lose.
    pub(crate) losing: PointSet,
}

/// Nodes between two looks at the clock, the observer and the other workers.
const CHECK_EVERY: u64 = 256;

impl Shared<'_> {
    /// Asks everything that can end the search; `unreported` are the asking worker's own nodes.
    fn should_stop(&self, unreported: u64) -> bool {
        let over = |limit: u64| self.nodes.load(Ordering::Relaxed) + unreported >= limit;
        let stop = self.stop.load(Ordering::Relaxed)
            || self.observer.should_stop()
            || self.limits.hard.is_some_and(|hard| self.clock.now() >= hard)
            || self.limits.nodes.is_some_and(over);
        if stop {
            self.stop.store(true, Ordering::Relaxed);
        }
        stop
    }
}

/// The search was ended from outside; nothing that is still open counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// A best line.
pub(crate) type Line = ArrayVec<Point, MAX_PLY>;

/// Memory of one ply.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    pub(crate) moves: Moves,
    pub(crate) stops: Vec<Point>,
    pub(crate) pv: Line,
    pub(crate) killers: [Option<Point>; 2],
}

/// How often a move has cut a node off, for each side and point.
pub(crate) struct History(ByColor<Box<[i32; CELLS]>>);

impl History {
    fn new() -> History {
        History(ByColor([Box::new([0; CELLS]), Box::new([0; CELLS])]))
    }

    #[inline]
    pub(crate) fn value(&self, color: Color, p: Point) -> i32 {
        self.0[color][p.index() % CELLS]
    }

    /// Moves the value towards ±[`HISTORY_MOST`]; the nearer it is, the slower.
    #[inline]
    pub(crate) fn add(&mut self, color: Color, p: Point, bonus: i32) {
        let value = &mut self.0[color][p.index() % CELLS];
        *value += bonus - *value * bonus.abs() / HISTORY_MOST;
    }
}

/// A worker.
pub(crate) struct Worker<E: Evaluator = Fitted> {
    pub(crate) position: Position,
    pub(crate) evaluator: E,
    pub(crate) frames: Vec<Frame>,
    pub(crate) history: History,
    pub(crate) deepest: usize,
    vcf: Vcf,
    /// The solver of threats; only the worker that prepares the root has one.
    pub(super) vct: Option<Vct>,
    nodes: u64,
    reported: u64,
}

impl<E: Evaluator> Worker<E> {
    pub(crate) fn new(position: Position, evaluator: E) -> Worker<E> {
        Worker {
            position,
            evaluator,
            frames: vec![Frame::default(); MAX_PLY + 2],
            history: History::new(),
            deepest: 0,
            vcf: Vcf::new(VCF_TABLE_ENTRIES),
            vct: None,
            nodes: 0,
            reported: 0,
        }
    }

    /// Makes the worker ready for a search from a position. What fours cannot win is remembered from
    /// one search to the next only in the same game.
    pub(crate) fn start(&mut self, position: &Position) {
        self.position = position.clone();
        self.evaluator.start(&self.position);
        self.history = History::new();
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
        self.vcf.clear();
        self.deepest = 0;
        self.nodes = 0;
        self.reported = 0;
    }

    /// Counts a node; now and then, and always at the node limit of a single worker, asks whether to
    /// go on.
    #[inline]
    pub(crate) fn count_node(&mut self, shared: &Shared<'_>) -> Result<(), Stopped> {
        let exact =
            shared.workers == 1 && shared.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        if exact || self.nodes - self.reported >= CHECK_EVERY {
            self.report(shared);
            if shared.should_stop(0) {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts nodes of another solver.
    pub(super) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Adds the nodes that the others do not know of yet.
    pub(crate) fn report(&mut self, shared: &Shared<'_>) {
        shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    /// Looks for a win by continuous fours within a number of nodes.
    pub(crate) fn solve_fours(
        &mut self,
        shared: &Shared<'_>,
        limit: VcfLimit,
    ) -> Result<Option<VcfWin>, Stopped> {
        if self.position.fours(self.position.to_move()).is_empty() {
            return Ok(None);
        }
        let before = self.vcf.nodes();
        let left = match shared.limits.nodes {
            Some(nodes) if shared.workers == 1 => nodes.saturating_sub(self.nodes),
            _ => u64::MAX,
        };
        let limit = VcfLimit { nodes: limit.nodes.min(left), ..limit };
        let unreported = self.nodes - self.reported;
        let outcome = self.vcf.solve(&mut self.position, limit, &mut |nodes| {
            shared.should_stop(unreported + nodes - before)
        });
        self.nodes += self.vcf.nodes() - before;
        if shared.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        match outcome {
            VcfOutcome::Win(win) => Ok(Some(win)),
            VcfOutcome::NoWin | VcfOutcome::Unknown => Ok(None),
        }
    }

    /// Plays, follows with the evaluator, and takes back whatever happens in between.
    pub(crate) fn with_move<T>(&mut self, p: Point, then: impl FnOnce(&mut Self) -> T) -> T {
        self.position.play(p);
        self.evaluator.played(&self.position);
        let result = then(self);
        self.position.undo();
        self.evaluator.undone(&self.position);
        result
    }

    /// The static value of the position.
    pub(crate) fn value(&mut self) -> Score {
        self.evaluator.value(&self.position)
    }
}
