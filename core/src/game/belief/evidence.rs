//! Evidence: what the public events prove about hidden pieces.
//!
//! Source: all conclusions listed in `docs/RULES.md`, section 11. Most concern one piece and narrow
//! the set of its possible kinds. Two sorts link several pieces: a fight between two hidden pieces is
//! a *hidden fight*; and a seat that was not eliminated for lack of a move has at least one mobile kind
//! among the pieces that had an exit, a *mobile group*.

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
            let home = view.board.home(piece.seat(), station).filter(|point| !point.is_camp());
            evidence.may_be[piece.index()] = match seen {
                SeenPiece::Known(kind) => {
                    evidence.armies[piece.seat().index()].put(kind);
                    KindSet::only(kind)
                }
                SeenPiece::Hidden => {
                    evidence.hidden.insert(piece.seat());
                    let deployed = home.map_or(KindSet::NONE, Point::allowed);
                    let may_have_moved = home.is_none() || view.ply > 0;
                    if may_have_moved { deployed.or(KindSet::MOBILE) } else { deployed }
                }
            };
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
        let full = self.state.board().shape().army();
        let excess = Kind::ALL.into_iter().find(|&k| army.count(k) > full.count(k));
        if let Some(kind) = excess {
            let fault = SetupFault::TooMany(seat, kind, army.count(kind), full.count(kind));
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
        let not_commander = KindSet::ALL.minus(KindSet::only(Kind::Commander));
        let mut fallen = KindSet::ALL;
        if view.alive.contains(seat) {
            fallen = fallen.minus(KindSet::only(Kind::Flag));
            if !shown {
                fallen = fallen.and(not_commander);
            }
        }
        let living = if shown { not_commander } else { KindSet::ALL };
        let mut missing = self.army(seat).len() - self.pieces(seat).count();
        for piece in PieceId::of(seat) {
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
        self.home(piece)?.post()
    }

    /// The flag of a seat, if it is public.
    pub fn shown_flag(&self, seat: Seat) -> Option<PieceId> {
        if !self.state.flags_shown().contains(seat) {
            return None;
        }
        PieceId::of(seat).find(|&piece| self.kind(piece) == Some(Kind::Flag))
    }

    /// The fights between hidden pieces that the sets of possible kinds do not cover.
    pub fn hidden_fights(&self) -> &[HiddenFight] {
        &self.hidden_fights
    }

    /// Whether kinds of all pieces, by index, are consistent with the evidence. Numbers that no
    /// piece has are ignored.
    pub fn allows(&self, kinds: &[Kind; 4 * ARMY]) -> bool {
        let kind = |piece: PieceId| kinds[piece.index()];
        let mut pieces = Seat::ALL.into_iter().flat_map(|seat| self.pieces(seat));
        pieces.all(|p| self.may_be(p).contains(kind(p)))
            && self.hidden_fights.iter().all(|fight| {
                fight.explained[kind(fight.attacker).index()].contains(kind(fight.defender))
            })
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
        let mut links = false;
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
                    links = true;
                }
                PublicFact::Flag { piece } => self.mark_flag(piece),
                PublicFact::SomeMobile(pieces) => {
                    self.mobile_groups.push(pieces);
                    links = true;
                }
                PublicFact::NoneMobile { pieces, unless_bombs } => {
                    for piece in pieces.pieces() {
                        let mut kinds = KindSet::IMMOBILE;
                        if unless_bombs.pieces().any(|p| p == piece) {
                            kinds = kinds.or(KindSet::only(Kind::Bomb));
                        }
                        self.keep(piece, kinds);
                    }
                }
            }
        }
        if self.may_be != before || links {
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
        let mut explained = [KindSet::NONE; 12];
        for a in Kind::ALL {
            for d in Kind::ALL {
                let barred =
                    d == Kind::Flag && a == Kind::Bomb && rules.bomb_vs_flag == BombVsFlag::Illegal;
                let explains = clash(a, d, rules.mine_on_hit) == result
                    && self.explains_shown_flag(event, attacker, a, result != CombatResult::Win)
                    && self.explains_shown_flag(event, defender, d, result != CombatResult::Lose)
                    && (d == Kind::Flag) == event.captured_flag_of.is_some()
                    && !barred;
                if explains {
                    explained[a.index()] = explained[a.index()].or(KindSet::only(d));
                }
            }
        }
        HiddenFight { attacker, defender, explained }
    }

    /// Whether a kind of a fighter, which `falls` or not, explains that its seat's flag was shown or
    /// was not: a fallen commander shows the flag.
    fn explains_shown_flag(
        &self,
        event: &Event,
        fighter: PieceId,
        kind: Kind,
        falls: bool,
    ) -> bool {
        let seat = fighter.seat();
        let shown = event.flags_shown.iter().any(|f| f.0 == seat);
        // A seat whose army has no flag can show none.
        let has_flag = self.army(seat).count(Kind::Flag) > 0;
        !has_flag || (falls && kind == Kind::Commander) == shown
    }
}

