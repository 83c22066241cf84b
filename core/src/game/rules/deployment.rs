//! Deployments (布局): an army on the points of an arm that are not camps.

use super::{Army, Kind, Point};
use crate::game::board::{ARM_POINTS, ArmShape};
use rand::{RngExt, seq::SliceRandom};
use std::fmt;
use std::hash::{Hash, Hasher};
use thiserror::Error;

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
    #[error("a {1} stands at {0}: {2}")]
    Misplaced(Point, Kind, String),
    /// A wrong number of a kind: found and expected.
    #[error("wrong number of {0} pieces: {1} instead of {2}")]
    Count(Kind, usize, usize),
    /// A piece where the arm has no station: row, column and kind.
    #[error("a {2} stands at ({0},{1}), where the arm has no station")]
    NoStation(usize, usize, Kind),
    /// More points than the arm has.
    #[error("a deployment of {0} points: the arm has {1}")]
    Points(usize, usize),
}

/// Joins all faults into one text.
pub fn faults_text(faults: &[DeploymentFault]) -> String {
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    all.join("; ")
}

/// A legal deployment.
///
/// ```
/// use junqi_core::base::text::Word;
/// use junqi_core::game::board::ArmShape;
/// use junqi_core::game::format::read_deployment;
/// use junqi_core::game::rules::{Deployment, Kind};
///
/// // Rows from the front to the back, camps as dots.
/// let text = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
/// let deployment = read_deployment(Word { text, line: 1, column: 1 }, ArmShape::standard())?;
/// let (point, _) = deployment.pieces().find(|piece| piece.1 == Kind::Flag).unwrap();
/// assert_eq!((point.row(), point.col()), (6, 2));
/// assert_eq!(deployment.mirror().to_string(), "iecfd b.x.a dg.hi c.x.e gfimh ghmqm");
///
/// let faults = Deployment::new(ArmShape::standard(), &[]).unwrap_err();
/// assert_eq!(faults[0].to_string(), "no piece stands at (1,1): every point but the camps holds one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deployment {
    shape: &'static ArmShape,
    /// By point; `None` in the camps and beyond the last point.
    points: [Option<Kind>; ARM_POINTS],
}

impl Deployment {
    /// Creates a deployment from the points of an arm in reading order; those left out are empty.
    ///
    /// # Errors
    ///
    /// All violated rules.
    pub fn new(
        shape: &'static ArmShape,
        points: &[Option<Kind>],
    ) -> Result<Self, Vec<DeploymentFault>> {
        let mut faults = vec![];
        let all = shape.points().count();
        if points.len() > all {
            return Err(vec![DeploymentFault::Points(points.len(), all)]);
        }
        let mut deployment = Self { shape, points: [None; ARM_POINTS] };
        deployment.points[..points.len()].copy_from_slice(points);
        for point in shape.points() {
            match deployment.at(point) {
                Some(kind) if point.is_camp() => faults.push(DeploymentFault::InCamp(point, kind)),
                Some(kind) if !point.allows(kind) => {
                    let rule = shape.placement_rule(kind);
                    faults.push(DeploymentFault::Misplaced(point, kind, rule));
                }
                None if !point.is_camp() => faults.push(DeploymentFault::Empty(point)),
                _ => {}
            }
        }
        let army: Army = points.iter().flatten().copied().collect();
        for kind in Kind::ALL {
            let (found, expected) = (army.count(kind), shape.army().count(kind));
            if found != expected {
                faults.push(DeploymentFault::Count(kind, found, expected));
            }
        }
        if faults.is_empty() { Ok(deployment) } else { Err(faults) }
    }

