//! The plan of a measurement of many deployments: its candidates and rounds.

use super::MeasurementError;
use crate::tournament::games::Games;
use crate::tournament::series::{Lineup, Series};
use junqi_core::base::job::{Job, WorkError, sha256_hex};
use junqi_core::game::rules::{Deployment, Kind, Point};
use junqi_core::play::DeploymentSource;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Largest number of games of all candidates: far from the end of the numbers in which they are counted.
const MOST_GAMES: u64 = 1 << 48;

/// A measurement: the candidates, the conditions, the number of games.
#[derive(Debug, Clone)]
pub struct MeasurementPlan {
    /// The deployments to measure.
    pub candidates: Vec<DeploymentCandidate>,
    /// Player, opposing pool, rules and seed: a series with [`Lineup::Deployments`], whose own source of
    /// deployments each candidate replaces.
    pub series: Series,
    /// Mean number of games per candidate.
    pub games: u64,
    /// Number of rounds; each has about the same number of games.
    pub rounds: usize,
}

impl MeasurementPlan {
    /// A plan with as many rounds as successive halving needs to leave two.
    pub fn halving(candidates: Vec<DeploymentCandidate>, series: Series, games: u64) -> Self {
        let rounds = candidates.len().max(2).next_power_of_two().ilog2() as usize;
        Self { candidates, series, games, rounds }
    }

    /// Checks that every candidate can play at least one unit per round.
    ///
    /// # Errors
    ///
    /// If there are no candidates, or too few or too many games.
    pub fn check(&self) -> Result<(), MeasurementError> {
        let unit = self.series.unit();
        let rounds = self.rounds.max(1);
        let games = self.games;
        let candidates = self.candidates.len() as u64;
        let least = unit.checked_mul(rounds as u64);
        match (candidates, least) {
            (0, _) => Err(MeasurementError::Nobody),
            (_, Some(least)) if games < least => {
                Err(MeasurementError::Few { games, rounds, least, unit })
            }
            (_, Some(_)) if games <= MOST_GAMES / candidates => Ok(()),
            _ => Err(MeasurementError::Many { games, rounds }),
        }
    }

    /// Number of units per candidate in a round that `left` candidates play: the fewer, the more units.
    pub fn units(&self, left: usize) -> u64 {
        let all = self.games * self.candidates.len() as u64;
        (all / (self.rounds as u64 * left as u64 * self.series.unit())).max(1)
    }

    /// The games of a candidate.
    pub fn games_of(&self, candidate: usize) -> Games {
        let candidate = &self.candidates[candidate];
        let mut series = Series { deal: candidate.deal(), ..self.series.clone() };
        if let (Lineup::Deployments { against, .. }, Some(others)) =
            (&mut series.lineup, candidate.opponents())
        {
            *against = others;
        }
        Games::new(series, u64::MAX)
    }

    /// A checksum that identifies the plan and its files.
    ///
    /// # Errors
    ///
    /// If the series cannot be serialized.
    pub fn id(&self) -> Result<String, serde_json::Error> {
        let candidates: Vec<String> =
            self.candidates.iter().map(DeploymentCandidate::text).collect();
        let all = (&self.series, candidates, self.games, self.rounds);
        Ok(sha256_hex(serde_json::to_string(&all)?.as_bytes()))
    }
}

/// A round: the same units for every surviving candidate.
#[derive(Debug, Clone)]
pub struct Round<'a> {
    /// The measurement.
    pub plan: &'a MeasurementPlan,
    /// Number of the round, from 0.
    pub number: usize,
    /// Indices of the surviving candidates.
    pub field: Vec<usize>,
    /// The units that each of them plays.
    pub units: Range<u64>,
}

impl Round<'_> {
    /// The candidate of a line, and the index of the game in its series: one unit of every candidate,
    /// then the next unit of every candidate.
    pub fn place(&self, line: u64) -> (usize, u64) {
        let unit = self.plan.series.unit();
        let left = self.field.len() as u64;
        let number = line / unit;
        let game = line % unit;
        let candidate = self.field[(number % left) as usize];
        (candidate, (self.units.start + number / left) * unit + game)
    }
}

