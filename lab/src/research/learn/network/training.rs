//! Training in batches of the correction to the linear evaluation; every epoch is measured on held-out
//! positions.

use super::model::{InputGroups, NetworkModel, RealRow, SeatInputs, mirrored, most_output};
use super::training_positions::{TrainingPosition, TrainingPositions};
use crate::research::learn::adam::{Adam, Pace};
use crate::research::learn::evaluation::{nats, sigmoid};
use junqi_core::base::random;
use junqi_core::engine::eval::{HIDDEN, Inputs};
use junqi_core::game::rules::Mode;
use rand::RngExt;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::Serialize;
use std::f64::consts::{LN_2, PI};

/// Parts of a batch, each summed in order, so that threads do not matter.
const PARTS: usize = 4;
/// Positions per partial sum of a measurement.
const CHUNK: usize = 2048;
/// Final learning rate as a fraction of the first.
const LEFT: f64 = 0.01;

/// The settings of training.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    /// Number of epochs.
    pub epochs: usize,
    /// Batch size, in positions.
    pub batch: usize,
    /// Initial learning rate; it falls to a hundredth along a cosine.
    pub rate: f64,
    /// Weight decay: the fraction of a weight that a step of rate 1 removes.
    pub decay: f64,
    /// Factor of the decay for weights of single inputs, relative to those of groups.
    pub single: f64,
    /// Seed of the first weights and of the order of positions.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Self { epochs: 8, batch: 4096, rate: 5e-4, decay: 30.0, single: 1.0, seed: 1 }
    }
}

/// The losses of an epoch, in bits per position.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: usize,
    /// Training loss during the epoch.
    pub trained: f64,
    /// Loss against the targets of held-out positions.
    pub held_out: f64,
    /// Loss against the results of held-out positions.
    pub results: f64,
}

/// A trained network.
#[derive(Debug, Clone)]
pub struct Trained {
    /// The network of the epoch with the lowest held-out loss; of the last epoch without held-out games.
    pub model: NetworkModel,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The epoch of the network.
    pub best: usize,
    /// Largest absolute activation on all positions.
    pub peak: f32,
}

/// The gradient of a part of a batch, with its buffers.
struct Worker {
    gradient: NetworkModel,
    views: Vec<SeatInputs>,
    bits: f64,
    /// Centi-pieces per unit of log-odds.
    scale: f64,
}

impl Training {
    /// Trains a network for a mode, with the scale of centi-pieces per unit of log-odds; calls `each`
    /// after every epoch.
    pub fn run(
        &self,
        (mode, scale): (Mode, f64),
        kept: &[TrainingPositions],
        held: &[TrainingPositions],
        mut each: impl FnMut(&Epoch),
    ) -> Trained {
        let spots: Vec<&TrainingPosition> = kept.iter().flat_map(|game| &game.spots).collect();
        let held: Vec<&TrainingPosition> = held.iter().flat_map(|game| &game.spots).collect();
        let mirror = mirrored(Inputs::of(mode));
        let mut learner = Learner::new(mode, scale, self.seed, self.single);
        let mut workers: Vec<Worker> =
            (0..PARTS).map(|_| Worker::new(&learner.model, scale)).collect();
        let mut trained =
            Trained { model: learner.model.clone(), epochs: vec![], best: 0, peak: 0.0 };
        let steps = self.epochs * spots.len().div_ceil(self.batch);
        let mut step = 0;
        for epoch in 1..=self.epochs {
            let mut rng = random::stream(self.seed, &[1, epoch as u64]);
            let mut order: Vec<(&TrainingPosition, bool)> =
                spots.iter().map(|&s| (s, rng.random())).collect();
            order.shuffle(&mut rng);
            let mut bits = 0.0;
            for batch in order.chunks(self.batch) {
                bits += descend(&learner.model, batch, &mirror, &mut workers);
                step += 1;
                let pace = self.pace(step, steps);
                learner.step(&workers[0].gradient, pace);
            }
            let (held_out, results, _) = measure(&learner.model, scale, &held);
            let number = spots.len().max(1) as f64;
            let passed = Epoch { epoch, trained: bits / number, held_out, results };
            each(&passed);
            let before = trained.epochs.iter().map(|e: &Epoch| e.held_out).fold(f64::MAX, f64::min);
            if held.is_empty() || held_out < before {
                trained.model.clone_from(&learner.model);
                trained.best = epoch;
            }
            trained.epochs.push(passed);
        }
        let all: Vec<&TrainingPosition> = spots.iter().chain(&held).copied().collect();
        (_, _, trained.peak) = measure(&trained.model, scale, &all);
        trained
    }

