//! Replays every transcript of `protocols/`, in process and over real pipes, and checks that the
//! parser, the list of commands, their description and the transcripts tell of the same commands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use kagetsu::base::clock::ManualClock;
use kagetsu::engine::{EngineOptions, Signals};
use kagetsu::protocol::gomocup::{COMMANDS, INFO_KEYS};
use kagetsu::search::Searcher;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

#[path = "support/child.rs"]
mod child;
#[path = "support/conversation.rs"]
mod conversation;
#[path = "support/mirror.rs"]
mod mirror;
#[path = "support/transcript.rs"]
mod transcript;

use child::{Engine, Silence};
use conversation::Conversation;
use mirror::Mirror;
use transcript::{Action, Step, Transcript, matches};

/// How long any answer may take that no transcript sets a time for. Only against hanging.
const PATIENCE: Duration = Duration::from_secs(30);
/// What a busy machine may add to a time that a transcript sets.
const SLACK: Duration = Duration::from_millis(1500);

fn protocols() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocols")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(self::files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Every transcript, or what is wrong with it.
fn transcripts() -> Vec<Result<Transcript, String>> {
    let root = protocols();
    let name = |path: &Path| path.strip_prefix(&root).unwrap_or(path).display().to_string();
    let mut all = Vec::new();
    for path in files(&root.join("transcripts"), "txt") {
        all.push(Transcript::parse(&name(&path), &read(&path), 1));
    }
    for path in files(&root, "md") {
        match Transcript::from_markdown(&name(&path), &read(&path)) {
            Ok(found) => all.extend(found.into_iter().map(Ok)),
            Err(error) => all.push(Err(error)),
        }
    }
    all
}

/// What the two ways of replaying have in common.
struct Replay<'a> {
    transcript: &'a Transcript,
    mirror: Mirror,
    skip: Vec<String>,
}

impl<'a> Replay<'a> {
    fn new(transcript: &'a Transcript) -> Result<(Self, EngineOptions), String> {
        let options = EngineOptions::parse(&transcript.engine).map_err(|e| e.to_string())?;
        let mirror = Mirror::new(options.rule.clone());
        Ok((Replay { transcript, mirror, skip: Vec::new() }, options))
    }

    fn fail<T>(&self, step: &Step, why: impl std::fmt::Display) -> Result<T, String> {
        Err(format!("{} line {}: {why}", self.transcript.name, step.line))
    }

    /// Whether the line may be passed over.
    fn skips(&self, line: &str) -> bool {
        self.skip.iter().any(|word| line.split(' ').next() == Some(word))
    }

    /// Checks an answer.
    fn check(&mut self, step: &Step, line: &str) -> Result<(), String> {
        let Action::Expect(alternatives, _) = &step.action else { return Ok(()) };
        self.skip.clear();
        let size = self.mirror.next_size();
        match alternatives.iter().find_map(|pattern| matches(pattern, line, size)) {
            None => self.fail(step, format!("unexpected answer \"{line}\"")),
            Some(_) if ["MESSAGE ", "DEBUG "].iter().any(|word| line.starts_with(word)) => Ok(()),
            Some(points) => match self.mirror.answered(line, &points) {
                Ok(()) => Ok(()),
                Err(why) => self.fail(step, format!("\"{line}\": {why}")),
            },
        }
    }
}

fn replay_in_process(transcript: &Transcript) -> Result<(), String> {
    let (mut replay, options) = Replay::new(transcript)?;
    let clock = ManualClock::new();
    let signals = Arc::new(Signals::new());
    let player = Searcher::new(1, 1 << 20);
    let mut engine = Conversation::new(&options, player, &clock, &signals);
    for step in &transcript.steps {
        match &step.action {
            Action::Send(bytes) => {
                replay.mirror.sent(bytes);
                engine.send(bytes);
            }
            Action::Close => engine.close(),
            Action::Skip(words) => replay.skip.extend(words.clone()),
            Action::Expect(..) => loop {
                match engine.line() {
                    Some(line) if replay.skips(&line) => {}
                    Some(line) => break replay.check(step, &line)?,
                    None => return replay.fail(step, "no answer"),
                }
            },
            Action::Nothing(_) => {
                if let Some(line) = engine.line_without_thinking() {
                    return replay.fail(step, format!("unexpected line \"{line}\""));
                }
            }
            Action::Exit(..) => {
                while let Some(line) = engine.line() {
                    if !replay.skips(&line) {
                        return replay.fail(step, format!("unexpected line \"{line}\""));
                    }
                }
                if !engine.has_left {
                    return replay.fail(step, "the session goes on");
                }
            }
        }
    }
    Ok(())
}

/// As the official judge and Piskvork send it: every line ends with CR LF.
fn with_cr(bytes: &[u8]) -> Vec<u8> {
    match bytes {
        [text @ .., b'\n'] if !text.ends_with(b"\r") => [text, b"\r\n"].concat(),
        _ => bytes.to_vec(),
    }
}

