//! Fitting a mixture of formations to deployments: expectation-maximisation with exact gradients.
//!
//! Source: Dempster, Laird & Rubin, JRSS B 39 (1977), for EM. The M-step is damped iterative
//! scaling (Darroch & Ratcliff, Ann. Math. Stat. 43 (1972)); damping loses the guarantee that the
//! likelihood never falls. The gradient of a component's log-likelihood with respect to a log-weight
//! is the frequency of that kind on that post in the data minus its marginal in the model. Both are
//! exact.
//!
//! Players have no left-right preference, so every formation is fitted together with its mirror
//! image, which has the same share.
//!
//! The tables of 25 posts and twelve kinds are changed in loops, never by `array::map` or
//! `array::from_fn`: those unroll all 300 entries, times the lanes, and LLVM then takes more than
//! an hour.

use junqi_core::base::random;
use junqi_core::game::belief::{
    AssignmentSums, Formation, Prior, SlotWeights, deployments, mirrored,
};
use junqi_core::game::rules::{ARMY, Army, Deployment, Kind};
use rand_distr::{Distribution, Exp1};
use std::collections::HashMap;

/// Number of formations whose sums are counted in one sweep.
const LANES: usize = 8;

/// Settings of the fit of a mixture of formations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FormationFit {
    /// Number of formations, mirror images not counted; default 8.
    pub formations: usize,
    /// Number of EM rounds; default 60.
    pub rounds: usize,
    /// Exponent of a deployment's frequency: one that occurs `n` times counts `n` to this power;
    /// default 0.5.
    pub recurrence: f64,
    /// Weight of the average of all deployments in every formation, in deployments; default 20.
    pub smoothing: f64,
    /// Weight of the uniform distribution in that average, in deployments; default 10.
    pub uniform: f64,
    /// Damping: the fraction of a full scaling step that a round takes, 0 to 1; default 0.7.
    pub step: f64,
    /// Seed of the random first responsibilities; default 1.
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

/// Largest change of a log-weight in one round.
const MAX_STEP: f64 = 2.0;

/// A number for every post and kind: a weight, a count or a probability.
type Table = [[f64; 12]; ARMY];

/// A fitted mixture of formations.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedFormations {
    /// The formations; the mirror image of each has the same share and is not listed.
    pub formations: Vec<Formation>,
    /// Effective number of distinct deployments behind each formation and its mirror image (Kish):
    /// the squared sum of its responsibilities over the sum of their squares.
    pub support: Vec<f64>,
}

/// A deployment and its mirror image, as kinds by post, with its weight in the fit.
struct Sample {
    views: [[Kind; ARMY]; 2],
    counts: f64,
}

/// A component of the mixture: a formation while it is fitted.
#[derive(Clone)]
struct Component {
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
        let mut components = vec![Component { share: 0.0, weights: average }; self.formations];
        let first: Vec<Vec<[f64; 2]>> = samples
            .iter()
            .map(|_| {
                let draws: Vec<f64> =
                    (0..components.len()).map(|_| Exp1.sample(&mut rng)).collect();
                let sum: f64 = draws.iter().sum();
                // At first the flag stands on the left in every formation.
                draws.iter().map(|d| [d / sum, 0.0]).collect()
            })
            .collect();
        let mut support = self.maximise(&mut components, &samples, &first, &average, None);
        for _ in 0..self.rounds {
            let (totals, marginals) = expectations(&components);
            let shares: Vec<_> = samples
                .iter()
                .map(|sample| responsibilities(&components, &totals, sample))
                .collect();
            support = self.maximise(&mut components, &samples, &shares, &average, Some(&marginals));
        }
        let all: f64 = components.iter().map(|component| component.share).sum();
        let formations = components
            .into_iter()
            .map(|Component { share, weights }| Formation { share: share / all, weights })
            .collect();
        FittedFormations { formations, support }
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

    /// The marginals of all deployments and their mirror images, smoothed by the uniform ones.
    fn average(&self, samples: &[Sample]) -> Table {
        let weights = Prior::uniform().formations()[0].weights;
        let (_, marginals) = expectations(&[Component { share: 1.0, weights }]);
        let mut table = marginals[0];
        replace_each(&mut table, |m| m * self.uniform);
        let mut all = self.uniform;
        for sample in samples {
            all += sample.counts;
            for view in &sample.views {
                add(&mut table, view, sample.counts / 2.0);
            }
        }
        replace_each(&mut table, |n| n / all);
        table
    }

