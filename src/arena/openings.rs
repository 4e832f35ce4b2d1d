//! The positions from which games begin.
//!
//! They come from files, in the forms of [`read`], or are drawn by chance where there is no file ([`Openings::Drawn`]). Each
//! is played under one of the eight symmetries, which is drawn too, and by both sides.

use fastrand::Rng;
use serde_json::Value;

use crate::board::{BoardSize, Color, Point, Symmetry};
use crate::record::{Known, PositionInput, Records, read_line};
use crate::rules::RuleSpec;
use crate::rules::reference::Game;

/// The stones of an opening, black's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// What it is called.
    pub name: String,
    /// The stones, in order.
    pub stones: Vec<Point>,
}

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// A list, played in an order that is drawn; when it is through, in another one.
    Listed(Vec<Opening>),
    /// Each is drawn: five stones near the centre, no two of a colour next to one another in line.
    Drawn,
}

/// What a file held: openings, and what could not be used and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// What can be played.
    pub openings: Vec<Opening>,
    /// The others, one line each.
    pub left_out: Vec<String>,
}

/// Numbers that do not repeat: a seed for each use.
fn rng(seed: u64, use_of: u64, number: u64) -> Rng {
    let mut mixed = Rng::with_seed(seed ^ use_of.rotate_left(32));
    Rng::with_seed(mixed.u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// What is drawn: the order of a list, the symmetry of a round, the stones of a round.
const ORDER: u64 = 1;
const SYMMETRY: u64 = 2;
const STONES: u64 = 3;

impl Openings {
    /// The opening of a round (from 0), turned or mirrored, with the number of its symmetry.
    ///
    /// # Panics
    /// When the list is empty.
    #[must_use]
    pub fn of_round(
        &self,
        rule: &RuleSpec,
        size: BoardSize,
        seed: u64,
        round: u64,
    ) -> (Opening, usize) {
        let opening = match self {
            Openings::Listed(list) => {
                let (cycle, at) = (round / list.len() as u64, round % list.len() as u64);
                let mut order: Vec<usize> = (0..list.len()).collect();
                rng(seed, ORDER, cycle).shuffle(&mut order);
                list[order[at as usize]].clone()
            }
            Openings::Drawn => drawn(rule, size, &mut rng(seed, STONES, round)),
        };
        let symmetries = Symmetry::of(size);
        let start = rng(seed, SYMMETRY, round).usize(..symmetries.len());
        // A law may want the stones where not every symmetry of an even board leaves them.
        (0..symmetries.len())
            .map(|k| (start + k) % symmetries.len())
            .find_map(|k| {
                let image = |&p: &Point| symmetries[k].apply(size, p);
                let stones: Vec<Point> = opening.stones.iter().map(image).collect();
                let name = opening.name.clone();
                playable(rule, size, &stones).ok().map(|()| (Opening { name, stones }, k))
            })
            .unwrap_or((opening, 0))
    }
}

/// Five stones within four of the centre, none of which makes a two with another: white, whose move it is, is
/// a stone behind.
fn drawn(rule: &RuleSpec, size: BoardSize, rng: &mut Rng) -> Opening {
    let centre = size.centre();
    let near: Vec<Point> = size
        .points()
        .filter(|p| p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y())) <= 4)
        .collect();
    loop {
        let mut points = near.clone();
        rng.shuffle(&mut points);
        points.truncate(5);
        let apart = |a: Point, b: Point| {
            let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
            let in_line = dx == 0 || dy == 0 || dx == dy;
            !in_line || dx.max(dy) > 2
        };
        let same_color = [(0, 2), (0, 4), (2, 4), (1, 3)];
        let spread = same_color.iter().all(|&(i, j)| apart(points[i], points[j]));
        let roomy = size.area() >= 81;
        if (spread || !roomy) && playable(rule, size, &points).is_ok() {
            return Opening { name: "drawn".to_owned(), stones: points };
        }
    }
}

/// Whether a game can begin so.
fn playable(rule: &RuleSpec, size: BoardSize, stones: &[Point]) -> Result<(), String> {
    let mut game = Game::new(rule, size);
    for &p in stones {
        let ending = game.play(p).map_err(|illegal| illegal.to_string())?;
        if ending.is_some() {
            return Err(format!("the game is over at {p}"));
        }
    }
    Ok(())
}

