//! Whether a position that nobody has won by a five or a foul is over.

use super::Position;
use crate::board::Color;
use crate::rules::{DrawBy, Ending, WinBy, dead_board};

impl Position {
    /// The ending after a stone of `color` that made neither five nor foul.
    pub(super) fn quiet_ending(&self, color: Color) -> Option<Ending> {
        let rule = &*self.rule;
        if let Some(law) = rule.captures
            && self.captured_pairs[color] >= law.pairs_to_win
        {
            return Some(Ending::Win { winner: color, by: WinBy::Captures });
        }
        if let Some(limit) = rule.stone_limit
            && limit.loser == Some(color)
            && self.placed[color] >= limit.stones
        {
            return Some(Ending::Win { winner: !color, by: WinBy::StoneLimit });
        }
        self.draw(!color)
    }

    /// The draw, if it is one, with `next` to move.
    pub(super) fn draw(&self, next: Color) -> Option<Ending> {
        let rule = &*self.rule;
        if self.empty_left <= rule.draw_at_empty {
            return Some(Ending::Draw(DrawBy::FullBoard));
        }
        if rule.dead_board_draw && self.is_dead() {
            return Some(Ending::Draw(DrawBy::DeadBoard));
        }
        if rule.stone_limit.is_some_and(|limit| self.placed[next] >= limit.stones) {
            return Some(Ending::Draw(DrawBy::StonesOut));
        }
        None
    }

    /// Whether neither side can ever make a five any more. Never so where stones can be captured.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.rule.captures.is_none()
            && Color::ALL.into_iter().all(|c| {
                let law = self.tables.laws()[c];
                !dead_board::can_make_five(self.lines(c), law, self.size, c)
            })
    }
}
