//! Fortress search: whether the defender can prevent a win of the attacking team for ever.
//!
//! Winning is a reachability game of the attacking team, so the states with a forced win are a least fixed
//! point. A set of states in which the defender always has a move back into the set, whatever the
//! attacker does, is a fortress. The search builds such a set on the fly: it assumes that a state holds
//! until the state is refuted, and then searches the states that relied on it again. Counters can only
//! turn an unfinished game into a draw, so a fortress without counters is one with them. The converse is
//! false: a state that does not hold here may still be drawn by a counter.
//!
//! The defender needs only one move per state, so the graph is small if the defender has waiting moves.
//!
//! Source: Liu & Smolka, "Simple linear-time algorithms for minimal fixed points", ICALP 1998.

use super::counters::NodeBudget;
use super::state_graph::{StateGraph, StateMove, Target};
use crate::game::rules::Team;
use crate::gametree::search::Stopped;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Status {
    #[default]
    New,
    /// Assumed to hold.
    Open,
    /// Refuted: the attacker has a forced win in the game without counters.
    Lost,
}

#[derive(Debug, Clone, Default)]
struct Node {
    status: Status,
    /// The state that a defender's state relies on.
    choice: Option<u32>,
    /// States that rely on this one.
    dependents: Vec<u32>,
}

/// The search for fortresses against a team.
pub(super) struct DrawSearch {
    attacker: Team,
    nodes: Vec<Node>,
    /// States to visit, for the first time or again.
    due: Vec<u32>,
}

impl DrawSearch {
    pub(super) fn new(attacker: Team) -> Self {
        Self { attacker, nodes: vec![], due: vec![] }
    }

    /// Whether a state holds; if not, the attacker has a forced win in the game without counters.
    pub(super) fn holds(
        &mut self,
        graph: &mut StateGraph,
        state: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<bool, Stopped> {
        self.grow(graph);
        if self.node(state).status == Status::New {
            self.due.push(state);
        }
        while let Some(&next) = self.due.last() {
            // If the budget ends here the state stays due, and the search goes on in the next round.
            graph.expand(next, budget)?;
            self.grow(graph);
            self.due.pop();
            self.visit(graph, next);
        }
        Ok(self.node(state).status != Status::Lost)
    }

    fn grow(&mut self, graph: &StateGraph) {
        self.nodes.resize_with(graph.len(), Node::default);
    }

    fn node(&mut self, state: u32) -> &mut Node {
        &mut self.nodes[state as usize]
    }

    fn visit(&mut self, graph: &StateGraph, state: u32) {
        let before = self.node(state).status;
        if before == Status::Lost {
            return;
        }
        self.node(state).status = Status::Open;
        let holds = if graph.team(state) == self.attacker {
            // A second visit shows nothing new: the loss of a successor would have refuted the state (`refute`).
            before == Status::Open || self.attacker_is_held(graph, state)
        } else {
            self.defender_holds(graph, state)
        };
        if !holds {
            self.refute(graph, state);
        }
    }

    /// Whether a state of the attacker holds: none of its moves wins.
    fn attacker_is_held(&mut self, graph: &StateGraph, state: u32) -> bool {
        let edges = graph.edges(state);
        if edges.iter().any(|edge| self.is_lost(edge.to)) {
            return false;
        }
        for child in edges.iter().filter_map(|edge| child(edge.to)) {
            self.rely(state, child);
        }
        true
    }

    /// Whether a state of the defender holds: one of its moves does.
    fn defender_holds(&mut self, graph: &StateGraph, state: u32) -> bool {
        if let Some(choice) = self.node(state).choice
            && self.node(choice).status != Status::Lost
        {
            return true;
        }
        let open = graph.edges(state).iter().filter(|edge| !self.is_lost(edge.to));
        let Some(edge) = open.min_by_key(|edge| self.reply_rank(graph, state, edge)) else {
            return false;
        };
        let choice = child(edge.to);
        self.node(state).choice = choice;
        if let Some(choice) = choice {
            self.rely(state, choice);
        }
        true
    }

    /// Lets a state rely on another, which is visited if that is new.
    fn rely(&mut self, state: u32, other: u32) {
        let node = self.node(other);
        node.dependents.push(state);
        if node.status == Status::New {
            self.due.push(other);
        }
    }

    /// Order of the defender's moves: end of the game, known states, fights without loss, camps, quiet moves,
    /// other fights. Known states come early because a fortress is small where moves lead back into it.
    fn reply_rank(&self, graph: &StateGraph, state: u32, edge: &StateMove) -> u8 {
        match edge.to {
            Target::Over(_) => 0,
            Target::Quiet(to) | Target::Fight(to)
                if self.nodes[to as usize].status == Status::Open =>
            {
                1
            }
            Target::Fight(to) if graph.keeps_mover(state, to) => 2,
            Target::Quiet(_) if graph.is_camp(edge.mv.to) => 3,
            Target::Quiet(_) => 4,
            Target::Fight(_) => 5,
        }
    }

    fn is_lost(&self, to: Target) -> bool {
        match to {
            Target::Over(end) => end.winner == Some(self.attacker),
            Target::Quiet(state) | Target::Fight(state) => {
                self.nodes[state as usize].status == Status::Lost
            }
        }
    }

    /// Marks a state as lost, with the attacker's states before it; the defender's states before it are visited
    /// again.
    fn refute(&mut self, graph: &StateGraph, state: u32) {
        let mut lost = vec![state];
        while let Some(state) = lost.pop() {
            let node = self.node(state);
            if node.status == Status::Lost {
                continue;
            }
            node.status = Status::Lost;
            for dependent in std::mem::take(&mut node.dependents) {
                if graph.team(dependent) == self.attacker {
                    lost.push(dependent);
                } else {
                    self.due.push(dependent);
                }
            }
        }
    }
}

fn child(to: Target) -> Option<u32> {
    match to {
        Target::Over(_) => None,
        Target::Quiet(state) | Target::Fight(state) => Some(state),
    }
}
