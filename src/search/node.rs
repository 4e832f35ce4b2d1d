//! One node of the principal variation search.

use super::moves::{self, Demand};
use super::params::{MAX_PLY, internal_depth, node_vct_depth, threat_depth};
use super::prune::{cut_by, cut_by_value, given_up_by_value};
use super::singular::Singular;
use super::table::{Bound, Entry};
use super::task::{Seen, Task, score_of, within_reach, won_by_threats};
use super::threats::{fours_worth_trying, worth_looking};
use super::worker::{Shared, Stopped, Worker};
use crate::board::{Point, PointSet};
use crate::eval::{Evaluator, Score};
use crate::rules::Ending;

impl<E: Evaluator> Worker<E> {
    /// The score of the position for the side to move, fail-soft.
    pub(crate) fn node(&mut self, shared: &Shared<'_>, task: Task) -> Result<Score, Stopped> {
        let Task { window, depth, ply, .. } = task;
        self.count_node(shared)?;
        self.deepest = self.deepest.max(ply);
        self.frames[ply].pv.clear();
        if let Some(score) = self.over(ply) {
            return Ok(score);
        }
        let demand = moves::demand(&self.position);
        if let Some(score) = self.settled(demand, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.value());
        }
        let window = within_reach(window, ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        if demand == Demand::StopFive && depth <= 0 {
            return self.answer_at_leaf(shared, Task { window, ..task });
        }
        let excluded = self.frames[ply].excluded;
        let key = self.position.key();
        let known = shared.table.probe(key);
        if excluded.is_none()
            && let Some(score) = cut_by(known, window, depth, ply)
        {
            return Ok(score);
        }
        if demand != Demand::StopFive && excluded.is_none() {
            if let Some(score) = self.won_by_fours(shared, depth, ply, known.is_some())? {
                let best = self.frames[ply].pv.first().copied();
                self.remember(shared, score, Bound::Exact, depth.max(1), ply, best);
                return Ok(score);
            }
            if depth <= 0 {
                return Ok(self.value());
            }
        }
        self.inner(shared, Task { window, ..task }, demand, known)
    }

    /// A node with moves to search.
    pub(super) fn inner(
        &mut self,
        shared: &Shared<'_>,
        task: Task,
        demand: Demand,
        known: Option<Entry>,
    ) -> Result<Score, Stopped> {
        let Task { window, mut depth, ply, cut } = task;
        let quiet = demand == Demand::Free;
        let excluded = self.frames[ply].excluded;
        // Where an answer is demanded nothing is left out by the value.
        let value = match (quiet, ply.checked_sub(2)) {
            (true, _) => self.value(),
            (false, Some(before)) => self.frames[before].value,
            (false, None) => Score::DRAW,
        };
        self.frames[ply].value = value;
        let improving = ply < 2 || value > self.frames[ply - 2].value;
        if quiet && window.is_null() && excluded.is_none() {
            if cut_by_value(value, window, depth) {
                return Ok(value);
            }
            if given_up_by_value(value, window, depth) {
                return Ok(value);
            }
        }
        if quiet
            && excluded.is_none()
            && known.is_none()
            && depth >= node_vct_depth()
            && self.won_by_threats(shared, worth_looking(&self.position, depth))?
        {
            let score = won_by_threats(ply);
            self.remember(shared, score, Bound::Lower, MAX_PLY as i32, ply, None);
            return Ok(score);
        }
        let zone =
            if quiet && depth >= threat_depth() { self.threatened_zone(shared)? } else { None };
        if known.and_then(|entry| entry.best).is_none()
            && depth >= internal_depth()
            && quiet
            && (cut || !window.is_null())
        {
            depth -= 1;
        }
        let task = Task { depth, ..task };
        let extension = match self.singular(shared, task, known)? {
            Singular::Cut(score) => return Ok(score),
            Singular::Extend(plies) => plies,
        };
        let seen = Seen { demand, known, value, improving, zone, extension };
        self.search_moves(shared, task, &seen)
    }

