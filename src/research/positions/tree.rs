//! The tree below a position, every way to a node a node of its own, as in the thesis.
//!
//! Two ways may lead to the same position. A search with a table would know it again, and its counts
//! could not be held against those of a search without one; so here the key of a node names the way
//! that leads to it. What tables gain from transpositions is measured on the position itself.

use crate::base::random::derive;
use crate::engine::eval::{Evaluation, Outlook};
use crate::game::belief::Fate;
use crate::game::rules::{Clash, Move, Moves};
use crate::gametree::position::{Bits, Chance, Evaluate, Node, Position, Side, Uncertain};
use crate::gametree::score::Score;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, PoisonError};

/// What takes back a move of the position.
type OutlookUndo = <Outlook as Node>::Undo;

/// The key of the root.
const ROOT: u64 = 0;

/// The key of a way with one move more.
fn key_after(key: u64, m: Move) -> u64 {
    derive(key, &[m.index() as u64])
}

/// An outlook whose key names the way from the root.
#[derive(Debug, Clone)]
pub struct Unfolded {
    outlook: Outlook,
    key: u64,
}

/// What takes back a move.
#[derive(Debug, Clone, Copy)]
pub struct UnfoldedUndo {
    undo: OutlookUndo,
    key: u64,
}

impl Unfolded {
    /// The tree below a position.
    pub fn new(outlook: Outlook) -> Self {
        Self { outlook, key: ROOT }
    }

    fn after(&mut self, undo: OutlookUndo, key: u64) -> UnfoldedUndo {
        UnfoldedUndo { undo, key: std::mem::replace(&mut self.key, key) }
    }
}

impl Node for Unfolded {
    type Move = Move;
    type Undo = UnfoldedUndo;
    type Moves = Moves;
    const ALTERNATES: bool = Outlook::ALTERNATES;

    fn side(&self) -> Side {
        self.outlook.side()
    }

    fn moves(&self) -> Moves {
        self.outlook.moves()
    }

    fn unmake(&mut self, m: Move, undo: UnfoldedUndo) {
        self.outlook.unmake(m, undo.undo);
        self.key = undo.key;
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Position for Unfolded {
    fn make(&mut self, m: Move) -> UnfoldedUndo {
        let undo = self.outlook.make(m);
        self.after(undo, key_after(self.key, m))
    }
}

impl Chance for Unfolded {
    type Outcome = Fate;
    type Outcomes = <Outlook as Chance>::Outcomes;

    fn outcomes(&self, m: Move) -> Self::Outcomes {
        self.outlook.outcomes(m)
    }

    fn make_outcome(&mut self, m: Move, fate: Fate) -> UnfoldedUndo {
        let undo = self.outlook.make_outcome(m, fate);
        self.after(undo, derive(key_after(self.key, m), &[number(fate)]))
    }
}

/// A number for each fate.
fn number(fate: Fate) -> u64 {
    let clash = |clash| match clash {
        Clash::Win => 0,
        Clash::Lose => 1,
        Clash::Both => 2,
    };
    match fate {
        Fate::Quiet => 0,
        Fate::Fight(end) => 1 + clash(end),
        Fate::Capture(end) => 4 + clash(end),
    }
}

impl Uncertain for Unfolded {
    fn entropy(&self, m: Move) -> Bits {
        self.outlook.entropy(m)
    }
}

impl Evaluate<Unfolded> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, node: &Unfolded) -> Score {
        Evaluate::<Outlook>::evaluate(self, &node.outlook)
    }
}

/// A position that is walked to the ends of ways.
#[derive(Debug)]
struct Walker {
    outlook: Outlook,
    made: Vec<(Move, OutlookUndo)>,
}

impl Walker {
    /// The position at the end of a way.
    fn at(&mut self, way: &[Move]) -> &Outlook {
        let same = self.made.iter().zip(way).take_while(|((made, _), m)| made == *m).count();
        for (m, undo) in self.made.drain(same..).rev() {
            self.outlook.unmake(m, undo);
        }
        for &m in &way[same..] {
            let undo = self.outlook.make(m);
            self.made.push((m, undo));
        }
        &self.outlook
    }
}

/// A node that holds no position, only the way to it: what a best-first search can hold many of.
/// All nodes of a tree walk one position, and a node costs as many moves as it lies away from the
/// one asked before.
#[derive(Debug, Clone)]
pub struct Way {
    walker: Arc<Mutex<Walker>>,
    moves: SmallVec<[Move; 6]>,
}

impl Way {
    /// The root of the tree below a position.
    pub fn new(outlook: Outlook) -> Self {
        let walker = Walker { outlook, made: vec![] };
        Self { walker: Arc::new(Mutex::new(walker)), moves: SmallVec::new() }
    }

    /// How many nodes of the tree are held, this one among them.
    pub fn held(&self) -> usize {
        Arc::strong_count(&self.walker)
    }

    fn ask<T>(&self, question: impl FnOnce(&Outlook) -> T) -> T {
        let mut walker = self.walker.lock().unwrap_or_else(PoisonError::into_inner);
        question(walker.at(&self.moves))
    }
}

impl Node for Way {
    type Move = Move;
    type Undo = ();
    type Moves = Moves;
    const ALTERNATES: bool = Outlook::ALTERNATES;

    fn side(&self) -> Side {
        self.ask(Node::side)
    }

    fn moves(&self) -> Moves {
        self.ask(Node::moves)
    }

    fn unmake(&mut self, _m: Move, (): ()) {
        self.moves.pop();
    }

    fn key(&self) -> u64 {
        self.moves.iter().fold(ROOT, |key, &m| key_after(key, m))
    }
}

impl Position for Way {
    fn make(&mut self, m: Move) {
        self.moves.push(m);
    }
}

impl Evaluate<Way> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, node: &Way) -> Score {
        node.ask(|outlook| Evaluate::<Outlook>::evaluate(self, outlook))
    }
}
