//! A program on the other end of two pipes.
//!
//! ```text
//!  us ──lines──▶ its standard input
//!  us ◀──lines with their times── reader ◀── its standard output
//! ```
//!
//! One thread reads each of its two outputs, so that a line carries the time at which it came and nobody waits longer
//! than it wants to. A program is started as the head of a group of processes, and the whole group is killed
//! when it is done with: a shell script leaves no engine behind.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::base::clock::{Clock, SystemClock};

/// Bytes of a line that are kept.
const LONGEST_LINE: u64 = 1 << 14;
/// Lines that may wait to be heard; a program that says more has to wait itself.
const LINES_AHEAD: usize = 256;
/// Bytes of the standard error's end that are kept.
const COMPLAINT: usize = 1 << 10;
/// How often somebody who waits for a line looks whether the match is to be stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a program may take to leave when its input has ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// A line that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says, without its end.
    pub text: String,
    /// When it came, by [`Process::now`].
    pub at: Duration,
}

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(Line),
    /// Nothing until the time was up.
    Nothing,
    /// The program has closed its output: it has left, or crashed.
    Closed,
    /// The match is to be stopped.
    Stopped,
}

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    complaint: Arc<Mutex<Vec<u8>>>,
    clock: SystemClock,
    ended: bool,
}

impl Process {
    /// Starts a program: its path or name, then its arguments.
    ///
    /// A path is looked up from the present folder, and if nothing is there from `dir`, in which the program is started.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &[String], dir: Option<&Path>) -> io::Result<Process> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command"))?;
        let mut command = Command::new(absolute(program));
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let clock = SystemClock::new();
        let (sender, lines) = sync_channel(LINES_AHEAD);
        let complaint = Arc::new(Mutex::new(Vec::new()));
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process =
            Process { child, input, lines, complaint: Arc::clone(&complaint), clock, ended: false };
        if let Some(output) = output {
            reader(move || read_lines(output, clock, &sender))?;
        }
        if let Some(errors) = errors {
            reader(move || read_complaints(errors, &complaint))?;
        }
        Ok(process)
    }

    /// The time, from the start of the program.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Sends text that ends with a line's end.
    ///
    /// # Errors
    /// When the program has left.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let input = self.input.as_mut().ok_or_else(gone)?;
        input.write_all(text.as_bytes())?;
        input.flush()
    }

    /// Waits for the next line until the clock shows `until`.
    #[must_use]
    pub fn hear(&self, until: Duration, stop: &AtomicBool) -> Heard {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Heard::Stopped;
            }
            let left = until.saturating_sub(self.now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Heard::Closed,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The last line it wrote on standard error, if any.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let bytes = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&bytes);
        text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }

    /// Says `farewell`, closes its input, gives it a second to leave and then kills it.
    pub fn end(mut self, farewell: &str) {
        let _ = self.send(farewell);
        self.input = None;
        // Nobody listens any more.
        self.lines = sync_channel(0).1;
        self.leave();
    }

    /// Waits a second for a program that is about to leave. Tells how it ended, where it did so by itself; what is left
    /// of it is killed.
    pub fn leave(&mut self) -> Option<String> {
        let until = self.now() + FAREWELL;
        while !self.has_left() && self.now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        let by_itself = self.has_left();
        self.kill().filter(|_| by_itself)
    }

    /// Whether it has left. It is not buried by looking: until then its number is given to nobody else.
    #[cfg(unix)]
    fn has_left(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.ended || !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), how), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_left(&mut self) -> bool {
        self.ended || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills it with all that it has started, and waits until it is gone. Tells how it ended, the first time.
    pub fn kill(&mut self) -> Option<String> {
        if self.ended {
            return None;
        }
        self.ended = true;
        self.input = None;
        #[cfg(unix)]
        {
            let group = rustix::process::Pid::from_child(&self.child);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.child.kill();
        self.child.wait().ok().map(|status| status.to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A path as it is seen from every folder; a bare name stays one.
fn absolute(program: &str) -> PathBuf {
    let path = Path::new(program);
    let is_path = path.components().count() > 1;
    match std::path::absolute(path) {
        Ok(whole) if is_path && path.exists() => whole,
        _ => path.to_owned(),
    }
}

fn reader(body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("engine output".to_owned()).stack_size(1 << 17).spawn(body)?;
    Ok(())
}

fn read_lines(output: impl Read, clock: SystemClock, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        }
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if sender.send(Line { text, at: clock.now() }).is_err() {
            return;
        }
    }
}

fn read_complaints(mut errors: impl Read, complaint: &Mutex<Vec<u8>>) {
    let mut chunk = [0; COMPLAINT];
    loop {
        match errors.read(&mut chunk) {
            Ok(0) => return,
            Ok(n) => {
                let mut kept = complaint.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(chunk.get(..n).unwrap_or_default());
                let surplus = kept.len().saturating_sub(COMPLAINT);
                kept.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&["sh", "-c", script].map(str::to_owned), None).unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    fn line(process: &Process) -> Option<String> {
        match process.hear(process.now() + LONG, &AtomicBool::new(false)) {
            Heard::Line(line) => Some(line.text),
            _ => None,
        }
    }

    #[test]
    fn what_is_sent_is_answered() {
        let mut cat = shell("cat");
        cat.send("one\ntwo\r\n").unwrap();
        assert_eq!([line(&cat), line(&cat)], ["one", "two"].map(|s| Some(s.to_owned())));
        let nothing = cat.hear(Duration::ZERO, &AtomicBool::new(false));
        assert_eq!(nothing, Heard::Nothing);
        assert_eq!(cat.hear(LONG, &AtomicBool::new(true)), Heard::Stopped);
        assert_eq!(cat.kill(), Some("signal: 9 (SIGKILL)".to_owned()));
        // A program that another thread is just starting may hold the pipe a moment longer.
        while cat.send("three\n").is_ok() {
            thread::yield_now();
        }
    }

    #[test]
    fn a_program_that_leaves_is_noticed_with_its_last_words() {
        let mut gone = shell("echo last; echo some words >&2; echo >&2; exit 3");
        assert_eq!(line(&gone), Some("last".to_owned()));
        assert_eq!(gone.hear(gone.now() + LONG, &AtomicBool::new(false)), Heard::Closed);
        // The two outputs are read by two threads.
        while gone.complaint().is_none() {
            thread::yield_now();
        }
        assert_eq!(gone.complaint().as_deref(), Some("some words"));
        assert!(gone.kill().is_some());
        assert!(Process::start(&["/no/such/program".to_owned()], None).is_err());
        assert!(Process::start(&[], None).is_err());
    }

    /// The shell waits for a child of its own, which goes with it.
    #[test]
    fn grandchildren_go_too() {
        let process = shell("sleep 1000 & echo $!; wait");
        let grandchild = line(&process).unwrap();
        drop(process);
        // It has been killed; who inherits it may take a moment to bury it.
        let stat = format!("/proc/{grandchild}/stat");
        let lives = || {
            std::fs::read_to_string(&stat).is_ok_and(|s| !s.contains(") Z") && s.contains("sleep"))
        };
        for _ in 0..1_000 {
            if !lives() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("{grandchild} is left");
    }

    #[test]
    fn endless_lines_do_not_fill_the_memory() {
        let process = shell("yes | tr -d '\\n'");
        assert_eq!(line(&process).unwrap().len() as u64, LONGEST_LINE);
        process.end("END\n");
    }
}
