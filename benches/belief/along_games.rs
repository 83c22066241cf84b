//! The time of beliefs from move to move.

use super::{Game, OBSERVER, OPEN, each, line, median};
use junqi::engine::data;
use junqi::game::belief::{BehaviourModel, Belief, Observation, Prior};
use junqi::game::rules::Mode;
use std::hint::black_box;
use std::sync::Arc;

/// The first ply of the games whose posteriors are timed.
const FROM: usize = 40;

/// The marginals of both hidden seats after every event of a game from ply 40 on, and after every fourth, about as often as
/// a seat moves: means over all of them with the events before, under the embedded priors.
pub(super) fn print(games: &[Game]) {
    println!("\nfrom ply {FROM} on, events and the posterior after them, microseconds a posterior");
    let engines = data::engine_model(Mode::FourPlayer);
    let behaviour = engines.behaviour_model().expect("the embedded models are valid");
    let (human, habits) = data::human_models();
    let uniform = Arc::new(Prior::uniform());
    let prior = Arc::new(engines.prior().expect("the embedded models are valid"));
    for (name, prior, behaviour) in [
        ("uniform", uniform, None),
        ("engines", prior, Some(Arc::new(behaviour))),
        ("learned", human, Some(habits)),
    ] {
        for (every, of) in [(1, "every event"), (4, "every fourth event")] {
            let seconds = median(|| time(games, &prior, behaviour.as_ref(), every));
            line(&format!("{name}: {of}"), seconds);
        }
    }
}

fn time(
    games: &[Game],
    prior: &Arc<Prior>,
    behaviour: Option<&Arc<BehaviourModel>>,
    every: usize,
) -> f64 {
    let begun = |game: &Game| {
        let view = Observation::new(&game.first, OBSERVER, OPEN).view();
        let belief = Belief::new(&view, prior.clone()).expect("a sound view");
        let mut belief = belief.with_behaviour_model(behaviour.cloned());
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
