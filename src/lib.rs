//! Kagetsu (花月): an engine and puzzle solver for five in a row, under every law of the family.
//!
//! The crate is one library with a program on top. Its modules stand on floors, and a module uses
//! only what lies below it:
//!
//! | floor | modules | what |
//! |---|---|---|
//! | 9 | [`cli`] | what is typed in a terminal |
//! | 8 | [`protocol`] | lines of text to commands and back |
//! | 8 | [`arena`] | engine against engine |
//! | 8 | [`train`] | games to fit the evaluation on, and the fit |
//! | 7 | [`engine`] | one session: commands in, events out |
//! | 6 | [`search`] | which move is best |
//! | 5 | [`eval`], [`threat`] | how good a position is; forced wins |
//! | 4 | [`position`] | the state of a game: play, undo, what every point would make |
//! | 3 | [`rules`], [`record`] | what wins and what is forbidden; positions as people write them |
//! | 2 | [`line`](mod@line) | tables of what one line holds |
//! | 1 | [`board`] | points, colours, stones |
//! | 0 | [`base`] | bits and clocks |
//!
//! Begin with [`rules::RuleSpec`], which is a law, and [`position::Position`], which is a game under
//! it. [`record::read`] takes a position in any form, [`rules::why::explain`] tells what a stone
//! would be, [`search::Searcher`] finds a move, [`threat::Vcf`] a win by fours and
//! [`threat::solver::Solver`] any forced win with its proof.
//!
//! ```
//! use kagetsu::base::clock::SystemClock;
//! use kagetsu::board::{BoardSize, notation};
//! use kagetsu::position::Position;
//! use kagetsu::rules::{RuleSpec, why};
//! use kagetsu::search::{Limits, Searcher, Silent};
//! use kagetsu::threat::{Vcf, VcfLimit, VcfOutcome};
//!
//! let (rule, size) = (RuleSpec::RENJU, BoardSize::FIFTEEN);
//! let moves = notation::parse_moves("f8f6g8h6h9j12h10k5", size)?;
//! let mut position = Position::from_moves(&rule, size, &moves)?;
//!
//! // Black may not play H8, and the explanation tells why.
//! let h8 = notation::parse_point("h8", size)?;
//! let foul = position.foul(position.to_move(), h8).expect("a double three");
//! assert_eq!(foul.name(), "double-three");
//! println!("{}", why::explain(&position.grid(), &rule, position.to_move(), h8));
//!
//! // A move after two thousand nodes, on one thread with a table of 16 MiB; then it is played.
//! let limits = Limits { nodes: Some(2_000), ..Limits::default() };
//! let clock = SystemClock::new();
//! let outcome = Searcher::new(1, 16 << 20).search(&position, &limits, &clock, &Silent);
//! let best = outcome.best.expect("the board is not full");
//! position.legality(best)?;
//! position.play(best);
//!
//! // Has white a win by fours now?
//! let limit = VcfLimit { fours: 225, nodes: 100_000 };
//! if let VcfOutcome::Win(win) = Vcf::new(1 << 16).solve(&mut position, limit, &mut |_| false) {
//!     println!("white wins by {:?}", win.line);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
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
pub mod train;
