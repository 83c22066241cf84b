//! The evaluation of worlds and of beliefs: its value, as an expected result, as a list of features, and the gains of
//! fights that moves are ordered by.

use super::inputs::{BoardMap, PieceBeliefCache, PieceBeliefs, TermInputs};
use super::terms::{
    EvalFeatures, FEATURES, FeatureSink, TeamCounts, add_features, by_team, features, piece_values,
};
use super::weights::{ModeWeights, Weights, WeightsError, unfinished_result};
use crate::game::belief::{BeliefPosition, Gains};
use crate::game::board::Seat;
use crate::game::rules::{CombatResult, Kind, Move, Outcome, Rules, World, clash};
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use serde::Serialize;
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
/// use junqi_core::base::random;
/// use junqi_core::engine::{data, eval::Evaluation};
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::game::rules::{Deployment, Rules, World};
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
        let beliefs = evaluation.cache.beliefs(root);
        evaluation.gains = Arc::new(gains_of(&evaluation.weights, root.stand_ins(), &beliefs));
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

    /// The weights in the order of the features.
    pub fn weights(&self) -> &EvalFeatures {
        &self.weights
    }

    /// The features of a world.
    pub fn features(&self, world: &World) -> EvalFeatures {
        let mut features = [0.0; FEATURES];
        let inputs = TermInputs { world, beliefs: world, map: &self.map };
        add_features(&inputs, &team_counts(&inputs), &mut features);
        features
    }

    /// The expected features under the belief of a seat.
    pub fn believed_features(&mut self, position: &BeliefPosition) -> EvalFeatures {
        let mut features = [0.0; FEATURES];
        let beliefs = self.cache.beliefs(position);
        let inputs = TermInputs { world: position.stand_ins(), beliefs: &beliefs, map: &self.map };
        add_features(&inputs, &team_counts(&inputs), &mut features);
        features
    }

    /// Value of a world for the first team, in centi-pieces.
    pub fn first_team_value(&self, world: &World) -> i64 {
        if let Some(end) = end(world, self.root_ply) {
            return end;
        }
        value(&TermInputs { world, beliefs: world, map: &self.map }, &self.weights)
    }

    /// Value of a belief for the first team, in centi-pieces.
    pub fn believed_value(&mut self, position: &BeliefPosition) -> i64 {
        let world = position.stand_ins();
        if let Some(end) = end(world, self.root_ply) {
            return end;
        }
        let beliefs = self.cache.beliefs(position);
        value(&TermInputs { world, beliefs: &beliefs, map: &self.map }, &self.weights)
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
fn team_counts<C: PieceBeliefs>(inputs: &TermInputs<'_, C>) -> TeamCounts {
    by_team(&inputs.beliefs.counts(), inputs.world.rules())
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
    add_features(inputs, &team_counts(inputs), &mut sum);
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

/// The evaluation as 2 p - 1 for a win probability p, from -1 to 1. A mean of these values is again a win
/// probability. A mean of centi-pieces is not: 100 more of them mean little in a won position. Source:
/// Pikafish's jieqi branch takes such means at hidden pieces.
#[derive(Debug, Clone)]
pub struct ExpectedResult(pub Evaluation);

impl<P: Node> Evaluate<P> for ExpectedResult
where
    Evaluation: Evaluate<P, Value = Score>,
{
    type Value = f64;

    fn evaluate(&mut self, position: &P) -> f64 {
        let value = self.0.evaluate(position);
        self.0.expected_result(value)
    }
}

impl<P: Node> MoveGain<P> for ExpectedResult
where
    Evaluation: MoveGain<P>,
{
    fn move_gain(&mut self, position: &P, m: P::Move) -> Option<i64> {
        self.0.move_gain(position, m)
    }
}

/// A feature of an evaluated position: the amount of one team minus that of the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EvaluationTerm {
    /// The term it belongs to.
    pub term: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The feature's amount.
    pub amount: f32,
    /// Its weight, in centi-pieces.
    pub weight: f32,
    /// Amount times weight.
    pub product: f32,
}

impl EvaluationTerm {
    /// All features with their amounts and weights.
    pub fn list(amounts: &EvalFeatures, weights: &EvalFeatures) -> Vec<Self> {
        let mut list = Vec::with_capacity(FEATURES);
        for (i, feature) in features().enumerate() {
            list.push(Self {
                term: feature.term,
                name: feature.name,
                amount: amounts[i] + 0.0, // turns -0 into 0
                weight: weights[i],
                product: amounts[i] * weights[i] + 0.0,
            });
        }
        list
    }
}

/// Value of the last flag of a team in the gain of a fight, in centi-pieces: close to a certain win. (The
/// full value of a win would outweigh everything at the smallest probability.)
const DECISIVE: f64 = 10_000.0;

/// Gains of fights for the attacker, at the piece values of the root, by seat of the defender.
pub(super) fn gains_of(
    weights: &EvalFeatures,
    root: &World,
    beliefs: &impl PieceBeliefs,
) -> [Gains; 4] {
    let rules = root.rules();
    let values = piece_values(weights, &beliefs.counts(), rules);
    Seat::ALL.map(|defender| {
        let team = rules.team(defender);
        // Both enemies of a seat attack at the same piece values.
        let attacker = rules.seats().iter().find(|&seat| rules.team(seat) != team);
        let Some(attacker) = attacker else { return [[0.0; 12]; 12] };
        let mut theirs = values[defender.index()];
        if root.alive().iter().filter(|&seat| rules.team(seat) == team).count() == 1 {
            theirs[Kind::Flag.index()] = DECISIVE;
        }
        gains(&values[attacker.index()], &theirs, rules)
    })
}

/// The table of gains from the piece values of attacker and defender.
fn gains(own: &[f64; 12], theirs: &[f64; 12], rules: &Rules) -> Gains {
    let mut gains = [[0.0; 12]; 12];
    for attacker in Kind::ALL.into_iter().filter(|kind| kind.is_mobile()) {
        let loss = own[attacker.index()];
        for defender in Kind::ALL {
            let gain = theirs[defender.index()];
            gains[attacker.index()][defender.index()] =
                match clash(attacker, defender, rules.mine_on_hit) {
                    CombatResult::Win => gain,
                    CombatResult::Lose => -loss,
                    CombatResult::Both => gain - loss,
                };
        }
    }
    gains
}

/// The gain of an attack in a world, by a table of gains; `None` for a quiet move.
#[inline]
pub(super) fn gain_in(world: &World, gains: &[Gains; 4], m: Move) -> Option<i64> {
    let target = world.piece_at(m.to)?;
    let mover = world.piece_at(m.from)?;
    let gains = &gains[target.seat().index()];
    Some(gains[world.kind(mover).index()][world.kind(target).index()] as i64)
}
