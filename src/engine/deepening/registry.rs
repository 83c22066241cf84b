//! The deepening engines by name.

use super::awt::{AwtSettings, run_awt};
use super::iterate::{
    path_entropy, run_alpha_beta, run_aspiration, run_minimax, run_mtd_f, run_pvs, run_split,
    run_threshold,
};
use super::options::{
    AspirationOptions, AwtOptions, BctOptions, PvsOptions, Star2Options, ThresholdOptions,
};
use super::star2::run_star2;
use super::task::{DeepeningInput, DeepeningResult, DeepeningTask, SearchablePosition, report};
use crate::base::clock::Stopwatch;
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::engine::{SearchReport, SearchRequest};
use crate::game::rules::{Move, Phase, World};
use crate::gametree::position::{Evaluate, MoveGain};
use crate::gametree::score::Score;
use crate::gametree::search::{BestCertain, Certain, Limit, SearchResult, Shrinking, Tactical};

/// An entry of the list of engines.
pub struct EngineKind {
    /// Name of the engine, and of the seat that plays it.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Options of the engine.
    pub params: &'static [OptionSpec],
    read: fn(&OptionValues) -> Algorithm,
}

/// An algorithm with its options.
#[derive(Debug, Clone, Copy)]
enum Algorithm {
    Minimax,
    AlphaBeta,
    Aspiration(AspirationOptions),
    Pvs(PvsOptions),
    MtdF,
    Awt(AwtOptions),
    Abt(ThresholdOptions),
    Ct(ThresholdOptions),
    Bct(BctOptions),
    Star2(Star2Options),
}

/// The payoff range that M and N of AWT are fractions of: the value of a commander, in centi-pieces.
/// *Our reading*: moves of a quiet position differ by fractions of it.
const PAYOFF_RANGE: f64 = 900.0;

/// All engines.
#[rustfmt::skip]
pub const ENGINES: [EngineKind; 10] = [
    EngineKind { name: "minimax", params: &[],
        about: "minimax with iterative deepening",
        read: |_| Algorithm::Minimax },
    EngineKind { name: "alphabeta", params: &[],
        about: "deepening alpha-beta with transposition table, move ordering and quiescence",
        read: |_| Algorithm::AlphaBeta },
    EngineKind { name: "aspiration", params: AspirationOptions::OPTIONS,
        about: "alphabeta in a window around the value of the last depth",
        read: |values| Algorithm::Aspiration(AspirationOptions::read(values)) },
    EngineKind { name: "pvs", params: PvsOptions::OPTIONS,
        about: "principal variation search with transposition table, move ordering and quiescence",
        read: |values| Algorithm::Pvs(PvsOptions::read(values)) },
    EngineKind { name: "mtdf", params: &[],
        about: "MTD(f): null-window searches, beginning at the value of the last depth",
        read: |_| Algorithm::MtdF },
    EngineKind { name: "awt", params: AwtOptions::OPTIONS,
        about: "aspiration with timer (the thesis, chapter 3; our reading)",
        read: |values| Algorithm::Awt(AwtOptions::read(values)) },
    EngineKind { name: "abt", params: ThresholdOptions::OPTIONS,
        about: "Alpha-Beta-Threshold: certain lines deeper (the thesis, chapter 4; our reading)",
        read: |values| Algorithm::Abt(ThresholdOptions::read(values)) },
    EngineKind { name: "ct", params: ThresholdOptions::OPTIONS,
        about: "Certain-Threshold: abt with the most certain moves first",
        read: |values| Algorithm::Ct(ThresholdOptions::read(values)) },
    EngineKind { name: "bct", params: BctOptions::OPTIONS,
        about: "Best-Certain-Threshold: abt, best certain moves first, uncertain payoffs reduced",
        read: |values| Algorithm::Bct(BctOptions::read(values)) },
    EngineKind { name: "star2", params: Star2Options::OPTIONS,
        about: "Star2 expectiminimax: averages win probabilities over the outcomes of fights",
        read: |values| Algorithm::Star2(Star2Options::read(values)) },
];

/// An engine with its options.
#[derive(Debug, Clone, Copy)]
pub struct Engine(Algorithm);

impl EngineKind {
    /// The engine of a name.
    pub fn find(name: &str) -> Option<&'static Self> {
        const ALL: &[EngineKind] = &ENGINES;
        ALL.iter().find(|kind| kind.name == name)
    }

    /// The engine with its options among `values`; other options are ignored.
    pub fn with(&self, values: &OptionValues) -> Engine {
        Engine((self.read)(values))
    }
}

