//! The parameters of a network, and their validation.

use super::inputs::Inputs;
use crate::game::rules::Mode;
use thiserror::Error;

/// Number of units of the hidden layer, per seat.
pub const HIDDEN: usize = 64;

/// Upper clipping limit of a unit's activation.
pub const FULL: i16 = 724;
/// The same after [`SHIFT`]; its square fits into 16 bits.
pub(super) const TOP: i16 = 181;
/// Number of low bits dropped from an activation before it is squared.
pub(super) const SHIFT: u32 = 2;
/// The squared activation at the clipping limit.
pub const SQUARE: i32 = TOP as i32 * TOP as i32;
/// Linear weight that is one centi-piece.
pub const LINEAR: i32 = 8;
/// Output weight that is one centi-piece.
pub const OUTPUT: i32 = 1;
/// Limit of the sum of the absolute output weights, so that the output cannot overflow.
pub const MOST_OUTPUT: i32 = i32::MAX / SQUARE;

/// The origin of a network.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkOrigin {
    /// The mode of play that it is for.
    pub mode: Mode,
    /// Value that multiplies the odds of winning by e, in centi-pieces.
    pub scale: f64,
    /// The training data, in one line.
    pub source: String,
    /// The training method, in one line.
    pub method: String,
}

/// The integer parameters of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkLayers {
    /// Weights of the first layer by input and unit; [`FULL`] is the clipping limit of a unit.
    pub hidden: Vec<[i16; HIDDEN]>,
    /// Biases of the units.
    pub bias: [i16; HIDDEN],
    /// Output weights of the units, for the team of the viewing seat; [`OUTPUT`] is one centi-piece.
    pub output: [i16; HIDDEN],
    /// Linear weights by input, for the team of the viewing seat; [`LINEAR`] is one centi-piece.
    pub linear: Vec<i16>,
}

/// Why a network is invalid, or does not fit a game.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// A line of the header is invalid.
    #[error("network, line {line}: found `{found}`, expected {expected}")]
    Head {
        /// Line number, from 1.
        line: usize,
        /// The line found.
        found: String,
        /// The line expected.
        expected: String,
    },
    /// The number of bytes after the header is wrong.
    #[error("network: found {found} bytes after the header, expected {expected}")]
    Size {
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
    },
    /// The output weights are so large that the output could overflow.
    #[error("network: the absolute output weights sum to {0}, expected at most {MOST_OUTPUT}")]
    Output(i32),
    /// The number of inputs is not that of the mode of play.
    #[error("network: found weights for {found} inputs, expected {expected}")]
    Inputs {
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
    },
    /// The game has another mode of play.
    #[error("network: the game is {found:?}, but the network is for {expected:?}")]
    Mode {
        /// The mode of the game.
        found: Mode,
        /// The mode of the network.
        expected: Mode,
    },
    /// The game has another board.
    #[error("network: the board is `{0}`, but networks are for the standard board")]
    Board(String),
}

impl NetworkLayers {
    /// Checks that the parameters are a network for a mode of play.
    pub(super) fn check(&self, mode: Mode) -> Result<(), NetworkError> {
        let expected = Inputs::of(mode).count();
        for found in [self.hidden.len(), self.linear.len()] {
            if found != expected {
                return Err(NetworkError::Inputs { found, expected });
            }
        }
        let sum = self.output.iter().map(|&w| i32::from(w).abs()).sum();
        if sum > MOST_OUTPUT { Err(NetworkError::Output(sum)) } else { Ok(()) }
    }
}
