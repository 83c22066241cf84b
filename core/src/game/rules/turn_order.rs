//! What follows a move: eliminations, the end of the game, and the next turn.
//!
//! Every rule about these is written once, here or in [`PublicState`]. A [`KindOracle`] decides what
//! depends on hidden kinds: from the kinds if it knows them, or from a public event, which also gives
//! [facts](PublicFact) about them. Sources: `docs/RULES.md`, sections 7 and 11.

use super::{
    Act, BombVsFlag, CombatResult, DrawReason, Event, Exit, Kind, KindSet, Move, NoMove, Outcome,
    PieceId, PublicState,
};
use crate::game::board::{Net, Seat, Station, StationSet};

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

/// A set of pieces of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeatPieces {
    pub(crate) seat: Seat,
    /// A bit for each piece number.
    pub(crate) members: u32,
}

impl SeatPieces {
    pub(crate) fn pieces(self) -> impl Iterator<Item = PieceId> {
        PieceId::of(self.seat)
            .enumerate()
            .filter(move |(n, _)| self.members >> n & 1 == 1)
            .map(|p| p.1)
    }

    /// The seat's pieces on the board whose station passes a test.
    fn on_stations(state: &PublicState, seat: Seat, test: impl Fn(Station) -> bool) -> Self {
        let mut members = 0;
        for (number, piece) in PieceId::of(seat).enumerate() {
            if state.station_of(piece).is_some_and(&test) {
                members |= 1 << number;
            }
        }
        Self { seat, members }
    }
}

/// A public fact that bears on the kinds of pieces.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PublicFact {
    /// A piece moved. `turned`: neither a step nor a slide along a free line leads there.
    Moved { piece: PieceId, turned: bool },
    /// Two pieces fought.
    Fought { attacker: PieceId, defender: PieceId, result: CombatResult },
    /// This piece is the flag of its seat.
    Flag { piece: PieceId },
    /// At least one of these pieces is of a mobile kind.
    SomeMobile(SeatPieces),
    /// None of these pieces is of a mobile kind, except that those in `unless_bombs` may be bombs
    /// whose only targets are flags that they may not capture.
    NoneMobile { pieces: SeatPieces, unless_bombs: SeatPieces },
}

impl PublicState {
    /// Follows an event and reports the facts in the order in which the rules establish them. An
    /// event that contradicts the rules is followed as far as possible.
    pub(crate) fn follow(&mut self, event: &Event, on_fact: impl FnMut(PublicFact)) {
        follow(self, event, on_fact);
    }

    /// Checks that an event can follow, as far as the public state shows.
    ///
    /// # Errors
    ///
    /// The reason why it cannot.
    pub(super) fn check(&self, event: &Event) -> Result<(), &'static str> {
        if self.outcome.is_some() {
            return Err("the game is over");
        }
        if !self.alive.contains(event.seat) {
            return Err("the acting seat is out of the game");
        }
        match event.act {
            Act::Move(..) | Act::TimeOut if event.seat != self.turn => {
                Err("it is another seat's turn")
            }
            Act::Move(mv, fight) => self.check_move(mv, fight, event),
            _ => Ok(()),
        }
    }

    fn check_move(
        &self,
        mv: Move,
        fight: Option<CombatResult>,
        event: &Event,
    ) -> Result<(), &'static str> {
        if self.owner(mv.from) != Some(event.seat) {
            return Err("no piece of the moving seat stands where the move begins");
        }
        if mv.from == mv.to {
            return Err("the move ends where it begins");
        }
        let target = self.owner(mv.to);
        if target.is_some_and(|seat| self.rules.team(seat) == self.rules.team(event.seat)) {
            return Err("a piece of the own team stands on the target");
        }
        if target.is_some() != fight.is_some() {
            return Err("a move has a fight exactly if a piece stands on its target");
        }
        if event.flags_shown.iter().any(|&(seat, station)| self.owner(station) != Some(seat)) {
            return Err("no piece of the seat stands where its flag is shown");
        }
        Ok(())
    }

    /// The seat of the piece on a station.
    fn owner(&self, station: Station) -> Option<Seat> {
        self.piece_at(station).map(PieceId::seat)
    }

    /// Whether a mobile piece of a seat could leave a station: it is not locked there, and an open
    /// neighbour is not barred.
    fn can_leave(&self, station: Station, barred: StationSet) -> bool {
        !self.is_locked(station) && self.has_exit(station, barred)
    }

    /// Whether a piece that can leave a station is sure to have a move. Where no piece may stop in the
    /// centre, a piece with an exit may have none.
    fn can_stop(&self, station: Station, barred: StationSet) -> bool {
        let next = self.net.neighbours(station) - barred;
        self.net.stops_everywhere() || next.meets(self.net.stops())
    }

    /// Whether a bomb on a station may have no targets but flags that it may not capture.
    fn has_only_fights(&self, station: Station) -> bool {
        let empty = !(self.occupancy.held[0] | self.occupancy.held[1]);
        self.rules.bomb_vs_flag == BombVsFlag::Illegal
            && (self.net.neighbours(station) & empty).is_empty()
    }
}

