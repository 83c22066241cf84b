//! The positions that are searched: scenes by mode and phase, each with its judge.

use super::judge::{MoveJudge, PLIES};
use crate::engine::data;
use crate::engine::eval::{CorrectedBelief, Evaluation, Weights};
use crate::game::belief::{Belief, BeliefPosition, Prior};
use crate::game::format::{SavedPosition, mode_text};
use crate::game::rules::{Mode, Phase};
use crate::research::experiments::ExperimentError;
use std::fmt::Display;
use std::sync::{Arc, LazyLock, Mutex};

static WEIGHTS: LazyLock<Weights> = LazyLock::new(data::weights);
static UNIFORM: LazyLock<Arc<Prior>> = LazyLock::new(|| Prior::uniform().into());

/// The seed of posteriors that cannot be counted.
const SAMPLES: u64 = 1;

/// A scene with its name.
#[derive(Debug)]
pub struct NamedPosition {
    /// Its name, mostly that of its file.
    pub name: String,
    /// The moment.
    pub scene: SavedPosition,
    /// What is known of the worth of its moves: the same for all experiments.
    pub(super) judge: Mutex<MoveJudge>,
}

/// Scenes in an order.
#[derive(Debug, Clone, Default)]
pub struct PositionSet(Vec<Arc<NamedPosition>>);

impl PositionSet {
    /// Scenes with their names.
    pub fn new(scenes: impl IntoIterator<Item = (String, SavedPosition)>) -> Self {
        Self::judged(scenes, PLIES)
    }

    /// The same, with chosen moves judged by a search of so many plies, at least 1.
    pub fn judged(scenes: impl IntoIterator<Item = (String, SavedPosition)>, plies: u32) -> Self {
        let judge = || Mutex::new(MoveJudge::new(plies));
        let named = |(name, scene)| Arc::new(NamedPosition { name, scene, judge: judge() });
        Self(scenes.into_iter().map(named).collect())
    }

    /// Those of the program.
    pub fn embedded() -> Self {
        let stem = |name: &str| name.trim_end_matches(".txt").to_owned();
        Self::new(data::positions().into_iter().map(|(name, scene)| (stem(name), scene)))
    }

    /// Those of a mode and a phase.
    pub(super) fn of(&self, mode: Mode, phase: Phase) -> Vec<Arc<NamedPosition>> {
        let fits =
            |named: &&Arc<NamedPosition>| (named.scene.mode(), named.scene.phase) == (mode, phase);
        self.0.iter().filter(fits).cloned().collect()
    }
}

impl NamedPosition {
    /// In words, for messages.
    pub(super) fn words(&self) -> String {
        let SavedPosition { phase, source, .. } = &self.scene;
        format!("{}, {} {phase} ({source})", self.name, mode_text(self.scene.mode()))
    }

    /// What the seat to move believes, as the root of searches, with an evaluation that was set up
    /// for it.
    pub(super) fn root(&self) -> Result<(CorrectedBelief, Evaluation), ExperimentError> {
        let scene = &self.scene;
        let information = scene.information().map_err(|e| self.fault(&e))?;
        let belief = Belief::new(&scene.history.start, UNIFORM.clone());
        let mut belief = belief.map_err(|e| self.fault(&e))?;
        scene.history.events.iter().for_each(|event| belief.learn(event));
        let posterior = belief.posterior(SAMPLES);
        if !posterior.is_consistent() {
            return Err(self.fault(&"found nothing that explains the events, expected something"));
        }
        let position = BeliefPosition::new(&information.observation(), &posterior);
        let evaluation = Evaluation::of_belief(&position, &WEIGHTS).map_err(|e| self.fault(&e))?;
        Ok((CorrectedBelief::new(position, &evaluation), evaluation))
    }

    fn fault(&self, error: &dyn Display) -> ExperimentError {
        ExperimentError::Ground(format!("{}: {error}", self.words()))
    }
}
