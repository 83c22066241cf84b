//! The options of the searches, and how a depth-first search is built of them.

#![expect(clippy::unnecessary_wraps, reason = "all searches are built by functions of one type")]

use super::{
    Certainty, DepthFirst, FailLow, NextBound, PathEntropy, PathRule, Plan, Policies, Shrinking,
    ThresholdCut, Ticks, TieRule, Timer, for_max,
};
use crate::base::options::{
    OptionError, OptionField, OptionType, OptionValue, OptionValues, Portion, option_group,
    option_words,
};
use crate::gametree::position::{Bits, Side};
use crate::gametree::score::{Score, Value, Window};

/// The sides that values among the options refer to.
#[derive(Debug, Clone, Copy)]
pub struct RootSides {
    /// The side to move at the root.
    pub mover: Side,
    /// The side whose view of values the options have.
    pub view: Side,
}

impl RootSides {
    /// A value of the options as Max sees it.
    fn max_value(self, units: i64) -> Score {
        for_max(self.view, Score(units))
    }

    /// A value of the options for the side to move.
    fn value(self, units: i64) -> Score {
        for_max(self.mover, self.max_value(units))
    }

    /// The best value of the side whose view the options have, as Max sees it.
    fn best(self) -> Score {
        for_max(self.view, Score::MAX)
    }

    /// A window of the options for the side to move.
    pub(crate) fn window(self, alpha: Option<i64>, beta: Option<i64>) -> Window<Score> {
        let window =
            Window { alpha: alpha.map_or(Score::MIN, Score), beta: beta.map_or(Score::MAX, Score) };
        for_max(self.mover, for_max(self.view, window))
    }
}

/// Maximum size of a table, in bytes: 16 GiB.
const MAX_BYTES: u64 = 1 << 34;

const THRESHOLD: &str = "path entropy at which a path ends, in bits";
const MAX_DEPTH: &str = "maximum depth, in plies";
const DELTA: &str = "half the width of the first window, in units of the payoff (centi-pieces)";
const ALPHA: &str = "lower bound of the window";
const BETA: &str = "upper bound of the window";
const BYTES: &str = "size of the transposition table, in bytes";
const GUESS: &str = "first guess of the value";
const BUDGET: &str = "maximum number of evaluated nodes, without the root";

option_group! {
    /// Options of searches in a window.
    pub(crate) struct WindowOptions {
        "alpha" => alpha: Option<i64> = "", OptionType::Score, ALPHA, root();
        "beta" => beta: Option<i64> = "", OptionType::Score, BETA, root();
    }
}

option_group! {
    pub(super) struct AspirationOptions {
        "estimate" => estimate: i64 = "0", OptionType::Score, "middle of the first window", root();
        "delta" => delta: i64 = "40", OptionType::Amount(1), DELTA;
    }
}

option_group! {
    pub(super) struct PvsOptions {
        "clamp" => clamp: bool = "true", OptionType::Flag,
            "raise values below alpha to alpha, as in the thesis (false = fail-soft, as players do)", root();
    }
}

option_group! {
    pub(super) struct TableOptions {
        "alpha" => alpha: Option<i64> = "", OptionType::Score, ALPHA, root();
        "beta" => beta: Option<i64> = "", OptionType::Score, BETA, root();
        "bytes" => bytes: u64 = "1048576", OptionType::Count, BYTES, root();
    }
}

option_words! {
    pub(super) enum Deepened {
        AlphaBeta = "alpha_beta",
        Pvs = "pvs",
        Aspiration = "aspiration",
    }
}

option_group! {
    pub(super) struct IterativeOptions {
        "search" => search: Deepened = "alpha_beta", OptionType::Word(Deepened::WORDS),
            "the search of each iteration", root();
        "delta" => delta: i64 = "40", OptionType::Amount(1), DELTA, root();
        "max_depth" => max_depth: Option<u64> = "", OptionType::Count, MAX_DEPTH, root();
        "bytes" => bytes: u64 = "1048576", OptionType::Count, BYTES, root();
    }
}

impl OptionField for TieRule {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match <&str>::from_value(value)? {
            "newest" => Some(Self::Newest),
            "oldest" => Some(Self::Oldest),
            _ => Some(Self::Left),
        }
    }
}

option_group! {
    /// Options of SSS* and dual SSS*.
    pub struct TieOptions {
        "ties" => ties: TieRule = "left", OptionType::Word(&["left", "newest", "oldest"]),
            "which of equal states comes first (newest = the uncorrected insertion)", root();
    }
}

