//! The weighted features of open worlds with sums updated move by move.
//!
//! The features that are sums over pieces, material and place, come from sums kept from move to move,
//! the others from the terms of the evaluation. The value is that of [`Evaluation`], up to rounding.

use super::world::{Tracked, Tracker};
use crate::engine::eval::Evaluation;
use crate::engine::eval::board_map::{ArmRelation, BoardMap, within_two_steps};
use crate::engine::eval::evaluation::WeightedSum;
use crate::engine::eval::piece_beliefs::{ClassProbabilities, PieceBeliefs};
use crate::engine::eval::terms::{
    EvalFeatures, FeatureSink, TermInputs, cooperation, flag, material, mobility, place,
};
use crate::game::board::{CAPACITY, Net, Seat, SeatSet, Station, StationSet};
use crate::game::rules::{Kind, Move, PieceId, Undo, World};
use std::sync::Arc;

/// Units of the sums in a centi-piece.
const UNIT: f32 = 1024.0;

/// The weights of an evaluation, prepared for updates move by move; shared by all worlds of a search.
#[derive(Debug)]
pub struct FeatureTables {
    weights: EvalFeatures,
    map: Arc<BoardMap>,
    /// Weight of the place by relation to the arm, kind and station.
    places: Vec<[[i32; CAPACITY]; 12]>,
}

/// Evaluates a world by weighted features.
#[derive(Debug)]
pub struct FeatureTracker {
    tables: Arc<FeatureTables>,
    /// The bombs of the world, whose kinds do not change during a search.
    bombs: Vec<PieceId>,
    /// By seat, the stations within two steps of its flag.
    near_flags: [StationSet; 4],
}

/// Sums of a world over its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureSums {
    /// Weights of the places of the first team minus those of the second.
    places: i32,
    /// Pieces on the board by team and kind.
    counts: [[i8; 12]; 2],
    alive: SeatSet,
}

impl Tracked<FeatureTracker> {
    /// A world evaluated by weighted features; computes the sums from scratch.
    pub fn by_features(world: World, tables: Arc<FeatureTables>) -> Self {
        let tracker = FeatureTracker::new(&world, tables);
        Self::with(world, tracker.into())
    }
}

impl FeatureTables {
    /// The tables of an evaluation on a board.
    pub fn new(evaluation: &Evaluation, net: &Net) -> Self {
        let (weights, map) = (*evaluation.weights(), evaluation.map().clone());
        let mut places = vec![[[0; CAPACITY]; 12]; ArmRelation::ALL.len()];
        for at in net.open() {
            let rail = net.rails().contains(at);
            for relation in ArmRelation::ALL {
                let place = (map.region(relation, at), rail);
                for kind in Kind::ALL {
                    let weight = place::weight(&weights, ClassProbabilities::known(kind), place);
                    places[relation as usize][kind.index()][at.index()] =
                        (weight * UNIT).round() as i32;
                }
            }
        }
        Self { weights, map, places }
    }

    /// The weight of the place of a piece, positive for the first team.
    #[inline]
    fn place(&self, world: &World, piece: PieceId, at: Station) -> i32 {
        let seat = piece.seat();
        let relation = self.map.relation(world, seat, at) as usize;
        let weight = self.places[relation][world.kind(piece).index()][at.index()];
        if world.rules().team(seat).index() == 0 { weight } else { -weight }
    }
}

impl FeatureTracker {
    /// The evaluation of a world and of those that moves lead to.
    pub(in crate::engine::eval) fn new(world: &World, tables: Arc<FeatureTables>) -> Self {
        let of_kind = |kind| world.pieces().filter(move |&(piece, _)| world.kind(piece) == kind);
        let bombs = of_kind(Kind::Bomb).map(|(piece, _)| piece).collect();
        let mut near_flags = [StationSet::EMPTY; 4];
        for (flag, at) in of_kind(Kind::Flag) {
            near_flags[flag.seat().index()] = within_two_steps(world.net(), at);
        }
        Self { tables, bombs, near_flags }
    }

