//! Floor 5: proved threats. Knows the rules and the position, nothing of evaluation or search.

pub mod certify;
pub mod check;
pub mod find;
pub mod outline;
pub mod proof;
mod quiet;
pub mod replies;
pub mod solver;
mod turns;
pub mod vcf;
pub mod vct;
pub mod verify;

pub use proof::{Proof, ProofError};
pub use vcf::{Vcf, VcfEnd, VcfFound, VcfLimit, VcfOutcome, VcfWin};
pub use verify::{Checked, Flaw, verify};
