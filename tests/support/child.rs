//! The real program over real pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use kagetsu::base::clock::{Clock, SystemClock};

/// What a running engine has to say.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<Vec<u8>>,
    clock: SystemClock,
}

/// Why no line came.
#[derive(Debug, PartialEq)]
pub(crate) enum Silence {
    /// The time was up.
    Timeout,
    /// The engine has closed its output.
    Closed,
}

impl Engine {
    /// Starts the engine.
    pub(crate) fn start(arguments: &[String]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let mut errors = child.stderr.take().expect("a pipe");
        let (line_sender, lines) = channel();
        let (complaint_sender, complaints) = channel();
        let threads = std::thread::Builder::new();
        threads
            .spawn(move || {
                for line in BufReader::new(output).lines() {
                    let Ok(line) = line else { return };
                    if line_sender.send(line).is_err() {
                        return;
                    }
                }
            })
            .expect("a thread");
        std::thread::Builder::new()
            .spawn(move || {
                let mut bytes = Vec::new();
                let _ = errors.read_to_end(&mut bytes);
                let _ = complaint_sender.send(bytes);
            })
            .expect("a thread");
        Engine { child, input, lines, complaints, clock: SystemClock::new() }
    }

    /// Time since the start.
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Sends bytes. An engine that has left takes none.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Closes its input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// The next line.
    pub(crate) fn line_within(&self, time: Duration) -> Result<String, Silence> {
        self.lines.recv_timeout(time).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Timeout,
            RecvTimeoutError::Disconnected => Silence::Closed,
        })
    }

    /// The exit code, once the engine has left, and what it wrote on standard error.
    pub(crate) fn exit_within(&mut self, time: Duration) -> Option<(Option<i32>, String)> {
        let deadline = self.now() + time;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                let errors = self.complaints.recv_timeout(Duration::from_secs(10));
                let errors = errors.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                return Some((status.code(), errors.unwrap_or_default()));
            }
            if self.now() > deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
