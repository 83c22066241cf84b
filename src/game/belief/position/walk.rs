//! Making and unmaking moves under uncertainty.

use super::belief_position::{BeliefPosition, Saved, place, stand_in};
use super::marginals::NEGLIGIBLE;
use super::outcome::{
    FightOutcome, FightOutcomes, Gains, OutcomeGains, condition_on_move, most_likely,
};
use crate::base::random;
use crate::game::belief::probabilities::{KindProbabilities, numbers};
use crate::game::board::{Seat, SeatSet};
use crate::game::rules::{ARMY, AssumedFight, CombatResult, Kind, Move, Moves, PieceId, Undo};
use crate::gametree::position::{Bits, Chance, Indexed, Node, Noisy, Position, Side, Uncertain};
use arrayvec::ArrayVec;

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
    name: u64,
}

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
        let fighters = self.piece_at(mv.from).zip(self.piece_at(mv.to));
        let Some((attacker, defender)) = fighters else {
            return [(FightOutcome::Quiet, 1.0)].into_iter().collect();
        };
        self.outcome_table.outcomes(&self.mover_row(attacker, mv).0, self.marginal(defender))
    }

    /// The outcomes of a move, each with its probability and its mean gain for the mover, given the
    /// gain by kinds of attacker and defender. Empty for a quiet move.
    pub fn outcome_gains(&self, mv: Move, gains: &Gains) -> OutcomeGains {
        let fighters = self.piece_at(mv.from).zip(self.piece_at(mv.to));
        let Some((attacker, defender)) = fighters else { return OutcomeGains::new() };
        if let Some((a, d)) = self.kind(attacker).zip(self.kind(defender)) {
            return self.outcome_table.gain(a, d, gains).into_iter().collect();
        }
        self.outcome_table.gains(&self.mover_row(attacker, mv).0, self.marginal(defender), gains)
    }

    /// What a move with an outcome reveals about uncertain pieces.
    fn facts(&self, mv: Move, outcome: FightOutcome) -> ArrayVec<MoveFact, 2> {
        let mut facts = ArrayVec::new();
        let Some(mover) = self.piece_at(mv.from) else { return facts };
        let target = self.piece_at(mv.to);
        let others = [Some(mover), target];
        if others.into_iter().flatten().all(|p| self.kind(p).is_some()) {
            return facts;
        }
        let (mut row, turned) = self.mover_row(mover, mv);
        let met = target.map(|target| {
            let (attacker, defender) =
                self.outcome_table.condition(&row, self.marginal(target), outcome);
            row = attacker;
            (target, defender)
        });
        let key_parts = [
            outcome_code(outcome) << 1 | u64::from(turned),
            mover.index() as u64,
            target.map_or(u64::MAX, |t| t.index() as u64),
            self.marginals[mover.seat().index()].history_key,
            target.map_or(0, |t| self.marginals[t.seat().index()].history_key),
        ];
        let name = random::derive(0, &key_parts);
        let rows = [(mover, row)].into_iter().chain(met);
        let news = rows.filter(|(piece, row)| differ(row, self.marginal(*piece)));
        facts.extend(news.map(|(piece, row)| MoveFact { piece, row, name }));
        facts
    }

    /// Makes a move with an outcome and learns its facts.
    fn advance(&mut self, mv: Move, outcome: FightOutcome, facts: &[MoveFact]) -> BeliefUndo {
        let places_key = self.places_key;
        for fact in facts {
            let seat = fact.piece.seat();
            self.marginals[seat.index()].learn(fact.piece.index() % ARMY, fact.row, fact.name);
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
            self.places_key ^= place(mover, mv.from);
            if self.piece_at(mv.to) == Some(mover) {
                self.places_key ^= place(mover, mv.to);
            }
        }
        for (piece, station) in self.world.fallen_since(&world) {
            if self.hidden.contains(piece.seat()) && Some(piece) != mover {
                self.places_key ^= place(piece, station);
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
        let commander = |p: &PieceId| self.kind(*p) == Some(Kind::Commander);
        attacker.into_iter().chain(defender).filter(commander).map(PieceId::seat).collect()
    }

    fn save(&mut self, seat: Seat) {
        let kind = |n| self.world.kind(PieceId::new(seat, n));
        let stand_ins = std::array::from_fn(kind);
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
        self.marginals
            .iter()
            .fold(self.world.key() ^ self.places_key, |key, marginals| key ^ marginals.history_key)
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
