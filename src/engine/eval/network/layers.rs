//! The numbers of a network, and what is wrong with them.

use super::inputs::Inputs;
use crate::game::rules::Mode;
use thiserror::Error;

/// Units of the hidden layer, for each seat.
pub const HIDDEN: usize = 64;

/// What a unit counts to when it is full.
pub const FULL: i16 = 724;
/// The same after [`SHIFT`], of which the square fits sixteen bits.
pub(super) const TOP: i16 = 181;
/// Bits a unit loses before it is squared.
pub(super) const SHIFT: u32 = 2;
/// The square of a full unit.
pub const SQUARE: i32 = TOP as i32 * TOP as i32;
/// What a centi-piece is in the sum over pieces.
pub const LINEAR: i32 = 8;
/// What a centi-piece is in the weights of units.
pub const OUTPUT: i32 = 1;
/// The most that the weights of units may sum up to, without signs, so that their sum fits.
pub const MOST_OUTPUT: i32 = i32::MAX / SQUARE;

/// Where a network is from.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkOrigin {
    /// Which kind of game it is for.
    pub mode: Mode,
    /// Centi-pieces that make the odds of winning e times as high.
    pub scale: f64,
    /// What it was trained on, in one line.
    pub source: String,
    /// How, in one line.
    pub method: String,
}

/// The whole numbers of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkLayers {
    /// By input, what it adds to every unit, in parts of [`FULL`].
    pub hidden: Vec<[i16; HIDDEN]>,
    /// What units are before any input.
    pub bias: [i16; HIDDEN],
    /// Centi-pieces of the seat's team for every unit that is full.
    pub output: [i16; HIDDEN],
    /// By input, what it is worth by itself to the seat's team, in parts of a centi-piece: [`LINEAR`] make
    /// one.
    pub linear: Vec<i16>,
}

/// Bytes that are no network, or a network of something else.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// A line of the head is not what it should be.
    #[error("network, line {line}: found `{found}`, expected {expected}")]
    Head {
        /// Its number, from 1.
        line: usize,
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// There are more or fewer numbers.
    #[error("network: found {found} bytes after the head, expected {expected}")]
    Size {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The weights of the units are too large to be summed.
    #[error("network: found output weights of {0} in all, expected at most {MOST_OUTPUT}")]
    Output(i32),
    /// The inputs are not those of the game.
    #[error("network: found weights for {found} inputs, expected {expected}")]
    Inputs {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The game is of another kind.
    #[error("network: found a game of {found:?}, expected one of {expected:?}")]
    Mode {
        /// The game's.
        found: Mode,
        /// The network's.
        expected: Mode,
    },
    /// The board is another one.
    #[error("network: found the board `{0}`, expected the standard one")]
    Board(String),
}

impl NetworkLayers {
    /// Whether they are a network of a kind of game.
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
