//! The certificates of the wins by threats that are found in positions.

use kagetsu::position::Position;
use kagetsu::threat::Proof;
use kagetsu::threat::proof::Start;
use kagetsu::threat::vct::{Budget, Vct, VctLimit, VctOutcome};

/// A limit of nodes and nothing else.
pub(crate) fn within(nodes: u64) -> VctLimit {
    VctLimit { nodes, budget: Budget::UNLIMITED }
}

/// The certificate of a win by threats, if one is found.
pub(crate) fn proof_of(vct: &mut Vct, position: &mut Position, nodes: u64) -> Option<Proof> {
    vct.clear();
    match vct.solve(position, within(nodes), 1, &|| false) {
        VctOutcome::Win => certificate(vct, position),
        VctOutcome::NoWin | VctOutcome::Unknown => None,
    }
}

/// The certificate of the win that was just found.
///
/// # Panics
/// Where the win cannot be shown. Where stones are captured the search may err: there a win counts only
/// once it is shown.
pub(crate) fn certificate(vct: &mut Vct, position: &mut Position) -> Option<Proof> {
    let nodes = vct.certify(position, within(u64::MAX), &|| false);
    if nodes.is_none() && position.rule().captures.is_some() {
        return None;
    }
    let nodes = nodes.unwrap_or_else(|| panic!("a win that cannot be shown\n{position:?}"));
    let (rule, size) = (position.rule().clone(), position.size());
    let start = if position.moves().len() == position.ply() {
        Start::Moves(position.moves())
    } else {
        Start::Stones { stones: position.colored_stones(), to_move: position.to_move() }
    };
    Some(Proof { rule, size, start, nodes })
}