    /// The score of a game that has ended with the last move.
    pub(super) fn over(&self, ply: usize) -> Option<Score> {
        Some(match self.position.ending()? {
            Ending::Win { winner, .. } if winner == self.position.to_move() => {
                Score::win_in(ply as i32)
            }
            Ending::Win { .. } => Score::lost_in(ply as i32),
            Ending::Draw(_) => Score::DRAW,
        })
    }

    /// The score where the side to move has a five, or a straight four that nothing answers.
    pub(super) fn settled(&mut self, demand: Demand, ply: usize) -> Option<Score> {
        let (p, plies) = match demand {
            Demand::OwnFive(p) => (p, 1),
            Demand::OwnStraightFour(p) => (p, 3),
            _ => return None,
        };
        let pv = &mut self.frames[ply].pv;
        pv.push(p);
        Some(Score::win_in(ply as i32 + plies))
    }

    /// At a leaf the opponent's four is only answered: the value is that of the position after it.
    pub(super) fn answer_at_leaf(
        &mut self,
        shared: &Shared<'_>,
        task: Task,
    ) -> Result<Score, Stopped> {
        let Task { mut window, depth, ply, cut } = task;
        let mut list = std::mem::take(&mut self.frames[ply].moves);
        self.order(ply, Demand::StopFive, None, None, &mut list);
        let mut best = None;
        let mut index = 0;
        while let Some(candidate) = moves::pick(&mut list, index) {
            let p = candidate.point;
            let child = Task { window: window.flipped(), depth, ply: ply + 1, cut: !cut };
            let score = self.with_move(ply, p, |worker| worker.node(shared, child));
            let score = match score {
                Ok(score) => -score,
                Err(stopped) => {
                    self.frames[ply].moves = list;
                    return Err(stopped);
                }
            };
            if best.is_none_or(|best| score > best) {
                best = Some(score);
            }
            if score > window.alpha {
                window.alpha = score;
                self.extend_line(ply, p);
            }
            if window.alpha >= window.beta {
                break;
            }
            index += 1;
        }
        self.frames[ply].moves = list;
        Ok(best.unwrap_or(Score::lost_in(ply as i32 + self.plies_left())))
    }

    /// A win by continuous fours, looked for at leaves and at nodes that are new.
    pub(super) fn won_by_fours(
        &mut self,
        shared: &Shared<'_>,
        depth: i32,
        ply: usize,
        known: bool,
    ) -> Result<Option<Score>, Stopped> {
        if depth > 0 && known {
            return Ok(None);
        }
        let limit = fours_worth_trying(&self.position, self.position.to_move());
        let Some(win) = self.solve_fours(shared, limit)? else { return Ok(None) };
        let pv = &mut self.frames[ply].pv;
        pv.extend(win.line.iter().copied().take(pv.remaining_capacity()));
        Ok(Some(score_of(&win, ply)))
    }

    /// Where the opponent's win by fours, if there is one after a pass, can be answered at all.
    pub(super) fn threatened_zone(
        &mut self,
        shared: &Shared<'_>,
    ) -> Result<Option<PointSet>, Stopped> {
        let limit = fours_worth_trying(&self.position, !self.position.to_move());
        self.zone_of_threat(shared, limit)
    }

    /// Stores what was found out about the position.
    pub(super) fn remember(
        &self,
        shared: &Shared<'_>,
        score: Score,
        bound: Bound,
        depth: i32,
        ply: usize,
        best: Option<Point>,
    ) {
        let score = score.to_table(ply as i32);
        shared.table.store(self.position.key(), &Entry { score, bound, depth, best });
    }

    /// Plies until the opponent's five when nothing stops it: two, or fewer on a board that is nearly
    /// full.
    pub(super) fn plies_left(&self) -> i32 {
        self.position.empty_count().min(2) as i32
    }
}
