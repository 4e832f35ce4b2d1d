//! Iterative deepening from the root.

use super::limits::{Info, Limits, Outcome};
use super::moves::{self, Demand, Moves};
use super::pace::Pace;
use super::params::{MAX_DEPTH, aspiration, root_vcf_fours, root_vcf_nodes};
use super::task::{Moved, Task, Window, score_of};
use super::worker::{Shared, Worker};
use crate::board::{Point, PointSet};
use crate::eval::fitted::Policy;
use crate::eval::{Evaluator, Score};
use crate::position::Position;
use crate::threat::{VcfLimit, replies};

/// What one worker has found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) best: Point,
    pub(crate) score: Score,
    pub(crate) pv: Vec<Point>,
    pub(crate) depth: u32,
}

impl Found {
    /// What the searcher answers.
    pub(crate) fn outcome(self, nodes: u64) -> Outcome {
        let Found { best, score, pv, depth } = self;
        Outcome { best: Some(best), score, pv, depth, nodes }
    }
}

/// The move that is played without a search: on an empty board, where there is only one, or where
/// all is lost or won at once. `None` where there is something to think about.
pub(crate) fn without_search(position: &mut Position, blocked: &PointSet) -> Option<Outcome> {
    let outcome = |best: Option<Point>, score: Score| Outcome {
        best,
        score,
        pv: best.into_iter().collect(),
        depth: 0,
        nodes: 0,
    };
    if position.ending().is_some() || position.empty_count() == 0 {
        return Some(outcome(None, Score::DRAW));
    }
    match moves::demand(position) {
        Demand::OwnFive(p) if !blocked.contains(p) => {
            return Some(outcome(Some(p), Score::win_in(1)));
        }
        Demand::OwnStraightFour(p) if !blocked.contains(p) => {
            return Some(outcome(Some(p), Score::win_in(3)));
        }
        _ => {}
    }
    let list = root_moves(position, blocked);
    let loss = Score::lost_in(position.empty_count().min(2) as i32);
    match list.as_slice() {
        [] => Some(outcome(last_resort(position), loss)),
        [only] => Some(outcome(Some(*only), Score::DRAW)),
        _ => None,
    }
}

/// The moves of the root, best first: the legal ones that are not blocked, and of those only the ones that
/// answer a threat where there are any.
fn root_moves(position: &mut Position, blocked: &PointSet) -> Vec<Point> {
    let demand = moves::demand(position);
    let answers = sorted_moves(position, demand);
    let free = |list: &[Point]| -> Vec<Point> {
        list.iter().copied().filter(|&p| !blocked.contains(p)).collect()
    };
    let mut list = free(&answers);
    if list.is_empty() && !blocked.is_empty() {
        list = free(&sorted_moves(position, Demand::Free));
    }
    if list.is_empty() && !blocked.is_empty() {
        let empty = position.empty().minus(blocked);
        list = empty.iter().filter(|&p| position.legality(p).is_ok()).collect();
    }
    if list.is_empty() { answers } else { list }
}

/// The legal moves for what is demanded, best first.
fn sorted_moves(position: &mut Position, demand: Demand) -> Vec<Point> {
    let mut list = Moves::new();
    let policy = Policy::of(position.rule());
    moves::generate(position, policy, demand, None, &mut Vec::new(), &mut list);
    let mut index = 0;
    while moves::pick(&mut list, index).is_some() {
        index += 1;
    }
    list.iter().map(|m| m.point).collect()
}

/// A move when none keeps the game: a legal one that at least takes one of several fives away, else a
/// legal one that makes the most, else any empty point.
fn last_resort(position: &Position) -> Option<Point> {
    let us = position.to_move();
    let legal = |p: &Point| position.legality(*p).is_ok();
    replies::five_points(position, !us)
        .iter()
        .copied()
        .find(|p| legal(p))
        .or_else(|| {
            let most = |p: &Point| (position.class(us, *p), std::cmp::Reverse(*p));
            position.empty().iter().filter(legal).max_by_key(most)
        })
        .or_else(|| position.empty().first())
}

