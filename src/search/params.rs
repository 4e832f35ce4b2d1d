//! Every number that the search was given by hand, with its unit.

use crate::line::class::CLASSES;

/// The deepest ply of a line; beyond it a position is only evaluated.
pub const MAX_PLY: usize = 128;
/// The deepest iteration.
pub const MAX_DEPTH: u32 = 64;

/// Candidate moves lie within so many king's steps of a stone.
pub const CANDIDATE_RADIUS: u32 = 2;

/// Nodes of the search for fours at the root, before the first iteration.
pub const ROOT_VCF_NODES: u64 = 60_000;
/// Longest line of fours at the root.
pub const ROOT_VCF_FOURS: u16 = 60;
/// Nodes of the search for threats at the root, for each side: positions visited and fours tried.
pub const ROOT_VCT_NODES: u64 = 60_000;
/// Bytes of its tables at most.
pub const ROOT_VCT_BYTES: usize = 4 << 20;
/// Largest certificate of the opponent's win, in nodes, that is tried against each of our moves.
pub const ROOT_VCT_PROOF: usize = 400;
/// Nodes of the search for fours at a leaf.
pub const LEAF_VCF_NODES: u64 = 64;
/// Longest line of fours at a leaf.
pub const LEAF_VCF_FOURS: u16 = 12;
/// Nodes of the search for fours at an inner node, for each ply of depth.
pub const NODE_VCF_NODES: u64 = 40;
/// Entries of a worker's table of positions without a win by fours.
pub const VCF_TABLE_ENTRIES: usize = 1 << 15;

/// A node is cut off when its value is above beta by this much for each ply of depth, in centi-score.
pub const REVERSE_FUTILITY_MARGIN: i32 = 90;
/// Deepest node that is cut off so, in plies.
pub const REVERSE_FUTILITY_DEPTH: i32 = 4;
/// Quiet moves are left out when the value is below alpha by this much for each ply, in centi-score.
pub const FUTILITY_MARGIN: i32 = 110;
/// Deepest node at which quiet moves are left out, in plies.
pub const FUTILITY_DEPTH: i32 = 3;
/// Moves that are always looked at before late ones are left out, at depth 1.
pub const LATE_MOVES: usize = 8;
/// First move (from 0) that is searched with a reduced depth.
pub const REDUCED_FROM: usize = 3;
/// Half width of the window around the score of the last iteration, in centi-score.
pub const ASPIRATION: i32 = 60;

/// Ordering value of a point by what the side to move makes there (see [`crate::line::Class`]).
pub const ORDER_OWN: [i32; CLASSES] =
    [0, 4, 20, 50, 40, 90, 160, 260, 700, 130, 240, 2_000, 4_000, 6_000, 9_000, 0];
/// Ordering value of a point by what the opponent would make there.
pub const ORDER_ENEMY: [i32; CLASSES] =
    [0, 3, 16, 40, 30, 70, 120, 200, 500, 90, 170, 1_400, 2_500, 3_500, 8_000, 0];
/// Ordering value of a killer move.
pub const ORDER_KILLER: i32 = 300;
/// The largest history value of a move.
pub const HISTORY_MOST: i32 = 800;
