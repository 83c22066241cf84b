//! The deepening searches by name.

use super::awt::{AwtSettings, run_awt};
use super::iterate::{deepen, path_entropy, run_split, table};
use super::options::{
    AspirationOptions, AwtOptions, BctOptions, PvsOptions, Star2Options, ThresholdOptions,
};
use super::star2::run_star2;
use super::task::{DeepeningInput, DeepeningResult, DeepeningTask, SearchablePosition, report};
use crate::base::clock::Stopwatch;
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::engine::{SearchKind, SearchReport, SearchRequest};
use crate::game::rules::{Move, Phase, World};
use crate::gametree::position::{Evaluate, MoveGain};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    BestCertain, Certain, Deepen, FailLow, Forget, Hints, Horizon, Limit, MoveOrder, NextBound,
    Plies, Quiet, SearchResult, Shrinking, Tactical, Transposition, alpha_beta, aspiration,
    for_max, minimax, mtd, pvs,
};

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

/// All deepening searches.
#[rustfmt::skip]
pub const DEEPENING_SEARCHES: [SearchKind<DeepeningSearch>; 10] = [
    SearchKind { name: "minimax", params: &[],
        about: "minimax with iterative deepening",
        read: |_| DeepeningSearch(Algorithm::Minimax) },
    SearchKind { name: "alphabeta", params: &[],
        about: "deepening alpha-beta with transposition table, move ordering and quiescence",
        read: |_| DeepeningSearch(Algorithm::AlphaBeta) },
    SearchKind { name: "aspiration", params: AspirationOptions::OPTIONS,
        about: "alphabeta in a window around the value of the last depth",
        read: |values| DeepeningSearch(Algorithm::Aspiration(AspirationOptions::read(values))) },
    SearchKind { name: "pvs", params: PvsOptions::OPTIONS,
        about: "principal variation search with transposition table, move ordering and quiescence",
        read: |values| DeepeningSearch(Algorithm::Pvs(PvsOptions::read(values))) },
    SearchKind { name: "mtdf", params: &[],
        about: "MTD(f): null-window searches, beginning at the value of the last depth",
        read: |_| DeepeningSearch(Algorithm::MtdF) },
    SearchKind { name: "awt", params: AwtOptions::OPTIONS,
        about: "aspiration with timer (the thesis, chapter 3; our reading)",
        read: |values| DeepeningSearch(Algorithm::Awt(AwtOptions::read(values))) },
    SearchKind { name: "abt", params: ThresholdOptions::OPTIONS,
        about: "Alpha-Beta-Threshold: certain lines deeper (the thesis, chapter 4; our reading)",
        read: |values| DeepeningSearch(Algorithm::Abt(ThresholdOptions::read(values))) },
    SearchKind { name: "ct", params: ThresholdOptions::OPTIONS,
        about: "Certain-Threshold: abt with the most certain moves first",
        read: |values| DeepeningSearch(Algorithm::Ct(ThresholdOptions::read(values))) },
    SearchKind { name: "bct", params: BctOptions::OPTIONS,
        about: "Best-Certain-Threshold: abt, best certain moves first, uncertain payoffs reduced",
        read: |values| DeepeningSearch(Algorithm::Bct(BctOptions::read(values))) },
    SearchKind { name: "star2", params: Star2Options::OPTIONS,
        about: "Star2 expectiminimax: averages win probabilities over the outcomes of fights",
        read: |values| DeepeningSearch(Algorithm::Star2(Star2Options::read(values))) },
];

/// A deepening search with its options.
#[derive(Debug, Clone, Copy)]
pub struct DeepeningSearch(Algorithm);

impl DeepeningSearch {
    /// The entry of a name.
    pub fn find(name: &str) -> Option<&'static SearchKind<Self>> {
        const ALL: &[SearchKind<DeepeningSearch>] = &DEEPENING_SEARCHES;
        ALL.iter().find(|kind| kind.name == name)
    }

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

    /// Searches an open world; `None` for one that needs uncertainty.
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
        let with = |table| (Plies(1), Tactical::default(), table);
        match self.0 {
            Algorithm::Minimax => {
                let policies = (Plies(1), Tactical::default(), Forget);
                deepen(task, root, policies, |cx, root, _| minimax(cx, root))
            }
            Algorithm::Aspiration(AspirationOptions { delta }) => {
                deepen(task, root, with(table(task)), |cx, root, guess| match guess {
                    Some(guess) => aspiration(cx, root, guess, Score(delta)).0,
                    None => alpha_beta(cx, root, Window::FULL),
                })
            }
            Algorithm::Pvs(PvsOptions { threads: 1 }) => {
                deepen(task, root, with(table(task)), |cx, root, _| {
                    pvs(cx, root, Window::FULL, FailLow::Soft)
                })
            }
            Algorithm::Pvs(PvsOptions { threads }) => run_split(task, root, threads),
            Algorithm::MtdF => {
                // A bound from a deeper search could contradict an earlier bound, and MTD would not
                // terminate. MTD visits nodes often, so every node but leaves is stored.
                let table = Transposition::with_bytes(task.input.settings.table).down_to(1);
                deepen(task, root, with(table), |cx, root, guess| {
                    // Bounds and values of MTD are from the viewpoint of Max.
                    let first = for_max(root.side(), guess.unwrap_or(Score(0)));
                    mtd(cx, root, first, NextBound::Bound).0
                })
            }
            Algorithm::Awt(options) => run_awt(task, root, awt_settings(&options, phase)),
            _ => deepen(task, root, with(table(task)), |cx, root, _| {
                alpha_beta(cx, root, Window::FULL)
            }),
        }
    }
}

/// Runs alpha-beta with an entropy threshold. The table gives hash moves alone: what is left of the entropy differs
/// from path to path.
fn run_threshold<H, O>(
    task: &DeepeningTask<'_>,
    root: &mut CorrectedBelief,
    (horizon, order): (H, O),
) -> DeepeningResult
where
    H: Deepen + Horizon<CorrectedBelief, Score>,
    O: MoveOrder<CorrectedBelief, Evaluation, Quiet<H>>,
{
    let policies = (horizon, order, Hints(table(task)));
    deepen(task, root, policies, |cx, root, _| alpha_beta(cx, root, Window::FULL))
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
