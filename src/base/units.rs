//! Times and sizes as people write them: `500ms`, `10s`, `2m`; `64K`, `256M`, `1G`.

use std::time::Duration;

/// Reads `500ms`, `1.5s`, `2m`.
///
/// # Errors
/// When the text is no time with its unit.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text.strip_prefix(digits).unwrap_or_default() {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => f64::NAN,
    };
    let seconds = digits.parse::<f64>().unwrap_or(f64::NAN) * unit;
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        format!(
            "expected a time with its unit (ms, s or m) such as 500ms, 10s or 2m, got \"{text}\""
        )
    })
}

/// Reads a number of bytes: `64K`, `256M`, `1G` (powers of 1024, `256MB` and `256MiB` too), or a plain
/// number.
///
/// # Errors
/// When the text is no size.
pub fn parse_memory(text: &str) -> Result<usize, String> {
    let wrong = || format!("expected a size such as 64K, 256M or 1G, got \"{text}\"");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text.strip_prefix(digits).unwrap_or_default().to_ascii_uppercase();
    let shift = match unit.as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err(wrong()),
    };
    let number = digits.parse::<f64>().ok().filter(|n| n.is_finite() && *n > 0.0);
    let bytes = number.ok_or_else(wrong)? * f64::from(1_u32 << shift);
    // Above 2^53 an f64 does not count every byte; no machine has that many.
    if !(1.0..=9e15).contains(&bytes) || bytes > usize::MAX as f64 {
        return Err(wrong());
    }
    Ok(bytes as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory() {
        for (text, bytes) in [
            ("512", 512),
            ("64K", 64 << 10),
            ("256M", 256 << 20),
            ("256mib", 256 << 20),
            ("1G", 1 << 30),
            ("1.5g", 3 << 29),
            ("7B", 7),
        ] {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1M", "0", "0G", "1T", "1 M", "nan", "infG", "1e300G", "0.1"] {
            let told = parse_memory(text).unwrap_err();
            assert!(told.contains("64K, 256M or 1G"), "{text}: {told}");
        }
    }

    #[test]
    fn times() {
        for (text, ms) in [("500ms", 500), ("1.5s", 1_500), ("2m", 120_000), ("0ms", 0)] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "5", "s", "-1s", "nans", "infs", "1h", "1e30m"] {
            assert!(parse_time(text).unwrap_err().contains("with its unit"), "{text}");
        }
    }
}
