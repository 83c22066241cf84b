//! The embedded positions as roots of searches.

use super::weights;
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::eval::{CorrectedBelief, Evaluation, FeatureTables, Tracked, TrackedEvaluation};
use junqi::game::belief::{Belief, BeliefPosition, Mixture};
use junqi::game::rules::{Mode, Phase, World};

/// A search root with its evaluation.
pub(crate) struct Root<P, E = Evaluation> {
    pub(crate) phase: Phase,
    pub(crate) position: P,
    pub(crate) evaluation: E,
}

/// The beliefs of the seat to move at the positions of four-player games.
fn believed() -> impl Iterator<Item = (Phase, BeliefPosition, World)> {
    let four = data::positions().into_iter().filter(|(_, saved)| saved.mode() == Mode::FourPlayer);
    four.map(|(_, saved)| {
        let known = saved.information().expect("embedded positions are sound");
        let mixture = Mixture::counting().into();
        let mut belief = Belief::new(&saved.history.start, mixture).expect("they are");
        saved.history.events.iter().for_each(|event| belief.learn(event));
        let posterior = belief.posterior(1);
        let kinds = posterior.sample(&mut random::stream(1, &[])).expect("something explains it");
        let observation = known.observation();
        let position = BeliefPosition::new(&observation, &posterior);
        (saved.phase, position, observation.world_with(&kinds))
    })
}

pub(crate) fn outlooks() -> Vec<Root<CorrectedBelief>> {
    let root = |(phase, belief, _): (Phase, BeliefPosition, World)| {
        let evaluation = Evaluation::of_belief(&belief, &weights()).expect("weights are sound");
        Root { phase, position: CorrectedBelief::new(belief, &evaluation), evaluation }
    };
    believed().map(root).collect()
}

pub(crate) fn worlds() -> Vec<Root<World>> {
    let root = |(phase, _, world): (Phase, BeliefPosition, World)| {
        let evaluation = Evaluation::of_world(&world, &weights()).expect("weights are sound");
        Root { phase, position: world, evaluation }
    };
    believed().map(root).collect()
}

pub(crate) fn tracked() -> Vec<Root<Tracked, TrackedEvaluation>> {
    let root = |(phase, _, world): (Phase, BeliefPosition, World)| {
        let features = Evaluation::of_world(&world, &weights()).expect("weights are sound");
        let evaluation = TrackedEvaluation::with(&features);
        let tables = FeatureTables::new(&features, world.net()).into();
        let network = data::network(world.rules().mode);
        let position =
            Tracked::by_features_and_network(world, tables, network).expect("the standard board");
        Root { phase, position, evaluation }
    };
    believed().map(root).collect()
}
