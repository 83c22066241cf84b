//! Positions from games as problems: named positions by mode and phase, and the searches of them to a
//! fixed depth.

use super::ground::{PositionTask, run};
use super::judge::{MoveJudge, PLIES};
use crate::research::experiments::{
    ExperimentError, Fields, OF_MOST, Problem, ProblemFacts, ProblemSet, Reference, RunCounts,
    Variant,
};
use junqi_core::base::options::OptionValues;
use junqi_core::engine::data;
use junqi_core::engine::eval::{CorrectedBelief, Evaluation, Weights};
use junqi_core::game::belief::{Belief, BeliefPosition, Mixture};
use junqi_core::game::board::Board;
use junqi_core::game::format::SavedPosition;
use junqi_core::game::rules::{Mode, Move, Phase};
use junqi_core::gametree::position::Evaluate;
use junqi_core::gametree::score::Score;
use junqi_core::gametree::search::{Limit, catalogue};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

static WEIGHTS: LazyLock<Weights> = LazyLock::new(data::weights);
static COUNTING: LazyLock<Arc<Mixture>> = LazyLock::new(|| Mixture::counting().into());

/// Seed of posteriors that are sampled.
const SAMPLES: u64 = 1;

/// A position with its name.
#[derive(Debug)]
pub struct NamedPosition {
    /// Name, mostly that of its file.
    pub name: String,
    /// The position.
    pub position: SavedPosition,
    /// The values of its moves, shared by all experiments.
    judge: Mutex<MoveJudge>,
}

/// A list of named positions.
#[derive(Debug, Clone, Default)]
pub struct PositionSet(Vec<Arc<NamedPosition>>);

impl PositionSet {
    /// Positions with their names.
    pub fn new(positions: impl IntoIterator<Item = (String, SavedPosition)>) -> Self {
        Self::judged(positions, PLIES)
    }

    /// Positions with their names; a search of that many plies, at least 1, judges chosen moves.
    pub fn judged(
        positions: impl IntoIterator<Item = (String, SavedPosition)>,
        plies: u32,
    ) -> Self {
        let mut all = vec![];
        for (name, position) in positions {
            let judge = Mutex::new(MoveJudge::new(plies));
            all.push(Arc::new(NamedPosition { name, position, judge }));
        }
        Self(all)
    }

    /// The embedded positions: those of [`data::positions`], then [`data::more_positions`].
    pub fn embedded() -> Self {
        Self::numbered(
            data::positions()
                .into_iter()
                .map(|(_, position)| position)
                .chain(data::more_positions()),
        )
    }

