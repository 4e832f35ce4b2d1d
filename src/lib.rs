//! Kagetsu (花月): an engine and puzzle solver for five in a row, under every law of the family.

pub mod base;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod line;
pub mod position;
pub mod protocol;
pub mod record;
pub mod rules;
pub mod search;
pub mod threat;
