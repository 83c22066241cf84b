//! What a table is set to.

use crate::game::belief::Visibility;
use crate::game::board::Seat;
use crate::game::format::by_letter;
use crate::game::rules::{Mode, Rules};
use crate::play::SeatSpec;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::time::Duration;
use thiserror::Error;

/// Who may look on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Everybody, some turns late, without kinds.
    #[default]
    Delayed,
    /// Everybody, once the game is over.
    End,
    /// Nobody.
    None,
}

/// Who is to sit somewhere.
#[derive(Debug, Clone, PartialEq)]
pub enum Chair {
    /// A person.
    Human,
    /// A seat of this program.
    Engine(SeatSpec),
}

/// A table as it is asked for; the fields are those of `create` in `docs/SERVER.md`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableRequest {
    mode: Mode,
    #[serde(with = "by_letter")]
    seats: [Option<String>; 4],
    visibility: Visibility,
    rules: String,
    first: String,
    clock: u64,
    pace: u64,
    help: bool,
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
            pace: 700,
            help: true,
            watch: Watch::default(),
            open: true,
        }
    }
}

/// A table as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The rules, number of seats and all.
    pub rules: Rules,
    /// By seat that plays, who is to sit there.
    pub chairs: [Option<Chair>; 4],
    /// Whose pieces the seats know.
    pub visibility: Visibility,
    /// Who moves first; chance decides if nobody.
    pub first: Option<Seat>,
    /// Time for a move.
    pub clock: Duration,
    /// Time that an engine's move takes at least.
    pub pace: Duration,
    /// Whether seats may ask for analysis while they play.
    pub help: bool,
    /// Who may look on.
    pub watch: Watch,
    /// Whether the lobby lists it.
    pub open: bool,
}

/// What cannot be had.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{what}: {why}")]
pub struct SettingsError {
    what: String,
    why: String,
}

fn wrong(what: impl Display, why: impl Display) -> SettingsError {
    SettingsError { what: what.to_string(), why: why.to_string() }
}

/// Who sits where nothing is said, but for South.
const ENGINE: &str = "pimc:movetime=500";

/// What an engine may use at a table, beside its own defaults: parameter and the most of it.
const MOST: [(&str, u64); 4] =
    [("movetime", 10_000), ("nodes", 1_000_000), ("threads", 1), ("table", 16)];

impl TryFrom<TableRequest> for Settings {
    type Error = SettingsError;

    fn try_from(asked: TableRequest) -> Result<Self, SettingsError> {
        let rules = match asked.rules.as_str() {
            "" => Rules::default(),
            text => text.parse().map_err(|e| wrong("rules", e))?,
        };
        let rules = rules.with_mode(asked.mode);
        let first = match asked.first.as_str() {
            "draw" => None,
            seat => Some(seat.parse::<Seat>().map_err(|e| wrong("first", e))?),
        };
        let found = |seat: Seat| format!("found {seat}, expected a seat that plays");
        if let Some(seat) = first.filter(|&seat| !rules.seats().contains(seat)) {
            return Err(wrong("first", found(seat)));
        }
        let within = |what, value: u64, (least, most): (u64, u64)| {
            let range = format!("found {value}, expected {least} to {most}");
            if (least..=most).contains(&value) { Ok(value) } else { Err(wrong(what, range)) }
        };
        Ok(Self {
            chairs: chairs(&rules, asked.seats)?,
            rules,
            visibility: asked.visibility,
            first,
            clock: Duration::from_secs(within("clock", asked.clock, (5, 3600))?),
            pace: Duration::from_millis(within("pace", asked.pace, (0, 10_000))?),
            help: asked.help,
            watch: asked.watch,
            open: asked.open,
        })
    }
}

fn chairs(
    rules: &Rules,
    mut asked: [Option<String>; 4],
) -> Result<[Option<Chair>; 4], SettingsError> {
    let mut chairs = [const { None }; 4];
    for seat in Seat::ALL {
        let text = asked[seat.index()].take();
        if !rules.seats().contains(seat) {
            if text.is_some() {
                return Err(wrong(
                    format!("seat {seat}"),
                    "found somebody, expected nobody in this mode",
                ));
            }
            continue;
        }
        let text =
            text.unwrap_or_else(|| if seat == Seat::South { "human" } else { ENGINE }.into());
        chairs[seat.index()] = Some(match text.as_str() {
            "human" => Chair::Human,
            engine => {
                Chair::Engine(allowed(engine).map_err(|why| wrong(format!("seat {seat}"), why))?)
            }
        });
    }
    Ok(chairs)
}

/// An engine that a table may have: no program, and nothing that takes the machine away from others.
///
/// # Errors
///
/// Says what is asked too much.
pub fn allowed(text: &str) -> Result<SeatSpec, String> {
    let seat: SeatSpec = text.parse().map_err(|e| format!("{e}"))?;
    if seat.is_external() {
        return Err("found a program, expected a seat of this one".into());
    }
    for (key, value) in seat.settings() {
        if key == "gametime" || key == "increment" {
            return Err(format!("found {key}, expected movetime: a table has its own clock"));
        }
        let Some((_, most)) = MOST.iter().find(|(name, _)| *name == key) else { continue };
        if value.parse::<u64>().is_ok_and(|value| value > *most) {
            return Err(format!("{key}: found {value}, expected {most} at most"));
        }
    }
    Ok(seat)
}
