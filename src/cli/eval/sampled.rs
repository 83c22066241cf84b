//! Options that choose positions from games, and the count of excluded games.

use crate::engine::data;
use crate::game::rules::Mode;
use crate::research::learn::{Example, LeftOut, OpenGame, Sampling, Taken};
use anyhow::{Result, bail};
use rayon::prelude::*;
use serde::Serialize;
use std::ops::AddAssign;

/// The choice of positions from games.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct PositionOptions {
    /// Sampling interval: one position, chosen at random, in every N plies.
    #[arg(long, default_value_t = Sampling::default().every, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// First ply from which positions are taken.
    #[arg(long, default_value_t = Sampling::default().from)]
    pub(super) from: u32,
    /// Skip positions in which the next move is an attack.
    #[arg(long)]
    quiet: bool,
    /// Skip games that end by forfeit or resignation before this ply.
    #[arg(long, value_name = "PLIES", default_value_t = Sampling::default().abandoned)]
    abandoned: u32,
    /// Random seed for the choice of positions and held-out games.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Weight of recorded search values in the training target, 0 to 1.
    #[arg(skip)]
    blend: f64,
}

/// The number of excluded games, by reason.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Omitted {
    /// Games without a result.
    pub(super) unfinished: usize,
    /// Games that a player left early.
    pub(super) abandoned: usize,
}

impl Omitted {
    /// Counts a game that is left out; any other reason is an error.
    pub(super) fn count(&mut self, game: &OpenGame, why: LeftOut) -> Result<()> {
        match why {
            LeftOut::Unfinished => self.unfinished += 1,
            LeftOut::Abandoned(_) => self.abandoned += 1,
            why => bail!("{}: {why}", game.name),
        }
        Ok(())
    }
}

impl AddAssign for Omitted {
    fn add_assign(&mut self, other: Self) {
        self.unfinished += other.unfinished;
        self.abandoned += other.abandoned;
    }
}

impl PositionOptions {
    /// The same choice with search values blended into the target.
    pub(super) fn blended(&self, blend: f64) -> Self {
        Self { blend, ..self.clone() }
    }

    pub(super) fn sampling(&self) -> Sampling {
        let Self { every, from, quiet, abandoned, blend, seed } = *self;
        Sampling { every, from, quiet, abandoned, blend, seed }
    }

    /// The positions of games of a mode.
    pub(super) fn take<'a>(
        &self,
        games: &'a [OpenGame],
        mode: Mode,
    ) -> Result<(Vec<Taken<'a>>, Omitted)> {
        let (sampling, weights) = (self.sampling(), data::weights());
        let games: Vec<&OpenGame> = games.iter().filter(|g| g.start.rules().mode == mode).collect();
        let found: Vec<Result<Vec<Example>, LeftOut>> =
            games.par_iter().map(|game| sampling.examples(game, &weights)).collect();
        let (mut taken, mut omitted) = (vec![], Omitted::default());
        for (game, found) in games.into_iter().zip(found) {
            match found {
                Ok(examples) => taken.push(Taken { game, examples }),
                Err(why) => omitted.count(game, why)?,
            }
        }
        Ok((taken, omitted))
    }
}
