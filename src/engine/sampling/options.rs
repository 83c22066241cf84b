//! Options of the searches of sampled worlds.

use crate::base::options::{OptionType, option_group, option_words};

const EPSILON: &str = "probability of a uniformly random move in a playout";

option_group! {
    /// Options of `pimc`.
    pub(super) struct PimcOptions {
        "worlds" => worlds: usize = "8", OptionType::Within(1, 4096),
            "number of sampled worlds";
        "racing" => racing: f64 = "3", OptionType::Real,
            "a move is dropped if it is worse than the best by more than this many standard errors of \
             the paired difference";
        "keep" => keep: f64 = "0.3", OptionType::Part,
            "largest fraction of a depth's moves that the next depth searches, but at least three";
        "span" => span: i64 = "100", OptionType::Amount(0),
            "half the width of the search window around the best move's value, in centi-pieces \
             (0 = full window)";
        "fair" => corrects_luck: bool = "true", OptionType::Flag,
            "subtract the luck of the searching side's attacks on hidden pieces from the evaluation (luck correction)";
        "secrecy" => secrecy: f64 = "0.025", OptionType::Part,
            "penalty per bit of information a move reveals about its piece, and gain per bit that an attack tells \
             about its target, as fractions of the piece's value";
        "playouts" => playout_share: f64 = "0.75", OptionType::Part,
            "weight of the mean of short playouts in a move's value in four-player games, half of it in two-player games; \
             the searches have the rest (0 = no playouts)";
        "mix" => temperature: f64 = "0", OptionType::Part,
            "temperature of the random choice among nearly equal moves, in 2 p - 1 for a win \
             probability p (0 = always the best move)";
    }
}

option_group! {
    /// Options of `flat`.
    pub(super) struct FlatOptions {
        "worlds" => worlds: usize = "64", OptionType::Within(1, 4096),
            "number of sampled worlds; after the last the first is used again";
        "plies" => plies: u32 = "7", OptionType::Within(0, 200),
            "length of a playout after the root move, in plies";
        "epsilon" => epsilon: f64 = "0.2", OptionType::Part, EPSILON;
        "ucb" => exploration: f64 = "0", OptionType::Real,
            "exploration constant of UCB1, for values from -1 to 1 (0 = all moves equally often)";
    }
}

option_group! {
    /// Options of `ismcts`.
    pub(super) struct IsmctsOptions {
        "worlds" => worlds: usize = "256", OptionType::Within(0, 4096),
            "number of sampled worlds; after the last the first is used again (0 = a new world per iteration)";
        "c" => exploration: f64 = "0.2", OptionType::Real,
            "exploration constant, for values from -1 to 1";
        "bias" => bias: f64 = "1", OptionType::Real,
            "weight of the progressive bias, the expected gain of a fight";
        "plies" => plies: u32 = "0", OptionType::Within(0, 200),
            "length of a playout below the tree, in plies";
        "epsilon" => epsilon: f64 = "0.2", OptionType::Part, EPSILON;
    }
}

option_words! {
    /// Which world `single` searches.
    pub(super) enum WorldChoice {
        Likeliest = "likeliest",
        Sampled = "sampled",
    }
}

option_group! {
    /// Options of `single`.
    pub(super) struct SingleOptions {
        "world" => world: WorldChoice = "likeliest", OptionType::Word(WorldChoice::WORDS),
            "which world to search: the likeliest of the samples, or the first";
        "samples" => samples: usize = "64", OptionType::Within(1, 4096),
            "number of sampled worlds that the likeliest is chosen from";
    }
}
