//! Steps of Adam with decoupled decay.

/// Moments of a list of weights.
#[derive(Debug, Clone)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
}

/// How far a step goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    pub(super) rate: f32,
    /// Part of a weight that a step of rate 1 takes off.
    pub(super) decay: f32,
    /// Number of the step, from 1.
    pub(super) step: i32,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;

impl Adam {
    pub(super) fn new(size: usize) -> Self {
        Self { mean: vec![0.0; size], square: vec![0.0; size] }
    }

    /// Takes a step against a gradient.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], pace: Pace) {
        let (late, later) = (1.0 - MEAN.powi(pace.step), 1.0 - SQUARE.powi(pace.step));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, g), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN * *mean + (1.0 - MEAN) * g;
            *square = SQUARE * *square + (1.0 - SQUARE) * g * g;
            let step = *mean / late / ((*square / later).sqrt() + LEAST);
            *weight -= pace.rate * (step + pace.decay * *weight);
        }
    }
}
