//! The evaluation of worlds, and what it tells of one.

use super::board_map::BoardMap;
use super::piece_beliefs::{PieceBeliefCache, PieceBeliefs};
use super::terms::{EvalFeatures, FeatureSink, TermInputs, tell, worths};
use super::weights::{ModeWeights, Weights, WeightsError};
use crate::game::belief::{BeliefPosition, Gains};
use crate::game::board::Seat;
use crate::game::rules::{CombatResult, Kind, Move, Outcome, PieceId, Rules, World, clash};
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use std::sync::Arc;

/// Centi-pieces of a game that is won, less one for every ply it takes from the root. Values of games
/// that go on stay below.
pub const WIN: i64 = 30_000;

/// The greatest value of a game that goes on.
pub(super) const MOST: i64 = 25_000;

/// What the last flag of a team counts for in fights that may take it, in centi-pieces: as much as
/// makes a win all but sure. (All of a win would outweigh everything at the least chance of it.)
const DECISIVE: f64 = 10_000.0;

/// What a ply more takes from a sure win, as 2 p - 1.
const A_PLY: f64 = 1e-8;
/// As 2 p - 1, the most that a game can be worth that goes on: WIN less MOST plies below a win.
const GOES_ON: f64 = 1.0 - 1e-4;

/// The evaluation, set up for the positions below a root.
#[derive(Debug, Clone)]
pub struct Evaluation {
    weights: EvalFeatures,
    scale: f64,
    map: Arc<BoardMap>,
    memo: PieceBeliefCache,
    root_ply: u32,
    /// By seat of the defender, what fights with its pieces bring.
    gains: Arc<[Gains; 4]>,
}

impl Evaluation {
    /// For positions below an open world.
    ///
    /// # Errors
    ///
    /// If the weights do not fit the features.
    pub fn of_world(root: &World, weights: &Weights) -> Result<Self, WeightsError> {
        let mut evaluation = Self::new(root, weights.of(root.rules().mode))?;
        evaluation.gains = Arc::new(world_gains(root, &evaluation.weights));
        Ok(evaluation)
    }

    /// For positions below what a seat believes.
    ///
    /// # Errors
    ///
    /// If the weights do not fit the features.
    pub fn of_belief(root: &BeliefPosition, weights: &Weights) -> Result<Self, WeightsError> {
        let mut evaluation = Self::new(root.stand_ins(), weights.of(root.rules().mode))?;
        let gains = {
            let mut memo = PieceBeliefCache::new();
            gains_of(&evaluation.weights, root.stand_ins(), &memo.cast(root))
        };
        evaluation.gains = Arc::new(gains);
        Ok(evaluation)
    }

    fn new(root: &World, fitted: &ModeWeights) -> Result<Self, WeightsError> {
        Ok(Self {
            weights: fitted.features()?,
            scale: fitted.scale,
            map: Arc::new(BoardMap::new(root.net())),
            memo: PieceBeliefCache::new(),
            root_ply: root.ply(),
            gains: Arc::new([[[0.0; 12]; 12]; 4]),
        })
    }

    pub(super) fn root_ply(&self) -> u32 {
        self.root_ply
    }

    /// By seat of the defender, what fights with its pieces bring, in centi-pieces.
    pub fn gains(&self) -> &Arc<[Gains; 4]> {
        &self.gains
    }

    /// The probability of winning that a value stands for, as 2 p - 1: from -1 to 1.
    pub fn chance(&self, value: f64) -> f64 {
        (value / self.scale / 2.0).tanh()
    }

    /// The same for a value that may be of a game that is over: the sooner a win the better, and
    /// better than all that goes on.
    pub fn odds(&self, value: Score) -> f64 {
        if value.0.abs() > MOST {
            let late = (WIN - value.0.abs()) as f64;
            return (1.0 - late * A_PLY).copysign(value.0 as f64);
        }
        self.chance(value.0 as f64).clamp(-GOES_ON, GOES_ON)
    }

    /// The value that stands for a probability of winning, given as 2 p - 1; a sure one is a win.
    pub fn value_of(&self, chance: f64) -> Score {
        if chance.abs() > GOES_ON {
            let late = ((1.0 - chance.abs()) / A_PLY).round();
            return Score((WIN as f64 - late).copysign(chance) as i64);
        }
        let value = 2.0 * self.scale * chance.atanh();
        Score(value.clamp(-MOST as f64, MOST as f64).round() as i64)
    }

    /// Centi-pieces that make the odds of winning e times as high.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The features of a world.
    pub fn features(&self, world: &World) -> EvalFeatures {
        let mut features = [0.0; super::FEATURES];
        tell(&self.scene(world, world), &mut features);
        features
    }

