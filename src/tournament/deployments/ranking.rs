//! What a measurement came to: places, best first.

use super::features::{ArmGraph, DeploymentFeatures, Expectation, FEATURES, Guess, features};
use super::{DeploymentCandidate, Halving, Losses, MeasurementPlan};
use crate::tournament::rating::{ConfidenceInterval, Units};
use serde::{Serialize, Serializer};

/// A part of the points with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PointShare {
    /// The part, from 0 to 1; none without a game.
    pub win_rate: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Games.
    pub games: u64,
}

impl PointShare {
    /// The points of some units.
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

/// A deployment with all that is known of it.
#[derive(Debug, Clone, Serialize)]
pub struct RankedDeployment {
    /// Its name.
    pub name: String,
    /// What its author says of it.
    pub about: String,
    /// The deployment on a line, and its partner's after a `+` where partners are measured.
    pub deployment: String,
    /// Its share of the points; a draw is half a win.
    #[serde(flatten)]
    pub share: PointShare,
    /// Elo over the pool.
    pub elo: Option<ConfidenceInterval>,
    /// Rounds it took part in.
    pub rounds: usize,
    /// Where its side moved first.
    pub first: PointShare,
    /// Where it moved later.
    pub later: PointShare,
    /// Where its side attacked more often than it was attacked.
    pub attacking: PointShare,
    /// All other games.
    pub defending: PointShare,
    /// Moves of a game.
    pub plies: Option<f64>,
    /// Its static features, by name.
    #[serde(serialize_with = "by_name")]
    pub features: DeploymentFeatures,
    /// How people would guess it.
    #[serde(serialize_with = "guessed")]
    pub guess: Guess,
    /// Where it lost what.
    #[serde(skip)]
    pub losses: Losses,
    /// What was measured.
    #[serde(skip)]
    pub candidate: DeploymentCandidate,
}

fn by_name<S: Serializer>(features: &DeploymentFeatures, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FEATURES.iter().map(|feature| feature.name).zip(features))
}

/// The three most and the three least expected pieces.
fn guessed<S: Serializer>(guess: &Guess, serializer: S) -> Result<S::Ok, S::Error> {
    let piece = |p: &super::Surprise| {
        let at = [p.point.row(), p.point.col()];
        serde_json::json!({ "at": at, "kind": p.kind.english(), "bits": p.bits })
    };
    let least = guess.pieces.iter().take(3).map(piece).collect::<Vec<_>>();
    let most = guess.pieces.iter().rev().take(3).map(piece).collect::<Vec<_>>();
    serializer.collect_map([("least_expected", least), ("most_expected", most)])
}

/// All of them.
#[derive(Debug, Clone, Serialize)]
pub struct Ranking {
    /// Best first: those that were played longest, by their share of the points.
    pub deployments: Vec<RankedDeployment>,
    /// Features of the pool they played against.
    #[serde(skip)]
    pub pool: Vec<DeploymentFeatures>,
}

impl Ranking {
    /// Of a measurement, finished or not.
    pub fn new(
        plan: &MeasurementPlan,
        halving: &Halving<'_>,
        arm: &ArmGraph,
        expected: &Expectation,
    ) -> Self {
        let fields = plan.candidates.iter().zip(halving.fields());
        let place = |(candidate, field): (&DeploymentCandidate, &super::CandidateState)| {
            let (tally, deployment) = (&field.tally, &candidate.deployment);
            let guess = expected.guess(deployment);
            let [first, later] = tally.by_turn.each_ref().map(PointShare::of);
            let [attacking, defending] = tally.by_attack.each_ref().map(PointShare::of);
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
                plies: (tally.games > 0).then(|| tally.plies as f64 / tally.games as f64),
                features: features(deployment, arm, &guess),
                guess,
                losses: tally.losses.clone(),
                candidate: candidate.clone(),
            }
        };
        let mut deployments: Vec<RankedDeployment> = fields.map(place).collect();
        let rate = |place: &RankedDeployment| place.share.win_rate.unwrap_or(0.5);
        deployments.sort_by(|a, b| b.rounds.cmp(&a.rounds).then(rate(b).total_cmp(&rate(a))));
        Self { deployments, pool: vec![] }
    }
}
