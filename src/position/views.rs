//! The lines of the board as each colour sees them.

use crate::board::{BoardSize, Color, Point};
use crate::line::Lines;

/// One set of lines for both colours, or one for each where a wild stone counts for whoever looks.
#[derive(Clone, Debug)]
pub(super) struct Views {
    /// What both see; under a law with a wild centre, what black sees.
    shared: Lines,
    wild: Option<Box<Wild>>,
}

/// The stone that counts for both sides, and the lines as white sees them.
#[derive(Clone, Debug)]
struct Wild {
    white: Lines,
    centre: Point,
    stone: Option<Point>,
}

impl Views {
    pub(super) fn new(size: BoardSize, wild_centre: bool) -> Views {
        let shared = Lines::new(size);
        let wild = wild_centre
            .then(|| Box::new(Wild { white: shared.clone(), centre: size.centre(), stone: None }));
        Views { shared, wild }
    }

    /// The lines as a colour sees them.
    #[inline]
    pub(super) fn of(&self, color: Color) -> &Lines {
        match &self.wild {
            Some(wild) if color == Color::White => &wild.white,
            _ => &self.shared,
        }
    }

    /// Whether the colours see different lines.
    #[inline]
    pub(super) fn differ(&self) -> bool {
        self.wild.is_some()
    }

    /// The wild stone, once it is on the board.
    pub(super) fn wild_stone(&self) -> Option<Point> {
        self.wild.as_ref().and_then(|wild| wild.stone)
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub(super) fn put(&mut self, p: Point, color: Color) {
        if let Some(wild) = &mut self.wild
            && p == wild.centre
        {
            wild.stone = Some(p);
        }
        self.toggle(p, color);
    }

    /// Takes a stone off.
    #[inline]
    pub(super) fn take(&mut self, p: Point, color: Color) {
        self.toggle(p, color);
        if let Some(wild) = &mut self.wild
            && wild.stone == Some(p)
        {
            wild.stone = None;
        }
    }

    #[inline]
    fn toggle(&mut self, p: Point, color: Color) {
        let Some(wild) = &mut self.wild else { return self.shared.toggle_stone(p, color) };
        let seen = if wild.stone == Some(p) { [Color::Black, Color::White] } else { [color; 2] };
        self.shared.toggle_stone(p, seen[0]);
        wild.white.toggle_stone(p, seen[1]);
    }
}