impl GameState for PublicState {
    fn public(&self) -> &PublicState {
        self
    }

    fn public_mut(&mut self) -> &mut PublicState {
        self
    }

    fn remove(&mut self, piece: PieceId) {
        if let Some(station) = self.station_of(piece) {
            self.lift(piece, station);
            self.mark_removed(piece);
        }
    }

    fn relocate(&mut self, piece: PieceId, from: Station, to: Station) {
        self.lift(piece, from);
        self.put(piece, to);
    }

    fn identify_flag(&mut self, _: PieceId) {}
}

/// Follows an event in a game, as [`PublicState::follow`] does.
pub(super) fn follow<G: GameState>(
    game: &mut G,
    event: &Event,
    mut on_fact: impl FnMut(PublicFact),
) {
    if game.public().outcome.is_some() {
        return;
    }
    let takes_turn = event.seat == game.public().turn;
    let defender = match event.act {
        Act::Move(mv, fight) => follow_move(game, mv, fight, event, &mut on_fact),
        _ => None,
    };
    let mut oracle = EventOracle { event, on_fact };
    // Seats without a move go out where the tests below find them.
    for &(seat, why) in event.eliminated.iter().filter(|e| e.1 != Exit::NoMove) {
        if game.public().alive.contains(seat) {
            game.eliminate(seat, why, &mut oracle);
        }
    }
    match event.act {
        Act::Move(..) => game.test_after_move(event.seat, defender, &mut oracle),
        Act::Draw => game.public_mut().agree_draw(),
        Act::Resign | Act::Forfeit | Act::TimeOut => {}
    }
    if takes_turn && game.public().outcome.is_none() {
        game.pass_turn(&mut oracle);
    }
}

/// The kinds that can make a move: engineers alone turn on railways.
pub(crate) fn movers(net: &Net, mv: Move, is_empty: impl Fn(Station) -> bool) -> KindSet {
    if net.is_straight(mv.from, mv.to, is_empty) {
        KindSet::MOBILE
    } else {
        KindSet::only(Kind::Engineer)
    }
}

/// Moves the piece and settles the fight; returns the defender.
fn follow_move<G: GameState>(
    game: &mut G,
    mv: Move,
    fight: Option<CombatResult>,
    event: &Event,
    on_fact: &mut impl FnMut(PublicFact),
) -> Option<PieceId> {
    let state = game.public();
    let piece = state.piece_at(mv.from)?;
    let target = state.piece_at(mv.to);
    let is_straight = state.net.is_straight(mv.from, mv.to, |s| state.piece_at(s).is_none());
    on_fact(PublicFact::Moved { piece, turned: !is_straight });
    if let (Some(result), Some(defender)) = (fight, target) {
        on_fact(PublicFact::Fought { attacker: piece, defender, result });
    }
    for &(seat, station) in &event.flags_shown {
        if let Some(flag) = game.public().piece_at(station) {
            on_fact(PublicFact::Flag { piece: flag });
            game.identify_flag(flag);
            game.public_mut().show_flag(seat);
        }
    }
    if let Some(flag) = target.filter(|_| event.captured_flag_of.is_some()) {
        game.identify_flag(flag);
    }
    game.public_mut().count_ply(fight.is_some());
    game.settle_fight(piece, target, mv, fight.unwrap_or(CombatResult::Win));
    target
}

/// Reads from an event what the referee of the game decided, and reports the facts that follow.
struct EventOracle<'a, F> {
    event: &'a Event,
    on_fact: F,
}

impl<G: GameState, F: FnMut(PublicFact)> KindOracle<G> for EventOracle<'_, F> {
    fn has_move(&mut self, game: &G, seat: Seat) -> bool {
        let state = game.public();
        let barred = state.barred(seat);
        let stuck = self.event.eliminated.contains(&(seat, Exit::NoMove))
            || self.event.passed.contains(&seat);
        if !stuck {
            let with_exit = SeatPieces::on_stations(state, seat, |s| state.can_leave(s, barred));
            (self.on_fact)(PublicFact::SomeMobile(with_exit));
            return true;
        }
        (self.on_fact)(PublicFact::NoneMobile {
            pieces: SeatPieces::on_stations(state, seat, |s| {
                state.can_leave(s, barred) && state.can_stop(s, barred)
            }),
            unless_bombs: SeatPieces::on_stations(state, seat, |s| state.has_only_fights(s)),
        });
        false
    }

    fn is_stuck_qq(&mut self, game: &G, seat: Seat) -> bool {
        let state = game.public();
        let pieces = SeatPieces::on_stations(state, seat, |s| state.has_exit_qq(seat, s));
        let stuck = self.event.eliminated.contains(&(seat, Exit::NoMove));
        (self.on_fact)(if stuck {
            PublicFact::NoneMobile { pieces, unless_bombs: SeatPieces { seat, members: 0 } }
        } else {
            PublicFact::SomeMobile(pieces)
        });
        stuck
    }
}
