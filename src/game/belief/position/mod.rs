//! A position under uncertainty, from one seat's view, that can be searched.
//!
//! It knows what is public exactly (who stands where, whose turn it is, who is in) and of every
//! hidden piece a *marginal*, the probabilities of its kinds. Known pieces fight and move exactly;
//! for the others these are approximations, all of them *our reading*:
//!
//! * A hidden piece moves if it does with a probability of at least [`MOBILE_FROM`], and turns on
//!   the railway if it is an engineer with a probability of at least [`ENGINEER_FROM`]. So whether
//!   a seat has a move at all is what these say.
//! * The kinds of two fighters count as independent. After a fight each marginal is conditioned on
//!   its end; a first move excludes mine and flag, a turn on the railway all but the engineer. That
//!   is right as far as the two marginals go. The other hidden pieces of the seat are then scaled
//!   by column and by row until every kind is expected as often as the seat has it, within 10⁻⁷
//!   if that is reached in 23 steps (it was in every test); if they alone cannot make up for the
//!   fighter, it is scaled too. Certain kinds stay certain.
//! * A commander's death shows no flag, and that no flag was shown proves nothing: a fight tells
//!   only its end, and whether it took a flag. So a fallen piece keeps the chance that it was the
//!   commander, and expectations over the fates stay right. Where it certainly was, its seat counts
//!   among those whose flag is public.
//! * That a seat was not put out for lack of a move proves nothing.
//!
//! Measured against recounts of the same events from the start, at the moves of six double-open
//! games of `greedy` with the uniform prior (`tests/belief_recount.rs`): the total variation
//! distance of a hidden piece's marginal from the exact one, the same if nothing were updated, the
//! mean difference of a probability, and the bits of the true kind.
//!
//! | after | distance | not updated | difference | bits, exact | here | not updated |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | 1 ply | 0.0002 | 0.0047 | 0.00003 | 2.8718 | 2.8719 | 2.8754 |
//! | 2 plies | 0.0004 | 0.0142 | 0.00006 | 2.8583 | 2.8584 | 2.8753 |
//! | 3 plies | 0.0006 | 0.0183 | 0.00010 | 2.8558 | 2.8561 | 2.8762 |
//! | 4 plies | 0.0007 | 0.0269 | 0.00011 | 2.8419 | 2.8421 | 2.8757 |
//! | the fighters alone | 0.0101 | 0.3764 | 0.00169 | 1.7785 | 1.7964 | 2.7196 |
//! | the fighters, no flag shown told | 0.0001 | 0.3764 | 0.00002 | 1.7785 | 1.7785 | 2.7196 |
//! | a flag was shown on the way | 0.0240 | 0.0395 | 0.00400 | 2.8009 | 2.8443 | 2.8571 |
//!
//! So what is off at the fighters is that nothing is concluded from a flag that was not shown. Made
//! and taken back, a quiet move takes about 0.06 µs, a hidden piece's first move 4 µs, a fight with
//! hidden pieces 5 µs (`cargo bench --bench belief`); none of them allocates once the position has
//! been as deep before.

mod fit;
mod marginals;
mod outcome;
mod probabilities;
mod walk;

pub use outcome::{FightOutcome, Gains, OutcomeGain, OutcomeGains};
pub use walk::BeliefUndo;

use super::{Observation, Posterior, mean_entropy};
use crate::game::board::{Net, Seat, SeatSet, Station};
use crate::game::rules::{ARMY, Kind, Outcome, PieceId, Rules, World};
use crate::gametree::position::Bits;
use marginals::Marginals;
use outcome::OutcomeTable;
use probabilities::{KindProbabilities, numbers};

/// The least probability of being mobile with which a hidden piece moves.
pub const MOBILE_FROM: f64 = 0.25;
/// The least probability of being an engineer with which a hidden piece turns on the railway.
pub const ENGINEER_FROM: f64 = 0.5;

/// What a seat believes of a position, as a node of a tree: a [`Position`] in which every fight
/// ends in the likeliest way, and a [`Chance`] node in which it ends in all of them.
///
/// [`Position`]: crate::gametree::position::Position
/// [`Chance`]: crate::gametree::position::Chance
#[derive(Debug, Clone)]
pub struct BeliefPosition {
    /// The public side; hidden pieces have stand-ins that move as they may.
    world: World,
    seat: Seat,
    /// The seats whose kinds the observer does not see.
    hidden: SeatSet,
    /// Those of them that are the observer's enemies.
    enemies: SeatSet,
    sheets: [Marginals; 4],
    ends: OutcomeTable,
    /// A name for where which hidden piece stands.
    places: u64,
    saved: Vec<Saved>,
}

/// A seat before something was learned of it.
#[derive(Debug, Clone)]
struct Saved {
    seat: Seat,
    sheet: Marginals,
    stand_ins: [Kind; ARMY],
}

