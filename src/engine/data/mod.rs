//! What is embedded in the program besides the board.

mod positions;

use crate::engine::eval::{Network, Weights};
use crate::game::belief::{BehaviourModel, BeliefModel, Prior};
use crate::game::board::Board;
use crate::game::format::{NamedDeployment, SavedPosition, parse_deployments};
use crate::game::rules::Mode;
use std::sync::{Arc, LazyLock};

pub use positions::POSITION_FILES;

/// The hand-made deployment files of `data/deployments`, by name.
pub const DEPLOYMENT_FILES: &[(&str, &str)] = &[
    ("attack.txt", include_str!("../../../data/deployments/attack.txt")),
    ("balanced.txt", include_str!("../../../data/deployments/balanced.txt")),
    ("bombs.txt", include_str!("../../../data/deployments/bombs.txt")),
    ("decoy.txt", include_str!("../../../data/deployments/decoy.txt")),
    ("defence.txt", include_str!("../../../data/deployments/defence.txt")),
    ("flag.txt", include_str!("../../../data/deployments/flag.txt")),
];

/// The mixtures of `data/books` from which seats may draw their deployments, by mode.
pub fn mixture(mode: Mode) -> Vec<NamedDeployment> {
    let text = match mode {
        Mode::FourPlayer => include_str!("../../../data/books/2v2.txt"),
        Mode::TwoPlayer => include_str!("../../../data/books/1v1.txt"),
    };
    parse_deployments(text).expect("the embedded file is sound")
}

/// Deployments that measurement found strong.
pub fn strong() -> Vec<NamedDeployment> {
    let text = include_str!("../../../data/books/strong.txt");
    parse_deployments(text).expect("the embedded file is sound")
}

/// All hand-made deployments.
pub fn deployments() -> Vec<NamedDeployment> {
    let read = |(name, text): &(&str, &str)| {
        parse_deployments(text).unwrap_or_else(|e| panic!("embedded file {name}: {e}"))
    };
    DEPLOYMENT_FILES.iter().flat_map(read).collect()
}

/// The positions from games with which searches are compared, by name: 2v2 and 1v1, eleven of every
/// phase.
pub fn positions() -> Vec<(&'static str, SavedPosition)> {
    let read = |&(name, text): &(&'static str, &str)| {
        let scene = SavedPosition::parse(text, Board::siguo());
        (name, scene.unwrap_or_else(|e| panic!("embedded file {name}: {e}")))
    };
    POSITION_FILES.iter().map(read).collect()
}

/// What was learned from human games.
pub fn model() -> BeliefModel {
    read_model(include_str!("../../../data/priors/human.json"))
}

/// The same, ready to believe with: what people deploy and how they play; all share one copy.
pub fn people() -> (Arc<Prior>, Arc<BehaviourModel>) {
    static PEOPLE: LazyLock<(Arc<Prior>, Arc<BehaviourModel>)> = LazyLock::new(|| {
        let (model, sound) = (model(), "the embedded file is sound");
        (model.prior().expect(sound).into(), model.behaviour_model().expect(sound).into())
    });
    PEOPLE.clone()
}

/// What was learned from games that engines played.
pub fn engines() -> BeliefModel {
    read_model(include_str!("../../../data/priors/engines.json"))
}

fn read_model(text: &str) -> BeliefModel {
    serde_json::from_str(text).expect("the embedded file is sound")
}

/// The weights of the evaluation.
pub fn weights() -> Weights {
    let text = include_str!("../../../data/weights/evaluation.json");
    Weights::parse(text).expect("the embedded file is sound")
}

/// The weights that a person set, before anything was tuned.
pub fn hand_weights() -> Weights {
    let text = include_str!("../../../data/weights/hand.json");
    Weights::parse(text).expect("the embedded file is sound")
}

/// The network that evaluates open worlds of a kind of game; all share one copy.
pub fn network(mode: Mode) -> Arc<Network> {
    static TWO: LazyLock<Arc<Network>> =
        LazyLock::new(|| read_network(include_bytes!("../../../data/networks/2v2.net")));
    static ONE: LazyLock<Arc<Network>> =
        LazyLock::new(|| read_network(include_bytes!("../../../data/networks/1v1.net")));
    match mode {
        Mode::FourPlayer => Arc::clone(&TWO),
        Mode::TwoPlayer => Arc::clone(&ONE),
    }
}

fn read_network(bytes: &[u8]) -> Arc<Network> {
    Arc::new(Network::parse(bytes).expect("the embedded file is sound"))
}
