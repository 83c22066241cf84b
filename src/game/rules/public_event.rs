//! Following public events: the new public state, and the facts that bear on hidden kinds.
//!
//! Source of the facts: `docs/RULES.md`, section 11.

use super::turn_order::{GameState, KindOracle};
use super::{
    ARMY, Act, BombVsFlag, CombatResult, Event, Exit, Kind, KindSet, Move, PieceId, PublicState,
};
use crate::game::board::{Net, Seat, Station};

/// A set of pieces of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeatPieces {
    pub(crate) seat: Seat,
    /// A bit for each piece number.
    pub(crate) members: u32,
}

impl SeatPieces {
    pub(crate) fn pieces(self) -> impl Iterator<Item = PieceId> {
        let member = move |&n: &usize| self.members >> n & 1 == 1;
        (0..ARMY).filter(member).map(move |n| PieceId::new(self.seat, n))
    }

    /// The seat's pieces on the board whose station passes a test.
    fn on_stations(state: &PublicState, seat: Seat, test: impl Fn(Station) -> bool) -> Self {
        let member = |&n: &usize| state.station_of(PieceId::new(seat, n)).is_some_and(&test);
        Self { seat, members: (0..ARMY).filter(member).fold(0, |set, n| set | 1 << n) }
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
        let owner = |station| self.piece_at(station).map(PieceId::seat);
        if owner(mv.from) != Some(event.seat) {
            return Err("no piece of the moving seat stands where the move begins");
        }
        if mv.from == mv.to {
            return Err("the move ends where it begins");
        }
        let team = |seat| self.rules.team(seat);
        if owner(mv.to).is_some_and(|seat| team(seat) == team(event.seat)) {
            return Err("a piece of the own team stands on the target");
        }
        if owner(mv.to).is_some() != fight.is_some() {
            return Err("a move has a fight exactly if a piece stands on its target");
        }
        if event.flags_shown.iter().any(|&(seat, station)| owner(station) != Some(seat)) {
            return Err("no piece of the seat stands where its flag is shown");
        }
        Ok(())
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
    let (piece, target) = (state.piece_at(mv.from)?, state.piece_at(mv.to));
    let free = |s: Station| state.piece_at(s).is_none();
    on_fact(PublicFact::Moved { piece, turned: !state.net.is_straight(mv.from, mv.to, free) });
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
        let (state, barred) = (game.public(), game.public().barred(seat));
        let has_exit = |s| !state.is_locked(s) && state.has_exit(s, barred);
        let with_exit = SeatPieces::on_stations(state, seat, has_exit);
        let stuck = self.event.eliminated.contains(&(seat, Exit::NoMove))
            || self.event.passed.contains(&seat);
        if !stuck {
            (self.on_fact)(PublicFact::SomeMobile(with_exit));
            return true;
        }
        // Where no piece may stop in the centre, a piece with an exit may have no move.
        let can_stop = |s| {
            let next = state.net.neighbours(s) - barred;
            state.net.stops_everywhere() || next.meets(state.net.stops())
        };
        let only_fights = |s| {
            let empty = !(state.occupancy.held[0] | state.occupancy.held[1]);
            state.rules.bomb_vs_flag == BombVsFlag::Illegal
                && (state.net.neighbours(s) & empty).is_empty()
        };
        (self.on_fact)(PublicFact::NoneMobile {
            pieces: SeatPieces::on_stations(state, seat, |s| has_exit(s) && can_stop(s)),
            unless_bombs: SeatPieces::on_stations(state, seat, only_fights),
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
