//! Nodes of best-first searches in memory: a pool for those of SSS*, a vector that reuses free places,
//! and how many bytes nodes are.

use crate::gametree::position::Node;
use std::ops::{Index, IndexMut};

/// Structural bytes of records of type `R` that hold one position each.
pub(super) fn bytes_of<P: Node, R>(records: usize) -> usize {
    records * (size_of::<R>() - size_of::<P>() + P::BYTES)
}

/// Values under indices that stay valid until the value is removed.
pub(super) struct Pool<T> {
    places: Vec<Option<T>>,
    free: Vec<usize>,
}

const HELD: &str = "an index is used between insert and remove only";

impl<T> Pool<T> {
    pub(super) fn new() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }

    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// Stores a value; returns its index.
    pub(super) fn insert(&mut self, value: T) -> usize {
        if let Some(index) = self.free.pop() {
            self.places[index] = Some(value);
            return index;
        }
        self.places.push(Some(value));
        self.places.len() - 1
    }

    pub(super) fn remove(&mut self, index: usize) -> T {
        let value = self.places[index].take().expect(HELD);
        self.free.push(index);
        value
    }
}

impl<T> Index<usize> for Pool<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        self.places[index].as_ref().expect(HELD)
    }
}

impl<T> IndexMut<usize> for Pool<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        self.places[index].as_mut().expect(HELD)
    }
}
