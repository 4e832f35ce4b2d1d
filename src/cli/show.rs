//! `kagetsu show`: the board as text.

use std::io::{self, IsTerminal, Write};

use super::args::ShowOptions;
use super::board_text::{Style, board, foul_marks, head, mark, name};
use super::failure::{Exit, Failure};
use super::forbidden::{self, forbidden_points};
use super::positions::{Loaded, load};
use crate::board::Color;
use crate::position::Position;
use crate::rules::{DrawBy, Ending, RuleSpec, WinBy};

/// Prints every position.
pub(super) fn run(options: &ShowOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let default_rule = if options.forbidden { RuleSpec::RENJU } else { RuleSpec::FREESTYLE };
    let inputs = load(&options.input, default_rule)?;
    let style = Style { numbers: options.numbers, flip: options.flip, color: wants_color() };
    let mut exit = Exit::Done;
    for (i, item) in inputs.items.into_iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        match item.load() {
            Ok(loaded) => write!(out, "{}", text(&loaded, options.forbidden, style))?,
            Err(bad) => {
                exit = Exit::Data;
                bad.tell(false, out)?;
            }
        }
    }
    Ok(exit)
}

/// Colours are for terminals, and for those who have not said no to them.
pub(super) fn wants_color() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

fn text(loaded: &Loaded, with_forbidden: bool, style: Style) -> String {
    let position = &loaded.position;
    let mut text = head(loaded);
    if let Some(last) = position.last_move() {
        let last = last.map_or_else(|| "pass".to_owned(), name);
        text += &format!("last:    {last} (move {})\n", position.moves().len());
    }
    for color in Color::ALL {
        let pairs = position.captured_pairs(color);
        if pairs > 0 {
            let pairs = if pairs == 1 { "one pair" } else { &format!("{pairs} pairs") };
            text += &format!("taken:   {pairs} by {color}\n");
        }
    }
    if let Some(ending) = position.ending() {
        text += &format!("result:  {}\n", result(ending));
    }
    let marks = if with_forbidden {
        let color = forbidden::asked_color(position);
        forbidden_points(position, color)
    } else {
        Vec::new()
    };
    text += "\n";
    text += &board(position, &foul_marks(&marks), style);
    if with_forbidden {
        text += &legend(position, &marks);
    }
    text
}

/// What the marks on the board mean.
fn legend(position: &Position, marks: &[(crate::board::Point, crate::rules::Foul)]) -> String {
    let color = forbidden::asked_color(position);
    let mut kinds: Vec<_> = marks.iter().map(|(_, foul)| *foul).collect();
    kinds.sort();
    kinds.dedup();
    if kinds.is_empty() {
        return format!("\nforbidden for {color}: nothing\n");
    }
    let kinds: Vec<_> = kinds.into_iter().map(|f| format!("{} {f}", mark(f))).collect();
    format!("\nforbidden for {color}: {}\n", kinds.join(" · "))
}

/// How a game ended, in words.
pub(super) fn result(ending: Ending) -> String {
    match ending {
        Ending::Win { winner, by: WinBy::Five } => format!("{winner} has won by a five"),
        Ending::Win { winner, by: WinBy::Foul(foul) } => {
            format!("{winner} has won: {} made a {foul}", winner.other())
        }
        Ending::Win { winner, by: WinBy::Captures } => format!("{winner} has won by captures"),
        Ending::Win { winner, by: WinBy::StoneLimit } => {
            format!("{winner} has won: {} has no stones left", winner.other())
        }
        Ending::Draw(DrawBy::FullBoard) => "draw: the board is full".to_owned(),
        Ending::Draw(DrawBy::TwoPasses) => "draw: both sides passed".to_owned(),
        Ending::Draw(DrawBy::DeadBoard) => "draw: no five is possible any more".to_owned(),
        Ending::Draw(DrawBy::StonesOut) => "draw: all stones are placed".to_owned(),
    }
}
