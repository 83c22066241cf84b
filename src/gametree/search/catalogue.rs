//! The catalogue of searches: each with its names, its source, its options and how it is built, once.
//!
//! Trees, positions of experiments and players read it. A new depth-first search is its file, its line in `mod.rs`,
//! a variant of [`DepthFirst`] and an entry here; one that keeps its own list of nodes is a [`SpecialSearch`] instead
//! of a variant, and is run in `tree_runs/special.rs`.

#![expect(clippy::unnecessary_wraps, reason = "all searches are built by functions of one type")]

use super::{
    Certainty, DepthFirst, FailLow, NextBound, PathEntropy, Plan, Policies, Shrinking, Ticks,
    TieRule, Timer, for_max,
};
use crate::base::options::{
    OptionError, OptionField, OptionSpec, OptionType, OptionValue, OptionValues, Portion,
    option_group, option_words,
};
use crate::base::text::expected_name;
use crate::gametree::position::{Bits, Side};
use crate::gametree::score::{Score, Value, Window};
use thiserror::Error;

/// How thoroughly a search is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Its laws hold on thousands of trees, and its counts agree with an independent program.
    Thorough,
    /// Its laws hold on thousands of trees; no independent program confirms its counts.
    Laws,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Thorough => "thorough",
            Self::Laws => "laws",
        })
    }
}

/// A search of the catalogue.
#[derive(Debug)]
pub struct SearchInfo {
    /// Name on the command line and in files, and of the player that searches with it.
    pub name: &'static str,
    /// Older names, still read.
    pub aliases: &'static [&'static str],
    /// Name in print.
    pub title: &'static str,
    /// What it does, in one phrase.
    pub about: &'static str,
    /// First publication.
    pub source: &'static str,
    /// Source file, below `src/gametree/search`.
    pub file: &'static str,
    /// Options.
    pub options: &'static [OptionSpec],
    /// The laws that its tests check; `=` is equality on thousands of trees.
    pub tested: &'static str,
    /// How thoroughly it is tested.
    pub status: Status,
    /// Whether it is also a player.
    pub plays: bool,
    /// How it is built.
    pub build: Build,
}

/// Makes a depth-first search of its options for a root.
pub type PlanBuilder = fn(&OptionValues, &RootFacts) -> Result<Plan, OptionError>;

/// How a search is built.
#[derive(Debug, Clone, Copy)]
pub enum Build {
    /// A depth-first search with policies, for any [`Ground`](super::Ground).
    DepthFirst(PlanBuilder),
    /// A search that needs more of its ground than a depth-first search.
    Special(SpecialSearch),
}

/// The searches that need more of their ground than a depth-first search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is described in its entry")]
pub enum SpecialSearch {
    Sss,
    Dual,
    MtdBi,
    BStar,
    PbStar,
    BestFirst,
    BestFirstLinear,
    Partition,
    Fuzzy,
    Expectimax,
    Star2,
}

/// The root and the limit that values and portions among the options refer to.
#[derive(Debug, Clone, Copy)]
pub struct RootFacts {
    /// The side to move at the root.
    pub mover: Side,
    /// The side whose view of values the options have.
    pub view: Side,
    /// The range of payoffs, which raises of AWT may be fractions of.
    pub range: Option<f64>,
    /// The node limit, which ticks of AWT may be fractions of.
    pub budget: Option<u64>,
}

impl RootFacts {
    /// A value of the options as Max sees it.
    fn max_value(&self, units: i64) -> Score {
        for_max(self.view, Score(units))
    }

    /// A value of the options for the side to move.
    fn value(&self, units: i64) -> Score {
        for_max(self.mover, self.max_value(units))
    }

    /// The best value of the side whose view the options have, as Max sees it.
    fn best(&self) -> Score {
        for_max(self.view, Score::MAX)
    }

    /// A window of the options for the side to move.
    pub(crate) fn window(&self, alpha: Option<i64>, beta: Option<i64>) -> Window<Score> {
        let window =
            Window { alpha: alpha.map_or(Score::MIN, Score), beta: beta.map_or(Score::MAX, Score) };
        for_max(self.mover, for_max(self.view, window))
    }
}

