//! Winning by continuous threats.
//!
//! ```text
//! attacker   a four, or a threat: a stone after which, if the defender passes, a win by fours follows
//! defender   anything; what lies outside the zone of that win and makes no four loses to that win
//! ```
//!
//! The tree is searched by depth-first proof-number search (df-pn, Nagai 2002): each node carries the
//! number of leaves that must still be proved and disproved, and the search always goes where the least is
//! missing. Stones only ever come to the board, so no position comes back and a node's numbers do not
//! depend on the path that led to it. Which replies must be searched is settled by `zone`, an argument,
//! and not by a list of shapes.

mod budget;
mod certify;
mod lists;
mod moves;
mod numbers;
mod search;
mod shared;
mod solve;
mod table;
mod threats;
pub(crate) mod zone;

pub use budget::Budget;
pub use shared::Stop;
pub use solve::{Vct, VctLimit, VctOutcome};
