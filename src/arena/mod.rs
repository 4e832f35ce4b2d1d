//! Floor 8: what the results of games between engines mean.
//!
//! [`Pairs`] counts results, [`elo`] says how strong they make an engine look, and [`sprt`] when enough games were
//! played.

pub mod elo;
pub mod pairs;
pub mod sprt;

pub use elo::Estimate;
pub use pairs::Pairs;
pub use sprt::{Sprt, Verdict};