fn replay_over_pipes(transcript: &Transcript) -> Result<(), String> {
    let (mut replay, _) = Replay::new(transcript)?;
    let mut engine = Engine::start(&transcript.engine);
    let mut sent_at = engine.now();
    for step in &transcript.steps {
        match &step.action {
            Action::Send(bytes) => {
                replay.mirror.sent(bytes);
                sent_at = engine.now();
                engine.send(&with_cr(bytes));
            }
            Action::Close => engine.close(),
            Action::Skip(words) => replay.skip.extend(words.clone()),
            Action::Expect(_, within) => {
                let limit = within.map(|ms| Duration::from_millis(ms) + SLACK);
                loop {
                    match engine.line_within(limit.unwrap_or(PATIENCE)) {
                        Ok(line) if replay.skips(&line) => {}
                        Ok(line) => break replay.check(step, &line)?,
                        Err(silence) => return replay.fail(step, format!("{silence:?}")),
                    }
                }
                let took = engine.now().saturating_sub(sent_at);
                if limit.is_some_and(|limit| took > limit) {
                    return replay.fail(step, format!("the answer took {took:?}"));
                }
            }
            Action::Nothing(ms) => match engine.line_within(Duration::from_millis(*ms)) {
                Err(Silence::Timeout) => {}
                other => return replay.fail(step, format!("expected silence, got {other:?}")),
            },
            Action::Exit(code, ms) => {
                let Some((found, errors)) = engine.exit_within(Duration::from_millis(*ms) + SLACK)
                else {
                    return replay.fail(step, "the engine does not leave");
                };
                while let Ok(line) = engine.line_within(PATIENCE) {
                    if !replay.skips(&line) {
                        return replay.fail(step, format!("unexpected line \"{line}\""));
                    }
                }
                if found != Some(*code) {
                    return replay.fail(step, format!("exit code {found:?}, not {code}"));
                }
                if !errors.is_empty() {
                    return replay.fail(step, format!("on standard error: {errors}"));
                }
            }
        }
    }
    Ok(())
}

/// `protocols/commands.toml`.
#[derive(Deserialize)]
struct CommandList {
    command: Vec<CommandEntry>,
    info: Vec<InfoEntry>,
}

#[derive(Deserialize)]
struct CommandEntry {
    dialect: String,
    name: String,
    since: String,
    answer: String,
}

#[derive(Deserialize)]
struct InfoEntry {
    dialect: String,
    key: String,
    since: String,
    unit: String,
}

fn sets_are_equal(what: &str, a: &BTreeSet<String>, b: &BTreeSet<String>) -> Result<(), Failed> {
    let (only_a, only_b): (Vec<_>, Vec<_>) = (a.difference(b).collect(), b.difference(a).collect());
    if only_a.is_empty() && only_b.is_empty() {
        Ok(())
    } else {
        Err(format!("{what}: only in the parser {only_a:?}, only there {only_b:?}").into())
    }
}

/// The parser's commands are exactly those of the list, of the description and of the transcripts.
fn the_same_commands_everywhere() -> Result<(), Failed> {
    let of = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    let (commands, keys) = (of(&COMMANDS), of(&INFO_KEYS));

    let list: CommandList = toml::from_str(&read(&protocols().join("commands.toml")))?;
    let kinds = ["ok", "move", "opening", "text", "none"];
    for entry in &list.command {
        if !kinds.contains(&entry.answer.as_str()) || entry.since.is_empty() {
            return Err(format!("commands.toml: {} {}", entry.name, entry.answer).into());
        }
    }
    if list.info.iter().any(|entry| entry.since.is_empty() || entry.unit.is_empty()) {
        return Err("commands.toml: an INFO key without unit or version".into());
    }
    let gomocup = list.command.iter().filter(|entry| entry.dialect == "gomocup");
    sets_are_equal("commands.toml", &commands, &gomocup.map(|entry| entry.name.clone()).collect())?;
    let gomocup = list.info.iter().filter(|entry| entry.dialect == "gomocup");
    sets_are_equal("commands.toml INFO", &keys, &gomocup.map(|entry| entry.key.clone()).collect())?;

    let description = read(&protocols().join("gomocup.md"));
    let headings: BTreeSet<String> = description
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .flat_map(|heading| heading.split('`').skip(1).step_by(2))
        .filter_map(|command| command.split(' ').next().map(str::to_owned))
        .collect();
    sets_are_equal("gomocup.md", &commands, &headings)?;
    let described: BTreeSet<String> = description
        .lines()
        .filter_map(|line| line.strip_prefix("| `INFO "))
        .filter_map(|line| line.split('`').next().map(str::to_owned))
        .collect();
    sets_are_equal("gomocup.md INFO", &keys, &described)?;

    let mut sent = BTreeSet::new();
    let mut sent_keys = BTreeSet::new();
    for transcript in transcripts().into_iter().flatten() {
        for step in &transcript.steps {
            let Action::Send(bytes) = &step.action else { continue };
            let text = String::from_utf8_lossy(bytes).to_string();
            let mut words = text.split_whitespace();
            let word = words.next().unwrap_or_default().to_uppercase();
            if word == "INFO" {
                sent_keys.extend(words.next().map(str::to_lowercase));
            }
            sent.insert(word);
        }
    }
    match commands.difference(&sent).chain(keys.difference(&sent_keys)).next() {
        Some(name) => Err(format!("{name} is in no transcript").into()),
        None => Ok(()),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials =
        vec![Trial::test("the_same_commands_everywhere", the_same_commands_everywhere)];
    for transcript in transcripts() {
        match transcript {
            Err(error) => {
                let name = error.split(' ').next().unwrap_or("transcript").to_owned();
                trials.push(Trial::test(name, move || Err(error.into())));
            }
            Ok(transcript) => {
                let transcript = Arc::new(transcript);
                let (here, name) = (Arc::clone(&transcript), transcript.name.clone());
                if !transcript.pipes_only {
                    trials.push(Trial::test(format!("in process: {name}"), move || {
                        replay_in_process(&here).map_err(Failed::from)
                    }));
                }
                trials.push(Trial::test(format!("over pipes: {name}"), move || {
                    replay_over_pipes(&transcript).map_err(Failed::from)
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
