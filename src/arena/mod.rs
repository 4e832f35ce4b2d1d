//! Floor 8: engine against engine.
//!
//! A [`runner::Match`] plays the games of a [`schedule`] between engines that are described by a [`spec`] and run as
//! [`process`]es: each is a [`player`] at the table of a [`referee`]. [`openings`] says where games begin, a
//! [`record`] what happened in one, a [`tally`] what it counts for and a [`report`] what it all comes to.
//!
//! [`Pairs`] counts results, [`elo`] says how strong they make an engine look, and [`sprt`] when enough games were
//! played.

pub mod elo;
pub mod export;
pub mod messages;
pub mod openings;
pub mod pairs;
pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod sprt;
pub mod tally;

pub use elo::Estimate;
pub use pairs::Pairs;
pub use sprt::{Sprt, Verdict};
