//! The solver as others use it, and how threads share the work.

use std::sync::atomic::Ordering;

use super::budget::Budget;
use super::certify::Builder;
use super::numbers::{Bounds, Numbers};
use super::search::{Search, Worker, is_four, spent};
use super::shared::{Shared, Stop};
use super::table::ProofTable;
use crate::board::Point;
use crate::line::Class;
use crate::position::Position;
use crate::rules::Ending;
use crate::threat::proof::Node;
use crate::threat::replies;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct VctLimit {
    /// The most nodes: positions visited and fours tried.
    pub nodes: u64,
    /// What the win may cost.
    pub budget: Budget,
}

/// What a search has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VctOutcome {
    /// The side to move wins.
    Win,
    /// There is no win of this kind.
    NoWin,
    /// A limit was reached first.
    Unknown,
}

/// Nodes for a search for fours of the attacker's, at his turn and after a pass, at first. A long line of fours
/// is also found one by one.
const FOURS: u64 = 8;
/// The same while a certificate is written.
const CERTIFY_FOURS: u64 = 1_000_000;
/// How much further is looked where that was not enough.
const FURTHER: u64 = 16;
/// Bytes of an entry of the table of fours.
const FOUR: usize = 16;

/// The solver with its tables. What it has learned about a position stays true for every later
/// question about the same game under the same law.
pub struct Vct {
    table: ProofTable,
    workers: Vec<Worker>,
    /// Bytes for the workers' own tables.
    own: usize,
    fours: u64,
    /// Whether the table holds disproofs that rest on a search for fours that was cut off.
    inexact: bool,
}

impl Vct {
    /// A solver whose tables take up at most `bytes`.
    #[must_use]
    pub fn new(bytes: usize) -> Vct {
        let own = bytes / 4;
        Vct {
            table: ProofTable::new(bytes - own),
            workers: Vec::new(),
            own,
            fours: FOURS,
            inexact: false,
        }
    }

