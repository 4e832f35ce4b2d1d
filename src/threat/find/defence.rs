//! Wins by fours, and the stones that stop them.

use std::collections::{BTreeSet, HashMap};

use super::fours::{WinningFour, fours_that_stop, is_four, winning_four};
use super::scratch::Scratch;
use crate::board::zobrist::Key;
use crate::board::{Color, Dir, Point};
use crate::line::{Class, Shape};
use crate::rules::Ending;
use crate::threat::{Vcf, VcfLimit, VcfOutcome};

/// Entries of the solver's table, 16 bytes each.
const TABLE: usize = 1 << 18;

/// The most fours, one after another, that prepare a stop.
const MOST_PREPARING: u8 = 2;

/// What is to be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Danger {
    /// Any win by fours.
    Vcf,
    /// One four whose only stop is forbidden.
    Trap,
    /// One four that wins: a winning four-three, two fours, or a four whose only stop is forbidden.
    WinningFour,
    /// A win by fours, or a stone that threatens several that no single stone stops.
    DoubleVcf,
}

/// Asks the solver, within limits for all questions together.
pub(super) struct Prover<'a> {
    vcf: Vcf,
    nodes: u64,
    /// Moves tried by the searches of this module.
    own_nodes: u64,
    /// Double threats found so far, the last one first: they are tried first.
    doubles: Vec<Point>,
    stop: &'a mut dyn FnMut(u64) -> bool,
    /// Whether a limit ended a search.
    pub(super) stopped: bool,
}

