//! Where the point-finding problems of the shared data are not followed (`tests/find_data.rs` names them), and what
//! they ask that is no kind of point: each claim about such a board, asserted by the reference rules and by
//! certificates that are checked.

#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::collections::{BTreeMap, BTreeSet};

use kagetsu::board::{BoardSize, Cell, Color, Dir, Grid, Point, PointSet, notation};
use kagetsu::line::Shape;
use kagetsu::position::{Position, Setup};
use kagetsu::rules::why::{self, Explanation};
use kagetsu::rules::{Foul, RuleSpec, reference};
use kagetsu::threat::find::{Kind, Question, find, standing};

#[path = "support/proved.rs"]
mod proved;
#[path = "support/puzzles.rs"]
mod puzzles;

use Color::{Black, White};
use proved::is_proved_won;

struct Board {
    setup: Setup,
    position: Position,
    /// The points of the data.
    points: BTreeSet<Point>,
    note: String,
}

type Boards = BTreeMap<String, Board>;

fn boards() -> Option<Boards> {
    let wanted = |json: &serde_json::Value| json["expect"]["kind"] == "points";
    let board = |id: String, setup: Setup, json: &serde_json::Value| {
        let points = json["expect"]["points"].as_array().into_iter().flatten();
        let points = points.map(|p| point(p.as_str().unwrap())).collect();
        let note = json["note"].as_str().unwrap_or_default().to_owned();
        let position = setup.clone().build().unwrap();
        (id.trim_start_matches("lfz084/").to_owned(), Board { setup, position, points, note })
    };
    let list = puzzles::puzzles("puzzles.jsonl", wanted, board)?;
    Some(list.into_iter().collect())
}

fn point(text: &str) -> Point {
    notation::parse_point(text, BoardSize::FIFTEEN).unwrap()
}

fn points(text: &str) -> BTreeSet<Point> {
    text.split(' ').map(point).collect()
}

impl Board {
    fn grid(&self) -> Grid {
        self.position.grid()
    }

    fn rule(&self) -> &RuleSpec {
        &self.setup.rule
    }

    /// The board after some moves.
    fn after(&self, moves: &str) -> Position {
        let mut position = self.position.clone();
        for p in moves.split(' ') {
            if p == "pass" { position.pass() } else { position.play(point(p)) }
        }
        position
    }
}

/// Points where a colour makes fours by moves that the rules allow, each with all stops.
fn legal_fours(grid: &Grid, rule: &RuleSpec, color: Color) -> BTreeMap<Point, BTreeSet<Point>> {
    let fours = |p: Point| {
        let fours = reference::fours(grid, rule, color, p);
        let stops: BTreeSet<Point> = fours.into_iter().flat_map(|f| f.completions).collect();
        let legal = reference::foul(grid, rule, color, p).is_none();
        (legal && !stops.is_empty()).then_some((p, stops))
    };
    grid.empty_points().filter_map(fours).collect()
}

/// The threes of a stone just laid, as sets of stones of which some legal fourth makes a four.
fn threes_of(position: &Position, color: Color, p: Point) -> BTreeSet<Vec<Point>> {
    let (grid, rule) = (position.grid(), position.rule());
    let mut threes = BTreeSet::new();
    for q in legal_fours(&grid, rule, color).into_keys() {
        for mut four in reference::fours(&grid, rule, color, q) {
            four.stones.retain(|&stone| stone != q);
            if four.stones.contains(&p) {
                four.stones.sort_unstable();
                threes.insert(four.stones);
            }
        }
    }
    threes
}

/// The answers that the data leaves out are such points all the same.
#[test]
fn points_that_the_data_leaves_out() {
    let Some(boards) = boards() else { return };

    // H10 H9 first: then J10 has a two on three lines, as J8 has, which the data names.
    let board = &boards["五子茶馆小题目大全/46"];
    let after = board.after("h10 h9");
    for p in ["j8", "j10"] {
        let two =
            |dir: &Dir| matches!(after.shape(Black, point(p), *dir), Shape::Two | Shape::WideTwo);
        assert_eq!(Dir::ALL.iter().filter(|dir| two(dir)).count(), 3, "{p}");
    }

    // A12 C12 E12 is a three: B12 and D12 may be played and make a four with it.
    let board = &boards["解题大赛合集_05_(1~10)_puzzle/65"];
    let after = board.after("a12");
    let three: Vec<Point> = points("a12 c12 e12").into_iter().collect();
    assert!(threes_of(&after, Black, point("a12")).contains(&three));

    // K8 threatens a win by fours as each point of the data does, and there is none without it.
    let board = &boards["解题大赛合集_05_(1~10)_puzzle/90"];
    assert!(!is_proved_won(&board.position));
    for p in board.points.iter().copied().chain([point("k8")]) {
        assert!(is_proved_won(&board.after(&format!("{p} pass"))), "{p}");
    }
    let after = board.after("k8 pass");
    assert_eq!(reference::fours(&after.grid(), board.rule(), White, point("h11")).len(), 2);

    // The shapes of the boards beside it are counted as they lie; the points that this one asks for are seven.
    for (id, kind, number) in [(73, Kind::Two, 3), (74, Kind::Two, 2), (75, Kind::SleepingThree, 4)]
    {
        let board = &boards[&format!("解题大赛合集_06_(11~20)_puzzle/{id}")];
        assert_eq!(standing(&board.position, Black, kind).len(), number);
    }
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/73"];
    let real = |&p: &Point| {
        reference::foul(&board.grid(), board.rule(), Black, p).is_none()
            && reference::threes(&board.grid(), board.rule(), Black, p)
                .iter()
                .any(reference::Three::is_real)
    };
    let threes: BTreeSet<Point> = board.grid().empty_points().filter(real).collect();
    assert_eq!(threes, points("c9 e9 c11 e11 g11 e13 g13"));
}

