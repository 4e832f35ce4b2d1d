//! A match from its first game to its last: several games at a time, each told as it ends.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use thiserror::Error;

use super::openings::Openings;
use super::player::{NoAnswer, Player, Table};
use super::record::{GameRecord, written};
use super::referee::{Fixture, Strictness, play};
use super::schedule::{Schedule, Slot};
use super::spec::{EngineSpec, Limits};
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;
use crate::board::{ByColor, Color};
use crate::rules::RuleSpec;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who takes part.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// The law.
    pub rule: RuleSpec,
    /// The board, and the law's name in the protocol.
    pub table: Table,
    /// What each engine may use, where it has no limits of its own.
    pub limits: Limits,
    /// How strict the referee is.
    pub strictness: Strictness,
    /// Where games begin.
    pub openings: Openings,
    /// What decides everything that is drawn.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Whether an engine stays for its next game.
    pub keep: bool,
    /// When a match of two is over before its last game.
    pub sprt: Option<Sprt>,
}

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine cannot be started, or does not answer.
    #[error("{name}: {problem}")]
    Engine {
        /// Which.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A record of an earlier run is of another match.
    #[error("game {game} of the file is of another match: {what}")]
    OtherMatch {
        /// The game's number.
        game: u64,
        /// What differs.
        what: String,
    },
    /// Games cannot be played at a time.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

impl Match {
    /// Starts every engine once and sees whether it answers, so that a mistake in a command costs no games.
    ///
    /// # Errors
    /// With the first that does not.
    pub fn try_engines(&self, stop: &AtomicBool) -> Result<(), MatchError> {
        for spec in &self.engines {
            let mut player = Player::new(spec, self.limits_of(spec));
            let problem = match player.sit(&self.table, stop) {
                Ok(()) | Err(NoAnswer::Stopped) => None,
                Err(NoAnswer::Crash(known)) => Some(format!("does not start: {known}")),
                Err(NoAnswer::Hang(_)) => Some("does not answer to START".to_owned()),
            };
            player.rise(false);
            if let Some(problem) = problem {
                return Err(MatchError::Engine { name: spec.name.clone(), problem });
            }
        }
        Ok(())
    }

    fn limits_of(&self, spec: &EngineSpec) -> Limits {
        spec.limits.or(self.limits)
    }

    /// The score of games that were played before.
    ///
    /// # Errors
    /// When one of them is not what this match would have played.
    pub fn resume(&self, played: &[GameRecord]) -> Result<Tally, MatchError> {
        let mut tally = Tally::new(self.engines.len(), &self.schedule);
        let mut seen = HashSet::new();
        for record in played {
            let other = |what: String| MatchError::OtherMatch { game: record.game, what };
            let slot = self.schedule.slot(record.game);
            let slot = slot.ok_or_else(|| other("there is no such game".to_owned()))?;
            let expected = self.blank(&slot);
            let fixture = &expected.fixture;
            let limits = fixture.limits.0.map(|limits| limits.words());
            let opening = written(&fixture.opening);
            let sizes = [fixture.table.size, record.size].map(|size| size.to_string());
            let pairs = [
                ("black", expected.players[0].as_str(), record.players[0].as_str()),
                ("white", &expected.players[1], &record.players[1]),
                ("rule", &fixture.rule.name, &record.rule),
                ("size", &sizes[0], &sizes[1]),
                ("opening", &opening, &record.opening),
                ("limits", &limits[0], &record.limits[0]),
                ("limits", &limits[1], &record.limits[1]),
            ];
            if let Some((key, wanted, got)) = pairs.iter().find(|(_, wanted, got)| wanted != got) {
                return Err(other(format!("{key} is \"{got}\", not \"{wanted}\"")));
            }
            if seen.insert(record.game) {
                tally.add(&slot, record);
            }
        }
        Ok(tally)
    }

    /// What is known of a game before it is played.
    fn blank(&self, slot: &Slot) -> Blank {
        let (opening, symmetry) =
            self.openings.of_round(&self.rule, self.table.size, self.seed, slot.round);
        let engines = slot.engines.0.map(|engine| &self.engines[engine]);
        Blank {
            players: engines.map(|engine| engine.name.clone()),
            opening_name: format!("{}/{symmetry}", opening.name),
            fixture: Fixture {
                rule: self.rule.clone(),
                table: self.table.clone(),
                opening: opening.stones,
                limits: ByColor(engines.map(|engine| self.limits_of(engine))),
                strictness: self.strictness,
            },
        }
    }

    /// Plays the games that have not been played yet, until `stop` is set or the test has decided, which sets it; `told` is
    /// called as each ends, one after the other. When it fails, the match is over.
    ///
    /// # Errors
    /// What `told` fails with, or when no threads can be started.
    pub fn play<E: Send + From<MatchError>>(
        &self,
        tally: Tally,
        played: &HashSet<u64>,
        stop: &AtomicBool,
        told: impl FnMut(&GameRecord, &Tally) -> Result<(), E> + Send,
    ) -> Result<Tally, E> {
        if self.is_decided(&tally) {
            return Ok(tally);
        }
        let next = AtomicU64::new(1);
        let desk = Mutex::new((tally, told, Ok(())));
        let pool = ThreadPoolBuilder::new().num_threads(self.concurrency.max(1)).build();
        let pool = pool.map_err(|error| MatchError::Threads(error.to_string()))?;
        pool.broadcast(|_| {
            let new = |spec: &EngineSpec| Player::new(spec, self.limits_of(spec));
            let mut players: Vec<Player> = self.engines.iter().map(new).collect();
            while !stop.load(Ordering::Relaxed) {
                let game = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = self.schedule.slot(game) else { break };
                if played.contains(&game) {
                    continue;
                }
                let Some(record) = self.play_one(&slot, &mut players, stop) else { break };
                let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
                let (tally, told, outcome) = &mut *desk;
                if outcome.is_err() {
                    break;
                }
                tally.add(&slot, &record);
                *outcome = told(&record, tally);
                if outcome.is_err() || self.is_decided(tally) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let (tally, _, outcome) = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcome.map(|()| tally)
    }

    fn play_one(
        &self,
        slot: &Slot,
        players: &mut [Player],
        stop: &AtomicBool,
    ) -> Option<GameRecord> {
        let blank = self.blank(slot);
        let (black, white) = (slot.engines[Color::Black], slot.engines[Color::White]);
        let [black, white] = players.get_disjoint_mut([black, white]).ok()?;
        let mut sides = ByColor([black, white]);
        let played = play(&blank.fixture, &mut sides, stop);
        for side in &mut sides.0 {
            side.rise(self.keep && played.is_some());
        }
        Some(GameRecord {
            game: slot.game,
            players: blank.players,
            opening_name: blank.opening_name,
            ..played?
        })
    }

    /// Whether the test, if there is one, has decided.
    #[must_use]
    pub fn is_decided(&self, tally: &Tally) -> bool {
        let (Some(sprt), Some((_, score))) = (&self.sprt, tally.scores.first()) else {
            return false;
        };
        sprt.verdict(&score.pairs) != Verdict::Open
    }
}

/// What is known of a game before it is played.
struct Blank {
    players: [String; 2],
    opening_name: String,
    fixture: Fixture,
}