impl<'a> Prover<'a> {
    pub(super) fn new(nodes: Option<u64>, stop: &'a mut dyn FnMut(u64) -> bool) -> Prover<'a> {
        Prover {
            vcf: Vcf::new(TABLE),
            nodes: nodes.unwrap_or(u64::MAX),
            own_nodes: 0,
            doubles: Vec::new(),
            stop,
            stopped: false,
        }
    }

    /// Moves tried so far.
    pub(super) fn nodes(&self) -> u64 {
        self.vcf.nodes().saturating_add(self.own_nodes)
    }

    /// Whether a limit has come, the caller's stop included.
    pub(super) fn must_halt(&mut self) -> bool {
        let nodes = self.nodes();
        self.stopped = self.stopped || nodes > self.nodes || (self.stop)(nodes);
        self.stopped
    }

    /// Whether `color`, to move, wins by fours; `None` where a limit came first.
    pub(super) fn wins(&mut self, s: &mut Scratch, color: Color) -> Option<bool> {
        self.fours(s, color, false).map(|fours| fours.is_some())
    }

    /// The fours of a win of `color`, to move; of the shortest one where that is asked for.
    pub(super) fn fours(
        &mut self,
        s: &mut Scratch,
        color: Color,
        shortest: bool,
    ) -> Option<Option<u16>> {
        if self.must_halt() {
            return None;
        }
        let fours = u16::try_from(s.position().size().area()).unwrap_or(u16::MAX);
        let limit = VcfLimit { fours, nodes: self.nodes.saturating_sub(self.nodes()) };
        let search = if shortest { Vcf::solve_shortest } else { Vcf::solve };
        let outcome =
            s.with_turn(color, |s| search(&mut self.vcf, s.position_mut(), limit, self.stop));
        match outcome {
            VcfOutcome::Win(win) => Some(Some(win.fours)),
            VcfOutcome::NoWin => Some(None),
            VcfOutcome::Unknown => {
                self.stopped = true;
                None
            }
        }
    }

    /// Whether the danger from `color`, to move, is there.
    pub(super) fn threatens(
        &mut self,
        s: &mut Scratch,
        color: Color,
        danger: Danger,
    ) -> Option<bool> {
        match danger {
            Danger::Vcf => self.wins(s, color),
            Danger::DoubleVcf => {
                if self.wins(s, color)? {
                    return Some(true);
                }
                s.with_turn(color, |s| self.has_double(s, color))
            }
            Danger::Trap | Danger::WinningFour => Some(s.with_turn(color, |s| {
                if s.threatens_five(color) {
                    return danger == Danger::WinningFour;
                }
                fours_that_stop(s, color).into_iter().any(|p| match winning_four(s, color, p) {
                    Some(WinningFour::ForbiddenStop) => true,
                    Some(_) => danger == Danger::WinningFour,
                    None => false,
                })
            })),
        }
    }

    /// Whether a stone of `color` on `p` stops the danger from the other side.
    ///
    /// A stone that leaves no four does if the danger is gone. A four must be answered, and then it is
    /// the turn of `color` again: it stops the danger only if it is gone when that turn is passed.
    pub(super) fn stops(
        &mut self,
        s: &mut Scratch,
        color: Color,
        p: Point,
        danger: Danger,
    ) -> Option<bool> {
        if !s.allows(color, p) {
            return Some(false);
        }
        s.with(color, p, |s| self.holds(s, color, danger))
    }

    /// Whether the danger to `color`, that has just played, is gone.
    fn holds(&mut self, s: &mut Scratch, color: Color, danger: Danger) -> Option<bool> {
        match s.position().ending() {
            Some(Ending::Win { winner, .. }) => return Some(winner == color),
            Some(Ending::Draw(_)) => return Some(true),
            None => {}
        }
        if s.threatens_five(!color) {
            return Some(false);
        }
        if !s.threatens_five(color) {
            return self.threatens(s, !color, danger).map(|there| !there);
        }
        let mut all = Some(true);
        for reply in s.stops() {
            let held = s.with(!color, reply, |s| {
                if !s.threatens_five(!color) {
                    return self.threatens(s, !color, danger).map(|there| !there);
                }
                // The answer was a four too: it must be stopped in turn.
                let mut any = Some(false);
                for stop in s.stops() {
                    match s.with(color, stop, |s| self.holds(s, color, danger)) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => any = None,
                    }
                }
                any
            });
            match held {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    /// Whether a stone of `color`, to move, on `p`, which makes no four, makes a danger that no single
    /// stone stops, and before which the other side has no win by fours of its own.
    pub(super) fn is_double(
        &mut self,
        s: &mut Scratch,
        color: Color,
        p: Point,
        danger: Danger,
    ) -> Option<bool> {
        if !s.allows(color, p) || s.position().class(color, p) >= Class::Four {
            return Some(false);
        }
        s.with(color, p, |s| {
            if s.threatens_five(!color) || !self.threatens(s, color, danger)? {
                return Some(false);
            }
            // Who wins by fours first need stop nothing.
            if self.wins(s, !color)? {
                return Some(false);
            }
            let first: Vec<Point> = s.position().fours(color).iter().collect();
            self.can_stop(s, !color, danger, &first).map(|can| !can)
        })
    }

    /// Whether `color`, to move, has a stone that threatens several wins by fours.
    fn has_double(&mut self, s: &mut Scratch, color: Color) -> Option<bool> {
        let first = self.doubles.clone();
        self.some_point(s, &first, |prover, s, p| {
            let double = prover.is_double(s, color, p, Danger::Vcf);
            if double == Some(true) {
                // What was a double threat once often is one still.
                prover.doubles.retain(|&q| q != p);
                prover.doubles.insert(0, p);
            }
            double
        })
    }

    /// Whether some stone of `color`, to move, stops the danger. `first` are tried first.
    pub(super) fn can_stop(
        &mut self,
        s: &mut Scratch,
        color: Color,
        danger: Danger,
        first: &[Point],
    ) -> Option<bool> {
        self.some_point(s, first, |prover, s, p| prover.stops(s, color, p, danger))
    }

    /// Whether a test holds for some empty point, `first` tried first. `None` where it is not known.
    fn some_point(
        &mut self,
        s: &mut Scratch,
        first: &[Point],
        mut test: impl FnMut(&mut Self, &mut Scratch, Point) -> Option<bool>,
    ) -> Option<bool> {
        let others: Vec<Point> =
            s.position().empty().iter().filter(|p| !first.contains(p)).collect();
        let mut unknown = false;
        for p in first.iter().copied().chain(others) {
            match test(self, s, p) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => unknown = true,
            }
            if self.stopped {
                return None;
            }
        }
        (!unknown).then_some(false)
    }

    /// All points that stop the danger: those that do at once, then the fours that prepare a stop; with
    /// the points where a limit came first.
    pub(super) fn all_stops(
        &mut self,
        s: &mut Scratch,
        color: Color,
        danger: Danger,
    ) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let (mut stops, mut unknown) = self.direct_stops(s, color, danger);
        for deeper in 0..MOST_PREPARING {
            let known = stops.clone();
            for p in fours_that_stop(s, color) {
                if stops.contains(&p) {
                    continue;
                }
                match self.prepares_stop(s, color, p, danger, &known, deeper) {
                    // What is not known to stop might be what the four prepares.
                    Some(true) if unknown.is_empty() => drop(stops.insert(p)),
                    Some(false) => {}
                    _ => drop(unknown.insert(p)),
                }
            }
        }
        (stops, unknown)
    }

    /// All points that stop the danger at once, with those where a limit came first.
    pub(super) fn direct_stops(
        &mut self,
        s: &mut Scratch,
        color: Color,
        danger: Danger,
    ) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let (mut stops, mut unknown) = (BTreeSet::new(), BTreeSet::new());
        let points: Vec<Point> = s.position().empty().iter().collect();
        for p in points {
            match self.stops(s, color, p, danger) {
                Some(true) => drop(stops.insert(p)),
                Some(false) => {}
                None => drop(unknown.insert(p)),
            }
        }
        (stops, unknown)
    }

