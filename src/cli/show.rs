//! `junqi show`

use super::env::{Env, Usage, print, print_json, print_styled};
use super::load;
use anyhow::{Result, anyhow};
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::Seat;
use junqi_core::game::draw;
use junqi_core::game::format::event_text;
use junqi_core::play::{Replay, ReplayError};
use serde_json::json;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Position or game: a JFEN line, `start` (the reference position), or a file with records
    /// (.jsonl), a replay (.jgs) or a text history.
    source: load::Source,
    /// Write a picture to this SVG file instead of printing.
    #[arg(long, value_name = "FILE")]
    svg: Option<load::Output>,
    /// Index of the game in a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    game: usize,
    /// Number of moves to replay [default: the whole game].
    #[arg(long)]
    ply: Option<u32>,
    /// Show the observation of this seat, S, E, N or W [default: all pieces open].
    #[arg(long)]
    seat: Option<Seat>,
    /// Pieces whose kinds that seat knows from the start.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// Piece names in the terminal.
    #[arg(long, value_enum, default_value = "chinese")]
    names: draw::KindNames,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let game = load::game(&self.source, self.game, env)?;
        let replay = Replay::new(&game.start, self.seat, self.visibility);
        let mut replay = replay.map_err(|error| match error {
            ReplayError::Hidden => {
                anyhow!("the start has hidden pieces; name the seat with --seat")
            }
            ReplayError::Seat(_) => Usage(format!("--seat: {error}")).into(),
            other => other.into(),
        })?;
        replay.go_to(&game.events, self.ply)?;
        replay.check_at(self.ply)?;
        let view = replay.view();
        let last = replay.last_move();
        let result = replay.result();
        if let Some(path) = &self.svg {
            load::write_picture(path, &draw::svg(&view, last))?;
        }
        if env.json {
            let event = replay.last_event().map(|event| event_text(event, env.board));
            print_json(&json!({
                "jfen": view.to_string(), "last_event": event, "result": result, "svg": self.svg,
            }))?;
        } else if self.svg.is_none() {
            print_styled(&draw::terminal(&view, last, self.names))?;
            if let Some(result) = &result {
                let won = |team| format!("{} won", view.rules.team_name(team));
                let how = result.winning_team().map_or_else(|| "drawn".into(), won);
                print(&format!("   game over: {how} ({})\n", result.why))?;
            }
            print(&format!("{view}\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
