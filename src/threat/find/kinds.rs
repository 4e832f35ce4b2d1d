//! The kinds of points, a table.

use std::collections::BTreeSet;

use super::Finder;
use super::defence::Danger;
use super::fours::{self, WinningFour};
use super::scratch::Scratch;
use super::shapes::{self, Stones};
use crate::board::{Color, Dir, Point};
use crate::line::{Class, Shape};
use crate::rules::Foul;

/// What finding a kind takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// Lines and fouls.
    Shapes,
    /// A few fours deep.
    Fours,
    /// The solver.
    Solver,
}

/// Says of one point whether it is of a kind; `None` where a limit came first.
pub(super) type Test = fn(&mut Finder<'_>, Point) -> Option<bool>;

/// Declares the kinds: name, cost, words and function.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $cost:ident $words:literal $test:path;)*) => {
        /// A kind of point, for one colour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// All kinds, in the order of every output.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// Its name, as in every output.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)* }
            }

            /// What it is, in a few words.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self { $(Kind::$kind => $words,)* }
            }

            /// What finding it takes.
            #[must_use]
            pub const fn cost(self) -> Cost {
                match self { $(Kind::$kind => Cost::$cost,)* }
            }

            pub(super) const fn test(self) -> Test {
                match self { $(Kind::$kind => $test,)* }
            }
        }
    };
}

kinds! {
    /// `● ● ● ◇ ●` the stone makes a five.
    Five "five" Shapes "makes a five" five;
    /// `· ● ● ◇ ● ·` the stone makes a straight four.
    StraightFour "straight-four" Shapes "makes a straight four" straight_four;
    /// `○ ● ● ◇ ● ·` the stone makes a four: exactly one point makes it a five.
    Four "four" Shapes "makes a four with exactly one point of five" four;
    /// `● · ● ◇ ● · ●` the stone makes two fours or more.
    DoubleFour "double-four" Shapes "makes two fours" double_four;
    /// ```text
    ///   ○ ● ● ● ◇ ·
    ///           ●
    ///           ●
    ///           ·
    /// ```
    /// the stone makes a four and, on another line, a real three.
    FourThree "four-three" Shapes "makes a four and a three" four_three;
    /// `· ● ● ◇ ·` the stone makes a real three: another one that may be played makes a straight four.
    Three "three" Shapes "makes a three that can become a straight four" three;
    /// Two real threes on two lines, where that is allowed.
    DoubleThree "double-three" Shapes "makes two threes" double_three;
    /// `○ ● ● ◇ · ·` the stone makes a three that can become a simple four only.
    SleepingThree "sleeping-three" Shapes "makes a three that can become a simple four only" sleeping_three;
    /// `● · ◇ ● · ●` two sleeping threes by one stone, on one line or on two.
    DoubleSleepingThree "double-sleeping-three" Shapes "makes two sleeping threes" double_sleeping_three;
    /// `· · ● ● · · ◇` a sleeping three that gives two fours one after the other: the stop of `● ● · ● ◇`,
    /// or of `● · ● ● ●`, leaves three stones that can make a four again.
    SpecialThree "special-three" Shapes "makes a sleeping three that gives two fours in a row" special_three;
    /// `· · ● ◇ · ·` the stone makes a two: another one makes it a real three.
    Two "two" Shapes "makes a two that can become a three" two;
    /// Five stones and more in a row where that is forbidden.
    ForbiddenOverline "forbidden-overline" Shapes "forbidden: overline" forbidden_overline;
    /// Two fours where that is forbidden.
    ForbiddenDoubleFour "forbidden-double-four" Shapes "forbidden: double four" forbidden_double_four;
    /// Two real threes where that is forbidden.
    ForbiddenDoubleThree "forbidden-double-three" Shapes "forbidden: double three" forbidden_double_three;
    /// A straight four where that is forbidden.
    ForbiddenStraightFour "forbidden-straight-four" Shapes "forbidden: straight four" forbidden_straight_four;
    /// A stone, itself no four, after which a point that was forbidden makes a straight four. The three
    /// was there before, but could not be used.
    RevivesThree "revives-three" Shapes "lets a forbidden point make a straight four" revives_three;
    /// A four after whose stop the same side makes a straight four, whatever else the stop does.
    WinningFourThree "winning-four-three" Fours "makes a four; whatever stops it, a straight four is next" winning_four_three;
    /// A quiet stone (neither four nor three) after which a winning four-three is threatened.
    MakesFourThree "makes-four-three" Fours "quiet, threatens a winning four-three" makes_four_three;
    /// A quiet stone after which one four wins: a four-three, two fours, or a four whose stop is forbidden.
    MakesWinningFour "makes-winning-four" Fours "quiet, threatens a four that wins" makes_winning_four;
    /// Three connections or more by one stone: twos and sleeping threes, counted with the stones that
    /// fours can lay first.
    ThreeLinks "three-links" Fours "connects on three lines, fours laid first where they help" three_links;
    /// A point that is got by a second four or a later one, and not by a four at once.
    LaterFour "later-four" Fours "can be made a four after other fours" later_four;
    /// A stone after which, if the opponent passes, its side wins by fours.
    VcfThreat "vcf-threat" Solver "threatens a win by fours" vcf_threat;
    /// A stone that stops the opponent's win by fours. A four counts if its answer leaves no win when the
    /// turn is then passed, or if it prepares a stop that was none without it.
    StopsVcf "stops-vcf" Solver "stops the opponent's win by fours" stops_vcf;
    /// A stone that stops it by fours of its own: the opponent would win by fours if the stone stood in
    /// the way and no more.
    CounterStop "counter-stop" Solver "stops the opponent's win by fours with fours of its own" counter_stop;
    /// A stone that stops a four whose only stop is forbidden.
    BlocksFourFoul "blocks-four-foul" Solver "stops a four whose only answer is forbidden" blocks_four_foul;
    /// A stone that threatens to win by fours and leaves the opponent neither a stone that stops it nor a
    /// win by fours of its own.
    DoubleVcf "double-vcf" Solver "threatens wins by fours that no single stone stops" double_vcf;
    /// A stone that threatens a four that wins, and leaves the opponent no stone that stops it: the win is
    /// there with the next stone.
    DoubleWinningFour "double-winning-four" Fours "threatens winning fours that no single stone stops" double_winning_four;
    /// A stone after which the opponent neither wins by fours nor has such a double threat.
    StopsDoubleVcf "stops-double-vcf" Solver "leaves the opponent no double threat" stops_double_vcf;
}

