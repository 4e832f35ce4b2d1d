//! `kagetsu fit`: fits the evaluation to records of self-play.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::{Exit, Failure};
use crate::eval::tables::{self, Set};
use crate::record::binpack::Reader;
use crate::rules::RuleSpec;
use crate::train::export;
use crate::train::policy::Policy;
use crate::train::samples::Samples;
use crate::train::value::{Value, ValueOptions};

#[derive(Debug, Args)]
pub(super) struct FitOptions {
    /// Records of self-play; those of one law are taken together
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// The tables to write; laws without a record keep those that are built in
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Part of the target that is left to what came later: 0 is the score of the search alone, 1 the result alone
    #[arg(long, value_name = "PART", default_value_t = 0.95, value_parser = part)]
    pub(super) foresight: f64,
    /// How far a combination may leave what its shapes promise, in the logarithm of the odds
    #[arg(long, value_name = "DEVIATION", default_value_t = 0.1, value_parser = positive)]
    pub(super) deviation: f64,
    /// Most steps of each minimisation
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(super) iterations: usize,
}

/// By how much the policy of a combination may leave what its shapes promise, in nats.
const POLICY_DEVIATION: f64 = 0.5;

fn part(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| (0.0..=1.0).contains(n));
    number.ok_or_else(|| format!("expected a number from 0 to 1, got \"{text}\""))
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| n.is_finite() && *n > 0.0);
    number.ok_or_else(|| format!("expected a number above 0, got \"{text}\""))
}

/// Fits, writes, and tells how well it fits.
pub(super) fn run(options: &FitOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut laws: Vec<(RuleSpec, Samples)> = Vec::new();
    for file in &options.files {
        read(file, &mut laws)?;
    }
    let mut sets: Vec<Set> = tables::embedded().to_vec();
    for (rule, samples) in &laws {
        if !samples.positions.iter().any(|s| !s.kept_back) {
            return Err(Failure::Data(format!("no position of {rule} is left to fit on")));
        }
        let value = ValueOptions {
            foresight: options.foresight,
            own_deviation: options.deviation,
            iterations: options.iterations,
        };
        let value = Value::fit(rule, samples, value);
        let policy = Policy::fit(rule, samples, POLICY_DEVIATION, options.iterations);
        let set = export::set(rule, &value, &policy);
        tell(rule, samples, &value, &policy, &set, out)?;
        sets.retain(|old| old.rule != *rule);
        sets.push(set);
    }
    let bytes = tables::written(&sets);
    let path = options.out.display();
    std::fs::write(&options.out, &bytes).map_err(|e| Failure::File(format!("{path}: {e}")))?;
    writeln!(out, "{path}: {} laws, {} bytes", sets.len(), bytes.len())?;
    Ok(Exit::Done)
}

fn read(file: &Path, laws: &mut Vec<(RuleSpec, Samples)>) -> Result<(), Failure> {
    let wrong = |what: String| Failure::Data(format!("{}: {what}", file.display()));
    let from = File::open(file).map_err(|e| wrong(e.to_string()))?;
    let reader = Reader::new(BufReader::new(from)).map_err(|e| wrong(e.to_string()))?;
    let head = reader.head().clone();
    if !laws.iter().any(|(rule, _)| *rule == head.rule) {
        laws.push((head.rule.clone(), Samples::default()));
    }
    for (number, game) in (1..).zip(reader) {
        let game = game.map_err(|e| wrong(e.to_string()))?;
        if let Some((_, samples)) = laws.iter_mut().find(|(rule, _)| *rule == head.rule) {
            samples.add(&head, &game).map_err(|e| wrong(format!("game {number}, {e}")))?;
        }
    }
    Ok(())
}

fn tell(
    rule: &RuleSpec,
    samples: &Samples,
    value: &Value,
    policy: &Policy,
    set: &Set,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let report = &value.report;
    let [fitted, kept] = report.positions;
    let own: usize = set.sides.iter().map(|side| side.own.iter().flatten().count()).sum();
    writeln!(out, "{rule}: {} games, {own} combinations with numbers of their own", samples.games)?;
    writeln!(
        out,
        "  value   {fitted} positions fitted, {kept} kept back; cross entropy with the results \
         {:.4} and {:.4} (the recorded scores, {:.0} to the unit: {:.4} and {:.4})",
        report.losses[0],
        report.losses[1],
        report.search_scale,
        report.search_losses[0],
        report.search_losses[1],
    )?;
    writeln!(out, "  predicted  mean   actual  positions (kept back)")?;
    for (i, (count, predicted, actual)) in report.calibration.iter().enumerate() {
        let (from, to) = (10 * i, 10 * (i + 1));
        writeln!(out, "  {from:>3}-{to:<3} %  {predicted:.3}  {actual:.3}  {count:>9}")?;
    }
    let report = policy.report;
    let ([fitted, kept], [first, five]) = (report.choices, report.hits);
    writeln!(
        out,
        "  policy  {fitted} choices fitted, {kept} kept back; −log {:.3} and {:.3} nats; the move played is \
         first in {:.1} %, among five in {:.1} %",
        report.losses[0],
        report.losses[1],
        100.0 * first,
        100.0 * five,
    )?;
    Ok(())
}
