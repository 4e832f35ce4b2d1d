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
/// Largest table on a machine that does not tell how much memory it has.
pub const UNKNOWN_MACHINE_BYTES: u64 = 1 << 30;
/// Largest table of all: more than a search of hours fills.
pub const MOST_WISH_BYTES: u64 = 4 << 30;
/// Bytes that each search thread beyond the first needs for itself.
pub const THREAD_BYTES: u64 = 2 << 20;

/// Search threads, of so many that are wished for, that a limit has room for beside the table: they take
/// at most half of what it leaves, so that many threads on a small limit neither break it nor leave
/// the table nothing.
#[must_use]
pub fn threads_within(limit: Option<u64>, wish: usize) -> usize {
    let Some(limit) = limit else { return wish };
    let helpers = limit.saturating_sub(BASE_BYTES) / 2 / THREAD_BYTES;
    wish.min(usize::try_from(helpers).unwrap_or(usize::MAX).saturating_add(1))
}

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

/// The most that a wish can come to on a machine with this much free memory (`None`: not known).
#[must_use]
pub fn most_wish_bytes(free: Option<u64>) -> u64 {
    let half = free.map_or(UNKNOWN_MACHINE_BYTES, |free| free / 2);
    half.clamp(LEAST_TABLE_BYTES, MOST_WISH_BYTES)
}

/// Bytes that the system could give without swapping, where it tells.
#[must_use]
pub fn free_bytes() -> Option<u64> {
    parse_free(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// Finds `MemAvailable:   12345 kB`.
fn parse_free(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_stays_within_the_machine() {
        let text = "MemTotal:       16 kB\nMemAvailable:    4194304 kB\nBuffers: 1 kB\n";
        assert_eq!(parse_free(text), Some(4 << 30));
        assert_eq!(parse_free("MemTotal: 16 kB\n"), None);
        assert_eq!(parse_free("MemAvailable: many kB\n"), None);
        assert_eq!(most_wish_bytes(Some(4 << 30)), 2 << 30);
        assert_eq!(most_wish_bytes(Some(1 << 40)), MOST_WISH_BYTES);
        assert_eq!(most_wish_bytes(Some(0)), LEAST_TABLE_BYTES);
        assert_eq!(most_wish_bytes(None), UNKNOWN_MACHINE_BYTES);
    }

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
    fn threads_stay_within_the_limit_too() {
        // limit, threads wished for, threads
        let cases = [
            (None, 256, 256),
            (Some(u64::MAX), 256, 256),
            (Some(83_886_080), 16, 16),
            (Some(83_886_080), 256, 17),
            (Some(350 << 20), 64, 64),
            (Some(1), 256, 1),
            (Some(0), 1, 1),
        ];
        for (limit, wish, threads) in cases {
            assert_eq!(threads_within(limit, wish), threads, "{limit:?} {wish}");
            if let Some(limit) = limit.filter(|&limit| limit > 2 * BASE_BYTES) {
                let table = table_bytes(Some(limit), None, threads) as u64;
                let helpers = THREAD_BYTES * (threads as u64 - 1);
                assert!(BASE_BYTES + helpers + table <= limit, "{limit} {wish}");
            }
        }
    }

    #[test]
    fn more_threads_leave_less_for_the_table() {
        let limit = Some(200 << 20);
        assert!(table_bytes(limit, None, 8) < table_bytes(limit, None, 1));
    }
}
