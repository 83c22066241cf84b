//! Laws of trees, for the tests of this module.

use super::Tree;
use crate::base::random::stream;
use crate::gametree::position::{Bits, Evaluate, Side};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::tree::Payoffs;
use rand::RngExt;

/// The children, from left to right.
pub(super) fn children<T: Tree>(node: &T) -> impl Iterator<Item = T> + use<T> {
    let node = node.clone();
    node.moves().map(move |m| {
        let mut child = node.clone();
        child.make(m);
        child
    })
}

/// The observable values of a node.
pub(super) type Facts =
    (u64, u64, Side, u32, Option<Score>, Option<Bits>, Option<(Score, Score)>, Vec<Bits>);

fn of<T: Tree>(node: &T) -> Facts {
    let entropies = node.moves().map(|m| node.entropy(m)).collect();
    let (payoff, entropy, interval) = (node.payoff(), node.average_entropy(), node.interval());
    (node.number(), node.key(), node.side(), node.width(), payoff, entropy, interval, entropies)
}

/// The values of every node, in preorder.
pub(super) fn facts<T: Tree>(root: &T) -> Vec<Facts> {
    let mut list = vec![];
    root.walk(|node, _| list.push(of(node)));
    list
}

/// The payoffs of the leaves, from left to right.
pub(super) fn leaves<T: Tree>(root: &T) -> Vec<Score> {
    let mut list = vec![];
    root.walk(|node, _| list.extend(node.payoff().filter(|_| node.width() == 0)));
    list
}

/// Checks the laws of `Node`, `Uncertain` and `Tree` along random lines from the root and back.
pub(super) fn check<T: Tree>(root: &T, seed: u64) {
    const { assert!(T::ALTERNATES) }
    let mut rng = stream(seed, &[0]);
    for _ in 0..10 {
        let mut node = root.clone();
        let mut line = vec![];
        loop {
            assert_eq!(node.key(), node.number());
            assert!(node.moves().eq(0..node.width()));
            let before = of(&node);
            for (m, child) in node.moves().zip(children(&node)) {
                assert_ne!(child.key(), node.key());
                assert_ne!(child.side(), node.side());
                assert_eq!(child.average_entropy().unwrap_or_default(), node.entropy(m));
                let undo = node.make(m);
                assert_eq!(of(&node), of(&child));
                node.unmake(m, undo);
                assert_eq!(of(&node), before);
            }
            if node.width() == 0 {
                break;
            }
            let m = rng.random_range(0..node.width());
            line.push((m, before, node.make(m)));
        }
        for (m, before, undo) in line.into_iter().rev() {
            node.unmake(m, undo);
            assert_eq!(of(&node), before);
        }
    }
}

/// The value from Max's view.
pub(super) fn minimax<T: Tree>(node: &T) -> Score {
    let values = children(node).map(|child| minimax(&child));
    let best = if node.side() == Side::Max { values.max() } else { values.min() };
    best.unwrap_or_else(|| node.payoff().unwrap())
}

/// Checks that every interval contains the node's value and its children's intervals.
pub(super) fn check_intervals<T: Tree>(root: &T) {
    root.walk(|node, _| {
        let (pess, opt) = node.interval().unwrap();
        assert!(pess <= opt && (node.width() > 0 || pess == opt));
        for child in children(node) {
            let (low, high) = child.interval().unwrap();
            assert!(pess <= low && high <= opt);
        }
        let value = minimax(node);
        assert!(pess <= value && value <= opt);
    });
}

/// Number of leaves that alpha-beta evaluates.
pub(super) fn alpha_beta_leaves<T: Tree>(root: &T) -> u64 {
    fn search<T: Tree>(node: &mut T, mut window: Window<Score>, leaves: &mut u64) -> Score {
        if node.width() == 0 {
            *leaves += 1;
            return Payoffs::default().evaluate(node);
        }
        let mut best = Score::MIN;
        for m in node.moves() {
            let undo = node.make(m);
            best = Value::max(best, -search(node, -window, leaves));
            node.unmake(m, undo);
            window.raise(best);
            if window.is_empty() {
                break;
            }
        }
        best
    }
    let mut leaves = 0;
    search(&mut root.clone(), Window::FULL, &mut leaves);
    leaves
}
