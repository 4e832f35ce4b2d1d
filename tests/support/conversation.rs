//! A session without threads and without time: requests wait in a queue until an answer is wanted.

use std::collections::VecDeque;
use std::sync::Arc;

use kagetsu::base::clock::{Clock, ManualClock};
use kagetsu::engine::{EngineOptions, Flow, Player, Request, Session, Signals};
use kagetsu::protocol::{Dialect, Gomocup, Intake};

/// Reader, engine and writer in one.
pub(crate) struct Conversation<'a, P> {
    clock: &'a ManualClock,
    intake: Intake<Gomocup>,
    session: Session<'a, P>,
    requests: VecDeque<Request>,
    lines: VecDeque<String>,
    /// Whether the engine has left.
    pub(crate) has_left: bool,
}

impl<'a, P: Player> Conversation<'a, P> {
    pub(crate) fn new(
        options: &EngineOptions,
        player: P,
        clock: &'a ManualClock,
        signals: &'a Arc<Signals>,
    ) -> Self {
        Conversation {
            clock,
            intake: Intake::new(Gomocup::new(), Arc::clone(signals)),
            session: Session::new(options, player, clock, signals),
            requests: VecDeque::new(),
            lines: VecDeque::new(),
            has_left: false,
        }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let requests = &mut self.requests;
        self.intake.feed(bytes, self.clock.now(), |request| requests.push_back(request));
    }

    pub(crate) fn close(&mut self) {
        let requests = &mut self.requests;
        self.intake.close(self.clock.now(), |request| requests.push_back(request));
    }

    fn step(&mut self) -> bool {
        let Some(request) = self.requests.pop_front() else { return false };
        let (lines, dialect) = (&mut self.lines, Gomocup::new());
        let flow = self.session.handle(&request, &mut |event| lines.extend(dialect.render(&event)));
        self.has_left |= flow == Flow::Quit;
        !self.has_left
    }

    /// The next line, if anything that was sent leads to one.
    pub(crate) fn line(&mut self) -> Option<String> {
        while self.lines.is_empty() && !self.has_left && self.step() {}
        self.lines.pop_front()
    }

    /// The next line, but without thinking about a move.
    pub(crate) fn line_without_thinking(&mut self) -> Option<String> {
        let thinks = |request: &Request| {
            request.command.as_ref().is_ok_and(kagetsu::engine::Command::asks_for_move)
        };
        while self.lines.is_empty() && !self.has_left && !self.requests.front().is_some_and(thinks)
        {
            if !self.step() {
                break;
            }
        }
        self.lines.pop_front()
    }
}
