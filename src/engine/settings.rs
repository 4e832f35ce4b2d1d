//! What a manager has said with `INFO`, and what follows from it for one move.

use std::time::Duration;

use super::command::Setting;
use super::memory;
use super::options::EngineOptions;
use super::player::ThinkLimits;
use crate::search::time::{TimeControl, UNLIMITED_MS, budget};

/// Limits and wishes; the law is kept by the session.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    turn_ms: Option<i64>,
    match_ms: Option<i64>,
    left_ms: Option<i64>,
    /// Whether no move has been made since `left_ms` was said.
    left_is_fresh: bool,
    increment_ms: i64,
    used_ms: i64,
    max_memory: Option<u64>,
    hash_bytes: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: usize,
    option_nodes: Option<u64>,
    option_depth: Option<u32>,
    /// Whether moves are only proposed.
    pub(super) suggest: bool,
}

/// A number where zero and less mean "no limit".
fn positive(value: i64) -> Option<u64> {
    u64::try_from(value).ok().filter(|&n| n > 0)
}

/// Bytes of a table that was asked for by size, as far as the machine goes.
fn wish(number: u64, unit: u64) -> u64 {
    let bytes = number.saturating_mul(unit);
    if bytes <= memory::MOST_TABLE_BYTES {
        return bytes;
    }
    bytes.min(memory::most_wish_bytes(memory::free_bytes()))
}

fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl Settings {
    pub(super) fn new(options: &EngineOptions) -> Settings {
        Settings {
            turn_ms: None,
            match_ms: None,
            left_ms: None,
            left_is_fresh: false,
            increment_ms: 0,
            used_ms: 0,
            max_memory: None,
            hash_bytes: options.hash_mib.map(|mib| wish(mib as u64, 1 << 20)),
            nodes: None,
            depth: None,
            threads: options.threads,
            option_nodes: options.nodes,
            option_depth: options.depth,
            suggest: false,
        }
    }

    /// Takes one setting. The answer is a complaint for the user, if there is one.
    pub(super) fn set(&mut self, setting: &Setting) -> Option<String> {
        match *setting {
            Setting::TurnTime(ms) => self.turn_ms = Some(ms),
            Setting::MatchTime(ms) => self.match_ms = Some(ms),
            Setting::TimeLeft(ms) => {
                self.left_ms = Some(ms);
                self.left_is_fresh = true;
            }
            Setting::Increment(ms) => self.increment_ms = ms,
            Setting::MaxMemory(bytes) => {
                self.max_memory = positive(bytes);
                let least = memory::BASE_BYTES + memory::LEAST_TABLE_BYTES;
                if self.max_memory.is_some_and(|bytes| bytes < least) {
                    return Some(format!("max_memory {bytes} is less than the {least} needed"));
                }
            }
            Setting::MaxNodes(nodes) => self.nodes = positive(nodes),
            Setting::MaxDepth(plies) => {
                self.depth = positive(plies).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            }
            Setting::Threads(threads) => {
                let threads = threads.clamp(1, EngineOptions::MAX_THREADS as i64);
                self.threads = usize::try_from(threads).unwrap_or(1);
            }
            Setting::HashKib(kib) => {
                self.hash_bytes = positive(kib).map(|kib| wish(kib, 1 << 10));
            }
            Setting::Suggest(suggest) => self.suggest = suggest,
            Setting::Rule(_) | Setting::Nothing => {}
        }
        None
    }

    /// A new game: its clock has not run yet.
    pub(super) fn new_game(&mut self) {
        self.used_ms = 0;
        if !self.left_is_fresh {
            self.left_ms = None;
        }
    }

    /// A move has taken this long.
    pub(super) fn spend(&mut self, time: Duration) {
        let ms = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.used_ms = self.used_ms.saturating_add(ms);
        self.left_is_fresh = false;
        self.left_ms = self
            .left_ms
            .map(|left| if left >= UNLIMITED_MS { left } else { left.saturating_sub(ms) });
    }

    /// The limits for a move that was asked for at `read_at`.
    pub(super) fn limits(&self, read_at: Duration, ply: usize, empty: usize) -> ThinkLimits {
        let nodes = smaller(self.nodes, self.option_nodes);
        let depth = smaller(self.depth, self.option_depth);
        let of_match = || match self.match_ms {
            Some(ms) if ms > 0 && ms < UNLIMITED_MS => Some(ms.saturating_sub(self.used_ms)),
            _ => None,
        };
        let control = TimeControl {
            turn_ms: self.turn_ms,
            left_ms: self.left_ms.or_else(of_match),
            increment_ms: self.increment_ms,
            otherwise_limited: nodes.is_some() || depth.is_some(),
        };
        let budget = budget(&control, ply, empty);
        let at = |time: Option<Duration>| time.map(|time| read_at.saturating_add(time));
        ThinkLimits { soft: at(budget.soft), hard: at(budget.hard), nodes, depth }
    }

    /// Whether it is known how much memory may be taken, so that it can be taken before it is needed.
    pub(super) fn memory_is_known(&self) -> bool {
        self.max_memory.is_some() || self.hash_bytes.is_some()
    }

    /// Threads and table size in bytes.
    pub(super) fn resources(&self) -> (usize, usize) {
        let threads = memory::threads_within(self.max_memory, self.threads);
        (threads, memory::table_bytes(self.max_memory, self.hash_bytes, threads))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(settings: &Settings) -> Option<Duration> {
        settings.limits(Duration::ZERO, 10, 215).hard
    }

    #[test]
    fn the_clock_of_the_game_runs_on_by_itself() {
        let mut settings = Settings::new(&EngineOptions::default());
        settings.set(&Setting::MatchTime(180_000));
        let fresh = hard(&settings).unwrap();
        settings.spend(Duration::from_secs(170));
        let late = hard(&settings).unwrap();
        assert!(late * 5 < fresh, "{fresh:?} {late:?}");
        settings.spend(Duration::from_secs(170));
        assert!(hard(&settings).unwrap() <= Duration::from_millis(10));
        settings.set(&Setting::TimeLeft(180_000));
        assert_eq!(hard(&settings).unwrap(), fresh);
        settings.set(&Setting::TimeLeft(UNLIMITED_MS));
        settings.spend(Duration::from_secs(1));
        settings.set(&Setting::TurnTime(UNLIMITED_MS));
        assert_eq!(hard(&settings), None);
    }

    #[test]
    fn what_was_left_of_one_game_is_no_limit_for_the_next() {
        let mut settings = Settings::new(&EngineOptions::default());
        settings.set(&Setting::MatchTime(180_000));
        let fresh = hard(&settings);
        settings.set(&Setting::TimeLeft(1_000));
        settings.new_game();
        assert!(hard(&settings) < fresh, "said before START, so meant for the new game");
        settings.spend(Duration::from_millis(900));
        settings.new_game();
        assert_eq!(hard(&settings), fresh);
    }

    #[test]
    fn numbers_out_of_range_are_taken_as_far_as_they_make_sense() {
        let mut settings = Settings::new(&EngineOptions::default());
        for n in [i64::MIN, -1, 0, 1, i64::MAX] {
            for setting in [
                Setting::TurnTime(n),
                Setting::MatchTime(n),
                Setting::TimeLeft(n),
                Setting::Increment(n),
                Setting::MaxNodes(n),
                Setting::MaxDepth(n),
                Setting::Threads(n),
                Setting::HashKib(n),
                Setting::Suggest(true),
            ] {
                assert_eq!(settings.set(&setting), None, "{setting:?}");
                let limits = settings.limits(Duration::from_secs(1), 0, 225);
                assert!(limits.nodes != Some(0) && limits.depth != Some(0));
                assert!((1..=256).contains(&settings.resources().0));
                assert!(settings.resources().1 < 1 << 42, "no machine has that much");
            }
        }
        assert!(settings.set(&Setting::MaxMemory(1)).is_some());
        assert_eq!(settings.resources().1 as u64, memory::LEAST_TABLE_BYTES);
        assert_eq!(settings.set(&Setting::MaxMemory(0)), None);
    }
}
