//! One question, one answer: is there a forced win of this kind, and what proves it?
//!
//! The solvers are asked one after another, the cheapest first: fours, threats, then (for
//! [`Goal::Win`]) quiet moves that threaten a win by threats. A win is told only with a certificate that
//! has passed [its check](super::check).

use std::time::Duration;

use super::certify::{Answers, Tree, nodes_of};
use super::check::check_until;
use super::outline::outline;
use super::proof::Node;
use super::quiet::{Quiet, QuietOutcome};
use super::replies;
use super::vct::{Budget, Vct, VctLimit, VctOutcome};
use super::{Vcf, VcfEnd, VcfLimit, VcfOutcome};
use crate::base::clock::Clock;
use crate::board::Point;
use crate::line::Class;
use crate::position::Position;
use crate::rules::Ending;

/// The kinds of win that can be asked for; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// By fours alone.
    Vcf,
    /// By fours and threats of such a win.
    Vct,
    /// By any moves.
    Win,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The kind of win.
    pub goal: Goal,
    /// Look for the win that takes the fewest moves, however the defender answers.
    pub shortest: bool,
    /// Tell all first moves that win.
    pub all: bool,
    /// The most nodes, of all solvers together.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// What the win may cost.
    pub budget: Budget,
    /// Threads that work on it; with one the answer is always the same.
    pub threads: usize,
}

/// What stopped a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time.
    Time,
    /// The nodes.
    Nodes,
    /// The table: it has been filled so many times over that going on is of no use.
    Memory,
}

/// How a win came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinKind {
    /// A five at once.
    Five,
    /// By fours alone.
    Vcf,
    /// By threats.
    Vct,
    /// With quiet moves.
    Win,
}

/// First moves that win, each of them checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Firsts {
    /// The moves, ascending.
    pub points: Vec<Point>,
    /// Whether every other move is known not to win in this way.
    pub complete: bool,
}

/// A win with its certificate.
#[derive(Clone, Debug)]
pub struct Won {
    /// Its kind.
    pub kind: WinKind,
    /// The main line, see [`super::outline::Outline::line`].
    pub line: Vec<Point>,
    /// Plies up to and including the five.
    pub plies: usize,
    /// Four-moves of a win by fours, the unstoppable one included.
    pub fours: Option<u16>,
    /// How the main line ends.
    pub end: VcfEnd,
    /// Whether no shorter win of the kind exists.
    pub shortest: bool,
    /// All first moves that win, where they were asked for.
    pub firsts: Option<Firsts>,
    /// The limit that came before all was known of shorter wins and other first moves, where they were asked for.
    pub limit: Option<Limit>,
    /// The certificate's tree.
    pub nodes: Vec<Node>,
    /// How long the certificate took to check.
    pub check_time: Duration,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The side to move wins.
    Win(Box<Won>),
    /// There is no win of the kind asked for.
    NoWin,
    /// A limit was reached first; `None` where everything that the solvers know was tried, which rules
    /// nothing out when any win is asked for.
    Unknown(Option<Limit>),
}

/// The answer and what it cost.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// Nodes of all solvers together: positions of the search by threats and moves tried by fours.
    pub nodes: u64,
    /// Without checking the certificate, which the search writes.
    pub time: Duration,
}

/// A certificate that does not hold: a defect of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: the proof that was found does not hold")]
pub struct FalseWin;

/// All solvers with their tables.
pub struct Solver {
    vcf: Vcf,
    vct: Vct,
}

/// Entries of the table of fours, 16 bytes each.
const FOURS_TABLE: usize = 1 << 20;

impl Solver {
    /// Solvers whose tables take up at most `bytes` together.
    #[must_use]
    pub fn new(bytes: usize) -> Solver {
        // A search by fours seldom needs much; a quarter of the memory at most.
        let fours = (bytes / 64).clamp(1, FOURS_TABLE);
        Solver { vcf: Vcf::new(fours), vct: Vct::new(bytes - bytes / 4) }
    }

