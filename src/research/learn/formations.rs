//! Fitting a mixture of formations to deployments: expectation-maximisation with exact gradients.
//!
//! Source: Dempster, Laird & Rubin, JRSS B 39 (1977), for EM; the inner step is iterative scaling
//! (Darroch & Ratcliff, Ann. Math. Stat. 43 (1972)) without its guarantee, damped. For a component,
//! the gradient of the log-likelihood in the logarithm of a weight is the weight's share of
//! deployments in the data less its marginal in the model, and both are exact.
//!
//! People do not prefer left to right, so every formation is fitted together with its mirror
//! image, which has the same share.

use crate::base::random;
use crate::game::belief::{AssignmentSums, Formation, Prior, SlotWeights, deployments, mirrored};
use crate::game::rules::{ARMY, Army, Deployment, Kind};
use rand_distr::{Distribution, Exp1};
use std::collections::HashMap;

/// Formations whose sums are counted in one sweep.
const LANES: usize = 8;

/// How formations are fitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FormationFit {
    /// Formations, not counting mirror images.
    pub formations: usize,
    /// Rounds of expectation and maximisation.
    pub rounds: usize,
    /// A deployment that occurs `n` times counts `n` to this power.
    pub recurrence: f64,
    /// Deployments' worth of the average of all that every formation is drawn towards.
    pub smoothing: f64,
    /// The same of the uniform distribution, for that average.
    pub uniform: f64,
    /// How much of the way to the observed shares the logarithm of a weight goes in a round.
    pub step: f64,
    /// Seed of the first responsibilities.
    pub seed: u64,
}

impl Default for FormationFit {
    fn default() -> Self {
        Self {
            formations: 8,
            rounds: 60,
            recurrence: 0.5,
            smoothing: 20.0,
            uniform: 10.0,
            step: 0.7,
            seed: 1,
        }
    }
}

/// The longest step of a weight's logarithm.
const LONGEST: f64 = 2.0;

type Table = [[f64; 12]; ARMY];

/// Fitted formations.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedFormations {
    /// The formations; the mirror image of each has the same share again.
    pub formations: Vec<Formation>,
    /// By formation and its mirror image, how many distinct deployments it rests on: the square of
    /// the sum of its responsibilities over the sum of their squares.
    pub support: Vec<f64>,
}

/// A deployment with its mirror image, as kinds by post, and how much it counts.
struct Sample {
    views: [[Kind; ARMY]; 2],
    counts: f64,
}

/// A formation while it is fitted.
#[derive(Clone)]
struct Part {
    share: f64,
    weights: Table,
}

impl FormationFit {
    /// Fits formations to deployments.
    ///
    /// # Panics
    ///
    /// If there are no deployments or no formations.
    pub fn run(&self, deployments: &[Deployment]) -> FittedFormations {
        assert!(!deployments.is_empty() && self.formations > 0, "something to fit");
        let samples = self.samples(deployments);
        let average = self.average(&samples);
        let mut rng = random::stream(self.seed, &[self.formations as u64]);
        let mut parts = vec![Part { share: 0.0, weights: average }; self.formations];
        let first: Vec<Vec<[f64; 2]>> = samples
            .iter()
            .map(|_| {
                let draws: Vec<f64> = (0..parts.len()).map(|_| Exp1.sample(&mut rng)).collect();
                let sum: f64 = draws.iter().sum();
                // To begin with all flags stand on one side.
                draws.iter().map(|d| [d / sum, 0.0]).collect()
            })
            .collect();
        let mut support = self.maximise(&mut parts, &samples, &first, &average, None);
        for _ in 0..self.rounds {
            let (totals, marginals) = expectations(&parts);
            let responsibilities: Vec<_> =
                samples.iter().map(|sample| respond(&parts, &totals, sample)).collect();
            support =
                self.maximise(&mut parts, &samples, &responsibilities, &average, Some(&marginals));
        }
        let all: f64 = parts.iter().map(|part| part.share).sum();
        let formation = |part: Part| Formation { share: part.share / all, weights: part.weights };
        FittedFormations { formations: parts.into_iter().map(formation).collect(), support }
    }

    fn samples(&self, deployments: &[Deployment]) -> Vec<Sample> {
        let mut counts: HashMap<[Kind; ARMY], u32> = HashMap::new();
        for deployment in deployments {
            *counts.entry(kinds(&oriented(deployment))).or_default() += 1;
        }
        let mut samples: Vec<Sample> = counts
            .into_iter()
            .map(|(view, count)| Sample {
                views: [view, mirrored(&view)],
                counts: f64::from(count).powf(self.recurrence),
            })
            .collect();
        samples.sort_unstable_by_key(|s| s.views[0]);
        samples
    }

