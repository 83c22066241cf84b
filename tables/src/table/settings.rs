//! The settings of a table.

use junqi_core::game::belief::Visibility;
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::format::by_letter;
use junqi_core::game::rules::{Mode, Rules};
use junqi_core::play::PlayerSpec;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;
use thiserror::Error;

/// Who may watch a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Everybody, some events late, without the kinds of pieces.
    #[default]
    Delayed,
    /// Everybody, once the game is over.
    End,
    /// Nobody.
    None,
}

/// The player of a seat.
#[derive(Debug, Clone, PartialEq)]
pub enum SeatOccupant {
    /// A human player.
    Human,
    /// An engine of this program.
    Engine(PlayerSpec),
}

/// The settings that a client asks for; the fields are those of `create` in `docs/SERVER.md`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableRequest {
    mode: Mode,
    #[serde(with = "by_letter")]
    seats: [Option<String>; 4],
    visibility: Visibility,
    rules: String,
    first: String,
    clock: u64,
    game_clock: u64,
    increment: u64,
    pace: u64,
    help: bool,
    chat: bool,
    watch: Watch,
    open: bool,
}

impl Default for TableRequest {
    fn default() -> Self {
        Self {
            mode: Mode::FourPlayer,
            seats: [const { None }; 4],
            visibility: Visibility::default(),
            rules: String::new(),
            first: "draw".into(),
            clock: 30,
            game_clock: 0,
            increment: 0,
            pace: 700,
            help: true,
            chat: false,
            watch: Watch::default(),
            open: true,
        }
    }
}

/// The time that a person has for a whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameClock {
    /// At the start.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// The checked settings of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSettings {
    /// The rules, number of seats and all.
    pub rules: Rules,
    /// The player of each seat; `None` for a seat that does not play.
    pub occupants: [Option<SeatOccupant>; 4],
    /// Whose pieces each seat sees.
    pub visibility: Visibility,
    /// The seat that moves first; drawn by lot if `None`.
    pub first: Option<Seat>,
    /// Time limit of a move; with a game clock it limits engines only.
    pub clock: Duration,
    /// The game clock, in place of the limit of a move.
    pub game_clock: Option<GameClock>,
    /// The least time of an engine's move.
    pub pace: Duration,
    /// Whether people may analyse while they play; several people must all agree.
    pub help: bool,
    /// Whether people may write to each other.
    pub chat: bool,
    /// Who may watch a game.
    pub watch: Watch,
    /// Whether the lobby lists it.
    pub open: bool,
    /// The request that they were made from, which a saved table keeps.
    pub request: TableRequest,
}

/// A setting that the server refuses.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{what}: {why}")]
pub struct SettingsError {
    what: String,
    why: String,
}

fn error(what: impl Display, why: impl Display) -> SettingsError {
    SettingsError { what: what.to_string(), why: why.to_string() }
}

fn check_range(what: &str, value: u64, range: RangeInclusive<u64>) -> Result<(), SettingsError> {
    if range.contains(&value) {
        return Ok(());
    }
    let why = format!("found {value}, expected {} to {}", range.start(), range.end());
    Err(error(what, why))
}

/// The default player of every seat but South.
const DEFAULT_ENGINE: &str = "pimc:movetime=500";

/// The most plies that the rules of a table may allow a game: its events stay in memory.
const MAX_PLIES: u32 = 10_000;

/// The largest values of an engine's options at a table.
const LIMITS: [(&str, u64); 4] =
    [("movetime", 10_000), ("nodes", 1_000_000), ("threads", 1), ("table", 16)];

impl TryFrom<TableRequest> for TableSettings {
    type Error = SettingsError;

