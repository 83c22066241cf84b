//! Seats played by other programs that speak the engine protocol, one process per game.

use super::process::{EngineProcess, OVER, PATIENCE};
use super::{Action, Choice, GameStart, Player, PlayerError, SearchRequest};
use crate::engine::SearchReport;
use crate::game::belief::{Observation, View, Visibility};
use crate::game::board::Board;
use crate::game::format::GameResult;
use crate::game::rules::{Deployment, Event};
use crate::play::protocol::{EngineCommand, EngineReply, GameOver, GoCommand, NewGame};
use std::time::Duration;

/// Time limit of a move if the request has neither nodes nor time.
const MOVETIME: Duration = Duration::from_secs(1);
/// Time limit of a move that is limited by nodes alone.
const LONGEST: Duration = Duration::from_secs(60);

/// A program that plays a seat.
pub(super) struct External {
    command: String,
    /// Memory limit of each of its processes, in MiB.
    memory_mib: Option<u64>,
    seed: u64,
    running: Option<EngineProcess>,
    start: Option<View>,
    visibility: Visibility,
    events: Vec<Event>,
}

impl External {
    /// A program that is started at its first use, with this seed.
    pub(super) fn new(command: String, memory_mib: Option<u64>, seed: u64) -> Self {
        let visibility = Visibility::FourDark;
        Self { command, memory_mib, seed, running: None, start: None, visibility, events: vec![] }
    }

    /// The process; starts it and opens the protocol for a game at the first use.
    fn running(
        &mut self,
        board: &'static Board,
        game: Option<NewGame>,
    ) -> Result<&mut EngineProcess, PlayerError> {
        if self.running.is_none() {
            let mut running = EngineProcess::start(&self.command, self.memory_mib, board)?;
            running.greet(self.seed, game)?;
            self.running = Some(running);
        }
        let gone = || PlayerError::Crashed("the program is not running".into());
        self.running.as_mut().ok_or_else(gone)
    }

    /// The command that sets up the game so far.
    fn position(&self, start: View) -> EngineCommand {
        let (visibility, events) = (self.visibility, self.events.clone());
        EngineCommand::Position { start: Box::new(start), visibility, events }
    }
}

impl Player for External {
    fn deploy(&mut self, start: &GameStart) -> Result<Deployment, PlayerError> {
        let GameStart { rules, seat, visibility, offered, board, game } = *start;
        let team = rules.team_seats(rules.team(seat)).collect();
        let running = self.running(board, Some(NewGame { game, seat, team }))?;
        running.send(&EngineCommand::Setup { seat, rules, visibility, offered });
        running.wait(
            "bestsetup",
            PATIENCE,
            || false,
            |reply| match reply {
                EngineReply::BestSetup(deployment) => Some(deployment),
                _ => None,
            },
        )
    }

    fn start(&mut self, observation: &Observation<'_>) -> Result<(), PlayerError> {
        self.start = Some(observation.view());
        self.visibility = observation.visibility();
        self.events.clear();
        self.running(observation.board(), None).map(|_| ())
    }

    fn observe(&mut self, event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        self.events.push(event.clone());
        Ok(())
    }

    fn choose(
        &mut self,
        observation: &Observation<'_>,
        request: &SearchRequest<'_>,
    ) -> Result<Choice, PlayerError> {
        let start = self.start.get_or_insert_with(|| observation.view()).clone();
        let position = self.position(start);
        let go = GoCommand { legal: observation.moves().collect(), ..go(request) };
        let allowed = go.movetime.into_iter().chain(go.gametime).min().unwrap_or(LONGEST);
        let running = self.running(observation.board(), None)?;
        running.send(&position);
        running.send(&EngineCommand::Go(go));
        let mut info = SearchReport::default();
        let answer = running.wait(
            "bestmove",
            allowed + OVER,
            || request.is_stopped(),
            |reply| match reply {
                EngineReply::Info(new) => {
                    merge(&mut info, new);
                    None
                }
                EngineReply::BestMove(mv) => Some(Some(Action::Move(mv))),
                EngineReply::Resign => Some(Some(Action::Resign)),
                EngineReply::NoMove => Some(None),
                _ => None,
            },
        )?;
        let action = answer.ok_or(PlayerError::NoMove)?;
        Ok(Choice { action, report: Some(info) })
    }

    fn finish(&mut self, result: &GameResult) {
        let (Some(running), Some(start)) = (&self.running, &self.start) else { return };
        if let Some(seat) = start.observer {
            running.send(&self.position(start.clone()));
            running.send(&EngineCommand::GameOver(GameOver::of(result, &start.rules, seat)));
        }
    }
}

/// The `go` command of a request.
fn go(request: &SearchRequest<'_>) -> GoCommand {
    let untimed = request.time.is_none() && request.game.is_none();
    GoCommand {
        nodes: request.nodes,
        movetime: request.time.or((untimed && request.nodes.is_none()).then_some(MOVETIME)),
        gametime: request.game.map(|game| game.left),
        increment: request.game.map_or(Duration::ZERO, |game| game.increment),
        depth: request.depth,
        ..GoCommand::default()
    }
}

/// Joins a new `info` line: the last value and line, and the largest of the other fields.
fn merge(info: &mut SearchReport, new: SearchReport) {
    info.value = new.value.or(info.value);
    info.depth = info.depth.max(new.depth);
    info.nodes = info.nodes.max(new.nodes);
    info.worlds = info.worlds.max(new.worlds);
    info.time = info.time.max(new.time);
    if new.best.is_some() {
        (info.best, info.principal_variation) = (new.best, new.principal_variation);
    }
}
