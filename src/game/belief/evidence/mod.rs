//! Evidence: what the public events prove about hidden pieces.
//!
//! Source: all conclusions listed in `docs/RULES.md`, section 11. Most concern one piece and narrow
//! the set of its possible kinds. Two sorts link several pieces: a fight between two hidden pieces is
//! a *hidden fight*; and a seat that was not eliminated for lack of a move has at least one mobile kind
//! among the pieces that had an exit, a *mobile group*.

mod narrow;

use super::{InformationError, SeenPiece, View};
use crate::game::board::{Seat, SeatSet};
use crate::game::rules::{
    ARMY, Army, BombVsFlag, CombatResult, Event, Kind, KindSet, PieceId, Point, PublicFact,
    PublicState, SeatPieces, SetupFault, SetupFaults, clash,
};

/// What the public events prove about hidden pieces, from one seat's view.
///
/// The conclusions are sound: the truth is never ruled out, if a position of ply 0 is a deployment. They
/// are complete too, with three exceptions: a view of a later position does not say that the seat to move
/// has a legal move; under rules with stations where no piece may stop, slides across them are not
/// considered; and under `bomb_vs_flag=illegal`, bombs whose only exit is a flag are not considered.
#[derive(Debug, Clone)]
pub struct Evidence {
    state: PublicState,
    armies: [Army; 4],
    may_be: [KindSet; 4 * ARMY],
    homes: [Option<Point>; 4 * ARMY],
    hidden: SeatSet,
    hidden_fights: Vec<HiddenFight>,
    mobile_groups: Vec<SeatPieces>,
    /// The seats whose sets of possible kinds changed since their counts were last considered.
    changed: SeatSet,
}

/// A fight between two hidden pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenFight {
    /// The piece that moved.
    pub attacker: PieceId,
    /// The piece that was attacked.
    pub defender: PieceId,
    /// By kind of the attacker, the kinds of the defender that explain the events.
    pub explained: [KindSet; 12],
}

impl Evidence {
    /// Creates the evidence of a view. At the start of a game pieces obey the rules of deployment;
    /// later, mobile kinds may have moved to where they stand.
    ///
    /// An empty pool stands for a full army without the known pieces.
    ///
    /// # Errors
    ///
    /// If the rules do not fit the board, or a pool has fewer pieces than are hidden, or more than
    /// an army has.
    pub fn new(view: &View) -> Result<Self, InformationError> {
        let mut evidence = Self {
            state: view.public_state()?,
            armies: Seat::ALL.map(|seat| view.unseen(seat)),
            may_be: [KindSet::NONE; 4 * ARMY],
            homes: [None; 4 * ARMY],
            hidden: SeatSet::EMPTY,
            hidden_fights: vec![],
            mobile_groups: vec![],
            changed: Seat::ALL.into_iter().collect(),
        };
        for (piece, seen, station) in view.numbered() {
            let arm = view.board.arm(piece.seat());
            let home = arm.and_then(|arm| Point::posts().find(|p| arm[p.index()] == station));
            let moved = |kind: Kind| view.ply > 0 && kind.is_mobile();
            evidence.may_be[piece.index()] = match (seen, home) {
                (SeenPiece::Known(kind), _) => KindSet::only(kind),
                (_, Some(home)) => {
                    Kind::ALL.into_iter().filter(|&k| home.allows(k) || moved(k)).collect()
                }
                (_, None) => KindSet::MOBILE,
            };
            match seen {
                SeenPiece::Known(kind) => evidence.armies[piece.seat().index()].put(kind),
                SeenPiece::Hidden => evidence.hidden.insert(piece.seat()),
            }
            evidence.homes[piece.index()] = home.filter(|_| view.ply == 0);
        }
        for seat in Seat::ALL {
            evidence.check_army(seat)?;
            evidence.name_fallen_pieces(seat, view);
        }
        evidence.narrow();
        Ok(evidence)
    }

