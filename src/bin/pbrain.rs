//! The `pbrain-kagetsu` program: the same, under the name that Piskvork wants.

use std::process::ExitCode;

fn main() -> ExitCode {
    kagetsu::cli::main()
}
