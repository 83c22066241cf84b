//! The engines' turns: each searches on another thread, with the information of its own seat only.

use super::message::{EngineChoice, Preparation, PreparedGame, TableMessage};
use super::state::Room;
use crate::table::{SeatOccupant, TableGame, TableSettings};
use junqi_core::base::clock::WallClock;
use junqi_core::base::random;
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::rules::{Deployment, Event};
use junqi_core::play::{Bot, Choice, GameStart, PlayerError, PlayerSpec, SearchRequest};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};

/// The random stream of the engines.
const ENGINE_STREAM: u64 = 3;
/// Safety margin that an engine leaves of the table's clock.
const CLOCK_MARGIN: Duration = Duration::from_secs(1);

impl Room {
    /// Lets all engines deploy and sets up the game, on another thread.
    pub(super) fn prepare(&mut self, first: Seat) {
        self.engines.preparing = true;
        let board = self.host.options.board;
        let settings = self.settings.clone();
        let deployments = self.deployments;
        let seed = self.game_seed();
        let number = self.number;
        let sender = self.sender.clone();
        let engine_permits = self.host.engine_permits.clone();
        tokio::spawn(async move {
            let _permit = engine_permits.acquire_owned().await;
            let prepared = spawn_blocking(move || {
                prepare_game(board, &settings, deployments, first, seed, number)
            });
            let prepared = prepared.await.unwrap_or_else(|panic| Err(panic.to_string()));
            // A table that is closed needs no game.
            let _ = sender.send(TableMessage::GamePrepared(Box::new(prepared)));
        });
    }

    /// Continues a game that has events already: the engines begin it and learn its events later.
    pub(super) fn install(&mut self, game: TableGame) -> Result<(), String> {
        let mut bots = [const { None }; 4];
        for seat in Seat::ALL {
            if let Some(mut bot) = new_bot(&self.settings, seat, self.game_seed()) {
                bot.begin(&game.start_of(seat), seat, self.settings.visibility)
                    .map_err(|error| format!("seat {seat}: {error}"))?;
                bots[seat.index()] = Some(bot);
            }
        }
        self.engines.stop();
        self.engines.install(bots);
        self.game = Some(game);
        Ok(())
    }

    /// Starts the search of an engine to move, if anybody is at the table; its action arrives no sooner than the
    /// table's pace.
    pub(super) fn ask_engine(&mut self) {
        if self.members.is_empty() || self.paused {
            return;
        }
        let Some(game) = &self.game else { return };
        let Some(seat) = game.turn() else { return };
        let Some(SeatOccupant::Engine(spec)) = self.occupant(seat).cloned() else { return };
        if self.engines.thinking.is_some() {
            return;
        }
        let Some(mut bot) = self.engines.bots[seat.index()].take() else { return };
        let number = self.number;
        let at = game.events().len();
        let new_events: Vec<Event> = game.events()[bot.learned()..].to_vec();
        let stop = Arc::new(AtomicBool::new(false));
        self.engines.thinking = Some((seat, stop.clone()));
        let limit = self.settings.clock.saturating_sub(CLOCK_MARGIN);
        let earliest =
            self.turn_began + self.settings.pace.max(spec.movetime().unwrap_or_default());
        let sender = self.sender.clone();
        let engine_permits = self.host.engine_permits.clone();
        tokio::spawn(async move {
            let permit = engine_permits.acquire_owned().await;
            let search = spawn_blocking(move || {
                let choice = choose_action(&mut bot, &new_events, &spec, limit, &stop);
                (bot, choice)
            });
            let (bot, choice) = match search.await {
                Ok((bot, choice)) => (Some(bot), choice),
                Err(panic) => (None, Err(PlayerError::Crashed(panic.to_string()))),
            };
            // Other engines search while this move waits for the table's pace.
            drop(permit);
            sleep_until(earliest.max(Instant::now())).await;
            let choice = EngineChoice { number, seat, at, bot, choice };
            // A table that is closed needs no move.
            let _ = sender.send(TableMessage::EngineChose(Box::new(choice)));
        });
    }

    /// Gives the engines the last events of a finished game, on another thread, and ends them.
    pub(super) fn finish_engines(&mut self) {
        let Some(game) = self.game.as_ref().filter(|game| game.outcome().is_some()) else { return };
        let bots: Vec<Box<Bot>> = self.engines.bots.iter_mut().filter_map(Option::take).collect();
        if bots.is_empty() {
            return;
        }
        let events = game.events().to_vec();
        spawn_blocking(move || {
            for mut bot in bots {
                let unseen = events.iter().skip(bot.learned());
                // The result stands even if an engine fails at it.
                let _ = unseen.map(|event| bot.learn(event)).find(Result::is_err);
            }
        });
    }
}

/// The engine of a seat, before its game.
fn new_bot(settings: &TableSettings, seat: Seat, seed: u64) -> Option<Box<Bot>> {
    let rng = random::stream(seed, &[ENGINE_STREAM, seat.index() as u64]);
    Some(Box::new(Bot::new(settings.engine(seat)?.player(rng))))
}

/// Lets the engines deploy, sets up the game and gives every engine its seat's view.
fn prepare_game(
    board: &'static Board,
    settings: &TableSettings,
    mut deployments: [Option<Deployment>; 4],
    first: Seat,
    seed: u64,
    number: u64,
) -> Preparation {
    let rules = settings.rules;
    let visibility = settings.visibility;
    let mut bots = [const { None }; 4];
    for seat in Seat::ALL {
        if let Some(offered) = &mut deployments[seat.index()]
            && let Some(mut bot) = new_bot(settings, seat, seed)
        {
            let start =
                GameStart { board, rules, seat, visibility, offered: *offered, game: number };
            *offered = bot.deploy(&start).map_err(|error| error.to_string())?;
            bots[seat.index()] = Some(bot);
        }
    }
    let game = TableGame::new(board, rules, visibility, deployments, first)
        .map_err(|faults| faults.to_string())?;
    for (seat, bot) in Seat::ALL.into_iter().zip(&mut bots) {
        if let Some(bot) = bot {
            bot.begin(&game.start_of(seat), seat, visibility).map_err(|error| error.to_string())?;
        }
    }
    Ok(PreparedGame { game, deployments, bots })
}

fn choose_action(
    bot: &mut Bot,
    new_events: &[Event],
    spec: &PlayerSpec,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<Choice, PlayerError> {
    for event in new_events {
        bot.learn(event)?;
    }
    let clock = WallClock::default();
    // Without a limit of its own it visits its default nodes.
    let time = spec.movetime().or(spec.nodes().map(|_| limit)).map(|time| time.min(limit));
    bot.choose(&SearchRequest { nodes: spec.nodes(), time, ..SearchRequest::new(stop, &clock) })
}
