//! Depth-first proof-number search over threats, as one thread does it.

use std::sync::atomic::Ordering;

use super::budget::Budget;
use super::lists::{Child, Lists};
use super::moves::{self, Attack};
use super::numbers::{self, Bounds, INFINITE, Numbers, Sum};
use super::shared::Shared;
use crate::board::Point;
use crate::board::zobrist::{self, Key};
use crate::line::Class;
use crate::position::Position;
use crate::rules::Ending;
use crate::threat::Vcf;

/// Nodes between two looks at what the others do.
const LOOK: u64 = 16;
/// Nodes between two looks at whether others have settled a node above.
const LOOK_UP: u64 = 64;
/// How many times over the table may be filled before going on is of no use.
const MOST_EVICTED: u64 = 64;
/// Plies after which a first guess of a proof number has doubled.
const DEEP: u32 = 4;

/// What one thread keeps to itself.
pub(super) struct Worker {
    pub(super) vcf: Vcf,
    pub(super) lists: Lists,
    /// Nodes of this search, those by fours left out.
    pub(super) nodes: u64,
    /// The attacker's moves at a node, used again from node to node.
    attacks: Vec<Attack>,
    /// The keys of the nodes above, from the root on; empty where no other thread searches.
    path: Vec<Key>,
    /// Nodes of both kinds that the others have been told of.
    told: u64,
}

impl Worker {
    pub(super) fn new(fours: usize, lists: usize) -> Worker {
        let (vcf, lists) = (Vcf::new(fours), Lists::new(lists));
        Worker { vcf, lists, nodes: 0, attacks: Vec::new(), path: Vec::new(), told: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.vcf.clear();
        self.lists.clear();
        self.nodes = 0;
        self.told = 0;
    }

    /// Begins a new count of nodes for the others.
    pub(super) fn begin(&mut self) {
        self.told = self.work();
        self.path.clear();
    }

    /// Nodes visited and fours tried.
    pub(super) fn work(&self) -> u64 {
        self.nodes + self.vcf.nodes()
    }
}

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attacker,
    Defender,
}

impl Turn {
    fn sum(self, children: &[Child]) -> Sum {
        match self {
            Turn::Attacker => numbers::any(children),
            Turn::Defender => numbers::all(children),
        }
    }
}

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) worker: &'a mut Worker,
    pub(super) shared: &'a Shared<'a>,
    /// Plies of the root.
    pub(super) root: usize,
    /// Nodes for a search for fours of the attacker's, at his turn and after a pass.
    pub(super) fours: u64,
    /// Whether such a search was ended by its limit.
    pub(super) inexact: bool,
    /// The depth of a node that another thread has settled while this one was below it.
    pub(super) cut: Option<usize>,
    /// Which of the threads this is.
    pub(super) thread: usize,
    /// The attacker's last move, if it was a four.
    pub(super) four: Option<Point>,
}

