//! The moves that workers are searching, so that they share the moves of a node out between them.
//!
//! A move that another worker is at is put off until the others were searched (after Weill's ABDADA, 1996, with
//! words in a table of their own). A word that is overwritten or read too late only changes the order in
//! which moves are looked at.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Point;
use crate::board::zobrist::Key;

/// Moves that can be told at once; a power of two.
const WORDS: usize = 4096;
/// Odd, with its bits spread: tells the moves of a node apart.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The moves that workers are at.
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy((0..WORDS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The place of a move at a node, and what stands there while a worker is at it.
    fn word(&self, node: Key, play: Point) -> (&AtomicU64, u64) {
        let word = node ^ (play.index() as u64 + 1).wrapping_mul(SPREAD);
        (&self.0[(word >> 40) as usize % WORDS], word)
    }

    /// Whether a worker is at a move.
    pub(crate) fn is_at(&self, node: Key, play: Point) -> bool {
        let (place, word) = self.word(node, play);
        place.load(Ordering::Relaxed) == word
    }

    /// Leaves word of a move.
    pub(crate) fn enter(&self, node: Key, play: Point) {
        let (place, word) = self.word(node, play);
        place.store(word, Ordering::Relaxed);
    }

    /// Takes the word back, unless another was put there.
    pub(crate) fn leave(&self, node: Key, play: Point) {
        let (place, word) = self.word(node, play);
        let _ = place.compare_exchange(word, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_is_seen_from_its_coming_to_its_leaving() {
        let busy = Busy::new();
        let at = |x| Point::new(x, 7).unwrap();
        assert!(!busy.is_at(99, at(3)));
        busy.enter(99, at(3));
        assert!(busy.is_at(99, at(3)));
        assert!(!busy.is_at(99, at(4)) && !busy.is_at(98, at(3)));
        busy.leave(99, at(3));
        assert!(!busy.is_at(99, at(3)));
    }
}
