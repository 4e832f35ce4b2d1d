//! A law of the game as plain data.
//!
//! Everything a program needs to know of a member of the family stands in one [`RuleSpec`]: what a
//! five is for each colour, what each colour may not do, captures, stone limits, passes, the board.
//! `docs/laws.md` tells the same in words, with what was decided where a text is open.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use crate::board::{BoardSize, ByColor, Color, Point};

use crate::line::LineLaw;

use super::verdict::Foul;

/// Which row wins for a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FiveLaw {
    /// Whether six or more in a row win too.
    pub overline_wins: bool,
    /// Whether exactly five with an *enemy stone* at both ends is worth nothing (caro). The edge
    /// never blocks, and six or more are never blocked.
    pub blockable: bool,
}

impl FiveLaw {
    /// Five or more.
    pub const FIVE_OR_MORE: FiveLaw = FiveLaw { overline_wins: true, blockable: false };
    /// Exactly five.
    pub const EXACTLY_FIVE: FiveLaw = FiveLaw { overline_wins: false, blockable: false };
}

/// What a colour may not make, unless the same stone makes a five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fouls {
    /// Six or more in a row.
    pub overline: bool,
    /// Two fours with one stone.
    pub double_four: bool,
    /// Two real threes with one stone.
    pub double_three: bool,
    /// A straight four.
    pub straight_four: bool,
}

impl Fouls {
    /// Everything is allowed.
    pub const NONE: Fouls =
        Fouls { overline: false, double_four: false, double_three: false, straight_four: false };
    /// Black's fouls in renju.
    pub const RENJU: Fouls =
        Fouls { overline: true, double_four: true, double_three: true, straight_four: false };
    /// Only the double three (old renju, gomoku-narabe).
    pub const DOUBLE_THREE: Fouls = Fouls { double_three: true, ..Fouls::NONE };
    /// Only the straight four (anti-renju).
    pub const STRAIGHT_FOUR: Fouls = Fouls { straight_four: true, ..Fouls::NONE };

    /// Whether nothing is forbidden.
    #[must_use]
    pub const fn is_none(self) -> bool {
        !(self.overline || self.double_four || self.double_three || self.straight_four)
    }

    /// Whether this foul is one of them.
    #[must_use]
    pub const fn contains(self, foul: Foul) -> bool {
        match foul {
            Foul::Overline => self.overline,
            Foul::DoubleFour => self.double_four,
            Foul::DoubleThree => self.double_three,
            Foul::StraightFour => self.straight_four,
        }
    }
}

/// Pair captures: a stone that flanks exactly two enemy stones in line takes them off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CaptureLaw {
    /// Captured pairs that win.
    pub pairs_to_win: u16,
}

/// A limited number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneLimit {
    /// Stones of each side.
    pub stones: u16,
    /// The side that loses when it places its last stone without making a five.
    pub loser: Option<Color>,
}

/// Whether and when a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassLaw {
    /// The first ply (from 0) at which a pass is allowed. Two passes in a row are a draw.
    pub first_ply: u16,
}

/// A part of the board around its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// The centre itself.
    Centre,
    /// The square of this (odd) side around the centre.
    Inside(u8),
    /// Everything but the square of this (odd) side around the centre.
    Outside(u8),
}

impl Area {
    /// Whether a point of a board of `size` lies in this area.
    #[must_use]
    pub fn contains(self, size: BoardSize, p: Point) -> bool {
        let centre = size.centre();
        let distance = centre.x().abs_diff(p.x()).max(centre.y().abs_diff(p.y()));
        match self {
            Area::Centre => distance == 0,
            Area::Inside(side) => distance <= side / 2,
            Area::Outside(side) => distance > side / 2,
        }
    }
}

/// Where the stone of one ply of the opening must go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Ply, counted from 0.
    pub ply: u16,
    /// Where its stone must lie.
    pub area: Area,
}

/// When a forbidden stone loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FoulClaim {
    /// At once: programs decide so.
    #[default]
    Immediate,
    /// Only when the opponent points it out before its next move (an overline: until the end).
    BeforeNextMove,
}

