//! A board as a picture: an SVG that needs no font and looks the same everywhere.
//!
//! ```text
//!  5 ┌─┬─┬─┬─┐
//!  4 ├─②─┼─┼─┤      wood, lines, star points, coordinates (columns with I, rows from the bottom),
//!  3 ├─●─①─✕─┤      stones with numbers on them, a red cross on each forbidden point,
//!  2 ├─┼─┼─┼─┤      the number (or a dot) of the last move in red
//!  1 └─┴─┴─┴─┘
//!    A B C D E
//! ```
//!
//! The same picture gives the same bytes. Turning it into pixels is the caller's business.

mod font;

use std::fmt::Write;

use crate::board::{BoardSize, Cell, Point};

/// Distance of two lines, in units of the picture.
const STEP: f64 = 40.0;
/// From the edge of the picture to the first line, where the coordinates stand.
const MARGIN: f64 = 58.0;
/// From the edge to the last line, where none stand.
const NARROW: f64 = 34.0;
/// Radius of a stone.
const STONE: f64 = 18.6;

/// Colours of what is drawn as strokes or plain shapes.
const LINES: &str = "#4a3214";
const COORDINATES: &str = "#5b3f1b";
const RED: &str = "#c8102e";

/// What the picture shows.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The board.
    pub size: BoardSize,
    /// The stones, each point once.
    pub stones: Vec<(Point, Cell)>,
    /// Numbers on stones; where a stone has none it stays plain.
    pub numbers: Vec<(Point, usize)>,
    /// The stone that is marked as the last: its number is red, or it has a red dot.
    pub last: Option<Point>,
    /// Points marked with a red cross.
    pub crosses: Vec<Point>,
    /// Whether row 1 is at the top.
    pub flip: bool,
}

impl Picture {
    /// An empty board.
    #[must_use]
    pub fn new(size: BoardSize) -> Picture {
        Picture {
            size,
            stones: Vec::new(),
            numbers: Vec::new(),
            last: None,
            crosses: Vec::new(),
            flip: false,
        }
    }

    /// Width and height of the picture, in its own units; a pixel each unless it is scaled.
    #[must_use]
    pub fn extent(&self) -> (f64, f64) {
        let side = |points: u8| MARGIN + NARROW + STEP * f64::from(points.saturating_sub(1));
        (side(self.size.width()), side(self.size.height()))
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = self.extent();
        let mut svg = String::with_capacity(32 * 1024);
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">"
        );
        svg.push_str(GRADIENTS);
        let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"url(#wood)\"/>");
        self.draw_lines(&mut svg);
        self.draw_coordinates(&mut svg);
        self.draw_stones(&mut svg);
        self.draw_numbers(&mut svg);
        self.draw_crosses(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    /// The centre of a point.
    fn at(&self, p: Point) -> (f64, f64) {
        (MARGIN + STEP * f64::from(p.x()), self.row(p.y()))
    }

    /// The height at which a row lies, counted from the top of the picture.
    fn row(&self, y: u8) -> f64 {
        let last = self.size.height().saturating_sub(1);
        let from_top = if self.flip { y } else { last.saturating_sub(y) };
        NARROW + STEP * f64::from(from_top)
    }

    fn draw_lines(&self, svg: &mut String) {
        let (width, height) = self.extent();
        let (left, right) = (MARGIN, width - NARROW);
        let (top, bottom) = (NARROW, height - MARGIN);
        let mut path = String::new();
        for x in 1..self.size.width().saturating_sub(1) {
            let _ = write!(path, "M{} {top}V{bottom}", MARGIN + STEP * f64::from(x));
        }
        for y in 1..self.size.height().saturating_sub(1) {
            let _ = write!(path, "M{left} {}H{right}", self.row(y));
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{LINES}\" stroke-width=\"1.1\"/>"
        );
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"none\" \
             stroke=\"{LINES}\" stroke-width=\"2.2\"/>",
            right - left,
            bottom - top
        );
        for p in self.size.points().filter(|&p| is_star(self.size, p)) {
            let (x, y) = self.at(p);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4.2\" fill=\"{LINES}\"/>");
        }
    }

    fn draw_coordinates(&self, svg: &mut String) {
        let (_, height) = self.extent();
        let mut path = String::new();
        for (x, letter) in (0..self.size.width()).zip('A'..) {
            let centre = MARGIN + STEP * f64::from(x);
            font::write(&mut path, &letter.to_string(), (centre, height - 25.0), 15.0);
        }
        for y in 0..self.size.height() {
            font::write(&mut path, &(y + 1).to_string(), (26.0, self.row(y)), 15.0);
        }
        draw_text(svg, &path, COORDINATES, 1.7);
    }

    fn draw_stones(&self, svg: &mut String) {
        for &(p, cell) in &self.stones {
            let (x, y) = self.at(p);
            let (fill, rim) = match cell {
                Cell::Empty => continue,
                Cell::Black => ("black", "#000000"),
                Cell::White => ("white", "#8b7b62"),
                Cell::Wild => ("wild", "#57606b"),
            };
            let (down, right) = (y + 2.2, x + 1.4);
            let _ = writeln!(
                svg,
                "<circle cx=\"{right}\" cy=\"{down}\" r=\"{STONE}\" fill=\"#3a2408\" \
                 fill-opacity=\"0.3\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" \
                 fill=\"url(#{fill})\" stroke=\"{rim}\" stroke-width=\"0.7\"/>"
            );
        }
        let Some(last) = self.last else { return };
        if !self.numbers.iter().any(|(p, _)| *p == last) {
            let (x, y) = self.at(last);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{RED}\"/>");
        }
    }

    /// Numbers in the other colour of their stone.
    fn draw_numbers(&self, svg: &mut String) {
        let (mut light, mut dark) = (String::new(), String::new());
        let (mut last, mut last_ink) = (String::new(), RED);
        for &(p, number) in &self.numbers {
            let cell = self.stones.iter().find(|(q, _)| *q == p).map(|(_, cell)| *cell);
            let (ink, text) = (cell.unwrap_or_default(), number.to_string());
            let height = match text.len() {
                1 => 19.0,
                2 => 17.0,
                _ => 13.5,
            };
            let path = match ink {
                _ if self.last == Some(p) => {
                    // On black only a bright red can be read.
                    last_ink = if ink == Cell::Black { "#ff5f57" } else { RED };
                    &mut last
                }
                Cell::Black => &mut light,
                _ => &mut dark,
            };
            font::write(path, &text, self.at(p), height);
        }
        draw_text(svg, &light, "#ffffff", 2.2);
        draw_text(svg, &dark, "#111111", 2.2);
        draw_text(svg, &last, last_ink, 2.4);
    }

    fn draw_crosses(&self, svg: &mut String) {
        let mut path = String::new();
        for &p in &self.crosses {
            let ((x, y), r) = (self.at(p), 8.0);
            let (l, r, t, b) = (x - r, x + r, y - r, y + r);
            let _ = write!(path, "M{l} {t}L{r} {b}M{l} {b}L{r} {t}");
        }
        draw_text(svg, &path, RED, 3.4);
    }
}

