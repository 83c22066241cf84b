//! The ranking of measured deployments, best first, and the features that go with winning.
//!
//! Correlations are not causes: they say where to look. With 27 features some correlate by chance, so
//! only those are named that exceed the threshold of a test for all features together.

use super::features::{
    ArmGraph, DeploymentFeature, DeploymentFeatures, Expectation, FEATURES, Guess, Surprise,
    features,
};
use super::plan::{DeploymentCandidate, MeasurementPlan};
use super::rounds::{CandidateState, Halving};
use super::tally::Losses;
use crate::tournament::rating::{ConfidenceInterval, Units};
use crate::tournament::series::{Lineup, Series};
use junqi_core::base::random;
use junqi_core::engine::data;
use junqi_core::game::board::NetError;
use junqi_core::game::rules::Deployment;
use junqi_core::play::DeploymentSource;
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
    /// follows from the embedded prior.
    ///
    /// # Errors
    ///
    /// If the rules do not fit the board.
    pub fn new(plan: &MeasurementPlan, halving: &Halving<'_>) -> Result<Self, NetError> {
        let arm = ArmGraph::new(plan.series.rules.net(plan.series.board)?);
        let expected = Expectation::new(data::human_prior());
        let mut deployments: Vec<RankedDeployment> = plan
            .candidates
            .iter()
            .zip(halving.fields())
            .map(|(candidate, field)| RankedDeployment::new(candidate, field, &arm, &expected))
            .collect();
        let rate = |place: &RankedDeployment| place.share.win_rate.unwrap_or(0.5);
        deployments.sort_by(|a, b| b.rounds.cmp(&a.rounds).then(rate(b).total_cmp(&rate(a))));
        let pool = opponents(&plan.series)
            .iter()
            .map(|deployment| features(deployment, &arm, &expected.guess(deployment)))
            .collect();
        Ok(Self { deployments, pool })
    }
}

