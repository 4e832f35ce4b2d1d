//! Floor 5: what a position is worth.

pub mod classical;
pub mod combination;
pub mod evaluator;
pub mod fitted;
pub mod score;
pub mod tables;
pub mod threats;

pub use classical::Classical;
pub use evaluator::Evaluator;
pub use fitted::{Fitted, policy};
pub use score::Score;