/// A law: everything that distinguishes one member of the family from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSpec {
    /// Name, as printed and parsed.
    pub name: Cow<'static, str>,
    /// What a five is.
    pub five: ByColor<FiveLaw>,
    /// What is forbidden.
    pub fouls: ByColor<Fouls>,
    /// When a foul loses.
    pub foul_claim: FoulClaim,
    /// Pair captures, if the law has them.
    pub captures: Option<CaptureLaw>,
    /// Stone limit, if the law has one.
    pub stone_limit: Option<StoneLimit>,
    /// Whether the stone in the centre counts for whoever looks.
    pub wild_centre: bool,
    /// Passes, if the law has them.
    pub passes: Option<PassLaw>,
    /// Whether a board on which neither side can ever make a five is a draw at once.
    pub dead_board_draw: bool,
    /// The game is a draw when at most this many points are empty (0: a full board).
    pub draw_at_empty: u16,
    /// Where the stones of the opening must go.
    pub placements: Cow<'static, [Placement]>,
    /// The usual board.
    pub board: BoardSize,
}

/// A text that names no law.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rule \"{got}\": expected one of {}", names())]
pub struct UnknownRule {
    /// What was given.
    pub got: String,
}

fn names() -> String {
    RuleSpec::all().iter().map(|r| r.name.as_ref()).collect::<Vec<_>>().join(", ")
}

impl RuleSpec {
    /// Five or more win, nothing is forbidden.
    pub const FREESTYLE: RuleSpec = RuleSpec {
        name: Cow::Borrowed("freestyle"),
        five: ByColor([FiveLaw::FIVE_OR_MORE; 2]),
        fouls: ByColor([Fouls::NONE; 2]),
        foul_claim: FoulClaim::Immediate,
        captures: None,
        stone_limit: None,
        wild_centre: false,
        passes: None,
        dead_board_draw: false,
        draw_at_empty: 0,
        placements: Cow::Borrowed(&[]),
        board: BoardSize::FIFTEEN,
    };

    /// Exactly five wins, an overline is nothing.
    pub const STANDARD: RuleSpec = RuleSpec {
        name: Cow::Borrowed("standard"),
        five: ByColor([FiveLaw::EXACTLY_FIVE; 2]),
        ..Self::FREESTYLE
    };

    /// Black: exactly five; overline, double four and double three are fouls. White: five or more.
    pub const RENJU: RuleSpec = RuleSpec {
        name: Cow::Borrowed("renju"),
        five: ByColor([FiveLaw::EXACTLY_FIVE, FiveLaw::FIVE_OR_MORE]),
        fouls: ByColor([Fouls::RENJU, Fouls::NONE]),
        passes: Some(PassLaw { first_ply: 3 }),
        ..Self::FREESTYLE
    };

    /// Gomocup rule 8: six or more win; exactly five wins unless both ends are blocked.
    pub const CARO: RuleSpec = RuleSpec {
        name: Cow::Borrowed("caro"),
        five: ByColor([FiveLaw { overline_wins: true, blockable: true }; 2]),
        ..Self::FREESTYLE
    };

    /// Gomocup rule 9: exactly five wins unless both ends are blocked.
    pub const CARO_EXACT: RuleSpec = RuleSpec {
        name: Cow::Borrowed("caro-exact"),
        five: ByColor([FiveLaw { overline_wins: false, blockable: true }; 2]),
        ..Self::FREESTYLE
    };

    /// Five or more; the double three is a foul for both; 35 stones each.
    pub const GOMOKU_NARABE: RuleSpec = RuleSpec {
        name: Cow::Borrowed("gomoku-narabe"),
        fouls: ByColor([Fouls::DOUBLE_THREE; 2]),
        stone_limit: Some(StoneLimit { stones: 35, loser: Some(Color::Black) }),
        ..Self::FREESTYLE
    };

    /// Five or more; black may not make a double three; 19×19.
    pub const OLD_RENJU: RuleSpec = RuleSpec {
        name: Cow::Borrowed("old-renju"),
        fouls: ByColor([Fouls::DOUBLE_THREE, Fouls::NONE]),
        board: BoardSize::NINETEEN,
        ..Self::FREESTYLE
    };

    /// Five or more; black may not make a straight four.
    pub const ANTI_RENJU: RuleSpec = RuleSpec {
        name: Cow::Borrowed("anti-renju"),
        fouls: ByColor([Fouls::STRAIGHT_FOUR, Fouls::NONE]),
        ..Self::FREESTYLE
    };

    /// Five or more; black's first stone in the centre, its second outside the central 5×5.
    pub const PRO_GOMOKU: RuleSpec = RuleSpec {
        name: Cow::Borrowed("pro-gomoku"),
        placements: Cow::Borrowed(&[
            Placement { ply: 0, area: Area::Centre },
            Placement { ply: 2, area: Area::Outside(5) },
        ]),
        ..Self::FREESTYLE
    };

