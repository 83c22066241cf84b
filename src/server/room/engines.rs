//! The engines of a table: they think elsewhere, each with its own information and nothing else.

use super::{Mail, Room};
use crate::base::clock::WallClock;
use crate::base::random;
use crate::game::board::{Board, Seat};
use crate::game::rules::{Deployment, Event};
use crate::gametree::score::Score;
use crate::play::{Bot, Choice, GameStart, PlayerError, SearchRequest, SeatSpec};
use crate::server::table::{Chair, Settings, TableGame};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};

/// Stream of random numbers of engines.
const ENGINES: u64 = 3;
/// An engine agrees to a draw if it thinks the game worth at most this to its team, in centi-pieces.
const DRAW: Score = Score(-100);
/// What an engine leaves of the clock of the table.
const SPARE: Duration = Duration::from_secs(1);

/// The engines.
#[derive(Default)]
pub(super) struct Engines {
    bots: [Option<Box<Bot>>; 4],
    /// What each thought last.
    values: [Option<Score>; 4],
    preparing: bool,
    /// Who thinks, with what makes it stop.
    thinking: Option<(Seat, Arc<AtomicBool>)>,
}

/// A game that begins, with its engines; or why it cannot.
pub(in crate::server) type Prepared = Result<Begun, String>;

/// A game that begins.
pub(in crate::server) struct Begun {
    pub(super) game: TableGame,
    pub(super) deployments: [Option<Deployment>; 4],
    pub(super) bots: [Option<Box<Bot>>; 4],
}

/// What an engine chose.
pub(in crate::server) struct EngineChoice {
    /// Which game of the table, whose turn, after how many events.
    pub(super) moment: (u64, Seat, usize),
    /// None where the thread itself failed.
    pub(super) bot: Option<Box<Bot>>,
    pub(super) choice: Result<Choice, PlayerError>,
}

impl Engines {
    pub(super) fn is_preparing(&self) -> bool {
        self.preparing
    }

    pub(super) fn seat(&mut self, bots: [Option<Box<Bot>>; 4]) {
        *self = Self { bots, ..Self::default() };
    }

    /// Whoever thinks need not go on.
    pub(super) fn interrupt(&self) {
        if let Some((_, stop)) = &self.thinking {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// No engine is needed any more.
    pub(super) fn stop(&mut self) {
        self.interrupt();
        *self = Self::default();
    }

    /// An engine is back.
    pub(super) fn back(
        &mut self,
        seat: Seat,
        bot: Option<Box<Bot>>,
        choice: &Result<Choice, PlayerError>,
    ) {
        self.thinking = None;
        self.bots[seat.index()] = bot;
        let report = choice.as_ref().ok().and_then(|choice| choice.report.as_ref());
        self.values[seat.index()] = report.and_then(|report| report.value);
    }

    pub(super) fn would_draw(&self, seat: Seat) -> bool {
        self.values[seat.index()].is_some_and(|value| value <= DRAW)
    }
}

impl Room {
    /// Lets all engines sit down and deploy, and sets up the game.
    pub(super) fn prepare(&mut self, first: Seat) {
        self.engines.preparing = true;
        let (settings, deployments, board) =
            (self.settings.clone(), self.deployments, self.host.options.board);
        let part = (self.seed, self.number);
        let (own, thinkers) = (self.own.clone(), self.host.thinkers.clone());
        tokio::spawn(async move {
            let _thinks = thinkers.acquire_owned().await;
            let work = move || begin(board, &settings, deployments, first, part);
            let prepared =
                spawn_blocking(work).await.unwrap_or_else(|panic| Err(panic.to_string()));
            // A table that is closed needs no game.
            let _ = own.send(Mail::Ready(Box::new(prepared)));
        });
    }

    /// If it is an engine's turn, lets it think; what it finds is told no sooner than its pace.
    pub(super) fn ask_engine(&mut self) {
        let Some(game) = &self.game else { return };
        let Some(seat) = game.turn() else { return };
        let Some(Chair::Engine(spec)) = self.chair(seat).cloned() else { return };
        if self.engines.thinking.is_some() {
            return;
        }
        let Some(mut bot) = self.engines.bots[seat.index()].take() else { return };
        let moment = (self.number, seat, game.events().len());
        let news: Vec<Event> = game.events()[bot.learned()..].to_vec();
        let stop = Arc::new(AtomicBool::new(false));
        self.engines.thinking = Some((seat, stop.clone()));
        let most = self.settings.clock.saturating_sub(SPARE);
        let shown = self.turn_began + self.settings.pace.max(spec.movetime().unwrap_or_default());
        let (own, thinkers) = (self.own.clone(), self.host.thinkers.clone());
        tokio::spawn(async move {
            let thinks = thinkers.acquire_owned().await;
            let work = move || {
                let choice = choose(&mut bot, &news, &spec, most, &stop);
                (bot, choice)
            };
            let (bot, choice) = match spawn_blocking(work).await {
                Ok((bot, choice)) => (Some(bot), choice),
                Err(panic) => (None, Err(PlayerError::Crashed(panic.to_string()))),
            };
            drop(thinks);
            sleep_until(shown.max(Instant::now())).await;
            // A table that is closed needs no move.
            let _ = own.send(Mail::Thought(Box::new(EngineChoice { moment, bot, choice })));
        });
    }
}

/// The engines deploy, the game is set up, and every engine is shown its seat's part of it.
fn begin(
    board: &'static Board,
    settings: &Settings,
    mut deployments: [Option<Deployment>; 4],
    first: Seat,
    (seed, number): (u64, u64),
) -> Prepared {
    let (rules, visibility) = (settings.rules, settings.visibility);
    let failed = |error: PlayerError| error.to_string();
    let mut bots = [const { None }; 4];
    for (seat, chair) in Seat::ALL.into_iter().zip(&settings.chairs) {
        let place = &mut deployments[seat.index()];
        if let (Some(Chair::Engine(spec)), Some(offered)) = (chair, &mut *place) {
            let rng = random::stream(seed, &[ENGINES, number, seat.index() as u64]);
            let mut bot = Bot::new(spec.player(rng));
            let brief = GameStart { board, rules, seat, visibility, offered: *offered };
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
    Ok(Begun { game, deployments, bots })
}

fn choose(
    bot: &mut Bot,
    news: &[Event],
    spec: &SeatSpec,
    most: Duration,
    stop: &AtomicBool,
) -> Result<Choice, PlayerError> {
    for event in news {
        bot.learn(event)?;
    }
    let clock = WallClock::default();
    // Without a limit of its own it visits its default nodes.
    let time = spec.movetime().or(spec.nodes().map(|_| most)).map(|time| time.min(most));
    bot.choose(&SearchRequest { nodes: spec.nodes(), time, ..SearchRequest::new(stop, &clock) })
}
