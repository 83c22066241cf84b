//! Deployments (布局): 25 pieces on the 25 points of an arm that are no camps.

use super::{Army, Kind};
use crate::game::board::{ARM_CAMPS, ARM_HEADQUARTERS, ARM_POINTS, ARM_WIDTH};
use rand::{RngExt, seq::SliceRandom};
use std::fmt;
use thiserror::Error;

/// How many deployments are legal: 2 · C(9,3) · C(16,2) · 19! / (2!⁴ 3!³).
pub const LEGAL_DEPLOYMENTS: u64 = 709_596_419_051_520_000;

/// A point of an arm, as its owner counts: row 1..=6 from the front, column 1..=5 from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// All thirty points in reading order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ARM_POINTS as u8).map(Self)
    }

    /// The points that hold a piece at the start, in reading order.
    pub fn posts() -> impl Iterator<Item = Self> {
        Self::all().filter(|p| !p.is_camp())
    }

    /// 0..=29, row by row from the front.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// 1..=6 from the front.
    pub fn row(self) -> usize {
        self.index() / ARM_WIDTH + 1
    }

    /// 1..=5 from the owner's left.
    pub fn col(self) -> usize {
        self.index() % ARM_WIDTH + 1
    }

    /// Whether it is a camp, empty at the start.
    pub fn is_camp(self) -> bool {
        ARM_CAMPS.contains(&self.index())
    }

    /// Whether it is a headquarters.
    pub fn is_headquarters(self) -> bool {
        ARM_HEADQUARTERS.contains(&self.index())
    }

    /// Whether a deployment may put a kind here: the flag in a headquarters, mines in the last two
    /// rows, bombs not in the first.
    pub fn allows(self, kind: Kind) -> bool {
        match kind {
            _ if self.is_camp() => false,
            Kind::Flag => self.is_headquarters(),
            Kind::Mine => self.row() >= 5,
            Kind::Bomb => self.row() >= 2,
            _ => true,
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row(), self.col())
    }
}

/// A fault of a drawn deployment.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeploymentFault {
    /// A piece where none may be at the start.
    #[error("found a {1} in the camp at {0}, expected it empty")]
    InCamp(Point, Kind),
    /// No piece where one must be.
    #[error("found nothing at {0}, expected a piece")]
    Empty(Point),
    /// A kind where it may not be.
    #[error("found a {1} at {0}, expected {expected}", expected = where_allowed(*.1))]
    Misplaced(Point, Kind),
    /// More or fewer of a kind than an army has.
    #[error("found {1} of {0}, expected {expected}", expected = .0.count())]
    Count(Kind, usize),
}

/// All faults in one sentence.
pub fn faults_text(faults: &[DeploymentFault]) -> String {
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    all.join("; ")
}

fn where_allowed(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "the flag in a headquarters, (6,2) or (6,4)",
        Kind::Mine => "mines in rows 5 and 6 only",
        Kind::Bomb => "bombs behind row 1",
        _ => "it on a post",
    }
}

/// A legal deployment.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deployment([Option<Kind>; ARM_POINTS]);

impl Deployment {
    /// Checks a drawing of the thirty points in reading order.
    ///
    /// # Errors
    ///
    /// With every fault it has.
    pub fn new(points: [Option<Kind>; ARM_POINTS]) -> Result<Self, Vec<DeploymentFault>> {
        let mut faults = vec![];
        for point in Point::all() {
            match points[point.index()] {
                Some(kind) if point.is_camp() => faults.push(DeploymentFault::InCamp(point, kind)),
                Some(kind) if !point.allows(kind) => {
                    faults.push(DeploymentFault::Misplaced(point, kind));
                }
                None if !point.is_camp() => faults.push(DeploymentFault::Empty(point)),
                _ => {}
            }
        }
        let army: Army = points.iter().flatten().copied().collect();
        for kind in Kind::ALL {
            if army.count(kind) != kind.count() {
                faults.push(DeploymentFault::Count(kind, army.count(kind)));
            }
        }
        if faults.is_empty() { Ok(Self(points)) } else { Err(faults) }
    }

    /// The piece at a point; none in the camps.
    pub fn at(&self, point: Point) -> Option<Kind> {
        self.0[point.index()]
    }

