//! The list of players: `random`, `greedy`, the deepening searches and the searches of sampled worlds.

use super::external::External;
use super::options::{
    DeepeningOptions, ExternalOptions, LimitOptions, QuietOptions, SamplingOptions, SearchOptions,
    TableOptions, WorldOptions,
};
use super::{Greedy, Player, Random, SearchingPlayer};
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::deepening::deepening_searches;
use crate::engine::eval::Weights;
use crate::engine::sampling::{SAMPLING_SEARCHES, SamplingInfo};
use crate::gametree::search::catalogue::SearchInfo;
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
    Deepening(&'static SearchInfo),
    Sampling(&'static SamplingInfo),
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
pub static PLAYERS: LazyLock<Vec<PlayerKind>> = LazyLock::new(|| {
    let common = LimitOptions::OPTIONS;
    let random = "plays a uniformly random legal move";
    let greedy = "one ply: expected material by simple bounds on unseen pieces, and advance";
    let mut players = vec![
        PlayerKind { name: "random", about: random, params: common, make: Constructor::Random },
        PlayerKind { name: "greedy", about: greedy, params: common, make: Constructor::Greedy },
    ];
    players.extend(deepening_searches().map(deepening));
    players.extend(SAMPLING_SEARCHES.iter().map(sampling));
    players
});

/// The player of a search of the catalogue. It has the options of the search that are not of a single search from a
/// root, and no option that does nothing.
fn deepening(search: &'static SearchInfo) -> PlayerKind {
    let mut options =
        [LimitOptions::OPTIONS, SearchOptions::OPTIONS, QuietOptions::OPTIONS].concat();
    // Minimax cuts nothing off, and a raised window of AWT says nothing about the same node in the next search.
    if !["minimax", "awt"].contains(&search.name) {
        options.extend(TableOptions::OPTIONS);
    }
    options.extend(DeepeningOptions::OPTIONS);
    options.extend(search.options.iter().filter(|option| !option.root_only));
    let make = Constructor::Deepening(search);
    PlayerKind { name: search.name, about: search.about, params: options.leak(), make }
}

/// The player of a search of sampled worlds.
fn sampling(search: &'static SamplingInfo) -> PlayerKind {
    let mut options = [LimitOptions::OPTIONS, SearchOptions::OPTIONS].concat();
    if ["pimc", "single"].contains(&search.name) {
        options.extend(QuietOptions::OPTIONS);
    }
    if search.name != "flat" {
        options.extend(TableOptions::OPTIONS);
    }
    options.extend(SamplingOptions::OPTIONS);
    if search.name == "pimc" {
        options.extend(WorldOptions::OPTIONS);
    }
    options.extend(search.options);
    let make = Constructor::Sampling(search);
    PlayerKind { name: search.name, about: search.about, params: options.leak(), make }
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
                Box::new(SearchingPlayer::deepening(search, values, weights, rng))
            }
            Constructor::Sampling(search) => {
                Box::new(SearchingPlayer::sampling(search, values, weights, rng))
            }
        }
    }
}
