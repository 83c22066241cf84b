//! Ways in and out of an arm.

use crate::game::board::{ARM_POINTS, Net, Seat};
use crate::game::rules::{Deployment, Kind, Point};
use std::collections::VecDeque;

/// The points of an arm and what joins them.
#[derive(Debug, Clone)]
pub struct ArmGraph {
    beside: [Vec<Point>; ARM_POINTS],
    rails: [bool; ARM_POINTS],
}

/// The cost of entering a point with a piece of a kind; none if it is impossible.
type Cost = fn(Kind) -> Option<u32>;

/// An attacker other than an engineer: beats pieces, but not mines.
pub(super) fn attacker(kind: Kind) -> Option<u32> {
    (kind != Kind::Mine).then_some(1)
}

/// An engineer clears mines; others have to be beaten for it.
#[expect(clippy::unnecessary_wraps, reason = "as every cost")]
pub(super) fn engineer(kind: Kind) -> Option<u32> {
    Some(u32::from(kind != Kind::Mine))
}

/// Own pieces have to step aside; mines and the flag cannot.
fn own(kind: Kind) -> Option<u32> {
    kind.is_mobile().then_some(1)
}

impl ArmGraph {
    /// The arms of a board, which are all alike.
    pub fn new(net: &Net) -> Self {
        let arm = net.board().arm(Seat::South);
        let points: Vec<Point> = Point::all().collect();
        let beside = |i: usize| -> Vec<Point> {
            let Some(arm) = arm else { return vec![] };
            let near = net.neighbours(arm[i]);
            points.iter().copied().filter(|p| near.contains(arm[p.index()])).collect()
        };
        Self {
            beside: std::array::from_fn(beside),
            rails: std::array::from_fn(|i| arm.is_some_and(|arm| net.rails().contains(arm[i]))),
        }
    }

    /// The points one edge away, within the arm.
    pub fn beside(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.beside[point.index()].iter().copied()
    }

    /// Whether a railway passes a point.
    pub fn is_rail(&self, point: Point) -> bool {
        self.rails[point.index()]
    }

    /// Least cost of the pieces on a way from before the front row to a point, which costs nothing
    /// itself.
    pub(super) fn way_in(&self, deployment: &Deployment, to: Point, cost: Cost) -> Option<u32> {
        let costs = self.costs(deployment, to, cost);
        let entered = |point: Point| Some(costs[point.index()]? + enter(deployment, point, cost)?);
        Point::all().filter(|point| point.row() == 1).filter_map(entered).min()
    }

    /// Least pieces that stand between a piece and the front row, the front row included.
    pub(super) fn way_out(&self, deployment: &Deployment, from: Point) -> Option<u32> {
        let costs = self.costs(deployment, from, own);
        let left = |point: Point| {
            let here = if point == from { 0 } else { enter(deployment, point, own)? };
            Some(costs[point.index()]? + here)
        };
        Point::all().filter(|point| point.row() == 1).filter_map(left).min()
    }

    /// By point, the least cost of all that stands between it and an end, both excluded.
    fn costs(&self, deployment: &Deployment, end: Point, cost: Cost) -> [Option<u32>; ARM_POINTS] {
        let mut costs = [None; ARM_POINTS];
        costs[end.index()] = Some(0);
        // Steps cost 0 or 1: cheaper ones go to the front.
        let mut open = VecDeque::from([end]);
        while let Some(point) = open.pop_front() {
            let here = if point == end { Some(0) } else { enter(deployment, point, cost) };
            let (Some(before), Some(here)) = (costs[point.index()], here) else { continue };
            for next in self.beside(point) {
                if costs[next.index()].is_none_or(|old| before + here < old) {
                    costs[next.index()] = Some(before + here);
                    if here == 0 { open.push_front(next) } else { open.push_back(next) }
                }
            }
        }
        costs
    }
}

/// What the piece at a point costs.
fn enter(deployment: &Deployment, point: Point, cost: Cost) -> Option<u32> {
    deployment.at(point).map_or(Some(0), cost)
}
