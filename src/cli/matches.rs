//! `kagetsu match`: engines against each other.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{Exit, Failure};
use super::match_args::MatchOptions;
use super::rules::gomocup_number;
use crate::arena::Sprt;
use crate::arena::export;
use crate::arena::openings::{self, Openings};
use crate::arena::player::Table;
use crate::arena::record::{GameRecord, Outcome};
use crate::arena::referee::Strictness;
use crate::arena::report::Report;
use crate::arena::runner::{Match, MatchError};
use crate::arena::schedule::Schedule;
use crate::arena::spec::{Limits, name_apart};
use crate::arena::tally::Tally;
use crate::rules::RuleSpec;

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        match error {
            MatchError::OtherMatch { .. } => Failure::Data(error.to_string()),
            MatchError::Engine { .. } | MatchError::Threads(_) => Failure::Usage(error.to_string()),
        }
    }
}

/// Plays the match and tells what came of it.
pub(super) fn run(options: &MatchOptions, out: &mut (dyn Write + Send)) -> Result<Exit, Failure> {
    let of = set_up(options)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in signal_hook::consts::TERM_SIGNALS {
        signal_hook::flag::register(*signal, Arc::clone(&stop))?;
    }
    let path = options.games_out.as_deref();
    let played = path.map(read_games).transpose()?.unwrap_or_default();
    let tally = of.resume(&played)?;
    let done: HashSet<u64> = played.iter().map(|record| record.game).collect();
    if !done.is_empty() && !options.quiet {
        say(&format!("{} games were played before", done.len()));
    }
    of.try_engines(&stop)?;
    let mut file = path.map(append).transpose()?;
    if let Some(dir) = &options.psq {
        std::fs::create_dir_all(dir).map_err(|e| cannot_write(dir, &e))?;
    }
    let tally = of.play(tally, &done, &stop, |record, tally| {
        if let Some((file, path)) = &mut file {
            write_game(file, record).map_err(|e| cannot_write(path, &e))?;
        }
        export_game(options, record)?;
        if !options.quiet {
            say(&running(&of, record, tally));
        }
        Ok::<(), Failure>(())
    })?;
    let report = Report::new(&of, &tally);
    match options.json {
        true => {
            let text = serde_json::to_string(&report).map_err(io::Error::from)?;
            writeln!(out, "{text}")?;
        }
        false => write!(out, "{report}")?,
    }
    let interrupted = stop.load(Ordering::Relaxed) && !of.is_decided(&tally);
    Ok(if interrupted { Exit::Unknown } else { Exit::Done })
}

fn say(line: &str) {
    // A terminal that is gone does not end a match.
    let _ = writeln!(io::stderr(), "{line}");
}

/// One game, and the score after it.
fn running(of: &Match, record: &GameRecord, tally: &Tally) -> String {
    let result = match record.result {
        Outcome::Black => "1-0",
        Outcome::White => "0-1",
        Outcome::Draw => "½-½",
    };
    let detail = match record.detail.as_str() {
        "" => String::new(),
        detail => format!(" ({detail})"),
    };
    let (games, all) = (tally.games(), of.schedule.games());
    let score = Report::new(of, tally).running();
    let ([black, white], reason) = (&record.players, record.reason.name());
    format!("[{games}/{all}] {black} {result} {white}, {reason}{detail}; {score}")
}

fn set_up(options: &MatchOptions) -> Result<Match, Failure> {
    let usage = |what: String| Failure::Usage(what);
    let mut engines = options.engines.clone();
    name_apart(&mut engines);
    if engines.len() < 2 {
        return Err(usage("a match needs two engines: --engine … --engine …".to_owned()));
    }
    let size = options.size.unwrap_or(options.rule.board);
    // A law without a number goes by its name: Kagetsu understands it.
    let rule_code = gomocup_number(&options.rule)
        .map_or_else(|| options.rule.name.to_string(), |number| number.to_string());
    let limits = limits(options);
    let schedule = Schedule::new(engines.len(), rounds(options), options.gauntlet);
    let sprt = match options.sprt.as_slice() {
        [elo0, elo1] if elo0 < elo1 => {
            Some(Sprt { alpha: options.alpha, beta: options.beta, ..Sprt::new(*elo0, *elo1) })
        }
        [] => None,
        _ => return Err(usage("--sprt: the first guess must be below the second".to_owned())),
    };
    if sprt.is_some() && engines.len() != 2 {
        return Err(usage("--sprt is for two engines".to_owned()));
    }
    Ok(Match {
        engines,
        schedule,
        table: Table { size, rule_code },
        limits,
        strictness: Strictness {
            margin: options.margin,
            grace: options.grace,
            draw_after: options.draw_after,
            resign: resign(options)?,
            ..Strictness::default()
        },
        openings: read_openings(options, &options.rule, size)?,
        rule: options.rule.clone(),
        seed: options.seed,
        concurrency: usize::from(options.concurrency),
        keep: options.keep,
        sprt,
    })
}

