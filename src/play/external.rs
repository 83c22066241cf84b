//! Seats that other programs take: engines that speak the protocol, each game a process of its own.

use super::process::{EngineProcess, OVER, PATIENCE};
use super::{Action, Choice, GameStart, MoveBudget, Player, PlayerError, SearchReport};
use crate::game::belief::{Observation, View, Visibility};
use crate::game::board::Board;
use crate::game::rules::{Deployment, Event};
use crate::play::protocol::{EngineCommand, EngineReply, GoCommand, SearchInfo};
use std::time::Duration;

/// Time for a move if the seat has neither nodes nor time.
const MOVETIME: Duration = Duration::from_secs(1);
/// Time for a move of so many nodes before the program is given up.
const LONGEST: Duration = Duration::from_secs(60);
/// A program that plays.
pub(super) struct External {
    command: String,
    seed: u64,
    running: Option<EngineProcess>,
    start: Option<View>,
    visibility: Visibility,
    events: Vec<Event>,
}

impl External {
    /// A program that is started when it is first needed, with a seed of its own.
    pub(super) fn new(command: String, seed: u64) -> Self {
        let visibility = Visibility::FourDark;
        Self { command, seed, running: None, start: None, visibility, events: vec![] }
    }

    fn running(&mut self, board: &'static Board) -> Result<&mut EngineProcess, PlayerError> {
        if self.running.is_none() {
            let mut running = EngineProcess::start(&self.command, board)?;
            running.greet(self.seed)?;
            self.running = Some(running);
        }
        let gone = || PlayerError::Crashed("was not started".into());
        self.running.as_mut().ok_or_else(gone)
    }
}

impl Player for External {
    fn deploy(&mut self, brief: &GameStart) -> Result<Deployment, PlayerError> {
        let GameStart { rules, seat, visibility, offered, board } = *brief;
        let running = self.running(board)?;
        running.tell(&EngineCommand::Setup { seat, rules, visibility, offered });
        running.wait(
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
        self.running(observation.board()).map(|_| ())
    }

    fn observe(&mut self, event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        self.events.push(event.clone());
        Ok(())
    }

    fn choose(
        &mut self,
        observation: &Observation<'_>,
        budget: &MoveBudget<'_>,
    ) -> Result<Choice, PlayerError> {
        let start = self.start.clone().unwrap_or_else(|| observation.view());
        let (visibility, events) = (self.visibility, self.events.clone());
        let position = EngineCommand::Position { start: Box::new(start), visibility, events };
        let go = GoCommand { legal: observation.moves().collect(), ..asked(budget) };
        let allowed = go.movetime.into_iter().chain(go.gametime).min().unwrap_or(LONGEST);
        let running = self.running(observation.board())?;
        running.tell(&position);
        running.tell(&EngineCommand::Go(go));
        let mut info = SearchInfo::default();
        let answer = running.wait(
            allowed + OVER,
            || budget.stopped(),
            |reply| match reply {
                EngineReply::Info(told) => {
                    info = merged(&info, told);
                    None
                }
                EngineReply::BestMove(mv) => Some(Some(Action::Move(mv))),
                EngineReply::Resign => Some(Some(Action::Resign)),
                EngineReply::NoMove => Some(None),
                _ => None,
            },
        )?;
        let action = answer.ok_or(PlayerError::NoMove)?;
        Ok(Choice { action, report: Some(report(info)) })
    }
}

/// What a program is asked for.
fn asked(budget: &MoveBudget<'_>) -> GoCommand {
    let untimed = budget.time.is_none() && budget.game.is_none();
    GoCommand {
        nodes: budget.nodes,
        movetime: budget.time.or((untimed && budget.nodes.is_none()).then_some(MOVETIME)),
        gametime: budget.game.map(|game| game.left),
        increment: budget.game.map_or(Duration::ZERO, |game| game.increment),
        depth: budget.depth,
        ..GoCommand::default()
    }
}

/// What was told last of each thing.
fn merged(old: &SearchInfo, new: SearchInfo) -> SearchInfo {
    SearchInfo {
        depth: new.depth.max(old.depth),
        worlds: new.worlds.max(old.worlds),
        nodes: new.nodes.max(old.nodes),
        time: new.time.max(old.time),
        score: new.score.or(old.score),
        line: if new.line.is_empty() { old.line.clone() } else { new.line },
    }
}

fn report(info: SearchInfo) -> SearchReport {
    let SearchInfo { depth, worlds, nodes, score, line, .. } = info;
    SearchReport {
        score,
        principal_variation: line,
        depth,
        nodes,
        worlds,
        ..SearchReport::default()
    }
}