/// The answers of the data that are none.
#[test]
fn points_that_are_none() {
    let Some(boards) = boards() else { return };

    // One column to the left the points of the data are ours, and two after which white still wins.
    let board = &boards["五子茶馆小题目大全/92"];
    let left: BTreeSet<Point> = board.points.iter().filter_map(|p| p.offset(-1, 0)).collect();
    let question = Question::new(Black, &[Kind::StopsVcf]);
    let ours = find(&board.position, &question, &mut |_| false).found[0].points.clone();
    let ours: BTreeSet<Point> = ours.into_iter().collect();
    assert_eq!(left.difference(&ours).copied().collect::<BTreeSet<_>>(), points("l9 h13"));
    assert!(ours.is_subset(&left));

    // E12 makes a four, and no three of any sort; F12 makes the sleeping three.
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/4"];
    assert!(legal_fours(&board.grid(), board.rule(), Black).contains_key(&point("e12")));
    let after = board.after("f12");
    assert_eq!(
        reference::foul(&after.grid(), board.rule(), Black, point("e12")),
        Some(Foul::DoubleFour)
    );
    assert!(!threes_of(&after, Black, point("f12")).is_empty());

    // L6 makes one three, whatever its fourth stone; the other points of the data make two.
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/50"];
    for (p, count) in [("l12", 2), ("e4", 2), ("l6", 1)] {
        assert_eq!(threes_of(&board.after(p), Black, point(p)).len(), count, "{p}");
    }

    // No stone makes a four with H10.
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/123"];
    assert!(threes_of(&board.after("h10"), Black, point("h10")).is_empty());
    for p in ["g13", "h13", "b9"] {
        assert!(!threes_of(&board.after(p), Black, point(p)).is_empty(), "{p}");
    }

    // The answer is a stone.
    let board = &boards["解题大赛合集_07_(21~47)_puzzle/188"];
    assert_eq!(board.points, points("i8"));
    assert_eq!(board.position.cell(point("i8")), Cell::from(White));
}

/// Where the data counts one point more: each that could be meant is a foul, or does not win.
#[test]
fn numbers_that_are_too_large() {
    let Some(boards) = boards() else { return };
    // A basic winning shape is a four whose stop leaves a straight four.
    for (id, ours, fouls) in [
        ("解题大赛合集_06_(11~20)_puzzle/173", "d10 e12 c13", "d11 e11"),
        ("解题大赛合集_07_(21~47)_puzzle/34", "b11 b12 e12", "a11 d12"),
    ] {
        let board = &boards[id];
        let (grid, rule) = (board.grid(), board.rule());
        let wins = |(p, stops): &(Point, BTreeSet<Point>)| {
            stops.iter().all(|&stop| {
                let after = reference::after(&grid, rule, Black, *p);
                let after = reference::after(&after, rule, White, stop);
                let straight = |&q: &Point| {
                    !reference::straight_fours(&after, rule, Black, q).is_empty()
                        && reference::foul(&after, rule, Black, q).is_none()
                };
                after.empty_points().any(|q| straight(&q))
            })
        };
        let fours = legal_fours(&grid, rule, Black);
        let winning: BTreeSet<Point> = fours.into_iter().filter(wins).map(|(p, _)| p).collect();
        assert_eq!(winning, points(ours), "{id}");
        for p in points(fouls) {
            assert_eq!(reference::foul(&grid, rule, Black, p), Some(Foul::DoubleFour), "{p}");
        }
    }

    // After G11 the stone that would make a four first is a double four.
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/196"];
    let after = board.after("g11 pass");
    assert_eq!(
        reference::foul(&after.grid(), board.rule(), Black, point("f12")),
        Some(Foul::DoubleFour)
    );

    // Fours have one point of five. The data itself leaves out the E12 of another board, which has more.
    let board = &boards["解题大赛合集_07_(21~47)_puzzle/8"];
    let fours = legal_fours(&board.grid(), board.rule(), White);
    let simple: BTreeSet<Point> =
        fours.iter().filter(|(_, stops)| stops.len() == 1).map(|(p, _)| *p).collect();
    assert_eq!(simple, points("e10 f11 b13 g13 e15"));
    assert!(fours[&point("e12")].len() > 1);
    let other = &boards["解题大赛合集_05_(1~10)_puzzle/28"];
    let fours = legal_fours(&other.grid(), other.rule(), White);
    let simple: BTreeSet<Point> =
        fours.iter().filter(|(_, stops)| stops.len() == 1).map(|(p, _)| *p).collect();
    assert_eq!(simple, other.points);
    assert!(fours[&point("e12")].len() > 1);
}

