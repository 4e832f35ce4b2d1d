//! Digits and capital letters as strokes, so that pictures need no font.
//!
//! A sign is written on a field 100 high, as wide as it says; the numbers are x and y, downward from
//! the upper left corner. `M` lifts the pen, `L` draws a line, `C` a curve, as in an SVG path.

use std::fmt::Write;

/// The room between two signs.
const GAP: f64 = 26.0;

/// Width and strokes of a sign.
fn sign(c: char) -> Option<(f64, &'static str)> {
    Some(match c {
        '0' => (
            62.0,
            "M 31 0 C 12 0 2 22 2 50 C 2 78 12 100 31 100 C 50 100 60 78 60 50 C 60 22 50 0 31 0",
        ),
        '1' => (40.0, "M 4 22 L 28 0 L 28 100"),
        '2' => (60.0, "M 3 26 C 3 10 14 0 30 0 C 46 0 57 10 57 26 C 57 46 32 66 2 100 L 58 100"),
        '3' => (
            60.0,
            "M 4 20 C 8 7 17 0 30 0 C 46 0 56 10 56 24 C 56 38 46 47 26 47 C 46 47 58 57 58 73 C 58 89 46 100 29 100 C 14 100 5 92 2 78",
        ),
        '4' => (64.0, "M 46 100 L 46 0 L 2 70 L 62 70"),
        '5' => (
            60.0,
            "M 54 0 L 12 0 L 7 45 C 13 39 21 36 30 36 C 47 36 58 49 58 67 C 58 86 46 100 28 100 C 15 100 6 93 2 82",
        ),
        '6' => (
            62.0,
            "M 55 12 C 50 4 42 0 34 0 C 13 0 2 24 2 58 C 2 84 13 100 31 100 C 48 100 60 87 60 69 C 60 51 48 39 32 39 C 16 39 4 50 2 64",
        ),
        '7' => (58.0, "M 2 0 L 56 0 L 20 100"),
        '8' => (
            62.0,
            "M 31 46 C 16 46 6 37 6 23 C 6 9 16 0 31 0 C 46 0 56 9 56 23 C 56 37 46 46 31 46 C 13 46 2 57 2 73 C 2 89 13 100 31 100 C 49 100 60 89 60 73 C 60 57 49 46 31 46",
        ),
        '9' => (
            62.0,
            "M 7 88 C 12 96 20 100 28 100 C 49 100 60 76 60 42 C 60 16 49 0 31 0 C 14 0 2 13 2 31 C 2 49 14 61 30 61 C 46 61 58 50 60 36",
        ),
        'A' => (76.0, "M 2 100 L 38 0 L 74 100 M 15 66 L 61 66"),
        'B' => (
            62.0,
            "M 4 0 L 4 100 L 32 100 C 50 100 60 89 60 73 C 60 57 50 47 32 47 L 4 47 M 4 0 L 29 0 C 45 0 54 10 54 24 C 54 38 45 47 29 47",
        ),
        'C' => (
            70.0,
            "M 68 20 C 61 8 51 0 38 0 C 16 0 2 20 2 50 C 2 80 16 100 38 100 C 51 100 61 92 68 80",
        ),
        'D' => (68.0, "M 4 0 L 4 100 L 26 100 C 51 100 66 80 66 50 C 66 20 51 0 26 0 L 4 0"),
        'E' => (56.0, "M 54 0 L 4 0 L 4 100 L 54 100 M 4 48 L 46 48"),
        'F' => (54.0, "M 54 0 L 4 0 L 4 100 M 4 50 L 46 50"),
        'G' => (
            74.0,
            "M 68 20 C 61 8 51 0 38 0 C 16 0 2 20 2 50 C 2 80 16 100 38 100 C 58 100 71 85 71 56 L 42 56",
        ),
        'H' => (66.0, "M 4 0 L 4 100 M 62 0 L 62 100 M 4 48 L 62 48"),
        'I' => (44.0, "M 22 0 L 22 100 M 4 0 L 40 0 M 4 100 L 40 100"),
        'J' => (50.0, "M 14 0 L 46 0 L 46 68 C 46 88 38 100 24 100 C 12 100 4 92 2 78"),
        'K' => (64.0, "M 4 0 L 4 100 M 60 0 L 4 60 M 24 40 L 62 100"),
        'L' => (54.0, "M 4 0 L 4 100 L 52 100"),
        'M' => (80.0, "M 4 100 L 4 0 L 40 62 L 76 0 L 76 100"),
        'N' => (66.0, "M 4 100 L 4 0 L 62 100 L 62 0"),
        'O' => (
            80.0,
            "M 40 0 C 17 0 2 20 2 50 C 2 80 17 100 40 100 C 63 100 78 80 78 50 C 78 20 63 0 40 0",
        ),
        'P' => (60.0, "M 4 100 L 4 0 L 32 0 C 48 0 58 11 58 27 C 58 43 48 54 32 54 L 4 54"),
        'Q' => (
            80.0,
            "M 40 0 C 17 0 2 20 2 50 C 2 80 17 100 40 100 C 63 100 78 80 78 50 C 78 20 63 0 40 0 M 50 74 L 76 104",
        ),
        'R' => (
            62.0,
            "M 4 100 L 4 0 L 32 0 C 48 0 57 11 57 26 C 57 41 48 52 32 52 L 4 52 M 32 52 L 60 100",
        ),
        'S' => (
            60.0,
            "M 55 18 C 51 7 42 0 30 0 C 15 0 5 9 5 23 C 5 54 58 42 58 74 C 58 90 46 100 30 100 C 15 100 5 92 2 79",
        ),
        'T' => (62.0, "M 2 0 L 60 0 M 31 0 L 31 100"),
        'U' => (64.0, "M 4 0 L 4 64 C 4 88 15 100 32 100 C 49 100 60 88 60 64 L 60 0"),
        'V' => (72.0, "M 2 0 L 36 100 L 70 0"),
        _ => return None,
    })
}

