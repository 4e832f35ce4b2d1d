//! The signature: fixed positions of every law, searched to a fixed depth with one thread.
//!
//! The sum of the nodes is the same on every machine and in every build. A change of the code that
//! leaves it as it is has not changed how the engine plays; one that changes it has.

use super::{Limits, Searcher, Silent};
use crate::base::clock::Clock;
use crate::board::{Point, notation};
use crate::eval::Score;
use crate::position::Position;
use crate::rules::RuleSpec;
use crate::threat::{Vcf, VcfLimit};

/// Depth of the searches, in plies.
const DEPTH: u32 = 8;
/// Bytes of the table.
const TABLE_BYTES: usize = 16 << 20;
/// Limits of the search for fours that is made in each position.
const VCF: VcfLimit = VcfLimit { fours: 40, nodes: 20_000 };

/// Openings, quiet and sharp middle games, boards that are nearly full; from own games.
const POSITIONS: &[(&str, &str)] = &[
    ("freestyle", "h8g6h10f6"),
    ("freestyle", "h8f9h9f10d11b10a11h10f7g11"),
    ("freestyle", "h8h6h4i9i3f6i5i7g3j6g5i6g6g4j9h5"),
    ("freestyle", "h8i8k7g9e8h10e7g10g7i9i7h7e5e6m7h9j7l7j9g8n7e9f9f7"),
    (
        "freestyle",
        "h8j7h6i10k10i8h9h7i7k8j12j9h11j8j6g9e9i6l9j11j10g7g8j14h12h10i12k12g11f10l8e7i11k9m12f7d7f8\
         d6f9",
    ),
    (
        "freestyle",
        "h8f9d10d7c10e8c6d9e9e10f8g7c8c9b12c11d11e7f7d8b10b9h11g5f6g6g8h9d5e4f5f4g4e6e5e3i7d2c1a12h6\
         i8f11c5g9f10b2b11g1g11j7d4b6b4c4h5j6k5j5m7j4j3n6j8k6i4k2m6i6l6",
    ),
    ("standard", "h8h7g6e4"),
    ("standard", "h8g10e12f11h10h11g9g12g11e10"),
    ("standard", "h8f7g7f6h5e6h6h4h9h7f9c6d6j8e9f8"),
    ("standard", "h8g9j8e10f7e9k9f8h6i7k8g8k7k10h7h9i9h10e7g7f9c10g6b11"),
    (
        "standard",
        "h8f9e11h7d11j9i8j8j7f11g9i7f10d12e10k9l10e12g10h10g11g12h12e9n12g7h6l9i9n13d10c10g13f12c12f7\
         e7i10m9h11",
    ),
    (
        "standard",
        "h8f9f7j10i11j9h7i10i7j7j8k8h11h10g10k10l10h5k9h6n10m11i6i5g7e7c6b4g9l7m6j6g8g6n13g11m5b6k7l6\
         j5k4i8f8m7m8e6c5d6d5e5d4e3m14g3c7h3f3e4e2g4f5e8i4l4l9j11m10n11m12",
    ),
    ("renju", "h8g6e7c6"),
    ("renju", "h8i10h10f12k11h9g9i11j8i8"),
    ("renju", "h8g10j6g8i5f9g7e10h7i3k7g9i6g12g11d11"),
    ("renju", "h8i7j9j11h12i10i8k10f6i12l9k9j8k8k11k7k6j7l7j10l10l8i11d4"),
    (
        "renju",
        "h8i10j12i14g11j11g8k10g9g10h10i11i12k12h9h11f11k11l11k9k8k14k13j8i7f10f9m14l13l14j14n14o14e9\
         l10l12h7h6i6j5",
    ),
    (
        "renju",
        "h8i8j10k7g8i9i10h9j9g10f11k6j7j8l6i7e7k8k9i5i6l8m8j6h4j3m9k4k5l5m6h7m7m5f5m10j4n8n3i3h3i2h1\
         i4i1h5g6l9o5l11l10h10g11k2l1n11o12h11j13e8f9f8j12j11k11i13g7g5h13e10",
    ),
    ("caro", "h8h6h5i6"),
    ("caro", "h8i8i10g12g11k10f10h12e8k9"),
    ("caro", "h8f9e7f11d13e10h7d9g12f10f8c8b7h10g10g7"),
    ("caro", "h8f10e11e8f11g11e9h7d10g10g7f8f9d9g6i9h10j9g12j7f12b8c9h14"),
    ("caro", "h8i6i4h3g3h7k4g6j6i7h4j4f7i5i8e1g7f5g8j8g1e4d3m3f8d8i3c10g5f6e6d5h9j11g10j7g4f9f4g2"),
    ("caro-exact", "h8g8i6h7j7g6i8f7i7e5"),
    ("caro-exact", "h8g8e8i10k8c10h9h7f9i8b12k10g6j9l11i7i6j7k7d6j10i9i11k9"),
    ("gomoku-narabe", "h8g9i9h10k9j10k8j8j9l9"),
    ("gomoku-narabe", "h8f6d6c6d5d7e5g5e7b3h6g4f8c5e6e8f9c7c4g6g7i5f7a9"),
    ("old-renju", "j10i8j12h8g10i7i11j8g8j6k5f10"),
    ("old-renju", "j10l11l13h10m14k12m13k13l14l12n12k15k14j14m11m12o13l10o11p10o14n14o12o10"),
    ("anti-renju", "h8h7g6e4i7e7h9h4f6e6e8j2"),
    ("anti-renju", "h8g10e12f11h10f9e8e10g9f8f7f12f10d9c8d11g8d10d8e11i7j6b8a8"),
    ("pro-gomoku", "h8g6e5d5e8e4h7g8g7d4h6e7"),
    ("common-centre", "h8h6h5i6g10i7j6g7i8f6e5g5"),
    ("common-centre", "h8i8i10g12g11h9h10i9j7f8g8g9f9j9k9j10k11h7k10j12k8k7j8k12"),
    ("penta", "h8i10j9l11l10j13j8i8i9k12m10h9"),
    ("penta", "h8g6f8d10i8g8g7j8f7h7f9e7i6i5h9g5g8h7f7e10g8e6f5e11"),
];

