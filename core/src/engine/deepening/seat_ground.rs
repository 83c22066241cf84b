//! What a player believes, or an open world, as the ground of the searches of the catalogue.
//!
//! A player adds what every playing program has, where a search does not prescribe its own: iterative deepening, a
//! transposition table, a move order by expected gains, killers and history, and quiescence search.

use super::awt::{AwtSettings, run_awt};
use super::task::{
    DeepeningInput, DeepeningResult, DeepeningTask, SearchablePosition, deepen, run,
};
use crate::base::options::{OptionValues, Portion};
use crate::engine::eval::{CorrectedBelief, Evaluation, ExpectedResult};
use crate::engine::{SearchReport, SearchRequest};
use crate::game::rules::{Move, Phase, World};
use crate::gametree::position::{Evaluate, MoveGain, Position};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::catalogue::{
    AwtOptions, Build, PlanBuilder, RootSides, SEARCHES, SearchInfo, SpecialSearch, StarOptions,
};
use crate::gametree::search::{
    BestCertain, Certain, Context, Deepen, DepthFirst, Forget, Hints, Horizon, Meter, MoveOrder,
    Plan, Plies, Policies, Quiet, SearchResult, Tactical, Transposition, ValueInterval, alpha_beta,
    iterative, minimax, star2,
};

/// The payoff range that M and N of AWT may be fractions of: the value of a commander, in centi-pieces.
/// *Our reading*: moves of a quiet position differ by fractions of it.
pub const PAYOFF_RANGE: f64 = 900.0;

/// The searches of the catalogue that play.
pub fn deepening_searches() -> impl Iterator<Item = &'static SearchInfo> {
    SEARCHES.iter().filter(|info| info.plays)
}

/// A search of the catalogue with its options, for what a player believes.
#[derive(Debug, Clone)]
pub struct DeepeningSearch {
    info: &'static SearchInfo,
    values: OptionValues,
}

impl DeepeningSearch {
    /// A search with its options among `values`; other options are ignored.
    pub fn new(info: &'static SearchInfo, values: &OptionValues) -> Self {
        Self { info, values: values.clone() }
    }

    /// The search of that name, if it plays, with its options among `values`.
    pub fn named(name: &str, values: &OptionValues) -> Option<Self> {
        let info = deepening_searches().find(|info| info.name == name)?;
        Some(Self::new(info, values))
    }

    /// Searches what a seat believes.
    pub fn search(
        &self,
        request: &SearchRequest<'_>,
        input: DeepeningInput<'_>,
        root: &mut CorrectedBelief,
    ) -> SearchReport {
        let phase = Phase::of(root.belief().stand_ins());
        run(request, input, |task| {
            let plan = match self.info.build {
                Build::DepthFirst(build) => self.plan(build, root),
                Build::Awt => return run_awt(task, root, &self.awt_settings(phase)),
                Build::Special(SpecialSearch::Star2) => {
                    return run_star2(task, root, StarOptions::read(&self.values).probes);
                }
                Build::Special(_) => unreachable!("no other special search plays"),
            };
            let order = Tactical::default();
            match plan.policies {
                Policies::Abt(horizon) => run_threshold(task, root, horizon, order),
                Policies::Ct(horizon, certainty) => {
                    let order = Certain { certainty, ..Certain::default() };
                    run_threshold(task, root, horizon, order)
                }
                Policies::Bct(horizon) => {
                    run_threshold(task, root, horizon, BestCertain::default())
                }
                _ => run_certain(&plan, task, root),
            }
        })
    }

    /// Searches an open world; `None` for a search that needs uncertainty.
    pub fn search_open(
        &self,
        request: &SearchRequest<'_>,
        input: DeepeningInput<'_>,
        root: &mut World,
    ) -> Option<SearchReport> {
        let plan = match self.info.build {
            Build::DepthFirst(build) => self.plan(build, root),
            Build::Awt => {
                let settings = self.awt_settings(Phase::of(root));
                return Some(run(request, input, |task| run_awt(task, root, &settings)));
            }
            Build::Special(_) => return None,
        };
        (!plan.needs_entropy()).then(|| run(request, input, |task| run_certain(&plan, task, root)))
    }

