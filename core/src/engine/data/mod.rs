//! Data embedded in the program: deployments, positions, belief models, weights and networks.

mod opponents;

use crate::engine::eval::{Network, Weights};
use crate::game::board::{ArmShape, Board};
use crate::game::format::{NamedDeployment, SavedPosition, parse_deployments};
use crate::game::rules::Mode;
pub use opponents::{Opponent, human_model, human_prior, plain_reader};
use std::sync::{Arc, LazyLock};

/// The files of a folder of `data`, by name.
macro_rules! embedded_files {
    ($folder:literal: $($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../data/", $folder, "/", $name)))),+]
    };
}

/// The hand-made deployment files of `data/deployments`, by name.
pub const DEPLOYMENT_FILES: &[(&str, &str)] = embedded_files!("deployments":
    "attack.txt" "balanced.txt" "bombs.txt" "decoy.txt" "defence.txt" "flag.txt");

/// The positions from games of `data/positions`, by name.
pub const POSITION_FILES: &[(&str, &str)] = embedded_files!("positions":
    "1v1-end-01.txt" "1v1-end-02.txt" "1v1-end-03.txt" "1v1-end-04.txt"
    "1v1-end-05.txt" "1v1-end-06.txt" "1v1-end-07.txt" "1v1-end-08.txt"
    "1v1-end-09.txt" "1v1-end-10.txt" "1v1-end-11.txt" "1v1-middle-01.txt"
    "1v1-middle-02.txt" "1v1-middle-03.txt" "1v1-middle-04.txt" "1v1-middle-05.txt"
    "1v1-middle-06.txt" "1v1-middle-07.txt" "1v1-middle-08.txt" "1v1-middle-09.txt"
    "1v1-middle-10.txt" "1v1-middle-11.txt" "1v1-opening-01.txt" "1v1-opening-02.txt"
    "1v1-opening-03.txt" "1v1-opening-04.txt" "1v1-opening-05.txt" "1v1-opening-06.txt"
    "1v1-opening-07.txt" "1v1-opening-08.txt" "1v1-opening-09.txt" "1v1-opening-10.txt"
    "1v1-opening-11.txt" "2v2-end-01.txt" "2v2-end-02.txt" "2v2-end-03.txt"
    "2v2-end-04.txt" "2v2-end-05.txt" "2v2-end-06.txt" "2v2-end-07.txt"
    "2v2-end-08.txt" "2v2-end-09.txt" "2v2-end-10.txt" "2v2-end-11.txt"
    "2v2-middle-01.txt" "2v2-middle-02.txt" "2v2-middle-03.txt" "2v2-middle-04.txt"
    "2v2-middle-05.txt" "2v2-middle-06.txt" "2v2-middle-07.txt" "2v2-middle-08.txt"
    "2v2-middle-09.txt" "2v2-middle-10.txt" "2v2-middle-11.txt" "2v2-opening-01.txt"
    "2v2-opening-02.txt" "2v2-opening-03.txt" "2v2-opening-04.txt" "2v2-opening-05.txt"
    "2v2-opening-06.txt" "2v2-opening-07.txt" "2v2-opening-08.txt" "2v2-opening-09.txt"
    "2v2-opening-10.txt" "2v2-opening-11.txt");

/// The opening book of `data/books` for a mode of play: deployments with their shares.
pub fn opening_book(mode: Mode) -> Vec<NamedDeployment> {
    let text = match mode {
        Mode::FourPlayer => include_str!("../../../data/books/2v2.txt"),
        Mode::TwoPlayer => include_str!("../../../data/books/1v1.txt"),
    };
    parse_deployments(text, ArmShape::standard()).expect("the embedded file is valid")
}

/// Deployments that matches found to be strong.
pub fn strong_deployments() -> Vec<NamedDeployment> {
    let text = include_str!("../../../data/books/strong.txt");
    parse_deployments(text, ArmShape::standard()).expect("the embedded file is valid")
}

/// All hand-made deployments.
pub fn deployments() -> Vec<NamedDeployment> {
    let read = |(name, text): &(&str, &str)| {
        parse_deployments(text, ArmShape::standard())
            .unwrap_or_else(|e| panic!("embedded file {name}: {e}"))
    };
    DEPLOYMENT_FILES.iter().flat_map(read).collect()
}

/// Positions from games by name, for comparing searches: eleven per mode and phase.
pub fn positions() -> Vec<(&'static str, SavedPosition)> {
    let read = |&(name, text): &(&'static str, &str)| {
        let position = SavedPosition::parse(text, Board::siguo());
        (name, position.unwrap_or_else(|e| panic!("embedded file {name}: {e}")))
    };
    POSITION_FILES.iter().map(read).collect()
}

/// More positions from games of several kinds of player, 189 per mode and phase.
pub fn more_positions() -> Vec<SavedPosition> {
    let text = include_str!("../../../data/more-positions.txt");
    let positions = SavedPosition::parse_all(text, Board::siguo());
    positions.unwrap_or_else(|(number, e)| {
        panic!("embedded file more-positions.txt, position {number}: {e}")
    })
}

/// The tuned weights of the evaluation.
pub fn weights() -> Weights {
    let text = include_str!("../../../data/weights/evaluation.json");
    Weights::parse(text).expect("the embedded file is valid")
}

/// The weights of the evaluation that were tuned further by matches of `pimc`.
pub fn match_weights() -> Weights {
    let text = include_str!("../../../data/weights/matches.json");
    Weights::parse(text).expect("the embedded file is valid")
}

/// The weights of the evaluation as set by hand, before tuning.
pub fn hand_weights() -> Weights {
    Weights::by_hand()
}

/// The network for open worlds of a mode of play; all callers share one copy.
pub fn network(mode: Mode) -> Arc<Network> {
    static FOUR_PLAYER: LazyLock<Arc<Network>> =
        LazyLock::new(|| read_network(include_bytes!("../../../data/networks/2v2.net")));
    static TWO_PLAYER: LazyLock<Arc<Network>> =
        LazyLock::new(|| read_network(include_bytes!("../../../data/networks/1v1.net")));
    match mode {
        Mode::FourPlayer => Arc::clone(&FOUR_PLAYER),
        Mode::TwoPlayer => Arc::clone(&TWO_PLAYER),
    }
}

fn read_network(bytes: &[u8]) -> Arc<Network> {
    Arc::new(Network::parse(bytes).expect("the embedded file is valid"))
}
