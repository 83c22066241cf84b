//! Positions in which some pieces may be hidden.

use crate::game::board::{Board, Seat, SeatSet, Station};
use crate::game::rules::{
    ARMY, Army, Kind, PieceId, PublicState, Rules, Setup, SetupFault, SetupFaults,
};

/// A piece as an observer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SeenPiece {
    /// A piece of a known kind.
    Known(Kind),
    /// A piece of an unknown kind.
    Hidden,
}

impl From<Option<Kind>> for SeenPiece {
    fn from(kind: Option<Kind>) -> Self {
        kind.map_or(Self::Hidden, Self::Known)
    }
}

/// A position in which some pieces may be hidden: the owned form of an
/// [`Observation`](super::Observation), and the content of a JFEN line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// The observing seat; `None` for an onlooker, and if no piece is hidden.
    pub observer: Option<Seat>,
    /// The pieces with seat, known kind and station, by seat, then by cell in reading order.
    pub pieces: Vec<(Seat, SeenPiece, Station)>,
    /// The seat to move.
    pub turn: Seat,
    /// The seats that are in.
    pub alive: SeatSet,
    /// The seats whose flag is or was public.
    pub flags_shown: SeatSet,
    /// Plies since the last fight.
    pub quiet: u32,
    /// Plies since the game began.
    pub ply: u32,
    /// By seat, the inventory of pieces whose kinds are hidden, on the board or gone.
    pub pools: [Army; 4],
}

impl View {
    /// The set-up of the view, if no piece is hidden.
    pub fn setup(&self) -> Option<Setup> {
        self.filled(|_| None)
    }

    /// The inventory of a seat's hidden pieces: its pool, or, if that is empty and a piece is
    /// hidden, a full army without the known pieces.
    pub(super) fn unseen(&self, owner: Seat) -> Army {
        let pool = self.pools[owner.index()];
        if !pool.is_empty() {
            return pool;
        }
        let mut army = Army::full();
        for &(seat, seen, _) in &self.pieces {
            if let (true, SeenPiece::Known(kind)) = (seat == owner, seen) {
                army.take(kind);
            }
        }
        let hidden = self.pieces.iter().any(|p| p.0 == owner && p.1 == SeenPiece::Hidden);
        if hidden { army } else { Army::default() }
    }

    /// The public state of the view.
    ///
    /// # Errors
    ///
    /// If the rules do not fit the board, or pieces stand where none can.
    pub(super) fn public_state(&self) -> Result<PublicState, SetupFaults> {
        let net = self.rules.net(self.board);
        let net = net.map_err(|error| SetupFaults(vec![SetupFault::Net(error)]))?;
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(SetupFaults(faults));
        }
        Ok(PublicState::new(&self.stand_in_setup(), net))
    }

    /// The faults in where pieces stand.
    fn faults(&self) -> Vec<SetupFault> {
        let mut faults = vec![];
        for (i, &(seat, _, station)) in self.pieces.iter().enumerate() {
            let cell = self.board.cell(station);
            if !self.rules.seats().contains(seat) {
                faults.push(SetupFault::NotIn(seat, cell));
            }
            if self.pieces[..i].iter().any(|p| p.2 == station) {
                faults.push(SetupFault::Shared(cell));
            }
        }
        for seat in Seat::ALL {
            let count = self.pieces.iter().filter(|p| p.0 == seat).count();
            if count > ARMY {
                faults.push(SetupFault::Crowd(seat, count));
            }
        }
        faults
    }

    /// The set-up with an arbitrary kind for every hidden piece.
    fn stand_in_setup(&self) -> Setup {
        self.filled(|_| Some(Kind::Flag)).expect("every piece has a kind")
    }

    /// The pieces on the board with their identities.
    pub(super) fn numbered(&self) -> Vec<(PieceId, SeenPiece, Station)> {
        let seen = |station| {
            self.pieces.iter().find(|p| p.2 == station).map_or(SeenPiece::Hidden, |p| p.1)
        };
        let numbered = self.stand_in_setup().numbered().into_iter();
        numbered.map(|(piece, _, at)| (piece, seen(at), at)).collect()
    }

    /// The set-up with a kind from `fill` for every hidden piece; `None` if `fill` returns `None`.
    pub(super) fn filled(&self, mut fill: impl FnMut(Seat) -> Option<Kind>) -> Option<Setup> {
        let known = |&(seat, seen, station): &(Seat, SeenPiece, Station)| match seen {
            SeenPiece::Known(kind) => Some((seat, kind, station)),
            SeenPiece::Hidden => Some((seat, fill(seat)?, station)),
        };
        Some(Setup {
            board: self.board,
            rules: self.rules,
            pieces: self.pieces.iter().map(known).collect::<Option<_>>()?,
            turn: self.turn,
            alive: self.alive,
            flags_shown: self.flags_shown,
            quiet: self.quiet,
            ply: self.ply,
            gone: Default::default(),
        })
    }
}
