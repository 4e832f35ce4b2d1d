//! Floor 8: what the evaluation is fitted on, and how.
//!
//! [`openings`] finds positions near 50 %, [`selfplay`] plays games from them and
//! looks at what the searches came across ([`sampled`]), [`samples`] reads the games, [`value`] and [`policy`] fit the numbers of a law to them with [`minimise`], and [`export`] brings them
//! into the form of [`crate::eval::tables`]. Floating point is for here alone: what decides a move later is
//! rounded.

pub mod columns;
pub mod export;
pub mod minimise;
pub mod openings;
pub mod policy;
pub mod sampled;
pub mod samples;
pub mod selfplay;
pub mod value;
