//! Seats by name: `greedy`, `random`, the engines, and what else comes. The one place that knows them
//! all.

use super::external::External;
use super::thinker::Mind;
use super::{Greedy, Player, Random, Thinker};
use crate::base::options::{OptionSpec, OptionType, OptionValues, option};
use crate::engine::deepening::{ENGINES, EngineKind};
use crate::engine::sampling::{SAMPLERS, SamplerKind};
use rand::{Rng, rngs::ChaCha8Rng};
use std::sync::LazyLock;

/// A kind of seat.
pub struct SeatKind {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [OptionSpec],
    make: Make,
}

/// What sits there.
#[derive(Clone, Copy)]
enum Make {
    Random,
    Greedy,
    Engine(&'static EngineKind),
    Sampler(&'static SamplerKind),
    External,
}

/// The kind of seat that another program takes. It is none of [`SEATS`], for it needs a command, which
/// is no parameter: it can be any text.
pub(super) static EXTERNAL: SeatKind = SeatKind {
    name: "external",
    about: "a program that speaks the protocol of docs/PROTOCOL.md",
    params: &COMMON,
    make: Make::External,
};

/// Parameters that every seat has.
const COMMON: [OptionSpec; 4] = [
    option(
        "nodes",
        OptionType::Amount(1),
        "",
        "nodes for a move at most; engines: 4000 if no time is given",
    ),
    option("movetime", OptionType::Amount(1), "", "milliseconds for a move at most"),
    option("gametime", OptionType::Amount(1), "", "milliseconds for all moves of a game"),
    option(
        "increment",
        OptionType::Amount(0),
        "0",
        "milliseconds more for the game after every move",
    ),
];

/// Parameters that every seat has that searches.
const SEARCHING: [OptionSpec; 5] = [
    option("depth", OptionType::Within(1, 64), "32", "plies at most"),
    option("quiet", OptionType::Within(0, 64), "4", "plies of quiescence beyond them at most"),
    option("table", OptionType::Within(1, 4096), "1", "size of the transposition table, MiB"),
    option(
        "weights",
        OptionType::Word(&["tuned", "hand"]),
        "tuned",
        "the evaluation's: tuned or set by hand",
    ),
    option(
        "opening",
        OptionType::Word(&["offered", "book"]),
        "offered",
        "deploys what it is dealt, or draws from the embedded mixture of the mode",
    ),
];

/// What is expected if nothing is said.
const fn prior(default: &'static str) -> OptionSpec {
    option(
        "prior",
        OptionType::Word(&["uniform", "learned", "engines"]),
        default,
        "what deployments and conduct are expected: any, those of people, those of engines",
    )
}

/// Parameters that every seat has that samples worlds.
const SAMPLING: [OptionSpec; 2] = [
    option(
        "eval",
        OptionType::Word(&["features", "network"]),
        "features",
        "what evaluates worlds (pimc)",
    ),
    option(
        "threads",
        OptionType::Within(1, 256),
        "1",
        "threads to search with; no move depends on it",
    ),
];

/// All kinds of seats of this program.
pub static SEATS: LazyLock<Vec<SeatKind>> = LazyLock::new(|| {
    let common: &'static [OptionSpec] = &COMMON;
    let mut seats = vec![
        SeatKind {
            name: "random",
            about: "every legal move is equally likely",
            params: common,
            make: Make::Random,
        },
        SeatKind {
            name: "greedy",
            about: "one ply: expected material by simple bounds on unseen pieces, and direction",
            params: common,
            make: Make::Greedy,
        },
    ];
    let engines: &'static [EngineKind] = &ENGINES;
    seats.extend(engines.iter().map(|engine| SeatKind {
        name: engine.name,
        about: engine.about,
        params: [&COMMON[..], &SEARCHING, &[prior("uniform")], engine.params].concat().leak(),
        make: Make::Engine(engine),
    }));
    let samplers: &'static [SamplerKind] = &SAMPLERS;
    seats.extend(samplers.iter().map(|sampler| {
        SeatKind {
            name: sampler.name,
            about: sampler.about,
            params: [&COMMON[..], &SEARCHING, &[prior("engines")], &SAMPLING, sampler.params]
                .concat()
                .leak(),
            make: Make::Sampler(sampler),
        }
    }));
    seats
});

impl SeatKind {
    fn thinker(&self, mind: Mind, params: &OptionValues, rng: ChaCha8Rng) -> Box<dyn Player> {
        Box::new(Thinker::new(mind, self.params, params.clone(), rng))
    }

    /// Somebody who sits there.
    pub(super) fn player(
        &self,
        params: &OptionValues,
        command: Option<&str>,
        mut rng: ChaCha8Rng,
    ) -> Box<dyn Player> {
        match self.make {
            // Doubles hold it exactly, whatever language the program is in.
            Make::External => {
                let command = command.unwrap_or_default().to_owned();
                Box::new(External::new(command, rng.next_u64() >> 11))
            }
            Make::Random => Box::new(Random::new(rng)),
            Make::Greedy => Box::new(Greedy::new(rng)),
            Make::Engine(engine) => self.thinker(Mind::Engine(engine), params, rng),
            Make::Sampler(sampler) => self.thinker(Mind::Sampler(sampler), params, rng),
        }
    }
}
