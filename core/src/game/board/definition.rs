//! A board as its file defines it.

use super::{CAPACITY, Cell, Direction, NodeType, SIZE, Seat, Station, StationSet};
use std::sync::LazyLock;

/// Points of an arm: six rows of five.
pub const ARM_POINTS: usize = 30;
/// Columns of an arm.
pub const ARM_WIDTH: usize = 5;
/// The camps (行营) of an arm, as arm points: (2,2) (2,4) (3,3) (4,2) (4,4).
pub const ARM_CAMPS: [usize; 5] = [6, 8, 12, 16, 18];
/// The headquarters (大本营) of an arm, as arm points: (6,2) (6,4).
pub const ARM_HEADQUARTERS: [usize; 2] = [26, 28];

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
/// use junqi_core::game::board::{ARM_POINTS, Board, Graph, NodeType, Seat};
///
/// let board = Board::siguo();
/// assert_eq!(board.stations().len(), 129);
/// assert_eq!(board.arm(Seat::South).map(|arm| arm.len()), Some(ARM_POINTS));
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
    pub(crate) arms: [Option<[Station; ARM_POINTS]>; 4],
    pub(crate) curves: Vec<Curve>,
    pub(crate) hub: Option<Station>,
}

static SIGUO: LazyLock<&'static Board> = LazyLock::new(|| {
    let board: Board =
        include_str!("../../../boards/siguo.board").parse().expect("the embedded board is valid");
    board.leak()
});

impl Board {
    /// The standard board of 129 stations.
    pub fn siguo() -> &'static Self {
        *SIGUO
    }

    /// The text of the file it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Keeps the board for the rest of the program: worlds and moves refer to it freely.
    pub fn leak(self) -> &'static Self {
        Box::leak(Box::new(self))
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

    /// The points of a seat's arm, row by row from the front, left to right as its owner sees
    /// them; none where the board has no such arm.
    pub fn arm(&self, seat: Seat) -> Option<&[Station; ARM_POINTS]> {
        self.arms[seat.index()].as_ref()
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
