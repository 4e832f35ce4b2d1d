//! Every number that the search was given by hand: name, value, range, unit.
//!
//! In a usual build a parameter is a constant. With the feature `tuning` the environment variable
//! `KAGETSU_PARAMS` can set any of them for an experiment: `futility_margin=90,late_base=4`, or with colons.

/// The deepest ply of a line; beyond it a position is only evaluated.
pub const MAX_PLY: usize = 128;
/// The deepest iteration.
pub const MAX_DEPTH: u32 = 64;

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $least:literal..=$most:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tuning"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 {
                const { assert!($least <= $value && $value <= $most) };
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tuning")]
            pub(crate) fn $name() -> i32 {
                static VALUE: once_cell::sync::Lazy<i32> =
                    once_cell::sync::Lazy::new(|| tuned(stringify!($name), $value, $least, $most));
                *VALUE
            }
        )*
    };
}

/// The value that `KAGETSU_PARAMS` gives to a parameter, within its range; else the usual one.
#[cfg(feature = "tuning")]
fn tuned(name: &str, usual: i32, least: i32, most: i32) -> i32 {
    std::env::var("KAGETSU_PARAMS")
        .ok()
        .and_then(|all| {
            all.split([',', ':'])
                .find_map(|one| one.split_once('=').filter(|(n, _)| *n == name)?.1.parse().ok())
        })
        .map_or(usual, |value: i32| value.clamp(least, most))
}

params! {
    /// Candidate moves lie within so many king's steps of a stone.
    candidate_radius = 2, 1..=5;

    /// Nodes of the search for fours at the root, before the first iteration.
    root_vcf_nodes = 60_000, 0..=1_000_000;
    /// Longest line of fours at the root.
    root_vcf_fours = 60, 1..=200;
    /// Nodes of the search for threats at the root, for each side: positions visited and fours tried.
    root_vct_nodes = 60_000, 0..=1_000_000;
    /// Largest certificate of the opponent's win, in nodes, that is tried against each of our moves.
    root_vct_proof = 400, 0..=10_000;
    /// Nodes of a search for fours inside the tree, for each point that makes a four and more.
    vcf_nodes = 5, 0..=10_000;
    /// The most of them.
    vcf_most_nodes = 123, 0..=10_000;
    /// Longest line of such fours.
    vcf_fours = 12, 1..=200;
    /// Shallowest node that looks for the opponent's win by fours after a pass, in plies.
    threat_depth = 5, 1..=100;

    /// Shallowest node that looks for a win by threats, in plies.
    node_vct_depth = 8, 1..=100;
    /// Points where the side to move would make more than a three, up to which it does not look.
    node_vct_points = 1, 0..=20;
    /// Nodes of that search, for each further such point and each ply of depth: positions visited and fours tried.
    node_vct_nodes = 5, 0..=1_000;
    /// The most for each ply of depth.
    node_vct_most = 115, 0..=10_000;

    /// How much of what the search has taught about values like it is added to a value, in 16ths.
    correction_weight = 37, 0..=64;
    /// How fast it is learned: part of the new difference for each ply of depth, in 1024ths.
    correction_rate = 5, 1..=64;

    /// Deepest node that is cut off because its value is far above beta, in plies.
    reverse_futility_depth = 9, 0..=20;
    /// How far above, for each ply, in centi-score.
    reverse_futility_margin = 46, 0..=1_000;
    /// Deepest node that is given up because its value is far below alpha, in plies.
    razor_depth = 5, 0..=20;
    /// How far below at depth 0, in centi-score.
    razor_base = 101, 0..=5_000;
    /// How far below for each ply, in centi-score.
    razor_margin = 411, 0..=5_000;

    /// Deepest node at which late moves are left out, in plies.
    late_depth = 17, 0..=20;
    /// Moves that are looked at before late ones are left out, at any depth.
    late_base = 1, 0..=100;
    /// And so many 16ths for each ply squared.
    late_square = 7, 0..=1_000;
    /// So many times more moves before late ones that make or stop a threat are left out too.
    late_sharp = 3, 1..=100;

    /// Deepest node at which quiet moves with a bad history are left out, in plies.
    history_depth = 2, 0..=20;
    /// How bad, for each ply.
    history_margin = 4_400, 0..=60_000;

    /// Deepest node at which moves that make or stop a threat are left out by the value, in plies.
    sharp_depth = 2, 0..=20;
    /// When the value is below alpha by this much, in centi-score.
    sharp_base = 143, 0..=5_000;
    /// And by that much for each ply.
    sharp_margin = 220, 0..=5_000;
    /// Deepest node at which quiet moves are left out that the order thinks far worse than the first, in plies.
    gap_depth = 6, 0..=20;
    /// How much worse, in centi-nats.
    gap_base = 199, 0..=5_000;
    /// And that much for each ply.
    gap_margin = 189, 0..=5_000;

    /// Reduction of any late move, in 1024ths of a ply.
    reduction_base = 1_619, -2_000..=4_000;
    /// Reduction by the product of the binary logarithms of depth and move number, in 1024ths of a ply.
    reduction_slope = 793, 0..=2_000;
    /// Less reduction in a node of the best line, in 1024ths of a ply.
    reduction_pv = 1_300, 0..=4_000;
    /// More reduction where a cut-off is expected, in 1024ths of a ply.
    reduction_cut = 547, 0..=4_000;
    /// More reduction where the value is not rising, in 1024ths of a ply.
    reduction_worse = 14, 0..=4_000;
    /// Less reduction for a move that makes or stops a threat, in 1024ths of a ply.
    reduction_sharp = 950, 0..=9_000;
    /// Less reduction for an answer to a threat, in 1024ths of a ply.
    reduction_demanded = 2_500, 0..=9_000;
    /// More reduction once a move was better than alpha, in 1024ths of a ply.
    reduction_raised = 75, 0..=4_000;
    /// More reduction where nodes like the one to come were often cut off, in 1024ths of a ply.
    reduction_cuts = 870, 0..=4_000;
    /// History that reduces one ply less.
    reduction_history = 1_368, 500..=60_000;
    /// Shallowest node that is searched one ply less deep because the table knows no move, in plies.
    internal_depth = 4, 1..=100;

    /// Shallowest node whose moves several workers share out between them, in plies.
    shared_depth = 2, 1..=100;

    /// Shallowest node in which the table's move is tried for being the only good one, in plies.
    singular_depth = 7, 1..=100;
    /// How far below the table's score the others must stay, for each ply, in 16ths of a centi-score.
    singular_margin = 6, 0..=1_000;
    /// Extension by two plies when they stay that far below once more, in centi-score.
    singular_double = 115, 0..=2_000;

    /// Half width of the window around the score of the last iteration, in centi-score.
    aspiration = 26, 1..=5_000;

    /// Part of the history that is kept from one move of the game to the next, in 16ths.
    history_kept = 11, 0..=16;
    /// Bonus for the move that cuts off, for each ply of depth.
    history_bonus = 170, 0..=4_000;
    /// The largest bonus.
    history_most_bonus = 1_300, 0..=16_000;
    /// What 1024 units of history are worth in the order of moves, in centi-nats of the policy.
    order_history = 12, 0..=4_000;
    /// Ordering value of the move that last answered the opponent's.
    order_counter = 60, 0..=10_000;
}

/// Bytes of the tables of the search for threats at the root at most.
pub(crate) const ROOT_VCT_BYTES: usize = 4 << 20;
/// Entries of a worker's table of positions without a win by fours.
pub(crate) const VCF_TABLE_ENTRIES: usize = 1 << 15;
