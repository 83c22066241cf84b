//! A belief position: its construction from a posterior, queries, and making and unmaking moves.

use super::marginals::{Marginals, NEGLIGIBLE};
use super::outcome::{
    FightOutcome, FightOutcomes, Gains, OutcomeGains, OutcomeTable, condition_on_move, most_likely,
};
use crate::base::random;
use crate::game::belief::probabilities::{KindProbabilities, numbers};
use crate::game::belief::{Observation, Posterior, mean_entropy};
use crate::game::board::{Seat, SeatSet, Station};
use crate::game::rules::{
    ARMY, AssumedFight, CombatResult, Kind, Move, Moves, PieceId, PublicState, Undo, World,
};
use crate::gametree::position::{Bits, Chance, Indexed, Node, Noisy, Position, Side, Uncertain};
use arrayvec::ArrayVec;
use std::ops::Deref;

/// Probability of being mobile from which a hidden piece moves.
pub const MOBILE_FROM: f64 = 0.25;
/// Probability of being an engineer from which a hidden piece turns corners on the railway.
pub const ENGINEER_FROM: f64 = 0.5;

/// One seat's beliefs as a search node: a [`Position`] in which every fight has its most likely
/// outcome, and a [`Chance`] node in which it has all of them.
///
/// ```
/// use junqi_core::engine::data;
/// use junqi_core::game::belief::{Belief, BeliefPosition, FightOutcome, Observation, Mixture, Visibility};
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::game::rules::{Rules, World};
/// use junqi_core::gametree::position::{Chance, Node, Position};
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
#[derive(Debug, Clone)]
pub struct BeliefPosition {
    /// The public state; the kinds of hidden pieces are stand-ins that move as the marginals say.
    world: World,
    seat: Seat,
    /// The seats whose kinds are hidden from the observer.
    hidden: SeatSet,
    /// The enemies among them.
    enemies: SeatSet,
    marginals: [Marginals; 4],
    outcome_table: OutcomeTable,
    /// Hash key of the stations of the hidden pieces.
    places_key: u64,
    saved: Vec<Saved>,
}

/// The marginals and stand-ins of a seat before a fact was learned.
#[derive(Debug, Clone)]
struct Saved {
    seat: Seat,
    marginals: Marginals,
    stand_ins: [Kind; ARMY],
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
    /// Creates the belief position of an observation and a posterior of the same position. The
    /// evidence must have begun with the observed game, so that both identify the pieces alike.
    /// Nothing that is hidden from the seat is kept.
    pub fn new(observation: &Observation<'_>, posterior: &Posterior) -> Self {
        let visibility = observation.visibility();
        let mut hidden = SeatSet::EMPTY;
        let marginals = Seat::ALL.map(|seat| {
            let mut rows = [[0.0; 12]; ARMY];
            if visibility.knows(observation.rules(), observation.seat(), seat) {
                for (piece, row) in PieceId::of(seat).zip(&mut rows) {
                    if let Some(kind) = observation.kind(piece) {
                        row[kind.index()] = 1.0;
                    }
                }
            } else {
                hidden.insert(seat);
                rows = *posterior.marginals(seat);
            }
            Marginals::new(&rows, seat.index() as u64)
        });
        let stand_ins = std::array::from_fn(|i| stand_in(&marginals[i / ARMY], i % ARMY));
        let world = observation.world_with(&stand_ins);
        let team = world.rules().team(observation.seat());
        let enemies = hidden.iter().filter(|&s| world.rules().team(s) != team).collect();
        let mut places_key = 0;
        for (piece, station) in world.pieces().filter(|(p, _)| hidden.contains(p.seat())) {
            places_key ^= place_key(piece, station);
        }
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
            numbers(marginals.uncertain())
                .filter(move |&n| self.station_of(PieceId::new(seat, n)).is_some())
                .map(|n| marginals.entropies[n])
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
    fn fork(&self) -> Self {
        Self { world: self.world.clone(), saved: vec![], ..*self }
    }
}

/// The undo token of a [`BeliefPosition`].
#[derive(Debug, Clone, Copy)]
pub struct BeliefUndo {
    world: Undo,
    places_key: u64,
    saved: u8,
}

/// What a move reveals about a piece: its marginal afterwards.
struct MoveFact {
    piece: PieceId,
    row: KindProbabilities,
    /// Hash key of everything that the row follows from, except the seat's own marginals.
    key: u64,
}

/// Moves and their facts.
impl BeliefPosition {
    /// The marginal of a piece after a move, and whether the move turned on the railway.
    fn mover_row(&self, mover: PieceId, mv: Move) -> (KindProbabilities, bool) {
        let row = self.marginal(mover);
        if self.kind(mover).is_some() {
            return (*row, false);
        }
        let turned = self.world.kind(mover) == Kind::Engineer
            && !self.net().is_straight(mv.from, mv.to, |s| self.piece_at(s).is_none());
        (condition_on_move(row, turned), turned)
    }

