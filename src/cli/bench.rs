//! `kagetsu bench`: the signature of the search, and its speed.

use std::io::Write;

use super::board_text::name;
use super::failure::{Exit, Failure};
use crate::base::clock::{Clock, SystemClock};
use crate::search::bench;

/// Searches the fixed positions; the last line is `Bench: N nodes M nps`.
pub(super) fn run(out: &mut dyn Write) -> Result<Exit, Failure> {
    let clock = SystemClock::new();
    let begin = clock.now();
    let mut nodes = 0;
    for row in bench::run(&clock) {
        nodes += row.nodes;
        let best = row.best.map_or_else(|| "–".to_owned(), name);
        let (rule, score) = (row.rule, row.score.to_string());
        writeln!(out, "{rule:<13} {:>9} nodes  {score:>7}  {best:<4} {}", row.nodes, row.moves)?;
        out.flush()?;
    }
    let seconds = clock.now().saturating_sub(begin).as_secs_f64().max(1e-6);
    writeln!(out, "Bench: {nodes} nodes {:.0} nps", nodes as f64 / seconds)?;
    Ok(Exit::Done)
}