impl<E: Evaluator> Worker<E> {
    /// Searches deeper and deeper. All workers are at the same depth: where one has come to its end, the others
    /// take its result over and go on from there. The first worker, number 0, reports.
    pub(crate) fn deepen(&mut self, shared: &Shared<'_>, number: usize) -> Option<Found> {
        let mut list = self.candidates(shared);
        let first = *list.first()?;
        let mut found = Found { best: first, score: Score::DRAW, pv: vec![first], depth: 0 };
        // A helper goes on until the first worker has come as far as was asked.
        let asked = if number == 0 { shared.limits.depth } else { None };
        let last = asked.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut pace = Pace::default();
        let mut lines = Vec::new();
        let mut depth = 0;
        while depth < last {
            depth += 1;
            self.iteration = depth;
            keep_sound(shared, &mut list);
            let iteration = self.iteration(shared, &mut list, depth, &found);
            let theirs = if iteration.stopped { shared.reached_beyond(depth) } else { None };
            if let Some(theirs) = theirs {
                // Another worker was quicker: its result counts, and from there all go on.
                depth = theirs.depth;
                found = theirs;
                to_the_front(&mut list, found.best);
            } else {
                if iteration.stopped && !shared.is_stopped() {
                    // Overtaken by a result that was ruled out in the meantime.
                    depth -= 1;
                    continue;
                }
                found = iteration.found.unwrap_or(found);
                if iteration.stopped {
                    break;
                }
            }
            shared.reach(&found);
            match lines.first_mut() {
                Some(line) => *line = found.clone(),
                None => lines.push(found.clone()),
            }
            let stopped = self.further_lines(shared, &mut list, depth, &mut lines);
            found = lines.first().cloned().unwrap_or(found);
            self.report(shared);
            if number == 0 {
                for (rank, found) in lines.iter().enumerate() {
                    let rank = rank + usize::from(shared.won.is_some());
                    shared.observer.progress(&Info { rank, ..self.info(shared, found) });
                }
            }
            if stopped {
                break;
            }
            pace.iteration(found.best, found.score);
            if is_decided(found.score, depth) || out_of_time(shared, &pace) {
                break;
            }
        }
        Some(found)
    }

    /// The moves of the root that are searched.
    fn candidates(&mut self, shared: &Shared<'_>) -> Vec<Point> {
        let mut list = root_moves(&mut self.position, &shared.limits.blocked);
        if let Some(won) = &shared.won {
            list.retain(|&p| p != won.best);
        }
        keep_sound(shared, &mut list);
        list
    }

    /// The next best moves of an iteration, each searched without those before it, which stand at the front of
    /// the list. Says whether the search was stopped.
    fn further_lines(
        &mut self,
        shared: &Shared<'_>,
        list: &mut [Point],
        depth: u32,
        lines: &mut Vec<Found>,
    ) -> bool {
        for rank in 1..shared.lines().min(list.len()) {
            let Some(last) = lines.get(rank).or(lines.last()).cloned() else { return false };
            let Iteration { found, stopped } =
                self.iteration(shared, &mut list[rank..], depth, &last);
            if let Some(found) = found {
                match lines.get_mut(rank) {
                    Some(line) => *line = found,
                    None => lines.push(found),
                }
            }
            if stopped {
                return true;
            }
        }
        // A search that looks deeper in one place than in another can contradict itself.
        lines.sort_by_key(|found| std::cmp::Reverse(found.score));
        for found in lines.iter().rev() {
            to_the_front(list, found.best);
        }
        false
    }

    /// A win by fours at the root.
    pub(crate) fn fours_at_the_root(&mut self, shared: &Shared<'_>) -> Option<Found> {
        let nodes = root_vcf_nodes() as u64;
        let nodes = shared.limits.nodes.map_or(nodes, |most| nodes.min(most / 4));
        let limit = VcfLimit { fours: root_vcf_fours() as u16, nodes };
        let win = self.solve_fours(shared, limit).ok()??;
        if win.line.first().is_some_and(|&p| shared.limits.blocked.contains(p)) {
            return None;
        }
        let score = score_of(&win, 0);
        let found = Found { best: *win.line.first()?, score, pv: win.line, depth: 0 };
        self.announce(shared, &found);
        Some(found)
    }

    /// Tells of a win that needs no search.
    pub(crate) fn announce(&mut self, shared: &Shared<'_>, found: &Found) {
        self.report(shared);
        shared.observer.progress(&self.info(shared, found));
    }

