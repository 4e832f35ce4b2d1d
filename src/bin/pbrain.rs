//! The `pbrain-kagetsu` program.

fn main() {}
