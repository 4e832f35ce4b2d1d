//! Standard input and output, and the three threads that serve them.
//!
//! ```text
//!  stdin ─▶ reader ──requests──▶ engine ──lines──▶ writer ─▶ stdout
//!              └───── signals ─────┘
//! ```
//!
//! The reader stamps what it reads with the time and turns it into requests at once, also while the
//! engine thinks; the engine answers them one after the other; the writer flushes every line. After
//! `END` or the end of the input the process leaves within [`FAREWELL`], whatever the engine does.

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::dialect::Dialect;
use super::gomocup::Gomocup;
use super::intake::Intake;
use crate::base::clock::{Clock, SystemClock};
use crate::engine::memory::LEAST_TABLE_BYTES;
use crate::engine::{EngineOptions, Event, Flow, Player, Request, Session, Signals};
use crate::search::Searcher;

/// How long the process may take to leave, once nothing more can come.
pub const FAREWELL: Duration = Duration::from_millis(700);

/// Exit code for a command line that makes no sense.
const USAGE_ERROR: u8 = 64;
/// Exit code where the program itself has failed.
const INTERNAL_ERROR: u8 = 70;

/// Bytes read at a time.
const CHUNK: usize = 1 << 16;
/// Stack of the thread that thinks, in bytes.
const ENGINE_STACK: usize = 16 << 20;

/// What the threads tell the one that waits for them.
enum Milestone {
    /// Nothing more will be read.
    InputEnded,
    /// Nothing more will be written.
    OutputEnded,
}

/// Holds one conversation over any pair of streams, until `END` or the end of the input.
///
/// `make_player` is called in the thread that thinks.
///
/// # Errors
/// When a thread cannot be started.
pub fn converse<P: Player>(
    options: EngineOptions,
    clock: Arc<dyn Clock>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    make_player: impl FnOnce(&EngineOptions) -> P + Send + 'static,
) -> io::Result<()> {
    let signals = Arc::new(Signals::new());
    let (to_engine, requests) = mpsc::channel::<Request>();
    let (to_writer, lines) = mpsc::channel::<Vec<String>>();
    let (milestone, milestones) = mpsc::channel::<Milestone>();

    let intake = Intake::new(Gomocup::new(), Arc::clone(&signals));
    let (reader_clock, reader_done) = (Arc::clone(&clock), milestone.clone());
    start("reader", 1 << 20, move || {
        read_all(input, intake, &*reader_clock, &to_engine);
        // Nobody listens any more when the process is about to leave anyway.
        let _ = reader_done.send(Milestone::InputEnded);
    })?;
    start("writer", 1 << 20, move || {
        write_all(output, &lines);
        let _ = milestone.send(Milestone::OutputEnded);
    })?;
    start("engine", ENGINE_STACK, move || {
        let player = make_player(&options);
        let mut session = Session::new(&options, player, &*clock, &signals);
        let dialect = Gomocup::new();
        let mut say = |event| {
            let _ = to_writer.send(dialect.render(&event));
        };
        for request in requests {
            let handled = catch_unwind(AssertUnwindSafe(|| session.handle(&request, &mut say)));
            match handled {
                Ok(Flow::Continue) => {}
                Ok(Flow::Quit) => break,
                // A mistake of ours must not look to the manager like an engine that hangs.
                Err(_) => say(Event::Refused("internal error".to_owned())),
            }
        }
    })?;

    // The output may end first, when the engine is quick.
    if let Ok(Milestone::InputEnded) = milestones.recv() {
        let _ = milestones.recv_timeout(FAREWELL);
    }
    Ok(())
}

/// Holds a conversation on standard input and output with the searcher as player.
///
/// Nothing is written on standard error, whatever happens: managers read it as answers.
pub fn run(options: EngineOptions) -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let clock = Arc::new(SystemClock::new());
    let player = |options: &EngineOptions| {
        Searcher::new(options.threads, usize::try_from(LEAST_TABLE_BYTES).unwrap_or(1 << 20))
    };
    match converse(options, clock, io::stdin(), io::stdout(), player) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(INTERNAL_ERROR),
    }
}

/// The same, with the options as they stand on the command line after the program's name. A mistake
/// in them is told on standard error, in one line.
pub fn run_with_arguments(arguments: impl Iterator<Item = String>) -> ExitCode {
    match EngineOptions::parse(arguments) {
        Ok(options) => run(options),
        Err(error) => {
            // Where even that cannot be written, the exit code has to do.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(USAGE_ERROR)
        }
    }
}

fn start(
    name: &str,
    stack: usize,
    body: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).stack_size(stack).spawn(body)
}

/// Reads until the input ends or has said `END`.
fn read_all(
    mut input: impl Read,
    mut intake: Intake<impl Dialect>,
    clock: &dyn Clock,
    to_engine: &Sender<Request>,
) {
    let mut chunk = vec![0; CHUNK];
    // An engine that is gone takes no more requests.
    let pass_on = |request| {
        let _ = to_engine.send(request);
    };
    while !intake.has_ended() {
        match input.read(&mut chunk) {
            Ok(0) => intake.close(clock.now(), pass_on),
            Ok(n) => intake.feed(chunk.get(..n).unwrap_or_default(), clock.now(), pass_on),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => intake.close(clock.now(), pass_on),
        }
    }
}

/// Writes lines until there are no more, or nobody reads them.
fn write_all(mut output: impl Write, lines: &mpsc::Receiver<Vec<String>>) {
    for group in lines {
        let text: String = group.into_iter().map(|line| line + "\n").collect();
        if output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}
