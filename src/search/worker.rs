//! One thread's part of a search: its own position and memory, and what it shares with the others.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use arrayvec::ArrayVec;

use super::busy::Busy;
use super::correction::Correction;
use super::history::{History, Stone};
use super::limits::{Limits, Observer};
use super::moves::Moves;
use super::params::{MAX_PLY, VCF_TABLE_ENTRIES};
use super::root::Found;
use super::table::Table;
use crate::base::clock::Clock;
use crate::board::{Point, PointSet};
use crate::eval::fitted::Policy;
use crate::eval::{Evaluator, Fitted, Score};
use crate::position::Position;
use crate::threat::vct::{Vct, zone};
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
    /// The first of several best moves that are asked for, where it is known to win.
    pub(crate) won: Option<Found>,
    /// Moves of the root that are known to lose, once the solver of threats was asked.
    pub(crate) losing: OnceLock<PointSet>,
    /// The deepest iteration that any worker has ended.
    pub(crate) reached: AtomicU32,
    /// Its result.
    pub(crate) result: Mutex<Option<Found>>,
    /// Where the workers are; none where there is but one.
    pub(crate) busy: Option<Busy>,
}

/// Nodes between two looks at the clock, the observer and the other workers.
const CHECK_EVERY: u64 = 256;

impl Shared<'_> {
    /// How many best moves are to be searched for.
    pub(crate) fn lines(&self) -> usize {
        self.limits.lines.max(1) - usize::from(self.won.is_some())
    }

    /// Whether the search was ended, for whatever reason.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether a move of the root is known to lose.
    pub(crate) fn loses(&self, p: Point) -> bool {
        self.losing.get().is_some_and(|losing| losing.contains(p))
    }

    /// Tells the workers which moves of the root lose. What one of them has found in the meantime counts only where it
    /// is none of these.
    pub(crate) fn rule_out(&self, losing: PointSet) {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        if result.as_ref().is_some_and(|found| losing.contains(found.best)) {
            *result = None;
            self.reached.store(0, Ordering::Relaxed);
        }
        // Set once: there is one first worker.
        let _ = self.losing.set(losing);
    }

    /// Tells the others of an iteration that has come to its end.
    pub(crate) fn reach(&self, found: &Found) {
        if self.workers == 1 || self.limits.lines > 1 {
            return;
        }
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        if self.loses(found.best) && !found.score.is_loss() {
            return;
        }
        if result.as_ref().is_none_or(|known| known.depth < found.depth) {
            *result = Some(found.clone());
            self.reached.store(found.depth, Ordering::Relaxed);
        }
    }

    /// The result of the deepest iteration, if it is at least this deep.
    pub(crate) fn reached_beyond(&self, depth: u32) -> Option<Found> {
        if self.workers == 1 || self.reached.load(Ordering::Relaxed) < depth {
            return None;
        }
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        result.clone().filter(|found| found.depth >= depth)
    }

    /// Asks everything that can end the search; `unreported` are the asking worker's own nodes.
    fn should_stop(&self, unreported: u64) -> bool {
        let over = |limit: u64| self.nodes.load(Ordering::Relaxed) + unreported >= limit;
        let stop = self.is_stopped()
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
    /// The stone that was played from here.
    pub(crate) stone: Stone,
    /// The static value for the side to move.
    pub(crate) value: Score,
    /// A move that is left out, to see what the others are worth.
    pub(crate) excluded: Option<Point>,
    /// Nodes of this ply that were cut off since a node two plies before was entered.
    pub(crate) cuts: u32,
}

/// A worker.
pub(crate) struct Worker<E: Evaluator = Fitted> {
    pub(crate) position: Position,
    pub(crate) evaluator: E,
    pub(crate) policy: Policy,
    pub(crate) frames: Vec<Frame>,
    pub(crate) history: History,
    pub(crate) correction: Correction,
    pub(crate) deepest: usize,
    /// The depth that is being searched, in plies.
    pub(crate) iteration: u32,
    vcf: Vcf,
    /// The solver of threats; made when it is first asked.
    pub(super) vct: Option<Vct>,
    nodes: u64,
    reported: u64,
}

