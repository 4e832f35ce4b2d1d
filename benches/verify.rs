//! Checking certificates: with the reference rules, and the quick check that every win passes first.

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu::board::notation;
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;
use kagetsu::threat::certify::nodes_of;
use kagetsu::threat::proof::{Node, Start};
use kagetsu::threat::vct::{Budget, Vct, VctLimit, VctOutcome};
use kagetsu::threat::{Proof, Vcf, VcfLimit, VcfOutcome, check, verify};

/// Name, law and moves; played at random. The first is won by fours alone.
const POSITIONS: &[(&str, RuleSpec, &str)] = &[
    ("ten fours", RuleSpec::FREESTYLE, "h8g7f8j8i9g6f4l6j10h2e3l11c1b1m7c4i11c6o5b5"),
    ("threats, freestyle", RuleSpec::FREESTYLE, "h8g9j10l10e9m9i10n8k11l9o7k8d10h7m12n10j12d9l7"),
    (
        "threats, renju, some thousand nodes",
        RuleSpec::RENJU,
        "h8g6h4i3f5h6f8e3d5e8j9k9h1d10i6e6f1k8l8c10e4c2j6f3",
    ),
];

fn certificate(position: &mut Position) -> Option<Vec<Node>> {
    let limit = VcfLimit { fours: 200, nodes: 200_000 };
    let mut vcf = Vcf::new(1 << 16);
    if let VcfOutcome::Win(win) = vcf.solve_shortest(position, limit, &mut |_| false) {
        return nodes_of(&mut vcf, position, &win, limit, &mut |_| false);
    }
    let limit = VctLimit { nodes: 1_000_000, budget: Budget::UNLIMITED };
    let mut vct = Vct::new(16 << 20);
    match vct.solve(position, limit, 1, &|| false) {
        VctOutcome::Win => {
            vct.certify(position, VctLimit { nodes: u64::MAX, budget: Budget::UNLIMITED }, &|| {
                false
            })
        }
        VctOutcome::NoWin | VctOutcome::Unknown => None,
    }
}

fn checks(c: &mut Criterion) {
    let mut group = c.benchmark_group("verify");
    group.sample_size(20);
    for (name, rule, game) in POSITIONS {
        let moves = notation::parse_moves(game, rule.board).unwrap_or_default();
        let Ok(mut position) = Position::from_moves(rule, rule.board, &moves) else { continue };
        let nodes = certificate(&mut position);
        assert!(nodes.is_some(), "{name}");
        let Some(nodes) = nodes else { continue };
        let start = Start::Moves(moves);
        let proof = Proof { rule: rule.clone(), size: rule.board, start, nodes };
        group.bench_function(*name, |b| {
            b.iter(|| verify(&proof).map(|checked| checked.moves));
        });
        group.bench_function(format!("{name}, the quick check"), |b| {
            b.iter(|| check::check(&proof.nodes, &position));
        });
    }
    group.finish();
}

criterion_group!(benches, checks);
criterion_main!(benches);
