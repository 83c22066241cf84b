//! The state of a conversation, and what each command does to it.

use super::error;
use crate::belief::{Information, Observation, View, Visibility};
use crate::board::{Board, Seat};
use crate::clock::{Stopwatch, WallClock};
use crate::play::{Action, Brief, Budget, Choice, GameTime, Player, SEATS, SeatSpec};
use crate::protocol::{Command, Go, Info};
use crate::random;
use crate::rules::Event;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Who plays if nobody says.
const SEAT: &str = "pimc";
/// Between looks at the stop flag while nothing is left to think about.
const TICK: Duration = Duration::from_millis(2);

/// A command, or what is wrong with a line, with the flag that stops it.
pub(super) struct Task {
    pub(super) command: Result<Command, String>,
    pub(super) stop: Arc<AtomicBool>,
}

impl Task {
    /// Whether it is to think.
    pub(super) fn thinks(&self) -> bool {
        matches!(self.command, Ok(Command::Go(_)))
    }
}

/// A conversation.
pub(super) struct Session {
    board: &'static Board,
    seat: SeatSpec,
    seed: u64,
    /// Games so far: each has its own random numbers.
    game: u64,
    player: Option<Box<dyn Player>>,
    position: Option<Position>,
}

/// A position that was told, as the player has learned it.
struct Position {
    start: View,
    visibility: Visibility,
    events: Vec<Event>,
    information: Information,
    seat: Seat,
}

type Lines = Vec<String>;

impl Session {
    pub(super) fn new(board: &'static Board) -> Self {
        let seat = SEAT.parse().expect("the default seat is sound");
        Self { board, seat, seed: 1, game: 0, player: None, position: None }
    }

    /// Does what a command says; what is to be said about it.
    pub(super) fn answer(&mut self, Task { command, stop }: Task) -> Lines {
        let command = match command {
            Ok(command) => command,
            Err(wrong) => return vec![error(&wrong)],
        };
        let done = match command {
            Command::Uci => Ok(greeting(&self.seat)),
            Command::IsReady => Ok(vec!["readyok".into()]),
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::NewGame => {
                self.game += 1;
                (self.player, self.position) = (None, None);
                Ok(vec![])
            }
            Command::Setup { seat, rules, visibility, offered } => {
                let brief = Brief { board: self.board, rules, seat, visibility, offered };
                self.deploy(&brief)
            }
            Command::Position { start, visibility, events } => {
                let set = self.place(*start, visibility, events);
                if set.is_err() {
                    self.position = None;
                }
                set
            }
            Command::Go(go) => {
                self.go(&go, &stop).or_else(|wrong| Ok(vec![error(&wrong), "bestmove none".into()]))
            }
            Command::Stop | Command::Quit => Ok(vec![]),
        };
        done.unwrap_or_else(|wrong: String| vec![error(&wrong)])
    }

    fn set(&mut self, name: &str, value: &str) -> Result<Lines, String> {
        match name.to_ascii_lowercase().as_str() {
            "seat" => {
                let seat: SeatSpec = value.parse().map_err(|e| format!("{e}"))?;
                if seat.is_external() {
                    return Err("option Seat: found a program, expected a seat of this one".into());
                }
                (self.seat, self.player, self.position) = (seat, None, None);
            }
            "seed" => {
                let wrong =
                    || format!("option Seed: found `{value}`, expected a whole number from 0");
                self.seed = value.parse().map_err(|_| wrong())?;
                (self.player, self.position) = (None, None);
            }
            _ => return Err(format!("option: found `{name}`, expected Seat or Seed")),
        }
        Ok(vec![])
    }

    /// The player of this game; a new one if the old one has begun another.
    fn fresh_player(&mut self) -> Box<dyn Player> {
        self.seat.player(random::stream(self.seed, &[self.game]))
    }

    fn deploy(&mut self, brief: &Brief) -> Result<Lines, String> {
        let mut player = self.fresh_player();
        let deployment = player.deploy(brief).map_err(|e| e.to_string())?;
        (self.player, self.position) = (Some(player), None);
        Ok(vec![format!("bestsetup {deployment}")])
    }

