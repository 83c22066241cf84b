//! The tree below a position, with one node for every path, as in the thesis.
//!
//! Two paths may lead to the same position. A table would recognise it, and the counts of searches with
//! and without a table could not be compared. Here the key of a node therefore identifies its path. The
//! gain from transpositions is measured on the position itself.

use junqi_core::base::random::derive;
use junqi_core::engine::eval::{CorrectedBelief, Evaluation};
use junqi_core::game::belief::FightOutcome;
use junqi_core::game::rules::{CombatResult, Move, Moves};
use junqi_core::gametree::position::{
    Bits, Chance, Evaluate, Indexed, Node, Position, Side, Uncertain,
};
use junqi_core::gametree::score::Score;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, PoisonError};

/// What takes back a move of the position.
type BeliefUndo = <CorrectedBelief as Node>::Undo;

/// The key of the root.
const ROOT: u64 = 0;

/// The key of a path extended by a move.
fn key_after(key: u64, m: Move) -> u64 {
    derive(key, &[m.index() as u64])
}

/// A position whose key identifies the path from the root.
#[derive(Debug, Clone)]
pub struct Unfolded {
    position: CorrectedBelief,
    key: u64,
}

/// What takes back a move.
#[derive(Debug, Clone, Copy)]
pub struct UnfoldedUndo {
    undo: BeliefUndo,
    key: u64,
}

impl Unfolded {
    /// The tree below a position.
    pub fn new(position: CorrectedBelief) -> Self {
        Self { position, key: ROOT }
    }

    fn after(&mut self, undo: BeliefUndo, key: u64) -> UnfoldedUndo {
        UnfoldedUndo { undo, key: std::mem::replace(&mut self.key, key) }
    }
}

impl Node for Unfolded {
    type Move = Move;
    type Undo = UnfoldedUndo;
    type Moves = Moves;
    const ALTERNATES: bool = CorrectedBelief::ALTERNATES;

    fn side(&self) -> Side {
        self.position.side()
    }

    fn moves(&self) -> Moves {
        self.position.moves()
    }

    fn unmake(&mut self, m: Move, undo: UnfoldedUndo) {
        self.position.unmake(m, undo.undo);
        self.key = undo.key;
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Position for Unfolded {
    fn make(&mut self, m: Move) -> UnfoldedUndo {
        let undo = self.position.make(m);
        self.after(undo, key_after(self.key, m))
    }
}

impl Chance for Unfolded {
    type Outcome = FightOutcome;
    type Outcomes = <CorrectedBelief as Chance>::Outcomes;

    fn outcomes(&self, m: Move) -> Self::Outcomes {
        self.position.outcomes(m)
    }

    fn make_outcome(&mut self, m: Move, outcome: FightOutcome) -> UnfoldedUndo {
        let undo = self.position.make_outcome(m, outcome);
        self.after(undo, derive(key_after(self.key, m), &[number(outcome)]))
    }
}

/// A number for each outcome.
fn number(outcome: FightOutcome) -> u64 {
    let of = |result| match result {
        CombatResult::Win => 0,
        CombatResult::Lose => 1,
        CombatResult::Both => 2,
    };
    match outcome {
        FightOutcome::Quiet => 0,
        FightOutcome::Fight(result) => 1 + of(result),
        FightOutcome::Capture(result) => 4 + of(result),
    }
}

impl Indexed for Unfolded {
    fn index(&self, m: Move) -> usize {
        self.position.index(m)
    }
}

impl Uncertain for Unfolded {
    fn entropy(&self, m: Move) -> Bits {
        self.position.entropy(m)
    }
}

impl Evaluate<Unfolded> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, node: &Unfolded) -> Score {
        Evaluate::<CorrectedBelief>::evaluate(self, &node.position)
    }
}

/// A position that is moved along paths.
#[derive(Debug)]
struct Walker {
    position: CorrectedBelief,
    made: Vec<(Move, BeliefUndo)>,
}

impl Walker {
    /// The position at the end of a path.
    fn at(&mut self, path: &[Move]) -> &CorrectedBelief {
        // The moves that the path shares with the one before stay made.
        let same = self.made.iter().zip(path).take_while(|((made, _), m)| made == *m).count();
        for (m, undo) in self.made.drain(same..).rev() {
            self.position.unmake(m, undo);
        }
        for &m in &path[same..] {
            let undo = self.position.make(m);
            self.made.push((m, undo));
        }
        &self.position
    }
}

/// A node that stores only the path to it, so that a best-first search can hold many. All nodes of a
/// tree share one position, which is moved along the path from the node used before.
#[derive(Debug, Clone)]
pub struct PathNode {
    walker: Arc<Mutex<Walker>>,
    moves: SmallVec<[Move; 6]>,
}

impl PathNode {
    /// The root of the tree below a position.
    pub fn new(position: CorrectedBelief) -> Self {
        let walker = Walker { position, made: vec![] };
        Self { walker: Arc::new(Mutex::new(walker)), moves: SmallVec::new() }
    }

    /// The number of nodes of the tree in memory, including this one.
    pub fn held(&self) -> usize {
        Arc::strong_count(&self.walker)
    }

    /// A property of its position.
    fn read<T>(&self, property: impl FnOnce(&CorrectedBelief) -> T) -> T {
        let mut walker = self.walker.lock().unwrap_or_else(PoisonError::into_inner);
        property(walker.at(&self.moves))
    }
}

impl Node for PathNode {
    type Move = Move;
    type Undo = ();
    type Moves = Moves;
    const ALTERNATES: bool = CorrectedBelief::ALTERNATES;

    fn side(&self) -> Side {
        self.read(Node::side)
    }

    fn moves(&self) -> Moves {
        self.read(Node::moves)
    }

    fn unmake(&mut self, _m: Move, (): ()) {
        self.moves.pop();
    }

    fn key(&self) -> u64 {
        self.moves.iter().fold(ROOT, |key, &m| key_after(key, m))
    }
}

impl Position for PathNode {
    fn make(&mut self, m: Move) {
        self.moves.push(m);
    }
}

impl Evaluate<PathNode> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, node: &PathNode) -> Score {
        node.read(|position| Evaluate::<CorrectedBelief>::evaluate(self, position))
    }
}
