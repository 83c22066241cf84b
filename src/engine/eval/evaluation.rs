//! The evaluation of worlds and of beliefs.

use super::board_map::BoardMap;
use super::gain_table::{gain_in, gains_of};
use super::piece_beliefs::{PieceBeliefCache, PieceBeliefs};
use super::terms::{EvalFeatures, FeatureSink, TeamCounts, TermInputs, add_features, by_team};
use super::weights::{ModeWeights, Weights, WeightsError, unfinished_result};
use crate::game::belief::{BeliefPosition, Gains};
use crate::game::rules::{Move, Outcome, World};
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use std::sync::Arc;

/// Value of a won game in centi-pieces, minus one per ply from the root. Values of unfinished games are
/// lower.
pub const WIN: i64 = 30_000;

/// Limit of the value of an unfinished game, in centi-pieces.
pub const MOST_UNFINISHED: i64 = 25_000;

/// Whether a value sees the end of the game.
pub fn is_decided(value: i64) -> bool {
    value.abs() > MOST_UNFINISHED
}

/// Value of a won game lost per ply, as 2 p - 1.
const LOSS_PER_PLY: f64 = 1e-8;
/// Limit of the value of an unfinished game, as 2 p - 1: below every win of less than `WIN - MOST_UNFINISHED`
/// plies.
const UNFINISHED: f64 = 1.0 - 1e-4;

/// The evaluation, set up for the positions below a root.
///
/// ```
/// use junqi::base::random;
/// use junqi::engine::{data, eval::Evaluation};
/// use junqi::game::board::{Board, Seat};
/// use junqi::game::rules::{Deployment, Rules, World};
///
/// let mut rng = random::stream(1, &[]);
/// let armies = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
/// let world = World::start(Board::siguo(), Rules::default(), &armies, Seat::South)?;
///
/// let evaluation = Evaluation::of_world(&world, &data::weights())?;
/// let value = evaluation.first_team_value(&world); // for the first team, in centi-pieces
/// let win = (1.0 + evaluation.unfinished_result(value as f64)) / 2.0; // a draw counts as half a win
/// assert!(value.abs() < 1000 && (0.1..0.9).contains(&win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Evaluation {
    weights: EvalFeatures,
    scale: f64,
    map: Arc<BoardMap>,
    cache: PieceBeliefCache,
    root_ply: u32,
    /// Gains of fights for the attacker, by seat of the defender, in centi-pieces.
    gains: Arc<[Gains; 4]>,
}

impl Evaluation {
    /// Sets up the evaluation for the positions below an open world.
    ///
    /// # Errors
    ///
    /// If the weights do not fit the features.
    pub fn of_world(root: &World, weights: &Weights) -> Result<Self, WeightsError> {
        let mut evaluation = Self::new(root, weights.of(root.rules().mode))?;
        evaluation.gains = Arc::new(gains_of(&evaluation.weights, root, root));
        Ok(evaluation)
    }

    /// Sets up the evaluation for the positions below the belief of a seat.
    ///
    /// # Errors
    ///
    /// If the weights do not fit the features.
    pub fn of_belief(root: &BeliefPosition, weights: &Weights) -> Result<Self, WeightsError> {
        let mut evaluation = Self::new(root.stand_ins(), weights.of(root.rules().mode))?;
        let gains = {
            let mut cache = PieceBeliefCache::new();
            gains_of(&evaluation.weights, root.stand_ins(), &cache.beliefs(root))
        };
        evaluation.gains = Arc::new(gains);
        Ok(evaluation)
    }

    fn new(root: &World, fitted: &ModeWeights) -> Result<Self, WeightsError> {
        Ok(Self {
            weights: fitted.features()?,
            scale: fitted.scale,
            map: Arc::new(BoardMap::new(root.net())),
            cache: PieceBeliefCache::new(),
            root_ply: root.ply(),
            gains: Arc::new([[[0.0; 12]; 12]; 4]),
        })
    }

    pub(super) fn map(&self) -> &Arc<BoardMap> {
        &self.map
    }

    pub(super) fn root_ply(&self) -> u32 {
        self.root_ply
    }

    /// Gains of fights for the attacker at the root, by seat of the defender, in centi-pieces.
    pub fn gains(&self) -> &Arc<[Gains; 4]> {
        &self.gains
    }

    /// The expected result at a value of an unfinished game: 2 p - 1 for a win probability p, from -1 to 1.
    pub fn unfinished_result(&self, value: f64) -> f64 {
        unfinished_result(value, self.scale)
    }

    /// The expected result, 2 p - 1, at any value. An earlier win has a higher one, and every win a higher
    /// one than any unfinished game.
    pub fn expected_result(&self, value: Score) -> f64 {
        if is_decided(value.0) {
            let late = (WIN - value.0.abs()) as f64;
            return (1.0 - late * LOSS_PER_PLY).copysign(value.0 as f64);
        }
        self.unfinished_result(value.0 as f64).clamp(-UNFINISHED, UNFINISHED)
    }

