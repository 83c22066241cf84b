//! Named positions by mode and phase, each with its move judge.

use super::judge::{MoveJudge, PLIES};
use crate::engine::data;
use crate::engine::eval::{CorrectedBelief, Evaluation, Weights};
use crate::game::belief::{Belief, BeliefPosition, Mixture};
use crate::game::board::Board;
use crate::game::format::SavedPosition;
use crate::game::rules::{Mode, Phase};
use crate::research::experiments::ExperimentError;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, LazyLock, Mutex};

pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(data::weights);
static COUNTING: LazyLock<Arc<Mixture>> = LazyLock::new(|| Mixture::counting().into());

/// Seed of posteriors that are sampled.
const SAMPLES: u64 = 1;

/// A position with its name.
#[derive(Debug)]
pub struct NamedPosition {
    /// Name, mostly that of its file.
    pub name: String,
    /// The position.
    pub scene: SavedPosition,
    /// The values of its moves, shared by all experiments.
    pub(super) judge: Mutex<MoveJudge>,
}

/// A list of named positions.
#[derive(Debug, Clone, Default)]
pub struct PositionSet(Vec<Arc<NamedPosition>>);

impl PositionSet {
    /// Positions with their names.
    pub fn new(scenes: impl IntoIterator<Item = (String, SavedPosition)>) -> Self {
        Self::judged(scenes, PLIES)
    }

    /// Positions with their names; a search of that many plies, at least 1, judges chosen moves.
    pub fn judged(scenes: impl IntoIterator<Item = (String, SavedPosition)>, plies: u32) -> Self {
        let judge = || Mutex::new(MoveJudge::new(plies));
        let named = |(name, scene)| Arc::new(NamedPosition { name, scene, judge: judge() });
        Self(scenes.into_iter().map(named).collect())
    }

    /// The embedded positions: those of [`data::positions`], then [`data::more_positions`].
    pub fn embedded() -> Self {
        Self::numbered(
            data::positions().into_iter().map(|(_, scene)| scene).chain(data::more_positions()),
        )
    }

    /// Positions named by mode, phase and number, such as `2v2-end-01`.
    pub fn numbered(scenes: impl IntoIterator<Item = SavedPosition>) -> Self {
        let mut counts = BTreeMap::new();
        Self::new(scenes.into_iter().map(|scene| {
            let kind = format!("{}-{}", scene.mode().name(), scene.phase);
            let count = counts.entry(kind.clone()).or_insert(0);
            *count += 1;
            (format!("{kind}-{count:02}"), scene)
        }))
    }

    /// The positions in texts with names: a text of one has the name, others are numbered too.
    ///
    /// # Errors
    ///
    /// The first fault, with its place.
    pub fn of_texts(texts: &[(String, String)], board: &'static Board) -> Result<Self, String> {
        let mut named = vec![];
        for (name, text) in texts {
            let scenes = SavedPosition::parse_all(text, board);
            let scenes =
                scenes.map_err(|(number, error)| format!("{name}, position {number}: {error}"))?;
            let alone = scenes.len() == 1;
            let numbered = (1..).zip(scenes).map(|(number, scene)| {
                (if alone { name.clone() } else { format!("{name}-{number:02}") }, scene)
            });
            named.extend(numbered);
        }
        Ok(Self::new(named))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The positions of a mode and phase.
    pub(super) fn of(&self, mode: Mode, phase: Phase) -> Vec<Arc<NamedPosition>> {
        let fits =
            |named: &&Arc<NamedPosition>| (named.scene.mode(), named.scene.phase) == (mode, phase);
        self.0.iter().filter(fits).cloned().collect()
    }
}

impl NamedPosition {
    /// Description, for messages.
    pub(super) fn words(&self) -> String {
        let SavedPosition { phase, source, .. } = &self.scene;
        format!("{}, {} {phase} ({source})", self.name, self.scene.mode().name())
    }

    /// The belief of the seat to move, as the root of searches, with its evaluation.
    pub(super) fn root(&self) -> Result<(CorrectedBelief, Evaluation), ExperimentError> {
        let scene = &self.scene;
        let information = scene.information().map_err(|e| self.fault(&e))?;
        let belief = Belief::new(&scene.history.start, COUNTING.clone());
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
        ExperimentError::Problem(format!("{}: {error}", self.words()))
    }
}
