//! The reference rules on drawings: fouls, fives, captures and whole games.
//!
//! Drawings: `x` black, `o` white, `#` wild, `.` empty, `*` an empty point asked about. The first
//! row of a drawing is the top of the board and the last one is row 1.

use kagetsu::board::notation::{parse_moves, parse_point};
use kagetsu::board::{BoardSize, ByColor, Cell, Color, Grid, Point, Symmetry};
use kagetsu::rules::reference::{self, Game, Judging};
use kagetsu::rules::why::{self, Explanation, Really, Verdict};
use kagetsu::rules::{
    CaptureLaw, DrawBy, Ending, FiveLaw, Foul, FoulClaim, Fouls, Illegal, PassLaw, Placement,
    RuleSpec, StoneLimit, WinBy,
};

use Color::{Black, White};

// ---------------------------------------------------------------------------------- drawings

/// The board of a drawing and its starred points in ascending order.
fn draw(picture: &str) -> (Grid, Vec<Point>) {
    let rows: Vec<Vec<&str>> = picture
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let size = BoardSize::new(rows[0].len() as i64, rows.len() as i64).unwrap();
    let mut grid = Grid::new(size);
    let mut stars = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        assert_eq!(row.len(), rows[0].len(), "rows of one length");
        for (x, &cell) in row.iter().enumerate() {
            let p = size.point(x as i64, y as i64).unwrap();
            let cell = match cell {
                "x" => Cell::Black,
                "o" => Cell::White,
                "#" => Cell::Wild,
                "*" => {
                    stars.push(p);
                    Cell::Empty
                }
                _ => Cell::Empty,
            };
            grid.set(p, cell);
        }
    }
    (grid, stars)
}

/// The same for a single line, edge to edge, on a board of five rows.
fn line(picture: &str) -> (Grid, Point) {
    let width = picture.split_whitespace().count();
    let empty = vec!["."; width].join(" ");
    let (grid, stars) = draw(&[&empty, &empty, picture, &empty, &empty].join("\n"));
    (grid, stars[0])
}

/// Stones by name on 15×15.
fn board(black: &str, white: &str) -> Grid {
    let mut grid = Grid::new(BoardSize::FIFTEEN);
    for (text, cell) in [(black, Cell::Black), (white, Cell::White)] {
        for p in points(text) {
            assert_eq!(grid.get(p), Some(Cell::Empty), "{p} twice");
            grid.set(p, cell);
        }
    }
    grid
}

fn points(text: &str) -> Vec<Point> {
    parse_moves(text, BoardSize::FIFTEEN).unwrap().into_iter().flatten().collect()
}

fn at(text: &str) -> Point {
    parse_point(text, BoardSize::FIFTEEN).unwrap()
}

fn renju(grid: &Grid, p: &str) -> Option<Foul> {
    reference::foul(grid, &RuleSpec::RENJU, Black, at(p))
}

fn explained(grid: &Grid, p: &str) -> Explanation {
    why::explain(grid, &RuleSpec::RENJU, Black, at(p))
}

// ------------------------------------------------------------------------------- textbook cases

#[test]
fn a_two_threes_are_a_double_three() {
    let grid = board("f8 g8 h9 h10", "");
    assert_eq!(renju(&grid, "h8"), Some(Foul::DoubleThree));
    assert_eq!(reference::foul(&grid, &RuleSpec::RENJU, White, at("h8")), None);
    // One stone of white beside a three of the row leaves only simple fours to it.
    assert_eq!(renju(&board("f8 g8 h9 h10", "e8"), "h8"), None);
    // Blocked two cells off on one side, it still has the other end.
    assert_eq!(renju(&board("f8 g8 h9 h10", "d8"), "h8"), Some(Foul::DoubleThree));
    // Blocked two cells off on both sides, no straight four has an open end on each side.
    assert_eq!(renju(&board("f8 g8 h9 h10", "d8 j8"), "h8"), None);
}

#[test]
fn b_two_fours_on_one_line_are_a_double_four() {
    let grid = board("d8 f8 h8 j8", "");
    assert_eq!(renju(&grid, "g8"), Some(Foul::DoubleFour));
    let fours = reference::fours(&grid, &RuleSpec::RENJU, Black, at("g8"));
    let completions: Vec<_> = fours.iter().map(|four| four.completions.clone()).collect();
    assert_eq!(completions, [points("e8"), points("i8")]);
    // The other two forms of it: x x x . x . x x x and x x . x x . x x.
    assert_eq!(renju(&board("c8 d8 e8 i8 j8 k8", ""), "g8"), Some(Foul::DoubleFour));
    assert_eq!(renju(&board("d8 e8 h8 j8 k8", ""), "g8"), Some(Foul::DoubleFour));
    // Two lines, and a straight four beside a four.
    assert_eq!(renju(&board("e8 f8 g8 h9 h10 h11", "d8 h12"), "h8"), Some(Foul::DoubleFour));
}

#[test]
fn one_straight_four_is_one_four() {
    let grid = board("f8 g8 i8", "");
    assert_eq!(renju(&grid, "h8"), None);
    let fours = reference::fours(&grid, &RuleSpec::RENJU, Black, at("h8"));
    assert_eq!(fours.len(), 1);
    assert_eq!(fours[0].completions, points("e8 j8"));
    assert_eq!(reference::straight_fours(&grid, &RuleSpec::RENJU, Black, at("h8")).len(), 1);
}

#[test]
fn c_a_five_overrides_every_foul() {
    // D8…H8 is a five; the same stone makes two threes.
    let fork = "d8 e8 f8 g8 h9 h10 i9 j10";
    let grid = board(fork, "");
    assert_eq!(renju(&grid, "h8"), None);
    assert_eq!(
        reference::makes_five(&grid, &RuleSpec::RENJU, Black, at("h8")),
        Some(points("d8 e8 f8 g8 h8"))
    );
    assert_eq!(reference::winner_at(&grid, &RuleSpec::RENJU, Black, at("h8")), Some(Black));
    let explanation = explained(&grid, "h8");
    assert_eq!(explanation.verdict, Verdict::Five);
    assert_eq!(explanation.looks_forbidden(), Some(Really::Five));
    // With an overline on another line, too.
    let grid = board("d8 e8 f8 g8 h5 h6 h7 h9 h10", "");
    assert_eq!(renju(&grid, "h8"), None);
    assert_eq!(reference::winner_at(&grid, &RuleSpec::RENJU, Black, at("h8")), Some(Black));
    // Without the five it is the overline that is named, before the fours.
    let grid = board("f8 g8 i8 h5 h6 h7 h9 h10", "");
    assert_eq!(renju(&grid, "h8"), Some(Foul::Overline));
}

#[test]
fn d_a_four_three_is_legal() {
    let grid = board("e8 f8 g8 h9 h10", "d8");
    assert_eq!(renju(&grid, "h8"), None);
    assert_eq!(reference::fours(&grid, &RuleSpec::RENJU, Black, at("h8")).len(), 1);
    assert_eq!(reference::threes(&grid, &RuleSpec::RENJU, Black, at("h8")).len(), 1);
    assert_eq!(explained(&grid, "h8").looks_forbidden(), None);
    // A second three makes it a double three, four or not.
    assert_eq!(renju(&board("e8 f8 g8 h9 h10 g9 f10", "d8"), "h8"), Some(Foul::DoubleThree));
}

