//! The network in whole numbers.

use super::model::NetworkModel;
use crate::engine::eval::{
    FULL, HIDDEN, LINEAR, MOST_OUTPUT, Network, NetworkError, NetworkLayers, NetworkOrigin, OUTPUT,
};

/// The most that a unit may say, in log-odds, so that all of them can be summed in whole numbers.
pub(super) fn most_output(scale: f64) -> f32 {
    // Rounding may add a half to each.
    let all = f64::from(MOST_OUTPUT) - HIDDEN as f64;
    (all / HIDDEN as f64 / scale / f64::from(OUTPUT)) as f32
}

/// A network in whole numbers, near one in real numbers.
///
/// # Errors
///
/// If the origin is of another kind of game.
pub fn whole(model: &NetworkModel, origin: NetworkOrigin) -> Result<Network, NetworkError> {
    let near = |value: f64| value.round().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16;
    let unit = |w: f32| near(f64::from(w) * f64::from(FULL));
    let worth = |w: f32, part: i32| near(f64::from(w) * origin.scale * f64::from(part));
    let layers = NetworkLayers {
        hidden: model.hidden.iter().map(|row| row.map(unit)).collect(),
        bias: model.bias.map(unit),
        output: model.output.map(|w| worth(w, OUTPUT)),
        linear: model.linear.iter().map(|&w| worth(w, LINEAR)).collect(),
    };
    Network::new(origin, layers)
}
