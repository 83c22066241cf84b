//! A board as its file defines it.

use super::{
    ArmShape, CAPACITY, Cell, Direction, NodeType, Point, SIZE, Seat, Station, StationSet,
};

/// A curve (弧形线): the arc between two turning corners, and how the line goes on from each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Curve {
    /// Its name in the board file.
    pub name: String,
    /// Both ends with the direction away from the arc.
    pub ends: [(Station, Direction); 2],
}

/// A board: stations with their types, arms and curves, as its file draws them.
///
/// ```
/// use junqi_core::game::board::{Board, Graph, NodeType, Seat};
///
/// let board = Board::siguo();
/// assert_eq!(board.stations().len(), 129);
/// assert_eq!(board.arm(Seat::South).map(|arm| arm.len()), Some(30));
/// assert_eq!(board.of_type(NodeType::Camp).len(), 4 * 5);
/// let graph = Graph::derive(board, board.stations(), board.curves());
/// assert_eq!((graph.roads.len(), graph.rails.len()), (196, 92));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    pub(crate) name: String,
    /// The file it was read from.
    pub(crate) text: String,
    /// The numbered stations, as a set.
    pub(crate) stations: StationSet,
    pub(crate) codes: [[NodeType; SIZE]; SIZE],
    pub(crate) cells: [Option<Cell>; CAPACITY],
    pub(crate) at: [[Option<Station>; SIZE]; SIZE],
    pub(crate) arms: [Option<Vec<Station>>; 4],
    pub(crate) shape: ArmShape,
    pub(crate) curves: Vec<Curve>,
    pub(crate) hub: Option<Station>,
}

impl Board {
    /// The text of the file it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name in the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All stations.
    pub fn stations(&self) -> StationSet {
        self.stations
    }

    /// Where a station is drawn.
    ///
    /// # Panics
    ///
    /// If the station is not of this board.
    pub fn cell(&self, station: Station) -> Cell {
        self.cells[station.index()].expect("a station of this board")
    }

    /// The station drawn at a cell.
    pub fn station(&self, cell: Cell) -> Option<Station> {
        self.at[cell.row()][cell.col()]
    }

    /// The type of a cell.
    pub fn code(&self, cell: Cell) -> NodeType {
        self.codes[cell.row()][cell.col()]
    }

    /// The shape of every arm, with the army that is deployed on it.
    pub fn shape(&self) -> &ArmShape {
        &self.shape
    }

    /// The stations of a seat's arm, in the order of the points of its [shape](Self::shape); none where
    /// the board has no such arm.
    pub fn arm(&self, seat: Seat) -> Option<&[Station]> {
        self.arms[seat.index()].as_deref()
    }

    /// The point of a seat's arm at a station.
    pub fn home(&self, seat: Seat, station: Station) -> Option<Point> {
        let place = self.arm(seat)?.iter().position(|&other| other == station)?;
        self.shape.points().nth(place)
    }

    /// The seat in whose arm a station lies; none in the centre.
    pub fn owner(&self, station: Station) -> Option<Seat> {
        let home = |seat: &Seat| self.arm(*seat).is_some_and(|arm| arm.contains(&station));
        Seat::ALL.into_iter().find(home)
    }

    /// The stations of one type.
    pub fn of_type(&self, code: NodeType) -> StationSet {
        self.stations.iter().filter(|&s| self.code(self.cell(s)) == code).collect()
    }

    /// The stations that belong to no arm: the centre (九宫).
    pub fn centre(&self) -> StationSet {
        let arms: StationSet = self.arms.iter().flatten().flatten().copied().collect();
        self.stations - arms
    }

    /// The middle of the centre, if the board names one.
    pub fn hub(&self) -> Option<Station> {
        self.hub
    }

    /// The curves.
    pub fn curves(&self) -> &[Curve] {
        &self.curves
    }

    /// Stations in the order of their cells: row by row from the top, left to right.
    pub fn reading_order(&self) -> impl Iterator<Item = Station> + '_ {
        self.at.iter().flatten().flatten().copied()
    }
}
