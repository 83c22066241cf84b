//! A position that every algorithm of an experiment searches.

use super::ground::{PositionTask, run};
use super::judge::MoveJudge;
use super::position_set::NamedPosition;
use crate::base::options::OptionValues;
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::game::rules::Move;
use crate::gametree::position::Evaluate;
use crate::gametree::score::Score;
use crate::gametree::search::{Limit, catalogue};
use crate::research::experiments::OF_MOST;
use crate::research::experiments::{
    ExperimentError, Problem, ProblemFacts, Reference, RunCounts, Variant,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{MutexGuard, PoisonError};

/// The value of a commander, in centi-pieces: the range R for losses and for M and N of AWT. *Our
/// reading*, as the engine's: the moves of a quiet position differ by fractions of it.
pub const RANGE: u64 = 900;

/// A position as the root of a tree of some depth. Values are for the side to move, which is the
/// root's Max.
pub(super) struct RootedPosition<'a> {
    named: &'a NamedPosition,
    depth: u32,
    /// The most nodes of a run.
    cap: u64,
    root: CorrectedBelief,
    evaluation: Evaluation,
    known: ProblemFacts,
}

impl<'a> RootedPosition<'a> {
    pub(super) fn new(
        named: &'a NamedPosition,
        depth: u32,
        cap: u64,
    ) -> Result<Self, ExperimentError> {
        let (root, mut evaluation) = named.root()?;
        let value: Score = evaluation.evaluate(&root);
        // `OfEntropy(f)` is f times the entropy of a path of depth - 1 plies on which no move
        // reveals information.
        let before_last = f64::from(depth.saturating_sub(1)) / f64::from(depth.max(1));
        let known = ProblemFacts {
            guess: value.0,
            range: RANGE,
            depth,
            ply_bits: root.belief().average_entropy().0 * before_last / OF_MOST,
            value: None,
            nodes: 0,
        };
        Ok(Self { named, depth, cap, root, evaluation, known })
    }

    fn judge(&self) -> MutexGuard<'_, MoveJudge> {
        self.named.judge.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn text(&self, m: Move) -> String {
        m.text(self.root.belief().net().board())
    }

    fn task<'t>(&'t self, options: &'t OptionValues, limit: Limit<'t>) -> PositionTask<'t> {
        PositionTask {
            root: &self.root,
            evaluation: &self.evaluation,
            depth: self.depth,
            limit,
            options,
            recorded: true,
        }
    }
}

impl Problem for RootedPosition<'_> {
    fn known(&self) -> ProblemFacts {
        self.known
    }

    fn reference(&self) -> Option<Reference> {
        let choice = self.judge().known()?;
        let value = choice.value.0 as f64;
        Some(Reference { best: self.text(choice.best), value, depth: choice.depth })
    }

    fn search(
        &self,
        variant: &Variant,
        params: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError> {
        let over = || stop.load(Ordering::Relaxed);
        let limit = Limit { nodes: Some(self.cap), over: Some(&over) };
        let search = catalogue::find(variant.algo)?;
        let mut done = run(search, variant.additions, &self.task(params, limit))?;
        if over() {
            return Err(ExperimentError::Stopped);
        }
        let mut judge = self.judge();
        judge.choice(&self.root, &self.evaluation, stop)?;
        if let Some(m) = done.best {
            done.counts.best = Some(self.text(m));
            done.counts.loss = Some(judge.loss(m, &self.root, &self.evaluation, stop)?);
        }
        Ok(done.counts)
    }

    fn spend(&self, variant: &Variant, params: &OptionValues) -> Result<(), ExperimentError> {
        let limit = Limit { nodes: Some(self.cap), over: None };
        let task = PositionTask { recorded: false, ..self.task(params, limit) };
        run(catalogue::find(variant.algo)?, variant.additions, &task)?;
        Ok(())
    }
}
