//! The referee: holds the true world, shows every seat what it may know, and records the events.

use super::{Action, Choice, GameStart, Player, PlayerError, SearchRequest};
use crate::base::clock::Stopwatch;
use crate::game::belief::{Observation, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::GameResult;
use crate::game::rules::{Deployment, Event, Rules, SetupFaults, World};
use crate::gametree::score::Score;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tolerance beyond the time limit of a move, for delays of the machine; the game time has none.
const GRACE: Duration = Duration::from_millis(50);

/// Players, rules and limits of one game.
pub struct MatchSetup<'a> {
    /// Number of the game in its run, from 0.
    pub game: u64,
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// Whose pieces the players see.
    pub visibility: Visibility,
    /// The seat that moves first.
    pub first: Seat,
    /// The players, by seat.
    pub players: [Option<Box<dyn Player>>; 4],
    /// The deployments dealt, by seat.
    pub offered: [Option<Deployment>; 4],
    /// Whether they are played even if a player chooses another one.
    pub keeps_offered: bool,
    /// The limits of every choice, by seat.
    pub requests: [SearchRequest<'a>; 4],
    /// Once it is true, the game is aborted. (The stop flag of a request only ends a search.)
    pub stop: &'a AtomicBool,
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// The deployments, by seat.
    pub deployments: [Option<Deployment>; 4],
    /// The events, in order.
    pub events: Vec<Event>,
    /// The result.
    pub result: GameResult,
    /// The world at the end.
    pub world: World,
    /// Time and report of every turn, in order.
    pub turns: Vec<Turn>,
}

/// One turn of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// The seat.
    pub seat: Seat,
    /// Time that the player took.
    pub time: Duration,
    /// Number of nodes visited, if reported.
    pub nodes: Option<u64>,
    /// Value of the position for the player's team, in centi-pieces, if reported.
    pub value: Option<Score>,
}

/// Plays a game to its end, or until the stop flag of the setup is set.
///
/// ```
/// use junqi_core::base::{clock::WallClock, random};
/// use junqi_core::game::belief::Visibility;
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::game::rules::{Deployment, Mode, Rules};
/// use junqi_core::play::{MatchSetup, SearchRequest, PlayerSpec, play_game};
/// use std::sync::atomic::AtomicBool;
///
/// let (stop, clock) = (AtomicBool::new(false), WallClock::default());
/// let rules = "max_plies=200".parse::<Rules>()?.with_mode(Mode::TwoPlayer);
/// let seat: PlayerSpec = "greedy".parse()?;
/// let mut rng = random::stream(1, &[]);
/// let plays = |s: Seat| rules.seats().contains(s);
/// let game = play_game(MatchSetup {
///     game: 0,
///     board: Board::siguo(),
///     rules,
///     visibility: Visibility::FourDark,
///     first: Seat::South,
///     players: Seat::ALL.map(|s| plays(s).then(|| seat.player(random::stream(2, &[])))),
///     offered: Seat::ALL.map(|s| plays(s).then(|| Deployment::sample(&mut rng))),
///     keeps_offered: false,
///     requests: [SearchRequest::new(&stop, &clock); 4],
///     stop: &stop,
/// })?;
/// println!("{} after {} plies", game.result.why, game.events.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game cannot begin: a seat has no deployment, or the board does not fit. A seat without a
/// player fails on its turn.
pub fn play_game(mut setup: MatchSetup<'_>) -> Result<PlayedGame, SetupFaults> {
    let mut failure = setup.deploy().err();
    let mut world = World::start(setup.board, setup.rules, &setup.offered, setup.first)?;
    let (mut events, mut turns) = (vec![], vec![]);
    if failure.is_none() {
        failure = setup.play(&mut world, &mut events, &mut turns).err();
    }
    let result = match failure {
        None => GameResult::of(world.outcome(), &setup.rules),
        Some((seat, error)) => {
            let detail = format!("seat {seat}: {error}");
            GameResult::failure(setup.rules.team(seat), &setup.rules, detail)
        }
    };
    setup.players.iter_mut().flatten().for_each(|player| player.finish(&result));
    Ok(PlayedGame { deployments: setup.offered, events, result, world, turns })
}

type Failure = (Seat, PlayerError);

impl MatchSetup<'_> {
    /// Lets every player choose its deployment, which replaces the one dealt, unless that is kept.
    ///
    /// # Errors
    ///
    /// If a player fails.
    pub fn deploy(&mut self) -> Result<(), Failure> {
        let &mut Self { game, board, rules, visibility, keeps_offered, .. } = self;
        let seats = Seat::ALL.into_iter().zip(&mut self.players).zip(&mut self.offered);
        for ((seat, player), offered) in seats {
            if let (Some(player), Some(offered)) = (player, offered) {
                let brief = GameStart { board, rules, seat, visibility, offered: *offered, game };
                let chosen = player.deploy(&brief).map_err(|error| (seat, error))?;
                if !keeps_offered {
                    *offered = chosen;
                }
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
        self.for_each(world, |player, observation| player.start(observation))?;
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
            // An external engine may tell something else and no nodes.
            let nodes = report.map(|r| r.nodes).filter(|nodes| *nodes > 0);
            let value = report.and_then(|r| r.value);
            turns.push(Turn { seat, time, nodes, value });
            let event = &events[events.len() - 1];
            let observed =
                self.for_each(world, |player, observation| player.observe(event, observation));
            // The result of a finished game stands even if a player fails at its last event.
            observed.or_else(|failure| world.outcome().map(|_| ()).ok_or(failure))?;
        }
        Ok(())
    }

    /// Asks a player for its choice, and measures its time.
    fn ask(&mut self, seat: Seat, world: &World) -> Result<(Choice, Duration), PlayerError> {
        let observation = Observation::new(world, seat, self.visibility);
        let crashed = || PlayerError::Crashed("the seat has no player".into());
        let player = self.players[seat.index()].as_mut().ok_or_else(crashed)?;
        let request = &mut self.requests[seat.index()];
        let watch = Stopwatch::start(request.clock);
        let choice = player.choose(&observation, request)?;
        let used = watch.used();
        let (time, game) = (request.time, request.game.map(|game| game.left));
        request.game = request.game.map(|game| game.after(used));
        let late = time.map(|time| time + GRACE).filter(|most| used > *most);
        let late = late.or(game.filter(|left| used > *left));
        late.map_or(Ok((choice, used)), |allowed| Err(PlayerError::OutOfTime { used, allowed }))
    }

    /// Calls every player with its observation.
    fn for_each(
        &mut self,
        world: &World,
        mut call: impl FnMut(&mut dyn Player, &Observation<'_>) -> Result<(), PlayerError>,
    ) -> Result<(), Failure> {
        for (seat, player) in Seat::ALL.into_iter().zip(&mut self.players) {
            if let Some(player) = player {
                let observation = Observation::new(world, seat, self.visibility);
                call(player.as_mut(), &observation).map_err(|error| (seat, error))?;
            }
        }
        Ok(())
    }
}
