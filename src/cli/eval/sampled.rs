//! Which positions the commands take, and why games are left out.

use crate::engine::data;
use crate::game::rules::Mode;
use crate::research::learn::{Example, LeftOut, OpenGame, Sampling, Taken};
use anyhow::{Result, bail};
use rayon::prelude::*;
use serde::Serialize;

/// Which positions of games are taken.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Choose {
    /// One position in so many plies.
    #[arg(long, default_value_t = Sampling::default().every, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// No position before so many plies.
    #[arg(long, default_value_t = Sampling::default().from)]
    pub(super) from: u32,
    /// Take no positions before attacks.
    #[arg(long)]
    quiet: bool,
    /// Leave games out that end before so many plies because somebody left or gave up.
    #[arg(long, value_name = "PLIES", default_value_t = Sampling::default().abandoned)]
    abandoned: u32,
    /// Seed of the choice of positions and games.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The part of what searches found in what is learned.
    #[arg(skip)]
    blend: f64,
}

/// How many games were left out, and why.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Omitted {
    /// Without an end.
    pub(super) unfinished: usize,
    /// That somebody left early.
    pub(super) abandoned: usize,
}

impl Choose {
    /// The same for results that are blended.
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
                Err(LeftOut::Unfinished) => omitted.unfinished += 1,
                Err(LeftOut::Abandoned(_)) => omitted.abandoned += 1,
                Err(why) => bail!("{}: {why}", game.name),
            }
        }
        Ok((taken, omitted))
    }
}