/// Making a position and asking it.
impl BeliefPosition {
    /// What is believed at an observation. The posterior is of evidence that began with the
    /// observed game, so that both name the pieces alike. Nothing that the seat does not see is
    /// kept.
    pub fn new(observation: &Observation<'_>, posterior: &Posterior) -> Self {
        let knows = |s| observation.visibility().knows(observation.rules(), observation.seat(), s);
        let hidden: SeatSet = Seat::ALL.into_iter().filter(|&s| !knows(s)).collect();
        let row = |piece: PieceId| match observation.kind(piece) {
            _ if hidden.contains(piece.seat()) => posterior.marginal(piece),
            Some(kind) => std::array::from_fn(|k| f64::from(u8::from(k == kind.index()))),
            None => [0.0; 12],
        };
        let sheet = |seat: Seat| {
            let rows = std::array::from_fn(|n| row(PieceId::new(seat, n)));
            Marginals::new(&rows, seat.index() as u64)
        };
        let sheets = Seat::ALL.map(sheet);
        let kind = |i: usize| stand_in(&sheets[i / ARMY], i % ARMY);
        let world = observation.world_with(&std::array::from_fn(kind));
        let team = world.rules().team(observation.seat());
        let enemies = hidden.iter().filter(|&s| world.rules().team(s) != team).collect();
        let hidden_pieces = world.pieces().filter(|(p, _)| hidden.contains(p.seat()));
        let places = hidden_pieces.fold(0, |places, (p, s)| places ^ walk::place(p, s));
        Self {
            seat: observation.seat(),
            ends: OutcomeTable::new(world.rules()),
            saved: vec![],
            world,
            hidden,
            enemies,
            sheets,
            places,
        }
    }

    /// Who looks.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The board as the rules use it.
    pub fn net(&self) -> &'static Net {
        self.world.net()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.world.rules()
    }

    /// Whose turn it is; without meaning once the game is over.
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

    /// Moves made since the game began.
    pub fn ply(&self) -> u32 {
        self.world.ply()
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    /// The piece on a station.
    #[inline]
    pub fn piece_at(&self, station: Station) -> Option<PieceId> {
        self.world.piece_at(station)
    }

    /// Where a piece stands, if it is on the board.
    pub fn station_of(&self, piece: PieceId) -> Option<Station> {
        self.world.station_of(piece)
    }

    /// The pieces on the board with their stations, seat by seat.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, Station)> + '_ {
        self.world.pieces()
    }

    /// Probabilities of the kinds of a piece, strongest first; they sum to 1. For numbers that no
    /// piece has, and for known pieces that left before this position, they mean nothing.
    #[inline]
    pub fn marginal(&self, piece: PieceId) -> &[f64; 12] {
        &self.sheets[piece.seat().index()].rows[piece.index() % ARMY]
    }

    /// What a piece is, if that is certain.
    #[inline]
    pub fn kind(&self, piece: PieceId) -> Option<Kind> {
        self.sheets[piece.seat().index()].kind(piece.index() % ARMY)
    }

    /// How unsure the piece is, in bits: 0 where it is known, at most log2 12.
    #[inline]
    pub fn piece_entropy(&self, piece: PieceId) -> Bits {
        Bits(self.sheets[piece.seat().index()].entropies[piece.index() % ARMY])
    }

    /// `AverageEntropy`: the mean over the enemy pieces on the board that are not known for
    /// certain, 0 if there are none.
    pub fn average_entropy(&self) -> Bits {
        let uncertain = self.enemies.iter().flat_map(|seat| {
            let sheet = &self.sheets[seat.index()];
            let on_board = move |n: &usize| self.station_of(PieceId::new(seat, *n)).is_some();
            numbers(sheet.open()).filter(on_board).map(|n| sheet.entropies[n])
        });
        mean_entropy(uncertain).map_or(Bits(0.0), |(mean, _)| mean)
    }

    /// The public side as a world, in which hidden pieces have stand-ins that move as they may:
    /// kinds of hidden pieces mean nothing in it.
    pub fn stand_ins(&self) -> &World {
        &self.world
    }

    /// A name for what is known of a seat's pieces: where names are equal, so are all marginals.
    pub fn knowledge(&self, seat: Seat) -> u64 {
        self.sheets[seat.index()].facts
    }

    /// The same position without what would take back the moves so far.
    fn fork(&self) -> Self {
        Self { world: self.world.clone(), saved: vec![], ..*self }
    }
}

/// A kind that moves as the piece may.
fn stand_in(sheet: &Marginals, number: usize) -> Kind {
    if let Some(kind) = sheet.kind(number) {
        return kind;
    }
    let row: &KindProbabilities = &sheet.rows[number];
    if 1.0 - row[Kind::Mine.index()] - row[Kind::Flag.index()] < MOBILE_FROM {
        Kind::Mine
    } else if row[Kind::Engineer.index()] >= ENGINEER_FROM {
        Kind::Engineer
    } else {
        Kind::Platoon
    }
}
