//! What may interrupt a search: read by the engine, set by whoever reads the input.
//!
//! Commands that ask for a move are numbered as they are read, and a signal names the last number it
//! is meant for. A `STOP` that arrives in the same instant as an answer can therefore never touch
//! the next search, and one that arrives before its search has begun is not lost.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::search::time::{TimeControl, budget};

/// Shared by the reader and the engine; all of it atomic.
#[derive(Debug)]
pub struct Signals {
    stopped_through: AtomicU64,
    muted_through: AtomicU64,
    closing_at_micros: AtomicU64,
    hurried_through: AtomicU64,
    hurry_micros: AtomicU64,
}

impl Default for Signals {
    fn default() -> Self {
        Signals {
            stopped_through: AtomicU64::new(0),
            muted_through: AtomicU64::new(0),
            closing_at_micros: AtomicU64::new(u64::MAX),
            hurried_through: AtomicU64::new(0),
            hurry_micros: AtomicU64::new(u64::MAX),
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Signals {
    /// Nothing is to be interrupted.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every search up to number `id` answers at once.
    pub fn stop_through(&self, id: u64) {
        self.stopped_through.fetch_max(id, Ordering::SeqCst);
    }

    /// Every search up to number `id` ends at once and says nothing more.
    pub fn mute_through(&self, id: u64) {
        self.muted_through.fetch_max(id, Ordering::SeqCst);
        self.stop_through(id);
    }

    /// Whatever is still to be answered is answered by this time of the clock.
    pub fn close_at(&self, time: Duration) {
        self.closing_at_micros.fetch_min(micros(time), Ordering::SeqCst);
    }

    /// Every search up to number `id` that is still going on has this many milliseconds in all,
    /// if that is less than it had: `INFO timeout_turn` while it thinks.
    pub fn hurry_through(&self, id: u64, turn_ms: i64) {
        let control = TimeControl { turn_ms: Some(turn_ms), ..TimeControl::default() };
        let micros = budget(&control, 0, 0).hard.map_or(u64::MAX, micros);
        self.hurry_micros.store(micros, Ordering::SeqCst);
        self.hurried_through.store(id, Ordering::SeqCst);
    }

    /// Whether search number `id`, asked for at `read_at`, should end at the time that `now` tells.
    #[must_use]
    pub fn should_stop(&self, id: u64, read_at: Duration, now: impl FnOnce() -> Duration) -> bool {
        if id <= self.stopped_through.load(Ordering::Relaxed) {
            return true;
        }
        let mut end = self.closing_at_micros.load(Ordering::Relaxed);
        if id <= self.hurried_through.load(Ordering::SeqCst) {
            let hurry = self.hurry_micros.load(Ordering::SeqCst);
            end = end.min(micros(read_at).saturating_add(hurry));
        }
        end != u64::MAX && now() >= Duration::from_micros(end)
    }

    /// Whether the answer of search number `id` is wanted no more.
    #[must_use]
    pub fn is_muted(&self, id: u64) -> bool {
        id <= self.muted_through.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_meant_for_the_searches_before_it() {
        let signals = Signals::new();
        let now = || Duration::ZERO;
        assert!(!signals.should_stop(1, Duration::ZERO, now));
        signals.stop_through(2);
        assert!(
            signals.should_stop(1, Duration::ZERO, now)
                && signals.should_stop(2, Duration::ZERO, now)
        );
        assert!(!signals.should_stop(3, Duration::ZERO, now));
        assert!(!signals.is_muted(2));
        signals.stop_through(1);
        assert!(
            signals.should_stop(2, Duration::ZERO, now),
            "an older signal does not take back a newer one"
        );
        signals.mute_through(3);
        assert!(
            signals.should_stop(3, Duration::ZERO, now)
                && signals.is_muted(3)
                && !signals.is_muted(4)
        );
    }

    #[test]
    fn closing_stops_everything_when_its_time_has_come() {
        let signals = Signals::new();
        signals.close_at(Duration::from_millis(300));
        signals.close_at(Duration::from_millis(500));
        assert!(!signals.should_stop(9, Duration::ZERO, || Duration::from_millis(299)));
        assert!(signals.should_stop(9, Duration::ZERO, || Duration::from_millis(300)));
        assert!(!signals.is_muted(9));
    }

    #[test]
    fn a_shorter_limit_reaches_the_search_that_is_going_on() {
        let signals = Signals::new();
        let asked = Duration::from_secs(10);
        let after = |ms| move || asked + Duration::from_millis(ms);
        signals.hurry_through(4, 1000);
        assert!(!signals.should_stop(4, asked, after(900)));
        assert!(signals.should_stop(4, asked, after(1000)));
        assert!(!signals.should_stop(5, asked, after(1000)));
        signals.hurry_through(4, 2_147_483_647);
        assert!(!signals.should_stop(4, asked, after(100_000)));
        signals.hurry_through(4, 0);
        assert!(signals.should_stop(4, asked, after(10)));
    }
}