    fn fight_outcomes(&self, mv: Move) -> FightOutcomes {
        match (self.piece_at(mv.from), self.piece_at(mv.to)) {
            (Some(attacker), Some(defender)) => {
                let attacker = self.mover_row(attacker, mv).0;
                self.outcome_table.outcomes(&attacker, self.marginal(defender))
            }
            _ => [(FightOutcome::Quiet, 1.0)].into_iter().collect(),
        }
    }

    /// The outcomes of a move, each with its probability and its mean gain for the mover, given the
    /// gain by kinds of attacker and defender. Empty for a quiet move.
    pub fn outcome_gains(&self, mv: Move, gains: &Gains) -> OutcomeGains {
        let Some(attacker) = self.piece_at(mv.from) else { return OutcomeGains::new() };
        let Some(defender) = self.piece_at(mv.to) else { return OutcomeGains::new() };
        if let (Some(a), Some(d)) = (self.kind(attacker), self.kind(defender)) {
            return self.outcome_table.gain(a, d, gains).into_iter().collect();
        }
        self.outcome_table.gains(&self.mover_row(attacker, mv).0, self.marginal(defender), gains)
    }

    /// What a move with an outcome reveals about uncertain pieces.
    fn facts(&self, mv: Move, outcome: FightOutcome) -> ArrayVec<MoveFact, 2> {
        let mut facts = ArrayVec::new();
        let Some(mover) = self.piece_at(mv.from) else { return facts };
        let target = self.piece_at(mv.to);
        let is_known = |piece| self.kind(piece).is_some();
        if is_known(mover) && target.is_none_or(is_known) {
            return facts;
        }
        let (mut row, turned) = self.mover_row(mover, mv);
        let key_parts = [
            outcome_code(outcome) << 1 | u64::from(turned),
            mover.index() as u64,
            target.map_or(u64::MAX, |t| t.index() as u64),
            self.marginals[mover.seat().index()].history_key,
            target.map_or(0, |t| self.marginals[t.seat().index()].history_key),
        ];
        let key = random::derive(0, &key_parts);
        let mut target_row = None;
        if let Some(target) = target {
            let fighters = self.outcome_table.condition(&row, self.marginal(target), outcome);
            row = fighters.attacker;
            target_row = Some((target, fighters.defender));
        }
        for (piece, row) in [Some((mover, row)), target_row].into_iter().flatten() {
            if differ(&row, self.marginal(piece)) {
                facts.push(MoveFact { piece, row, key });
            }
        }
        facts
    }

    /// Makes a move with an outcome and learns its facts.
    fn advance(&mut self, mv: Move, outcome: FightOutcome, facts: &[MoveFact]) -> BeliefUndo {
        let places_key = self.places_key;
        for fact in facts {
            let seat = fact.piece.seat();
            self.marginals[seat.index()].learn(fact.piece.index() % ARMY, fact.row, fact.key);
            self.update_stand_ins(seat);
        }
        let mover = self.piece_at(mv.from);
        let world = match outcome {
            FightOutcome::Quiet => self.world.make(mv),
            FightOutcome::Fight(result) | FightOutcome::Capture(result) => {
                let captures_flag = outcome == FightOutcome::Capture(result);
                let shown = self.fallen_commanders(mv, result);
                self.world.make_assumed(mv, AssumedFight { result, captures_flag, shown })
            }
        };
        if let Some(mover) = mover.filter(|m| self.hidden.contains(m.seat())) {
            self.places_key ^= place_key(mover, mv.from);
            if self.piece_at(mv.to) == Some(mover) {
                self.places_key ^= place_key(mover, mv.to);
            }
        }
        for (piece, station) in self.world.fallen_since(&world) {
            if self.hidden.contains(piece.seat()) && Some(piece) != mover {
                self.places_key ^= place_key(piece, station);
            }
        }
        BeliefUndo { world, places_key, saved: facts.len() as u8 }
    }

    /// Sets the stand-in kinds of a seat's pieces from their marginals.
    fn update_stand_ins(&mut self, seat: Seat) {
        for number in 0..ARMY {
            let piece = PieceId::new(seat, number);
            if self.world.station_of(piece).is_some() {
                let kind = stand_in(&self.marginals[seat.index()], number);
                if self.world.kind(piece) != kind {
                    self.world.set_kind(piece, kind);
                }
            }
        }
    }

