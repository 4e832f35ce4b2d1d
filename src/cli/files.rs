//! Files that a command writes beside its answer: where they go and what they are called.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::failure::Failure;

/// Signs of a name that are kept; longer ids are cut.
const LONGEST_NAME: usize = 80;

/// Names for the files of one position after another: the id, or else the position's number.
#[derive(Default)]
pub(super) struct Names {
    count: usize,
    used: HashSet<String>,
}

impl Names {
    /// The name for the next position, without an ending. No two are the same, in capitals or not.
    pub(super) fn next(&mut self, id: Option<&Value>) -> String {
        self.count += 1;
        let wanted = match id {
            Some(Value::String(text)) => as_file_name(text),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let wanted = if wanted.is_empty() { self.count.to_string() } else { wanted };
        let numbered = (2..).map(|n| format!("{wanted}-{n}"));
        let mut names = std::iter::once(wanted.clone()).chain(numbered);
        names.find(|name| self.used.insert(name.to_lowercase())).unwrap_or(wanted)
    }
}

/// An id as the name of a file that is visible, stands in its folder and needs no quotes.
fn as_file_name(id: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = id.trim().chars().map(kept).collect();
    name.trim_start_matches(['.', '-']).chars().take(LONGEST_NAME).collect()
}

/// One file for a single position, or a folder of files.
pub(super) struct Target {
    path: PathBuf,
    folder: bool,
    ending: &'static str,
}

impl Target {
    /// Where an option's files go. It is a folder for several positions, and also where it is one
    /// already or ends in a slash; it is made where it does not exist.
    ///
    /// # Errors
    /// Where one file was meant, but there are several positions; when the folder cannot be made.
    pub(super) fn new(path: &Path, ending: &'static str, several: bool) -> Result<Target, Failure> {
        let text = path.as_os_str().to_string_lossy();
        let names_folder = text.ends_with(['/', std::path::MAIN_SEPARATOR]) || path.is_dir();
        if several && !names_folder && path.extension().is_some_and(|e| e == ending) {
            let what = format!("{text}: several positions need a folder, --{ending} FOLDER");
            return Err(Failure::Usage(what));
        }
        Target { path: path.to_owned(), folder: several || names_folder, ending }.made()
    }

    /// A folder, made where it does not exist.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(super) fn folder(path: &Path, ending: &'static str) -> Result<Target, Failure> {
        Target { path: path.to_owned(), folder: true, ending }.made()
    }

    fn made(self) -> Result<Target, Failure> {
        if self.folder {
            std::fs::create_dir_all(&self.path).map_err(|e| failed(&self.path, &e))?;
        }
        Ok(self)
    }

    /// Writes one file; tells its path.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
        let path = match self.folder {
            true => self.path.join(format!("{name}.{}", self.ending)),
            false => self.path.clone(),
        };
        std::fs::write(&path, bytes).map_err(|e| failed(&path, &e))?;
        Ok(path)
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::File(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ids_or_numbers_and_never_the_same() {
        let mut names = Names::default();
        let mut name = |id: Value| names.next(Some(&id).filter(|id| !id.is_null()));
        assert_eq!(name("a/b c".into()), "a_b_c");
        assert_eq!(name("A:B:C".into()), "A_B_C-2");
        assert_eq!(name(4.into()), "4");
        assert_eq!(name(Value::Null), "4-2");
        assert_eq!(name(Value::Null), "5");
        assert_eq!(name("../../etc".into()), "_.._etc");
        assert_eq!(name("詰連珠/1".into()), "詰連珠_1");
        assert_eq!(name("..".into()), "8");
        assert_eq!(name("x".repeat(500).into()).len(), LONGEST_NAME);
    }
}
