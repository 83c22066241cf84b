//! Options of seats that do not belong to one search.

use super::GameTime;
use crate::base::options::{OptionType, option_group, option_words};
use crate::engine::data::Opponent;
use std::time::Duration;

const OPPONENT: &str = "model of the other players: learned from people (people), from engines (engines), from both \
                        (unknown), or none: every arrangement that the events allow is equally likely (counting)";

const WEIGHTS: &str = "weights of the evaluation: tuned on results of games (tuned), tuned further by matches of \
                       pimc (matches), or set by hand (hand)";

option_group! {
    /// Options of every seat: the limits of a move and of a game.
    pub(super) struct LimitOptions {
        "nodes" => nodes: Option<u64> = "", OptionType::Amount(1),
            "node limit per move [default without a time limit: 4000 for deepening searches, 40000 for \
             pimc, flat, ismcts and single]";
        "movetime" => move_time: Option<u64> = "", OptionType::Amount(1),
            "time limit per move, in milliseconds";
        "gametime" => game_time: Option<u64> = "", OptionType::Amount(1),
            "time limit for all moves of a game, in milliseconds";
        "increment" => increment: u64 = "0", OptionType::Amount(0),
            "time added to gametime after every move, in milliseconds";
    }
}

option_group! {
    /// Options of every external program.
    pub(super) struct ExternalOptions {
        "memory" => memory_mib: Option<u64> = "", OptionType::Within(1, 1 << 20),
            "memory limit of each process of the program, in MiB (Unix only)";
    }
}

option_words! {
    /// The weights of the evaluation.
    pub(super) enum WeightSet {
        Tuned = "tuned",
        Matches = "matches",
        Hand = "hand",
    }
}

option_words! {
    /// Where a player's deployment comes from.
    pub(super) enum Opening {
        Offered = "offered",
        Book = "book",
    }
}

option_words! {
    /// What evaluates worlds: the weighted features, alone or corrected by the network.
    pub(super) enum WorldEvaluation {
        Features = "features",
        Network = "network",
    }
}

option_group! {
    /// Options of every player that searches.
    pub(super) struct SearchOptions {
        "depth" => depth: u32 = "32", OptionType::Within(1, 64),
            "depth limit, in plies";
        "opening" => opening: Opening = "offered", OptionType::Word(Opening::WORDS),
            "deployment: the one that is dealt (offered), or one drawn from the embedded opening book \
             of the mode (book)";
    }
}

option_group! {
    /// The option of every player with quiescence search.
    pub(super) struct QuietOptions {
        "quiet" => quiescence: u32 = "4", OptionType::Within(0, 64),
            "limit of the quiescence search beyond the depth, in plies";
    }
}

option_group! {
    /// The option of every player with a transposition table.
    pub(super) struct TableOptions {
        "table" => table_mib: usize = "1", OptionType::Within(1, 4096),
            "size of the transposition table, in MiB: of all worlds together in pimc, of the tree in ismcts";
    }
}

option_group! {
    /// Options of every seat with a deepening search.
    pub(super) struct DeepeningOptions {
        "weights" => weights: WeightSet = "tuned", OptionType::Word(WeightSet::WORDS), WEIGHTS;
        "opponent" => opponent: Opponent = "counting", OptionType::Word(Opponent::WORDS), OPPONENT;
    }
}

option_group! {
    /// Options of every seat that samples worlds.
    pub(super) struct SamplingOptions {
        "weights" => weights: WeightSet = "matches", OptionType::Word(WeightSet::WORDS), WEIGHTS;
        "opponent" => opponent: Opponent = "unknown", OptionType::Word(Opponent::WORDS), OPPONENT;
    }
}

option_group! {
    /// Options of `pimc` that are not of its search alone.
    pub(super) struct WorldOptions {
        "eval" => evaluation: WorldEvaluation = "network",
            OptionType::Word(WorldEvaluation::WORDS),
            "evaluation of searched worlds: weighted features, alone or corrected by a neural network (playouts use the features alone)";
        "threads" => threads: usize = "1", OptionType::Within(1, 256),
            "number of search threads; the chosen move does not depend on it unless a clock ends the search";
    }
}

impl LimitOptions {
    /// The time limit of a move.
    pub(super) fn move_time(&self) -> Option<Duration> {
        self.move_time.map(Duration::from_millis)
    }

    /// The time for all moves of a game.
    pub(super) fn game_time(&self) -> Option<GameTime> {
        let left = self.game_time.map(Duration::from_millis)?;
        Some(GameTime { left, increment: Duration::from_millis(self.increment) })
    }
}