impl<E: Evaluator> Worker<E> {
    pub(crate) fn new(position: Position, evaluator: E) -> Worker<E> {
        Worker {
            policy: Policy::of(position.rule()),
            position,
            evaluator,
            frames: vec![Frame::default(); MAX_PLY + 2],
            history: History::new(),
            correction: Correction::new(),
            deepest: 0,
            iteration: 0,
            vcf: Vcf::new(VCF_TABLE_ENTRIES),
            vct: None,
            nodes: 0,
            reported: 0,
        }
    }

    /// Forgets what earlier searches have taught.
    pub(crate) fn forget(&mut self) {
        self.history.clear();
        self.correction.clear();
    }

    /// Makes the worker ready for a search from a position. What fours cannot win is remembered from
    /// one search to the next only in the same game.
    pub(crate) fn start(&mut self, position: &Position) {
        self.position = position.clone();
        self.policy = Policy::of(position.rule());
        self.evaluator.start(&self.position);
        self.history.fade();
        for frame in &mut self.frames {
            *frame = Frame { moves: std::mem::take(&mut frame.moves), ..Frame::default() };
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
            if shared.should_stop(0) || self.is_overtaken(shared) {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// Whether another worker has come to the end of the iteration that this one is in.
    fn is_overtaken(&self, shared: &Shared<'_>) -> bool {
        shared.workers > 1 && shared.reached.load(Ordering::Relaxed) >= self.iteration
    }

    /// How many nodes a solver may take without going beyond the limit; exact for a single worker.
    pub(super) fn nodes_left(&self, shared: &Shared<'_>) -> u64 {
        match shared.limits.nodes {
            Some(nodes) if shared.workers == 1 => nodes.saturating_sub(self.nodes),
            _ => u64::MAX,
        }
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
        if limit.nodes == 0 || self.position.fours(self.position.to_move()).is_empty() {
            return Ok(None);
        }
        let before = self.vcf.nodes();
        let limit = VcfLimit { nodes: limit.nodes.min(self.nodes_left(shared)), ..limit };
        let unreported = self.nodes - self.reported;
        let outcome = self.vcf.solve(&mut self.position, limit, &mut |nodes| {
            shared.should_stop(unreported + nodes - before)
        });
        self.nodes += self.vcf.nodes() - before;
        if shared.is_stopped() {
            return Err(Stopped);
        }
        match outcome {
            VcfOutcome::Win(win) => Ok(Some(win)),
            VcfOutcome::NoWin | VcfOutcome::Unknown => Ok(None),
        }
    }

    /// The zone of the win by fours that the opponent would have if we passed; `None` where there is none.
    /// What lies outside it and makes no four loses to that win.
    pub(crate) fn zone_of_threat(
        &mut self,
        shared: &Shared<'_>,
        limit: VcfLimit,
    ) -> Result<Option<PointSet>, Stopped> {
        let them = !self.position.to_move();
        if self.position.fours(them).is_empty()
            || !zone::applies(&self.position)
            || matches!(self.position.last_move(), Some(None))
        {
            return Ok(None);
        }
        self.position.pass();
        let over = self.position.ending().is_some();
        let win = if over { Ok(None) } else { self.solve_fours(shared, limit) };
        let zone = match &win {
            Ok(Some(win)) => {
                let room = usize::from(self.position.rule().draw_at_empty) + win.line.len() + 4;
                (self.position.empty_count() > room)
                    .then(|| zone::of_line(&mut self.position, &win.line))
            }
            _ => None,
        };
        self.position.undo();
        win.map(|_| zone)
    }

    /// Plays, follows with the evaluator, and takes back whatever happens in between.
    pub(crate) fn with_move<T>(
        &mut self,
        ply: usize,
        p: Point,
        then: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let class = self.position.class(self.position.to_move(), p) as u8;
        self.frames[ply].stone = Stone { point: Some(p), class };
        self.position.play(p);
        self.evaluator.played(&self.position);
        let result = then(self);
        self.position.undo();
        self.evaluator.undone(&self.position);
        result
    }

    /// The static value of the position, as the search has corrected it.
    pub(crate) fn value(&mut self) -> Score {
        let value = self.evaluator.value(&self.position);
        self.correction.corrected(&self.position, value)
    }
}
