//! The graph of reachable positions, and its values by backward induction with the draw counters of the rules.
//!
//! A state is what the key covers: pieces and stations, turn, seats in the game, shown flags, without the draw counters.
//! (Two positions with the same 64-bit key count as the same state.) [`StateGraph`] is expanded on demand; [`StateValues`]
//! solves it once it is complete.
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

use super::counters::{NodeBudget, one_less};
use super::verdict::EndgameValue;
use crate::game::board::Station;
use crate::game::rules::{Kind, Move, NoMove, Outcome, PieceId, Snapshot, Team, World};
use crate::gametree::position::{Node, Position};
use crate::gametree::search::Stopped;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Limit of the number of states: about 250 MB with their moves.
const MOST_STATES: usize = 500_000;

/// How a move ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MoveEnd {
    /// The winning team; `None` for a draw.
    pub(super) winner: Option<Team>,
    /// Whether the counters take precedence (RULES.md, section 7, steps 5 and 6): a seat is eliminated
    /// because it has no move on its turn.
    pub(super) late: bool,
    /// Whether the move was no fight.
    pub(super) quiet: bool,
}

/// The successor of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Quiet(u32),
    Fight(u32),
    Over(MoveEnd),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct StateMove {
    pub(super) mv: Move,
    pub(super) to: Target,
}

/// A state graph; state 0 is the root.
pub(super) struct StateGraph {
    world: World,
    pieces: Vec<PieceId>,
    snapshots: Vec<Snapshot>,
    index: FxHashMap<u64, u32>,
    edges: Vec<StateMove>,
    /// Range of a state's moves among the edges, by state, once it is expanded.
    spans: Vec<Option<(u32, u32)>>,
}

impl StateGraph {
    pub(super) fn new(world: &World) -> Self {
        let world = world.without_draw_limits();
        let pieces: Vec<PieceId> = world.pieces().map(|p| p.0).collect();
        let snapshots = vec![world.snapshot(&pieces)];
        let index = FxHashMap::from_iter([(world.key(), 0)]);
        Self { world, pieces, snapshots, index, edges: vec![], spans: vec![None] }
    }

    pub(super) fn len(&self) -> usize {
        self.snapshots.len()
    }

    /// The team to move.
    pub(super) fn team(&self, state: u32) -> Team {
        self.world.rules().team(self.snapshots[state as usize].turn())
    }

    /// Number of pieces on the board; it never increases.
    pub(super) fn size(&self, state: u32) -> usize {
        self.snapshots[state as usize].count()
    }

    /// Whether the side to move at a state has the same number of pieces at another state.
    pub(super) fn keeps_mover(&self, state: u32, other: u32) -> bool {
        let turn = self.snapshots[state as usize].turn();
        let own = |s: u32| self.snapshots[s as usize].count_of(turn, &self.pieces);
        own(state) == own(other)
    }

    pub(super) fn is_camp(&self, station: Station) -> bool {
        self.world.net().camps().contains(station)
    }

    /// The moves of a state; empty until it is expanded.
    pub(super) fn edges(&self, state: u32) -> &[StateMove] {
        self.spans[state as usize].map_or(&[], |(from, to)| &self.edges[from as usize..to as usize])
    }