impl Kind {
    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether its points are played at once, so that none of them is forbidden.
    pub(super) const fn is_played_now(self) -> bool {
        !matches!(
            self,
            Kind::ForbiddenOverline
                | Kind::ForbiddenDoubleFour
                | Kind::ForbiddenDoubleThree
                | Kind::ForbiddenStraightFour
                | Kind::LaterFour
        )
    }
}

fn class(f: &Finder<'_>, p: Point) -> Class {
    f.scratch.position().class(f.color, p)
}

fn five(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(class(f, p) == Class::Five)
}

fn straight_four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(f.scratch.makes_straight_four(f.color, p))
}

/// How many fours a stone makes, on all lines.
fn fours_made(f: &mut Finder<'_>, p: Point) -> usize {
    if !fours::is_four(&f.scratch, f.color, p) {
        return 0;
    }
    let color = f.color;
    f.scratch.with(color, p, |s| {
        Dir::ALL.into_iter().map(|dir| shapes::fours(s, color, p, dir).len()).sum()
    })
}

fn four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    if fours_made(f, p) == 0 {
        return Some(false);
    }
    let color = f.color;
    Some(f.scratch.with(color, p, |s| s.fives(color).len() == 1))
}

fn double_four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(fours_made(f, p) >= 2)
}

/// The lines on which a stone makes a four, and those on which it makes a real three.
fn fours_and_threes(f: &mut Finder<'_>, p: Point) -> (Vec<Dir>, Vec<Dir>) {
    let color = f.color;
    if class(f, p) == Class::Five {
        return (Vec::new(), Vec::new());
    }
    f.scratch.with(color, p, |s| {
        let four = |dir: &Dir| !shapes::fours(s, color, p, *dir).is_empty();
        let with_four = Dir::ALL.into_iter().filter(four).collect();
        let three = |dir: &Dir| !shapes::threes(s, color, p, *dir).is_empty();
        (with_four, Dir::ALL.into_iter().filter(three).collect())
    })
}

fn four_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let (fours, threes) = fours_and_threes(f, p);
    Some(fours.iter().any(|four| threes.iter().any(|three| four != three)))
}

fn three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(!made(f, p, shapes::threes).is_empty())
}

fn double_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let (fours, threes) = fours_and_threes(f, p);
    Some(fours.is_empty() && threes.len() >= 2)
}

/// The shapes of one sort that a stone makes on all lines; only those with the stone
/// [`super::Question::through`] where there is one.
fn made(
    f: &mut Finder<'_>,
    p: Point,
    of: fn(&mut Scratch, Color, Point, Dir) -> BTreeSet<Stones>,
) -> Vec<Stones> {
    let (color, through) = (f.color, f.through);
    if class(f, p) == Class::Five {
        return Vec::new();
    }
    f.scratch.with(color, p, |s| {
        let all = Dir::ALL.into_iter().flat_map(|dir| of(s, color, p, dir));
        all.filter(|stones| through.is_none_or(|t| stones.contains(&t))).collect()
    })
}

fn sleeping_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(!made(f, p, shapes::sleeping_threes).is_empty())
}

fn double_sleeping_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(made(f, p, shapes::sleeping_threes).len() >= 2)
}

fn special_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let color = f.color;
    if class(f, p) == Class::Five {
        return Some(false);
    }
    Some(f.scratch.with(color, p, |s| {
        Dir::ALL.into_iter().any(|dir| shapes::is_special_three(s, color, p, dir))
    }))
}

