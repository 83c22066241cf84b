//! The engines' turns: each is asked with the information of its own seat only.

use super::state::{Room, one_way};
use crate::engines::{EngineAnswer, EngineTask};
use crate::table::TableGame;
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::rules::{BombVsFlag, Deployment, Move};
use junqi_core::gametree::score::Score;
use junqi_core::play::protocol::{EngineCommand, EngineReply, GoCommand};
use junqi_core::play::{Action, Choice};
use std::time::Duration;

/// Safety margin that an engine leaves of the table's clock.
const CLOCK_MARGIN: Duration = Duration::from_secs(1);
/// An engine accepts a draw if its last score is at most this, in centi-pieces.
const DRAW_THRESHOLD: Score = Score(-100);

/// What the engines of a table do.
#[derive(Default)]
pub(super) struct EngineStates {
    /// The last score of each engine.
    values: [Option<Score>; 4],
    pub(super) preparing: Option<Preparing>,
    thinking: Option<Thinking>,
    pub(super) chosen: Option<ChosenAction>,
}

/// A game that begins once its engines have deployed.
pub(super) struct Preparing {
    first: Seat,
    /// The tasks without an answer.
    tasks: Vec<(u64, Seat)>,
}

/// A task without an answer.
struct Thinking {
    serial: u64,
    seat: Seat,
    at: usize,
}

/// What an engine chose, which waits for the table's pace.
pub(super) struct ChosenAction {
    seat: Seat,
    at: usize,
    action: Result<Action, String>,
    pub(super) earliest: Duration,
}

impl EngineStates {
    /// Whether an engine accepts a draw by its last search.
    pub(super) fn would_draw(&self, seat: Seat) -> bool {
        self.values[seat.index()].is_some_and(|value| value <= DRAW_THRESHOLD)
    }
}

impl Room {
    /// Ends the running search, if any, and forgets what was chosen.
    pub(super) fn interrupt_engines(&mut self) {
        self.engines.chosen = None;
        if self.engines.thinking.take().is_some() {
            self.around.stop_engines();
        }
    }

    fn ask(&mut self, seat: Seat, player: String, commands: &[EngineCommand]) -> u64 {
        self.tasks += 1;
        let serial = self.tasks;
        // Whoever knows the seed of the game knows how the others deployed.
        let seed = one_way(self.game_seed(), seat.index() as u64);
        let commands = commands.iter().map(|command| command.line(self.board)).collect();
        self.around.ask_engine(EngineTask { serial, seat, player, seed, commands });
        serial
    }

    /// Lets all engines deploy; the game begins after the last.
    pub(super) fn prepare(&mut self, first: Seat) {
        let rules = self.settings.rules;
        let visibility = self.settings.visibility;
        let mut tasks = vec![];
        for seat in Seat::ALL {
            let Some(spec) = self.settings.engine(seat) else { continue };
            let Some(offered) = self.deployments[seat.index()] else { continue };
            let setup = EngineCommand::Setup { seat, rules, visibility, offered };
            tasks.push((self.ask(seat, spec.to_string(), &[setup]), seat));
        }
        let is_ready = tasks.is_empty();
        self.engines.preparing = Some(Preparing { first, tasks });
        if is_ready {
            self.begin(first);
        }
    }

    /// Takes the answer of an engine; one that nobody waits for any more is dropped.
    pub fn engine_answered(&mut self, now: Duration, answer: &EngineAnswer) {
        self.at(now);
        let serial = answer.serial;
        if let Some(preparing) = &mut self.engines.preparing {
            let place = preparing.tasks.iter().position(|&(task, _)| task == serial);
            let Some(place) = place else { return };
            let (_, seat) = preparing.tasks.swap_remove(place);
            let first = preparing.tasks.is_empty().then_some(preparing.first);
            match deployed(answer, self.board) {
                Ok(deployment) => self.deployments[seat.index()] = Some(deployment),
                Err(error) => return self.close(&format!("seat {seat}: {error}")),
            }
            if let Some(first) = first {
                self.begin(first);
            }
            return;
        }
        let Some(thinking) = self.engines.thinking.take_if(|thinking| thinking.serial == serial)
        else {
            return;
        };
        let Thinking { seat, at, .. } = thinking;
        let ChosenLine { action, value } = chosen(answer, self.board);
        self.engines.values[seat.index()] = value;
        let movetime = self.settings.engine(seat).and_then(|spec| spec.movetime());
        let earliest = self.turn_began + self.settings.pace.max(movetime.unwrap_or_default());
        self.engines.chosen = Some(ChosenAction { seat, at, action, earliest });
        self.tick(now);
    }