    /// The cosine schedule of the learning rate.
    fn pace(&self, step: usize, steps: usize) -> Pace<f32> {
        let wave = f64::midpoint(1.0, (PI * step as f64 / steps as f64).cos());
        let rate = self.rate * (LEFT + (1.0 - LEFT) * wave);
        Pace { rate: rate as f32, decay: self.decay as f32, step: step as i32 }
    }
}

impl Worker {
    fn new(model: &NetworkModel, scale: f64) -> Self {
        let gradient = NetworkModel::zero(model.mode());
        let views = model.views();
        Self { gradient, views, bits: 0.0, scale }
    }

    fn work(
        &mut self,
        model: &NetworkModel,
        spots: &[(&TrainingPosition, bool)],
        mirror: &[u16],
        weight: f32,
    ) {
        self.gradient.clear();
        self.bits = 0.0;
        for &(spot, turned) in spots {
            let mirror = turned.then_some(mirror);
            let correction = model.look(&spot.inputs, mirror, &mut self.views);
            let odds = spot.linear_odds(self.scale) + f64::from(correction);
            let target = f64::from(spot.target);
            self.bits += nats(odds, target) / LN_2;
            let slope = (sigmoid(odds) - target) as f32;
            model.trace(&self.views, slope * weight, &mut self.gradient);
        }
    }
}

/// Computes the gradient of a batch into the first worker; returns the loss of the batch, in bits.
fn descend(
    model: &NetworkModel,
    batch: &[(&TrainingPosition, bool)],
    mirror: &[u16],
    workers: &mut [Worker],
) -> f64 {
    let weight = 1.0 / batch.len() as f32;
    let size = batch.len().div_ceil(workers.len());
    workers.par_iter_mut().enumerate().for_each(|(i, worker)| {
        let part = batch.chunks(size).nth(i).unwrap_or_default();
        worker.work(model, part, mirror, weight);
    });
    let bits = workers.iter().map(|worker| worker.bits).sum();
    if let [first, others @ ..] = workers {
        for other in others {
            first.gradient.add(&other.gradient);
        }
    }
    bits
}

/// The losses against targets and results, in bits per position, and the largest activation.
fn measure(model: &NetworkModel, scale: f64, spots: &[&TrainingPosition]) -> (f64, f64, f32) {
    let chunk = |spots: &[&TrainingPosition]| {
        let mut views = model.views();
        let mut sums = (0.0, 0.0, 0.0_f32);
        for spot in spots {
            let correction = model.look(&spot.inputs, None, &mut views);
            let odds = spot.linear_odds(scale) + f64::from(correction);
            sums.0 += nats(odds, spot.target.into()) / LN_2;
            sums.2 = views.iter().map(SeatInputs::peak).fold(sums.2, f32::max);
            if !spot.stray {
                sums.1 += nats(odds, spot.result.into()) / LN_2;
            }
        }
        sums
    };
    let parts: Vec<_> = spots.par_chunks(CHUNK).map(chunk).collect();
    let all = parts
        .into_iter()
        .fold((0.0, 0.0, 0.0_f32), |all, part| (all.0 + part.0, all.1 + part.1, all.2.max(part.2)));
    let number = spots.len().max(1) as f64;
    let played = spots.iter().filter(|spot| !spot.stray).count().max(1) as f64;
    (all.0 / number, all.1 / played, all.2)
}

/// Initial range of the weights of piece kinds.
const SPREAD: f32 = 0.15;
/// Initial bias of the hidden units.
const BIAS: f32 = 0.4;
/// Initial range of the output weights.
const SAID: f32 = 0.1;