    /// The shape of the arm.
    pub fn shape(&self) -> &'static ArmShape {
        self.shape
    }

    /// The kind at a point; `None` in the camps.
    pub fn at(&self, point: Point) -> Option<Kind> {
        self.points[point.index()]
    }

    /// The pieces with their points, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Kind)> + '_ {
        self.shape.posts().map(|p| (p, self.at(p).expect("every post holds a piece")))
    }

    /// The mirror image: left and right exchanged.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut mirrored = *self;
        for point in self.shape.points() {
            mirrored.points[point.index()] = self.at(self.shape.mirrored(point));
        }
        mirrored
    }

    /// Samples a legal deployment of the standard army; all are equally likely.
    pub fn sample(rng: &mut impl rand::Rng) -> Self {
        Self::sample_on(ArmShape::standard(), rng)
    }

    /// Samples a legal deployment on an arm; all are equally likely.
    ///
    /// Flag, mines and bombs are placed first, each kind on random points that may hold it. If earlier kinds
    /// leave fewer points than they could at most, the attempt is kept only with the ratio of the numbers of
    /// choices as its probability, so that this is exactly uniform. On the standard arm the number of points
    /// never depends on earlier choices.
    pub fn sample_on(shape: &'static ArmShape, rng: &mut impl rand::Rng) -> Self {
        let mut points = loop {
            if let Some(points) = Self::sample_bound(shape, rng) {
                break points;
            }
        };
        let mut rest: Vec<Kind> =
            shape.army().iter().filter(|k| k.is_mobile() && *k != Kind::Bomb).collect();
        rest.shuffle(rng);
        for point in shape.posts() {
            let place = &mut points[point.index()];
            *place = place.or_else(|| rest.pop());
        }
        Self { shape, points }
    }

    /// An attempt to place flag, mines and bombs.
    fn sample_bound(
        shape: &ArmShape,
        rng: &mut impl rand::Rng,
    ) -> Option<[Option<Kind>; ARM_POINTS]> {
        let mut points = [None; ARM_POINTS];
        for (number, kind) in BOUND.into_iter().enumerate() {
            let count = shape.army().count(kind);
            if count == 0 {
                continue;
            }
            let posts = || shape.posts().filter(|p| p.allows(kind));
            let mut free: Vec<usize> =
                posts().filter(|p| points[p.index()].is_none()).map(Point::index).collect();
            // Earlier kinds that can stand nowhere else take points in any case.
            let confined =
                |&other: &Kind| shape.posts().all(|p| !p.allows(other) || p.allows(kind));
            let taken = BOUND[..number].iter().filter(|other| confined(other));
            let most =
                posts().count() - taken.map(|&other| shape.army().count(other)).sum::<usize>();
            if free.len() < most {
                for i in 0..count {
                    if rng.random_range(0..most - i) + i >= free.len() {
                        return None;
                    }
                }
            }
            if kind == Kind::Flag {
                points[free[rng.random_range(0..free.len())]] = Some(kind);
                continue;
            }
            let (chosen, _) = free.partial_shuffle(rng, count);
            for &mut point in chosen {
                points[point] = Some(kind);
            }
        }
        Some(points)
    }
}

/// The kinds that are bound to some points, in the order in which they are placed.
const BOUND: [Kind; 3] = [Kind::Flag, Kind::Mine, Kind::Bomb];

/// The shape is left out: programs rarely mix deployments of several.
impl Hash for Deployment {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.points.hash(state);
    }
}

/// Groups of letters from the front row to the back, camps and cells without a station as dots:
/// `dfcei a.x.b ih.gd e.x.c hmifg mqmhg`.
impl fmt::Display for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 1..=self.shape.rows() {
            f.write_str(if row == 1 { "" } else { " " })?;
            for col in 1..=self.shape.cols() {
                let kind = self.shape.at(row, col).and_then(|point| self.at(point));
                write!(f, "{}", kind.map_or('.', Kind::letter))?;
            }
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

    /// Anchors of RULES.md section 12: exact marginals of the uniform distribution.
    #[test]
    fn samples_are_legal_and_uniform() {
        let (seed, n) = (7, 20_000);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tally = [[0_u32; 12]; ARM_POINTS];
        for _ in 0..n {
            let sample = Deployment::sample(&mut rng);
            let again = |d: Deployment| Deployment::new(d.shape, &d.points);
            assert_eq!(again(sample), Ok(sample));
            assert_eq!(sample.mirror().mirror(), sample);
            assert!(again(sample.mirror()).is_ok());
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
        let faults = Deployment::new(ArmShape::standard(), &points).unwrap_err();
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
