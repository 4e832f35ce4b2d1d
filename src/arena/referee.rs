//! One game between two engines, judged by the reference rules on a board of its own.
//!
//! An engine loses by its own fault when it leaves, plays where no stone can be put, plays a forbidden point, answers
//! late, or does not answer. How late an answer was is only known when it comes, so it is waited for a while.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::player::{NoAnswer, Player, Table};
use super::record::{GameRecord, Outcome, Reason, Told, written};
use super::spec::Limits;
use crate::board::{ByColor, Color, Point};
use crate::rules::reference::Game;
use crate::rules::{Ending, RuleSpec, WinBy};

/// How strict the referee is, and when it ends a game before its end.
#[derive(Clone, Copy, Debug)]
pub struct Strictness {
    /// What an answer may be late without losing.
    pub margin: Duration,
    /// How long a late answer is waited for.
    pub grace: Duration,
    /// How long an answer may take where time is not limited.
    pub patience: Duration,
    /// A game with so many moves is a draw.
    pub draw_after: Option<usize>,
    /// A game is lost when for so many moves of each side in a row both tell at least this score against the loser.
    pub resign: Option<(i32, usize)>,
}

impl Default for Strictness {
    fn default() -> Strictness {
        Strictness {
            margin: Duration::ZERO,
            grace: Duration::from_secs(3),
            patience: Duration::from_secs(600),
            draw_after: None,
            resign: None,
        }
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The law.
    pub rule: RuleSpec,
    /// The board, and the law's name in the protocol.
    pub table: Table,
    /// The stones of the opening, black's first.
    pub opening: Vec<Point>,
    /// What each may use.
    pub limits: ByColor<Limits>,
    /// How strict the referee is.
    pub strictness: Strictness,
}

/// One side's clock for a game.
#[derive(Clone, Copy, Debug)]
struct Timer {
    limits: Limits,
    /// What is left for the game, in microseconds; it may fall below zero within the margin.
    left: Option<i64>,
}

impl Timer {
    fn new(limits: Limits) -> Timer {
        Timer { limits, left: limits.game.map(micros) }
    }

    /// What the next move may take.
    fn allowance(&self) -> Option<Duration> {
        let left = self.left.map(|left| Duration::from_micros(left.max(0).unsigned_abs()));
        match (self.limits.turn, left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    fn spend(&mut self, time: Duration) {
        let increment = self.limits.increment.map_or(0, micros);
        self.left =
            self.left.map(|left| left.saturating_sub(micros(time)).saturating_add(increment));
    }
}

/// What one move was, for the record.
#[derive(Clone, Copy, Debug)]
struct Thought {
    color: Color,
    took: Duration,
    told: Told,
}

/// How a game ended.
type Verdict = (Outcome, Reason, String);

/// A game that is being played.
struct Play<'a> {
    fixture: &'a Fixture,
    game: Game,
    stones: Vec<(Color, Point)>,
    timers: ByColor<Timer>,
    overrun: ByColor<Duration>,
    thoughts: Vec<Thought>,
}

/// Plays one game; `None` when it was stopped. Names and number in the record are left to the caller.
///
/// # Panics
/// When the opening cannot be played under the law; it has been checked before.
pub fn play(
    fixture: &Fixture,
    players: &mut ByColor<&mut Player>,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let mut play = Play::new(fixture);
    let (result, reason, detail) = match play.seat(players, stop) {
        Ok(()) => play.run(players, stop)?,
        Err(verdict) => verdict?,
    };
    Some(play.record(result, reason, detail))
}

impl Play<'_> {
    fn new(fixture: &Fixture) -> Play<'_> {
        let mut play = Play {
            fixture,
            game: Game::new(&fixture.rule, fixture.table.size),
            stones: Vec::new(),
            timers: ByColor(fixture.limits.0.map(Timer::new)),
            overrun: ByColor::both(Duration::ZERO),
            thoughts: Vec::new(),
        };
        for &p in &fixture.opening {
            let played = play.put(p);
            assert!(played.is_ok_and(|over| !over), "{p} of the opening cannot be played");
        }
        play
    }

    /// Puts a stone; tells whether the game is over.
    fn put(&mut self, p: Point) -> Result<bool, crate::rules::Illegal> {
        let color = self.game.to_move();
        let ending = self.game.play(p)?;
        self.stones.push((color, p));
        Ok(ending.is_some())
    }

    fn seat(
        &mut self,
        players: &mut ByColor<&mut Player>,
        stop: &AtomicBool,
    ) -> Result<(), Option<Verdict>> {
        for color in Color::ALL {
            let seated = players[color].sit(&self.fixture.table, stop);
            seated.map_err(|why| fault(color, why, "no answer to START"))?;
        }
        Ok(())
    }

    fn run(&mut self, players: &mut ByColor<&mut Player>, stop: &AtomicBool) -> Option<Verdict> {
        loop {
            let color = self.game.to_move();
            if let Some(verdict) = self.step(color, players[color], stop)? {
                return Some(verdict);
            }
        }
    }