    /// The M-step: new shares, and weights one scaling step closer to the deployments that each
    /// component is responsible for. Returns the support of each component.
    fn maximise(
        &self,
        components: &mut [Component],
        samples: &[Sample],
        responsibilities: &[Vec<[f64; 2]>],
        average: &Table,
        marginals: Option<&[Table]>,
    ) -> Vec<f64> {
        let all: f64 = samples.iter().map(|s| s.counts).sum();
        let mut support = vec![];
        let many = components.len() as f64;
        for (k, component) in components.iter_mut().enumerate() {
            let mut target = *average;
            replace_each(&mut target, |m| m * self.smoothing);
            let mut sum = 0.0;
            let mut once = 0.0;
            let mut squares = 0.0;
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
            component.share = (sum + 1.0) / (all + many);
            replace_each(&mut target, |n| n / (sum + self.smoothing));
            match marginals {
                Some(marginals) => self.scale(&mut component.weights, &target, &marginals[k]),
                None => component.weights = target,
            }
        }
        support
    }

    /// One damped step of iterative scaling.
    fn scale(&self, weights: &mut Table, target: &Table, marginals: &Table) {
        for (row, (target, marginals)) in weights.iter_mut().zip(target.iter().zip(marginals)) {
            for ((weight, target), marginal) in row.iter_mut().zip(target).zip(marginals) {
                if *weight > 0.0 {
                    let step = self.step * (target / marginal).ln();
                    *weight *= step.clamp(-MAX_STEP, MAX_STEP).exp();
                }
            }
            let sum: f64 = row.iter().sum();
            for weight in row {
                *weight /= sum;
            }
        }
    }
}

/// The deployment or its mirror image, whichever has the flag on the left.
pub(super) fn oriented(deployment: &Deployment) -> Deployment {
    let flag = deployment.pieces().find(|p| p.1 == Kind::Flag);
    if flag.is_some_and(|(point, _)| point.col() > 3) { deployment.mirror() } else { *deployment }
}

fn kinds(deployment: &Deployment) -> [Kind; ARMY] {
    let mut kinds = [Kind::Flag; ARMY];
    kinds.iter_mut().zip(deployment.pieces()).for_each(|(kind, piece)| *kind = piece.1);
    kinds
}

/// Replaces every number of a table.
fn replace_each(table: &mut Table, new: impl Fn(f64) -> f64) {
    for number in table.as_flattened_mut() {
        *number = new(*number);
    }
}

fn add(table: &mut Table, view: &[Kind; ARMY], counts: f64) {
    for (row, kind) in table.iter_mut().zip(view) {
        row[kind.index()] += counts;
    }
}

/// The E-step's sums over all legal deployments: for each component the total weight and the
/// marginals.
fn expectations(components: &[Component]) -> (Vec<f64>, Vec<Table>) {
    let mut totals = vec![];
    let mut tables = vec![];
    for chunk in components.chunks(LANES) {
        let count = AssignmentSums::new(deployments(), lanes(chunk));
        let sums = count.total(&Army::full());
        let ways = count.ways(&[(Army::full(), [1.0; LANES])]);
        for (lane, &sum) in sums.iter().enumerate().take(chunk.len()) {
            let mut table = [[0.0; 12]; ARMY];
            let ways = ways.iter().flatten();
            for (marginal, ways) in table.as_flattened_mut().iter_mut().zip(ways) {
                *marginal = ways[lane] / sum;
            }
            totals.push(sum);
            tables.push(table);
        }
    }
    (totals, tables)
}

/// The weights of at most [`LANES`] components by post; lanes without a component are 0.
fn lanes(components: &[Component]) -> Vec<SlotWeights<LANES>> {
    let mut lanes = vec![[[0.0; LANES]; 12]; ARMY];
    for (lane, component) in components.iter().enumerate() {
        let weights = component.weights.iter().flatten();
        for (weights, &weight) in lanes.iter_mut().flatten().zip(weights) {
            weights[lane] = weight;
        }
    }
    lanes
}

/// The E-step for one deployment: for each component the probability that it produced the
/// deployment, as it is and mirrored.
fn responsibilities(components: &[Component], totals: &[f64], sample: &Sample) -> Vec<[f64; 2]> {
    let product = |component: &Component, view: &[Kind; ARMY]| -> f64 {
        component.weights.iter().zip(view).map(|(row, kind)| row[kind.index()]).product()
    };
    let mut both: Vec<[f64; 2]> = components
        .iter()
        .zip(totals)
        .map(|(component, total)| {
            let scale = component.share / total;
            [0, 1].map(|i| scale * product(component, &sample.views[i]))
        })
        .collect();
    let sum: f64 = both.iter().flatten().sum();
    both.iter_mut().flatten().for_each(|r| *r /= sum);
    both
}
