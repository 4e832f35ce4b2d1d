//! Wins by continuous fours: one that is there, and boards on which there is none.

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu::board::notation;
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;
use kagetsu::threat::{Vcf, VcfLimit, VcfOutcome};

/// Name, law, moves, and whether the side to move wins; from own games.
const POSITIONS: &[(&str, RuleSpec, &str, bool)] = &[
    (
        "freestyle, none",
        RuleSpec::FREESTYLE,
        "h8f9d10d7c10e8c6d9e9e10f8g7c8c9b12c11d11e7f7d8b10b9h11g5f6g6g8h9d5e4f5f4g4e6e5e3i7d2c1a12h6",
        false,
    ),
    (
        "standard, none",
        RuleSpec::STANDARD,
        "h8f9f7j10i11j9h7i10i7j7j8k8h11h10g10k10l10h5k9h6n10m11i6i5g7e7c6b4g9l7m6j6g8g6n13g11m5b6",
        false,
    ),
    (
        "renju, none",
        RuleSpec::RENJU,
        "h8i8j10k7g8i9i10h9j9g10f11k6j7j8l6i7e7k8k9i5i6l8m8j6h4j3m9k4k5l5m6h7m7m5f5m10j4n8n3i3h3i2",
        false,
    ),
    (
        "penta, three fours",
        RuleSpec::PENTA,
        "h8g6f8d10i8g8g7j8f7h7f9e7i6i5h9g5g8h7f7e10g8e6f5e11",
        true,
    ),
];

fn vcf(c: &mut Criterion) {
    let mut group = c.benchmark_group("vcf");
    let limit = VcfLimit { fours: 60, nodes: 200_000 };
    for (name, rule, game, wins) in POSITIONS {
        let moves = notation::parse_moves(game, rule.board).unwrap_or_default();
        let Ok(mut position) = Position::from_moves(rule, rule.board, &moves) else { continue };
        let mut vcf = Vcf::new(1 << 12);
        let outcome = vcf.solve(&mut position, limit, &mut |_| false);
        assert_eq!(matches!(outcome, VcfOutcome::Win(_)), *wins, "{name}: {outcome:?}");
        group.bench_function(*name, |b| {
            b.iter(|| {
                vcf.clear();
                vcf.solve(&mut position, limit, &mut |_| false)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, vcf);
criterion_main!(benches);
