//! Observations as tensors.

use super::actions::{KINDS, STATIONS};
use crate::game::board::SIZE;
use crate::game::rules::KindSet;

/// Number of channels of an observation.
///
/// Seats are relative to the observer: 0 itself, 1 the next anticlockwise, 2 opposite, 3 the next
/// clockwise; relative to South for the public and for everyone. Kinds are numbered from the commander, 0, to the flag, 11.
///
/// | channels | content |
/// | --- | --- |
/// | 0 to 47 | `seat * 12 + kind`: a piece of the seat stands here that may be of the kind, or the probability that it is |
/// | 48 to 51 | a piece of the seat stands here that has moved |
/// | 52 to 63 | `seat * 3 + part`: the seat's last move began here (0), ended here (1), was an attack here (2) |
/// | 64 to 67 | everywhere: the seat is in |
/// | 68 to 71 | the seat's flag stands here and is public |
/// | 72 to 75 | everywhere: it is the seat's turn |
/// | 76 | everywhere: plies since the last fight, as a share of `draw_quiet_plies`; 0 without that limit |
/// | 77 | everywhere: the armies are still being placed |
pub const CHANNELS: usize = 78;

/// The arrangement of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Shape `(78, 17, 17)`: channel, row from the top, column from the left. Cells without a station
    /// are 0 in the channels of pieces.
    #[default]
    Planes,
    /// Shape `(129, 78)`: station in reading order, channel.
    Stations,
}

impl Layout {
    /// The distance from a channel of a station to the next.
    pub(super) fn step(self) -> usize {
        match self {
            Self::Planes => SIZE * SIZE,
            Self::Stations => 1,
        }
    }
}

/// What the first 48 channels show of hidden pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Beliefs {
    /// 1 for every kind: nothing is concluded.
    None,
    /// 1 for every kind that the public events do not rule out.
    #[default]
    MayBe,
    /// The probability of the kind, all deployments being equally likely: counted exactly, or sampled where
    /// the results of fights make too many hidden pieces depend on each other.
    Posterior,
}

/// The form of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TensorFormat {
    /// The arrangement.
    pub layout: Layout,
    /// What is shown of hidden pieces.
    pub beliefs: Beliefs,
    /// Whether the board is turned so that the observer's arm is at the bottom.
    pub turned: bool,
}

impl TensorFormat {
    /// The shape of the tensor.
    pub fn shape(&self) -> Vec<usize> {
        match self.layout {
            Layout::Planes => vec![CHANNELS, SIZE, SIZE],
            Layout::Stations => vec![STATIONS, CHANNELS],
        }
    }

    /// Number of elements.
    pub fn size(&self) -> usize {
        match self.layout {
            Layout::Planes => CHANNELS * SIZE * SIZE,
            Layout::Stations => STATIONS * CHANNELS,
        }
    }
}

/// An element of a tensor: `f32`, or `u8` with 255 for 1.
pub trait Element: Copy + Send + Sync + 'static {
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// By four bits, the lowest first, what they stand for.
    const FOURS: [[Self; 4]; 16] = fours(Self::ZERO, Self::ONE);
    /// A share between 0 and 1.
    fn share(value: f64) -> Self;

    /// By kind, 1 for those in a set, 0 for the others.
    #[inline]
    fn of_kinds(set: KindSet) -> [Self; KINDS] {
        let mut values = [Self::ZERO; KINDS];
        for (four, shift) in values.chunks_exact_mut(4).zip([0, 4, 8]) {
            four.copy_from_slice(&Self::FOURS[usize::from(set.bits() >> shift & 15)]);
        }
        values
    }
}

const fn fours<T: Copy>(zero: T, one: T) -> [[T; 4]; 16] {
    let mut fours = [[zero; 4]; 16];
    let mut at = 0;
    while at < 64 {
        if (at / 4) >> (at % 4) & 1 == 1 {
            fours[at / 4][at % 4] = one;
        }
        at += 1;
    }
    fours
}

impl Element for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn share(value: f64) -> Self {
        value as Self
    }
}

impl Element for u8 {
    const ZERO: Self = 0;
    const ONE: Self = 255;
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    fn share(value: f64) -> Self {
        (value * 255.0).round() as Self
    }
}
