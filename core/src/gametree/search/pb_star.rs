//! PB*: B* with probabilities between its bounds.
//!
//! Source: Palay, "Searching with probabilities", thesis, Carnegie Mellon (1983); Berliner &
//! `McConnell`, "B* probability based search", Artificial Intelligence 86 (1996). *Our reading*, a
//! simple form: a node not yet expanded is uniform between its bounds, independent of all others, on
//! a grid of 64 cells; below the root the search goes where B* goes.
//! In the paper → here: distribution → `Cumulative`, dominance → `dominance`.
//! Laws tested: with level 1 it stops exactly where B* does, with less never later.
//! Memory: every generated node and its distribution.

use super::b_star::{ProofTree, StopRule, search};
use super::{BStarProof, Detailed, Observer, Strategy, ValueInterval};
use crate::gametree::position::Position;
use crate::gametree::score::Value;

/// Cells of the grid between the lowest and the highest bound of the root moves.
const CELLS: usize = 64;

/// By grid line, the probability that the value is not above it.
type Cumulative = [f64; CELLS + 1];

/// Searches until a root move is the best with the probability `level`, 0 to 1, or separated.
pub fn pb_star<P, V, W>(
    bounds: &mut impl FnMut(&P) -> ValueInterval<V>,
    observer: &mut W,
    position: &P,
    strategy: Strategy,
    level: f64,
) -> Detailed<P, V, BStarProof<V>>
where
    P: Position + Clone,
    V: Value,
    W: Observer<P, V>,
{
    let mut stop_rule = Probable { level, grid: None, by_node: Vec::new() };
    let (answer, mut proof) = search(bounds, observer, position, strategy, &mut stop_rule);
    proof.bytes += size_of_val(stop_rule.by_node.as_slice());
    (answer, proof)
}

/// Settles for a root move that is probably the best.
struct Probable {
    level: f64,
    grid: Option<Grid>,
    by_node: Vec<Cumulative>,
}

#[derive(Clone, Copy)]
struct Grid {
    low: f64,
    width: f64,
}

impl Grid {
    /// Covers the finite bounds of some intervals.
    fn over<V: Value>(intervals: impl Iterator<Item = ValueInterval<V>>) -> Self {
        let ends = intervals.flat_map(|i| [i.lower, i.upper]);
        let finite = ends.filter(|&v| v > V::MIN && v < V::MAX).map(Value::to_f64);
        let (low, high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low < high { Self { low, width: high - low } } else { Self { low: 0.0, width: 1.0 } }
    }

    /// Uniform between two bounds; what lies outside the grid is cut off.
    fn uniform<V: Value>(&self, interval: ValueInterval<V>) -> Cumulative {
        let end = |v: V| v.to_f64().clamp(self.low, self.low + self.width);
        let (low, high) = (end(interval.lower), end(interval.upper));
        std::array::from_fn(|k| {
            let line = self.low + self.width * k as f64 / CELLS as f64;
            if high > low {
                ((line - low) / (high - low)).clamp(0.0, 1.0)
            } else {
                f64::from(line >= low)
            }
        })
    }
}

impl<P: Position + Clone, V: Value> StopRule<P, V> for Probable {
    fn backed_up(&mut self, tree: &ProofTree<P, V>, node: usize) {
        let grid = match self.grid {
            Some(grid) => grid,
            None if tree.nodes[node].children.is_empty() => return,
            None => {
                let arcs = tree.nodes[node].children.iter().map(|&arc| tree.nodes[arc].interval);
                let grid = *self.grid.insert(Grid::over(arcs));
                self.by_node = tree.nodes.iter().map(|n| grid.uniform(n.interval)).collect();
                grid
            }
        };
        let known = &tree.nodes[node];
        let distribution = if known.children.is_empty() {
            grid.uniform(known.interval)
        } else {
            let children = known.children.iter().map(|&child| &self.by_node[child]);
            let children: Vec<_> = children.collect();
            combine(&children, known.ours)
        };
        match self.by_node.get_mut(node) {
            Some(old) => *old = distribution,
            None => self.by_node.push(distribution),
        }
    }

    fn satisfied(&self, tree: &ProofTree<P, V>) -> Option<usize> {
        let arcs = &tree.nodes[0].children;
        let distributions: Vec<_> = arcs.iter().map(|&arc| &self.by_node[arc]).collect();
        let sure = |i: &usize| dominance(&distributions, *i) >= self.level;
        (self.level < 1.0).then(|| (0..arcs.len()).find(sure).map(|i| arcs[i])).flatten()
    }
}

/// The distribution of the greatest of independent values, or of the least.
fn combine(values: &[&Cumulative], greatest: bool) -> Cumulative {
    std::array::from_fn(|k| {
        if greatest {
            values.iter().map(|f| f[k]).product()
        } else {
            1.0 - values.iter().map(|f| 1.0 - f[k]).product::<f64>()
        }
    })
}

/// The probability that a value is the greatest, cell by cell; within a cell others count half.
fn dominance(values: &[&Cumulative], i: usize) -> f64 {
    let others = |f: &dyn Fn(&Cumulative) -> f64| -> f64 {
        values.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, v)| f(v)).product()
    };
    let at_low = values[i][0] * others(&|f| f[0]);
    let cells = (1..=CELLS).map(|k| {
        let mass = values[i][k] - values[i][k - 1];
        if mass > 0.0 { mass * others(&|f| f64::midpoint(f[k - 1], f[k])) } else { 0.0 }
    });
    at_low + cells.sum::<f64>()
}