option_group! {
    pub(super) struct MtOptions {
        "gamma" => gamma: i64 = "0", OptionType::Score,
            "the search tests whether the value is at least gamma", root();
    }
}

option_group! {
    pub(super) struct GuessOptions {
        "guess" => guess: i64 = "0", OptionType::Score, GUESS, root();
    }
}

option_group! {
    pub(crate) struct MtdBiOptions {
        "lo" => low: Option<i64> = "", OptionType::Score,
            "lower bound of the value (default: the smallest leaf; reads all leaves)", root();
        "hi" => high: Option<i64> = "", OptionType::Score,
            "upper bound of the value (default: the largest leaf; reads all leaves)", root();
    }
}

option_group! {
    pub(super) struct StepOptions {
        "size" => size: i64 = "100", OptionType::Amount(1),
            "step from an upper bound down to the next test", root();
    }
}

option_group! {
    /// Options of AWT.
    pub struct AwtOptions {
        "t1" => first_tick: Portion = "0.33", OptionType::Portion,
            "time of the first raise: nodes, or a fraction of the nodes or the time that the search has";
        "t2" => second_tick: Portion = "0.67", OptionType::Portion,
            "time of the second raise, in the same units";
        "M" => first_raise: Option<Portion> = "", OptionType::Portion,
            "first raise of alpha: units of the payoff, or a fraction of its range \
             (default: 0; a player's 0.05, 0.02 or 0 by phase)";
        "N" => second_raise: Option<Portion> = "", OptionType::Portion,
            "second raise of alpha, added to the first, in the same units";
        "T" => stop: Option<u64> = "", OptionType::Count,
            "hard stop, in nodes: checked between root moves, answers with the best move so far", root();
        "estimate" => estimate: Option<i64> = "", OptionType::Score,
            "middle of the first window (default: full window)", root();
        "delta" => delta: i64 = "40", OptionType::Amount(1), DELTA;
    }
}

option_group! {
    pub(super) struct ThresholdOptions {
        "threshold" => threshold: f64 = "2.7", OptionType::Real, THRESHOLD;
        "max_depth" => max_depth: Option<u64> = "", OptionType::Count, MAX_DEPTH, root();
        "path" => path: PathRule = "sum", OptionType::Word(PathRule::WORDS),
            "what the entropy of a path is of those of its nodes", root();
    }
}

option_group! {
    pub(super) struct CtOptions {
        "threshold" => threshold: f64 = "2.7", OptionType::Real, THRESHOLD;
        "max_depth" => max_depth: Option<u64> = "", OptionType::Count, MAX_DEPTH, root();
        "order" => order: Certainty = "ascending", OptionType::Word(Certainty::WORDS),
            "which entropy goes first (ascending = most certain)", root();
        "cut" => cut: ThresholdCut = "depth", OptionType::Word(ThresholdCut::WORDS),
            "beyond the threshold: no further depth, or only the most certain move on", root();
    }
}

option_group! {
    pub(super) struct BctOptions {
        "threshold" => threshold: f64 = "8", OptionType::Real, THRESHOLD;
        "lambda" => lambda: f64 = "0.5", OptionType::Part,
            "fraction of its payoff that a path loses as its entropy reaches the threshold", alias("lam");
        "max_depth" => max_depth: Option<u64> = "", OptionType::Count, MAX_DEPTH, root();
        "scaled_leaves" => scaled_leaves: bool = "true", OptionType::Flag,
            "scale the payoffs of leaves too (false = for move ordering only)", root();
    }
}

/// The strategies of B*.
const STRATEGIES: &[&str] = &[
    "PB", "DR", "1D", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "AD", "1R", "2R", "3R", "4R",
    "5R", "6R", "7R", "8R", "9R", "AR",
];
const STRATEGY: &str = "PB = prove the best move, DR = disprove the rest, nD or nR = choose by depth or range over n arcs (A = all)";

option_group! {
    pub(crate) struct BStarOptions {
        "strategy" => strategy: &'static str = "2D", OptionType::Word(STRATEGIES), STRATEGY, root();
    }
}

option_group! {
    pub(crate) struct PbStarOptions {
        "strategy" => strategy: &'static str = "2D", OptionType::Word(STRATEGIES), STRATEGY, root();
        "level" => level: f64 = "0.95", OptionType::Part,
            "probability of being best at which the search stops", root();
    }
}

