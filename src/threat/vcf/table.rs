//! What is known not to win: a table that grows with the search, up to a bound.

use crate::board::zobrist::Key;

/// A position from which a number of fours did not win.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: Key,
    /// The search for which it was found out; 0 for none.
    era: u32,
    fours: u16,
    /// How long it took: the number of binary digits of the nodes.
    effort: u8,
}

/// Entries that lie in one line of the processor's memory. A position can be in any of them.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Cluster([Entry; WAYS]);

const WAYS: usize = 4;
const _: () = assert!(size_of::<Cluster>() == 64);

/// Fours that no line can have: the position has no win at all.
pub(super) const ALL: u16 = u16::MAX;

/// Clusters that the first thing worth keeping makes room for: 4 KiB, so that a small search stays in the
/// fastest memory.
const FIRST: usize = 1 << 6;

/// Positions and the fours that did not win from them. Where there is no room, what took the least effort
/// gives way.
pub(super) struct Table {
    /// Those beyond the part in use are left over from earlier searches.
    clusters: Vec<Cluster>,
    /// Length of the part in use less one; a power of two less one.
    mask: usize,
    /// Entries of this era in the part in use.
    held: usize,
    /// The longest that the table may become, a power of two.
    most: usize,
    /// Entries of another era are as good as none.
    era: u32,
}

impl Table {
    /// An empty table of at most `entries`, rounded up to a power of two and to four at least. Takes no
    /// memory yet.
    pub(super) fn new(entries: usize) -> Table {
        let most = entries.next_power_of_two().div_ceil(WAYS);
        Table { clusters: Vec::new(), mask: FIRST.min(most) - 1, held: 0, most, era: 1 }
    }

    /// Forgets everything. The memory is kept, but the next search starts with a small part of it again.
    pub(super) fn clear(&mut self) {
        self.era = self.era.checked_add(1).unwrap_or(1);
        self.mask = FIRST.min(self.most) - 1;
        self.held = 0;
    }

    /// The most fours that are known not to win from a position, [`ALL`] where none do; 0 where nothing is
    /// known.
    #[inline]
    pub(super) fn lost(&self, key: Key) -> u16 {
        let Some(Cluster(entries)) = self.clusters.get(key as usize & self.mask) else { return 0 };
        entries.iter().find(|e| e.key == key && e.era == self.era).map_or(0, |e| e.fours)
    }

    /// Remembers that so many fours do not win from a position, which took some nodes to find out.
    #[inline]
    pub(super) fn remember(&mut self, key: Key, fours: u16, nodes: u64) {
        if self.held > 2 * self.mask || self.clusters.is_empty() {
            self.make_room();
        }
        let effort = (u64::BITS - nodes.leading_zeros()) as u8;
        let era = self.era;
        let Cluster(entries) = &mut self.clusters[key as usize & self.mask];
        let mut place = 0;
        let mut least = u8::MAX;
        for (i, entry) in entries.iter().enumerate() {
            let value = match entry.era == era {
                true if entry.key == key => 0,
                true => 2 + entry.effort,
                false => 1,
            };
            if value < least {
                (place, least) = (i, value);
            }
        }
        self.held += usize::from(least == 1);
        entries[place] = Entry { key, era, fours, effort };
    }

    /// Doubles the part in use, if it may become longer.
    #[cold]
    fn make_room(&mut self) {
        let length = self.mask + 1;
        if self.clusters.len() < length {
            self.clusters.resize(length, Cluster::default());
        }
        if self.held <= 2 * self.mask || length >= self.most {
            return;
        }
        if self.clusters.len() < 2 * length {
            self.clusters.resize(2 * length, Cluster::default());
        }
        // One more bit of the key counts: an entry stays, or moves by the old length.
        let (lower, upper) = self.clusters.split_at_mut(length);
        for (lower, upper) in lower.iter_mut().zip(upper) {
            *upper = Cluster::default();
            for (from, to) in lower.0.iter_mut().zip(&mut upper.0) {
                if from.key as usize & length != 0 {
                    *to = std::mem::take(from);
                }
            }
        }
        self.mask = 2 * length - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys as good as random.
    fn key(i: u64) -> Key {
        (i + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            .wrapping_mul(0xD134_2543_DE82_EF95)
    }

    #[test]
    fn nothing_is_lost_while_the_table_grows() {
        let mut table = Table::new(1 << 16);
        assert_eq!((table.clusters.len(), table.lost(key(0))), (0, 0));
        for round in 0..3 {
            for i in 0..20_000 {
                table.remember(key(i), 1 + (i % 7) as u16, i);
            }
            let kept = (0..20_000).filter(|&i| table.lost(key(i)) == 1 + (i % 7) as u16).count();
            assert!(kept > 19_000, "{kept} kept in round {round}");
            table.clear();
            assert!((0..20_000).all(|i| table.lost(key(i)) == 0));
        }
    }

    #[test]
    fn the_bound_holds() {
        for most in [1, 2, 64, 1000, 4096] {
            let mut table = Table::new(most);
            for i in 0..30_000 {
                table.remember(key(i), ALL, i);
                assert_eq!(table.lost(key(i)), ALL);
            }
            assert!(table.clusters.len() <= most.next_power_of_two().div_ceil(WAYS));
        }
    }
}
