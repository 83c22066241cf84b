//! Hill climbing: improving a deployment by exchanges of two pieces.
//!
//! At every step some of the lawful exchanges, chosen at random, race against the current deployment
//! on new games (successive halving with common random numbers). The winner of the race must win
//! again on other games before it is accepted. The total gain is estimated at the end on games that
//! decided nothing.

use super::MeasurementError;
use super::plan::{DeploymentCandidate, MeasurementPlan, swaps};
use super::rounds::{Halving, RoundPlayer, RoundsOutcome};
use crate::tournament::games::Failures;
use crate::tournament::rating::{ConfidenceInterval, paired};
use crate::tournament::series::Series;
use junqi_core::base::random::{derive, stream};
use junqi_core::game::rules::{Deployment, Point};
use rand::seq::SliceRandom;
use serde::Serialize;

/// The random streams of the seed, by purpose.
const EXCHANGES: u64 = 0;
const RACE: u64 = 1;
const CONFIRM: u64 = 2;
const CHECK: u64 = 3;

/// A hill climb over exchanges of two pieces.
#[derive(Debug, Clone)]
pub struct HillClimb {
    /// The player, the opposing pool, the rules, and the seed that determines everything.
    pub series: Series,
    /// Number of steps; each accepts at most one exchange.
    pub steps: u64,
    /// Number of exchanges that race in a step.
    pub tries: usize,
    /// Mean number of games per exchange in a race; its winner plays twice as many again.
    pub games: u64,
    /// Number of games of the original and of the improved deployment at the end.
    pub check: u64,
}

/// The result of one step.
#[derive(Debug, Clone, Serialize)]
pub struct ClimbStep {
    /// Number of the step, from 1.
    pub step: u64,
    /// The points whose pieces were exchanged, as row and column; none if the current deployment won
    /// the race.
    pub exchange: Option<[[usize; 2]; 2]>,
    /// Win-rate gain of the exchange in the confirming games.
    pub gain: Option<ConfidenceInterval>,
    /// Whether the exchange was accepted.
    pub taken: bool,
}

/// The result of a hill climb.
#[derive(Debug, Clone)]
pub struct Improvement {
    /// The original deployment.
    pub before: Deployment,
    /// The improved deployment; the original one if no exchange was accepted.
    pub after: Deployment,
    /// The steps.
    pub steps: Vec<ClimbStep>,
    /// Win rates of the original and the improved deployment in the final games.
    pub rates: [Option<f64>; 2],
    /// Win-rate gain in the final games.
    pub gain: Option<ConfidenceInterval>,
    /// Number of final games of each deployment.
    pub games: u64,
    /// The games of all steps and the final ones that a player lost by a failure.
    pub failures: Failures,
}

impl Improvement {
    /// Whether the whole confidence interval of the gain is above 0.
    pub fn is_shown(&self) -> bool {
        self.gain.is_some_and(|gain| gain.low > 0.0)
    }
}

impl HillClimb {
    /// Climbs from a deployment; `on_step` gets every finished step. Returns none if the stop flag
    /// was set meanwhile.
    ///
    /// # Errors
    ///
    /// If games cannot be played or their files not be resumed.
    pub fn run(
        &self,
        before: &Deployment,
        player: &RoundPlayer<'_>,
        on_step: &mut dyn FnMut(&ClimbStep),
    ) -> Result<Option<Improvement>, MeasurementError> {
        let mut after = *before;
        let mut steps = vec![];
        let mut failures = Failures::default();
        for number in 1..=self.steps {
            let Some((step, next)) = self.step(&after, number, player, &mut failures)? else {
                return Ok(None);
            };
            after = next;
            on_step(&step);
            steps.push(step);
        }
        let check = self.check(before, &after);
        let Some(halving) = play(&check, player, "check-", &mut failures)? else {
            return Ok(None);
        };
        let rates = [0, 1].map(|i| halving.fields()[i].tally.units.mean());
        let games = halving.fields()[1].tally.games;
        let before = *before;
        let gain = gain(&halving);
        Ok(Some(Improvement { before, after, steps, rates, gain, games, failures }))
    }