option_group! {
    pub(crate) struct BestFirstOptions {
        "budget" => budget: u64 = "1000", OptionType::Count, BUDGET, root();
        "past_terminal" => past_terminal: bool = "false", OptionType::Flag,
            "go on with other lines after the best line ends the game (false = stop)", root();
    }
}

option_group! {
    pub(crate) struct BudgetOptions {
        "budget" => budget: u64 = "1000", OptionType::Count, BUDGET, root();
    }
}

option_group! {
    pub(crate) struct FuzzyOptions {
        "tolerance" => tolerance: i64 = "0", OptionType::Amount(0),
            "spread up to which a value is certain enough", root();
    }
}

option_group! {
    /// Options of `star2`.
    pub struct StarOptions {
        "probes" => probes: usize = "1", OptionType::Count,
            "number of replies searched first at each chance outcome, to cut off early (0 = Star1)";
    }
}

impl AwtOptions {
    /// The ticks for a search that has this many nodes or milliseconds; a fraction of an unlimited search never comes.
    #[expect(clippy::cast_sign_loss, reason = "portions are from 0")]
    pub(crate) fn ticks(&self, whole: Option<u64>) -> [u64; 2] {
        let whole = whole.map(|whole| whole as f64);
        let tick = |portion: Portion| portion.of(whole).map_or(u64::MAX, |time| time as u64);
        [tick(self.first_tick), tick(self.second_tick)]
    }

    /// The raises M and N for payoffs of a range; `default` where they are not given. `None` if a raise is a fraction
    /// of an unknown range.
    pub(crate) fn raises(&self, range: Option<f64>, default: Portion) -> Option<[Score; 2]> {
        let raise = |portion: Option<Portion>| {
            let units = portion.unwrap_or(default).of(range)?;
            Some(Score(units.round() as i64))
        };
        Some([raise(self.first_raise)?, raise(self.second_raise)?])
    }
}

type Built = Result<Plan, OptionError>;

pub(super) fn minimax(_: &OptionValues, _: RootSides) -> Built {
    Ok(Plan::new(DepthFirst::Minimax, Policies::Plain))
}

pub(super) fn negamax(_: &OptionValues, _: RootSides) -> Built {
    Ok(Plan::new(DepthFirst::Negamax, Policies::Plain))
}

pub(super) fn alpha_beta(values: &OptionValues, root: RootSides) -> Built {
    let WindowOptions { alpha, beta } = WindowOptions::read(values);
    Ok(Plan::new(DepthFirst::AlphaBeta(root.window(alpha, beta)), Policies::Plain))
}

pub(super) fn aspiration(values: &OptionValues, root: RootSides) -> Built {
    let AspirationOptions { estimate, delta } = AspirationOptions::read(values);
    let search = DepthFirst::Aspiration { estimate: root.value(estimate), delta: Score(delta) };
    Ok(Plan::new(search, Policies::Plain))
}

pub(super) fn pvs(values: &OptionValues, _: RootSides) -> Built {
    let fail_low = if PvsOptions::read(values).clamp { FailLow::Hard } else { FailLow::Soft };
    Ok(Plan::new(DepthFirst::Pvs(fail_low), Policies::Plain))
}

pub(super) fn history(values: &OptionValues, root: RootSides) -> Built {
    let WindowOptions { alpha, beta } = WindowOptions::read(values);
    Ok(Plan::new(DepthFirst::AlphaBeta(root.window(alpha, beta)), Policies::History))
}

pub(super) fn transposition(values: &OptionValues, root: RootSides) -> Built {
    let TableOptions { alpha, beta, bytes } = TableOptions::read(values);
    let search = DepthFirst::AlphaBeta(root.window(alpha, beta));
    Ok(Plan::new(search, Policies::Table(table_size(bytes)?)))
}

pub(super) fn iterative(values: &OptionValues, _: RootSides) -> Built {
    let IterativeOptions { search, delta, max_depth, bytes } = IterativeOptions::read(values);
    let search = match search {
        Deepened::AlphaBeta => DepthFirst::AlphaBeta(Window::FULL),
        Deepened::Pvs => DepthFirst::Pvs(FailLow::Soft),
        Deepened::Aspiration => DepthFirst::Aspiration { estimate: Score(0), delta: Score(delta) },
    };
    let plan = Plan::new(search, Policies::Table(table_size(bytes)?));
    Ok(Plan { deepen: Some(plies(max_depth)), ..plan })
}