    /// Learns a position: what follows the last one is learned on top of it.
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
        let (Some(position), Some(player)) = (&mut self.position, &mut self.player) else {
            return Err("found no position, expected one".into());
        };
        for event in events.into_iter().skip(position.events.len()) {
            let number = position.events.len() + 1;
            let wrong = |why: &dyn std::fmt::Display| format!("moves: event {number}: {why}");
            position.information.apply(&event).map_err(|e| wrong(&e))?;
            let after = position.information.observation();
            player.observe(&event, &after).map_err(|e| wrong(&e))?;
            position.events.push(event);
        }
        Ok(vec![])
    }

    /// A new position: seen by its observer, or with open cards by whoever is to move.
    fn begin(&mut self, start: View, visibility: Visibility) -> Result<(), String> {
        let (seat, visibility) = match start.observer {
            Some(seat) => (seat, visibility),
            None => (start.turn, Visibility::AllOpen),
        };
        let information =
            Information::new(&start, seat, visibility).map_err(|e| format!("jfen: {e}"))?;
        // A player that has deployed goes on; one that has begun a game cannot begin another.
        let player = self.player.take().filter(|_| self.position.is_none());
        let mut player = player.unwrap_or_else(|| self.fresh_player());
        player.start(&information.observation()).map_err(|e| format!("jfen: {e}"))?;
        self.player = Some(player);
        let events = vec![];
        self.position = Some(Position { start, visibility, events, information, seat });
        Ok(())
    }

    fn go(&mut self, go: &Go, stop: &AtomicBool) -> Result<Lines, String> {
        let (Some(position), Some(player)) = (&self.position, &mut self.player) else {
            return Err("found no position, expected one before `go`".into());
        };
        let observation = position.information.observation();
        if let Some(outcome) = observation.outcome() {
            return Err(format!("found a game that is over ({outcome:?}), expected one to play"));
        }
        if observation.turn() != position.seat {
            let (turn, own) = (observation.turn(), position.seat);
            return Err(format!("found {turn} to move, expected {own}: a seat thinks on its turn"));
        }
        let clock = WallClock::default();
        let watch = Stopwatch::start(&clock);
        let choice = player.choose(&observation, &budget(go, &self.seat, stop, &clock));
        let used = watch.used();
        while go.infinite && !stop.load(Ordering::Relaxed) {
            thread::sleep(TICK);
        }
        Ok(thought(self.board, &observation, choice.map_err(|e| e.to_string())?, used))
    }
}

fn greeting(seat: &SeatSpec) -> Lines {
    let names: Vec<&str> = SEATS.iter().map(|kind| kind.name).collect();
    vec![
        format!("id name junqi {}", env!("CARGO_PKG_VERSION")),
        "id author the junqi authors".into(),
        format!("info string seats: {}", names.join(" ")),
        format!("option name Seat type string default {seat}"),
        "option name Seed type spin default 1 min 0 max 9007199254740991".into(),
        "uciok".into(),
    ]
}

/// What a player may use: what `go` says, or else what the seat is set to.
fn budget<'a>(go: &Go, seat: &SeatSpec, stop: &'a AtomicBool, clock: &'a WallClock) -> Budget<'a> {
    let game = go.gametime.map(|left| GameTime { left, increment: go.increment });
    let open = go.nodes.is_none() && go.movetime.is_none() && game.is_none();
    let endless = go.infinite || go.depth.is_some();
    Budget {
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
        ..Budget::new(stop, clock)
    }
}

/// The answer to `go`.
fn thought(
    board: &'static Board,
    observation: &Observation<'_>,
    choice: Choice,
    time: Duration,
) -> Lines {
    let report = choice.report.unwrap_or_default();
    let mut line = report.principal_variation;
    if let Action::Move(mv) = choice.action
        && line.first() != Some(&mv)
    {
        line = vec![mv];
    }
    let info = Info {
        depth: report.depth.max(1),
        worlds: report.worlds,
        nodes: report.nodes.max(observation.count_moves() as u64 * u64::from(report.nodes == 0)),
        time,
        score: report.score,
        line,
    };
    let best = match choice.action {
        Action::Move(mv) => mv.text(board),
        Action::Resign => "resign".into(),
    };
    vec![info.text(board), format!("bestmove {best}")]
}