    /// The seats that are certain to lose their commander.
    fn fallen_commanders(&self, mv: Move, result: CombatResult) -> SeatSet {
        let attacker = self.piece_at(mv.from).filter(|_| result != CombatResult::Win);
        let defender = self.piece_at(mv.to).filter(|_| result != CombatResult::Lose);
        let fallen = [attacker, defender].into_iter().flatten();
        let commanders = fallen.filter(|&piece| self.kind(piece) == Some(Kind::Commander));
        commanders.map(PieceId::seat).collect()
    }

    fn save(&mut self, seat: Seat) {
        let stand_ins = std::array::from_fn(|n| self.world.kind(PieceId::new(seat, n)));
        self.saved.push(Saved { seat, marginals: self.marginals[seat.index()], stand_ins });
    }

    fn restore(&mut self) {
        let Some(Saved { seat, marginals, stand_ins }) = self.saved.pop() else { return };
        for number in numbers(marginals.uncertain()) {
            let piece = PieceId::new(seat, number);
            if self.world.kind(piece) != stand_ins[number] {
                self.world.set_kind(piece, stand_ins[number]);
            }
        }
        self.marginals[seat.index()] = marginals;
    }
}

fn differ(row: &KindProbabilities, other: &KindProbabilities) -> bool {
    row.iter().zip(other).any(|(p, q)| (p - q).abs() > NEGLIGIBLE)
}

fn outcome_code(outcome: FightOutcome) -> u64 {
    match outcome {
        FightOutcome::Quiet => 0,
        FightOutcome::Fight(result) => 1 + result as u64,
        FightOutcome::Capture(result) => 4 + result as u64,
    }
}

impl Node for BeliefPosition {
    type Move = Move;
    type Undo = BeliefUndo;
    type Moves = Moves;
    const ALTERNATES: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.world.side()
    }

    #[inline]
    fn moves(&self) -> Moves {
        self.world.moves()
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: BeliefUndo) {
        self.world.unmake(m, undo.world);
        for _ in 0..undo.saved {
            self.restore();
        }
        self.places_key = undo.places_key;
    }

    /// Covers what the key of a world covers, the stations of the hidden pieces by identity, and
    /// everything learned about hidden pieces: the marginals of the root and, by seat, the facts
    /// since, in order. Equal keys mean equal marginals.
    #[inline]
    fn key(&self) -> u64 {
        let mut key = self.world.key() ^ self.places_key;
        for marginals in &self.marginals {
            key ^= marginals.history_key;
        }
        key
    }
}

/// Every fight has its most likely outcome.
impl Position for BeliefPosition {
    fn make(&mut self, m: Move) -> BeliefUndo {
        self.make_outcome(m, most_likely(&self.fight_outcomes(m)))
    }
}

impl Chance for BeliefPosition {
    type Outcome = FightOutcome;
    type Outcomes = arrayvec::IntoIter<(FightOutcome, f64), 5>;

    fn outcomes(&self, m: Move) -> Self::Outcomes {
        self.fight_outcomes(m).into_iter()
    }

    fn make_outcome(&mut self, m: Move, outcome: FightOutcome) -> BeliefUndo {
        let facts = self.facts(m, outcome);
        for fact in &facts {
            self.save(fact.piece.seat());
        }
        self.advance(m, outcome, &facts)
    }
}

/// As for a world. Attacks are seen only on flags that are certain at the root: the observer's own,
/// a known partner's, and flags that are shown.
impl Noisy for BeliefPosition {
    type NoisyMoves = Moves;

    #[inline]
    fn noisy_moves(&self) -> Moves {
        self.world.fights()
    }

    fn must_respond(&self) -> bool {
        self.world.is_flag_attacked()
    }
}

impl Indexed for BeliefPosition {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}

/// The entropy is [`average_entropy`](BeliefPosition::average_entropy) after the most likely outcome.
impl Uncertain for BeliefPosition {
    fn entropy(&self, m: Move) -> Bits {
        let outcome = most_likely(&self.fight_outcomes(m));
        let facts = self.facts(m, outcome);
        if facts.is_empty() && outcome == FightOutcome::Quiet {
            return self.average_entropy();
        }
        let mut next = self.fork();
        next.advance(m, outcome, &facts);
        next.average_entropy()
    }
}

/// A kind that moves as a piece's marginal says.
fn stand_in(marginals: &Marginals, number: usize) -> Kind {
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
fn place_key(piece: PieceId, station: Station) -> u64 {
    random::split_mix(&mut ((piece.index() << 8 | station.index()) as u64))
}
