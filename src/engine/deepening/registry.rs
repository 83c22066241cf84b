//! The engines by name, and their parameters.

use super::awt::{AwtSettings, run_awt};
use super::iterate::{
    ends, run_alpha_beta, run_aspiration, run_minimax, run_mtd_f, run_pvs, run_split, run_threshold,
};
use super::star2::run_star2;
use super::thought::{SearchOutcome, SearchTask, SearchablePosition};
use crate::base::options::{OptionReader, OptionSpec, OptionType, OptionValues, option};
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::game::rules::{Phase, World};
use crate::gametree::position::{Evaluate, MoveGain};
use crate::gametree::score::Score;
use crate::gametree::search::{BestCertain, Certain, Shrinking, Tactical};

/// An engine, for people.
pub struct EngineKind {
    /// Its name, as a seat too.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [OptionSpec],
    run: Run,
}

/// How a search is run: with chance or without, on open worlds too or only where entropy is known.
#[derive(Clone, Copy)]
enum Run {
    Minimax,
    AlphaBeta,
    Aspiration,
    Pvs,
    MtdF,
    Awt,
    Abt,
    Ct,
    Bct,
    Star2,
}

const DELTA: OptionSpec = option(
    "delta",
    OptionType::Amount(1),
    "40",
    "half the first window around the guess, centi-pieces",
);
const THRESHOLD: OptionSpec =
    option("threshold", OptionType::Real, "8", "path entropy that ends a path, bits");

/// What the range of payoffs is taken to be for AWT's M and N: the worth of a commander, in
/// centi-pieces. *Our reading*: moves of a quiet position differ by parts of it.
const PAYOFF_RANGE: f64 = 900.0;

/// All engines.
#[rustfmt::skip]
pub const ENGINES: [EngineKind; 10] = [
    EngineKind { name: "minimax", run: Run::Minimax, params: &[],
        about: "minimax, deepened ply by ply" },
    EngineKind { name: "alphabeta", run: Run::AlphaBeta, params: &[],
        about: "alpha-beta with table, order and quiescence, deepened ply by ply" },
    EngineKind { name: "aspiration", run: Run::Aspiration, params: &[DELTA],
        about: "the same in a window around the last value" },
    EngineKind { name: "pvs", run: Run::Pvs, params: &[
            option("lanes", OptionType::Within(1, 64), "1", "parts of the root, each on a thread of its own; the move depends on it")],
        about: "principal variation search with table, order and quiescence" },
    EngineKind { name: "mtdf", run: Run::MtdF, params: &[],
        about: "MTD(f): null windows from the last value on" },
    EngineKind { name: "awt", run: Run::Awt, params: &[
            option("M", OptionType::Part, "", "first raise as a part of the payoffs' range; by phase 0.05, 0.02, 0"),
            option("N", OptionType::Part, "", "second raise, on top of the first; by phase 0.05, 0.02, 0"),
            option("t1", OptionType::Part, "0.33", "when the first tick comes, as a part of the time"),
            option("t2", OptionType::Part, "0.67", "when the second comes"),
            DELTA],
        about: "aspiration with timer (the thesis, chapter 3; our reading)" },
    EngineKind { name: "abt", run: Run::Abt, params: &[THRESHOLD],
        about: "Alpha-Beta-Threshold: certain lines deeper (the thesis, chapter 4; our reading)" },
    EngineKind { name: "ct", run: Run::Ct, params: &[THRESHOLD],
        about: "Certain-Threshold: the same, certain moves first" },
    EngineKind { name: "bct", run: Run::Bct, params: &[THRESHOLD,
            option("lambda", OptionType::Part, "0.5", "what a payoff loses at the threshold")],
        about: "Best-Certain-Threshold: the same, best certain moves first, uncertain payoffs for less" },
    EngineKind { name: "star2", run: Run::Star2, params: &[
            option("probes", OptionType::Count, "1", "moves of each outcome that are tried first; 0 is Star1")],
        about: "expectiminimax by Star2: fights end in every way, win probabilities are averaged" },
];

