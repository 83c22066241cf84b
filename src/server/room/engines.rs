//! The engines' turns: each searches on another thread, with the information of its own seat only.

use super::message::{EngineChoice, Preparation, PreparedGame, TableMessage};
use super::state::Room;
use crate::base::clock::WallClock;
use crate::base::random;
use crate::game::board::{Board, Seat};
use crate::game::rules::{Deployment, Event};
use crate::play::{Bot, Choice, GameStart, PlayerError, PlayerSpec, SearchRequest};
use crate::server::table::{SeatOccupant, TableGame, TableSettings};
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
        let (settings, deployments, board) =
            (self.settings.clone(), self.deployments, self.host.options.board);
        let part = (self.game_seed(), self.number);
        let (sender, engine_permits) = (self.sender.clone(), self.host.engine_permits.clone());
        tokio::spawn(async move {
            let _thinks = engine_permits.acquire_owned().await;
            let work = move || prepare_game(board, &settings, deployments, first, part);
            let prepared =
                spawn_blocking(work).await.unwrap_or_else(|panic| Err(panic.to_string()));
            // A table that is closed needs no game.
            let _ = sender.send(TableMessage::GamePrepared(Box::new(prepared)));
        });
    }

    /// Continues a game that has events already: the engines begin it and learn its events later.
    pub(super) fn install(&mut self, game: TableGame) -> Result<(), String> {
        let mut bots = [const { None }; 4];
        for (seat, bot) in Seat::ALL.into_iter().zip(&mut bots) {
            if let Some(spec) = self.settings.engine(seat) {
                let rng = random::stream(self.game_seed(), &[ENGINE_STREAM, seat.index() as u64]);
                let mut engine = Bot::new(spec.player(rng));
                let begun = engine.begin(&game.start_of(seat), seat, self.settings.visibility);
                begun.map_err(|error| format!("seat {seat}: {error}"))?;
                *bot = Some(Box::new(engine));
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
        let moment = (self.number, seat, game.events().len());
        let new_events: Vec<Event> = game.events()[bot.learned()..].to_vec();
        let stop = Arc::new(AtomicBool::new(false));
        self.engines.thinking = Some((seat, stop.clone()));
        let limit = self.settings.clock.saturating_sub(CLOCK_MARGIN);
        let earliest =
            self.turn_began + self.settings.pace.max(spec.movetime().unwrap_or_default());
        let (sender, engine_permits) = (self.sender.clone(), self.host.engine_permits.clone());
        tokio::spawn(async move {
            let permit = engine_permits.acquire_owned().await;
            let work = move || {
                let choice = choose_action(&mut bot, &new_events, &spec, limit, &stop);
                (bot, choice)
            };
            let (bot, choice) = match spawn_blocking(work).await {
                Ok((bot, choice)) => (Some(bot), choice),
                Err(panic) => (None, Err(PlayerError::Crashed(panic.to_string()))),
            };
            drop(permit);
            sleep_until(earliest.max(Instant::now())).await;
            // A table that is closed needs no move.
            let _ = sender.send(TableMessage::EngineChose(Box::new(EngineChoice {
                moment,
                bot,
                choice,
            })));
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
                // The result stands, whatever an engine makes of it.
                let _ = unseen.map(|event| bot.learn(event)).find(Result::is_err);
            }
        });
    }
}

/// Lets the engines deploy, sets up the game and gives every engine its seat's view.
fn prepare_game(
    board: &'static Board,
    settings: &TableSettings,
    mut deployments: [Option<Deployment>; 4],
    first: Seat,
    (seed, number): (u64, u64),
) -> Preparation {
    let (rules, visibility) = (settings.rules, settings.visibility);
    let failed = |error: PlayerError| error.to_string();
    let mut bots = [const { None }; 4];
    for seat in Seat::ALL {
        let place = &mut deployments[seat.index()];
        if let (Some(spec), Some(offered)) = (settings.engine(seat), &mut *place) {
            let rng = random::stream(seed, &[ENGINE_STREAM, seat.index() as u64]);
            let mut bot = Bot::new(spec.player(rng));
            let brief =
                GameStart { board, rules, seat, visibility, offered: *offered, game: number };
            *offered = bot.deploy(&brief).map_err(failed)?;
            bots[seat.index()] = Some(Box::new(bot));
        }
    }
    let game = TableGame::new(board, (rules, visibility), deployments, first);
    let game = game.map_err(|faults| faults.to_string())?;
    for (seat, bot) in Seat::ALL.into_iter().zip(&mut bots) {
        if let Some(bot) = bot {
            bot.begin(&game.start_of(seat), seat, visibility).map_err(failed)?;
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
