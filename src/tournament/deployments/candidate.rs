//! Candidates of a measurement: a deployment, or the two deployments of partners.

use crate::game::rules::{Deployment, Kind, Point};
use crate::play::DeploymentSource;

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
        let (name, about) = (name.into(), String::new());
        Self { name, about, deployment, partner: None, against: None }
    }

    /// All pairs of candidates as partners, each with itself included.
    pub fn pairs(all: &[Self]) -> Vec<Self> {
        let pair = |first: &Self, second: &Self| Self {
            name: format!("{} + {}", first.name, second.name),
            about: String::new(),
            partner: Some(second.deployment),
            ..first.clone()
        };
        let with = |(i, first): (usize, &Self)| -> Vec<Self> {
            all[i..].iter().map(|second| pair(first, second)).collect()
        };
        all.iter().enumerate().flat_map(with).collect()
    }

    /// The candidate against one other.
    #[must_use]
    pub fn against(&self, other: &Self) -> Self {
        let name = format!("{} : {}", self.name, other.name);
        Self { name, against: Some(other.deployment), ..self.clone() }
    }

    /// The source of its side's deployments.
    pub(super) fn deal(&self) -> DeploymentSource {
        match self.against {
            Some(_) => either_way(self.deployment),
            None => DeploymentSource::Partners(vec![
                self.deployment,
                self.partner.unwrap_or(self.deployment),
            ]),
        }
    }

    /// The source of the other side's deployments, if it is not the pool.
    pub(super) fn opponents(&self) -> Option<DeploymentSource> {
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
            let mut points = [None; crate::game::board::ARM_POINTS];
            for &(point, kind) in &pieces {
                points[point.index()] = Some(kind);
            }
            (points[a.index()], points[b.index()]) = (Some(other), Some(kind));
            if let Ok(swapped) = Deployment::new(points) {
                found.push(([a, b], swapped));
            }
        }
    }
    found
}
