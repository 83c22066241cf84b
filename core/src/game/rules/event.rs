//! Moves, the public events of a game, and its result. Source of the events: `docs/RULES.md`, section 11.

use super::{CombatResult, Team};
use crate::game::board::{Board, CAPACITY, Cell, ParseCellError, Seat, Station};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

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

/// The reason why a seat goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// Its flag was captured.
    Flag,
    /// It had no legal move.
    NoMove,
    /// It resigned.
    Resign,
    /// The table put it out: it left, or ran out of time too often.
    Forfeit,
}

/// The act of a seat that an event reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// A move, with the result of its fight if there was one.
    Move(Move, Option<CombatResult>),
    /// Resignation.
    Resign,
    /// Elimination by the table.
    Forfeit,
    /// A turn lost by running out of time.
    TimeOut,
    /// A draw that the seat proposed and all living seats agreed to.
    Draw,
}

/// One entry of the public history: an act and all that became public with it. It names no kinds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Event {
    /// The acting seat.
    pub seat: Seat,
    /// Its act.
    pub act: Act,
    /// The flags that became public, by seat, with their stations.
    pub flags_shown: ArrayVec<(Seat, Station), 2>,
    /// The seat whose flag was captured.
    pub captured_flag_of: Option<Seat>,
    /// The seats that went out, in order, each with the reason.
    pub eliminated: ArrayVec<(Seat, Exit), 4>,
    /// The seats whose turn was skipped for lack of a move, in order (`no_move=qq` only).
    pub passed: ArrayVec<Seat, 4>,
}

impl Event {
    /// An act of a seat.
    pub fn new(seat: Seat, act: Act) -> Self {
        Self {
            seat,
            act,
            flags_shown: ArrayVec::new(),
            captured_flag_of: None,
            eliminated: ArrayVec::new(),
            passed: ArrayVec::new(),
        }
    }
}

/// The reason for a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// The limit of plies without a fight was reached.
    Quiet,
    /// The limit of plies was reached.
    MaxPlies,
    /// No seat has a move (`no_move=qq` only; *our reading*, the case is not recorded anywhere).
    NoMove,
    /// The living seats agreed.
    Agreement,
}

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This team won: no other has seats left.
    Win(Team),
    /// A draw.
    Draw(DrawReason),
}
