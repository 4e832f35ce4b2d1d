//! The search under any law, on the position itself: a four may have several stops, or none, and stones
//! may be taken off.

use std::mem;

use super::table::{ALL, Table};
use super::{VcfEnd, VcfFound, VcfWin, Work};
use crate::board::{Color, Point};
use crate::line::Class;
use crate::position::Position;
use crate::rules::{Ending, WinBy};
use crate::threat::replies;

/// Lists for each number of fours that are left, used again and again.
#[derive(Default)]
pub(super) struct Stacks {
    levels: Vec<Level>,
}

#[derive(Default)]
struct Level {
    fours: Vec<(u8, u8, Point)>,
    stops: Vec<Point>,
}

/// One branch: won, no win here, no win within so many fours, or ended from outside.
enum Branch {
    Win(VcfWin),
    NoWin,
    TooDeep,
    Stopped,
}

/// What is the same at every node.
struct Search<'a> {
    position: &'a mut Position,
    table: &'a mut Table,
    stacks: &'a mut Stacks,
    work: &'a mut Work,
    stop: &'a mut dyn FnMut(u64) -> bool,
}

/// Looks for a win of the side to move with at most `fours` fours; a win's line is left in `line`.
pub(super) fn solve(
    position: &mut Position,
    fours: u16,
    table: &mut Table,
    stacks: &mut Stacks,
    line: &mut Vec<Point>,
    work: &mut Work,
    stop: &mut dyn FnMut(u64) -> bool,
) -> VcfFound {
    let mut search = Search { position, table, stacks, work, stop };
    match search.attack(fours, None) {
        Branch::Win(win) => {
            *line = win.line;
            // The line was put together from its end.
            line.reverse();
            VcfFound::Win { fours: win.fours, end: win.end }
        }
        Branch::NoWin => VcfFound::NoWin,
        Branch::TooDeep => VcfFound::Unknown,
        Branch::Stopped => {
            search.work.stopped = true;
            VcfFound::Unknown
        }
    }
}

impl Search<'_> {
    /// The attacker is to move and may still make `fours` fours. Lines of wins run backward.
    fn attack(&mut self, fours: u16, last: Option<Point>) -> Branch {
        let us = self.position.to_move();
        if let Some(five) = replies::first_five(self.position, us) {
            return Branch::Win(VcfWin { line: vec![five], fours: 0, end: VcfEnd::Five });
        }
        if self.position.fours(us).is_empty() {
            return Branch::NoWin;
        }
        if fours == 0 {
            return Branch::TooDeep;
        }
        let key = self.position.key();
        let lost = self.table.lost(key);
        if lost >= fours {
            return if lost == ALL { Branch::NoWin } else { Branch::TooDeep };
        }
        let nodes = self.work.nodes;
        let level = usize::from(fours);
        if self.stacks.levels.len() <= level {
            self.stacks.levels.resize_with(level + 1, Level::default);
        }
        let mut tries = mem::take(&mut self.stacks.levels[level].fours);
        self.collect(us, last, &mut tries);
        let branch = self.try_all(&tries, fours);
        self.stacks.levels[level].fours = tries;
        match branch {
            Branch::NoWin => self.table.remember(key, ALL, self.work.nodes - nodes),
            Branch::TooDeep => self.table.remember(key, fours, self.work.nodes - nodes),
            Branch::Win(_) | Branch::Stopped => {}
        }
        branch
    }

    fn try_all(&mut self, tries: &[(u8, u8, Point)], fours: u16) -> Branch {
        let mut deeper = false;
        for &(_, _, p) in tries {
            if self.work.is_over(self.stop) {
                return Branch::Stopped;
            }
            self.position.play(p);
            let branch = self.defend(fours, p);
            self.position.undo();
            match branch {
                Branch::Win(mut win) => {
                    win.line.push(p);
                    return Branch::Win(win);
                }
                Branch::NoWin => {}
                Branch::TooDeep => deeper = true,
                Branch::Stopped => return Branch::Stopped,
            }
        }
        if deeper { Branch::TooDeep } else { Branch::NoWin }
    }

    /// The attacker has just played `four`; the defender is to move.
    fn defend(&mut self, fours: u16, four: Point) -> Branch {
        let position = &mut *self.position;
        let us = !position.to_move();
        match position.ending() {
            Some(Ending::Win { winner, by: WinBy::Captures }) if winner == us => {
                return Branch::Win(VcfWin { line: Vec::new(), fours: 1, end: VcfEnd::Captures });
            }
            Some(_) => return Branch::NoWin,
            None => {}
        }
        if position.count(!us, Class::Five) > 0
            || position.count(us, Class::Five) == 0
            || ends_too_soon(position, us)
        {
            return Branch::NoWin;
        }
        let level = usize::from(fours);
        let mut stops = mem::take(&mut self.stacks.levels[level].stops);
        replies::stops(position, &mut stops);
        let branch = if stops.is_empty() {
            let single = position.count(us, Class::Five) == 1;
            let end = if single { VcfEnd::ForbiddenStop } else { VcfEnd::TwoFives };
            Branch::Win(VcfWin { line: Vec::new(), fours: 1, end })
        } else {
            self.answer(fours, four, &stops)
        };
        self.stacks.levels[level].stops = stops;
        branch
    }

    /// Every stop must lose. The line follows the stop that holds out longest.
    fn answer(&mut self, fours: u16, four: Point, stops: &[Point]) -> Branch {
        let mut longest: Option<VcfWin> = None;
        for &reply in stops {
            self.position.play(reply);
            let branch = match self.position.ending() {
                None => self.attack(fours - 1, Some(four)),
                Some(_) => Branch::NoWin,
            };
            self.position.undo();
            match branch {
                Branch::Win(mut win) => {
                    win.line.push(reply);
                    win.fours += 1;
                    if longest.as_ref().is_none_or(|l| l.plies() < win.plies()) {
                        longest = Some(win);
                    }
                }
                other => return other,
            }
        }
        longest.map_or(Branch::NoWin, Branch::Win)
    }

    /// The attacker's fours that are no fouls: those that settle it first, then by class, then those near
    /// the four before, then by index. A five of the defender must be stopped by the same stone.
    fn collect(&mut self, us: Color, last: Option<Point>, tries: &mut Vec<(u8, u8, Point)>) {
        tries.clear();
        let position = &mut *self.position;
        let mut add = |position: &Position, p: Point| {
            if position.fours(us).contains(p) && position.foul(us, p).is_none() {
                let distance = last.map_or(0, |l| l.x().abs_diff(p.x()).max(l.y().abs_diff(p.y())));
                tries.push((u8::MAX - position.class(us, p) as u8, distance, p));
            }
        };
        if position.count(!us, Class::Five) == 0 {
            for p in position.fours(us).iter() {
                add(position, p);
            }
        } else if replies::only_on_the_point(position) {
            for p in replies::five_points(position, !us) {
                add(position, p);
            }
        } else {
            let mut stops = Vec::new();
            replies::stops(position, &mut stops);
            for p in stops {
                add(position, p);
            }
        }
        tries.sort_unstable();
    }
}

/// Whether the game is over, by the law's draws, before the attacker can make the five.
fn ends_too_soon(position: &Position, us: Color) -> bool {
    let rule = position.rule();
    position.empty_count() <= usize::from(rule.draw_at_empty) + 1
        || rule.stone_limit.is_some_and(|limit| position.placed(us) >= limit.stones)
}
