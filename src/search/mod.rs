//! Floor 6: finding the move.
//!
//! [`Searcher`] deepens iteratively ([`root`]) a principal variation search: a [`node`] asks the table and the
//! solvers of threats ([`crate::threat`]), `prune` says what need not be searched, `branch` goes through the moves
//! of [`moves`] in the order of policy and `history`, `reduction` and `singular` say how deep. The
//! transposition table ([`table`]) is shared by one or more workers ([`worker`]) on a private pool. The search never
//! prints, and reads the time only through a [`crate::base::clock::Clock`].

pub mod bench;
mod branch;
mod busy;
mod correction;
mod history;
pub mod limits;
pub mod moves;
pub mod node;
mod pace;
pub mod params;
mod prune;
mod reduction;
pub mod root;
pub mod searcher;
mod singular;
mod straight_four;
pub mod table;
mod task;
mod threats;
pub mod time;
pub mod worker;

pub use limits::{Info, Limits, Observer, Outcome, Silent};
pub use searcher::Searcher;