#[test]
fn e_a_three_that_needs_a_five_elsewhere_is_none() {
    // E8 G8 [H8] has one straight-four point, F8, and F8 completes F4…F8.
    let grid = board("e8 g8 h9 h10 f4 f5 f6 f7", "f3");
    assert_eq!(renju(&grid, "h8"), None);
    let explanation = explained(&grid, "h8");
    assert_eq!(explanation.looks_forbidden(), Some(Really::Three));
    let text = explanation.to_string();
    assert!(
        text.contains("F8 does not count: a stone there makes a five (F4 F5 F6 F7 F8)"),
        "{text}"
    );
    // With two stones fewer in column F the point F8 makes no five, and counts.
    assert_eq!(renju(&board("e8 g8 h9 h10 f6 f7", "f3"), "h8"), Some(Foul::DoubleThree));
}

#[test]
fn f_a_three_that_needs_a_forbidden_point_is_none() {
    // The same three; F8 would join F5 F6 F7 and F9 F10: an overline.
    let grid = board("e8 g8 h9 h10 f5 f6 f7 f9 f10", "");
    assert_eq!(renju(&grid, "h8"), None);
    let text = explained(&grid, "h8").to_string();
    assert!(text.contains("F8 does not count: it is itself forbidden (overline)"), "{text}");
    // F8 would make the straight four E8…H8 and the four F6 F7 F8 F9: a double four.
    assert_eq!(renju(&board("e8 g8 h9 h10 f6 f7 f9", "f5"), "h8"), None);
    // F8 would make two further threes: a double three.
    assert_eq!(renju(&board("e8 g8 h9 h10 f9 f10 e9 d10", ""), "h8"), None);
    // One such three only: F8 is a four-three and may be played.
    assert_eq!(renju(&board("e8 g8 h9 h10 f9 f10", ""), "h8"), Some(Foul::DoubleThree));
}

/// A chain: the verdict on the first point hangs on the second, that on the third, and so on.
struct Chain {
    points: &'static str,
    /// A stone of a three of the last point that no other point of the chain needs.
    key: &'static str,
    picture: &'static str,
}

/// Each point of these chains has two lines with a three that interest us (a straight four comes
/// from the line before). One of them is plain. The other has a single straight-four point, the
/// next of the chain, where the last one has two plain threes. So the last point is a double three,
/// the one before it is none, the one before that is one again. The lines, from the far end:
const CHAINS: [Chain; 5] = [
    // L11: K11 L11 N11 (M11) and L9 L11 L12 (L10) are both plain: forbidden. J9: J9 K9 L9 is plain,
    // I8 J9 K10 becomes a straight four at L11 alone, since G6 keeps H7 from it.
    Chain {
        points: "j9 l11",
        key: "n11",
        picture: ". . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . x . . .
                  . . . . . . . . . . x . . x .
                  . . . . . . . . . . x . . . .
                  . . . . . . . . . . x x . . .
                  . . . . . . . . x . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . o . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .",
    },
    // G11: G10 G11 G12 and J8 H10 G11 (I9): forbidden. F11: F11 G12 H13 is plain, E11 F11 H11 needs
    // G11: allowed. I8: I8 J9 L11 (K10) is plain, I8 H9 G10 becomes a straight four at F11.
    Chain {
        points: "i8 f11 g11",
        key: "j8",
        picture: ". . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . x . . . . . . .
                  . . . . . . x . . . . . . . .
                  . . . . x . . x . . . x . . .
                  . . . . . . x x . . . . . . .
                  . . . . . . . x . x . . . . .
                  . . . . . . . . . x . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . o . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .",
    },
    // I14: I14 J14 K14 and I12 I13 I14: forbidden. F11: G10 F11 D13 (E12) is plain, F11 G12 H13 needs
    // I14: allowed. F10: C7 E9 F10 (D8) is plain, F8 F9 F10 becomes a straight four at F11: forbidden.
    // I7: I4 I5 I7 (I6) is plain, I7 H8 G9 needs F10.
    Chain {
        points: "i7 f10 f11 i14",
        key: "j14",
        picture: ". . . . . . . . . . . . . . .
                  . . . . . . . . . x x . . . .
                  . . . x . . . x x . . . . . .
                  . . . . . . x . x . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . x . . . . . . . .
                  . . . o x x x . . . . . . . .
                  . . . . . x . x . . . . . . .
                  . . x . . . . . . . . . . . .
                  . . . . . o . . . . . . . . .
                  . . . . . . . . x . o . . . .
                  . . . . . . . . x . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .",
    },
    // L7: L6 L7 L9 (L8) and J5 K6 L7: forbidden. J7: J7 K8 L9 is plain, I7 J7 K7 needs L7: allowed.
    // H9: H9 H11 H12 (H10) is plain, H9 I8 K6 becomes a straight four at J7: forbidden. E6: E5 E6 E7
    // is plain, E6 F7 G8 needs H9 (C4 stands beyond D5): allowed. F5: F5 F6 F7 is plain, G4 F5 D7
    // has E6.
    Chain {
        points: "f5 e6 h9 j7 l7",
        key: "j5",
        picture: ". . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . x . . . . . . .
                  . . . . . . . x . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . x . . .
                  . . . . . . x . x . x . . . .
                  . . . x x x . . x . x . . . .
                  . . . . . x . . . . x x . . .
                  . . . . x . . . . x . . . . .
                  . . o . . . x . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .",
    },
    // L12: J12 L12 M12 (K12) and K11 L12 M13 (N14): forbidden. N10: N8 N9 N10 is plain, N10 M11 K13
    // needs L12: allowed. K7: K7 L6 N4 (M5) is plain, K7 L8 M9 has N10: forbidden. H7: H7 H8 H9 is
    // plain, H7 I7 J7 needs K7 (F7 stands beyond G7): allowed. F5: F2 F4 F5 (F3) is plain, E4 F5 G6
    // has H7: forbidden. E5: F4 E5 C7 (D6) is plain, C5 D5 E5 needs F5 (A5 stands beyond B5).
    Chain {
        points: "e5 f5 h7 k7 n10 l12",
        key: "j12",
        picture: ". . . . . . . . . . . . . . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . . . . x . x . .
                  . . . . . . . . . x . . x . .
                  . . . . . . . . . . x . x . .
                  . . . . . . . . . . . . . . .
                  . . . . . . . x . . . . x x .
                  . . . . . . . x . . . x . x .
                  . . x . . o . . x x . . . . .
                  . . . . . . x . . . . x . . .
                  o . x x . . . . o . . . . . .
                  . . . . x x . . . . . . . x .
                  . . . . . . . . . . . . . . .
                  . . o . . x . . . . . . . . .
                  . . . . . . . . . . . . . . .",
    },
];

#[test]
fn g_chains_of_threes_odd_and_even() {
    for chain in &CHAINS {
        let (mut grid, _) = draw(chain.picture);
        let steps = points(chain.points);
        let level = |i: usize| steps.len() - i;
        for (i, &p) in steps.iter().enumerate() {
            // An odd number of levels from here on forbids, an even number frees.
            let expected = (level(i) % 2 == 1).then_some(Foul::DoubleThree);
            assert_eq!(
                reference::foul(&grid, &RuleSpec::RENJU, Black, p),
                expected,
                "{} at {p}",
                chain.points
            );
            grid.set(p, Cell::Black);
        }
    }
}

