//! What everybody sees of a turn, and how a game ends. Source: `docs/RULES.md`, section 11.

use super::{CombatResult, Move, Team};
use crate::game::board::{Seat, Station};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Why a seat is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// Its flag was taken.
    Flag,
    /// It had no move.
    NoMove,
    /// It resigned.
    Resign,
    /// It was put out at the table: it left, or let its time run out too often.
    Forfeit,
}

/// What a seat did, or what happened to it at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// It moved; with the outcome if there was a fight.
    Move(Move, Option<CombatResult>),
    /// It resigned.
    Resign,
    /// It was put out at the table.
    Forfeit,
    /// It let its turn pass by running out of time.
    TimeOut,
    /// All living seats agreed to a draw, on its proposal.
    Draw,
}

/// One entry of the public history. It names no kind of piece, and it depends on kinds only
/// through what the rules make public.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Event {
    /// Who acted.
    pub seat: Seat,
    /// What it did.
    pub act: Act,
    /// Flags that became public, with their stations.
    pub flags_shown: ArrayVec<(Seat, Station), 2>,
    /// Whose flag was taken.
    pub captured_flag_of: Option<Seat>,
    /// Who went out, in order.
    pub eliminated: ArrayVec<(Seat, Exit), 4>,
    /// Whose turn was skipped for lack of a move (`no_move=qq` only), in order.
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

/// Why a game was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// Too many plies without a fight.
    Quiet,
    /// Too many plies.
    MaxPlies,
    /// No seat has a move (`no_move=qq` only; *our reading*, the case is not recorded anywhere).
    NoMove,
    /// The living seats agreed.
    Agreement,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Only this team has seats left.
    Win(Team),
    /// Nobody won.
    Draw(DrawReason),
}
