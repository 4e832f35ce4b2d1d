//! `kagetsu forbidden`: what a side may not play, and what a stone would be.

use std::io::Write;

use serde_json::{Map, Value};

use super::args::ForbiddenOptions;
use super::board_text::{Style, board, foul_marks, head, name};
use super::failure::{Exit, Failure};
use super::positions::{BadLine, Loaded, load};
use super::show::{result, wants_color};
use crate::board::notation::parse_moves;
use crate::board::{Color, Point};
use crate::line::Class;
use crate::position::Position;
use crate::record::Problem;
use crate::rules::why::{Explanation, Really, explain, looks_forbidden};
use crate::rules::{Ending, Foul, RuleSpec, WinBy};

/// Answers for every position.
pub(super) fn run(options: &ForbiddenOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = load(&options.input, RuleSpec::RENJU)?;
    let mut exit = Exit::Done;
    let objects = options.json || inputs.batch;
    for (i, item) in inputs.enumerate() {
        let asked = |loaded: Loaded| Ok((asked_points(&loaded, &options.points)?, loaded));
        match item?.load().and_then(asked) {
            Ok((asked, loaded)) if objects => {
                writeln!(out, "{}", Value::Object(object(&loaded, &asked, options.why)?))?;
            }
            Ok((asked, loaded)) => {
                if i > 0 {
                    writeln!(out)?;
                }
                write!(out, "{}", text(&loaded, &asked, options.why))?;
            }
            Err(bad) => {
                exit = Exit::Data;
                bad.tell(objects, out)?;
            }
        }
        // Whoever asks line by line wants the answer before the next question.
        out.flush()?;
    }
    Ok(exit)
}

/// The colour whose forbidden points are asked for: the side to move where the law forbids it
/// anything, otherwise black.
pub(super) fn asked_color(position: &Position) -> Color {
    let to_move = position.to_move();
    if position.rule().fouls[to_move].is_none() { Color::Black } else { to_move }
}

/// The points asked about: those of the command line, otherwise the one of the position.
fn asked_points(loaded: &Loaded, texts: &[String]) -> Result<Vec<Point>, BadLine> {
    let read = |text: &String| -> Result<Vec<Point>, Problem> {
        let points = parse_moves(text, loaded.input.size)?;
        points.into_iter().map(|p| p.ok_or(Problem::PassAmongStones)).collect()
    };
    if texts.is_empty() {
        return Ok(loaded.input.point.into_iter().collect());
    }
    let points: Result<Vec<_>, Problem> = texts.iter().map(read).collect();
    points.map(|points| points.concat()).map_err(|problem| BadLine {
        id: loaded.input.id.clone(),
        error: format!("--point: {problem}"),
    })
}

/// Every forbidden point of a colour, in ascending order.
pub(super) fn forbidden_points(position: &Position, color: Color) -> Vec<(Point, Foul)> {
    let foul = |p| position.foul(color, p).map(|foul| (p, foul));
    position.empty().iter().filter_map(foul).collect()
}

/// Everything about the points of one position.
struct Findings {
    color: Color,
    forbidden: Vec<(Point, Foul)>,
    /// Points that look forbidden and are not.
    seeming: Vec<(Point, Really)>,
    /// The reasons for all of these and for the point asked about, where they are wanted.
    reasons: Vec<Explanation>,
}

impl Findings {
    fn of(loaded: &Loaded, asked: &[Point], why: bool) -> Findings {
        let position = &loaded.position;
        let (color, grid) = (asked_color(position), position.grid());
        let forbidden = forbidden_points(position, color);
        let mut findings = Findings { color, forbidden, seeming: Vec::new(), reasons: Vec::new() };
        let law = position.rule();
        if why {
            findings.reasons.extend(losing_foul(position));
            let reasons = asked.iter().map(|&p| explain(&grid, law, position.to_move(), p));
            findings.reasons.extend(reasons);
        }
        if law.fouls[color].is_none() {
            return findings;
        }
        for p in position.empty().iter().filter(|&p| may_seem(position, color, p)) {
            let is_foul = findings.forbidden.iter().any(|(q, _)| *q == p);
            let really = if is_foul { None } else { looks_forbidden(&grid, law, color, p) };
            findings.seeming.extend(really.map(|really| (p, really)));
            if why && !asked.contains(&p) && (is_foul || really.is_some()) {
                findings.reasons.push(explain(&grid, law, color, p));
            }
        }
        findings
    }
}

/// The reasons for a foul that was the last move and lost the game, on the board before it.
fn losing_foul(position: &Position) -> Option<Explanation> {
    let Some(Ending::Win { winner, by: WinBy::Foul(_) }) = position.ending() else { return None };
    let p = position.last_move().flatten()?;
    let mut before = position.clone();
    before.undo();
    Some(explain(&before.grid(), position.rule(), winner.other(), p))
}

/// Whether a point can be forbidden or look so: only then are its reasons worth working out.
fn may_seem(position: &Position, color: Color, p: Point) -> bool {
    position.is_foul_candidate(color, p) || position.class(color, p) == Class::Five
}