    /// The 25 pieces with their points, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Kind)> + '_ {
        Point::posts().map(|p| (p, self.0[p.index()].expect("every post holds a piece")))
    }

    /// Left and right exchanged.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut points = self.0;
        points.chunks_mut(ARM_WIDTH).for_each(<[_]>::reverse);
        Self(points)
    }

    /// A uniformly random legal deployment, exactly: flag, mines and bombs are chosen among the
    /// points they may have, whose number never depends on the earlier choices; the rest is
    /// shuffled.
    pub fn sample(rng: &mut impl rand::Rng) -> Self {
        let mut points = [None; ARM_POINTS];
        let flag = ARM_HEADQUARTERS[rng.random_range(0..2)];
        points[flag] = Some(Kind::Flag);
        for kind in [Kind::Mine, Kind::Bomb] {
            let mut free: Vec<usize> = Point::posts()
                .filter(|p| p.allows(kind) && points[p.index()].is_none())
                .map(Point::index)
                .collect();
            let (chosen, _) = free.partial_shuffle(rng, kind.count());
            for &mut point in chosen {
                points[point] = Some(kind);
            }
        }
        let mut rest: Vec<Kind> =
            Army::full().iter().filter(|k| k.is_mobile() && *k != Kind::Bomb).collect();
        rest.shuffle(rng);
        for point in Point::posts() {
            let place = &mut points[point.index()];
            *place = place.or_else(|| rest.pop());
        }
        Self(points)
    }
}

/// Six groups of five letters from the front row to the back, camps as dots:
/// `dfcei a.x.b ih.gd e.x.c hmifg mqmhg`.
impl fmt::Display for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.0.chunks(ARM_WIDTH).enumerate() {
            f.write_str(if i == 0 { "" } else { " " })?;
            let letters: String = row.iter().map(|k| k.map_or('.', Kind::letter)).collect();
            f.write_str(&letters)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deployment({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    #[test]
    fn the_published_number_of_deployments() {
        let choose = |n: u64, k: u64| ((n - k + 1)..=n).product::<u64>() / (1..=k).product::<u64>();
        let factorial = |n: u64| (1..=n).product::<u64>();
        let rest = factorial(19) / (2_u64.pow(4) * 6_u64.pow(3));
        assert_eq!(2 * choose(9, 3) * choose(16, 2) * rest, LEGAL_DEPLOYMENTS);
    }

    /// Anchors of RULES.md section 12: exact marginals of the uniform distribution.
    #[test]
    fn samples_are_legal_and_uniform() {
        let (seed, n) = (7, 20_000);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tally = [[0_u32; 12]; ARM_POINTS];
        for _ in 0..n {
            let sample = Deployment::sample(&mut rng);
            assert_eq!(Deployment::new(sample.0), Ok(sample));
            assert_eq!(sample.mirror().mirror(), sample);
            assert!(Deployment::new(sample.mirror().0).is_ok());
            sample.pieces().for_each(|(p, k)| tally[p.index()][k.index()] += 1);
        }
        let near = |point: usize, kind: Kind, p: f64| {
            let sd = (p * (1.0 - p) * f64::from(n)).sqrt();
            let count = f64::from(tally[point][kind.index()]);
            assert!(
                (count - p * f64::from(n)).abs() < 5.0 * sd,
                "seed {seed}: {point} {kind} {count}"
            );
        };
        for point in [26, 28] {
            near(point, Kind::Flag, 1.0 / 2.0);
            near(point, Kind::Mine, 1.0 / 6.0);
        }
        for point in [20, 22, 25, 27, 29] {
            near(point, Kind::Mine, 1.0 / 3.0);
            near(point, Kind::Bomb, 1.0 / 12.0);
        }
        for point in [5, 10, 15] {
            near(point, Kind::Bomb, 1.0 / 8.0);
            near(point, Kind::Commander, 7.0 / 152.0);
        }
        for point in 0..5 {
            near(point, Kind::Commander, 1.0 / 19.0);
            near(point, Kind::Engineer, 3.0 / 19.0);
        }
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let mut points = [None; ARM_POINTS];
        points[6] = Some(Kind::General);
        points[0] = Some(Kind::Bomb);
        points[1] = Some(Kind::Mine);
        points[2] = Some(Kind::Flag);
        let faults = Deployment::new(points).unwrap_err();
        let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(text.contains(&"found a general in the camp at (2,2), expected it empty".into()));
        assert!(text.contains(&"found a bomb at (1,1), expected bombs behind row 1".into()));
        assert!(
            text.contains(&"found a mine at (1,2), expected mines in rows 5 and 6 only".into())
        );
        assert!(text.contains(&"found 1 of mine, expected 3".into()));
        // one camp, three misplaced, 22 empty posts, every kind but the general miscounted but the flag
        assert_eq!(faults.len(), 1 + 3 + 22 + 10);
    }
}