    /// Answers a question. The answer is the same whatever was asked before. `cancelled` is asked now and
    /// then; when it says true nobody wants the answer any more.
    ///
    /// # Errors
    /// When the certificate of a win does not pass its check: a defect of the program.
    pub fn solve(
        &mut self,
        position: &Position,
        question: &Question,
        clock: &dyn Clock,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Solved, FalseWin> {
        self.vcf.clear();
        self.vct.clear();
        let begin = clock.now();
        let until = question.time.map(|time| begin.saturating_add(time));
        let watch = Watch { clock, until, cancelled };
        let mut run = Run {
            solver: self,
            position: position.clone(),
            question,
            watch,
            check_time: Duration::ZERO,
            cut: None,
        };
        let found = run.found();
        let firsts = match &found {
            Found::Win(kind, _, nodes) if question.all => Some(run.firsts(*kind, nodes)?),
            _ => None,
        };
        let (nodes, check_time, limit) = (run.nodes(), run.check_time, run.cut);
        let time = clock.now().saturating_sub(begin).saturating_sub(check_time);
        let answer = match found {
            Found::False => return Err(FalseWin),
            Found::Win(kind, shortest, nodes) => {
                let outline = outline(&nodes, position).ok_or(FalseWin)?;
                let fours = match kind {
                    WinKind::Five => Some(0),
                    WinKind::Vcf => u16::try_from(outline.line.len().div_ceil(2)).ok(),
                    WinKind::Vct | WinKind::Win => None,
                };
                Answer::Win(Box::new(Won {
                    kind,
                    line: outline.line,
                    plies: outline.plies,
                    fours,
                    end: outline.end,
                    shortest,
                    firsts,
                    limit,
                    nodes,
                    check_time,
                }))
            }
            Found::NoWin => Answer::NoWin,
            Found::Unknown(limit) => Answer::Unknown(limit),
        };
        Ok(Solved { answer, nodes, time })
    }
}

/// What the solvers have found out.
enum Found {
    /// A win: its kind, whether it is proved to be the shortest, and its certificate's tree, which was checked.
    Win(WinKind, bool, Vec<Node>),
    NoWin,
    Unknown(Option<Limit>),
    /// A win that cannot be certified, or whose certificate does not hold.
    False,
}

/// One question being answered.
struct Run<'a> {
    solver: &'a mut Solver,
    position: Position,
    question: &'a Question,
    watch: Watch<'a>,
    /// How long certificates were checked.
    check_time: Duration,
    /// What was cut off after a win had been found.
    cut: Option<Limit>,
}

/// Says when time is up.
struct Watch<'a> {
    clock: &'a dyn Clock,
    until: Option<Duration>,
    cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl Watch<'_> {
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| self.clock.now() >= until) || (self.cancelled)()
    }
}

/// The most nodes of the search by fours before that by threats, which looks for fours itself.
const FOURS_FIRST: u64 = 100_000;
/// The most nodes of the search by threats before quiet moves are tried.
const THREATS_FIRST: u64 = 3_000_000;

