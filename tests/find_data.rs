//! The point-finding problems of the shared data: complete answers, compared point by point.
//!
//! The data lies beside the repository and is not part of it; without it the tests say so and pass.

#![expect(clippy::print_stderr, reason = "a test that is skipped says why")]

use std::collections::BTreeSet;
use std::path::Path;

use kagetsu::board::{BoardSize, Color, Point, PointSet, notation};
use kagetsu::position::{Position, Setup};
use kagetsu::rules::RuleSpec;
use kagetsu::threat::find::{Kind, Question, find, standing};
use rayon::prelude::*;
use serde_json::Value;

struct Problem {
    id: String,
    goal: String,
    note: String,
    position: Position,
    /// Points with a letter or a number.
    labels: Vec<(Point, String)>,
    points: BTreeSet<Point>,
}

/// What a problem asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// All points of one of these kinds.
    Points(&'static [Kind]),
    /// How many points there are; the answer is the label of the number.
    Count(&'static [Kind]),
    /// How many such shapes lie on the board.
    Standing(Kind),
    /// Points of the kind that have a further quality, told in words: ours must have them all.
    Among(Kind),
    /// Something else.
    Other(&'static str),
}

fn point(text: &str) -> Point {
    notation::parse_point(text, BoardSize::FIFTEEN).unwrap()
}

fn list(value: &Value) -> Vec<Point> {
    value.as_array().into_iter().flatten().map(|p| point(p.as_str().unwrap())).collect()
}

/// `labels ['G9,A', …]` in a note.
fn labels(note: &str) -> Vec<(Point, String)> {
    let Some((_, list)) = note.split_once("labels [") else { return Vec::new() };
    let list = list.split(']').next().unwrap_or_default();
    let pair = |text: &str| {
        let (p, label) = text.trim().trim_matches('\'').split_once(',')?;
        Some((point(p), label.to_owned()))
    };
    list.split("', '").filter_map(pair).collect()
}

fn problems() -> Option<Vec<Problem>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/puzzles.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: ../shared/data/puzzles.jsonl is not there");
        return None;
    };
    let problem = |line: &str| {
        let v: Value = serde_json::from_str(line).unwrap();
        if v["expect"]["kind"] != "points" {
            return None;
        }
        let note = v["note"].as_str().unwrap();
        let side = |key: &str, color| list(&v[key]).into_iter().map(move |p| (p, color)).collect();
        let (black, white): (Vec<_>, Vec<_>) =
            (side("black", Color::Black), side("white", Color::White));
        let setup = Setup {
            rule: RuleSpec::named(v["rule"].as_str().unwrap()).unwrap(),
            size: BoardSize::FIFTEEN,
            stones: [black, white].concat(),
            to_move: if v["to_move"] == "white" { Color::White } else { Color::Black },
        };
        Some(Problem {
            id: v["id"].as_str().unwrap().trim_start_matches("lfz084/").to_owned(),
            goal: v["expect"]["goal"].as_str().unwrap().to_owned(),
            position: setup.build().unwrap(),
            labels: labels(note),
            points: list(&v["expect"]["points"]).into_iter().collect(),
            note: note.to_owned(),
        })
    };
    Some(text.lines().filter_map(problem).collect())
}

