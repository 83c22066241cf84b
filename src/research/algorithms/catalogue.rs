//! The catalogue of algorithms: one entry per algorithm, found by name.
//!
//! A new depth-first search is one file in `gametree/search`, one variant of
//! [`DepthFirst`], and one entry here.

use super::setup::{Settings, Setup, SetupFn};
use super::{AlgorithmError, AlgorithmTask, RunOutcome};
use super::{best_first as best, mtd_bi};
use crate::base::options::{OptionSpec, OptionType, option};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{Certainty, DepthFirst, NextBound, Shrinking, Ticks, Timer};
use crate::gametree::tree::{Generated, Recipe, Tree};
use DepthFirst::{AlphaBeta, Aspiration, Awt, Minimax, Mt, Mtd, MtdBest, Negamax, Pvs};
use Runner::{DepthFirst as Deep, Own};

/// How much an algorithm's tests cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Its laws hold on thousands of trees, and its counts agree with an independent program.
    Thorough,
    /// Its laws hold on thousands of trees; nobody else has counted.
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

/// An algorithm, for people.
#[derive(Debug, Clone, Copy)]
pub struct AlgorithmInfo {
    /// Its name, on the command line and in files.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Who first published it.
    pub source: &'static str,
    /// Where its code is, below `src/search`.
    pub file: &'static str,
    /// What can be set.
    pub params: &'static [OptionSpec],
    /// What its tests say, besides that nothing panics; `=` is equality on thousands of trees.
    pub tested: &'static str,
    /// How far it is tested.
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
    "prove the best, disprove the rest, or go by a criterion over so many arcs, A for all",
);
const BUDGET: OptionSpec =
    option("budget", OptionType::Count, "1000", "nodes to evaluate, the root left out");
const TIES: OptionSpec = option(
    "ties",
    OptionType::Word(&["left", "newest", "oldest"]),
    "left",
    "which of equal states first; newest is the uncorrected insertion",
);
const THRESHOLD: OptionSpec =
    option("threshold", OptionType::Real, "inf", "path entropy that ends a path, bits");
const MAX_DEPTH: OptionSpec = option("max_depth", OptionType::Count, "", "plies at most");
const ALPHA: OptionSpec = option("alpha", OptionType::Score, "-inf", "lower limit of the window");
const BETA: OptionSpec = option("beta", OptionType::Score, "inf", "upper limit of the window");
const GUESS: OptionSpec = option("guess", OptionType::Score, "0", "the first question");
const BYTES: OptionSpec = option("bytes", OptionType::Count, "1048576", "size of the table");

/// Iterative deepening of the search that the options name.
fn iterative(s: &Settings<'_>) -> Result<Setup, AlgorithmError> {
    let search = match s.options.word("search") {
        "pvs" => Pvs { clamp: false },
        "aspiration" => Aspiration { estimate: Score(0), delta: s.amount("delta") },
        _ => AlphaBeta(Window::FULL),
    };
    Ok(Setup::table(search, s.bytes()?).deepened(s.plies("max_depth")))
}

/// MTD from a first bound, as Max sees it.
fn mtd(first: Score, next: NextBound<Score>) -> Setup {
    Setup::perfect(Mtd { first, next })
}

fn awt(s: &Settings<'_>) -> Result<Setup, AlgorithmError> {
    let count = |name| s.options.count(name).unwrap_or_default();
    let timer = Timer {
        by: Ticks::Nodes,
        ticks: [count("t1"), count("t2")],
        raises: [s.amount("M"), s.amount("N")],
        stop: s.options.count("T"),
    };
    let aim = s.options.given("estimate").then(|| (s.value("estimate"), s.amount("delta")));
    Ok(Setup::plain(Awt { timer, aim }))
}

fn ct(s: &Settings<'_>) -> Result<Setup, AlgorithmError> {
    let certainty = match s.options.word("order") {
        "descending" => Certainty::Descending,
        _ => Certainty::Ascending,
    };
    Ok(Setup::ct(s.path_entropy(), certainty))
}

