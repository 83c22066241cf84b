//! A belief position: its construction from a posterior, and queries.

use super::marginals::Marginals;
use super::outcome::OutcomeTable;
use crate::base::random;
use crate::game::belief::probabilities::{KindProbabilities, numbers};
use crate::game::belief::{Observation, Posterior, mean_entropy};
use crate::game::board::{Seat, SeatSet, Station};
use crate::game::rules::{ARMY, Kind, PieceId, PublicState, World};
use crate::gametree::position::Bits;
use std::ops::Deref;

/// Probability of being mobile from which a hidden piece moves.
pub const MOBILE_FROM: f64 = 0.25;
/// Probability of being an engineer from which a hidden piece turns corners on the railway.
pub const ENGINEER_FROM: f64 = 0.5;

/// One seat's beliefs as a search node: a [`Position`] in which every fight has its most likely
/// outcome, and a [`Chance`] node in which it has all of them.
///
/// ```
/// use junqi::engine::data;
/// use junqi::game::belief::{Belief, BeliefPosition, FightOutcome, Observation, Mixture, Visibility};
/// use junqi::game::board::{Board, Seat};
/// use junqi::game::rules::{Rules, World};
/// use junqi::gametree::position::{Chance, Node, Position};
///
/// let deployment = data::deployments()[0].deployment.clone().unwrap();
/// let world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// let observation = Observation::new(&world, Seat::South, Visibility::FourDark);
/// let mut belief = Belief::new(&observation.view(), Mixture::counting().into())?;
/// let mut position = BeliefPosition::new(&observation, &belief.posterior(0));
///
/// let (key, entropy) = (position.key(), position.average_entropy());
/// let quiet = position.moves().find(|m| position.piece_at(m.to).is_none()).unwrap();
/// assert_eq!(position.outcomes(quiet).next(), Some((FightOutcome::Quiet, 1.0)));
/// let undo = position.make(quiet);
/// assert_eq!(position.turn(), Seat::East);
/// position.unmake(quiet, undo);
/// assert_eq!((position.key(), position.average_entropy()), (key, entropy));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Position`]: crate::gametree::position::Position
/// [`Chance`]: crate::gametree::position::Chance
#[derive(Debug, Clone)]
pub struct BeliefPosition {
    /// The public state; the kinds of hidden pieces are stand-ins that move as the marginals say.
    pub(super) world: World,
    pub(super) seat: Seat,
    /// The seats whose kinds are hidden from the observer.
    pub(super) hidden: SeatSet,
    /// The enemies among them.
    pub(super) enemies: SeatSet,
    pub(super) marginals: [Marginals; 4],
    pub(super) outcome_table: OutcomeTable,
    /// Hash key of the stations of the hidden pieces.
    pub(super) places_key: u64,
    pub(super) saved: Vec<Saved>,
}

/// The marginals and stand-ins of a seat before a fact was learned.
#[derive(Debug, Clone)]
pub(super) struct Saved {
    pub(super) seat: Seat,
    pub(super) marginals: Marginals,
    pub(super) stand_ins: [Kind; ARMY],
}

/// The public state is known for certain.
impl Deref for BeliefPosition {
    type Target = PublicState;

    #[inline]
    fn deref(&self) -> &PublicState {
        &self.world
    }
}

