//! The transposition table: shared by all workers without a lock.
//!
//! A slot is two atomic words, the second one exclusive-ored into the first (Hyatt and Mann 2002), so
//! that a slot written by two workers at once is simply not found. Races lose an entry, never
//! invent one.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;
use bytemuck::allocation::zeroed_vec;

use crate::board::Point;
use crate::board::zobrist::Key;
use crate::eval::Score;

/// What the stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The score is at most this.
    Upper = 1,
    /// The score is at least this.
    Lower = 2,
    /// The score is this.
    Exact = 3,
}

/// What is stored of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Score, counted from the stored node (see [`Score::to_table`]).
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Depth of the search below, in plies, 0…127.
    pub depth: i32,
    /// Best move, if one was found.
    pub best: Option<Point>,
}

#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that are looked through for one key: a cache line.
const BUCKET: usize = 4;
const SLOT_BYTES: usize = size_of::<Slot>();
const _: () = assert!(SLOT_BYTES == 16);

/// The table.
pub struct Table {
    slots: Vec<Slot>,
    generation: u8,
}

/// Generations before the counter starts again.
const GENERATIONS: u8 = 64;

/// ```text
/// bits  0…15 score   16…25 best move   26…32 depth   33…34 bound   35…40 generation
/// ```
fn pack(entry: &Entry, generation: u8) -> u64 {
    u64::from(entry.score.0 as i16 as u16)
        | (entry.best.map_or(0, |p| p.index() as u64) & 0x3FF) << 16
        | (entry.depth.clamp(0, 127) as u64) << 26
        | (entry.bound as u64) << 33
        | u64::from(generation) << 35
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 33 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        score: Score(i32::from(data as u16 as i16)),
        bound,
        depth: (data >> 26 & 127) as i32,
        best: Point::from_index((data >> 16 & 0x3FF) as usize),
    })
}

impl Table {
    /// A table of at most this many bytes, one bucket at least.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / (SLOT_BYTES * BUCKET)).max(1);
        // Zeroed by the system as it is touched: a large table costs no time until it is used.
        Table { slots: zeroed_vec(buckets * BUCKET), generation: 0 }
    }

    /// Size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * SLOT_BYTES
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let slots = self.slots.len();
        // Given back first, so that there are never two.
        self.slots = Vec::new();
        self.slots = zeroed_vec(slots);
        self.generation = 0;
    }

    /// A new search: older entries are replaced first.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot] {
        // The high bits choose the bucket: a product with the number of buckets instead of a
        // remainder (Lemire 2016), so that any size will do.
        let buckets = self.slots.len() / BUCKET;
        let bucket = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.slots[bucket * BUCKET..][..BUCKET]
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Stores what was found; replaces the same position, else the shallowest and oldest entry.
    pub fn store(&self, key: Key, entry: &Entry) {
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                return i32::MIN;
            }
            let age = (GENERATIONS + self.generation - (data >> 35 & 63) as u8) % GENERATIONS;
            (data >> 26 & 127) as i32 - 4 * i32::from(age)
        };
        let bucket = self.bucket(key);
        let Some(slot) = bucket.iter().min_by_key(|slot| worth(slot)) else { return };
        let data = pack(entry, self.generation);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_at_their_extremes() {
        let table = Table::new(1 << 16);
        let corners = [Point::new(0, 0), Point::new(21, 21), None];
        let mut key = 1u64;
        for score in [Score::win_in(1), Score::lost_in(128), Score::value(-30_000), Score::DRAW] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for depth in [0, 1, 127] {
                    for best in corners {
                        key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                        let entry = Entry { score, bound, depth, best };
                        table.store(key, &entry);
                        assert_eq!(table.probe(key), Some(entry));
                    }
                }
            }
        }
        assert_eq!(table.probe(12345), None);
    }

    #[test]
    fn the_smallest_table_still_works() {
        let mut table = Table::new(0);
        assert_eq!(table.bytes(), 64);
        let entry = Entry { score: Score(7), bound: Bound::Exact, depth: 3, best: None };
        for key in 1..100 {
            table.store(key, &entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        table.clear();
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn workers_at_once_never_read_what_nobody_wrote() {
        let table = Table::new(1 << 12);
        std::thread::scope(|scope| {
            for worker in 0..8u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut key = worker + 1;
                    for _ in 0..20_000 {
                        key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        // Everything about an entry follows from its key.
                        let key = key | 1;
                        let entry = Entry {
                            score: Score((key >> 20) as i32 % 1000),
                            bound: Bound::Exact,
                            depth: (key >> 40) as i32 & 127,
                            best: None,
                        };
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found, entry);
                        }
                        table.store(key, &entry);
                    }
                });
            }
        });
    }
}
