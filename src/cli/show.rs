//! `kagetsu show`: the board as text or as a picture.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::ShowOptions;
use super::board_text::{Style, board, foul_marks, head, mark, name};
use super::failure::{Exit, Failure};
use super::files::{Names, Target};
use super::forbidden::{self, forbidden_points};
use super::png::png;
use super::positions::{Loaded, load};
use crate::board::Color;
use crate::position::Position;
use crate::record::Picture;
use crate::rules::{DrawBy, Ending, RuleSpec, WinBy};

/// Prints every position, or draws it.
pub(super) fn run(options: &ShowOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let default_rule = if options.forbidden { RuleSpec::RENJU } else { RuleSpec::FREESTYLE };
    let inputs = load(&options.input, default_rule)?;
    let drawings = Drawings::new(options, inputs.several)?;
    let mut names = Names::default();
    let style = Style { numbers: options.numbers, flip: options.flip, color: wants_color() };
    let mut exit = Exit::Done;
    for (i, item) in inputs.enumerate() {
        let item = item?;
        let name = names.next(item.id());
        if i > 0 && !drawings.to_output() {
            writeln!(out)?;
        }
        match item.load() {
            Ok(loaded) => {
                let written = drawings.draw(&loaded, options, &name, out)?;
                if !drawings.to_output() {
                    write!(out, "{}", text(&loaded, options.forbidden, style))?;
                    for (what, file) in written {
                        writeln!(out, "{:<9}{}", format!("{what}:"), file.display())?;
                    }
                }
            }
            Err(bad) => {
                exit = Exit::Data;
                bad.tell(false, out)?;
            }
        }
    }
    Ok(exit)
}

/// Where pictures go.
enum Drawn {
    /// Standard output, in place of the text.
    Output,
    Files(Target),
}

impl Drawn {
    fn new(path: &Path, ending: &'static str, several: bool) -> Result<Drawn, Failure> {
        if path.as_os_str() != "-" {
            return Ok(Drawn::Files(Target::new(path, ending, several)?));
        }
        if several {
            let what = format!("--{ending} -: several positions need a folder");
            return Err(Failure::Usage(what));
        }
        Ok(Drawn::Output)
    }

    fn write(
        &self,
        name: &str,
        bytes: &[u8],
        out: &mut dyn Write,
    ) -> Result<Option<PathBuf>, Failure> {
        match self {
            Drawn::Files(target) => Ok(Some(target.write(name, bytes)?)),
            Drawn::Output => {
                out.write_all(bytes)?;
                Ok(None)
            }
        }
    }
}

/// The pictures that were asked for.
struct Drawings {
    svg: Option<Drawn>,
    png: Option<Drawn>,
}

impl Drawings {
    fn new(options: &ShowOptions, several: bool) -> Result<Drawings, Failure> {
        let drawn = |path: &Option<PathBuf>, ending| {
            path.as_deref().map(|path| Drawn::new(path, ending, several)).transpose()
        };
        let drawings =
            Drawings { svg: drawn(&options.svg, "svg")?, png: drawn(&options.png, "png")? };
        if let (Some(Drawn::Output), Some(Drawn::Output)) = (&drawings.svg, &drawings.png) {
            return Err(Failure::Usage("--svg - --png -: only one can be the output".to_owned()));
        }
        Ok(drawings)
    }

    /// Whether a picture takes the place of the text.
    fn to_output(&self) -> bool {
        [&self.svg, &self.png].iter().any(|drawn| matches!(drawn, Some(Drawn::Output)))
    }

    /// Draws one position; tells the files.
    fn draw(
        &self,
        loaded: &Loaded,
        options: &ShowOptions,
        name: &str,
        out: &mut dyn Write,
    ) -> Result<Vec<(&'static str, PathBuf)>, Failure> {
        let mut written = Vec::new();
        if self.svg.is_none() && self.png.is_none() {
            return Ok(written);
        }
        let picture = picture(&loaded.position, options);
        if let Some(drawn) = &self.svg {
            let file = drawn.write(name, picture.svg().as_bytes(), out)?;
            written.extend(file.map(|file| ("svg", file)));
        }
        if let Some(drawn) = &self.png {
            let bytes = png(&picture).map_err(Failure::File)?;
            written.extend(drawn.write(name, &bytes, out)?.map(|file| ("png", file)));
        }
        Ok(written)
    }
}

/// The position as a picture, with what was asked for.
fn picture(position: &Position, options: &ShowOptions) -> Picture {
    let mut picture = Picture::new(position.size());
    picture.stones = position.size().points().map(|p| (p, position.cell(p))).collect();
    picture.last = position.last_move().flatten();
    picture.flip = options.flip;
    if options.numbers {
        let moves = (1..).zip(position.moves()).filter_map(|(number, at)| Some((at?, number)));
        for (p, number) in moves.filter(|&(p, _)| !position.is_empty_at(p)) {
            // Where stones were captured, the last to be played on a point is the one that is there.
            picture.numbers.retain(|(q, _)| *q != p);
            picture.numbers.push((p, number));
        }
    }
    if options.forbidden {
        let points = forbidden_points(position, forbidden::asked_color(position));
        picture.crosses = points.into_iter().map(|(p, _)| p).collect();
    }
    picture
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
