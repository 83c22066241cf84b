//! Sources of deployments.

use crate::base::text::{ParseError, Word};
use crate::game::board::{ArmShape, Board, Seat};
use crate::game::format::{NamedDeployment, read_deployment};
use crate::game::rules::Deployment;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// A source of the deployments of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeploymentSource {
    /// Drawn uniformly from a nonempty list, independently for each seat.
    #[serde(with = "deployments")]
    Pool(Vec<Deployment>),
    /// Drawn with probabilities proportional to the shares: a mixed strategy.
    #[serde(with = "shares")]
    Book(Vec<(u32, Deployment)>),
    /// The first deployment for a team's first seat, the second for its partner.
    #[serde(with = "deployments")]
    Partners(Vec<Deployment>),
    /// Drawn uniformly from all legal deployments.
    Sample,
}

impl DeploymentSource {
    /// The legal deployments of files: a book if any has a share (a missing share is 0), otherwise a pool.
    pub fn book(all: Vec<NamedDeployment>) -> Self {
        let shared = |named: NamedDeployment| Some((named.share, named.deployment.ok()?));
        let all: Vec<_> = all.into_iter().filter_map(shared).collect();
        if all.iter().all(|(share, _)| share.is_none()) {
            return Self::Pool(all.into_iter().map(|(_, deployment)| deployment).collect());
        }
        let book = all.into_iter().map(|(share, deployment)| (share.unwrap_or(0), deployment));
        Self::Book(book.collect())
    }

    /// Draws a deployment for a seat of the standard board, or its mirror image: the results of one hold for the other as well.
    pub fn draw_either_way(&self, seat: Seat, rng: &mut impl Rng) -> Deployment {
        let deployment = self.draw(seat, ArmShape::standard(), rng);
        if rng.random() { deployment } else { deployment.mirror() }
    }

    /// Draws a deployment for a seat on a board with arms of a shape; lists of deployments are for this shape.
    pub fn draw(&self, seat: Seat, shape: &'static ArmShape, rng: &mut impl Rng) -> Deployment {
        match self {
            Self::Sample => Deployment::sample_on(shape, rng),
            Self::Pool(pool) => pool[rng.random_range(0..pool.len())],
            Self::Book(book) => drawn(book, rng),
            Self::Partners(two) => two[(seat.index() / 2) % two.len()],
        }
    }
}

/// Draws from a book in proportion to the shares.
fn drawn(book: &[(u32, Deployment)], rng: &mut impl Rng) -> Deployment {
    let all: u64 = book.iter().map(|(share, _)| u64::from(*share)).sum();
    let mut place = rng.random_range(0..all.max(1));
    let found = book.iter().find(|(share, _)| {
        let share = u64::from(*share);
        let here = place < share;
        place = place.saturating_sub(share);
        here
    });
    found.unwrap_or(&book[0]).1
}

/// Reads a deployment for the arms of the standard board, or else of another board of this run.
fn read_for_any(text: &str) -> Result<Deployment, ParseError> {
    let word = Word { text, line: 1, column: 1 };
    let standard = read_deployment(word, ArmShape::standard());
    if standard.is_ok() {
        return standard;
    }
    let mut others = Board::known().into_iter();
    others.find_map(|board| read_deployment(word, board.shape()).ok()).map_or(standard, Ok)
}

/// Serialization of deployments as text.
mod deployments {
    use super::read_for_any;
    use crate::game::rules::Deployment;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        deployments: &[Deployment],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(deployments.iter().map(ToString::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Deployment>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        if texts.is_empty() {
            return Err(D::Error::custom(
                "the list of deployments is empty, expected at least one",
            ));
        }
        let read = texts.iter().map(|text| read_for_any(text));
        read.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

/// Serialization of deployments with their shares in millionths.
mod shares {
    use super::read_for_any;
    use crate::game::rules::Deployment;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        book: &[(u32, Deployment)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(book.iter().map(|(share, d)| (share, d.to_string())))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(u32, Deployment)>, D::Error> {
        let entries = Vec::<(u32, String)>::deserialize(deserializer)?;
        if entries.iter().all(|(share, _)| *share == 0) {
            return Err(D::Error::custom(
                "no deployment has a share above 0, expected at least one",
            ));
        }
        let mut book = vec![];
        for (share, text) in entries {
            book.push((share, read_for_any(&text).map_err(D::Error::custom)?));
        }
        Ok(book)
    }
}
