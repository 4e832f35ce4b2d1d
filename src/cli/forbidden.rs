//! `kagetsu forbidden`: what a side may not play, and what a stone would be.

use std::io::Write;

use serde_json::{Map, Value};

use super::args::ForbiddenOptions;
use super::board_text::{Style, board, head, name};
use super::failure::{Exit, Failure};
use super::positions::{Loaded, load};
use super::show::wants_color;
use crate::board::{Color, Point};
use crate::position::Position;
use crate::rules::{Ending, Foul, RuleSpec, WinBy};

/// Answers for every position.
pub(super) fn run(options: &ForbiddenOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = load(&options.input, RuleSpec::RENJU)?;
    let mut exit = Exit::Done;
    for (i, item) in inputs.items.iter().enumerate() {
        match item {
            Ok(loaded) if options.json || inputs.batch => {
                writeln!(out, "{}", Value::Object(object(loaded)))?;
            }
            Ok(loaded) => {
                if i > 0 {
                    writeln!(out)?;
                }
                write!(out, "{}", text(loaded))?;
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

fn object(loaded: &Loaded) -> Map<String, Value> {
    let position = &loaded.position;
    let color = asked_color(position);
    let mut map = loaded.echo();
    map.insert("color".into(), color.to_string().into());
    let points = forbidden_points(position, color);
    let points: Map<_, _> = points.iter().map(|(p, f)| (name(*p), f.name().into())).collect();
    map.insert("forbidden".into(), points.into());
    if let Some(p) = loaded.input.point {
        let mut verdict = Map::new();
        verdict.insert(name(p), stone_verdict(position, p).into());
        map.insert("point".into(), verdict.into());
        map.insert("outcome".into(), outcome(position, p).into());
    }
    map
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

fn text(loaded: &Loaded) -> String {
    let position = &loaded.position;
    let color = asked_color(position);
    let points = forbidden_points(position, color);
    let style = Style { color: wants_color(), ..Style::default() };
    let mut text = format!("{}\n{}\n", head(loaded), board(position, &points, style));
    if position.rule().fouls[color].is_none() {
        text += &format!("nothing is ever forbidden in {}\n", position.rule());
    } else if points.is_empty() {
        text += &format!("forbidden for {color}: nothing\n");
    } else {
        text += &format!("forbidden for {color}:\n");
        for (p, foul) in &points {
            text += &format!("  {:<4} {foul}\n", name(*p));
        }
    }
    if let Some(p) = loaded.input.point {
        text +=
            &format!("\n{} for {}: {}\n", name(p), position.to_move(), stone_verdict(position, p));
    }
    text
}
