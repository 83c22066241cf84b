//! The players that sample worlds by name, and their parameters.

use super::pimc;
use super::{Opinion, Question};
use super::{flat, ismcts, single};
use crate::base::options::{Kind, Param, Params, param};
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
    pub params: &'static [Param],
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
            param("worlds", Kind::Within(1, 4096), "8", "worlds that are sampled"),
            param("caution", Kind::Part, "0", "part of a value that is that of the worst quarter of worlds"),
            param("racing", Kind::Real, "3", "standard errors by which a move has to be worse to drop out"),
            param("keep", Kind::Part, "0.3", "part of the moves that go on to the next depth at most"),
            param("span", Kind::Amount(0), "100", "centi-pieces around the best value within which moves are told apart; 0: all"),
            param("fair", Kind::Flag, "true", "take the luck of fights off that are decided by closed cards"),
            param("late", Kind::Amount(1), "1000", "moves of a node that are searched in full; later ones a ply less deep first"),
            param("later", Kind::Amount(1), "1000", "moves that are searched at most one ply less deep first"),
            param("margin", Kind::Amount(0), "0", "centi-pieces a ply that quiet moves near the horizon bring at most; 0: any"),
            param("secrecy", Kind::Part, "0.1", "what a bit costs that a move tells of its piece, as a part of the piece's worth"),
            param("mix", Kind::Part, "0", "temperature of mixing among nearly equal moves, in 2 p - 1")],
        about: "perfect-information Monte Carlo: PVS in worlds sampled from the belief" },
    SamplerKind { name: "flat", run: Run::Flat, params: &[
            param("worlds", Kind::Within(1, 4096), "64", "worlds before they come round again"),
            param("plies", Kind::Within(0, 200), "6", "plies of a playout beyond the root move"),
            param("epsilon", Kind::Part, "0.2", "how likely a move of a playout is any"),
            param("ucb", Kind::Real, "0", "weight of the bound of UCB1, for values from -1 to 1; 0: all moves alike")],
        about: "flat Monte Carlo: the mean of short playouts after each move" },
    SamplerKind { name: "ismcts", run: Run::Ismcts, params: &[
            param("worlds", Kind::Within(0, 4096), "256", "worlds before they come round again; 0: always new ones"),
            param("c", Kind::Real, "0.2", "weight of exploration, for values from -1 to 1"),
            param("bias", Kind::Real, "1", "weight of what fights promise in choosing what to try"),
            param("plies", Kind::Within(0, 200), "0", "plies of a playout below the tree"),
            param("epsilon", Kind::Part, "0.2", "how likely a move of a playout is any")],
        about: "single-observer information-set Monte-Carlo tree search" },
    SamplerKind { name: "single", run: Run::Single, params: &[
            param("world", Kind::Word(&["likeliest", "sampled"]), "likeliest", "which world: the likeliest of some, or any"),
            param("samples", Kind::Within(1, 4096), "64", "worlds of which the likeliest is taken")],
        about: "PVS in one world sampled from the belief" },
];

impl SamplerKind {
    /// Thinks about a question.
    pub fn think(
        &self,
        params: &Params,
        known: &'static [Param],
        question: &Question<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Opinion {
        let asked = params.asked(known);
        match self.run {
            Run::Pimc => {
                let settings = pimc::Settings {
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
            Run::Flat => flat::run(question, &flat::Settings::asked(&asked), rng),
            Run::Ismcts => ismcts::run(question, &ismcts::Settings::asked(&asked), rng),
            Run::Single => single::run(question, single::Settings::asked(&asked), rng),
        }
    }
}