    fn try_from(request: TableRequest) -> Result<Self, SettingsError> {
        let kept = request.clone();
        let rules = match request.rules.as_str() {
            "" => Rules::default(),
            text => Rules::of_new_game(text).map_err(|e| error("rules", e))?,
        };
        let rules = rules.with_mode(request.mode);
        if rules.may_be_endless() {
            let endless = "a game may never end; set draw_quiet_plies or max_plies above 0";
            return Err(error("rules", endless));
        }
        let plies = rules.most_plies(Board::siguo());
        if plies > MAX_PLIES {
            let long = format!(
                "a game may last {plies} plies, expected at most {MAX_PLIES}; lower draw_quiet_plies or set max_plies"
            );
            return Err(error("rules", long));
        }
        let first = match request.first.as_str() {
            "draw" => None,
            seat => Some(seat.parse::<Seat>().map_err(|e| error("first", e))?),
        };
        if let Some(seat) = first.filter(|&seat| !rules.seats().contains(seat)) {
            return Err(error("first", format!("seat {seat} does not play in this mode")));
        }
        if request.game_clock > 0 {
            check_range("game_clock", request.game_clock, 30..=7200)?;
        }
        check_range("increment", request.increment, 0..=60)?;
        let game_clock = GameClock {
            time: Duration::from_secs(request.game_clock),
            increment: Duration::from_secs(request.increment),
        };
        let occupants = occupants(&rules, request.seats)?;
        check_range("clock", request.clock, 5..=3600)?;
        check_range("pace", request.pace, 0..=10_000)?;
        Ok(Self {
            rules,
            occupants,
            visibility: request.visibility,
            first,
            clock: Duration::from_secs(request.clock),
            game_clock: (request.game_clock > 0).then_some(game_clock),
            pace: Duration::from_millis(request.pace),
            help: request.help,
            chat: request.chat,
            watch: request.watch,
            open: request.open,
            request: kept,
        })
    }
}

impl TableSettings {
    /// The request as a saved table keeps it: with its rules written, so that they stay whatever new games have.
    pub fn saved_request(&self) -> TableRequest {
        TableRequest { rules: self.rules.to_string(), ..self.request.clone() }
    }

    /// The engine of a seat; it expects people if all its enemies are people.
    pub fn engine(&self, seat: Seat) -> Option<PlayerSpec> {
        let Some(SeatOccupant::Engine(spec)) = &self.occupants[seat.index()] else { return None };
        let rules = &self.rules;
        let mut enemies = rules.seats().iter().filter(|s| rules.team(*s) != rules.team(seat));
        let people = enemies.all(|s| self.occupants[s.index()] == Some(SeatOccupant::Human));
        Some(if people { spec.clone().against_people() } else { spec.clone() })
    }
}

fn occupants(
    rules: &Rules,
    mut request: [Option<String>; 4],
) -> Result<[Option<SeatOccupant>; 4], SettingsError> {
    let mut occupants = [const { None }; 4];
    for seat in Seat::ALL {
        let text = request[seat.index()].take();
        if !rules.seats().contains(seat) {
            if text.is_some() {
                return Err(error(format!("seat {seat}"), "this seat does not play in this mode"));
            }
            continue;
        }
        let text = text
            .unwrap_or_else(|| if seat == Seat::South { "human" } else { DEFAULT_ENGINE }.into());
        occupants[seat.index()] = Some(match text.as_str() {
            "human" => SeatOccupant::Human,
            engine => SeatOccupant::Engine(
                allowed(engine).map_err(|why| error(format!("seat {seat}"), why))?,
            ),
        });
    }
    Ok(occupants)
}

/// An engine that a table may have: no program, and nothing that takes the machine away from others.
///
/// # Errors
///
/// Names the option that exceeds its limit.
pub fn allowed(text: &str) -> Result<PlayerSpec, String> {
    let player: PlayerSpec = text.parse().map_err(|e| format!("{e}"))?;
    if player.is_external() {
        return Err("external engines are not allowed at a table".into());
    }
    for (key, value) in player.settings() {
        if key == "gametime" || key == "increment" {
            return Err(format!(
                "`{key}` is not allowed, use `movetime`: a table has its own clock"
            ));
        }
        let Some((_, most)) = LIMITS.iter().find(|(name, _)| *name == key) else { continue };
        if value.parse::<u64>().is_ok_and(|value| value > *most) {
            return Err(format!("{key}: found {value}, expected {most} at most"));
        }
    }
    Ok(player)
}
