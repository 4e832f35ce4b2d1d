//! How long to think: a pure function of what the manager has said about time.
//!
//! The clock is nowhere in here. A [`Budget`] counts from the moment the command was read.
//!
//! - A limit for the move alone may be used up to a reserve for pipes, the scheduler and the manager.
//! - A limit for the game is shared out: a fraction of what is left, so that it never reaches zero,
//!   after setting aside a little for every move that the board still has room for.
//! - Zero and less means: at once.

use std::time::Duration;

/// This value and anything above it means "no limit" to managers.
pub const UNLIMITED_MS: i64 = 2_147_483_647;
/// Time for a move where nothing at all was said, in milliseconds.
pub const DEFAULT_TURN_MS: i64 = 5_000;
/// What "at once" may take, in milliseconds: enough to see a five.
pub const AT_ONCE_MS: i64 = 10;

/// Fixed part of the reserve, in milliseconds.
const RESERVE_MS: i64 = 25;
/// The reserve grows by this fraction (one in …) of the limit.
const RESERVE_FRACTION: i64 = 40;
/// The reserve of one move never exceeds this, in milliseconds.
const MOST_RESERVE_MS: i64 = 400;
/// Set aside for the passing to and fro of each move still to come, in milliseconds.
const OVERHEAD_MS: i64 = 10;
/// However little that leaves, one in so many parts of what is left is free.
const LEAST_FRACTION: i64 = 64;
/// Own moves for which the time of a game is meant at its beginning…
const MOVES_AT_FIRST: i64 = 24;
/// …and at any later time.
const LEAST_MOVES: i64 = 10;
/// One expected move fewer for each so many plies played.
const PLIES_PER_EXPECTED_MOVE: i64 = 6;
/// A move may take this many times its share.
const MOST_SHARES: i64 = 3;

/// What a manager has said about time, in milliseconds as typed. `None`: not said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// For one move. 0: as fast as possible; [`UNLIMITED_MS`]: no limit.
    pub turn_ms: Option<i64>,
    /// Left for the game, this move included. Negative: overstepped; [`UNLIMITED_MS`]: no limit.
    pub left_ms: Option<i64>,
    /// Added to the clock after each move.
    pub increment_ms: i64,
    /// Whether something else ends the search (nodes, depth), so that silence means no limit.
    pub otherwise_limited: bool,
}

/// Time for one move, counted from the moment its command was read. `None`: no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When no new iteration should begin.
    pub soft: Option<Duration>,
    /// When the search must have ended.
    pub hard: Option<Duration>,
}

impl Budget {
    /// As long as it takes, or until stopped.
    pub const UNLIMITED: Budget = Budget { soft: None, hard: None };

    const AT_ONCE: Budget =
        Budget { soft: Some(Duration::ZERO), hard: Some(millis_const(AT_ONCE_MS)) };
}

const fn millis_const(ms: i64) -> Duration {
    Duration::from_millis(ms.unsigned_abs())
}

