//! `kagetsu openings`: openings near 50 %, found by search.

use std::collections::HashSet;
use std::io::Write;

use clap::Args;

use super::failure::{Exit, Failure};
use crate::board::BoardSize;
use crate::record::parse_size;
use crate::rules::RuleSpec;
use crate::search::Searcher;
use crate::train::openings::Openings;

#[derive(Debug, Args)]
pub(super) struct OpeningsOptions {
    /// The law
    #[arg(long, value_name = "NAME", value_parser = RuleSpec::named, default_value = "freestyle")]
    pub(super) rule: RuleSpec,
    /// The board: 15 or 15x20 [default: the usual one of the law]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
    /// Number of stones, or the fewest and the most: 4 or 3-6
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "3-6")]
    pub(super) plies: (usize, usize),
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(super) count: usize,
    /// The largest score of either side, in centi-score
    #[arg(long, value_name = "CENTI", default_value_t = 40)]
    pub(super) max_score: u16,
    /// Nodes of the search that judges an opening
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(super) nodes: u64,
    /// Another seed finds other openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

/// Bytes of the table of the search that judges.
const TABLE_BYTES: usize = 4 << 20;
/// Openings found before in a row after which there seem to be no others.
const MOST_REPEATED: usize = 1_000;

/// Prints one move string a line; no two are the same up to turning and mirroring.
pub(super) fn run(options: &OpeningsOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (least_plies, most_plies) = options.plies;
    let openings = Openings {
        size: options.size.unwrap_or(options.rule.board),
        rule: options.rule.clone(),
        least_plies,
        most_plies,
        max_score: options.max_score.into(),
        nodes: options.nodes,
    };
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let mut searcher = Searcher::new(1, TABLE_BYTES);
    let (mut known, mut repeated) = (HashSet::new(), 0);
    while known.len() < options.count && repeated < MOST_REPEATED {
        let Some(position) = openings.find(&mut rng, &mut searcher) else { break };
        if !known.insert(position.canonical_key()) {
            repeated += 1;
            continue;
        }
        repeated = 0;
        let moves = position.moves();
        let text: String =
            moves.iter().map(|m| m.map_or_else(|| "--".to_owned(), |p| p.to_string())).collect();
        writeln!(out, "{text}")?;
        out.flush()?;
    }
    if known.len() < options.count {
        let found = known.len();
        return Err(Failure::Data(format!(
            "only {found} such openings were found; allow more stones or a larger --max-score"
        )));
    }
    Ok(Exit::Done)
}

/// Reads `4` or `3-6`.
pub(super) fn parse_plies(text: &str) -> Result<(usize, usize), String> {
    let wrong = || format!("expected a number of stones such as 4 or 3-6, got \"{text}\"");
    let number = |t: &str| t.trim().parse::<usize>().ok().filter(|n| *n <= 60).ok_or_else(wrong);
    let (least, most) = match text.split_once('-') {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if least > most { Err(wrong()) } else { Ok((least, most)) }
}

#[cfg(test)]
mod tests {
    use super::parse_plies;

    #[test]
    fn numbers_of_stones() {
        assert_eq!(parse_plies("4"), Ok((4, 4)));
        assert_eq!(parse_plies("3-6"), Ok((3, 6)));
        for text in ["", "-", "6-3", "x", "3-", "1000"] {
            assert!(parse_plies(text).unwrap_err().contains("4 or 3-6"), "{text}");
        }
    }
}
