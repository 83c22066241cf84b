//! Observations: a world through the eyes of one seat.

use super::View;
use crate::game::board::{Board, Net, Seat, SeatSet, Station, StationSet};
use crate::game::rules::{ARMY, Army, Kind, Moves, Outcome, PieceId, Rules, World};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whose pieces a seat knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// 四暗: its own.
    #[default]
    FourDark,
    /// 双明: its own and its partner's.
    DoubleOpen,
    /// 全明: everybody's.
    AllOpen,
}

/// As it is written: `four-dark`, `double-open`, `all-open`.
impl fmt::Display for Visibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FourDark => "four-dark",
            Self::DoubleOpen => "double-open",
            Self::AllOpen => "all-open",
        })
    }
}

impl Visibility {
    /// Whether `observer` knows the pieces of `seat`.
    pub fn knows(self, rules: &Rules, observer: Seat, seat: Seat) -> bool {
        match self {
            Self::FourDark => observer == seat,
            Self::DoubleOpen => rules.team(observer) == rules.team(seat),
            Self::AllOpen => true,
        }
    }
}

/// What one seat sees of a world at one moment. It borrows the world without making it
/// reachable: every method tells only what the seat may know.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    world: &'a World,
    seat: Seat,
    visibility: Visibility,
}

impl<'a> Observation<'a> {
    /// The world as a seat sees it.
    pub fn new(world: &'a World, seat: Seat, visibility: Visibility) -> Self {
        Self { world, seat, visibility }
    }

    /// Who looks.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whose pieces are known.
    pub fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The board as the rules use it.
    pub fn net(&self) -> &'static Net {
        self.world.net()
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.world.board()
    }

    /// The rules.
    pub fn rules(&self) -> &'a Rules {
        self.world.rules()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.world.turn()
    }

    /// The seats that are in.
    pub fn alive(&self) -> SeatSet {
        self.world.alive()
    }

    /// The seats whose flag is or was public.
    pub fn flags_shown(&self) -> SeatSet {
        self.world.flags_shown()
    }

    /// Plies since the last fight.
    pub fn quiet(&self) -> u32 {
        self.world.quiet()
    }

    /// Moves made.
    pub fn ply(&self) -> u32 {
        self.world.ply()
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    /// The piece on a station.
    pub fn piece_at(&self, station: Station) -> Option<PieceId> {
        self.world.piece_at(station)
    }

    /// Where a piece stands, if it is on the board.
    pub fn station_of(&self, piece: PieceId) -> Option<Station> {
        self.world.station_of(piece)
    }

    /// The pieces on the board with their stations, seat by seat.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, Station)> + use<'a> {
        self.world.pieces()
    }

    /// What a piece is, if this seat knows: its own, those its visibility opens, shown flags.
    pub fn kind(&self, piece: PieceId) -> Option<Kind> {
        let open = self.visibility.knows(self.world.rules(), self.seat, piece.seat());
        let known = open || self.world.shown_flag(piece.seat()) == Some(piece);
        known.then(|| self.world.kind(piece))
    }

    /// The pieces of a seat that this one has not seen the kind of, on the board or gone.
    pub fn pool(&self, seat: Seat) -> Army {
        if self.visibility.knows(self.world.rules(), self.seat, seat) {
            return Army::default();
        }
        let mut pool = self.world.army(seat);
        if self.world.flags_shown().contains(seat) {
            pool.take(Kind::Flag);
        }
        pool
    }

    /// The seat's legal moves; none unless it is its turn.
    pub fn moves(&self) -> Moves {
        let own_turn = self.turn() == self.seat;
        self.world.moves_from(if own_turn { self.net().open() } else { StationSet::EMPTY })
    }

    /// How many legal moves the seat has, without listing them.
    pub fn count_moves(&self) -> usize {
        if self.turn() == self.seat { self.world.count_moves() } else { 0 }
    }

    /// The world as it would be if the hidden pieces were of these kinds, by index: what a
    /// [`Posterior`](super::Posterior) samples. Nothing of the true kinds is left in it. Both must
    /// name pieces alike: from the same start, or from the same moment.
    pub fn world_with(&self, kinds: &[Kind; 4 * ARMY]) -> World {
        let mut world = self.world.clone();
        for seat in Seat::ALL {
            if !self.visibility.knows(self.rules(), self.seat, seat) {
                world.set_kinds(seat, &kinds[seat.index() * ARMY..][..ARMY]);
            }
        }
        world
    }

    /// An owned copy, for files and other programs.
    pub fn view(&self) -> View {
        let mut pieces: Vec<_> =
            self.pieces().map(|(p, s)| (p.seat(), self.kind(p).into(), s)).collect();
        pieces.sort_by_key(|&(seat, _, station)| (seat, self.board().cell(station)));
        View {
            board: self.board(),
            rules: *self.rules(),
            observer: Some(self.seat),
            pieces,
            turn: self.turn(),
            alive: self.alive(),
            flags_shown: self.flags_shown(),
            quiet: self.quiet(),
            ply: self.ply(),
            pools: Seat::ALL.map(|s| self.pool(s)),
        }
    }
}

/// Shows the view, never the world.
impl fmt::Debug for Observation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl View {
    /// The whole truth of a world.
    pub fn truth(world: &World) -> Self {
        Self {
            observer: None,
            pools: Default::default(),
            ..Observation::new(world, world.turn(), Visibility::AllOpen).view()
        }
    }
}
