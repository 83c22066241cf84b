//! The players that sample worlds by name, and their parameters.

use super::pimc;
use super::{Opinion, Question};
use crate::lab::{Kind, Param, Params, param};
use crate::search::Selection;
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
}

/// All of them.
#[rustfmt::skip]
pub const SAMPLERS: [SamplerKind; 1] = [
    SamplerKind { name: "pimc", run: Run::Pimc, params: &[
            param("worlds", Kind::Within(1, 4096), "24", "worlds that are sampled"),
            param("caution", Kind::Part, "0", "part of a value that is that of the worst quarter of worlds"),
            param("racing", Kind::Real, "3", "standard errors by which a move has to be worse to drop out"),
            param("keep", Kind::Part, "0.4", "part of the moves that go on to the next depth at most"),
            param("span", Kind::Amount(0), "400", "centi-pieces around the best value within which moves are told apart; 0: all"),
            param("fair", Kind::Flag, "true", "take the luck of fights off that are decided by closed cards"),
            param("late", Kind::Amount(1), "8", "moves of a node that are searched in full; later ones a ply less deep first"),
            param("later", Kind::Amount(1), "24", "moves that are searched at most one ply less deep first"),
            param("margin", Kind::Amount(0), "150", "centi-pieces a ply that quiet moves near the horizon bring at most; 0: any"),
            param("secrecy", Kind::Part, "0", "what a bit costs that a move tells of its piece, as a part of the piece's worth"),
            param("mix", Kind::Part, "0", "temperature of mixing among nearly equal moves, as a probability")],
        about: "perfect-information Monte Carlo: PVS in worlds sampled from the belief" },
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
                        margin: Some(asked.score("margin")).filter(|margin| margin.0 > 0),
                    },
                    secrecy: asked.real("secrecy"),
                    mix: asked.real("mix"),
                };
                pimc::run(question, &settings, rng)
            }
        }
    }
}
