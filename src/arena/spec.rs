//! What is known of an engine before it is started: its command, its name, its limits.
//!
//! ```text
//! cmd=./pbrain-a --rule renju,name=A,dir=engines/a,info=thread_num=2,turn=500ms
//! ./pbrain-b
//! ```

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::base::units::{parse_memory, parse_time};

/// What an engine may use for a game; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for one move.
    pub turn: Option<Duration>,
    /// Time for all its moves of a game.
    pub game: Option<Duration>,
    /// Time that is added after each of its moves.
    pub increment: Option<Duration>,
    /// Nodes for one move; the engine is told so, and trusted.
    pub nodes: Option<u64>,
    /// Depth in plies of one move; the engine is told so, and trusted.
    pub depth: Option<u32>,
    /// Memory in bytes; the engine is told so, and trusted.
    pub memory: Option<usize>,
}

impl Limits {
    /// These limits, and the others' where these say nothing.
    ///
    /// An engine with a limit of its own for time, nodes or depth takes none of these from the others.
    #[must_use]
    pub fn or(self, others: Limits) -> Limits {
        let own = Limits { memory: None, ..self } != Limits::default();
        let rest = if own { Limits::default() } else { others };
        Limits {
            turn: self.turn.or(rest.turn),
            game: self.game.or(rest.game),
            increment: self.increment.or(rest.increment),
            nodes: self.nodes.or(rest.nodes),
            depth: self.depth.or(rest.depth),
            memory: self.memory.or(others.memory),
        }
    }

    /// In words, for records: `turn 500 ms, nodes 2000`.
    #[must_use]
    pub fn words(&self) -> String {
        let time = |name: &str, time: Option<Duration>| {
            time.map(|time| format!("{name} {} ms", time.as_millis()))
        };
        let words = [
            time("turn", self.turn),
            time("match", self.game),
            time("increment", self.increment),
            self.nodes.map(|n| format!("nodes {n}")),
            self.depth.map(|n| format!("depth {n}")),
            self.memory.map(|n| format!("memory {n}")),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// What it is called in every output.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// The folder it is started in; `None` is the present one.
    pub dir: Option<PathBuf>,
    /// Further settings: `INFO key value`.
    pub info: Vec<(String, String)>,
    /// Limits of its own.
    pub limits: Limits,
}

/// Why a text describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// A part that is not `key=value` with a key that is known.
    #[error(
        "unknown part \"{0}\": expected cmd, name, dir, info, turn, match, increment, nodes, depth, memory or threads, and =value"
    )]
    UnknownPart(String),
    /// The value of a key cannot be read.
    #[error("{key}: {problem}")]
    Value {
        /// The key.
        key: String,
        /// What is wrong.
        problem: String,
    },
    /// There is no command.
    #[error("no command: expected cmd=PROGRAM")]
    NoCommand,
    /// A quotation mark is not closed.
    #[error("an open quotation mark in \"{0}\"")]
    Quotes(String),
}

impl EngineSpec {
    /// Reads `key=value` parts with commas between them; a comma inside quotation marks divides nothing. A first
    /// part that begins with no known key is the command. The command is divided into words as a shell does.
    ///
    /// # Errors
    /// At the first part that makes no sense.
    pub fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec {
            name: String::new(),
            command: Vec::new(),
            dir: None,
            info: Vec::new(),
            limits: Limits::default(),
        };
        for (index, part) in parts(text).into_iter().enumerate() {
            match part.split_once('=') {
                Some((key, value)) if KEYS.contains(&key.trim()) => spec.set(key.trim(), value)?,
                _ if index == 0 => spec.set("cmd", &part)?,
                _ => return Err(SpecError::UnknownPart(part)),
            }
        }
        let Some(program) = spec.command.first() else { return Err(SpecError::NoCommand) };
        if spec.name.is_empty() {
            let stem = Path::new(program).file_stem();
            spec.name = stem.map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let words = || shlex::split(value).ok_or_else(|| SpecError::Quotes(value.to_owned()));
        if key == "cmd" {
            self.command = words()?;
            return Ok(());
        }
        let value = words()?.join(" ");
        let wrong = |problem| SpecError::Value { key: key.to_owned(), problem };
        let number = || {
            let number = value.parse::<u64>().ok().filter(|&n| n > 0);
            number.ok_or_else(|| wrong(format!("expected a number from 1, got \"{value}\"")))
        };
        let time = || parse_time(&value).map(Some).map_err(wrong);
        match key {
            "name" => self.name = value,
            "dir" => self.dir = Some(PathBuf::from(value)),
            "info" => {
                let (key, value) = value
                    .split_once('=')
                    .ok_or_else(|| wrong(format!("expected info=key=value, got \"{value}\"")))?;
                self.info.push((key.to_owned(), value.to_owned()));
            }
            "threads" => self.info.push(("thread_num".to_owned(), number()?.to_string())),
            "turn" => self.limits.turn = time()?,
            "match" => self.limits.game = time()?,
            "increment" => self.limits.increment = time()?,
            "nodes" => self.limits.nodes = Some(number()?),
            "depth" => self.limits.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "memory" => self.limits.memory = Some(parse_memory(&value).map_err(wrong)?),
            _ => return Err(SpecError::UnknownPart(key.to_owned())),
        }
        Ok(())
    }
}

