//! Winning by continuous fours.
//!
//! ```text
//! attacker: a stone that makes a four      → every one that is no foul
//! defender: the stop, if there is one      → two points of five, or a forbidden stop: won
//! attacker: must first answer a four that the stop has made, with a four
//! ```
//!
//! [`Vcf::solve`] goes straight down and takes the first win it meets; [`Vcf::solve_shortest`] deepens
//! on the number of fours, so that the win it finds is the shortest. A table remembers the positions
//! from which so many fours did not win. A hit in the table can only cut a branch off, never claim a
//! win, so a win is proved by its line alone.

use super::replies;
use crate::board::zobrist::Key;
use crate::board::{Color, Point};
use crate::line::Class;
use crate::position::Position;
use crate::rules::{Ending, WinBy};

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct VcfLimit {
    /// The most fours of a line.
    pub fours: u16,
    /// The most attacker's moves tried.
    pub nodes: u64,
}

/// Why nothing stops the five any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VcfEnd {
    /// The line's last move is the five itself.
    Five,
    /// There are two ways to five, or no stone takes all of them away.
    TwoFives,
    /// The only stop is forbidden.
    ForbiddenStop,
    /// The line's last move takes the last pair that wins.
    Captures,
}

/// A proved win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VcfWin {
    /// Attacker first; ends with the move after which nothing stops the five.
    pub line: Vec<Point>,
    /// Four-moves in the line, the last move included; 0 where the first move is the five.
    pub fours: u16,
    /// How it ends.
    pub end: VcfEnd,
}

impl VcfWin {
    /// Plies up to and including the five.
    #[must_use]
    pub fn plies(&self) -> usize {
        let ended = matches!(self.end, VcfEnd::Five | VcfEnd::Captures);
        if ended { self.line.len() } else { self.line.len() + 2 }
    }
}

/// What a search has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VcfOutcome {
    /// The side to move wins.
    Win(VcfWin),
    /// There is no win by continuous fours, of any length.
    NoWin,
    /// A limit was reached first: the number of fours, the nodes, or the caller's stop.
    Unknown,
}

/// One branch: no win here, or not within the limits.
enum Branch {
    Win(VcfWin),
    NoWin,
    TooDeep,
    Stopped,
}

/// Positions from which a number of fours did not win.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: Key,
    fours: u16,
}

/// Fours that no line can have: the position has no win at all.
const ALL: u16 = u16::MAX;

/// The solver with its table.
pub struct Vcf {
    table: Vec<Entry>,
    /// Mixed into every key; another salt makes the table as good as empty at once.
    salt: Key,
    nodes: u64,
    node_limit: u64,
    /// Whether the last search was ended by the nodes or the caller, and not by the number of fours.
    stopped: bool,
    stops: Vec<Vec<Point>>,
}

impl Vcf {
    /// A solver with a table of `entries` (rounded up to a power of two), 16 bytes each.
    #[must_use]
    pub fn new(entries: usize) -> Vcf {
        Vcf {
            table: vec![Entry::default(); entries.next_power_of_two()],
            salt: 1,
            nodes: 0,
            node_limit: 0,
            stopped: false,
            stops: Vec::new(),
        }
    }

    /// Attacker's moves tried since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything, as if new.
    pub fn clear(&mut self) {
        // An odd constant, so that every salt differs from all before it.
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.nodes = 0;
    }

