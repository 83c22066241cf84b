//! Whether a team can force a capture within a number of plies, with all pieces known.
//!
//! A depth-first AND/OR search with a table, a killer reply per depth, and two shortcuts:
//!
//! * *Passing*: if the attackers cannot force the capture after the defender passes, they cannot force it
//!   at all. (A defender is assumed to have a move that is no worse than passing. That move is not
//!   searched for.)
//! * *Distance*: an attacker that could not reach its target in time on an empty board cannot reach it. Turns
//!   are counted as if no seat went out on the way.

use super::goal::{Goal, Target};
use crate::game::board::{CAPACITY, Seat, Station, StationSet};
use crate::game::rules::{Kind, Move, PieceId, Team, World};
use crate::gametree::position::{Node, Position};
use rustc_hash::FxHashMap;

/// The node limit was reached before the question was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the node limit was reached")]
pub struct NodesSpent;

/// Changes the keys of positions in which the quiet-ply draw lies within the horizon.
const NEAR_DRAW: u64 = 0x9E37_79B9_7F4A_7C15;
/// Largest horizon, in plies.
const MOST_PLIES: usize = 32;
/// A station that cannot be left towards the target.
const FAR: u8 = u8::MAX;

/// Numbers of plies within which the capture is known to be forced, or known not to be.
#[derive(Debug, Clone, Copy)]
struct KnownBounds {
    forced_from: u32,
    open_up_to: Option<u32>,
    best: Option<Move>,
}

/// Number of moves to a fixed target on an empty board, by station: officers, then engineers.
type Distances = [[u8; CAPACITY]; 2];

/// The search, at a position.
pub struct ForcedSearch {
    world: World,
    attackers: Team,
    take: Vec<PieceId>,
    keep: Vec<PieceId>,
    /// By target; none if one of them can move.
    distances: Option<Vec<Distances>>,
    table: FxHashMap<u64, KnownBounds>,
    killers: [Option<Move>; MOST_PLIES + 1],
    nodes: u64,
    limit: u64,
}

impl ForcedSearch {
    /// A search for a goal in a world, with a node limit for all its questions together. None if no
    /// target is on the board, or the horizon is over 32 plies.
    pub fn new(world: &World, goal: &Goal, limit: u64) -> Option<Self> {
        let on_board = |targets: &[Target]| -> Vec<PieceId> {
            targets.iter().filter_map(|target| target.piece(world)).collect()
        };
        let (take, keep) = (on_board(&goal.take), on_board(&goal.keep));
        if take.is_empty() || goal.plies as usize > MOST_PLIES {
            return None;
        }
        let fixed = take.iter().all(|&piece| !world.kind(piece).is_mobile());
        let to = |piece: &PieceId| distances(world, world.station_of(*piece).expect("on board"));
        Some(Self {
            world: world.clone(),
            attackers: goal.attackers(world.rules()),
            distances: fixed.then(|| take.iter().map(to).collect()),
            take,
            keep,
            table: FxHashMap::default(),
            killers: [None; MOST_PLIES + 1],
            nodes: 0,
            limit,
        })
    }