    /// One iteration, with a window around the last score that opens where it is left.
    fn iteration(
        &mut self,
        shared: &Shared<'_>,
        list: &mut [Point],
        depth: u32,
        last: &Found,
    ) -> Iteration {
        let mut width = aspiration();
        let mut window = if depth <= 2 || last.score.is_decisive() {
            Window::FULL
        } else {
            Window { alpha: Score(last.score.0 - width), beta: Score(last.score.0 + width) }
        };
        loop {
            let iteration = self.search_root(shared, list, depth, window);
            let Some(found) = &iteration.found else { return iteration };
            if iteration.stopped {
                return iteration;
            }
            // Opened on the side where the score left it, four times as wide, and then altogether.
            width *= 4;
            let open = width > 8 * aspiration() || found.score.is_decisive();
            if found.score <= window.alpha && window.alpha > Window::FULL.alpha {
                let alpha = Score(found.score.0 - width);
                window.alpha = if open { Window::FULL.alpha } else { alpha };
            } else if found.score >= window.beta && window.beta < Window::FULL.beta {
                let beta = Score(found.score.0 + width);
                window.beta = if open { Window::FULL.beta } else { beta };
            } else {
                return iteration;
            }
        }
    }

    fn search_root(
        &mut self,
        shared: &Shared<'_>,
        list: &mut [Point],
        depth: u32,
        window: Window,
    ) -> Iteration {
        let mut open = window;
        let mut found: Option<Found> = None;
        let mut stopped = false;
        for (index, &p) in list.iter().enumerate() {
            let us = self.position.to_move();
            let moved = Moved {
                number: index,
                sharp: moves::is_sharp(&self.position, p),
                demanded: false,
                raised: open.alpha > window.alpha,
                cuts: 0,
                history: self.history.value(us, &self.before(0), p),
            };
            let task = Task { window: open, depth: depth as i32 - 1, ply: 0, cut: false };
            let result = self.with_move(0, p, |worker| worker.child(shared, task, true, moved));
            let Ok(score) = result else {
                stopped = true;
                break;
            };
            if found.as_ref().is_none_or(|f| score > f.score) {
                self.extend_line(0, p);
                let pv = self.frames[0].pv.to_vec();
                found = Some(Found { best: p, score, pv, depth });
            }
            open.alpha = open.alpha.max(score);
            if open.alpha >= open.beta {
                break;
            }
        }
        // A first move that failed low in a broken-off iteration says nothing yet.
        if stopped && found.as_ref().is_some_and(|f| f.score <= window.alpha) {
            found = None;
        }
        if let Some(found) = &found {
            to_the_front(list, found.best);
        }
        Iteration { found, stopped }
    }

    fn info(&self, shared: &Shared<'_>, found: &Found) -> Info {
        Info {
            rank: 0,
            depth: found.depth,
            selective_depth: self.deepest as u32,
            score: found.score,
            nodes: shared.nodes.load(std::sync::atomic::Ordering::Relaxed),
            elapsed: shared.clock.now().saturating_sub(shared.began),
            pv: found.pv.clone(),
        }
    }
}

/// Where some moves of the root are not known to lose, only those are searched. Where several moves are asked for,
/// losing ones may have to be among them.
fn keep_sound(shared: &Shared<'_>, list: &mut Vec<Point>) {
    if list.iter().filter(|&&p| !shared.loses(p)).count() >= shared.lines() {
        list.retain(|&p| !shared.loses(p));
    }
}

/// Moves a move to the front; the others stay in order.
fn to_the_front(list: &mut [Point], best: Point) {
    if let Some(at) = list.iter().position(|&p| p == best) {
        list[..=at].rotate_right(1);
    }
}

/// What an iteration has brought; a broken-off one may still have found a better move.
struct Iteration {
    found: Option<Found>,
    stopped: bool,
}

/// Whether deeper iterations cannot change anything: a win or loss that lies within the depth.
fn is_decided(score: Score, depth: u32) -> bool {
    score.mate_in_plies().is_some_and(|plies| plies > 0 || plies.unsigned_abs() <= depth)
}

/// Whether the move has had its share of time, by how settled it is.
fn out_of_time(shared: &Shared<'_>, pace: &Pace) -> bool {
    let Limits { soft, .. } = shared.limits;
    soft.is_some_and(|soft| {
        let share = soft.saturating_sub(shared.began);
        shared.clock.now() >= shared.began + pace.stretched(share)
    })
}
