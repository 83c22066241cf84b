//! Deployments (布局): an army of 25 on the 25 points of an arm that are not camps.

use super::{Army, Kind};
use crate::game::board::{ARM_CAMPS, ARM_HEADQUARTERS, ARM_POINTS, ARM_WIDTH};
use rand::{RngExt, seq::SliceRandom};
use std::fmt;
use thiserror::Error;

/// The number of legal deployments: 2 · C(9,3) · C(16,2) · 19! / (2!⁴ 3!³).
pub const LEGAL_DEPLOYMENTS: u64 = 709_596_419_051_520_000;

/// A point of an arm in its owner's coordinates: row 1 to 6 from the front, column 1 to 5 from the
/// left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The 30 points in reading order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ARM_POINTS as u8).map(Self)
    }

    /// The 25 points that hold a piece at the start, in reading order.
    pub fn posts() -> impl Iterator<Item = Self> {
        Self::all().filter(|p| !p.is_camp())
    }

    /// The index, 0 to 29, row by row from the front.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The row, 1 to 6 from the front.
    pub fn row(self) -> usize {
        self.index() / ARM_WIDTH + 1
    }

    /// The column, 1 to 5 from the owner's left.
    pub fn col(self) -> usize {
        self.index() % ARM_WIDTH + 1
    }

    /// Whether the point is a camp, which is empty at the start.
    pub fn is_camp(self) -> bool {
        ARM_CAMPS.contains(&self.index())
    }

    /// Whether the point is a headquarters.
    pub fn is_headquarters(self) -> bool {
        ARM_HEADQUARTERS.contains(&self.index())
    }

    /// Whether a deployment may put a kind here: the flag in a headquarters, mines in rows 5 and 6,
    /// bombs behind row 1.
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

/// A violated rule of deployment.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeploymentFault {
    /// A piece in a camp.
    #[error("a {1} stands in the camp at {0}: camps are empty at the start")]
    InCamp(Point, Kind),
    /// An empty point that must hold a piece.
    #[error("no piece stands at {0}: every point but the camps holds one")]
    Empty(Point),
    /// A kind on a point that may not hold it.
    #[error("a {1} stands at {0}: {rule}", rule = placement_rule(*.1))]
    Misplaced(Point, Kind),
    /// A wrong number of a kind.
    #[error("wrong number of {0} pieces: {1} instead of {expected}", expected = .0.count())]
    Count(Kind, usize),
}

/// Joins all faults into one text.
pub fn faults_text(faults: &[DeploymentFault]) -> String {
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    all.join("; ")
}

fn placement_rule(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "the flag belongs in a headquarters, (6,2) or (6,4)",
        Kind::Mine => "mines belong in rows 5 and 6",
        Kind::Bomb => "bombs belong behind row 1",
        _ => "the camps are empty at the start",
    }
}

/// A legal deployment.
///
/// ```
/// use junqi_core::base::text::Word;
/// use junqi_core::game::format::read_deployment;
/// use junqi_core::game::rules::{Deployment, Kind};
///
/// // Rows from the front to the back, camps as dots.
/// let text = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
/// let deployment = read_deployment(Word { text, line: 1, column: 1 })?;
/// let (point, _) = deployment.pieces().find(|piece| piece.1 == Kind::Flag).unwrap();
/// assert_eq!((point.row(), point.col()), (6, 2));
/// assert_eq!(deployment.mirror().to_string(), "iecfd b.x.a dg.hi c.x.e gfimh ghmqm");
///
/// let faults = Deployment::new([None; 30]).unwrap_err();
/// assert_eq!(faults[0].to_string(), "no piece stands at (1,1): every point but the camps holds one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deployment([Option<Kind>; ARM_POINTS]);

impl Deployment {
    /// Creates a deployment from the 30 points in reading order.
    ///
    /// # Errors
    ///
    /// All violated rules.
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

    /// The kind at a point; `None` in the camps.
    pub fn at(&self, point: Point) -> Option<Kind> {
        self.0[point.index()]
    }

    /// The 25 pieces with their points, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Kind)> + '_ {
        Point::posts().map(|p| (p, self.0[p.index()].expect("every post holds a piece")))
    }

    /// The mirror image: left and right exchanged.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut points = self.0;
        points.chunks_mut(ARM_WIDTH).for_each(<[_]>::reverse);
        Self(points)
    }

    /// Samples a legal deployment; all are equally likely.
    ///
    /// Flag, mines and bombs are placed first, each on a random point that may hold it; the number
    /// of such points never depends on earlier choices, so this is exactly uniform.
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
    fn all_faults_are_reported_at_once() {
        let mut points = [None; ARM_POINTS];
        points[6] = Some(Kind::General);
        points[0] = Some(Kind::Bomb);
        points[1] = Some(Kind::Mine);
        points[2] = Some(Kind::Flag);
        let faults = Deployment::new(points).unwrap_err();
        let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(text.contains(
            &"a general stands in the camp at (2,2): camps are empty at the start".into()
        ));
        assert!(text.contains(&"a bomb stands at (1,1): bombs belong behind row 1".into()));
        assert!(text.contains(&"a mine stands at (1,2): mines belong in rows 5 and 6".into()));
        assert!(text.contains(&"wrong number of mine pieces: 1 instead of 3".into()));
        // one camp, three misplaced, 22 empty posts, every kind but the general miscounted but the flag
        assert_eq!(faults.len(), 1 + 3 + 22 + 10);
    }
}