fn bct(s: &Settings<'_>) -> Result<Setup, AlgorithmError> {
    let (lambda, leaves) = (s.options.real("lam"), s.options.flag("scaled_leaves"));
    Ok(Setup::bct(Shrinking { ends: s.path_entropy(), lambda, leaves }))
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
    /// All of them.
    #[rustfmt::skip]
    pub const ALL: [Self; 25] = [
        entry!("minimax", Deep(|_| Ok(Setup::plain(Minimax))), "minimax.rs", Thorough, [],
            "the definition", "von Neumann 1928",
            "the test's own recursion; every node once"),
        entry!("negamax", Deep(|_| Ok(Setup::plain(Negamax))), "negamax.rs", Thorough, [],
            "the same from the view of the side to move", "Knuth & Moore 1975",
            "= minimax, leaf by leaf"),
        entry!("alpha_beta", Deep(|s| Ok(Setup::plain(AlphaBeta(s.window())))), "alpha_beta.rs", Thorough, [ALPHA, BETA],
            "fail-soft alpha-beta", "Knuth & Moore 1975; Fishburn 1983",
            "= minimax; minimal on ordered trees; bounds outside the window"),
        entry!("aspiration", Deep(|s| Ok(Setup::plain(Aspiration { estimate: s.value("estimate"), delta: s.amount("delta") }))), "aspiration.rs", Thorough, [
            option("estimate", OptionType::Score, "0", "the guess"),
            option("delta", OptionType::Amount(1), "1", "how far from it the first window reaches")],
            "a window around a guess, then again if it was wrong", "Baudet 1978; thesis fig. 2.7",
            "= minimax for every guess; a window with the value visits no more"),
        entry!("pvs", Deep(|s| Ok(Setup::plain(Pvs { clamp: s.options.flag("clamp") }))), "pvs.rs", Thorough, [
            option("clamp", OptionType::Flag, "true", "as the thesis prints it; false: fail-soft")],
            "null windows after the first move", "Marsland & Campbell 1982; thesis fig. 2.8",
            "= minimax; leaves among alpha-beta's"),
        entry!("history", Deep(|s| Ok(Setup::history(AlphaBeta(s.window())))), "order/history.rs", Laws, [ALPHA, BETA],
            "alpha-beta, moves by their cutoffs elsewhere", "Schaeffer 1989",
            "= minimax"),
        entry!("transposition", Deep(|s| Ok(Setup::table(AlphaBeta(s.window()), s.bytes()?))), "memory/transposition.rs", Laws,
            [ALPHA, BETA, BYTES],
            "alpha-beta with a transposition table", "Greenblatt, Eastlake & Crocker 1967",
            "= minimax, also with two slots; saves on transpositions"),
        entry!("iterative", Deep(iterative), "iterative.rs", Laws, [
            option("search", OptionType::Word(&["alpha_beta", "pvs", "aspiration"]), "alpha_beta", "what is repeated"),
            option("delta", OptionType::Amount(1), "10", "the window of aspiration around the last value"),
            MAX_DEPTH, BYTES],
            "iterative deepening with a table", "Slate & Atkin 1977",
            "= minimax at the last depth"),
        entry!("sss_star", Own(best::run_sss), "sss.rs", Thorough, [TIES],
            "best-first over solution trees", "Stockman 1979; Campbell & Marsland 1983",
            "= minimax; leaves among alpha-beta's, once each; OPEN peak; the swing of the uncorrected form"),
        entry!("dual_star", Own(best::run_dual), "sss.rs", Thorough, [TIES],
            "SSS* with the sides exchanged", "Marsland, Reinefeld & Schaeffer 1987",
            "= minimax; leaves among alpha-beta's, once each; OPEN peak"),
        entry!("mt", Deep(|s| Ok(Setup::perfect(Mt { gamma: s.max_value("gamma") }))), "mt.rs", Thorough, [
            option("gamma", OptionType::Score, "0", "the question: at least this?")],
            "one null-window question with memory", "Plaat and others 1996",
            "its bound is one"),
        entry!("mt_sss", Deep(|s| Ok(mtd(s.max_best(), NextBound::Bound))), "mt.rs", Thorough, [],
            "MTD(+inf): SSS* by null windows", "Plaat and others 1996",
            "= SSS*, leaf by leaf, ties included"),
        entry!("mt_dual", Deep(|s| Ok(mtd(-s.max_best(), NextBound::Bound))), "mt.rs", Thorough, [],
            "MTD(-inf): DUAL* by null windows", "Plaat and others 1996",
            "= DUAL*, leaf by leaf, ties included"),
        entry!("mtd_f", Deep(|s| Ok(mtd(s.max_value("guess"), NextBound::Bound))), "mt.rs", Thorough, [GUESS],
            "null windows from a guess on", "Plaat and others 1996",
            "= minimax for every guess"),
        entry!("mtd_bi", Own(mtd_bi::run_mtd_bi), "mt.rs", Thorough, [
            option("lo", OptionType::Score, "", "what the value is at least; by default the smallest leaf, for which all are read"),
            option("hi", OptionType::Score, "", "what the value is at most; by default the largest leaf")],
            "null windows at the middle of the bounds", "Coplan 1982; Plaat and others 1996",
            "= minimax"),
        entry!("mtd_step", Deep(|s| Ok(mtd(Score::MAX, NextBound::Step(s.amount("size"))))), "mt.rs", Thorough, [
            option("size", OptionType::Amount(1), "100", "how far below an upper bound to ask")],
            "null windows in steps from above", "Plaat and others 1996",
            "= minimax for every step"),
        entry!("mtd_best", Deep(|s| Ok(Setup::perfect(MtdBest { guess: s.value("guess") }))), "mtd_best.rs", Thorough, [GUESS],
            "the best move, its value only if needed", "our reading of Plaat and others 1996",
            "a best move for every guess; a value it tells is minimax"),
        entry!("awt", Deep(awt), "awt.rs", Thorough, [
            option("t1", OptionType::Count, "0", "nodes at the first tick"),
            option("t2", OptionType::Count, "0", "nodes at the second tick"),
            option("M", OptionType::Amount(0), "0", "first raise of the lower bound"),
            option("N", OptionType::Amount(0), "0", "second raise, on top of the first"),
            option("T", OptionType::Count, "", "nodes after which, between root moves, the best so far is the answer"),
            option("estimate", OptionType::Score, "", "the middle of the first window; none: everything"),
            option("delta", OptionType::Amount(1), "1", "how far from it the first window reaches")],
            "aspiration with timer: accepts a good enough move", "our reading of the AWT paper, CG 2008",
            "loses at most M + N; the value is the move's; M = N = 0 is alpha-beta"),
        entry!("abt", Deep(|s| Ok(Setup::abt(s.path_entropy()))), "horizon.rs", Thorough, [THRESHOLD, MAX_DEPTH],
            "alpha-beta to a threshold of path entropy", "our reading of the thesis, chapter 4",
            "= minimax of the truncated tree; no threshold is alpha-beta"),
        entry!("ct", Deep(ct), "order/certain.rs", Thorough, [THRESHOLD, MAX_DEPTH,
            option("order", OptionType::Word(&["ascending", "descending"]), "ascending", "which end of entropy first")],
            "the same, certain moves first", "our reading of the thesis, chapter 4",
            "= abt in value"),
        entry!("bct", Deep(bct), "order/certain.rs", Thorough, [THRESHOLD, MAX_DEPTH,
            option("lam", OptionType::Part, "0.5", "what a payoff loses at the threshold"),
            option("scaled_leaves", OptionType::Flag, "true", "leaves count PAYOFF'; false: it only orders")],
            "the same, best certain moves first", "our reading of the thesis, chapter 4",
            "= minimax of the truncated tree with PAYOFF'; lam=0 is abt in value"),
        entry!("b_star", Own(best::run_b_star), "b_star.rs", Thorough, [STRATEGY],
            "proves the best move by intervals", "Berliner 1979",
            "Berliner's example; a best move"),
        entry!("pb_star", Own(best::run_pb_star), "pb_star.rs", Laws, [STRATEGY,
            option("level", OptionType::Part, "0.95", "probability of being best that is enough")],
            "B* with probabilities", "our reading of Palay 1983",
            "level 1 is B*, less never takes longer"),
        entry!("bfmms", Own(best::run_bfmms), "best_first.rs", Thorough, [BUDGET,
            option("past_terminal", OptionType::Flag, "false", "a line that ends the game is solved, others go on")],
            "best-first minimax", "Korf & Chickering 1996",
            "exhausted = minimax"),
        entry!("bfmms_linear", Own(best::run_bfmms_linear), "best_first_linear.rs", Laws, [BUDGET],
            "best-first minimax in linear space", "Korf & Chickering 1996",
            "= bfmms, expansion by expansion"),
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
