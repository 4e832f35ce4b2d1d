//! Floor 6: finding the move.
//!
//! [`Searcher`] runs an iterative-deepening alpha-beta ([`node`], [`root`]) over the threat-ordered
//! moves of [`moves`], with proved fours ([`crate::threat`]) at the root and at the leaves, a shared
//! transposition table ([`table`]) and one or more workers ([`worker`]) on a private pool. It never
//! prints and reads the time only through a [`crate::base::clock::Clock`].

pub mod bench;
pub mod limits;
pub mod moves;
pub mod node;
pub mod params;
pub mod root;
pub mod searcher;
pub mod table;
mod threats;
pub mod time;
pub mod worker;

pub use limits::{Info, Limits, Observer, Outcome, Silent};
pub use searcher::Searcher;
