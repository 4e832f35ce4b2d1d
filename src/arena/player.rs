//! One engine at the board: the manager's side of the Gomocup protocol.
//!
//! ```text
//! START 15                    ─▶  OK
//! INFO timeout_turn … rule …
//! ABOUT                       ─▶  name="…", …
//! INFO time_left …
//! BOARD … DONE (or BEGIN)     ─▶  MESSAGE …   x,y        first question of a game
//! INFO time_left …
//! TURN x,y                    ─▶  MESSAGE …   x,y        all others
//! END
//! ```
//!
//! As Gomocup's judge does, the settings are sent without waiting for the `OK`, and a line that is no move and no message
//! is passed over; the last of them is remembered, for the report.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::messages;
use super::process::{Heard, Line, Process};
use super::record::Told;
use super::spec::{EngineSpec, Limits};
use crate::board::{BoardSize, Color, Point};

/// How long an engine may take to answer to its `START`.
pub const START_TIME: Duration = Duration::from_secs(20);

/// How long its answer to `ABOUT` is waited for.
const ABOUT_TIME: Duration = Duration::from_secs(2);

/// `INFO` for no limit.
const UNLIMITED: i64 = 2_147_483_647;

/// The table that a game is played at.
#[derive(Clone, Debug)]
pub struct Table {
    /// The board.
    pub size: BoardSize,
    /// The law as `INFO rule` names it.
    pub rule_code: String,
}

/// An answer to a question for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Where the engine wants to play, as it says it.
    pub at: (i64, i64),
    /// How long it took.
    pub took: Duration,
    /// What it told of its search.
    pub told: Told,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It has left or could not be started; what is known of it.
    Crash(String),
    /// It said nothing usable in the time it was given; the last other thing it said.
    Hang(String),
    /// The match is to be stopped.
    Stopped,
}

/// An engine with its process, started when a game begins.
#[derive(Debug)]
pub struct Player {
    spec: EngineSpec,
    limits: Limits,
    process: Option<Process>,
    /// Whether the next question is the first of a game.
    first: bool,
    /// Whether it answers to `ABOUT`, as far as is known.
    tells_about: bool,
    /// The last line that was neither a move nor a message.
    stray: String,
}

impl Player {
    /// An engine that plays under these limits; it is not started yet.
    #[must_use]
    pub fn new(spec: &EngineSpec, limits: Limits) -> Player {
        let spec = spec.clone();
        Player { spec, limits, process: None, first: true, tells_about: true, stray: String::new() }
    }

    /// Sits down for a new game: starts the engine, or sends `RESTART` to one that has been kept.
    ///
    /// # Errors
    /// When it does not answer `OK`.
    pub fn sit(&mut self, table: &Table, stop: &AtomicBool) -> Result<(), NoAnswer> {
        self.first = true;
        self.stray.clear();
        if self.process.is_some() {
            if self.greet("RESTART\n", table, stop).is_ok() {
                return Ok(());
            }
            self.process = None;
        }
        let process = Process::start(&self.spec.command, self.spec.dir.as_deref());
        self.process = Some(process.map_err(|error| NoAnswer::Crash(error.to_string()))?);
        let (width, height) = (table.size.width(), table.size.height());
        let start = match table.size.is_square() {
            true => format!("START {width}\n"),
            false => format!("RECTSTART {width},{height}\n"),
        };
        self.greet(&start, table, stop)
    }

    /// Sends a command that begins a game, then all settings, and waits for the `OK`; then for the answer to `ABOUT`, which says
    /// that it has read them all. Without it what they take, a table of many megabytes perhaps, would be counted
    /// as time of the first move. An engine that does not answer to `ABOUT` is not asked again.
    fn greet(&mut self, start: &str, table: &Table, stop: &AtomicBool) -> Result<(), NoAnswer> {
        let text = start.to_owned() + &self.settings(table);
        let until = self.now() + START_TIME;
        self.send(&text)?;
        loop {
            let line = self.hear(until, stop)?.0;
            if line.to_ascii_uppercase().starts_with("OK") {
                break;
            }
            if line.to_ascii_uppercase().starts_with("ERROR") {
                return Err(NoAnswer::Crash(line));
            }
            self.remember(line);
        }
        if self.tells_about {
            self.send("ABOUT\n")?;
            self.tells_about = self.hears_about(stop)?;
        }
        Ok(())
    }

    fn hears_about(&mut self, stop: &AtomicBool) -> Result<bool, NoAnswer> {
        let until = self.now() + ABOUT_TIME;
        loop {
            match self.process.as_ref().map_or(Heard::Closed, |p| p.hear(until, stop)) {
                Heard::Line(line) if line.at > until => return Ok(false),
                Heard::Line(line) if is_remark(&line.text) => {}
                Heard::Line(_) => return Ok(true),
                Heard::Nothing => return Ok(false),
                Heard::Closed => return Err(self.crash()),
                Heard::Stopped => return Err(NoAnswer::Stopped),
            }
        }
    }

    fn settings(&self, table: &Table) -> String {
        let limits = &self.limits;
        let game = limits.game.map_or(0, ms);
        let turn = limits.turn.or(limits.game).map_or(UNLIMITED, ms);
        let mut info =
            vec![("timeout_turn", turn.to_string()), ("timeout_match", game.to_string())];
        info.extend(limits.increment.map(|time| ("time_increment", ms(time).to_string())));
        info.push(("max_memory", limits.memory.unwrap_or(0).to_string()));
        info.push(("game_type", "1".to_owned()));
        info.push(("rule", table.rule_code.clone()));
        info.extend(limits.nodes.map(|n| ("max_node", n.to_string())));
        info.extend(limits.depth.map(|n| ("max_depth", n.to_string())));
        let own = self.spec.info.iter().map(|(key, value)| (key.as_str(), value.clone()));
        info.into_iter().chain(own).fold(String::new(), |mut text, (key, value)| {
            let _ = writeln!(text, "INFO {key} {value}");
            text
        })
    }

