//! JSON lines as they come in: one at a time, however long the text is and whoever still writes it.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use crate::record::{InputError, Known, Problem, Record, begins_json_lines, read_line};

/// Bytes of the longest line that is read; a longer one is an error of its own.
const LONGEST: u64 = 1 << 20;

/// A text, of which no more has been read than tells whether it is JSON lines.
pub(super) enum Begun {
    /// It is.
    Lines(JsonLines),
    /// It is one position in some form; this is all of it.
    Whole(Vec<u8>),
}

/// Begins to read a text; `lines` says that it is JSON lines, however few.
pub(super) fn begin(reader: impl Read + Send + 'static, lines: bool) -> io::Result<Begun> {
    let mut reader = BufReader::new(reader);
    let mut head = Vec::new();
    let mut found = 0;
    // The second line that is not blank settles it.
    while !lines && found < 2 {
        let start = head.len();
        if reader.read_until(b'\n', &mut head)? == 0 {
            break;
        }
        let line = head.get(start..).unwrap_or_default();
        found += usize::from(!line.iter().all(u8::is_ascii_whitespace));
    }
    if lines || begins_json_lines(&head) {
        let reader = Box::new(Cursor::new(head).chain(reader));
        return Ok(Begun::Lines(JsonLines { reader, line: 0 }));
    }
    reader.read_to_end(&mut head)?;
    Ok(Begun::Whole(head))
}

/// The lines that are still to come.
pub(super) struct JsonLines {
    reader: Box<dyn BufRead + Send>,
    line: usize,
}

impl JsonLines {
    /// The next line that is not blank.
    pub(super) fn next(&mut self, known: &Known) -> io::Result<Option<Record>> {
        loop {
            let mut bytes = Vec::new();
            let taken = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
            if taken == 0 {
                return Ok(None);
            }
            self.line += 1;
            if taken as u64 == LONGEST && bytes.last() != Some(&b'\n') {
                self.skip_line()?;
                let problem = Problem::Json(format!("a line of more than {LONGEST} bytes"));
                let input = Err(InputError::at(self.line, problem));
                return Ok(Some(Record { line: self.line, id: None, input }));
            }
            if let Some(record) = read_line(&bytes, self.line, known) {
                return Ok(Some(record));
            }
        }
    }

    /// Goes to the beginning of the next line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.reader.fill_buf()?;
            let end = bytes.iter().position(|&b| b == b'\n');
            let (length, done) = match end {
                Some(end) => (end + 1, true),
                None => (bytes.len(), bytes.is_empty()),
            };
            self.reader.consume(length);
            if done {
                return Ok(());
            }
        }
    }
}

impl std::fmt::Debug for JsonLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "JSON lines, {} read", self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSpec;

    fn records(text: &'static [u8], lines: bool) -> Option<Vec<Record>> {
        let Begun::Lines(mut lines) = begin(text, lines).unwrap() else { return None };
        let known = Known::nothing(RuleSpec::FREESTYLE);
        Some(std::iter::from_fn(|| lines.next(&known).unwrap()).collect())
    }

    #[test]
    fn lines_are_told_from_one_object() {
        let two = records(b"\n{\"moves\":\"h8\"}\r\n\n{\"moves\":\"h9\"}", false).unwrap();
        assert_eq!(two.iter().map(|r| r.line).collect::<Vec<_>>(), [2, 4]);
        assert!(two.iter().all(|r| r.input.is_ok()));
        assert_eq!(records(b"{\"moves\":\"h8\"}\n", false), None);
        assert_eq!(records(b"{\n\"moves\":\"h8\"}\n", false), None);
        assert_eq!(records(b"{\"moves\":\"h8\"}\n", true).unwrap().len(), 1);
        assert_eq!(records(b"", true), Some(Vec::new()));
        assert_eq!(records(b"\xef\xbb\xbf{\"moves\":\"h8\"}\nx\n", false).unwrap().len(), 2);
    }

    #[test]
    fn a_line_without_end_spoils_no_other() {
        let text = format!(
            "{{\"moves\":\"h8\"}}\n{}\n?\n{{\"moves\":\"h9\"}}\n",
            "x".repeat(LONGEST as usize + 5)
        );
        // A byte that is in no text.
        let bytes = text.into_bytes().into_iter().map(|b| if b == b'?' { 0xff } else { b });
        let text: &'static [u8] = Vec::leak(bytes.collect());
        let records = records(text, false).unwrap();
        assert_eq!(records.len(), 4);
        let told = records[1].input.as_ref().unwrap_err().to_string();
        assert_eq!(told, "line 2: a line of more than 1048576 bytes");
        assert_eq!((records[3].line, records[3].input.is_ok()), (4, true));
    }
}
