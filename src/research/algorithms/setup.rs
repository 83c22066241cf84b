//! Depth-first algorithms ready to run: the search, its policies, and the testbed it runs on.

use super::AlgorithmError;
use crate::base::number::Number;
use crate::base::options::{OptionError, OptionReader};
use crate::gametree::position::{Bits, Evaluate, Indexed, Node, Position, Side, Uncertain};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{
    BestCertain, Certain, Certainty, Deepen, DepthFirst, Forget, HistoryOrder, Horizon, Memory,
    MoveOrder, Natural, PathEntropy, Perfect, Plies, Remembered, Shrinking, Transposition, for_max,
};

/// Maximum size of a table, in bytes: 16 GiB.
const MAX_BYTES: u64 = 1 << 34;

/// The options of an algorithm, converted to the views that searches want.
pub(in crate::research) struct AlgorithmOptions<'a> {
    /// The options as they were given.
    pub(in crate::research) options: OptionReader<'a>,
    /// The side to move at the root.
    pub(in crate::research) mover: Side,
    /// The side whose view of values the options have.
    pub(in crate::research) view: Side,
}

impl AlgorithmOptions<'_> {
    /// A value as Max sees it.
    pub(super) fn max_value(&self, name: &str) -> Score {
        for_max(self.view, Score(self.options.get::<Option<i64>>(name).unwrap_or(0)))
    }

    /// A value for the side to move.
    pub(super) fn value(&self, name: &str) -> Score {
        for_max(self.mover, self.max_value(name))
    }

    /// A distance between values.
    pub(super) fn amount(&self, name: &str) -> Score {
        Score(self.options.get::<Option<i64>>(name).unwrap_or(0))
    }

    /// The best value of the side whose view the options have, as Max sees it.
    pub(super) fn max_best(&self) -> Score {
        for_max(self.view, Score::MAX)
    }

    /// The window `alpha` to `beta`, for the side to move.
    pub(super) fn window(&self) -> Window<Score> {
        let limit =
            |name, open: Score| Score(self.options.get::<Option<i64>>(name).unwrap_or(open.0));
        let window = Window { alpha: limit("alpha", Score::MIN), beta: limit("beta", Score::MAX) };
        for_max(self.mover, for_max(self.view, window))
    }

    /// A limit of plies; `u32::MAX` if not given.
    pub(super) fn plies(&self, name: &str) -> u32 {
        self.options
            .get::<Option<u64>>(name)
            .map_or(u32::MAX, |d| u32::try_from(d).unwrap_or(u32::MAX))
    }

    /// The horizon of the threshold searches.
    pub(super) fn path_entropy(&self) -> PathEntropy {
        let threshold = Bits(self.options.get("threshold"));
        PathEntropy { threshold, max_depth: self.plies("max_depth") }
    }

    /// The size of the table, in bytes.
    pub(super) fn bytes(&self) -> Result<usize, OptionError> {
        let bytes: u64 = self.options.get("bytes");
        if bytes > MAX_BYTES {
            let (found, expected) = (bytes.to_string(), format!("at most {MAX_BYTES}"));
            return Err(OptionError::Setting { name: "bytes", found, expected });
        }
        Ok(bytes as usize)
    }
}

/// A depth-first algorithm: a search, its policies, and whether it is deepened.
pub(in crate::research) struct AlgorithmSetup {
    search: DepthFirst<'static, Score>,
    policies: Policies,
    /// Maximum depth of iterative deepening, in plies; None: one search.
    deepen: Option<u32>,
}

/// Horizon, move order and memory of a depth-first algorithm.
#[derive(Clone, Copy)]
pub(super) enum Policies {
    /// Fixed depth, natural order, no memory.
    Plain,
    /// Fixed depth, history heuristic, no memory.
    History,
    /// Fixed depth, hash move first, a transposition table of that many bytes.
    Table(usize),
    /// Fixed depth, natural order, a table that forgets nothing.
    Perfect,
    /// ABT: path entropy, natural order, no memory.
    Abt(PathEntropy),
    /// CT: path entropy, moves by certainty, no memory.
    Ct(PathEntropy, Certainty),
    /// BCT: scaled payoffs, best certain moves first, no memory; always a full-window alpha-beta.
    Bct(Shrinking),
}

impl AlgorithmSetup {
    /// A search with its policies.
    pub(super) fn new(search: DepthFirst<'static, Score>, policies: Policies) -> Self {
        Self { search, policies, deepen: None }
    }

