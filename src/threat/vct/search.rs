//! Depth-first proof-number search over threats.

use super::budget::Budget;
use super::certify::Builder;
use super::lists::{Child, Lists};
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

/// Asked now and then; the search ends when it says true.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// The numbers up to which a node is searched.
#[derive(Clone, Copy)]
struct Bounds {
    proof: u32,
    disproof: u32,
}

impl Bounds {
    const NONE: Bounds = Bounds { proof: INFINITE, disproof: INFINITE };
}

/// What the defender can do about a threat.
pub(super) enum Replies {
    /// Nothing: every reply loses.
    Lost,
    /// It is none.
    NoThreat,
    /// One of these, each with a first guess of how hard it is to refute the threat with it.
    Some(Vec<Child>),
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

/// Nodes for the search whether a move threatens a win by fours, at first.
const THREAT_FOURS: u64 = 1000;
/// How many times over the table may be filled before going on is of no use.
const MOST_EVICTED: u64 = 64;

pub static K: once_cell::sync::Lazy<Vec<u32>> = once_cell::sync::Lazy::new(|| {
    let mut k = vec![0, 1, 12, 8, 8, 6, 3, 3, 2, 3, 4, 300, 1000, 300, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 50, 1];
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
    /// Nodes for the search whether a move threatens a win by fours.
    threat_fours: u64,
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
            threat_fours: THREAT_FOURS,
        }
    }

