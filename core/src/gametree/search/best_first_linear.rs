//! Best-first minimax in linear space: discards subtrees off the best line and regenerates them when
//! they are needed again.
//!
//! Source: Korf & Chickering, "Best-first minimax search", Artificial Intelligence 84 (1996). *Our
//! reading* of the regeneration: the expansions of a subtree do not depend on the rest of the tree,
//! so their number is enough to regenerate it.
//! Laws tested: it expands the same new nodes in the same order as the full form, to the same value.
//! Memory: the children of the nodes on one path.

use super::best_first::{BestFirstEnd, Growth};
use super::{Detailed, Observer, SearchResult, Stopped};
use crate::gametree::position::{Evaluate, Node, Position};
use crate::gametree::score::{Value, Window};

/// Expands until at least `budget` nodes are evaluated for the first time. Values are for the side
/// to move.
pub fn best_first_linear<P, E, W>(
    evaluate: &mut E,
    observer: &mut W,
    position: &mut P,
    budget: u64,
) -> Detailed<P, E::Value, Growth>
where
    P: Position,
    E: Evaluate<P>,
    W: Observer<P, E::Value>,
{
    let (end, held) = (None, 0);
    let growth =
        Growth { end: BestFirstEnd::Budget, expansions: Vec::new(), evaluated: 0, bytes: 0 };
    let mut run = Run { evaluate, observer, budget, end, held, growth };
    let (value, line, complete) = match run.start(position) {
        Ok((value, line)) => (Some(value), line, true),
        Err(Stopped) => (None, Vec::new(), false),
    };
    run.growth.end = run.end.unwrap_or(BestFirstEnd::Budget);
    (SearchResult { value, line, complete }, run.growth)
}

struct Run<'a, E, W> {
    evaluate: &'a mut E,
    observer: &'a mut W,
    budget: u64,
    end: Option<BestFirstEnd>,
    /// Bytes of the children held.
    held: usize,
    growth: Growth,
}

/// A child with the results of its subtree.
struct Child<Mv, V> {
    m: Mv,
    /// For the side that moves at the parent.
    value: V,
    turned: bool,
    terminal: bool,
    expansions: u64,
    line: Vec<Mv>,
}

/// The conditions under which a subtree is expanded.
#[derive(Clone, Copy)]
struct Leave<V> {
    /// The subtree is expanded while its value for the side to move is in this closed interval.
    within: Window<V>,
    /// Minimum number of expansions: the number it had before.
    replay: u64,
    /// Maximum number of expansions.
    most: u64,
    /// Whether all expansions after the replay are new.
    fresh: bool,
}

/// The children of a node.
type Family<P, V> = Vec<Child<<P as Node>::Move, V>>;

/// The value of a subtree, its expansions, and its line.
struct Grown<Mv, V> {
    value: V,
    expansions: u64,
    line: Vec<Mv>,
}

impl<E, W> Run<'_, E, W> {
    fn start<P>(&mut self, position: &mut P) -> Result<(E::Value, Vec<P::Move>), Stopped>
    where
        P: Position,
        E: Evaluate<P>,
        W: Observer<P, E::Value>,
    {
        self.observer.enter(position, 0)?;
        let terminal = position.moves().next().is_none();
        if terminal {
            self.end = Some(BestFirstEnd::Terminal);
            self.observer.leaf(position);
        }
        if terminal || self.budget == 0 {
            return Ok((self.evaluate.evaluate(position), Vec::new()));
        }
        let leave = Leave { within: Window::FULL, replay: 0, most: u64::MAX, fresh: true };
        let grown = self.grow(position, 0, leave)?;
        Ok((grown.value, grown.line))
    }

    /// Expands a node and grows below it until it is left.
    fn grow<P>(
        &mut self,
        position: &mut P,
        ply: u32,
        leave: Leave<E::Value>,
    ) -> Result<Grown<P::Move, E::Value>, Stopped>
    where
        P: Position,
        E: Evaluate<P>,
        W: Observer<P, E::Value>,
    {
        let mut children = self.children(position, ply, leave.fresh && leave.replay == 0)?;
        let bytes = size_of_val(children.as_slice());
        self.held += bytes;
        self.growth.bytes = self.growth.bytes.max(self.held);
        let mut expansions = 1;
        let best = loop {
            let best = leftmost_best(&children);
            let child = &children[best];
            let replaying = expansions < leave.replay;
            let Window { alpha, beta } = leave.within;
            let outside = child.value < alpha || child.value > beta;
            if self.end.is_some() || (!replaying && (outside || expansions >= leave.most)) {
                break best;
            }
            let fresh = leave.fresh && !replaying;
            if child.terminal
                || (fresh && child.expansions == 0 && self.growth.evaluated >= self.budget)
            {
                self.end = Some(if child.terminal {
                    BestFirstEnd::Terminal
                } else {
                    BestFirstEnd::Budget
                });
                continue;
            }
            let (mut within, cap) = (ahead(&children, best), leave.most);
            let cap = if replaying { leave.replay } else { cap };
            if !replaying {
                within = Window { alpha: within.alpha.max(alpha), beta };
            }
            let child = &mut children[best];
            let most = child.expansions.saturating_add(cap - expansions);
            let within = if child.turned { -within } else { within };
            let undo = position.make(child.m);
            let deeper = Leave { within, replay: child.expansions, most, fresh };
            let grown = self.grow(position, ply + 1, deeper);
            position.unmake(child.m, undo);
            let grown = grown?;
            expansions += grown.expansions - child.expansions;
            child.value = if child.turned { -grown.value } else { grown.value };
            (child.expansions, child.line) = (grown.expansions, grown.line);
        };
        self.held -= bytes;
        let best = children.swap_remove(best);
        let mut line = vec![best.m];
        line.extend(best.line);
        Ok(Grown { value: best.value, expansions, line })
    }

    /// Evaluates the children of a node.
    fn children<P>(
        &mut self,
        position: &mut P,
        ply: u32,
        fresh: bool,
    ) -> Result<Family<P, E::Value>, Stopped>
    where
        P: Position,
        E: Evaluate<P>,
        W: Observer<P, E::Value>,
    {
        if fresh {
            self.growth.expansions.push(position.key());
        }
        let (side, mut children) = (position.side(), Vec::new());
        for m in position.moves() {
            let undo = position.make(m);
            let entered = self.observer.enter(position, ply + 1);
            let value = self.evaluate.evaluate(position);
            let turned = position.side() != side;
            let terminal = position.moves().next().is_none();
            if terminal && entered.is_ok() {
                self.observer.leaf(position);
            }
            position.unmake(m, undo);
            entered?;
            let value = if turned { -value } else { value };
            children.push(Child { m, value, turned, terminal, expansions: 0, line: Vec::new() });
        }
        if fresh {
            self.growth.evaluated += children.len() as u64;
        }
        Ok(children)
    }
}

fn leftmost_best<Mv, V: Value>(children: &[Child<Mv, V>]) -> usize {
    let better = |a: usize, b: usize| if children[b].value > children[a].value { b } else { a };
    (0..children.len()).reduce(better).expect("an expanded node has children")
}

/// The values, both ends included, at which a child is still the leftmost best.
fn ahead<Mv, V: Value>(children: &[Child<Mv, V>], best: usize) -> Window<V> {
    let others = children.iter().enumerate().filter(|&(i, _)| i != best);
    let needed = others.map(|(i, child)| if i < best { child.value.above() } else { child.value });
    Window { alpha: needed.fold(V::MIN, Value::max), beta: V::MAX }
}
