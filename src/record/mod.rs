//! Floor 3: positions as people and programs write them down.
//!
//! [`read`] takes any text and recognises its form by itself; the result is one or more
//! [`PositionInput`]s. Nothing here plays a move: whether a position can arise is decided on the
//! floor above, by `position`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod diagram;
mod error;
mod gomocup;
mod input;
mod json;
mod psq;
mod sgf;

pub use error::{InputError, Problem};
pub use input::{
    Assumed, Form, Known, PositionInput, Record, Records, RowOrder, parse_color, parse_size, read,
};

#[cfg(test)]
mod tests;
