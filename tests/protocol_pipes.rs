//! What only the real program over real pipes can show.

use std::time::Duration;

#[path = "support/child.rs"]
mod child;

use child::{Engine, Silence};

/// Only against hanging: a busy machine may take its time.
const LONG: Duration = Duration::from_secs(20);
/// A process that leaves within a second, with something added for a busy machine.
const SOON: Duration = Duration::from_millis(2500);

fn start(sent: &str) -> Engine {
    let mut engine = Engine::start(&[]);
    engine.send(sent.as_bytes());
    engine
}

/// The next line that is no message.
fn answer(engine: &Engine) -> String {
    loop {
        let line = engine.line_within(LONG).expect("an answer");
        if !line.starts_with("MESSAGE") {
            return line;
        }
    }
}

/// It thinks, and has no reason to end.
fn thinking() -> Engine {
    let engine =
        start("START 15\nINFO timeout_turn 2147483647\nBOARD\n7,7,1\n7,8,2\n8,7,1\n6,6,2\nDONE\n");
    assert_eq!(answer(&engine), "OK");
    assert_eq!(engine.line_within(Duration::from_millis(200)), Err(Silence::Timeout));
    engine
}

fn is_move(line: &str) -> bool {
    line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
}

#[test]
fn end_while_it_thinks() {
    let mut engine = thinking();
    engine.send(b"END\n");
    assert_eq!(engine.exit_within(SOON), Some((Some(0), String::new())));
    assert_eq!(engine.line_within(LONG), Err(Silence::Closed), "nothing after END");
}

#[test]
fn the_input_ends_while_it_thinks() {
    let mut engine = thinking();
    engine.close();
    assert!(is_move(&answer(&engine)));
    assert_eq!(engine.exit_within(SOON), Some((Some(0), String::new())));
}

#[test]
fn stop_while_it_thinks() {
    let mut engine = thinking();
    let before = engine.now();
    engine.send(b"STOP\n");
    assert!(is_move(&answer(&engine)));
    assert!(engine.now() - before < SOON);
    engine.send(b"ABOUT\nEND\n");
    assert!(answer(&engine).starts_with("name="));
    assert_eq!(engine.exit_within(SOON), Some((Some(0), String::new())));
}

#[test]
fn settings_while_it_thinks_are_silent() {
    let mut engine = thinking();
    engine.send(b"INFO time_left 5000\nINFO nonsense\nINFO rule 0\n\n\r\n");
    assert_eq!(engine.line_within(Duration::from_millis(200)), Err(Silence::Timeout));
    engine.send(b"YXSTOP\nTURN 0,0\nSTOP\n");
    assert!(is_move(&answer(&engine)));
    let second = answer(&engine);
    assert!(is_move(&second), "{second}");
}

#[test]
fn the_output_is_closed_before_the_end() {
    let mut engine = start("START 15\nTURN 7,7\nEND\n");
    assert_eq!(answer(&engine), "OK");
    assert!(is_move(&answer(&engine)));
    assert_eq!(engine.exit_within(SOON), Some((Some(0), String::new())));
}

#[test]
fn nothing_at_all() {
    let mut engine = start("");
    engine.close();
    assert_eq!(engine.exit_within(SOON), Some((Some(0), String::new())));
    assert_eq!(engine.line_within(LONG), Err(Silence::Closed));
}

#[test]
fn megabytes_of_rubbish() {
    let mut engine = start("START 15\n");
    assert_eq!(answer(&engine), "OK");
    let rubbish: Vec<u8> =
        (0..3_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 | 0x10).collect();
    engine.send(&rubbish);
    engine.send(b"\nABOUT\n");
    loop {
        let line = answer(&engine);
        if line.starts_with("name=") {
            break;
        }
        assert!(line.starts_with("UNKNOWN ") && line.len() < 100, "{line}");
    }
    engine.send(b"END\n");
    assert_eq!(engine.exit_within(SOON), Some((Some(0), String::new())));
}

/// Two hundred questions, each sent the moment the answer to the one before is there, with stops and
/// settings thrown in at the same instant: every one gets exactly one answer.
#[test]
fn commands_in_the_same_instant_as_the_answers() {
    let mut engine = start("START 15\nINFO timeout_turn 0\n");
    assert_eq!(answer(&engine), "OK");
    for i in 0..200 {
        let question = "BOARD\n7,7,1\n7,8,2\n8,7,1\n6,6,2\nDONE\n";
        let extra = ["STOP\n", "INFO time_left 100\n", "", "STOP\nSTOP\n"][i % 4];
        engine.send(format!("{question}{extra}").as_bytes());
        let line = answer(&engine);
        assert!(is_move(&line), "{i}: {line}");
        engine.send(b"STOP\n");
    }
    engine.send(b"ABOUT\n");
    assert!(answer(&engine).starts_with("name="), "no answer too many");
}
