//! The moves of a node, one after the other.

use super::history::{Before, Stone};
use super::moves::{self, Demand, Moves, Scored};
use super::params::{
    history_bonus, history_most_bonus, order_counter, order_history, shared_depth,
};
use super::prune::{Candidate, LeftOut, left_out};
use super::reduction::reduction_of;
use super::table::Bound;
use super::task::{Moved, Seen, Task, Window};
use super::worker::{Line, Shared, Stopped, Worker};
use crate::board::{Point, PointSet};
use crate::eval::{Evaluator, Score};

/// The best move so far.
#[derive(Clone, Copy)]
struct Best {
    point: Point,
    score: Score,
}

impl<E: Evaluator> Worker<E> {
    /// Searches the moves of a node, best first, and remembers what came of it.
    pub(super) fn search_moves(
        &mut self,
        shared: &Shared<'_>,
        task: Task,
        seen: &Seen,
    ) -> Result<Score, Stopped> {
        let mut list = std::mem::take(&mut self.frames[task.ply].moves);
        let result = self.best_of(shared, task, seen, &mut list);
        self.frames[task.ply].moves = list;
        let Some(best) = result? else {
            // No move at all: the five is made. Only the one that is left out: nothing is said.
            let lost = Score::lost_in(task.ply as i32 + self.plies_left());
            let excluded = self.frames[task.ply].excluded.is_some();
            return Ok(if excluded { task.window.alpha } else { lost });
        };
        let bound = if best.score >= task.window.beta {
            Bound::Lower
        } else if best.score > task.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if self.frames[task.ply].excluded.is_none() {
            let first = seen.known.and_then(|entry| entry.best);
            let point = if bound == Bound::Upper { first } else { Some(best.point) };
            self.remember(shared, best.score, bound, task.depth, task.ply, point);
            let misjudged = match bound {
                Bound::Upper => best.score < seen.value,
                Bound::Lower => best.score > seen.value,
                Bound::Exact => true,
            };
            if seen.demand == Demand::Free && misjudged && !best.score.is_decisive() {
                self.correction.learn(&self.position, seen.value, best.score, task.depth);
            }
        }
        Ok(best.score)
    }