/// Constraint propagation: narrowing single pieces by what links several.
impl Evidence {
    /// Narrows until nothing changes, then drops hidden fights that say nothing more.
    fn narrow(&mut self) {
        // All three in every round: `|` does not stop at the first that changed something.
        while self.narrow_hidden_fights() | self.narrow_mobile_groups() | self.narrow_counts() {}
        let Self { hidden_fights, may_be, .. } = self;
        hidden_fights.retain(|fight| {
            let attackers = may_be[fight.attacker.index()];
            let defenders = may_be[fight.defender.index()];
            attackers.iter().any(|a| fight.explained[a.index()].and(defenders) != defenders)
        });
    }

    /// Keeps for both fighters the kinds that some kind of the other explains.
    fn narrow_hidden_fights(&mut self) -> bool {
        let mut changed = false;
        for i in 0..self.hidden_fights.len() {
            let HiddenFight { attacker, defender, ref explained } = self.hidden_fights[i];
            let possible_defenders = self.may_be(defender);
            let mut attackers = KindSet::NONE;
            let mut defenders = KindSet::NONE;
            for kind in self.may_be(attacker).iter() {
                let explained = explained[kind.index()];
                if !explained.and(possible_defenders).is_empty() {
                    attackers = attackers.or(KindSet::only(kind));
                    defenders = defenders.or(explained);
                }
            }
            changed |= self.keep(attacker, attackers) | self.keep(defender, defenders);
        }
        changed
    }

    /// Drops groups that contain a mobile piece for certain, or more pieces than can be immobile;
    /// resolves groups of a single piece.
    fn narrow_mobile_groups(&mut self) -> bool {
        let mut changed = false;
        for mut group in std::mem::take(&mut self.mobile_groups) {
            let army = self.army(group.seat);
            let immobile = KindSet::IMMOBILE.iter().map(|k| army.count(k)).sum();
            let is_mobile = |p: PieceId| self.may_be(p).and(KindSet::IMMOBILE).is_empty();
            if group.pieces().count() > immobile || group.pieces().any(is_mobile) {
                continue; // it holds in any case
            }
            for piece in group.pieces() {
                if self.may_be(piece).and(KindSet::MOBILE).is_empty() {
                    group.members &= !(1 << (piece.index() % ARMY));
                }
            }
            let mut pieces = group.pieces();
            match (pieces.next(), pieces.next()) {
                (Some(only), None) => changed |= self.keep(only, KindSet::MOBILE),
                (Some(_), Some(_)) if !self.mobile_groups.contains(&group) => {
                    self.mobile_groups.push(group);
                }
                _ => {}
            }
        }
        changed
    }

    /// Removes a kind from the other pieces once all its pieces are found, and assigns it if no
    /// more pieces can be of the kind than there are.
    fn narrow_counts(&mut self) -> bool {
        let mut changed = false;
        let changed_seats = std::mem::take(&mut self.changed);
        let hidden = self.hidden;
        for seat in changed_seats.iter().filter(|&seat| hidden.contains(seat)) {
            let own = seat.index() * ARMY..(seat.index() + 1) * ARMY;
            for kind in Kind::ALL {
                let only = KindSet::only(kind);
                let count = self.army(seat).count(kind);
                // Sums of bytes, which the compiler does for many pieces at once.
                let sets = &self.may_be[own.clone()];
                let found: u8 = sets.iter().map(|&set| u8::from(set == only)).sum();
                let open: u8 = sets.iter().map(|set| u8::from(set.contains(kind))).sum();
                let all_found = usize::from(found) == count;
                let all_open = usize::from(open) == count;
                // No piece is undecided about the kind, or the counts decide none of them.
                if open == found || !(all_found || all_open) {
                    continue;
                }
                for piece in PieceId::of(seat) {
                    let may_be = self.may_be(piece);
                    if all_found && may_be != only {
                        changed |= self.keep(piece, KindSet::ALL.minus(only));
                    } else if all_open && may_be.contains(kind) {
                        changed |= self.keep(piece, only);
                    }
                }
            }
        }
        changed
    }
}
