//! Every form of a written position, and every mistake in one.

use super::{Assumed, Form, Known, PositionInput, Records, RowOrder, read};
use crate::board::notation::{format_moves, parse_moves};
use crate::board::{BoardSize, Color};
use crate::rules::RuleSpec;

fn known() -> Known {
    Known::nothing(RuleSpec::FREESTYLE)
}

fn one_with(text: &str, known: &Known) -> PositionInput {
    match read(text.as_bytes(), known, false).unwrap_or_else(|e| panic!("{text}: {e}")) {
        Records::One(input) => *input,
        Records::Lines(_) => panic!("not one position: {text}"),
    }
}

fn one(text: &str) -> PositionInput {
    one_with(text, &known())
}

fn error(text: &str) -> String {
    read(text.as_bytes(), &known(), false).unwrap_err().to_string()
}

/// The stones of one colour as a sorted move string.
fn stones(input: &PositionInput, color: Color) -> String {
    let mut points: Vec<_> =
        input.stones.iter().filter(|(_, c)| *c == color).map(|(p, _)| Some(*p)).collect();
    points.sort();
    format_moves(&points)
}

const PLUS_SHAPE: &str = "
    . . . . .
    . . o . .
    . x x x .
    . . . . .
    . . . . .";

#[test]
fn move_strings() {
    for text in ["h8h9i10", "H8,H9,I10", "H8 H9\nI10", "h8_h9_i10"] {
        let input = one(text);
        assert_eq!((input.form, input.to_move), (Form::Moves, Color::White), "{text}");
        assert_eq!(format_moves(&input.moves), "h8h9i10");
        assert_eq!(input.assumed, [Assumed::Rule, Assumed::Size]);
    }
    let empty = one("");
    assert_eq!((empty.moves.len(), empty.to_move), (0, Color::Black));
    assert_eq!(one("h8--").to_move, Color::Black);
}

#[test]
fn moves_on_lines_of_their_own_are_no_diagram() {
    assert_eq!(format_moves(&one("b8\nb9\no10\nb11").moves), "b8b9o10b11");
}

#[test]
fn what_the_caller_knows_comes_first() {
    let known = Known { rule: Some(RuleSpec::OLD_RENJU), to_move: Some(Color::Black), ..known() };
    let input = one_with("s19", &known);
    assert_eq!((input.size, input.to_move), (BoardSize::NINETEEN, Color::Black));
    assert_eq!(input.assumed, [Assumed::Size]);
    assert_eq!(input.to_move_by_turns(), Color::White);
    let size = BoardSize::new(15, 20).ok();
    assert_eq!(one_with("a20", &Known { size, ..known }).assumed, []);
}

#[test]
fn gomocup_lists() {
    let input = one("7,7,1\n7,8,2\n8,7,2\n");
    assert_eq!((input.form, input.to_move), (Form::GomocupList, Color::White));
    assert_eq!(stones(&input, Color::White), "h8");
    assert_eq!(stones(&input, Color::Black), "i8h9");
    let input = one("START 20\nBOARD\n0,0,1\r\n19,19,2\nDONE\n");
    assert_eq!((input.size, input.to_move), (BoardSize::TWENTY, Color::Black));
    assert_eq!(stones(&input, Color::White), "t20");
    let input = one("RECTSTART 5,9\n4,8");
    assert_eq!(format_moves(&input.moves), "e9");
    assert_eq!(format_moves(&one("7,7 8,8 0,0").moves), "h8i9a1");
    let known = Known { to_move: Some(Color::Black), ..known() };
    assert_eq!(stones(&one_with("7,7,1 7,8,2 8,7,2", &known), Color::Black), "h8");
}

#[test]
fn diagrams() {
    let input = one(PLUS_SHAPE);
    assert_eq!((input.form, input.size.to_string()), (Form::Diagram, "5x5".to_owned()));
    assert_eq!(stones(&input, Color::Black), "b3c3d3");
    assert_eq!(stones(&input, Color::White), "c4");
    assert_eq!(input.to_move, Color::White);
    assert_eq!(input.assumed, [Assumed::Rule, Assumed::RowOrder, Assumed::ToMove]);
    let known = Known { row_order: Some(RowOrder::Ascending), ..known() };
    let input = one_with(PLUS_SHAPE, &known);
    assert_eq!(stones(&input, Color::White), "c2");
    assert_eq!(input.assumed, [Assumed::Rule, Assumed::ToMove]);
}

