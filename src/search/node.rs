//! One node of the principal variation search.

use super::moves::{self, Demand, Moves};
use super::params::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, LATE_MOVES, LEAF_VCF_FOURS, LEAF_VCF_NODES, MAX_PLY,
    NODE_VCF_NODES, ORDER_KILLER, REDUCED_FROM, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
};
use super::table::{Bound, Entry};
use super::worker::{Line, Shared, Stopped, Worker};
use crate::board::Point;
use crate::eval::{Evaluator, Score};
use crate::line::Class;
use crate::rules::Ending;
use crate::threat::{VcfLimit, VcfWin};

/// The scores between which a node's score matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Every score.
    pub(crate) const FULL: Window =
        Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Whether there is no score between the bounds: a node that only has to decide.
    pub(crate) const fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The window as the opponent sees it.
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The narrowest window above alpha.
    pub(crate) const fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }
}

impl<E: Evaluator> Worker<E> {
    /// The score of the position for the side to move, fail-soft.
    pub(crate) fn node(
        &mut self,
        shared: &Shared<'_>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
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
        let key = self.position.key();
        let known = shared.table.probe(key);
        if let Some(score) = cut_by(known, window, depth, ply) {
            return Ok(score);
        }
        let quiet = demand == Demand::Free;
        if quiet || matches!(demand, Demand::StopStraightFour(_)) {
            if let Some(score) = self.won_by_fours(shared, depth, ply, known.is_some())? {
                let best = self.frames[ply].pv.first().copied();
                self.remember(shared, score, Bound::Exact, depth.max(1), ply, best);
                return Ok(score);
            }
            if depth <= 0 {
                return Ok(self.value());
            }
        }
        // Where an answer is demanded nothing is left out by the value.
        let value = if quiet { self.value() } else { Score::DRAW };
        if quiet && window.is_null() && cut_by_value(value, window, depth) {
            return Ok(value);
        }
        self.search_moves(shared, window, depth.max(1), ply, demand, value, known)
    }

    /// The score of a game that has ended with the last move.
    fn over(&self, ply: usize) -> Option<Score> {
        Some(match self.position.ending()? {
            Ending::Win { winner, .. } if winner == self.position.to_move() => {
                Score::win_in(ply as i32)
            }
            Ending::Win { .. } => Score::lost_in(ply as i32),
            Ending::Draw(_) => Score::DRAW,
        })
    }

    /// The score where the side to move has a five, or a straight four that nothing answers.
    fn settled(&mut self, demand: Demand, ply: usize) -> Option<Score> {
        let (p, plies) = match demand {
            Demand::OwnFive(p) => (p, 1),
            Demand::OwnStraightFour(p) => (p, 3),
            _ => return None,
        };
        let pv = &mut self.frames[ply].pv;
        pv.push(p);
        Some(Score::win_in(ply as i32 + plies))
    }

    /// A win by continuous fours, looked for at leaves and at nodes that are new.
    fn won_by_fours(
        &mut self,
        shared: &Shared<'_>,
        depth: i32,
        ply: usize,
        known: bool,
    ) -> Result<Option<Score>, Stopped> {
        let nodes = match depth {
            ..=0 => LEAF_VCF_NODES,
            _ if known => return Ok(None),
            _ => NODE_VCF_NODES * depth as u64,
        };
        let limit = VcfLimit { fours: LEAF_VCF_FOURS, nodes };
        let Some(win) = self.solve_fours(shared, limit)? else { return Ok(None) };
        let pv = &mut self.frames[ply].pv;
        pv.extend(win.line.iter().copied().take(pv.remaining_capacity()));
        Ok(Some(score_of(&win, ply)))
    }

    #[expect(clippy::too_many_arguments, reason = "the phases of one node share its state")]
    fn search_moves(
        &mut self,
        shared: &Shared<'_>,
        mut window: Window,
        depth: i32,
        ply: usize,
        demand: Demand,
        value: Score,
        known: Option<Entry>,
    ) -> Result<Score, Stopped> {
        let mut list = std::mem::take(&mut self.frames[ply].moves);
        self.order(ply, demand, known.and_then(|entry| entry.best), &mut list);
        if list.is_empty() {
            self.frames[ply].moves = list;
            return Ok(Score::lost_in(ply as i32 + self.plies_left()));
        }
        let forced = list.len() == 1;
        let alpha = window.alpha;
        let mut best = Score(-Score::INFINITE.0);
        let mut best_move = None;
        let mut index = 0;
        while let Some(candidate) = moves::pick(&mut list, index) {
            let p = candidate.point;
            let sharp = self.is_sharp(p);
            let late = index > LATE_MOVES * (depth * depth) as usize
                || value.0 + FUTILITY_MARGIN * depth <= window.alpha.0;
            if index > 0
                && !sharp
                && late
                && demand == Demand::Free
                && depth <= FUTILITY_DEPTH
                && !best.is_loss()
            {
                index += 1;
                continue;
            }
            let below = if forced { depth } else { depth - 1 };
            let score = self.with_move(p, |worker| {
                worker.child(shared, window, below, ply, index, sharp || demand != Demand::Free)
            });
            let score = match score {
                Ok(score) => score,
                Err(stopped) => {
                    self.frames[ply].moves = list;
                    return Err(stopped);
                }
            };
            if score > best {
                best = score;
                best_move = Some(p);
            }
            if score > window.alpha {
                window.alpha = score;
                self.extend_line(ply, p);
            }
            if window.alpha >= window.beta {
                self.reward(ply, depth, &list, index, sharp);
                break;
            }
            index += 1;
        }
        self.frames[ply].moves = list;
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(shared, best, bound, depth, ply, best_move);
        Ok(best)
    }

