//! Wins by continuous threats: an easy one, one that takes some thousand nodes, and a board on which
//! everything comes to nothing.

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu::board::notation;
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;
use kagetsu::threat::vct::{Budget, Vct, VctLimit, VctOutcome};

/// Name, law, moves, and what comes of it; played at random.
const POSITIONS: &[(&str, RuleSpec, &str, VctOutcome)] = &[
    (
        "freestyle, easy win",
        RuleSpec::FREESTYLE,
        "h8g9j10l10e9m9i10n8k11l9o7k8d10h7m12n10j12d9l7",
        VctOutcome::Win,
    ),
    (
        "renju, win",
        RuleSpec::RENJU,
        "h8g6h4i3f5h6f8e3d5e8j9k9h1d10i6e6f1k8l8c10e4c2j6f3",
        VctOutcome::Win,
    ),
    (
        "renju, none",
        RuleSpec::RENJU,
        "h8f6g6g7i9d4b4j10a3j8j7f7k5h7l12j4h9h5d3k8m10h12d7m14g11o11o12i8",
        VctOutcome::NoWin,
    ),
];

fn vct(c: &mut Criterion) {
    let mut group = c.benchmark_group("vct");
    group.sample_size(20);
    let limit = VctLimit { nodes: 1_000_000, budget: Budget::UNLIMITED };
    for (name, rule, game, expected) in POSITIONS {
        let moves = notation::parse_moves(game, rule.board).unwrap_or_default();
        let Ok(position) = Position::from_moves(rule, rule.board, &moves) else { continue };
        let mut vct = Vct::new(4 << 20);
        let outcome = vct.solve(&position, limit, 1, &|| false);
        assert_eq!(outcome, *expected, "{name}");
        group.bench_function(*name, |b| {
            b.iter(|| {
                vct.clear();
                vct.solve(&position, limit, 1, &|| false)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, vct);
criterion_main!(benches);
