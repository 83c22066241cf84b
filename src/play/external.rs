//! Seats that other programs take: engines that speak the protocol, each game a process of its own.

use super::process::{OVER, PATIENCE, Running};
use super::{Action, Brief, Budget, Choice, Player, PlayerError, Report};
use crate::game::belief::{Observation, View, Visibility};
use crate::game::board::Board;
use crate::game::rules::{Deployment, Event};
use crate::play::protocol::{Command, Go, Info, Reply};
use std::time::Duration;

/// Time for a move if the seat has neither nodes nor time.
const MOVETIME: Duration = Duration::from_secs(1);
/// Time for a move of so many nodes before the program is given up.
const LONGEST: Duration = Duration::from_secs(60);
/// A program that plays.
pub(super) struct External {
    command: String,
    seed: u64,
    running: Option<Running>,
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

    fn running(&mut self, board: &'static Board) -> Result<&mut Running, PlayerError> {
        if self.running.is_none() {
            let mut running = Running::start(&self.command, board)?;
            running.greet(self.seed)?;
            self.running = Some(running);
        }
        let gone = || PlayerError::Crashed("was not started".into());
        self.running.as_mut().ok_or_else(gone)
    }
}

impl Player for External {
    fn deploy(&mut self, brief: &Brief) -> Result<Deployment, PlayerError> {
        let Brief { rules, seat, visibility, offered, board } = *brief;
        let running = self.running(board)?;
        running.tell(&Command::Setup { seat, rules, visibility, offered });
        running.wait(
            PATIENCE,
            || false,
            |reply| match reply {
                Reply::BestSetup(deployment) => Some(deployment),
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
        budget: &Budget<'_>,
    ) -> Result<Choice, PlayerError> {
        let start = self.start.clone().unwrap_or_else(|| observation.view());
        let (visibility, events) = (self.visibility, self.events.clone());
        let position = Command::Position { start: Box::new(start), visibility, events };
        let go = Go { legal: observation.moves().collect(), ..asked(budget) };
        let allowed = go.movetime.into_iter().chain(go.gametime).min().unwrap_or(LONGEST);
        let running = self.running(observation.board())?;
        running.tell(&position);
        running.tell(&Command::Go(go));
        let mut info = Info::default();
        let answer = running.wait(
            allowed + OVER,
            || budget.stopped(),
            |reply| match reply {
                Reply::Info(told) => {
                    info = merged(&info, told);
                    None
                }
                Reply::BestMove(mv) => Some(Some(Action::Move(mv))),
                Reply::Resign => Some(Some(Action::Resign)),
                Reply::NoMove => Some(None),
                _ => None,
            },
        )?;
        let action = answer.ok_or(PlayerError::NoMove)?;
        Ok(Choice { action, report: Some(report(info)) })
    }
}

/// What a program is asked for.
fn asked(budget: &Budget<'_>) -> Go {
    let untimed = budget.time.is_none() && budget.game.is_none();
    Go {
        nodes: budget.nodes,
        movetime: budget.time.or((untimed && budget.nodes.is_none()).then_some(MOVETIME)),
        gametime: budget.game.map(|game| game.left),
        increment: budget.game.map_or(Duration::ZERO, |game| game.increment),
        depth: budget.depth,
        ..Go::default()
    }
}

/// What was told last of each thing.
fn merged(old: &Info, new: Info) -> Info {
    Info {
        depth: new.depth.max(old.depth),
        worlds: new.worlds.max(old.worlds),
        nodes: new.nodes.max(old.nodes),
        time: new.time.max(old.time),
        score: new.score.or(old.score),
        line: if new.line.is_empty() { old.line.clone() } else { new.line },
    }
}

fn report(info: Info) -> Report {
    let Info { depth, worlds, nodes, score, line, .. } = info;
    Report { score, principal_variation: line, depth, nodes, worlds, ..Report::default() }
}
