//! Games in the forms that other programs read: Piskvork's psq, and SGF.

use std::fmt::Write;

use super::record::{GameRecord, Outcome};
use crate::board::notation::{WrittenMove, parse_moves};
use crate::board::{BoardSize, Color};
use crate::record::SgfWriter;

/// The board and the moves of a record; `None` where it holds no game.
fn moves(record: &GameRecord) -> Option<(BoardSize, Vec<WrittenMove>, usize)> {
    let size = record.size;
    let opening = parse_moves(&record.opening, size).ok()?.len();
    Some((size, parse_moves(&record.moves, size).ok()?, opening))
}

/// A game as Piskvork keeps it: `x,y,milliseconds`, then `-1` and the players. `None` where the record holds no game.
#[must_use]
pub fn psq(record: &GameRecord) -> Option<String> {
    let (size, moves, opening) = moves(record)?;
    let mut text = format!("Piskvorky {size}, 11:11, 0\n");
    for (index, p) in moves.iter().enumerate() {
        let p = (*p)?;
        let ms = index.checked_sub(opening).and_then(|i| record.ms.get(i)).copied().unwrap_or(0);
        let _ = writeln!(text, "{},{},{ms}", p.x() + 1, p.y() + 1);
    }
    let _ = writeln!(text, "-1\n{}\n{}", record.players[0], record.players[1]);
    Some(text)
}

/// A game as SGF: what each engine told stands at its moves. `None` where the record holds no game.
#[must_use]
pub fn sgf(record: &GameRecord) -> Option<String> {
    let (size, moves, opening) = moves(record)?;
    let mut writer = SgfWriter::new(size);
    let result = match record.result {
        Outcome::Draw => "0",
        Outcome::Black => "B+",
        Outcome::White => "W+",
    };
    let end = match record.detail.as_str() {
        "" => record.reason.name().to_owned(),
        detail => format!("{}: {detail}", record.reason.name()),
    };
    writer.line("RU", &record.rule);
    writer.line("GN", &record.game.to_string());
    writer.line("PB", &record.players[0]);
    writer.line("PW", &record.players[1]);
    writer.line("RE", result);
    writer.text("C", &format!("opening {}\n{end}", record.opening_name));
    let mut color = Color::Black;
    for (index, &p) in moves.iter().enumerate() {
        writer.node();
        writer.play(color, p);
        if let Some(told) = index.checked_sub(opening).and_then(|i| told(record, i)) {
            writer.text("C", &told);
        }
        color = color.other();
    }
    Some(writer.finish())
}

/// `12 ms, depth 9, score 35, 5100 nodes`
fn told(record: &GameRecord, index: usize) -> Option<String> {
    fn at<T: Copy>(list: &[Option<T>], index: usize) -> Option<T> {
        list.get(index).copied().flatten()
    }
    let mut text = format!("{} ms", record.ms.get(index)?);
    if let Some(depth) = at(&record.depth, index) {
        let _ = write!(text, ", depth {depth}");
    }
    if let Some(score) = at(&record.score, index) {
        let _ = write!(text, ", score {score}");
    }
    if let Some(nodes) = at(&record.nodes, index) {
        let _ = write!(text, ", {nodes} nodes");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::Reason;
    use crate::arena::tally::tests::record;

    #[test]
    fn games_are_written_for_other_programs() {
        let mut record = record(Outcome::Black, Reason::Timeout);
        record.detail = "20 ms of 10".to_owned();
        record.score[0] = Some(-5);
        record.nodes[0] = Some(77);
        let written = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,10\n10,10,20\n-1\nA\nB\n";
        assert_eq!(psq(&record).unwrap(), written);
        let sgf = sgf(&record).unwrap();
        for part in [
            "SZ[15]RU[freestyle]GN[0]PB[A]PW[B]RE[B+]C[opening x\ntimeout: 20 ms of 10]",
            ";B[hh];W[ig]C[10 ms, depth 4, score -5, 77 nodes]",
            ";B[jf]C[20 ms]",
        ] {
            assert!(sgf.replace("]\n;", "];").contains(part), "{part} in {sgf}");
        }
        record.moves = "z99".to_owned();
        assert_eq!((psq(&record), super::sgf(&record)), (None, None));
    }
}
