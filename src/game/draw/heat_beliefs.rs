//! The beliefs that a heat picture shows, and their colours.

use super::style::{INK, POST, colour};
use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Kind, Point};

/// Tolerance between equal probabilities, which are sums of rounded numbers.
pub(super) const EQUAL: f64 = 1e-9;
/// Entropy of the palest colour, in bits: a little below the 3.48 bits of a piece about which only
/// the inventory is known.
pub(super) const PALE: f64 = 3.2;

/// The beliefs at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The seats with hidden pieces.
    pub seats: Vec<HeatSeat>,
    /// The largest standard error of a probability, where they are sampled.
    pub error: Option<f64>,
}

/// The beliefs about a seat's pieces.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatSeat {
    /// The seat.
    pub seat: Seat,
    /// All its pieces, on the board or gone, in the order of its arm.
    pub pieces: Vec<HeatPiece>,
}

/// The beliefs about a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeatPiece {
    /// Where it stands; `None` if it is gone.
    pub station: Option<Station>,
    /// Where it began, if that is known.
    pub home: Option<Point>,
    /// Whether it is a flag that everybody sees.
    pub shown: bool,
    /// Probabilities of the kinds, strongest first.
    pub probabilities: [f64; 12],
    /// Their entropy, bits.
    pub entropy: f64,
}

impl HeatPiece {
    /// The most likely kind and its probability; of equal ones the strongest.
    pub(super) fn best(&self) -> (Kind, f64) {
        let all = Kind::ALL.into_iter().zip(self.probabilities);
        all.fold((Kind::Flag, 0.0), |best, next| if next.1 > best.1 + EQUAL { next } else { best })
    }

    /// The tooltip of a piece: all its probabilities.
    pub(super) fn title(&self, seat: Seat, board: &Board) -> String {
        let (cell, home) = self.names(board);
        let home = if home.is_empty() { home } else { format!(" from {home}") };
        let mut text = format!("{seat} {cell}{home}, {:.2} bits", self.entropy);
        let mut kinds: Vec<_> = Kind::ALL.into_iter().zip(self.probabilities).collect();
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (kind, p) in kinds.into_iter().filter(|k| k.1 > 0.0) {
            text += &format!("\n{} {} {:.2} %", kind.chinese(), kind.english(), 100.0 * p);
        }
        text
    }

    /// The cell and the home of the piece.
    pub(super) fn names(&self, board: &Board) -> (String, String) {
        let cell = |station| board.cell(station).to_string();
        let home = self.home.map_or(String::new(), |home| home.to_string());
        (self.station.map_or("gone".into(), cell), home)
    }
}

/// The colour of a tile and of the letters on it.
pub(super) fn shade(seat: Seat, bits: f64) -> (String, &'static str) {
    let pale = (bits / PALE).clamp(0.0, 1.0);
    let channel = |from: &str, at: usize| u8::from_str_radix(&from[at..at + 2], 16).unwrap_or(0);
    let mix = |at| {
        let [deep, light] = [colour(seat), POST].map(|c| f64::from(channel(c, at)));
        (deep + pale * (light - deep)).round()
    };
    let fill = format!("rgb({},{},{})", mix(1), mix(3), mix(5));
    (fill, if pale < 0.4 { "#fff" } else { INK })
}
