//! Many workers on few cores, stopped at any moment: always an answer, and a legal one.

use std::sync::atomic::{AtomicU64, Ordering};

use kagetsu::base::clock::SystemClock;
use kagetsu::board::BoardSize;
use kagetsu::rules::RuleSpec;
use kagetsu::search::{Info, Limits, Observer, Searcher};

#[path = "support/drawn.rs"]
mod drawn;

/// Lets a search ask so many times whether to stop; then it says yes.
struct Fuse(AtomicU64);

impl Observer for Fuse {
    fn should_stop(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_err()
    }

    fn progress(&self, _info: &Info) {}
}

#[test]
fn sixteen_workers_stopped_at_any_moment_have_a_legal_move() {
    let mut rng = fastrand::Rng::with_seed(16);
    let mut searcher = Searcher::new(16, 1 << 20);
    let clock = SystemClock::new();
    let mut searched = 0;
    for round in 0..1_000 {
        let rules = RuleSpec::all();
        let rule = &rules[round % rules.len()];
        let stones = rng.usize(1..40);
        let position = drawn::position(rule, BoardSize::FIFTEEN, stones, &mut rng);
        let fuse = Fuse(AtomicU64::new(rng.u64(0..120)));
        let outcome = searcher.search(&position, &Limits::default(), &clock, &fuse);
        let legal = position.empty().iter().any(|p| position.legality(p).is_ok());
        match outcome.best {
            Some(best) => {
                assert!(!legal || position.legality(best).is_ok(), "{best} in {position:?}")
            }
            None => assert!(!legal, "no move in {position:?}"),
        }
        searched += usize::from(outcome.depth > 0);
        if round % 50 == 0 {
            searcher.new_game();
        }
    }
    assert!(searched > 300, "only {searched} searches came to a depth");
}