impl Problem {
    /// What the goal and the words of the note ask.
    fn ask(&self) -> Ask {
        let says = |words: &str| self.note.contains(words);
        let points: &'static [Kind] = match self.goal.as_str() {
            "OPEN_THREE" => &[Kind::Three],
            "SLEEP_THREE" => &[Kind::SleepingThree],
            "OPEN_FOUR" => &[Kind::StraightFour],
            "FOUR" => &[Kind::Four],
            "BEST" => return Ask::Among(Kind::Five),
            "FORBIDDEN_33" => &[Kind::ForbiddenDoubleThree],
            "FORBIDDEN_44" => &[Kind::ForbiddenDoubleFour],
            "REVIVE_THREE" => &[Kind::RevivesThree],
            "MAKE_43" => &[Kind::MakesFourThree],
            "MAKE_VCF" => &[Kind::VcfThreat],
            "BLOCK_VCF" => &[Kind::StopsVcf],
            "DOUBLE_VCF" => &[Kind::DoubleVcf],
            "BLOCK_DOUBLE_VCF" => &[Kind::StopsDoubleVcf],
            "BLOCK_FOUR_FOUL" if says("找全防点") || says("共防点") || self.points.is_empty() => {
                &[Kind::BlocksFourFoul]
            }
            "BLOCK_FOUR_FOUL" => return Ask::Among(Kind::BlocksFourFoul),
            "DOUBLE_VCF_43" => &[Kind::DoubleWinningFour],
            _ if says("层禁手") => return Ask::Other("how deep a foul is nested"),
            _ if says("一种或几种") => {
                return Ask::Other("a point with several fouls at once");
            }
            _ if says("图中数字处") => return Ask::Other("a game to be judged"),
            _ if says("牵制") => return Ask::Other("points that hold back a two"),
            _ if says("黑3做43杀") => {
                return Ask::Other("a board of four scenes, each with its own side");
            }
            _ if says("六腐防点") || says("防抓禁") || says("以禁解禁") => {
                return Ask::Among(Kind::BlocksFourFoul);
            }
            _ if says("反防") => &[Kind::CounterStop],
            _ if says("做四三杀，白棋找所有防点") || says("做43杀，白棋有多少") => {
                &[Kind::StopsVcf]
            }
            _ if says("双眠三") => &[Kind::DoubleSleepingThree],
            _ if says("可连续冲四的眠三") => return Ask::Among(Kind::SleepingThree),
            _ if says("特型三") => &[Kind::SpecialThree],
            _ if says("一子三通") => &[Kind::ThreeLinks],
            _ if says("复活三") => &[Kind::Three, Kind::RevivesThree],
            _ if says("连续冲四") && !says("不包括") => &[Kind::LaterFour],
            _ if says("冲四杀") => &[Kind::MakesWinningFour],
            _ if says("胜型") || says("43杀点") => &[Kind::WinningFourThree],
            _ if says("做V点") => &[Kind::VcfThreat],
            _ if says("四四禁手") => &[Kind::ForbiddenDoubleFour],
            _ if says("活二") && (says("黑1") || says("横线")) => &[Kind::Two],
            _ if says("活二") => return Ask::Standing(Kind::Two),
            _ if says("几个眠三") => return Ask::Standing(Kind::SleepingThree),
            _ if says("眠三点") => &[Kind::SleepingThree],
            _ if says("活三点") => &[Kind::Three],
            _ if says("冲四点") => &[Kind::Four],
            _ => return Ask::Other("nothing known"),
        };
        if self.numbers().is_empty() { Ask::Points(points) } else { Ask::Count(points) }
    }

    /// The choices `A: 2个` of the note.
    fn numbers(&self) -> Vec<(String, usize)> {
        let mut numbers = Vec::new();
        let letters: Vec<char> = self.note.chars().collect();
        for (i, window) in letters.windows(2).enumerate() {
            if window[0].is_ascii_uppercase() && window[1] == ':' {
                let rest: String = letters[i + 2..].iter().collect();
                let digits: String =
                    rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
                if let Ok(n) = digits.parse() {
                    numbers.push((window[0].to_string(), n));
                }
            }
        }
        numbers
    }

    /// The number that the data gives.
    fn number(&self) -> usize {
        let answer = self.points.first().unwrap();
        let (_, letter) = self.labels.iter().find(|(p, _)| p == answer).unwrap();
        self.numbers().into_iter().find(|(l, _)| l == letter).unwrap().1
    }

    /// The stone or the point called 1.
    fn one(&self) -> Option<Point> {
        self.labels.iter().find(|(_, label)| label == "1").map(|(p, _)| *p)
    }

    fn question(&self, kinds: &[Kind]) -> Question {
        let mut color = self.position.to_move();
        if self.note.contains("图中白棋有几个") || self.note.contains("白棋有多少个防点")
        {
            color = Color::White;
        }
        if self.note.contains("找出图中黑棋") {
            color = Color::Black;
        }
        let mut question = Question::new(color, kinds);
        if kinds == [Kind::Two] {
            question.through = self.one();
        }
        if self.goal == "MAKE_VCF" {
            question.least_fours = 2;
        }
        let letters =
            self.labels.iter().filter(|(_, l)| l.chars().all(|c| ('A'..='H').contains(&c)));
        if self.note.contains("图中字母") || self.goal == "DOUBLE_VCF_43" || self.note.contains("图中子母") {
            question.within = Some(letters.map(|(p, _)| *p).collect::<PointSet>());
        }
        question
    }

    fn ours(&self, kinds: &[Kind]) -> BTreeSet<Point> {
        let findings = find(&self.position, &self.question(kinds), &mut |_| false);
        assert!(!findings.has_unknown(), "{}", self.id);
        let mut points: BTreeSet<Point> =
            findings.found.into_iter().flat_map(|found| found.points).collect();
        if self.note.contains("横线") {
            let row = self.position.stones(Color::Black).iter().next().unwrap().y();
            points.retain(|p| p.y() == row);
        }
        points
    }

    /// The difference, if there is one.
    fn difference(&self) -> Option<String> {
        let names = |points: Vec<&Point>| {
            let names: Vec<String> = points.iter().map(|p| p.to_string().to_uppercase()).collect();
            names.join(" ")
        };
        match self.ask() {
            Ask::Points(kinds) => {
                let ours = self.ours(kinds);
                let more = names(ours.difference(&self.points).collect());
                let less = names(self.points.difference(&ours).collect());
                (ours != self.points).then(|| format!("more [{more}] less [{less}]"))
            }
            Ask::Count(kinds) => {
                let ours = self.ours(kinds);
                let count = names(ours.iter().collect());
                (ours.len() != self.number())
                    .then(|| format!("{} of {}: {count}", ours.len(), self.number()))
            }
            Ask::Standing(kind) => {
                let ours = standing(&self.position, Color::Black, kind).len();
                (ours != self.number()).then(|| format!("{ours} of {}", self.number()))
            }
            Ask::Among(kind) => {
                let ours = self.ours(&[kind]);
                let less = names(self.points.difference(&ours).collect());
                (!less.is_empty()).then(|| format!("less [{less}]"))
            }
            Ask::Other(why) => Some(format!("other: {why}")),
        }
    }
}

#[test]
fn explore() {
    let Some(problems) = problems() else { return };
    let out: Vec<String> = problems
        .par_iter()
        .filter(|p| !p.points.is_empty())
        .map(|p| {
            let begin = std::time::Instant::now();
            let d = p.difference();
            format!(
                "{} {} | {:?} | {:?} | {} ms",
                if d.is_none() { "ok" } else { "##" },
                p.goal,
                p.id,
                d,
                begin.elapsed().as_millis()
            )
        })
        .collect();
    for line in out {
        eprintln!("{line}");
    }
}
