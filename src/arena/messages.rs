//! What engines tell of their search, in as many forms as there are engines.
//!
//! ```text
//! MESSAGE Depth 12-27 | Eval 143 | Time 812ms | Node 51020 | h8 i9 g7
//! MESSAGE depth 14 ev +M7 n 623K
//! DEBUG d=9 score=-35 nodes=12.5M
//! ```

use super::record::Told;

/// The score of a win on the spot; one in n plies is n less.
const WIN: i32 = 30_000;

/// Reads a line that is a `MESSAGE` or `DEBUG` and keeps what it tells. A later line replaces an earlier one.
pub fn read(line: &str, told: &mut Told) {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '|' | '=' | ':' | ',' | ';');
    let mut words = line.split(is_between).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    if !["MESSAGE", "DEBUG"].iter().any(|word| word.eq_ignore_ascii_case(first)) {
        return;
    }
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    for pair in words.windows(2) {
        let [key, value] = pair else { continue };
        match key.as_str() {
            "depth" | "d" | "dep" => told.depth = leading(value).or(told.depth),
            "eval" | "ev" | "val" | "value" | "score" => told.score = score(value).or(told.score),
            "node" | "nodes" | "n" => told.nodes = count(value).or(told.nodes),
            _ => {}
        }
    }
}

/// The number that a word such as `12-27` begins with.
fn leading(word: &str) -> Option<u32> {
    let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    word.get(..end)?.parse().ok()
}

/// `143`, `-35`, `+m7`, `-m12`.
fn score(word: &str) -> Option<i32> {
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let amount = match rest.strip_prefix('m') {
        Some(plies) => WIN - plies.parse::<i32>().ok().filter(|n| (0..WIN).contains(n))?,
        None => rest.parse::<f64>().ok().filter(|x| x.abs() < f64::from(WIN))?.round() as i32,
    };
    Some(sign * amount)
}

/// `51020`, `623k`, `12.5m`.
fn count(word: &str) -> Option<u64> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match word.strip_prefix(digits)? {
        "" => 1.0,
        "k" => 1e3,
        "m" => 1e6,
        "g" | "b" => 1e9,
        _ => return None,
    };
    let number = digits.parse::<f64>().ok().filter(|n| (0.0..1e15).contains(n))?;
    Some((number * unit).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> (Option<u32>, Option<i32>, Option<u64>) {
        let mut told = Told::default();
        lines.iter().for_each(|line| read(line, &mut told));
        (told.depth, told.score, told.nodes)
    }

    #[test]
    fn many_forms_are_understood() {
        let ours = "MESSAGE Depth 12-27 | Eval 143 | Time 812ms | Node 51020 | h8 i9 g7";
        assert_eq!(told(&[ours]), (Some(12), Some(143), Some(51_020)));
        let other = "message depth: 14, ev: +M7, nodes: 623K";
        assert_eq!(told(&[other]), (Some(14), Some(29_993), Some(623_000)));
        assert_eq!(told(&["DEBUG d=9 score=-35 n=12.5M"]), (Some(9), Some(-35), Some(12_500_000)));
        assert_eq!(told(&["MESSAGE Eval -M12"]).1, Some(-29_988));
    }

    #[test]
    fn what_is_said_later_counts_and_nonsense_does_not() {
        let lines = ["MESSAGE depth 3 eval 5", "MESSAGE depth 4", "MESSAGE depth deep eval nan"];
        assert_eq!(told(&lines), (Some(4), Some(5), None));
        assert_eq!(told(&["depth 3", "7,7", "", "MESSAGE", "MESSAGE depth"]), (None, None, None));
        assert_eq!(told(&["MESSAGE eval 99999999999 n -5 d 99999999999"]), (None, None, None));
    }
}
