//! The players that sample worlds by name, and their parameters.

use super::pimc;
use super::{SamplingReport, SamplingRequest};
use super::{flat, ismcts, single_world};
use crate::base::options::{OptionSpec, OptionType, OptionValues, option};
use crate::gametree::score::Score;
use crate::gametree::search::Selection;
use rand::rngs::ChaCha8Rng;

/// A player that samples worlds, for people.
pub struct SamplerKind {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [OptionSpec],
    run: Run,
}

#[derive(Clone, Copy)]
enum Run {
    Pimc,
    Flat,
    Ismcts,
    Single,
}

/// All of them.
#[rustfmt::skip]
pub const SAMPLERS: [SamplerKind; 4] = [
    SamplerKind { name: "pimc", run: Run::Pimc, params: &[
            option("worlds", OptionType::Within(1, 4096), "8", "worlds that are sampled"),
            option("caution", OptionType::Part, "0", "part of a value that is that of the worst quarter of worlds"),
            option("racing", OptionType::Real, "3", "standard errors by which a move has to be worse to drop out"),
            option("keep", OptionType::Part, "0.3", "part of the moves that go on to the next depth at most"),
            option("span", OptionType::Amount(0), "100", "centi-pieces around the best value within which moves are told apart; 0: all"),
            option("fair", OptionType::Flag, "true", "take the luck of fights off that are decided by closed cards"),
            option("late", OptionType::Amount(1), "1000", "moves of a node that are searched in full; later ones a ply less deep first"),
            option("later", OptionType::Amount(1), "1000", "moves that are searched at most one ply less deep first"),
            option("margin", OptionType::Amount(0), "0", "centi-pieces a ply that quiet moves near the horizon bring at most; 0: any"),
            option("secrecy", OptionType::Part, "0.1", "what a bit costs that a move tells of its piece, as a part of the piece's worth"),
            option("mix", OptionType::Part, "0", "temperature of mixing among nearly equal moves, in 2 p - 1")],
        about: "perfect-information Monte Carlo: PVS in worlds sampled from the belief" },
    SamplerKind { name: "flat", run: Run::Flat, params: &[
            option("worlds", OptionType::Within(1, 4096), "64", "worlds before they come round again"),
            option("plies", OptionType::Within(0, 200), "6", "plies of a playout beyond the root move"),
            option("epsilon", OptionType::Part, "0.2", "how likely a move of a playout is any"),
            option("ucb", OptionType::Real, "0", "weight of the bound of UCB1, for values from -1 to 1; 0: all moves alike")],
        about: "flat Monte Carlo: the mean of short playouts after each move" },
    SamplerKind { name: "ismcts", run: Run::Ismcts, params: &[
            option("worlds", OptionType::Within(0, 4096), "256", "worlds before they come round again; 0: always new ones"),
            option("c", OptionType::Real, "0.2", "weight of exploration, for values from -1 to 1"),
            option("bias", OptionType::Real, "1", "weight of what fights promise in choosing what to try"),
            option("plies", OptionType::Within(0, 200), "0", "plies of a playout below the tree"),
            option("epsilon", OptionType::Part, "0.2", "how likely a move of a playout is any")],
        about: "single-observer information-set Monte-Carlo tree search" },
    SamplerKind { name: "single", run: Run::Single, params: &[
            option("world", OptionType::Word(&["likeliest", "sampled"]), "likeliest", "which world: the likeliest of some, or any"),
            option("samples", OptionType::Within(1, 4096), "64", "worlds of which the likeliest is taken")],
        about: "PVS in one world sampled from the belief" },
];

impl SamplerKind {
    /// Thinks about a question.
    pub fn think(
        &self,
        params: &OptionValues,
        known: &'static [OptionSpec],
        question: &SamplingRequest<'_>,
        rng: &mut ChaCha8Rng,
    ) -> SamplingReport {
        let asked = params.asked(known);
        match self.run {
            Run::Pimc => {
                let settings = pimc::PimcSettings {
                    worlds: asked.amount("worlds") as usize,
                    caution: asked.real("caution"),
                    racing: asked.real("racing"),
                    keep: asked.real("keep"),
                    span: asked.amount("span") as i64,
                    fair: asked.flag("fair"),
                    selection: Selection {
                        late: asked.amount("late") as u32,
                        later: asked.amount("later") as u32,
                        margin: Some(Score(asked.whole("margin"))).filter(|margin| margin.0 > 0),
                    },
                    secrecy: asked.real("secrecy"),
                    mix: asked.real("mix"),
                };
                pimc::run(question, &settings, rng)
            }
            Run::Flat => flat::run(question, &flat::FlatSettings::asked(&asked), rng),
            Run::Ismcts => ismcts::run(question, &ismcts::IsmctsSettings::asked(&asked), rng),
            Run::Single => {
                single_world::run(question, single_world::SingleSettings::asked(&asked), rng)
            }
        }
    }
}
