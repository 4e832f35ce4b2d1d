//! One conversation with one manager: requests in, events out.
//!
//! The session knows no dialect, no thread and no clock but the one it is given. It answers every
//! request in turn; what has to happen at once goes through [`Signals`]. An answer that begins with
//! a refusal means that nothing has changed, with one exception: a board or a move by which the
//! game is over stays as the manager has it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::command::{Command, CommandError, Coordinates, Request, Setting};
use super::event::{Event, Refusal, Report};
use super::game::{Game, on_board};
use super::options::EngineOptions;
use super::player::{Player, ThinkLimits, Thought, Watcher};
use super::settings::Settings;
use super::signals::Signals;
use super::swap2;
use crate::base::clock::Clock;
use crate::board::{BoardSize, Point};
use crate::line::Class;
use crate::position::Position;
use crate::rules::RuleSpec;

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// `END` has been handled.
    Quit,
}

/// One conversation.
pub struct Session<'a, P> {
    player: P,
    clock: &'a dyn Clock,
    signals: &'a Signals,
    settings: Settings,
    rule: Result<RuleSpec, String>,
    size: Option<BoardSize>,
    game: Option<Game>,
    suggested: bool,
    complaints: Vec<String>,
    configured: Option<(usize, usize)>,
    has_learned: bool,
}

/// Stops a search on a signal, and remembers its last report.
struct Watch<'a> {
    id: u64,
    read_at: Duration,
    signals: &'a Signals,
    clock: &'a dyn Clock,
    last: Mutex<Option<Report>>,
}

impl Watcher for Watch<'_> {
    fn should_stop(&self) -> bool {
        self.signals.should_stop(self.id, self.read_at, || self.clock.now())
    }

    fn progress(&self, report: &Report) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
    }
}

/// A move, without searching: the first choice if it may be played; else a five, or the point of the
/// opponent's; else the legal point nearest to the centre; else, when every empty point is
/// forbidden, the empty point nearest to it.
fn safe_move(position: &Position, choice: Option<Point>) -> Option<Point> {
    if let Some(point) = choice
        && position.legality(point).is_ok()
    {
        return Some(point);
    }
    let centre = position.size().centre();
    let distance = |p: &Point| {
        let (dx, dy) = (p.x().abs_diff(centre.x()), p.y().abs_diff(centre.y()));
        (u32::from(dx) * u32::from(dx) + u32::from(dy) * u32::from(dy), *p)
    };
    let (us, empty) = (position.to_move(), position.empty());
    let legal: Vec<Point> = empty.iter().filter(|&p| position.legality(p).is_ok()).collect();
    let five =
        |color| legal.iter().copied().find(move |&p| position.class(color, p) == Class::Five);
    five(us)
        .or_else(|| five(!us))
        .or_else(|| legal.iter().copied().min_by_key(distance))
        .or(choice.filter(|&p| position.is_empty_at(p)))
        .or_else(|| empty.iter().min_by_key(distance))
}

