//! Making moves under uncertainty and taking them back.

use super::marginals::LEAST;
use super::outcome::{FightOutcomes, Gains, OutcomeGains, likeliest, moved};
use super::probabilities::{KindProbabilities, numbers};
use super::{BeliefPosition, FightOutcome, Saved, stand_in};
use crate::base::random;
use crate::game::board::{Seat, SeatSet, Station};
use crate::game::rules::{ARMY, AssumedFight, CombatResult, Kind, Move, Moves, PieceId, Undo};
use crate::gametree::position::{Bits, Chance, Indexed, Node, Noisy, Position, Side, Uncertain};
use arrayvec::ArrayVec;

/// What [`unmake`](Node::unmake) needs beside what the position keeps.
#[derive(Debug, Clone, Copy)]
pub struct BeliefUndo {
    world: Undo,
    places: u64,
    saved: u8,
}

/// What a move tells of a piece.
struct MoveFact {
    piece: PieceId,
    row: KindProbabilities,
    /// A name for it, which covers all that the row follows from beside the piece's own seat.
    name: u64,
}

/// A word for a hidden piece on a station.
#[inline]
pub(super) fn place(piece: PieceId, station: Station) -> u64 {
    random::split_mix(&mut ((piece.index() << 8 | station.index()) as u64))
}

impl BeliefPosition {
    /// The row of a piece once it has made a move, and whether that turned on the railway.
    fn mover_row(&self, mover: PieceId, mv: Move) -> (KindProbabilities, bool) {
        let row = self.marginal(mover);
        if self.kind(mover).is_some() {
            return (*row, false);
        }
        let turned = self.world.kind(mover) == Kind::Engineer
            && !self.net().is_straight(mv.from, mv.to, |s| self.piece_at(s).is_none());
        (moved(row, turned), turned)
    }

    fn fates(&self, mv: Move) -> FightOutcomes {
        let fighters = self.piece_at(mv.from).zip(self.piece_at(mv.to));
        let Some((attacker, defender)) = fighters else {
            return [(FightOutcome::Quiet, 1.0)].into_iter().collect();
        };
        self.ends.fates(&self.mover_row(attacker, mv).0, self.marginal(defender))
    }

    /// The fates of a move with their probabilities and what each brings the mover on average, by a
    /// table of gains by the kinds of attacker and defender.
    pub fn stakes(&self, mv: Move, gains: &Gains) -> OutcomeGains {
        let fighters = self.piece_at(mv.from).zip(self.piece_at(mv.to));
        let Some((attacker, defender)) = fighters else { return OutcomeGains::new() };
        if let Some((a, d)) = self.kind(attacker).zip(self.kind(defender)) {
            return self.ends.stake(a, d, gains).into_iter().collect();
        }
        self.ends.stakes(&self.mover_row(attacker, mv).0, self.marginal(defender), gains)
    }

    /// What a move with its fate tells of pieces that were not certain.
    fn facts(&self, mv: Move, fate: FightOutcome) -> ArrayVec<MoveFact, 2> {
        let mut facts = ArrayVec::new();
        let Some(mover) = self.piece_at(mv.from) else { return facts };
        let target = self.piece_at(mv.to);
        let others = [Some(mover), target];
        if others.into_iter().flatten().all(|p| self.kind(p).is_some()) {
            return facts;
        }
        let (mut row, turned) = self.mover_row(mover, mv);
        let met = target.map(|target| {
            let (attacker, defender) = self.ends.given(&row, self.marginal(target), fate);
            row = attacker;
            (target, defender)
        });
        let act = [
            code(fate) << 1 | u64::from(turned),
            mover.index() as u64,
            target.map_or(u64::MAX, |t| t.index() as u64),
            self.sheets[mover.seat().index()].facts,
            target.map_or(0, |t| self.sheets[t.seat().index()].facts),
        ];
        let name = random::derive(0, &act);
        let rows = [(mover, row)].into_iter().chain(met);
        let news = rows.filter(|(piece, row)| differ(row, self.marginal(*piece)));
        facts.extend(news.map(|(piece, row)| MoveFact { piece, row, name }));
        facts
    }