#[test]
fn coordinates_of_a_diagram_tell_the_order_of_its_rows() {
    let descending = "rule: renju\nto move: white (assumed)\n   ABCDE\n 5 .....\n 4 ..w..\n 3 .bBb.\n \
                      2 -+_--\n 1 ..(●).○\n   ABCDE";
    let input = one(descending);
    assert_eq!((input.rule.clone(), input.to_move), (RuleSpec::RENJU, Color::White));
    assert_eq!(stones(&input, Color::Black), "c1b3c3d3");
    assert_eq!(stones(&input, Color::White), "e1c4");
    assert!(input.assumed.is_empty());
    let ascending = "1.....1\n2..o..2\n3.x*X.3\n4.....4\n5.....5\n";
    let known = Known { row_order: Some(RowOrder::Descending), ..known() };
    let input = one_with(ascending, &known);
    assert_eq!(
        (stones(&input, Color::White).as_str(), input.row_order),
        ("c2", Some(RowOrder::Ascending))
    );
}

#[test]
fn broken_diagrams() {
    assert_eq!(
        error(".....\n.....\n....\n.....\n....."),
        "line 3: expected 5 points in this row, got 4"
    );
    assert_eq!(
        error(".....\n..q..\n.....\n.....\n....."),
        "line 2: \"q\" is neither a stone nor an empty point"
    );
    assert_eq!(error("5.....\n4.....\n2.....\n1.....\n"), "line 3: row number 2 does not follow 4");
    assert_eq!(
        error("5.....\n4.....\n3.....\n2.....\n....."),
        "line 5: either every row has its number or none"
    );
    assert_eq!(
        error("9.....\n8.....\n7.....\n6.....\n5....."),
        "line 5: the rows are numbered from 5, not from 1"
    );
    assert!(error("....\n....\n....\n....").contains("4x4"));
    let known = Known { size: Some(BoardSize::FIFTEEN), ..known() };
    let got = read(PLUS_SHAPE.as_bytes(), &known, false).unwrap_err().to_string();
    assert_eq!(got, "the diagram is a 5x5 board, not 15x15");
}

