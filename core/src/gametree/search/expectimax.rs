//! Expectiminimax: minimax where chance decides, the definition that Star1 and Star2 are held
//! against.
//!
//! Source: Michie, "Game-playing and game-learning automata", in Advances in Programming and
//! Non-numerical Computation (1966).
//! In the paper → here: a chance node → the outcomes of a move. A move is a ply, its outcome is
//! none; a move with one outcome is an ordinary one.
//! Laws tested: the test's own recursion; every node once; without chance it is negamax, leaf by
//! leaf; a worked example.
//! Memory: per ply a frame and the outcomes of a move.

use super::descent::below_outcome;
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::Chance;
use crate::gametree::score::Window;
use smallvec::SmallVec;

/// Outcomes with their probabilities; no fight has more than fit.
pub(super) type Outcomes<P> = SmallVec<[(<P as Chance>::Outcome, f64); 5]>;

/// The outcomes of a move with positive probability, likeliest first; equally likely ones in the order
/// of the position.
#[inline]
pub(super) fn outcomes<P: Chance>(position: &P, m: P::Move) -> Outcomes<P> {
    let possible = position.outcomes(m).filter(|&(_, probability)| probability > 0.0);
    let mut outcomes: Outcomes<P> = possible.collect();
    outcomes.sort_by(|(_, p), (_, q)| q.total_cmp(p));
    outcomes
}

/// Searches everything; the value, a mean over outcomes, is for the side to move. The line ends
/// with the first move that chance has a say in.
pub fn expectimax<P: Chance, C: Search<P, Value = f64>>(
    cx: &mut C,
    position: &mut P,
) -> SearchResult<P::Move, f64> {
    cx.answer(|cx| visit(cx, position, cx.root()))
}

fn visit<P: Chance, C: Search<P, Value = f64>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
) -> Result<f64, Stopped> {
    cx.enter(position, path)?;
    let mut best = cx.stand_pat(position, path, Window::FULL);
    if !cx.is_over(path) {
        for m in cx.moves(position, path, None) {
            let value = mean(cx, position, path, m)?;
            if value > best {
                best = value;
                cx.improve(path, m, value);
            }
        }
    }
    if best > f64::NEG_INFINITY { Ok(best) } else { Ok(cx.leaf(position, path)) }
}

/// The value of a move for its mover.
fn mean<P: Chance, C: Search<P, Value = f64>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    m: P::Move,
) -> Result<f64, Stopped> {
    let next = cx.step(position, m, path);
    let outcomes = outcomes(position, m);
    let mut value_of = |outcome| {
        below_outcome(position, m, outcome, Window::<f64>::FULL, |p, _| visit(cx, p, next))
    };
    if let [(certain, _)] = outcomes[..] {
        return value_of(certain);
    }
    let mut sum = 0.0;
    for (outcome, probability) in outcomes {
        sum += probability * value_of(outcome)?;
    }
    cx.chance(path);
    Ok(sum)
}
