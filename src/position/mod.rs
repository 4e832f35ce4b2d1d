//! Floor 4: the state of a game, kept up to date move by move.

pub mod candidates;
pub mod capture;
mod ending;
pub mod legality;
#[expect(clippy::module_inception, reason = "the file holds the type of the same name")]
pub mod position;
mod queries;
pub mod setup;
#[cfg(test)]
pub(crate) mod sharp;
pub mod sight;
pub mod validate;
mod views;

pub use position::Position;
pub use setup::{MoveError, Setup, SetupError};
pub use sight::{Change, ShapeCode};
