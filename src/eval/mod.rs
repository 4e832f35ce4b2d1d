//! Floor 5: what a position is worth.

pub mod classical;
pub mod evaluator;
pub mod score;

pub use classical::Classical;
pub use evaluator::Evaluator;
pub use score::Score;
