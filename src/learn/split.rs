//! Setting games aside, so that nothing learned from the others is known of them.

use super::Game;
use super::formations::oriented;
use crate::random;
use crate::rules::Deployment;
use rand::seq::SliceRandom;
use std::collections::HashMap;

/// Splits games in two, so that no deployment, nor its mirror image, is in both: games that share
/// one stay together. The second part has about that share of all games, and whole groups of games
/// only; a group that would make it too large stays in the first.
///
/// ```
/// use junqi::learn::split;
/// let (kept, held_back) = split(&[], 0.2, 1);
/// assert!(kept.is_empty() && held_back.is_empty());
/// ```
pub fn split(games: &[Game], share: f64, seed: u64) -> (Vec<&Game>, Vec<&Game>) {
    let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
    for (game, group) in groups_of(games).into_iter().enumerate() {
        groups.entry(group).or_default().push(game);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort_unstable();
    groups.shuffle(&mut random::stream(seed, &[]));
    let most = share * games.len() as f64;
    let mut aside = vec![false; games.len()];
    let mut taken = 0;
    for group in groups {
        if (taken + group.len()) as f64 <= most {
            taken += group.len();
            for game in group {
                aside[game] = true;
            }
        }
    }
    let part = |wanted| games.iter().zip(&aside).filter(move |g| *g.1 == wanted).map(|g| g.0);
    (part(false).collect(), part(true).collect())
}

/// For every game the first one it hangs together with.
fn groups_of(games: &[Game]) -> Vec<usize> {
    let mut leader: Vec<usize> = (0..games.len()).collect();
    let mut first: HashMap<Deployment, usize> = HashMap::new();
    for (number, game) in games.iter().enumerate() {
        for seat in game.start.rules().seats().iter() {
            let Some(deployment) = game.deployment(seat) else { continue };
            let before = *first.entry(oriented(&deployment)).or_insert(number);
            let (a, b) = (root(&mut leader, before), root(&mut leader, number));
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