    /// Adds the strong officers beside bombs, as the term of cooperation counts them.
    #[inline]
    fn add_bombs_beside_strong(&self, inputs: &TermInputs<'_, World>, sink: &mut impl FeatureSink) {
        let world = inputs.world;
        let mut beside = [StationSet::EMPTY; 4];
        for &bomb in &self.bombs {
            let seat = bomb.seat();
            let at = world.station_of(bomb).filter(|&at| world.mobile(seat).contains(at));
            if let Some(at) = at {
                let near = world.net().neighbours(at) & world.mobile(seat);
                beside[seat.index()] = beside[seat.index()] | near;
            }
        }
        let strong =
            |&at: &Station| world.piece_at(at).is_some_and(|p| world.classes(p).class[0] > 0.0);
        for seat in Seat::ALL {
            let count = beside[seat.index()].iter().filter(strong).count();
            let feature = cooperation::FIRST + cooperation::BOMB_BESIDE_STRONG;
            sink.add(feature, inputs.sign(seat) * count as f32);
        }
    }
}

impl Tracker for FeatureTracker {
    type Sums = FeatureSums;

    fn sums(&self, world: &World) -> FeatureSums {
        let mut sums = FeatureSums { places: 0, counts: [[0; 12]; 2], alive: world.alive() };
        for (piece, at) in world.pieces() {
            sums.places += self.tables.place(world, piece, at);
            let team = world.rules().team(piece.seat());
            sums.counts[team.index()][world.kind(piece).index()] += 1;
        }
        sums
    }

    #[inline]
    fn update(&self, sums: &mut FeatureSums, world: &World, m: Move, undo: &Undo) {
        if world.alive() != sums.alive {
            *sums = self.sums(world); // an arm is no longer an enemy's
            return;
        }
        if let Some(mover) = undo.relocated() {
            sums.places +=
                self.tables.place(world, mover, m.to) - self.tables.place(world, mover, m.from);
        }
        for (piece, at) in world.fallen_since(undo) {
            sums.places -= self.tables.place(world, piece, at);
            let team = world.rules().team(piece.seat());
            sums.counts[team.index()][world.kind(piece).index()] -= 1;
        }
    }

    #[inline]
    fn quick(&self, sums: &FeatureSums, world: &World) -> i64 {
        let inputs = TermInputs { world, beliefs: world, map: &self.tables.map };
        let mut sink = WeightedSum::new(&self.tables.weights, sums.places as f32 / UNIT);
        let teams = sums.counts.map(|counts| counts.map(f32::from));
        material::add_features(&inputs, &teams, &mut sink);
        flag::add_features(&inputs, &mut sink);
        sink.value()
    }

    #[inline]
    fn rest(&self, _sums: &FeatureSums, world: &World) -> i64 {
        let inputs = TermInputs { world, beliefs: world, map: &self.tables.map };
        let mut sink = WeightedSum::new(&self.tables.weights, 0.0);
        mobility::add_features(&inputs, &mut sink);
        cooperation::add_contacts(&inputs, &mut sink);
        self.add_bombs_beside_strong(&inputs, &mut sink);
        sink.value()
    }

    #[inline]
    fn quiet_gain(&self, world: &World, m: Move) -> Option<i64> {
        let gates = self.tables.map.gates;
        if gates.contains(m.from) || gates.contains(m.to) {
            return None; // guards, attackers and doors of a flag may change
        }
        let mover = world.piece_at(m.from)?;
        let gain = self.tables.place(world, mover, m.to) - self.tables.place(world, mover, m.from);
        Some((gain as f32 / UNIT).round() as i64)
    }

    #[inline]
    fn may_threaten(&self, world: &World, m: Move) -> bool {
        let owner = world.alive().iter().find(|&seat| self.near_flags[seat.index()].contains(m.to));
        owner.is_some_and(|owner| {
            let team = world.rules().team(owner);
            let arm = self.tables.map.arms[owner.index()];
            team != world.rules().team(world.turn())
                || !(world.movers(team.other()) & arm).is_empty()
        })
    }
}
