//! The search under plain laws: a five can only be stopped on its very point, and no stone is taken off.
//!
//! Every four then has one stop, or it wins: where there are two points of five, and where the stop is
//! forbidden. So a line is a row of pairs, and the board need not know more than where fours can be made.

use super::fours::{Fives, Four, FourBoard};
use super::help::Help;
use super::table::{ALL, Table};
use super::{VcfEnd, VcfFound, Work};
use crate::board::zobrist::{self, Key};
use crate::board::{Color, Point};
use crate::line::table::{FOUL_CANDIDATE, FOUR};
use crate::line::{Class, LawTables};
use crate::position::Position;
use crate::rules::forbidden;
use crate::threat::replies;

/// Whether the law is plain in this sense, and the stones do not run out.
pub(in crate::threat) fn is_plain(position: &Position) -> bool {
    let rule = position.rule();
    replies::only_on_the_point(position) && !rule.wild_centre && rule.stone_limit.is_none()
}

/// A four to be tried.
#[derive(Clone, Copy)]
pub(super) struct Try {
    /// Lowest first.
    order: u16,
    four: Point,
    stop: Point,
    /// Whether the stop can make a four.
    answers: bool,
}

impl Try {
    /// By class, then along a line through the four before, then near it, then what leaves the defender
    /// with the poorest stop.
    #[inline]
    fn new(Four { four, stop }: Four, last: Option<Point>, class: u8, stop_byte: u8) -> Try {
        let class_of_stop = stop_byte & 15;
        let (apart, distance) = last.map_or((false, 0), |l| {
            let (dx, dy) = (l.x().abs_diff(four.x()), l.y().abs_diff(four.y()));
            (dx != 0 && dy != 0 && dx != dy, dx.max(dy).min(7))
        });
        let order = u16::from(15 - class) << 8
            | u16::from(apart) << 7
            | u16::from(distance) << 4
            | u16::from(class_of_stop);
        Try { order, four, stop, answers: stop_byte & FOUR != 0 }
    }

    /// Equal orders go by index.
    #[inline]
    fn rank(&self) -> u32 {
        u32::from(self.order) << 16 | self.four.index() as u32
    }
}

/// One branch: won, no win, no win within so many fours, or ended from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Win(VcfEnd),
    NoWin,
    TooDeep,
    Stopped,
}

/// What is used again from search to search.
pub(super) struct Stacks {
    board: FourBoard,
    tries: Vec<Try>,
    pub(super) help: Help,
}

impl Stacks {
    pub(super) fn new() -> Stacks {
        Stacks { board: FourBoard::new(), tries: Vec::new(), help: Help::new() }
    }
}

/// Where positions are remembered from which fours did not win.
pub(super) enum Memory<'a> {
    /// Shared by all searches.
    Shared(&'a mut Table),
    /// This search's own, which learns at every position what could help.
    Helped(&'a mut Help),
}

impl Memory<'_> {
    #[inline]
    fn table(&mut self) -> &mut Table {
        match self {
            Memory::Shared(table) => table,
            Memory::Helped(help) => &mut help.seen,
        }
    }

    #[inline]
    fn help(&mut self) -> Option<&mut Help> {
        match self {
            Memory::Shared(_) => None,
            Memory::Helped(help) => Some(help),
        }
    }
}

/// What is the same at every node.
struct Search<'a> {
    board: &'a mut FourBoard,
    tables: &'static LawTables,
    us: Color,
    /// Whether the law has fouls for the defender.
    defender_fouls: bool,
    /// With fewer empty points before a four the game is a draw before the five.
    least_empty: usize,
    memory: Memory<'a>,
    tries: &'a mut Vec<Try>,
    line: &'a mut Vec<Point>,
    work: &'a mut Work,
    stop: &'a mut dyn FnMut(u64) -> bool,
}

