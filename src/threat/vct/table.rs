//! The table of proof and disproof numbers.
//!
//! ```text
//! bucket   four entries, one cache line      an entry   key ⊕ data, data
//!                                            data       proof 24 bits │ disproof 24 bits │ work 16 bits
//!                                            proved     0             │ the move         │ work
//! ```
//!
//! The table is shared by all threads and takes no lock: an entry is two atomic words, and one that two
//! threads have written at once does not match its key any more. When it is full the entry with the least
//! work goes. What is lost is searched again; what is found counts only when the finished proof has been
//! checked, so that neither a collision of keys nor a torn entry can make a false win.

use std::sync::atomic::{AtomicU64, Ordering};

use super::numbers::{INFINITE, Numbers};
use crate::board::Point;
use crate::board::zobrist::Key;

#[derive(Default)]
struct Entry {
    /// The key, exclusive-ored with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// Entries of a bucket.
const WAYS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// Buckets of a new table: 256 KiB.
const FIRST: usize = 1 << 12;

fn empty(count: usize) -> Vec<Bucket> {
    (0..count).map(|_| Bucket::default()).collect()
}

/// The table.
pub(super) struct ProofTable {
    buckets: Vec<Bucket>,
    /// The most buckets that it may have.
    most: usize,
    filled: AtomicU64,
    /// Entries that were thrown out to make room.
    evicted: AtomicU64,
}

impl ProofTable {
    /// A table that grows to at most `bytes`, never less than one bucket.
    pub(super) fn new(bytes: usize) -> ProofTable {
        // While it grows, the old one is there too.
        let most = (bytes / size_of::<Bucket>() * 2 / 3).max(1);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        ProofTable {
            buckets: empty(FIRST.min(most)),
            most,
            filled: AtomicU64::new(0),
            evicted: AtomicU64::new(0),
        }
    }

    /// Whether it is well filled and may grow.
    pub(super) fn wants_to_grow(&self) -> bool {
        self.buckets.len() < self.most && self.filled.load(Ordering::Relaxed) > self.entries() / 2
    }

    /// Makes it four times as large, or as large as it may be.
    pub(super) fn grow(&mut self) {
        let larger = empty((self.buckets.len() * 4).min(self.most));
        let old = std::mem::replace(&mut self.buckets, larger);
        *self.filled.get_mut() = 0;
        for entry in old.iter().flat_map(|bucket| &bucket.0) {
            let data = entry.data.load(Ordering::Relaxed);
            if data != 0 {
                self.put(entry.check.load(Ordering::Relaxed) ^ data, data);
            }
        }
    }

    /// Entries that it has room for.
    pub(super) fn entries(&self) -> u64 {
        (self.buckets.len() * WAYS) as u64
    }

    /// Entries that were thrown out to make room.
    pub(super) fn evicted(&self) -> u64 {
        self.evicted.load(Ordering::Relaxed)
    }

    /// Counts from zero again.
    pub(super) fn forget_evicted(&mut self) {
        *self.evicted.get_mut() = 0;
    }

    fn bucket(&self, key: Key) -> &Bucket {
        // The high bits: the low ones tell entries of a bucket apart as well as any.
        &self.buckets[(key >> 32) as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    fn find(&self, key: Key) -> Option<u64> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (entry.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
        })
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Numbers> {
        let data = self.find(key)?;
        let (proof, disproof) = (data as u32 & INFINITE, (data >> 24) as u32 & INFINITE);
        Some(if proof == 0 { Numbers::PROVED } else { Numbers { proof, disproof } })
    }

    /// The proof of a proved position: the attacker's move, where he is to move and has no win by fours.
    pub(super) fn proof(&self, key: Key) -> Option<Option<Point>> {
        let data = self.find(key)?;
        (data as u32 & INFINITE == 0)
            .then(|| Point::from_index((data >> 24) as usize & INFINITE as usize))
    }

    /// Remembers a proof; see [`Self::proof`].
    pub(super) fn store_proof(&self, key: Key, play: Option<Point>, work: u64) {
        let play = play.map_or(0, |p| p.index() as u64);
        self.put(key, play << 24 | weight(work) << 48);
    }

    /// Remembers a position on which `work` nodes were spent.
    pub(super) fn store(&self, key: Key, numbers: Numbers, work: u64) {
        if numbers.is_proved() {
            return self.store_proof(key, None, work);
        }
        let data = u64::from(numbers.proof.min(INFINITE))
            | u64::from(numbers.disproof.min(INFINITE)) << 24
            | weight(work) << 48;
        self.put(key, data);
    }

    fn put(&self, key: Key, data: u64) {
        let mut worst = (u64::MAX, &self.bucket(key).0[0]);
        for entry in &self.bucket(key).0 {
            let old = entry.data.load(Ordering::Relaxed);
            if old == 0 || entry.check.load(Ordering::Relaxed) ^ old == key {
                if is_settled(old) && !is_settled(data) {
                    // Another thread was quicker.
                    return;
                }
                if old == 0 {
                    self.filled.fetch_add(1, Ordering::Relaxed);
                }
                entry.check.store(key ^ data, Ordering::Relaxed);
                entry.data.store(data, Ordering::Relaxed);
                return;
            }
            if old >> 48 < worst.0 {
                worst = (old >> 48, entry);
            }
        }
        self.evicted.fetch_add(1, Ordering::Relaxed);
        worst.1.check.store(key ^ data, Ordering::Relaxed);
        worst.1.data.store(data, Ordering::Relaxed);
    }

    /// Forgets everything. An untouched table costs nothing to clear.
    pub(super) fn clear(&mut self) {
        if *self.filled.get_mut() == 0 {
            return self.forget_evicted();
        }
        self.buckets = empty(FIRST.min(self.most));
        *self.filled.get_mut() = 0;
        *self.evicted.get_mut() = 0;
    }
}

/// Whether an entry tells a position that is proved or disproved.
fn is_settled(data: u64) -> bool {
    data != 0 && (data as u32 & INFINITE == 0 || (data >> 24) as u32 & INFINITE == 0)
}

/// Work on a scale that fits into 16 bits: the number of binary digits, and the four digits after the first.
fn weight(work: u64) -> u64 {
    let work = work.max(1);
    let digits = u64::from(64 - work.leading_zeros());
    digits << 4 | (work << work.leading_zeros() >> 59 & 15)
}
