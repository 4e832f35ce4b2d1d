//! The search as the engine sees it: a table, one or more workers, and a position to think about.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::busy::Busy;
use super::limits::{Limits, Observer, Outcome};
use super::root::{self, Found};
use super::table::Table;
use super::worker::{Shared, Worker};
use crate::base::clock::Clock;
use crate::eval::{Evaluator, Fitted};
use crate::position::Position;
use crate::rules::RuleSpec;

/// Stack of a helping worker, in bytes.
const STACK: usize = 16 << 20;
/// The most workers on any machine.
pub const MOST_THREADS: usize = 256;
/// Workers that are granted on the smallest machine.
const GRANTED_THREADS: usize = 16;

/// The number of workers for a wish: at least one, and not so many that they only wait for each other:
/// four for each core, and sixteen in any case.
fn granted(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    threads.clamp(1, (4 * cores).clamp(GRANTED_THREADS, MOST_THREADS))
}

/// Finds moves. Keeps its table and workers from one search to the next; one worker runs on the
/// calling thread, the others on a private pool.
pub struct Searcher<E: Evaluator = Fitted> {
    threads: usize,
    table_bytes: usize,
    table: Option<Table>,
    /// Makes the evaluator of a worker.
    evaluator: fn(&RuleSpec) -> E,
    workers: Vec<Worker<E>>,
    pool: Option<ThreadPool>,
}

impl Searcher {
    /// A searcher with a number of threads (at least one) and a table of at most `table_bytes`. Memory
    /// is taken by the first search.
    #[must_use]
    pub fn new(threads: usize, table_bytes: usize) -> Searcher {
        Searcher::with_evaluator(threads, table_bytes, Fitted::new)
    }
}

impl<E: Evaluator> Searcher<E> {
    /// The same with evaluators of another kind, one for each worker.
    #[must_use]
    pub fn with_evaluator(
        threads: usize,
        table_bytes: usize,
        evaluator: fn(&RuleSpec) -> E,
    ) -> Searcher<E> {
        Searcher {
            threads: granted(threads),
            table_bytes,
            table: None,
            evaluator,
            workers: Vec::new(),
            pool: None,
        }
    }

    /// The evaluator of each worker; there is none before the first search, or [`Searcher::prepare`].
    pub fn evaluators(&mut self) -> impl Iterator<Item = &mut E> {
        self.workers.iter_mut().map(|worker| &mut worker.evaluator)
    }

    /// Changes the number of threads, from the next search on.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = granted(threads);
        if threads != self.threads {
            self.threads = threads;
            self.workers.clear();
            self.pool = None;
        }
    }

    /// Changes the size of the table; what it held is forgotten if the size differs.
    pub fn set_table_bytes(&mut self, bytes: usize) {
        if bytes != self.table_bytes {
            self.table_bytes = bytes;
            self.table = None;
        }
    }

    /// Forgets everything that was learned.
    pub fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        for worker in &mut self.workers {
            worker.forget();
        }
    }

    /// Takes the memory that a search will need, so that the search does not have to.
    pub fn prepare(&mut self, position: &Position) {
        let bytes = self.table_bytes;
        self.table.get_or_insert_with(|| Table::new(bytes));
        while self.workers.len() < self.threads {
            self.workers.push(Worker::new(position.clone(), (self.evaluator)(position.rule())));
        }
        if self.threads > 1 && self.pool.is_none() {
            // Without helpers the search is slower, not wrong.
            self.pool = ThreadPoolBuilder::new()
                .num_threads(self.threads - 1)
                .stack_size(STACK)
                .thread_name(|i| format!("worker {}", i + 1))
                .build()
                .ok();
        }
    }

    /// Looks for the best move of the side to move.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        clock: &dyn Clock,
        observer: &dyn Observer,
    ) -> Outcome {
        let began = clock.now();
        if let Some(outcome) = root::without_search(&mut position.clone(), &limits.blocked) {
            return outcome;
        }
        self.prepare(position);
        for worker in &mut self.workers {
            worker.start(position);
        }
        let bytes = self.table_bytes;
        let table = self.table.get_or_insert_with(|| Table::new(bytes));
        table.next_generation();
        let helpers = if self.pool.is_some() { self.threads - 1 } else { 0 };
        let mut shared = Shared {
            table,
            limits,
            clock,
            observer,
            began,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            workers: helpers + 1,
            won: None,
            losing: OnceLock::new(),
            busy: (helpers > 0).then(Busy::new),
            reached: AtomicU32::new(0),
            result: Mutex::new(None),
        };
        let Some((first, rest)) = self.workers.split_first_mut() else {
            return Outcome::none(position, 0);
        };
        // Where several moves are asked for, a first one that wins must be known before the others are looked for.
        let alone = self.pool.is_none() || limits.lines > 1;
        if alone && let Some(won) = first.won_at_the_root(&shared) {
            if limits.lines <= 1 {
                return won.outcome(shared.nodes.into_inner());
            }
            shared.won = Some(won);
        }
        let found = match &self.pool {
            Some(pool) => together(pool, first, rest, &shared, alone),
            None => first.deepen(&shared, 0),
        };
        for worker in &mut self.workers {
            worker.report(&shared);
        }
        let nodes = shared.nodes.into_inner();
        let best = shared.won.or(found);
        best.map_or_else(|| Outcome::none(position, nodes), |found| found.outcome(nodes))
    }
}

/// Runs the first worker here and the others on the pool, and chooses among what they found. A worker that panics is
/// left out. Where the root is not yet `solved`, the first worker asks the solvers while the others begin to search.
fn together<E: Evaluator>(
    pool: &ThreadPool,
    first: &mut Worker<E>,
    rest: &mut [Worker<E>],
    shared: &Shared<'_>,
    solved: bool,
) -> Option<Found> {
    let others: Mutex<Vec<(usize, Found)>> = Mutex::new(Vec::new());
    let (mut own, mut proved) = (None, None);
    pool.in_place_scope(|scope| {
        for (i, worker) in rest.iter_mut().enumerate() {
            let others = &others;
            scope.spawn(move |_| {
                let result = catch_unwind(AssertUnwindSafe(|| worker.deepen(shared, i + 1)));
                if let Ok(Some(found)) = result {
                    others
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .push((i + 1, found));
                }
            });
        }
        let result = catch_unwind(AssertUnwindSafe(|| {
            if !solved && let Some(won) = first.won_at_the_root(shared) {
                return (Some(won), None);
            }
            (None, first.deepen(shared, 0))
        }));
        (proved, own) = result.unwrap_or_default();
        shared.stop.store(true, Ordering::Relaxed);
    });
    if proved.is_some() {
        return proved;
    }
    let mut all = others.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    all.extend(own.map(|found| (0, found)));
    // A win first, then what is not known to lose, the deeper search, the better score, the lower number.
    all.into_iter()
        .max_by_key(|(number, f)| {
            let sound = !shared.loses(f.best);
            (f.score.is_win(), sound, f.depth, f.score, std::cmp::Reverse(*number))
        })
        .map(|(_, found)| found)
}
