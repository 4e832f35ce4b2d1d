//! Floor 3: what wins, what is forbidden, how a game ends.

pub mod dead_board;
pub mod forbidden;
pub mod law;
pub mod reference;
pub mod verdict;
pub mod why;

pub use law::{
    Area, CaptureLaw, FiveLaw, FoulClaim, Fouls, PassLaw, Placement, RuleSpec, StoneLimit,
};
pub use verdict::{DrawBy, Ending, Foul, Illegal, WinBy};
