//! What follows a move: eliminations, the end of the game, and the next turn.
//!
//! Every rule about these is written once, here or in [`PublicState`]. A [`KindOracle`] decides what
//! depends on hidden kinds: from the kinds if it knows them, or from a public event.
//! Source: `docs/RULES.md`, section 7.

use super::{CombatResult, DrawReason, Exit, Move, NoMove, Outcome, PieceId, PublicState};
use crate::game::board::{Seat, Station};

/// A game that these rules drive: a [`PublicState`], or a [`World`](super::World), which keeps the
/// kinds up to date as well.
pub(super) trait GameState: Sized {
    fn public(&self) -> &PublicState;
    fn public_mut(&mut self) -> &mut PublicState;

    /// Takes a piece off the board.
    fn remove(&mut self, piece: PieceId);

    /// Moves a piece to an empty station.
    fn relocate(&mut self, piece: PieceId, from: Station, to: Station);

    /// Learns that a piece is the flag of its seat.
    fn identify_flag(&mut self, piece: PieceId);

    /// Carries out the result of a fight; returns whether the attacker took the station. Without a
    /// defender a `Win` is a plain move.
    #[inline]
    fn settle_fight(
        &mut self,
        attacker: PieceId,
        defender: Option<PieceId>,
        mv: Move,
        result: CombatResult,
    ) -> bool {
        if let Some(defender) = defender.filter(|_| result != CombatResult::Lose) {
            self.remove(defender);
        }
        match result {
            CombatResult::Win => self.relocate(attacker, mv.from, mv.to),
            CombatResult::Lose | CombatResult::Both => self.remove(attacker),
        }
        result == CombatResult::Win
    }

    /// Puts a seat out: its pieces leave the board, and the other team may have won.
    fn eliminate(&mut self, seat: Seat, why: Exit, oracle: &mut impl KindOracle<Self>) {
        oracle.eliminated(seat, why);
        self.public_mut().remove_seat(seat);
        for piece in PieceId::of(seat) {
            if self.public().station_of(piece).is_some() {
                self.remove(piece);
            }
        }
        self.public_mut().test_win();
    }

    /// What the capture of its flag does to a seat.
    fn lose_flag(&mut self, seat: Seat, oracle: &mut impl KindOracle<Self>) {
        self.eliminate(seat, Exit::Flag, oracle);
    }

    /// What follows a move once its fight is settled: the tests, and the next turn.
    #[inline]
    fn finish_move(&mut self, defender: Option<PieceId>, oracle: &mut impl KindOracle<Self>) {
        self.test_after_move(self.public().turn, defender, oracle);
        if self.public().outcome.is_none() {
            self.pass_turn(oracle);
        }
    }

    /// The tests after a move: under `no_move=qq` whether the defender's and then the mover's seat is
    /// stuck, and whether the game is drawn.
    #[inline]
    fn test_after_move(
        &mut self,
        mover: Seat,
        defender: Option<PieceId>,
        oracle: &mut impl KindOracle<Self>,
    ) {
        if self.public().rules.no_move == NoMove::Qq {
            self.test_stuck_qq(defender.map(PieceId::seat).into_iter().chain([mover]), oracle);
        }
        self.public_mut().test_draw();
    }

    fn test_stuck_qq(
        &mut self,
        seats: impl Iterator<Item = Seat>,
        oracle: &mut impl KindOracle<Self>,
    ) {
        for seat in seats {
            let in_game = self.public().outcome.is_none() && self.public().alive.contains(seat);
            if in_game && oracle.is_stuck_qq(self, seat) {
                self.eliminate(seat, Exit::NoMove, oracle);
            }
        }
    }

    /// Gives the turn to the next seat that has a move. Seats without one are eliminated on the
    /// way, or skipped under `no_move=qq`.
    fn pass_turn(&mut self, oracle: &mut impl KindOracle<Self>) {
        let mut seat = self.public().turn;
        for _ in 0..4 {
            seat = self.public().rules.next_seat(seat);
            if !self.public().alive.contains(seat) {
                continue;
            }
            if oracle.has_move(self, seat) {
                self.public_mut().set_turn(seat);
                return;
            }
            match self.public().rules.no_move {
                NoMove::OnTurn => self.eliminate(seat, Exit::NoMove, oracle),
                NoMove::Qq => oracle.passed(seat),
            }
            if self.public().outcome.is_some() {
                return;
            }
        }
        self.public_mut().outcome = Some(Outcome::Draw(DrawReason::NoMove));
    }
}

/// Decides what depends on hidden kinds, and is notified of what becomes public.
pub(super) trait KindOracle<G> {
    /// Whether a seat whose turn comes has a legal move.
    fn has_move(&mut self, game: &G, seat: Seat) -> bool;

    /// Whether a seat fails the stuck test of the QQ server after a move.
    fn is_stuck_qq(&mut self, game: &G, seat: Seat) -> bool;

    /// A seat goes out.
    fn eliminated(&mut self, _: Seat, _: Exit) {}

    /// A seat's turn is skipped.
    fn passed(&mut self, _: Seat) {}
}