/// Strokes of one colour.
fn draw_text(svg: &mut String, path: &str, color: &str, width: f64) {
    if path.is_empty() {
        return;
    }
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    );
}

/// Wood, and light that falls on the stones from the upper left.
const GRADIENTS: &str = r##"<defs>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#f0cf94"/><stop offset="0.5" stop-color="#e8c07d"/><stop offset="1" stop-color="#ddb06a"/>
</linearGradient>
<radialGradient id="black" cx="0.36" cy="0.32" r="0.7">
<stop offset="0" stop-color="#6a6a70"/><stop offset="0.45" stop-color="#2b2b2f"/><stop offset="1" stop-color="#0b0b0d"/>
</radialGradient>
<radialGradient id="white" cx="0.36" cy="0.32" r="0.75">
<stop offset="0" stop-color="#ffffff"/><stop offset="0.55" stop-color="#f6f3ec"/><stop offset="1" stop-color="#cfc8ba"/>
</radialGradient>
<radialGradient id="wild" cx="0.36" cy="0.32" r="0.75">
<stop offset="0" stop-color="#cdd3da"/><stop offset="0.55" stop-color="#9aa3ad"/><stop offset="1" stop-color="#737c87"/>
</radialGradient>
</defs>
"##;

/// The points by which eyes find their way: four and the centre, on square boards from 13×13.
#[must_use]
pub fn is_star(size: BoardSize, p: Point) -> bool {
    let side = size.width();
    if !size.is_square() || side < 13 {
        return false;
    }
    let is_corner_line = |v: u8| v == 3 || v + 4 == side;
    let centre = side % 2 == 1 && p == size.centre();
    centre || (is_corner_line(p.x()) && is_corner_line(p.y()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation;

    #[test]
    fn what_is_asked_for_is_drawn() {
        let size = BoardSize::FIFTEEN;
        let p = |text: &str| notation::parse_point(text, size).unwrap();
        let mut picture = Picture::new(size);
        let empty = picture.svg();
        assert_eq!(empty.matches("<circle").count(), 5, "the star points");
        assert!(!empty.contains(RED) && !empty.contains("<text"));
        picture.stones =
            vec![(p("a1"), Cell::Black), (p("h8"), Cell::White), (p("b2"), Cell::Empty)];
        picture.last = Some(p("h8"));
        let plain = picture.svg();
        assert_eq!(plain.matches("url(#black)").count(), 1);
        assert_eq!(plain.matches("url(#white)").count(), 1);
        assert!(plain.contains("<circle cx=\"58\" cy=\"594\" r=\"18.6\" fill=\"url(#black)\""));
        assert!(plain.contains(&format!("r=\"5\" fill=\"{RED}\"")), "a dot on the last stone");
        picture.numbers = vec![(p("a1"), 1), (p("h8"), 212)];
        picture.crosses = vec![p("c3")];
        let numbered = picture.svg();
        assert!(!numbered.contains(&format!("r=\"5\" fill=\"{RED}\"")), "the number is the mark");
        assert_eq!(numbered.matches("<path").count(), 5);
        assert!(numbered.contains("M130 506L146 522M130 522L146 506"), "the cross");
        assert_eq!(numbered, picture.svg());
        picture.flip = true;
        assert!(picture.svg().contains("<circle cx=\"58\" cy=\"34\" r=\"18.6\""));
    }

    #[test]
    fn every_board_has_its_size() {
        for (width, height) in [(5, 22), (22, 5), (19, 19)] {
            let size = BoardSize::new(width, height).unwrap();
            let svg = Picture::new(size).svg();
            let side = |points: i64| 92 + 40 * (points - 1);
            let expected = format!("viewBox=\"0 0 {} {}\"", side(width), side(height));
            assert!(svg.contains(&expected), "{expected}");
        }
    }
}
