//! Maximum likelihood in the Bradley-Terry model, with robust standard errors.
//!
//! If d is the difference of two ratings in nats, the first player scores a point with probability
//! p = 1 / (1 + e^(−d)). This is an exponential family: the log-likelihood is concave, and its second
//! derivatives do not depend on the results. Source: Bradley & Terry, "Rank analysis of incomplete
//! block designs", 1952.
//!
//! A draw is half a win and half a loss. So the ratings explain scores, as Elo does, and their
//! uncertainty is computed from the observed scores of units, not from the variance of the model.

use ndarray::{Array1, Array2};

/// Maximum number of Newton steps, and of halvings of one; no known case needs so many.
const MOST_STEPS: u32 = 200;

/// Units of two players with the same score.
#[derive(Debug, Clone)]
pub(super) struct Cluster {
    pub(super) seats: [usize; 2],
    /// Points of each player in a unit.
    pub(super) points: [f64; 2],
    /// Number of units.
    pub(super) units: f64,
}

impl Cluster {
    pub(super) fn games(&self) -> f64 {
        self.points[0] + self.points[1]
    }
}

/// The expected score for a rating difference in nats.
pub(super) fn share(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The data of a rating computation: clusters and seats.
pub(super) struct PairModel<'a> {
    pub(super) seats: usize,
    /// The seat whose rating is 0.
    pub(super) anchor: usize,
    pub(super) clusters: &'a [Cluster],
}

/// Ratings in nats with their standard errors.
#[derive(Debug)]
pub(super) struct RatingFit {
    pub(super) ratings: Vec<f64>,
    pub(super) uncertainty: Vec<Uncertainty>,
}

/// The uncertainty of a rating's difference to the anchor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Uncertainty {
    /// Standard error, in nats.
    pub(super) error: f64,
    /// Degrees of freedom of its estimate.
    pub(super) degrees: f64,
}

impl Uncertainty {
    const ANCHOR: Self = Self { error: 0.0, degrees: 1.0 };
}

impl PairModel<'_> {
    /// Index of a seat's rating among the free parameters; none for the anchor.
    fn place(&self, seat: usize) -> Option<usize> {
        (seat != self.anchor).then(|| seat - usize::from(seat > self.anchor))
    }

    /// Number of free ratings.
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

    /// The free ratings among the two of a cluster, with their signs in the difference.
    fn free(&self, cluster: &Cluster) -> impl Iterator<Item = (usize, f64)> + use<> {
        let [first, second] = cluster.seats.map(|seat| self.place(seat));
        first.map(|i| (i, 1.0)).into_iter().chain(second.map(|i| (i, -1.0)))
    }

    /// The derivative of the log-likelihood of one unit of a cluster.
    fn slope(&self, at: &Array1<f64>, cluster: &Cluster) -> Array1<f64> {
        let expected = cluster.games() * share(self.difference(at, cluster.seats));
        let mut slope = Array1::zeros(self.parameters());
        for (i, sign) in self.free(cluster) {
            slope[i] = sign * (cluster.points[0] - expected);
        }
        slope
    }

    /// The information matrix: the negated second derivatives of the log-likelihood.
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

    /// The maximum-likelihood parameters, by Newton's method with step halving; none if there is no
    /// maximum.
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
            // Near the maximum the likelihoods differ only by rounding; take the full step there.
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

    /// The maximum with cluster-robust standard errors, because games within a unit are dependent.
    /// None if the likelihood has no maximum.
    pub(super) fn fit(&self) -> Option<RatingFit> {
        let at = self.maximum()?;
        let bread = inverse(&self.information(&at))?;
        let uncertainty = |seat| {
            self.place(seat).map_or(Uncertainty::ANCHOR, |i| self.uncertainty(&at, &bread, i))
        };
        let rating = |seat| self.place(seat).map_or(0.0, |i| at[i]);
        Some(RatingFit {
            ratings: (0..self.seats).map(rating).collect(),
            uncertainty: (0..self.seats).map(uncertainty).collect(),
        })
    }

    /// The standard error of a free rating and its degrees of freedom.
    ///
    /// Let A be the information. A unit that scores c points above its expectation moves the rating by
    /// c·b, where b is the part of the row of A⁻¹ for its seats. The sum of squares is the sandwich
    /// estimate of the variance (Huber 1967; White 1982). The effective number of units n is the square
    /// of the sum of their contributions to the model variance over the sum of their squares, after
    /// Bell and `McCaffrey`, "Bias reduction in standard errors for linear regression with multi-stage
    /// samples", 2002; it stays small for a player with few games. The variance is multiplied by
    /// n / (n − 1). Then the correction of Morel, Bokossa & Neerchal, "Bias correction for small sample
    /// robust inference", 2003, is added: min(1/2, 1 / (n − 1)) times the larger of the model variance
    /// and the estimate. Without it, a few units with the same score would have standard error 0.
    fn uncertainty(&self, at: &Array1<f64>, bread: &Array2<f64>, i: usize) -> Uncertainty {
        let mut found = 0.0;
        let mut model = 0.0;
        let mut squares = 0.0;
        for cluster in self.clusters {
            let p = share(self.difference(at, cluster.seats));
            let part: f64 = self.free(cluster).map(|(j, sign)| sign * bread[[i, j]]).sum();
            let above = cluster.points[0] - cluster.games() * p;
            let expected = cluster.games() * p * (1.0 - p) * part * part;
            found += cluster.units * (above * part).powi(2);
            model += cluster.units * expected;
            squares += cluster.units * expected * expected;
        }
        let units = model * model / squares;
        let degrees = (units - 1.0).max(1.0);
        let variance = found * units / degrees + (1.0 / degrees).min(0.5) * found.max(model);
        Uncertainty { error: variance.sqrt(), degrees }
    }
}

/// The inverse of a symmetric positive definite matrix by Cholesky's decomposition; none if it is
/// not positive definite.
fn inverse(matrix: &Array2<f64>) -> Option<Array2<f64>> {
    let n = matrix.nrows();
    let mut lower = Array2::<f64>::zeros((n, n));
    for i in 0..n {
        for j in 0..=i {
            let rest: f64 = (0..j).map(|k| lower[[i, k]] * lower[[j, k]]).sum();
            let left = matrix[[i, j]] - rest;
            if i == j && (left.is_nan() || left <= 0.0) {
                return None;
            }
            lower[[i, j]] = if i == j { left.sqrt() } else { left / lower[[j, j]] };
        }
    }
    let mut turned = Array2::<f64>::eye(n);
    for column in 0..n {
        for i in column..n {
            let rest: f64 = (column..i).map(|k| lower[[i, k]] * turned[[k, column]]).sum();
            turned[[i, column]] = (turned[[i, column]] - rest) / lower[[i, i]];
        }
    }
    Some(turned.t().dot(&turned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = array![[4.0, 1.0, -0.5], [1.0, 3.0, 0.25], [-0.5, 0.25, 2.0]];
        let product = matrix.dot(&inverse(&matrix).unwrap());
        let off = (&product - &Array2::<f64>::eye(3)).iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        assert!(off < 1e-12, "{product}");
        assert!(inverse(&array![[1.0, 2.0], [2.0, 1.0]]).is_none());
        assert_eq!(inverse(&Array2::zeros((0, 0))).unwrap().len(), 0);
    }
}
