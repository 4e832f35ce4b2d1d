//! One question to a program, and all that it answers.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs a program to its end with this standard input.
pub(crate) fn ask_program(program: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read closes the pipe early; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}
