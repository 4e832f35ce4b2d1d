//! Floor 1: coordinates and stones. Nothing here knows a rule.

pub mod color;
pub mod dir;
pub mod grid;
pub mod notation;
pub mod point;
pub mod pointset;
pub mod size;
pub mod symmetry;
pub mod zobrist;

pub use color::{ByColor, Color};
pub use dir::Dir;
pub use grid::{Cell, Grid};
pub use point::Point;
pub use pointset::{PointSet, Points};
pub use size::BoardSize;
pub use symmetry::Symmetry;
