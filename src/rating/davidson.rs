//! The likelihood of Davidson's model, its maximum, and how sure it is.
//!
//! Where d is the difference of two ratings, in nats, a win, a draw and a loss are as likely as
//! e^(d/2) : ν : e^(−d/2). That is an exponential family in the ratings and ln ν: the logarithm of
//! the likelihood is concave, and its second derivatives do not depend on what was seen. Source:
//! Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison
//! experiments", 1970; without draws, Bradley & Terry, 1952.

use super::matrix::inverse;
use ndarray::{Array1, Array2};

/// Newton's steps, and halves of one, that no case is known to need.
const MOST_STEPS: u32 = 200;

/// Equal units of two seats.
#[derive(Debug, Clone)]
pub(super) struct Cluster {
    pub(super) seats: [usize; 2],
    /// Wins, draws and losses of the first seat in each unit.
    pub(super) games: [f64; 3],
    /// How many units.
    pub(super) units: f64,
}

impl Cluster {
    pub(super) fn total(&self) -> f64 {
        self.games.iter().sum()
    }
}

/// The probabilities of a win, a draw and a loss; ν is `draw`.
pub(super) fn probabilities(difference: f64, draw: f64) -> [f64; 3] {
    // Divided by the greatest of the three, so that no power overflows.
    let most = difference.abs() / 2.0;
    let (win, loss) = ((difference / 2.0 - most).exp(), (-difference / 2.0 - most).exp());
    let drawn = draw * (-most).exp();
    let sum = win + drawn + loss;
    [win / sum, drawn / sum, loss / sum]
}

/// Clusters, seats, and which parameters are free.
pub(super) struct Model<'a> {
    pub(super) seats: usize,
    /// The seat whose rating is 0.
    pub(super) anchor: usize,
    pub(super) clusters: &'a [Cluster],
    /// Whether any game was drawn; ν is 0 otherwise.
    pub(super) draws: bool,
}

/// Ratings in nats, ν, and the covariance of ratings.
#[derive(Debug)]
pub(super) struct Fit {
    pub(super) ratings: Vec<f64>,
    pub(super) draw: f64,
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

    /// Free ratings, then ln ν.
    fn parameters(&self) -> usize {
        self.seats - 1 + usize::from(self.draws)
    }

    fn difference(&self, at: &Array1<f64>, seats: [usize; 2]) -> f64 {
        let [first, second] = seats.map(|seat| self.place(seat).map_or(0.0, |i| at[i]));
        first - second
    }

    fn draw(&self, at: &Array1<f64>) -> f64 {
        if self.draws { at[self.seats - 1].exp() } else { 0.0 }
    }

    fn log_likelihood(&self, at: &Array1<f64>) -> f64 {
        let mut sum = 0.0;
        for cluster in self.clusters {
            let chances = probabilities(self.difference(at, cluster.seats), self.draw(at));
            let logs = cluster.games.iter().zip(chances).filter(|(games, _)| **games > 0.0);
            sum += cluster.units * logs.map(|(games, chance)| games * chance.ln()).sum::<f64>();
        }
        sum
    }

    /// The derivative of what one unit of a cluster adds to the log-likelihood.
    fn slope(&self, at: &Array1<f64>, cluster: &Cluster) -> Array1<f64> {
        let [win, draw, loss] = probabilities(self.difference(at, cluster.seats), self.draw(at));
        let ([wins, draws, losses], total) = (cluster.games, cluster.total());
        let above = (wins - losses - total * (win - loss)) / 2.0;
        let mut slope = Array1::zeros(self.parameters());
        for (seat, sign) in cluster.seats.into_iter().zip([1.0, -1.0]) {
            if let Some(i) = self.place(seat) {
                slope[i] = sign * above;
            }
        }
        if self.draws {
            slope[self.seats - 1] = draws - total * draw;
        }
        slope
    }

    /// The second derivatives of the log-likelihood, with the sign turned.
    fn information(&self, at: &Array1<f64>) -> Array2<f64> {
        let mut sum = Array2::zeros((self.parameters(), self.parameters()));
        for cluster in self.clusters {
            let [win, draw, loss] =
                probabilities(self.difference(at, cluster.seats), self.draw(at));
            let games = cluster.units * cluster.total();
            let spread = games * (win + loss - (win - loss).powi(2)) / 4.0;
            let places = cluster.seats.map(|seat| self.place(seat)).into_iter().zip([1.0, -1.0]);
            let free: Vec<_> = places.filter_map(|(i, sign)| i.map(|i| (i, sign))).collect();
            for &(i, sign) in &free {
                for &(j, other) in &free {
                    sum[[i, j]] += sign * other * spread;
                }
                if self.draws {
                    let both = -sign * games * draw * (win - loss) / 2.0;
                    sum[[i, self.seats - 1]] += both;
                    sum[[self.seats - 1, i]] += both;
                }
            }
            if self.draws {
                sum[[self.seats - 1, self.seats - 1]] += games * draw * (1.0 - draw);
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
            draw: self.draw(&at),
            errors: (0..self.seats).map(error).collect(),
            degrees,
        })
    }
}
