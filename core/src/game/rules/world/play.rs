//! Moves and table actions: fights, shown flags, resignations, time-outs and agreed draws; and the
//! world as a position of a search.

use super::moves::{IllegalMove, Moves};
use super::state::World;
use crate::game::board::{Seat, SeatSet, Station, StationSet};
use crate::game::rules::turn_order::{GameState, KindOracle, follow};
use crate::game::rules::{
    Act, CombatResult, Event, Exit, Kind, Move, PieceId, PublicState, Team, clash, zobrist,
};
use crate::gametree::position::{Indexed, Node, Noisy, Position, Side};

/// The token by which [`unmake`](crate::gametree::position::Node::unmake) restores a world.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    public_key: u64,
    pieces_key: u64,
    quiet: u32,
    fallen: u32,
    fought: u8,
    moved: bool,
    mover: PieceId,
    turn: Seat,
    alive: SeatSet,
    shown: SeatSet,
}

impl Undo {
    /// The moving piece, if it reached its target.
    #[inline]
    pub(crate) fn relocated(&self) -> Option<PieceId> {
        self.moved.then_some(self.mover)
    }

    /// Seats whose flag became public since the move began.
    #[inline]
    pub(crate) fn shown_since(&self, world: &World) -> impl Iterator<Item = Seat> + use<> {
        let before = self.shown;
        let now = world.flags_shown();
        let new = if now == before { SeatSet::EMPTY } else { now };
        new.iter().filter(move |&seat| !before.contains(seat))
    }
}

/// Records what becomes public while a move is made; `()` records nothing.
trait EventLog {
    fn fought(&mut self, _: CombatResult) {}
    fn flag_shown(&mut self, _: Seat, _: Station) {}
    fn flag_captured(&mut self, _: Seat) {}
    fn eliminated(&mut self, _: Seat, _: Exit) {}
    fn passed(&mut self, _: Seat) {}
}

impl EventLog for () {}

impl EventLog for Event {
    fn fought(&mut self, result: CombatResult) {
        if let Act::Move(_, fight) = &mut self.act {
            *fight = Some(result);
        }
    }
    fn flag_shown(&mut self, seat: Seat, station: Station) {
        self.flags_shown.push((seat, station));
    }
    fn flag_captured(&mut self, seat: Seat) {
        self.captured_flag_of = Some(seat);
    }
    fn eliminated(&mut self, seat: Seat, why: Exit) {
        self.eliminated.push((seat, why));
    }
    fn passed(&mut self, seat: Seat) {
        self.passed.push(seat);
    }
}

/// In a world the kinds decide.
impl<L: EventLog> KindOracle<World> for L {
    #[inline]
    fn has_move(&mut self, world: &World, seat: Seat) -> bool {
        world.has_move(seat)
    }
    fn is_stuck_qq(&mut self, world: &World, seat: Seat) -> bool {
        world.is_stuck_qq(seat)
    }
    fn eliminated(&mut self, seat: Seat, why: Exit) {
        EventLog::eliminated(self, seat, why);
    }
    fn passed(&mut self, seat: Seat) {
        EventLog::passed(self, seat);
    }
}