/// Looks for a win of the side to move with at most `fours` fours; a win's line is left in `line`. Without
/// a shared table `stacks.help` tells what could help where there is no win.
pub(super) fn solve(
    position: &Position,
    fours: u16,
    shared: Option<&mut Table>,
    stacks: &mut Stacks,
    line: &mut Vec<Point>,
    work: &mut Work,
    stop: &mut dyn FnMut(u64) -> bool,
) -> VcfFound {
    let us = position.to_move();
    let Stacks { board, tries, help } = stacks;
    if shared.is_none() {
        help.begin(*position.empty());
    }
    let least_empty = usize::from(position.rule().draw_at_empty) + 3;
    let must = match replies::five_points(position, !us).as_slice() {
        [] => None,
        &[p] if position.fours(us).contains(p) && position.foul(us, p).is_none() => Some(p),
        _ => return VcfFound::NoWin,
    };
    if position.empty_count() < least_empty {
        return VcfFound::NoWin;
    }
    if fours > 0
        && let Some(four) = double_four(position, must)
    {
        if work.is_over(stop) {
            work.stopped = true;
            return VcfFound::Unknown;
        }
        line.push(four);
        return VcfFound::Win { fours: 1, end: VcfEnd::TwoFives };
    }
    let memory = match shared {
        None => Memory::Helped(help),
        Some(table) => {
            let lost = table.lost(position.key());
            if fours > 0 && lost >= fours {
                return if lost == ALL { VcfFound::NoWin } else { VcfFound::Unknown };
            }
            Memory::Shared(table)
        }
    };
    board.load(position);
    tries.clear();
    let mut search = Search {
        board,
        tables: position.tables(),
        us,
        defender_fouls: position.tables().laws()[!us].has_fouls(),
        least_empty,
        memory,
        tries,
        line,
        work,
        stop,
    };
    let node = Node { key: position.key(), fours, empty: position.empty_count(), last: None, must };
    match search.attack(node) {
        Branch::Win(end) => {
            let fours = search.line.len().div_ceil(2) as u16;
            VcfFound::Win { fours, end }
        }
        Branch::NoWin => VcfFound::NoWin,
        Branch::TooDeep => VcfFound::Unknown,
        Branch::Stopped => {
            search.work.stopped = true;
            VcfFound::Unknown
        }
    }
}

/// A stone that wins at once, by two points of five; where the defender threatens a five, it must lie there.
fn double_four(position: &Position, must: Option<Point>) -> Option<Point> {
    let us = position.to_move();
    if position.count(us, Class::DoubleFour) + position.count(us, Class::StraightFour) == 0 {
        return None;
    }
    let wins = |class, p| position.class(us, p) == class && position.foul(us, p).is_none();
    [Class::StraightFour, Class::DoubleFour].into_iter().find_map(|class| match must {
        None => position.fours(us).iter().find(|&p| wins(class, p)),
        Some(p) => Some(p).filter(|&p| wins(class, p)),
    })
}

/// The attacker is to move.
#[derive(Clone, Copy)]
struct Node {
    key: Key,
    /// Fours that may still be made.
    fours: u16,
    /// Empty points.
    empty: usize,
    /// The four before.
    last: Option<Point>,
    /// Where the defender threatens a five.
    must: Option<Point>,
}

