//! Moves and their text form.

use crate::game::board::{Board, CAPACITY, Cell, ParseCellError, Station};

/// A move from one station to another. The route is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The station of the moving piece.
    pub from: Station,
    /// The target station.
    pub to: Station,
}

impl Move {
    /// A dense index of the move, below [`CAPACITY`] squared, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.from.index() * CAPACITY + self.to.index()
    }

    /// The move as text: `g6g12` for the move from g6 to g12.
    pub fn text(self, board: &Board) -> String {
        format!("{}{}", board.cell(self.from), board.cell(self.to))
    }

    /// The cells of both stations, start first.
    pub fn cells(self, board: &Board) -> [Cell; 2] {
        [board.cell(self.from), board.cell(self.to)]
    }

    /// Parses a move such as `g6g12`.
    ///
    /// # Errors
    ///
    /// If the text is not two cells, or one of them is not a station of the board.
    pub fn parse(text: &str, board: &Board) -> Result<Self, ParseMoveError> {
        let split = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase());
        let (from, to) = text.split_at(split.map_or(text.len(), |(i, _)| i));
        Ok(Self { from: station(from, board)?, to: station(to, board)? })
    }
}

/// Parses a cell that must be a station of the board.
pub(crate) fn station(text: &str, board: &Board) -> Result<Station, ParseMoveError> {
    let cell: Cell = text.parse()?;
    board.station(cell).ok_or(ParseMoveError::NoStation(cell))
}

/// A text that is not a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// A part is not a cell.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// A cell is not a station.
    #[error("there is no station at {0}")]
    NoStation(Cell),
}

impl ParseMoveError {
    /// The expected text, for parsers that name the place themselves.
    pub fn expected(&self) -> &'static str {
        match self {
            Self::Cell(_) => "a cell from a1 to q17 (column letter, row from the bottom)",
            Self::NoStation(_) => "a station; there is none at that cell",
        }
    }
}
