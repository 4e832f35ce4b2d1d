//! The game on the board of a session: stones laid out, moved and taken back.

use super::command::{BoardStone, Coordinates, Owner};
use super::event::Refusal;
use crate::board::{BoardSize, Color, Point, PointSet};
use crate::position::{Position, Setup};
use crate::rules::{DrawBy, Ending, RuleSpec, WinBy};

/// A position and whose side we are on.
#[derive(Clone)]
pub(super) struct Game {
    pub(super) position: Position,
    /// Our colour, once it is known.
    own: Option<Color>,
}

/// The point that was meant, if it is on the board.
pub(super) fn on_board(size: BoardSize, at: Coordinates) -> Result<Point, Refusal> {
    size.point(at.x, at.y).ok_or(Refusal::Outside { x: at.x, y: at.y, size })
}

/// Lays stones out in any order.
fn lay(
    rule: &RuleSpec,
    size: BoardSize,
    stones: Vec<(Point, Color)>,
    to_move: Color,
) -> Result<Position, Refusal> {
    Setup { rule: rule.clone(), size, stones, to_move }
        .build()
        .map_err(|error| Refusal::Setup(error.to_string()))
}

/// Plays stones in the order in which they are given, if that is how a game can have gone.
fn replay(rule: &RuleSpec, size: BoardSize, stones: &[(Point, Color)]) -> Option<Position> {
    let mut position = Position::new(rule, size);
    for &(point, color) in stones {
        if position.to_move() != color || position.play_written(Some(point)).is_err() {
            return None;
        }
    }
    Some(position)
}

/// Which colour the side has that is asked for a move, from the stones on the board.
///
/// Equal numbers: black; the opponent has one more: white. Any other numbers cannot have come from
/// a game; then the stone that is listed first is black's.
fn own_color(stones: &[(Point, Owner)]) -> Color {
    let own = stones.iter().filter(|(_, owner)| *owner == Owner::Own).count();
    let opponent = stones.len() - own;
    if own == opponent {
        Color::Black
    } else if opponent == own + 1 {
        Color::White
    } else {
        match stones.first() {
            Some((_, Owner::Own)) | None => Color::Black,
            Some(_) => Color::White,
        }
    }
}

impl Game {
    /// An empty board.
    pub(super) fn new(rule: &RuleSpec, size: BoardSize) -> Game {
        Game { position: Position::new(rule, size), own: None }
    }

    /// The board that a `BOARD` block describes, with its side to move as ours.
    pub(super) fn from_board(
        rule: &RuleSpec,
        size: BoardSize,
        listed: &[BoardStone],
    ) -> Result<Game, Refusal> {
        let mut taken = PointSet::EMPTY;
        let mut stones = Vec::with_capacity(listed.len());
        for stone in listed {
            let point = on_board(size, stone.at)?;
            if stone.owner == Owner::Retired {
                return Err(Refusal::Continuous);
            }
            if taken.contains(point) {
                return Err(Refusal::Twice(point));
            }
            taken.insert(point);
            stones.push((point, stone.owner));
        }
        let own = own_color(&stones);
        let color = |owner| if owner == Owner::Own { own } else { !own };
        let stones: Vec<_> = stones.into_iter().map(|(p, owner)| (p, color(owner))).collect();
        // What was captured is not listed, so that the order means nothing.
        let ordered = if rule.captures.is_none() { replay(rule, size, &stones) } else { None };
        let position = match ordered {
            Some(position) if position.to_move() == own => position,
            _ => lay(rule, size, stones, own)?,
        };
        let mut game = Game { position, own: Some(own) };
        game.overlook_foul()?;
        Ok(game)
    }