impl Engine {
    /// Searches what a seat believes.
    pub fn search(
        &self,
        request: &SearchRequest<'_>,
        input: DeepeningInput<'_>,
        root: &mut CorrectedBelief,
    ) -> SearchReport {
        let phase = Phase::of(root.belief().stand_ins());
        run(request, input, |task| match self.0 {
            Algorithm::Abt(ThresholdOptions { threshold }) => {
                run_threshold(task, root, (path_entropy(threshold), Tactical::default()))
            }
            Algorithm::Ct(ThresholdOptions { threshold }) => {
                run_threshold(task, root, (path_entropy(threshold), Certain::default()))
            }
            Algorithm::Bct(BctOptions { threshold, lambda }) => {
                let horizon = Shrinking { ends: path_entropy(threshold), lambda, leaves: true };
                run_threshold(task, root, (horizon, BestCertain::default()))
            }
            Algorithm::Star2(Star2Options { probes }) => run_star2(task, root, probes),
            _ => self.run_certain(task, root, phase),
        })
    }

    /// Searches an open world; `None` for an engine that needs uncertainty.
    pub fn search_open(
        &self,
        request: &SearchRequest<'_>,
        input: DeepeningInput<'_>,
        root: &mut World,
    ) -> Option<SearchReport> {
        use Algorithm::{Abt, Bct, Ct, Star2};
        let phase = Phase::of(root);
        let uncertain = matches!(self.0, Abt(_) | Ct(_) | Bct(_) | Star2(_));
        (!uncertain).then(|| run(request, input, |task| self.run_certain(task, root, phase)))
    }

    /// Runs a search that needs no entropies.
    fn run_certain<P: SearchablePosition + Send + Sync>(
        &self,
        task: &DeepeningTask<'_>,
        root: &mut P,
        phase: Phase,
    ) -> DeepeningResult
    where
        Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
    {
        match self.0 {
            Algorithm::Minimax => run_minimax(task, root),
            Algorithm::Aspiration(options) => run_aspiration(task, root, Score(options.delta)),
            Algorithm::Pvs(PvsOptions { threads: 1 }) => run_pvs(task, root),
            Algorithm::Pvs(PvsOptions { threads }) => run_split(task, root, threads),
            Algorithm::MtdF => run_mtd_f(task, root),
            Algorithm::Awt(options) => run_awt(task, root, awt_settings(&options, phase)),
            _ => run_alpha_beta(task, root),
        }
    }
}

/// Runs a search with the limits of a request, and reports its result.
fn run(
    request: &SearchRequest<'_>,
    input: DeepeningInput<'_>,
    search: impl FnOnce(&DeepeningTask<'_>) -> DeepeningResult,
) -> SearchReport {
    let watch = Stopwatch::start(request.clock);
    let over = || request.is_over(&watch);
    let on_depth = |answer: &SearchResult<Move, Score>, depth: u32, nodes: u64| {
        if let Some(on_progress) = request.on_progress {
            on_progress(&report(answer, (depth, nodes, watch.used()), input.evaluation));
        }
    };
    let time = request.time.filter(|_| request.nodes.is_none());
    let task = DeepeningTask {
        limit: Limit { nodes: request.nodes, over: Some(&over) },
        clock: time.map(|time| (request.clock, time.as_millis() as u64)),
        depth: request.depth_within(&input.settings),
        input,
        on_depth: request.on_progress.map(|_| &on_depth as _),
    };
    let DeepeningResult { answer, depth, visits } = search(&task);
    report(&answer, (depth, visits.nodes, watch.used()), input.evaluation)
}

/// The parameters of AWT in a phase of the game.
fn awt_settings(options: &AwtOptions, phase: Phase) -> AwtSettings {
    let by_phase = match phase {
        Phase::Opening => 0.05,
        Phase::Middle => 0.02,
        Phase::End => 0.0,
    };
    let raise =
        |fraction: Option<f64>| Score((fraction.unwrap_or(by_phase) * PAYOFF_RANGE).round() as i64);
    AwtSettings {
        raises: [raise(options.first_raise), raise(options.second_raise)],
        ticks: [options.first_tick, options.second_tick],
        delta: Score(options.delta),
    }
}
