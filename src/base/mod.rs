//! Floor 0: small tools without any knowledge of the game.

pub mod bits;
pub mod clock;
pub mod units;