    /// Five or more; the first stone, in the centre, counts for whoever is to move.
    pub const COMMON_CENTRE: RuleSpec = RuleSpec {
        name: Cow::Borrowed("common-centre"),
        wild_centre: true,
        placements: Cow::Borrowed(&[Placement { ply: 0, area: Area::Centre }]),
        ..Self::FREESTYLE
    };

    /// Five or more, or five captured pairs.
    pub const PENTA: RuleSpec = RuleSpec {
        name: Cow::Borrowed("penta"),
        captures: Some(CaptureLaw { pairs_to_win: 5 }),
        ..Self::FREESTYLE
    };

    /// The laws that have a name, in the order of `kagetsu rules`.
    #[must_use]
    pub const fn all() -> &'static [RuleSpec] {
        const ALL: &[RuleSpec] = &[
            RuleSpec::FREESTYLE,
            RuleSpec::STANDARD,
            RuleSpec::RENJU,
            RuleSpec::CARO,
            RuleSpec::CARO_EXACT,
            RuleSpec::GOMOKU_NARABE,
            RuleSpec::OLD_RENJU,
            RuleSpec::ANTI_RENJU,
            RuleSpec::PRO_GOMOKU,
            RuleSpec::COMMON_CENTRE,
            RuleSpec::PENTA,
        ];
        ALL
    }

    /// Other names under which a law is known.
    #[must_use]
    pub fn aliases(&self) -> &'static [&'static str] {
        match self.name.as_ref() {
            "freestyle" => &["gomoku", "free"],
            "standard" => &["exact", "exactly-five"],
            "caro" => &["caro6", "caro-8"],
            "caro-exact" => &["caro5", "caro-9"],
            "gomoku-narabe" => &["narabe"],
            "pro-gomoku" => &["pro"],
            "penta" => &["pente"],
            _ => &[],
        }
    }

    /// The law with this name or alias; case, blanks, `_` and `-` make no difference.
    ///
    /// # Errors
    /// When no law has that name; the message lists all that have one.
    pub fn named(text: &str) -> Result<RuleSpec, UnknownRule> {
        fn plain(text: &str) -> String {
            text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
        }
        let wanted = plain(text);
        Self::all()
            .iter()
            .find(|r| plain(&r.name) == wanted || r.aliases().iter().any(|a| plain(a) == wanted))
            .cloned()
            .ok_or_else(|| UnknownRule { got: text.to_owned() })
    }

    /// What the lines of each colour obey: the part of the law that the line tables are built from.
    #[must_use]
    pub fn line_laws(&self) -> ByColor<LineLaw> {
        ByColor(Color::ALL.map(|c| {
            let (five, fouls) = (self.five[c], self.fouls[c]);
            LineLaw {
                overline_wins: five.overline_wins,
                blockable: five.blockable,
                overline_foul: fouls.overline,
                double_four_foul: fouls.double_four,
                double_three_foul: fouls.double_three,
                straight_four_foul: fouls.straight_four,
            }
        }))
    }

    /// Whether the stone of a ply (from 0) may lie on `p`, as far as the opening goes. An area that has
    /// no point on so small a board asks for nothing.
    #[must_use]
    pub fn placement_allows(&self, size: BoardSize, ply: usize, p: Point) -> bool {
        self.placements
            .iter()
            .filter(|place| usize::from(place.ply) == ply)
            .filter(|place| size.points().any(|q| place.area.contains(size, q)))
            .all(|place| place.area.contains(size, p))
    }

    /// Whether any colour has a foul.
    #[must_use]
    pub fn has_fouls(&self) -> bool {
        Color::ALL.iter().any(|&c| !self.fouls[c].is_none())
    }
}

impl fmt::Display for RuleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_found_and_unique() {
        let mut seen = Vec::new();
        for rule in RuleSpec::all() {
            for name in std::iter::once(rule.name.as_ref()).chain(rule.aliases().iter().copied()) {
                assert_eq!(&RuleSpec::named(name).unwrap(), rule, "{name}");
                assert_eq!(&RuleSpec::named(&name.to_uppercase().replace('-', "_")).unwrap(), rule);
                seen.push(name);
            }
        }
        let n = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), n);
        let message = RuleSpec::named("go").unwrap_err().to_string();
        assert!(message.starts_with("unknown rule \"go\": expected one of freestyle, standard"));
    }

    #[test]
    fn areas_are_squares_around_the_centre() {
        let size = BoardSize::FIFTEEN;
        let count = |area: Area| size.points().filter(|&p| area.contains(size, p)).count();
        assert_eq!(count(Area::Centre), 1);
        assert_eq!(count(Area::Inside(5)), 25);
        assert_eq!(count(Area::Outside(5)), 200);
    }
}