    /// A threshold search: alpha-beta with the full window.
    pub(super) fn threshold(policies: Policies) -> Self {
        Self::new(DepthFirst::AlphaBeta(Window::FULL), policies)
    }

    /// The same under iterative deepening to that many plies at most.
    pub(super) fn deepened(self, plies: u32) -> Self {
        Self { deepen: Some(plies), ..self }
    }

    /// Whether the search reads entropies.
    pub(super) fn needs_entropy(&self) -> bool {
        matches!(self.policies, Policies::Abt(_) | Policies::Ct(..) | Policies::Bct(_))
    }

    /// Runs the algorithm on a testbed.
    pub(in crate::research) fn run_on<T: Testbed>(self, bed: &T) -> T::Outcome {
        let Self { search, policies, deepen } = self;
        let plies = Plies(bed.depth());
        let within =
            |ends: PathEntropy| PathEntropy { max_depth: ends.max_depth.min(bed.depth()), ..ends };
        match policies {
            Policies::Plain => bed.run(search, deepen, bed.payoffs(), (plies, Natural, Forget)),
            Policies::History => {
                let policies = (plies, HistoryOrder::default(), Forget);
                bed.run(search, deepen, bed.payoffs(), policies)
            }
            Policies::Table(bytes) => {
                let policies = (plies, Remembered, Transposition::with_bytes(bytes));
                bed.run(search, deepen, bed.payoffs(), policies)
            }
            Policies::Perfect => {
                bed.run(search, deepen, bed.payoffs(), (plies, Natural, Perfect::default()))
            }
            Policies::Abt(ends) => {
                bed.run(search, deepen, bed.payoffs(), (within(ends), Natural, Forget))
            }
            Policies::Ct(ends, certainty) => {
                let order = Certain { certainty, ..Certain::default() };
                bed.run(search, deepen, bed.payoffs(), (within(ends), order, Forget))
            }
            Policies::Bct(horizon) => {
                let horizon = Shrinking { ends: within(horizon.ends), ..horizon };
                let search = DepthFirst::AlphaBeta(Window::FULL);
                bed.run(
                    search,
                    deepen,
                    bed.scaled_payoffs(),
                    (horizon, BestCertain::default(), Forget),
                )
            }
        }
    }
}

/// An evaluation that some nodes may lack.
pub(in crate::research) trait PartialEvaluation {
    /// The first node that had none.
    fn missing(&self) -> Option<u64> {
        None
    }
}

/// A root with its evaluation: a depth-first search is run on it, and its visits and its memory are
/// counted.
pub(in crate::research) trait Testbed {
    /// A node of the tree.
    type Root: Position + Indexed + Uncertain;
    /// The evaluation.
    type Payoffs: PartialEvaluation + Evaluate<Self::Root, Value = Score>;
    /// The unit of scaled payoffs.
    type Scaled: Value + Into<Number>;
    /// The evaluation of searches that scale payoffs.
    type ScaledPayoffs: PartialEvaluation + Evaluate<Self::Root, Value = Self::Scaled>;
    /// The counts of a run.
    type Outcome;

    /// Maximum depth of a search, in plies.
    fn depth(&self) -> u32;
    /// The evaluation.
    fn payoffs(&self) -> Self::Payoffs;
    /// The evaluation of searches that scale payoffs.
    fn scaled_payoffs(&self) -> Self::ScaledPayoffs;

    /// Runs a search with its policies: horizon, order, memory. With `deepen` it is deepened to that
    /// many plies at most.
    fn run<V, E, H, O, M>(
        &self,
        search: DepthFirst<'_, V>,
        deepen: Option<u32>,
        evaluate: E,
        policies: (H, O, M),
    ) -> Self::Outcome
    where
        V: Value + Into<Number>,
        E: PartialEvaluation + Evaluate<Self::Root, Value = V>,
        H: Deepen + Horizon<Self::Root, V>,
        O: MoveOrder<Self::Root, E, H>,
        M: Memory<Self::Root, V>;
}

/// Bytes of one frame of a depth-first search.
pub(in crate::research) const fn frame<P: Node, V: Value, Path>() -> usize {
    size_of::<(P::Undo, P::Moves, Window<V>, V, V, Option<P::Move>, u32, Path)>()
}

/// Builds the setup of an algorithm from its options.
pub(in crate::research) type SetupFn =
    fn(&AlgorithmOptions<'_>) -> Result<AlgorithmSetup, AlgorithmError>;