impl Job for Round<'_> {
    fn lines(&self) -> u64 {
        let units = self.units.end - self.units.start;
        units * self.field.len() as u64 * self.plan.series.unit()
    }

    fn unit(&self) -> u64 {
        self.plan.series.unit()
    }

    fn beginning(&self) -> &'static [u8] {
        Games::BEGINNING
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        let (candidate, game) = self.place(number);
        self.plan.games_of(candidate).line(game, stop)
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        let (candidate, game) = self.place(number);
        self.plan.games_of(candidate).check(game, line)
    }
}

/// A deployment to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeploymentCandidate {
    /// Name of the deployment.
    pub name: String,
    /// Description by its author; may be empty.
    pub about: String,
    /// The deployment.
    pub deployment: Deployment,
    /// In 2v2 games, the partner's deployment; the same one if none.
    pub partner: Option<Deployment>,
    /// The only opposing deployment; the pool if none. Both sides are then mirrored at random, because
    /// two fixed deployments would repeat the same game.
    pub against: Option<Deployment>,
}

impl DeploymentCandidate {
    /// A deployment that both partners use against the pool.
    pub fn new(name: &str, deployment: Deployment) -> Self {
        let name = name.into();
        let about = String::new();
        Self { name, about, deployment, partner: None, against: None }
    }

    /// All pairs of candidates as partners, each with itself included.
    pub fn pairs(all: &[Self]) -> Vec<Self> {
        let mut pairs = vec![];
        for (i, first) in all.iter().enumerate() {
            for second in &all[i..] {
                pairs.push(Self {
                    name: format!("{} + {}", first.name, second.name),
                    about: String::new(),
                    partner: Some(second.deployment),
                    ..first.clone()
                });
            }
        }
        pairs
    }

    /// The candidate against one other.
    #[must_use]
    pub fn against(&self, other: &Self) -> Self {
        let name = format!("{} : {}", self.name, other.name);
        Self { name, against: Some(other.deployment), ..self.clone() }
    }

    /// The source of its side's deployments.
    fn deal(&self) -> DeploymentSource {
        match self.against {
            Some(_) => either_way(self.deployment),
            None => DeploymentSource::Partners(vec![
                self.deployment,
                self.partner.unwrap_or(self.deployment),
            ]),
        }
    }

    /// The source of the other side's deployments, if it is not the pool.
    fn opponents(&self) -> Option<DeploymentSource> {
        self.against.map(either_way)
    }

    /// Its deployments as text: all of it that its games depend on.
    pub fn text(&self) -> String {
        let more = |sign: &str, other: Option<Deployment>| {
            other.map(|other| format!(" {sign} {other}")).unwrap_or_default()
        };
        format!("{}{}{}", self.deployment, more("+", self.partner), more(":", self.against))
    }
}

fn either_way(deployment: Deployment) -> DeploymentSource {
    DeploymentSource::Pool(vec![deployment, deployment.mirror()])
}

/// All lawful deployments that differ by one exchange of two pieces, with the two points.
pub fn swaps(deployment: &Deployment) -> Vec<([Point; 2], Deployment)> {
    let pieces: Vec<(Point, Kind)> = deployment.pieces().collect();
    let mut found = vec![];
    for (i, &(a, kind)) in pieces.iter().enumerate() {
        for &(b, other) in pieces[i + 1..].iter().filter(|(_, other)| *other != kind) {
            let mut points = vec![None; deployment.shape().points().count()];
            for &(point, kind) in &pieces {
                points[point.index()] = Some(kind);
            }
            (points[a.index()], points[b.index()]) = (Some(other), Some(kind));
            if let Ok(swapped) = Deployment::new(deployment.shape(), &points) {
                found.push(([a, b], swapped));
            }
        }
    }
    found
}
