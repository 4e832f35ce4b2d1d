//! The `pbrain-kagetsu` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    kagetsu::protocol::console::run_with_arguments(std::env::args().skip(1))
}
