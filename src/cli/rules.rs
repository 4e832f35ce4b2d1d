//! `kagetsu rules`: the laws as a table.

use std::io::Write;

use serde_json::json;

use super::args::RulesOptions;
use super::failure::{Exit, Failure};
use crate::board::Color;
use crate::protocol::gomocup::rule_by_number;
use crate::rules::{Area, FiveLaw, Foul, Fouls, RuleSpec};

/// Prints the laws that are named, otherwise every one that has a name.
pub(super) fn run(options: &RulesOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let rules = if options.names.is_empty() { RuleSpec::all() } else { &options.names };
    for (i, rule) in rules.iter().enumerate() {
        if options.json {
            writeln!(out, "{}", object(rule))?;
        } else {
            if i > 0 {
                writeln!(out)?;
            }
            write!(out, "{}", text(rule))?;
        }
    }
    Ok(Exit::Done)
}

fn object(rule: &RuleSpec) -> serde_json::Value {
    json!({
        "name": rule.name,
        "aliases": rule.aliases(),
        "gomocup": gomocup_number(rule),
        "yixin": yixin_number(rule),
        "size": rule.board.width(),
        "five": { "black": five(rule.five[Color::Black]), "white": five(rule.five[Color::White]) },
        "forbidden": {
            "black": fouls(rule.fouls[Color::Black]),
            "white": fouls(rule.fouls[Color::White]),
        },
        "other": others(rule),
    })
}

fn text(rule: &RuleSpec) -> String {
    let number = |n: Option<u8>| n.map_or_else(|| "–".to_owned(), |n| n.to_string());
    let aliases = match rule.aliases() {
        [] => String::new(),
        names => format!("  (also {})", names.join(", ")),
    };
    let mut lines = vec![
        format!("{}{aliases}", rule.name),
        format!(
            "  numbers    Gomocup {} · Yixin {}",
            number(gomocup_number(rule)),
            number(yixin_number(rule))
        ),
        format!("  board      {}", rule.board),
        format!("  five       {}", both(rule.five.0, five, |a, b| a == b)),
        format!("  forbidden  {}", both(rule.fouls.0, |f| list(&fouls(f)), |a, b| a == b)),
    ];
    lines.extend(others(rule).into_iter().map(|other| format!("  also       {other}")));
    lines.join("\n") + "\n"
}

/// One text for both colours where they do not differ, otherwise one for each.
fn both<T: Copy>(
    values: [T; 2],
    say: impl Fn(T) -> String,
    same: impl Fn(&T, &T) -> bool,
) -> String {
    let [black, white] = values;
    if same(&black, &white) {
        say(black)
    } else {
        format!("black: {} · white: {}", say(black), say(white))
    }
}

fn list(words: &[&str]) -> String {
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

fn five(law: FiveLaw) -> String {
    match (law.overline_wins, law.blockable) {
        (true, false) => "five or more",
        (false, false) => "exactly five",
        (true, true) => "six or more, or five without an enemy stone at both ends",
        (false, true) => "exactly five, without an enemy stone at both ends",
    }
    .to_owned()
}

fn fouls(law: Fouls) -> Vec<&'static str> {
    Foul::ALL.into_iter().filter(|&foul| law.contains(foul)).map(Foul::name).collect()
}

/// Everything else that a law says.
fn others(rule: &RuleSpec) -> Vec<String> {
    let mut others = Vec::new();
    if let Some(captures) = rule.captures {
        others.push(format!(
            "a stone that flanks exactly two enemy stones takes them; {} pairs win",
            captures.pairs_to_win
        ));
    }
    if let Some(limit) = rule.stone_limit {
        let loser = limit.loser.map_or_else(String::new, |c| {
            format!("; {c} loses by placing its last one without a five")
        });
        others.push(format!("{} stones each{loser}", limit.stones));
    }
    if rule.wild_centre {
        others.push("the stone in the centre counts for whoever is to move".to_owned());
    }
    for placement in rule.placements.iter() {
        let place = match placement.area {
            Area::Centre => "in the centre".to_owned(),
            Area::Inside(side) => format!("inside the central {side}x{side}"),
            Area::Outside(side) => format!("outside the central {side}x{side}"),
        };
        others.push(format!("move {} {place}", placement.ply + 1));
    }
    if let Some(passes) = rule.passes {
        others.push(format!(
            "passes are allowed after move {}; two in a row are a draw",
            passes.first_ply
        ));
    }
    others
}

/// The lowest number that means the law in `INFO rule` of the Gomocup protocol.
pub(super) fn gomocup_number(rule: &RuleSpec) -> Option<u8> {
    (0..=15).find(|&n| rule_by_number(i64::from(n)).is_ok_and(|named| named.name == rule.name))
}

/// The number of the law in the Yixin protocol.
fn yixin_number(rule: &RuleSpec) -> Option<u8> {
    match rule.name.as_ref() {
        "freestyle" => Some(0),
        "standard" => Some(1),
        "renju" => Some(2),
        _ => None,
    }
}