pub(super) fn mt(values: &OptionValues, root: RootSides) -> Built {
    let gamma = root.max_value(MtOptions::read(values).gamma);
    Ok(Plan::new(DepthFirst::Mt { gamma }, Policies::Perfect))
}

/// MTD from a first bound, as Max sees it.
fn mtd(first: Score, next: NextBound<Score>) -> Plan {
    Plan::new(DepthFirst::Mtd { first, next }, Policies::Perfect)
}

pub(super) fn mt_sss(_: &OptionValues, root: RootSides) -> Built {
    Ok(mtd(root.best(), NextBound::Bound))
}

pub(super) fn mt_dual(_: &OptionValues, root: RootSides) -> Built {
    Ok(mtd(-root.best(), NextBound::Bound))
}

pub(super) fn mtd_f(values: &OptionValues, root: RootSides) -> Built {
    Ok(mtd(root.max_value(GuessOptions::read(values).guess), NextBound::Bound))
}

pub(super) fn mtd_step(values: &OptionValues, _: RootSides) -> Built {
    Ok(mtd(Score::MAX, NextBound::Step(Score(StepOptions::read(values).size))))
}

pub(super) fn mtd_best(values: &OptionValues, root: RootSides) -> Built {
    let guess = root.value(GuessOptions::read(values).guess);
    Ok(Plan::new(DepthFirst::MtdBest { guess }, Policies::Perfect))
}

/// AWT on a ground with a range of payoffs, if it is known, and a limit of nodes, if there is one: the options may be
/// fractions of them.
///
/// # Errors
///
/// If an option is out of range.
pub fn awt_plan(
    options: &AwtOptions,
    root: RootSides,
    range: Option<f64>,
    nodes: Option<u64>,
) -> Result<Plan, OptionError> {
    let raises = options.raises(range, Portion::Units(0)).ok_or_else(|| {
        let is_fraction = |raise: &Portion| matches!(raise, Portion::Fraction(_));
        let fraction = [options.first_raise, options.second_raise].into_iter().flatten();
        let found = fraction.filter(is_fraction).map(|raise| format!("{raise:?}"));
        OptionError::Setting {
            name: "M, N",
            found: found.collect::<Vec<_>>().join(", "),
            expected: "whole numbers: the range of payoffs of a tree is not known".into(),
        }
    })?;
    let ticks = options.ticks(nodes);
    let timer = Timer { by: Ticks::Nodes, ticks, raises, stop: options.stop };
    let aim = options.estimate.map(|estimate| (root.value(estimate), Score(options.delta)));
    Ok(Plan::new(DepthFirst::Awt { timer, aim }, Policies::Plain))
}

pub(super) fn abt(values: &OptionValues, _: RootSides) -> Built {
    let ThresholdOptions { threshold, max_depth, path: rule } = ThresholdOptions::read(values);
    let ends = path_entropy(threshold, max_depth);
    Ok(Plan::threshold(Policies::Abt(PathEntropy { rule, ..ends })))
}

pub(super) fn ct(values: &OptionValues, _: RootSides) -> Built {
    let CtOptions { threshold, max_depth, order, cut } = CtOptions::read(values);
    let ends = PathEntropy { cut, ..path_entropy(threshold, max_depth) };
    Ok(Plan::threshold(Policies::Ct(ends, order)))
}

pub(super) fn bct(values: &OptionValues, _: RootSides) -> Built {
    let BctOptions { threshold, lambda, max_depth, scaled_leaves } = BctOptions::read(values);
    let ends = path_entropy(threshold, max_depth);
    Ok(Plan::threshold(Policies::Bct(Shrinking { ends, lambda, leaves: scaled_leaves })))
}

/// A limit of plies; `u32::MAX` if none is given.
fn plies(limit: Option<u64>) -> u32 {
    limit.map_or(u32::MAX, |plies| u32::try_from(plies).unwrap_or(u32::MAX))
}

fn path_entropy(threshold: f64, max_depth: Option<u64>) -> PathEntropy {
    PathEntropy::new(Bits(threshold), plies(max_depth))
}

/// The size of a table, in bytes.
fn table_size(bytes: u64) -> Result<usize, OptionError> {
    if bytes > MAX_BYTES {
        let (found, expected) = (bytes.to_string(), format!("at most {MAX_BYTES}"));
        return Err(OptionError::Setting { name: "bytes", found, expected });
    }
    Ok(bytes as usize)
}
