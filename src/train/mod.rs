//! Floor 8: what the evaluation is fitted on, and how.
//!
//! [`openings`] finds positions near 50 %, [`selfplay`] plays games from them.

pub mod openings;
pub mod selfplay;
