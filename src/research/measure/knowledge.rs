//! The uncertainty of a seat at a moment, in bits.

use crate::game::belief::{BeliefPosition, Evidence, Observation, Posterior};
use crate::game::rules::LEGAL_DEPLOYMENTS;

/// The uncertainty of a seat at a moment, in bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnknownBits {
    /// The mean over hidden enemy pieces on the board; none if there are none.
    pub entropy: Option<f64>,
    /// The sum over all hidden pieces on the board, a partner's too, taken as independent.
    pub bits: f64,
    /// log2 of the number of consistent deployments of all hidden seats, eliminated seats included.
    /// None if the posterior is sampled or does not count deployments (prior not uniform).
    pub worlds: Option<f64>,
}

impl UnknownBits {
    /// The uncertainty of a seat. `counted`: the posterior has the uniform prior, so it counts
    /// deployments.
    pub fn new(
        observation: &Observation<'_>,
        evidence: &Evidence,
        posterior: &Posterior,
        counted: bool,
    ) -> Self {
        let hidden = evidence.hidden();
        let on_board = observation.pieces().filter(|(piece, _)| hidden.contains(piece.seat()));
        let bits = on_board.map(|(piece, _)| posterior.entropy(piece).0).sum();
        let seats = hidden.iter().count() as f64;
        let log_total = posterior.total().filter(|_| counted).map(f64::log2);
        let worlds = log_total.map(|log| log + seats * (LEGAL_DEPLOYMENTS as f64).log2());
        let position = BeliefPosition::new(observation, posterior);
        let entropy = Some(position.average_entropy().0).filter(|&bits| bits > 0.0);
        Self { entropy, bits, worlds }
    }
}