    /// The board after the stones of an opening, black first.
    pub(super) fn from_opening(
        rule: &RuleSpec,
        size: BoardSize,
        points: &[Point],
    ) -> Result<Game, Refusal> {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let stones: Vec<_> = points.iter().copied().zip(colors).collect();
        let to_move = if points.len().is_multiple_of(2) { Color::Black } else { Color::White };
        let position = match replay(rule, size, &stones) {
            Some(position) => position,
            None => lay(rule, size, stones, to_move)?,
        };
        let mut game = Game { position, own: None };
        game.overlook_foul()?;
        Ok(game)
    }

    fn rebuild(&mut self, stones: Vec<(Point, Color)>, to_move: Color) -> Result<(), Refusal> {
        let (rule, size) = (self.position.rule().clone(), self.position.size());
        self.position = lay(&rule, size, stones, to_move)?;
        Ok(())
    }

    /// A forbidden stone is for the manager to judge. If it asks us to go on, we go on.
    fn overlook_foul(&mut self) -> Result<(), Refusal> {
        match self.position.ending() {
            Some(Ending::Win { by: WinBy::Foul(_), .. }) => {
                self.rebuild(self.position.colored_stones(), self.position.to_move())
            }
            _ => Ok(()),
        }
    }

    /// The same stones under another law.
    pub(super) fn change_rule(&mut self, rule: &RuleSpec) -> Result<(), Refusal> {
        if self.position.rule() != rule {
            let (stones, to_move) = (self.position.colored_stones(), self.position.to_move());
            self.position = if stones.is_empty() {
                Position::new(rule, self.position.size())
            } else {
                lay(rule, self.position.size(), stones, to_move)?
            };
        }
        Ok(())
    }

    pub(super) fn is_empty_board(&self) -> bool {
        self.position.empty_count() == self.position.size().area()
    }

    /// Whether there is a move to be made.
    pub(super) fn goes_on(&self) -> Result<(), Refusal> {
        match self.position.ending() {
            Some(Ending::Win { winner, .. }) => Err(Refusal::Won(winner)),
            _ if self.position.empty_count() == 0 => Err(Refusal::Full),
            Some(Ending::Draw(DrawBy::FullBoard)) => Err(Refusal::Full),
            Some(Ending::Draw(_)) => Err(Refusal::Drawn),
            None => Ok(()),
        }
    }

    /// An empty point of the board.
    pub(super) fn empty_point(&self, at: Coordinates) -> Result<Point, Refusal> {
        let point = on_board(self.position.size(), at)?;
        if self.position.is_empty_at(point) { Ok(point) } else { Err(Refusal::Occupied(point)) }
    }

    /// The opponent's move.
    pub(super) fn opponent_moves(&mut self, point: Point) -> Result<(), Refusal> {
        let opponent = self.own.map_or(self.position.to_move(), |own| !own);
        if self.position.to_move() != opponent {
            self.rebuild(self.position.colored_stones(), opponent)?;
        }
        self.own = Some(!opponent);
        self.position.play(point);
        self.overlook_foul()
    }

    /// Our move, on an empty point.
    pub(super) fn we_move(&mut self, point: Point) -> Result<(), Refusal> {
        self.own = Some(self.position.to_move());
        self.position.play(point);
        self.overlook_foul()
    }

    /// Takes a stone off; the other side is then to move.
    pub(super) fn take_back(&mut self, at: Coordinates) -> Result<(), Refusal> {
        let point = on_board(self.position.size(), at)?;
        if self.position.is_empty_at(point) {
            return Err(Refusal::NoStone(point));
        }
        if self.position.last_move() == Some(Some(point)) {
            self.position.undo();
        } else if self.position.rule().captures.is_some() && self.position.last_move().is_some() {
            return Err(Refusal::NotLast(point));
        } else {
            let stones =
                self.position.colored_stones().into_iter().filter(|(p, _)| *p != point).collect();
            self.rebuild(stones, !self.position.to_move())?;
        }
        if self.is_empty_board() {
            *self = Game::new(&self.position.rule().clone(), self.position.size());
        }
        Ok(())
    }
}
