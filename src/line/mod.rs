//! Floor 2: one line at a time. What would a stone make on this line?
//!
//! [`lines::Lines`] keeps every line of the board as a word of two-bit cells; [`window`] cuts out the
//! neighbourhood of a point and numbers it; [`table`] knows for every such number the [`shape::Shape`]
//! that a stone of either colour would make there; [`class`] joins the four shapes of a point.

mod build;
pub mod class;
pub mod lines;
#[cfg(test)]
mod played_out;
pub mod shape;
pub mod table;
pub mod window;

pub use class::Class;
pub use lines::Lines;
pub use shape::Shape;
pub use table::{LawTables, LineLaw};
