//! Playing and undoing: pairs a second, by law.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kagetsu::board::Point;
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;

/// A middle game of forty plies near the centre, the same for every law, without a five.
fn game(rule: &RuleSpec) -> (Position, Vec<Point>) {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut position = Position::new(rule, rule.board);
    let mut moves = Vec::new();
    while moves.len() < 40 {
        let near: Vec<Point> = position.near_stones(2).iter().collect();
        let p = near[rng.usize(..near.len())];
        if position.legality(p).is_err() {
            continue;
        }
        position.play(p);
        if position.ending().is_some() {
            position.undo();
            continue;
        }
        moves.push(p);
    }
    let start = Position::new(rule, rule.board);
    (start, moves)
}

fn play_and_undo(c: &mut Criterion) {
    let mut group = c.benchmark_group("play+undo");
    for rule in RuleSpec::all() {
        let (mut position, moves) = game(rule);
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(rule.name.as_ref(), |b| {
            b.iter(|| {
                for &p in &moves {
                    position.play(p);
                }
                for _ in &moves {
                    position.undo();
                }
                position.key()
            });
        });
    }
    group.finish();
}

/// What a search does: one move deep in the tree, and back, over and over.
fn leaf_pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("play+undo at a leaf");
    for rule in [RuleSpec::FREESTYLE, RuleSpec::RENJU] {
        let (mut position, moves) = game(&rule);
        for &p in &moves {
            position.play(p);
        }
        let near: Vec<Point> =
            position.near_stones(2).iter().filter(|&p| position.legality(p).is_ok()).collect();
        group.throughput(Throughput::Elements(near.len() as u64));
        group.bench_function(rule.name.as_ref(), |b| {
            b.iter(|| {
                for &p in &near {
                    position.play(p);
                    position.undo();
                }
                position.key()
            });
        });
    }
    group.finish();
}

fn clone(c: &mut Criterion) {
    let (mut position, moves) = game(&RuleSpec::RENJU);
    for &p in &moves {
        position.play(p);
    }
    c.bench_function("clone", |b| {
        b.iter_batched(|| (), |()| position.clone(), BatchSize::SmallInput)
    });
}

criterion_group!(benches, play_and_undo, leaf_pairs, clone);
criterion_main!(benches);
