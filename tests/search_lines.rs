//! Several best moves, and moves that are not to be played.

use std::sync::Mutex;

use kagetsu::base::clock::SystemClock;
use kagetsu::board::notation;
use kagetsu::board::{BoardSize, PointSet};
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;
use kagetsu::search::{Info, Limits, Observer, Outcome, Searcher};

/// Keeps everything that is told.
#[derive(Default)]
struct Listener(Mutex<Vec<Info>>);

impl Observer for Listener {
    fn should_stop(&self) -> bool {
        false
    }

    fn progress(&self, info: &Info) {
        self.0.lock().unwrap().push(info.clone());
    }
}

fn position(rule: &RuleSpec, moves: &str) -> Position {
    let size = BoardSize::FIFTEEN;
    Position::from_moves(rule, size, &notation::parse_moves(moves, size).unwrap()).unwrap()
}

fn search(position: &Position, limits: &Limits, threads: usize) -> (Outcome, Vec<Info>) {
    let listener = Listener::default();
    let mut searcher = Searcher::new(threads, 1 << 22);
    let outcome = searcher.search(position, limits, &SystemClock::new(), &listener);
    (outcome, listener.0.into_inner().unwrap())
}

const QUIET: &str = "h8 i9 g9 i7 f8 g7";
/// Black has a four with two ends, and another straight four to make.
const FIVES: &str = "h8 a1 i8 c1 j8 e1 k8 g1";

#[test]
fn several_lines_have_different_moves_from_the_best_down() {
    for (rule, threads) in [(&RuleSpec::RENJU, 1), (&RuleSpec::FREESTYLE, 1), (&RuleSpec::RENJU, 3)]
    {
        let position = position(rule, QUIET);
        let limits = Limits { depth: Some(5), lines: 4, ..Limits::default() };
        let (outcome, told) = search(&position, &limits, threads);
        let last: Vec<&Info> = told.iter().rev().take(4).rev().collect();
        assert_eq!(last.iter().map(|info| info.rank).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let moves: PointSet = last.iter().map(|info| info.pv[0]).collect();
        assert_eq!(moves.len(), 4, "{last:?}");
        assert!(last.windows(2).all(|two| two[0].score >= two[1].score), "{last:?}");
        assert!(last.iter().all(|info| position.legality(info.pv[0]).is_ok()));
        assert!(outcome.best.is_some_and(|best| threads > 1 || best == last[0].pv[0]));
    }
}

/// A proved win stands first, and the others are searched all the same.
#[test]
fn a_proved_win_is_the_first_of_several_lines() {
    // A four and a three on k8.
    let position = position(&RuleSpec::FREESTYLE, "h8 g8 i8 a1 j8 c1 k9 e1 k10 i1");
    let limits = Limits { depth: Some(3), lines: 2, ..Limits::default() };
    let (outcome, told) = search(&position, &limits, 1);
    assert!(outcome.score.is_win());
    assert_eq!((told[0].rank, told[0].pv[0]), (0, outcome.best.unwrap()));
    let others: Vec<&Info> = told.iter().filter(|info| info.rank == 1).collect();
    assert_eq!(others.len(), 3);
    assert!(others.iter().all(|info| Some(info.pv[0]) != outcome.best));
}

#[test]
fn blocked_moves_are_not_played_even_if_they_win() {
    let winning = position(&RuleSpec::FREESTYLE, FIVES);
    let free = Limits { depth: Some(3), ..Limits::default() };
    let five = search(&winning, &free, 1).0.best.unwrap();
    let mut blocked: PointSet = [five].into_iter().collect();
    let other = search(&winning, &Limits { blocked, ..free }, 1).0.best.unwrap();
    assert_ne!(other, five);
    assert!(winning.clone().with(other, |after| after.ending().is_some()), "the other five");
    blocked.insert(other);
    let quiet = search(&winning, &Limits { blocked, ..free }, 1).0.best.unwrap();
    assert!(!blocked.contains(quiet) && winning.legality(quiet).is_ok());
}

#[test]
fn where_everything_is_blocked_there_is_a_move_all_the_same() {
    let position = position(&RuleSpec::RENJU, QUIET);
    let blocked = *position.empty();
    let limits = Limits { depth: Some(2), blocked, ..Limits::default() };
    let best = search(&position, &limits, 1).0.best.unwrap();
    assert!(position.legality(best).is_ok());
    let only = position.empty().first().unwrap();
    let mut blocked = *position.empty();
    blocked.remove(only);
    let limits = Limits { depth: Some(2), blocked, ..Limits::default() };
    assert_eq!(search(&position, &limits, 1).0.best, Some(only));
}