/// Construction and queries.
impl BeliefPosition {
    /// Creates the belief position of an observation and a posterior of the same moment. The
    /// evidence must have begun with the observed game, so that both identify the pieces alike.
    /// Nothing that is hidden from the seat is kept.
    pub fn new(observation: &Observation<'_>, posterior: &Posterior) -> Self {
        let knows = |s| observation.visibility().knows(observation.rules(), observation.seat(), s);
        let hidden: SeatSet = Seat::ALL.into_iter().filter(|&s| !knows(s)).collect();
        let row = |piece: PieceId| match observation.kind(piece) {
            _ if hidden.contains(piece.seat()) => posterior.marginal(piece),
            Some(kind) => std::array::from_fn(|k| f64::from(u8::from(k == kind.index()))),
            None => [0.0; 12],
        };
        let marginals = |seat: Seat| {
            let rows = std::array::from_fn(|n| row(PieceId::new(seat, n)));
            Marginals::new(&rows, seat.index() as u64)
        };
        let marginals = Seat::ALL.map(marginals);
        let kind = |i: usize| stand_in(&marginals[i / ARMY], i % ARMY);
        let world = observation.world_with(&std::array::from_fn(kind));
        let team = world.rules().team(observation.seat());
        let enemies = hidden.iter().filter(|&s| world.rules().team(s) != team).collect();
        let hidden_pieces = world.pieces().filter(|(p, _)| hidden.contains(p.seat()));
        let places_key = hidden_pieces.fold(0, |places_key, (p, s)| places_key ^ place(p, s));
        Self {
            seat: observation.seat(),
            outcome_table: OutcomeTable::new(world.rules()),
            saved: vec![],
            world,
            hidden,
            enemies,
            marginals,
            places_key,
        }
    }

    /// The observing seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The marginal of a piece: probabilities of its kinds, strongest first, with sum 1. Without
    /// meaning for numbers that no piece has, and for known pieces that left before the root.
    #[inline]
    pub fn marginal(&self, piece: PieceId) -> &[f64; 12] {
        &self.marginals[piece.seat().index()].rows[piece.index() % ARMY]
    }

    /// The kind of a piece, if it is certain.
    #[inline]
    pub fn kind(&self, piece: PieceId) -> Option<Kind> {
        self.marginals[piece.seat().index()].kind(piece.index() % ARMY)
    }

    /// Entropy of a piece's marginal, in bits: 0 if its kind is certain, at most log2 12.
    #[inline]
    pub fn piece_entropy(&self, piece: PieceId) -> Bits {
        Bits(self.marginals[piece.seat().index()].entropies[piece.index() % ARMY])
    }

    /// `AverageEntropy`: mean entropy of the enemy pieces on the board whose kind is not certain, in
    /// bits; 0 if there are none.
    pub fn average_entropy(&self) -> Bits {
        let uncertain = self.enemies.iter().flat_map(|seat| {
            let marginals = &self.marginals[seat.index()];
            let on_board = move |n: &usize| self.station_of(PieceId::new(seat, *n)).is_some();
            numbers(marginals.uncertain()).filter(on_board).map(|n| marginals.entropies[n])
        });
        mean_entropy(uncertain).map_or(Bits(0.0), |(mean, _)| mean)
    }

    /// The public state as a world. The kinds of hidden pieces are stand-ins that move as the
    /// marginals say, and mean nothing else.
    pub fn stand_ins(&self) -> &World {
        &self.world
    }

    /// Hash key of the knowledge about a seat's pieces: equal keys mean equal marginals.
    pub fn knowledge(&self, seat: Seat) -> u64 {
        self.marginals[seat.index()].history_key
    }

    /// A copy that cannot unmake the moves so far.
    pub(super) fn fork(&self) -> Self {
        Self { world: self.world.clone(), saved: vec![], ..*self }
    }
}

/// A kind that moves as a piece's marginal says.
pub(super) fn stand_in(marginals: &Marginals, number: usize) -> Kind {
    if let Some(kind) = marginals.kind(number) {
        return kind;
    }
    let row: &KindProbabilities = &marginals.rows[number];
    if 1.0 - row[Kind::Mine.index()] - row[Kind::Flag.index()] < MOBILE_FROM {
        Kind::Mine
    } else if row[Kind::Engineer.index()] >= ENGINEER_FROM {
        Kind::Engineer
    } else {
        Kind::Platoon
    }
}

/// The hash word of a hidden piece on a station.
#[inline]
pub(super) fn place(piece: PieceId, station: Station) -> u64 {
    random::split_mix(&mut ((piece.index() << 8 | station.index()) as u64))
}
