//! Recorded games with all pieces visible, and their division into training and test sets without shared
//! deployments.

use super::formations::oriented;
use junqi_core::base::random;
use junqi_core::game::belief::View;
use junqi_core::game::board::Seat;
use junqi_core::game::format::GameHistory;
use junqi_core::game::rules::{Deployment, Event, SetupFaults, World};
use rand::seq::SliceRandom;
use std::collections::HashMap;

/// A recorded game with all pieces visible.
#[derive(Debug, Clone)]
pub struct OpenGame {
    /// Source, for messages.
    pub name: String,
    /// The world before the first event.
    pub start: World,
    /// The events.
    pub events: Vec<Event>,
    /// The search value of every turn (move or resignation), for the team of the player, in centi-pieces;
    /// empty if not recorded.
    pub values: Vec<Option<i64>>,
    /// Whether the values are labels: only the positions that have one are taken.
    pub labelled: bool,
}

/// Why a history cannot be used for learning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// A history hides the pieces of a seat.
    #[error("found hidden pieces, expected a record with the kinds of all pieces")]
    Hidden,
    /// A history does not start with the first move.
    #[error("found a start at ply {0}, expected a whole game")]
    Middle(u32),
    /// The first position of a history is invalid.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

impl OpenGame {
    /// Reads the game of a history.
    ///
    /// # Errors
    ///
    /// If pieces are hidden, or the history does not start with the first move.
    pub fn new(name: String, history: &GameHistory) -> Result<Self, GameError> {
        let View { ply, .. } = history.start;
        if ply > 0 {
            return Err(GameError::Middle(ply));
        }
        let setup = history.start.setup().ok_or(GameError::Hidden)?;
        let start = World::lenient(&setup)?;
        let events = history.events.clone();
        Ok(Self { name, start, events, values: vec![], labelled: false })
    }

    /// Adds the search values of the players.
    #[must_use]
    pub fn with_values(self, values: Vec<Option<i64>>) -> Self {
        Self { values, ..self }
    }

    /// Adds labels: the values of searches of some positions (`junqi eval label`).
    #[must_use]
    pub fn with_labels(self, values: Vec<Option<i64>>) -> Self {
        Self { values, labelled: true, ..self }
    }

    /// The deployment of a seat at the start; none if pieces are missing.
    pub fn deployment(&self, seat: Seat) -> Option<Deployment> {
        let arm = self.start.board().arm(seat)?;
        let shape = self.start.board().shape();
        let mut points = vec![None; arm.len()];
        for point in shape.posts() {
            let piece = self.start.piece_at(arm[point.index()]).filter(|p| p.seat() == seat);
            points[point.index()] = Some(self.start.kind(piece?));
        }
        Deployment::new(shape, &points).ok()
    }

    /// The complete deployments at the start, by seat.
    pub fn deployments(&self) -> Vec<Deployment> {
        self.start.rules().seats().iter().filter_map(|seat| self.deployment(seat)).collect()
    }
}

/// Splits games into a training and a test set such that no deployment, nor its mirror image, is in
/// both. Games that share a deployment form a group, and groups are not divided. The test set has at
/// most `share` of all games; a group that would make it larger stays in the training set.
///
/// ```
/// use junqi_lab::research::learn::split;
/// let (training, test) = split(&[], 0.2, 1);
/// assert!(training.is_empty() && test.is_empty());
/// ```
pub fn split(games: &[OpenGame], share: f64, seed: u64) -> (Vec<&OpenGame>, Vec<&OpenGame>) {
    let all: Vec<&OpenGame> = games.iter().collect();
    let aside = set_aside(&all, share, seed);
    let part = |wanted| games.iter().zip(&aside).filter(move |g| *g.1 == wanted).map(|g| g.0);
    (part(false).collect(), part(true).collect())
}

/// Number of games in the smallest group that shares deployments: the fewest that can be held out.
pub fn fewest_held_out(games: &[OpenGame]) -> usize {
    let all: Vec<&OpenGame> = games.iter().collect();
    groups(&all, 0).iter().map(Vec::len).min().unwrap_or(0)
}

/// For every game whether it is in the test set of [`split`].
pub(super) fn set_aside(games: &[&OpenGame], share: f64, seed: u64) -> Vec<bool> {
    let most = share * games.len() as f64;
    let mut aside = vec![false; games.len()];
    let mut taken = 0;
    for group in groups(games, seed) {
        if (taken + group.len()) as f64 <= most {
            taken += group.len();
            for game in group {
                aside[game] = true;
            }
        }
    }
    aside
}

/// Assigns every game to one of `parts` folds of similar size that share no deployment.
pub(super) fn parts(games: &[&OpenGame], number: usize, seed: u64) -> Vec<usize> {
    let mut sizes = vec![0; number.max(1)];
    let mut part_of = vec![0; games.len()];
    for group in groups(games, seed) {
        let least = (0..sizes.len()).min_by_key(|&part| sizes[part]).unwrap_or(0);
        sizes[least] += group.len();
        for game in group {
            part_of[game] = least;
        }
    }
    part_of
}

/// The groups of games that share deployments, in random order.
fn groups(games: &[&OpenGame], seed: u64) -> Vec<Vec<usize>> {
    let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
    for (game, group) in groups_of(games).into_iter().enumerate() {
        groups.entry(group).or_default().push(game);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort_unstable();
    groups.shuffle(&mut random::stream(seed, &[]));
    groups
}

/// For every game the first game of its group (union-find).
fn groups_of(games: &[&OpenGame]) -> Vec<usize> {
    let mut leader: Vec<usize> = (0..games.len()).collect();
    let mut first: HashMap<Deployment, usize> = HashMap::new();
    for (number, game) in games.iter().enumerate() {
        for seat in game.start.rules().seats().iter() {
            let Some(deployment) = game.deployment(seat) else { continue };
            let before = *first.entry(oriented(&deployment)).or_insert(number);
            let a = root(&mut leader, before);
            let b = root(&mut leader, number);
            leader[a.max(b)] = a.min(b);
        }
    }
    (0..games.len()).map(|game| root(&mut leader, game)).collect()
}

fn root(leader: &mut [usize], mut game: usize) -> usize {
    while leader[game] != game {
        leader[game] = leader[leader[game]];
        game = leader[game];
    }
    game
}
