//! Whether a five can still arise at all.

use crate::board::{BoardSize, Color, Dir, Point};
use crate::line::lines::{self, EMPTY, WALL};
use crate::line::{LineLaw, Lines};

/// Whether `color` could still get a five if only it played from now on (its fouls are not asked).
///
/// ```text
/// five cells without an enemy stone:   ? ? ? ? ?
/// exact law: no own stone may touch    ╎         ╎     the row when it is filled
/// caro: not an enemy stone at both     ╎         ╎     ends
/// ```
#[must_use]
pub fn can_make_five(lines: &Lines, law: LineLaw, size: BoardSize, color: Color) -> bool {
    size.points().any(|p| Dir::ALL.into_iter().any(|dir| row_possible(lines, law, color, p, dir)))
}

/// Whether the five cells from `p` onward can become a winning row.
fn row_possible(lines: &Lines, law: LineLaw, color: Color, p: Point, dir: Dir) -> bool {
    let own = lines::code(color);
    let at = |k: i32| lines.code_at_index((p.index() as i32 + k * dir.offset()) as usize);
    if (0..5).any(|k| at(k) != own && at(k) != EMPTY) {
        return false;
    }
    let ends = [at(-1), at(5)];
    let enemy = |c: u64| c != own && c != EMPTY && c != WALL;
    if ends.contains(&own) {
        // The filled row has six or more.
        return law.overline_wins;
    }
    if law.blockable && ends.iter().all(|&c| enemy(c)) {
        return false;
    }
    true
}