impl Search<'_> {
    /// Tries every four.
    fn attack(&mut self, node: Node) -> Branch {
        if let Some(help) = self.memory.help() {
            match node.last {
                None => help.on(self.board),
                Some(four) => help.through(self.board, four),
            }
            if let Some(five) = node.must {
                help.must(five);
            }
        }
        if !self.board.has_windows() || node.empty < self.least_empty {
            return Branch::NoWin;
        }
        if node.fours == 0 {
            return Branch::TooDeep;
        }
        let begin = self.tries.len();
        let nodes = self.work.nodes;
        if let Some(four) = self.collect(node) {
            self.tries.truncate(begin);
            if self.work.is_over(self.stop) {
                return Branch::Stopped;
            }
            self.line.push(four);
            return Branch::Win(VcfEnd::TwoFives);
        }
        self.tries[begin..].sort_unstable_by_key(Try::rank);
        let mut deeper = false;
        for i in begin..self.tries.len() {
            if self.work.is_over(self.stop) {
                return Branch::Stopped;
            }
            if deeper && node.fours == 1 && !self.defender_fouls {
                // With the last four only a win at once could still tell us something.
                continue;
            }
            match self.play(node, self.tries[i]) {
                Branch::NoWin => {}
                Branch::TooDeep => deeper = true,
                over => {
                    self.tries.truncate(begin);
                    return over;
                }
            }
        }
        if self.tries.len() > begin {
            self.tries.truncate(begin);
            let fours = if deeper { node.fours } else { ALL };
            self.memory.table().remember(node.key, fours, self.work.nodes - nodes);
        }
        if deeper { Branch::TooDeep } else { Branch::NoWin }
    }

    /// Puts the fours that are no fouls on the pile, or finds one that wins at once.
    fn collect(&mut self, node: Node) -> Option<Point> {
        let Search { board, tables, us, tries, memory, .. } = self;
        let (us, tables) = (*us, *tables);
        let mut wins = None;
        let add = |four: Four| {
            let byte = board.class_byte(tables, us, four.four);
            if byte & FOUL_CANDIDATE != 0
                && let Some(foul) = forbidden::foul(board.lines(), tables, us, four.four)
            {
                if let Some(help) = memory.help() {
                    help.forbidden_four(board, tables, us, four.four, foul);
                }
                return;
            }
            let class = byte & 15;
            let stop = board.class_byte(tables, !us, four.stop);
            let new = Try::new(four, node.last, class, stop);
            let wins_at_once = class >= Class::DoubleFour as u8;
            if wins_at_once && wins.is_none_or(|best: Try| new.rank() < best.rank()) {
                wins = Some(new);
            }
            tries.push(new);
        };
        match node.must {
            None => board.for_each(add),
            Some(p) => board.for_each_on(p, add),
        }
        wins.map(|wins| wins.four)
    }

    /// Plays a four and its stop, and goes on.
    #[inline]
    fn play(&mut self, node: Node, Try { four, stop, answers, .. }: Try) -> Branch {
        if self.defender_fouls && self.is_forbidden_after(four, stop) {
            self.line.push(four);
            return Branch::Win(VcfEnd::ForbiddenStop);
        }
        let key = node.key ^ zobrist::stone(self.us, four) ^ zobrist::stone(!self.us, stop);
        let fours = node.fours - 1;
        let lost = self.memory.table().lost(key);
        if fours > 0 && lost >= fours {
            return if lost == ALL { Branch::NoWin } else { Branch::TooDeep };
        }
        self.board.toggle(four, self.us);
        self.board.toggle(stop, !self.us);
        let fives = if answers { self.board.fives_through(stop) } else { Fives::None };
        let branch = match fives {
            Fives::More => {
                if let Some(help) = self.memory.help() {
                    help.fives_through(self.board, stop);
                }
                Branch::NoWin
            }
            Fives::None => self.follow(node, four, stop, key, None),
            Fives::One(five) => self.follow(node, four, stop, key, Some(five)),
        };
        self.board.toggle(stop, !self.us);
        self.board.toggle(four, self.us);
        branch
    }

    /// Whether the stop of a four is a foul once the four is there.
    #[inline]
    fn is_forbidden_after(&mut self, four: Point, stop: Point) -> bool {
        self.board.toggle(four, self.us);
        let (lines, tables, them) = (self.board.lines(), self.tables, !self.us);
        let foul = forbidden::foul(lines, tables, them, stop).is_some();
        if let Some(help) = self.memory.help()
            && !foul
            && self.board.class_byte(tables, them, stop) & FOUL_CANDIDATE != 0
        {
            help.allowed_stop(self.board, tables, self.us, stop);
        }
        self.board.toggle(four, self.us);
        foul
    }

    /// Goes on after a four and its stop, which have been laid.
    #[inline]
    fn follow(
        &mut self,
        node: Node,
        four: Point,
        stop: Point,
        key: Key,
        must: Option<Point>,
    ) -> Branch {
        let changed = self.board.refresh(four, stop);
        self.line.extend([four, stop]);
        let (fours, empty) = (node.fours - 1, node.empty - 2);
        let branch = self.attack(Node { key, fours, empty, last: Some(four), must });
        if !matches!(branch, Branch::Win(_)) {
            self.line.truncate(self.line.len() - 2);
        }
        self.board.restore(&changed);
        branch
    }
}
