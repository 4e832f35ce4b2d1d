//! `kagetsu verify`: checks certificates with the reference rules alone.

use std::io::{self, Read, Write};

use serde_json::{Map, Value};

use super::args::VerifyOptions;
use super::board_text::name;
use super::failure::{Exit, Failure};
use crate::threat::{Checked, Flaw, Proof, verify};

/// Checks every file. The exit code is that of the worst: 65 for one that cannot be read, 1 for one that
/// proves nothing.
pub(super) fn run(options: &VerifyOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (mut flaws, mut errors) = (0, 0);
    for file in &options.files {
        let verdict = read(file).map(|proof| verify(&proof));
        match &verdict {
            Ok(Ok(_)) => {}
            Ok(Err(_)) => flaws += 1,
            Err(_) => errors += 1,
        }
        if options.json {
            writeln!(out, "{}", Value::Object(object(file, &verdict)))?;
        } else {
            writeln!(out, "{file}: {}", text(&verdict))?;
        }
    }
    Ok(match (errors, flaws) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::NoWin,
        _ => Exit::Data,
    })
}

/// A proof that was read and checked, or why it could not be read.
type Verdict = Result<Result<Checked, Flaw>, String>;

fn read(file: &str) -> Result<Proof, String> {
    let text = if file == "-" {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|e| e.to_string())?;
    Proof::from_json(&text).map_err(|e| e.to_string())
}

fn text(verdict: &Verdict) -> String {
    match verdict {
        Ok(Ok(Checked { winner, moves })) => {
            format!("proved: {winner} wins ({moves} moves played out)")
        }
        Ok(Err(flaw)) => format!("not proved: {flaw}"),
        Err(error) => format!("cannot be read: {error}"),
    }
}

fn object(file: &str, verdict: &Verdict) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("file".into(), file.into());
    match verdict {
        Ok(Ok(Checked { winner, moves })) => {
            map.insert("status".into(), "proved".into());
            map.insert("winner".into(), winner.to_string().into());
            map.insert("moves".into(), (*moves).into());
        }
        Ok(Err(flaw)) => {
            let line: Vec<String> =
                flaw.line.iter().map(|at| at.map_or_else(|| "--".to_owned(), name)).collect();
            map.insert("status".into(), "flaw".into());
            map.insert("line".into(), line.into());
            map.insert("flaw".into(), flaw.kind.to_string().into());
        }
        Err(error) => {
            map.insert("status".into(), "error".into());
            map.insert("error".into(), error.as_str().into());
        }
    }
    map
}
