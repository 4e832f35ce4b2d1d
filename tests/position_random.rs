//! Random play under every law: what is kept incrementally equals a slow recomputation, and undoing
//! everything leads back to the start.

use kagetsu::board::{BoardSize, Point};
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;

fn random_point(rng: &mut fastrand::Rng, position: &Position) -> Option<Point> {
    // Mostly near stones, so that shapes, captures and fouls arise.
    let radius = if rng.u8(..8) == 0 { 5 } else { rng.u32(1..=2) };
    let points: Vec<Point> = position.near_stones(radius).iter().collect();
    (!points.is_empty()).then(|| points[rng.usize(..points.len())])
}

#[test]
fn incremental_equals_recomputed_and_undo_restores() {
    let mut rng = fastrand::Rng::with_seed(1);
    for rule in RuleSpec::all() {
        for (width, height) in [(15, 15), (5, 5), (22, 22), (7, 13), (22, 5), (20, 20)] {
            let size = BoardSize::new(width, height).unwrap();
            let mut position = Position::new(rule, size);
            position.validate().unwrap();
            let mut keys = vec![position.key()];
            let mut grids = vec![position.grid()];
            while position.ending().is_none() && position.ply() < 150 {
                if rng.u8(..40) == 0 && position.pass_legality().is_ok() {
                    position.pass();
                } else {
                    let Some(p) = random_point(&mut rng, &position) else { break };
                    position.play(p);
                }
                keys.push(position.key());
                grids.push(position.grid());
                if let Err(difference) = position.validate() {
                    panic!(
                        "{rule} {size} after {:?}: {difference}\n{position:?}",
                        position.moves()
                    );
                }
                if rng.u8(..4) == 0 {
                    keys.pop();
                    grids.pop();
                    position.undo();
                    position.validate().unwrap();
                    assert_eq!(keys.last(), Some(&position.key()));
                }
            }
            while let Some(key) = keys.pop() {
                assert_eq!(position.key(), key);
                assert_eq!(Some(position.grid()), grids.pop());
                assert!(position.ending().is_none() || !keys.is_empty());
                position.validate().unwrap();
                position.undo();
            }
            assert_eq!(position.ply(), 0);
        }
    }
}
