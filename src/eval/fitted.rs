//! The fitted evaluation: sums over what a stone would make on every empty point.
//!
//! ```text
//! value = Σ over empty points (to move[own shapes] − waiting[enemy shapes])
//!       + Σ over what both threaten (threats[feature]) + tempo
//! ```
//!
//! A move changes some thirty points; the sums follow it and are taken back from a stack. The numbers come
//! from games, see `docs/evaluation.md`.

use super::tables::{Tables, UNIT};
use super::threats;
use super::{Evaluator, Score};
use crate::board::{ByColor, Color, Point};
use crate::position::{Position, ShapeCode};
use crate::rules::RuleSpec;

/// Sums of a colour's points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// When the colour is to move.
    moving: i32,
    /// When it is waiting.
    waiting: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, entry: i32) {
        self.moving += entry << 16 >> 16;
        self.waiting += entry >> 16;
    }

    #[inline]
    fn take(&mut self, entry: i32) {
        self.moving -= entry << 16 >> 16;
        self.waiting -= entry >> 16;
    }
}

/// Sums over the fitted values of the points, kept up to date move by move.
#[derive(Clone)]
pub struct Fitted {
    tables: &'static Tables,
    sums: ByColor<Sums>,
    /// The sums before each move that was followed.
    stack: Vec<ByColor<Sums>>,
}

impl Fitted {
    /// An evaluator for a law; it must be told where to [start](Evaluator::start).
    #[must_use]
    pub fn new(rule: &RuleSpec) -> Fitted {
        Fitted {
            tables: Tables::of(rule),
            sums: ByColor::default(),
            stack: Vec::with_capacity(512),
        }
    }

    /// Sums over all points, read afresh.
    fn recomputed(&self, position: &Position) -> ByColor<Sums> {
        let mut sums = ByColor::<Sums>::default();
        for p in position.empty().iter() {
            for c in Color::ALL {
                sums[c].add(self.entry(c, position.shape_code(c, p)));
            }
        }
        sums
    }

    #[inline]
    fn entry(&self, color: Color, code: ShapeCode) -> i32 {
        self.tables.points[color.index()].values[usize::from(code)]
    }
}

impl Evaluator for Fitted {
    fn value(&mut self, position: &Position) -> Score {
        let us = position.to_move();
        let points = self.sums[us].moving - self.sums[!us].waiting;
        let threats = self.tables.threats_of(us, threats::features(position));
        Score::value((points + threats + i32::from(self.tables.tempo[us])) / UNIT)
    }

    fn played(&mut self, position: &Position) {
        self.stack.push(self.sums);
        let Some(changes) = position.changes() else {
            self.sums = self.recomputed(position);
            return;
        };
        let mut sums = self.sums;
        for change in changes {
            for c in Color::ALL {
                sums[c].take(self.entry(c, change.before[c]));
                sums[c].add(self.entry(c, change.after[c]));
            }
        }
        self.sums = sums;
    }

    fn undone(&mut self, position: &Position) {
        self.sums = match self.stack.pop() {
            Some(sums) => sums,
            None => self.recomputed(position),
        };
    }

    fn start(&mut self, position: &Position) {
        self.tables = Tables::of(position.rule());
        self.stack.clear();
        self.sums = self.recomputed(position);
    }
}

/// Scores moves of the side to move by what they make and what they take: the logarithm of how much more
/// often such a move is chosen, in centi-nats.
#[derive(Clone, Copy)]
pub struct Policy {
    tables: &'static Tables,
}

impl Policy {
    /// The policy of a law. Looking the law up takes a lock: keep the policy, not the law.
    #[must_use]
    pub fn of(rule: &RuleSpec) -> Policy {
        Policy { tables: Tables::of(rule) }
    }

    /// The score of a stone on an empty point.
    #[inline]
    #[must_use]
    pub fn score(self, position: &Position, p: Point) -> i32 {
        let us = position.to_move();
        let own = position.shape_code(us, p);
        let enemy = position.shape_code(!us, p);
        i32::from(self.tables.points[us.index()].own[usize::from(own)])
            + i32::from(self.tables.points[(!us).index()].enemy[usize::from(enemy)])
    }
}