/// Weights of inputs, each by itself or by group.
struct Part {
    groups: Option<InputGroups>,
    hidden: Vec<RealRow>,
    linear: Vec<f32>,
    paces: [Adam<f32>; 2],
    gradient: (Vec<RealRow>, Vec<f32>),
}

impl Part {
    fn new(inputs: usize, groups: Option<InputGroups>) -> Self {
        let size = groups.as_ref().map_or(inputs, |g| g.count);
        Self {
            hidden: vec![[0.0; HIDDEN]; size],
            linear: vec![0.0; size],
            paces: [Adam::new(size * HIDDEN), Adam::new(size)],
            gradient: (vec![[0.0; HIDDEN]; size], vec![0.0; size]),
            groups,
        }
    }

    fn step(&mut self, gradient: &NetworkModel, pace: Pace<f32>, single: f32) {
        let Self { groups, hidden, linear, paces: [units, own], gradient: (rows, sums) } = self;
        let Some(groups) = groups else {
            let pace = Pace { decay: pace.decay * single, ..pace };
            units.step(hidden.as_flattened_mut(), gradient.hidden.as_flattened(), pace);
            own.step(linear, &gradient.linear, pace);
            return;
        };
        rows.as_flattened_mut().fill(0.0);
        sums.fill(0.0);
        for (input, group) in groups.of.iter().enumerate() {
            let Some(group) = group.map(|group| group as usize) else { continue };
            let row = &gradient.hidden[input];
            rows[group].iter_mut().zip(row).for_each(|(sum, part)| *sum += part);
            sums[group] += gradient.linear[input];
        }
        units.step(hidden.as_flattened_mut(), rows.as_flattened(), pace);
        own.step(linear, sums, pace);
    }
}

/// The weights in training.
struct Learner {
    parts: Vec<Part>,
    units: [Adam<f32>; 2],
    /// The sum of all parts.
    model: NetworkModel,
    most_output: f32,
    single: f32,
}

impl Learner {
    /// The first weights, drawn from a seed. `single` multiplies the decay of weights of single
    /// inputs.
    fn new(mode: Mode, scale: f64, seed: u64, single: f64) -> Self {
        let inputs = Inputs::of(mode).count();
        let groups = InputGroups::all(mode).into_iter().map(Some);
        let mut parts: Vec<Part> =
            std::iter::once(None).chain(groups).map(|groups| Part::new(inputs, groups)).collect();
        let mut rng = random::stream(seed, &[0]);
        let by_kind = parts[1].hidden.as_flattened_mut();
        for weight in by_kind {
            *weight = rng.random_range(-SPREAD..SPREAD);
        }
        let mut model = NetworkModel::zero(mode);
        model.bias = [BIAS; HIDDEN];
        model.output = std::array::from_fn(|_| rng.random_range(-SAID..SAID));
        let units = [Adam::new(HIDDEN), Adam::new(HIDDEN)];
        let most_output = most_output(scale);
        let single = single as f32;
        let mut learner = Self { parts, units, model, most_output, single };
        learner.fold();
        learner
    }

    /// Adds the parts up into the model.
    fn fold(&mut self) {
        let Self { parts, model, .. } = self;
        let rows = model.hidden.par_iter_mut().zip(&mut model.linear).enumerate();
        rows.with_min_len(512).for_each(|(input, (row, own))| {
            (*row, *own) = (parts[0].hidden[input], parts[0].linear[input]);
            for part in &parts[1..] {
                let group = part.groups.as_ref().and_then(|groups| groups.of[input]);
                let Some(group) = group.map(|group| group as usize) else { continue };
                row.iter_mut().zip(&part.hidden[group]).for_each(|(sum, w)| *sum += w);
                *own += part.linear[group];
            }
        });
    }

    fn step(&mut self, gradient: &NetworkModel, pace: Pace<f32>) {
        let single = self.single;
        self.parts.par_iter_mut().for_each(|part| part.step(gradient, pace, single));
        let NetworkModel { bias, output, .. } = &mut self.model;
        let still = Pace { decay: 0.0, ..pace };
        self.units[0].step(bias, &gradient.bias, still);
        self.units[1].step(output, &gradient.output, still);
        for weight in output {
            *weight = weight.clamp(-self.most_output, self.most_output);
        }
        self.fold();
    }
}
