//! The forbidden points of a whole board: the fast rules and the reference, side by side.

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu::board::{BoardSize, Color, Point, notation};
use kagetsu::position::Position;
use kagetsu::rules::{Foul, RuleSpec, reference};

/// A sharp renju middle game with candidates for every foul.
const GAME: &str =
    "h8i10j12i14g11j11g8k10g9g10h10i11i12k12h9h11f11k11l11k9k8k14k13j8i7f10f9m14l13l14j14";

fn position() -> Position {
    let moves = notation::parse_moves(GAME, BoardSize::FIFTEEN).unwrap_or_default();
    let mut position = Position::new(&RuleSpec::RENJU, BoardSize::FIFTEEN);
    for p in moves.into_iter().flatten() {
        position.play(p);
    }
    position
}

fn map(position: &Position) -> Vec<(Point, Foul)> {
    position
        .empty()
        .iter()
        .filter_map(|p| position.foul(Color::Black, p).map(|foul| (p, foul)))
        .collect()
}

fn forbidden_points(c: &mut Criterion) {
    let position = position();
    let grid = position.grid();
    assert_eq!(map(&position), reference::forbidden_points(&grid, &RuleSpec::RENJU, Color::Black));
    let mut group = c.benchmark_group("forbidden points of a board");
    group.bench_function("fast", |b| b.iter(|| map(&position)));
    group.bench_function("reference", |b| {
        b.iter(|| reference::forbidden_points(&grid, &RuleSpec::RENJU, Color::Black));
    });
    group.finish();
}

/// What one move costs by the reference: the legality of the point, and the stone on the grid.
fn reference_moves(c: &mut Criterion) {
    let moves = notation::parse_moves(GAME, BoardSize::FIFTEEN).unwrap_or_default();
    let points: Vec<Point> = moves.into_iter().flatten().collect();
    c.bench_function("a game of 31 plies by the reference", |b| {
        b.iter(|| {
            let mut game = reference::Game::new(&RuleSpec::RENJU, BoardSize::FIFTEEN);
            for &p in &points {
                let _ = game.play(p);
            }
            game.ending()
        });
    });
    c.bench_function("a game of 31 plies by the position", |b| {
        let mut position = Position::new(&RuleSpec::RENJU, BoardSize::FIFTEEN);
        b.iter(|| {
            for &p in &points {
                position.play(p);
            }
            let ending = position.ending();
            for _ in &points {
                position.undo();
            }
            ending
        });
    });
}

criterion_group!(benches, forbidden_points, reference_moves);
criterion_main!(benches);
