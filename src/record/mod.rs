//! Floor 3: positions as people and programs write them down.
//!
//! [`read`] takes any text and recognises its form by itself; the result is one or more
//! [`PositionInput`]s. Nothing here plays a move: whether a position can arise is decided on the
//! floor above, by `position`. [`SgfWriter`] and [`Picture`] go the other way.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod binpack;
mod diagram;
mod error;
mod gomocup;
mod input;
mod json;
pub mod picture;
mod psq;
mod sgf;
mod sgf_write;

pub use error::{InputError, Problem};
pub use input::{
    Assumed, Form, Known, PositionInput, Record, Records, RowOrder, begins_json_lines, parse_color,
    parse_size, read, read_line,
};
pub use picture::Picture;
pub use sgf_write::SgfWriter;

#[cfg(test)]
mod tests;