    /// One move; `None` where the game was stopped, `Some(None)` where it goes on.
    fn step(
        &mut self,
        color: Color,
        player: &mut Player,
        stop: &AtomicBool,
    ) -> Option<Option<Verdict>> {
        let strictness = &self.fixture.strictness;
        let allowance = self.timers[color].allowance();
        let patience = allowance
            .map_or(strictness.patience, |time| time + strictness.margin + strictness.grace);
        let left = self.timers[color].left.map(|left| left.div_euclid(1_000));
        let answer = match player.ask(&self.stones, color, left, patience, stop) {
            Ok(answer) => answer,
            Err(why) => {
                if let NoAnswer::Hang(_) = why {
                    self.overran(color, patience, allowance);
                }
                return fault(color, why, "no move").map(Some);
            }
        };
        self.thoughts.push(Thought { color, took: answer.took, told: answer.told });
        self.timers[color].spend(answer.took);
        self.overran(color, answer.took, allowance);
        if let Some(time) = allowance
            && answer.took > time + strictness.margin
        {
            let detail = format!("{} ms of {}", millis(answer.took), millis(time));
            return Some(Some((Outcome::won_by(color.other()), Reason::Timeout, detail)));
        }
        let (x, y) = answer.at;
        let played = match self.fixture.table.size.point(x, y) {
            Some(p) => self.put(p).map_err(|illegal| illegal.to_string()),
            None => Err(format!("{x},{y} is outside the board")),
        };
        Some(match played {
            Err(why) => Some((Outcome::won_by(color.other()), Reason::Illegal, why)),
            Ok(_) => self.ending().or_else(|| self.adjudicated()),
        })
    }

    /// Remembers by how much a side was late.
    fn overran(&mut self, color: Color, took: Duration, allowance: Option<Duration>) {
        let over = allowance.map(|time| took.saturating_sub(time)).unwrap_or_default();
        self.overrun[color] = self.overrun[color].max(over);
    }

    fn ending(&self) -> Option<Verdict> {
        let (result, reason, detail) = match self.game.ending()? {
            Ending::Draw(_) => (Outcome::Draw, Reason::Full, String::new()),
            Ending::Win { winner, by } => {
                let (reason, detail) = match by {
                    WinBy::Five => (Reason::Five, String::new()),
                    WinBy::Captures => (Reason::Captures, String::new()),
                    WinBy::StoneLimit => (Reason::Stones, String::new()),
                    WinBy::Foul(foul) => {
                        let at = self.stones.last().map(|(_, p)| p.to_string());
                        (Reason::Foul, format!("{} is a {foul}", at.unwrap_or_default()))
                    }
                };
                (Outcome::won_by(winner), reason, detail)
            }
        };
        Some((result, reason, detail))
    }

    /// What the referee was told to decide before the end.
    fn adjudicated(&self) -> Option<Verdict> {
        let strictness = &self.fixture.strictness;
        if strictness.draw_after.is_some_and(|plies| self.stones.len() >= plies) {
            return Some((Outcome::Draw, Reason::Length, String::new()));
        }
        let (score, count) = strictness.resign?;
        let last = self.thoughts.get(self.thoughts.len().checked_sub(2 * count)?..)?;
        Color::ALL.into_iter().find_map(|loser| {
            let lost = |thought: &Thought| {
                let sign = if thought.color == loser { -1 } else { 1 };
                thought.told.score.is_some_and(|s| sign * s >= score)
            };
            let agreed = !last.is_empty() && last.iter().all(lost);
            agreed.then(|| (Outcome::won_by(loser.other()), Reason::Resigned, String::new()))
        })
    }

    fn record(self, result: Outcome, reason: Reason, detail: String) -> GameRecord {
        let stones: Vec<Point> = self.stones.iter().map(|&(_, p)| p).collect();
        GameRecord {
            game: 0,
            players: [String::new(), String::new()],
            rule: self.fixture.rule.name.to_string(),
            size: self.fixture.table.size,
            limits: self.fixture.limits.0.map(|limits| limits.words()),
            opening: written(&self.fixture.opening),
            opening_name: String::new(),
            moves: written(&stones),
            result,
            reason,
            detail,
            ms: self.thoughts.iter().map(|thought| millis(thought.took)).collect(),
            depth: self.thoughts.iter().map(|thought| thought.told.depth).collect(),
            score: self.thoughts.iter().map(|thought| thought.told.score).collect(),
            nodes: self.thoughts.iter().map(|thought| thought.told.nodes).collect(),
            overrun_ms: self.overrun.0.map(millis),
        }
    }
}

/// Lost because there was no answer; `None` where the game was stopped.
fn fault(color: Color, why: NoAnswer, what: &str) -> Option<Verdict> {
    let (reason, known) = match why {
        NoAnswer::Crash(known) => (Reason::Crash, known),
        NoAnswer::Hang(known) => (Reason::Hang, known),
        NoAnswer::Stopped => return None,
    };
    let detail = if known.is_empty() { what.to_owned() } else { format!("{what}: {known}") };
    Some((Outcome::won_by(color.other()), reason, detail))
}

/// Whole milliseconds, rounded up: what was late by less is late.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
