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

use super::node_budget::NodeBudget;
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
    users: Vec<u32>,
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
            graph.expand(next, budget)?;
            self.grow(graph);
            self.due.pop();
            self.look(graph, next);
        }
        Ok(self.node(state).status != Status::Lost)
    }

    fn grow(&mut self, graph: &StateGraph) {
        self.nodes.resize_with(graph.len(), Node::default);
    }

    fn node(&mut self, state: u32) -> &mut Node {
        &mut self.nodes[state as usize]
    }

    fn look(&mut self, graph: &StateGraph, state: u32) {
        let first = match self.node(state).status {
            Status::Lost => return,
            status => status == Status::New,
        };
        self.node(state).status = Status::Open;
        let stands = if graph.team(state) == self.attacker {
            !first || self.stands_all(graph, state)
        } else {
            self.stands_one(graph, state)
        };
        if !stands {
            self.refute(graph, state);
        }
    }

    /// Visits a state of the attacker, which holds if none of its moves wins.
    fn stands_all(&mut self, graph: &StateGraph, state: u32) -> bool {
        let edges = graph.edges(state);
        if edges.iter().any(|e| self.is_lost(e.to)) {
            return false;
        }
        for child in edges.iter().filter_map(|e| child(e.to)) {
            let node = self.node(child);
            node.users.push(state);
            if node.status == Status::New {
                self.due.push(child);
            }
        }
        true
    }

    /// Visits a state of the defender, which holds if one of its moves does.
    fn stands_one(&mut self, graph: &StateGraph, state: u32) -> bool {
        if let Some(choice) = self.node(state).choice
            && self.node(choice).status != Status::Lost
        {
            return true;
        }
        let held = graph.edges(state).iter().filter(|e| !self.is_lost(e.to));
        let Some(edge) = held.min_by_key(|e| self.reply_rank(graph, state, e)) else {
            return false;
        };
        self.node(state).choice = child(edge.to);
        if let Some(child) = child(edge.to) {
            let node = self.node(child);
            node.users.push(state);
            if node.status == Status::New {
                self.due.push(child);
            }
        }
        true
    }

    /// Order of the defender's moves: end of the game, known states, fights without loss, camps, quiet moves,
    /// other fights.
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
            for user in std::mem::take(&mut node.users) {
                if graph.team(user) == self.attacker {
                    lost.push(user);
                } else {
                    self.due.push(user);
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
