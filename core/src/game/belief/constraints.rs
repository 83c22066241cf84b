//! Constraints that link several hidden pieces, and the assignments that satisfy them.

use super::Evidence;
use crate::game::board::Seat;
use crate::game::rules::{Army, Kind, KindSet, PieceId};
use arrayvec::ArrayVec;
use rand::Rng;
use rand::seq::SliceRandom;

/// A constraint on the kinds of some linked pieces, given by their places in the list of all.
#[derive(Debug, Clone)]
pub(super) enum Constraint {
    /// A fight of two hidden pieces.
    Fight {
        /// Attacker and defender.
        pieces: [usize; 2],
        /// By kind of the attacker, the kinds of the defender that explain the fight.
        defenders: [KindSet; 12],
        /// By kind of the defender, the kinds of the attacker that explain it.
        attackers: [KindSet; 12],
    },
    /// At least one of the pieces is of a mobile kind.
    MobileGroup(Vec<usize>),
}

impl Constraint {
    fn pieces(&self) -> &[usize] {
        match self {
            Self::Fight { pieces, .. } => pieces,
            Self::MobileGroup(pieces) => pieces,
        }
    }

    pub(super) fn holds(&self, kinds: &[Kind]) -> bool {
        match self {
            Self::Fight { pieces: [attacker, defender], defenders, .. } => {
                defenders[kinds[*attacker].index()].contains(kinds[*defender])
            }
            Self::MobileGroup(pieces) => pieces.iter().any(|&p| kinds[p].is_mobile()),
        }
    }

    /// The kinds that it allows for one of its pieces, given the others.
    fn allows(&self, piece: usize, kinds: &[Kind]) -> KindSet {
        match self {
            Self::Fight { pieces: [attacker, defender], defenders, .. } if piece == *defender => {
                defenders[kinds[*attacker].index()]
            }
            Self::Fight { pieces: [_, defender], attackers, .. } => {
                attackers[kinds[*defender].index()]
            }
            Self::MobileGroup(pieces) => {
                let mut others = pieces.iter().filter(|&&p| p != piece);
                let has_mobile = others.any(|&p| kinds[p].is_mobile());
                if has_mobile { KindSet::ALL } else { KindSet::MOBILE }
            }
        }
    }
}

/// All constraints of a position, with the linked pieces.
#[derive(Debug, Clone, Default)]
pub(super) struct Constraints {
    /// The linked pieces, seat by seat.
    pub(super) pieces: Vec<PieceId>,
    /// By seat, the end of its pieces in the list.
    ends: [usize; 4],
    /// By linked piece, its possible kinds.
    pub(super) may_be: Vec<KindSet>,
    /// The constraints; their numbers are places in this list.
    pub(super) list: Vec<Constraint>,
    /// By piece, the numbers of its constraints.
    of: Vec<Vec<usize>>,
    /// By seat, the inventory that its uncertain pieces share.
    pools: [Army; 4],
    order: Vec<SearchStep>,
}

/// A step of the search for assignments.
#[derive(Debug, Clone)]
struct SearchStep {
    piece: usize,
    /// The numbers of the constraints that are complete with this piece.
    complete: Vec<usize>,
}

impl Constraints {
    pub(super) fn new(evidence: &Evidence) -> Self {
        let mut pieces: Vec<PieceId> = vec![];
        for fight in evidence.hidden_fights() {
            pieces.extend([fight.attacker, fight.defender]);
        }
        for group in evidence.mobile_groups() {
            pieces.extend(group.pieces());
        }
        pieces.sort_unstable();
        pieces.dedup();
        let place =
            |piece| pieces.binary_search(&piece).expect("every linked piece is in the list");
        let mut list = vec![];
        for fight in evidence.hidden_fights() {
            list.push(Constraint::Fight {
                pieces: [place(fight.attacker), place(fight.defender)],
                defenders: fight.explained,
                attackers: transposed(&fight.explained),
            });
        }
        for group in evidence.mobile_groups() {
            list.push(Constraint::MobileGroup(group.pieces().map(place).collect()));
        }
        let mut of = vec![vec![]; pieces.len()];
        for (number, constraint) in list.iter().enumerate() {
            for &piece in constraint.pieces() {
                of[piece].push(number);
            }
        }
        let pools = Seat::ALL.map(|seat| {
            let mut pool = evidence.army(seat);
            let free = evidence.pieces(seat).filter(|p| !pieces.contains(p));
            for kind in free.filter_map(|p| evidence.kind(p)) {
                pool.take(kind);
            }
            pool
        });
        let may_be = pieces.iter().map(|&p| evidence.may_be(p)).collect();
        let ends = Seat::ALL.map(|seat| pieces.partition_point(|p| p.seat() <= seat));
        let order = search_order(&list, &of);
        Self { pieces, ends, may_be, list, of, pools, order }
    }