    /// The best of the moves, within the window; `None` where there is none to search.
    fn best_of(
        &mut self,
        shared: &Shared<'_>,
        task: Task,
        seen: &Seen,
        list: &mut Moves,
    ) -> Result<Option<Best>, Stopped> {
        let Task { mut window, depth, ply, .. } = task;
        let us = self.position.to_move();
        let demanded = seen.demand != Demand::Free;
        let excluded = self.frames[ply].excluded;
        let first = seen.known.and_then(|entry| entry.best);
        let mut complete = self.begin(ply, seen, first, list);
        let forced = complete && list.len() == 1;
        let mut best: Option<Best> = None;
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.cuts = 0;
        }
        let mut number = 0;
        let key = self.position.key();
        let others = shared.busy.as_ref();
        let mut top = None;
        let mut raised = false;
        while let Some(Scored { point, sharp, value }) = moves::pick(list, number) {
            let history = self.history.value(us, &self.before(ply), point);
            let put_off = moves::number_when_put_off(&list[number]);
            if put_off.is_none() && best.is_some_and(|best| !best.score.is_loss()) {
                let gap = if Some(point) == first { 0 } else { top.unwrap_or(value) - value };
                match left_out(&task, seen, window, &Candidate { number, sharp, history, gap }) {
                    LeftOut::Nothing => {}
                    LeftOut::This => {
                        number += 1;
                        continue;
                    }
                    LeftOut::Quiet => {
                        moves::keep_sharp(list, number);
                        continue;
                    }
                    LeftOut::All => {
                        moves::keep_put_off(list, number);
                        continue;
                    }
                }
            }
            if Some(point) != first && put_off.is_none() {
                top.get_or_insert(value);
            }
            let watched = others.filter(|_| depth >= shared_depth());
            // What another worker is at comes last: by then its result is in the table. The move keeps its number.
            if number > 0
                && put_off.is_none()
                && watched.is_some_and(|others| others.is_at(key, point))
            {
                moves::put_off(list, number);
                continue;
            }
            let place = put_off.unwrap_or(number);
            let moved = Moved {
                number: place,
                sharp,
                demanded,
                history,
                raised,
                cuts: self.frames[ply + 1].cuts,
            };
            number += 1;
            if Some(point) != excluded {
                if let Some(others) = watched {
                    others.enter(key, point);
                }
                let extension = match first {
                    _ if forced => 1,
                    Some(first) if first == point => seen.extension,
                    _ => 0,
                };
                let task = Task { window, depth: depth - 1 + extension, ..task };
                let score = self.with_move(ply, point, |worker| {
                    worker.child(shared, task, seen.improving, moved)
                });
                if let Some(others) = watched {
                    others.leave(key, point);
                }
                let score = score?;
                if best.is_none_or(|best| score > best.score) {
                    best = Some(Best { point, score });
                }
                if score > window.alpha {
                    window.alpha = score;
                    raised = true;
                    self.extend_line(ply, point);
                }
                if window.alpha >= window.beta {
                    self.frames[ply].cuts += 1;
                    self.reward(ply, depth, list, number - 1);
                    break;
                }
            }
            if !complete {
                complete = true;
                self.complete(ply, seen, list);
            }
        }
        Ok(best)
    }

    /// Fills the list, with the table's move alone where nothing is demanded: often the others need not
    /// even be looked for. Says whether the list is complete.
    fn begin(&mut self, ply: usize, seen: &Seen, first: Option<Point>, list: &mut Moves) -> bool {
        list.clear();
        if seen.demand == Demand::Free && self.frames[ply].excluded.is_none() {
            let zone = seen.zone.as_ref();
            list.extend(first.and_then(|p| moves::scored(&self.position, self.policy, p, zone)));
        }
        let complete = list.is_empty();
        if complete {
            self.order(ply, seen.demand, seen.zone.as_ref(), first, list);
        }
        complete
    }

    /// Adds the other moves to the one that was searched first.
    fn complete(&mut self, ply: usize, seen: &Seen, list: &mut Moves) {
        let Some(&first) = list.first() else { return };
        self.order(ply, seen.demand, seen.zone.as_ref(), Some(first.point), list);
        match list.iter().position(|scored| scored.point == first.point) {
            Some(at) => list.swap(0, at),
            None => list.insert(0, first),
        }
    }

    /// The score of the move just played, for the side that played it: in full for the first move, else
    /// with a null window and perhaps a reduced depth, and again in full where that does not settle it.
    pub(crate) fn child(
        &mut self,
        shared: &Shared<'_>,
        task: Task,
        improving: bool,
        moved: Moved,
    ) -> Result<Score, Stopped> {
        let Task { window, depth, ply, cut } = task;
        let on_best_line = !window.is_null();
        let full =
            Task { window: window.flipped(), depth, ply: ply + 1, cut: !on_best_line && !cut };
        if moved.number == 0 {
            return Ok(-self.node(shared, full)?);
        }
        let null = Task { window: Window::null_above(window.alpha).flipped(), cut: true, ..full };
        let reduction = reduction_of(depth, on_best_line, cut, improving, &moved);
        let mut score = -self.node(shared, Task { depth: depth - reduction, ..null })?;
        if score > window.alpha && reduction > 0 {
            score = -self.node(shared, Task { cut: !cut, ..null })?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(shared, Task { cut: false, ..full })?;
        }
        Ok(score)
    }

    /// The last two stones, as the history of moves sees them.
    pub(crate) fn before(&self, ply: usize) -> Before {
        let stone = |back: usize| {
            ply.checked_sub(back).map_or(Stone::default(), |ply| self.frames[ply].stone)
        };
        Before { theirs: stone(1), ours: stone(2) }
    }

    /// The moves of the node with their ordering values.
    pub(super) fn order(
        &mut self,
        ply: usize,
        demand: Demand,
        zone: Option<&PointSet>,
        first: Option<Point>,
        list: &mut Moves,
    ) {
        let us = self.position.to_move();
        let mut stops = std::mem::take(&mut self.frames[ply].stops);
        moves::generate(&mut self.position, self.policy, demand, zone, &mut stops, list);
        let before = self.before(ply);
        let counter = self.history.counter(us, &before);
        let frame = &mut self.frames[ply];
        frame.stops = stops;
        for entry in list.iter_mut() {
            if Some(entry.point) == first {
                entry.value = i32::MAX;
            } else {
                let history = self.history.value(us, &before, entry.point);
                entry.value += (history * order_history()) >> 10;
                if counter == Some(entry.point) {
                    entry.value += order_counter();
                }
            }
        }
    }

    /// Remembers the move that has cut the node off, and that those before it have not.
    pub(super) fn reward(&mut self, ply: usize, depth: i32, list: &Moves, index: usize) {
        let us = self.position.to_move();
        let before = self.before(ply);
        let bonus = (depth * history_bonus()).min(history_most_bonus());
        for (i, entry) in list.iter().enumerate().take(index + 1) {
            let bonus = if i == index { bonus } else { -bonus };
            self.history.add(us, &before, entry.point, bonus);
        }
        let Some(entry) = list.get(index) else { return };
        self.history.set_counter(us, &before, entry.point);
    }

    /// The best line is this move and the best line after it.
    pub(crate) fn extend_line(&mut self, ply: usize, p: Point) {
        let mut line = Line::new();
        line.push(p);
        let rest = &self.frames[ply + 1].pv;
        line.extend(rest.iter().copied().take(line.remaining_capacity()));
        self.frames[ply].pv = line;
    }
}