    /// Number of positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the capture is forced within `plies` plies from the position.
    ///
    /// # Errors
    ///
    /// [`NodesSpent`] at the node limit.
    pub fn is_forced(&mut self, plies: u32) -> Result<bool, NodesSpent> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(NodesSpent);
        }
        if self.has_fallen(&self.take) {
            return Ok(true);
        }
        if self.world.outcome().is_some()
            || self.has_fallen(&self.keep)
            || plies == 0
            || !self.is_within_reach(plies)
        {
            return Ok(false);
        }
        let key = self.key(plies);
        let known = self.table.get(&key).copied();
        if let Some(known) = known {
            if known.forced_from <= plies {
                return Ok(true);
            }
            if known.open_up_to.is_some_and(|most| plies <= most) {
                return Ok(false);
            }
        }
        let best = known.and_then(|known| known.best);
        let (forced, best) =
            if self.attacks() { self.attack(plies, best)? } else { self.defend(plies, best)? };
        let blank = KnownBounds { forced_from: u32::MAX, open_up_to: None, best: None };
        let entry = self.table.entry(key).or_insert(blank);
        entry.best = best.or(entry.best);
        if forced {
            entry.forced_from = plies.min(entry.forced_from);
        } else {
            entry.open_up_to = Some(entry.open_up_to.map_or(plies, |most| most.max(plies)));
        }
        Ok(forced)
    }

    /// Whether the capture is forced within `plies` plies if the seat to move passes, which counts as one.
    ///
    /// # Errors
    ///
    /// [`NodesSpent`] at the node limit.
    pub fn is_forced_after_pass(&mut self, plies: u32) -> Result<bool, NodesSpent> {
        let before = self.world.clone();
        self.world.time_out();
        let answer = self.is_forced(plies.saturating_sub(1));
        self.world = before;
        answer
    }

    /// Whether the capture is forced within `plies` plies, the first of which is this move.
    ///
    /// # Errors
    ///
    /// [`NodesSpent`] at the node limit.
    pub fn is_forced_after(&mut self, mv: Move, plies: u32) -> Result<bool, NodesSpent> {
        let undo = self.world.make(mv);
        let answer = self.is_forced(plies.saturating_sub(1));
        self.world.unmake(mv, undo);
        answer
    }

    fn attacks(&self) -> bool {
        self.world.rules().team(self.world.turn()) == self.attackers
    }

    fn has_fallen(&self, pieces: &[PieceId]) -> bool {
        pieces.iter().any(|&piece| self.world.station_of(piece).is_none())
    }

    fn key(&self, plies: u32) -> u64 {
        let (limit, quiet) = (self.world.rules().draw_quiet_plies, self.world.quiet());
        let near = limit > 0 && quiet + plies >= limit;
        self.world.key() ^ if near { NEAR_DRAW.wrapping_mul(u64::from(quiet) + 1) } else { 0 }
    }

    fn attack(
        &mut self,
        plies: u32,
        best: Option<Move>,
    ) -> Result<(bool, Option<Move>), NodesSpent> {
        for mv in self.ordered(plies, best) {
            if self.is_forced_after(mv, plies)? {
                self.killers[plies as usize] = Some(mv);
                return Ok((true, Some(mv)));
            }
        }
        Ok((false, None))
    }

    fn defend(
        &mut self,
        plies: u32,
        best: Option<Move>,
    ) -> Result<(bool, Option<Move>), NodesSpent> {
        if !self.is_forced_after_pass(plies)? {
            return Ok((false, None));
        }
        for mv in self.ordered(plies, best) {
            if !self.is_forced_after(mv, plies)? {
                self.killers[plies as usize] = Some(mv);
                return Ok((false, Some(mv)));
            }
        }
        Ok((true, None))
    }

    /// The moves: the best known, the killer, captures of targets, other fights, quiet moves. In the last
    /// ply, only fights at targets matter.
    fn ordered(&self, plies: u32, best: Option<Move>) -> Vec<Move> {
        let world = &self.world;
        let stations: Vec<Station> =
            self.take.iter().filter_map(|&piece| world.station_of(piece)).collect();
        if plies == 1 && self.attacks() {
            return world.fights().filter(|mv| stations.contains(&mv.to)).collect();
        }
        let killer = self.killers[plies as usize];
        let mut moves: Vec<Move> = world.moves().collect();
        moves.sort_by_cached_key(|&mv| {
            if best == Some(mv) {
                0
            } else if killer == Some(mv) {
                1
            } else if stations.contains(&mv.to) {
                2
            } else if world.piece_at(mv.to).is_some() {
                3
            } else {
                4 + self.least_distance(mv.to)
            }
        });
        moves
    }

    /// Least number of officer moves from a station to a fixed target.
    fn least_distance(&self, at: Station) -> u8 {
        let all = self.distances.iter().flatten();
        all.map(|to| to[0][at.index()].min(100)).min().unwrap_or(0)
    }

    /// Whether some attacker has turns enough within `plies` plies to reach a target.
    fn is_within_reach(&self, plies: u32) -> bool {
        let Some(distances) = &self.distances else { return true };
        let turns = self.turns_within(plies);
        let world = &self.world;
        world.alive().iter().filter(|&seat| self.is_attacking(seat)).any(|seat| {
            let most = turns[seat.index()];
            most > 0
                && world.mobile(seat).iter().any(|at| {
                    let piece = world.piece_at(at);
                    let engineer = piece.is_some_and(|p| world.kind(p) == Kind::Engineer);
                    distances
                        .iter()
                        .any(|to| u32::from(to[usize::from(engineer)][at.index()]) <= most)
                })
        })
    }

    fn is_attacking(&self, seat: Seat) -> bool {
        self.world.rules().team(seat) == self.attackers
    }

    /// Number of turns of every seat within `plies` plies.
    fn turns_within(&self, plies: u32) -> [u32; 4] {
        let world = &self.world;
        let mut turns = [0; 4];
        let mut seat = world.turn();
        for _ in 0..plies {
            turns[seat.index()] += 1;
            seat = world.next_alive(seat);
        }
        turns
    }
}

/// Number of moves from every station to a target on an empty board, by officers and by engineers.
fn distances(world: &World, target: Station) -> Distances {
    let net = world.net();
    let spread = |engineer: bool| {
        let mut moves = [FAR; CAPACITY];
        moves[target.index()] = 0;
        let mut edge = vec![target];
        for count in 1..FAR {
            let mut beyond = vec![];
            for from in edge {
                let rail = engineer && net.rails().contains(from);
                let rails = if rail { net.rails() } else { StationSet::EMPTY };
                for at in net.reach(from, |_| true) | rails {
                    if moves[at.index()] == FAR {
                        moves[at.index()] = count;
                        beyond.push(at);
                    }
                }
            }
            if beyond.is_empty() {
                break;
            }
            edge = beyond;
        }
        moves
    };
    [spread(false), spread(true)]
}
