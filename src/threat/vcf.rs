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
//!
//! Under most laws a four has one stop, and the search needs no more than the windows of five cells with
//! three stones (`plain`); blocked fives, captures and the like are played out on the position itself
//! (`general`).

mod fours;
mod general;
mod help;
mod plain;
mod table;

pub(super) use self::plain::is_plain;
use self::table::Table;
use crate::board::{Point, PointSet};
use crate::line::Class;
use crate::position::Position;
use crate::threat::replies;

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

/// What a search has found out; the line of a win is in [`Vcf::line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VcfFound {
    /// The side to move wins: number of fours as in [`VcfWin::fours`], and how it ends.
    Win {
        /// Four-moves in the line, the last move included; 0 where the first move is the five.
        fours: u16,
        /// How it ends.
        end: VcfEnd,
    },
    /// There is no win by continuous fours, of any length.
    NoWin,
    /// A limit was reached first: the number of fours, the nodes, or the caller's stop.
    Unknown,
}

/// What has been done, and what may be.
#[derive(Default)]
struct Work {
    nodes: u64,
    node_limit: u64,
    /// Whether the last search was ended by the nodes or the caller, and not by the number of fours.
    stopped: bool,
}

impl Work {
    /// Whether a limit is reached; if not, counts a node.
    #[inline]
    fn is_over(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        if self.nodes >= self.node_limit || self.nodes & 0xFF == 0xFF && stop(self.nodes) {
            return true;
        }
        self.nodes += 1;
        false
    }
}

/// The solver with its table.
pub struct Vcf {
    table: Table,
    work: Work,
    line: Vec<Point>,
    help: PointSet,
    plain: plain::Stacks,
    general: general::Stacks,
}

impl Vcf {
    /// A solver with a table that grows as it fills, up to `entries` (rounded up to a power of two) of 16
    /// bytes each. Making one is cheap.
    #[must_use]
    pub fn new(entries: usize) -> Vcf {
        Vcf {
            table: Table::new(entries),
            work: Work::default(),
            line: Vec::new(),
            help: PointSet::EMPTY,
            plain: plain::Stacks::new(),
            general: general::Stacks::default(),
        }
    }

    /// Attacker's moves tried since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.work.nodes
    }

    /// The line of the win that the last search has found, as in [`VcfWin::line`]; empty where it found none.
    #[must_use]
    pub fn line(&self) -> &[Point] {
        &self.line
    }

    /// Forgets everything, as if new. The memory is kept.
    pub fn clear(&mut self) {
        self.table.clear();
        self.work.nodes = 0;
    }

    /// Looks for a win of the side to move by continuous fours, of any length within the limit. `stop`
    /// is asked now and then, with the nodes so far, and ends the search when it says true.
    pub fn solve(
        &mut self,
        position: &mut Position,
        limit: VcfLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfOutcome {
        let found = self.find(position, limit, stop);
        self.outcome(found)
    }

    /// The same without a copy of the line; see [`Self::line`].
    pub fn find(
        &mut self,
        position: &mut Position,
        limit: VcfLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfFound {
        self.work.node_limit = self.work.nodes.saturating_add(limit.nodes);
        self.within(position, limit.fours, false, stop)
    }

    /// The same; where it finds no win, [`Self::help`] tells what could make one.
    pub fn find_or_help(
        &mut self,
        position: &mut Position,
        limit: VcfLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfFound {
        self.work.node_limit = self.work.nodes.saturating_add(limit.nodes);
        let helped = is_plain(position)
            && position.ending().is_none()
            && position.count(!position.to_move(), Class::Five) == 0;
        let found = self.within(position, limit.fours, helped, stop);
        if !matches!(found, VcfFound::Win { .. }) {
            self.help = if helped { self.plain.help.points() } else { *position.empty() };
        }
        found
    }

    /// After [`Self::find_or_help`] found no win: all empty points where one more stone of the attacker's could
    /// make one, those left out where a stone makes a four. There may be points too many, and none is missing
    /// unless the search [was cut off](Self::was_cut_off).
    #[must_use]
    pub fn help(&self) -> &PointSet {
        &self.help
    }

    /// Whether the last search was ended by the nodes or by `stop`.
    #[must_use]
    pub fn was_cut_off(&self) -> bool {
        self.work.stopped
    }

    /// Looks for the shortest win by continuous fours: the one with the fewest fours, however the
    /// defender answers. Where a limit is reached first, what is known is [`VcfOutcome::Unknown`].
    pub fn solve_shortest(
        &mut self,
        position: &mut Position,
        limit: VcfLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfOutcome {
        // Any win tells how far to look, and most boards have none at all.
        let any = self.solve(position, limit, stop);
        let VcfOutcome::Win(VcfWin { fours: most, .. }) = any else { return any };
        for fours in 1..most {
            match self.within(position, fours, false, stop) {
                VcfFound::NoWin => break,
                VcfFound::Unknown if self.work.stopped => return VcfOutcome::Unknown,
                VcfFound::Unknown => {}
                found @ VcfFound::Win { .. } => return self.outcome(found),
            }
        }
        any
    }

    /// Looks for a win with at most `fours` fours.
    fn within(
        &mut self,
        position: &mut Position,
        fours: u16,
        helped: bool,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> VcfFound {
        self.work.stopped = false;
        self.line.clear();
        let us = position.to_move();
        if position.ending().is_some() || position.fours(us).is_empty() && !helped {
            return VcfFound::NoWin;
        }
        if let Some(five) = replies::first_five(position, us) {
            self.line.push(five);
            return VcfFound::Win { fours: 0, end: VcfEnd::Five };
        }
        if !is_plain(position) {
            let Vcf { table, work, line, general, .. } = self;
            return general::solve(position, fours, table, general, line, work, stop);
        }
        let Vcf { table, work, line, plain, .. } = self;
        let shared = (!helped).then_some(table);
        plain::solve(position, fours, shared, plain, line, work, stop)
    }

    fn outcome(&self, found: VcfFound) -> VcfOutcome {
        match found {
            VcfFound::Win { fours, end } => {
                VcfOutcome::Win(VcfWin { line: self.line.clone(), fours, end })
            }
            VcfFound::NoWin => VcfOutcome::NoWin,
            VcfFound::Unknown => VcfOutcome::Unknown,
        }
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