    /// Positions named by mode, phase and number, such as `2v2-end-01`.
    pub fn numbered(positions: impl IntoIterator<Item = SavedPosition>) -> Self {
        let mut counts = BTreeMap::new();
        Self::new(positions.into_iter().map(|position| {
            let kind = format!("{}-{}", position.mode().name(), position.phase);
            let count = counts.entry(kind.clone()).or_insert(0);
            *count += 1;
            (format!("{kind}-{count:02}"), position)
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
            let positions = SavedPosition::parse_all(text, board)
                .map_err(|(number, error)| format!("{name}, position {number}: {error}"))?;
            let alone = positions.len() == 1;
            for (number, position) in (1..).zip(positions) {
                let name = if alone { name.clone() } else { format!("{name}-{number:02}") };
                named.push((name, position));
            }
        }
        Ok(Self::new(named))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The positions of a mode and phase.
    fn of(&self, mode: Mode, phase: Phase) -> Vec<Arc<NamedPosition>> {
        let all = self.0.iter();
        all.filter(|named| named.position.mode() == mode && named.position.phase == phase)
            .cloned()
            .collect()
    }
}

impl NamedPosition {
    /// Description, for messages.
    fn words(&self) -> String {
        let SavedPosition { phase, source, .. } = &self.position;
        format!("{}, {} {phase} ({source})", self.name, self.position.mode().name())
    }

    /// The belief of the seat to move, as the root of searches, with its evaluation.
    fn root(&self) -> Result<(CorrectedBelief, Evaluation), ExperimentError> {
        let position = &self.position;
        let information = position.information().map_err(|e| self.fault(&e))?;
        let belief = Belief::new(&position.history.start, COUNTING.clone());
        let mut belief = belief.map_err(|e| self.fault(&e))?;
        position.history.events.iter().for_each(|event| belief.learn(event));
        let posterior = belief.posterior(SAMPLES);
        if !posterior.is_consistent() {
            return Err(self.fault(&"found nothing that explains the events, expected something"));
        }
        let root = BeliefPosition::new(&information.observation(), &posterior);
        let evaluation = Evaluation::of_belief(&root, &WEIGHTS).map_err(|e| self.fault(&e))?;
        Ok((CorrectedBelief::new(root, &evaluation), evaluation))
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
    named: Vec<Arc<NamedPosition>>,
}

impl Positions {
    /// At most `most` positions of a mode and phase, searched `depth` plies deep.
    pub fn new(
        positions: &PositionSet,
        (mode, phase): (Mode, Phase),
        depth: u32,
        most: usize,
    ) -> Self {
        let mut named = positions.of(mode, phase);
        named.truncate(most);
        Self { mode, phase, depth, cap: CAP, named }
    }

    /// Sets the cap on the nodes of a run.
    #[must_use]
    pub fn capped(self, cap: u64) -> Self {
        Self { cap, ..self }
    }

    fn position(&self, trial: u64) -> Result<&NamedPosition, ExperimentError> {
        match self.named.get(trial as usize) {
            Some(named) => Ok(named),
            None => Err(ExperimentError::Problem(format!(
                "found {} positions, expected one more",
                self.named.len()
            ))),
        }
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
        let Ok(named) = self.position(trial) else { return fields };
        let NamedPosition { name, position, .. } = named;
        let fields = fields.with("position", name.as_str()).with("ply", position.ply);
        fields.with("source", position.source.as_str())
    }

    fn describe(&self, _seed: u64, trial: u64) -> String {
        self.position(trial).map_or_else(|e| e.to_string(), NamedPosition::words)
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
        Some(self.named.len() as u64)
    }

    fn runs(&self, variant: &Variant) -> bool {
        variant.less < self.depth && self.depth <= variant.deepest
    }

    fn problem(&self, _seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
        Ok(Box::new(RootedPosition::new(self.position(trial)?, self.depth, self.cap)?))
    }
}

/// The value of a commander, in centi-pieces: the range R for losses and for M and N of AWT. *Our
/// reading*, as the engine's: the moves of a quiet position differ by fractions of it.
pub const RANGE: u64 = 900;

/// A position as the root of a tree of some depth. Values are for the side to move, which is the
/// root's Max.
struct RootedPosition<'a> {
    named: &'a NamedPosition,
    depth: u32,
    /// The most nodes of a run.
    cap: u64,
    root: CorrectedBelief,
    evaluation: Evaluation,
    known: ProblemFacts,
}

impl<'a> RootedPosition<'a> {
    fn new(named: &'a NamedPosition, depth: u32, cap: u64) -> Result<Self, ExperimentError> {
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

    fn task<'t>(
        &'t self,
        variant: &Variant,
        options: &'t OptionValues,
        limit: Limit<'t>,
    ) -> PositionTask<'t> {
        PositionTask {
            root: &self.root,
            evaluation: &self.evaluation,
            depth: self.depth - variant.less,
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
        Some(Reference {
            best: self.text(choice.best),
            value,
            depth: choice.depth,
            random_loss: None,
        })
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
        let mut done = run(search, variant.additions, &self.task(variant, options, limit))?;
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
        let task = PositionTask { recorded: false, ..self.task(variant, options, limit) };
        run(catalogue::find(variant.algo)?, variant.additions, &task)?;
        Ok(())
    }
}