impl Run<'_> {
    fn nodes(&self) -> u64 {
        self.solver.vcf.nodes() + self.solver.vct.nodes()
    }

    /// Nodes that may still be visited.
    fn left(&self) -> u64 {
        self.question.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.nodes()))
    }

    fn is_over(&self) -> bool {
        self.watch.is_over() || self.left() == 0
    }

    /// Which limit was reached.
    fn limit(&self) -> Limit {
        if self.watch.is_over() {
            Limit::Time
        } else if self.left() == 0 {
            Limit::Nodes
        } else {
            Limit::Memory
        }
    }

    fn found(&mut self) -> Found {
        let us = self.position.to_move();
        if self.position.ending().is_some() || self.question.budget.stones == 0 {
            return Found::NoWin;
        }
        if let Some(five) = replies::first_five(&self.position, us) {
            let leaf = Node { play: five, replies: Default::default(), default: None };
            return self.checked(WinKind::Five, true, vec![leaf]);
        }
        match self.question.goal {
            Goal::Vcf => self.by_fours(u64::MAX),
            Goal::Vct => match self.by_fours(FOURS_FIRST) {
                win @ (Found::Win(..) | Found::False) => self.shortened(win),
                _ => self.by_threats(u64::MAX),
            },
            Goal::Win => match self.by_fours(FOURS_FIRST) {
                win @ (Found::Win(..) | Found::False) => win,
                _ => match self.by_threats(THREATS_FIRST) {
                    win @ (Found::Win(..) | Found::False) => win,
                    _ => self.by_quiet_moves(),
                },
            },
        }
    }

    /// The most fours that a line may have: no more than the stones allow, nor than the board has points.
    fn most_fours(&self) -> u16 {
        self.question.budget.fours().min(self.position.size().area() as u16)
    }

    /// A win by fours alone.
    fn by_fours(&mut self, most: u64) -> Found {
        let fours = self.most_fours();
        let limit = VcfLimit { fours, nodes: self.left().min(most) };
        let shortest = self.question.shortest;
        let search = if shortest { Vcf::solve_shortest } else { Vcf::solve };
        let (vcf, watch) = (&mut self.solver.vcf, &self.watch);
        let begin = vcf.nodes();
        let mut stopped = false;
        let outcome = search(vcf, &mut self.position, limit, &mut |_| {
            stopped = watch.is_over();
            stopped
        });
        match outcome {
            VcfOutcome::Win(win) => {
                let limit = VcfLimit { nodes: self.left(), ..limit };
                let watch = &self.watch;
                let stop = &mut |_| watch.is_over();
                let nodes = nodes_of(&mut self.solver.vcf, &self.position, &win, limit, stop);
                let shortest = shortest || win.fours <= 1;
                match nodes {
                    Some(nodes) => self.checked(WinKind::Vcf, shortest, nodes),
                    None if self.is_over() => Found::Unknown(Some(self.limit())),
                    None => Found::False,
                }
            }
            VcfOutcome::NoWin => Found::NoWin,
            // Longer lines than the stones allow are no wins of the kind asked for.
            VcfOutcome::Unknown if !stopped && vcf.nodes() - begin < limit.nodes => Found::NoWin,
            VcfOutcome::Unknown => Found::Unknown(Some(self.limit())),
        }
    }

    /// A win by threats.
    fn by_threats(&mut self, most: u64) -> Found {
        let budget = self.question.budget;
        let found = self.threats_within(budget, most);
        self.shortened(found)
    }

    fn threats_within(&mut self, budget: Budget, most: u64) -> Found {
        let limit = VctLimit { nodes: self.left().min(most), budget };
        let (vct, watch) = (&mut self.solver.vct, &self.watch);
        let stop = || watch.is_over();
        match vct.solve(&self.position, limit, self.question.threads, &stop) {
            VctOutcome::Win => {
                let limit = VctLimit { nodes: self.left(), budget };
                match self.solver.vct.certify(&self.position, limit, &stop) {
                    Some(nodes) => self.checked(WinKind::Vct, false, nodes),
                    // What the table had lost could not be proved again in time.
                    None => Found::Unknown(Some(self.limit())),
                }
            }
            VctOutcome::NoWin => Found::NoWin,
            VctOutcome::Unknown => Found::Unknown(Some(self.limit())),
        }
    }

    /// A win whose certificate holds. Where there is no time left to check it, it is not told.
    fn checked(&mut self, kind: WinKind, shortest: bool, nodes: Vec<Node>) -> Found {
        let begin = self.watch.clock.now();
        let holds = check_until(&nodes, &self.position, &|| self.watch.is_over());
        self.check_time += self.watch.clock.now().saturating_sub(begin);
        match holds {
            Some(true) => Found::Win(kind, shortest, nodes),
            Some(false) => Found::False,
            None => Found::Unknown(Some(Limit::Time)),
        }
    }

    /// Looks for shorter wins than one that was found, if that is asked for.
    fn shortened(&mut self, found: Found) -> Found {
        let Found::Win(mut kind, _, mut nodes) = found else { return found };
        if !self.question.shortest {
            return Found::Win(kind, false, nodes);
        }
        let Some(outline) = outline(&nodes, &self.position) else { return Found::False };
        let most = u16::try_from(outline.plies.div_ceil(2)).unwrap_or(u16::MAX);
        let mut shortest = true;
        for stones in 2..most {
            let budget = Budget { stones, ..self.question.budget };
            match self.threats_within(budget, u64::MAX) {
                Found::Win(_, _, shorter) => {
                    (kind, nodes) = (WinKind::Vct, shorter);
                    break;
                }
                Found::NoWin => {}
                Found::Unknown(limit) => {
                    self.cut = limit;
                    shortest = false;
                    break;
                }
                Found::False => return Found::False,
            }
        }
        Found::Win(kind, shortest, nodes)
    }

    /// A win with quiet moves.
    fn by_quiet_moves(&mut self) -> Found {
        let left = self.left();
        let watch = &self.watch;
        let stop = || watch.is_over();
        let mut quiet = Quiet::new(&mut self.solver.vct, left, &stop);
        match quiet.solve(&mut self.position, self.question.budget) {
            QuietOutcome::Win(nodes) => self.checked(WinKind::Win, false, nodes),
            QuietOutcome::Exhausted => Found::Unknown(None),
            QuietOutcome::Unknown => Found::Unknown(Some(self.limit())),
        }
    }

    /// All first moves that win by the means by which the win was found. Each is certified and checked.
    fn firsts(&mut self, kind: WinKind, nodes: &[Node]) -> Result<Firsts, FalseWin> {
        let position = self.position.clone();
        let us = position.to_move();
        let mut firsts = Firsts { points: Vec::new(), complete: true };
        let fives = replies::five_points(&position, us);
        if kind == WinKind::Five {
            return Ok(Firsts { points: fives.to_vec(), ..firsts });
        }
        if kind == WinKind::Win {
            // There is no end to quiet moves.
            firsts.complete = false;
        }
        firsts.points.extend(nodes.first().map(|node| node.play));
        let moves: Vec<Point> = position.empty().iter().collect();
        for p in moves {
            if firsts.points.contains(&p) || position.legality(p).is_err() {
                continue;
            }
            if self.is_over() {
                self.cut = Some(self.limit());
                firsts.complete = false;
                break;
            }
            let tree = match self.question.goal {
                Goal::Vcf => self.first_by_fours(p),
                Goal::Vct | Goal::Win => self.first_by_threats(p),
            };
            let open = match tree {
                Ok(Some(nodes)) => match check_until(&nodes, &position, &|| self.watch.is_over()) {
                    Some(true) => {
                        firsts.points.push(p);
                        None
                    }
                    Some(false) => return Err(FalseWin),
                    None => Some(Limit::Time),
                },
                Ok(None) => None,
                Err(limit) => Some(limit),
            };
            if open.is_some() {
                self.cut = open;
                firsts.complete = false;
            }
        }
        firsts.points.sort_unstable();
        Ok(firsts)
    }

    /// The tree of a win that begins with this four, if there is one.
    fn first_by_fours(&mut self, p: Point) -> Result<Option<Vec<Node>>, Limit> {
        let us = self.position.to_move();
        if !self.position.fours(us).contains(p) {
            return Ok(None);
        }
        let fours = self.most_fours();
        let limit = VcfLimit { fours: fours.saturating_sub(1), nodes: self.left() };
        let (vcf, watch) = (&mut self.solver.vcf, &self.watch);
        let begin = vcf.nodes();
        let mut tree = Tree::default();
        let mut stop = |_| watch.is_over();
        self.position.play(p);
        let answers = match self.position.ending() {
            Some(ending) => {
                matches!(ending, Ending::Win { winner, .. } if winner == us).then(Answers::default)
            }
            None if self.position.count(!us, Class::Five) > 0 => None,
            None => tree.four(&mut self.position, &mut |tree, position, _| match vcf
                .solve(position, limit, &mut stop)
            {
                VcfOutcome::Win(win) => tree.line(vcf, position, &win.line, limit, &mut stop),
                VcfOutcome::NoWin | VcfOutcome::Unknown => None,
            }),
        };
        self.position.undo();
        if let Some(answers) = answers {
            tree.add(p, answers);
            return Ok(Some(tree.finish()));
        }
        if self.watch.is_over() || self.solver.vcf.nodes() - begin >= limit.nodes {
            return Err(self.limit());
        }
        Ok(None)
    }

    /// The same for a first move that may be a threat.
    fn first_by_threats(&mut self, p: Point) -> Result<Option<Vec<Node>>, Limit> {
        let limit = VctLimit { nodes: self.left(), budget: self.question.budget };
        let watch = &self.watch;
        let stop = || watch.is_over();
        let vct = &mut self.solver.vct;
        match vct.solve_first(&self.position, p, limit, &stop) {
            VctOutcome::Win => {
                let nodes = vct.certify_first(&self.position, p, limit, &stop);
                nodes.map(Some).ok_or_else(|| self.limit())
            }
            VctOutcome::NoWin => Ok(None),
            VctOutcome::Unknown => Err(self.limit()),
        }
    }
}
