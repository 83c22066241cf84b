//! Observations: a world as one seat sees it; and views, their owned form.

use crate::game::board::{Board, Seat, SeatSet, Station, StationSet};
use crate::game::rules::{
    ARMY, Army, Kind, Moves, PieceId, PublicState, Rules, Setup, SetupFault, SetupFaults, World,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// The pieces whose kinds a seat knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// 四暗: its own pieces.
    #[default]
    FourDark,
    /// 双明: its own and its partner's pieces.
    DoubleOpen,
    /// 全明: all pieces.
    AllOpen,
}

/// Writes `four-dark`, `double-open` or `all-open`.
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::FourDark, Self::DoubleOpen, Self::AllOpen];

    /// The visibility with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|visibility| visibility.to_string() == name)
    }

    /// Whether `observer` knows the kinds of the pieces of `seat`.
    pub fn knows(self, rules: &Rules, observer: Seat, seat: Seat) -> bool {
        match self {
            Self::FourDark => observer == seat,
            Self::DoubleOpen => rules.team(observer) == rules.team(seat),
            Self::AllOpen => true,
        }
    }
}

/// A world as one seat sees it in one position. Every method returns only what the seat may know.
///
/// ```
/// use junqi_core::engine::data;
/// use junqi_core::game::belief::{Observation, Visibility};
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::game::rules::{Kind, PieceId, Rules, World};
///
/// let deployment = data::deployments()[0].deployment.clone().unwrap();
/// let world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// let observation = Observation::new(&world, Seat::South, Visibility::FourDark);
/// assert_eq!(observation.pieces().count(), 100);
/// assert!(observation.kind(PieceId::new(Seat::South, 0)).is_some());
/// assert!(observation.kind(PieceId::new(Seat::East, 0)).is_none());
/// // The kinds of East's pieces are unknown; how many it has of each is not.
/// assert_eq!(observation.pool(Seat::East).count(Kind::Mine), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    world: &'a World,
    seat: Seat,
    visibility: Visibility,
}

/// Every seat knows the public state.
impl Deref for Observation<'_> {
    type Target = PublicState;

    fn deref(&self) -> &PublicState {
        self.world
    }
}

impl<'a> Observation<'a> {
    /// Creates the observation of a world by a seat.
    pub fn new(world: &'a World, seat: Seat, visibility: Visibility) -> Self {
        Self { world, seat, visibility }
    }

    /// The observing seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The pieces whose kinds are known.
    pub fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The rules.
    pub fn rules(&self) -> &'a Rules {
        self.world.rules()
    }

    /// The pieces on the board with their stations, seat by seat.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, Station)> + use<'a> {
        self.world.pieces()
    }

    /// The kind of a piece, if the seat knows it: by its visibility, or as a shown flag.
    pub fn kind(&self, piece: PieceId) -> Option<Kind> {
        let is_known = self.visibility.knows(self.world.rules(), self.seat, piece.seat())
            || self.world.shown_flag(piece.seat()) == Some(piece);
        is_known.then(|| self.world.kind(piece))
    }

    /// The inventory of a seat's pieces whose kinds are hidden from the observer, on the board or
    /// gone.
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
        let is_turn = self.turn() == self.seat;
        self.world.moves_from(if is_turn { self.net().open() } else { StationSet::EMPTY })
    }

    /// The number of the seat's legal moves, counted without listing them.
    pub fn count_moves(&self) -> usize {
        if self.turn() == self.seat { self.world.count_moves() } else { 0 }
    }

    /// The world in which the hidden pieces have the given kinds, by index, as sampled from a
    /// [`Posterior`](super::Posterior). It keeps nothing of their true kinds. Both must identify
    /// the pieces alike: begin with the same start or the same position.
    pub fn world_with(&self, kinds: &[Kind; 4 * ARMY]) -> World {
        let mut world = self.world.clone().with_stand_ins(SeatSet::EMPTY);
        for seat in Seat::ALL {
            if !self.visibility.knows(self.rules(), self.seat, seat) {
                world.set_kinds(seat, &kinds[seat.index() * ARMY..][..ARMY]);
            }
        }
        world
    }

    /// An owned copy of the observation, for files and other programs.
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

/// Prints the view, never the world.
impl fmt::Debug for Observation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

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

/// A position in which some pieces may be hidden: the owned form of an [`Observation`],
/// and the content of a JFEN line.
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
    /// The view of an onlooker, who knows no kinds but those of public flags.
    pub fn public(world: &World) -> Self {
        // South's army as East sees it, the others as South does.
        let seen = |seat| Observation::new(world, seat, Visibility::FourDark).view();
        let mut public = seen(Seat::South);
        let east = seen(Seat::East);
        for (piece, of_east) in public.pieces.iter_mut().zip(east.pieces) {
            if piece.0 == Seat::South {
                *piece = of_east;
            }
        }
        public.pools[Seat::South.index()] = east.pools[Seat::South.index()];
        Self { observer: None, ..public }
    }

    /// The view of a world with all kinds known.
    pub fn truth(world: &World) -> Self {
        Self {
            observer: None,
            pools: Default::default(),
            ..Observation::new(world, world.turn(), Visibility::AllOpen).view()
        }
    }

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
        let mut army = *self.board.shape().army();
        let mut any_hidden = false;
        for &(_, seen, _) in self.pieces.iter().filter(|p| p.0 == owner) {
            match seen {
                SeenPiece::Known(kind) => _ = army.take(kind),
                SeenPiece::Hidden => any_hidden = true,
            }
        }
        if any_hidden { army } else { Army::default() }
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
            let most = self.board.shape().army().len();
            if count > most {
                faults.push(SetupFault::Crowd(seat, count, most));
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
        let mut pieces = vec![];
        for (piece, _, station) in self.stand_in_setup().numbered() {
            let seen = self.pieces.iter().find(|p| p.2 == station);
            pieces.push((piece, seen.map_or(SeenPiece::Hidden, |p| p.1), station));
        }
        pieces
    }

    /// The set-up with a kind from `fill` for every hidden piece; `None` if `fill` returns `None`.
    pub(super) fn filled(&self, mut fill: impl FnMut(Seat) -> Option<Kind>) -> Option<Setup> {
        let mut pieces = vec![];
        for &(seat, seen, station) in &self.pieces {
            let kind = match seen {
                SeenPiece::Known(kind) => kind,
                SeenPiece::Hidden => fill(seat)?,
            };
            pieces.push((seat, kind, station));
        }
        Some(Setup {
            board: self.board,
            rules: self.rules,
            pieces,
            turn: self.turn,
            alive: self.alive,
            flags_shown: self.flags_shown,
            quiet: self.quiet,
            ply: self.ply,
            gone: Default::default(),
        })
    }
}
