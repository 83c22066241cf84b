//! The referee: holds the truth, tells every seat what it may know, and keeps the events.

use super::{Action, Choice, GameStart, MoveBudget, Player, PlayerError};
use crate::base::clock::Stopwatch;
use crate::game::belief::{Observation, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::GameResult;
use crate::game::rules::{Deployment, Event, Rules, SetupFaults, World};
use crate::gametree::score::Score;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time over a player's limit for a move that is put down to the machine; a clock for the whole game
/// gives none.
const GRACE: Duration = Duration::from_millis(50);

/// Everything a game needs.
pub struct MatchSetup<'a> {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// Whose pieces the players know.
    pub visibility: Visibility,
    /// Who moves first.
    pub first: Seat,
    /// By seat, the players.
    pub players: [Option<Box<dyn Player>>; 4],
    /// By seat, the deployments they are given.
    pub offered: [Option<Deployment>; 4],
    /// By seat, what a player may use for each choice.
    pub budgets: [MoveBudget<'a>; 4],
    /// Set when the game should be broken off. (The stop of a budget only asks for a move now.)
    pub stop: &'a AtomicBool,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// What each seat put where.
    pub deployments: [Option<Deployment>; 4],
    /// What happened.
    pub events: Vec<Event>,
    /// How it ended.
    pub result: GameResult,
    /// The world at the end.
    pub world: World,
    /// The turns that players took, in order.
    pub turns: Vec<Turn>,
}

/// A turn that a player took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// Whose it was.
    pub seat: Seat,
    /// Time from the question to the answer.
    pub time: Duration,
    /// Nodes it visited, if it tells.
    pub nodes: Option<u64>,
    /// What it thought the game was worth to its team, in centi-pieces, if it tells.
    pub value: Option<Score>,
}

/// Plays a game to its end, or until somebody sets the table's stop flag.
///
/// # Errors
///
/// If no game can begin: a seat without deployment, or a board that does not fit. A seat without
/// player fails on its turn.
pub fn play_game(mut table: MatchSetup<'_>) -> Result<PlayedGame, SetupFaults> {
    let mut failure = table.deploy().err();
    let mut world = World::start(table.board, table.rules, &table.offered, table.first)?;
    let (mut events, mut turns) = (vec![], vec![]);
    if failure.is_none() {
        failure = table.play(&mut world, &mut events, &mut turns).err();
    }
    let result = match failure {
        None => GameResult::of(world.outcome(), &table.rules),
        Some((seat, error)) => {
            let detail = format!("seat {seat}: {error}");
            GameResult::failure(table.rules.team(seat), &table.rules, detail)
        }
    };
    Ok(PlayedGame { deployments: table.offered, events, result, world, turns })
}

type Failure = (Seat, PlayerError);

impl MatchSetup<'_> {
    /// Lets every player choose its deployment.
    ///
    /// # Errors
    ///
    /// If a player fails.
    pub fn deploy(&mut self) -> Result<(), Failure> {
        let (board, rules, visibility) = (self.board, self.rules, self.visibility);
        let seats = Seat::ALL.into_iter().zip(&mut self.players).zip(&mut self.offered);
        for ((seat, player), offered) in seats {
            if let (Some(player), Some(offered)) = (player, offered) {
                let brief = GameStart { board, rules, seat, visibility, offered: *offered };
                *offered = player.deploy(&brief).map_err(|error| (seat, error))?;
            }
        }
        Ok(())
    }

    fn play(
        &mut self,
        world: &mut World,
        events: &mut Vec<Event>,
        turns: &mut Vec<Turn>,
    ) -> Result<(), Failure> {
        self.tell(world, |player, observation| player.start(observation))?;
        while world.outcome().is_none() {
            let seat = world.turn();
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let fail = |error| (seat, error);
            let (choice, time) = self.ask(seat, world).map_err(fail)?;
            let event = match choice.action {
                Action::Move(mv) => {
                    world.play(mv).map_err(|e| fail(PlayerError::IllegalMove(e.to_string())))?
                }
                Action::Resign => world.resign(seat).expect("it is the seat's turn"),
            };
            events.push(event);
            let report = choice.report.as_ref();
            let (nodes, value) = (report.map(|r| r.nodes), report.and_then(|r| r.score));
            turns.push(Turn { seat, time, nodes, value });
            let event = &events[events.len() - 1];
            let told = self.tell(world, |player, observation| player.observe(event, observation));
            // A game that is over stays as it ended, whoever fails at the news.
            told.or_else(|failure| world.outcome().map(|_| ()).ok_or(failure))?;
        }
        Ok(())
    }

    fn ask(&mut self, seat: Seat, world: &World) -> Result<(Choice, Duration), PlayerError> {
        let observation = Observation::new(world, seat, self.visibility);
        let crashed = || PlayerError::Crashed("nobody sits there".into());
        let player = self.players[seat.index()].as_mut().ok_or_else(crashed)?;
        let budget = &mut self.budgets[seat.index()];
        let watch = Stopwatch::start(budget.clock);
        let choice = player.choose(&observation, budget)?;
        let used = watch.used();
        let (time, game) = (budget.time, budget.game.map(|game| game.left));
        budget.game = budget.game.map(|game| game.after(used));
        let late = time.filter(|time| used > *time + GRACE).or(game.filter(|left| used > *left));
        late.map_or(Ok((choice, used)), |allowed| Err(PlayerError::OutOfTime { used, allowed }))
    }

    fn tell(
        &mut self,
        world: &World,
        mut what: impl FnMut(&mut dyn Player, &Observation<'_>) -> Result<(), PlayerError>,
    ) -> Result<(), Failure> {
        for (seat, player) in Seat::ALL.into_iter().zip(&mut self.players) {
            if let Some(player) = player {
                let observation = Observation::new(world, seat, self.visibility);
                what(player.as_mut(), &observation).map_err(|error| (seat, error))?;
            }
        }
        Ok(())
    }
}