#[test]
fn the_last_point_of_a_chain_decides_the_first() {
    for chain in &CHAINS {
        let (grid, _) = draw(chain.picture);
        let steps = points(chain.points);
        let first = |grid: &Grid| reference::foul(grid, &RuleSpec::RENJU, Black, steps[0]);
        // A white stone on the last point denies it to black just as the foul does.
        let mut denied = grid.clone();
        denied.set(steps[steps.len() - 1], Cell::White);
        assert_eq!(first(&denied), first(&grid), "{}", chain.points);
        // Without one of its threes the last point may be played, and every verdict turns round.
        let mut freed = grid.clone();
        freed.set(at(chain.key), Cell::Empty);
        assert_ne!(first(&freed), first(&grid), "{}", chain.points);
    }
}

#[test]
fn chains_are_explained_level_by_level() {
    for chain in &CHAINS {
        let (grid, _) = draw(chain.picture);
        let steps = points(chain.points);
        let mut explanation =
            Some(Box::new(why::explain(&grid, &RuleSpec::RENJU, Black, steps[0])));
        for (i, &p) in steps.iter().enumerate() {
            let here = explanation.take().expect("every point of a chain is explained");
            assert_eq!(here.point, p);
            assert_eq!(here.looks_like, Some(Foul::DoubleThree));
            let forbidden = (steps.len() - i) % 2 == 1;
            assert_eq!(here.verdict == Verdict::Foul(Foul::DoubleThree), forbidden);
            assert_eq!(here.looks_forbidden().is_some(), !forbidden);
            let next = steps.get(i + 1);
            let points = here.lines.into_iter().filter_map(|line| line.three);
            let mut points = points.flat_map(|three| three.points);
            explanation = points.find(|q| Some(&q.point) == next).and_then(|q| q.explanation);
        }
    }
}

#[test]
fn a_foul_is_the_same_in_all_eight_symmetries() {
    let mut pictures: Vec<(Grid, Point)> =
        CHAINS.iter().map(|chain| (draw(chain.picture).0, points(chain.points)[0])).collect();
    pictures.push((board("d8 f8 h8 j8", ""), at("g8")));
    pictures.push((board("e8 g8 h9 h10 f5 f6 f7 f9 f10", ""), at("h8")));
    for (grid, p) in pictures {
        let size = grid.size();
        let expected = reference::foul(&grid, &RuleSpec::RENJU, Black, p);
        for symmetry in Symmetry::ALL {
            let mut turned = Grid::new(size);
            for q in size.points() {
                turned.set(symmetry.apply(size, q), grid.get(q).unwrap());
            }
            let q = symmetry.apply(size, p);
            assert_eq!(reference::foul(&turned, &RuleSpec::RENJU, Black, q), expected, "{turned}");
        }
    }
}

