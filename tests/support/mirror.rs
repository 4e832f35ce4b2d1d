//! The game as a manager sees it: what was sent and answered, and whether the answers are legal.

use std::collections::VecDeque;

use kagetsu::board::{BoardSize, Color, Point};
use kagetsu::engine::command::Owner;
use kagetsu::engine::{Command, CommandError, Coordinates, Setting};
use kagetsu::position::{Position, Setup};
use kagetsu::protocol::lines::Splitter;
use kagetsu::protocol::{Dialect, Gomocup, Parsed};
use kagetsu::rules::reference::forbidden_points;
use kagetsu::rules::{Ending, Illegal, RuleSpec, WinBy};

/// Follows a conversation from outside.
pub(crate) struct Mirror {
    dialect: Gomocup,
    splitter: Splitter,
    waiting: VecDeque<Result<Command, CommandError>>,
    rule: RuleSpec,
    position: Option<Position>,
    own: Option<Color>,
}

fn lay(rule: &RuleSpec, size: BoardSize, stones: Vec<(Point, Color)>, to_move: Color) -> Position {
    let setup = Setup { rule: rule.clone(), size, stones, to_move };
    setup.build().expect("an accepted board can be laid out")
}

fn stones(position: &Position) -> Vec<(Point, Color)> {
    let of = |color| position.stones(color).iter().map(move |p| (p, color));
    Color::ALL.into_iter().flat_map(of).collect()
}

impl Mirror {
    pub(crate) fn new(rule: RuleSpec) -> Mirror {
        Mirror {
            dialect: Gomocup::new(),
            splitter: Splitter::default(),
            waiting: VecDeque::new(),
            rule,
            position: None,
            own: None,
        }
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.position.as_ref().map_or(BoardSize::FIFTEEN, Position::size)
    }

    /// The manager sends something.
    pub(crate) fn sent(&mut self, bytes: &[u8]) {
        let (dialect, waiting) = (&mut self.dialect, &mut self.waiting);
        self.splitter.feed(bytes, |line| match dialect.parse(&line) {
            Parsed::Nothing => {}
            Parsed::Command(command) => waiting.push_back(Ok(command)),
            Parsed::Error(error) => waiting.push_back(Err(error)),
        });
    }

    /// Handles what needs no answer.
    fn silent(&mut self) {
        loop {
            match self.waiting.front() {
                Some(Ok(Command::Info(Setting::Rule(Ok(rule))))) => {
                    self.rule = rule.clone();
                    if let Some(p) = self.position.take() {
                        self.position = Some(lay(&self.rule, p.size(), stones(&p), p.to_move()));
                    }
                }
                Some(Ok(Command::Info(_) | Command::Stop | Command::End)) => {}
                Some(Err(CommandError::BadSetting { .. })) => {}
                _ => return,
            }
            self.waiting.pop_front();
        }
    }

    fn board(&self, at: Coordinates) -> Result<Point, String> {
        self.size().point(at.x, at.y).ok_or(format!("{at:?} is off the board but was accepted"))
    }

    /// The board of the request that is answered next, as it will be when the answer is due.
    pub(crate) fn next_size(&mut self) -> BoardSize {
        self.silent();
        self.size()
    }

    /// The engine answers with this line, which names these points.
    pub(crate) fn answered(&mut self, line: &str, points: &[Point]) -> Result<(), String> {
        self.silent();
        let Some(command) = self.waiting.pop_front() else {
            return Err(format!("nothing was asked, but \"{line}\" came"));
        };
        let refused = line.starts_with("ERROR") || line.starts_with("UNKNOWN");
        match command {
            Ok(Command::Start { width, height }) if refused => {
                // Refused for its law, not for its size.
                if let Ok(size) = BoardSize::new(width, height) {
                    self.position = Some(Position::new(&self.rule, size));
                    self.own = None;
                }
                return Ok(());
            }
            Ok(Command::Turn(at)) if refused && line.contains("has won") => {
                // The winning stone stays, unless the game was over before.
                let point = self.size().point(at.x, at.y);
                if let (Some(position), Some(point)) = (&mut self.position, point)
                    && position.ending().is_none()
                    && position.is_empty_at(point)
                {
                    position.play(point);
                }
                return Ok(());
            }
            _ if refused => return Ok(()),
            Err(error) => return Err(format!("\"{error}\" was answered with \"{line}\"")),
            Ok(command) => self.apply(&command)?,
        }
        for &point in points {
            self.play(point)?;
        }
        Ok(())
    }