    /// Expands a state: finds its moves and their successors.
    pub(super) fn expand(
        &mut self,
        state: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<(), Stopped> {
        if self.spans[state as usize].is_some() {
            return Ok(());
        }
        self.world.restore(&self.snapshots[state as usize], &self.pieces);
        let from = self.edges.len();
        for mv in self.world.moves() {
            let full = self.len() >= MOST_STATES;
            if full || budget.enter().is_err() {
                // The state is expanded again from its first move.
                self.edges.truncate(from);
                return Err(Stopped);
            }
            let to = self.target(mv);
            self.edges.push(StateMove { mv, to });
        }
        self.spans[state as usize] = Some((from as u32, self.edges.len() as u32));
        Ok(())
    }

    fn target(&mut self, mv: Move) -> Target {
        let quiet = self.world.piece_at(mv.to).is_none();
        // If a move does not capture the last flag and the game is over, some seat had no move on its turn.
        let late = self.world.rules().no_move == NoMove::OnTurn && !self.takes_last_flag(mv);
        let undo = self.world.make(mv);
        let to = match self.world.outcome() {
            Some(Outcome::Win(team)) => Target::Over(MoveEnd { winner: Some(team), late, quiet }),
            Some(Outcome::Draw(_)) => Target::Over(MoveEnd { winner: None, late, quiet }),
            None if quiet => Target::Quiet(self.number()),
            None => Target::Fight(self.number()),
        };
        self.world.unmake(mv, undo);
        to
    }

    /// Whether a move captures the flag of the last enemy seat.
    fn takes_last_flag(&self, mv: Move) -> bool {
        let rules = self.world.rules();
        let own = rules.team(self.world.turn());
        let target = self.world.piece_at(mv.to).filter(|&t| self.world.kind(t) == Kind::Flag);
        let enemies = self.world.alive().iter().filter(|&s| rules.team(s) != own);
        target.is_some() && enemies.count() == 1
    }

    /// The number of the current position's state.
    fn number(&mut self) -> u32 {
        let next = self.snapshots.len() as u32;
        let number = *self.index.entry(self.world.key()).or_insert(next);
        if number == next {
            self.snapshots.push(self.world.snapshot(&self.pieces));
            self.spans.push(None);
        }
        number
    }
}

/// No change.
const NONE: u32 = u32::MAX;

/// A value that a state has from a layer on.
#[derive(Debug, Clone, Copy)]
struct Change {
    /// Number of quiet plies left.
    layer: u32,
    value: EndgameValue,
    /// Index of the change before it.
    before: u32,
}

/// The values of all states of a graph.
pub(super) struct StateValues {
    /// By state, the index of its last change.
    last: Vec<u32>,
    changes: Vec<Change>,
    /// Number of quiet plies left after a fight.
    all: u32,
}

/// States to visit, by layer.
type Due = BTreeMap<u32, Vec<u32>>;

impl StateValues {
    /// Solves a graph with all states expanded; `all` is the number of quiet plies left after a fight.
    pub(super) fn solve(
        graph: &StateGraph,
        all: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Self, Stopped> {
        let mut values = Self { last: vec![NONE; graph.len()], changes: vec![], all };
        let predecessors = Predecessors::new(graph);
        // Fewer pieces first: fights lead to such states, with all their quiet plies left.
        let mut states: Vec<u32> = (0..graph.len() as u32).collect();
        states.sort_by_cached_key(|&state| graph.size(state));
        for class in states.chunk_by(|&a, &b| graph.size(a) == graph.size(b)) {
            let due = values.first_due(graph, class);
            values.settle(graph, &predecessors, due, budget)?;
        }
        Ok(values)
    }

    /// The value of a state with this number of quiet plies left.
    pub(super) fn value(&self, state: u32, left: u32) -> EndgameValue {
        let mut at = self.last[state as usize];
        while at != NONE {
            let change = self.changes[at as usize];
            if change.layer <= left {
                return change.value;
            }
            at = change.before;
        }
        EndgameValue::DRAW
    }

    /// The value of a move with this number of quiet plies left before it.
    pub(super) fn move_value(&self, to: Target, left: u32) -> EndgameValue {
        match to {
            // The last quiet ply is drawn before the next seat's lack of moves counts.
            Target::Over(MoveEnd { late: true, quiet: true, .. }) if left <= 1 => {
                EndgameValue::DRAW
            }
            Target::Over(MoveEnd { winner, late, .. }) => EndgameValue::end(winner, late),
            Target::Quiet(state) => self.value(state, one_less(left)).a_ply_before(),
            Target::Fight(state) => self.value(state, self.all).a_ply_before(),
        }
    }

    /// Every state is visited once; some are visited again because the counter matters, or because a seat is
    /// eliminated by a quiet ply, which leads to a state that has its layers already.
    fn first_due(&self, graph: &StateGraph, class: &[u32]) -> Due {
        let mut due = Due::new();
        for &state in class {
            let size = graph.size(state);
            for edge in graph.edges(state) {
                match edge.to {
                    // A draw in layer 1 (see `move_value`), a win from layer 2 on.
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

    /// Computes the values of the states of one number of pieces, layer by layer.
    fn settle(
        &mut self,
        graph: &StateGraph,
        predecessors: &Predecessors,
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
                budget.visit()?;
                let value = self.best(graph, state, layer);
                if value != self.value(state, layer) {
                    let before = self.last[state as usize];
                    self.last[state as usize] = self.changes.len() as u32;
                    self.changes.push(Change { layer, value, before });
                    next.extend(predecessors.of(state));
                }
            }
            if !next.is_empty() {
                due.entry(layer + 1).or_default().append(&mut next);
            }
        }
        Ok(())
    }

    /// The value of the best move of a state with this number of quiet plies left.
    fn best(&self, graph: &StateGraph, state: u32, left: u32) -> EndgameValue {
        let values = graph.edges(state).iter().map(|edge| self.move_value(edge.to, left));
        let best = if graph.team(state) == Team::First { values.max() } else { values.min() };
        best.unwrap_or(EndgameValue::DRAW)
    }
}

/// The predecessors of every state by quiet plies, with the same number of pieces.
struct Predecessors {
    /// By state, the start of its predecessors among `states`; one more entry for the end.
    starts: Vec<u32>,
    states: Vec<u32>,
}

impl Predecessors {
    fn new(graph: &StateGraph) -> Self {
        let mut starts = vec![0; graph.len() + 1];
        for (_, to) in quiet_edges(graph) {
            starts[to as usize + 1] += 1;
        }
        for i in 0..graph.len() {
            starts[i + 1] += starts[i];
        }
        let mut states = vec![0; starts[graph.len()] as usize];
        let mut free = starts.clone();
        for (from, to) in quiet_edges(graph) {
            states[free[to as usize] as usize] = from;
            free[to as usize] += 1;
        }
        Self { starts, states }
    }

    fn of(&self, state: u32) -> &[u32] {
        let from = self.starts[state as usize] as usize;
        let to = self.starts[state as usize + 1] as usize;
        &self.states[from..to]
    }
}

/// The quiet moves between states with the same number of pieces, as pairs of states.
fn quiet_edges(graph: &StateGraph) -> impl Iterator<Item = (u32, u32)> {
    (0..graph.len() as u32).flat_map(move |from| {
        graph.edges(from).iter().filter_map(move |edge| match edge.to {
            Target::Quiet(to) if graph.size(to) == graph.size(from) => Some((from, to)),
            _ => None,
        })
    })
}
