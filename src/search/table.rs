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

/// Buckets that share a page of memory, 4 KiB, and a bit of [`Table::written`].
const PAGE: usize = 64;

/// The table.
///
/// The system gives memory page by page, as it is touched. A page that is read before it is written costs
/// two faults, and for the second one all other threads are interrupted: with two threads that took a third
/// of their time. So a page nobody has written to is not read: one bit each tells.
pub struct Table {
    slots: Vec<Slot>,
    /// A bit for each page: whether anything was stored there.
    written: Vec<AtomicU64>,
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
        let mut table = Table { slots: Vec::new(), written: Vec::new(), generation: 0 };
        table.take(buckets * BUCKET);
        table
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
        self.take(slots);
        self.generation = 0;
    }

    /// Takes memory for so many slots, zeroed by the system as it is touched: a large table costs no time
    /// until it is used.
    fn take(&mut self, slots: usize) {
        self.slots = zeroed_vec(slots);
        self.written = zeroed_vec((slots / BUCKET).div_ceil(PAGE).div_ceil(64));
    }

    /// A new search: older entries are replaced first.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn number(&self, key: Key) -> usize {
        // The high bits choose the bucket: a product with the number of buckets instead of a
        // remainder (Lemire 2016), so that any size will do.
        let buckets = self.slots.len() / BUCKET;
        ((u128::from(key) * buckets as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, number: usize) -> &[Slot] {
        &self.slots[number * BUCKET..][..BUCKET]
    }

    /// The word and the bit that tell whether the page of a bucket was written to.
    #[inline]
    fn page(&self, number: usize) -> (&AtomicU64, u64) {
        let page = number / PAGE;
        (&self.written[page / 64], 1 << (page % 64))
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let number = self.number(key);
        let (word, bit) = self.page(number);
        if word.load(Ordering::Relaxed) & bit == 0 {
            return None;
        }
        self.bucket(number).iter().find_map(|slot| {
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
        let number = self.number(key);
        let bucket = self.bucket(number);
        let (word, bit) = self.page(number);
        let first = word.load(Ordering::Relaxed) & bit == 0;
        let slot =
            if first { bucket.first() } else { bucket.iter().min_by_key(|slot| worth(slot)) };
        let Some(slot) = slot else { return };
        let data = pack(entry, self.generation);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
        if first {
            word.fetch_or(bit, Ordering::Relaxed);
        }
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
    fn every_bucket_of_every_page_is_found_once_it_is_written_and_not_before() {
        // Not a whole number of pages, and not of words of their bits.
        let buckets = 65 * PAGE + 7;
        let mut table = Table::new(buckets * BUCKET * SLOT_BYTES);
        // Just above the least key that falls into a bucket.
        let key = |bucket: usize| ((bucket as u128) << 64).div_ceil(buckets as u128) as Key + 5;
        let entry = |bucket: usize| Entry {
            score: Score(bucket as i32),
            bound: Bound::Lower,
            depth: 1,
            best: None,
        };
        // Seven steps at a time, so that pages are half full for a while.
        for bucket in (0..7).flat_map(|from| (from..buckets).step_by(7)) {
            assert_eq!(table.probe(key(bucket)), None);
            table.store(key(bucket), &entry(bucket));
            assert_eq!(table.probe(key(bucket)), Some(entry(bucket)));
        }
        assert!((0..buckets).all(|bucket| table.probe(key(bucket)) == Some(entry(bucket))));
        table.clear();
        assert!((0..buckets).all(|bucket| table.probe(key(bucket)).is_none()));
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
