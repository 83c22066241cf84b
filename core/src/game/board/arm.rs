//! The shape of the arms of a board, and the army that is deployed on each.

use super::Board;
use crate::game::kind::{Army, Kind, KindSet};
use std::fmt;

/// The most points of an arm: those of the standard one, six rows of five.
pub const ARM_POINTS: usize = 30;
/// How many of the last rows may hold mines, unless the board file says otherwise.
pub(super) const MINE_ROWS: usize = 2;
/// The kinds that a deployment may not put everywhere.
const BOUND: [Kind; 3] = [Kind::Flag, Kind::Mine, Kind::Bomb];

/// A point of an arm in its owner's coordinates: row and column from the front left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    index: u8,
    row: u8,
    col: u8,
    /// The number among the posts; none for a camp.
    post: Option<u8>,
    is_headquarters: bool,
    allowed: KindSet,
}

impl Point {
    /// The place among the points of the arm in reading order, from 0.
    pub fn index(self) -> usize {
        self.index.into()
    }

    /// The row, from 1 at the front.
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// The column, from 1 at the owner's left.
    pub fn col(self) -> usize {
        self.col.into()
    }

    /// The place among the posts in reading order, from 0; none for a camp.
    pub fn post(self) -> Option<usize> {
        self.post.map(usize::from)
    }

    /// Whether the point is a camp, which is empty at the start.
    pub fn is_camp(self) -> bool {
        self.post.is_none()
    }

    /// Whether the point is a headquarters.
    pub fn is_headquarters(self) -> bool {
        self.is_headquarters
    }

    /// Whether a deployment may put a kind here: the flag in a headquarters, mines in the last rows,
    /// bombs behind row 1.
    pub fn allows(self, kind: Kind) -> bool {
        self.allowed.contains(kind)
    }

    /// The kinds that a deployment may put here.
    pub fn allowed(self) -> KindSet {
        self.allowed
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.col)
    }
}

/// What stands at a cell of an arm's rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArmCell {
    Missing,
    Post,
    Headquarters,
    Camp,
}

/// The cells of an arm's rectangle, row by row from the front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ArmGrid {
    pub(super) cols: usize,
    pub(super) cells: Vec<ArmCell>,
}

/// The shape of the arms of a board, alike for all of its seats, and the army that is deployed on each.
///
/// ```
/// use junqi_core::game::board::ArmShape;
///
/// let arm = ArmShape::standard();
/// assert_eq!((arm.rows(), arm.cols(), arm.posts().count()), (6, 5, 25));
/// // 2 · C(9,3) · C(16,2) · 19! / (2!⁴ 3!³)
/// assert_eq!(arm.deployments(), 709_596_419_051_520_000);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmShape {
    cols: usize,
    points: Vec<Point>,
    army: Army,
    mine_rows: usize,
}

