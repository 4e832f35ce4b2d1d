//! Depth-first proof-number search over threats.

use super::budget::Budget;
use super::certify::Builder;
use super::lists::Lists;
use super::moves;
use super::table::{INFINITE, Numbers, ProofTable};
use super::zone;
use crate::board::zobrist::{self, Key};
use crate::board::{Color, Point, PointSet};
use crate::line::Class;
use crate::position::Position;
use crate::rules::Ending;
use crate::threat::proof::Node;
use crate::threat::replies;
use crate::threat::{Vcf, VcfLimit, VcfOutcome};

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct VctLimit {
    /// The most nodes.
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

/// Called now and then with the nodes so far; the search ends when it says true.
pub type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;

#[derive(Clone, Copy)]
struct Child {
    point: Point,
    key: Key,
    numbers: Numbers,
}

/// The numbers up to which a node is searched.
#[derive(Clone, Copy)]
struct Bounds {
    proof: u32,
    disproof: u32,
}

/// What the defender can do about a threat.
pub(super) enum Replies {
    /// Nothing: every reply loses.
    Lost,
    /// It is none.
    NoThreat,
    /// One of these, each with a first guess of how hard it is to refute the threat with it.
    Some(Box<[u32]>),
}

/// Wins by fours that follow if the defender passes.
pub(super) struct Threat {
    /// Their lines, each with its zone.
    pub(super) wins: Vec<(Vec<Point>, PointSet)>,
}

impl Threat {
    /// Where the defender can do something about all of them.
    fn zone(&self) -> Option<PointSet> {
        self.wins.iter().map(|(_, zone)| *zone).reduce(|a, b| a.intersection(&b))
    }
}

pub static K: once_cell::sync::Lazy<Vec<u32>> = once_cell::sync::Lazy::new(|| {
    let mut k = vec![0, 1, 12, 8, 8, 6, 3, 3, 2, 3, 4, 300, 1000, 300, 1, 1, 0, 0, 0, 0];
    if let Ok(t) = std::env::var("K") {
        for a in t.split(',') {
            let (i, v) = a.split_once('=').unwrap();
            k[i.parse::<usize>().unwrap()] = v.parse().unwrap();
        }
    }
    k
});

/// The solver with its tables.
pub struct Vct {
    table: ProofTable,
    pub(super) vcf: Vcf,
    lists: Lists,
    nodes: u64,
    node_limit: u64,
    stopped: bool,
    inexact: bool,
    children: Vec<Child>,
}

impl Vct {
    /// A solver whose tables take up at most `bytes`.
    #[must_use]
    pub fn new(bytes: usize) -> Vct {
        Vct {
            table: ProofTable::new(bytes),
            vcf: Vcf::new(1 << 16),
            lists: Lists::new(1 << 16),
            nodes: 0,
            node_limit: 0,
            stopped: false,
            inexact: false,
            children: Vec::new(),
        }
    }

    /// Nodes visited since the solver was made or cleared.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything, as if new.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
        self.lists.clear();
        self.nodes = 0;
    }

    /// Looks for a win of the side to move by continuous threats.
    pub fn solve(
        &mut self,
        position: &mut Position,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> VctOutcome {
        self.node_limit = self.nodes.saturating_add(limit.nodes);
        self.stopped = false;
        self.inexact = false;
        if position.ending().is_some() {
            return VctOutcome::NoWin;
        }
        let bounds = Bounds { proof: INFINITE, disproof: INFINITE };
        let numbers = self.attack(position, limit.budget, bounds, stop);
        if numbers.is_proved() {
            VctOutcome::Win
        } else if numbers.is_disproved() && !self.inexact {
            VctOutcome::NoWin
        } else {
            VctOutcome::Unknown
        }
    }

    /// The nodes of a certificate for the win that was found last, in the same position.
    pub fn certify(
        &mut self,
        position: &mut Position,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> Option<Vec<Node>> {
        self.node_limit = self.nodes.saturating_add(limit.nodes);
        self.stopped = false;
        Builder::new(self, stop).nodes(position, limit.budget)
    }

    fn out(&mut self, stop: Stop<'_>) -> bool {
        self.stopped = self.stopped
            || self.nodes >= self.node_limit
            || self.nodes & 0x3F == 0x3F && stop(self.nodes);
        self.stopped
    }

    /// The attacker is to move.
    fn attack(
        &mut self,
        position: &mut Position,
        budget: Budget,
        bounds: Bounds,
        stop: Stop<'_>,
    ) -> Numbers {
        let key = position.key() ^ budget.key();
        let begin = self.nodes;
        let known = self.table.probe(key);
        self.nodes += 1;
        if self.out(stop) {
            return known.unwrap_or(Numbers::UNKNOWN);
        }
        if known.is_none() && self.fours(position, budget).is_some() {
            self.table.store(key, Numbers::PROVED, 1);
            return Numbers::PROVED;
        }
        let us = position.to_move();
        let base = self.children.len();
        self.push_attacks(position, budget, key);
        let result = loop {
            let (now, best, second) = self.easiest_proof(base);
            let Some(best) = best else { break now };
            if now.proof >= bounds.proof || now.disproof >= bounds.disproof || self.stopped {
                break now;
            }
            let Child { point, numbers, .. } = self.children[base + best];
            let Some(after) = spent(budget, is_four(position, point)) else { break now };
            let below = Bounds {
                proof: bounds.proof.min(beyond(second)),
                disproof: rest(bounds.disproof, now.disproof, numbers.disproof),
            };
            let result = position.with(point, |position| match position.ending() {
                Some(Ending::Win { winner, .. }) if winner == us => Numbers::PROVED,
                Some(_) => Numbers::DISPROVED,
                None => self.defend(position, after, below, stop),
            });
            self.children[base + best].numbers = result;
        };
        self.children.truncate(base);
        self.table.store(key, result, self.nodes - begin);
        result
    }

    /// The defender is to move.
    fn defend(
        &mut self,
        position: &mut Position,
        budget: Budget,
        bounds: Bounds,
        stop: Stop<'_>,
    ) -> Numbers {
        let key = position.key() ^ budget.key();
        let begin = self.nodes;
        self.nodes += 1;
        if self.out(stop) {
            return self.table.probe(key).unwrap_or(Numbers::UNKNOWN);
        }
        let us = position.to_move();
        let base = self.children.len();
        let settled = match self.push_replies(position, budget, key) {
            Some(settled) => settled,
            None => loop {
                let (now, best, second) = self.easiest_disproof(base);
                let Some(best) = best else { break now };
                if now.proof >= bounds.proof || now.disproof >= bounds.disproof || self.stopped {
                    break now;
                }
                let Child { point, numbers, .. } = self.children[base + best];
                let below = Bounds {
                    proof: rest(bounds.proof, now.proof, numbers.proof),
                    disproof: bounds.disproof.min(beyond(second)),
                };
                let result = position.with(point, |position| match position.ending() {
                    Some(Ending::Win { winner, .. }) if winner != us => Numbers::PROVED,
                    Some(_) => Numbers::DISPROVED,
                    None => self.attack(position, budget, below, stop),
                });
                self.children[base + best].numbers = result;
            },
        };
        self.children.truncate(base);
        self.table.store(key, settled, self.nodes - begin);
        settled
    }

    /// The numbers of an attacker's node, the child that is easiest to prove, and the second smallest
    /// proof number. No child where the node is settled.
    fn easiest_proof(&self, base: usize) -> (Numbers, Option<usize>, u32) {
        let (mut best, mut proof, mut second) = (None, INFINITE, INFINITE);
        let (mut disproof, mut open) = (0, 0u32);
        for (i, child) in self.children[base..].iter().enumerate() {
            disproof = disproof.max(child.numbers.disproof);
            open += u32::from(child.numbers.disproof > 0);
            if child.numbers.proof < proof {
                (best, second, proof) = (Some(i), proof, child.numbers.proof);
            } else {
                second = second.min(child.numbers.proof);
            }
        }
        if proof == 0 {
            return (Numbers::PROVED, None, second);
        }
        if open == 0 {
            return (Numbers::DISPROVED, None, second);
        }
        // Not the sum: many moves of which hardly any is a threat do not make a disproof hard.
        let disproof = disproof.saturating_add(open - 1).min(INFINITE - 1);
        (Numbers { proof, disproof }, best, second)
    }

    /// The same for a defender's node: the child that is easiest to disprove.
    fn easiest_disproof(&self, base: usize) -> (Numbers, Option<usize>, u32) {
        let (mut best, mut disproof, mut second) = (None, INFINITE, INFINITE);
        let mut proof = 0u32;
        for (i, child) in self.children[base..].iter().enumerate() {
            proof = proof.saturating_add(child.numbers.proof);
            if child.numbers.disproof < disproof {
                (best, second, disproof) = (Some(i), disproof, child.numbers.disproof);
            } else {
                second = second.min(child.numbers.disproof);
            }
        }
        if disproof == 0 {
            return (Numbers::DISPROVED, None, second);
        }
        if proof == 0 {
            return (Numbers::PROVED, None, second);
        }
        (Numbers { proof: proof.min(INFINITE - 1), disproof }, best, second)
    }

    /// Pushes the attacker's moves, with what is known of each.
    fn push_attacks(&mut self, position: &mut Position, budget: Budget, key: Key) {
        let us = position.to_move();
        let side = position.key() ^ zobrist::white_to_move();
        let list = match self.lists.take(key) {
            Some(list) => list,
            None => self.attacks(position),
        };
        for &packed in &list {
            let (point, guess) = unpack(packed);
            let Some(after) = spent(budget, is_four(position, point)) else { continue };
            let key = side ^ zobrist::stone(us, point) ^ after.key();
            let numbers = self.table.probe(key).unwrap_or(Numbers { proof: guess, disproof: 1 });
            self.children.push(Child { point, key, numbers });
        }
        self.lists.put(key, list);
    }

    /// Pushes the defender's replies, with what is known of each, or tells that nothing is left to search.
    fn push_replies(
        &mut self,
        position: &mut Position,
        budget: Budget,
        key: Key,
    ) -> Option<Numbers> {
        let us = position.to_move();
        let side = position.key() ^ zobrist::white_to_move();
        let list = match self.lists.take(key) {
            Some(list) => list,
            None => match self.replies(position, budget) {
                Replies::Lost => return Some(Numbers::PROVED),
                Replies::NoThreat => return Some(Numbers::DISPROVED),
                Replies::Some(list) => list,
            },
        };
        for &packed in &list {
            let (point, guess) = unpack(packed);
            let key = side ^ zobrist::stone(us, point) ^ budget.key();
            let numbers = self.table.probe(key).unwrap_or(Numbers { proof: 1, disproof: guess });
            self.children.push(Child { point, key, numbers });
        }
        self.lists.put(key, list);
        None
    }

    /// The attacker's moves that can lead to a win.
    fn attacks(&mut self, position: &mut Position) -> Box<[u32]> {
        let mut list = Vec::new();
        moves::attacks(position, &mut list);
        if let Some(zone) = self.counter_zone(position) {
            list.retain(|&(point, _)| is_four(position, point) || zone.contains(point));
        }
        list.into_iter().map(|(point, guess)| pack(point, guess)).collect()
    }

    /// A line of fours that wins for the side to move.
    pub(super) fn fours(&mut self, position: &mut Position, budget: Budget) -> Option<Vec<Point>> {
        let limit = VcfLimit { fours: budget.fours(), nodes: K[11].into() };
        match self.vcf.solve(position, limit, &mut |_| false) {
            VcfOutcome::Win(win) => Some(win.line),
            VcfOutcome::NoWin | VcfOutcome::Unknown => None,
        }
    }

    pub(super) fn limit_of_fours(&self, budget: Budget) -> VcfLimit {
        VcfLimit { fours: budget.fours(), nodes: 100_000 }
    }

    /// Where the attacker must play to stop the defender's win by fours, if he has one.
    fn counter_zone(&mut self, position: &mut Position) -> Option<PointSet> {
        let us = position.to_move();
        if position.fours(!us).is_empty()
            || moves::has_four(position, !us)
            || !zone::applies(position)
            || matches!(position.last_move(), Some(None))
        {
            return None;
        }
        position.pass();
        let limit = VcfLimit { fours: u16::MAX - 1, nodes: K[13].into() };
        let zone = match self.vcf.solve(position, limit, &mut |_| false) {
            VcfOutcome::Win(win) => Some(zone::of_line(position, &win.line)),
            _ => None,
        };
        position.undo();
        zone
    }

    /// What the defender must be answered.
    fn replies(&mut self, position: &mut Position, budget: Budget) -> Replies {
        let them = position.to_move();
        if moves::has_four(position, them) {
            return Replies::NoThreat;
        }
        let replies = if moves::has_four(position, !them) {
            let mut stops = Vec::new();
            replies::stops(position, &mut stops);
            stops
        } else {
            let Some(threat) = self.threat(position, budget) else { return Replies::NoThreat };
            match self.replies_to(position, budget, &threat) {
                Some(replies) => replies,
                None => return Replies::NoThreat,
            }
        };
        if replies.is_empty() {
            return Replies::Lost;
        }
        let list = replies.into_iter().map(|point| pack(point, guess_of_reply(position, point)));
        Replies::Some(list.collect())
    }

    /// The wins that follow if the defender, to move, passes. `None` where there is none: it is no threat.
    pub(super) fn threat(&mut self, position: &mut Position, budget: Budget) -> Option<Threat> {
        let us = !position.to_move();
        position.pass();
        let wins = if position.ending().is_some() {
            Vec::new()
        } else {
            self.wins_after_pass(position, us, budget)
        };
        position.undo();
        (!wins.is_empty()).then_some(Threat { wins })
    }

    fn wins_after_pass(
        &mut self,
        position: &mut Position,
        us: Color,
        budget: Budget,
    ) -> Vec<(Vec<Point>, PointSet)> {
        if position.count(us, Class::StraightFour) > 0 {
            let points: Vec<Point> = position
                .fours(us)
                .iter()
                .filter(|&p| position.class(us, p) == Class::StraightFour)
                .filter(|&p| position.foul(us, p).is_none())
                .collect();
            if !points.is_empty() && zone::applies(position) {
                let zone = |p| (vec![p], zone::of_straight_four(position, p));
                return points.into_iter().map(zone).collect();
            }
        }
        let limit = VcfLimit { fours: budget.fours(), nodes: K[12].into() };
        match self.vcf.solve(position, limit, &mut |_| false) {
            VcfOutcome::Win(win) => {
                let zone = zone::of_line(position, &win.line);
                vec![(win.line, zone)]
            }
            VcfOutcome::NoWin => Vec::new(),
            VcfOutcome::Unknown => {
                self.inexact = true;
                Vec::new()
            }
        }
    }

    /// The legal replies to a threat that must be answered one by one.
    pub(super) fn replies_to(
        &mut self,
        position: &mut Position,
        _budget: Budget,
        threat: &Threat,
    ) -> Option<Vec<Point>> {
        let them = position.to_move();
        let zone = if zone::applies(position) {
            threat.zone()?.union(position.fours(them))
        } else {
            *position.empty()
        };
        Some(moves::legal(position, &zone).collect())
    }

    /// A move of the attacker in a proved position after which every reply loses, and what is left to
    /// spend after it.
    pub(super) fn proved_move(
        &mut self,
        position: &mut Position,
        budget: Budget,
        stop: Stop<'_>,
    ) -> Option<(Point, Budget)> {
        for again in [false, true] {
            if again {
                let bounds = Bounds { proof: INFINITE, disproof: INFINITE };
                if !self.attack(position, budget, bounds, stop).is_proved() {
                    return None;
                }
            }
            let base = self.children.len();
            let key = position.key() ^ budget.key();
            self.push_attacks(position, budget, key);
            let proved = self.children[base..]
                .iter()
                .filter(|child| child.numbers.is_proved())
                .min_by_key(|child| self.table.work(child.key))
                .map(|child| child.point);
            self.children.truncate(base);
            if let Some(point) = proved {
                return Some((point, spent(budget, is_four(position, point))?));
            }
        }
        None
    }
}

fn is_four(position: &Position, point: Point) -> bool {
    position.class(position.to_move(), point) >= Class::Four
}

/// What is left after a stone.
fn spent(budget: Budget, four: bool) -> Option<Budget> {
    if four { budget.after_four() } else { budget.after_threat() }
}

/// The bound for the best child: a little beyond the second best, so that the search does not go back
/// and forth between the two.
fn beyond(second: u32) -> u32 {
    (second + 1 + second / K[10]).min(INFINITE)
}

/// What a bound on a sum leaves for one of its parts.
fn rest(bound: u32, sum: u32, part: u32) -> u32 {
    if bound >= INFINITE { INFINITE } else { (bound.saturating_sub(sum) + part).min(INFINITE) }
}

fn pack(point: Point, guess: u32) -> u32 {
    point.index() as u32 | guess << 16
}

fn unpack(packed: u32) -> (Point, u32) {
    (Point::from_raw(packed as u16), packed >> 16)
}

fn guess_of_reply(position: &mut Position, point: Point) -> u32 {
    let us = !position.to_move();
    if K[16] == 0 {
        return 1;
    }
    position.with(point, |q| {
        let c = q.counts(us);
        let threes: u32 = (6..9).map(|i| u32::from(c[i])).sum();
        let fours: u32 = (9..14).map(|i| u32::from(c[i])).sum();
        1 + (threes * K[17] + fours * K[18]) / K[16]
    })
}