    /// The range of a seat's pieces in the list.
    pub(super) fn part(&self, seat: Seat) -> std::ops::Range<usize> {
        let end = self.ends[seat.index()];
        seat.index().checked_sub(1).map_or(0, |before| self.ends[before])..end
    }

    /// The kinds allowed for a piece, given the others, with the constraint of one number left out.
    pub(super) fn allowed(&self, kinds: &[Kind], piece: usize, except: Option<usize>) -> KindSet {
        let mut allowed = self.may_be[piece];
        for &number in self.of[piece].iter().filter(|&&number| Some(number) != except) {
            allowed = allowed.and(self.list[number].allows(piece, kinds));
        }
        allowed
    }

    /// Passes every consistent assignment to `found` until it returns false. Returns whether the
    /// enumeration is complete: not stopped by `found` nor by the limit of steps.
    pub(super) fn all(&self, steps: &mut usize, found: &mut dyn FnMut(&[Kind]) -> bool) -> bool {
        let mut search =
            Search { constraints: self, pools: self.pools, steps, fixed: None, rng: None };
        search.deepen(&mut vec![Kind::Flag; self.pieces.len()], 0, found)
    }

    /// A random consistent assignment that passes a test, optionally with the kind of one piece
    /// fixed.
    pub(super) fn any(
        &self,
        fixed: Option<(usize, Kind)>,
        steps: &mut usize,
        rng: &mut dyn Rng,
        good: impl Fn(&[Kind]) -> bool,
    ) -> Option<Vec<Kind>> {
        let mut result = None;
        let mut search =
            Search { constraints: self, pools: self.pools, steps, fixed, rng: Some(rng) };
        search.deepen(&mut vec![Kind::Flag; self.pieces.len()], 0, &mut |kinds| {
            result = good(kinds).then(|| kinds.to_vec());
            result.is_none()
        });
        result
    }
}

/// The transposed relation: by the second kind, the first kinds.
fn transposed(explained: &[KindSet; 12]) -> [KindSet; 12] {
    Kind::ALL.map(|second| {
        Kind::ALL.into_iter().filter(|first| explained[first.index()].contains(second)).collect()
    })
}

/// The order of the pieces, depth first along the constraints, so that these are complete early.
/// `of` are the numbers of the constraints in `list`, by piece.
fn search_order(list: &[Constraint], of: &[Vec<usize>]) -> Vec<SearchStep> {
    let mut order: Vec<usize> = vec![];
    let mut steps = vec![];
    for first in 0..of.len() {
        let mut next = vec![first];
        while let Some(piece) = next.pop() {
            if order.contains(&piece) {
                continue;
            }
            order.push(piece);
            for &number in &of[piece] {
                next.extend(list[number].pieces());
            }
            let mut complete = of[piece].clone();
            complete.retain(|&number| list[number].pieces().iter().all(|p| order.contains(p)));
            steps.push(SearchStep { piece, complete });
        }
    }
    steps
}

/// A backtracking search for consistent assignments.
struct Search<'a> {
    constraints: &'a Constraints,
    /// By seat, what is left of its pool.
    pools: [Army; 4],
    /// The steps left.
    steps: &'a mut usize,
    /// A piece that has a given kind.
    fixed: Option<(usize, Kind)>,
    /// Draws the order in which kinds are tried; without one it is that of strength.
    rng: Option<&'a mut dyn Rng>,
}

impl Search<'_> {
    /// Gives kinds to the pieces from a depth of the order on. Returns whether the search goes on.
    fn deepen(
        &mut self,
        kinds: &mut Vec<Kind>,
        depth: usize,
        found: &mut dyn FnMut(&[Kind]) -> bool,
    ) -> bool {
        let Some(&SearchStep { piece, ref complete }) = self.constraints.order.get(depth) else {
            return found(kinds);
        };
        let seat = self.constraints.pieces[piece].seat().index();
        let mut choices: ArrayVec<Kind, 12> = self.constraints.may_be[piece].iter().collect();
        choices.retain(|k| self.fixed.is_none_or(|(p, kind)| p != piece || kind == *k));
        if let Some(rng) = &mut self.rng {
            choices.shuffle(rng);
        }
        for kind in choices {
            // A kind that does not fit is a step too, so that the limit bounds the time.
            *self.steps = match self.steps.checked_sub(1) {
                Some(left) => left,
                None => return false,
            };
            if !self.pools[seat].take(kind) {
                continue;
            }
            kinds[piece] = kind;
            let fits = complete.iter().all(|&number| self.constraints.list[number].holds(kinds));
            let goes_on = !fits || self.deepen(kinds, depth + 1, found);
            self.pools[seat].put(kind);
            if !goes_on {
                return false;
            }
        }
        true
    }
}
