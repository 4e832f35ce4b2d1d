//! `kagetsu solve`: forced wins.
//!
//! Positions of a batch are solved next to one another and answered in order. A win is told only when
//! its certificate has passed the checker, which knows the rules alone.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::answer::{Files, Written, object, text};
use super::args::SolveOptions;
use super::batch::in_order;
use super::failure::{Exit, Failure};
use super::files::Names;
use super::positions::{BadLine, Item, load};
use super::progress::{Came, Progress, Work};
use super::solver::{Answer, Solver};
use crate::rules::RuleSpec;

/// Stack of a thread that solves; lines can be long.
const STACK: usize = 16 << 20;

/// A position, and what its files are called.
struct Job {
    item: Item,
    stem: String,
}

/// What is to be told of a position.
enum Told {
    Answer(String, Work),
    Bad(BadLine, Exit),
    Failed(Failure),
}

/// Solves every position.
pub(super) fn run(options: &SolveOptions, out: &mut (dyn Write + Send)) -> Result<Exit, Failure> {
    let inputs = load(&options.input, RuleSpec::FREESTYLE)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.map_or(0, usize::from))
        .stack_size(STACK)
        .build()
        .map_err(std::io::Error::other)?;
    let (objects, several) = (options.json || inputs.batch, inputs.several);
    let files = Files::new(options, several)?;
    let mut names = Names::default();
    let jobs = inputs.map(|item| {
        item.map(|item| {
            let stem = if files.any() { names.next(item.id()) } else { String::new() };
            Job { item, stem }
        })
    });
    let solvers = Mutex::new(Vec::new());
    // Either several positions next to one another, or several threads at one.
    let workers = pool.current_num_threads().max(1);
    let (bytes, threads) =
        if several { (options.memory / workers, 1) } else { (options.memory, workers) };
    let new = || Solver::new(bytes, threads);
    let work = |job, cancelled: &AtomicBool| {
        let idle = || solvers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut solver = idle().pop().unwrap_or_else(new);
        let told = answer(&mut solver, &new, job, options, &files, objects, cancelled);
        idle().push(solver);
        told
    };
    let mut progress = Progress::new(several && !options.quiet);
    let (mut exit, mut first) = (Exit::Done, true);
    let tell = |told| {
        match told {
            Told::Answer(text, work) => {
                progress.aside(|| {
                    if !objects && !first {
                        writeln!(out)?;
                    }
                    write!(out, "{text}")?;
                    out.flush()
                })?;
                progress.count(work);
                if !several {
                    exit = exit_of(work.came);
                }
            }
            Told::Bad(bad, code) => {
                progress.aside(|| {
                    bad.tell(objects, out)?;
                    out.flush()
                })?;
                progress.count(Work::ERROR);
                exit = if exit == Exit::Internal { exit } else { code };
            }
            Told::Failed(failure) => return Err(failure),
        }
        first = false;
        Ok(())
    };
    in_order(&pool, jobs, work, tell)?;
    progress.finish(pool.current_num_threads());
    Ok(exit)
}

/// Solves one position and writes its files. A defect of the program is an answer too: the others of a
/// batch are not to suffer from it.
fn answer(
    solver: &mut Solver,
    new: &dyn Fn() -> Solver,
    job: Job,
    options: &SolveOptions,
    files: &Files,
    objects: bool,
    cancelled: &AtomicBool,
) -> Told {
    let Job { item, stem } = job;
    let id = item.id().cloned();
    let solved = catch_unwind(AssertUnwindSafe(|| {
        let loaded = item.load_unfinished().map_err(|bad| Told::Bad(bad, Exit::Data))?;
        let solved = solver.solve(&loaded.position, options, cancelled).map_err(|error| {
            Told::Bad(BadLine { id: loaded.input.id.clone(), error }, Exit::Internal)
        })?;
        let written = match &solved.answer {
            Answer::Win(win) => files.write(&loaded, win, &stem).map_err(Told::Failed)?,
            _ => Written::new(),
        };
        let work = Work::of(&solved);
        let text = if objects {
            format!("{}\n", Value::Object(object(&loaded, &solved, written, options)))
        } else {
            text(&loaded, &solved, written, options)
        };
        Ok(Told::Answer(text, work))
    }));
    match solved {
        Ok(told) => told.unwrap_or_else(|bad| bad),
        Err(_) => {
            *solver = new();
            Told::Bad(BadLine { id, error: "internal error".to_owned() }, Exit::Internal)
        }
    }
}

/// The exit code for a single position.
const fn exit_of(came: Came) -> Exit {
    match came {
        Came::Win => Exit::Done,
        Came::NoWin => Exit::NoWin,
        Came::Unknown => Exit::Unknown,
        Came::Error => Exit::Data,
    }
}
