//! Making a deployment better by exchanges of two pieces.
//!
//! At every step some of the lawful exchanges, drawn by chance, race against the deployment as it is on
//! fresh games (successive halving with common random numbers). The winner has to win again on other
//! games before it is taken. What all of it brought is measured at the end on games that decided
//! nothing.

use super::candidate::swaps;
use super::{DeploymentCandidate, Halving, MeasurementPlan};
use crate::base::random::{derive, stream};
use crate::game::rules::{Deployment, Point};
use crate::tournament::Series;
use crate::tournament::rating::{ConfidenceInterval, paired};
use rand::seq::SliceRandom;
use serde::Serialize;

/// Streams of random numbers, told apart by their first number.
const EXCHANGES: u64 = 0;
const RACE: u64 = 1;
const AGAIN: u64 = 2;
const CHECK: u64 = 3;

/// How it is done.
#[derive(Debug, Clone)]
pub struct Improve {
    /// Who plays, against what and by which rules; its seed is that of everything.
    pub series: Series,
    /// Exchanges that race at a step.
    pub tries: usize,
    /// Games of each of them, on average.
    pub games: u64,
    /// Games of both at the end.
    pub check: u64,
}

/// What came of a step.
#[derive(Debug, Clone, Serialize)]
pub struct ImproveStep {
    /// Its number, from 1.
    pub step: u64,
    /// The points whose pieces were exchanged, as row and column; none if nothing won the race.
    pub exchange: Option<[[usize; 2]; 2]>,
    /// What the exchange gained in its second games, in win rate.
    pub gain: Option<ConfidenceInterval>,
    /// Whether it was taken.
    pub taken: bool,
}

impl Improve {
    /// The race of a step: the deployment as it is, and exchanges.
    pub fn race(&self, now: &Deployment, step: u64) -> (Vec<[Point; 2]>, MeasurementPlan) {
        let mut all = swaps(now);
        all.shuffle(&mut stream(self.series.seed, &[EXCHANGES, step]));
        all.truncate(self.tries);
        let mut candidates = vec![DeploymentCandidate::new("as it is", *now)];
        let named = |([a, b], swapped): &([Point; 2], Deployment)| {
            DeploymentCandidate::new(&format!("{a} {b}"), *swapped)
        };
        candidates.extend(all.iter().map(named));
        let points = all.into_iter().map(|(points, _)| points).collect();
        (points, MeasurementPlan::halving(candidates, self.series_of(RACE, step), self.games))
    }

    /// The second games of a race's winner and of what it would replace.
    pub fn again(&self, now: &Deployment, winner: &Deployment, step: u64) -> MeasurementPlan {
        self.two(now, winner, AGAIN, step, 2 * self.games)
    }

    /// The last games, on which nothing depends.
    pub fn check(&self, before: &Deployment, after: &Deployment) -> MeasurementPlan {
        self.two(before, after, CHECK, 0, self.check)
    }

    fn two(
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

    /// Doubles hold its seed exactly, whoever reads the records.
    fn series_of(&self, stream: u64, step: u64) -> Series {
        let seed = derive(self.series.seed, &[stream, step]) >> 11;
        Series { seed, ..self.series.clone() }
    }
}

/// Where the winner of a race stood in it.
pub fn winner(race: &Halving<'_>) -> usize {
    let fields = race.fields();
    let key = |place: &usize| (fields[*place].rounds, fields[*place].tally.score());
    let better = |a: &usize, b: &usize| {
        let ((rounds, score), (other, than)) = (key(a), key(b));
        // Of equals the first: what stands already.
        rounds.cmp(&other).then(score.total_cmp(&than)).then(b.cmp(a))
    };
    (0..fields.len()).max_by(better).unwrap_or(0)
}

/// What the second of two gained over the first, in win rate.
pub fn gain(two: &Halving<'_>) -> Option<ConfidenceInterval> {
    let [before, after] = [0, 1].map(|place| &two.fields()[place].tally);
    paired(&after.points, &before.points, after.units.games())
}

/// Whether a gain is enough to take an exchange: more than about one standard error.
pub fn is_enough(gain: Option<ConfidenceInterval>) -> bool {
    gain.is_some_and(|gain| gain.value > (gain.high - gain.value) / 2.0)
}