#[test]
fn json() {
    let input =
        one(r#"{"id":"a/1","rule":"caro5","size":"15x20","black":["H8","O20"],"white":"H9",
            "to_move":"black","point":"I8","source":"x"}"#);
    assert_eq!(input.rule, RuleSpec::CARO_EXACT);
    assert_eq!((input.size.to_string(), input.to_move), ("15x20".to_owned(), Color::Black));
    assert_eq!(stones(&input, Color::Black), "h8o20");
    assert_eq!(input.point, parse_moves("i8", input.size).unwrap()[0]);
    assert!(input.assumed.is_empty());
    let input = one(r#"{"moves":["h8","h9"],"black":["h8"],"white":["h9"],"point":"*"}"#);
    assert_eq!((format_moves(&input.moves).as_str(), input.point), ("h8h9", None));
    assert_eq!(one(r#"{"black":["h8"]}"#).to_move, Color::White);
}

#[test]
fn broken_json() {
    assert!(
        error("{\"black\":[\n\"H8\",]}").starts_with("line 2: "),
        "{}",
        error("{\"black\":[\n\"H8\",]}")
    );
    assert_eq!(error(r#"{"black":["P19"]}"#), "\"black\": \"P19\" is outside a 15x15 board");
    assert!(error(r#"{"rule":"go","black":[]}"#).starts_with("\"rule\": unknown rule \"go\""));
    assert_eq!(
        error(r#"{"size":4,"black":[]}"#),
        "\"size\": a board of 4x4 is not supported: each side must be from 5 to 22"
    );
    assert_eq!(
        error(r#"{"size":"big","black":[]}"#),
        "\"size\": expected a size such as 15 or 15x20, got \"big\""
    );
    assert_eq!(error(r#"{"black":["--"]}"#), "a pass (--) is no stone");
    assert_eq!(error(r#"{"black":[8]}"#), "\"black\": expected a string");
    assert_eq!(
        error(r#"{"black":[],"to_move":"red"}"#),
        "\"to_move\": expected black or white, got \"red\""
    );
    assert!(error(r#"{"id":1}"#).starts_with("neither"));
    assert!(error(r#"{"moves":"h8","black":["h9"]}"#).contains("does not lead"));
}

#[test]
fn keys_that_look_misspelled_are_mistakes() {
    for (key, meant) in [
        ("whites", "white"),
        ("sise", "size"),
        ("toMove", "to_move"),
        ("balck", "black"),
        ("tomvoe", "to_move"),
        ("rules", "rule"),
    ] {
        let text = format!("{{\"moves\":\"h8\",\"{key}\":null}}");
        let expected = format!("unknown key \"{key}\"; did you mean \"{meant}\"?");
        assert_eq!(error(&text), expected);
    }
    let carried = r#"{"moves":"h8","moves0":[],"note":"","source":"","plies":3,"date":0,"ids":1}"#;
    assert_eq!(one(carried).moves.len(), 1);
    assert!(error(r#"{"moves":"h8","captured":{"black":1}}"#).starts_with("captured pairs"));
}

#[test]
fn columns_without_i_are_counted_all_the_same() {
    let rows: String = (1..=9)
        .rev()
        .map(|y| format!("{y} .......{}.\n", if y == 5 { "." } else { "x" }))
        .collect();
    let input = one(&format!("  ABCDEFGHJ\n{}", rows.replace("5 .........", "5 ........o")));
    assert_eq!(stones(&input, Color::White), "i5");
}

#[test]
fn json_lines_keep_their_mistakes() {
    let text = "{\"id\":1,\"moves\":\"h8\"}\n\n{\"id\":2,\"moves\":\"p19\"}\n{broken\n{\"id\":4,\"moves\":\"\"}\n";
    let Ok(Records::Lines(records)) = read(text.as_bytes(), &known(), false) else {
        panic!("not lines")
    };
    let ids: Vec<_> = records.iter().map(|r| r.id.as_ref().and_then(|v| v.as_i64())).collect();
    assert_eq!(ids, [Some(1), Some(2), None, Some(4)]);
    let errors: Vec<_> = records.iter().filter_map(|r| r.input.as_ref().err()).collect();
    assert_eq!(errors[0].to_string(), "line 3: \"moves\": \"p19\" is outside a 15x15 board");
    assert!(errors[1].to_string().starts_with("line 4: "));
    assert!(
        matches!(read(b"{\"moves\":\"h8\"}", &known(), true), Ok(Records::Lines(r)) if r.len() == 1)
    );
}

#[test]
fn psq() {
    let input = one("Piskvorky 20x20, 11:11, 0\n8,8,0\n9,20,1520\n-1\npbrain-a.zip\n1,x\n");
    assert_eq!((input.form, input.size), (Form::Psq, BoardSize::TWENTY));
    assert_eq!(format_moves(&input.moves), "h8i20");
    assert_eq!(input.to_move, Color::Black);
    assert_eq!(
        error("Piskvorky 15x15, 1\n8,8,0\n0,3,5\n"),
        "line 3: \"0,3\" is outside a 15x15 board"
    );
    assert_eq!(
        error("Piskvorky 15x15, 1\n8,8,0\n1,b,5\n"),
        "line 3: expected x,y,milliseconds, got \"1,b,5\""
    );
    assert_eq!(error("Piskvorky\n8,8,0"), "line 1: expected a size such as 15 or 15x20, got \"\"");
    let mut latin = b"Piskvorky 15x15, 1\n8,8,0\n-1\n".to_vec();
    latin.push(0xe9);
    assert!(read(&latin, &known(), false).is_ok());
}

#[test]
fn sgf() {
    let input =
        one("(;GM[4]FF[4]SZ[15]RU[renju]C[a\\] (;B\\[aa\\])]\n;B[hh];W[hg](;B[i9];W[])(;B[aa]))");
    assert_eq!((input.form, input.rule.clone()), (Form::Sgf, RuleSpec::RENJU));
    assert_eq!(format_moves(&input.moves), "h8h9i9--");
    let input = one("(;SZ[15:20]AB[aa][ba]AW[ao]PL[W];W[at])");
    assert_eq!(stones(&input, Color::Black), "a20b20");
    assert_eq!((input.first, input.to_move), (Color::White, Color::Black));
    assert_eq!(format_moves(&input.moves), "a1");
    assert_eq!(format_moves(&one("(;B[hh];B[hg])").moves), "h8--h9");
    assert_eq!(error("(;SZ[15]\n;B[zz])"), "line 2: \"zz\" is outside a 15x15 board");
    assert_eq!(error("(;B[hh]"), "line 1: not a valid SGF: the game tree is not closed");
    assert!(error("(;B[hh").contains("without its"));
    assert!(error("(;[hh])").contains("without a property"));
    assert!(error("(;AE[hh])").contains("AE"));
}

#[test]
fn mistakes_name_their_line() {
    assert_eq!(error("h8h9\n\ni10 p19"), "line 3: \"p19\" is outside a 15x15 board");
    assert_eq!(error("h8h"), "line 1: expected a point such as h8, got \"h\"");
    assert_eq!(error("7,7,1\n15,0,2"), "line 2: \"15,0\" is outside a 15x15 board");
    assert_eq!(
        error("7,7,1\n7,8,3"),
        "line 2: field 3 marks the five of a continuous game, which is not supported"
    );
    assert_eq!(error("7,7,1\n7,8,4"), "line 2: expected x,y or x,y,field, got \"7,8,4\"");
    assert_eq!(error("7,7,1\n7"), "line 2: expected x,y or x,y,field, got \"7\"");
    assert_eq!(
        error("7,7,1\n7,8"),
        "line 2: expected a field in every entry or in none, got \"7,8\""
    );
    assert!(error("START 4\n7,7").starts_with("line 1: a board of 4x4"));
}

#[test]
fn what_is_not_read_is_named() {
    let forms = "a position is read from a move string, a Gomocup list, a diagram, JSON, JSON lines, .psq or .sgf";
    let error = |bytes: &[u8]| read(bytes, &known(), false).unwrap_err().to_string();
    assert_eq!(error(b"\xffRenLib\xff\x03\x04"), format!("this is a RenLib file; {forms}"));
    assert_eq!(error(b"\x01\xfe\xff"), format!("this is no text; {forms}"));
}

proptest::proptest! {
    /// Whatever comes in, an answer or an error comes out, and it takes one line.
    #[test]
    fn any_text_is_read_or_refused(
        bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60),
        words in proptest::collection::vec(proptest::sample::select(WORDS), 0..40),
        lines: bool,
    ) {
        for text in [bytes, words.concat().into_bytes()] {
            match read(&text, &known(), lines) {
                Ok(Records::One(input)) => {
                    let on_board = |p| input.size.contains(p);
                    assert!(input.stones.iter().all(|&(p, _)| on_board(p)));
                    assert!(input.moves.iter().flatten().all(|&p| on_board(p)));
                }
                Ok(Records::Lines(records)) => assert!(!records.is_empty()),
                Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error:?}"),
            }
        }
    }
}

/// Pieces of which the forms are made.
const WORDS: &[&str] = &[
    "h8",
    "p19",
    "--",
    " ",
    "\n",
    "\r\n",
    "7,7",
    ",1",
    "7,8,2",
    "-1",
    "99999999999999999999",
    "START ",
    "15",
    "RECTSTART 5,9",
    ".....",
    "x",
    "○",
    "(●)",
    "5 ",
    " 1",
    "A B C D E",
    "rule: renju",
    ":",
    "{",
    "}",
    "{\"moves\":\"h8\"}",
    "\"black\":",
    "[\"H8\"]",
    "\"size\":4",
    "Piskvorky 15x15, 0",
    "8,8,0",
    "(;",
    ";B[hh]",
    "W[",
    "]",
    "\\",
    "AB[aa][bb]",
    ")",
    "SZ[15]",
    "é",
    "\u{feff}",
];
