//! Explanations as text: one line for the verdict, one for each row, indented by level.
//!
//! ```text
//! H8 is allowed: it only looks like a double three, only one three is real
//!   line ─ E8 G8 [H8]: no real three, it cannot become a straight four
//!     F8 does not count: it is itself forbidden (overline) because
//!       line │ F5 F6 F7 [F8] F9 F10: overline, 6 in a row
//!       line ─ E8 [F8] G8 H8: straight four, five at D8 or I8
//!   line │ [H8] H9 H10: three, becomes a straight four at H7 or H11
//! ```

use std::fmt;

use crate::board::{Color, Dir, Point};
use crate::rules::verdict::Foul;

use super::{Explanation, Really, Reason, StraightFourPoint, Verdict, name};

impl Explanation {
    fn headline(&self) -> String {
        let p = name(self.point);
        let whom = if self.color == Color::White { " for white" } else { "" };
        let looks = self.looks_like.map(words);
        match (self.verdict, looks) {
            (Verdict::NotEmpty, _) => format!("{p} is not an empty point of the board"),
            (Verdict::Foul(foul), _) => format!("{p} is forbidden{whom}: {}", words(foul)),
            (Verdict::Five, None) => format!("{p} is allowed{whom}: it makes a five"),
            (Verdict::Five, Some(foul)) => {
                format!("{p} is allowed{whom}: it makes a five, which overrides the {foul}")
            }
            (Verdict::Legal, None) => format!("{p} is allowed{whom}"),
            (Verdict::Legal, Some(foul)) => {
                let really = match self.really() {
                    Really::FourThree => "it is a four-three",
                    Really::Four => "it is a four and no real three",
                    Really::Three => "only one three is real",
                    Really::Five | Really::Nothing => "none of its threes is real",
                };
                format!("{p} is allowed{whom}: it only looks like a {foul}, {really}")
            }
        }
    }

    fn write_lines(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        for line in &self.lines {
            let glyph = match line.dir {
                Dir::Horizontal => '─',
                Dir::Vertical => '│',
                Dir::Diagonal => '╱',
                Dir::AntiDiagonal => '╲',
            };
            let mut entry = |stones: &[Point], text: &str| {
                let row: Vec<String> = stones
                    .iter()
                    .map(|&s| if s == self.point { format!("[{}]", name(s)) } else { name(s) })
                    .collect();
                write!(f, "\n{:indent$}line {glyph} {}: {text}", "", row.join(" "))
            };
            if let Some(row) = &line.five {
                entry(row, if row.len() == 5 { "five" } else { "more than five, which wins" })?;
            }
            if let Some(row) = &line.blocked_five {
                entry(row, "five, but blocked at both ends")?;
            }
            if let Some(row) = &line.overline {
                entry(row, &format!("overline, {} in a row", row.len()))?;
            }
            for four in &line.fours {
                let kind = if four.completions.len() == 2 { "straight four" } else { "four" };
                entry(&four.stones, &format!("{kind}, five at {}", any_of(&four.completions)))?;
            }
            if let Some(three) = &line.three {
                let good: Vec<Point> =
                    three.points.iter().filter(|q| q.counts).map(|q| q.point).collect();
                let text = if three.real {
                    format!("three, becomes a straight four at {}", any_of(&good))
                } else {
                    "no real three, it cannot become a straight four".to_owned()
                };
                entry(&three.stones, &text)?;
                for q in &three.points {
                    q.write(f, indent + 2)?;
                }
            }
        }
        Ok(())
    }
}

impl StraightFourPoint {
    fn write(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        let p = name(self.point);
        let looks = self.explanation.as_ref().and_then(|e| e.looks_like).map(words);
        let text = match (&self.reason, looks) {
            (Reason::MakesFive { five }, _) => {
                let five: Vec<String> = five.iter().map(|&s| name(s)).collect();
                format!("{p} does not count: a stone there makes a five ({})", five.join(" "))
            }
            (Reason::Forbidden { foul }, _) => {
                format!("{p} does not count: it is itself forbidden ({})", words(*foul))
            }
            (Reason::Playable, Some(foul)) => format!("{p} counts: it only looks like a {foul}"),
            (Reason::Playable, None) if self.cut => {
                format!("{p} counts: it only looks forbidden")
            }
            (Reason::Playable, None) => return Ok(()),
        };
        write!(f, "\n{:indent$}{text}", "")?;
        match &self.explanation {
            Some(explanation) => {
                f.write_str(" because")?;
                explanation.write_lines(f, indent + 2)
            }
            None if self.cut => f.write_str(" (deeper levels left out)"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Explanation {
    /// One line that says what the point is, then a line for each row, indented by level.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        self.write_lines(f, 2)
    }
}

fn words(foul: Foul) -> String {
    foul.name().replace('-', " ")
}

/// `E8`, `E8 or I8`, `E8, G8 or I8`.
fn any_of(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(|&p| name(p)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
