//! Depth-first proof-number search over threats.

use super::budget::Budget;
use super::moves;
use super::table::{INFINITE, Numbers, ProofTable};
use super::zone;
use crate::board::zobrist::{self, Key};
use crate::board::{Color, Point, PointSet};
use crate::line::Class;
use crate::position::Position;
use crate::rules::Ending;
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

struct Child {
    point: Point,
    key: Key,
    numbers: Numbers,
}

/// Nodes for a search by fours.
const VCF_ATTACK: u64 = 2000;
const VCF_THREAT: u64 = 1000;
const VCF_DEFENCE: u64 = 300;

pub struct Vct {
    table: ProofTable,
    vcf: Vcf,
    nodes: u64,
    node_limit: u64,
    stopped: bool,
    inexact: bool,
    children: Vec<Child>,
    pub stats: [u64; 8],
}

impl Vct {
    pub fn new(bytes: usize) -> Vct {
        Vct {
            table: ProofTable::new(bytes),
            vcf: Vcf::new(1 << 16),
            nodes: 0,
            node_limit: 0,
            stopped: false,
            inexact: false,
            children: Vec::new(),
            stats: [0; 8],
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
        self.nodes = 0;
        self.stats = [0; 8];
    }

    pub fn solve(
        &mut self,
        position: &mut Position,
        limit: VctLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VctOutcome {
        self.node_limit = self.nodes.saturating_add(limit.nodes);
        self.stopped = false;
        self.inexact = false;
        let numbers = self.attack(position, limit.budget, INFINITE, INFINITE, stop);
        if numbers.is_proved() {
            VctOutcome::Win
        } else if numbers.is_disproved() && !self.inexact {
            VctOutcome::NoWin
        } else {
            VctOutcome::Unknown
        }
    }

    fn out(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> bool {
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
        most_proof: u32,
        most_disproof: u32,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Numbers {
        let key = position.key() ^ budget.key();
        let begin = self.nodes;
        let known = self.table.probe(key);
        self.nodes += 1;
        if self.out(stop) {
            return known.unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        if known.is_none() {
            let limit = VcfLimit { fours: budget.fours(), nodes: VCF_ATTACK };
            self.stats[0] += 1;
            let b = self.vcf.nodes();
            let won = matches!(self.vcf.solve(position, limit, &mut |_| false), VcfOutcome::Win(_));
            self.stats[1] += self.vcf.nodes() - b;
            if won {
                self.table.store(key, Numbers::PROVED, 1);
                return Numbers::PROVED;
            }
        }
        let base = self.children.len();
        let mut list = Vec::new();
        moves::attacks(position, &mut list);
        let us = position.to_move();
        let side = position.key() ^ zobrist::white_to_move();
        // The defender's own win by fours, if the attacker does nothing about it.
        let zone = if known.is_none() || true { self.counter_zone(position) } else { None };
        for (point, guess) in list {
            let four = position.class(us, point) >= Class::Four;
            if !four
                && let Some(zone) = &zone
                && !zone.contains(point)
            {
                continue;
            }
            let after = if four { budget.after_four() } else { budget.after_threat() };
            let Some(after) = after else { continue };
            let key = side ^ zobrist::stone(us, point) ^ after.key();
            let numbers =
                self.table.probe(key).unwrap_or(Numbers { proof: guess, disproof: 1 });
            self.children.push(Child { point, key, numbers });
        }
        let result = loop {
            let mut best = None;
            let (mut proof, mut second, mut disproof) = (INFINITE, INFINITE, 0u32);
            for (i, child) in self.children[base..].iter().enumerate() {
                disproof = disproof.saturating_add(child.numbers.disproof).min(INFINITE);
                if child.numbers.proof < proof {
                    second = proof;
                    proof = child.numbers.proof;
                    best = Some(i);
                } else if child.numbers.proof < second {
                    second = child.numbers.proof;
                }
            }
            if proof == 0 {
                break Numbers::PROVED;
            }
            let now = Numbers { proof, disproof };
            let Some(best) = best else { break Numbers::DISPROVED };
            if disproof == 0 {
                break Numbers::DISPROVED;
            }
            if proof >= most_proof || disproof >= most_disproof || self.stopped {
                break now;
            }
            let Child { point, numbers, .. } = self.children[base + best];
            let four = position.class(us, point) >= Class::Four;
            let after = if four { budget.after_four() } else { budget.after_threat() };
            let Some(after) = after else { break now };
            let child_proof = most_proof.min(second.saturating_add(1 + second / 4)).min(INFINITE);
            let child_disproof = if most_disproof >= INFINITE {
                INFINITE
            } else {
                most_disproof - disproof + numbers.disproof
            };
            let result =
                position_with(position, point, |p| match p.ending() {
                    Some(Ending::Win { winner, .. }) if winner == us => Numbers::PROVED,
                    Some(_) => Numbers::DISPROVED,
                    None => self.defend(p, after, child_proof, child_disproof, stop),
                });
            self.children[base + best].numbers = result;
        };
        self.children.truncate(base);
        self.table.store(key, result, self.nodes - begin);
        result
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
        let limit = VcfLimit { fours: u16::MAX - 1, nodes: VCF_DEFENCE };
        self.stats[2] += 1;
        let b = self.vcf.nodes();
        let zone = match self.vcf.solve(position, limit, &mut |_| false) {
            VcfOutcome::Win(win) => Some(zone::of_line(position, &win.line)),
            _ => None,
        };
        self.stats[3] += self.vcf.nodes() - b;
        position.undo();
        zone
    }

    /// The defender is to move.
    fn defend(
        &mut self,
        position: &mut Position,
        budget: Budget,
        most_proof: u32,
        most_disproof: u32,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Numbers {
        let key = position.key() ^ budget.key();
        let begin = self.nodes;
        self.nodes += 1;
        if self.out(stop) {
            return self.table.probe(key).unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        let us = position.to_move();
        let replies = match self.replies(position, budget, stop) {
            Replies::Lost => {
                self.table.store(key, Numbers::PROVED, 1);
                return Numbers::PROVED;
            }
            Replies::NoThreat => {
                self.table.store(key, Numbers::DISPROVED, 1);
                return Numbers::DISPROVED;
            }
            Replies::Some(replies) => replies,
        };
        let base = self.children.len();
        let side = position.key() ^ zobrist::white_to_move();
        for point in replies {
            let key = side ^ zobrist::stone(us, point) ^ budget.key();
            let numbers =
                self.table.probe(key).unwrap_or(Numbers { proof: 1, disproof: 1 });
            self.children.push(Child { point, key, numbers });
        }
        let result = loop {
            let mut best = None;
            let (mut disproof, mut second, mut proof) = (INFINITE, INFINITE, 0u32);
            for (i, child) in self.children[base..].iter().enumerate() {
                proof = proof.saturating_add(child.numbers.proof).min(INFINITE);
                if child.numbers.disproof < disproof {
                    second = disproof;
                    disproof = child.numbers.disproof;
                    best = Some(i);
                } else if child.numbers.disproof < second {
                    second = child.numbers.disproof;
                }
            }
            if disproof == 0 {
                break Numbers::DISPROVED;
            }
            let now = Numbers { proof, disproof };
            let Some(best) = best else { break Numbers::PROVED };
            if proof == 0 {
                break Numbers::PROVED;
            }
            if proof >= most_proof || disproof >= most_disproof || self.stopped {
                break now;
            }
            let Child { point, numbers, .. } = self.children[base + best];
            let child_disproof =
                most_disproof.min(second.saturating_add(1 + second / 4)).min(INFINITE);
            let child_proof = if most_proof >= INFINITE {
                INFINITE
            } else {
                most_proof - proof + numbers.proof
            };
            let result =
                position_with(position, point, |p| match p.ending() {
                    Some(Ending::Win { winner, .. }) if winner != us => Numbers::PROVED,
                    Some(_) => Numbers::DISPROVED,
                    None => self.attack(p, budget, child_proof, child_disproof, stop),
                });
            self.children[base + best].numbers = result;
        };
        self.children.truncate(base);
        self.table.store(key, result, self.nodes - begin);
        result
    }

    /// What the defender must be answered.
    fn replies(
        &mut self,
        position: &mut Position,
        budget: Budget,
        _stop: &mut dyn FnMut(u64) -> bool,
    ) -> Replies {
        let them = position.to_move();
        let us = !them;
        if moves::has_four(position, them) {
            return Replies::NoThreat;
        }
        if moves::has_four(position, us) {
            let mut stops = Vec::new();
            replies::stops(position, &mut stops);
            return if stops.is_empty() { Replies::Lost } else { Replies::Some(stops) };
        }
        self.stats[4] += 1;
        let Some(mut zone) = self.threat_zone(position, budget) else {
            return Replies::NoThreat;
        };
        self.stats[5] += 1;
        zone = zone.union(position.fours(them));
        let replies: Vec<Point> = moves::legal(position, &zone).collect();
        if replies.is_empty() { Replies::Lost } else { Replies::Some(replies) }
    }

    /// The zone of the win that follows if the defender passes.
    fn threat_zone(&mut self, position: &mut Position, budget: Budget) -> Option<PointSet> {
        let us = !position.to_move();
        position.pass();
        let zone = self.win_zone(position, us, budget);
        position.undo();
        zone
    }

    fn win_zone(&mut self, position: &mut Position, us: Color, budget: Budget) -> Option<PointSet> {
        if position.count(us, Class::StraightFour) > 0 {
            let points: Vec<Point> = position
                .fours(us)
                .iter()
                .filter(|&p| position.class(us, p) == Class::StraightFour && position.foul(us, p).is_none())
                .collect();
            if !points.is_empty() {
                let zones = points.iter().map(|&p| zone::of_straight_four(position, p));
                return zones.reduce(|a, b| a.intersection(&b));
            }
        }
        let limit = VcfLimit { fours: budget.fours(), nodes: VCF_THREAT };
        let b = self.vcf.nodes();
        let outcome = self.vcf.solve(position, limit, &mut |_| false);
        self.stats[6] += self.vcf.nodes() - b;
        match outcome {
            VcfOutcome::Win(win) => Some(zone::of_line(position, &win.line)),
            VcfOutcome::NoWin => None,
            VcfOutcome::Unknown => {
                self.inexact = true;
                None
            }
        }
    }
}

enum Replies {
    Lost,
    NoThreat,
    Some(Vec<Point>),
}

fn position_with<T>(position: &mut Position, p: Point, then: impl FnOnce(&mut Position) -> T) -> T {
    position.play(p);
    let result = then(position);
    position.undo();
    result
}