    /// Nodes visited and fours tried since the solver was made or cleared.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.workers.iter().map(Worker::work).sum()
    }

    /// Forgets everything, as if new.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(Worker::clear);
        self.fours = FOURS;
        self.inexact = false;
    }

    /// Looks for a win of the side to move by continuous threats. With one thread the same question has
    /// the same answer and the same nodes.
    pub fn solve(
        &mut self,
        position: &Position,
        limit: VctLimit,
        threads: usize,
        stop: Stop<'_>,
    ) -> VctOutcome {
        if position.ending().is_some() {
            return VctOutcome::NoWin;
        }
        self.until_exact(position, limit, threads, stop, &|search, position| {
            search.attack(position, limit.budget, Bounds::NONE)
        })
    }

    /// Whether the side to move wins by continuous threats that begin with this legal move.
    pub fn solve_first(
        &mut self,
        position: &Position,
        first: Point,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> VctOutcome {
        let mut after = position.clone();
        let us = after.to_move();
        if after.count(!us, Class::Five) > 0 {
            let mut stops = Vec::new();
            replies::stops(&mut after, &mut stops);
            if !stops.contains(&first) {
                return VctOutcome::NoWin;
            }
        }
        let Some(budget) = spent(limit.budget, is_four(&after, first)) else {
            return VctOutcome::NoWin;
        };
        after.play(first);
        match after.ending() {
            Some(Ending::Win { winner, .. }) if winner == us => return VctOutcome::Win,
            Some(_) => return VctOutcome::NoWin,
            None => {}
        }
        self.until_exact(&after, limit, 1, stop, &|search, position| {
            search.defend(position, budget, Bounds::NONE)
        })
    }

    /// The nodes of a certificate for the win that was found in this position, with at most so many nodes more.
    /// `None` where the tables have lost a part of it that could not be found again within the limit or before
    /// `stop` said true.
    pub fn certify(
        &mut self,
        position: &Position,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> Option<Vec<Node>> {
        self.certified(position, limit.nodes, stop, |builder, position| {
            builder.nodes(position, limit.budget)
        })
    }

    /// The same for a win by this first move.
    pub fn certify_first(
        &mut self,
        position: &Position,
        first: Point,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> Option<Vec<Node>> {
        let after = spent(limit.budget, is_four(position, first))?;
        self.certified(position, limit.nodes, stop, |builder, position| {
            builder.first(position, first, after)
        })
    }

    fn certified(
        &mut self,
        position: &Position,
        most: u64,
        stop: Stop<'_>,
        nodes: impl FnOnce(Builder<'_>, &mut Position) -> Option<Vec<Node>>,
    ) -> Option<Vec<Node>> {
        self.ready(1);
        let worker = self.workers.first_mut()?;
        worker.begin();
        // The table must stay as it is while the proof is read from it.
        let shared = Shared::new(&self.table, most, 1, stop).keeping_size();
        let search = Search {
            worker,
            shared: &shared,
            root: position.ply(),
            // Another thread, with another table of fours, may have needed fewer nodes.
            fours: CERTIFY_FOURS.max(self.fours),
            inexact: false,
            cut: None,
            thread: 0,
            four: None,
        };
        nodes(Builder::new(search), &mut position.clone())
    }

    /// Searches; where moves were passed over as no threats only because the search for fours was cut
    /// off, looks further.
    fn until_exact(
        &mut self,
        position: &Position,
        limit: VctLimit,
        threads: usize,
        stop: Stop<'_>,
        from: &(dyn Fn(&mut Search<'_>, &mut Position) -> Numbers + Sync),
    ) -> VctOutcome {
        self.ready(threads);
        self.table.forget_evicted();
        let end = self.nodes().saturating_add(limit.nodes);
        loop {
            let numbers = self.until_settled(position, end, threads, stop, from);
            if numbers.is_proved() {
                return VctOutcome::Win;
            }
            if !numbers.is_disproved() {
                return VctOutcome::Unknown;
            }
            if !self.inexact {
                return VctOutcome::NoWin;
            }
            if self.nodes() >= end || stop() {
                return VctOutcome::Unknown;
            }
            self.inexact = false;
            self.fours = self.fours.saturating_mul(FURTHER);
            self.table.clear();
            self.workers.iter_mut().for_each(|worker| worker.lists.clear());
        }
    }

    /// Searches until the root is settled or a limit is reached; makes the table larger as it fills.
    fn until_settled(
        &mut self,
        position: &Position,
        end: u64,
        threads: usize,
        stop: Stop<'_>,
        from: &(dyn Fn(&mut Search<'_>, &mut Position) -> Numbers + Sync),
    ) -> Numbers {
        loop {
            let left = end.saturating_sub(self.nodes());
            let shared = Shared::new(&self.table, left, threads, stop);
            let fours = self.fours;
            let run = |(thread, worker): (usize, &mut Worker)| {
                worker.begin();
                let mut search = Search {
                    worker,
                    shared: &shared,
                    root: position.ply(),
                    fours,
                    inexact: false,
                    cut: None,
                    thread,
                    four: None,
                };
                let numbers = from(&mut search, &mut position.clone());
                shared.over.store(true, Ordering::Relaxed);
                (numbers, search.inexact)
            };
            let results: Vec<(Numbers, bool)> = match self.workers.get_mut(..threads) {
                Some([worker]) => vec![run((0, worker))],
                Some(workers) => {
                    use rayon::prelude::*;
                    workers.par_iter_mut().enumerate().with_max_len(1).map(run).collect()
                }
                None => Vec::new(),
            };
            self.inexact |= results.iter().any(|(_, inexact)| *inexact);
            let settled =
                results.iter().map(|(numbers, _)| *numbers).find(|numbers| numbers.is_settled());
            let stopped = shared.stopped.load(Ordering::Relaxed);
            if let Some(numbers) = settled {
                return numbers;
            }
            if stopped {
                return Numbers::UNKNOWN;
            }
            // A thread may also come back because others have settled what it was at; all begin again.
            if self.table.wants_to_grow() {
                self.table.grow();
            }
        }
    }

    /// Makes sure that there are workers for so many threads.
    fn ready(&mut self, threads: usize) {
        let each = self.own / threads.max(1);
        if self.workers.len() < threads.max(1) {
            let new = || Worker::new((each / 4 / FOUR).max(1), each * 3 / 4);
            let missing = threads.max(1) - self.workers.len();
            self.workers.extend(std::iter::repeat_with(new).take(missing));
        }
    }
}
