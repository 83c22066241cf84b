//! `junqi show`

use super::{Env, load, print, print_json};
use crate::belief::{Observation, View, Visibility};
use crate::board::Seat;
use crate::draw;
use crate::format::{History, event_text, follow};
use crate::rules::{Act, Event, Move, World};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A JFEN line, `start`, or a file: records (.jsonl), a replay (.jgs) or a text history.
    source: String,
    /// Draw a picture into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Which game of a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    game: usize,
    /// How many moves of the game to make; all of them if not given.
    #[arg(long)]
    ply: Option<u32>,
    /// Show what this seat sees: S, E, N or W.
    #[arg(long)]
    seat: Option<Seat>,
    /// Whose pieces that seat knows.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// How pieces are named in the terminal.
    #[arg(long, value_enum, default_value = "chinese")]
    names: draw::Names,
}

/// A moment of a game.
struct Moment {
    view: View,
    last: Option<Event>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let games = load::games(&self.source, env)?;
        let count = games.len();
        let game = games.into_iter().nth(self.game);
        let game =
            game.with_context(|| format!("found {count} games, expected game {}", self.game))?;
        let moment = self.moment(game)?;
        let last = moment.last.as_ref().and_then(last_move);
        if let Some(path) = &self.svg {
            load::write(path, draw::svg(&moment.view, last).as_bytes())?;
        }
        let event = moment.last.map(|e| event_text(&e, env.board));
        if env.json {
            let jfen = moment.view.to_string();
            print_json(&json!({ "jfen": jfen, "last_event": event, "svg": self.svg }))?;
        } else if self.svg.is_none() {
            print(&draw::terminal(&moment.view, last, self.names))?;
            print(&format!("{}\n", moment.view))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Makes the moves asked for and looks with the eyes asked for.
    fn moment(&self, game: History) -> Result<Moment> {
        let Some(setup) = game.start.setup() else {
            let plain = game.events.is_empty() && self.seat.is_none() && self.ply.is_none();
            ensure!(plain, "found hidden pieces at the start: only the starting view can be shown");
            return Ok(Moment { view: game.start, last: None });
        };
        let mut world = World::lenient(&setup)?;
        let mut last = None;
        for event in game.events {
            if self.ply.is_some_and(|ply| world.ply() >= ply) {
                break;
            }
            let ply = world.ply();
            follow(&mut world, &event).with_context(|| format!("ply {ply}"))?;
            last = Some(event);
        }
        if let Some(ply) = self.ply {
            let made = world.ply();
            ensure!(made >= ply, "found {made} moves in the game, expected at least {ply}");
        }
        let view = match self.seat {
            Some(seat) => Observation::new(&world, seat, self.visibility).view(),
            None => View::truth(&world),
        };
        Ok(Moment { view, last })
    }
}

fn last_move(event: &Event) -> Option<Move> {
    match event.act {
        Act::Move(mv, _) => Some(mv),
        _ => None,
    }
}