    /// The score of the move just played, for the side that played it: in full for the first move, else
    /// with a null window and perhaps a reduced depth, and again in full where that does not settle it.
    fn child(
        &mut self,
        shared: &Shared<'_>,
        window: Window,
        depth: i32,
        ply: usize,
        index: usize,
        sharp: bool,
    ) -> Result<Score, Stopped> {
        if index == 0 {
            return Ok(-self.node(shared, window.flipped(), depth, ply + 1)?);
        }
        let null = Window::null_above(window.alpha).flipped();
        let reduction = if sharp || index < REDUCED_FROM { 0 } else { reduction(depth, index) };
        let mut score = -self.node(shared, null, depth - reduction, ply + 1)?;
        if score > window.alpha && reduction > 0 {
            score = -self.node(shared, null, depth, ply + 1)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(shared, window.flipped(), depth, ply + 1)?;
        }
        Ok(score)
    }

    /// The moves of the node with their ordering values.
    fn order(&mut self, ply: usize, demand: Demand, first: Option<Point>, list: &mut Moves) {
        let us = self.position.to_move();
        let mut stops = std::mem::take(&mut self.frames[ply].stops);
        moves::generate(&mut self.position, demand, &mut stops, list);
        let frame = &mut self.frames[ply];
        frame.stops = stops;
        for entry in list.iter_mut() {
            if Some(entry.point) == first {
                entry.value = i32::MAX;
            } else {
                entry.value += self.history.value(us, entry.point);
                if frame.killers.contains(&Some(entry.point)) {
                    entry.value += ORDER_KILLER;
                }
            }
        }
    }

    /// Whether a move makes or stops a three or more.
    fn is_sharp(&self, p: Point) -> bool {
        let us = self.position.to_move();
        self.position.class(us, p) >= Class::Three
            || self.position.class(!us, p) >= Class::FourThree
    }

    /// Remembers the move that has cut the node off, and that those before it have not.
    fn reward(&mut self, ply: usize, depth: i32, list: &Moves, index: usize, sharp: bool) {
        let us = self.position.to_move();
        let bonus = (depth * depth * 4).min(200);
        for (i, entry) in list.iter().enumerate().take(index + 1) {
            self.history.add(us, entry.point, if i == index { bonus } else { -bonus });
        }
        let killers = &mut self.frames[ply].killers;
        if let Some(entry) = list.get(index)
            && !sharp
            && killers[0] != Some(entry.point)
        {
            killers[1] = killers[0];
            killers[0] = Some(entry.point);
        }
    }

    /// The best line is this move and the best line after it.
    pub(crate) fn extend_line(&mut self, ply: usize, p: Point) {
        let mut line = Line::new();
        line.push(p);
        let rest = &self.frames[ply + 1].pv;
        line.extend(rest.iter().copied().take(line.remaining_capacity()));
        self.frames[ply].pv = line;
    }

    /// Stores what was found out about the position.
    fn remember(
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
    fn plies_left(&self) -> i32 {
        self.position.empty_count().min(2) as i32
    }
}

/// The score of a win by fours found at `ply`.
pub(crate) fn score_of(win: &VcfWin, ply: usize) -> Score {
    Score::win_in((ply + win.plies()) as i32)
}

/// No score can be better than a five with the next stone, nor worse than one after it.
fn within_reach(window: Window, ply: usize) -> Window {
    Window {
        alpha: window.alpha.max(Score::lost_in(ply as i32)),
        beta: window.beta.min(Score::win_in(ply as i32 + 1)),
    }
}

/// The score of the table where it settles a node that only has to decide.
fn cut_by(known: Option<Entry>, window: Window, depth: i32, ply: usize) -> Option<Score> {
    let entry = known?;
    let score = entry.score.from_table(ply as i32);
    let deep_enough = entry.depth >= depth || score.is_decisive();
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (window.is_null() && deep_enough && settles).then_some(score)
}

/// Whether a quiet node is so far above beta that it need not be searched.
fn cut_by_value(value: Score, window: Window, depth: i32) -> bool {
    depth <= REVERSE_FUTILITY_DEPTH
        && !window.beta.is_decisive()
        && value.0 - REVERSE_FUTILITY_MARGIN * depth >= window.beta.0
}

/// Plies by which a late quiet move is searched less deep.
fn reduction(depth: i32, index: usize) -> i32 {
    let late = (index / 4 + 1).ilog2() as i32;
    ((depth / 4 + late + 1) / 2 + i32::from(index >= 6)).clamp(0, (depth - 1).max(0))
}
