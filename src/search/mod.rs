//! Floor 6: finding the move.

pub mod time;
