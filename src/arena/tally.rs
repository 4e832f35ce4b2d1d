//! The score of a match: what is counted as games end.

use std::collections::BTreeMap;

use serde::Serialize;

use super::pairs::{HalfPoints, Pairs};
use super::record::{GameRecord, Reason};
use super::schedule::{Meeting, Schedule, Slot};
use crate::board::{ByColor, Color};

/// Games lost, drawn and won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results(pub [u64; 3]);

impl Results {
    fn add(&mut self, half: HalfPoints) {
        self.0[half] += 1;
    }

    /// Games lost.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.0[0]
    }

    /// Games drawn.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.0[1]
    }

    /// Games won.
    #[must_use]
    pub fn won(&self) -> u64 {
        self.0[2]
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points: a draw is half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        (2 * self.won() + self.drawn()) as f64 / 2.0
    }

    /// The share of the points, 0…1. `None` before the first game.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Results) -> Results {
        Results([0, 1, 2].map(|half| self.0[half] + other.0[half]))
    }
}

/// What one engine has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its results with each colour.
    pub results: ByColor<Results>,
    /// Games it has lost by each fault.
    pub faults: BTreeMap<Reason, u64>,
    /// Its moves.
    pub moves: u64,
    /// The time it has taken for them, in milliseconds.
    pub ms: u64,
    /// The longest it has taken for a move, in milliseconds.
    pub longest_ms: u64,
    /// The longest it has been over its time for a move, in milliseconds.
    pub overrun_ms: u64,
    /// The depths told, summed, and how many they were.
    pub depth: (u64, u64),
}

impl Standing {
    /// All its results.
    #[must_use]
    pub fn all(&self) -> Results {
        self.results.0[0].and(self.results.0[1])
    }
}

/// What the first of two engines has done against the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Its results.
    pub results: Results,
    /// Its pairs of games.
    pub pairs: Pairs,
    /// Rounds of which one game has ended, with its result.
    halves: BTreeMap<u64, HalfPoints>,
}

/// A game that was lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Its number.
    pub game: u64,
    /// Whose fault it was.
    pub engine: String,
    /// Which.
    pub reason: Reason,
    /// More about it.
    pub detail: String,
}

/// The score.
#[derive(Clone, Debug)]
pub struct Tally {
    /// What each engine has done.
    pub standings: Vec<Standing>,
    /// What came of each meeting.
    pub scores: Vec<(Meeting, Score)>,
    /// Games that black has lost, drawn and won.
    pub black: Results,
    /// Moves in all games, the openings' not counted.
    pub plies: u64,
    /// Games that were lost by a fault, in the order in which they ended.
    pub faults: Vec<Fault>,
}

impl Tally {
    /// Nothing has been played yet.
    #[must_use]
    pub fn new(engines: usize, schedule: &Schedule) -> Tally {
        Tally {
            standings: vec![Standing::default(); engines],
            scores: schedule.meetings().iter().map(|&m| (m, Score::default())).collect(),
            black: Results::default(),
            plies: 0,
            faults: Vec::new(),
        }
    }

    /// Games that have ended.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.black.games()
    }

    /// Counts a game.
    pub fn add(&mut self, slot: &Slot, record: &GameRecord) {
        self.black.add(record.result.half_points(Color::Black));
        self.plies += record.ms.len() as u64;
        for color in Color::ALL {
            let standing = &mut self.standings[slot.engines[color]];
            standing.results[color].add(record.result.half_points(color));
            standing.overrun_ms = standing.overrun_ms.max(record.overrun_ms[color.index()]);
            if record.reason.is_fault() && record.loser() == Some(color) {
                *standing.faults.entry(record.reason).or_default() += 1;
                self.faults.push(Fault {
                    game: record.game,
                    engine: record.name(color).to_owned(),
                    reason: record.reason,
                    detail: record.detail.clone(),
                });
            }
        }
        let begin = opening_plies(record);
        for (index, ms) in record.ms.iter().enumerate() {
            let standing = &mut self.standings[slot.engines.0[(begin + index) % 2]];
            standing.moves += 1;
            standing.ms += ms;
            standing.longest_ms = standing.longest_ms.max(*ms);
            if let Some(Some(depth)) = record.depth.get(index) {
                standing.depth.0 += u64::from(*depth);
                standing.depth.1 += 1;
            }
        }
        let first = if slot.first_is_black() { Color::Black } else { Color::White };
        let half = record.result.half_points(first);
        let score = self.scores.iter_mut().find(|(meeting, _)| *meeting == slot.meeting);
        if let Some((_, score)) = score {
            score.results.add(half);
            match score.halves.remove(&slot.round) {
                Some(other) => score.pairs.add([other, half]),
                None => {
                    score.halves.insert(slot.round, half);
                }
            }
        }
    }
}

/// How many stones the opening has.
fn opening_plies(record: &GameRecord) -> usize {
    record.opening.chars().filter(char::is_ascii_alphabetic).count()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arena::record::Outcome;
    use crate::board::BoardSize;

    /// A game of two moves after an opening of one.
    pub(in crate::arena) fn record(result: Outcome, reason: Reason) -> GameRecord {
        GameRecord {
            game: 0,
            players: ["A", "B"].map(str::to_owned),
            rule: "freestyle".to_owned(),
            size: BoardSize::FIFTEEN,
            limits: [String::new(), String::new()],
            opening: "h8".to_owned(),
            opening_name: "x".to_owned(),
            moves: "h8i9j10".to_owned(),
            result,
            reason,
            detail: String::new(),
            ms: vec![10, 20],
            depth: vec![Some(4), None],
            score: vec![None, None],
            nodes: vec![None, None],
            overrun_ms: [0, 7],
        }
    }

    #[test]
    fn games_are_counted_for_engines_meetings_and_pairs() {
        let schedule = Schedule::new(2, 2, false);
        let mut tally = Tally::new(2, &schedule);
        let mut add = |game, result, reason| {
            tally.add(&schedule.slot(game).unwrap(), &record(result, reason));
        };
        // The first engine wins with black, then draws with white; of the next pair only the second game has ended.
        add(1, Outcome::Black, Reason::Timeout);
        add(2, Outcome::Draw, Reason::Full);
        add(4, Outcome::White, Reason::Five);
        assert_eq!(tally.games(), 3);
        assert_eq!(tally.black, Results([1, 1, 1]));
        let score = &tally.scores[0].1;
        assert_eq!((score.results, score.pairs), (Results([0, 1, 2]), Pairs([0, 0, 0, 1, 0])));
        let [a, b] = &tally.standings[..] else { panic!("two engines") };
        assert_eq!(a.results, ByColor::new(Results([0, 0, 1]), Results([0, 1, 1])));
        assert_eq!(b.faults, BTreeMap::from([(Reason::Timeout, 1)]));
        assert!(a.faults.is_empty());
        // White moves first after an opening of one stone; the first engine was white in games 2 and 4.
        assert_eq!((a.moves, a.ms, a.longest_ms, a.overrun_ms), (3, 40, 20, 7));
        assert_eq!((b.moves, b.ms, b.overrun_ms, b.depth), (3, 50, 7, (4, 1)));
        assert_eq!(a.depth, (8, 2));
        assert_eq!((a.all().points(), a.all().share()), (2.5, Some(2.5 / 3.0)));
    }
}