impl ArmShape {
    /// The shape of the standard board's arms, with the standard army.
    pub fn standard() -> &'static Self {
        Board::siguo().shape()
    }

    /// Whether arms, army and rows of mines are those of the standard board.
    pub fn is_standard(&self) -> bool {
        std::ptr::eq(self, Self::standard()) || self == Self::standard()
    }

    pub(super) fn new(grid: &ArmGrid, army: Army, mine_rows: usize) -> Self {
        let rows = grid.cells.len() / grid.cols.max(1);
        let mut points: Vec<Point> = vec![];
        let mut posts = 0;
        for (place, &cell) in grid.cells.iter().enumerate() {
            let (row, col) = (place / grid.cols, place % grid.cols);
            let mut allowed = KindSet::ALL;
            let mut forbid = |kind, holds: bool| {
                if holds {
                    allowed = allowed.minus(KindSet::only(kind));
                }
            };
            forbid(Kind::Flag, cell != ArmCell::Headquarters);
            forbid(Kind::Mine, row + mine_rows < rows);
            forbid(Kind::Bomb, row == 0);
            let post = (cell != ArmCell::Camp).then_some(posts);
            if cell == ArmCell::Missing {
                continue;
            }
            posts += u8::from(post.is_some());
            points.push(Point {
                index: points.len() as u8,
                row: row as u8 + 1,
                col: col as u8 + 1,
                post,
                is_headquarters: cell == ArmCell::Headquarters,
                allowed: if post.is_some() { allowed } else { KindSet::NONE },
            });
        }
        Self { cols: grid.cols, points, army, mine_rows }
    }

    /// The army that is deployed.
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.points.last().map_or(0, |point| point.row())
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The points in reading order: row by row from the front, left to right as the owner sees them.
    pub fn points(&self) -> impl Iterator<Item = Point> + Clone + use<'_> {
        self.points.iter().copied()
    }

    /// The points that hold a piece at the start, in reading order.
    pub fn posts(&self) -> impl Iterator<Item = Point> + Clone + use<'_> {
        self.points().filter(|point| !point.is_camp())
    }

    /// The point in a row and a column, both from 1, if there is a station.
    pub fn at(&self, row: usize, col: usize) -> Option<Point> {
        self.points().find(|point| (point.row(), point.col()) == (row, col))
    }

    /// The point at the place of another once left and right are exchanged.
    pub fn mirrored(&self, point: Point) -> Point {
        let twin = self.at(point.row(), self.cols + 1 - point.col());
        twin.expect("an arm is its own mirror image")
    }

    /// The rule of where a kind belongs, for error messages.
    pub(crate) fn placement_rule(&self, kind: Kind) -> String {
        match kind {
            Kind::Flag => {
                let headquarters = self.points().filter(|point| point.is_headquarters());
                let named: Vec<String> = headquarters.map(|point| point.to_string()).collect();
                format!("the flag belongs in a headquarters, {}", named.join(" or "))
            }
            Kind::Mine => {
                let rows = self.rows() - self.mine_rows.min(self.rows()) + 1..=self.rows();
                let rows: Vec<String> = rows.map(|row| row.to_string()).collect();
                let row = if rows.len() == 1 { "row" } else { "rows" };
                format!("mines belong in {row} {}", rows.join(" and "))
            }
            Kind::Bomb => "bombs belong behind row 1".into(),
            _ => "the camps are empty at the start".into(),
        }
    }

    /// The number of legal deployments.
    pub fn deployments(&self) -> u128 {
        self.completions(&[])
    }

    /// The number of legal deployments that begin with the given kinds on the posts in reading order.
    pub fn completions(&self, placed: &[Kind]) -> u128 {
        let mut left = self.army;
        for (post, &kind) in self.posts().zip(placed) {
            if !post.allows(kind) || !left.take(kind) {
                return 0;
            }
        }
        // By the kinds of `BOUND` that they allow, as bits, how many posts are open.
        let mut open = [0; 8];
        for post in self.posts().skip(placed.len()) {
            let bits = (0..BOUND.len()).map(|i| usize::from(post.allows(BOUND[i])) << i);
            open[bits.sum::<usize>()] += 1;
        }
        let mut ways = bound_ways(&open, BOUND.map(|kind| left.count(kind)));
        let mut arranged = 0;
        for kind in Kind::ALL.into_iter().filter(|kind| !BOUND.contains(kind)) {
            arranged += left.count(kind);
            ways *= choose(arranged, left.count(kind));
        }
        ways
    }
}

/// The number of ways to put the bound kinds on posts; `open[bits]` posts allow the kinds of `bits`.
fn bound_ways(open: &[usize], left: [usize; 3]) -> u128 {
    let Some((&posts, rest)) = open.split_last() else {
        return u128::from(left == [0; 3]);
    };
    let bits = rest.len();
    let most = |i: usize| if bits >> i & 1 == 1 { left[i].min(posts) } else { 0 };
    let mut ways = 0;
    for flags in 0..=most(0) {
        for mines in 0..=most(1).min(posts - flags) {
            for bombs in 0..=most(2).min(posts - flags - mines) {
                let here = choose(posts, flags)
                    * choose(posts - flags, mines)
                    * choose(posts - flags - mines, bombs);
                let left = [left[0] - flags, left[1] - mines, left[2] - bombs];
                ways += here * bound_ways(rest, left);
            }
        }
    }
    ways
}

/// The number of sets of `k` out of `n`.
fn choose(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k as u128).fold(1, |ways, i| ways * (n as u128 - i) / (i + 1))
}
