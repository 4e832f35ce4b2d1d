//! Time as a value that can be passed in, so that tests can turn the hands themselves.
//!
//! Everything that needs the time takes a [`Clock`]; nothing else in the crate asks the system.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A monotonic clock. The zero of its scale means nothing; only differences do.
pub trait Clock: Send + Sync {
    /// Time since the clock's own zero.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock, counted from its construction.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Starts the clock at zero.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the system")]
    pub fn new() -> Self {
        SystemClock(Instant::now())
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still until it is told to move.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicU64);

impl ManualClock {
    /// A clock that shows zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Moves the hands forward.
    pub fn advance(&self, by: Duration) {
        let micros = u64::try_from(by.as_micros()).unwrap_or(u64::MAX);
        self.0.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::SeqCst))
    }
}