impl Search<'_> {
    /// Whether to come back.
    fn is_over(&mut self) -> bool {
        if self.worker.nodes.is_multiple_of(LOOK) || self.left() == 0 {
            self.look();
        }
        self.is_called_back()
    }

    /// Whether there is nothing left to do here: everybody is to come back, or a node above is settled.
    fn is_called_back(&self) -> bool {
        self.cut.is_some() || self.shared.over.load(Ordering::Relaxed)
    }

    /// Nodes that may still be visited.
    pub(super) fn left(&self) -> u64 {
        let new = self.worker.work() - self.worker.told;
        self.shared.node_limit.saturating_sub(self.shared.nodes.load(Ordering::Relaxed) + new)
    }

    fn look(&mut self) {
        let (shared, work) = (self.shared, self.worker.work());
        let new = work - self.worker.told;
        self.worker.told = work;
        let nodes = shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        let table = shared.table;
        if nodes >= shared.node_limit
            || table.evicted() > MOST_EVICTED * table.entries()
            || (shared.stop)()
        {
            shared.stopped.store(true, Ordering::Relaxed);
            shared.over.store(true, Ordering::Relaxed);
        }
        if shared.may_grow && table.wants_to_grow() {
            shared.over.store(true, Ordering::Relaxed);
        }
        if self.worker.nodes.is_multiple_of(LOOK_UP) {
            self.cut = self
                .worker
                .path
                .iter()
                .position(|&key| table.probe(key).is_some_and(Numbers::is_settled));
        }
    }

    /// What the table knows, if that is enough.
    fn known(&self, key: Key, bounds: Bounds) -> Option<Numbers> {
        let known = self.shared.table.probe(key)?;
        (known.is_settled() || bounds.reached(known)).then_some(known)
    }

    /// The attacker is to move.
    pub(super) fn attack(
        &mut self,
        position: &mut Position,
        budget: Budget,
        bounds: Bounds,
    ) -> Numbers {
        match self.known(position.key() ^ budget.key(), bounds) {
            Some(known) => known,
            None => self.search_attack(position, budget, bounds),
        }
    }

    /// The same without asking the table about the node itself.
    pub(super) fn search_attack(
        &mut self,
        position: &mut Position,
        budget: Budget,
        bounds: Bounds,
    ) -> Numbers {
        let key = position.key() ^ budget.key();
        let begin = self.worker.nodes;
        self.worker.nodes += 1;
        let table = self.shared.table;
        if self.is_over() {
            return table.probe(key).unwrap_or(Numbers::UNKNOWN);
        }
        let mut children = match self.worker.lists.take(key) {
            Some(children) => children,
            None if self.wins_by_fours(position, budget) => {
                table.store_proof(key, None, 1);
                return Numbers::PROVED;
            }
            None => self.attacks(position, budget),
        };
        let us = position.to_move();
        let mut entering = true;
        let numbers = loop {
            let sum = self.sum(
                position,
                budget,
                &mut children,
                Turn::Attacker,
                std::mem::take(&mut entering),
            );
            let (now, Some(best)) = (sum.numbers, sum.best) else { break sum.numbers };
            if bounds.reached(now) || self.is_called_back() {
                break now;
            }
            let Child { point, numbers, .. } = children[best];
            let four = is_four(position, point);
            let Some(after) = spent(budget, four) else { break now };
            let below = Bounds {
                proof: bounds.proof.min(numbers::beyond(sum.second)),
                disproof: numbers::rest(bounds.disproof, now.disproof, numbers.disproof),
            };
            self.enter(position, key, point);
            let before = std::mem::replace(&mut self.four, four.then_some(point));
            children[best].numbers = position.with(point, |position| match position.ending() {
                Some(Ending::Win { winner, .. }) if winner == us => Numbers::PROVED,
                Some(_) => Numbers::DISPROVED,
                None => self.defend(position, after, below),
            });
            self.four = before;
        };
        self.leave(position);
        if let Some(settled) = self.settled_meanwhile(position, key) {
            return settled;
        }
        let work = self.worker.nodes - begin;
        if numbers.is_proved() {
            let play = children.iter().find(|child| child.numbers.is_proved());
            table.store_proof(key, play.map(|child| child.point), work);
        } else {
            table.store(key, numbers, work);
            self.keep(key, numbers, children);
        }
        numbers
    }

    /// The defender is to move.
    pub(super) fn defend(
        &mut self,
        position: &mut Position,
        budget: Budget,
        bounds: Bounds,
    ) -> Numbers {
        let key = position.key() ^ budget.key();
        if let Some(known) = self.known(key, bounds) {
            return known;
        }
        let begin = self.worker.nodes;
        self.worker.nodes += 1;
        let table = self.shared.table;
        if self.is_over() {
            return table.probe(key).unwrap_or(Numbers::UNKNOWN);
        }
        if let Some(stop) = moves::only_stop(position) {
            self.enter(position, key, stop);
            let numbers = self.after(position, stop, budget, bounds);
            self.leave(position);
            if let Some(settled) = self.settled_meanwhile(position, key) {
                return settled;
            }
            table.store(key, numbers, self.worker.nodes - begin);
            return numbers;
        }
        let mut children = match self.worker.lists.take(key) {
            Some(children) => children,
            None => match self.replies(position, budget) {
                Some(replies) => self.replies_as_children(position, budget, &replies),
                None => {
                    table.store(key, Numbers::DISPROVED, 1);
                    return Numbers::DISPROVED;
                }
            },
        };
        let mut entering = true;
        let numbers = loop {
            let sum = self.sum(
                position,
                budget,
                &mut children,
                Turn::Defender,
                std::mem::take(&mut entering),
            );
            let (now, Some(best)) = (sum.numbers, sum.best) else { break sum.numbers };
            if bounds.reached(now) || self.is_called_back() {
                break now;
            }
            let Child { point, numbers, .. } = children[best];
            let below = Bounds {
                proof: numbers::rest(bounds.proof, now.proof, numbers.proof),
                // Where the best is taken by others, one is searched that is beyond the bound already.
                disproof: bounds
                    .disproof
                    .min(numbers::beyond(sum.second))
                    .max(numbers.disproof + 1),
            };
            self.enter(position, key, point);
            children[best].numbers = self.after(position, point, budget, below);
        };
        self.leave(position);
        if let Some(settled) = self.settled_meanwhile(position, key) {
            return settled;
        }
        table.store(key, numbers, self.worker.nodes - begin);
        self.keep(key, numbers, children);
        numbers
    }

    /// Keeps the moves of a node that is not settled; nobody comes back to any other.
    fn keep(&mut self, key: Key, numbers: Numbers, children: Vec<Child>) {
        if !numbers.is_settled() {
            self.worker.lists.put(key, children);
        }
    }

    /// The numbers after a reply of the defender.
    fn after(
        &mut self,
        position: &mut Position,
        reply: Point,
        budget: Budget,
        bounds: Bounds,
    ) -> Numbers {
        let us = position.to_move();
        position.with(reply, |position| match position.ending() {
            Some(Ending::Win { winner, .. }) if winner != us => Numbers::PROVED,
            Some(_) => Numbers::DISPROVED,
            None => self.attack(position, budget, bounds),
        })
    }

    /// Plies below the root.
    pub(super) fn depth(&self, position: &Position) -> usize {
        position.ply().saturating_sub(self.root)
    }

    /// Leaves word of the move that is tried at a node.
    fn enter(&mut self, position: &Position, key: Key, point: Point) {
        let depth = self.depth(position);
        if let Some(path) = self.shared.paths.get(self.thread) {
            path.enter(depth, key, point);
            self.worker.path.truncate(depth);
            self.worker.path.push(key);
        }
    }

    /// Takes the word back.
    fn leave(&mut self, position: &Position) {
        let depth = self.depth(position);
        if let Some(path) = self.shared.paths.get(self.thread) {
            path.leave(depth);
            self.worker.path.truncate(depth);
        }
    }

    /// What another thread has found out about this node meanwhile, where it has settled it.
    fn settled_meanwhile(&mut self, position: &Position, key: Key) -> Option<Numbers> {
        if self.cut != Some(self.depth(position)) {
            return None;
        }
        self.cut = None;
        self.shared.table.probe(key).filter(|known| known.is_settled())
    }

    /// A node's numbers from its children's. Where others search too, what they have found out is looked up:
    /// about all children when the node is entered, then about the best. At the attacker's nodes all threads
    /// follow the move that looks best; at the defender's, where every reply must be met, they share the
    /// replies out between them.
    fn sum(
        &self,
        position: &mut Position,
        budget: Budget,
        children: &mut [Child],
        turn: Turn,
        entering: bool,
    ) -> Sum {
        if self.shared.paths.is_empty() {
            return turn.sum(children);
        }
        let found = |position: &mut Position, point: Point| {
            let after = match turn {
                Turn::Attacker => spent(budget, is_four(position, point)).unwrap_or(budget),
                Turn::Defender => budget,
            };
            self.shared.table.probe(key_after(position, point) ^ after.key())
        };
        if entering {
            for child in children.iter_mut().filter(|child| !child.quiet) {
                child.numbers = found(position, child.point).unwrap_or(child.numbers);
            }
        }
        if turn == Turn::Defender {
            children.iter_mut().for_each(|child| child.busy = 0);
            let (depth, key) = (self.depth(position), position.key() ^ budget.key());
            for point in self.shared.others(self.thread).filter_map(|path| path.at(depth, key)) {
                if let Some(child) = children.iter_mut().find(|child| child.point == point) {
                    child.busy += 1 + child.numbers.disproof;
                }
            }
        }
        loop {
            let sum = turn.sum(children);
            let Some(child) = sum.best.and_then(|best| children.get_mut(best)) else { return sum };
            match found(position, child.point) {
                Some(numbers) if numbers != child.numbers => child.numbers = numbers,
                _ => return sum,
            }
        }
    }

    /// The attacker's moves that can lead to a win, with what is known of each; right after
    /// [`Self::wins_by_fours`] has said no.
    fn attacks(&mut self, position: &mut Position, budget: Budget) -> Vec<Child> {
        let mut list = std::mem::take(&mut self.worker.attacks);
        moves::attacks(position, self.worker.vcf.help(), self.four, &mut list);
        if let Some(zone) = self.counter_zone(position) {
            list.retain(|attack| is_four(position, attack.point) || zone.contains(attack.point));
        }
        // A long way down, a proof is likely to need more than meets the eye.
        let depth = u32::try_from(self.depth(position)).unwrap_or(0);
        let child = |attack: &Attack| {
            let after = spent(budget, is_four(position, attack.point))?;
            // Quiet moves are many and seldom known; their turn to be looked up comes when they are tried.
            let known = if attack.quiet {
                None
            } else {
                self.shared.table.probe(key_after(position, attack.point) ^ after.key())
            };
            let proof = attack.guess + attack.guess * depth / DEEP;
            let numbers = known.unwrap_or(Numbers { proof, disproof: 1 });
            Some(Child { point: attack.point, numbers, quiet: attack.quiet, busy: 0 })
        };
        let mut children = Vec::with_capacity(list.len());
        children.extend(list.iter().filter_map(child));
        self.worker.attacks = list;
        children
    }

    /// The defender's replies, with what is known of each.
    fn replies_as_children(
        &self,
        position: &mut Position,
        budget: Budget,
        replies: &[Point],
    ) -> Vec<Child> {
        let child = |&point: &Point| {
            let known = self.shared.table.probe(key_after(position, point) ^ budget.key());
            let numbers = known.unwrap_or(Numbers::UNKNOWN);
            Child { point, numbers, quiet: false, busy: 0 }
        };
        replies.iter().map(child).collect()
    }

    /// A move of the attacker in a proved position after which every reply loses, and what is left to
    /// spend after it. What the table has lost is searched again.
    pub(super) fn proved_move(
        &mut self,
        position: &mut Position,
        budget: Budget,
    ) -> Option<(Point, Budget)> {
        let key = position.key() ^ budget.key();
        if !matches!(self.shared.table.proof(key), Some(Some(_)))
            && !self.search_attack(position, budget, Bounds::NONE).is_proved()
        {
            return None;
        }
        let play = self.shared.table.proof(key).flatten()?;
        Some((play, spent(budget, is_four(position, play))?))
    }
}

/// The key of the position after a stone of the side to move.
fn key_after(position: &mut Position, point: Point) -> Key {
    if position.rule().captures.is_some() {
        return position.with(point, |after| after.key());
    }
    position.key() ^ zobrist::white_to_move() ^ zobrist::stone(position.to_move(), point)
}

/// Whether the side to move makes a four, or a five, on a point.
pub(super) fn is_four(position: &Position, point: Point) -> bool {
    position.class(position.to_move(), point) >= Class::Four
}

/// What is left after a stone of the attacker.
pub(super) fn spent(budget: Budget, four: bool) -> Option<Budget> {
    if four { budget.after_four() } else { budget.after_threat() }
}

const _: () = assert!(INFINITE < u32::MAX / 4);
