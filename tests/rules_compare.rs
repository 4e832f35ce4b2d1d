//! The fast rules against the slow reference, point by point, on random crowded boards and in random
//! games, under every law and a few house laws.
//!
//! `KAGETSU_BOARDS=20000 cargo test --release --test rules_compare` compares that many boards for each
//! law instead of the small number that runs by default.

use std::borrow::Cow;

use kagetsu::board::{BoardSize, ByColor, Cell, Color, Grid, Point, Symmetry};
use kagetsu::line::Class;
use kagetsu::position::{Position, Setup};
use kagetsu::rules::{
    CaptureLaw, Ending, FiveLaw, Fouls, Illegal, PassLaw, RuleSpec, StoneLimit, WinBy, reference,
};
use rayon::prelude::*;

fn boards() -> u64 {
    std::env::var("KAGETSU_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// Laws that nobody plays, but that the data can say.
fn house_laws() -> Vec<RuleSpec> {
    let everything =
        Fouls { overline: true, double_four: true, double_three: true, straight_four: true };
    let named = |name: &'static str| RuleSpec { name: Cow::Borrowed(name), ..RuleSpec::FREESTYLE };
    vec![
        RuleSpec {
            fouls: ByColor::both(Fouls::RENJU),
            five: ByColor::both(FiveLaw::EXACTLY_FIVE),
            ..named("renju for both")
        },
        RuleSpec { fouls: ByColor::both(everything), ..named("everything forbidden") },
        RuleSpec {
            five: ByColor::both(FiveLaw { overline_wins: false, blockable: true }),
            fouls: ByColor::both(everything),
            ..named("caro with fouls")
        },
        RuleSpec {
            fouls: ByColor::both(Fouls { double_four: true, ..Fouls::NONE }),
            wild_centre: true,
            ..named("wild double four")
        },
        RuleSpec {
            fouls: ByColor([Fouls::RENJU, Fouls::NONE]),
            captures: Some(CaptureLaw { pairs_to_win: 3 }),
            passes: Some(PassLaw { first_ply: 0 }),
            stone_limit: Some(StoneLimit { stones: 30, loser: None }),
            dead_board_draw: true,
            draw_at_empty: 4,
            ..named("captures with fouls")
        },
        RuleSpec { dead_board_draw: true, ..RuleSpec::STANDARD },
        RuleSpec { dead_board_draw: true, ..RuleSpec::CARO_EXACT },
        RuleSpec { dead_board_draw: true, ..RuleSpec::CARO },
    ]
}

fn laws() -> Vec<RuleSpec> {
    RuleSpec::all().iter().cloned().chain(house_laws()).collect()
}

fn random_size(rng: &mut fastrand::Rng) -> BoardSize {
    if rng.bool() {
        BoardSize::FIFTEEN
    } else {
        BoardSize::new(rng.i64(5..=22), rng.i64(5..=22)).unwrap()
    }
}

/// Stones of random density and colour balance; half of the boards are crowded in one corner.
fn random_stones(rng: &mut fastrand::Rng, size: BoardSize) -> Vec<(Point, Color)> {
    let density = rng.u32(5..70);
    let black = rng.u32(20..=85);
    let cluster = rng.bool().then(|| {
        let points: Vec<Point> = size.points().collect();
        (points[rng.usize(..points.len())], rng.u8(2..=6))
    });
    size.points()
        .filter_map(|p| {
            let near = cluster
                .is_none_or(|(c, r)| c.x().abs_diff(p.x()) <= r && c.y().abs_diff(p.y()) <= r);
            let color = if rng.u32(..100) < black { Color::Black } else { Color::White };
            (near && rng.u32(..100) < density).then_some((p, color))
        })
        .collect()
}

fn set_up(rule: &RuleSpec, size: BoardSize, stones: &[(Point, Color)]) -> Position {
    Setup { rule: rule.clone(), size, stones: stones.to_vec(), to_move: Color::Black }
        .build()
        .unwrap()
}

/// Every point for both colours: what the fast rules say and what the reference says.
fn compare_points(position: &Position) -> Result<(), String> {
    let (rule, grid) = (position.rule(), position.grid());
    for p in grid.empty_points() {
        for color in Color::ALL {
            let five = position.class(color, p) == Class::Five;
            let expected = reference::makes_five(&grid, rule, color, p).is_some();
            if five != expected {
                return Err(format!("five of {color} at {p}: {five}, reference {expected}"));
            }
            let foul = position.foul(color, p);
            let expected = reference::foul(&grid, rule, color, p);
            if foul != expected {
                return Err(format!("foul of {color} at {p}: {foul:?}, reference {expected:?}"));
            }
        }
    }
    let dead = reference::dead_board(&grid, rule);
    if rule.captures.is_none() && position.is_dead() != dead {
        return Err(format!("dead board: {}, reference {dead}", position.is_dead()));
    }
    Ok(())
}

#[test]
fn crowded_boards() {
    for (law, rule) in laws().iter().enumerate() {
        (0..boards()).into_par_iter().for_each(|n| {
            let mut rng = fastrand::Rng::with_seed(n << 8 | law as u64);
            let size = random_size(&mut rng);
            let position = set_up(rule, size, &random_stones(&mut rng, size));
            if let Err(difference) = compare_points(&position) {
                panic!("{difference}\n{position:?}");
            }
        });
    }
}

/// Random games side by side: legality of every point, endings, captures and boards.
#[test]
fn random_games() {
    for (law, rule) in laws().iter().enumerate() {
        (0..boards() / 10 + 1).into_par_iter().for_each(|n| {
            let mut rng = fastrand::Rng::with_seed(n << 8 | law as u64);
            let size = random_size(&mut rng);
            let mut fast = Position::new(rule, size);
            let mut slow = reference::Game::new(rule, size);
            while slow.ending().is_none() {
                for p in size.points() {
                    assert_eq!(fast.legality(p), slow.legality(p), "{p}\n{fast:?}");
                }
                assert_eq!(fast.pass_legality(), slow.pass_legality());
                let near = fast.near_stones(rng.u32(1..=3));
                let playable: Vec<Point> = near
                    .union(if rng.u8(..10) == 0 { fast.empty() } else { &near })
                    .iter()
                    .filter(|&p| match fast.legality(p) {
                        Ok(()) => true,
                        Err(Illegal::Foul(..)) => rng.u8(..20) == 0,
                        Err(_) => false,
                    })
                    .collect();
                if slow.pass_legality().is_ok() && (playable.is_empty() || rng.u8(..30) == 0) {
                    fast.pass();
                    slow.pass().unwrap();
                } else if playable.is_empty() {
                    // Placements and fouls can leave only points further away.
                    let Some(p) = size.points().find(|&p| fast.legality(p).is_ok()) else { break };
                    fast.play(p);
                    slow.play(p).unwrap();
                } else {
                    let p = playable[rng.usize(..playable.len())];
                    fast.play(p);
                    slow.play(p).unwrap();
                }
                assert_eq!(fast.ending(), slow.ending(), "{fast:?}");
                assert_eq!(fast.grid(), *slow.grid());
                for color in Color::ALL {
                    assert_eq!(fast.captured_pairs(color), slow.captured_pairs(color));
                }
                fast.validate().unwrap();
            }
        });
    }
}

/// Turning and mirroring the board turns and mirrors every verdict.
#[test]
fn eight_symmetries() {
    let mut rng = fastrand::Rng::with_seed(3);
    for rule in laws() {
        for _ in 0..20 {
            // With an odd side the centre is its own image.
            let size = BoardSize::new(rng.i64(2..=10) * 2 + 1, rng.i64(2..=10) * 2 + 1).unwrap();
            let stones = random_stones(&mut rng, size);
            let here = set_up(&rule, size, &stones);
            for symmetry in Symmetry::ALL {
                let image: Vec<_> =
                    stones.iter().map(|&(p, c)| (symmetry.apply(size, p), c)).collect();
                let there = set_up(&rule, symmetry.apply_size(size), &image);
                for p in here.empty().iter() {
                    let q = symmetry.apply(size, p);
                    for color in Color::ALL {
                        assert_eq!(here.class(color, p), there.class(color, q));
                        assert_eq!(here.foul(color, p), there.foul(color, q));
                    }
                }
                if Symmetry::of(size).contains(&symmetry) {
                    assert_eq!(here.canonical_key(), there.canonical_key());
                }
            }
        }
    }
}

/// Exchanging the colours, and their laws with them, exchanges every verdict.
#[test]
fn colour_swap() {
    let mut rng = fastrand::Rng::with_seed(4);
    for rule in laws() {
        let swapped = RuleSpec {
            five: ByColor([rule.five[Color::White], rule.five[Color::Black]]),
            fouls: ByColor([rule.fouls[Color::White], rule.fouls[Color::Black]]),
            ..rule.clone()
        };
        for _ in 0..30 {
            let size = random_size(&mut rng);
            let stones = random_stones(&mut rng, size);
            let here = set_up(&rule, size, &stones);
            let image: Vec<_> = stones.iter().map(|&(p, c)| (p, !c)).collect();
            let there = set_up(&swapped, size, &image);
            for p in here.empty().iter() {
                for color in Color::ALL {
                    assert_eq!(here.class(color, p), there.class(!color, p));
                    assert_eq!(here.foul(color, p), there.foul(!color, p));
                }
            }
        }
    }
}

/// Away from the edge nothing depends on where the stones lie, but the key does.
#[test]
fn translation() {
    let mut rng = fastrand::Rng::with_seed(5);
    let size = BoardSize::square(22).unwrap();
    for rule in laws().into_iter().filter(|rule| !rule.wild_centre) {
        for _ in 0..30 {
            let inner = BoardSize::square(10).unwrap();
            let stones = random_stones(&mut rng, inner);
            let shifted = |dx: i32, dy: i32| -> Vec<(Point, Color)> {
                stones.iter().map(|&(p, c)| (p.offset(dx, dy).unwrap(), c)).collect()
            };
            let here = set_up(&rule, size, &shifted(6, 6));
            let (dx, dy) = (rng.i32(-1..=0), rng.i32(-1..=0));
            let there = set_up(&rule, size, &shifted(6 + dx, 6 + dy));
            if (dx, dy) != (0, 0) && !stones.is_empty() {
                assert_ne!(here.key(), there.key());
            }
            for p in inner.points().map(|p| p.offset(6, 6).unwrap()) {
                let q = p.offset(dx, dy).unwrap();
                if here.cell(p) == Cell::Empty {
                    for color in Color::ALL {
                        assert_eq!(here.class(color, p), there.class(color, q));
                        assert_eq!(here.foul(color, p), there.foul(color, q));
                    }
                }
            }
        }
    }
}

/// The same stones by another order of moves give the same position.
#[test]
fn order_of_moves() {
    let mut rng = fastrand::Rng::with_seed(6);
    for rule in laws().into_iter().filter(|rule| rule.captures.is_none()) {
        let size = random_size(&mut rng);
        let mut stones = random_stones(&mut rng, size);
        let here = set_up(&rule, size, &stones);
        rng.shuffle(&mut stones);
        let there = set_up(&rule, size, &stones);
        assert_eq!(here.key(), there.key());
        for p in here.empty().iter() {
            for color in Color::ALL {
                assert_eq!(here.class(color, p), there.class(color, p));
            }
        }
    }
}

/// A set-up that already holds a five is a finished game.
#[test]
fn a_five_on_a_set_up_board_has_won() {
    let mut rng = fastrand::Rng::with_seed(8);
    for rule in laws().into_iter().filter(|rule| rule.captures.is_none()) {
        for _ in 0..40 {
            let size = random_size(&mut rng);
            let stones = random_stones(&mut rng, size);
            let position = set_up(&rule, size, &stones);
            let grid = position.grid();
            let five = |color: Color| {
                stones.iter().filter(|s| s.1 == color).any(|&(p, color)| {
                    let mut without: Grid = grid.clone();
                    without.set(p, Cell::Empty);
                    reference::makes_five(&without, &rule, color, p).is_some()
                })
            };
            let won = |ending| matches!(ending, Some(Ending::Win { by: WinBy::Five, .. }));
            assert_eq!(won(position.ending()), Color::ALL.into_iter().any(five), "{position:?}");
        }
    }
}