/// What one position has brought.
#[derive(Clone, Debug)]
pub struct Row {
    /// Name of the law.
    pub rule: &'static str,
    /// The position as a move string.
    pub moves: &'static str,
    /// Nodes of the search and of the search for fours.
    pub nodes: u64,
    /// Score at the root.
    pub score: Score,
    /// Move at the root.
    pub best: Option<Point>,
}

/// Searches every position from an empty table; a row for each, as it comes.
pub fn run(clock: &dyn Clock) -> impl Iterator<Item = Row> + '_ {
    let mut searcher = Searcher::new(1, TABLE_BYTES);
    let mut vcf = Vcf::new(1 << 14);
    POSITIONS.iter().filter_map(move |&(rule, moves)| {
        let spec = RuleSpec::named(rule).ok()?;
        let record = notation::parse_moves(moves, spec.board).ok()?;
        let mut position = Position::from_moves(&spec, spec.board, &record).ok()?;
        searcher.new_game();
        vcf.clear();
        vcf.solve(&mut position, VCF, &mut |_| false);
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let outcome = searcher.search(&position, &limits, clock, &Silent);
        let nodes = outcome.nodes + vcf.nodes();
        Some(Row { rule, moves, nodes, score: outcome.score, best: outcome.best })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one() {
        for &(rule, moves) in POSITIONS {
            let spec = RuleSpec::named(rule).unwrap();
            let record = notation::parse_moves(moves, spec.board).unwrap();
            let position = Position::from_moves(&spec, spec.board, &record).unwrap();
            assert_eq!(position.ending(), None, "{rule} {moves}");
        }
    }
}
