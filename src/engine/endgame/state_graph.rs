//! The graph of reachable positions without draw counters, expanded on demand.
//!
//! A state is what the key covers: pieces and stations, turn, seats in the game, shown flags. (Two
//! positions with the same 64-bit key count as the same state.)

use super::node_budget::NodeBudget;
use crate::game::board::Station;
use crate::game::rules::{Kind, Move, NoMove, Outcome, PieceId, Snapshot, Team, World};
use crate::gametree::position::{Node, Position};
use crate::gametree::search::Stopped;
use rustc_hash::FxHashMap;

/// Limit of the number of states: some 250 MB with their moves.
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
        let (snapshots, spans) = (vec![world.snapshot(&pieces)], vec![None]);
        let index = FxHashMap::from_iter([(world.key(), 0)]);
        Self { world, pieces, snapshots, index, edges: vec![], spans }
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
