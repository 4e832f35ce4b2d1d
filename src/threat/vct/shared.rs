//! What the threads of a search by threats share: the table, the limits, and where each of them is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::table::ProofTable;
use crate::board::Point;
use crate::board::point::CELLS;
use crate::board::zobrist::Key;

/// Asked now and then; the search ends when it says true.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Plies of a path that other threads can see; deeper down they may do the same work.
const SEEN_PLIES: usize = 256;
/// Bits of a step that tell the move; the others are the key's.
const MOVE_BITS: u64 = (1 << 10) - 1;

const _: () = assert!(CELLS <= MOVE_BITS as usize + 1);

/// What all threads of a search see.
pub(super) struct Shared<'a> {
    pub(super) table: &'a ProofTable,
    pub(super) stop: Stop<'a>,
    /// Nodes of both kinds at which the search ends, counted from zero.
    pub(super) node_limit: u64,
    pub(super) nodes: AtomicU64,
    /// Everybody is to come back: the root is settled, or a limit is reached, or the table must grow.
    pub(super) over: AtomicBool,
    /// A limit is reached.
    pub(super) stopped: AtomicBool,
    /// Whether to come back where the table could grow.
    pub(super) may_grow: bool,
    /// Where each thread is; empty where there is but one.
    pub(super) paths: Vec<Path>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a ProofTable,
        node_limit: u64,
        threads: usize,
        stop: Stop<'a>,
    ) -> Self {
        let paths = if threads > 1 { threads } else { 0 };
        Shared {
            table,
            stop,
            node_limit,
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            may_grow: true,
            paths: (0..paths).map(|_| Path::new()).collect(),
        }
    }

    /// Where the other threads are.
    pub(super) fn others(&self, thread: usize) -> impl Iterator<Item = &Path> {
        self.paths.iter().enumerate().filter(move |&(of, _)| of != thread).map(|(_, path)| path)
    }

    /// The same for a table that must stay as it is.
    pub(super) fn keeping_size(self) -> Self {
        Shared { may_grow: false, ..self }
    }

    /// Whether a search for fours is to be broken off.
    pub(super) fn asks_to_stop(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || (self.stop)()
    }
}

/// The nodes that a thread is at, from the root on, each with the move that it tries there. It is read by
/// others while it changes; what they make of it only decides where they look first.
pub(super) struct Path(Box<[Step]>);

/// A node's key and the move, alone on its cache line: others read where the thread writes elsewhere.
#[derive(Default)]
#[repr(align(64))]
struct Step(AtomicU64);

impl Path {
    fn new() -> Path {
        Path((0..SEEN_PLIES).map(|_| Step::default()).collect())
    }

    /// Leaves word of a move at a node.
    pub(super) fn enter(&self, depth: usize, key: Key, point: Point) {
        if let Some(Step(step)) = self.0.get(depth) {
            step.store(key & !MOVE_BITS | point.index() as u64, Ordering::Relaxed);
        }
    }

    /// Takes the word back.
    pub(super) fn leave(&self, depth: usize) {
        if let Some(Step(step)) = self.0.get(depth) {
            step.store(0, Ordering::Relaxed);
        }
    }

    /// The move that the thread tries at a node, if it is there.
    pub(super) fn at(&self, depth: usize, key: Key) -> Option<Point> {
        let step = self.0.get(depth)?.0.load(Ordering::Relaxed);
        (step & !MOVE_BITS == key & !MOVE_BITS)
            .then(|| Point::from_index((step & MOVE_BITS) as usize))?
    }
}
