//! Wins by fours with a certificate that the checker has passed.

use kagetsu::position::Position;
use kagetsu::threat::certify::nodes_of;
use kagetsu::threat::proof::Start;
use kagetsu::threat::{Proof, Vcf, VcfLimit, VcfOutcome, verify};
/// Whether the side to move wins by fours, with a certificate that is checked.
pub(crate) fn is_proved_won(position: &Position) -> bool {
    let limit = VcfLimit { fours: 100, nodes: 1_000_000 };
    let mut vcf = Vcf::new(1 << 12);
    let VcfOutcome::Win(win) = vcf.solve(&mut position.clone(), limit, &mut |_| false) else {
        return false;
    };
    let nodes = nodes_of(&mut vcf, position, &win, limit, &mut |_| false).unwrap();
    let start = Start::Stones { stones: position.colored_stones(), to_move: position.to_move() };
    let proof = Proof { rule: position.rule().clone(), size: position.size(), start, nodes };
    verify(&proof).is_ok()
}
