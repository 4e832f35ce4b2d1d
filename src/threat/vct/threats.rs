//! What a move of the attacker threatens, and what the defender can do about it.

use super::budget::Budget;
use super::moves;
use super::search::Search;
use super::zone;
use crate::board::{Color, Point, PointSet};
use crate::line::Class;
use crate::position::Position;
use crate::threat::replies;
use crate::threat::{VcfFound, VcfLimit};

/// Nodes for a win by fours of the defender, which shows where the attacker must play.
const DEFENCE_FOURS: u64 = 300;

/// Nodes for a search for fours near the root where several threads search. Each knows other fours that do not
/// win, so that their searches are cut off in different places, and what one of them takes for no threat the
/// others believe, until the whole search begins again with a higher limit. Near the root that costs too much.
const NEAR_FOURS: u64 = 4096;
/// Plies below the root that are near.
const NEAR: usize = 2;

/// Wins by fours that follow if the defender passes.
pub(super) struct Threat {
    /// Their lines, each with its zone.
    pub(super) wins: Vec<(Vec<Point>, PointSet)>,
}

impl Threat {
    /// Where the defender can do something about all of them.
    fn zone(&self) -> PointSet {
        let zones = self.wins.iter().map(|(_, zone)| *zone);
        zones.reduce(|a, b| a.intersection(&b)).unwrap_or_default()
    }
}

impl Search<'_> {
    /// Whether the side to move wins by fours. If not, the searcher knows where one more stone could help it.
    pub(super) fn wins_by_fours(&mut self, position: &mut Position, budget: Budget) -> bool {
        let limit = self.four_limit(position, budget);
        let shared = self.shared;
        let vcf = &mut self.worker.vcf;
        let found = vcf.find_or_help(position, limit, &mut |_| shared.asks_to_stop());
        self.inexact |= vcf.was_cut_off();
        matches!(found, VcfFound::Win { .. })
    }

    /// A line of fours that wins for the side to move.
    pub(super) fn fours(&mut self, position: &mut Position, budget: Budget) -> Option<&[Point]> {
        let limit = self.four_limit(position, budget);
        let shared = self.shared;
        let vcf = &mut self.worker.vcf;
        let found = vcf.find(position, limit, &mut |_| shared.asks_to_stop());
        // Otherwise, where it is unknown, it was too long for the budget.
        self.inexact |= vcf.was_cut_off();
        matches!(found, VcfFound::Win { .. }).then(|| vcf.line())
    }

    /// How far the attacker's fours are looked for.
    fn four_limit(&self, position: &Position, budget: Budget) -> VcfLimit {
        let near = self.depth(position) <= NEAR && !self.shared.paths.is_empty();
        let nodes = if near { self.fours.max(NEAR_FOURS) } else { self.fours };
        VcfLimit { fours: budget.fours(), nodes: nodes.min(self.left()) }
    }

    /// Where the attacker, to move, must play to stop the defender's win by fours, if he has one.
    pub(super) fn counter_zone(&mut self, position: &mut Position) -> Option<PointSet> {
        let us = position.to_move();
        if position.fours(!us).is_empty()
            || moves::has_four(position, !us)
            || !zone::applies(position)
            || matches!(position.last_move(), Some(None))
        {
            return None;
        }
        position.pass();
        let limit = VcfLimit { fours: u16::MAX - 1, nodes: DEFENCE_FOURS.min(self.left()) };
        let vcf = &mut self.worker.vcf;
        let found = vcf.find(position, limit, &mut |_| false);
        let zone =
            matches!(found, VcfFound::Win { .. }).then(|| zone::of_line(position, vcf.line()));
        position.undo();
        zone
    }

    /// The wins that follow if the defender, to move, passes. `None` where there is none: the attacker's
    /// move is no threat.
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
        if position.count(us, Class::StraightFour) > 0 && zone::applies(position) {
            let points: Vec<Point> = position
                .fours(us)
                .iter()
                .filter(|&p| position.class(us, p) == Class::StraightFour)
                .filter(|&p| position.foul(us, p).is_none())
                .collect();
            if !points.is_empty() {
                let win = |p| (vec![p], zone::of_straight_four(position, p));
                return points.into_iter().map(win).collect();
            }
        }
        let Some(line) = self.fours(position, budget).map(<[Point]>::to_vec) else {
            return Vec::new();
        };
        let zone = zone::of_line(position, &line);
        vec![(line, zone)]
    }

    /// The legal replies to a threat that must be answered one by one.
    pub(super) fn replies_to(&self, position: &Position, threat: &Threat) -> Vec<Point> {
        let zone = if zone::applies(position) {
            threat.zone().union(position.fours(position.to_move()))
        } else {
            *position.empty()
        };
        moves::legal(position, &zone).collect()
    }

    /// What the defender, to move, must be answered after any move of the attacker. `None` where that
    /// move was no threat; empty where every reply loses.
    pub(super) fn replies(
        &mut self,
        position: &mut Position,
        budget: Budget,
    ) -> Option<Vec<Point>> {
        let them = position.to_move();
        if moves::has_four(position, them) {
            return None;
        }
        if moves::has_four(position, !them) {
            let mut stops = Vec::new();
            replies::stops(position, &mut stops);
            return Some(stops);
        }
        let threat = self.threat(position, budget)?;
        Some(self.replies_to(position, &threat))
    }
}
