//! The ranking of measured deployments, best first.

use super::candidate::DeploymentCandidate;
use super::features::{
    ArmGraph, DeploymentFeatures, Expectation, FEATURES, Guess, Surprise, features,
};
use super::halving::{CandidateState, Halving};
use super::losses::Losses;
use super::plan::MeasurementPlan;
use crate::base::random;
use crate::engine::data;
use crate::game::board::NetError;
use crate::game::rules::Deployment;
use crate::play::DeploymentSource;
use crate::tournament::lineup::Lineup;
use crate::tournament::rating::{ConfidenceInterval, Units};
use crate::tournament::series::Series;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The number of sampled deployments that represent all legal ones when features are compared.
const SAMPLED: u64 = 200;

/// A score with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PointShare {
    /// The score, 0 to 1; none without games.
    pub win_rate: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// Number of games.
    pub games: u64,
}

impl PointShare {
    /// The score of some games, without an interval: games of one unit depend on each other, and how many of a unit are
    /// among them is chance.
    pub fn of_games(games: &Units) -> Self {
        Self { low: None, high: None, ..Self::of(games) }
    }

    /// The score of some units.
    pub fn of(units: &Units) -> Self {
        let score = units.score();
        let part = |value: fn(ConfidenceInterval) -> f64| score.map(value);
        Self {
            win_rate: units.mean(),
            low: part(|i| i.low),
            high: part(|i| i.high),
            games: units.total() * units.games(),
        }
    }
}

/// A measured deployment: results, features, predictability.
#[derive(Debug, Clone, Serialize)]
pub struct RankedDeployment {
    /// Name of the deployment.
    pub name: String,
    /// Description by its author; may be empty.
    pub about: String,
    /// The deployment as one line of text; the partner's follows after a `+` if partners are measured.
    pub deployment: String,
    /// Its score; a draw counts as half a win.
    #[serde(flatten)]
    pub share: PointShare,
    /// Elo difference to the pool.
    pub elo: Option<ConfidenceInterval>,
    /// Number of rounds it played.
    pub rounds: usize,
    /// Score in games in which its side moved first.
    pub first: PointShare,
    /// Score in the other games.
    pub later: PointShare,
    /// Score in games in which its side attacked more often than it was attacked.
    pub attacking: PointShare,
    /// Score in the other games.
    pub defending: PointShare,
    /// Fraction of drawn games; none without games.
    pub draw_rate: Option<f64>,
    /// Number of games by reason of ending.
    pub endings: BTreeMap<String, u64>,
    /// Mean number of moves per game.
    pub plies: Option<f64>,
    /// Static features, by name.
    #[serde(serialize_with = "by_name")]
    pub features: DeploymentFeatures,
    /// How well the prior over human deployments predicts it.
    #[serde(serialize_with = "guessed")]
    pub guess: Guess,
    /// The places where it lost pieces.
    #[serde(skip)]
    pub losses: Losses,
    /// The candidate.
    #[serde(skip)]
    pub candidate: DeploymentCandidate,
}

fn by_name<S: Serializer>(features: &DeploymentFeatures, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FEATURES.iter().map(|feature| feature.name).zip(features))
}

/// The three most and the three least expected pieces.
fn guessed<S: Serializer>(guess: &Guess, serializer: S) -> Result<S::Ok, S::Error> {
    let piece = |p: &Surprise| {
        let at = [p.point.row(), p.point.col()];
        serde_json::json!({ "at": at, "kind": p.kind.english(), "bits": p.bits })
    };
    let least = guess.pieces.iter().take(3).map(piece).collect::<Vec<_>>();
    let most = guess.pieces.iter().rev().take(3).map(piece).collect::<Vec<_>>();
    serializer.collect_map([("least_expected", least), ("most_expected", most)])
}

/// All measured deployments.
#[derive(Debug, Clone, Serialize)]
pub struct Ranking {
    /// The deployments, best first: by rounds played, then by score.
    pub deployments: Vec<RankedDeployment>,
    /// Features of the deployments of the opposing pool.
    #[serde(skip)]
    pub pool: Vec<DeploymentFeatures>,
}

impl Ranking {
    /// The ranking of a measurement, finished or not. How well people are expected to guess a deployment
    /// is told by the embedded prior.
    ///
    /// # Errors
    ///
    /// If the rules do not fit the board.
    pub fn new(plan: &MeasurementPlan, halving: &Halving<'_>) -> Result<Self, NetError> {
        let arm = ArmGraph::new(plan.series.rules.net(plan.series.board)?);
        let expected = Expectation::new(data::human_prior());
        let fields = plan.candidates.iter().zip(halving.fields());
        let place = |(candidate, field): (&DeploymentCandidate, &CandidateState)| {
            let (tally, deployment) = (&field.tally, &candidate.deployment);
            let guess = expected.guess(deployment);
            let [first, later] = tally.by_turn.each_ref().map(PointShare::of);
            let [attacking, defending] = tally.by_attack.each_ref().map(PointShare::of_games);
            RankedDeployment {
                name: candidate.name.clone(),
                about: candidate.about.clone(),
                deployment: candidate.text(),
                share: PointShare::of(&tally.units),
                elo: tally.units.elo(),
                rounds: field.rounds,
                first,
                later,
                attacking,
                defending,
                draw_rate: (tally.games > 0).then(|| tally.draws as f64 / tally.games as f64),
                endings: tally.endings.clone(),
                plies: (tally.games > 0).then(|| tally.plies as f64 / tally.games as f64),
                features: features(deployment, &arm, &guess),
                guess,
                losses: tally.losses.clone(),
                candidate: candidate.clone(),
            }
        };
        let mut deployments: Vec<RankedDeployment> = fields.map(place).collect();
        let rate = |place: &RankedDeployment| place.share.win_rate.unwrap_or(0.5);
        deployments.sort_by(|a, b| b.rounds.cmp(&a.rounds).then(rate(b).total_cmp(&rate(a))));
        let features_of = |d: &Deployment| features(d, &arm, &expected.guess(d));
        let pool = opponents(&plan.series).iter().map(features_of).collect();
        Ok(Self { deployments, pool })
    }
}

/// The deployments of the opposing pool; sampled ones if the pool is all legal deployments.
fn opponents(series: &Series) -> Vec<Deployment> {
    match &series.lineup {
        Lineup::Deployments {
            against: DeploymentSource::Pool(pool) | DeploymentSource::Partners(pool),
            ..
        } => pool.clone(),
        Lineup::Deployments { against: DeploymentSource::Book(book), .. } => {
            book.iter().map(|(_, deployment)| *deployment).collect()
        }
        _ => (0..SAMPLED).map(|i| Deployment::sample(&mut random::stream(0, &[i]))).collect(),
    }
}
