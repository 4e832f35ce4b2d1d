//! The `kagetsu` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    kagetsu::cli::main()
}
