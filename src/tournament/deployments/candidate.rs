//! What is measured: a deployment, or two that are partners.

use crate::game::rules::{Deployment, Kind, Point};
use crate::play::DeploymentSource;

/// A deployment that is measured, with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeploymentCandidate {
    /// Its name.
    pub name: String,
    /// What its author says of it.
    pub about: String,
    /// The deployment.
    pub deployment: Deployment,
    /// In a game of four, the partner's; the same if there is none here.
    pub partner: Option<Deployment>,
    /// What it plays against; the pool if there is none here. Both sides are then mirrored by chance,
    /// for two deployments alone would play one game again and again.
    pub against: Option<Deployment>,
}

impl DeploymentCandidate {
    /// A deployment that plays with itself as partner against the pool.
    pub fn new(name: &str, deployment: Deployment) -> Self {
        let (name, about) = (name.into(), String::new());
        Self { name, about, deployment, partner: None, against: None }
    }

    /// Every one with every one as partners, itself included.
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

    /// It against another.
    #[must_use]
    pub fn against(&self, other: &Self) -> Self {
        let name = format!("{} : {}", self.name, other.name);
        Self { name, against: Some(other.deployment), ..self.clone() }
    }

    /// Where its side's deployments come from.
    pub(super) fn deal(&self) -> DeploymentSource {
        match self.against {
            Some(_) => either_way(self.deployment),
            None => DeploymentSource::Partners(vec![
                self.deployment,
                self.partner.unwrap_or(self.deployment),
            ]),
        }
    }

    /// Where the other side's come from, if not from the pool.
    pub(super) fn opponents(&self) -> Option<DeploymentSource> {
        self.against.map(either_way)
    }

    /// Its deployments as texts: all that its games depend on.
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

/// Every deployment that differs by an exchange of two pieces, with the two points.
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