    /// The features of what a seat believes.
    pub fn believed_features(&mut self, position: &BeliefPosition) -> EvalFeatures {
        let mut features = [0.0; super::FEATURES];
        let Self { memo, map, .. } = self;
        let cast = memo.cast(position);
        let world = position.stand_ins();
        tell(&TermInputs { world, cast: &cast, map, counts: cast.counts() }, &mut features);
        features
    }

    /// What a world is worth to the first team, in centi-pieces.
    pub fn worth(&self, world: &World) -> i64 {
        end(world, self.root_ply).unwrap_or_else(|| value(&self.scene(world, world), &self.weights))
    }

    /// What a belief is worth to the first team, in centi-pieces.
    pub fn believed_worth(&mut self, position: &BeliefPosition) -> i64 {
        self.believed(position)
    }

    /// The weights in the order of the features.
    pub fn weights(&self) -> &EvalFeatures {
        &self.weights
    }

    fn scene<'a, C: PieceBeliefs>(&'a self, world: &'a World, cast: &'a C) -> TermInputs<'a, C> {
        TermInputs { world, cast, map: &self.map, counts: cast.counts() }
    }

    /// The value of a belief for the first team.
    pub(super) fn believed(&mut self, position: &BeliefPosition) -> i64 {
        let world = position.stand_ins();
        if let Some(end) = end(world, self.root_ply) {
            return end;
        }
        let Self { weights, memo, map, .. } = self;
        let cast = memo.cast(position);
        value(&TermInputs { world, cast: &cast, map, counts: cast.counts() }, weights)
    }
}

/// The value of a game that is over, for the first team.
pub(super) fn end(world: &World, root_ply: u32) -> Option<i64> {
    let plies = i64::from(world.ply().saturating_sub(root_ply));
    Some(match world.outcome()? {
        Outcome::Draw(_) => 0,
        Outcome::Win(team) if team.index() == 0 => WIN - plies,
        Outcome::Win(_) => plies - WIN,
    })
}

/// What fights bring the attacker in an open world.
pub(super) fn world_gains(root: &World, weights: &EvalFeatures) -> [Gains; 4] {
    gains_of(weights, root, root)
}

/// What fights bring the attacker, at the worths of this moment.
fn gains_of(weights: &EvalFeatures, root: &World, cast: &impl PieceBeliefs) -> [Gains; 4] {
    let rules = root.rules();
    let worths = worths(weights, &cast.counts(), rules);
    let last = |seat: Seat| {
        let mates = root.alive().iter().filter(|&s| rules.team(s) == rules.team(seat));
        mates.count() == 1
    };
    Seat::ALL.map(|defender| {
        let attacker = rules.seats().iter().find(|&s| rules.team(s) != rules.team(defender));
        let Some(attacker) = attacker else { return [[0.0; 12]; 12] };
        let (own, mut theirs) = (worths[attacker.index()], worths[defender.index()]);
        if last(defender) {
            theirs[Kind::Flag.index()] = DECISIVE;
        }
        gains(&own, &theirs, rules)
    })
}

/// Weighs features as they are told.
struct WeightedSum<'a> {
    weights: &'a EvalFeatures,
    sum: f32,
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, amount: f32) {
        self.sum += self.weights[feature] * amount;
    }
}

fn value<C: PieceBeliefs>(scene: &TermInputs<'_, C>, weights: &EvalFeatures) -> i64 {
    let mut weighed = WeightedSum { weights, sum: 0.0 };
    tell(scene, &mut weighed);
    (weighed.sum.round() as i64).clamp(-MOST, MOST)
}

/// A table of gains from the worths of attackers and defenders.
fn gains(own: &[f64; 12], theirs: &[f64; 12], rules: &Rules) -> Gains {
    let gain = |a: Kind, d: Kind| match clash(a, d, rules.mine_on_hit) {
        CombatResult::Win => theirs[d.index()],
        CombatResult::Lose => -own[a.index()],
        CombatResult::Both => theirs[d.index()] - own[a.index()],
    };
    Kind::ALL.map(|a| Kind::ALL.map(|d| if a.is_mobile() { gain(a, d) } else { 0.0 }))
}

impl Evaluate<World> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, world: &World) -> Score {
        Score(for_max(world.side(), self.worth(world)))
    }
}

impl MoveGain<World> for Evaluation {
    #[inline]
    fn promise(&mut self, world: &World, m: Move) -> Option<i64> {
        let target = world.piece_at(m.to)?;
        let kind = |p: PieceId| world.kind(p).index();
        let gains = &self.gains[target.seat().index()];
        Some(gains[kind(world.piece_at(m.from)?)][kind(target)] as i64)
    }
}
