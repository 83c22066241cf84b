//! Backward induction over a whole state graph with the draw counters of the rules.
//!
//! The value of a state is a function of r, the number of quiet plies left before the draw: at the r-th
//! the game is drawn unless that ply wins. With v(s, 0) = draw,
//!
//! * a quiet move to t has the value v(t, r - 1),
//! * a fight that leads to t has the value v(t, all), because it resets the counter,
//! * a move that ends the game has the value of its outcome,
//!
//! so v(., r) follows from v(., r - 1) and from positions with fewer pieces. The layers
//! count out repetitions, so no position is compared with its history. Only changes of v between two
//! layers are stored, and only the predecessors of changed states are visited in the next layer: the
//! work is that of ordinary retrograde analysis, not of one pass per layer.

use super::node_budget::NodeBudget;
use super::state_graph::{MoveEnd, StateGraph, StateMove, Target};
use super::verdict::{EndgameValue, FOREVER};
use crate::game::rules::Team;
use crate::gametree::search::Stopped;
use std::collections::BTreeMap;

const NONE: u32 = u32::MAX;

/// A value that a state has from a layer on.
#[derive(Debug, Clone, Copy)]
struct Change {
    layer: u32,
    value: EndgameValue,
    /// Index of the change before it.
    before: u32,
}

/// The values of all states of a graph.
pub(super) struct StateValues {
    last: Vec<u32>,
    changes: Vec<Change>,
    /// Number of quiet plies left after a fight.
    all: u32,
}

/// States to visit, by layer.
type Due = BTreeMap<u32, Vec<u32>>;

impl StateValues {
    /// Solves a graph with all states expanded.
    pub(super) fn solve(
        graph: &StateGraph,
        all: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Self, Stopped> {
        let mut layers = Self { last: vec![NONE; graph.len()], changes: vec![], all };
        let befores = Befores::new(graph);
        let mut states: Vec<(usize, u32)> =
            (0..graph.len() as u32).map(|s| (graph.size(s), s)).collect();
        states.sort_unstable();
        for class in states.chunk_by(|a, b| a.0 == b.0) {
            let class: Vec<u32> = class.iter().map(|s| s.1).collect();
            let due = layers.first_due(graph, class);
            layers.settle(graph, &befores, due, budget)?;
        }
        Ok(layers)
    }

    /// The value of a state with this number of quiet plies left.
    pub(super) fn value(&self, state: u32, left: u32) -> EndgameValue {
        let mut at = self.last[state as usize];
        while at != NONE {
            let Change { layer, value, before } = self.changes[at as usize];
            if layer <= left {
                return value;
            }
            at = before;
        }
        EndgameValue::DRAW
    }

    /// The value of a move with this number of quiet plies left before it.
    pub(super) fn move_value(&self, to: Target, left: u32) -> EndgameValue {
        match to {
            Target::Over(MoveEnd { late: true, quiet: true, .. }) if left <= 1 => {
                EndgameValue::DRAW
            }
            Target::Over(MoveEnd { winner, late, .. }) => EndgameValue::end(winner, late),
            Target::Quiet(state) => self.value(state, after(left)).a_ply_before(),
            Target::Fight(state) => self.value(state, self.all).a_ply_before(),
        }
    }

    /// Every state is visited once; some are visited again because the counter matters, or because a seat is
    /// eliminated by a quiet ply, which leads to a state that has its layers already.
    fn first_due(&self, graph: &StateGraph, class: Vec<u32>) -> Due {
        let mut due = Due::new();
        for &state in &class {
            let size = graph.size(state);
            for edge in graph.edges(state) {
                match edge.to {
                    Target::Over(MoveEnd { late: true, quiet: true, .. }) => {
                        due.entry(2).or_default().push(state);
                    }
                    Target::Quiet(to) if graph.size(to) < size => {
                        let mut at = self.last[to as usize];
                        while at != NONE {
                            let change = self.changes[at as usize];
                            due.entry(change.layer + 1).or_default().push(state);
                            at = change.before;
                        }
                    }
                    _ => {}
                }
            }
        }
        due.entry(1).or_default().extend(class);
        due
    }

    fn settle(
        &mut self,
        graph: &StateGraph,
        befores: &Befores,
        mut due: Due,
        budget: &mut NodeBudget<'_>,
    ) -> Result<(), Stopped> {
        while let Some((layer, mut states)) = due.pop_first() {
            if layer > self.all {
                break;
            }
            states.sort_unstable();
            states.dedup();
            let mut next = vec![];
            for state in states {
                budget.look()?;
                let value = self.best(graph, state, layer);
                if value != self.value(state, layer) {
                    let before = self.last[state as usize];
                    self.last[state as usize] = self.changes.len() as u32;
                    self.changes.push(Change { layer, value, before });
                    next.extend(befores.of(state));
                }
            }
            if !next.is_empty() {
                due.entry(layer + 1).or_default().append(&mut next);
            }
        }
        Ok(())
    }

    fn best(&self, graph: &StateGraph, state: u32, left: u32) -> EndgameValue {
        let values =
            graph.edges(state).iter().map(|edge: &StateMove| self.move_value(edge.to, left));
        let best = if graph.team(state) == Team::First { values.max() } else { values.min() };
        best.unwrap_or(EndgameValue::DRAW)
    }
}

/// Number of quiet plies left after one more.
pub(super) fn after(left: u32) -> u32 {
    if left == FOREVER { FOREVER } else { left.saturating_sub(1) }
}

/// The predecessors of every state by quiet plies, with the same number of pieces.
struct Befores {
    starts: Vec<u32>,
    states: Vec<u32>,
}

impl Befores {
    fn new(graph: &StateGraph) -> Self {
        let mut starts = vec![0; graph.len() + 1];
        each_quiet(graph, |_, to| starts[to as usize + 1] += 1);
        for i in 0..graph.len() {
            starts[i + 1] += starts[i];
        }
        let mut states = vec![0; starts[graph.len()] as usize];
        let mut free = starts.clone();
        each_quiet(graph, |from, to| {
            states[free[to as usize] as usize] = from;
            free[to as usize] += 1;
        });
        Self { starts, states }
    }

    fn of(&self, state: u32) -> &[u32] {
        let [from, to] = [state, state + 1].map(|s| self.starts[s as usize] as usize);
        &self.states[from..to]
    }
}

fn each_quiet(graph: &StateGraph, mut each: impl FnMut(u32, u32)) {
    for from in 0..graph.len() as u32 {
        for edge in graph.edges(from) {
            if let Target::Quiet(to) = edge.to
                && graph.size(to) == graph.size(from)
            {
                each(from, to);
            }
        }
    }
}
