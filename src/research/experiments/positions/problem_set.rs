//! Game positions of one mode and phase as a problem set.

use super::position_set::{NamedPosition, PositionSet, WEIGHTS};
use super::rooted_position::{RANGE, RootedPosition};
use crate::game::rules::{Mode, Phase};
use crate::research::experiments::{ExperimentError, Fields, Problem, ProblemSet, Variant};
use std::sync::Arc;

/// Default cap on the nodes of a run.
pub const CAP: u64 = 5_000_000;

/// The positions of one mode and phase, searched to a fixed depth.
#[derive(Debug, Clone)]
pub struct Positions {
    mode: Mode,
    phase: Phase,
    depth: u32,
    cap: u64,
    scenes: Vec<Arc<NamedPosition>>,
    without: &'static [&'static str],
}

impl Positions {
    /// At most `most` positions of a mode and phase, searched `depth` plies deep.
    pub fn new(
        scenes: &PositionSet,
        (mode, phase): (Mode, Phase),
        depth: u32,
        most: usize,
    ) -> Self {
        let mut scenes = scenes.of(mode, phase);
        scenes.truncate(most);
        Self { mode, phase, depth, cap: CAP, scenes, without: &[] }
    }

    /// Sets the cap on the nodes of a run.
    #[must_use]
    pub fn capped(self, cap: u64) -> Self {
        Self { cap, ..self }
    }

    /// Excludes variants by name.
    #[must_use]
    pub fn without(self, without: &'static [&'static str]) -> Self {
        Self { without, ..self }
    }

    fn named(&self, trial: u64) -> Result<&NamedPosition, ExperimentError> {
        let found = self.scenes.get(trial as usize);
        found.map(|named| &**named).ok_or_else(|| {
            let there = self.scenes.len();
            ExperimentError::Problem(format!("found {there} positions, expected one more"))
        })
    }
}

impl ProblemSet for Positions {
    fn label(&self) -> String {
        self.title()
    }

    fn panel(&self) -> Option<String> {
        Some(format!("{}, depth {}", self.mode.name(), self.depth))
    }

    fn tick(&self) -> String {
        self.phase.to_string()
    }

    fn title(&self) -> String {
        format!("{} {}, depth {}", self.mode.name(), self.phase, self.depth)
    }

    fn kind(&self) -> Fields {
        Fields::default()
            .with("mode", self.mode.name())
            .with("phase", self.phase.to_string())
            .with("depth", self.depth)
    }

    fn subject_fields(&self, _seed: u64, trial: u64) -> Fields {
        let fields = Fields::default().with("trial", trial);
        let Ok(named) = self.named(trial) else { return fields };
        let NamedPosition { name, scene, .. } = named;
        let fields = fields.with("position", name.as_str()).with("ply", scene.ply);
        fields.with("source", scene.source.as_str())
    }

    fn describe(&self, _seed: u64, trial: u64) -> String {
        self.named(trial).map_or_else(|e| e.to_string(), NamedPosition::words)
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn range(&self) -> u64 {
        RANGE
    }

    /// The chance of winning.
    fn worth(&self, value: f64) -> f64 {
        f64::midpoint(1.0, WEIGHTS.of(self.mode).unfinished_result(value))
    }

    fn subjects(&self) -> Option<u64> {
        Some(self.scenes.len() as u64)
    }

    fn runs(&self, variant: &Variant) -> bool {
        !self.without.contains(&variant.id.as_str())
    }

    fn subject(&self, _seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
        Ok(Box::new(RootedPosition::new(self.named(trial)?, self.depth, self.cap)?))
    }
}
