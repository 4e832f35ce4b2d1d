//! Floor 9: what is typed in a terminal.
//!
//! Without a command the program is an engine on standard input and output; with one it answers and
//! ends. Results go to standard output, everything else to standard error, and the exit code says
//! how it went (see [`Exit`]).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod answer;
mod args;
mod batch;
mod bench;
mod board_text;
mod failure;
mod files;
mod find;
mod fit;
mod forbidden;
mod json_lines;
mod match_args;
mod matches;
mod openings;
mod png;
mod positions;
mod progress;
mod proof_sgf;
mod proof_view;
mod rules;
mod selfplay;
mod show;
mod solve;
mod solver;
mod tree;
mod verify;

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Arguments, Command};
pub use failure::Exit;
use failure::Failure;

use crate::protocol::console;

/// Reads the command line, does what it asks for and tells how it went.
#[must_use]
pub fn main() -> ExitCode {
    if starts_engine(std::env::args_os().nth(1).as_deref()) {
        if std::env::args_os().len() <= 1 && io::stdin().is_terminal() {
            let _ = writeln!(
                io::stderr(),
                "kagetsu: an engine, waiting for the Gomocup protocol; see kagetsu --help for more"
            );
        }
        let arguments = std::env::args_os().skip(1);
        return console::run_with_arguments(arguments.map(|a| a.to_string_lossy().into_owned()));
    }
    let command = match Arguments::try_parse() {
        Ok(arguments) => arguments.command,
        Err(error) => return answer_usage(&error),
    };
    panic::set_hook(Box::new(|panicked| {
        let what = panicked.to_string().replace('\n', " ");
        let _ = writeln!(io::stderr(), "kagetsu: internal error: {what}");
    }));
    let done = panic::catch_unwind(|| {
        let mut out = io::BufWriter::new(io::stdout());
        let exit = run(&command, &mut out)?;
        out.flush()?;
        Ok(exit)
    });
    match done {
        Ok(Ok(exit)) => exit.into(),
        // Whoever reads has seen enough, as `head` has.
        Ok(Err(Failure::Output(e))) if e.kind() == io::ErrorKind::BrokenPipe => Exit::Done.into(),
        Ok(Err(failure)) => {
            let _ = writeln!(io::stderr(), "kagetsu: {failure}");
            failure.exit().into()
        }
        Err(_) => Exit::Internal.into(),
    }
}

/// Whether a command line that begins like this starts the engine: with nothing, or with an option
/// that is not one of the program as a whole.
fn starts_engine(first: Option<&OsStr>) -> bool {
    let Some(first) = first else { return true };
    let text = first.to_string_lossy();
    text.starts_with("--") && !["--help", "--version"].contains(&&*text)
}

fn run(command: &Command, out: &mut (dyn Write + Send)) -> Result<Exit, Failure> {
    match command {
        Command::Rules(options) => rules::run(options, out),
        Command::Forbidden(options) => forbidden::run(options, out),
        Command::Solve(options) => solve::run(options, out),
        Command::Find(options) => find::run(options, out),
        Command::Verify(options) => verify::run(options, out),
        Command::Show(options) => show::run(options, out),
        Command::Match(options) => matches::run(options, out),
        Command::Openings(options) => openings::run(options, out),
        Command::Selfplay(options) => selfplay::run(options, out),
        Command::Fit(options) => fit::run(options, out),
        Command::Bench => bench::run(out),
    }
}

/// Prints what clap has to say: help on standard output, mistakes as one line on standard error.
fn answer_usage(error: &clap::Error) -> ExitCode {
    if let ErrorKind::DisplayHelp | ErrorKind::DisplayVersion = error.kind() {
        let _ = error.print();
        return Exit::Done.into();
    }
    let told = error.to_string();
    let told = told.split("\nUsage:").next().unwrap_or_default();
    let told = told.split("\nFor more information").next().unwrap_or_default();
    let words: Vec<&str> = told.split_whitespace().skip_while(|word| *word == "error:").collect();
    let _ = writeln!(io::stderr(), "kagetsu: {} (see kagetsu --help)", words.join(" "));
    Exit::Usage.into()
}
