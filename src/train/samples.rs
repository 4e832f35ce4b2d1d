//! Positions of recorded games as numbers: which combinations their points have, and how they went on.

use crate::board::{Color, Point};
use crate::eval::Score;
use crate::eval::combination;
use crate::eval::threats::{self, AT_ONCE};
use crate::line::Class;
use crate::position::Position;
use crate::record::binpack::{End, GameRecord, Head};
use crate::threat::{Vcf, VcfLimit, VcfOutcome};

/// So many points of one combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// The combination.
    pub combination: u16,
    /// How many points have it.
    pub count: u16,
}

/// A position of a game from the side to move.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The side to move.
    pub us: Color,
    /// Its points, in [`Samples::points`].
    own: std::ops::Range<usize>,
    /// The opponent's points.
    enemy: std::ops::Range<usize>,
    /// What both [threaten](crate::eval::threats).
    pub threats: [usize; AT_ONCE],
    /// Its ply in [`Samples::plies`].
    pub ply: usize,
    /// What the side to move made of it: 1, 0.5 or 0; `None` where a move at random came later.
    pub result: Option<f64>,
    /// Whether it is kept back to look at what was fitted on the others.
    pub kept_back: bool,
}

/// A ply of a game that was searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ply {
    /// Score of the search for the side to move, in centi-score.
    pub score: i16,
    /// Whether nothing that came later says anything about it: what was played was drawn at random, or nothing was.
    pub alone: bool,
    /// What the side to move made of the game, 1, 0.5 or 0, where this was the last ply of it.
    pub end: Option<f64>,
}

/// The moves that could be chosen in a position, and the one that was.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The side to move.
    pub us: Color,
    /// The candidates, in [`Samples::candidates`]; the first is the one that was chosen.
    pub candidates: std::ops::Range<usize>,
    /// Whether it is kept back.
    pub kept_back: bool,
}

/// What a stone on a point would make: combinations of the side to move and of the opponent.
pub type Candidate = [u16; 2];

/// All positions of some games.
#[derive(Default)]
pub struct Samples {
    /// Positions without anything that a search would settle at once.
    pub positions: Vec<Sample>,
    /// The plies that were searched, game after game.
    pub plies: Vec<Ply>,
    /// Positions in which a move was chosen.
    pub choices: Vec<Choice>,
    points: Vec<Points>,
    vcf: Option<Vcf>,
    /// Candidates of all choices.
    pub candidates: Vec<Candidate>,
    /// Games read.
    pub games: usize,
}

/// One game in so many is kept back.
const KEEP_BACK: usize = 10;
/// Limits of the search for fours that settles a position before it is valued.
const LEAF_VCF: VcfLimit = VcfLimit { fours: 12, nodes: 64 };
/// Entries of its table.
const VCF_ENTRIES: usize = 1 << 8;
/// Candidates lie within so many king's steps of a stone.
const RADIUS: u32 = 2;

impl Samples {
    /// Adds the positions of a game, or a position that a search of the last game came across.
    ///
    /// # Errors
    /// Where the game cannot be played under its law.
    pub fn add(&mut self, head: &Head, game: &GameRecord) -> Result<(), String> {
        let is_game = game.end != End::Position;
        self.games += usize::from(is_game);
        let kept_back = self.games > 0 && self.games.is_multiple_of(KEEP_BACK);
        let mut position = Position::new(&head.rule, head.size);
        for (ply, &written) in game.moves.iter().enumerate() {
            let scored = ply.checked_sub(game.opening).and_then(|i| game.scores.get(i));
            if let Some(&score) = scored {
                let us = position.to_move();
                let of_us = |winner: Color| if winner == us { 1.0 } else { 0.0 };
                let result = game.winner.map_or(0.5, of_us);
                let alone = !is_game || game.random.contains(&ply);
                let end = (ply + 1 == game.moves.len()).then_some(result);
                self.plies.push(Ply { score, alone, end });
                let known = is_game && game.random.last().is_none_or(|&last| last < ply);
                self.add_position(&mut position, known.then_some(result), kept_back);
                let played = written.filter(|_| !alone);
                if let Some(p) = played.filter(|_| !Score(score.into()).is_loss()) {
                    self.add_choice(&position, p, kept_back);
                }
            }
            position.play_written(written).map_err(|e| format!("move {}: {e}", ply + 1))?;
        }
        Ok(())
    }

    /// The points of a sample: the side to move's, then the opponent's.
    #[must_use]
    pub fn points(&self, sample: &Sample) -> [&[Points]; 2] {
        [&self.points[sample.own.clone()], &self.points[sample.enemy.clone()]]
    }

