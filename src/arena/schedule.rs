//! Who plays whom, in which game, from which opening.
//!
//! ```text
//! round       0                          1
//! meeting     A–B      A–C      B–C      A–B  …        a gauntlet: only those of A
//! games       1  2     3  4     5  6     7  8 …        odd: the first of the two is black
//! ```
//!
//! All meetings of a round begin from the same position. Everything follows from the number of the game, so that
//! a match that was broken off goes on as it would have gone on.

use crate::board::ByColor;

/// Two engines that meet, by their numbers; the first is the one whose points are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meeting {
    /// The lower number.
    pub first: usize,
    /// The other one.
    pub second: usize,
}

/// Who meets whom, and how often.
#[derive(Clone, Debug)]
pub struct Schedule {
    meetings: Vec<Meeting>,
    rounds: u64,
}

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its number, from 1.
    pub game: u64,
    /// The round, from 0.
    pub round: u64,
    /// Who meets.
    pub meeting: Meeting,
    /// Who has which stones.
    pub engines: ByColor<usize>,
}

impl Slot {
    /// Whether the first of the two has the black stones; the other half of the pair has it the other way round.
    #[must_use]
    pub fn first_is_black(&self) -> bool {
        self.engines.0[0] == self.meeting.first
    }
}

impl Schedule {
    /// Everybody meets everybody in each round, or with `gauntlet` the first meets all others.
    #[must_use]
    pub fn new(engines: usize, rounds: u64, gauntlet: bool) -> Schedule {
        let last_first = if gauntlet { 1 } else { engines };
        let meetings = (0..last_first)
            .flat_map(|first| (first + 1..engines).map(move |second| Meeting { first, second }))
            .collect();
        Schedule { meetings, rounds }
    }

    /// Who meets whom.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.meetings.len() as u64 * self.rounds
    }

    /// A game by its number; `None` where there is no such game.
    #[must_use]
    pub fn slot(&self, game: u64) -> Option<Slot> {
        let index = game.checked_sub(1).filter(|_| game <= self.games())?;
        let (pair, half) = (index / 2, index % 2);
        let meetings = self.meetings.len() as u64;
        let meeting = *self.meetings.get(usize::try_from(pair % meetings).ok()?)?;
        let engines = match half {
            0 => ByColor::new(meeting.first, meeting.second),
            _ => ByColor::new(meeting.second, meeting.first),
        };
        Some(Slot { game, round: pair / meetings, meeting, engines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(schedule: &Schedule) -> String {
        let slots = (1..).map_while(|game| schedule.slot(game));
        slots.map(|s| format!("{}:{}{} ", s.round, s.engines.0[0], s.engines.0[1])).collect()
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(3, 2, false);
        let round = |r| format!("{r}:01 {r}:10 {r}:02 {r}:20 {r}:12 {r}:21 ");
        assert_eq!(text(&schedule), round(0) + &round(1));
        assert_eq!((schedule.games(), schedule.slot(0), schedule.slot(13)), (12, None, None));
        assert!(schedule.slot(1).unwrap().first_is_black());
        assert!(!schedule.slot(2).unwrap().first_is_black());
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        assert_eq!(text(&Schedule::new(3, 1, true)), "0:01 0:10 0:02 0:20 ");
        assert_eq!(Schedule::new(1, 5, false).games(), 0);
    }
}