    /// Makes a move come true with what it tells.
    fn advance(&mut self, mv: Move, fate: FightOutcome, facts: &[MoveFact]) -> BeliefUndo {
        let places = self.places;
        for fact in facts {
            let seat = fact.piece.seat();
            self.sheets[seat.index()].learn(fact.piece.index() % ARMY, fact.row, fact.name);
            self.recast(seat);
        }
        let mover = self.piece_at(mv.from);
        let world = match fate {
            FightOutcome::Quiet => self.world.make(mv),
            FightOutcome::Fight(result) | FightOutcome::Capture(result) => {
                let captures_flag = fate == FightOutcome::Capture(result);
                let shown = self.fallen_commanders(mv, result);
                self.world.make_assumed(mv, AssumedFight { result, captures_flag, shown })
            }
        };
        if let Some(mover) = mover.filter(|m| self.hidden.contains(m.seat())) {
            self.places ^= place(mover, mv.from);
            if self.piece_at(mv.to) == Some(mover) {
                self.places ^= place(mover, mv.to);
            }
        }
        for (piece, station) in self.world.fallen_since(&world) {
            if self.hidden.contains(piece.seat()) && Some(piece) != mover {
                self.places ^= place(piece, station);
            }
        }
        BeliefUndo { world, places, saved: facts.len() as u8 }
    }

    /// Gives the pieces of a seat the stand-ins that their rows ask for.
    fn recast(&mut self, seat: Seat) {
        for number in 0..ARMY {
            let piece = PieceId::new(seat, number);
            if self.world.station_of(piece).is_some() {
                let kind = stand_in(&self.sheets[seat.index()], number);
                if self.world.kind(piece) != kind {
                    self.world.set_kind(piece, kind);
                }
            }
        }
    }

    /// The seats whose commander certainly falls.
    fn fallen_commanders(&self, mv: Move, result: CombatResult) -> SeatSet {
        let attacker = self.piece_at(mv.from).filter(|_| result != CombatResult::Win);
        let defender = self.piece_at(mv.to).filter(|_| result != CombatResult::Lose);
        let commander = |p: &PieceId| self.kind(*p) == Some(Kind::Commander);
        attacker.into_iter().chain(defender).filter(commander).map(PieceId::seat).collect()
    }

    fn save(&mut self, seat: Seat) {
        let kind = |n| self.world.kind(PieceId::new(seat, n));
        let stand_ins = std::array::from_fn(kind);
        self.saved.push(Saved { seat, sheet: self.sheets[seat.index()], stand_ins });
    }

    fn restore(&mut self) {
        let Some(Saved { seat, sheet, stand_ins }) = self.saved.pop() else { return };
        for number in numbers(sheet.open()) {
            let piece = PieceId::new(seat, number);
            if self.world.kind(piece) != stand_ins[number] {
                self.world.set_kind(piece, stand_ins[number]);
            }
        }
        self.sheets[seat.index()] = sheet;
    }
}

fn differ(row: &KindProbabilities, other: &KindProbabilities) -> bool {
    row.iter().zip(other).any(|(p, q)| (p - q).abs() > LEAST)
}

fn code(fate: FightOutcome) -> u64 {
    match fate {
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
        self.places = undo.places;
    }

    /// Covers what the key of a world does, which hidden piece stands where, and all that was
    /// learned of hidden pieces on the way: the marginals of the root, and by seat the fights and
    /// first moves in their order. Equal keys mean equal marginals.
    #[inline]
    fn key(&self) -> u64 {
        self.sheets.iter().fold(self.world.key() ^ self.places, |key, sheet| key ^ sheet.facts)
    }
}

/// Every fight ends in the likeliest way.
impl Position for BeliefPosition {
    fn make(&mut self, m: Move) -> BeliefUndo {
        self.make_outcome(m, likeliest(&self.fates(m)))
    }
}

impl Chance for BeliefPosition {
    type Outcome = FightOutcome;
    type Outcomes = arrayvec::IntoIter<(FightOutcome, f64), 5>;

    fn outcomes(&self, m: Move) -> Self::Outcomes {
        self.fates(m).into_iter()
    }

    fn make_outcome(&mut self, m: Move, fate: FightOutcome) -> BeliefUndo {
        let facts = self.facts(m, fate);
        for fact in &facts {
            self.save(fact.piece.seat());
        }
        self.advance(m, fate, &facts)
    }
}

/// As of a world. Only a flag that is certain at the root is seen to be under attack: a seat's own, a
/// partner's that is known, and those that are shown.
impl Noisy for BeliefPosition {
    type NoisyMoves = Moves;

    #[inline]
    fn noisy_moves(&self) -> Moves {
        self.world.fights()
    }

    fn is_pressed(&self) -> bool {
        self.world.is_flag_attacked()
    }
}

impl Indexed for BeliefPosition {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}

/// The entropy is [`average_entropy`](BeliefPosition::average_entropy) after the likeliest fate.
impl Uncertain for BeliefPosition {
    fn entropy(&self, m: Move) -> Bits {
        let fate = likeliest(&self.fates(m));
        let facts = self.facts(m, fate);
        if facts.is_empty() && fate == FightOutcome::Quiet {
            return self.average_entropy();
        }
        let mut next = self.fork();
        next.advance(m, fate, &facts);
        next.average_entropy()
    }
}