/// Gives every engine a name of its own: a name that comes again gets a number.
pub fn name_apart(engines: &mut [EngineSpec]) {
    let mut used: Vec<String> = Vec::new();
    for engine in engines {
        let base = engine.name.clone();
        let mut number = 1;
        while used.contains(&engine.name) {
            number += 1;
            engine.name = format!("{base}-{number}");
        }
        used.push(engine.name.clone());
    }
}

/// The keys of a description.
const KEYS: [&str; 11] = [
    "cmd",
    "name",
    "dir",
    "info",
    "turn",
    "match",
    "increment",
    "nodes",
    "depth",
    "memory",
    "threads",
];

/// Divides at the commas outside quotation marks.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut part, mut open) = (Vec::new(), String::new(), None);
    for c in text.chars() {
        match (c, open) {
            (',', None) => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            ('"' | '\'', None) => open = Some(c),
            (c, Some(mark)) if c == mark => open = None,
            _ => {}
        }
        part.push(c);
    }
    parts.push(part);
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_described_in_parts() {
        let spec = EngineSpec::parse(
            "cmd=./a/pbrain-a --x 'y z',name=A,dir=b,info=thread_num=2,threads=3,turn=500ms,nodes=20",
        );
        let spec = spec.unwrap();
        assert_eq!(spec.command, ["./a/pbrain-a", "--x", "y z"]);
        assert_eq!((spec.name.as_str(), spec.dir), ("A", Some(PathBuf::from("b"))));
        let info = [("thread_num", "2"), ("thread_num", "3")];
        assert_eq!(spec.info, info.map(|(k, v)| (k.to_owned(), v.to_owned())));
        let turn = Some(Duration::from_millis(500));
        assert_eq!(spec.limits, Limits { turn, nodes: Some(20), ..Limits::default() });
        let plain = EngineSpec::parse("\"./my engines/pbrain-b.exe\" -a=1,memory=1G").unwrap();
        assert_eq!((plain.name.as_str(), plain.command.len()), ("pbrain-b", 2));
        assert_eq!(plain.limits.memory, Some(1 << 30));
    }

    #[test]
    fn mistakes_are_told() {
        for (text, told) in [
            ("name=A", "no command"),
            ("cmd=a,colour=red", "unknown part \"colour=red\""),
            ("cmd=a,turn=5", "turn: expected a time"),
            ("cmd=a,nodes=0", "nodes: expected a number"),
            ("cmd=a,info=x", "info: expected info=key=value"),
            ("cmd='a", "open quotation mark"),
            ("cmd=a,memory=1T", "memory: expected a size"),
        ] {
            let error = EngineSpec::parse(text).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn names_are_told_apart() {
        let mut engines = ["a", "b", "a", "a"].map(|name| EngineSpec::parse(name).unwrap());
        name_apart(&mut engines);
        assert_eq!(engines.map(|e| e.name), ["a", "b", "a-2", "a-3"]);
    }

    #[test]
    fn own_limits_stand_for_the_common_ones() {
        let common =
            Limits { turn: Some(Duration::from_secs(1)), memory: Some(7), ..Limits::default() };
        let own = Limits { nodes: Some(5), ..Limits::default() };
        assert_eq!(own.or(common), Limits { nodes: Some(5), memory: Some(7), ..Limits::default() });
        let memory = Limits { memory: Some(9), ..Limits::default() };
        assert_eq!(memory.or(common), Limits { memory: Some(9), ..common });
        assert_eq!(memory.or(common).words(), "turn 1000 ms, memory 9");
    }
}