    /// Whether a four of `color` on `p`, which stops nothing by itself, prepares a stop: after its answer
    /// there is a stop that is not among `known`, perhaps after more fours (`deeper` of them).
    fn prepares_stop(
        &mut self,
        s: &mut Scratch,
        color: Color,
        p: Point,
        danger: Danger,
        known: &BTreeSet<Point>,
        deeper: u8,
    ) -> Option<bool> {
        if !is_four(s, color, p) {
            return Some(false);
        }
        s.with(color, p, |s| {
            if s.threatens_five(!color) {
                return Some(false);
            }
            let mut all = Some(true);
            for reply in s.stops() {
                let prepared = s.with(!color, reply, |s| {
                    let forced = s.threatens_five(!color).then(|| s.stops());
                    let (mut stops, mut unknown) = self.direct_stops(s, color, danger);
                    if let Some(forced) = forced {
                        stops.retain(|p| forced.contains(p));
                        unknown.retain(|p| forced.contains(p));
                    }
                    if stops.iter().any(|q| !known.contains(q)) {
                        return Some(true);
                    }
                    if deeper > 0 {
                        let known: BTreeSet<Point> = known.union(&stops).copied().collect();
                        for q in fours_that_stop(s, color) {
                            if !known.contains(&q)
                                && self.prepares_stop(s, color, q, danger, &known, deeper - 1)?
                            {
                                return Some(true);
                            }
                        }
                    }
                    unknown.is_empty().then_some(false)
                });
                match prepared {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => all = None,
                }
            }
            all
        })
    }

    /// Whether the other side would win by fours although `color` has a stone on `p`, if that stone only
    /// stood in the way: it gives `color` no five of its own, and allows no stop that is forbidden without
    /// it. Then `p` stops by the fours that `color` makes while it stops theirs.
    pub(super) fn wins_past(&mut self, s: &mut Scratch, color: Color, p: Point) -> Option<bool> {
        let mut bare = s.clone();
        s.with(color, p, |s| {
            s.with_turn(!color, |s| self.past(s, &mut bare, !color, p, &mut HashMap::new()))
        })
    }

    /// The search of [`Self::wins_past`]; `bare` is the same board without the stone on `wall`.
    fn past(
        &mut self,
        s: &mut Scratch,
        bare: &mut Scratch,
        attacker: Color,
        wall: Point,
        known: &mut HashMap<Key, bool>,
    ) -> Option<bool> {
        if s.threatens_five(attacker) {
            return Some(true);
        }
        let key = s.position().key();
        if let Some(&wins) = known.get(&key) {
            return Some(wins);
        }
        self.own_nodes += 1;
        if self.must_halt() {
            return None;
        }
        let must: Vec<Point> = s
            .fives(!attacker)
            .into_iter()
            .filter(|&five| five_without(s, !attacker, five, wall))
            .collect();
        let tries: Vec<Point> = s.position().fours(attacker).iter().collect();
        let mut wins = Some(false);
        for p in tries.into_iter().filter(|p| must.is_empty() || must == [*p]) {
            // A stone that the wall took may still lie there without it.
            if !is_four(s, attacker, p) || !bare.position().is_empty_at(p) {
                continue;
            }
            let won = s.with(attacker, p, |s| {
                bare.with(attacker, p, |bare| {
                    for stop in s.stops() {
                        if !bare.allows(!attacker, stop) {
                            continue;
                        }
                        let won = s.with(!attacker, stop, |s| {
                            bare.with(!attacker, stop, |bare| {
                                self.past(s, bare, attacker, wall, known)
                            })
                        });
                        if won != Some(true) {
                            return won;
                        }
                    }
                    Some(true)
                })
            });
            match won {
                Some(true) => {
                    wins = Some(true);
                    break;
                }
                Some(false) => {}
                None => wins = None,
            }
        }
        if let Some(wins) = wins {
            known.insert(key, wins);
        }
        wins
    }
}

/// Whether a stone of `color` on `five` makes a five of which `without` is no part.
fn five_without(s: &Scratch, color: Color, five: Point, without: Point) -> bool {
    let own = |p: Point| s.position().stones(color).contains(p);
    Dir::ALL.into_iter().filter(|&dir| s.position().shape(color, five, dir) == Shape::Five).any(
        |dir| {
            let (dx, dy) = dir.step();
            ![-1, 1].into_iter().any(|sign| {
                (1..)
                    .map_while(|k| five.offset(sign * k * dx, sign * k * dy))
                    .take_while(|&p| own(p))
                    .any(|p| p == without)
            })
        },
    )
}
