//! A set of points as bits of the padded field.

use super::point::{CELLS, Point};
use crate::base::bits::Bits;

const WORDS: usize = CELLS / 64;

/// A set of points. Iterates in ascending point index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Whether the point is a member.
    #[inline]
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        let i = p.index();
        self.0[(i >> 6) % WORDS] >> (i & 63) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, p: Point) {
        let i = p.index();
        self.0[(i >> 6) % WORDS] |= 1 << (i & 63);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, p: Point) {
        let i = p.index();
        self.0[(i >> 6) % WORDS] &= !(1 << (i & 63));
    }

    /// Adds the point if it is absent, takes it out if it is present.
    #[inline]
    pub fn toggle(&mut self, p: Point) {
        let i = p.index();
        self.0[(i >> 6) % WORDS] ^= 1 << (i & 63);
    }

    /// Whether there is no member.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The members of either set.
    #[must_use]
    pub fn union(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The members of both sets.
    #[must_use]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The members of this set that are not in the other.
    #[must_use]
    pub fn minus(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The members and everything within `radius` (0…5) king's steps of them, the margin included.
    #[inline]
    #[must_use]
    pub fn grown(&self, radius: u32) -> PointSet {
        let mut wide = self.0;
        for word in &mut wide {
            // A row is half a word; what leaves it sideways lands in the margin.
            for _ in 0..radius {
                *word |= *word << 1 | *word >> 1;
            }
        }
        let mut set = wide;
        for _ in 0..radius {
            let rows = set;
            for (i, word) in set.iter_mut().enumerate() {
                let below = if i > 0 { rows[i - 1] >> 32 } else { 0 };
                let above = if i + 1 < WORDS { rows[i + 1] << 32 } else { 0 };
                *word |= rows[i].rotate_left(32) | below | above;
            }
        }
        PointSet(set)
    }

    /// The members, ascending.
    #[inline]
    pub fn iter(&self) -> Points<'_> {
        Points { words: &self.0, word: 0, bits: Bits(self.0[0]) }
    }

    /// The lowest member.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }
}

/// The members of a set, ascending.
#[derive(Clone, Debug)]
pub struct Points<'a> {
    words: &'a [u64; WORDS],
    /// The word that is being read, and what is left of it.
    word: usize,
    bits: Bits,
}

impl Iterator for Points<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        loop {
            if let Some(bit) = self.bits.next() {
                return Some(Point::from_raw((self.word as u32 * 64 + bit) as u16));
            }
            self.bits = Bits(*self.words.get(self.word + 1)?);
            self.word += 1;
        }
    }
}

impl Default for PointSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for p in points {
            self.insert(p);
        }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_reaches_every_neighbour() {
        for (x, y) in [(0, 0), (21, 21), (7, 8), (21, 0), (8, 7)] {
            let p = Point::new(x, y).unwrap();
            for radius in 0..=5 {
                let grown = PointSet::from_iter([p]).grown(radius);
                for q in crate::board::BoardSize::new(22, 22).unwrap().points() {
                    let distance = q.x().abs_diff(x).max(q.y().abs_diff(y));
                    assert_eq!(
                        grown.contains(q),
                        u32::from(distance) <= radius,
                        "{p} {q} {radius}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_set_behaves_as_a_set() {
        let p = |x, y| Point::new(x, y).unwrap();
        let mut a: PointSet = [p(21, 21), p(0, 0), p(7, 7)].into_iter().collect();
        assert_eq!(a.iter().collect::<Vec<_>>(), [p(0, 0), p(7, 7), p(21, 21)]);
        a.toggle(p(7, 7));
        assert!(!a.contains(p(7, 7)) && a.len() == 2);
        let b: PointSet = [p(0, 0), p(1, 0)].into_iter().collect();
        assert_eq!(a.union(&b).len(), 3);
        assert_eq!(a.intersection(&b).first(), Some(p(0, 0)));
        assert_eq!(a.minus(&b).first(), Some(p(21, 21)));
        a.remove(p(0, 0));
        a.remove(p(21, 21));
        assert!(a.is_empty());
    }
}
