//! Floor 5: proved threats. Knows the rules and the position, nothing of evaluation or search.

pub mod replies;
pub mod vcf;

pub use vcf::{Vcf, VcfEnd, VcfLimit, VcfOutcome, VcfWin};
