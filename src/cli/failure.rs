//! How a command ends: exit codes, and why it did not succeed.

use std::io;
use std::process::ExitCode;

use thiserror::Error;

/// The exit codes of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done; a win was found; every line of a batch was answered.
    Done = 0,
    /// 1: there is no win of the kind asked for.
    NoWin = 1,
    /// 2: a limit came first.
    Unknown = 2,
    /// 64: the command line makes no sense, or names a file that cannot be written.
    Usage = 64,
    /// 65: what was to be read is wrong.
    Data = 65,
    /// 70: a defect of the program itself, or its output could not be written.
    Internal = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command gave up.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// What was to be read is wrong.
    #[error("{0}")]
    Data(String),
    /// The options do not go together.
    #[error("{0}")]
    Usage(String),
    /// A file could not be written.
    #[error("cannot write {0}")]
    File(String),
    /// The answer could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// The exit code that tells it.
    pub(super) fn exit(&self) -> Exit {
        match self {
            Failure::Data(_) => Exit::Data,
            // A file that cannot be written was badly chosen.
            Failure::Usage(_) | Failure::File(_) => Exit::Usage,
            Failure::Output(_) => Exit::Internal,
        }
    }
}
