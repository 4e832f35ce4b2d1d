//! Walking over the set bits of a word.

/// Iterator over the indices (0…63) of the set bits of a word, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn bits_come_lowest_first() {
        assert_eq!(Bits(0).count(), 0);
        assert_eq!(Bits(1 << 63 | 0b1010).collect::<Vec<_>>(), [1, 3, 63]);
    }
}
