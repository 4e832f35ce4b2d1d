//! Floor 7: one session with one manager, whatever dialect it speaks.

pub mod command;
pub mod event;
pub mod memory;
pub mod options;
pub mod signals;

pub use command::{Command, CommandError, Coordinates, Request, Setting};
pub use event::{Evaluation, Event, Refusal, Report};
pub use options::{EngineOptions, OptionError};
pub use signals::Signals;
