//! Quiescence search: beyond the horizon only noisy moves are searched, until the position is quiet.
//!
//! Source: Shannon, "Programming a computer for playing chess", Philosophical Magazine 41 (1950);
//! Harris, "The heuristic search and the game of chess", IJCAI 1975. A side that must respond to a
//! threat of elimination may not stand pat in the first ply beyond the horizon: *our reading* of
//! what chess programs do for checks. So is the extension, which counts a ply as none where the side to move
//! must respond; in chess: Slate & Atkin, "CHESS 4.5" (1977).
//! Laws tested: with 0 plies of it and no extension, the search it extends; every search over it has the value of
//! minimax over it; it sees a trade that the plain horizon cuts in two.
//! Memory: one frame per ply.

use super::{Deepen, Horizon, Shrinking, Shrinks, Trail};
use crate::gametree::position::{Noisy, Uncertain};
use crate::gametree::score::Value;

/// Number of plies beyond the horizon in which a side that must respond searches all its moves.
const ANSWERS: u32 = 1;

/// A horizon with quiescence search beyond it: there the side to move stands pat or makes a noisy
/// move. It needs a move order that lists moves by [`Horizon::list`], as all sorting orders do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quiet<H> {
    /// Horizon of the main search.
    pub ends: H,
    /// Maximum depth of quiescence search, in plies.
    pub plies: u32,
    /// Maximum number of plies of a path that do not count because the side to move must respond.
    pub extensions: u32,
}

/// A path of the main search, the number of plies beyond its horizon, of plies before it that do not count, and
/// of plies that it was reduced by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beyond<T> {
    path: T,
    plies: u32,
    extended: u32,
    reduced: u32,
}

impl<H> Quiet<H> {
    /// Quiescence search of at most so many plies beyond a horizon, without extensions.
    pub fn new(ends: H, plies: u32) -> Self {
        Self { ends, plies, extensions: 0 }
    }

    /// Whether a node is searched by quiescence search, with noisy moves only.
    fn is_beyond<P: Noisy, V>(&self, position: &P, path: Beyond<H::Path>) -> bool
    where
        H: Horizon<P, V>,
    {
        self.ends.is_over(path.path) && !(path.plies < ANSWERS && position.must_respond())
    }
}

impl<P: Noisy, V, H: Horizon<P, V>> Horizon<P, V> for Quiet<H> {
    type Path = Beyond<H::Path>;

    fn root(&self) -> Self::Path {
        Beyond { path: self.ends.root(), plies: 0, extended: 0, reduced: 0 }
    }
    #[inline]
    fn step(&self, position: &P, m: P::Move, path: Self::Path) -> Self::Path {
        if self.ends.is_over(path.path) {
            Beyond { plies: path.plies + 1, ..path }
        } else if path.extended < self.extensions && position.must_respond() {
            Beyond { extended: path.extended + 1, ..path }
        } else {
            Beyond { path: self.ends.step(position, m, path.path), ..path }
        }
    }
    #[inline]
    fn reduced(&self, path: Self::Path) -> Self::Path {
        Beyond { path: self.ends.reduced(path.path), reduced: path.reduced + 1, ..path }
    }
    #[inline]
    fn is_over(&self, path: Self::Path) -> bool {
        path.plies == self.plies && self.ends.is_over(path.path)
    }
    #[inline]
    fn ply(&self, path: Self::Path) -> u32 {
        self.ends.ply(path.path) + path.extended + path.plies - path.reduced
    }
    #[inline]
    fn left(&self, path: Self::Path) -> u32 {
        if self.ends.is_over(path.path) { 0 } else { self.ends.left(path.path) }
    }
    fn leaf_value(&self, payoff: V, path: Self::Path) -> V {
        self.ends.leaf_value(payoff, path.path)
    }
    #[inline]
    fn may_stand_pat(&self, position: &P, path: Self::Path) -> bool {
        self.is_beyond::<P, V>(position, path)
    }
    fn list(&self, position: &P, path: Self::Path, list: &mut Vec<P::Move>) {
        if self.is_beyond::<P, V>(position, path) {
            list.extend(position.noisy_moves());
        } else {
            self.ends.list(position, path.path, list);
        }
    }
}

impl<P: Noisy + Uncertain, V: Value> Shrinks<P, V> for Quiet<Shrinking> {
    fn shrinking(&self) -> &Shrinking {
        &self.ends
    }
    fn trail(path: Beyond<Trail>) -> Trail {
        path.path
    }
}

impl<H: Deepen> Deepen for Quiet<H> {
    fn deepen(&mut self, plies: u32) {
        self.ends.deepen(plies);
    }
}
