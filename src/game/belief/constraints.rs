//! Constraints that link several hidden pieces, and the assignments that satisfy them.

use super::Evidence;
use crate::game::board::Seat;
use crate::game::rules::{Army, Kind, KindSet, PieceId};
use rand::Rng;
use rand::seq::SliceRandom;

/// A constraint on the kinds of some linked pieces, given by their places in the list of all.
#[derive(Debug, Clone)]
pub(super) enum Constraint {
    /// A fight: by kind of either fighter, the kinds of the other that explain it.
    Fight { pieces: [usize; 2], explained: [[KindSet; 12]; 2] },
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
            Self::Fight { pieces: [a, d], explained } => {
                explained[0][kinds[*a].index()].contains(kinds[*d])
            }
            Self::MobileGroup(pieces) => pieces.iter().any(|&p| kinds[p].is_mobile()),
        }
    }

    /// The kinds that it allows for one of its pieces, given the others.
    fn allows(&self, piece: usize, kinds: &[Kind]) -> KindSet {
        match self {
            Self::Fight { pieces: [a, d], explained } if piece == *d => {
                explained[0][kinds[*a].index()]
            }
            Self::Fight { pieces: [_, d], explained } => explained[1][kinds[*d].index()],
            Self::MobileGroup(pieces) => {
                let moves = |&p: &usize| p != piece && kinds[p].is_mobile();
                if pieces.iter().any(moves) { KindSet::ALL } else { KindSet::MOBILE }
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
    pub(super) may_be: Vec<KindSet>,
    pub(super) list: Vec<Constraint>,
    /// By piece, its constraints.
    pub(super) of: Vec<Vec<usize>>,
    /// By seat, the inventory that its uncertain pieces share.
    pools: [Army; 4],
    /// The pieces in search order, each with the constraints that it completes.
    order: Vec<(usize, Vec<usize>)>,
}

impl Constraints {
    pub(super) fn new(evidence: &Evidence) -> Self {
        let fights = evidence.hidden_fights().iter().flat_map(|r| [r.attacker, r.defender]);
        let groups = evidence.mobile_groups().iter().flat_map(|group| group.pieces());
        let mut pieces: Vec<PieceId> = fights.chain(groups).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let place = |piece| pieces.iter().position(|&p| p == piece).expect("it is in the list");
        let fights = evidence.hidden_fights().iter().map(|r| Constraint::Fight {
            pieces: [place(r.attacker), place(r.defender)],
            explained: [r.explained, transposed(&r.explained)],
        });
        let groups = evidence.mobile_groups().iter();
        let groups =
            groups.map(|group| Constraint::MobileGroup(group.pieces().map(place).collect()));
        let list: Vec<Constraint> = fights.chain(groups).collect();
        let holds = |&number: &usize, p| list[number].pieces().contains(&p);
        let of = (0..pieces.len()).map(|p| (0..list.len()).filter(|n| holds(n, p)).collect());
        let of: Vec<Vec<usize>> = of.collect();
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
        let mut all = Self { pieces, ends, may_be, list, of, pools, order: vec![] };
        all.order = all.ordered();
        all
    }

    /// The range of a seat's pieces in the list.
    pub(super) fn part(&self, seat: Seat) -> std::ops::Range<usize> {
        let end = self.ends[seat.index()];
        seat.index().checked_sub(1).map_or(0, |before| self.ends[before])..end
    }

    /// Orders the pieces depth first along the constraints, so that these are complete early.
    fn ordered(&self) -> Vec<(usize, Vec<usize>)> {
        let mut order: Vec<usize> = vec![];
        for first in 0..self.pieces.len() {
            let mut next = vec![first];
            while let Some(piece) = next.pop() {
                if !order.contains(&piece) {
                    order.push(piece);
                    let constraints = self.of[piece].iter().map(|&number| &self.list[number]);
                    next.extend(constraints.flat_map(Constraint::pieces).copied());
                }
            }
        }
        let complete = |at: usize| {
            let whole = |number: &usize| {
                self.list[*number].pieces().iter().all(|p| order[..=at].contains(p))
            };
            self.of[order[at]].iter().copied().filter(whole).collect()
        };
        (0..order.len()).map(|at| (order[at], complete(at))).collect()
    }

    /// The kinds allowed for a piece, given the others, with one constraint left out.
    pub(super) fn allowed(
        &self,
        kinds: &[Kind],
        piece: usize,
        except: Option<&Constraint>,
    ) -> KindSet {
        let all = self.of[piece].iter().map(|&number| &self.list[number]);
        let others = all.filter(|other| !except.is_some_and(|except| std::ptr::eq(*other, except)));
        let allowed = others.map(|constraint| constraint.allows(piece, kinds));
        allowed.fold(self.may_be[piece], KindSet::and)
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
    let with = |second: Kind| {
        Kind::ALL.into_iter().filter(move |first| explained[first.index()].contains(second))
    };
    Kind::ALL.map(|second| with(second).collect())
}

/// A backtracking search for consistent assignments.
struct Search<'a> {
    constraints: &'a Constraints,
    pools: [Army; 4],
    steps: &'a mut usize,
    fixed: Option<(usize, Kind)>,
    rng: Option<&'a mut dyn Rng>,
}

impl Search<'_> {
    fn deepen(
        &mut self,
        kinds: &mut Vec<Kind>,
        depth: usize,
        found: &mut dyn FnMut(&[Kind]) -> bool,
    ) -> bool {
        let Some((piece, complete)) = self.constraints.order.get(depth) else {
            return found(kinds);
        };
        let seat = self.constraints.pieces[*piece].seat().index();
        let mut choices: arrayvec::ArrayVec<Kind, 12> =
            self.constraints.may_be[*piece].iter().collect();
        choices.retain(|k| self.fixed.is_none_or(|(p, kind)| p != *piece || kind == *k));
        if let Some(rng) = &mut self.rng {
            choices.shuffle(rng);
        }
        for kind in choices {
            *self.steps = match self.steps.checked_sub(1) {
                Some(left) => left,
                None => return false,
            };
            if !self.pools[seat].take(kind) {
                continue;
            }
            kinds[*piece] = kind;
            let fits = complete.iter().all(|&number| self.constraints.list[number].holds(kinds));
            let go_on = !fits || self.deepen(kinds, depth + 1, found);
            self.pools[seat].put(kind);
            if !go_on {
                return false;
            }
        }
        true
    }
}
