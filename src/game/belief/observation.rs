//! Observations: a world as one seat sees it.

use super::View;
use crate::game::board::{Seat, SeatSet, Station, StationSet};
use crate::game::rules::{ARMY, Army, Kind, Moves, PieceId, PublicState, Rules, World};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// The pieces whose kinds a seat knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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

/// A world as one seat sees it at one moment. Every method returns only what the seat may know.
///
/// ```
/// use junqi::engine::data;
/// use junqi::game::belief::{Observation, Visibility};
/// use junqi::game::board::{Board, Seat};
/// use junqi::game::rules::{Kind, PieceId, Rules, World};
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

/// The public state is hidden from nobody.
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
        let open = self.visibility.knows(self.world.rules(), self.seat, piece.seat());
        let known = open || self.world.shown_flag(piece.seat()) == Some(piece);
        known.then(|| self.world.kind(piece))
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
        let own_turn = self.turn() == self.seat;
        self.world.moves_from(if own_turn { self.net().open() } else { StationSet::EMPTY })
    }

    /// The number of the seat's legal moves, counted without listing them.
    pub fn count_moves(&self) -> usize {
        if self.turn() == self.seat { self.world.count_moves() } else { 0 }
    }

    /// The world in which the hidden pieces have the given kinds, by index, as sampled from a
    /// [`Posterior`](super::Posterior). It keeps nothing of their true kinds. Both must identify
    /// the pieces alike: begin with the same start or the same moment.
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

impl View {
    /// The view of an onlooker, who knows no kinds but those of public flags.
    pub fn public(world: &World) -> Self {
        // South's army as East sees it, the others as South does.
        let seen = |seat| Observation::new(world, seat, Visibility::FourDark).view();
        let (mut public, east) = (seen(Seat::South), seen(Seat::East));
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
}