/// How many levels of judging the verdict on a point takes: none where it does not look like a foul, otherwise
/// one more than the points take on which it depends, where there is a choice the cheapest.
fn levels(of: &Explanation) -> usize {
    if of.looks_like.is_none() {
        return 0;
    }
    let mut threes: Vec<usize> = Vec::new();
    let mut others: Vec<usize> = Vec::new();
    for three in of.lines.iter().filter_map(|line| line.three.as_ref()) {
        let below = |p: &why::StraightFourPoint| p.explanation.as_deref().map_or(0, levels);
        if three.real {
            let cheapest = three.points.iter().filter(|p| p.counts).map(below).min();
            threes.push(cheapest.unwrap_or(0));
        } else {
            others.push(three.points.iter().map(below).max().unwrap_or(0));
        }
    }
    threes.sort_unstable();
    let below = match of.verdict {
        // Two real threes are enough.
        why::Verdict::Foul(Foul::DoubleThree) => threes.get(1).copied(),
        why::Verdict::Foul(_) => None,
        _ => others.into_iter().max(),
    };
    1 + below.unwrap_or(0)
}

/// Problems that ask for no kind of point, answered from the rules.
#[test]
fn other_questions() {
    let Some(boards) = boards() else { return };

    // How many levels deep a foul is judged: three on the first board (answer B), two at A and C on the other.
    let level = |board: &Board, p: &str| {
        levels(&why::explain(&board.grid(), board.rule(), Black, point(p)))
    };
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/149"];
    assert!(board.note.contains("B: 3层") && board.points == points("e2"));
    assert_eq!(level(board, "d13"), 3);
    let board = &boards["解题大赛合集_07_(21~47)_puzzle/155"];
    let two: BTreeSet<Point> =
        points("d12 l12 d3 l3").into_iter().filter(|p| level(board, &p.to_string()) == 2).collect();
    assert_eq!(two, board.points);

    // Four games, each to be judged by its last stone: white has won where black's is a foul and no five, or where
    // white's makes five or more. G9 is stone 1, I9 stone 3, I7 stone 2, G7 stone 4.
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/28"];
    let white_won = |last: &str| {
        let p = point(last);
        let mut setup = board.setup.clone();
        let (_, color) = setup.stones.remove(setup.stones.iter().position(|s| s.0 == p).unwrap());
        let mut before = Grid::new(setup.size);
        for (q, color) in setup.stones {
            before.set(q, color.into());
        }
        let five = reference::makes_five(&before, board.rule(), color, p).is_some();
        let foul = reference::foul(&before, board.rule(), color, p).is_some();
        if color == White { five } else { foul && !five }
    };
    let answers: BTreeSet<Point> = [("g9", "e12"), ("i9", "l12"), ("i7", "l5"), ("g7", "f3")]
        .into_iter()
        .filter(|(_, last)| white_won(last))
        .map(|(answer, _)| point(answer))
        .collect();
    assert_eq!(answers, board.points);

    // Four scenes, each with a threat just made: of fours three times, of a four against a foul at last.
    let board = &boards["解题大赛合集_06_(11~20)_puzzle/58"];
    let scenes = [
        ("f14", "g13", Kind::CounterStop),
        ("k9", "m10", Kind::CounterStop),
        ("c4", "c5", Kind::CounterStop),
        ("j4", "m3", Kind::BlocksFourFoul),
    ];
    let stops = |(letter, last, kind): (&str, &str, Kind)| {
        // A quarter of the board each.
        let side = |p: Point| (p.x() < 7, p.y() < 6);
        let mut setup = board.setup.clone();
        setup.stones.retain(|(p, _)| side(*p) == side(point(last)));
        let color = setup.stones.iter().find(|(p, _)| *p == point(last)).unwrap().1;
        setup.to_move = !color;
        let scene = setup.build().unwrap();
        let within = Some(PointSet::from_iter([point(letter)]));
        let question = Question { within, ..Question::new(!color, &[kind]) };
        // Something can be done about it, though not always by fours.
        let stop = if kind == Kind::CounterStop { Kind::StopsVcf } else { kind };
        let danger = Question::new(!color, &[stop]);
        assert!(!find(&scene, &danger, &mut |_| false).found[0].points.is_empty(), "{last}");
        !find(&scene, &question, &mut |_| false).found[0].points.is_empty()
    };
    let answers: BTreeSet<Point> =
        scenes.into_iter().filter(|&scene| stops(scene)).map(|scene| point(scene.0)).collect();
    assert_eq!(answers, board.points);
}