/// The policy score of one move; see [`Policy`], which is faster for many.
#[must_use]
pub fn policy(position: &Position, p: Point) -> i32 {
    Policy::of(position.rule()).score(position, p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, Dir};
    use crate::eval::combination;
    use crate::eval::tables;
    use crate::position::Setup;

    /// The value from nothing but the shapes on single lines and the numbers of the file, by the law's own
    /// set only.
    fn slow(position: &Position) -> Option<i32> {
        let set = tables::embedded().iter().find(|s| s.rule == *position.rule())?;
        let us = position.to_move();
        let mut sum = i32::from(set.side(us).tempo);
        for p in position.size().points().filter(|&p| position.is_empty_at(p)) {
            for color in Color::ALL {
                let code = Dir::ALL
                    .into_iter()
                    .fold(0, |code, dir| code << 4 | position.shape(color, p, dir) as ShapeCode);
                let number = combination::number(code);
                if number == 0 {
                    continue;
                }
                let class = position.class_byte(color, p) & 31;
                let numbers = set.side(color).numbers(number, class);
                sum += i32::from(if color == us { numbers[0] } else { -numbers[1] });
            }
        }
        let threats = threats::features(position).map(|i| i32::from(set.side(us).threats[i]));
        Some((sum + threats.iter().sum::<i32>()) / UNIT)
    }

    #[test]
    fn following_the_moves_equals_looking_afresh() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut compared = 0;
        for rule in RuleSpec::all() {
            for size in [rule.board, BoardSize::new(9, 12).unwrap()] {
                let mut position = Position::new(rule, size);
                let mut fitted = Fitted::new(&RuleSpec::FREESTYLE);
                fitted.start(&position);
                for _ in 0..160 {
                    let near: Vec<Point> = position.near_stones(rng.u32(1..=2)).iter().collect();
                    let over = position.ending().is_some() || near.is_empty();
                    if over || (rng.u8(..3) == 0 && position.ply() > 0) {
                        position.undo();
                        fitted.undone(&position);
                    } else {
                        if rng.u8(..20) == 0 && position.pass_legality().is_ok() {
                            position.pass();
                        } else {
                            position.play(near[rng.usize(..near.len())]);
                        }
                        fitted.played(&position);
                    }
                    let mut fresh = Fitted::new(rule);
                    fresh.start(&position);
                    assert_eq!(fitted.sums, fresh.sums, "{position:?}");
                    if let Some(value) = slow(&position) {
                        assert_eq!(fitted.value(&position), Score::value(value), "{position:?}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn undoing_beyond_the_start_and_set_ups() {
        let at = |x, y| Point::new(x, y).unwrap();
        let stones = vec![(at(7, 7), Color::Black), (at(8, 8), Color::White)];
        let setup = Setup {
            rule: RuleSpec::RENJU,
            size: BoardSize::FIFTEEN,
            stones,
            to_move: Color::Black,
        };
        let mut position = setup.build().unwrap();
        position.play(at(7, 9));
        let mut fitted = Fitted::new(position.rule());
        fitted.start(&position);
        position.undo();
        fitted.undone(&position);
        assert_eq!(fitted.value(&position), Score::value(slow(&position).unwrap()));
    }

    #[test]
    fn the_policy_knows_what_is_urgent() {
        let moves =
            crate::board::notation::parse_moves("h8a1i8a3j8a5", BoardSize::FIFTEEN).unwrap();
        for rule in [RuleSpec::FREESTYLE, RuleSpec::RENJU] {
            let mut position = Position::from_moves(&rule, BoardSize::FIFTEEN, &moves).unwrap();
            // ·●●●·: black makes a straight four, white stops it.
            for away in ["o15", "o13"] {
                let best = position.near_stones(2).iter().max_by_key(|&p| policy(&position, p));
                let best = best.unwrap();
                assert!([at("g8"), at("k8")].contains(&best), "{rule}: {best}");
                position.play(at(away));
            }
        }
        fn at(text: &str) -> Point {
            crate::board::notation::parse_point(text, BoardSize::FIFTEEN).unwrap()
        }
    }
}
