//! The state of an engine session, and the effect of each command.

use crate::base::clock::{Stopwatch, WallClock};
use crate::base::random;
use crate::base::text::visible;
use crate::game::belief::{View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::rules::Event;
use crate::play::protocol::{EngineCommand, GoCommand, info_line};
use crate::play::{
    Action, Bot, Choice, GameStart, GameTime, PLAYERS, PlayerSpec, SearchReport, SearchRequest,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The seat that plays by default.
const SEAT: &str = "pimc";
/// Interval at which the stop flag is polled after an infinite search has ended.
const TICK: Duration = Duration::from_millis(2);

/// A command, or the error of a line, with the stop flag of its search.
pub(super) struct SessionTask {
    pub(super) command: Result<EngineCommand, RefusedLine>,
    pub(super) stop: Arc<AtomicBool>,
}

/// A line that is not a command.
pub(super) struct RefusedLine {
    pub(super) error: String,
    /// Whether it should have set up a position: then the old one is no longer the driver's.
    pub(super) is_position: bool,
}

/// An engine that answers commands one by one.
pub struct Session {
    board: &'static Board,
    seat: PlayerSpec,
    seed: u64,
    /// Number of games so far; each has its own random numbers.
    game: u64,
    bot: Option<Bot>,
    position: Option<SessionPosition>,
}

/// The position that the bot has learned.
struct SessionPosition {
    start: View,
    visibility: Visibility,
    events: Vec<Event>,
    seat: Seat,
}

type Lines = Vec<String>;

impl Session {
    pub(super) fn new(board: &'static Board) -> Self {
        Self::of(board, SEAT.parse().expect("the default seat is valid"), 1)
    }

    /// The session of a player of this program, with its seed.
    pub fn of(board: &'static Board, seat: PlayerSpec, seed: u64) -> Self {
        Self { board, seat, seed, game: 0, bot: None, position: None }
    }

    /// Runs a command and returns the lines of its answer.
    pub fn run(&mut self, command: EngineCommand, stop: &AtomicBool) -> Vec<String> {
        self.answer(command, stop, &|_| {}, &|| {})
    }

    /// Answers a line that is no command.
    pub(super) fn refuse(&mut self, refused: &RefusedLine) -> Lines {
        if refused.is_position {
            self.drop_position();
        }
        vec![error(&refused.error)]
    }

    /// Runs a command and returns its answer; `send` gets the `info` lines of a search while it runs,
    /// and `begin_search` is called once when nothing can refuse the search any more.
    pub(super) fn answer(
        &mut self,
        command: EngineCommand,
        stop: &AtomicBool,
        send: &(dyn Fn(&str) + Sync),
        begin_search: &dyn Fn(),
    ) -> Lines {
        let answer = match command {
            EngineCommand::Uci => Ok(greeting(&self.seat)),
            EngineCommand::IsReady => Ok(vec!["readyok".into()]),
            EngineCommand::SetOption { name, value } => self.set(&name, &value),
            EngineCommand::NewGame(_) => {
                self.game += 1;
                (self.bot, self.position) = (None, None);
                Ok(vec![])
            }
            EngineCommand::Setup { seat, rules, visibility, offered } => {
                let (board, game) = (self.board, self.game);
                let start = GameStart { board, rules, seat, visibility, offered, game };
                self.deploy(&start)
            }
            EngineCommand::Position { start, visibility, events } => {
                let set = self.place(*start, visibility, events);
                if set.is_err() {
                    self.drop_position();
                }
                set
            }
            EngineCommand::Go(go) => self
                .go(&go, stop, send, begin_search)
                .or_else(|wrong| Ok(vec![error(&wrong), "bestmove none".into()])),
            EngineCommand::Stop | EngineCommand::GameOver(_) | EngineCommand::Quit => Ok(vec![]),
        };
        answer.unwrap_or_else(|wrong: String| vec![error(&wrong)])
    }

    fn set(&mut self, name: &str, value: &str) -> Result<Lines, String> {
        match name.to_ascii_lowercase().as_str() {
            "seat" => {
                let seat: PlayerSpec = value.parse().map_err(|e| format!("{e}"))?;
                if seat.is_external() {
                    return Err("option Seat: found a program, expected a seat of this one".into());
                }
                (self.seat, self.bot, self.position) = (seat, None, None);
            }
            "seed" => {
                let wrong =
                    || format!("option Seed: found `{value}`, expected a whole number from 0");
                self.seed = value.parse().map_err(|_| wrong())?;
                (self.bot, self.position) = (None, None);
            }
            _ => return Err(format!("option: found `{name}`, expected Seat or Seed")),
        }
        Ok(vec![])
    }

    /// Forgets the position, and the player that has learned it.
    fn drop_position(&mut self) {
        if self.position.take().is_some() {
            self.bot = None;
        }
    }

    /// A new player for this game.
    fn new_bot(&self) -> Bot {
        Bot::new(self.seat.player(random::stream(self.seed, &[self.game])))
    }

    fn deploy(&mut self, start: &GameStart) -> Result<Lines, String> {
        let mut bot = self.new_bot();
        let deployment = bot.deploy(start).map_err(|e| e.to_string())?;
        (self.bot, self.position) = (Some(bot), None);
        Ok(vec![format!("bestsetup {deployment}")])
    }

    /// Sets up a position; if it continues the last one, only the new events are learned.
    fn place(
        &mut self,
        start: View,
        visibility: Visibility,
        events: Vec<Event>,
    ) -> Result<Lines, String> {
        let follows = self.position.as_ref().is_some_and(|old| {
            old.start == start && old.visibility == visibility && events.starts_with(&old.events)
        });
        if !follows {
            self.begin(start, visibility)?;
        }
        let (Some(position), Some(bot)) = (&mut self.position, &mut self.bot) else {
            return Err("found no position, expected one".into());
        };
        for event in events.into_iter().skip(position.events.len()) {
            let number = position.events.len() + 1;
            bot.learn(&event).map_err(|e| format!("moves: event {number}: {e}"))?;
            position.events.push(event);
        }
        Ok(vec![])
    }

    /// Begins a new position, as its observer sees it, or with all pieces visible as the seat to move.
    fn begin(&mut self, start: View, visibility: Visibility) -> Result<(), String> {
        let (seat, visibility) = match start.observer {
            Some(seat) => (seat, visibility),
            None => (start.turn, Visibility::AllOpen),
        };
        // A bot that has only deployed is used; one that has begun a game cannot begin another.
        let bot = self.bot.take().filter(|_| self.position.is_none());
        let mut bot = bot.unwrap_or_else(|| self.new_bot());
        bot.begin(&start, seat, visibility).map_err(|e| format!("jfen: {e}"))?;
        self.bot = Some(bot);
        let events = vec![];
        self.position = Some(SessionPosition { start, visibility, events, seat });
        Ok(())
    }

    fn go(
        &mut self,
        go: &GoCommand,
        stop: &AtomicBool,
        send: &(dyn Fn(&str) + Sync),
        begin_search: &dyn Fn(),
    ) -> Result<Lines, String> {
        let (Some(position), Some(bot)) = (&self.position, &mut self.bot) else {
            return Err("found no position, expected one before `go`".into());
        };
        let observation = bot.sees().ok_or("found no game, expected one that has begun")?;
        if let Some(outcome) = observation.outcome() {
            return Err(format!("found a game that is over ({outcome:?}), expected one to play"));
        }
        if observation.turn() != position.seat {
            let (turn, own) = (observation.turn(), position.seat);
            return Err(format!("found {turn} to move, expected {own}: a seat thinks on its turn"));
        }
        let (board, moves) = (self.board, observation.count_moves() as u64);
        let clock = WallClock::default();
        let watch = Stopwatch::start(&clock);
        let on_progress = |report: &SearchReport| {
            send(&info_line(&info(report.clone(), moves, watch.used()), board));
        };
        let request = request(go, &self.seat, stop, &clock);
        let request = SearchRequest { on_progress: Some(&on_progress), ..request };
        begin_search();
        let rules = *observation.rules();
        let choice = bot.choose(&request).map_err(|e| e.to_string())?;
        let choice = choice.among(go.legal.iter().copied(), &rules);
        let used = watch.used();
        while go.infinite && !stop.load(Ordering::Relaxed) {
            thread::sleep(TICK);
        }
        Ok(best_move(board, choice, moves, used))
    }
}

fn greeting(seat: &PlayerSpec) -> Lines {
    let names: Vec<&str> = PLAYERS.iter().map(|kind| kind.name).collect();
    vec![
        format!("id name junqi {}", env!("CARGO_PKG_VERSION")),
        "id author the junqi authors".into(),
        format!("info string seats: {}", names.join(" ")),
        format!("option name Seat type string default {seat}"),
        "option name Seed type spin default 1 min 0 max 9007199254740991".into(),
        "uciok".into(),
    ]
}

/// The search request: the limits of `go`, or else those of the seat.
fn request<'a>(
    go: &GoCommand,
    seat: &PlayerSpec,
    stop: &'a AtomicBool,
    clock: &'a WallClock,
) -> SearchRequest<'a> {
    let game = go.gametime.map(|left| GameTime { left, increment: go.increment });
    let open = go.nodes.is_none() && go.movetime.is_none() && game.is_none();
    let endless = go.infinite || go.depth.is_some();
    SearchRequest {
        nodes: go.nodes.or_else(|| {
            if !open {
                None
            } else if endless {
                Some(u64::MAX)
            } else {
                seat.nodes()
            }
        }),
        depth: go.depth,
        time: go.movetime.or_else(|| seat.movetime().filter(|_| open && !endless)),
        game,
        ..SearchRequest::new(stop, clock)
    }
}

/// The `info` of a report at a position with `moves` legal moves.
fn info(report: SearchReport, moves: u64, time: Duration) -> SearchReport {
    // A player that counts no nodes has visited every move.
    let nodes = if report.nodes == 0 { moves } else { report.nodes };
    SearchReport { depth: report.depth.max(1), nodes, time, ..report }
}

/// The answer to `go`.
fn best_move(board: &'static Board, choice: Choice, moves: u64, time: Duration) -> Lines {
    let mut info = info(choice.report.unwrap_or_default(), moves, time);
    let best = match choice.action {
        Action::Move(mv) => {
            if info.principal_variation.first() != Some(&mv) {
                info.principal_variation = vec![mv];
            }
            mv.text(board)
        }
        Action::Resign => "resign".into(),
    };
    vec![info_line(&info, board), format!("bestmove {best}")]
}

/// The line that reports an error.
pub(super) fn error(text: &str) -> String {
    format!("info string error: {}", visible(text).replace('\n', " "))
}
