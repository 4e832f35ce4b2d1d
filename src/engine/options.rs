//! How an engine is started: what its command line may say.
//!
//! ```text
//! --rule NAME    the law until INFO rule says otherwise       (freestyle)
//! --threads N    search threads, 1…256                        (1; 1 is deterministic)
//! --nodes N      at most N nodes a move                       (no limit)
//! --depth N      at most N plies deep                         (no limit)
//! --hash MB      transposition table in MiB                   (64, or what INFO max_memory leaves)
//! ```
//!
//! Read by hand and not by a command-line library, so that an engine answers `START` without delay.

use thiserror::Error;

use crate::rules::RuleSpec;
use crate::rules::law::UnknownRule;

/// What an engine is started with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The law until `INFO rule` names another.
    pub rule: RuleSpec,
    /// Search threads, 1…256.
    pub threads: usize,
    /// Most nodes for one move.
    pub nodes: Option<u64>,
    /// Deepest search in plies.
    pub depth: Option<u32>,
    /// Transposition table in MiB.
    pub hash_mib: Option<usize>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            rule: RuleSpec::FREESTYLE,
            threads: 1,
            nodes: None,
            depth: None,
            hash_mib: None,
        }
    }
}

/// Why a command line does not start an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// Not one of the options.
    #[error("unknown option \"{0}\"")]
    Unknown(String),
    /// The option stands without its value.
    #[error("{0} needs a value")]
    NoValue(&'static str),
    /// The value is no number, or none that makes sense.
    #[error("{option}: expected a number from {least} to {most}, got \"{got}\"")]
    Number {
        /// The option.
        option: &'static str,
        /// Lowest value.
        least: u64,
        /// Highest value.
        most: u64,
        /// What was given.
        got: String,
    },
    /// No law has that name.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
}

impl EngineOptions {
    /// Most search threads.
    pub const MAX_THREADS: u64 = 256;
    /// Largest transposition table, in MiB.
    pub const MAX_HASH_MIB: u64 = 1 << 20;

    /// Reads the arguments after the program's name; `--nodes 500` and `--nodes=500` are the same.
    ///
    /// # Errors
    /// At the first argument that is no option, lacks its value or has a wrong one.
    pub fn parse<I>(arguments: I) -> Result<EngineOptions, OptionError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut options = EngineOptions::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let (name, inline) = match argument.as_ref().split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (argument.as_ref(), None),
            };
            let name = *["--rule", "--threads", "--nodes", "--depth", "--hash"]
                .iter()
                .find(|option| **option == name)
                .ok_or_else(|| OptionError::Unknown(argument.as_ref().to_owned()))?;
            let value = inline
                .or_else(|| arguments.next().map(|value| value.as_ref().to_owned()))
                .ok_or(OptionError::NoValue(name))?;
            match name {
                "--rule" => options.rule = RuleSpec::named(&value)?,
                "--threads" => {
                    options.threads = narrow(number(name, &value, 1, Self::MAX_THREADS)?);
                }
                "--nodes" => options.nodes = Some(number(name, &value, 1, u64::MAX)?),
                "--depth" => {
                    options.depth = u32::try_from(number(name, &value, 1, 1000)?).ok();
                }
                _ => {
                    options.hash_mib = Some(narrow(number(name, &value, 1, Self::MAX_HASH_MIB)?));
                }
            }
        }
        Ok(options)
    }
}

fn narrow(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn number(option: &'static str, got: &str, least: u64, most: u64) -> Result<u64, OptionError> {
    got.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| OptionError::Number {
        option,
        least,
        most,
        got: got.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_read() {
        assert_eq!(EngineOptions::parse([""; 0]).unwrap(), EngineOptions::default());
        let options = EngineOptions::parse([
            "--rule",
            "renju",
            "--threads=2",
            "--nodes",
            "500",
            "--depth",
            "9",
            "--hash",
            "16",
        ])
        .unwrap();
        assert_eq!(options.rule, RuleSpec::RENJU);
        assert_eq!((options.threads, options.nodes), (2, Some(500)));
        assert_eq!((options.depth, options.hash_mib), (Some(9), Some(16)));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |arguments: &[&str]| EngineOptions::parse(arguments).unwrap_err().to_string();
        assert_eq!(error(&["--speed"]), "unknown option \"--speed\"");
        assert_eq!(error(&["--nodes"]), "--nodes needs a value");
        assert_eq!(
            error(&["--threads", "0"]),
            "--threads: expected a number from 1 to 256, got \"0\""
        );
        assert!(error(&["--rule", "go"]).starts_with("unknown rule \"go\""));
    }
}