fn two(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(!made(f, p, shapes::twos).is_empty())
}

/// Whether a point is forbidden and shows this foul, alone or with others.
fn shows(f: &mut Finder<'_>, p: Point, foul: Foul) -> Option<bool> {
    let (color, position) = (f.color, f.scratch.position());
    let Some(first) = position.foul(color, p) else { return Some(false) };
    if !position.rule().fouls[color].contains(foul) {
        return Some(false);
    }
    if first == foul {
        return Some(true);
    }
    let overline = Dir::ALL.into_iter().any(|dir| position.shape(color, p, dir) == Shape::Overline);
    let straight =
        Dir::ALL.into_iter().any(|dir| position.shape(color, p, dir) == Shape::StraightFour);
    let fours: usize = f.scratch.with(color, p, |s| {
        Dir::ALL.into_iter().map(|dir| shapes::fours(s, color, p, dir).len()).sum()
    });
    Some(match foul {
        Foul::Overline => overline,
        Foul::StraightFour => straight,
        Foul::DoubleFour => fours >= 2,
        Foul::DoubleThree => fours_and_threes(f, p).1.len() >= 2,
    })
}

fn forbidden_overline(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    shows(f, p, Foul::Overline)
}

fn forbidden_double_four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    shows(f, p, Foul::DoubleFour)
}

fn forbidden_double_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    shows(f, p, Foul::DoubleThree)
}

fn forbidden_straight_four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    shows(f, p, Foul::StraightFour)
}

fn revives_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let color = f.color;
    if class(f, p) >= Class::Four {
        return Some(false);
    }
    let position = f.scratch.position();
    let was_forbidden: Vec<Point> =
        position.empty().iter().filter(|&q| position.foul(color, q).is_some()).collect();
    if was_forbidden.is_empty() {
        return Some(false);
    }
    Some(f.scratch.with(color, p, |s| {
        was_forbidden.iter().any(|&q| q != p && s.makes_straight_four(color, q))
    }))
}

fn winning_four_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let how = fours::winning_four(&mut f.scratch, f.color, p);
    Some(how == Some(WinningFour::FourThree))
}

fn makes_four_three(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    Some(fours::prepares(&mut f.scratch, f.color, p, &[WinningFour::FourThree]))
}

fn makes_winning_four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let wanted = [WinningFour::FourThree, WinningFour::TwoFives, WinningFour::ForbiddenStop];
    Some(fours::prepares(&mut f.scratch, f.color, p, &wanted))
}

fn three_links(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let Finder { scratch, color, prover, links, .. } = f;
    let (links, complete) =
        links.get_or_insert_with(|| fours::links(scratch, *color, &mut || prover.must_halt()));
    let three = links.get(&p).is_some_and(|&n| n >= 3);
    (three || *complete).then_some(three)
}

fn later_four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let Finder { scratch, color, prover, later, .. } = f;
    let (later, complete) = later
        .get_or_insert_with(|| fours::later_fours(scratch, *color, &mut || prover.must_halt()));
    let is_later = later.contains(&p);
    (is_later || *complete).then_some(is_later)
}

fn vcf_threat(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let Finder { scratch, color, prover, least_fours, .. } = f;
    let (color, least) = (*color, *least_fours);
    if scratch.position().class(color, p) == Class::Five {
        return Some(false);
    }
    scratch.with(color, p, |s| {
        if s.position().ending().is_some() {
            return Some(false);
        }
        let fours = prover.fours(s, color, least > 1)?;
        Some(fours.is_some_and(|fours| fours >= least))
    })
}

/// Whether the danger from the other side, to move, is there.
fn threatened(f: &mut Finder<'_>, danger: Danger) -> Option<bool> {
    let Finder { scratch, color, prover, threatened, .. } = f;
    *threatened.entry(danger).or_insert_with(|| prover.threatens(scratch, !*color, danger))
}

fn stops(f: &mut Finder<'_>, p: Point, danger: Danger) -> Option<bool> {
    match threatened(f, danger) {
        Some(true) => {}
        other => return other,
    }
    let (stops, unknown) = f.stops_of(danger);
    if unknown.contains(&p) { None } else { Some(stops.contains(&p)) }
}

fn stops_vcf(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    stops(f, p, Danger::Vcf)
}

fn blocks_four_foul(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    stops(f, p, Danger::Trap)
}

fn counter_stop(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    match stops_vcf(f, p) {
        Some(true) => {}
        other => return other,
    }
    let Finder { scratch, color, prover, .. } = f;
    prover.wins_past(scratch, *color, p)
}

fn double_vcf(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let Finder { scratch, color, prover, .. } = f;
    prover.is_double(scratch, *color, p, Danger::Vcf)
}

fn double_winning_four(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    let Finder { scratch, color, prover, .. } = f;
    prover.is_double(scratch, *color, p, Danger::WinningFour)
}

fn stops_double_vcf(f: &mut Finder<'_>, p: Point) -> Option<bool> {
    stops(f, p, Danger::DoubleVcf)
}