    /// The search with its policies; values among the options are those of the side to move.
    fn plan<P: Position>(&self, build: PlanBuilder, root: &P) -> Plan {
        let mover = root.side();
        let sides = RootSides { mover, view: mover };
        build(&self.values, sides).expect("the options of players are in range")
    }

    /// The settings of AWT in a phase of the game.
    fn awt_settings(&self, phase: Phase) -> AwtSettings {
        let options = AwtOptions::read(&self.values);
        let raise = match phase {
            Phase::Opening => 0.05,
            Phase::Middle => 0.02,
            Phase::End => 0.0,
        };
        let raises = options.raises(Some(PAYOFF_RANGE), Portion::Fraction(raise));
        AwtSettings {
            raises: raises.expect("the range is known"),
            delta: Score(options.delta),
            options,
        }
    }
}

/// Runs a search that needs no entropies.
fn run_certain<P: SearchablePosition>(
    plan: &Plan,
    task: &DeepeningTask<'_>,
    root: &mut P,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let order = Tactical::default();
    if matches!(plan.search, DepthFirst::Minimax) {
        return deepen(task, root, Plies(1), order, Forget, |cx, root, _| minimax(cx, root));
    }
    let bytes = task.input.settings.table;
    let table = match plan.policies {
        // A bound from a deeper search could contradict an earlier bound, and MTD would not
        // terminate. MTD visits nodes often, so every node but leaves is stored.
        Policies::Perfect => Transposition::with_bytes(bytes).down_to(1),
        _ => table(task),
    };
    let side = root.side();
    deepen(task, root, Plies(1), order, table, |cx, root, guess| {
        plan.search.guided(guess, side).run(cx, root).answer
    })
}

/// A transposition table that also uses entries of deeper searches.
fn table(task: &DeepeningTask<'_>) -> Transposition<Move, Score> {
    Transposition::with_bytes(task.input.settings.table).or_deeper()
}

/// Runs alpha-beta with an entropy threshold. The table gives hash moves alone: what is left of the entropy differs
/// from path to path.
fn run_threshold<H, O>(
    task: &DeepeningTask<'_>,
    root: &mut CorrectedBelief,
    horizon: H,
    order: O,
) -> DeepeningResult
where
    H: Deepen + Horizon<CorrectedBelief, Score>,
    O: MoveOrder<CorrectedBelief, Evaluation, Quiet<H>>,
{
    let memory = Hints(table(task));
    deepen(task, root, horizon, order, memory, |cx, root, _| alpha_beta(cx, root, Window::FULL))
}

/// Expectiminimax over the outcomes of fights, on win probabilities.
fn run_star2(
    task: &DeepeningTask<'_>,
    root: &mut CorrectedBelief,
    probes: usize,
) -> DeepeningResult {
    let DeepeningInput { evaluation, settings, .. } = task.input;
    let expected = ExpectedResult(evaluation.clone());
    let table: Transposition<Move, f64> = Transposition::with_bytes(settings.table).or_deeper();
    let mut cx = Context::new(expected, Quiet::new(Plies(1), settings.quiescence))
        .with_order(Tactical::default())
        .with_memory(table)
        .with_observer(Meter::new(task.limit));
    let mut reached = 0;
    let answer = iterative(
        &mut cx,
        root,
        task.depth,
        |cx, root, _| star2(cx, root, Window::FULL, ValueInterval::CENTRED, probes),
        |plies, _| reached = plies,
    );
    let SearchResult { value, line, complete } = answer;
    let value = value.map(|value| evaluation.value_of(value));
    DeepeningResult {
        answer: SearchResult { value, line, complete },
        depth: reached,
        visits: cx.observer.visits,
    }
}
