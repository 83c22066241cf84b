//! The time of beliefs from move to move.

use super::{Game, OBSERVER, OPEN, each, line, median};
use junqi::engine::data::Opponent;
use junqi::game::belief::{Belief, Mixture, Observation};
use junqi::game::rules::Mode;
use std::hint::black_box;
use std::sync::Arc;

/// The first ply of the games whose posteriors are timed.
const FROM: usize = 40;

/// The marginals of both hidden seats after every event of a game from ply 40 on, and after every fourth, about as often as
/// a seat moves: means over all of them with the events before, by what is known of
/// the others.
pub(super) fn print(games: &[Game]) {
    println!("\nfrom ply {FROM} on, events and the posterior after them, microseconds a posterior");
    for opponent in [Opponent::Counting, Opponent::Unknown, Opponent::People] {
        let mixture = opponent.mixture(Mode::FourPlayer);
        let name = opponent.word();
        for (every, of) in [(1, "every event"), (4, "every fourth event")] {
            let seconds = median(|| time(games, &mixture, every));
            line(&format!("{name}: {of}"), seconds);
        }
    }
}

fn time(games: &[Game], mixture: &Arc<Mixture>, every: usize) -> f64 {
    let begun = |game: &Game| {
        let view = Observation::new(&game.first, OBSERVER, OPEN).view();
        let mut belief = Belief::new(&view, mixture.clone()).expect("a sound view");
        game.events.iter().take(FROM).for_each(|event| belief.learn(event));
        belief.posterior(0);
        belief
    };
    let mut beliefs: Vec<Belief> = games.iter().map(begun).collect();
    each(|| {
        let mut count = 0;
        for (game, belief) in games.iter().zip(&mut beliefs) {
            for (number, event) in game.events.iter().skip(FROM).enumerate() {
                belief.learn(event);
                if number % every > 0 {
                    continue;
                }
                let posterior = belief.posterior(0);
                for seat in belief.evidence().hidden().iter() {
                    black_box(posterior.marginals(seat));
                }
                count += 1;
            }
        }
        count
    })
}
