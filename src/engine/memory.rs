//! How much of the memory a manager allows goes into the transposition table.

/// Bytes that the process needs besides its table: code, line tables, stacks, the solver. It takes
/// about 5 MiB; the rest is for what allocators and systems add.
pub const BASE_BYTES: u64 = 16 << 20;
/// Table size where nobody sets a limit.
pub const DEFAULT_TABLE_BYTES: u64 = 64 << 20;
/// Largest table taken without having been asked for by size.
pub const MOST_TABLE_BYTES: u64 = 192 << 20;
/// Smallest table, also where the limit is too small for it.
pub const LEAST_TABLE_BYTES: u64 = 1 << 20;
/// Bytes that each search thread beyond the first needs for itself.
pub const THREAD_BYTES: u64 = 2 << 20;

/// Bytes for the transposition table.
///
/// `limit` is what the whole process may use (`None`: no limit), `wish` a size asked for by the
/// user (`None`: ours to choose), `threads` the number of search threads. A wish is granted as far
/// as the limit goes; a limit that leaves nothing still gives the smallest table.
#[must_use]
pub fn table_bytes(limit: Option<u64>, wish: Option<u64>, threads: usize) -> usize {
    let threads = u64::try_from(threads).unwrap_or(u64::MAX);
    let base = BASE_BYTES.saturating_add(THREAD_BYTES.saturating_mul(threads.saturating_sub(1)));
    // Allocators round up and fragment: an eighth of what is free stays free.
    let room = limit.map(|limit| {
        let free = limit.saturating_sub(base);
        free - free / 8
    });
    let bytes = match (wish, room) {
        (Some(wish), Some(room)) => wish.min(room),
        (Some(wish), None) => wish,
        (None, Some(room)) => room.min(MOST_TABLE_BYTES),
        (None, None) => DEFAULT_TABLE_BYTES,
    };
    usize::try_from(bytes.max(LEAST_TABLE_BYTES)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_into_the_limit() {
        // limit, wish, threads, least and most bytes of the table
        const MIB: u64 = 1 << 20;
        let cases = [
            (None, None, 1, DEFAULT_TABLE_BYTES, DEFAULT_TABLE_BYTES),
            (None, Some(16 * MIB), 1, 16 * MIB, 16 * MIB),
            (Some(83_886_080), None, 1, 48 * MIB, 64 * MIB),
            (Some(83_886_080), Some(512 * MIB), 1, 48 * MIB, 64 * MIB),
            (Some(83_886_080), Some(8 * MIB), 1, 8 * MIB, 8 * MIB),
            (Some(350 * MIB), None, 1, 128 * MIB, 300 * MIB),
            (Some(u64::MAX), None, 1, MOST_TABLE_BYTES, MOST_TABLE_BYTES),
            (Some(1), None, 1, LEAST_TABLE_BYTES, LEAST_TABLE_BYTES),
            (Some(1), Some(u64::MAX), 256, LEAST_TABLE_BYTES, LEAST_TABLE_BYTES),
        ];
        for (limit, wish, threads, least, most) in cases {
            let bytes = table_bytes(limit, wish, threads) as u64;
            assert!((least..=most).contains(&bytes), "{limit:?} {wish:?} {threads}: {bytes}");
            if let Some(limit) = limit.filter(|&limit| limit > 2 * BASE_BYTES - 1) {
                assert!(bytes + BASE_BYTES <= limit, "{limit}: {bytes}");
            }
        }
    }

    #[test]
    fn more_threads_leave_less_for_the_table() {
        let limit = Some(200 << 20);
        assert!(table_bytes(limit, None, 8) < table_bytes(limit, None, 1));
    }
}