#[test]
fn symmetry_and_colour_make_no_difference_to_any_law() {
    let mut random = fastrand::Rng::with_seed(5);
    for law in RuleSpec::all() {
        // What black may do under the law, white may under its mirror image.
        let mirrored = RuleSpec {
            five: ByColor::new(law.five[White], law.five[Black]),
            fouls: ByColor::new(law.fouls[White], law.fouls[Black]),
            ..law.clone()
        };
        for _ in 0..4 {
            let size = BoardSize::new(random.i64(5..=13), random.i64(5..=13)).unwrap();
            let mut grid = Grid::new(size);
            let mut swapped = Grid::new(size);
            for p in size.points() {
                let (cell, other) = match random.u32(0..20) {
                    0..6 => (Cell::Black, Cell::White),
                    6..9 => (Cell::White, Cell::Black),
                    _ => continue,
                };
                grid.set(p, cell);
                swapped.set(p, other);
            }
            let turn = |symmetry: Symmetry| {
                let mut turned = Grid::new(symmetry.apply_size(size));
                for p in size.points() {
                    turned.set(symmetry.apply(size, p), grid.get(p).unwrap());
                }
                turned
            };
            for color in Color::ALL {
                let winner = |grid: &Grid, law: &RuleSpec, color: Color, p: Point| {
                    reference::winner_at(grid, law, color, p).map(|winner| winner == color)
                };
                for p in grid.empty_points() {
                    let expected = winner(&grid, law, color, p);
                    assert_eq!(winner(&swapped, &mirrored, !color, p), expected, "{law} {p}");
                }
                for symmetry in Symmetry::ALL {
                    // The wild centre of an even side has no mirror image.
                    if law.wild_centre {
                        continue;
                    }
                    let turned = turn(symmetry);
                    for p in grid.empty_points() {
                        let q = symmetry.apply(size, p);
                        assert_eq!(
                            winner(&turned, law, color, q),
                            winner(&grid, law, color, p),
                            "{law} {p}\n{grid}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn forbidden_points_are_all_and_only_the_fouls() {
    let grid = board("f8 g8 h9 h10 d3 e3 f3 h3 i3", "");
    assert_eq!(
        reference::forbidden_points(&grid, &RuleSpec::RENJU, Black),
        [(at("g3"), Foul::Overline), (at("h8"), Foul::DoubleThree)]
    );
    assert_eq!(reference::forbidden_points(&grid, &RuleSpec::RENJU, White), []);
    assert_eq!(reference::foul(&grid, &RuleSpec::RENJU, Black, at("f8")), None, "occupied");
}

// -------------------------------------------------------------------------------------- fives

/// Whether black and white win at the star, as a two-letter word.
fn wins(law: &RuleSpec, picture: &str) -> String {
    let swapped: String = picture
        .chars()
        .map(|c| match c {
            'x' => 'o',
            'o' => 'x',
            c => c,
        })
        .collect();
    let (grid, p) = line(picture);
    let (turned, _) = line(&swapped);
    let black = reference::makes_five(&grid, law, Black, p).is_some();
    let white = reference::makes_five(&turned, law, White, p).is_some();
    format!("{}{}", if black { 'B' } else { '-' }, if white { 'W' } else { '-' })
}

#[test]
fn what_a_five_is_under_each_law() {
    let table: [(&str, [&str; 5]); 8] = [
        //                       freestyle standard renju caro caro-exact
        (". . x x x x * . .", ["BW", "BW", "BW", "BW", "BW"]),
        (". . x x * x x . .", ["BW", "BW", "BW", "BW", "BW"]),
        (". o x x * x x o .", ["BW", "BW", "BW", "--", "--"]),
        (". o x x * x x . .", ["BW", "BW", "BW", "BW", "BW"]),
        ("x x x x * o . . .", ["BW", "BW", "BW", "BW", "BW"]),
        (". x x x * x x . .", ["BW", "--", "-W", "BW", "--"]),
        ("o x x x * x x o .", ["BW", "--", "-W", "BW", "--"]),
        (". x x x * . x . .", ["--", "--", "--", "--", "--"]),
    ];
    for (picture, expected) in table {
        let laws = [
            RuleSpec::FREESTYLE,
            RuleSpec::STANDARD,
            RuleSpec::RENJU,
            RuleSpec::CARO,
            RuleSpec::CARO_EXACT,
        ];
        for (law, expected) in laws.iter().zip(expected) {
            assert_eq!(wins(law, picture), expected, "{law}: {picture}");
        }
    }
    for law in [
        RuleSpec::GOMOKU_NARABE,
        RuleSpec::OLD_RENJU,
        RuleSpec::ANTI_RENJU,
        RuleSpec::PRO_GOMOKU,
        RuleSpec::COMMON_CENTRE,
        RuleSpec::PENTA,
    ] {
        assert_eq!(wins(&law, ". . x x x x * . ."), "BW", "{law}");
        assert_eq!(wins(&law, ". x x x * x x . ."), "BW", "{law}");
    }
}

#[test]
fn a_wild_stone_counts_for_whoever_looks() {
    let law = RuleSpec::COMMON_CENTRE;
    let (grid, p) = line(". x x # x * . . .");
    assert!(reference::makes_five(&grid, &law, Black, p).is_some());
    assert!(reference::makes_five(&grid, &law, White, p).is_none());
    let (grid, p) = line(". o o # o * . . .");
    assert!(reference::makes_five(&grid, &law, White, p).is_some());
    // It blocks nobody: with it the row is six.
    let (grid, p) = line(". # x x x x * o .");
    assert!(reference::makes_five(&grid, &RuleSpec::CARO, Black, p).is_some());
    assert!(reference::makes_five(&grid, &RuleSpec::CARO_EXACT, Black, p).is_none());
}

// ----------------------------------------------------------------- fouls of the other laws

#[test]
fn anti_renju_forbids_the_straight_four() {
    let law = RuleSpec::ANTI_RENJU;
    let foul = |black: &str, white: &str, color| {
        reference::foul(&board(black, white), &law, color, at("h8"))
    };
    assert_eq!(foul("e8 f8 g8", "", Black), Some(Foul::StraightFour));
    assert_eq!(foul("e8 f8 g8", "", White), None);
    assert_eq!(foul("", "e8 f8 g8", White), None);
    assert_eq!(foul("e8 f8 g8", "d8", Black), None, "a simple four");
    assert_eq!(foul("d8 e8 g8", "", Black), None, "a broken four");
    assert_eq!(foul("f8 g8 h9 h10", "", Black), None, "a double three");
    assert_eq!(foul("e8 f8 g8 h4 h5 h6 h7", "", Black), None, "a five overrides");
    // Beyond the four lies another stone; six win too, so both ends make a five.
    assert_eq!(foul("c8 e8 f8 g8", "", Black), Some(Foul::StraightFour));
}

#[test]
fn old_renju_and_gomoku_narabe_forbid_only_the_double_three() {
    let threes = board("f8 g8 h9 h10", "");
    let white_threes = board("", "f8 g8 h9 h10");
    let fours = board("e8 f8 g8 h9 h10 h11", "d8 h12");
    let six = board("e8 f8 g8 i8 j8", "");
    for (law, white) in
        [(RuleSpec::OLD_RENJU, None), (RuleSpec::GOMOKU_NARABE, Some(Foul::DoubleThree))]
    {
        let h8 = at("h8");
        assert_eq!(reference::foul(&threes, &law, Black, h8), Some(Foul::DoubleThree), "{law}");
        assert_eq!(reference::foul(&white_threes, &law, White, h8), white, "{law}");
        assert_eq!(reference::foul(&fours, &law, Black, h8), None, "{law}");
        assert_eq!(reference::winner_at(&six, &law, Black, h8), Some(Black), "{law}");
    }
    // Inner levels know only the fouls of the law: F8 makes a double four, which is allowed there.
    let grid = board("e8 g8 h9 h10 f6 f7 f9", "f5");
    assert_eq!(renju(&grid, "h8"), None);
    let foul = reference::foul(&grid, &RuleSpec::GOMOKU_NARABE, Black, at("h8"));
    assert_eq!(foul, Some(Foul::DoubleThree));
}

#[test]
fn where_six_win_a_line_can_hold_a_four_and_a_three() {
    // F8 G8 [H8] is a three by E8; F8 G8 [H8] J8 is a four by I8.
    let grid = board("f8 g8 j8", "");
    let law = RuleSpec::GOMOKU_NARABE;
    assert_eq!(reference::fours(&grid, &law, Black, at("h8")).len(), 1);
    let threes = reference::threes(&grid, &law, Black, at("h8"));
    assert_eq!(threes.len(), 1);
    assert_eq!(threes[0].real_points, points("e8"));
    // In renju E8 would leave a row that has one completion only: I8 makes six there.
    assert_eq!(reference::threes(&grid, &RuleSpec::RENJU, Black, at("h8")), []);
}

// ------------------------------------------------------------------------------------ captures

#[test]
fn pairs_are_taken_in_all_eight_directions_at_once() {
    let (grid, stars) = draw(
        "x . . x . . x
         . o . o . o .
         . . o o o . .
         x o o * o o x
         . . o o o . .
         . o . o . o .
         x . . x . . x",
    );
    let taken = reference::captures(&grid, Black, stars[0]);
    assert_eq!(taken.len(), 16);
    assert!(taken.iter().all(|&p| grid.get(p) == Some(Cell::White)));
    assert_eq!(reference::captures(&grid, White, stars[0]), []);
    let after = reference::after(&grid, &RuleSpec::PENTA, Black, stars[0]);
    assert_eq!((after.count(Cell::White), after.count(Cell::Black)), (0, 9));
}

#[test]
fn only_exactly_two_stones_are_taken() {
    let taken = |picture: &str| {
        let (grid, p) = line(picture);
        reference::captures(&grid, Black, p).len()
    };
    assert_eq!(taken(". * o o x . ."), 2);
    assert_eq!(taken(". * o x . . ."), 0);
    assert_eq!(taken(". * o o o x ."), 0);
    assert_eq!(taken(". * o o . x ."), 0);
    assert_eq!(taken(". . . . * o o"), 0);
    assert_eq!(taken(". * o # x . ."), 0, "a wild stone is not taken");
    assert_eq!(taken(". * o o # . ."), 2, "a wild stone flanks");
    assert_eq!(taken("x o o * o o x"), 4);
}

#[test]
fn stepping_between_two_enemy_stones_is_safe() {
    let mut game = game(&RuleSpec::PENTA, "d8 e8 g8 k1");
    // Black makes the pair F8 G8 beside E8, and white takes it from H8.
    game.play(at("f8")).unwrap();
    game.play(at("h8")).unwrap();
    assert_eq!(game.captured_pairs(White), 1);
    // The other way round: E8 and H8 lie there already when black steps in at G8.
    let mut game = self::game(&RuleSpec::PENTA, "f8 e8 a1 h8");
    game.play(at("g8")).unwrap();
    assert_eq!(game.captured_pairs(White), 0);
    assert_eq!(game.grid().get(at("f8")), Some(Cell::Black));
}

// --------------------------------------------------------------------------------------- games

/// A game on 15×15 after these moves, none of which may end it.
fn game(rule: &RuleSpec, moves: &str) -> Game {
    let mut game = Game::new(rule, BoardSize::FIFTEEN);
    for written in parse_moves(moves, BoardSize::FIFTEEN).unwrap() {
        let ending = match written {
            Some(p) => game.play(p),
            None => game.pass(),
        };
        assert_eq!(ending, Ok(None), "{written:?}");
    }
    game
}

fn setup(rule: &RuleSpec, black: &str, white: &str, to_move: Color) -> Game {
    let stones: Vec<(Point, Color)> = points(black)
        .into_iter()
        .map(|p| (p, Black))
        .chain(points(white).into_iter().map(|p| (p, White)))
        .collect();
    Game::from_setup(rule, BoardSize::FIFTEEN, &stones, to_move).unwrap()
}

fn win(winner: Color, by: WinBy) -> Option<Ending> {
    Some(Ending::Win { winner, by })
}

#[test]
fn a_five_ends_the_game() {
    let mut game = game(&RuleSpec::FREESTYLE, "h8 a1 i8 b1 j8 c1 k8 d1");
    assert_eq!(game.to_move(), Black);
    assert_eq!(game.play(at("l8")), Ok(win(Black, WinBy::Five)));
    assert_eq!(game.ending(), win(Black, WinBy::Five));
    assert_eq!(game.play(at("e1")), Err(Illegal::GameOver));
    assert_eq!(game.legality(at("e1")), Err(Illegal::GameOver));
    assert_eq!(game.pass_legality(), Err(Illegal::GameOver));
    assert_eq!((game.ply(), game.moves().len()), (9, 9));
}

#[test]
fn stones_go_on_empty_points_of_the_board() {
    let mut game = game(&RuleSpec::FREESTYLE, "h8");
    let outside = Point::new(15, 3).unwrap();
    assert_eq!(game.play(at("h8")), Err(Illegal::Occupied(at("h8"))));
    assert_eq!(game.play(outside), Err(Illegal::OffBoard(outside)));
    assert_eq!((game.ply(), game.to_move()), (1, White));
    let stones = [(at("h8"), Black), (at("h8"), White)];
    let twice = Game::from_setup(&RuleSpec::FREESTYLE, BoardSize::FIFTEEN, &stones, Black);
    assert_eq!(twice.unwrap_err(), Illegal::Occupied(at("h8")));
}

#[test]
fn a_foul_is_played_and_loses_at_once() {
    let mut game = setup(&RuleSpec::RENJU, "f8 g8 h9 h10", "a1 c1 e1 g1", Black);
    let h8 = at("h8");
    assert_eq!(game.legality(h8), Err(Illegal::Foul(h8, Foul::DoubleThree)));
    assert_eq!(game.play(h8), Ok(win(White, WinBy::Foul(Foul::DoubleThree))));
    assert_eq!(game.grid().get(h8), Some(Cell::Black));
    assert_eq!(game.claim(White), None, "the game is over");
}

#[test]
fn claims_lapse_with_the_next_move_but_not_for_an_overline() {
    let rule = RuleSpec { foul_claim: FoulClaim::BeforeNextMove, ..RuleSpec::RENJU };
    let start = |black: &str| setup(&rule, black, "a1 c1 e1 g1", Black);
    // Pointed out in time.
    let mut game = start("f8 g8 h9 h10");
    assert_eq!(game.play(at("h8")), Ok(None));
    assert_eq!(game.claim(Black), None, "not by the offender");
    assert_eq!(game.claim(White), win(White, WinBy::Foul(Foul::DoubleThree)));
    assert_eq!(game.play(at("a2")), Err(Illegal::GameOver));
    // Too late.
    let mut game = start("f8 g8 h9 h10");
    game.play(at("h8")).unwrap();
    game.play(at("a3")).unwrap();
    assert_eq!(game.claimable(White), None);
    assert_eq!(game.claim(White), None);
    assert_eq!(game.ending(), None);
    // A pass is a move, too.
    let mut game = start("f8 g8 h9 h10");
    game.play(at("h8")).unwrap();
    game.pass().unwrap();
    assert_eq!(game.claim(White), None);
    // An overline can be pointed out until the end, on anyone's turn.
    let mut game = start("e8 f8 g8 i8 j8");
    game.play(at("h8")).unwrap();
    game.play(at("a3")).unwrap();
    game.play(at("o15")).unwrap();
    assert_eq!(game.claimable(White).map(|claim| claim.point), Some(at("h8")));
    assert_eq!(game.claim(White), win(White, WinBy::Foul(Foul::Overline)));
}

#[test]
fn renju_passes_come_after_three_moves_and_two_of_them_draw() {
    let mut game = game(&RuleSpec::RENJU, "h8 h9");
    assert_eq!(game.pass(), Err(Illegal::Pass));
    game.play(at("i9")).unwrap();
    assert_eq!(game.pass(), Ok(None));
    assert_eq!(game.to_move(), Black);
    game.play(at("a1")).unwrap();
    assert_eq!(game.pass(), Ok(None), "the two passes are not in a row");
    assert_eq!(game.pass(), Ok(Some(Ending::Draw(DrawBy::TwoPasses))));
    let mut freestyle = self::game(&RuleSpec::FREESTYLE, "h8 h9 i9 i10");
    assert_eq!(freestyle.pass(), Err(Illegal::Pass));
}

#[test]
fn five_pairs_win_and_a_five_wins_at_once() {
    // Each of H8's directions but three takes a pair.
    let mut game =
        setup(&RuleSpec::PENTA, "k8 e8 h11 h5 k11", "i8 j8 g8 f8 h9 h10 h7 h6 i9 j10 a15", Black);
    assert_eq!(game.play(at("h8")), Ok(win(Black, WinBy::Captures)));
    assert_eq!(game.captured_pairs(Black), 5);
    assert_eq!(game.grid().count(Cell::White), 1);
    // Four pairs do not.
    let mut game = setup(&RuleSpec::PENTA, "k8 e8 h11 h5", "i8 j8 g8 f8 h9 h10 h7 h6", Black);
    assert_eq!(game.play(at("h8")), Ok(None));
    assert_eq!(game.captured_pairs(Black), 4);
    // A five counts though the next move could capture two of its stones.
    let mut game = setup(&RuleSpec::PENTA, "d8 e8 f8 g8 f9", "f7 a1 b3 c5", Black);
    assert_eq!(game.play(at("h8")), Ok(win(Black, WinBy::Five)));
}

#[test]
fn fouls_are_judged_before_captures_and_fives_after_them() {
    let captures = Some(CaptureLaw { pairs_to_win: 5 });
    // F8 G8 [H8] is blocked by I8 as long as I8 J8 lie there, so it is no three.
    let renju = RuleSpec { captures, ..RuleSpec::RENJU };
    let mut game = setup(&renju, "f8 g8 h9 h10 k8", "i8 j8", Black);
    assert_eq!(game.play(at("h8")), Ok(None));
    assert_eq!(game.captured_pairs(Black), 1);
    assert_eq!(game.grid().get(at("i8")), Some(Cell::Empty));
    // C8 and I8 block D8…H8 in caro, but I8 is taken by the same stone.
    let caro = RuleSpec { captures, ..RuleSpec::CARO };
    let mut game = setup(&caro, "d8 e8 f8 g8 k8", "c8 i8 j8", Black);
    assert_eq!(game.play(at("h8")), Ok(win(Black, WinBy::Five)));
    let mut game = setup(&RuleSpec::CARO, "d8 e8 f8 g8 k8", "c8 i8 j8", Black);
    assert_eq!(game.play(at("h8")), Ok(None));
}

/// Points so far apart that no two of them are neighbours in a row.
fn scattered(class: i64, count: usize) -> Vec<Point> {
    let size = BoardSize::FIFTEEN;
    let of_class = |p: &Point| (i64::from(p.x()) + 2 * i64::from(p.y())) % 5 == class;
    size.points().filter(of_class).take(count).collect()
}

#[test]
fn black_loses_with_its_last_stone_in_gomoku_narabe() {
    let rule = RuleSpec::GOMOKU_NARABE;
    let stones: Vec<(Point, Color)> = scattered(0, 34)
        .into_iter()
        .map(|p| (p, Black))
        .chain(scattered(2, 34).into_iter().map(|p| (p, White)))
        .collect();
    let mut game = Game::from_setup(&rule, rule.board, &stones, Black).unwrap();
    assert_eq!(game.ending(), None);
    let last = scattered(0, 35)[34];
    assert_eq!(game.play(last), Ok(win(White, WinBy::StoneLimit)));
    // With a five it wins all the same.
    let limit = StoneLimit { stones: 5, loser: Some(Black) };
    let five = RuleSpec { stone_limit: Some(limit), ..RuleSpec::FREESTYLE };
    let mut game = setup(&five, "d8 e8 f8 g8", "a1 c1 e1 g1", Black);
    assert_eq!(game.play(at("h8")), Ok(win(Black, WinBy::Five)));
    // White does not lose by its last stone.
    let mut game = setup(&five, "d8 e8 f8", "a1 c1 e1 g1", White);
    assert_eq!(game.play(at("i1")), Ok(None));
    assert_eq!(game.play(at("m8")), Ok(Some(Ending::Draw(DrawBy::StonesOut))));
}

#[test]
fn stones_out_is_a_draw_where_nobody_loses_by_it() {
    let rule = RuleSpec {
        stone_limit: Some(StoneLimit { stones: 2, loser: None }),
        ..RuleSpec::FREESTYLE
    };
    let mut game = game(&rule, "h8 a1 i8");
    assert_eq!(game.play(at("b1")), Ok(Some(Ending::Draw(DrawBy::StonesOut))));
    assert_eq!(game.play(at("c1")), Err(Illegal::GameOver));
}

#[test]
fn draws_by_empty_points() {
    let size = BoardSize::square(5).unwrap();
    let rule = RuleSpec { draw_at_empty: 22, ..RuleSpec::FREESTYLE };
    let mut game = Game::new(&rule, size);
    for (p, expected) in [("a1", None), ("b3", None), ("c5", Some(Ending::Draw(DrawBy::FullBoard)))]
    {
        assert_eq!(game.play(at(p)), Ok(expected));
    }
    // A full board; the last stone could have been a five, and then it would have won.
    let full = "x o x o x
                x o x o x
                o x o x o
                x o x o x
                x o x o *";
    for (rows, expected) in [
        (full.to_owned(), Some(Ending::Draw(DrawBy::FullBoard))),
        (full.replace("o x o x o", "o x o x x"), win(Black, WinBy::Five)),
    ] {
        let (grid, stars) = draw(&rows);
        let stones: Vec<(Point, Color)> =
            size.points().filter_map(|p| Some((p, grid.get(p)?.color()?))).collect();
        let mut game = Game::from_setup(&RuleSpec::FREESTYLE, size, &stones, Black).unwrap();
        assert_eq!(game.play(stars[0]), Ok(expected));
    }
}

#[test]
fn a_dead_board_has_no_five_left_for_anyone() {
    let dead = |law: &RuleSpec, picture: &str| reference::dead_board(&draw(picture).0, law);
    let settled = "x o x o x
                   . o x o x
                   o x o x o
                   x o x . x
                   x o . o x";
    assert!(dead(&RuleSpec::FREESTYLE, settled));
    assert!(!dead(&RuleSpec::PENTA, settled), "stones may be taken off again");
    // The last column is black's but for one point.
    let open = settled.replace("o x o x o", "o x o x .");
    assert!(!dead(&RuleSpec::FREESTYLE, &open));
    assert!(!dead(&RuleSpec::STANDARD, &open));
    // A full board is dead under every law.
    let full = settled.replace('.', "x");
    assert!(dead(&RuleSpec::PENTA, &full) && dead(&RuleSpec::RENJU, &full));
}

#[test]
fn the_five_law_decides_what_is_dead() {
    // All lines but the middle row hold both colours.
    let dead = |law: &RuleSpec, middle: &str| {
        let rows =
            ["o x x o o x x o", "x x o o x x o o", middle, "o o x x o o x x", "x o o x x o o x"];
        reference::dead_board(&draw(&rows.join("\n")).0, law)
    };
    let laws = [RuleSpec::FREESTYLE, RuleSpec::STANDARD, RuleSpec::CARO, RuleSpec::CARO_EXACT];
    let table: [(&str, [bool; 4]); 6] = [
        //                    freestyle standard caro caro-exact
        ("o o o x o x x o", [true, true, true, true]),
        ("o x x . x x o o", [false, false, true, true]), // a five, blocked at both ends
        ("x x . x x o o o", [false, false, false, false]), // the edge does not block
        ("o x x . x x x o", [false, true, false, true]), // six or nothing
        ("o x x . x x . o", [false, false, false, false]), // five, the far end stays empty
        ("x x x . x x . o", [false, true, false, true]), // six or seven
    ];
    for (middle, expected) in table {
        for (law, expected) in laws.iter().zip(expected) {
            assert_eq!(dead(law, middle), expected, "{law}: {middle}");
        }
    }
    // In renju white may still make six where black may not.
    let rule = RuleSpec::RENJU;
    assert!(dead(&rule, "o x x . x x x o"));
    assert!(!dead(&rule, "x o o . o o o x"));
}

/// The definition word by word: fill the empty cells in every possible way with stones of one
/// colour, and look for a row that wins through one of them.
fn dead_by_trying(grid: &Grid, law: &RuleSpec) -> bool {
    let empty: Vec<Point> = grid.empty_points().collect();
    let can_make_five = |color: Color| {
        (1..1_u32 << empty.len()).any(|chosen| {
            let filled: Vec<Point> =
                (0..empty.len()).filter(|i| chosen >> i & 1 == 1).map(|i| empty[i]).collect();
            let mut board = grid.clone();
            for &p in &filled {
                board.set(p, color.into());
            }
            filled.iter().any(|&p| !reference::rows_of_five(&board, law, color, p).is_empty())
        })
    };
    !can_make_five(Black) && !can_make_five(White)
}

#[test]
fn dead_boards_are_those_on_which_every_filling_fails() {
    let mut random = fastrand::Rng::with_seed(11);
    let laws = [
        RuleSpec::FREESTYLE,
        RuleSpec::STANDARD,
        RuleSpec::RENJU,
        RuleSpec::CARO,
        RuleSpec::CARO_EXACT,
    ];
    let mut dead = [0, 0];
    for _ in 0..400 {
        let size = BoardSize::new(random.i64(5..=9), 5).unwrap();
        let mut grid = Grid::new(size);
        for p in size.points() {
            grid.set(p, if random.bool() { Cell::Black } else { Cell::White });
        }
        // One line of mostly one colour, so that something is at stake.
        let y = random.i64(0..5);
        for x in 0..i64::from(size.width()) {
            if random.u32(0..5) > 0 {
                grid.set(size.point(x, y).unwrap(), Cell::Black);
            }
        }
        for _ in 0..random.u32(1..6) {
            let (x, y) = (random.i64(0..i64::from(size.width())), random.i64(0..5));
            grid.set(size.point(x, y).unwrap(), Cell::Empty);
        }
        if random.u32(0..8) == 0 {
            grid.set(size.centre(), Cell::Wild);
        }
        for law in &laws {
            let expected = dead_by_trying(&grid, law);
            assert_eq!(reference::dead_board(&grid, law), expected, "{law}\n{grid}");
            dead[usize::from(expected)] += 1;
        }
    }
    assert!(dead[0] > 200 && dead[1] > 200, "both kinds are met: {dead:?}");
}

#[test]
fn a_dead_board_ends_the_game_where_the_law_says_so() {
    let picture = "x o x o x
                   * o x o x
                   o x o x o
                   x o x o x
                   x o * o x";
    let (grid, stars) = draw(picture);
    let size = grid.size();
    let stones: Vec<(Point, Color)> =
        size.points().filter_map(|p| Some((p, grid.get(p)?.color()?))).collect();
    let rule = RuleSpec { dead_board_draw: true, ..RuleSpec::RENJU };
    let game = Game::from_setup(&rule, size, &stones, Black).unwrap();
    assert_eq!(game.ending(), Some(Ending::Draw(DrawBy::DeadBoard)));
    let mut game = Game::from_setup(&RuleSpec::RENJU, size, &stones, Black).unwrap();
    assert_eq!(game.play(stars[0]), Ok(None));
    assert_eq!(game.play(stars[1]), Ok(Some(Ending::Draw(DrawBy::FullBoard))));
}

#[test]
fn placements_bind_the_plies_they_name() {
    let mut game = Game::new(&RuleSpec::PRO_GOMOKU, BoardSize::FIFTEEN);
    assert_eq!(game.play(at("g8")), Err(Illegal::Placement(at("g8"))));
    game.play(at("h8")).unwrap();
    game.play(at("i8")).unwrap();
    assert_eq!(game.legality(at("j10")), Err(Illegal::Placement(at("j10"))));
    assert_eq!(game.legality(at("k8")), Ok(()));
    game.play(at("h11")).unwrap();
    game.play(at("j10")).unwrap();
    game.play(at("g8")).unwrap();
    // A pass and the stones of a set-up count as plies.
    let inside = Placement { ply: 4, area: kagetsu::rules::Area::Inside(3) };
    let rule = RuleSpec {
        passes: Some(PassLaw { first_ply: 0 }),
        placements: vec![inside].into(),
        ..RuleSpec::FREESTYLE
    };
    let mut game = setup(&rule, "h8 a1", "b1", White);
    game.pass().unwrap();
    assert_eq!(game.play(at("k8")), Err(Illegal::Placement(at("k8"))));
    assert_eq!(game.play(at("i9")), Ok(None));
}

#[test]
fn the_common_centre_belongs_to_both() {
    let mut game = game(&RuleSpec::COMMON_CENTRE, "h8 g8 h9 f8 h10 e8");
    assert_eq!(game.grid().get(at("h8")), Some(Cell::Wild));
    assert_eq!(game.play(at("a1")), Ok(None));
    assert_eq!(game.play(at("d8")), Ok(win(White, WinBy::Five)));
    let mut game = self::game(&RuleSpec::COMMON_CENTRE, "h8 g8 h9 f8 h10 e8 h11 a1");
    assert_eq!(game.play(at("h12")), Ok(win(Black, WinBy::Five)));
    let elsewhere = Game::new(&RuleSpec::COMMON_CENTRE, BoardSize::FIFTEEN).play(at("h9"));
    assert_eq!(elsewhere, Err(Illegal::Placement(at("h9"))));
}

#[test]
fn house_laws_combine_freely() {
    // Both sides exactly five, both sides all fouls, wild centre: white's overline is a foul too.
    let rule = RuleSpec {
        fouls: ByColor::both(Fouls { straight_four: true, ..Fouls::RENJU }),
        five: ByColor::both(FiveLaw::EXACTLY_FIVE),
        wild_centre: true,
        ..RuleSpec::FREESTYLE
    };
    let mut grid = board("", "e8 f8 g8 i8");
    grid.set(at("h8"), Cell::Wild);
    assert_eq!(reference::winner_at(&grid, &rule, White, at("j8")), Some(Black));
    assert_eq!(reference::foul(&grid, &rule, White, at("j8")), Some(Foul::Overline));
    // The wild stone makes three and four for either side; the double four is named first.
    let mut grid = board("f8 g8", "h9 h10");
    grid.set(at("h8"), Cell::Wild);
    assert_eq!(reference::foul(&grid, &rule, Black, at("i8")), Some(Foul::StraightFour));
    assert_eq!(reference::foul(&grid, &rule, White, at("h11")), Some(Foul::StraightFour));
}

// ------------------------------------------------------------------------------- explanations

#[test]
fn an_explanation_reads_like_a_sentence() {
    let text = explained(&board("f8 g8 h9 h10", ""), "h8").to_string();
    assert_eq!(
        text,
        "H8 is forbidden: double three\n  \
         line ─ F8 G8 [H8]: three, becomes a straight four at E8 or I8\n  \
         line │ [H8] H9 H10: three, becomes a straight four at H7 or H11"
    );
    let text = explained(&board("d8 f8 h8 j8", ""), "g8").to_string();
    assert_eq!(
        text,
        "G8 is forbidden: double four\n  \
         line ─ D8 F8 [G8] H8: four, five at E8\n  \
         line ─ F8 [G8] H8 J8: four, five at I8"
    );
    let text = explained(&board("e8 f8 g8 i8 j8", ""), "h8").to_string();
    assert!(text.contains("line ─ E8 F8 G8 [H8] I8 J8: overline, 6 in a row"), "{text}");
    assert_eq!(explained(&board("", ""), "h8").to_string(), "H8 is allowed");
    let occupied = explained(&board("h8", ""), "h8");
    assert_eq!(occupied.verdict, Verdict::NotEmpty);
    let (grid, p) = line(". o x x * x x o .");
    let text = why::explain(&grid, &RuleSpec::CARO, Black, p).to_string();
    assert!(text.contains("five, but blocked at both ends"), "{text}");
}

#[test]
fn an_explanation_goes_down_to_the_last_level() {
    let (grid, _) = draw(CHAINS[1].picture);
    let text = explained(&grid, "i8").to_string();
    assert_eq!(
        text,
        "I8 is forbidden: double three
  line ╱ [I8] J9 L11: three, becomes a straight four at K10
  line ╲ [I8] H9 G10: three, becomes a straight four at F11
    F11 counts: it only looks like a double three because
      line ─ E11 [F11] H11: no real three, it cannot become a straight four
        G11 does not count: it is itself forbidden (double three) because
          line ─ E11 F11 [G11] H11: straight four, five at D11 or I11
          line │ G10 [G11] G12: three, becomes a straight four at G9 or G13
          line ╲ J8 H10 [G11]: three, becomes a straight four at I9
      line ╱ [F11] G12 H13: three, becomes a straight four at E10 or I14
      line ╲ I8 H9 G10 [F11]: straight four, five at J7 or E12"
    );
}

#[test]
fn what_looks_forbidden_is_named_for_what_it_is() {
    let looks = |black: &str, white: &str, p: &str| {
        let grid = board(black, white);
        let explanation = explained(&grid, p);
        let quick = why::looks_forbidden(&grid, &RuleSpec::RENJU, Black, at(p));
        assert_eq!(quick, explanation.looks_forbidden());
        (explanation.verdict, explanation.looks_forbidden().map(Really::name))
    };
    // A four on the row and two threes, of which E5 G7 [H8] needs F6, an overline F3…F8.
    let one = "e8 f8 g8 h9 h10 e5 g7 f3 f4 f5 f7";
    assert_eq!(looks(one, "d8", "h8"), (Verdict::Legal, Some("four-three")));
    // The same without the four.
    let two = "g7 e5 h9 h10 f3 f4 f5 f7 f8";
    assert_eq!(looks(two, "", "h8"), (Verdict::Legal, Some("three")));
    // Both threes need an overline: E8 G8 [H8] at F8, [H8] H9 H11 at H10.
    let none = "e8 g8 f5 f6 f7 f9 f10 h9 h11 g10 i10 j10 k10 e10";
    assert_eq!(looks(none, "", "h8"), (Verdict::Legal, Some("nothing")));
    assert_eq!(looks("f8 g8", "", "h8"), (Verdict::Legal, None));
    assert_eq!(
        looks("f8 g8 h9 h10", "", "h8"),
        (Verdict::Foul(Foul::DoubleThree), None),
        "really forbidden"
    );
}

#[test]
fn an_explanation_as_json() {
    let grid = board("e8 g8 h9 h10 f5 f6 f7 f9 f10", "");
    let json = serde_json::to_value(explained(&grid, "h8")).unwrap();
    assert_eq!(json["point"], "H8");
    assert_eq!(json["color"], "black");
    assert_eq!(json["verdict"], "legal");
    assert_eq!(json["looks-like"], "double-three");
    let row = &json["lines"][0];
    assert_eq!(row["line"], "horizontal");
    assert_eq!(row["three"]["stones"], serde_json::json!(["E8", "G8", "H8"]));
    assert_eq!(row["three"]["real"], false);
    let f8 = &row["three"]["points"][0];
    assert_eq!((&f8["point"], &f8["counts"]), (&"F8".into(), &false.into()));
    assert_eq!((&f8["reason"], &f8["foul"]), (&"forbidden".into(), &"overline".into()));
    assert_eq!(f8["why"]["verdict"], "overline");
    let overline = serde_json::json!(["F5", "F6", "F7", "F8", "F9", "F10"]);
    let lines = f8["why"]["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["overline"] == overline), "{json}");
}

#[test]
fn explanations_agree_with_the_rule_and_stay_small() {
    let mut random = fastrand::Rng::with_seed(20);
    for law in [RuleSpec::RENJU, RuleSpec::GOMOKU_NARABE, RuleSpec::ANTI_RENJU] {
        for round in 0..40 {
            let size = BoardSize::new(random.i64(8..=22), random.i64(8..=22)).unwrap();
            let mut grid = Grid::new(size);
            for p in size.points() {
                match random.u32(0..100) {
                    0..22 => grid.set(p, Cell::Black),
                    22..26 => grid.set(p, Cell::White),
                    _ => false,
                };
            }
            for p in grid.clone().empty_points().skip(round % 7).step_by(7) {
                let explanation = why::explain(&grid, &law, Black, p);
                let verdict = match reference::foul(&grid, &law, Black, p) {
                    Some(foul) => Verdict::Foul(foul),
                    None if reference::makes_five(&grid, &law, Black, p).is_some() => Verdict::Five,
                    None => Verdict::Legal,
                };
                assert_eq!(explanation.verdict, verdict, "{p}\n{grid}");
                assert!(explanation.to_string().lines().count() < 2_000);
                // A real double three shows two real threes, everything else of it at most one.
                let threes = explanation.lines.iter().filter_map(|line| line.three.as_ref());
                let real = threes.filter(|three| three.real).count();
                if verdict == Verdict::Foul(Foul::DoubleThree) {
                    assert!(real >= 2);
                } else if verdict == Verdict::Legal && law.fouls[Black].double_three {
                    assert!(real < 2);
                }
            }
        }
    }
}

/// A move that is tried out is the move that would be played, and leaves nothing behind; a foul that is
/// overlooked is one all the same.
#[test]
fn moves_that_are_tried_out_are_taken_back() {
    let mut rng = fastrand::Rng::with_seed(12);
    let (mut fouls, mut captures, mut endings) = (0, 0, 0);
    let claimed = RuleSpec { foul_claim: FoulClaim::BeforeNextMove, ..RuleSpec::RENJU };
    for rule in RuleSpec::all().iter().chain([&claimed]) {
        for _ in 0..6 {
            let mut game = Game::new(rule, BoardSize::new(7, 9).unwrap());
            while game.ending().is_none() {
                let seen = |game: &Game| {
                    let claims = Color::ALL.map(|by| game.claimable(by));
                    (game.situation(), game.grid().clone(), game.moves().to_vec(), claims)
                };
                let before = seen(&game);
                let empty: Vec<_> = game.grid().empty_points().map(Some).chain([None]).collect();
                for &at in &empty {
                    let mut played = game.clone();
                    let result = match at {
                        Some(p) => played.play(p),
                        None => played.pass(),
                    };
                    let tried =
                        game.trying(at, Judging::Before, |game| (game.ending(), seen(game)));
                    assert_eq!(tried.as_ref().map(|(ending, _)| *ending), result.as_ref().copied());
                    if let Ok((_, after)) = tried {
                        assert_eq!(after, seen(&played));
                        captures +=
                            usize::from(after.1.count(Cell::Empty) > before.1.count(Cell::Empty));
                    }
                    let overlooked = game.trying(at, Judging::Later, |game| game.ending());
                    if let Some(p) = at
                        && let Ok(Some(Ending::Win { by: WinBy::Foul(_), .. })) = result
                    {
                        assert!(game.loses_by_foul(p) && overlooked == Ok(None));
                        fouls += 1;
                    } else {
                        assert_eq!(overlooked, result);
                        assert!(!at.is_some_and(|p| result.is_ok() && game.loses_by_foul(p)));
                    }
                    assert_eq!(seen(&game), before);
                }
                let at = empty[rng.usize(..empty.len())];
                let played = match at {
                    Some(p) => game.play(p),
                    None => game.pass(),
                };
                endings += usize::from(played.is_ok_and(|ending| ending.is_some()));
                if empty.len() == 1 {
                    break;
                }
            }
        }
    }
    assert!(fouls > 40 && captures > 300 && endings > 30, "{fouls}, {captures}, {endings}");
}
