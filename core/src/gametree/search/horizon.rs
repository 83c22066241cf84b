//! Horizons: where a path ends, and how a payoff at its end is scaled.

use crate::base::options::option_words;
use crate::gametree::position::{Bits, Node, Uncertain};
use crate::gametree::score::Value;

/// A horizon: decides where a path ends.
pub trait Horizon<P: Node, V> {
    /// The state of the path from the root to a node.
    type Path: Copy;

    /// The path to the root.
    fn root(&self) -> Self::Path;
    /// The path after a move that is not yet made.
    fn step(&self, position: &P, m: P::Move, path: Self::Path) -> Self::Path;
    /// The path with one ply less left, which must be there; the same path where a path has no fixed length.
    fn reduced(&self, path: Self::Path) -> Self::Path {
        path
    }
    /// Whether the path ends here. It also ends where there are no moves.
    fn is_over(&self, path: Self::Path) -> bool;
    /// Moves made since the root.
    fn ply(&self, path: Self::Path) -> u32;
    /// The remaining depth in moves: the draft of a table entry.
    fn left(&self, path: Self::Path) -> u32;
    /// The value of a leaf: its payoff, scaled for the path if the horizon does so.
    fn leaf_value(&self, payoff: V, _path: Self::Path) -> V {
        payoff
    }
    /// Whether the side to move may stand pat here, as in quiescence search.
    fn may_stand_pat(&self, _position: &P, _path: Self::Path) -> bool {
        false
    }
    /// Appends the moves to search here to a list.
    fn list(&self, position: &P, _path: Self::Path, list: &mut Vec<P::Move>) {
        list.extend(position.moves());
    }
}

/// A horizon whose depth can be set, for iterative deepening.
pub trait Deepen {
    /// Sets the maximum depth, in plies.
    fn deepen(&mut self, plies: u32);
}

/// A fixed depth in moves; `Plies(u32::MAX)` searches to the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plies(pub u32);

impl<P: Node, V> Horizon<P, V> for Plies {
    type Path = u32;

    #[inline]
    fn root(&self) -> u32 {
        self.0
    }
    #[inline]
    fn step(&self, _position: &P, _m: P::Move, left: u32) -> u32 {
        left - 1
    }
    #[inline]
    fn reduced(&self, left: u32) -> u32 {
        left - 1
    }
    #[inline]
    fn is_over(&self, left: u32) -> bool {
        left == 0
    }
    #[inline]
    fn ply(&self, left: u32) -> u32 {
        self.0 - left
    }
    #[inline]
    fn left(&self, left: u32) -> u32 {
        left
    }
}

impl Deepen for Plies {
    fn deepen(&mut self, plies: u32) {
        self.0 = plies;
    }
}

impl Deepen for PathEntropy {
    fn deepen(&mut self, plies: u32) {
        self.max_depth = plies;
    }
}

impl Deepen for Shrinking {
    fn deepen(&mut self, plies: u32) {
        self.ends.deepen(plies);
    }
}

/// Length and entropy of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trail {
    /// Moves made since the root.
    pub ply: u32,
    /// Path entropy: the sum of the entropies of its nodes without the root, or their maximum.
    pub entropy: Bits,
}

impl Trail {
    /// The path of the root.
    pub(super) const ROOT: Self = Self { ply: 0, entropy: Bits(0.0) };

    /// The path after a move.
    pub(super) fn step<P: Uncertain>(self, position: &P, m: P::Move) -> Self {
        let entropy = Bits(self.entropy.0 + position.entropy(m).0);
        Self { ply: self.ply + 1, entropy }
    }
}

option_words! {
    /// How the entropies of the nodes of a path make its own, without the root. The thesis's sentence leaves it open.
    pub enum PathRule {
        /// Their sum. *Our reading*, because it makes long uncertain paths end.
        Sum = "sum",
        /// Their mean.
        Mean = "mean",
        /// The greatest of them.
        Maximum = "maximum",
    }
}

option_words! {
    /// What is cut where the entropy of a path exceeds the threshold. The thesis's sentence leaves it open.
    pub enum ThresholdCut {
        /// The depth: the path ends. *Our reading*.
        Depth = "depth",
        /// The width: only the most certain move is searched on, in the orders that sort by certainty.
        Width = "width",
    }
}

