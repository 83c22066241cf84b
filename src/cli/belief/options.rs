//! Options of the commands about beliefs: the game, the ply, the seat, the belief model.

use crate::cli::env::{Env, Usage};
use crate::cli::load;
use anyhow::Result;
use junqi_core::game::belief::{Mixture, Visibility};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::{Kind, Mode, Point};
use junqi_core::play::{ReplayError, SeatPosition};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The help text of `--opponent`.
pub(in crate::cli) const OPPONENT_HELP: &str = "Model of the other players: learned from `people`, from `engines`, from both (`unknown`), \
    none (`counting`: every arrangement that the events allow is equally likely), or a file written by `belief fit`";

/// What a seat expects of the others, and whether their behaviour counts as evidence.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct ModelOptions {
    #[arg(long, alias = "prior", default_value = "unknown", value_name = "OPPONENT", help = OPPONENT_HELP)]
    pub(in crate::cli) opponent: load::Source,
    /// Use only certain evidence (moves and fights), not how players tend to use their pieces.
    #[arg(long)]
    no_behaviour: bool,
}

impl ModelOptions {
    /// Whether behaviour counts as evidence.
    pub(in crate::cli) fn behaviour(&self) -> bool {
        !self.opponent.is("counting") && !self.no_behaviour
    }

    /// Reads what is expected in games of a mode.
    pub(in crate::cli) fn read(&self, mode: Mode) -> Result<Arc<Mixture>> {
        let mixture = load::opponent(&self.opponent, mode)?;
        if self.no_behaviour {
            return Ok(Mixture::clone(&mixture).without_behaviour().into());
        }
        Ok(mixture)
    }
}

/// A ply of a game and the seat that looks at it.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct PositionOptions {
    /// Position or game: a JFEN line, `start` (the reference position), or a file with records
    /// (.jsonl), a replay (.jgs) or a text history.
    pub(in crate::cli) source: load::Source,
    /// Seat whose belief is computed: S, E, N or W.
    #[arg(long)]
    pub(in crate::cli) seat: Seat,
    /// Number of moves to replay [default: the whole game].
    #[arg(long)]
    pub(in crate::cli) ply: Option<u32>,
    /// Index of the game in a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    pub(in crate::cli) game: usize,
    /// Pieces whose kinds the seat knows from the start.
    #[arg(long, value_enum, default_value = "four-dark")]
    pub(in crate::cli) visibility: Visibility,
    #[command(flatten)]
    pub(in crate::cli) expect: ModelOptions,
    /// Random seed for sampled posteriors and sampled positions.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,
}

impl PositionOptions {
    /// Replays the game up to the chosen ply.
    pub(in crate::cli) fn position(&self, env: Env) -> Result<SeatPosition> {
        let game = load::game(&self.source, self.game, env)?;
        let model = self.expect.read(game.start.rules.mode)?;
        let position = SeatPosition::new(&game.start, self.seat, self.visibility, model);
        let mut position = position.map_err(|error| match error {
            ReplayError::Seat(seat) => {
                Usage(format!("--seat: {seat} does not play in this game")).into()
            }
            other => anyhow::Error::from(other),
        })?;
        position.go_to(&game.events, self.ply)?;
        Ok(position)
    }
}

/// A point as a JSON list: row and column.
pub(in crate::cli) fn pair(point: Point) -> [usize; 2] {
    [point.row(), point.col()]
}

/// Probabilities as a JSON object, by letter of the kind.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct ByKind(pub(in crate::cli) [f64; 12]);

impl Serialize for ByKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(12))?;
        for kind in Kind::ALL {
            map.serialize_entry(&kind.letter(), &self.0[kind.index()])?;
        }
        map.end()
    }
}