/// An engine with its parameters.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    kind: &'static EngineKind,
    params: &'a OptionValues,
    known: &'static [OptionSpec],
}

impl EngineKind {
    /// The engine of a name.
    pub fn find(name: &str) -> Option<&'static Self> {
        const ALL: &[EngineKind] = &ENGINES;
        ALL.iter().find(|kind| kind.name == name)
    }

    /// The engine with parameters among `known`, which hold its own.
    pub fn with<'a>(
        &'static self,
        params: &'a OptionValues,
        known: &'static [OptionSpec],
    ) -> Engine<'a> {
        Engine { kind: self, params, known }
    }
}

impl Engine<'_> {
    fn asked(&self) -> OptionReader<'_> {
        self.params.asked(self.known)
    }

    /// Thinks about what a seat believes.
    pub fn think(
        &self,
        task: &SearchTask<'_>,
        evaluation: &Evaluation,
        root: &mut CorrectedBelief,
    ) -> SearchOutcome {
        let phase = Phase::of(root.belief().stand_ins());
        let asked = self.asked();
        let bits = || asked.real("threshold");
        match self.kind.run {
            Run::Abt => run_threshold(task, evaluation, root, (ends(bits()), Tactical::default())),
            Run::Ct => run_threshold(task, evaluation, root, (ends(bits()), Certain::default())),
            Run::Bct => {
                let (ends, lambda) = (ends(bits()), asked.real("lambda"));
                let horizon = Shrinking { ends, lambda, leaves: true };
                run_threshold(task, evaluation, root, (horizon, BestCertain::default()))
            }
            Run::Star2 => {
                run_star2(task, evaluation, root, asked.count("probes").unwrap_or(1) as usize)
            }
            _ => self.plain(task, evaluation, root, phase),
        }
    }

    /// Thinks about an open world; none for an engine that needs uncertainty.
    pub fn think_open(
        &self,
        task: &SearchTask<'_>,
        evaluation: &Evaluation,
        root: &mut World,
    ) -> Option<SearchOutcome> {
        let phase = Phase::of(root);
        let needs = matches!(self.kind.run, Run::Abt | Run::Ct | Run::Bct | Run::Star2);
        (!needs).then(|| self.plain(task, evaluation, root, phase))
    }

    /// The searches that do not ask for entropy.
    fn plain<P: SearchablePosition + Send + Sync>(
        &self,
        task: &SearchTask<'_>,
        e: &Evaluation,
        root: &mut P,
        phase: Phase,
    ) -> SearchOutcome
    where
        Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
    {
        match self.kind.run {
            Run::Minimax => run_minimax(task, e, root),
            Run::Aspiration => run_aspiration(task, e, root, Score(self.asked().whole("delta"))),
            Run::Pvs => match self.asked().amount("lanes") as usize {
                1 => run_pvs(task, e, root),
                lanes => run_split(task, e, root, lanes),
            },
            Run::MtdF => run_mtd_f(task, e, root),
            Run::Awt => run_awt(task, e, root, self.timer(phase)),
            _ => run_alpha_beta(task, e, root),
        }
    }

    /// What AWT is set to in a phase.
    fn timer(&self, phase: Phase) -> AwtSettings {
        let asked = self.asked();
        let by_phase = match phase {
            Phase::Opening => 0.05,
            Phase::Middle => 0.02,
            Phase::End => 0.0,
        };
        let raise = |name| {
            let part = asked.real_or(name, by_phase);
            Score((part * PAYOFF_RANGE).round() as i64)
        };
        AwtSettings {
            raises: [raise("M"), raise("N")],
            ticks: [asked.real("t1"), asked.real("t2")],
            delta: Score(asked.whole("delta")),
        }
    }
}