/// Reads the openings of a file. `name` is told where they have no names of their own.
///
/// One a line: a JSON object with `offsets` from the centre or as positions are written, a move string, or offsets from
/// the centre as Piskvork and Gomocup keep them (`0,0, 1,0, 1,3`). Or else the whole text is one position in any
/// other form: psq, SGF, diagram, Gomocup list. A line that begins with `#` is a remark.
#[must_use]
pub fn read(bytes: &[u8], name: &str, rule: &RuleSpec, size: BoardSize) -> Found {
    let known =
        Known { rule: Some(rule.clone()), size: Some(size), ..Known::nothing(rule.clone()) };
    let mut found = Found::default();
    let mut take = |place: String, stones: Result<(String, Vec<Point>), String>| {
        let checked = stones.and_then(|(own, stones)| {
            playable(rule, size, &stones).map(|()| Opening { name: own, stones })
        });
        match checked {
            Ok(opening) => found.openings.push(opening),
            Err(why) => found.left_out.push(format!("{place}: {why}")),
        }
    };
    let text = String::from_utf8_lossy(bytes);
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
    let one_a_line = lines.peek().is_some_and(|(_, line)| {
        line.starts_with('{') || offsets_of(line).is_some() || is_moves(line)
    });
    if lines.peek().is_none() {
        take(name.to_owned(), Err("there is no opening in it".to_owned()));
        return found;
    }
    if !one_a_line {
        let whole = match crate::record::read(bytes, &known, false) {
            Ok(Records::One(input)) => stones_of(&input),
            Ok(Records::Lines(_)) => Err("no position".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        take(name.to_owned(), whole.map(|stones| (name.to_owned(), stones)));
        return found;
    }
    for (number, line) in lines {
        let own = format!("{name}:{number}");
        let opening = if line.starts_with('{') {
            from_json(line, number, &own, &known, size)
        } else if let Some(offsets) = offsets_of(line) {
            from_offsets(&offsets, size).map(|stones| (own.clone(), stones))
        } else {
            let read = crate::record::read(line.as_bytes(), &known, false);
            let stones = match read {
                Ok(Records::One(input)) => stones_of(&input),
                Ok(Records::Lines(_)) => Err("no position".to_owned()),
                Err(error) => Err(error.problem.to_string()),
            };
            stones.map(|stones| (own.clone(), stones))
        };
        take(own, opening);
    }
    found
}

fn from_json(
    line: &str,
    number: usize,
    own: &str,
    known: &Known,
    size: BoardSize,
) -> Result<(String, Vec<Point>), String> {
    let value: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let name = match value.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(id) => id.to_string(),
        None => own.to_owned(),
    };
    if let Some(offsets) = value.get("offsets") {
        let offsets: Vec<(i64, i64)> =
            serde_json::from_value(offsets.clone()).map_err(|e| format!("offsets: {e}"))?;
        return Ok((name, from_offsets(&offsets, size)?));
    }
    let record = read_line(line.as_bytes(), number, known).ok_or("no position")?;
    let input = record.input.map_err(|e| e.problem.to_string())?;
    Ok((name, stones_of(&input)?))
}

/// Four or more whole numbers, an even number of them, with commas or blanks between them.
fn offsets_of(line: &str) -> Option<Vec<(i64, i64)>> {
    let words = line.split([',', ' ', '\t']).filter(|word| !word.is_empty());
    let numbers: Vec<i64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    let is_one = numbers.len() >= 4 && numbers.len().is_multiple_of(2);
    is_one.then(|| numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

/// Whether a line begins as a move string does: `h8`, not a diagram and no game record.
fn is_moves(line: &str) -> bool {
    let mut signs = line.chars();
    let letter = signs.next().is_some_and(|c| c.is_ascii_alphabetic());
    letter && signs.next().is_some_and(|c| c.is_ascii_digit())
}

fn from_offsets(offsets: &[(i64, i64)], size: BoardSize) -> Result<Vec<Point>, String> {
    let centre = size.centre();
    let point = |&(dx, dy): &(i64, i64)| {
        let (x, y) = (i64::from(centre.x()), i64::from(centre.y()));
        let point = size.point(x.saturating_add(dx), y.saturating_add(dy));
        point.ok_or_else(|| format!("{dx},{dy} from the centre is outside the board"))
    };
    offsets.iter().map(point).collect()
}

/// The stones as a game, black's first. Of stones without an order, those of each side come as they are written.
fn stones_of(input: &PositionInput) -> Result<Vec<Point>, String> {
    let side = |color| input.stones.iter().filter(move |(_, c)| *c == color).map(|&(p, _)| p);
    let (mut black, mut white) = (side(Color::Black), side(Color::White));
    let mut stones = Vec::new();
    while stones.len() < input.stones.len() {
        let next = if stones.len().is_multiple_of(2) { black.next() } else { white.next() };
        stones.push(next.ok_or("no game comes to so many stones of each colour")?);
    }
    let first = if stones.len().is_multiple_of(2) { Color::Black } else { Color::White };
    if !input.moves.is_empty() && input.first != first {
        return Err("a side moves twice in a row".to_owned());
    }
    for played in &input.moves {
        stones.push(played.ok_or("a pass cannot be told in the protocol")?);
    }
    let to_move = if stones.len().is_multiple_of(2) { Color::Black } else { Color::White };
    if input.to_move != to_move {
        return Err(format!("{} to move, but a game comes to {to_move}", input.to_move));
    }
    Ok(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: BoardSize = BoardSize::FIFTEEN;

    fn read_all(text: &str, rule: &RuleSpec) -> (Vec<String>, Vec<String>) {
        let found = read(text.as_bytes(), "file", rule, SIZE);
        let openings = found
            .openings
            .iter()
            .map(|o| format!("{} {}", o.name, crate::arena::record::written(&o.stones)));
        (openings.collect(), found.left_out)
    }

    #[test]
    fn every_form_is_read() {
        let free = RuleSpec::FREESTYLE;
        let read = |text| read_all(text, &free).0;
        assert_eq!(read("0,0, 1,0, 1,3\n\n-7,-7, 7,7\n"), ["file:1 h8i8i11", "file:3 a1o15"]);
        assert_eq!(read("# a remark\nh8i9\nH8,I9,J10\n"), ["file:2 h8i9", "file:3 h8i9j10"]);
        let json = "{\"id\":\"a\",\"offsets\":[[0,0],[1,0]]}\n{\"id\":7,\"moves\":\"h8\"}\n\
                    {\"black\":[\"h8\",\"j8\"],\"white\":[\"i9\"]}\n";
        assert_eq!(read(json), ["a h8i8", "7 h8", "file:3 h8i9j8"]);
        assert_eq!(read("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n"), ["file h8i9"]);
        assert_eq!(read("(;FF[4]GM[4]SZ[15];B[hh];W[ig])"), ["file h8i9"]);
        assert_eq!(read("7,7\n8,8\n"), ["file h8i9"]);
    }

    #[test]
    fn what_cannot_be_played_is_left_out_and_told() {
        let lines = "h8h8\n0,0,9,9\nh8i9\nh8--\nq9\n";
        let (openings, left_out) = read_all(lines, &RuleSpec::FREESTYLE);
        assert_eq!(openings, ["file:3 h8i9"]);
        assert_eq!(left_out.len(), 4, "{left_out:?}");
        assert_eq!(left_out[0], "file:1: h8 is occupied");
        assert_eq!(left_out[1], "file:2: 9,9 from the centre is outside the board");
        for nothing in ["", "\n", "# a remark\n"] {
            let (openings, left_out) = read_all(nothing, &RuleSpec::FREESTYLE);
            assert!(openings.is_empty());
            assert_eq!(left_out, ["file: there is no opening in it"]);
        }
        let double_three = "h7a1h8a3g9a5i9a7h9";
        assert_eq!(read_all(double_three, &RuleSpec::FREESTYLE).0.len(), 1);
        assert!(read_all(double_three, &RuleSpec::RENJU).1[0].contains("the game is over at h9"));
    }

    #[test]
    fn a_list_is_gone_through_before_it_comes_again() {
        let (rule, list) =
            (RuleSpec::FREESTYLE, read(b"h8\ni9\nj10\nk11", "f", &RuleSpec::FREESTYLE, SIZE));
        let openings = Openings::Listed(list.openings);
        let names = |rounds: std::ops::Range<u64>| {
            let name = |round| openings.of_round(&rule, SIZE, 5, round).0.name;
            let mut names: Vec<String> = rounds.map(name).collect();
            names.sort();
            names
        };
        let all = ["f:1", "f:2", "f:3", "f:4"];
        assert_eq!(
            (names(0..4), names(4..8)),
            (all.map(str::to_owned).into(), all.map(str::to_owned).into())
        );
    }

    #[test]
    fn the_same_seed_draws_the_same_and_another_does_not() {
        let rule = RuleSpec::RENJU;
        for size in [SIZE, BoardSize::TWENTY, BoardSize::square(5).unwrap()] {
            let draw = |seed, round| Openings::Drawn.of_round(&rule, size, seed, round);
            let drawn: Vec<_> = (0..50).map(|round| draw(1, round)).collect();
            assert_eq!(drawn, (0..50).map(|round| draw(1, round)).collect::<Vec<_>>());
            assert_ne!(drawn, (0..50).map(|round| draw(2, round)).collect::<Vec<_>>());
            assert!(drawn.iter().all(|(o, _)| playable(&rule, size, &o.stones).is_ok()));
            for k in 0..8 {
                assert!(drawn.iter().any(|&(_, symmetry)| symmetry == k), "{k}");
            }
        }
    }
}
