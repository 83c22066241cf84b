//! Cells of the drawing and their text form; their types, and directions.

use std::{fmt, str::FromStr};
use thiserror::Error;

/// Rows and columns of every drawing.
pub const SIZE: usize = 17;

/// A cell: row 0..=16 from the top, column 0..=16 from the left.
///
/// Its text form counts like a chessboard: a letter `a`..`q` for the column and a number 1..=17
/// for the row from the bottom.
///
/// ```
/// use junqi_core::game::board::Cell;
/// let cell: Cell = "g6".parse().unwrap();
/// assert_eq!((cell.row(), cell.col()), (11, 6));
/// assert_eq!(cell.to_string(), "g6");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    col: u8,
}

/// A text that names no cell.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found `{0}`, expected a cell from a1 to q17 (column letter, row from the bottom)")]
pub struct ParseCellError(pub String);

impl Cell {
    /// The cell at a row and column, if both are on the drawing.
    pub fn new(row: usize, col: usize) -> Option<Self> {
        (row < SIZE && col < SIZE).then_some(Self { row: row as u8, col: col as u8 })
    }

    /// 0..=16 from the top.
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// 0..=16 from the left.
    pub fn col(self) -> usize {
        self.col.into()
    }

    /// The cell some rows down and columns right, if it is on the drawing.
    pub fn offset(self, rows: i32, cols: i32) -> Option<Self> {
        let row = usize::try_from(i32::from(self.row) + rows).ok()?;
        let col = usize::try_from(i32::from(self.col) + cols).ok()?;
        Self::new(row, col)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col), SIZE - self.row())
    }
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let parse = || {
            let col = text.bytes().next()?.checked_sub(b'a')?;
            let digits = text.get(1..).filter(|d| !d.starts_with(['0', '+']) && d.len() <= 2)?;
            let row = SIZE.checked_sub(digits.parse().ok()?)?;
            Self::new(row, col.into())
        };
        parse().ok_or_else(|| ParseCellError(text.chars().take(20).collect()))
    }
}

/// The node types, by the codes of the master's thesis on Siguo search (NUAA) that the project
/// began from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i8)]
pub enum NodeType {
    /// -1: not on the board.
    Illegal = -1,
    /// 0: between two stations of the centre; drawn, but no station.
    PassThrough = 0,
    /// 1: headquarters 大本营.
    Headquarters = 1,
    /// 2: camp 行营.
    Camp = 2,
    /// 3: inner point, off the railway.
    Inner = 3,
    /// 4: point of a horizontal railway.
    HorizontalRail = 4,
    /// 5: point of a vertical railway.
    VerticalRail = 5,
    /// 6: turning corner, where a curve meets.
    TurningCorner = 6,
    /// 7: right-angle point or crossing.
    RightAngle = 7,
}

impl NodeType {
    /// Whether a piece can stand here.
    pub fn is_station(self) -> bool {
        self as i8 >= 1
    }

    /// Whether a railway passes here.
    pub fn is_rail(self) -> bool {
        self as i8 >= 4
    }
}

/// A direction on the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards row 16.
    Down,
    /// Towards column 0.
    Left,
    /// Towards column 16.
    Right,
}

impl Direction {
    /// Rows and columns of one step.
    pub(super) fn step(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    pub(super) fn is_vertical(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    pub(super) fn allowed_by(self, code: NodeType) -> bool {
        match code {
            NodeType::HorizontalRail => !self.is_vertical(),
            NodeType::VerticalRail => self.is_vertical(),
            _ => code.is_rail(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_reads_back_and_nothing_else_is_read() {
        for row in 0..SIZE {
            for col in 0..SIZE {
                let cell = Cell::new(row, col).unwrap();
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
        for bad in ["", "a", "a0", "a18", "r1", "A1", "a01", "a+1", "a1 ", "é1", "a1234567890"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }
}