/// The horizon of the threshold searches: a path ends where its entropy exceeds a threshold, so that
/// certain lines are searched deeper. The root is always expanded. *Our reading* of the path entropy
/// in chapter 4 of the thesis on Siguo.
///
/// ```
/// use junqi_core::gametree::position::Bits;
/// use junqi_core::gametree::score::Window;
/// use junqi_core::gametree::search::{
///     BestCertain, Certain, Context, PathEntropy, Shrinking, alpha_beta,
/// };
/// use junqi_core::gametree::tree::{Generated, Incremental, Payoffs, RealPayoffs, Shape};
///
/// let tree = Generated::new(Incremental::certain(1000, Shape::new(5, 6)?, 7)?);
/// let ends = PathEntropy::new(Bits(4.0), 6);
/// // Alpha-Beta-Threshold: alpha-beta with this horizon.
/// let mut abt = Context::new(Payoffs::default(), ends);
/// let abt = alpha_beta(&mut abt, &mut tree.clone(), Window::FULL);
/// // Certain-Threshold: certain moves first. The tree is the same, and so is the value.
/// let mut ct = Context::new(Payoffs::default(), ends).with_order(Certain::default());
/// let ct = alpha_beta(&mut ct, &mut tree.clone(), Window::FULL);
/// assert!(abt.complete && ct.value == abt.value);
/// // Best-Certain-Threshold: payoffs scaled down by their uncertainty, the best of them first.
/// let scaled = Shrinking { ends, lambda: 0.5, leaves: true };
/// let mut bct = Context::new(RealPayoffs::default(), scaled).with_order(BestCertain::default());
/// assert!(alpha_beta(&mut bct, &mut tree.clone(), Window::FULL).complete);
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathEntropy {
    /// Entropy threshold, in bits: paths with more entropy end.
    pub threshold: Bits,
    /// Maximum depth, in moves.
    pub max_depth: u32,
    /// What the entropy of a path is.
    pub rule: PathRule,
    /// What the threshold cuts.
    pub cut: ThresholdCut,
}

impl PathEntropy {
    /// The horizon of a threshold in bits and a maximum depth in moves, in *our reading*.
    pub fn new(threshold: Bits, max_depth: u32) -> Self {
        Self { threshold, max_depth, rule: PathRule::Sum, cut: ThresholdCut::Depth }
    }

    /// Whether a path has more entropy than the threshold.
    fn is_uncertain(&self, trail: Trail) -> bool {
        let entropy = match self.rule {
            PathRule::Sum | PathRule::Maximum => trail.entropy,
            PathRule::Mean => Bits(trail.entropy.0 / f64::from(trail.ply.max(1))),
        };
        trail.ply > 0 && entropy > self.threshold
    }
}

impl<P: Uncertain, V> Horizon<P, V> for PathEntropy {
    type Path = Trail;

    fn root(&self) -> Trail {
        Trail::ROOT
    }
    fn step(&self, position: &P, m: P::Move, trail: Trail) -> Trail {
        let next = trail.step(position, m);
        match self.rule {
            PathRule::Sum | PathRule::Mean => next,
            PathRule::Maximum => {
                let highest = trail.entropy.0.max(position.entropy(m).0);
                Trail { entropy: Bits(highest), ..next }
            }
        }
    }
    fn is_over(&self, trail: Trail) -> bool {
        trail.ply == self.max_depth || self.cut == ThresholdCut::Depth && self.is_uncertain(trail)
    }
    fn list(&self, position: &P, trail: Trail, list: &mut Vec<P::Move>) {
        if self.cut == ThresholdCut::Width && self.is_uncertain(trail) {
            let entropy = |m: &P::Move| position.entropy(*m).0;
            list.extend(position.moves().min_by(|a, b| entropy(a).total_cmp(&entropy(b))));
        } else {
            list.extend(position.moves());
        }
    }
    fn ply(&self, trail: Trail) -> u32 {
        trail.ply
    }
    fn left(&self, trail: Trail) -> u32 {
        self.max_depth - trail.ply
    }
}

/// [`PathEntropy`] with payoffs scaled down by the uncertainty of their path: PAYOFF' =
/// PAYOFF · (1 - λ · min(1, H / threshold)). Payoffs must be centred at 0. Doubles are exact; a
/// [`Score`](crate::gametree::score::Score) is rounded to its unit. *Our reading* of the thesis's redefined
/// PAYOFF.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shrinking {
    /// The horizon.
    pub ends: PathEntropy,
    /// λ: the fraction of a payoff that is lost at the threshold, 0 to 1.
    pub lambda: f64,
    /// Whether leaves have the value PAYOFF'; if not, PAYOFF' only orders moves.
    pub leaves: bool,
}

impl Shrinking {
    /// PAYOFF' of a payoff at a path entropy.
    pub fn shrink<V: Value>(&self, payoff: V, entropy: Bits) -> V {
        let threshold = self.ends.threshold.0;
        let ratio = if threshold > 0.0 {
            (entropy.0 / threshold).min(1.0)
        } else {
            f64::from(entropy.0 > 0.0)
        };
        payoff.scaled(1.0 - self.lambda * ratio)
    }
}

