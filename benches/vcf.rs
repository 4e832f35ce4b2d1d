//! Wins by continuous fours: long ones, and boards on which a good many lines come to nothing.

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu::board::notation;
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;
use kagetsu::threat::{Vcf, VcfLimit, VcfOutcome};

/// Name, law, moves, and the fewest fours with which the side to move wins, 0 where it does not; played
/// at random, every five stopped.
const POSITIONS: &[(&str, RuleSpec, &str, u16)] = &[
    (
        "renju, none, some fifty nodes",
        RuleSpec::RENJU,
        "h8j7h9f7i8i7k5h5h6f6h4g2k3l8e8f2j10e1d3g3g1k7m1d10e3m4l12f5c1c9l2h12",
        0,
    ),
    (
        "renju, none, some five hundred nodes",
        RuleSpec::RENJU,
        "h8j9j7i7h5f4g10k11h3g3i5g8e9g11d10f11i13f9j11j8f1m11f8i2b10d3b2l6g6f2j15g4o13n14k13j12h7f13h2l5c2\
         e6j2",
        0,
    ),
    (
        "renju, win",
        RuleSpec::RENJU,
        "h8j7g6g7f7d9k8j5b11b10m9a12o9o8b14f11k4i6f10d6f6k5e5g4a11g9c13e14b13a13f3j3d7g14",
        7,
    ),
    ("freestyle, win", RuleSpec::FREESTYLE, "h8g7f8j8i9g6f4l6j10h2e3l11c1b1m7c4i11c6o5b5", 10),
    (
        "standard, win",
        RuleSpec::STANDARD,
        "h8g9h11i13j12g11l14e11g15e15m15i7o14f13f12c15m12f8l10j10l15n9o9f11o11i5a15d15e10h14o12c14",
        7,
    ),
    (
        "caro, win",
        RuleSpec::CARO,
        "h8g7e6j6e5j8g6h4j2g8l9k7h5n9i7l5c7d9k10c6m11d6e11a8e9l8i5k5c11b9e13h2m9i11l11h13f14g9f3e10i8",
        5,
    ),
];

fn vcf(c: &mut Criterion) {
    let mut group = c.benchmark_group("vcf");
    let limit = VcfLimit { fours: 60, nodes: 200_000 };
    for (name, rule, game, fewest) in POSITIONS {
        let moves = notation::parse_moves(game, rule.board).unwrap_or_default();
        let Ok(mut position) = Position::from_moves(rule, rule.board, &moves) else { continue };
        let mut vcf = Vcf::new(1 << 16);
        let fours = match vcf.solve_shortest(&mut position, limit, &mut |_| false) {
            VcfOutcome::Win(win) => win.fours,
            VcfOutcome::NoWin => 0,
            VcfOutcome::Unknown => u16::MAX,
        };
        assert_eq!(fours, *fewest, "{name}");
        group.bench_function(*name, |b| {
            b.iter(|| {
                vcf.clear();
                vcf.find(&mut position, limit, &mut |_| false)
            });
        });
        if fours > 0 {
            group.bench_function(format!("{name}, the shortest"), |b| {
                b.iter(|| {
                    vcf.clear();
                    vcf.solve_shortest(&mut position, limit, &mut |_| false)
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, vcf);
criterion_main!(benches);