/// What `--resign` says: a score and for how many moves.
fn resign(options: &MatchOptions) -> Result<Option<(i32, usize)>, Failure> {
    match options.resign.as_slice() {
        [] => Ok(None),
        &[score, count] if score > 0 && count > 0 => {
            Ok(Some((score, usize::try_from(count).unwrap_or(usize::MAX))))
        }
        _ => Err(Failure::Usage("--resign: expected a score and a count above 0".to_owned())),
    }
}

/// The limits for all; a second a move where nothing is said.
fn limits(options: &MatchOptions) -> Limits {
    let limits = Limits {
        turn: options.turn,
        game: options.game,
        increment: options.increment,
        nodes: options.nodes,
        depth: options.depth,
        memory: options.memory,
    };
    let said = Limits { memory: None, increment: None, ..limits } != Limits::default();
    let second = std::time::Duration::from_secs(1);
    Limits { turn: limits.turn.or((!said).then_some(second)), ..limits }
}

/// Pairs of games for each two engines.
fn rounds(options: &MatchOptions) -> u64 {
    match (options.pairs, options.games) {
        (Some(pairs), _) => pairs,
        (None, Some(games)) => games.div_ceil(2),
        (None, None) if !options.sprt.is_empty() => 100_000,
        (None, None) => 50,
    }
}

fn read_openings(
    options: &MatchOptions,
    rule: &RuleSpec,
    size: crate::board::BoardSize,
) -> Result<Openings, Failure> {
    let mut all = Vec::new();
    for path in &options.openings {
        let shown = path.display();
        let bytes = std::fs::read(path).map_err(|e| Failure::Data(format!("{shown}: {e}")))?;
        let name = path.file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
        let found = openings::read(&bytes, &name, rule, size);
        if !options.quiet {
            for why in &found.left_out {
                say(&format!("left out: {why}"));
            }
        }
        all.extend(found.openings);
    }
    match (options.openings.is_empty(), all.is_empty()) {
        (true, _) => Ok(Openings::Drawn),
        (false, false) => Ok(Openings::Listed(all)),
        (false, true) => {
            let rule = &rule.name;
            Err(Failure::Data(format!("no opening can be played under {rule} on {size}")))
        }
    }
}

/// The games of an earlier run. The last line may be broken off: what is there without its end was not finished.
fn read_games(path: &Path) -> Result<Vec<GameRecord>, Failure> {
    let shown = path.display();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::Data(format!("{shown}: {error}"))),
    };
    let mut games = Vec::new();
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = reader.read_until(b'\n', &mut line);
        read.map_err(|e| Failure::Data(format!("{shown}: {e}")))?;
        if !line.ends_with(b"\n") {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let game = serde_json::from_slice(&line);
        games.push(game.map_err(|e| Failure::Data(format!("{shown}: line {number}: {e}")))?);
    }
    Ok(games)
}

/// Opens the file of games for writing at its end; a line that was broken off is taken away.
fn append(path: &Path) -> Result<(File, PathBuf), Failure> {
    let open = || {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        if whole < bytes.len() {
            file.set_len(whole as u64)?;
        }
        Ok(file)
    };
    open().map(|file| (file, path.to_owned())).map_err(|e| cannot_write(path, &e))
}

/// One line, in one piece.
fn write_game(file: &mut File, record: &GameRecord) -> io::Result<()> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    file.write_all(&line)?;
    file.flush()
}

/// The game in the forms of other programs.
fn export_game(options: &MatchOptions, record: &GameRecord) -> Result<(), Failure> {
    if let (Some(dir), Some(text)) = (&options.psq, export::psq(record)) {
        let path = dir.join(format!("{}.psq", record.game));
        std::fs::write(&path, text).map_err(|e| cannot_write(&path, &e))?;
    }
    if let (Some(path), Some(text)) = (&options.sgf, export::sgf(record)) {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|e| cannot_write(path, &e))?;
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::File(format!("{}: {error}", path.display()))
}
