//! The `kagetsu` program.

fn main() {}