    fn add_position(&mut self, position: &mut Position, result: Option<f64>, kept_back: bool) {
        if !is_calm(position) || self.wins_by_fours(position) {
            return;
        }
        let us = position.to_move();
        let own = self.add_points(position, us);
        let enemy = self.add_points(position, !us);
        let threats = threats::features(position);
        let ply = self.plies.len() - 1;
        self.positions.push(Sample { us, own, enemy, threats, ply, result, kept_back });
    }

    /// Whether the side to move has a win that a leaf of the search sees by itself.
    fn wins_by_fours(&mut self, position: &mut Position) -> bool {
        let vcf = self.vcf.get_or_insert_with(|| Vcf::new(VCF_ENTRIES));
        vcf.clear();
        matches!(vcf.solve(position, LEAF_VCF, &mut |_| false), VcfOutcome::Win(_))
    }

    fn add_points(&mut self, position: &Position, color: Color) -> std::ops::Range<usize> {
        let mut all: Vec<u16> = position
            .empty()
            .iter()
            .map(|p| combination::number(position.shape_code(color, p)) as u16)
            .filter(|&n| n != 0)
            .collect();
        all.sort_unstable();
        let first = self.points.len();
        let same = all.chunk_by(|a, b| a == b);
        self.points
            .extend(same.map(|same| Points { combination: same[0], count: same.len() as u16 }));
        first..self.points.len()
    }

    fn add_choice(&mut self, position: &Position, chosen: Point, kept_back: bool) {
        let us = position.to_move();
        if !is_calm(position) || !position.near_stones(RADIUS).contains(chosen) {
            return;
        }
        let candidate =
            |p: Point| [us, !us].map(|c| combination::number(position.shape_code(c, p)) as u16);
        let first = self.candidates.len();
        self.candidates.push(candidate(chosen));
        for p in position.near_stones(RADIUS).iter() {
            if p != chosen && position.foul(us, p).is_none() {
                self.candidates.push(candidate(p));
            }
        }
        self.choices.push(Choice { us, candidates: first..self.candidates.len(), kept_back });
    }
}

/// Whether nobody can make a five with one stone, as where the evaluation is asked.
pub(super) fn is_calm(position: &Position) -> bool {
    Color::ALL.iter().all(|&c| position.count(c, Class::Five) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, notation};
    use crate::record::binpack::End;
    use crate::rules::RuleSpec;

    #[test]
    fn a_game_becomes_samples() {
        let size = BoardSize::FIFTEEN;
        let head = Head { rule: RuleSpec::FREESTYLE, size, nodes: 100 };
        let moves = notation::parse_moves("h8i9h9i8h10i10h11i11h12", size).unwrap();
        let game = GameRecord {
            opening: 2,
            scores: vec![10, -20, 30, -40, 29_990, -29_995, 29_999],
            random: vec![3],
            moves,
            winner: Some(Color::Black),
            end: End::Law,
        };
        let mut samples = Samples::default();
        samples.add(&head, &game).unwrap();
        // Positions after 2, 3, 4 and 5 stones; then black wins by fours, or a five must be stopped. White's
        // third stone was drawn at random: what came before it says nothing about the positions before.
        let results: Vec<Option<f64>> = samples.positions.iter().map(|s| s.result).collect();
        assert_eq!(results, [None, None, Some(1.0), Some(0.0)]);
        for sample in &samples.positions {
            let points = samples.points(sample);
            assert!(
                points.iter().all(|p| p.iter().map(|p| usize::from(p.count)).sum::<usize>() > 200)
            );
        }
        // Moves 3 and 5 to 7; those after them answer a five or make it.
        assert_eq!(samples.choices.len(), 4);
        let sizes: Vec<usize> = samples.choices.iter().map(|c| c.candidates.len()).collect();
        assert!(sizes.iter().all(|&n| n > 20), "{sizes:?}");
        // A position that a search came across is fitted to its score alone, and no move was chosen there.
        let met = GameRecord {
            moves: game.moves[..5].to_vec(),
            opening: 4,
            scores: vec![-70],
            random: vec![],
            winner: None,
            end: End::Position,
        };
        samples.add(&head, &met).unwrap();
        let last = samples.positions.last().unwrap();
        assert_eq!((samples.positions.len(), last.result, samples.games), (5, None, 1));
        assert_eq!(samples.plies[last.ply], Ply { score: -70, alone: true, end: Some(0.5) });
        assert_eq!(samples.choices.len(), 4);
        let mut broken = game.clone();
        broken.moves[3] = broken.moves[0];
        assert_eq!(samples.add(&head, &broken).unwrap_err(), "move 4: h8 is occupied");
    }
}
