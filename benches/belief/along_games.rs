//! The time of beliefs from move to move.

use super::{Game, OBSERVER, OPEN, each, line, median};
use junqi::engine::data;
use junqi::game::belief::{BehaviourModel, Belief, Observation, Prior};
use junqi::game::rules::Mode;
use std::hint::black_box;
use std::sync::Arc;

/// The first ply of the games whose posteriors are timed.
const FROM: usize = 40;

/// An event of a game from ply 40 on and the marginals of both hidden seats after it, a mean over all of them, under
/// the embedded priors.
pub(super) fn print(games: &[Game]) {
    println!("\nan event from ply {FROM} on and the posterior after it, microseconds");
    let engines = data::engines(Mode::FourPlayer);
    let behaviour = engines.behaviour_model().expect("the embedded models are valid");
    let (human, habits) = data::human();
    let uniform = Arc::new(Prior::uniform());
    let prior = Arc::new(engines.prior().expect("the embedded models are valid"));
    for (name, prior, behaviour) in [
        ("uniform", uniform, None),
        ("engines, 1 set of weights", prior, Some(Arc::new(behaviour))),
        ("learned, 16 sets of weights", human, Some(habits)),
    ] {
        line(name, median(|| time(games, &prior, behaviour.as_ref())));
    }
}

fn time(games: &[Game], prior: &Arc<Prior>, behaviour: Option<&Arc<BehaviourModel>>) -> f64 {
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
            for event in game.events.iter().skip(FROM) {
                belief.learn(event);
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