fn object(loaded: &Loaded, asked: &[Point], why: bool) -> Result<Map<String, Value>, Failure> {
    let position = &loaded.position;
    let findings = Findings::of(loaded, asked, why);
    let mut map = loaded.echo();
    if let Some(ending) = position.ending() {
        map.insert("result".into(), result(ending).into());
    }
    map.insert("color".into(), findings.color.to_string().into());
    let forbidden: Map<_, _> =
        findings.forbidden.iter().map(|(p, f)| (name(*p), f.name().into())).collect();
    map.insert("forbidden".into(), forbidden.into());
    let seeming: Map<_, _> =
        findings.seeming.iter().map(|(p, r)| (name(*p), r.name().into())).collect();
    map.insert("false".into(), seeming.into());
    if !asked.is_empty() {
        let verdicts: Map<_, _> =
            asked.iter().map(|&p| (name(p), stone_verdict(position, p).into())).collect();
        map.insert("point".into(), verdicts.into());
        let outcomes = asked.iter().map(|&p| (name(p), outcome(position, p).into()));
        let outcomes = match asked {
            [p] => outcome(position, *p).into(),
            _ => Value::Object(outcomes.collect()),
        };
        map.insert("outcome".into(), outcomes);
    }
    if why {
        let mut reasons = Map::new();
        for reason in &findings.reasons {
            let value = serde_json::to_value(reason).map_err(std::io::Error::from)?;
            reasons.insert(name(reason.point), value);
        }
        map.insert("why".into(), reasons.into());
    }
    Ok(map)
}

/// What a stone of the side to move on `p` would be. In a finished game it cannot be played; what
/// the law says of the point is told even then.
fn stone_verdict(position: &Position, p: Point) -> &'static str {
    if !position.is_empty_at(p) {
        return "occupied";
    }
    let foul = position.foul(position.to_move(), p).map(Foul::name);
    if position.ending().is_some() {
        return foul.unwrap_or("game-over");
    }
    match after(position, p) {
        Some(Ending::Win { by: WinBy::Five, .. }) => "five",
        _ => foul.unwrap_or("legal"),
    }
}

/// How the game stands right after the side to move has played `p`.
fn outcome(position: &Position, p: Point) -> &'static str {
    if !position.is_empty_at(p) {
        return "occupied";
    }
    if position.ending().is_some() {
        return "game-over";
    }
    match after(position, p) {
        Some(Ending::Win { winner: Color::Black, .. }) => "black-wins",
        Some(Ending::Win { winner: Color::White, .. }) => "white-wins",
        Some(Ending::Draw(_)) => "draw",
        None => "game-goes-on",
    }
}

fn after(position: &Position, p: Point) -> Option<Ending> {
    position.clone().with(p, |position| position.ending())
}

fn text(loaded: &Loaded, asked: &[Point], why: bool) -> String {
    let position = &loaded.position;
    let Findings { color, forbidden, seeming, reasons } = Findings::of(loaded, asked, why);
    let style = Style { color: wants_color(), ..Style::default() };
    let mut text =
        format!("{}\n{}\n", head(loaded), board(position, &foul_marks(&forbidden), style));
    if let Some(ending) = position.ending() {
        text += &format!("the game is over: {}\n", result(ending));
        if let Some(foul) = losing_foul(position) {
            let (p, color) = (name(foul.point), foul.color);
            text += &format!("{p}, the last move of {color}, was forbidden and lost the game\n");
        }
    }
    if position.rule().fouls[color].is_none() {
        text += &format!("{} forbids nothing\n", position.rule());
    } else if forbidden.is_empty() {
        text += &format!("forbidden for {color}: nothing\n");
    } else {
        text += &format!("forbidden for {color}:\n");
        for (p, foul) in &forbidden {
            text += &format!("  {:<4} {foul}\n", name(*p));
        }
    }
    if !seeming.is_empty() {
        text += "only looks forbidden:\n";
        for (p, really) in &seeming {
            text += &format!("  {:<4} {}\n", name(*p), words(*really));
        }
    }
    for &p in asked {
        let verdict = stone_verdict(position, p);
        text += &format!("{} for {}: {verdict}\n", name(p), position.to_move());
    }
    for reason in &reasons {
        text += &format!("\n{reason}\n");
    }
    text
}

/// What a point that looks forbidden really is, for people.
fn words(really: Really) -> &'static str {
    match really {
        Really::Five => "five",
        Really::FourThree => "four-three",
        Really::Four => "four",
        Really::Three => "only one three is real",
        Really::Nothing => "no three is real",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::position::Setup;

    #[test]
    fn no_point_that_seems_forbidden_is_passed_over() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut seeming = 0;
        for rule in [RuleSpec::RENJU, RuleSpec::OLD_RENJU, RuleSpec::ANTI_RENJU] {
            for _ in 0..40 {
                let size = BoardSize::square(11).unwrap();
                let mut points: Vec<_> = size.points().collect();
                random.shuffle(&mut points);
                let colors =
                    [Color::Black, Color::Black, Color::Black, Color::White].into_iter().cycle();
                let stones = points.into_iter().zip(colors).take(32).collect();
                let setup = Setup { rule: rule.clone(), size, stones, to_move: Color::Black };
                let position = setup.build().unwrap();
                let grid = position.grid();
                for p in position.empty().iter() {
                    let explanation = explain(&grid, &rule, Color::Black, p);
                    let looks = explanation.looks_forbidden().is_some();
                    seeming += usize::from(looks);
                    assert!(!looks || may_seem(&position, Color::Black, p), "{rule} {p}\n{grid}");
                }
            }
        }
        assert!(seeming > 10, "{seeming}");
    }
}