impl<P: Uncertain, V: Value> Horizon<P, V> for Shrinking {
    type Path = Trail;

    fn root(&self) -> Trail {
        Trail::ROOT
    }
    fn step(&self, position: &P, m: P::Move, trail: Trail) -> Trail {
        trail.step(position, m)
    }
    fn is_over(&self, trail: Trail) -> bool {
        Horizon::<P, V>::is_over(&self.ends, trail)
    }
    fn ply(&self, trail: Trail) -> u32 {
        trail.ply
    }
    fn left(&self, trail: Trail) -> u32 {
        self.ends.max_depth - trail.ply
    }
    fn leaf_value(&self, payoff: V, trail: Trail) -> V {
        if self.leaves { self.shrink(payoff, trail.entropy) } else { payoff }
    }
}

/// A horizon that scales payoffs, for the order [`BestCertain`](super::BestCertain).
pub trait Shrinks<P: Uncertain, V: Value>: Horizon<P, V> {
    /// The scaling horizon.
    fn shrinking(&self) -> &Shrinking;
    /// The trail of a path.
    fn trail(path: Self::Path) -> Trail;
}

impl<P: Uncertain, V: Value> Shrinks<P, V> for Shrinking {
    fn shrinking(&self) -> &Shrinking {
        self
    }
    fn trail(path: Trail) -> Trail {
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::position::Position;
    use crate::gametree::score::{Score, Window};
    use crate::gametree::search::{Certain, Context, alpha_beta};
    use crate::gametree::tree::{Generated, Incremental, Payoffs, Shape, Tree};

    /// Where the threshold cuts the width at once, every root move has one leaf: that of the most certain line.
    #[test]
    fn a_cut_of_the_width_leaves_the_most_certain_line() {
        for seed in 0..50 {
            let shape = Shape::new(4, 5).expect("a small tree");
            let recipe = Incremental::certain(1000, shape, seed).expect("a small range");
            let root = Generated::new(recipe);
            let mut best = None;
            for first in root.moves() {
                let mut node = root;
                let mut line = Some(first);
                while let Some(m) = line {
                    node.make(m);
                    let entropy = |m: &_| node.entropy(*m).0;
                    line = node.moves().min_by(|a, b| entropy(a).total_cmp(&entropy(b)));
                }
                best = best.max(node.payoff());
            }
            let width = |threshold| PathEntropy {
                cut: ThresholdCut::Width,
                ..PathEntropy::new(Bits(threshold), 5)
            };
            let value = |ends| {
                let mut context =
                    Context::new(Payoffs::default(), ends).with_order(Certain::default());
                let mut node = root;
                alpha_beta(&mut context, &mut node, Window::FULL).value
            };
            let mut whole = Context::new(Payoffs::default(), Plies(5));
            let mut node = root;
            let whole = alpha_beta(&mut whole, &mut node, Window::FULL).value;
            assert_eq!(value(width(-1.0)), best, "seed {seed}");
            assert_eq!(value(width(f64::INFINITY)), whole, "seed {seed}");
        }
    }

    /// A mean is at most the maximum, and that at most the sum: so are the paths that they end.
    #[test]
    fn a_path_that_the_mean_ends_ends_by_the_maximum_and_by_the_sum() {
        let horizon = |rule| PathEntropy { rule, ..PathEntropy::new(Bits(1.5), 9) };
        let horizons = [PathRule::Mean, PathRule::Maximum, PathRule::Sum].map(horizon);
        let mut ended = [0; 3];
        for seed in 0..200 {
            let shape = Shape::new(3, 6).expect("a small tree");
            let recipe = Incremental::certain(1000, shape, seed).expect("a small range");
            let mut node = Generated::new(recipe);
            let mut trails = [Trail::ROOT; 3];
            for ply in 0..6 {
                let m = node.moves().nth((seed as usize + ply) % 3).expect("an inner node");
                let mut over = [false; 3];
                for (place, horizon) in horizons.iter().enumerate() {
                    let next = Horizon::<_, Score>::step(horizon, &node, m, trails[place]);
                    over[place] = Horizon::<Generated<Incremental>, Score>::is_over(horizon, next);
                    trails[place] = next;
                    ended[place] += usize::from(over[place]);
                }
                assert!(
                    over[0] <= over[1] && over[1] <= over[2],
                    "seed {seed}, ply {ply}: {over:?}"
                );
                node.make(m);
            }
        }
        assert!(0 < ended[0] && ended[0] < ended[1] && ended[1] < ended[2], "{ended:?}");
    }
}
