//! Bytes to lines, whatever ends them and however long they are.
//!
//! CR, LF and CR LF all end a line; empty lines vanish. Of a line longer than [`LONGEST`] only the
//! beginning is kept, so that no input can fill the memory.

/// Bytes of a line that are kept.
pub const LONGEST: usize = 4096;

/// One line, without its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its text; bytes that are not UTF-8 have become replacement characters.
    pub text: String,
    /// Whether more of it followed that was not kept.
    pub cut: bool,
}

impl Line {
    /// A line that was not cut.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Line {
        Line { text: text.into(), cut: false }
    }
}

/// Collects bytes until a line is complete.
#[derive(Debug, Default)]
pub struct Splitter {
    kept: Vec<u8>,
    cut: bool,
}

impl Splitter {
    /// Takes some bytes and hands over the lines that they complete.
    pub fn feed(&mut self, bytes: &[u8], mut take: impl FnMut(Line)) {
        for piece in bytes.split_inclusive(|&b| b == b'\n' || b == b'\r') {
            let (content, ended) = match piece {
                [content @ .., b'\n' | b'\r'] => (content, true),
                content => (content, false),
            };
            let room = LONGEST.saturating_sub(self.kept.len());
            self.cut |= content.len() > room;
            self.kept.extend(content.iter().take(room));
            if ended {
                self.finish(&mut take);
            }
        }
    }

    /// Hands over what stands there without a line end: the input is at its end.
    pub fn close(&mut self, mut take: impl FnMut(Line)) {
        self.finish(&mut take);
    }

    fn finish(&mut self, take: &mut impl FnMut(Line)) {
        let cut = std::mem::take(&mut self.cut);
        if !self.kept.is_empty() {
            take(Line { text: String::from_utf8_lossy(&self.kept).into_owned(), cut });
        }
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<Line> {
        let mut splitter = Splitter::default();
        let mut lines = Vec::new();
        for piece in pieces {
            splitter.feed(piece, |line| lines.push(line));
        }
        splitter.close(|line| lines.push(line));
        lines
    }

    #[test]
    fn every_kind_of_line_end() {
        let expected: Vec<Line> = ["a", "b", "c", "d"].into_iter().map(Line::new).collect();
        assert_eq!(lines(&[b"a\nb\r\nc\rd"]), expected);
        assert_eq!(lines(&[b"a\r", b"\n\n\nb\n", b"", b"c", b"\n", b"d\r"]), expected);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let long = vec![b'x'; 1 << 20];
        let lines = lines(&[&long, &long, b"\nEND\n"]);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].cut && lines[0].text.len() == LONGEST);
        assert_eq!(lines[1], Line::new("END"));
    }

    #[test]
    fn bytes_that_are_no_text() {
        let lines = lines(&[b"\xff\xfe\x00 START\n"]);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].text.ends_with(" START"));
    }
}
