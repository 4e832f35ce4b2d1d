//! Whole games over pipes, engine against engine, under every law, judged by the reference rules.
//!
//! A few quick games by default. `KAGETSU_GAMES=100 KAGETSU_MOVE_MS=50 cargo test --release --test
//! protocol_games -- --nocapture` is the long form; it prints the longest answer of each law.

use std::time::Duration;

use kagetsu::board::{BoardSize, Color, Point};
use kagetsu::rules::reference::Game;
use kagetsu::rules::{RuleSpec, reference};

#[expect(dead_code, reason = "shared by several tests")]
#[path = "support/child.rs"]
mod child;

use child::Engine;

/// What the official judge grants beyond the time for a move.
const TOLERANCE: Duration = Duration::from_millis(1000);

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// One side of a match.
struct Side {
    engine: Engine,
    /// Whether it has been told of the game that is on.
    knows: bool,
}

impl Side {
    fn start(rule: &str, size: BoardSize, move_ms: u64) -> Side {
        let mut engine = Engine::start(&[]);
        engine.send(
            format!(
                "START {}\r\nINFO timeout_turn {move_ms}\r\nINFO max_memory 83886080\r\n\
                 INFO rule {rule}\r\n",
                size.width()
            )
            .as_bytes(),
        );
        let line = engine.line_within(Duration::from_secs(20)).expect("an answer to START");
        assert_eq!(line, "OK");
        // The tables of a law are built when it is named; the games are about what comes after.
        engine.send(b"ABOUT\r\n");
        let line = engine.line_within(Duration::from_secs(20)).expect("an answer to ABOUT");
        assert!(line.starts_with("name="), "{line}");
        Side { engine, knows: false }
    }

    /// Asks for a move; hands over the point and the time it took.
    fn ask(&mut self, question: &str, size: BoardSize) -> (Point, Duration) {
        let before = self.engine.now();
        self.engine.send(question.as_bytes());
        loop {
            let line = self.engine.line_within(Duration::from_secs(20)).expect("an answer");
            if line.starts_with("MESSAGE ") {
                continue;
            }
            let took = self.engine.now().saturating_sub(before);
            let point = line
                .split_once(',')
                .and_then(|(x, y)| size.point(x.parse().ok()?, y.parse().ok()?));
            return (point.unwrap_or_else(|| panic!("\"{line}\" is no move")), took);
        }
    }
}

/// A few stones near the centre, the same for the same number.
fn opening(rule: &RuleSpec, size: BoardSize, number: u64) -> Vec<Point> {
    let mut random = fastrand::Rng::with_seed(number);
    let mut game = Game::new(rule, size);
    let centre = size.centre();
    let near = |p: &Point| p.x().abs_diff(centre.x()) < 4 && p.y().abs_diff(centre.y()) < 4;
    let mut points = Vec::new();
    for _ in 0..2 + number % 3 {
        let legal = |p: &Point| game.legality(*p).is_ok();
        let mut choice: Vec<Point> = size.points().filter(near).filter(legal).collect();
        if choice.is_empty() {
            choice = size.points().filter(legal).collect();
        }
        let point = choice[random.usize(..choice.len())];
        game.play(point).expect("a legal move");
        points.push(point);
    }
    points
}

/// The lines of a BOARD: the moves in their order, and where stones are captured those that still lie.
fn listed(game: &Game, played: &[Point]) -> String {
    let own = |n: usize| 1 + (n + played.len()) % 2;
    let lies = |n: usize, p: Point| {
        let color = if n % 2 == 0 { Color::Black } else { Color::White };
        game.rule().captures.is_none() || game.grid().get(p) == Some(color.into())
    };
    let mut last = std::collections::BTreeMap::new();
    for (n, &p) in played.iter().enumerate() {
        last.insert(p, n);
    }
    let stones = played.iter().enumerate().filter(|&(n, &p)| last[&p] == n && lies(n, p));
    stones.map(|(n, p)| format!("{},{},{}\r\n", p.x(), p.y(), own(n))).collect()
}

fn play(number: &str, rule: &RuleSpec, size: BoardSize) {
    let games = setting("KAGETSU_GAMES", 1);
    let move_ms = setting("KAGETSU_MOVE_MS", 20);
    let mut sides = [Side::start(number, size, move_ms), Side::start(number, size, move_ms)];
    let mut longest = Duration::ZERO;
    let mut moves = 0;
    let mut wins = [0, 0];
    for i in 0..games {
        let mut game = Game::new(rule, size);
        for point in opening(rule, size, i) {
            game.play(point).expect("a legal opening");
        }
        while game.ending().is_none() {
            let mover = game.to_move();
            let side = &mut sides[(mover.index() + i as usize) % 2];
            let played: Vec<Point> = game.moves().iter().copied().flatten().collect();
            let question = if side.knows {
                let last = played[played.len() - 1];
                format!("TURN {},{}\r\n", last.x(), last.y())
            } else {
                side.knows = true;
                format!("BOARD\r\n{}DONE\r\n", listed(&game, &played))
            };
            let (point, took) = side.ask(&question, size);
            longest = longest.max(took);
            moves += 1;
            assert!(
                took < Duration::from_millis(move_ms) + TOLERANCE,
                "{rule}, game {i}: {point} took {took:?}"
            );
            if let Err(illegal) = game.legality(point) {
                let fouls = reference::forbidden_points(game.grid(), rule, mover);
                let free = game.grid().empty_points().count();
                assert!(fouls.len() == free, "{rule}, game {i}: {illegal}\n{}", game.grid());
            }
            game.play(point).expect("a move that can be played");
        }
        if let Some(kagetsu::rules::Ending::Win { winner, .. }) = game.ending() {
            wins[winner.index()] += 1;
        }
        for side in &mut sides {
            side.knows = false;
            side.engine.send(b"RESTART\r\n");
            let line = side.engine.line_within(Duration::from_secs(20)).expect("an answer");
            assert_eq!(line, "OK");
        }
    }
    for side in &mut sides {
        side.engine.send(b"END\r\n");
        let left = side.engine.exit_within(Duration::from_secs(5));
        assert_eq!(left, Some((Some(0), String::new())), "{rule}");
    }
    let [black, white] = Color::ALL.map(|color| wins[color.index()]);
    #[expect(clippy::print_stdout, reason = "the result of a long run")]
    {
        println!("{rule} {size}: {games} games, {moves} moves, black {black}, white {white}");
        println!("{rule} {size}: longest answer {longest:?}");
    }
}

macro_rules! laws {
    ($($name:ident: $number:literal $rule:ident $side:literal;)*) => {
        $(
            #[test]
            fn $name() {
                play($number, &RuleSpec::$rule, BoardSize::square($side).unwrap());
            }
        )*
    };
}

laws! {
    freestyle_15: "0" FREESTYLE 15;
    freestyle_20: "0" FREESTYLE 20;
    standard: "1" STANDARD 15;
    renju: "4" RENJU 15;
    caro: "8" CARO 15;
    caro_exact: "9" CARO_EXACT 15;
    gomoku_narabe: "gomoku-narabe" GOMOKU_NARABE 15;
    old_renju: "old-renju" OLD_RENJU 19;
    anti_renju: "anti-renju" ANTI_RENJU 15;
    pro_gomoku: "pro-gomoku" PRO_GOMOKU 15;
    common_centre: "common-centre" COMMON_CENTRE 15;
    penta: "penta" PENTA 15;
    small_board: "4" RENJU 6;
}
