//! Methods of computing marginals, for comparison.

use junqi::base::random;
use junqi::game::belief::{Evidence, Formation, Mixture, Posterior, Prior};
use junqi::game::board::Seat;
use junqi::game::rules::{ARMY, Army, Kind, PieceId};
use rand::{Rng, RngExt};

/// Number of samples of the sequential method.
const SAMPLES: usize = 1000;

/// By index of the piece, probabilities of its kinds.
pub(crate) type Rows = [[f64; 12]; 4 * ARMY];

/// The uniform prior as a mixture of `sets` equal formations: the same probabilities at the cost of
/// that many sets of weights.
pub(crate) fn alike(sets: usize) -> Mixture {
    let one: Vec<Formation> = Prior::uniform().formations().to_vec();
    let formations = one.into_iter().cycle().take(sets).collect();
    Mixture::only("alike", Prior::new(formations).expect("uniform formations"), None)
}

pub(crate) fn exact(evidence: &Evidence, mixture: &Mixture) -> Rows {
    let posterior = Posterior::new(evidence, mixture, 0);
    let mut rows = [[0.0; 12]; 4 * ARMY];
    for piece in evidence.hidden().iter().flat_map(|seat| evidence.pieces(seat)) {
        rows[piece.index()] = posterior.marginal(piece);
    }
    rows
}

/// The kinds of a seat's pieces that are not determined yet, with their counts.
fn pool(evidence: &Evidence, seat: Seat) -> Army {
    let mut pool = evidence.army(seat);
    for kind in evidence.pieces(seat).filter_map(|p| evidence.kind(p)) {
        pool.take(kind);
    }
    pool
}

/// Independent pieces: each has its possible kinds with probabilities proportional to the inventory.
pub(crate) fn independent(evidence: &Evidence) -> Rows {
    let mut rows = [[0.0; 12]; 4 * ARMY];
    for seat in evidence.hidden().iter() {
        let pool = pool(evidence, seat);
        for piece in evidence.pieces(seat) {
            let row = &mut rows[piece.index()];
            if let Some(kind) = evidence.kind(piece) {
                row[kind.index()] = 1.0;
                continue;
            }
            evidence.may_be(piece).iter().for_each(|k| row[k.index()] = pool.count(k) as f64);
            let sum: f64 = row.iter().sum();
            for p in row {
                *p /= sum;
            }
        }
    }
    rows
}

/// Sequential sampling: piece by piece from the remaining inventory; returns means of samples.
pub(crate) fn sequential(evidence: &Evidence) -> Rows {
    let mut rows = [[0.0; 12]; 4 * ARMY];
    let mut rng = random::stream(0, &[]);
    for seat in evidence.hidden().iter() {
        let whole = pool(evidence, seat);
        let hidden: Vec<PieceId> =
            evidence.pieces(seat).filter(|&p| evidence.kind(p).is_none()).collect();
        let mut kinds = vec![];
        for _ in 0..SAMPLES {
            while !deal(evidence, whole, &hidden, &mut kinds, &mut rng) {}
            for (piece, kind) in hidden.iter().zip(&kinds) {
                rows[piece.index()][kind.index()] += 1.0 / SAMPLES as f64;
            }
        }
    }
    rows
}

/// Whether every piece got a kind.
fn deal(
    evidence: &Evidence,
    mut left: Army,
    pieces: &[PieceId],
    kinds: &mut Vec<Kind>,
    rng: &mut impl Rng,
) -> bool {
    kinds.clear();
    for &piece in pieces {
        let may_be = evidence.may_be(piece);
        let total: usize = may_be.iter().map(|k| left.count(k)).sum();
        if total == 0 {
            return false;
        }
        let mut place = rng.random_range(0..total);
        for kind in may_be.iter() {
            let Some(further) = place.checked_sub(left.count(kind)) else {
                left.take(kind);
                kinds.push(kind);
                break;
            };
            place = further;
        }
    }
    true
}
