//! Pictures of a position: in a terminal and as SVG.
//!
//! Both are made from a [`View`](crate::game::belief::View) and the drawing of its board alone, so they show no more than
//! the view knows and fit every board. [`heat`] adds the beliefs about hidden pieces, and
//! [`calibration`] draws how often such beliefs come true. [`intervals`] draws ratings,
//! [`deployment`] a deployment and [`losses`] where it lost its pieces.
//!
//! ```
//! use junqi_core::game::belief::View;
//! use junqi_core::game::board::{Board, Seat};
//! use junqi_core::game::draw::{KindNames, svg, terminal};
//! use junqi_core::game::rules::{Rules, Setup, World};
//!
//! let empty = Setup::start(Board::siguo(), Rules::default(), &[None; 4], Seat::South);
//! let view = View::truth(&World::lenient(&empty).unwrap());
//! assert!(terminal(&view, None, KindNames::Letters).contains("═══╬═══════╬═══"));
//! assert!(svg(&view, None).starts_with("<svg"));
//! ```

mod calibration;
mod deployment;
mod heat;
mod intervals;
mod style;
mod svg;
mod terminal;
#[cfg(test)]
mod test_support;

pub use calibration::{Dot, DotSeries, calibration};
pub use deployment::{deployment, losses};
pub use heat::{Heat, HeatPiece, HeatSeat, heat};
pub use intervals::{Bar, intervals};
pub use svg::svg;
pub use terminal::{KindNames, terminal};
