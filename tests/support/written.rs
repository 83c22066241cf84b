//! Trees with chance written out by hand.

use junqi::gametree::position::{Chance, Evaluate, Node, Side};

/// A tree written out, Max to move at the root and sides in turn.
#[derive(Debug, Clone)]
pub enum Written {
    /// The end, and what it is worth for Max.
    Leaf(f64),
    /// Moves, each with its outcomes and their probabilities.
    Inner(Vec<Vec<(f64, Written)>>),
}

impl Written {
    /// A node of certain moves to leaves.
    pub fn of(leaves: &[f64]) -> Self {
        Self::Inner(leaves.iter().map(|&value| vec![(1.0, Self::Leaf(value))]).collect())
    }
}

/// A node of a written tree: the path to it.
#[derive(Debug, Clone)]
pub struct Place<'a>(pub Vec<&'a Written>);

impl<'a> Place<'a> {
    fn node(&self) -> &'a Written {
        self.0[self.0.len() - 1]
    }

    fn results(&self, m: usize) -> &'a [(f64, Written)] {
        match self.node() {
            Written::Leaf(_) => &[],
            Written::Inner(moves) => &moves[m],
        }
    }
}

impl Node for Place<'_> {
    type Move = usize;
    type Undo = ();
    type Moves = std::ops::Range<usize>;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        if self.0.len() % 2 == 1 { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Self::Moves {
        match self.node() {
            Written::Leaf(_) => 0..0,
            Written::Inner(moves) => 0..moves.len(),
        }
    }

    fn unmake(&mut self, _m: usize, (): ()) {
        self.0.pop();
    }

    fn key(&self) -> u64 {
        std::ptr::from_ref(self.node()).addr() as u64
    }
}

impl Chance for Place<'_> {
    type Outcome = usize;
    type Outcomes = std::vec::IntoIter<(usize, f64)>;

    fn outcomes(&self, m: usize) -> Self::Outcomes {
        let all: Vec<_> = self.results(m).iter().enumerate().map(|(o, (p, _))| (o, *p)).collect();
        all.into_iter()
    }

    fn make_outcome(&mut self, m: usize, outcome: usize) {
        self.0.push(&self.results(m)[outcome].1);
    }
}

/// The value of a leaf; keeps what it was asked for, as Max sees it.
#[derive(Debug, Clone, Default)]
pub struct Read(pub Vec<f64>);

impl Evaluate<Place<'_>> for Read {
    type Value = f64;

    fn evaluate(&mut self, place: &Place<'_>) -> f64 {
        let Written::Leaf(value) = place.node() else { panic!("an inner node is no leaf") };
        self.0.push(*value);
        if place.side() == Side::Max { *value } else { -value }
    }
}