/// Adds a text to a path, its middle at `centre`, its signs `height` units high. Signs that there are
/// no strokes for are left out.
pub(super) fn write(path: &mut String, text: &str, centre: (f64, f64), height: f64) {
    let signs: Vec<_> = text.chars().filter_map(sign).collect();
    let gaps = GAP * signs.len().saturating_sub(1) as f64;
    let scale = height / 100.0;
    let mut left = centre.0 - scale * (signs.iter().map(|(w, _)| w).sum::<f64>() + gaps) / 2.0;
    let top = centre.1 - height / 2.0;
    for (width, strokes) in signs {
        let mut horizontal = true;
        for word in strokes.split(' ') {
            let Ok(number) = word.parse::<f64>() else {
                path.push_str(word);
                continue;
            };
            let place = if horizontal { left } else { top } + scale * number;
            let space = if path.ends_with(|c: char| c.is_ascii_digit()) { " " } else { "" };
            let _ = write!(path, "{space}{}", rounded(place));
            horizontal = !horizontal;
        }
        left += scale * (width + GAP);
    }
}

/// Hundredths are enough, and their text is the same everywhere.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sign that a picture can need has strokes that stay on its field and move the pen in pairs.
    #[test]
    fn every_sign_is_well_drawn() {
        for c in ('0'..='9').chain('A'..='V') {
            let (width, strokes) = sign(c).unwrap();
            let numbers: Vec<f64> = strokes.split(' ').filter_map(|w| w.parse().ok()).collect();
            let pairs: usize = strokes
                .split(' ')
                .map(|w| match w {
                    "M" | "L" => 1,
                    "C" => 3,
                    number => {
                        assert!(number.parse::<f64>().is_ok(), "{c}: {number}");
                        0
                    }
                })
                .sum();
            assert_eq!(numbers.len(), 2 * pairs, "{c}");
            assert!(numbers.chunks(2).all(|p| (0.0..=width).contains(&p[0])), "{c}");
            assert!(numbers.chunks(2).all(|p| (0.0..=105.0).contains(&p[1])), "{c}");
        }
        assert!(sign('Z').is_none());
    }

    #[test]
    fn a_text_stands_around_its_centre() {
        let mut path = String::new();
        write(&mut path, "11", (50.0, 50.0), 10.0);
        let numbers: Vec<f64> =
            path.split(['M', 'L', ' ']).filter_map(|w| w.parse().ok()).collect();
        let xs: Vec<f64> = numbers.iter().copied().step_by(2).collect();
        assert!(xs.iter().all(|x| (44.0..56.0).contains(x)), "{path}");
        assert_eq!(path.matches('M').count(), 2);
    }
}
