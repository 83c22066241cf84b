//! Options of the deepening searches.

use crate::base::options::{OptionType, option_group};

const DELTA: &str = "half the width of the first window around the guess, in centi-pieces";
const THRESHOLD: &str = "path entropy at which a line ends, in bits";

option_group! {
    /// Options of `aspiration`.
    pub(super) struct AspirationOptions {
        "delta" => delta: i64 = "40", OptionType::Amount(1), DELTA;
    }
}

option_group! {
    /// Options of `pvs`.
    pub(super) struct PvsOptions {
        "threads" => threads: usize = "1", OptionType::Within(1, 64),
            "number of threads that the root moves are split among; the chosen move depends on it";
    }
}

option_group! {
    /// Options of `awt`.
    pub(super) struct AwtOptions {
        "M" => first_raise: Option<f64> = "", OptionType::Part,
            "first raise of alpha, as a fraction of the payoff range; by default 0.05, 0.02 or 0 by phase";
        "N" => second_raise: Option<f64> = "", OptionType::Part,
            "second raise of alpha, added to the first; by default 0.05, 0.02 or 0 by phase";
        "t1" => first_tick: f64 = "0.33", OptionType::Part,
            "time of the first raise, as a fraction of the remaining time";
        "t2" => second_tick: f64 = "0.67", OptionType::Part,
            "time of the second raise, as a fraction of the remaining time";
        "delta" => delta: i64 = "40", OptionType::Amount(1), DELTA;
    }
}

option_group! {
    /// Options of `abt` and `ct`.
    pub(super) struct ThresholdOptions {
        "threshold" => threshold: f64 = "2.7", OptionType::Real, THRESHOLD;
    }
}

option_group! {
    /// Options of `bct`.
    pub(super) struct BctOptions {
        "threshold" => threshold: f64 = "8", OptionType::Real, THRESHOLD;
        "lambda" => lambda: f64 = "0.5", OptionType::Part,
            "fraction of its payoff that a line loses as its path entropy reaches the threshold";
    }
}

option_group! {
    /// Options of `star2`.
    pub(super) struct Star2Options {
        "probes" => probes: usize = "1", OptionType::Count,
            "number of moves tried at each chance outcome in the probing phase (0 = Star1)";
    }
}
