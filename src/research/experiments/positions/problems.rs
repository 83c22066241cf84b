//! Positions from games as problems: named positions by mode and phase, and the searches of them to a
//! fixed depth.

use super::ground::{PositionTask, run};
use super::judge::{MoveJudge, PLIES};
use crate::base::options::OptionValues;
use crate::engine::data;
use crate::engine::eval::{CorrectedBelief, Evaluation, Weights};
use crate::game::belief::{Belief, BeliefPosition, Mixture};
use crate::game::board::Board;
use crate::game::format::SavedPosition;
use crate::game::rules::{Mode, Move, Phase};
use crate::gametree::position::Evaluate;
use crate::gametree::score::Score;
use crate::gametree::search::{Limit, catalogue};
use crate::research::experiments::{
    ExperimentError, Fields, OF_MOST, Problem, ProblemFacts, ProblemSet, Reference, RunCounts,
    Variant,
};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

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

    fn problem_fields(&self, _seed: u64, trial: u64) -> Fields {
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

    fn problems(&self) -> Option<u64> {
        Some(self.scenes.len() as u64)
    }

    fn runs(&self, variant: &Variant) -> bool {
        !self.without.contains(&variant.id.as_str())
    }

    fn problem(&self, _seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
        Ok(Box::new(RootedPosition::new(self.named(trial)?, self.depth, self.cap)?))
    }
}

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
        options: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError> {
        let over = || stop.load(Ordering::Relaxed);
        let limit = Limit { nodes: Some(self.cap), over: Some(&over) };
        let search = catalogue::find(variant.algo)?;
        let mut done = run(search, variant.additions, &self.task(options, limit))?;
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

    fn spend(&self, variant: &Variant, options: &OptionValues) -> Result<(), ExperimentError> {
        let limit = Limit { nodes: Some(self.cap), over: None };
        let task = PositionTask { recorded: false, ..self.task(options, limit) };
        run(catalogue::find(variant.algo)?, variant.additions, &task)?;
        Ok(())
    }
}
