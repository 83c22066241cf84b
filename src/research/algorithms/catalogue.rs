//! The catalogue of algorithms: one entry per algorithm, found by name.
//!
//! A new depth-first search is one file in `gametree/search`, one variant of
//! [`DepthFirst`], and one entry here.

use super::setup::{AlgorithmOptions, AlgorithmSetup, Policies, SetupFn};
use super::{AlgorithmError, AlgorithmTask, RunOutcome};
use super::{best_first as best, mtd_bi, proofs};
use crate::base::options::{OptionSpec, OptionType, option};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{Certainty, DepthFirst, FailLow, NextBound, Shrinking, Ticks, Timer};
use crate::gametree::tree::{Generated, Recipe, Tree};
use DepthFirst::{AlphaBeta, Aspiration, Awt, Minimax, Mt, Mtd, MtdBest, Negamax, Pvs};
use Policies::{Abt, Bct, Ct, History, Perfect, Plain, Table};
use Runner::{DepthFirst as Deep, Own};

/// How thoroughly an algorithm is tested.
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

/// The description of an algorithm.
#[derive(Debug, Clone, Copy)]
pub struct AlgorithmInfo {
    /// Name on the command line and in files.
    pub name: &'static str,
    /// What it does, in one phrase.
    pub about: &'static str,
    /// First publication.
    pub source: &'static str,
    /// Source file, below `src/gametree/search`.
    pub file: &'static str,
    /// Options.
    pub params: &'static [OptionSpec],
    /// The laws that its tests check; `=` is equality on thousands of trees.
    pub tested: &'static str,
    /// How thoroughly it is tested.
    pub status: Status,
}

/// An algorithm for one type of tree.
pub struct Algorithm<T: Tree> {
    /// Name, options and tests.
    pub info: AlgorithmInfo,
    pub(super) run: Runner<T>,
}