    /// Asks for a move. `stones` are all that lie on the board, in order, the opponent's last; `left` is what is left
    /// of the time for the game, and `patience` how long to wait.
    ///
    /// # Errors
    /// When no move comes.
    pub fn ask(
        &mut self,
        stones: &[(Color, Point)],
        color: Color,
        left: Option<i64>,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Answer, NoAnswer> {
        let mut text = format!("INFO time_left {}\n", left.unwrap_or(UNLIMITED));
        match stones {
            [] => text += "BEGIN\n",
            [.., (_, last)] if !self.first => {
                let _ = writeln!(text, "TURN {},{}", last.x(), last.y());
            }
            stones => {
                text += "BOARD\n";
                for (owner, p) in stones {
                    let field = if *owner == color { 1 } else { 2 };
                    let _ = writeln!(text, "{},{},{field}", p.x(), p.y());
                }
                text += "DONE\n";
            }
        }
        self.first = false;
        self.stray.clear();
        // What it has said before it was asked is no answer; it may well talk on.
        let begin = self.now();
        while let Some(process) = &self.process
            && let Heard::Line(Line { at, .. }) = process.hear(begin, stop)
            && at < begin
        {}
        let asked = self.now();
        self.send(&text)?;
        let mut told = Told::default();
        loop {
            let (line, at) = self.hear(asked.saturating_add(patience), stop)?;
            if let Some(point) = coordinates(&line) {
                return Ok(Answer { at: point, took: at.saturating_sub(asked), told });
            }
            messages::read(&line, &mut told);
            self.remember(line);
        }
    }

    fn now(&self) -> Duration {
        self.process.as_ref().map(Process::now).unwrap_or_default()
    }

    fn send(&mut self, text: &str) -> Result<(), NoAnswer> {
        let sent = self.process.as_mut().map(|process| process.send(text));
        if matches!(sent, Some(Ok(()))) { Ok(()) } else { Err(self.crash()) }
    }

    /// The next line and when it came. Where somebody talks without end, the time counts all the same.
    fn hear(&mut self, until: Duration, stop: &AtomicBool) -> Result<(String, Duration), NoAnswer> {
        let heard =
            self.process.as_ref().map_or(Heard::Closed, |process| process.hear(until, stop));
        match heard {
            Heard::Line(line) if line.at <= until => Ok((line.text, line.at)),
            Heard::Line(_) | Heard::Nothing => {
                self.process = None;
                Err(NoAnswer::Hang(std::mem::take(&mut self.stray)))
            }
            Heard::Closed => Err(self.crash()),
            Heard::Stopped => Err(NoAnswer::Stopped),
        }
    }

    /// What is known of an engine that has left.
    fn crash(&mut self) -> NoAnswer {
        let Some(mut process) = self.process.take() else { return NoAnswer::Crash(String::new()) };
        let ended = process.leave();
        let said = process.complaint().unwrap_or_else(|| std::mem::take(&mut self.stray));
        let parts: Vec<String> = [ended.unwrap_or_default(), said].into();
        let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|p| !p.is_empty()).collect();
        NoAnswer::Crash(parts.join(": "))
    }

    fn remember(&mut self, line: String) {
        if !is_remark(&line) {
            self.stray = line.chars().take(200).collect();
        }
    }

    /// Gets up after a game; with `keep` the engine stays for the next one.
    pub fn rise(&mut self, keep: bool) {
        if !keep && let Some(process) = self.process.take() {
            process.end("END\n");
        }
    }
}

/// A line that says nothing to the manager: a message, or nothing at all.
fn is_remark(line: &str) -> bool {
    let begins =
        |word: &&str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    line.is_empty() || ["MESSAGE", "DEBUG"].iter().any(begins)
}

fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(UNLIMITED).min(UNLIMITED)
}

/// A line that is `x,y` and nothing else.
fn coordinates(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_numbers_are_a_move() {
        assert_eq!(coordinates("7,8"), Some((7, 8)));
        assert_eq!(coordinates(" -1 , 99 "), Some((-1, 99)));
        for line in ["OK", "7", "7,8,1", "MESSAGE 7,8", "7,x", ","] {
            assert_eq!(coordinates(line), None, "{line}");
        }
    }

    #[test]
    fn settings_say_what_is_limited_and_what_is_not() {
        let spec = EngineSpec::parse("x,threads=2").unwrap();
        let table = Table { size: BoardSize::FIFTEEN, rule_code: "4".to_owned() };
        let settings = |limits| Player::new(&spec, limits).settings(&table);
        let nodes = settings(Limits { nodes: Some(500), ..Limits::default() });
        assert_eq!(
            nodes,
            "INFO timeout_turn 2147483647\nINFO timeout_match 0\nINFO max_memory 0\nINFO game_type 1\n\
             INFO rule 4\nINFO max_node 500\nINFO thread_num 2\n"
        );
        let game = Some(Duration::from_secs(180));
        let clock = settings(Limits { game, ..Limits::default() });
        assert!(clock.starts_with("INFO timeout_turn 180000\nINFO timeout_match 180000\n"));
    }
}
