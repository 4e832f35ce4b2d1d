//! What the solver of threats says about the root: our own win, and moves that let the opponent win.
//!
//! Both count only with a certificate that has been checked. A move is known to lose when the certificate
//! of the win that would follow if we passed still holds after it.

use std::time::Duration;

use super::limits::Limits;
use super::params::{
    ROOT_VCT_BYTES, node_vct_most, node_vct_nodes, node_vct_points, root_vct_nodes, root_vct_proof,
    vcf_fours, vcf_most_nodes, vcf_nodes,
};
use super::root::Found;
use super::worker::{Shared, Stopped, Worker};
use crate::board::{Color, PointSet};
use crate::eval::{Evaluator, Score};
use crate::line::Class;
use crate::position::Position;
use crate::threat::VcfLimit;
use crate::threat::check::check_until;
use crate::threat::outline::outline;
use crate::threat::proof::Node;
use crate::threat::vct::{Budget, Vct, VctLimit, VctOutcome};

/// What is known of the root before it is searched.
enum Root {
    /// A win by threats.
    Win(Found),
    /// Moves after which the opponent wins by threats.
    Losing(PointSet),
}

impl<E: Evaluator> Worker<E> {
    /// A win that the solvers find at the root: fours first, then threats. Where there is none, the moves that
    /// they know to lose are ruled out.
    pub(super) fn won_at_the_root(&mut self, shared: &Shared<'_>) -> Option<Found> {
        if let Some(win) = self.fours_at_the_root(shared) {
            return Some(win);
        }
        match self.threats_at_the_root(shared) {
            Root::Win(found) => {
                self.announce(shared, &found);
                Some(found)
            }
            Root::Losing(losing) => {
                shared.rule_out(losing);
                None
            }
        }
    }

    /// Asks the solver of threats about the root, for at most a quarter of the time.
    fn threats_at_the_root(&mut self, shared: &Shared<'_>) -> Root {
        let until = quarter(shared.limits, shared.began);
        let stop = || {
            until.is_some_and(|until| shared.clock.now() >= until) || shared.observer.should_stop()
        };
        let most = shared
            .limits
            .nodes
            .map_or(root_vct_nodes() as u64, |n| (root_vct_nodes() as u64).min(n / 8));
        let mut vct = self.vct.take().unwrap_or_else(|| Vct::new(ROOT_VCT_BYTES));
        vct.clear();
        let before = vct.nodes();
        let root = self.position.clone();
        let win = certificate(&mut vct, &root, most, &stop);
        let found = win.as_ref().and_then(|nodes| outline(nodes, &root)).and_then(|outline| {
            let plies = i32::try_from(outline.plies).ok()?;
            let best = *outline.line.first()?;
            Some(Found { best, score: Score::win_in(plies), pv: outline.line, depth: 0 })
        });
        let found = found.filter(|found| !shared.limits.blocked.contains(found.best));
        let known = match found {
            Some(found) => Root::Win(found),
            None => Root::Losing(losing_moves(&mut vct, &root, most, &stop)),
        };
        self.add_nodes(vct.nodes() - before);
        self.report(shared);
        self.vct = Some(vct);
        known
    }

    /// Whether the side to move wins by threats that so many nodes suffice to find.
    pub(super) fn won_by_threats(
        &mut self,
        shared: &Shared<'_>,
        most: u64,
    ) -> Result<bool, Stopped> {
        // The solver may count one node more than it was given.
        let most = most.min(self.nodes_left(shared).saturating_sub(1));
        if most == 0 {
            return Ok(false);
        }
        let vct = self.vct.get_or_insert_with(|| Vct::new(ROOT_VCT_BYTES));
        let before = vct.nodes();
        let limit = VctLimit { nodes: most, budget: Budget::UNLIMITED };
        let stop = || shared.is_stopped();
        let outcome = vct.solve(&self.position, limit, 1, &stop);
        let nodes = vct.nodes() - before;
        self.add_nodes(nodes);
        if stop() { Err(Stopped) } else { Ok(outcome == VctOutcome::Win) }
    }
}

/// What a search for fours of `color` is worth inside the tree. A win hardly ever begins without a four that makes
/// something besides; the more of those, the likelier it is.
pub(super) fn fours_worth_trying(position: &Position, color: Color) -> VcfLimit {
    let nodes = points_from(position, color, Class::FourPlus) * vcf_nodes();
    VcfLimit { fours: vcf_fours() as u16, nodes: nodes.min(vcf_most_nodes()) as u64 }
}

/// How many points make at least this for a stone of `color`.
fn points_from(position: &Position, color: Color, least: Class) -> i32 {
    Class::ALL[least as usize..].iter().map(|&class| i32::from(position.count(color, class))).sum()
}

/// Nodes that a search for threats is worth at an inner node of this depth. Where few stones would make a
/// three and more there is hardly ever a win; the more there are, the sooner it is found.
pub(super) fn worth_looking(position: &Position, depth: i32) -> u64 {
    let us = position.to_move();
    let promising = points_from(position, us, Class::ThreePlus) - node_vct_points();
    let per_ply = (promising * node_vct_nodes()).min(node_vct_most());
    (per_ply * depth).max(0) as u64
}

/// The point in time at which a quarter of what may be used is gone.
fn quarter(limits: &Limits, began: Duration) -> Option<Duration> {
    let until = limits.soft.or(limits.hard)?;
    Some(began + until.saturating_sub(began) / 4)
}

/// The checked tree of a win of the side to move.
fn certificate(
    vct: &mut Vct,
    position: &Position,
    nodes: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Node>> {
    let limit = VctLimit { nodes, budget: Budget::UNLIMITED };
    if vct.solve(position, limit, 1, stop) != VctOutcome::Win {
        return None;
    }
    let nodes = vct.certify(position, limit, stop)?;
    (check_until(&nodes, position, stop) == Some(true)).then_some(nodes)
}

/// Our moves that do nothing about a win by threats that the opponent has if we pass.
fn losing_moves(
    vct: &mut Vct,
    root: &Position,
    nodes: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> PointSet {
    let mut losing = PointSet::EMPTY;
    let us = root.to_move();
    if matches!(root.last_move(), Some(None)) || root.count(!us, Class::Five) > 0 {
        return losing;
    }
    let mut position = root.clone();
    position.pass();
    if position.ending().is_some() {
        return losing;
    }
    let threat = certificate(vct, &position, nodes, stop);
    position.undo();
    let Some(threat) = threat.filter(|nodes| nodes.len() <= root_vct_proof() as usize) else {
        return losing;
    };
    for p in root.near_stones(2).iter() {
        if stop() {
            break;
        }
        let holds = position.with(p, |after| {
            after.ending().is_none() && check_until(&threat, after, stop) == Some(true)
        });
        if holds {
            losing.insert(p);
        }
    }
    losing
}
