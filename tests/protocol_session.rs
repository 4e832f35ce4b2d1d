//! What the session does with a player that behaves badly, and what it tells a player.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kagetsu::base::clock::{Clock, ManualClock};
use kagetsu::board::{BoardSize, Point};
use kagetsu::engine::{
    EngineOptions, Evaluation, Player, Report, Signals, ThinkLimits, Thought, Watcher,
};
use kagetsu::position::Position;

#[expect(dead_code, reason = "shared by several tests")]
#[path = "support/conversation.rs"]
mod conversation;

use conversation::Conversation;

/// What a player of these tests does when it is asked.
enum Act {
    /// Answers with this point.
    Answer(&'static str),
    /// Answers with nothing.
    Nothing,
    /// Reports this point, then panics.
    Panic(Option<&'static str>),
    /// Says that the side to move is losing.
    Losing(&'static str),
}

/// What it was told.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    Think { limits: ThinkLimits, stopped: bool },
    Configure(usize, usize),
    NewGame,
}

struct Puppet {
    acts: VecDeque<Act>,
    told: Arc<Mutex<Vec<Told>>>,
}

fn point(name: &str) -> Point {
    kagetsu::board::notation::parse_point(name, BoardSize::square(22).unwrap()).unwrap()
}

impl Puppet {
    fn new(acts: impl IntoIterator<Item = Act>) -> (Puppet, Arc<Mutex<Vec<Told>>>) {
        let told = Arc::new(Mutex::new(Vec::new()));
        (Puppet { acts: acts.into_iter().collect(), told: Arc::clone(&told) }, told)
    }

    fn note(&self, what: Told) {
        self.told.lock().unwrap().push(what);
    }
}

impl Player for Puppet {
    fn think(
        &mut self,
        _: &Position,
        limits: &ThinkLimits,
        _: &dyn Clock,
        watcher: &dyn Watcher,
    ) -> Thought {
        self.note(Told::Think { limits: *limits, stopped: watcher.should_stop() });
        let found = |name: &str| Report { line: vec![point(name)], depth: 3, ..Report::default() };
        match self.acts.pop_front().expect("no more questions than acts") {
            Act::Answer(name) => Thought { best: Some(point(name)), report: found(name) },
            Act::Nothing => Thought::default(),
            Act::Losing(name) => {
                let report = Report { evaluation: Evaluation::Centi(-300), ..found(name) };
                Thought { best: Some(point(name)), report }
            }
            Act::Panic(name) => {
                if let Some(name) = name {
                    watcher.progress(&found(name));
                }
                std::panic::resume_unwind(Box::new("a bug in the search"));
            }
        }
    }

    fn configure(&mut self, threads: usize, table_bytes: usize) {
        self.note(Told::Configure(threads, table_bytes));
    }

    fn prepare(&mut self, _: &Position) {}

    fn new_game(&mut self) {
        self.note(Told::NewGame);
    }
}

/// Everything that is said about what is sent, and everything the player was told.
fn converse(acts: impl IntoIterator<Item = Act>, sent: &str) -> (Vec<String>, Vec<Told>) {
    let (player, told) = Puppet::new(acts);
    let (clock, signals) = (ManualClock::new(), Arc::new(Signals::new()));
    clock.advance(Duration::from_secs(100));
    let mut engine = Conversation::new(&EngineOptions::default(), player, &clock, &signals);
    let mut lines = Vec::new();
    for line in sent.lines() {
        engine.send(line.trim().as_bytes());
        engine.send(b"\n");
    }
    while let Some(line) = engine.line() {
        lines.push(line);
    }
    let told = told.lock().unwrap().clone();
    (lines, told)
}

fn answers(acts: impl IntoIterator<Item = Act>, sent: &str) -> Vec<String> {
    let (mut lines, _) = converse(acts, sent);
    lines.retain(|line| !line.starts_with("MESSAGE Depth"));
    lines
}

#[test]
fn a_panic_costs_neither_the_game_nor_the_move() {
    let lines = answers(
        [Act::Panic(Some("i9")), Act::Panic(None), Act::Answer("a1")],
        "START 15\nTURN 7,7\nTURN 0,14\nTURN 14,14",
    );
    let failed = "MESSAGE the search failed; playing on without it";
    // The move of the last completed iteration; then, with none, the point nearest to the centre.
    assert_eq!(lines, ["OK", failed, "8,8", failed, "7,6", "0,0"]);
}

#[test]
fn a_move_that_cannot_be_played_is_replaced() {
    let lines = answers(
        [Act::Answer("h8"), Act::Answer("v22"), Act::Nothing],
        "START 15\nTURN 7,7\nTURN 0,14\nTURN 14,14",
    );
    assert_eq!(lines, ["OK", "7,6", "6,7", "8,7"]);
}

#[test]
fn without_a_search_a_five_is_still_made_or_stopped() {
    let own = "BOARD\n0,0,1\n0,9,2\n1,0,1\n1,9,2\n2,0,1\n2,9,2\n3,0,1\n3,9,2\nDONE";
    let other = "BOARD\n0,0,2\n0,9,1\n1,0,2\n1,9,1\n2,0,2\n2,12,1\n3,0,2\nDONE";
    let sent = format!("START 15\n{own}\n{other}");
    let lines = answers([Act::Nothing, Act::Panic(None)], &sent);
    assert_eq!(lines, ["OK", "4,0", "MESSAGE the search failed; playing on without it", "4,0"]);
}

#[test]
fn a_forbidden_move_is_never_made_while_another_is_left() {
    // Black f8 g8 h9 h10, and h8 would be a double three.
    let board = "BOARD\n5,7,1\n0,0,2\n6,7,1\n0,2,2\n7,8,1\n0,4,2\n7,9,1\n0,6,2\nDONE";
    let sent = format!("START 15\nINFO rule 4\n{board}\nINFO rule 0\n{board}");
    let lines = answers([Act::Answer("h8"), Act::Answer("h8")], &sent);
    assert_eq!(lines.len(), 3);
    assert_ne!(lines[1], "7,7");
    assert_eq!(lines[2], "7,7", "freestyle forbids nothing");
}

#[test]
fn a_foul_of_the_opponent_does_not_end_the_game() {
    let board = "BOARD\n5,7,2\n0,0,1\n6,7,2\n0,2,1\n7,8,2\n0,4,1\n7,9,2\nDONE";
    let sent = format!("START 15\nINFO rule 4\n{board}\nTURN 7,7\nTURN 14,0");
    let lines = answers([Act::Answer("a7"), Act::Answer("a9"), Act::Answer("a11")], &sent);
    assert_eq!(lines, ["OK", "0,6", "0,8", "0,10"]);
}

#[test]
fn time_counts_from_the_reading_of_the_question() {
    let (_, told) = converse(
        [Act::Answer("a1"), Act::Answer("a2"), Act::Answer("a3")],
        "START 15\nINFO timeout_turn 1000\nTURN 7,7\nINFO time_left -20\nTURN 7,8\n
         INFO time_left 2147483647\nINFO timeout_turn 2147483647\nINFO max_node 50\nTURN 7,9",
    );
    let limits: Vec<ThinkLimits> = told
        .iter()
        .filter_map(|told| match told {
            Told::Think { limits, .. } => Some(*limits),
            _ => None,
        })
        .collect();
    let seconds = Duration::from_secs;
    // The clock of these tests shows 100 seconds.
    assert!(limits[0].hard.unwrap() > seconds(100) && limits[0].hard.unwrap() < seconds(101));
    assert!(limits[1].hard.unwrap() <= seconds(100) + Duration::from_millis(10));
    assert_eq!((limits[2].hard, limits[2].nodes), (None, Some(50)));
}

#[test]
fn a_stop_reaches_only_the_question_before_it() {
    let (lines, told) = converse(
        [Act::Answer("a1"), Act::Answer("a2")],
        "START 15\nSTOP\nTURN 7,7\nSTOP\nSTOP\nTURN 8,8",
    );
    assert_eq!(lines.iter().filter(|line| !line.starts_with("MESSAGE")).count(), 3);
    let stopped: Vec<bool> = told
        .iter()
        .filter_map(|told| match told {
            Told::Think { stopped, .. } => Some(*stopped),
            _ => None,
        })
        .collect();
    assert_eq!(stopped, [true, false]);
}

#[test]
fn nothing_is_said_about_a_question_after_end() {
    assert_eq!(answers([Act::Answer("a1")], "START 15\nTURN 7,7\nEND\nABOUT"), ["OK"]);
}

#[test]
fn resources_are_set_before_they_are_needed_and_only_when_they_change() {
    let (_, told) = converse(
        [Act::Answer("a1"), Act::Answer("a2"), Act::Answer("a3"), Act::Answer("a4")],
        "START 15\nINFO thread_num 2\nINFO hash_size 2048\nTURN 7,7\nTURN 8,8\n
         INFO max_memory 1\nTURN 9,9\nRESTART\nTURN 9,9",
    );
    let resources: Vec<Told> = told
        .into_iter()
        .map(|told| match told {
            Told::Think { .. } => Told::NewGame,
            other => other,
        })
        .collect();
    let expected = [
        Told::Configure(2, 2048 << 10),
        Told::NewGame,
        Told::NewGame,
        // A limit that leaves nothing: one thread and the smallest table.
        Told::Configure(1, 1 << 20),
        Told::NewGame,
        // RESTART, then the move.
        Told::NewGame,
        Told::NewGame,
    ];
    assert_eq!(resources, expected);
}

#[test]
fn a_stop_ends_the_choice_between_openings() {
    let (lines, told) = converse([Act::Answer("a1")], "START 15\nSWAP2BOARD\nDONE\nSTOP\nABOUT\n");
    assert_eq!(lines[0], "OK");
    assert_eq!(lines[1].split(' ').count(), 3, "{}", lines[1]);
    assert!(lines[2].starts_with("name="));
    let thoughts = told.iter().filter(|told| matches!(told, Told::Think { .. })).count();
    assert_eq!(thoughts, 1, "the first opening will do");
}

#[test]
fn more_threads_than_the_memory_has_room_for() {
    let (_, told) = converse(
        [Act::Answer("a1"), Act::Answer("a2")],
        "START 15\nINFO thread_num 256\nINFO max_memory 83886080\nTURN 7,7\nINFO max_memory 0\nTURN 7,8",
    );
    let threads: Vec<usize> = told
        .iter()
        .filter_map(|told| if let Told::Configure(n, _) = told { Some(*n) } else { None })
        .collect();
    assert_eq!(threads, [17, 256]);
}

#[test]
fn swap2_takes_the_side_that_looks_better() {
    let stones = "SWAP2BOARD\n7,7\n8,7\n9,9\nDONE";
    let sent = format!("START 15\n{stones}\n{stones}\nTURN 0,0");
    let lines = answers([Act::Losing("a2"), Act::Answer("a3"), Act::Answer("a4")], &sent);
    assert_eq!(lines, ["OK", "SWAP", "0,2", "0,3"]);
    // After SWAP the opponent, now white, makes the fourth move.
    let sent = format!("START 15\n{stones}\nTURN 0,0");
    assert_eq!(answers([Act::Losing("a2"), Act::Answer("a3")], &sent), ["OK", "SWAP", "0,2"]);
}