/// How an algorithm is run.
pub(super) enum Runner<T: Tree> {
    /// As a depth-first search with policies, on any testbed.
    DepthFirst(SetupFn),
    /// By a function of its own, on trees only.
    Own(fn(&AlgorithmTask<'_, T>) -> Result<RunOutcome, AlgorithmError>),
}

/// The descriptions of all algorithms.
pub fn infos() -> impl Iterator<Item = AlgorithmInfo> {
    Algorithm::<Generated<Recipe>>::ALL.into_iter().map(|algorithm| algorithm.info)
}

/// The description of the algorithm with that name.
///
/// # Errors
///
/// If no algorithm has that name.
pub fn info(name: &str) -> Result<AlgorithmInfo, AlgorithmError> {
    Algorithm::<Generated<Recipe>>::find(name).map(|algorithm| algorithm.info)
}

/// The setup of the depth-first algorithm with that name; None for other algorithms.
pub(in crate::research) fn depth_first(name: &str) -> Option<SetupFn> {
    match Algorithm::<Generated<Recipe>>::find(name).ok()?.run {
        Deep(setup) => Some(setup),
        Own(_) => None,
    }
}

const STRATEGY: OptionSpec = option(
    "strategy",
    OptionType::Word(&[
        "PB", "DR", "1D", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "AD", "1R", "2R", "3R",
        "4R", "5R", "6R", "7R", "8R", "9R", "AR",
    ]),
    "2D",
    "PB = prove the best move, DR = disprove the rest, nD or nR = choose by depth or range over n arcs (A = all)",
);
const BUDGET: OptionSpec = option(
    "budget",
    OptionType::Count,
    "1000",
    "maximum number of evaluated nodes, without the root",
);
const TIES: OptionSpec = option(
    "ties",
    OptionType::Word(&["left", "newest", "oldest"]),
    "left",
    "which of equal states comes first (newest = the uncorrected insertion)",
);
const THRESHOLD: OptionSpec =
    option("threshold", OptionType::Real, "inf", "path entropy above which a path ends, in bits");
const MAX_DEPTH: OptionSpec = option("max_depth", OptionType::Count, "", "maximum depth, in plies");
const ALPHA: OptionSpec = option("alpha", OptionType::Score, "-inf", "lower bound of the window");
const BETA: OptionSpec = option("beta", OptionType::Score, "inf", "upper bound of the window");
const GUESS: OptionSpec = option("guess", OptionType::Score, "0", "first guess of the value");
const BYTES: OptionSpec =
    option("bytes", OptionType::Count, "1048576", "size of the transposition table, in bytes");

/// Iterative deepening of the search that the options name.
fn iterative(s: &AlgorithmOptions<'_>) -> Result<AlgorithmSetup, AlgorithmError> {
    let search = match s.options.get::<&str>("search") {
        "pvs" => Pvs(FailLow::Soft),
        "aspiration" => Aspiration { estimate: Score(0), delta: s.amount("delta") },
        _ => AlphaBeta(Window::FULL),
    };
    Ok(AlgorithmSetup::new(search, Table(s.bytes()?)).deepened(s.plies("max_depth")))
}

/// MTD from a first bound, as Max sees it.
fn mtd(first: Score, next: NextBound<Score>) -> AlgorithmSetup {
    AlgorithmSetup::new(Mtd { first, next }, Perfect)
}

fn awt(s: &AlgorithmOptions<'_>) -> AlgorithmSetup {
    let count = |name| s.options.get::<u64>(name);
    let timer = Timer {
        by: Ticks::Nodes,
        ticks: [count("t1"), count("t2")],
        raises: [s.amount("M"), s.amount("N")],
        stop: s.options.get("T"),
    };
    let estimate: Option<i64> = s.options.get("estimate");
    let aim = estimate.map(|_| (s.value("estimate"), s.amount("delta")));
    AlgorithmSetup::new(Awt { timer, aim }, Plain)
}

fn ct(s: &AlgorithmOptions<'_>) -> AlgorithmSetup {
    let certainty = match s.options.get::<&str>("order") {
        "descending" => Certainty::Descending,
        _ => Certainty::Ascending,
    };
    AlgorithmSetup::threshold(Ct(s.path_entropy(), certainty))
}

fn bct(s: &AlgorithmOptions<'_>) -> AlgorithmSetup {
    let (lambda, leaves) = (s.options.get("lam"), s.options.get("scaled_leaves"));
    AlgorithmSetup::threshold(Bct(Shrinking { ends: s.path_entropy(), lambda, leaves }))
}

/// Writes an entry of the table.
macro_rules! entry {
    ($name:literal, $run:expr, $file:literal, $status:ident, [$($param:expr),*], $about:literal, $source:literal, $tested:literal) => {
        Algorithm {
            info: AlgorithmInfo {
                name: $name,
                about: $about,
                source: $source,
                tested: $tested,
                file: $file,
                params: &[$($param),*],
                status: Status::$status,
            },
            run: $run,
        }
    };
}

impl<T: Tree> Algorithm<T> {
    /// All algorithms.
    #[rustfmt::skip]
    pub const ALL: [Self; 27] = [
        entry!("minimax", Deep(|_| Ok(AlgorithmSetup::new(Minimax, Plain))), "minimax.rs", Thorough, [],
            "full-width minimax, the reference for the others", "von Neumann 1928",
            "= the recursion in the tests; visits every node once"),
        entry!("negamax", Deep(|_| Ok(AlgorithmSetup::new(Negamax, Plain))), "negamax.rs", Thorough, [],
            "minimax from the view of the side to move", "Knuth & Moore 1975", "= minimax, leaf by leaf"),
        entry!("alpha_beta", Deep(|s| Ok(AlgorithmSetup::new(AlphaBeta(s.window()), Plain))), "alpha_beta.rs", Thorough, [ALPHA, BETA],
            "fail-soft alpha-beta", "Knuth & Moore 1975; Fishburn 1983",
            "= minimax; fewest possible leaves on ordered trees; values outside the window are bounds"),
        entry!("aspiration", Deep(|s| Ok(AlgorithmSetup::new(Aspiration { estimate: s.value("estimate"), delta: s.amount("delta") }, Plain))), "aspiration.rs", Thorough, [
            option("estimate", OptionType::Score, "0", "middle of the first window"),
            option("delta", OptionType::Amount(1), "1", "half the width of the first window")],
            "alpha-beta in a window around an estimate, re-searched if it fails", "Baudet 1978; thesis fig. 2.7",
            "= minimax for every estimate; no more leaves than alpha-beta if the window holds the value"),
        entry!("pvs", Deep(|s| Ok(AlgorithmSetup::new(Pvs(if s.options.get("clamp") { FailLow::Hard } else { FailLow::Soft }), Plain))), "pvs.rs", Thorough, [
            option("clamp", OptionType::Flag, "true", "raise values below alpha to alpha, as in the thesis (false = fail-soft)")],
            "principal variation search: null windows after the first move", "Marsland & Campbell 1982; thesis fig. 2.8",
            "= minimax; its leaves are among alpha-beta's"),
        entry!("history", Deep(|s| Ok(AlgorithmSetup::new(AlphaBeta(s.window()), History))), "order/history.rs", Laws, [ALPHA, BETA],
            "alpha-beta with the history heuristic", "Schaeffer 1989",
            "= minimax"),
        entry!("transposition", Deep(|s| Ok(AlgorithmSetup::new(AlphaBeta(s.window()), Table(s.bytes()?)))), "memory/transposition.rs", Laws,
            [ALPHA, BETA, BYTES],
            "alpha-beta with a transposition table", "Greenblatt, Eastlake & Crocker 1967",
            "= minimax, even with two slots; saves nodes on transpositions"),
        entry!("iterative", Deep(iterative), "iterative.rs", Laws, [
            option("search", OptionType::Word(&["alpha_beta", "pvs", "aspiration"]), "alpha_beta", "the search of each iteration"),
            option("delta", OptionType::Amount(1), "10", "half the width of aspiration's window around the last value"),
            MAX_DEPTH, BYTES],
            "iterative deepening with a transposition table", "Slate & Atkin 1977",
            "= minimax at the last depth"),
        entry!("sss_star", Own(best::run_sss), "sss.rs", Thorough, [TIES],
            "SSS*: best-first search over solution trees", "Stockman 1979; Campbell & Marsland 1983",
            "= minimax; its leaves are among alpha-beta's, each once; peak size of OPEN; the swing of the uncorrected form"),
        entry!("dual_star", Own(best::run_dual), "sss.rs", Thorough, [TIES],
            "DUAL*: SSS* with the sides exchanged", "Marsland, Reinefeld & Schaeffer 1987",
            "= minimax; its leaves are among alpha-beta's, each once; peak size of OPEN"),
        entry!("mt", Deep(|s| Ok(AlgorithmSetup::new(Mt { gamma: s.max_value("gamma") }, Perfect))), "mt.rs", Thorough, [
            option("gamma", OptionType::Score, "0", "the search tests whether the value is at least gamma")],
            "MT: one null-window test with memory", "Plaat and others 1996",
            "its value is a bound of minimax"),
        entry!("mt_sss", Deep(|s| Ok(mtd(s.max_best(), NextBound::Bound))), "mt.rs", Thorough, [],
            "MTD(+inf): SSS* by null-window tests", "Plaat and others 1996",
            "= SSS*, leaf by leaf, ties included"),
        entry!("mt_dual", Deep(|s| Ok(mtd(-s.max_best(), NextBound::Bound))), "mt.rs", Thorough, [],
            "MTD(-inf): DUAL* by null-window tests", "Plaat and others 1996",
            "= DUAL*, leaf by leaf, ties included"),
        entry!("mtd_f", Deep(|s| Ok(mtd(s.max_value("guess"), NextBound::Bound))), "mt.rs", Thorough, [GUESS],
            "MTD(f): null-window tests from a first guess", "Plaat and others 1996",
            "= minimax for every guess"),
        entry!("mtd_bi", Own(mtd_bi::run_mtd_bi), "mt.rs", Thorough, [
            option("lo", OptionType::Score, "", "lower bound of the value (default: the smallest leaf; reads all leaves)"),
            option("hi", OptionType::Score, "", "upper bound of the value (default: the largest leaf; reads all leaves)")],
            "MTD(bi): null-window tests that bisect the bounds", "Coplan 1982; Plaat and others 1996",
            "= minimax"),
        entry!("mtd_step", Deep(|s| Ok(mtd(Score::MAX, NextBound::Step(s.amount("size"))))), "mt.rs", Thorough, [
            option("size", OptionType::Amount(1), "100", "step from an upper bound down to the next test")],
            "MTD(step): null-window tests in steps from above", "Plaat and others 1996",
            "= minimax for every step"),
        entry!("mtd_best", Deep(|s| Ok(AlgorithmSetup::new(MtdBest { guess: s.value("guess") }, Perfect))), "mtd_best.rs", Thorough, [GUESS],
            "MTD(best): proves the best move, its value only if needed", "our reading of Plaat and others 1996",
            "a best move for every guess; a reported value = minimax"),
        entry!("awt", Deep(|s| Ok(awt(s))), "awt.rs", Thorough, [
            option("t1", OptionType::Count, "0", "first tick, in nodes"),
            option("t2", OptionType::Count, "0", "second tick, in nodes"),
            option("M", OptionType::Amount(0), "0", "raise of the lower bound at the first tick"),
            option("N", OptionType::Amount(0), "0", "further raise at the second tick"),
            option("T", OptionType::Count, "", "hard stop, in nodes: checked between root moves, answers with the best move so far"),
            option("estimate", OptionType::Score, "", "middle of the first window (default: full window)"),
            option("delta", OptionType::Amount(1), "1", "half the width of the first window")],
            "aspiration with timer: accepts a move that is good enough", "our reading of the AWT paper, CG 2008",
            "loses at most M + N; the value is that of the move; M = N = 0 is alpha-beta"),
        entry!("abt", Deep(|s| Ok(AlgorithmSetup::threshold(Abt(s.path_entropy())))), "horizon.rs", Thorough, [THRESHOLD, MAX_DEPTH],
            "Alpha-Beta-Threshold: paths end at a threshold of path entropy", "our reading of the thesis, chapter 4",
            "= minimax of the truncated tree; an infinite threshold is alpha-beta"),
        entry!("ct", Deep(|s| Ok(ct(s))), "order/certain.rs", Thorough, [THRESHOLD, MAX_DEPTH,
            option("order", OptionType::Word(&["ascending", "descending"]), "ascending", "which entropy goes first (ascending = most certain)")],
            "Certain-Threshold: ABT with the most certain moves first", "our reading of the thesis, chapter 4",
            "= abt in value"),
        entry!("bct", Deep(|s| Ok(bct(s))), "order/certain.rs", Thorough, [THRESHOLD, MAX_DEPTH,
            option("lam", OptionType::Part, "0.5", "lambda: fraction of a payoff that is lost at the threshold"),
            option("scaled_leaves", OptionType::Flag, "true", "scale the payoffs of leaves too (false = for move ordering only)")],
            "Best-Certain-Threshold: ABT with scaled payoffs, best certain moves first", "our reading of the thesis, chapter 4",
            "= minimax of the truncated tree with PAYOFF'; lam=0 is abt in value"),
        entry!("b_star", Own(best::run_b_star), "b_star.rs", Thorough, [STRATEGY],
            "B*: proves the best move by value intervals", "Berliner 1979",
            "Berliner's example; returns a best move"),
        entry!("pb_star", Own(best::run_pb_star), "pb_star.rs", Laws, [STRATEGY,
            option("level", OptionType::Part, "0.95", "probability of being best at which the search stops")],
            "PB*: B* that stops at a probability of being best", "our reading of Palay 1983",
            "level 1 is B*; a lower level never expands more nodes"),
        entry!("bfmms", Own(best::run_bfmms), "best_first.rs", Thorough, [BUDGET,
            option("past_terminal", OptionType::Flag, "false", "go on with other lines after the best line ends the game (false = stop)")],
            "best-first minimax search", "Korf & Chickering 1996",
            "= minimax once the tree is exhausted"),
        entry!("bfmms_linear", Own(best::run_bfmms_linear), "best_first_linear.rs", Laws, [BUDGET],
            "best-first minimax search in linear space", "Korf & Chickering 1996",
            "= bfmms, expansion by expansion"),
        entry!("partition", Own(proofs::run_partition), "partition/search.rs", Laws, [ALPHA, BETA],
            "partition search: alpha-beta with a table of sets of positions", "Ginsberg 1996; sets are our reading",
            "= minimax; no more nodes than alpha-beta with a table; alpha-beta where sets are single nodes"),
        entry!("fuzzy", Own(proofs::run_fuzzy), "fuzzy.rs", Laws, [option("tolerance", OptionType::Amount(0), "0", "spread up to which a value is certain enough")],
            "alpha-beta over values with their spread", "our reading of Junghanns, Posthoff & Schlosser 1995",
            "the ends = minimax of the ends of the leaves; spread and loss within the tolerance; alpha-beta without spreads"),
    ];

    /// The algorithm with that name.
    ///
    /// # Errors
    ///
    /// If no algorithm has that name.
    pub fn find(name: &str) -> Result<Self, AlgorithmError> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.info.name == name);
        found.ok_or_else(|| {
            let known: Vec<_> = infos().map(|info| info.name).collect();
            AlgorithmError::unknown(name, &known)
        })
    }
}