/// Moves.
impl World {
    /// Makes a move of the seat to move and returns the public event.
    ///
    /// # Errors
    ///
    /// If the move is not legal; the world is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Event, IllegalMove> {
        let mut source = StationSet::EMPTY;
        source.insert(mv.from);
        if !self.moves_from(source).any(|m| m.to == mv.to) {
            let text = mv.text(self.board());
            return Err(IllegalMove { mv, text, why: self.why_illegal(mv) });
        }
        let mut event = Event::new(self.public.turn, Act::Move(mv, None));
        self.apply(mv, &mut event);
        Ok(event)
    }

    #[inline]
    fn apply(&mut self, mv: Move, log: &mut impl EventLog) -> Undo {
        let mover = self.piece_at(mv.from).expect("a legal move begins at a piece");
        let target = self.piece_at(mv.to);
        let mut undo = self.undo(mover);
        self.public.count_ply(target.is_some());
        if let Some(target) = target {
            undo.moved = self.fight(mover, target, mv, log);
            undo.fought = (self.fallen.len() as u32 - undo.fallen) as u8;
            self.after_fight(mover, target, log);
        } else {
            self.relocate(mover, mv.from, mv.to);
        }
        self.finish_move(target, log);
        undo
    }

    /// The undo token of a move that has not begun.
    #[inline]
    fn undo(&self, mover: PieceId) -> Undo {
        Undo {
            public_key: self.public.key,
            pieces_key: self.pieces_key,
            quiet: self.public.quiet,
            fallen: self.fallen.len() as u32,
            fought: 0,
            moved: true,
            mover,
            turn: self.public.turn,
            alive: self.public.alive,
            shown: self.public.shown,
        }
    }

    /// Decides a fight by the kinds and settles it; returns whether the attacker took the station.
    fn fight(
        &mut self,
        attacker: PieceId,
        defender: PieceId,
        mv: Move,
        log: &mut impl EventLog,
    ) -> bool {
        let mine_on_hit = self.public.rules.mine_on_hit;
        let result = clash(self.kind(attacker), self.kind(defender), mine_on_hit);
        log.fought(result);
        self.settle_fight(attacker, Some(defender), mv, result)
    }

    /// Shows the flags of fallen commanders, and eliminates a seat whose flag was captured.
    fn after_fight(&mut self, attacker: PieceId, defender: PieceId, log: &mut impl EventLog) {
        for piece in [attacker, defender] {
            let seat = piece.seat();
            // A study may lack the flag; then the commander's fall stays unknown.
            if self.has_fallen(piece, Kind::Commander)
                && !self.public.shown.contains(seat)
                && let Some(station) = self.flag(seat).and_then(|flag| self.station_of(flag))
            {
                self.public.show_flag(seat);
                log.flag_shown(seat, station);
            }
        }
        if self.has_fallen(defender, Kind::Flag) {
            let seat = defender.seat();
            log.flag_captured(seat);
            self.lose_flag(seat, log);
        }
    }

    /// Whether a piece is of a kind and has left the board.
    fn has_fallen(&self, piece: PieceId, kind: Kind) -> bool {
        self.station_of(piece).is_none() && self.kind(piece) == kind
    }
}

/// Table actions.
impl World {
    /// Resigns a seat. Returns `None` if the game is over or the seat is out.
    pub fn resign(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Resign, Exit::Resign)
    }

    /// Eliminates a seat by decision of the table. Returns `None` if the game is over or the seat is
    /// out.
    pub fn forfeit(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Forfeit, Exit::Forfeit)
    }

    fn leave(&mut self, seat: Seat, act: Act, why: Exit) -> Option<Event> {
        if self.public.outcome.is_some() || !self.public.alive.contains(seat) {
            return None;
        }
        let mut event = Event::new(seat, act);
        self.eliminate(seat, why, &mut event);
        if self.public.outcome.is_none() && seat == self.public.turn {
            self.pass_turn(&mut event);
        }
        Some(event)
    }

    /// Skips the turn of the seat to move, which ran out of time. Returns `None` if the game is over.
    pub fn time_out(&mut self) -> Option<Event> {
        if self.public.outcome.is_some() {
            return None;
        }
        let mut event = Event::new(self.public.turn, Act::TimeOut);
        self.pass_turn(&mut event);
        Some(event)
    }

    /// Ends the game in a draw that a seat proposed and all living seats agreed to. Returns `None` if
    /// the game is over or the seat is out.
    pub fn agree_draw(&mut self, proposer: Seat) -> Option<Event> {
        if self.public.outcome.is_some() || !self.public.alive.contains(proposer) {
            return None;
        }
        self.public.agree_draw();
        Some(Event::new(proposer, Act::Draw))
    }
}

/// The assumed end of a fight, whatever the kinds: for searches in which some kinds stand in for unknown
/// ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AssumedFight {
    /// The result for the attacker.
    pub(crate) result: CombatResult,
    /// Whether the defender is its seat's flag.
    pub(crate) captures_flag: bool,
    /// The seats whose flag becomes public.
    pub(crate) shown: SeatSet,
}