/// The reason why a search cannot run.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// No search has this name.
    #[error("algorithm: found `{found}`, expected one of {expected}")]
    NoSuchSearch {
        /// The unknown name.
        found: String,
        /// The known names.
        expected: String,
    },
    /// An option is unknown or out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The search evaluates a node that has no payoff.
    #[error("node {0}: found no payoff, expected one, for the search evaluates this node")]
    NoPayoff(u64),
    /// The search needs entropies and the tree has none.
    #[error("entropy: found none in the tree, expected one for every node")]
    NoEntropy,
    /// The search reads the interval of a node that has none.
    #[error("node {0}: found no pess and opt, expected both, for the search reads its interval")]
    NoInterval(u64),
    /// The search needs something that the ground does not have.
    #[error("{name} needs {needs}")]
    Unfit {
        /// The search.
        name: &'static str,
        /// What it needs.
        needs: &'static str,
    },
}

/// Finds a search by its name or an older one.
///
/// # Errors
///
/// If no search has that name.
pub fn find(name: &str) -> Result<&'static SearchInfo, SearchError> {
    let found = SEARCHES.iter().find(|info| info.name == name || info.aliases.contains(&name));
    found.ok_or_else(|| {
        let known: Vec<_> = SEARCHES.iter().map(|info| info.name).collect();
        SearchError::NoSuchSearch { found: name.into(), expected: expected_name(name, &known) }
    })
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
    struct AspirationOptions {
        "estimate" => estimate: i64 = "0", OptionType::Score, "middle of the first window", root();
        "delta" => delta: i64 = "40", OptionType::Amount(1), DELTA;
    }
}

option_group! {
    struct PvsOptions {
        "clamp" => clamp: bool = "true", OptionType::Flag,
            "raise values below alpha to alpha, as in the thesis (false = fail-soft, as players do)", root();
    }
}

option_group! {
    struct TableOptions {
        "alpha" => alpha: Option<i64> = "", OptionType::Score, ALPHA, root();
        "beta" => beta: Option<i64> = "", OptionType::Score, BETA, root();
        "bytes" => bytes: u64 = "1048576", OptionType::Count, BYTES, root();
    }
}

option_words! {
    enum Deepened {
        AlphaBeta = "alpha_beta",
        Pvs = "pvs",
        Aspiration = "aspiration",
    }
}

