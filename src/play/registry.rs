//! The list of seats: `random`, `greedy`, the deepening engines and the samplers.

use super::external::External;
use super::options::{
    BeliefOptions, ExternalOptions, LimitOptions, SamplingOptions, SearchOptions,
};
use super::{BeliefPlayer, Greedy, Player, Random, SamplingPlayer};
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::deepening::{ENGINES, EngineKind};
use crate::engine::sampling::{SAMPLERS, SamplerKind};
use rand::{Rng, rngs::ChaCha8Rng};
use std::sync::LazyLock;

/// An entry of the list of seats.
pub struct SeatKind {
    /// Name of the seat.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Options of the seat.
    pub params: &'static [OptionSpec],
    make: PlayerKind,
}

/// The player that a seat makes.
#[derive(Clone, Copy)]
enum PlayerKind {
    Random,
    Greedy,
    Belief(&'static EngineKind),
    Sampling(&'static SamplerKind),
    External,
}

/// The seat that another program plays. It is not among [`SEATS`], because it needs a command, which is
/// not an option but arbitrary text.
pub(super) static EXTERNAL: LazyLock<SeatKind> = LazyLock::new(|| SeatKind {
    name: "external",
    about: "a program that speaks the protocol of docs/PROTOCOL.md",
    params: [LimitOptions::OPTIONS, ExternalOptions::OPTIONS].concat().leak(),
    make: PlayerKind::External,
});

/// All seats of this program.
pub static SEATS: LazyLock<Vec<SeatKind>> = LazyLock::new(|| {
    let common = LimitOptions::OPTIONS;
    let random = "plays a uniformly random legal move";
    let greedy = "one ply: expected material by simple bounds on unseen pieces, and advance";
    let mut seats = vec![
        SeatKind { name: "random", about: random, params: common, make: PlayerKind::Random },
        SeatKind { name: "greedy", about: greedy, params: common, make: PlayerKind::Greedy },
    ];
    let engines: &'static [EngineKind] = &ENGINES;
    seats.extend(engines.iter().map(|engine| {
        let groups = [common, SearchOptions::OPTIONS, BeliefOptions::OPTIONS, engine.params];
        let (params, make) = (groups.concat().leak(), PlayerKind::Belief(engine));
        SeatKind { name: engine.name, about: engine.about, params, make }
    }));
    let samplers: &'static [SamplerKind] = &SAMPLERS;
    seats.extend(samplers.iter().map(|sampler| {
        let groups = [common, SearchOptions::OPTIONS, SamplingOptions::OPTIONS, sampler.params];
        let (params, make) = (groups.concat().leak(), PlayerKind::Sampling(sampler));
        SeatKind { name: sampler.name, about: sampler.about, params, make }
    }));
    seats
});

impl SeatKind {
    /// A player for the seat with its options among `values`, or with the command of an external program.
    pub(super) fn player(
        &self,
        values: &OptionValues,
        command: Option<&str>,
        mut rng: ChaCha8Rng,
    ) -> Box<dyn Player> {
        match self.make {
            PlayerKind::External => {
                let command = command.unwrap_or_default().to_owned();
                let memory_mib = ExternalOptions::read(values).memory_mib;
                // 53 bits: a seed that doubles represent exactly, whatever language the program is in.
                Box::new(External::new(command, memory_mib, rng.next_u64() >> 11))
            }
            PlayerKind::Random => Box::new(Random::new(rng)),
            PlayerKind::Greedy => Box::new(Greedy::new(rng)),
            PlayerKind::Belief(engine) => Box::new(BeliefPlayer::new(engine, values, rng)),
            PlayerKind::Sampling(sampler) => Box::new(SamplingPlayer::new(sampler, values, rng)),
        }
    }
}
