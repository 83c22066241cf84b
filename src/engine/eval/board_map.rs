//! Regions of the board, as the terms of the evaluation use them.

use crate::game::board::{Board, CAPACITY, Net, NodeType, Seat, Station, StationSet};
use crate::game::rules::World;

/// The region of a station, relative to the owner of the piece on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Region {
    /// A camp of its own.
    Camp,
    /// The first row of its own arm.
    Front,
    /// The nine stations between the arms.
    Centre,
    /// An arm of a partner, or of a seat that has lost.
    Abroad,
    /// The first four rows of an enemy's arm.
    Inside,
    /// A camp of an enemy.
    EnemyCamp,
    /// The last two rows of an enemy's arm.
    Deep,
    /// A headquarters in another arm, where the piece can no longer move.
    Shut,
    /// Elsewhere in its own arm.
    Home,
}

/// Names of the regions that have features: all but `Home`.
pub(super) const REGIONS: [&str; 8] =
    ["camp", "front", "centre", "abroad", "inside", "enemy_camp", "deep", "shut"];

/// Whose arm a station is in, relative to the owner of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArmRelation {
    Own,
    Neutral,
    Enemy,
}

impl ArmRelation {
    pub(super) const ALL: [Self; 3] = [Self::Own, Self::Neutral, Self::Enemy];
}

/// A headquarters of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Headquarters {
    pub(super) at: Station,
    /// The stations that are two steps away, without headquarters.
    pub(super) two_steps: StationSet,
}

impl Headquarters {
    fn new(net: &Net, at: Station) -> Self {
        let two_steps = within_two_steps(net, at) - net.neighbours(at) - net.headquarters();
        Self { at, two_steps }
    }
}

/// The stations from which one or two steps lead to a station.
pub(super) fn within_two_steps(net: &Net, at: Station) -> StationSet {
    let beside = net.neighbours(at);
    beside | net.beside(beside)
}

/// Arms, headquarters and regions of a board.
#[derive(Debug, Clone)]
pub(super) struct BoardMap {
    /// The seat whose arm a station is in, by station.
    arm_of: [Option<Seat>; CAPACITY],
    regions: [[Region; CAPACITY]; 3],
    pub(super) headquarters: [Vec<Headquarters>; 4],
    pub(super) arms: [StationSet; 4],
    /// The headquarters and the stations beside them.
    pub(super) gates: StationSet,
}

impl BoardMap {
    pub(super) fn new(net: &Net) -> Self {
        let board = net.board();
        let arms = Seat::ALL.map(|s| board.arm(s).into_iter().flatten().copied().collect());
        let headquarters = net.headquarters();
        let around = |at| Headquarters::new(net, at);
        let mut map = Self {
            arm_of: [None; CAPACITY],
            regions: [[Region::Centre; CAPACITY]; 3],
            headquarters: arms
                .map(|arm: StationSet| (arm & headquarters).iter().map(around).collect()),
            arms,
            gates: headquarters | net.beside(headquarters),
        };
        for seat in Seat::ALL {
            for (place, &station) in board.arm(seat).into_iter().flatten().enumerate() {
                map.arm_of[station.index()] = Some(seat);
                for relation in ArmRelation::ALL {
                    let region = region(board, net, station, place / 5, relation);
                    map.regions[relation as usize][station.index()] = region;
                }
            }
        }
        map
    }

    /// Whose arm a station is in, relative to the owner of a piece on it.
    #[inline]
    pub(super) fn relation(&self, world: &World, owner: Seat, at: Station) -> ArmRelation {
        let rules = world.rules();
        match self.arm_of[at.index()] {
            Some(arm) if arm == owner => ArmRelation::Own,
            Some(arm) if world.alive().contains(arm) && rules.team(arm) != rules.team(owner) => {
                ArmRelation::Enemy
            }
            _ => ArmRelation::Neutral,
        }
    }

    #[inline]
    pub(super) fn region(&self, relation: ArmRelation, station: Station) -> Region {
        self.regions[relation as usize][station.index()]
    }
}

fn region(board: &Board, net: &Net, at: Station, row: usize, relation: ArmRelation) -> Region {
    let camp = board.code(board.cell(at)) == NodeType::Camp;
    let headquarters = net.headquarters().contains(at);
    match relation {
        ArmRelation::Own if camp => Region::Camp,
        ArmRelation::Own if row == 0 => Region::Front,
        ArmRelation::Own => Region::Home,
        _ if headquarters => Region::Shut,
        ArmRelation::Neutral => Region::Abroad,
        ArmRelation::Enemy if camp => Region::EnemyCamp,
        ArmRelation::Enemy if row < 4 => Region::Inside,
        ArmRelation::Enemy => Region::Deep,
    }
}
