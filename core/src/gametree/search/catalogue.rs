//! The catalogue of searches: each with its names, its source, its options and how it is built, once.
//!
//! Trees, positions of experiments and players read it. A new depth-first search is its file, its line in `mod.rs`,
//! a variant of [`DepthFirst`](super::DepthFirst), its options and its builder in `builders.rs`, and an entry here; one
//! that keeps its own list of nodes is a [`SpecialSearch`] instead of a variant, and is run in `tree_runs/special.rs`.

use super::Plan;
use super::builders::{
    self, AspirationOptions, BctOptions, CtOptions, GuessOptions, IterativeOptions, MtOptions,
    PvsOptions, StepOptions, TableOptions, ThresholdOptions,
};
pub use super::builders::{AwtOptions, RootSides, StarOptions, TieOptions, awt_plan};
pub(crate) use super::builders::{
    BStarOptions, BestFirstOptions, BudgetOptions, FuzzyOptions, MtdBiOptions, PbStarOptions,
    WindowOptions,
};
use crate::base::options::{OptionError, OptionSpec, OptionValues};
use crate::base::text::expected_name;
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
    /// Source file, below `core/src/gametree/search`.
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
pub type PlanBuilder = fn(&OptionValues, RootSides) -> Result<Plan, OptionError>;

/// How a search is built.
#[derive(Debug, Clone, Copy)]
pub enum Build {
    /// A depth-first search with policies, for any [`Ground`](super::Ground).
    DepthFirst(PlanBuilder),
    /// AWT, a depth-first search whose options may be fractions of what its ground knows. A player builds it for the time
    /// that it has left, other grounds by `awt_plan`.
    Awt,
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
        build: Build::DepthFirst(builders::minimax),
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
        build: Build::DepthFirst(builders::negamax),
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
        build: Build::DepthFirst(builders::alpha_beta),
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
        build: Build::DepthFirst(builders::aspiration),
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
        build: Build::DepthFirst(builders::pvs),
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
        build: Build::DepthFirst(builders::history),
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
        build: Build::DepthFirst(builders::transposition),
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
        build: Build::DepthFirst(builders::iterative),
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
        build: Build::DepthFirst(builders::mt),
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
        build: Build::DepthFirst(builders::mt_sss),
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
        build: Build::DepthFirst(builders::mt_dual),
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
        build: Build::DepthFirst(builders::mtd_f),
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
        build: Build::DepthFirst(builders::mtd_step),
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
        build: Build::DepthFirst(builders::mtd_best),
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
        build: Build::Awt,
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
        build: Build::DepthFirst(builders::abt),
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
        build: Build::DepthFirst(builders::ct),
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
        build: Build::DepthFirst(builders::bct),
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
