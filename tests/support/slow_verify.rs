//! The checker of certificates in its most obvious form: a copy of the game for every move, every reply
//! played out, nothing remembered, nothing put off. The real one must name the same flaws.

use kagetsu::board::Color;
use kagetsu::board::notation::WrittenMove;
use kagetsu::rules::reference::Game;
use kagetsu::rules::{Ending, Illegal};
use kagetsu::threat::proof::{Node, Start};
use kagetsu::threat::verify::FlawKind;
use kagetsu::threat::{Checked, Flaw, Proof};

/// Checks a proof.
pub(crate) fn slow_verify(proof: &Proof) -> Result<Checked, Flaw> {
    let flaw = |kind| Flaw { line: Vec::new(), kind };
    let game = set_up(proof).map_err(|illegal| flaw(FlawKind::Start(illegal)))?;
    if game.ending().is_some() {
        return Err(flaw(FlawKind::Over));
    }
    let mut checker = Checker { proof, attacker: game.to_move(), line: Vec::new(), moves: 0 };
    match checker.attack(&game, 0) {
        Ok(()) => Ok(Checked { winner: checker.attacker, moves: checker.moves }),
        Err(kind) => Err(Flaw { line: checker.line, kind }),
    }
}

fn set_up(proof: &Proof) -> Result<Game, Illegal> {
    match &proof.start {
        Start::Stones { stones, to_move } => {
            Game::from_setup(&proof.rule, proof.size, stones, *to_move)
        }
        Start::Moves(moves) => {
            let mut game = Game::new(&proof.rule, proof.size);
            for at in moves {
                match at {
                    Some(p) => game.play(*p)?,
                    None => game.pass()?,
                };
            }
            Ok(game)
        }
    }
}

struct Checker<'a> {
    proof: &'a Proof,
    attacker: Color,
    line: Vec<WrittenMove>,
    moves: u64,
}

impl Checker<'_> {
    fn attack(&mut self, game: &Game, node: usize) -> Result<(), FlawKind> {
        let Some(node) = self.proof.nodes.get(node) else { return Err(FlawKind::NotWon) };
        let mut game = game.clone();
        self.moves += 1;
        self.line.push(Some(node.play));
        let goes_on = !node.replies.is_empty() || node.default.is_some();
        match game.play(node.play).map_err(FlawKind::Move)? {
            Some(ending) if !self.wins(ending) => return Err(FlawKind::NotWon),
            Some(_) if goes_on => return Err(FlawKind::TooLong),
            Some(_) => {}
            None => self.defend(&game, node)?,
        }
        self.line.pop();
        Ok(())
    }

    fn defend(&mut self, game: &Game, node: &Node) -> Result<(), FlawKind> {
        for &at in node.replies.keys() {
            let possible = match at {
                Some(p) => matches!(game.legality(p), Ok(()) | Err(Illegal::Foul(..))),
                None => game.pass_legality().is_ok(),
            };
            if !possible {
                return Err(FlawKind::IdleReply(at));
            }
        }
        for at in game.grid().empty_points().map(Some).chain([None]) {
            let mut after = game.clone();
            let ending = match at {
                Some(p) => after.play(p),
                None => after.pass(),
            };
            match ending {
                // Not a legal reply.
                Err(_) => {}
                Ok(Some(ending)) if self.wins(ending) => {}
                Ok(Some(_)) => return Err(FlawKind::Escapes(at)),
                Ok(None) => {
                    let answer = node.replies.get(&at).copied().or(node.default);
                    let answer = answer.ok_or(FlawKind::NoAnswer(at))?;
                    self.line.push(at);
                    self.attack(&after, answer)?;
                    self.line.pop();
                }
            }
        }
        Ok(())
    }

    fn wins(&self, ending: Ending) -> bool {
        matches!(ending, Ending::Win { winner, .. } if winner == self.attacker)
    }
}
