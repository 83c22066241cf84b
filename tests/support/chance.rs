//! Trees with chance for the tests of the searches.

use junqi::base::random::derive;
use junqi::gametree::position::{Chance, Evaluate, Node, Position, Side};

/// How a [`Lots`] tree looks; parts are of 8.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Where all randomness comes from.
    pub seed: u64,
    /// Every node has from 1 (or exactly, if `full`) so many moves.
    pub moves: u64,
    /// Every move by chance has from 2 (or exactly, if `full`) so many outcomes.
    pub outcomes: u64,
    /// Whether widths do not vary and outcomes are equally likely.
    pub full: bool,
    /// Of 8 moves, how many chance has a say in.
    pub chance: u64,
    /// Chance has a say only in moves from nodes whose ply this divides.
    pub every: u32,
    /// Of 8 outcomes, after how many the same side moves on.
    pub again: u64,
    /// Of 8 nodes, how many have no moves; never the root.
    pub ends: u64,
    /// How many values evaluations may have, evenly from -1 to 1; 0 for any.
    pub values: u64,
    /// How much a move tells of what follows: 0 evaluations are independent; otherwise they are
    /// sums along the path, the moves of a node ordered from good to bad by so much.
    pub order: f64,
}

impl Form {
    /// Trees of uneven widths in which everything comes up.
    pub fn uneven(seed: u64) -> Self {
        let values = [0, 0, 2, 3, 5, 9][seed as usize % 6];
        let chance = [4, 8, 2][seed as usize % 3];
        let again = [0, 2, 1, 5][seed as usize % 4];
        let order = if seed.is_multiple_of(5) { 0.5 } else { 0.0 };
        let full = false;
        Self { seed, moves: 5, outcomes: 4, full, chance, every: 1, again, ends: 1, values, order }
    }

    /// Trees in which sides take turns, and every move, or every second one, is by chance: `b`
    /// moves, `b` outcomes.
    pub fn regular(seed: u64, b: u64, every: u32, order: f64) -> Self {
        let (moves, outcomes, full, chance) = (b, b, true, 8);
        Self { seed, moves, outcomes, full, chance, every, again: 0, ends: 0, values: 0, order }
    }

    /// The root of the tree.
    pub fn root(self) -> Lots {
        let side = if self.seed.is_multiple_of(2) { Side::Max } else { Side::Min };
        Lots { form: self, key: derive(self.seed, &[0]), sum: 0.0, side, ply: 0 }
    }
}

/// A node of a tree with chance that is a function of a seed.
#[derive(Debug, Clone, PartialEq)]
pub struct Lots {
    form: Form,
    key: u64,
    /// For Max.
    sum: f64,
    side: Side,
    ply: u32,
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.seed == other.seed
    }
}

impl Lots {
    /// A number below `range` that belongs to the node, and to some purpose.
    fn draw(&self, purpose: &[u64], range: u64) -> u64 {
        derive(self.key, purpose) % range
    }

    /// From 0 to 1.
    fn part(&self, purpose: &[u64]) -> f64 {
        self.draw(purpose, 1 << 20) as f64 / f64::from(1 << 20)
    }

    /// The evaluation as Max sees it, from -1 to 1.
    pub fn value(&self) -> f64 {
        let value =
            if self.form.order > 0.0 { self.sum.tanh() } else { 2.0 * self.part(&[1]) - 1.0 };
        match self.form.values {
            0 => value,
            n => {
                let last = n as f64 - 1.0;
                let step = ((value + 1.0) * n as f64 / 2.0).floor().min(last);
                2.0 * step / last - 1.0
            }
        }
    }

    fn sign(&self) -> f64 {
        if self.side == Side::Max { 1.0 } else { -1.0 }
    }
}

impl Node for Lots {
    type Move = u64;
    type Undo = (u64, f64, Side);
    type Moves = std::ops::Range<u64>;
    const ALTERNATES: bool = false;

    fn side(&self) -> Side {
        self.side
    }

    fn moves(&self) -> Self::Moves {
        let Form { moves, full, ends, .. } = self.form;
        let over = self.ply > 0 && self.draw(&[2], 8) < ends;
        0..if over {
            0
        } else if full {
            moves
        } else {
            1 + self.draw(&[3], moves)
        }
    }

    fn unmake(&mut self, _m: u64, (key, sum, side): Self::Undo) {
        (self.key, self.sum, self.side) = (key, sum, side);
        self.ply -= 1;
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Chance for Lots {
    type Outcome = u64;
    type Outcomes = std::vec::IntoIter<(u64, f64)>;

    fn outcomes(&self, m: u64) -> Self::Outcomes {
        let Form { outcomes, full, chance, every, .. } = self.form;
        if !self.ply.is_multiple_of(every) || self.draw(&[4, m], 8) >= chance {
            return vec![(0, 1.0)].into_iter();
        }
        let count = if full { outcomes } else { 2 + self.draw(&[5, m], outcomes - 1) };
        // Now and then one that hardly ever happens, and one that never does.
        let weight = |o| match self.draw(&[6, m, o], 16) {
            _ if full => 1.0,
            0 => 1e-9,
            1 if o > 1 => 0.0,
            n => n as f64,
        };
        let total: f64 = (0..count).map(weight).sum();
        (0..count).map(|o| (o, weight(o) / total)).collect::<Vec<_>>().into_iter()
    }

    fn make_outcome(&mut self, m: u64, outcome: u64) -> Self::Undo {
        let undo = (self.key, self.sum, self.side);
        let place = (m as f64 + 0.5) / self.form.moves as f64;
        let gain = self.form.order * (1.0 - 2.0 * place) * self.sign();
        let again = self.draw(&[7, m, outcome], 8) < self.form.again;
        self.key = derive(self.key, &[8, m, outcome]);
        self.sum += gain + 0.8 * self.part(&[9]) - 0.4;
        if !again {
            self.side = if self.side == Side::Max { Side::Min } else { Side::Max };
        }
        self.ply += 1;
        undo
    }
}

/// Every move has its first outcome.
impl Position for Lots {
    fn make(&mut self, m: u64) -> Self::Undo {
        self.make_outcome(m, 0)
    }
}

/// The value of a node.
#[derive(Debug, Clone, Copy, Default)]
pub struct Worth;

impl Evaluate<Lots> for Worth {
    type Value = f64;

    fn evaluate(&mut self, node: &Lots) -> f64 {
        node.value() * node.sign()
    }
}

/// The value by a recursion of the test's own, as Max sees it, and the nodes and leaves there are.
pub fn expectiminimax(node: &Lots, depth: u32) -> (f64, u64, u64) {
    let (values, nodes, leaves) = children(node, depth);
    let best = match node.side() {
        _ if values.is_empty() => return (node.value(), 1, 1),
        Side::Max => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Side::Min => values.into_iter().fold(f64::INFINITY, f64::min),
    };
    (best, nodes + 1, leaves)
}

/// The values of the moves as Max sees them by that recursion, and the nodes and leaves below.
pub fn children(node: &Lots, depth: u32) -> (Vec<f64>, u64, u64) {
    let (mut values, mut nodes, mut leaves) = (vec![], 0, 0);
    let moves = if depth == 0 { 0..0 } else { node.moves() };
    for m in moves {
        let mut mean = 0.0;
        for (outcome, probability) in node.outcomes(m).filter(|o| o.1 > 0.0) {
            let mut child = node.clone();
            child.make_outcome(m, outcome);
            let below = expectiminimax(&child, depth - 1);
            mean += probability * below.0;
            nodes += below.1;
            leaves += below.2;
        }
        values.push(mean);
    }
    (values, nodes, leaves)
}
