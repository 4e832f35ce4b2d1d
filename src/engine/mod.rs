//! Floor 7: one session with one manager, whatever dialect it speaks.

pub mod brain;
pub mod command;
pub mod event;
mod game;
pub mod memory;
pub mod options;
pub mod player;
pub mod session;
mod settings;
pub mod signals;
pub mod swap2;

pub use command::{Command, CommandError, Coordinates, Request, Setting};
pub use event::{Evaluation, Event, Refusal, Report};
pub use options::{EngineOptions, OptionError};
pub use player::{Player, ThinkLimits, Thought, Watcher};
pub use session::{Flow, Session};
pub use signals::Signals;
