//! Quiescence: beyond the horizon only unquiet moves count, until the position is quiet.
//!
//! Source: Shannon, "Programming a computer for playing chess", Philosophical Magazine 41 (1950);
//! Harris, "The heuristic search and the game of chess", IJCAI 1975. That a side under a deadly
//! threat may not stand still, in the first plies beyond the horizon, is *our reading* of what
//! programs do for checks.
//! Laws tested: with no ply of it, the search it extends; every search over it has the value of
//! minimax over it; it sees a trade that the plain horizon cuts in two.
//! Memory: one frame a ply.

use super::{Deepen, Horizon, Shrinking, Shrinks, Trail};
use crate::gametree::position::{Node, Noisy, Uncertain};
use crate::gametree::score::Value;

/// Plies beyond the horizon in which a threat is answered with every move.
const ANSWERS: u32 = 1;

/// A horizon, and a number of plies beyond it in which the side to move either leaves things as
/// they are or makes an unquiet move. It needs an order that lists moves by
/// [`Horizon::list`]: all that sort do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quiet<H> {
    /// Where the ordinary search ends.
    pub ends: H,
    /// Plies beyond it at most.
    pub plies: u32,
}

/// How far a path is in the ordinary search and beyond it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beyond<T> {
    path: T,
    plies: u32,
}

impl<H> Quiet<H> {
    /// Whether a path is beyond the ordinary search, so that unquiet moves are all that counts.
    fn is_beyond<P: Noisy, V>(&self, position: &P, path: Beyond<H::Path>) -> bool
    where
        H: Horizon<P, V>,
    {
        self.ends.is_over(path.path) && !(path.plies < ANSWERS && position.is_pressed())
    }
}

impl<P: Noisy, V, H: Horizon<P, V>> Horizon<P, V> for Quiet<H> {
    type Path = Beyond<H::Path>;

    fn root(&self) -> Self::Path {
        Beyond { path: self.ends.root(), plies: 0 }
    }
    #[inline]
    fn step(&self, position: &P, m: P::Move, path: Self::Path) -> Self::Path {
        if self.ends.is_over(path.path) {
            Beyond { plies: path.plies + 1, ..path }
        } else {
            Beyond { path: self.ends.step(position, m, path.path), plies: 0 }
        }
    }
    #[inline]
    fn is_over(&self, path: Self::Path) -> bool {
        path.plies == self.plies && self.ends.is_over(path.path)
    }
    #[inline]
    fn ply(&self, path: Self::Path) -> u32 {
        self.ends.ply(path.path) + path.plies
    }
    #[inline]
    fn left(&self, path: Self::Path) -> u32 {
        if self.ends.is_over(path.path) { 0 } else { self.ends.left(path.path) }
    }
    #[inline]
    fn cut(&self, path: Self::Path) -> Self::Path {
        Beyond { path: self.ends.cut(path.path), ..path }
    }
    fn worth(&self, payoff: V, path: Self::Path) -> V {
        self.ends.worth(payoff, path.path)
    }
    #[inline]
    fn may_stand_pat(&self, position: &P, path: Self::Path) -> bool {
        self.is_beyond::<P, V>(position, path)
    }
    fn list(&self, position: &P, path: Self::Path) -> Vec<P::Move> {
        if self.is_beyond::<P, V>(position, path) {
            position.noisy_moves().collect()
        } else {
            Node::moves(position).collect()
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