    /// One step, and the deployment after it. Failures of its games are added to `failures`.
    fn step(
        &self,
        now: &Deployment,
        step: u64,
        player: &RoundPlayer<'_>,
        failures: &mut Failures,
    ) -> Result<Option<(ClimbStep, Deployment)>, MeasurementError> {
        let none = ClimbStep { step, exchange: None, gain: None, taken: false };
        let (exchanges, race) = self.race(now, step);
        let Some(raced) = play(&race, player, &format!("step-{step}-"), failures)? else {
            return Ok(None);
        };
        let first = winner(&raced);
        if first == 0 {
            return Ok(Some((none, *now)));
        }
        let better = race.candidates[first].deployment;
        let again = self.again(now, &better, step);
        let Some(confirmed) = play(&again, player, &format!("step-{step}-again-"), failures)?
        else {
            return Ok(None);
        };
        let gain = gain(&confirmed);
        let exchange = Some(exchanges[first - 1].map(|p| [p.row(), p.col()]));
        let taken = is_enough(gain);
        let next = if taken { better } else { *now };
        Ok(Some((ClimbStep { exchange, gain, taken, ..none }, next)))
    }

    /// The race of a step: the current deployment, then the exchanges at the returned points.
    pub fn race(&self, now: &Deployment, step: u64) -> (Vec<[Point; 2]>, MeasurementPlan) {
        let mut all = swaps(now);
        all.shuffle(&mut stream(self.series.seed, &[EXCHANGES, step]));
        all.truncate(self.tries);
        let mut candidates = vec![DeploymentCandidate::new("as it is", *now)];
        for ([a, b], swapped) in &all {
            candidates.push(DeploymentCandidate::new(&format!("{a} {b}"), *swapped));
        }
        let points = all.into_iter().map(|(points, _)| points).collect();
        (points, MeasurementPlan::halving(candidates, self.series_of(RACE, step), self.games))
    }

    /// The games that must confirm the winner of a race against the current deployment.
    pub fn again(&self, now: &Deployment, winner: &Deployment, step: u64) -> MeasurementPlan {
        self.pair(now, winner, CONFIRM, step, self.games.saturating_mul(2))
    }

    /// The final games, from which the gain is estimated and nothing is decided.
    pub fn check(&self, before: &Deployment, after: &Deployment) -> MeasurementPlan {
        self.pair(before, after, CHECK, 0, self.check)
    }

    fn pair(
        &self,
        a: &Deployment,
        b: &Deployment,
        stream: u64,
        step: u64,
        games: u64,
    ) -> MeasurementPlan {
        let candidates =
            vec![DeploymentCandidate::new("before", *a), DeploymentCandidate::new("after", *b)];
        MeasurementPlan { candidates, series: self.series_of(stream, step), games, rounds: 1 }
    }

    /// The series with a seed of its own, of 53 bits, so that readers that use doubles keep it exact.
    fn series_of(&self, stream: u64, step: u64) -> Series {
        let seed = derive(self.series.seed, &[stream, step]) >> 11;
        Series { seed, ..self.series.clone() }
    }
}

/// Plays a measurement, and adds its failures to those before; none if the stop flag was set.
fn play<'a>(
    plan: &'a MeasurementPlan,
    player: &RoundPlayer<'_>,
    prefix: &str,
    failures: &mut Failures,
) -> Result<Option<Halving<'a>>, MeasurementError> {
    let mut halving = Halving::new(plan);
    let finished = player.play(&mut halving, prefix)? == RoundsOutcome::Finished;
    failures.extend(halving.failures());
    Ok(finished.then_some(halving))
}

/// The index of the winner of a race.
pub fn winner(race: &Halving<'_>) -> usize {
    let fields = race.fields();
    let key = |place: &usize| (fields[*place].rounds, fields[*place].tally.score());
    let better = |a: &usize, b: &usize| {
        let (rounds, score) = key(a);
        let (other, than) = key(b);
        // The first of equals wins: the current deployment stays.
        rounds.cmp(&other).then(score.total_cmp(&than)).then(b.cmp(a))
    };
    (0..fields.len()).max_by(better).unwrap_or(0)
}

/// The win-rate gain of the second candidate over the first.
pub fn gain(two: &Halving<'_>) -> Option<ConfidenceInterval> {
    let [before, after] = [0, 1].map(|place| &two.fields()[place].tally);
    paired(&after.points, &before.points, after.units.games())
}

/// Whether a gain suffices to accept an exchange: it exceeds about one standard error, half of what its interval
/// reaches down.
pub fn is_enough(gain: Option<ConfidenceInterval>) -> bool {
    gain.is_some_and(|gain| gain.value > (gain.value - gain.low) / 2.0)
}
