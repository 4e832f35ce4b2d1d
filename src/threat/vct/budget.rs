//! What a win may still cost: threats other than fours, and the attacker's stones.

use crate::board::zobrist::Key;

/// What the attacker may still spend. `u16::MAX` means without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Moves that are no fours.
    pub threats: u16,
    /// Stones, the five included.
    pub stones: u16,
}

impl Budget {
    /// Without any limit.
    pub const UNLIMITED: Budget = Budget { threats: u16::MAX, stones: u16::MAX };

    /// After a stone that makes a four. `None` where there is no stone left for the five.
    pub(super) fn after_four(self) -> Option<Budget> {
        let stones = less(self.stones)?;
        (stones > 0).then_some(Budget { stones, ..self })
    }

    /// After a stone that makes no four. `None` where too little is left for a four and a five.
    pub(in crate::threat) fn after_threat(self) -> Option<Budget> {
        let (threats, stones) = (less(self.threats)?, less(self.stones)?);
        (stones > 1).then_some(Budget { threats, stones })
    }

    /// The most fours that a line of nothing but fours may have, the five to come after them.
    #[must_use]
    pub fn fours(self) -> u16 {
        self.stones.saturating_sub(1)
    }

    /// Tells equal positions with different budgets apart.
    pub(super) fn key(self) -> Key {
        if self == Budget::UNLIMITED {
            return 0;
        }
        let z = (u64::from(self.threats) << 16 | u64::from(self.stones)).wrapping_add(1);
        let z = z.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (z ^ z >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}

/// One less, where there is a limit; `None` at zero.
fn less(count: u16) -> Option<u16> {
    if count == u16::MAX { Some(count) } else { count.checked_sub(1) }
}