    /// The value in centi-pieces of an expected result; the inverse of [`expected_result`](Self::expected_result).
    pub fn value_of(&self, result: f64) -> Score {
        if result.abs() > UNFINISHED {
            let late = ((1.0 - result.abs()) / LOSS_PER_PLY).round();
            return Score((WIN as f64 - late).copysign(result) as i64);
        }
        let value = 2.0 * self.scale * result.atanh();
        Score(value.clamp(-MOST_UNFINISHED as f64, MOST_UNFINISHED as f64).round() as i64)
    }

    /// Value that multiplies the odds of winning by e, in centi-pieces.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The features of a world.
    pub fn features(&self, world: &World) -> EvalFeatures {
        let mut features = [0.0; super::FEATURES];
        add_features(&self.inputs(world, world), &team_counts(world, world), &mut features);
        features
    }

    /// The expected features under the belief of a seat.
    pub fn believed_features(&mut self, position: &BeliefPosition) -> EvalFeatures {
        let mut features = [0.0; super::FEATURES];
        let Self { cache, map, .. } = self;
        let beliefs = cache.beliefs(position);
        let world = position.stand_ins();
        let inputs = TermInputs { world, beliefs: &beliefs, map };
        add_features(&inputs, &team_counts(world, &beliefs), &mut features);
        features
    }

    /// Value of a world for the first team, in centi-pieces.
    pub fn first_team_value(&self, world: &World) -> i64 {
        end(world, self.root_ply)
            .unwrap_or_else(|| value(&self.inputs(world, world), &self.weights))
    }

    /// The weights in the order of the features.
    pub fn weights(&self) -> &EvalFeatures {
        &self.weights
    }

    fn inputs<'a, C: PieceBeliefs>(
        &'a self,
        world: &'a World,
        beliefs: &'a C,
    ) -> TermInputs<'a, C> {
        TermInputs { world, beliefs, map: &self.map }
    }

    /// Value of a belief for the first team, in centi-pieces.
    pub fn believed_value(&mut self, position: &BeliefPosition) -> i64 {
        let world = position.stand_ins();
        if let Some(end) = end(world, self.root_ply) {
            return end;
        }
        let Self { weights, cache, map, .. } = self;
        let beliefs = cache.beliefs(position);
        value(&TermInputs { world, beliefs: &beliefs, map }, weights)
    }
}

/// A value within the limits of unfinished games, in centi-pieces.
#[inline]
pub(super) fn limited(value: i64) -> i64 {
    value.clamp(-MOST_UNFINISHED, MOST_UNFINISHED)
}

/// Value of a finished game for the first team; `None` for an unfinished game.
pub(super) fn end(world: &World, root_ply: u32) -> Option<i64> {
    let plies = i64::from(world.ply().saturating_sub(root_ply));
    Some(match world.outcome()? {
        Outcome::Draw(_) => 0,
        Outcome::Win(team) if team.index() == 0 => WIN - plies,
        Outcome::Win(_) => plies - WIN,
    })
}

/// The number of pieces on the board, or its expectation, by team and kind.
fn team_counts(world: &World, beliefs: &impl PieceBeliefs) -> TeamCounts {
    by_team(&beliefs.counts(), world.rules())
}

/// The weighted sum of the features added to it.
pub(super) struct WeightedSum<'a> {
    weights: &'a EvalFeatures,
    sum: f32,
}

impl<'a> WeightedSum<'a> {
    /// A sum that begins at a value.
    #[inline]
    pub(super) fn new(weights: &'a EvalFeatures, sum: f32) -> Self {
        Self { weights, sum }
    }

    /// The sum in centi-pieces, limited to the values of unfinished games.
    #[inline]
    pub(super) fn value(&self) -> i64 {
        limited(self.sum.round() as i64)
    }
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, amount: f32) {
        self.sum += self.weights[feature] * amount;
    }
}

/// The weighted sum of all features, limited to the values of unfinished games.
fn value<C: PieceBeliefs>(inputs: &TermInputs<'_, C>, weights: &EvalFeatures) -> i64 {
    let mut sum = WeightedSum::new(weights, 0.0);
    add_features(inputs, &team_counts(inputs.world, inputs.beliefs), &mut sum);
    sum.value()
}

impl Evaluate<World> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, world: &World) -> Score {
        Score(for_max(world.side(), self.first_team_value(world)))
    }
}

impl MoveGain<World> for Evaluation {
    #[inline]
    fn move_gain(&mut self, world: &World, m: Move) -> Option<i64> {
        gain_in(world, &self.gains, m)
    }
}
