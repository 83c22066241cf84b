//! Public events of a game, and its result. Source: `docs/RULES.md`, section 11.

use super::{CombatResult, Move, Team};
use crate::game::board::{Seat, Station};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

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
    pub(crate) fn new(seat: Seat, act: Act) -> Self {
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
