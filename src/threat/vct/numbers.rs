//! Proof and disproof numbers, and how a node's follow from its children's.

use super::lists::Child;

/// Larger than every finite proof or disproof number.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// How hard a node is to prove and to disprove, each 0…[`INFINITE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Leaves that must at least be proved for a proof; 0 when proved.
    pub(super) proof: u32,
    /// Leaves that must at least be disproved for a disproof; 0 when disproved.
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// Before anything is known.
    pub(super) const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    pub(super) const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    pub(super) fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproved(self) -> bool {
        self.disproof == 0
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_settled(self) -> bool {
        self.is_proved() || self.is_disproved()
    }
}

/// The bounds up to which a node is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Bounds {
    /// Until the node is settled.
    pub(super) const NONE: Bounds = Bounds { proof: INFINITE, disproof: INFINITE };

    /// Whether numbers have reached a bound.
    pub(super) fn reached(self, numbers: Numbers) -> bool {
        numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }
}

/// What a node's children make of it.
pub(super) struct Sum {
    pub(super) numbers: Numbers,
    /// The child that is easiest to settle; none where the node is settled.
    pub(super) best: Option<usize>,
    /// The second smallest of the numbers by which the best child was chosen.
    pub(super) second: u32,
}

/// Open moves that are loud count this much more than quiet ones.
const LOUD: u32 = 4;

/// An attacker's node: proved with one child, disproved with all. The disproof number is not the sum:
/// most of the quiet moves are no threats and fall at the first look, so they count little.
pub(super) fn any(children: &[Child]) -> Sum {
    let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
    let (mut proof, mut disproof, mut open) = (INFINITE, 0, 0u32);
    for (i, child) in children.iter().enumerate() {
        let numbers = child.numbers;
        proof = proof.min(numbers.proof);
        disproof = disproof.max(numbers.disproof);
        if !numbers.is_disproved() {
            open += if child.quiet { 1 } else { LOUD };
        }
        let seen = numbers.proof.saturating_add(child.busy);
        if numbers.is_proved() {
            return Sum { numbers: Numbers::PROVED, best: None, second };
        }
        if !numbers.is_disproved() && seen < first {
            (best, second, first) = (Some(i), first, seen);
        } else {
            second = second.min(seen);
        }
    }
    if disproof == 0 {
        return Sum { numbers: Numbers::DISPROVED, best: None, second };
    }
    let disproof = disproof.saturating_add(open.saturating_sub(1) / LOUD).min(INFINITE - 1);
    Sum { numbers: Numbers { proof, disproof }, best, second }
}

/// A defender's node: proved with all children, disproved with one. The replies to a threat are often met by the
/// same moves, so that the proof number is less than the sum.
pub(super) fn all(children: &[Child]) -> Sum {
    let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
    let (mut disproof, mut proof, mut hardest) = (INFINITE, 0u32, 0);
    for (i, child) in children.iter().enumerate() {
        let numbers = child.numbers;
        disproof = disproof.min(numbers.disproof);
        proof = proof.saturating_add(numbers.proof);
        hardest = hardest.max(numbers.proof);
        let seen = numbers.disproof.saturating_add(child.busy);
        if numbers.is_disproved() {
            return Sum { numbers: Numbers::DISPROVED, best: None, second };
        }
        if !numbers.is_proved() && seen < first {
            (best, second, first) = (Some(i), first, seen);
        } else {
            second = second.min(seen);
        }
    }
    if proof == 0 {
        return Sum { numbers: Numbers::PROVED, best: None, second };
    }
    let proof = hardest.saturating_add((proof - hardest) / 4 * 3 + (proof - hardest) % 4 * 3 / 4);
    Sum { numbers: Numbers { proof: proof.min(INFINITE - 1), disproof }, best, second }
}

/// The bound for the best child: a little beyond the second best, so that the search does not go back
/// and forth between the two.
pub(super) fn beyond(second: u32) -> u32 {
    second.saturating_add(1 + second / 2).min(INFINITE)
}

/// What a bound on a sum leaves for one of its parts.
pub(super) fn rest(bound: u32, sum: u32, part: u32) -> u32 {
    if bound >= INFINITE { INFINITE } else { (bound.saturating_sub(sum) + part).min(INFINITE) }
}
