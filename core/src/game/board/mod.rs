//! The board as data: a drawing becomes stations, roads, railways and lines.
//!
//! [`Board`] is what a board file says; [`Graph`] is the roads, rails and lines derived from it;
//! [`Net`] is that graph laid out for the move generator.

mod arm;
mod cell;
mod definition;
mod graph;
mod kept;
mod net;
mod parse;
mod seat;
mod station;
mod track;

pub use arm::{ARM_POINTS, ArmShape, Point};
pub use cell::{Cell, Direction, NodeType, ParseCellError, SIZE};
pub use definition::{Board, Curve};
pub use graph::{Edge, Graph, Line};
pub(crate) use net::{Flood, LINES, Stretch};
pub use net::{Net, NetError};
pub use seat::{ParseSeatError, Seat, SeatSet};
pub use station::{CAPACITY, Station, StationSet};