    /// The marginals of all deployments and their mirror images, with some of the uniform ones.
    fn average(&self, samples: &[Sample]) -> Table {
        let weights = Prior::uniform().formations()[0].weights;
        let (_, marginals) = expectations(&[Part { share: 1.0, weights }]);
        let mut table = marginals[0].map(|row| row.map(|m| m * self.uniform));
        let mut all = self.uniform;
        for sample in samples {
            all += sample.counts;
            for view in &sample.views {
                add(&mut table, view, sample.counts / 2.0);
            }
        }
        table.map(|row| row.map(|n| n / all))
    }

    /// New shares, and weights a step nearer to what the formations are responsible for; how many
    /// distinct deployments each rests on.
    fn maximise(
        &self,
        parts: &mut [Part],
        samples: &[Sample],
        responsibilities: &[Vec<[f64; 2]>],
        average: &Table,
        marginals: Option<&[Table]>,
    ) -> Vec<f64> {
        let all: f64 = samples.iter().map(|s| s.counts).sum();
        let mut support = vec![];
        let many = parts.len() as f64;
        for (k, part) in parts.iter_mut().enumerate() {
            let mut target = average.map(|row| row.map(|m| m * self.smoothing));
            let (mut sum, mut once, mut squares) = (0.0, 0.0, 0.0);
            for (sample, responsibility) in samples.iter().zip(responsibilities) {
                let both = responsibility[k];
                for (view, r) in sample.views.iter().zip(both) {
                    add(&mut target, view, sample.counts * r);
                }
                let r = both[0] + both[1];
                sum += sample.counts * r;
                once += r;
                squares += r * r;
            }
            support.push(once * once / squares);
            part.share = (sum + 1.0) / (all + many);
            let target = target.map(|row| row.map(|n| n / (sum + self.smoothing)));
            match marginals {
                Some(marginals) => self.scale(&mut part.weights, &target, &marginals[k]),
                None => part.weights = target,
            }
        }
        support
    }

    fn scale(&self, weights: &mut Table, target: &Table, marginals: &Table) {
        for (row, (target, marginals)) in weights.iter_mut().zip(target.iter().zip(marginals)) {
            for ((weight, target), marginal) in row.iter_mut().zip(target).zip(marginals) {
                if *weight > 0.0 {
                    let step = self.step * (target / marginal).ln();
                    *weight *= step.clamp(-LONGEST, LONGEST).exp();
                }
            }
            let sum: f64 = row.iter().sum();
            *row = row.map(|w| w / sum);
        }
    }
}

/// The deployment or its mirror image, whichever has the flag on the left.
pub(super) fn oriented(deployment: &Deployment) -> Deployment {
    let flag = deployment.pieces().find(|p| p.1 == Kind::Flag);
    if flag.is_some_and(|(point, _)| point.col() > 3) { deployment.mirror() } else { *deployment }
}

fn kinds(deployment: &Deployment) -> [Kind; ARMY] {
    let mut pieces = deployment.pieces();
    std::array::from_fn(|_| pieces.next().expect("25 pieces").1)
}

fn add(table: &mut Table, view: &[Kind; ARMY], counts: f64) {
    for (row, kind) in table.iter_mut().zip(view) {
        row[kind.index()] += counts;
    }
}

/// By formation, the sum of its products over all legal deployments, and the marginals.
fn expectations(parts: &[Part]) -> (Vec<f64>, Vec<Table>) {
    let (mut totals, mut tables) = (vec![], vec![]);
    for chunk in parts.chunks(LANES) {
        let weight = |post: usize, kind: usize, lane: usize| {
            chunk.get(lane).map_or(0.0, |part| part.weights[post][kind])
        };
        let weights: Vec<SlotWeights<LANES>> = (0..ARMY)
            .map(|post| {
                std::array::from_fn(|kind| std::array::from_fn(|lane| weight(post, kind, lane)))
            })
            .collect();
        let count = AssignmentSums::new(deployments(), weights);
        let sums = count.total(&Army::full());
        let ways = count.ways(&[(Army::full(), [1.0; LANES])]);
        for lane in 0..chunk.len() {
            totals.push(sums[lane]);
            tables.push(std::array::from_fn(|post| {
                std::array::from_fn(|kind| ways[post][kind][lane] / sums[lane])
            }));
        }
    }
    (totals, tables)
}

/// How likely each formation is to have made a deployment, as it is and mirrored.
fn respond(parts: &[Part], totals: &[f64], sample: &Sample) -> Vec<[f64; 2]> {
    let product = |part: &Part, view: &[Kind; ARMY]| -> f64 {
        part.weights.iter().zip(view).map(|(row, kind)| row[kind.index()]).product()
    };
    let mut both: Vec<[f64; 2]> = parts
        .iter()
        .zip(totals)
        .map(|(part, total)| {
            let scale = part.share / total;
            [0, 1].map(|i| scale * product(part, &sample.views[i]))
        })
        .collect();
    let sum: f64 = both.iter().flatten().sum();
    both.iter_mut().flatten().for_each(|r| *r /= sum);
    both
}