impl<'a, P: Player> Session<'a, P> {
    /// A conversation that has not begun.
    pub fn new(
        options: &EngineOptions,
        player: P,
        clock: &'a dyn Clock,
        signals: &'a Signals,
    ) -> Session<'a, P> {
        Session {
            player,
            clock,
            signals,
            settings: Settings::new(options),
            rule: Ok(options.rule.clone()),
            size: None,
            game: None,
            suggested: false,
            complaints: Vec::new(),
            configured: None,
            has_learned: false,
        }
    }

    /// The position on the board, once there is a board.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref().map(|game| &game.position)
    }

    /// Answers one request.
    pub fn handle(&mut self, request: &Request, say: &mut dyn FnMut(Event)) -> Flow {
        let outcome = match &request.command {
            Ok(Command::End) => return Flow::Quit,
            Ok(command) if command.asks_for_move() => {
                let mut muted = |event| {
                    if !self.signals.is_muted(request.id) {
                        say(event);
                    }
                };
                let asked = self.asked(request, command, &mut muted);
                let spent = self.clock.now().saturating_sub(request.read_at);
                self.settings.spend(spent);
                asked.inspect_err(|refusal| muted(Event::Refused(refusal.to_string())))
            }
            Ok(Command::Info(setting)) => {
                self.info(setting);
                Ok(())
            }
            Ok(command) => self
                .plain(command, say)
                .inspect_err(|refusal| say(Event::Refused(refusal.to_string()))),
            Err(error @ CommandError::Unknown { .. }) => {
                say(Event::Unknown(error.to_string()));
                Ok(())
            }
            Err(error @ CommandError::BadSetting { .. }) => {
                self.complaints.push(error.to_string());
                Ok(())
            }
            Err(error) => {
                say(Event::Refused(error.to_string()));
                Ok(())
            }
        };
        // Building and clearing tables takes time that no answer has to wait for.
        if let Ok(Command::Start { .. } | Command::Restart) = request.command {
            self.lay_out();
            if outcome.is_ok() {
                self.forget();
            }
        }
        if let Ok(Command::Start { .. } | Command::Restart | Command::Info(_)) = request.command {
            self.prepare();
        }
        Flow::Continue
    }

    /// Commands that are answered without thinking.
    fn plain(&mut self, command: &Command, say: &mut dyn FnMut(Event)) -> Result<(), Refusal> {
        match command {
            Command::Start { width, height } => {
                let size = BoardSize::new(*width, *height)
                    .map_err(|_| Refusal::Size { width: *width, height: *height })?;
                self.new_game(size)?;
                say(Event::Ready);
            }
            Command::Restart => {
                let size = self.size.ok_or(Refusal::NoBoard)?;
                self.new_game(size)?;
                say(Event::Ready);
            }
            Command::Takeback(at) => {
                self.game.as_mut().ok_or(Refusal::NoBoard)?.take_back(*at)?;
                self.suggested = false;
                say(Event::Ready);
            }
            Command::Play(at) => {
                self.rule()?;
                let game = self.game.as_mut().ok_or(Refusal::NoBoard)?;
                if !self.suggested {
                    return Err(Refusal::NothingSuggested);
                }
                let point = game.empty_point(*at)?;
                game.we_move(point)?;
                self.suggested = false;
                say(Event::Move(point));
            }
            Command::About => say(Event::About),
            // A stop for a search that has been answered already.
            _ => {}
        }
        Ok(())
    }

    fn rule(&self) -> Result<&RuleSpec, Refusal> {
        self.rule.as_ref().map_err(|reason| Refusal::Rule(reason.clone()))
    }

    fn new_game(&mut self, size: BoardSize) -> Result<(), Refusal> {
        self.size = Some(size);
        self.game = None;
        self.suggested = false;
        self.settings.new_game();
        self.rule().map(|_| ())
    }

    /// Lays out an empty board where there is none yet, once its size and law are known.
    fn lay_out(&mut self) {
        if let (None, Ok(rule), Some(size)) = (&self.game, &self.rule, self.size) {
            self.game = Some(Game::new(rule, size));
        }
    }

    /// Takes memory as soon as it is clear how much, so that the first move does not have to.
    fn prepare(&mut self) {
        let resources = self.settings.resources();
        if let Some(game) = &self.game
            && self.settings.memory_is_known()
            && self.configured != Some(resources)
        {
            let prepared = catch_unwind(AssertUnwindSafe(|| {
                self.player.configure(resources.0, resources.1);
                self.player.prepare(&game.position);
            }));
            self.configured = prepared.is_ok().then_some(resources);
        }
    }

    fn forget(&mut self) {
        if std::mem::take(&mut self.has_learned) {
            let forgot = catch_unwind(AssertUnwindSafe(|| self.player.new_game()));
            self.has_learned = forgot.is_err();
        }
    }

    fn info(&mut self, setting: &Setting) {
        if let Setting::Rule(rule) = setting {
            if let Ok(rule) = rule {
                let laid = self.game.as_mut().map_or(Ok(()), |game| game.change_rule(rule));
                if let Err(refusal) = laid {
                    self.complaints.push(refusal.to_string());
                }
                if self.rule.as_ref() != Ok(rule) {
                    self.forget();
                }
            }
            self.rule = rule.clone();
            self.lay_out();
        } else {
            self.complaints.extend(self.settings.set(setting));
        }
    }

    /// Commands that ask for a move.
    fn asked(
        &mut self,
        request: &Request,
        command: &Command,
        say: &mut dyn FnMut(Event),
    ) -> Result<(), Refusal> {
        let rule = self.rule()?.clone();
        let size = self.size.ok_or(Refusal::NoBoard)?;
        let game = self.game.as_mut().ok_or(Refusal::NoBoard)?;
        match command {
            Command::Swap2Board(stones) => return self.swap2(request, stones, say),
            Command::Begin if !game.is_empty_board() => return Err(Refusal::NotEmpty),
            Command::Turn(at) => {
                if self.suggested {
                    return Err(Refusal::SuggestionOpen);
                }
                game.goes_on()?;
                let point = game.empty_point(*at)?;
                game.opponent_moves(point)?;
            }
            Command::Board(stones) => *game = Game::from_board(&rule, size, stones)?,
            _ => {}
        }
        self.suggested = false;
        game.goes_on()?;
        let point = match quick_move(&game.position) {
            Some(point) => point,
            None => {
                let limits = self.limits(request);
                let thought = self.think(request, &limits)?;
                self.complain(say);
                if !thought.report.line.is_empty() {
                    say(Event::Thought(thought.report));
                }
                thought.best.ok_or(Refusal::Full)?
            }
        };
        self.complain(say);
        if self.settings.suggest {
            self.suggested = true;
            say(Event::Suggestion(point));
        } else {
            self.game.as_mut().ok_or(Refusal::NoBoard)?.we_move(point)?;
            say(Event::Move(point));
        }
        Ok(())
    }

    fn complain(&mut self, say: &mut dyn FnMut(Event)) {
        for complaint in self.complaints.drain(..) {
            say(Event::Note(complaint));
        }
    }

    fn limits(&self, request: &Request) -> ThinkLimits {
        let (ply, empty) = self.position().map_or((0, 0), |p| (p.ply(), p.empty_count()));
        self.settings.limits(request.read_at, ply, empty)
    }

    /// Thinks about the position on the board.
    fn think(&mut self, request: &Request, limits: &ThinkLimits) -> Result<Thought, Refusal> {
        let position = &self.game.as_ref().ok_or(Refusal::NoBoard)?.position.clone();
        Ok(self.think_about(position, request, limits))
    }

    /// Thinks. Whatever goes wrong in the search, a point that can be played comes back.
    fn think_about(
        &mut self,
        position: &Position,
        request: &Request,
        limits: &ThinkLimits,
    ) -> Thought {
        let (clock, signals) = (self.clock, self.signals);
        let Request { id, read_at, .. } = *request;
        let watch = Watch { id, read_at, signals, clock, last: Mutex::new(None) };
        let resources = self.settings.resources();
        let is_configured = self.configured.replace(resources) == Some(resources);
        self.has_learned = true;
        let thought = catch_unwind(AssertUnwindSafe(|| {
            if !is_configured {
                self.player.configure(resources.0, resources.1);
            }
            self.player.think(position, limits, clock, &watch)
        }));
        let mut thought = thought.unwrap_or_else(|_| {
            self.complaints.push("the search failed; playing on without it".to_owned());
            self.configured = None;
            self.forget();
            let report = watch.last.lock().unwrap_or_else(PoisonError::into_inner).take();
            let report = report.unwrap_or_default();
            Thought { best: report.line.first().copied(), report }
        });
        thought.best = safe_move(position, thought.best);
        thought
    }

    fn swap2(
        &mut self,
        request: &Request,
        stones: &[Coordinates],
        say: &mut dyn FnMut(Event),
    ) -> Result<(), Refusal> {
        let rule = self.rule()?.clone();
        let size = self.size.ok_or(Refusal::NoBoard)?;
        let mut points: Vec<Point> = Vec::with_capacity(stones.len());
        for &at in stones {
            let point = on_board(size, at)?;
            if points.contains(&point) {
                return Err(Refusal::Twice(point));
            }
            points.push(point);
        }
        self.suggested = false;
        match points.len() {
            0 => {
                let opening = self.choose_opening(request, &rule, size)?;
                self.game = Some(Game::from_opening(&rule, size, &opening)?);
                self.complain(say);
                say(Event::Stones(opening));
            }
            3 | 5 => {
                let game = Game::from_opening(&rule, size, &points)?;
                game.goes_on()?;
                self.game = Some(game);
                let limits = self.limits(request);
                let thought = self.think(request, &limits)?;
                let point = thought.best.ok_or(Refusal::Full)?;
                self.complain(say);
                if !thought.report.line.is_empty() {
                    say(Event::Thought(thought.report.clone()));
                }
                if swap2::prefers_other_side(thought.report.evaluation) {
                    say(Event::Swap);
                } else {
                    self.game.as_mut().ok_or(Refusal::NoBoard)?.we_move(point)?;
                    say(Event::Move(point));
                }
            }
            n => return Err(Refusal::Swap2Stones(n)),
        }
        Ok(())
    }

    /// The opening that the search finds most even, each given an equal part of the time.
    fn choose_opening(
        &mut self,
        request: &Request,
        rule: &RuleSpec,
        size: BoardSize,
    ) -> Result<Vec<Point>, Refusal> {
        let openings = swap2::openings(size);
        let whole = self.settings.limits(request.read_at, 3, size.area().saturating_sub(3));
        let count = u32::try_from(openings.len()).unwrap_or(1).max(1);
        let mut best: Option<(i64, Vec<Point>)> = None;
        for (i, opening) in (1..).zip(openings) {
            let part = |time: Option<Duration>| {
                let budget = time?.saturating_sub(request.read_at);
                Some(request.read_at.saturating_add(budget / count * i))
            };
            let limits = ThinkLimits {
                soft: part(whole.soft),
                hard: part(whole.hard),
                nodes: whole.nodes.map(|nodes| (nodes / u64::from(count)).max(1)),
                depth: whole.depth.or(if whole.hard.is_none() { Some(swap2::DEPTH) } else { None }),
            };
            let game = Game::from_opening(rule, size, &opening)?;
            let thought = self.think_about(&game.position, request, &limits);
            let unevenness = thought.report.evaluation.order().saturating_abs();
            if best.as_ref().is_none_or(|(least, _)| unevenness < *least) {
                best = Some((unevenness, opening));
            }
            // Told to answer: what is left would only be looked at and broken off.
            if self.signals.should_stop(request.id, request.read_at, || self.clock.now()) {
                break;
            }
        }
        best.map(|(_, opening)| opening).ok_or(Refusal::Full)
    }
}

/// A move that needs no thought: the centre of an empty board, the only empty point.
fn quick_move(position: &Position) -> Option<Point> {
    if position.empty_count() == position.size().area() {
        let centre = position.size().centre();
        return position.legality(centre).is_ok().then_some(centre);
    }
    if position.empty_count() == 1 { position.empty().first() } else { None }
}