    /// Asks the engine to move, if anybody is at the table.
    pub(super) fn ask_engine(&mut self) {
        if self.members.is_empty() || self.paused {
            return;
        }
        if self.engines.thinking.is_some() || self.engines.chosen.is_some() {
            return;
        }
        let Some(game) = &self.game else { return };
        let Some(seat) = game.turn() else { return };
        let Some(spec) = self.settings.engine(seat) else { return };
        let at = game.events().len();
        let position = EngineCommand::Position {
            start: Box::new(game.start_of(seat)),
            visibility: self.settings.visibility,
            events: game.events().to_vec(),
        };
        let limit = self.settings.clock.saturating_sub(CLOCK_MARGIN);
        let nodes = spec.nodes();
        // Without a limit of its own it visits its default nodes.
        let movetime = spec.movetime().or(nodes.map(|_| limit)).map(|time| time.min(limit));
        let go = GoCommand { nodes, movetime, legal: known_moves(game), ..GoCommand::default() };
        let serial = self.ask(seat, spec.to_string(), &[position, EngineCommand::Go(go)]);
        self.engines.thinking = Some(Thinking { serial, seat, at });
    }

    /// Plays the action that an engine chose.
    pub(super) fn play_chosen(&mut self) {
        let Some(ChosenAction { seat, at, action, .. }) = self.engines.chosen.take() else {
            return;
        };
        let Some(game) = &self.game else { return };
        let done = match action {
            Ok(Action::Move(mv)) => {
                let choice = Choice::from(mv).among(game.moves(), game.rules());
                self.act(|game| match choice.action {
                    Action::Move(mv) => game.play(seat, at, mv),
                    Action::Resign => game.resign(seat),
                })
                .map_err(|error| error.text)
            }
            Ok(Action::Resign) => self.act(|game| game.resign(seat)).map_err(|error| error.text),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            self.warn(&format!("seat {seat}: {error}"));
            // It may have been eliminated since.
            let _ = self.act(|game| game.forfeit(seat));
        }
    }
}

/// The legal moves, where they depend on what the seat does not see: there it is told them.
fn known_moves(game: &TableGame) -> Vec<Move> {
    if game.rules().bomb_vs_flag == BombVsFlag::Illegal { game.moves().collect() } else { vec![] }
}

/// The deployment of an answer.
fn deployed(answer: &EngineAnswer, board: &'static Board) -> Result<Deployment, String> {
    match answer.lines.last().map(|line| EngineReply::parse(line, board)) {
        Some(EngineReply::BestSetup(deployment)) => Ok(deployment),
        _ => Err(fault(answer)),
    }
}

/// What an engine said of its move.
struct ChosenLine {
    action: Result<Action, String>,
    value: Option<Score>,
}

fn chosen(answer: &EngineAnswer, board: &'static Board) -> ChosenLine {
    let mut chosen = ChosenLine { action: Err(fault(answer)), value: None };
    for line in &answer.lines {
        match EngineReply::parse(line, board) {
            EngineReply::Info(report) => chosen.value = report.value.or(chosen.value),
            EngineReply::BestMove(mv) => chosen.action = Ok(Action::Move(mv)),
            EngineReply::Resign => chosen.action = Ok(Action::Resign),
            _ => {}
        }
    }
    chosen
}

/// The line that says why an answer is none.
fn fault(answer: &EngineAnswer) -> String {
    let error = answer.lines.iter().find(|line| line.contains(" error: "));
    error.map_or_else(|| "found no move, expected one".into(), Clone::clone)
}
