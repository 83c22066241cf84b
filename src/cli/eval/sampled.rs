//! Positions sampled from games, and the count of excluded games.

use crate::engine::data;
use crate::game::rules::Mode;
use crate::research::learn::{Example, LeftOut, OpenGame, Sampling, Taken};
use anyhow::{Result, bail};
use rayon::prelude::*;
use serde::Serialize;
use std::ops::AddAssign;

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

/// The sampled positions of games of a mode.
pub(super) fn take<'a>(
    sampling: &Sampling,
    games: impl IntoIterator<Item = &'a OpenGame>,
    mode: Mode,
) -> Result<(Vec<Taken<'a>>, Omitted)> {
    let weights = data::weights();
    let games: Vec<&OpenGame> =
        games.into_iter().filter(|g| g.start.rules().mode == mode).collect();
    let found: Vec<Result<Vec<Example>, LeftOut>> =
        games.par_iter().map(|game| sampling.examples(game, &weights)).collect();
    let mut taken = vec![];
    let mut omitted = Omitted::default();
    for (game, found) in games.into_iter().zip(found) {
        match found {
            Ok(examples) => taken.push(Taken { game, examples }),
            Err(why) => omitted.count(game, why)?,
        }
    }
    Ok((taken, omitted))
}
