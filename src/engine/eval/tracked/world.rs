//! An open world with sums of its evaluation, updated move by move.

use crate::engine::delegate::delegate;
use crate::engine::eval::evaluation::limited;
use crate::game::rules::{Move, Undo, World};
use crate::gametree::position::{Indexed, Node, Noisy, Position};
use std::fmt::Debug;
use std::sync::Arc;

/// An evaluation of open worlds that keeps sums from move to move.
pub trait Tracker: Debug {
    /// The sums of a world.
    type Sums: Debug + Copy;

    /// Computes the sums of a world from scratch.
    fn sums(&self, world: &World) -> Self::Sums;
    /// Updates the sums after the world has made a move.
    fn update(&self, sums: &mut Self::Sums, world: &World, m: Move, undo: &Undo);
    /// The part of the value for the first team that is quick to compute or that single moves change much,
    /// in centi-pieces.
    fn quick(&self, sums: &Self::Sums, world: &World) -> i64;
    /// The rest of the value, in centi-pieces.
    fn rest(&self, sums: &Self::Sums, world: &World) -> i64;
    /// What a move to an empty station adds to the quick part, in centi-pieces, unless it may be much.
    fn quiet_gain(&self, world: &World, m: Move) -> Option<i64>;
    /// Whether a move to an empty station may threaten a flag, or guard one that enemies come near to.
    fn may_threaten(&self, world: &World, m: Move) -> bool;
}

/// A [`World`] with the sums of a [`Tracker`], as a position of a search.
#[derive(Debug)]
pub struct Tracked<T: Tracker> {
    world: World,
    tracker: Arc<T>,
    /// The sums now, last, after those before each move, so that nothing is copied to unmake a move.
    sums: Vec<T::Sums>,
}

impl<T: Tracker> Clone for Tracked<T> {
    fn clone(&self) -> Self {
        let (world, tracker) = (self.world.clone(), self.tracker.clone());
        Self { world, tracker, sums: self.sums.clone() }
    }
}

impl<T: Tracker> Tracked<T> {
    /// Computes the sums of a world from scratch. The tracker must suit the world.
    pub(in crate::engine::eval) fn with(world: World, tracker: Arc<T>) -> Self {
        Self { sums: vec![tracker.sums(&world)], world, tracker }
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The sums.
    #[inline]
    pub fn sums(&self) -> &T::Sums {
        &self.sums[self.sums.len() - 1]
    }

    /// Value of the world for the first team while the game goes on, in centi-pieces.
    #[inline]
    pub fn first_team_value(&self) -> i64 {
        limited(self.quick() + self.rest())
    }

    /// The quick part of the value for the first team, in centi-pieces.
    #[inline]
    pub(super) fn quick(&self) -> i64 {
        self.tracker.quick(self.sums(), &self.world)
    }

    /// The rest of the value for the first team, in centi-pieces.
    #[inline]
    pub(super) fn rest(&self) -> i64 {
        self.tracker.rest(self.sums(), &self.world)
    }

    /// What a move to an empty station adds to the quick part of the value for the first team, in
    /// centi-pieces, unless it may be much.
    #[inline]
    pub(super) fn quiet_gain(&self, m: Move) -> Option<i64> {
        self.tracker.quiet_gain(&self.world, m)
    }

    /// Whether a move to an empty station may threaten a flag, or guard one that enemies come near to.
    #[inline]
    pub(super) fn may_threaten(&self, m: Move) -> bool {
        self.tracker.may_threaten(&self.world, m)
    }
}

impl<T: Tracker> AsRef<World> for Tracked<T> {
    fn as_ref(&self) -> &World {
        &self.world
    }
}

impl<T: Tracker> Node for Tracked<T> {
    type Undo = Undo;
    delegate!(Node for world: World);

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.world.unmake(m, undo);
        self.sums.pop();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.world.key()
    }
}

impl<T: Tracker> Position for Tracked<T> {
    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let undo = self.world.make(m);
        let last = self.sums.len() - 1;
        self.sums.extend_from_within(last..);
        self.tracker.update(&mut self.sums[last + 1], &self.world, m, &undo);
        undo
    }
}

impl<T: Tracker> Noisy for Tracked<T> {
    delegate!(Noisy for world: World);
}

impl<T: Tracker> Indexed for Tracked<T> {
    delegate!(Indexed);
}
