//! Players that are good enough for testing a session: no search, only manners.

use std::time::Duration;

use kagetsu::base::clock::Clock;
use kagetsu::board::Point;
use kagetsu::engine::{Evaluation, Player, Report, ThinkLimits, Thought, Watcher};
use kagetsu::line::Class;
use kagetsu::position::Position;

/// Makes a five, else stops one, else plays the legal point nearest to the centre. With `patience`
/// it thinks until its limits or a signal end it, reporting now and then.
pub(crate) struct SimplePlayer {
    /// Whether to use the time there is.
    pub patience: bool,
}

impl SimplePlayer {
    fn choose(position: &Position) -> Option<Point> {
        let legal = |&p: &Point| position.legality(p).is_ok();
        let five = |color| move |&p: &Point| position.class(color, p) == Class::Five;
        let us = position.to_move();
        let centre = position.size().centre();
        let near = |p: &Point| p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y()));
        let points: Vec<Point> = position.empty().iter().filter(legal).collect();
        points
            .iter()
            .copied()
            .find(five(us))
            .or_else(|| points.iter().copied().find(five(!us)))
            .or_else(|| points.iter().copied().min_by_key(near))
    }
}

impl Player for SimplePlayer {
    fn think(
        &mut self,
        position: &Position,
        limits: &ThinkLimits,
        clock: &dyn Clock,
        watcher: &dyn Watcher,
    ) -> Thought {
        let best = Self::choose(position);
        let report = Report {
            depth: 1,
            selective_depth: 1,
            evaluation: Evaluation::Centi(0),
            nodes: 1,
            elapsed: Duration::ZERO,
            line: best.into_iter().collect(),
        };
        watcher.progress(&report);
        while self.patience
            && limits.nodes.is_none()
            && !watcher.should_stop()
            && limits.soft.is_none_or(|soft| clock.now() < soft)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        Thought { best, report }
    }

    fn configure(&mut self, _threads: usize, _table_bytes: usize) {}

    fn prepare(&mut self, _position: &Position) {}

    fn new_game(&mut self) {}
}