    /// Looks for a win of the side to move by continuous fours, of any length within the limit. `stop`
    /// is asked now and then, with the nodes so far, and ends the search when it says true.
    pub fn solve(
        &mut self,
        position: &mut Position,
        limit: VcfLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfOutcome {
        self.node_limit = self.nodes.saturating_add(limit.nodes);
        self.within(position, limit.fours, stop)
    }

    /// Looks for the shortest win by continuous fours: the one with the fewest fours, however the
    /// defender answers. Where a limit is reached first, what is known is [`VcfOutcome::Unknown`].
    pub fn solve_shortest(
        &mut self,
        position: &mut Position,
        limit: VcfLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfOutcome {
        self.node_limit = self.nodes.saturating_add(limit.nodes);
        // Any win tells how far to look, and most boards have none at all.
        let any = match self.within(position, limit.fours, stop) {
            VcfOutcome::Win(any) => any,
            other => return other,
        };
        for fours in 1..any.fours {
            match self.within(position, fours, stop) {
                VcfOutcome::Win(win) => return VcfOutcome::Win(win),
                VcfOutcome::NoWin => break,
                VcfOutcome::Unknown if self.stopped => return VcfOutcome::Unknown,
                VcfOutcome::Unknown => {}
            }
        }
        VcfOutcome::Win(any)
    }

    /// Looks for a win with at most `fours` fours.
    fn within(
        &mut self,
        position: &mut Position,
        fours: u16,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfOutcome {
        self.stopped = false;
        if position.ending().is_some() {
            return VcfOutcome::NoWin;
        }
        match self.attack(position, fours, None, stop) {
            Branch::Win(win) => VcfOutcome::Win(win),
            Branch::NoWin => VcfOutcome::NoWin,
            Branch::TooDeep => VcfOutcome::Unknown,
            Branch::Stopped => {
                self.stopped = true;
                VcfOutcome::Unknown
            }
        }
    }

    /// The attacker is to move and may still make `fours` fours.
    fn attack(
        &mut self,
        position: &mut Position,
        fours: u16,
        last: Option<Point>,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Branch {
        let us = position.to_move();
        if let Some(&five) = replies::five_points(position, us).first() {
            return Branch::Win(VcfWin { line: vec![five], fours: 0, end: VcfEnd::Five });
        }
        if position.fours(us).is_empty() {
            return Branch::NoWin;
        }
        if fours == 0 {
            return Branch::TooDeep;
        }
        let key = position.key() ^ self.salt;
        let slot = key as usize & (self.table.len() - 1);
        let known = self.table[slot];
        if known.key == key && known.fours >= fours {
            return if known.fours == ALL { Branch::NoWin } else { Branch::TooDeep };
        }
        let mut deeper = false;
        for p in self.four_moves(position, us, last) {
            if self.nodes >= self.node_limit || self.nodes & 0xFF == 0xFF && stop(self.nodes) {
                return Branch::Stopped;
            }
            self.nodes += 1;
            position.play(p);
            let branch = self.defend(position, fours, p, stop);
            position.undo();
            match branch {
                Branch::Win(mut win) => {
                    win.line.insert(0, p);
                    return Branch::Win(win);
                }
                Branch::NoWin => {}
                Branch::TooDeep => deeper = true,
                Branch::Stopped => return Branch::Stopped,
            }
        }
        self.table[slot] = Entry { key, fours: if deeper { fours } else { ALL } };
        if deeper { Branch::TooDeep } else { Branch::NoWin }
    }

    /// The attacker has just played `four`; the defender is to move.
    fn defend(
        &mut self,
        position: &mut Position,
        fours: u16,
        four: Point,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Branch {
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
            || Self::ends_too_soon(position, us)
        {
            return Branch::NoWin;
        }
        let depth = usize::from(fours);
        if self.stops.len() <= depth {
            self.stops.resize(depth + 1, Vec::new());
        }
        let mut stops = std::mem::take(&mut self.stops[depth]);
        replies::stops(position, &mut stops);
        let branch = if stops.is_empty() {
            let single = replies::five_points(position, us).len() == 1;
            let end = if single { VcfEnd::ForbiddenStop } else { VcfEnd::TwoFives };
            Branch::Win(VcfWin { line: Vec::new(), fours: 1, end })
        } else {
            self.answer(position, fours, four, &stops, stop)
        };
        self.stops[depth] = stops;
        branch
    }

    /// Whether the game is over, by the law's draws, before the attacker can make the five.
    fn ends_too_soon(position: &Position, us: Color) -> bool {
        let rule = position.rule();
        position.empty_count() <= usize::from(rule.draw_at_empty) + 1
            || rule.stone_limit.is_some_and(|limit| position.placed(us) >= limit.stones)
    }

    /// Every stop must lose. The line follows the stop that holds out longest.
    fn answer(
        &mut self,
        position: &mut Position,
        fours: u16,
        four: Point,
        stops: &[Point],
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Branch {
        let mut longest: Option<VcfWin> = None;
        for &reply in stops {
            position.play(reply);
            let branch = match position.ending() {
                None => self.attack(position, fours - 1, Some(four), stop),
                Some(_) => Branch::NoWin,
            };
            position.undo();
            match branch {
                Branch::Win(mut win) => {
                    win.line.insert(0, reply);
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
    fn four_moves(&self, position: &mut Position, us: Color, last: Option<Point>) -> Vec<Point> {
        let must_stop = replies::five_points(position, !us);
        let points: Vec<Point> = if must_stop.is_empty() {
            position.fours(us).iter().collect()
        } else if replies::only_on_the_point(position) {
            must_stop.iter().copied().filter(|&p| position.fours(us).contains(p)).collect()
        } else {
            let mut stops = Vec::new();
            replies::stops(position, &mut stops);
            stops.retain(|&p| position.fours(us).contains(p));
            stops
        };
        let distance =
            |p: Point| last.map_or(0, |l| l.x().abs_diff(p.x()).max(l.y().abs_diff(p.y())));
        let mut moves: Vec<(u8, u8, Point)> = points
            .into_iter()
            .filter(|&p| position.foul(us, p).is_none())
            .map(|p| (u8::MAX - position.class(us, p) as u8, distance(p), p))
            .collect();
        moves.sort_unstable();
        moves.into_iter().map(|(_, _, p)| p).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, notation};
    use crate::rules::RuleSpec;

    fn solve(rule: &RuleSpec, moves: &str) -> VcfOutcome {
        let size = BoardSize::FIFTEEN;
        let moves = notation::parse_moves(moves, size).unwrap();
        let mut position = Position::from_moves(rule, size, &moves).unwrap();
        let limit = VcfLimit { fours: 20, nodes: 10_000 };
        Vcf::new(64).solve(&mut position, limit, &mut |_| false)
    }

    /// The four on k10 takes the fifth pair with it: no five arises, and none is needed.
    #[test]
    fn a_four_that_takes_the_last_pair_ends_the_game() {
        let moves = "a1b1h10c1d1g10o15n15i10m15l15o7a15a14j10a13a12k11o1o2k13o3o4k12";
        let VcfOutcome::Win(win) = solve(&RuleSpec::PENTA, moves) else { panic!("no win") };
        assert_eq!((win.end, win.fours, win.plies()), (VcfEnd::Captures, 1, 1));
        assert_eq!(win.line.len(), 1);
    }

    /// With so few points left that the stop ends the game, four stones are worth nothing.
    #[test]
    fn a_draw_before_the_five_is_no_win() {
        let moves = "h8a1h9a3h10a5";
        assert!(matches!(solve(&RuleSpec::FREESTYLE, moves), VcfOutcome::Win(_)));
        let rule = RuleSpec { draw_at_empty: 225 - 8, ..RuleSpec::FREESTYLE };
        assert_eq!(solve(&rule, moves), VcfOutcome::NoWin);
    }
}