    /// Nodes visited and fours tried since the solver was made or cleared.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes()
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
        _threads: usize,
        stop: Stop<'_>,
    ) -> VctOutcome {
        self.begin(limit);
        if position.ending().is_some() {
            return VctOutcome::NoWin;
        }
        self.threat_fours = THREAT_FOURS;
        loop {
            self.inexact = false;
            let numbers = self.attack(position, limit.budget, Bounds::NONE, stop);
            if numbers.is_proved() {
                return VctOutcome::Win;
            }
            if !numbers.is_disproved() {
                return VctOutcome::Unknown;
            }
            if !self.inexact {
                return VctOutcome::NoWin;
            }
            // Some move may have been a threat of a win too long to be found: looks further.
            self.threat_fours *= 16;
            self.table.clear();
            self.lists.clear();
        }
    }

    /// Whether the side to move wins by continuous threats that begin with this move, which must be legal.
    pub fn solve_first(
        &mut self,
        position: &mut Position,
        first: Point,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> VctOutcome {
        self.begin(limit);
        let us = position.to_move();
        if position.count(!us, Class::Five) > 0 && !stops_five(position, first) {
            return VctOutcome::NoWin;
        }
        let Some(after) = spent(limit.budget, is_four(position, first)) else {
            return VctOutcome::NoWin;
        };
        self.inexact = false;
        let numbers = position.with(first, |position| match position.ending() {
            Some(Ending::Win { winner, .. }) if winner == us => Numbers::PROVED,
            Some(_) => Numbers::DISPROVED,
            None => self.defend(position, after, Bounds::NONE, stop),
        });
        match numbers {
            Numbers { proof: 0, .. } => VctOutcome::Win,
            Numbers { disproof: 0, .. } if !self.inexact => VctOutcome::NoWin,
            _ => VctOutcome::Unknown,
        }
    }

    /// The nodes of a certificate for the win by this first move that was found last.
    pub fn certify_first(
        &mut self,
        position: &mut Position,
        first: Point,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> Option<Vec<Node>> {
        self.begin(limit);
        let after = spent(limit.budget, is_four(position, first))?;
        Builder::new(self, stop).first(position, first, after)
    }

    fn begin(&mut self, limit: VctLimit) {
        self.node_limit = self.nodes().saturating_add(limit.nodes);
        self.stopped = false;
        self.table.forget_evicted();
    }

    /// The nodes of a certificate for the win that was found last, in the same position.
    pub fn certify(
        &mut self,
        position: &mut Position,
        limit: VctLimit,
        stop: Stop<'_>,
    ) -> Option<Vec<Node>> {
        self.begin(limit);
        Builder::new(self, stop).nodes(position, limit.budget)
    }

    fn out(&mut self, stop: Stop<'_>) -> bool {
        self.stopped = self.stopped
            || self.nodes() >= self.node_limit
            || self.table.evicted() > MOST_EVICTED * self.table.entries()
            || self.nodes & 0xF == 0xF && stop();
        self.stopped
    }

    /// What the table knows, if that is enough.
    fn known(&self, key: Key, bounds: Bounds) -> Option<Numbers> {
        let known = self.table.probe(key)?;
        let enough = known.proof >= bounds.proof || known.disproof >= bounds.disproof;
        (enough || known.is_proved() || known.is_disproved()).then_some(known)
    }

    fn store(&mut self, key: Key, numbers: Numbers, work: u64) -> Numbers {
        self.table.store(key, numbers, work);
        if self.table.wants_to_grow() {
            self.table.grow();
        }
        numbers
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
        if let Some(known) = self.known(key, bounds) {
            return known;
        }
        let begin = self.nodes;
        self.nodes += 1;
        if self.out(stop) {
            return self.table.probe(key).unwrap_or(Numbers::UNKNOWN);
        }
        let mut children = match self.lists.take(key) {
            Some(children) => children,
            None if self.fours(position, budget).is_some() => {
                return self.store(key, Numbers::PROVED, 1);
            }
            None => self.attacks(position, budget),
        };
        let us = position.to_move();
        let numbers = loop {
            let (now, best, second) = easiest_proof(&children);
            let Some(best) = best else { break now };
            if now.proof >= bounds.proof || now.disproof >= bounds.disproof || self.stopped {
                break now;
            }
            let Child { point, numbers, .. } = children[best];
            let Some(after) = spent(budget, is_four(position, point)) else { break now };
            let below = Bounds {
                proof: bounds.proof.min(beyond(second)),
                disproof: rest(bounds.disproof, now.disproof, numbers.disproof),
            };
            children[best].numbers = position.with(point, |position| match position.ending() {
                Some(Ending::Win { winner, .. }) if winner == us => Numbers::PROVED,
                Some(_) => Numbers::DISPROVED,
                None => self.defend(position, after, below, stop),
            });
        };
        if numbers.is_proved() {
            let play = children.iter().find(|child| child.numbers.is_proved());
            self.table.store_proof(key, play.map(|child| child.point), self.nodes - begin);
            return numbers;
        }
        self.lists.put(key, children);
        self.store(key, numbers, self.nodes - begin)
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
        if let Some(known) = self.known(key, bounds) {
            return known;
        }
        let begin = self.nodes;
        self.nodes += 1;
        if self.out(stop) {
            return self.table.probe(key).unwrap_or(Numbers::UNKNOWN);
        }
        let mut children = match self.lists.take(key) {
            Some(children) => children,
            None => match self.replies(position, budget) {
                Replies::Lost => return self.store(key, Numbers::PROVED, 1),
                Replies::NoThreat => return self.store(key, Numbers::DISPROVED, 1),
                Replies::Some(children) => children,
            },
        };
        let us = position.to_move();
        let numbers = loop {
            let (now, best, second) = easiest_disproof(&children);
            let Some(best) = best else { break now };
            if now.proof >= bounds.proof || now.disproof >= bounds.disproof || self.stopped {
                break now;
            }
            let Child { point, numbers, .. } = children[best];
            let below = Bounds {
                proof: rest(bounds.proof, now.proof, numbers.proof),
                disproof: bounds.disproof.min(beyond(second)),
            };
            children[best].numbers = position.with(point, |position| match position.ending() {
                Some(Ending::Win { winner, .. }) if winner != us => Numbers::PROVED,
                Some(_) => Numbers::DISPROVED,
                None => self.attack(position, budget, below, stop),
            });
        };
        self.lists.put(key, children);
        self.store(key, numbers, self.nodes - begin)
    }

    /// The attacker's moves that can lead to a win, with what is known of each.
    fn attacks(&mut self, position: &mut Position, budget: Budget) -> Vec<Child> {
        let mut list = Vec::new();
        moves::attacks(position, &mut list);
        if let Some(zone) = self.counter_zone(position) {
            list.retain(|&(point, _)| is_four(position, point) || zone.contains(point));
        }
        let us = position.to_move();
        if K[19] > 0 {
            let moves = position.moves();
            let last = moves.len().checked_sub(2).and_then(|i| moves[i]);
            let reply = moves.last().copied().flatten();
            let d = |p: Point, q: Option<Point>| q.map_or(0, |q| p.x().abs_diff(q.x()).max(p.y().abs_diff(q.y())));
            list.sort_by_key(|&(p, g)| (g, match K[19] { 1 => d(p, last), 2 => d(p, reply), _ => d(p, last).min(d(p, reply)) }, p));
        }
        let side = position.key() ^ zobrist::white_to_move();
        let child = |(point, guess)| {
            let after = spent(budget, is_four(position, point))?;
            let key = side ^ zobrist::stone(us, point) ^ after.key();
            let known = self.table.probe(key);
            let numbers = known.unwrap_or(Numbers { proof: guess, disproof: 1 });
            Some(Child { point, numbers, quiet: guess > 4 })
        };
        list.into_iter().filter_map(child).collect()
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
        let side = position.key() ^ zobrist::white_to_move() ^ budget.key();
        let children = replies.into_iter().map(|point| {
            let known = self.table.probe(side ^ zobrist::stone(them, point));
            let guess = || { let (p, d) = guess_of_reply(position, point); Numbers { proof: p, disproof: d } };
            Child { point, numbers: known.unwrap_or_else(guess), quiet: false }
        });
        Replies::Some(children.collect())
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
        let limit = VcfLimit { fours: budget.fours(), nodes: self.threat_fours };
        let begin = self.vcf.nodes();
        match self.vcf.solve(position, limit, &mut |_| false) {
            VcfOutcome::Win(win) => {
                let zone = zone::of_line(position, &win.line);
                vec![(win.line, zone)]
            }
            VcfOutcome::NoWin => Vec::new(),
            VcfOutcome::Unknown => {
                // Either it was too long for the budget, or it was not looked for to the end.
                self.inexact |= self.vcf.nodes() - begin >= limit.nodes;
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
                if !self.attack(position, budget, Bounds::NONE, stop).is_proved() {
                    return None;
                }
            }
            let children = self.attacks(position, budget);
            let side = position.key() ^ zobrist::white_to_move();
            let us = position.to_move();
            let key = |point| {
                let after = spent(budget, is_four(position, point)).unwrap_or(budget);
                side ^ zobrist::stone(us, point) ^ after.key()
            };
            let proved = children
                .iter()
                .filter(|child| child.numbers.is_proved())
                .map(|child| child.point)
                .min_by_key(|&point| self.table.work(key(point)));
            if let Some(point) = proved {
                return Some((point, spent(budget, is_four(position, point))?));
            }
        }
        None
    }
}

/// Whether a move takes away every five that the opponent threatens.
fn stops_five(position: &mut Position, point: Point) -> bool {
    let mut stops = Vec::new();
    replies::stops(position, &mut stops);
    stops.contains(&point)
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

/// The numbers of an attacker's node, the child that is easiest to prove, and the second smallest proof
/// number. No child where the node is settled.
fn easiest_proof(children: &[Child]) -> (Numbers, Option<usize>, u32) {
    let (mut best, mut proof, mut second) = (None, INFINITE, INFINITE);
    let (mut disproof, mut open) = (0, 0u32);
    for (i, child) in children.iter().enumerate() {
        disproof = disproof.max(child.numbers.disproof);
        open += if child.numbers.disproof == 0 { 0 } else if child.quiet { K[20] } else { K[21] };
        if child.numbers.proof < proof {
            (best, second, proof) = (Some(i), proof, child.numbers.proof);
        } else {
            second = second.min(child.numbers.proof);
        }
    }
    if proof == 0 {
        return (Numbers::PROVED, None, second);
    }
    if disproof == 0 {
        return (Numbers::DISPROVED, None, second);
    }
    // Not the sum: many moves of which hardly any is a threat do not make a disproof hard.
    let disproof = disproof.saturating_add((open - 1) / K[22]).min(INFINITE - 1);
    (Numbers { proof, disproof }, best, second)
}

/// The same for a defender's node: the child that is easiest to disprove.
fn easiest_disproof(children: &[Child]) -> (Numbers, Option<usize>, u32) {
    let (mut best, mut disproof, mut second) = (None, INFINITE, INFINITE);
    let mut proof = 0u32;
    for (i, child) in children.iter().enumerate() {
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

fn guess_of_reply(position: &mut Position, point: Point) -> (u32, u32) {
    let us = !position.to_move();
    if K[16] == 0 && K[23] == 0 {
        return (1, 1);
    }
    position.with(point, |q| {
        let c = q.counts(us);
        let threes: u32 = (6..9).map(|i| u32::from(c[i])).sum();
        let fours: u32 = (9..14).map(|i| u32::from(c[i])).sum();
        let d = if K[16] == 0 { 1 } else { 1 + (threes * K[17] + fours * K[18]) / K[16] };
        let p = match K[23] {
            0 => 1,
            1 => if threes > 0 { 1 } else if fours > 0 { 2 } else { 6 },
            2 => if threes > 0 { 2 } else if fours > 0 { 3 } else { 8 },
            _ => 1 + 6 / (1 + threes + fours / 2),
        };
        (p, d)
    })
}
