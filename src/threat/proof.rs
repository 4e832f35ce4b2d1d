//! A proved win as a tree that anybody can check: a certificate. `protocols/proof.md` describes the text.
//!
//! ```text
//! nodes[0]  attacker's move ── reply in `replies`  → its node
//!                            └ any other legal reply → the `default` node
//! a node with neither ends the game with its move
//! ```
//!
//! Nodes refer only to later nodes, so that the tree has no circles; several may share one.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::board::notation::{self, WrittenMove};
use crate::board::{BoardSize, Color, Point};
use crate::rules::RuleSpec;

/// Name of the format, in every certificate.
pub const FORMAT: &str = "kagetsu-proof";
/// Version of the format that is written and read.
pub const VERSION: u64 = 1;

/// How the position that the proof is about comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// By these moves from the empty board.
    Moves(Vec<WrittenMove>),
    /// By stones laid out, with this side to move.
    Stones {
        /// The stones.
        stones: Vec<(Point, Color)>,
        /// The side to move: the attacker.
        to_move: Color,
    },
}

/// One move of the attacker and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The attacker's move.
    pub play: Point,
    /// Replies that have an answer of their own: indices of nodes.
    pub replies: BTreeMap<WrittenMove, usize>,
    /// The node that answers every other legal reply.
    pub default: Option<usize>,
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The law.
    pub rule: RuleSpec,
    /// The board.
    pub size: BoardSize,
    /// The position.
    pub start: Start,
    /// The tree; the first node is the attacker's first move.
    pub nodes: Vec<Node>,
}

/// Why a text is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProofError {
    /// It is no JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// A key is missing or has a value of another kind.
    #[error("\"{key}\": expected {expected}")]
    Key {
        /// The key.
        key: String,
        /// What should be there.
        expected: &'static str,
    },
    /// It is of another version.
    #[error("version {0} is not known: this program reads version {VERSION}")]
    Version(u64),
    /// The rule, the size or a point is wrong.
    #[error("\"{key}\": {reason}")]
    Value {
        /// The key.
        key: String,
        /// What is wrong.
        reason: String,
    },
}

impl Proof {
    /// The certificate as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("format".into(), FORMAT.into());
        object.insert("version".into(), VERSION.into());
        object.insert("rule".into(), self.rule.name.as_ref().into());
        object.insert("size".into(), self.size.to_string().into());
        match &self.start {
            Start::Moves(moves) => {
                object.insert("moves".into(), notation::format_moves(moves).into());
            }
            Start::Stones { stones, to_move } => {
                for side in Color::ALL {
                    let of = stones.iter().filter(|(_, color)| *color == side);
                    let points: Vec<Value> = of.map(|(p, _)| written(Some(*p)).into()).collect();
                    object.insert(side.to_string(), points.into());
                }
                object.insert("to_move".into(), to_move.to_string().into());
            }
        }
        object.insert("nodes".into(), self.nodes.iter().map(Node::to_json).collect());
        Value::Object(object)
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// At the first thing that is not as `protocols/proof.md` says. Whether the tree proves anything is
    /// another question: [`super::verify()`].
    pub fn from_json(text: &str) -> Result<Proof, ProofError> {
        let value: Value =
            serde_json::from_str(text).map_err(|e| ProofError::Json(e.to_string()))?;
        let object = value.as_object().ok_or_else(|| key("", "an object"))?;
        if object.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(key("format", "\"kagetsu-proof\""));
        }
        match object.get("version").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(other) => return Err(ProofError::Version(other)),
            None => return Err(key("version", "a number")),
        }
        let text = |name: &str| {
            object.get(name).and_then(Value::as_str).ok_or_else(|| key(name, "a string"))
        };
        let rule = RuleSpec::named(text("rule")?).map_err(|e| bad("rule", &e))?;
        let size = size(text("size")?)?;
        let start = match object.get("moves") {
            Some(moves) => {
                if let Some(other) =
                    ["black", "white", "to_move"].iter().find(|&&k| object.contains_key(k))
                {
                    let why = format!(
                        "stands beside \"{other}\": a start is given by moves or by stones"
                    );
                    return Err(bad("moves", &why));
                }
                let moves = moves.as_str().ok_or_else(|| key("moves", "a string"))?;
                Start::Moves(notation::parse_moves(moves, size).map_err(|e| bad("moves", &e))?)
            }
            None => stones(object, size)?,
        };
        let nodes = object
            .get("nodes")
            .and_then(Value::as_array)
            .filter(|nodes| !nodes.is_empty())
            .ok_or_else(|| key("nodes", "a list of at least one node"))?;
        let nodes = nodes
            .iter()
            .enumerate()
            .map(|(i, node)| Node::from_json(node, i, nodes.len(), size))
            .collect::<Result<_, _>>()?;
        Ok(Proof { rule, size, start, nodes })
    }
}

