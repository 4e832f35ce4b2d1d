//! `kagetsu forbidden`: what a side may not play, and what a stone would be.

use std::io::Write;

use serde_json::{Map, Value};

use super::args::ForbiddenOptions;
use super::board_text::{Style, board, foul_marks, head, name};
use super::failure::{Exit, Failure};
use super::positions::{Loaded, load};
use super::show::wants_color;
use crate::board::{Color, Point};
use crate::line::Class;
use crate::position::Position;
use crate::rules::why::{Explanation, Really, explain, looks_forbidden};
use crate::rules::{Ending, Foul, RuleSpec, WinBy};

/// Answers for every position.
pub(super) fn run(options: &ForbiddenOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = load(&options.input, RuleSpec::RENJU)?;
    let mut exit = Exit::Done;
    for (i, item) in inputs.items.into_iter().enumerate() {
        match item.load() {
            Ok(loaded) if options.json || inputs.batch => {
                writeln!(out, "{}", Value::Object(object(&loaded, options.why)?))?;
            }
            Ok(loaded) => {
                if i > 0 {
                    writeln!(out)?;
                }
                write!(out, "{}", text(&loaded, options.why))?;
            }
            Err(bad) => {
                exit = Exit::Data;
                writeln!(out, "{}", Value::Object(bad.object()))?;
            }
        }
    }
    Ok(exit)
}

/// The colour whose forbidden points are asked for: the side to move where the law forbids it
/// anything, otherwise black.
pub(super) fn asked_color(position: &Position) -> Color {
    let to_move = position.to_move();
    if position.rule().fouls[to_move].is_none() { Color::Black } else { to_move }
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
    fn of(loaded: &Loaded, why: bool) -> Findings {
        let position = &loaded.position;
        let (color, grid) = (asked_color(position), position.grid());
        let forbidden = forbidden_points(position, color);
        let mut findings = Findings { color, forbidden, seeming: Vec::new(), reasons: Vec::new() };
        let asked = loaded.input.point;
        let law = position.rule();
        if let Some(p) = asked.filter(|_| why) {
            findings.reasons.push(explain(&grid, law, position.to_move(), p));
        }
        if law.fouls[color].is_none() {
            return findings;
        }
        for p in position.empty().iter().filter(|&p| may_seem(position, color, p)) {
            let is_foul = findings.forbidden.iter().any(|(q, _)| *q == p);
            let really = if is_foul { None } else { looks_forbidden(&grid, law, color, p) };
            findings.seeming.extend(really.map(|really| (p, really)));
            if why && asked != Some(p) && (is_foul || really.is_some()) {
                findings.reasons.push(explain(&grid, law, color, p));
            }
        }
        findings
    }
}

/// Whether a point can be forbidden or look so: only then are its reasons worth working out.
fn may_seem(position: &Position, color: Color, p: Point) -> bool {
    position.is_foul_candidate(color, p) || position.class(color, p) == Class::Five
}

fn object(loaded: &Loaded, why: bool) -> Result<Map<String, Value>, Failure> {
    let position = &loaded.position;
    let findings = Findings::of(loaded, why);
    let mut map = loaded.echo();
    map.insert("color".into(), findings.color.to_string().into());
    let forbidden: Map<_, _> =
        findings.forbidden.iter().map(|(p, f)| (name(*p), f.name().into())).collect();
    map.insert("forbidden".into(), forbidden.into());
    let seeming: Map<_, _> =
        findings.seeming.iter().map(|(p, r)| (name(*p), r.name().into())).collect();
    map.insert("false".into(), seeming.into());
    if let Some(p) = loaded.input.point {
        let mut verdict = Map::new();
        verdict.insert(name(p), stone_verdict(position, p).into());
        map.insert("point".into(), verdict.into());
        map.insert("outcome".into(), outcome(position, p).into());
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

/// What a stone of the side to move on `p` would be.
fn stone_verdict(position: &Position, p: Point) -> &'static str {
    if !position.is_empty_at(p) {
        return "occupied";
    }
    match after(position, p) {
        Some(Ending::Win { by: WinBy::Five, .. }) => "five",
        _ => position.foul(position.to_move(), p).map_or("legal", Foul::name),
    }
}

/// How the game stands right after the side to move has played `p`.
fn outcome(position: &Position, p: Point) -> &'static str {
    if !position.is_empty_at(p) {
        return "occupied";
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

fn text(loaded: &Loaded, why: bool) -> String {
    let position = &loaded.position;
    let Findings { color, forbidden, seeming, reasons } = Findings::of(loaded, why);
    let style = Style { color: wants_color(), ..Style::default() };
    let mut text =
        format!("{}\n{}\n", head(loaded), board(position, &foul_marks(&forbidden), style));
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
    if let Some(p) = loaded.input.point {
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