option_group! {
    struct IterativeOptions {
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
    pub(crate) struct TieOptions {
        "ties" => ties: TieRule = "left", OptionType::Word(&["left", "newest", "oldest"]),
            "which of equal states comes first (newest = the uncorrected insertion)", root();
    }
}

option_group! {
    struct MtOptions {
        "gamma" => gamma: i64 = "0", OptionType::Score,
            "the search tests whether the value is at least gamma", root();
    }
}

option_group! {
    struct GuessOptions {
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
    struct StepOptions {
        "size" => size: i64 = "100", OptionType::Amount(1),
            "step from an upper bound down to the next test", root();
    }
}

option_group! {
    /// Options of AWT.
    pub(crate) struct AwtOptions {
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
    struct ThresholdOptions {
        "threshold" => threshold: f64 = "2.7", OptionType::Real, THRESHOLD;
        "max_depth" => max_depth: Option<u64> = "", OptionType::Count, MAX_DEPTH, root();
    }
}

option_words! {
    enum EntropyOrder {
        Ascending = "ascending",
        Descending = "descending",
    }
}

option_group! {
    struct CtOptions {
        "threshold" => threshold: f64 = "2.7", OptionType::Real, THRESHOLD;
        "max_depth" => max_depth: Option<u64> = "", OptionType::Count, MAX_DEPTH, root();
        "order" => order: EntropyOrder = "ascending", OptionType::Word(EntropyOrder::WORDS),
            "which entropy goes first (ascending = most certain)", root();
    }
}

option_group! {
    struct BctOptions {
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
    pub(crate) struct StarOptions {
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

fn minimax(_: &OptionValues, _: &RootFacts) -> Built {
    Ok(Plan::new(DepthFirst::Minimax, Policies::Plain))
}

fn negamax(_: &OptionValues, _: &RootFacts) -> Built {
    Ok(Plan::new(DepthFirst::Negamax, Policies::Plain))
}

fn alpha_beta(values: &OptionValues, root: &RootFacts) -> Built {
    let WindowOptions { alpha, beta } = WindowOptions::read(values);
    Ok(Plan::new(DepthFirst::AlphaBeta(root.window(alpha, beta)), Policies::Plain))
}

fn aspiration(values: &OptionValues, root: &RootFacts) -> Built {
    let AspirationOptions { estimate, delta } = AspirationOptions::read(values);
    let search = DepthFirst::Aspiration { estimate: root.value(estimate), delta: Score(delta) };
    Ok(Plan::new(search, Policies::Plain))
}

fn pvs(values: &OptionValues, _: &RootFacts) -> Built {
    let fail_low = if PvsOptions::read(values).clamp { FailLow::Hard } else { FailLow::Soft };
    Ok(Plan::new(DepthFirst::Pvs(fail_low), Policies::Plain))
}

fn history(values: &OptionValues, root: &RootFacts) -> Built {
    let WindowOptions { alpha, beta } = WindowOptions::read(values);
    Ok(Plan::new(DepthFirst::AlphaBeta(root.window(alpha, beta)), Policies::History))
}

fn transposition(values: &OptionValues, root: &RootFacts) -> Built {
    let TableOptions { alpha, beta, bytes } = TableOptions::read(values);
    let search = DepthFirst::AlphaBeta(root.window(alpha, beta));
    Ok(Plan::new(search, Policies::Table(table_size(bytes)?)))
}

fn iterative(values: &OptionValues, _: &RootFacts) -> Built {
    let IterativeOptions { search, delta, max_depth, bytes } = IterativeOptions::read(values);
    let search = match search {
        Deepened::AlphaBeta => DepthFirst::AlphaBeta(Window::FULL),
        Deepened::Pvs => DepthFirst::Pvs(FailLow::Soft),
        Deepened::Aspiration => DepthFirst::Aspiration { estimate: Score(0), delta: Score(delta) },
    };
    let plan = Plan::new(search, Policies::Table(table_size(bytes)?));
    Ok(Plan { deepen: Some(plies(max_depth)), ..plan })
}

fn mt(values: &OptionValues, root: &RootFacts) -> Built {
    let gamma = root.max_value(MtOptions::read(values).gamma);
    Ok(Plan::new(DepthFirst::Mt { gamma }, Policies::Perfect))
}

/// MTD from a first bound, as Max sees it.
fn mtd(first: Score, next: NextBound<Score>) -> Plan {
    Plan::new(DepthFirst::Mtd { first, next }, Policies::Perfect)
}

fn mt_sss(_: &OptionValues, root: &RootFacts) -> Built {
    Ok(mtd(root.best(), NextBound::Bound))
}

fn mt_dual(_: &OptionValues, root: &RootFacts) -> Built {
    Ok(mtd(-root.best(), NextBound::Bound))
}

fn mtd_f(values: &OptionValues, root: &RootFacts) -> Built {
    Ok(mtd(root.max_value(GuessOptions::read(values).guess), NextBound::Bound))
}

fn mtd_step(values: &OptionValues, _: &RootFacts) -> Built {
    Ok(mtd(Score::MAX, NextBound::Step(Score(StepOptions::read(values).size))))
}

fn mtd_best(values: &OptionValues, root: &RootFacts) -> Built {
    let guess = root.value(GuessOptions::read(values).guess);
    Ok(Plan::new(DepthFirst::MtdBest { guess }, Policies::Perfect))
}

fn awt(values: &OptionValues, root: &RootFacts) -> Built {
    let options = AwtOptions::read(values);
    let raises = options.raises(root.range, Portion::Units(0)).ok_or_else(|| {
        let is_fraction = |raise: &Portion| matches!(raise, Portion::Fraction(_));
        let fraction = [options.first_raise, options.second_raise].into_iter().flatten();
        let found = fraction.filter(is_fraction).map(|raise| format!("{raise:?}"));
        OptionError::Setting {
            name: "M, N",
            found: found.collect::<Vec<_>>().join(", "),
            expected: "whole numbers: the range of payoffs of a tree is not known".into(),
        }
    })?;
    let ticks = options.ticks(root.budget);
    let timer = Timer { by: Ticks::Nodes, ticks, raises, stop: options.stop };
    let aim = options.estimate.map(|estimate| (root.value(estimate), Score(options.delta)));
    Ok(Plan::new(DepthFirst::Awt { timer, aim }, Policies::Plain))
}

fn abt(values: &OptionValues, _: &RootFacts) -> Built {
    let ThresholdOptions { threshold, max_depth } = ThresholdOptions::read(values);
    Ok(Plan::threshold(Policies::Abt(path_entropy(threshold, max_depth))))
}

fn ct(values: &OptionValues, _: &RootFacts) -> Built {
    let CtOptions { threshold, max_depth, order } = CtOptions::read(values);
    let certainty = match order {
        EntropyOrder::Ascending => Certainty::Ascending,
        EntropyOrder::Descending => Certainty::Descending,
    };
    Ok(Plan::threshold(Policies::Ct(path_entropy(threshold, max_depth), certainty)))
}

fn bct(values: &OptionValues, _: &RootFacts) -> Built {
    let BctOptions { threshold, lambda, max_depth, scaled_leaves } = BctOptions::read(values);
    let ends = path_entropy(threshold, max_depth);
    Ok(Plan::threshold(Policies::Bct(Shrinking { ends, lambda, leaves: scaled_leaves })))
}

/// A limit of plies; `u32::MAX` if none is given.
fn plies(limit: Option<u64>) -> u32 {
    limit.map_or(u32::MAX, |plies| u32::try_from(plies).unwrap_or(u32::MAX))
}

fn path_entropy(threshold: f64, max_depth: Option<u64>) -> PathEntropy {
    PathEntropy { threshold: Bits(threshold), max_depth: plies(max_depth) }
}

/// The size of a table, in bytes.
fn table_size(bytes: u64) -> Result<usize, OptionError> {
    if bytes > MAX_BYTES {
        let (found, expected) = (bytes.to_string(), format!("at most {MAX_BYTES}"));
        return Err(OptionError::Setting { name: "bytes", found, expected });
    }
    Ok(bytes as usize)
}

/// All searches.
pub static SEARCHES: [SearchInfo; 29] = [
    SearchInfo {
        name: "minimax",
        aliases: &[],
        title: "minimax",
        about: "full-width minimax, the reference for the others",
        source: "von Neumann 1928",
        file: "minimax.rs",
        options: &[],
        tested: "= the recursion in the tests; visits every node once",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(minimax),
    },
    SearchInfo {
        name: "negamax",
        aliases: &[],
        title: "negamax",
        about: "minimax from the view of the side to move",
        source: "Knuth & Moore 1975",
        file: "negamax.rs",
        options: &[],
        tested: "= minimax, leaf by leaf",
        status: Status::Thorough,
        plays: false,
        build: Build::DepthFirst(negamax),
    },
    SearchInfo {
        name: "alphabeta",
        aliases: &["alpha_beta"],
        title: "alpha-beta",
        about: "fail-soft alpha-beta",
        source: "Knuth & Moore 1975; Fishburn 1983",
        file: "alpha_beta.rs",
        options: WindowOptions::OPTIONS,
        tested: "= minimax; fewest possible leaves on ordered trees; values outside the window are bounds",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(alpha_beta),
    },
    SearchInfo {
        name: "aspiration",
        aliases: &[],
        title: "aspiration",
        about: "alpha-beta in a window around an estimate, re-searched if it fails",
        source: "Baudet 1978; thesis fig. 2.7",
        file: "aspiration.rs",
        options: AspirationOptions::OPTIONS,
        tested: "= minimax for every estimate; no more leaves than alpha-beta if the window holds the value",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(aspiration),
    },
    SearchInfo {
        name: "pvs",
        aliases: &[],
        title: "PVS",
        about: "principal variation search: null windows after the first move",
        source: "Marsland & Campbell 1982; thesis fig. 2.8",
        file: "pvs.rs",
        options: PvsOptions::OPTIONS,
        tested: "= minimax; its leaves are among alpha-beta's",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(pvs),
    },
    SearchInfo {
        name: "history",
        aliases: &[],
        title: "history",
        about: "alpha-beta with the history heuristic",
        source: "Schaeffer 1989",
        file: "order/history.rs",
        options: WindowOptions::OPTIONS,
        tested: "= minimax",
        status: Status::Laws,
        plays: false,
        build: Build::DepthFirst(history),
    },
    SearchInfo {
        name: "transposition",
        aliases: &[],
        title: "transposition",
        about: "alpha-beta with a transposition table",
        source: "Greenblatt, Eastlake & Crocker 1967",
        file: "memory/transposition.rs",
        options: TableOptions::OPTIONS,
        tested: "= minimax, even with two slots; saves nodes on transpositions",
        status: Status::Laws,
        plays: false,
        build: Build::DepthFirst(transposition),
    },
    SearchInfo {
        name: "iterative",
        aliases: &[],
        title: "iterative",
        about: "iterative deepening with a transposition table",
        source: "Slate & Atkin 1977",
        file: "iterative.rs",
        options: IterativeOptions::OPTIONS,
        tested: "= minimax at the last depth",
        status: Status::Laws,
        plays: false,
        build: Build::DepthFirst(iterative),
    },
    SearchInfo {
        name: "sss_star",
        aliases: &[],
        title: "SSS*",
        about: "SSS*: best-first search over solution trees",
        source: "Stockman 1979; Campbell & Marsland 1983",
        file: "sss.rs",
        options: TieOptions::OPTIONS,
        tested: "= minimax; its leaves are among alpha-beta's, each once; peak size of OPEN; the swing of the uncorrected form",
        status: Status::Thorough,
        plays: false,
        build: Build::Special(SpecialSearch::Sss),
    },
    SearchInfo {
        name: "dual_star",
        aliases: &[],
        title: "DUAL*",
        about: "DUAL*: SSS* with the sides exchanged",
        source: "Marsland, Reinefeld & Schaeffer 1987",
        file: "sss.rs",
        options: TieOptions::OPTIONS,
        tested: "= minimax; its leaves are among alpha-beta's, each once; peak size of OPEN",
        status: Status::Thorough,
        plays: false,
        build: Build::Special(SpecialSearch::Dual),
    },
    SearchInfo {
        name: "mt",
        aliases: &[],
        title: "MT",
        about: "MT: one null-window test with memory",
        source: "Plaat and others 1996",
        file: "mt.rs",
        options: MtOptions::OPTIONS,
        tested: "its value is a bound of minimax",
        status: Status::Thorough,
        plays: false,
        build: Build::DepthFirst(mt),
    },
    SearchInfo {
        name: "mt_sss",
        aliases: &[],
        title: "MT-SSS*",
        about: "MTD(+inf): SSS* by null-window tests",
        source: "Plaat and others 1996",
        file: "mt.rs",
        options: &[],
        tested: "= SSS*, leaf by leaf, ties included",
        status: Status::Thorough,
        plays: false,
        build: Build::DepthFirst(mt_sss),
    },
    SearchInfo {
        name: "mt_dual",
        aliases: &[],
        title: "MT-DUAL*",
        about: "MTD(-inf): DUAL* by null-window tests",
        source: "Plaat and others 1996",
        file: "mt.rs",
        options: &[],
        tested: "= DUAL*, leaf by leaf, ties included",
        status: Status::Thorough,
        plays: false,
        build: Build::DepthFirst(mt_dual),
    },
    SearchInfo {
        name: "mtdf",
        aliases: &["mtd_f"],
        title: "MTD(f)",
        about: "MTD(f): null-window tests from a first guess",
        source: "Plaat and others 1996",
        file: "mt.rs",
        options: GuessOptions::OPTIONS,
        tested: "= minimax for every guess",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(mtd_f),
    },
    SearchInfo {
        name: "mtd_bi",
        aliases: &[],
        title: "MTD(bi)",
        about: "MTD(bi): null-window tests that bisect the bounds",
        source: "Coplan 1982; Plaat and others 1996",
        file: "mt.rs",
        options: MtdBiOptions::OPTIONS,
        tested: "= minimax",
        status: Status::Thorough,
        plays: false,
        build: Build::Special(SpecialSearch::MtdBi),
    },
    SearchInfo {
        name: "mtd_step",
        aliases: &[],
        title: "MTD(step)",
        about: "MTD(step): null-window tests in steps from above",
        source: "Plaat and others 1996",
        file: "mt.rs",
        options: StepOptions::OPTIONS,
        tested: "= minimax for every step",
        status: Status::Thorough,
        plays: false,
        build: Build::DepthFirst(mtd_step),
    },
    SearchInfo {
        name: "mtd_best",
        aliases: &[],
        title: "MTD(best)",
        about: "MTD(best): proves the best move, its value only if needed",
        source: "our reading of Plaat and others 1996",
        file: "mtd_best.rs",
        options: GuessOptions::OPTIONS,
        tested: "a best move for every guess; a reported value = minimax",
        status: Status::Thorough,
        plays: false,
        build: Build::DepthFirst(mtd_best),
    },
    SearchInfo {
        name: "awt",
        aliases: &[],
        title: "AWT",
        about: "aspiration with timer: accepts a move that is good enough",
        source: "our reading of the AWT paper, CG 2008",
        file: "awt.rs",
        options: AwtOptions::OPTIONS,
        tested: "loses at most M + N; the value is that of the move; M = N = 0 is alpha-beta",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(awt),
    },
    SearchInfo {
        name: "abt",
        aliases: &[],
        title: "ABT",
        about: "Alpha-Beta-Threshold: paths end at a threshold of path entropy",
        source: "our reading of the thesis, chapter 4",
        file: "horizon.rs",
        options: ThresholdOptions::OPTIONS,
        tested: "= minimax of the truncated tree; an infinite threshold is alpha-beta",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(abt),
    },
    SearchInfo {
        name: "ct",
        aliases: &[],
        title: "CT",
        about: "Certain-Threshold: ABT with the most certain moves first",
        source: "our reading of the thesis, chapter 4",
        file: "order/certain.rs",
        options: CtOptions::OPTIONS,
        tested: "= abt in value",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(ct),
    },
    SearchInfo {
        name: "bct",
        aliases: &[],
        title: "BCT",
        about: "Best-Certain-Threshold: ABT with scaled payoffs, best certain moves first",
        source: "our reading of the thesis, chapter 4",
        file: "order/certain.rs",
        options: BctOptions::OPTIONS,
        tested: "= minimax of the truncated tree with PAYOFF'; lam=0 is abt in value",
        status: Status::Thorough,
        plays: true,
        build: Build::DepthFirst(bct),
    },
    SearchInfo {
        name: "b_star",
        aliases: &[],
        title: "B*",
        about: "B*: proves the best move by value intervals",
        source: "Berliner 1979",
        file: "b_star.rs",
        options: BStarOptions::OPTIONS,
        tested: "Berliner's example; returns a best move",
        status: Status::Thorough,
        plays: false,
        build: Build::Special(SpecialSearch::BStar),
    },
    SearchInfo {
        name: "pb_star",
        aliases: &[],
        title: "PB*",
        about: "PB*: B* that stops at a probability of being best",
        source: "our reading of Palay 1983",
        file: "pb_star.rs",
        options: PbStarOptions::OPTIONS,
        tested: "level 1 is B*; a lower level never expands more nodes",
        status: Status::Laws,
        plays: false,
        build: Build::Special(SpecialSearch::PbStar),
    },
    SearchInfo {
        name: "bfmms",
        aliases: &[],
        title: "best-first minimax",
        about: "best-first minimax search",
        source: "Korf & Chickering 1996",
        file: "best_first.rs",
        options: BestFirstOptions::OPTIONS,
        tested: "= minimax once the tree is exhausted",
        status: Status::Thorough,
        plays: false,
        build: Build::Special(SpecialSearch::BestFirst),
    },
    SearchInfo {
        name: "bfmms_linear",
        aliases: &[],
        title: "best-first minimax in linear space",
        about: "best-first minimax search in linear space",
        source: "Korf & Chickering 1996",
        file: "best_first_linear.rs",
        options: BudgetOptions::OPTIONS,
        tested: "= bfmms, expansion by expansion",
        status: Status::Laws,
        plays: false,
        build: Build::Special(SpecialSearch::BestFirstLinear),
    },
    SearchInfo {
        name: "partition",
        aliases: &[],
        title: "partition",
        about: "partition search: alpha-beta with a table of sets of positions",
        source: "Ginsberg 1996; sets are our reading",
        file: "partition/search.rs",
        options: WindowOptions::OPTIONS,
        tested: "= minimax; no more nodes than alpha-beta with a table; alpha-beta where sets are single nodes",
        status: Status::Laws,
        plays: false,
        build: Build::Special(SpecialSearch::Partition),
    },
    SearchInfo {
        name: "fuzzy",
        aliases: &[],
        title: "fuzzy",
        about: "alpha-beta over values with their spread",
        source: "our reading of Junghanns, Posthoff & Schlosser 1995",
        file: "fuzzy.rs",
        options: FuzzyOptions::OPTIONS,
        tested: "the ends = minimax of the ends of the leaves; spread and loss within the tolerance; alpha-beta without spreads",
        status: Status::Laws,
        plays: false,
        build: Build::Special(SpecialSearch::Fuzzy),
    },
    SearchInfo {
        name: "expectimax",
        aliases: &[],
        title: "expectiminimax",
        about: "averages values over the outcomes of fights, without cutoffs",
        source: "Michie 1966",
        file: "expectimax.rs",
        options: &[],
        tested: "= the recursion in the tests",
        status: Status::Laws,
        plays: false,
        build: Build::Special(SpecialSearch::Expectimax),
    },
    SearchInfo {
        name: "star2",
        aliases: &[],
        title: "Star2",
        about: "averages values over the outcomes of fights, with cutoffs at chance nodes",
        source: "Ballard 1983; Hauk 2004",
        file: "star/search.rs",
        options: StarOptions::OPTIONS,
        tested: "= expectimax; no more nodes than Star1",
        status: Status::Laws,
        plays: true,
        build: Build::Special(SpecialSearch::Star2),
    },
];