    /// Checks that a seat's inventory is within an army and covers its pieces on the board.
    fn check_army(&self, seat: Seat) -> Result<(), InformationError> {
        let army = self.army(seat);
        let excess = Kind::ALL.into_iter().find(|&k| army.count(k) > k.count());
        if let Some(kind) = excess {
            let fault = SetupFault::TooMany(seat, kind, army.count(kind));
            return Err(SetupFaults(vec![fault]).into());
        }
        if army.len() < self.pieces(seat).count() {
            return Err(InformationError::Pool(seat));
        }
        Ok(())
    }

    /// Gives identities and possible kinds to pieces that left the board before: while a seat is
    /// in, its flag is on the board, and its commander too unless its flag was shown.
    fn name_fallen_pieces(&mut self, seat: Seat, view: &View) {
        let shown = view.flags_shown.contains(seat);
        let without = |set: KindSet, kind| set.minus(KindSet::only(kind));
        let mut missing = self.armies[seat.index()].len();
        let (mut fallen, mut living) = (KindSet::ALL, KindSet::ALL);
        if view.alive.contains(seat) {
            fallen = without(fallen, Kind::Flag);
            if !shown {
                fallen = without(fallen, Kind::Commander);
            }
        }
        if shown {
            living = without(living, Kind::Commander);
        }
        let pieces = PieceId::of(seat);
        missing -= pieces.clone().filter(|p| self.is_named(*p)).count();
        for piece in pieces {
            if self.is_named(piece) {
                self.keep(piece, living);
            } else if missing > 0 {
                missing -= 1;
                self.may_be[piece.index()] = fallen;
                self.hidden.insert(seat);
            }
        }
    }

    /// The public state of the game.
    pub fn public_state(&self) -> &PublicState {
        &self.state
    }

    /// The seats that had hidden pieces at the start.
    pub fn hidden(&self) -> SeatSet {
        self.hidden
    }

    /// The inventory of a seat, on the board or gone.
    pub fn army(&self, seat: Seat) -> Army {
        self.armies[seat.index()]
    }

    /// The possible kinds of a piece; empty for a number that no piece has.
    pub fn may_be(&self, piece: PieceId) -> KindSet {
        self.may_be[piece.index()]
    }

    /// The possible kinds of all pieces, by index; empty for numbers that no piece has.
    pub fn all_may_be(&self) -> &[KindSet; 4 * ARMY] {
        &self.may_be
    }

    /// The kind of a piece, if it is certain.
    pub fn kind(&self, piece: PieceId) -> Option<Kind> {
        self.may_be(piece).the_one()
    }

    /// The home of a piece: its point before the first move, if the game was seen from its start.
    pub fn home(&self, piece: PieceId) -> Option<Point> {
        self.homes[piece.index()]
    }

    /// The index of a piece's home among the posts, in reading order.
    pub(super) fn post(&self, piece: PieceId) -> Option<usize> {
        let home = self.home(piece)?;
        Point::posts().position(|p| p == home)
    }

    /// The flag of a seat, if it is public.
    pub fn shown_flag(&self, seat: Seat) -> Option<PieceId> {
        let is_flag = |&p: &PieceId| self.kind(p) == Some(Kind::Flag);
        self.state.flags_shown().contains(seat).then(|| PieceId::of(seat).find(is_flag))?
    }

    /// The fights between hidden pieces that the sets of possible kinds do not cover.
    pub fn hidden_fights(&self) -> &[HiddenFight] {
        &self.hidden_fights
    }

    /// Whether kinds of all pieces, by index, are consistent with the evidence. Numbers that no
    /// piece has are ignored.
    pub fn allows(&self, kinds: &[Kind; 4 * ARMY]) -> bool {
        let kind = |piece: PieceId| kinds[piece.index()];
        let pieces = Seat::ALL.into_iter().flat_map(|seat| self.pieces(seat));
        let fits =
            |r: &HiddenFight| r.explained[kind(r.attacker).index()].contains(kind(r.defender));
        pieces.into_iter().all(|p| self.may_be(p).contains(kind(p)))
            && self.hidden_fights.iter().all(fits)
            && self.mobile_groups.iter().all(|group| group.pieces().any(|p| kind(p).is_mobile()))
    }