impl Node {
    /// Whether its move ends the game: nothing is answered.
    #[must_use]
    pub fn ends(&self) -> bool {
        self.replies.is_empty() && self.default.is_none()
    }

    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("move".into(), written(Some(self.play)).into());
        if !self.replies.is_empty() {
            let replies = self.replies.iter().map(|(&reply, &node)| (written(reply), json!(node)));
            object.insert("replies".into(), Value::Object(replies.collect()));
        }
        if let Some(node) = self.default {
            object.insert("default".into(), node.into());
        }
        Value::Object(object)
    }

    fn from_json(
        value: &Value,
        index: usize,
        count: usize,
        size: BoardSize,
    ) -> Result<Node, ProofError> {
        let name = |part: &str| format!("nodes[{index}].{part}");
        let object =
            value.as_object().ok_or_else(|| key(&format!("nodes[{index}]"), "an object"))?;
        let point = |text: &str, part: &str| {
            notation::parse_point(text, size).map_err(|e| bad(&name(part), &e))
        };
        let later = |value: &Value, part: &str| {
            value
                .as_u64()
                .and_then(|n| usize::try_from(n).ok())
                .filter(|n| (index + 1..count).contains(n))
                .ok_or_else(|| key(&name(part), "the number of a later node"))
        };
        let play = object.get("move").and_then(Value::as_str);
        let play = point(play.ok_or_else(|| key(&name("move"), "a point"))?, "move")?;
        let mut replies = BTreeMap::new();
        if let Some(listed) = object.get("replies") {
            let listed = listed.as_object().ok_or_else(|| key(&name("replies"), "an object"))?;
            for (reply, node) in listed {
                let at = if reply == "--" { None } else { Some(point(reply, "replies")?) };
                if replies.insert(at, later(node, "replies")?).is_some() {
                    return Err(bad(&name("replies"), &format!("{} stands twice", written(at))));
                }
            }
        }
        let default = object.get("default").map(|node| later(node, "default")).transpose()?;
        Ok(Node { play, replies, default })
    }
}

fn written(at: WrittenMove) -> String {
    at.map_or_else(|| "--".to_owned(), |p| p.to_string().to_uppercase())
}

fn key(key: &str, expected: &'static str) -> ProofError {
    ProofError::Key { key: key.to_owned(), expected }
}

fn bad(key: &str, reason: &impl ToString) -> ProofError {
    ProofError::Value { key: key.to_owned(), reason: reason.to_string() }
}

fn size(text: &str) -> Result<BoardSize, ProofError> {
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let (width, height) = sides.ok_or_else(|| key("size", "a size such as \"15x15\""))?;
    BoardSize::new(width, height).map_err(|e| bad("size", &e))
}

fn stones(object: &Map<String, Value>, size: BoardSize) -> Result<Start, ProofError> {
    let mut stones = Vec::new();
    for color in Color::ALL {
        let name = color.to_string();
        let points = object.get(&name).and_then(Value::as_array);
        for point in points.ok_or_else(|| key(&name, "a list of points"))? {
            let text = point.as_str().ok_or_else(|| key(&name, "a list of points"))?;
            stones.push((notation::parse_point(text, size).map_err(|e| bad(&name, &e))?, color));
        }
    }
    let to_move = match object.get("to_move").and_then(Value::as_str) {
        Some("black") => Color::Black,
        Some("white") => Color::White,
        _ => return Err(key("to_move", "\"black\" or \"white\"")),
    };
    Ok(Start::Stones { stones, to_move })
}
