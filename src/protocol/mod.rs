//! Floor 8: lines of text to commands, events to lines of text.

pub mod console;
pub mod dialect;
pub mod gomocup;
pub mod intake;
pub mod lines;

pub use dialect::{Dialect, Parsed};
pub use gomocup::Gomocup;
pub use intake::Intake;
