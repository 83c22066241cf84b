//! The trained weights of inputs and of their groups, and their steps.

use super::export::most_output;
use super::factors::InputGroups;
use super::model::{NetworkModel, RealRow};
use crate::base::random;
use crate::engine::eval::{HIDDEN, Inputs};
use crate::game::rules::Mode;
use crate::research::learn::adam::{Adam, Pace};
use rand::RngExt;
use rayon::prelude::*;

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
pub(super) struct Learner {
    parts: Vec<Part>,
    units: [Adam<f32>; 2],
    /// The sum of all parts.
    pub(super) model: NetworkModel,
    most_output: f32,
    single: f32,
}

impl Learner {
    /// The first weights, drawn from a seed. `single` multiplies the decay of weights of single
    /// inputs.
    pub(super) fn new(mode: Mode, scale: f64, seed: u64, single: f64) -> Self {
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
        let (most_output, single) = (most_output(scale), single as f32);
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

    pub(super) fn step(&mut self, gradient: &NetworkModel, pace: Pace<f32>) {
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