/// Moves whose decisions come from elsewhere than the kinds.
impl World {
    /// Makes a move that ends in a fight, with the assumed end; `unmake` takes it back. The move
    /// goes from a piece to a piece.
    pub(crate) fn make_assumed(&mut self, mv: Move, fight: AssumedFight) -> Undo {
        let fighters = self.piece_at(mv.from).zip(self.piece_at(mv.to));
        let (mover, target) = fighters.expect("a fight has two fighters");
        let mut undo = self.undo(mover);
        self.public.count_ply(true);
        undo.moved = self.settle_fight(mover, Some(target), mv, fight.result);
        undo.fought = (self.fallen.len() as u32 - undo.fallen) as u8;
        for seat in fight.shown.iter() {
            self.public.show_flag(seat);
        }
        if fight.captures_flag {
            self.lose_flag(target.seat(), &mut ());
        }
        self.finish_move(Some(target), &mut ());
        undo
    }

    /// Follows a public event, whose decisions replace those that the kinds would give. A flag that
    /// is shown or captured becomes the flag of its seat.
    ///
    /// # Errors
    ///
    /// The reason why the event cannot follow; the world is unchanged then.
    pub(crate) fn follow(&mut self, event: &Event) -> Result<(), &'static str> {
        self.public.check(event)?;
        follow(self, event, |_| {});
        Ok(())
    }

    /// The pieces that left the board since a move began, with their last stations.
    pub(crate) fn fallen_since(&self, undo: &Undo) -> impl Iterator<Item = (PieceId, Station)> {
        self.fallen[undo.fallen as usize..].iter().copied()
    }
}

impl GameState for World {
    #[inline]
    fn public(&self) -> &PublicState {
        &self.public
    }

    #[inline]
    fn public_mut(&mut self) -> &mut PublicState {
        &mut self.public
    }

    fn remove(&mut self, piece: PieceId) {
        if let Some(station) = self.station_of(piece) {
            self.pieces_key ^= zobrist::piece(piece.seat(), self.kind(piece), station);
            self.lift(piece, station);
            self.public.mark_removed(piece);
            self.fallen.push((piece, station));
        }
    }

    #[inline]
    fn relocate(&mut self, piece: PieceId, from: Station, to: Station) {
        let seat = piece.seat();
        let kind = self.kind(piece);
        self.pieces_key ^= zobrist::piece(seat, kind, from) ^ zobrist::piece(seat, kind, to);
        self.lift(piece, from);
        self.put(piece, to);
    }

    fn identify_flag(&mut self, piece: PieceId) {
        self.swap_flag_to(piece);
    }
}

impl AsRef<Self> for World {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// A world is a position with open cards: what a search would see if nothing were hidden.
impl Node for World {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const ALTERNATES: bool = false;

    fn side(&self) -> Side {
        if self.rules().team(self.turn()) == Team::First { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self) -> Moves {
        World::moves(self)
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.public.outcome = None;
        self.public.ply -= 1;
        self.public.quiet = undo.quiet;
        self.public.turn = undo.turn;
        self.public.alive = undo.alive;
        self.public.shown = undo.shown;
        self.public.key = undo.public_key;
        self.pieces_key = undo.pieces_key;
        // Last in, first out: the pieces of eliminated seats return, then the mover goes back, then the
        // fighters return. A captured piece needs the station that the mover held.
        self.put_back(undo.fallen + u32::from(undo.fought));
        if undo.moved {
            self.lift(undo.mover, mv.to);
            self.put(undo.mover, mv.from);
        }
        self.put_back(undo.fallen);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.public.key ^ self.pieces_key
    }
}

impl Position for World {
    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.apply(mv, &mut ())
    }
}

/// A fight changes material; a flag under attack has to be saved.
impl Noisy for World {
    type NoisyMoves = Moves;

    #[inline]
    fn noisy_moves(&self) -> Moves {
        self.fights()
    }

    fn must_respond(&self) -> bool {
        self.is_flag_attacked()
    }
}

/// Moves between the same stations share an index.
impl Indexed for World {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}
