//! What one team tries to take within a number of plies.

use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Kind, PieceId, Rules, Team, World, station};

/// A piece that a goal is about, in every world that a seat considers possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The flag of a seat, whichever piece it is.
    Flag(Seat),
    /// A piece, whatever its kind.
    Piece(PieceId),
}

/// A goal: the other team than the owners of `take` tries to capture one of those pieces within `plies`
/// plies, and fails if it loses one of `keep` first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The pieces of which one is to be captured; all belong to one team.
    pub take: Vec<Target>,
    /// The attackers' own pieces, none of which they may lose before.
    pub keep: Vec<Target>,
    /// Number of plies, counted from the moment, that the last capture may take.
    pub plies: u32,
}

impl Target {
    /// The seat that owns the piece.
    pub fn seat(self) -> Seat {
        match self {
            Self::Flag(seat) => seat,
            Self::Piece(piece) => piece.seat(),
        }
    }

    /// The piece in a world; none if it is not on the board.
    pub fn piece(self, world: &World) -> Option<PieceId> {
        match self {
            Self::Piece(piece) => world.station_of(piece).map(|_| piece),
            Self::Flag(seat) => {
                let flag = |&(piece, _): &(PieceId, Station)| {
                    piece.seat() == seat && world.kind(piece) == Kind::Flag
                };
                world.pieces().find(flag).map(|(piece, _)| piece)
            }
        }
    }

    /// The text form: the letter of a seat for its flag, or the cell of a piece in the moment's position.
    pub fn text(self, world: &World) -> String {
        match self {
            Self::Flag(seat) => seat.letter().to_string(),
            Self::Piece(piece) => world
                .station_of(piece)
                .map_or_else(|| "-".to_owned(), |at| world.board().cell(at).to_string()),
        }
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// If the text is neither a seat nor the cell of a piece.
    pub fn parse(text: &str, world: &World) -> Result<Self, String> {
        let mut letters = text.chars();
        if let (Some(seat), None) = (letters.next().and_then(Seat::from_letter), letters.next()) {
            return Ok(Self::Flag(seat));
        }
        let wrong = || format!("found `{text}`, expected a seat letter or the cell of a piece");
        let at = cell(text, world.board()).ok_or_else(wrong)?;
        world.piece_at(at).map(Self::Piece).ok_or_else(wrong)
    }
}

fn cell(text: &str, board: &Board) -> Option<Station> {
    station(text, board).ok()
}

impl Goal {
    /// The team that attacks: the other one than that of the targets.
    ///
    /// # Panics
    ///
    /// If the goal has no target.
    pub fn attackers(&self, rules: &Rules) -> Team {
        let target = self.take.first().expect("a goal has a target");
        rules.team(target.seat()).other()
    }

    /// Whether a seat is among the attackers.
    pub fn is_attacker(&self, seat: Seat, rules: &Rules) -> bool {
        rules.team(seat) == self.attackers(rules)
    }
}