impl RankedDeployment {
    fn new(
        candidate: &DeploymentCandidate,
        field: &CandidateState,
        arm: &ArmGraph,
        expected: &Expectation,
    ) -> Self {
        let tally = &field.tally;
        let deployment = &candidate.deployment;
        let guess = expected.guess(deployment);
        let [first, later] = tally.by_turn.each_ref().map(PointShare::of);
        let [attacking, defending] = tally.by_attack.each_ref().map(PointShare::of_games);
        Self {
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
            features: features(deployment, arm, &guess),
            guess,
            losses: tally.losses.clone(),
            candidate: candidate.clone(),
        }
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

/// The least number of deployments whose scores are correlated with features.
const MIN_MEASURED: usize = 8;
/// Quantile of the normal distribution at 1 - 0.05 / 27 / 2: 5 % for all 27 features, two-sided
/// (Bonferroni).
const QUANTILE: f64 = 3.11;
/// Number of features named of a deployment.
const NAMED: usize = 3;

/// How a feature goes with the score.
#[derive(Debug, Clone, Copy)]
struct FeatureEffect {
    feature: &'static DeploymentFeature,
    /// Correlation of the feature with the score, -1 to 1.
    correlation: f64,
}

/// The features whose correlation with the score is more than chance, strongest first, with the
/// threshold; `None` with fewer than eight deployments.
fn effects(scored: &[(&DeploymentFeatures, f64)]) -> Option<(Vec<FeatureEffect>, f64)> {
    if scored.len() < MIN_MEASURED {
        return None;
    }
    let threshold = (QUANTILE / (scored.len() as f64 - 3.0).sqrt()).tanh();
    let mut effects = vec![];
    for (i, feature) in FEATURES.iter().enumerate() {
        let pairs: Vec<(f64, f64)> =
            scored.iter().filter_map(|(features, rate)| Some((features[i]?, *rate))).collect();
        if pairs.len() < scored.len() {
            continue; // not every deployment has the feature
        }
        if let Some(correlation) = correlation(&pairs)
            && correlation.abs() > threshold
        {
            effects.push(FeatureEffect { feature, correlation });
        }
    }
    effects.sort_by(|a, b| b.correlation.abs().total_cmp(&a.correlation.abs()));
    Some((effects, threshold))
}

/// What the measured scores say about the reasons, in a sentence.
pub(super) fn sentence(ranking: &Ranking) -> String {
    if ranking.deployments.iter().any(|place| place.candidate.partner.is_some()) {
        return "Features of pairs are not correlated with their scores: every deployment is in many pairs.".into();
    }
    let scored = ranking.deployments.iter();
    let scored: Vec<(&DeploymentFeatures, f64)> =
        scored.filter_map(|place| Some((&place.features, place.share.win_rate?))).collect();
    let Some((effects, threshold)) = effects(&scored) else {
        return format!(
            "With fewer than {MIN_MEASURED} measured deployments nothing can be said about the features that win."
        );
    };
    let number = scored.len();
    if effects.is_empty() {
        return format!(
            "No single feature explains the order: among these {number} deployments none goes with the \
             score by more than chance (correlation above {threshold:.2})."
        );
    }
    let mut named = vec![];
    for FeatureEffect { feature, correlation } in effects.iter().take(NAMED) {
        let more = if *correlation > 0.0 { "more" } else { "less" };
        named.push(format!("{more} {} ({correlation:+.2})", feature.title));
    }
    format!(
        "What goes with a higher score among these {number} deployments, as correlations above chance \
         ({threshold:.2}): {}.",
        named.join(", ")
    )
}

/// The features by which a deployment differs most from the opposing pool, in a sentence.
pub(super) fn difference(
    features: &DeploymentFeatures,
    pool: &[DeploymentFeatures],
) -> Option<String> {
    let mut deviations = vec![];
    for (i, feature) in FEATURES.iter().enumerate() {
        let values: Vec<f64> = pool.iter().filter_map(|other| other[i]).collect();
        if let Some((mean, spread)) = mean_and_spread(&values)
            && let Some(value) = features[i]
            && spread > 0.0
        {
            let z = (value - mean) / spread;
            deviations.push((z, format!("{} {value:.2} ({mean:.2}, {z:+.1})", feature.title)));
        }
    }
    deviations.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    let named: Vec<String> = deviations.into_iter().take(NAMED).map(|(_, text)| text).collect();
    (!named.is_empty()).then(|| {
        format!(
            "Differs most from the pool (its mean, and the distance in standard deviations): {}.",
            named.join("; ")
        )
    })
}

/// Mean and standard deviation; `None` for fewer than two values.
fn mean_and_spread(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((mean, (squares / (values.len() as f64 - 1.0)).sqrt()))
}

/// Pearson's correlation; `None` if one of the two is constant.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let [a, b] = [|pair: &(f64, f64)| pair.0, |pair: &(f64, f64)| pair.1];
    let (mean_a, spread_a) = mean_and_spread(&pairs.iter().map(a).collect::<Vec<_>>())?;
    let (mean_b, spread_b) = mean_and_spread(&pairs.iter().map(b).collect::<Vec<_>>())?;
    if spread_a < 1e-12 || spread_b < 1e-12 {
        return None;
    }
    let products: f64 = pairs.iter().map(|(x, y)| (x - mean_a) * (y - mean_b)).sum();
    Some(products / (pairs.len() as f64 - 1.0) / spread_a / spread_b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Features that are all constant but the first two.
    fn with(first: f64, second: f64) -> DeploymentFeatures {
        let rest = std::iter::repeat_n(Some(1.0), FEATURES.len() - 2);
        [Some(first), Some(second)].into_iter().chain(rest).collect()
    }

    #[test]
    fn only_features_above_chance_are_named() {
        let noise = [0.3, 0.9, 0.1, 0.5, 0.2, 0.8, 0.6, 0.4, 0.7, 0.0, 0.35, 0.65];
        let all: Vec<DeploymentFeatures> =
            noise.iter().zip(0..).map(|(x, i)| with(f64::from(i), *x)).collect();
        let scored: Vec<_> =
            all.iter().zip(0..).map(|(f, i)| (f, 0.3 + 0.02 * f64::from(i))).collect();
        let (found, threshold) = effects(&scored).unwrap();
        assert!((0.7..0.8).contains(&threshold), "{threshold}");
        let names: Vec<&str> = found.iter().map(|effect| effect.feature.name).collect();
        assert_eq!(names, [FEATURES[0].name]);
        assert!(effects(&scored[..7]).is_none(), "seven say nothing");
    }

    #[test]
    fn a_deployment_differs_where_the_pool_does_not_vary_much() {
        let pool = [with(1.0, 10.0), with(2.0, 20.0), with(3.0, 30.0)];
        let text = difference(&with(9.0, 20.0), &pool).unwrap();
        let expected =
            format!("{} 9.00 (2.00, +7.0); {} 20.00", FEATURES[0].title, FEATURES[1].title);
        assert!(text.contains(&expected), "{text}");
        assert_eq!(difference(&with(9.0, 20.0), &pool[..1]), None);
    }

    #[test]
    fn a_correlation_is_that_of_the_textbook() {
        let close = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-12;
        assert!(close(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), 1.0));
        assert!(close(correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), -1.0));
        assert!(close(correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), 0.5));
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(correlation(&[]), None);
    }
}