    pub(super) fn mobile_groups(&self) -> &[SeatPieces] {
        &self.mobile_groups
    }

    /// The pieces of a seat, on the board or gone.
    pub fn pieces(&self, seat: Seat) -> impl Iterator<Item = PieceId> + '_ {
        PieceId::of(seat).filter(|&p| self.is_named(p))
    }

    fn is_named(&self, piece: PieceId) -> bool {
        !self.may_be(piece).is_empty()
    }
}

/// Learning.
impl Evidence {
    /// Learns from a public event. An event that contradicts the rules is followed as far as possible.
    pub fn learn(&mut self, event: &Event) {
        let mut facts = arrayvec::ArrayVec::<PublicFact, 16>::new();
        self.state.follow(event, |fact| facts.push(fact));
        let before = self.may_be;
        let links = |evidence: &Self| (evidence.hidden_fights.len(), evidence.mobile_groups.len());
        let linked = links(self);
        for fact in facts {
            match fact {
                PublicFact::Moved { piece, turned } => {
                    self.keep(piece, KindSet::MOBILE);
                    if turned {
                        self.keep(piece, KindSet::only(Kind::Engineer));
                    }
                }
                PublicFact::Fought { attacker, defender, result } => {
                    let fight = self.hidden_fight(attacker, defender, result, event);
                    self.hidden_fights.push(fight);
                }
                PublicFact::Flag { piece } => self.mark_flag(piece),
                PublicFact::SomeMobile(pieces) => self.mobile_groups.push(pieces),
                PublicFact::NoneMobile { pieces, unless_bombs } => {
                    for piece in pieces.pieces() {
                        let may_be_bomb = unless_bombs.pieces().any(|p| p == piece);
                        let bomb =
                            if may_be_bomb { KindSet::only(Kind::Bomb) } else { KindSet::NONE };
                        self.keep(piece, KindSet::IMMOBILE.or(bomb));
                    }
                }
            }
        }
        if self.may_be != before || links(self) != linked {
            self.narrow();
        }
    }

    /// Narrows the kinds of a piece; ignores a contradiction. Returns whether they changed.
    fn keep(&mut self, piece: PieceId, kinds: KindSet) -> bool {
        let before = self.may_be(piece);
        let left = before.and(kinds);
        let changed = left != before && !left.is_empty();
        if changed {
            self.may_be[piece.index()] = left;
            self.changed.insert(piece.seat());
        }
        changed
    }

    fn mark_flag(&mut self, flag: PieceId) {
        let only = KindSet::only(Kind::Flag);
        for piece in PieceId::of(flag.seat()) {
            self.keep(piece, if piece == flag { only } else { KindSet::ALL.minus(only) });
        }
    }

    /// The kinds that explain a fight and the flags that it showed or captured.
    fn hidden_fight(
        &self,
        attacker: PieceId,
        defender: PieceId,
        result: CombatResult,
        event: &Event,
    ) -> HiddenFight {
        let rules = self.state.rules();
        let shown = |seat: Seat| event.flags_shown.iter().any(|f| f.0 == seat);
        let explains = |a: Kind, d: Kind| {
            let agrees_with_shown_flag = |piece: PieceId, kind, gone| {
                let has_flag = self.army(piece.seat()).count(Kind::Flag) > 0;
                !has_flag || (gone && kind == Kind::Commander) == shown(piece.seat())
            };
            let barred = a == Kind::Bomb && rules.bomb_vs_flag == BombVsFlag::Illegal;
            clash(a, d, rules.mine_on_hit) == result
                && agrees_with_shown_flag(attacker, a, result != CombatResult::Win)
                && agrees_with_shown_flag(defender, d, result != CombatResult::Lose)
                && (d == Kind::Flag) == event.captured_flag_of.is_some()
                && !(d == Kind::Flag && barred)
        };
        let explained =
            Kind::ALL.map(|a| Kind::ALL.into_iter().filter(|&d| explains(a, d)).collect());
        HiddenFight { attacker, defender, explained }
    }
}
