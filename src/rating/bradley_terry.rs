//! The likelihood of the model of Bradley and Terry, its maximum, and how sure it is.
//!
//! Where d is the difference of two ratings, in nats, the first takes a point with probability
//! p = 1 / (1 + e^(−d)). That is an exponential family: the logarithm of the likelihood is concave,
//! and its second derivatives do not depend on what was seen. Source: Bradley & Terry, "Rank
//! analysis of incomplete block designs", 1952.
//!
//! A draw is half a win and half a loss. So the ratings explain shares of points, as Elo does, and
//! their uncertainty comes from the scores that units had, whatever the model says of them.

use super::matrix::inverse;
use ndarray::{Array1, Array2};

/// Newton's steps, and halves of one, that no case is known to need.
const MOST_STEPS: u32 = 200;

/// Equal units of two seats.
#[derive(Debug, Clone)]
pub(super) struct Cluster {
    pub(super) seats: [usize; 2],
    /// Points of each of the two in each unit.
    pub(super) points: [f64; 2],
    /// How many units.
    pub(super) units: f64,
}

impl Cluster {
    pub(super) fn games(&self) -> f64 {
        self.points[0] + self.points[1]
    }
}

/// The share of points that a difference in nats lets expect.
pub(super) fn share(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Clusters and seats.
pub(super) struct Model<'a> {
    pub(super) seats: usize,
    /// The seat whose rating is 0.
    pub(super) anchor: usize,
    pub(super) clusters: &'a [Cluster],
}

/// Ratings in nats, and how sure they are.
#[derive(Debug)]
pub(super) struct Fit {
    pub(super) ratings: Vec<f64>,
    /// The standard error of the difference to the anchor.
    pub(super) errors: Vec<f64>,
    /// Units less parameters.
    pub(super) degrees: f64,
}

impl Model<'_> {
    /// The parameter that a seat's rating is.
    fn place(&self, seat: usize) -> Option<usize> {
        (seat != self.anchor).then(|| seat - usize::from(seat > self.anchor))
    }

    /// Free ratings.
    fn parameters(&self) -> usize {
        self.seats - 1
    }

    fn difference(&self, at: &Array1<f64>, seats: [usize; 2]) -> f64 {
        let [first, second] = seats.map(|seat| self.place(seat).map_or(0.0, |i| at[i]));
        first - second
    }

    fn log_likelihood(&self, at: &Array1<f64>) -> f64 {
        let log = |difference: f64| -(-difference.abs()).exp().ln_1p() - (-difference).max(0.0);
        let of_unit = |cluster: &Cluster| {
            let difference = self.difference(at, cluster.seats);
            cluster.points[0] * log(difference) + cluster.points[1] * log(-difference)
        };
        self.clusters.iter().map(|cluster| cluster.units * of_unit(cluster)).sum()
    }

    /// The free ones of a cluster's two ratings, with the sign they have in the difference.
    fn free(&self, cluster: &Cluster) -> impl Iterator<Item = (usize, f64)> + use<> {
        let [first, second] = cluster.seats.map(|seat| self.place(seat));
        first.map(|i| (i, 1.0)).into_iter().chain(second.map(|i| (i, -1.0)))
    }

    /// The derivative of what one unit of a cluster adds to the log-likelihood.
    fn slope(&self, at: &Array1<f64>, cluster: &Cluster) -> Array1<f64> {
        let expected = cluster.games() * share(self.difference(at, cluster.seats));
        let mut slope = Array1::zeros(self.parameters());
        for (i, sign) in self.free(cluster) {
            slope[i] = sign * (cluster.points[0] - expected);
        }
        slope
    }

    /// The second derivatives of the log-likelihood, with the sign turned.
    fn information(&self, at: &Array1<f64>) -> Array2<f64> {
        let mut sum = Array2::zeros((self.parameters(), self.parameters()));
        for cluster in self.clusters {
            let p = share(self.difference(at, cluster.seats));
            for (i, sign) in self.free(cluster) {
                for (j, other) in self.free(cluster) {
                    sum[[i, j]] += sign * other * cluster.units * cluster.games() * p * (1.0 - p);
                }
            }
        }
        sum
    }

    /// The parameters of the greatest likelihood, by Newton's method with halved steps; none if
    /// there are none.
    fn maximum(&self) -> Option<Array1<f64>> {
        let mut at = Array1::zeros(self.parameters());
        let mut height = self.log_likelihood(&at);
        for _ in 0..MOST_STEPS {
            let mut slope = Array1::zeros(self.parameters());
            for cluster in self.clusters {
                slope.scaled_add(cluster.units, &self.slope(&at, cluster));
            }
            let mut step = inverse(&self.information(&at))?.dot(&slope);
            let gain = slope.dot(&step);
            let mut next = &at + &step;
            // Near the maximum rounding decides between heights; there the full step is right.
            for _ in 0..MOST_STEPS {
                if gain < 1e-9 || self.log_likelihood(&next) > height {
                    break;
                }
                step /= 2.0;
                next = &at + &step;
            }
            at = next;
            height = self.log_likelihood(&at);
            if gain < 1e-20 * (1.0 + height.abs()) {
                break;
            }
        }
        at.iter().all(|parameter| parameter.is_finite()).then_some(at)
    }

    /// The maximum with standard errors that hold although games within a unit depend on each
    /// other: none where the likelihood has no maximum.
    ///
    /// The covariance is A⁻¹·B·A⁻¹·U / (U − p), A the information, B the sum over U units of the
    /// products of their slopes, p the number of parameters (Huber 1967; White 1982). To it comes
    /// the correction of Morel, Bokossa & Neerchal, "Bias correction for small sample robust
    /// inference", 2003: d·f·A⁻¹ with d = min(1/2, p / (U − p)) and f = max(1, tr(A⁻¹·B) / p).
    /// Without it, a few units that are all the same would leave no doubt at all.
    pub(super) fn fit(&self) -> Option<Fit> {
        let at = self.maximum()?;
        let bread = inverse(&self.information(&at))?;
        let (p, mut units) = (self.parameters(), 0.0);
        let mut filling = Array2::<f64>::zeros((p, p));
        for cluster in self.clusters {
            let slope = self.slope(&at, cluster);
            let column = slope.view().insert_axis(ndarray::Axis(1));
            filling.scaled_add(cluster.units, &column.dot(&column.t()));
            units += cluster.units;
        }
        let (parameters, degrees) = (p as f64, (units - p as f64).max(1.0));
        let design = bread.dot(&filling);
        let blend = (parameters / degrees).min(0.5) * (design.diag().sum() / parameters).max(1.0);
        let covariance = design.dot(&bread) * (units / degrees) + &bread * blend;
        let error = |seat| self.place(seat).map_or(0.0, |i| covariance[[i, i]].sqrt());
        let rating = |seat| self.place(seat).map_or(0.0, |i| at[i]);
        Some(Fit {
            ratings: (0..self.seats).map(rating).collect(),
            errors: (0..self.seats).map(error).collect(),
            degrees,
        })
    }
}