    fn apply(&mut self, command: &Command) -> Result<(), String> {
        match command {
            Command::Start { width, height } => {
                let size = BoardSize::new(*width, *height).map_err(|e| e.to_string())?;
                self.position = Some(Position::new(&self.rule, size));
                self.own = None;
            }
            Command::Restart => {
                self.position = Some(Position::new(&self.rule, self.size()));
                self.own = None;
            }
            Command::Turn(at) => {
                let point = self.board(*at)?;
                let own = self.own;
                let position = self.position.as_mut().ok_or("TURN without a board")?;
                if own == Some(position.to_move()) {
                    let to_move = !position.to_move();
                    *position = lay(&self.rule, position.size(), stones(position), to_move);
                }
                position.play(point);
                self.own = Some(position.to_move());
            }
            Command::Board(listed) => {
                let own = listed.iter().filter(|s| s.owner == Owner::Own).count();
                let other = listed.len() - own;
                let color = match listed.first() {
                    _ if own == other => Color::Black,
                    _ if other == own + 1 => Color::White,
                    Some(first) if first.owner == Owner::Opponent => Color::White,
                    _ => Color::Black,
                };
                let mut laid = Vec::new();
                for stone in listed {
                    let point = self.board(stone.at)?;
                    laid.push((point, if stone.owner == Owner::Own { color } else { !color }));
                }
                self.position = Some(lay(&self.rule, self.size(), laid, color));
                self.own = Some(color);
            }
            Command::Swap2Board(listed) => {
                let mut position = Position::new(&self.rule, self.size());
                for &at in listed {
                    position.play(self.board(at)?);
                }
                self.position = Some(position);
                self.own = None;
            }
            Command::Takeback(at) => {
                let point = self.board(*at)?;
                let position = self.position.as_mut().ok_or("TAKEBACK without a board")?;
                if position.last_move() == Some(Some(point)) {
                    position.undo();
                } else {
                    let rest = stones(position).into_iter().filter(|(p, _)| *p != point).collect();
                    *position = lay(&self.rule, position.size(), rest, !position.to_move());
                }
            }
            _ => {}
        }
        if let Some(position) = &mut self.position
            && matches!(position.ending(), Some(Ending::Win { by: WinBy::Foul(_), .. }))
        {
            *position = lay(&self.rule, position.size(), stones(position), position.to_move());
        }
        Ok(())
    }

    fn play(&mut self, point: Point) -> Result<(), String> {
        let position = self.position.as_mut().ok_or("a move without a board")?;
        if !position.is_empty_at(point) {
            return Err(format!("{point} is occupied"));
        }
        // Fouls by the slow rules that share nothing with what the engine plays by.
        let (grid, color) = (position.grid(), position.to_move());
        let fouls = forbidden_points(&grid, &self.rule, color);
        let foul = fouls.iter().find(|(p, _)| *p == point).map(|(_, foul)| foul);
        match (position.legality(point), foul) {
            (Ok(()), None) => {}
            (Err(Illegal::Foul(..)), Some(_)) if fouls.len() == position.empty_count() => {}
            (legality, foul) => return Err(format!("illegal: {legality:?}, {foul:?}")),
        }
        self.own = Some(position.to_move());
        position.play(point);
        Ok(())
    }
}
