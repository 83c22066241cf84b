//! The list of players: `random`, `greedy`, the deepening searches and the searches of sampled worlds.

use super::external::External;
use super::options::{
    DeepeningOptions, ExternalOptions, LimitOptions, SamplingOptions, SearchOptions,
};
use super::{DeepeningPlayer, Greedy, Player, Random, SamplingPlayer};
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::SearchKind;
use crate::engine::deepening::{DEEPENING_SEARCHES, DeepeningSearch};
use crate::engine::eval::Weights;
use crate::engine::sampling::{SAMPLING_SEARCHES, SamplingSearch};
use rand::{Rng, rngs::ChaCha8Rng};
use std::sync::{Arc, LazyLock};

/// An entry of the list of players.
pub struct PlayerKind {
    /// Name of the player, with which its text form begins.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Options of the player.
    pub params: &'static [OptionSpec],
    make: Constructor,
}

/// How a player is made.
#[derive(Clone, Copy)]
enum Constructor {
    Random,
    Greedy,
    Deepening(&'static SearchKind<DeepeningSearch>),
    Sampling(&'static SearchKind<SamplingSearch>),
    External,
}

/// The player that is another program. It is not among [`PLAYERS`], because it needs a command, which is
/// not an option but arbitrary text.
pub(super) static EXTERNAL: LazyLock<PlayerKind> = LazyLock::new(|| PlayerKind {
    name: "external",
    about: "a program that speaks the protocol of docs/PROTOCOL.md",
    params: [LimitOptions::OPTIONS, ExternalOptions::OPTIONS].concat().leak(),
    make: Constructor::External,
});

/// All players of this program.
pub static PLAYERS: LazyLock<Vec<PlayerKind>> =
    LazyLock::new(|| {
        let common = LimitOptions::OPTIONS;
        let random = "plays a uniformly random legal move";
        let greedy = "one ply: expected material by simple bounds on unseen pieces, and advance";
        let mut players = vec![
            PlayerKind { name: "random", about: random, params: common, make: Constructor::Random },
            PlayerKind { name: "greedy", about: greedy, params: common, make: Constructor::Greedy },
        ];
        let deepening: &'static [SearchKind<DeepeningSearch>] = &DEEPENING_SEARCHES;
        players.extend(deepening.iter().map(|search| {
            searching(search, DeepeningOptions::OPTIONS, Constructor::Deepening(search))
        }));
        let sampling: &'static [SearchKind<SamplingSearch>] = &SAMPLING_SEARCHES;
        players.extend(sampling.iter().map(|search| {
            searching(search, SamplingOptions::OPTIONS, Constructor::Sampling(search))
        }));
        players
    });

/// A player that searches, with the options of its family.
fn searching<S>(
    search: &SearchKind<S>,
    family: &'static [OptionSpec],
    make: Constructor,
) -> PlayerKind {
    let groups = [LimitOptions::OPTIONS, SearchOptions::OPTIONS, family, search.params];
    let params = groups.concat().leak();
    PlayerKind { name: search.name, about: search.about, params, make }
}

impl PlayerKind {
    /// Makes the player with its options among `values`, or with the command of an external program. `weights` replace
    /// those that its options name.
    pub(super) fn player(
        &self,
        values: &OptionValues,
        command: Option<&str>,
        weights: Option<Arc<Weights>>,
        mut rng: ChaCha8Rng,
    ) -> Box<dyn Player> {
        match self.make {
            Constructor::External => {
                let command = command.unwrap_or_default().to_owned();
                let memory_mib = ExternalOptions::read(values).memory_mib;
                // 53 bits: a seed that doubles represent exactly, whatever language the program is in.
                Box::new(External::new(command, memory_mib, rng.next_u64() >> 11))
            }
            Constructor::Random => Box::new(Random::new(rng)),
            Constructor::Greedy => Box::new(Greedy::new(rng)),
            Constructor::Deepening(search) => {
                Box::new(DeepeningPlayer::new(search, values, weights, rng))
            }
            Constructor::Sampling(search) => {
                Box::new(SamplingPlayer::new(search, values, weights, rng))
            }
        }
    }
}