fn millis(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

/// What a limit of `ms` leaves for thinking.
fn usable(ms: i64) -> i64 {
    let reserve =
        RESERVE_MS.saturating_add(ms / RESERVE_FRACTION).min(MOST_RESERVE_MS).min(ms - ms / 2);
    ms - reserve
}

/// The time for the move at `ply` of a game with `empty` empty points.
#[must_use]
pub fn budget(control: &TimeControl, ply: usize, empty: usize) -> Budget {
    let limited = |ms: &i64| *ms < UNLIMITED_MS;
    let left = control.left_ms.filter(limited);
    let turn = match control.turn_ms {
        Some(ms) => Some(ms).filter(limited),
        None if left.is_none() && control.left_ms.is_none() && !control.otherwise_limited => {
            Some(DEFAULT_TURN_MS)
        }
        None => None,
    };
    if turn.is_some_and(|ms| ms <= 1) || left.is_some_and(|ms| ms <= 1) {
        return Budget::AT_ONCE;
    }
    let for_turn = turn.map(usable);
    let Some(left) = left else {
        return match for_turn {
            // What a move leaves of its own time is lost.
            Some(hard) => Budget { soft: None, hard: Some(millis(hard)) },
            None => Budget::UNLIMITED,
        };
    };

    let ply = i64::try_from(ply).unwrap_or(i64::MAX);
    let room = (i64::try_from(empty).unwrap_or(i64::MAX).saturating_add(1) / 2).max(1);
    let set_aside = RESERVE_MS.saturating_add(room.saturating_mul(OVERHEAD_MS));
    let free = left.saturating_sub(set_aside).max(left / LEAST_FRACTION);
    let expected = (MOVES_AT_FIRST - ply / PLIES_PER_EXPECTED_MOVE).max(LEAST_MOVES).min(room);
    let increment = control.increment_ms.clamp(0, UNLIMITED_MS);
    let share = (free / expected).saturating_add(increment - increment / 4);
    let most = (free - free / 4).min(for_turn.unwrap_or(i64::MAX));
    let hard = share.saturating_mul(MOST_SHARES).min(most);
    let soft = share.min(hard);
    Budget { soft: Some(millis(soft)), hard: Some(millis(hard)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(budget: Budget) -> (i64, i64) {
        let number = |d: Option<Duration>| d.map_or(-1, |d| d.as_millis() as i64);
        (number(budget.soft), number(budget.hard))
    }

    fn at(turn_ms: Option<i64>, left_ms: Option<i64>) -> (i64, i64) {
        let control = TimeControl { turn_ms, left_ms, ..TimeControl::default() };
        ms(budget(&control, 10, 215))
    }

    #[test]
    fn a_limit_for_the_move() {
        // limit, hard limit of the search
        let cases =
            [(2, 1), (10, 5), (50, 25), (100, 73), (1_000, 950), (5_000, 4_850), (30_000, 29_600)];
        for (turn, hard) in cases {
            assert_eq!(at(Some(turn), None).1, hard, "{turn}");
            assert_eq!(at(Some(turn), Some(UNLIMITED_MS)).1, hard, "{turn}");
        }
    }

    #[test]
    fn at_once() {
        for turn in [0, 1, -1, i64::MIN] {
            assert_eq!(at(Some(turn), None), (0, AT_ONCE_MS), "turn {turn}");
        }
        for left in [1, 0, -1, -20, i64::MIN] {
            assert_eq!(at(None, Some(left)), (0, AT_ONCE_MS), "left {left}");
            assert_eq!(at(Some(5_000), Some(left)), (0, AT_ONCE_MS), "left {left}");
        }
    }

    #[test]
    fn no_limit() {
        assert_eq!(at(None, None).1, usable(DEFAULT_TURN_MS));
        assert_eq!(at(Some(UNLIMITED_MS), None), (-1, -1));
        assert_eq!(at(Some(i64::MAX), Some(i64::MAX)), (-1, -1));
        assert_eq!(at(None, Some(UNLIMITED_MS)), (-1, -1));
        let nodes = TimeControl { otherwise_limited: true, ..TimeControl::default() };
        assert_eq!(budget(&nodes, 0, 225), Budget::UNLIMITED);
    }

    #[test]
    fn a_limit_for_the_game_is_shared_out() {
        let (soft, hard) = at(Some(30_000), Some(180_000));
        assert!((5_000..12_000).contains(&soft), "{soft}");
        assert!(hard > soft && hard <= 30_000, "{hard}");
        let (late, _) = at(Some(30_000), Some(2_000));
        assert!(late < 100, "{late}");
        // The limit of the move holds however much is left for the game.
        assert!(at(Some(100), Some(180_000)).1 <= 75);
        let with =
            TimeControl { left_ms: Some(10_000), increment_ms: 1_000, ..TimeControl::default() };
        let without = TimeControl { increment_ms: 0, ..with };
        assert!(budget(&with, 10, 215).soft > budget(&without, 10, 215).soft);
    }

    #[test]
    fn limits_are_never_overstepped_whatever_the_numbers() {
        let numbers = [i64::MIN, -5, 0, 1, 2, 3, 17, 50, 999, 30_000, UNLIMITED_MS - 1, i64::MAX];
        for turn in numbers {
            for left in numbers {
                for increment_ms in numbers {
                    for (ply, empty) in [(0, 484), (100, 125), (224, 1), (usize::MAX, 0)] {
                        let control = TimeControl {
                            turn_ms: Some(turn),
                            left_ms: Some(left),
                            increment_ms,
                            otherwise_limited: false,
                        };
                        let (soft, hard) = ms(budget(&control, ply, empty));
                        assert!(soft <= hard, "{control:?}");
                        for limit in [turn, left].into_iter().filter(|&l| l < UNLIMITED_MS) {
                            assert!(hard >= 0 && hard < limit.max(AT_ONCE_MS + 1), "{control:?}");
                        }
                    }
                }
            }
        }
    }

    /// Every move takes its whole hard limit and 5 ms more; the clock never falls below zero.
    #[test]
    fn a_game_of_112_moves_never_oversteps() {
        for game in [1_500, 5_000, 30_000, 100_000, 180_000, 1_000_000] {
            for turn in [1_000, 5_000, 30_000, UNLIMITED_MS] {
                let mut left = game;
                for own in 0..112_usize {
                    let control = TimeControl {
                        turn_ms: Some(turn),
                        left_ms: Some(left),
                        ..TimeControl::default()
                    };
                    let (_, hard) = ms(budget(&control, own * 2, 225 - own * 2));
                    left -= hard + 5;
                    assert!(left > 0, "game {game}, turn {turn}, move {own}: {left}");
                }
            }
        }
    }
}
