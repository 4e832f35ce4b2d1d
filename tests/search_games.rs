//! The search plays whole games against itself under every law and at many sizes; the reference is the
//! referee. No technical mistake is allowed: every move is legal, and no legal move is missed.

use kagetsu::base::clock::SystemClock;
use kagetsu::board::{BoardSize, Color, Point};
use kagetsu::position::Position;
use kagetsu::rules::{Ending, RuleSpec, reference};
use kagetsu::search::{Limits, Searcher, Silent};
use rayon::prelude::*;

/// Plays one game from a few random stones; returns how it ended.
fn game(rule: &RuleSpec, size: BoardSize, seed: u64, nodes: u64) -> Option<Ending> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut referee = reference::Game::new(rule, size);
    let mut position = Position::new(rule, size);
    let mut searcher = Searcher::new(1, 1 << 18);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let clock = SystemClock::new();
    while referee.ending().is_none() {
        let p = if position.ply() < 4 {
            let near: Vec<Point> = position
                .near_stones(2)
                .union(position.empty())
                .iter()
                .filter(|&p| position.legality(p).is_ok())
                .collect();
            near[rng.usize(..near.len())]
        } else {
            let outcome = searcher.search(&position, &limits, &clock, &Silent);
            assert!(outcome.nodes <= nodes, "{} nodes of {nodes}", outcome.nodes);
            if let Some(plies) = outcome.score.mate_in_plies() {
                let empty = position.empty_count() as i32;
                assert!(plies.abs() <= empty, "mate in {plies} with {empty} empty points");
            }
            outcome.best.unwrap_or_else(|| panic!("no move in {position:?}"))
        };
        if let Err(illegal) = position.legality(p) {
            // Only where every point is forbidden may a forbidden one be played.
            let any = size.points().any(|p| referee.legality(p).is_ok());
            assert!(!any, "{illegal} in {position:?}");
        }
        position.play(p);
        referee.play(p).unwrap_or_else(|illegal| panic!("{illegal} in {position:?}"));
        assert_eq!(position.ending(), referee.ending());
    }
    referee.ending()
}

#[test]
fn whole_games_without_a_mistake() {
    let sizes = [(15, 15), (5, 5), (22, 22), (6, 11), (20, 20)];
    let jobs: Vec<(&RuleSpec, (i64, i64))> =
        RuleSpec::all().iter().flat_map(|r| sizes.map(|s| (r, s))).collect();
    let endings: Vec<Option<Ending>> = jobs
        .par_iter()
        .enumerate()
        .map(|(seed, &(rule, (width, height)))| {
            game(rule, BoardSize::new(width, height).unwrap(), seed as u64, 300)
        })
        .collect();
    // Somebody wins now and then, with either colour.
    for color in Color::ALL {
        let wins =
            |e: &&Option<Ending>| matches!(e, Some(Ending::Win { winner, .. }) if *winner == color);
        assert!(endings.iter().filter(wins).count() > 3);
    }
}

/// A new game is searched as by a searcher that has seen nothing: the same nodes, the same line.
#[test]
fn nothing_is_left_of_an_earlier_game() {
    let size = BoardSize::FIFTEEN;
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let clock = SystemClock::new();
    let at = |x, y| Point::new(x, y).unwrap();
    let played = |points: &[Point]| {
        let mut position = Position::new(&RuleSpec::RENJU, size);
        points.iter().for_each(|&p| position.play(p));
        position
    };
    let first = played(&[at(7, 7), at(8, 8), at(8, 6), at(6, 8)]);
    let second = played(&[at(7, 7), at(7, 8), at(9, 8), at(6, 6), at(9, 6)]);
    let mut searcher = Searcher::new(1, 1 << 20);
    let fresh = searcher.search(&second, &limits, &clock, &Silent);
    searcher.new_game();
    searcher.search(&first, &limits, &clock, &Silent);
    let taught = searcher.search(&second, &limits, &clock, &Silent);
    searcher.new_game();
    let again = searcher.search(&second, &limits, &clock, &Silent);
    assert_eq!(again, fresh);
    assert_ne!(taught.nodes, fresh.nodes, "the first search has taught nothing");
}
