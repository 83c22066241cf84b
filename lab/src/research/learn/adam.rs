//! Adam with decoupled weight decay, for weights of either precision.
//!
//! Source: Kingma & Ba, "Adam: a method for stochastic optimization", ICLR 2015; decoupled decay:
//! Loshchilov & Hutter, "Decoupled weight decay regularization", ICLR 2019.

use ndarray::NdFloat;

/// The moment estimates of a list of weights.
#[derive(Debug, Clone)]
pub(super) struct Adam<F> {
    mean: Vec<F>,
    square: Vec<F>,
}

/// The rate, decay and number of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace<F> {
    /// Learning rate.
    pub(super) rate: F,
    /// Weight decay: the fraction of a weight that a step of rate 1 removes.
    pub(super) decay: F,
    /// Number of the step, from 1.
    pub(super) step: i32,
}

/// Decay of the mean of gradients (beta 1).
const MEAN: f64 = 0.9;
/// Decay of the mean of squared gradients (beta 2).
const SQUARE: f64 = 0.999;
/// Keeps the quotient finite (epsilon).
const EPSILON: f64 = 1e-8;

/// A constant in the precision of the weights.
fn constant<F: NdFloat>(value: f64) -> F {
    F::from(value).expect("a small number fits either precision")
}

impl<F: NdFloat> Adam<F> {
    /// The state before the first step.
    pub(super) fn new(size: usize) -> Self {
        Self { mean: vec![F::zero(); size], square: vec![F::zero(); size] }
    }

    /// Moves the weights one step down a gradient.
    pub(super) fn step(&mut self, weights: &mut [F], gradient: &[F], pace: Pace<F>) {
        let [beta1, beta2, epsilon] = [MEAN, SQUARE, EPSILON].map(constant::<F>);
        let one = F::one();
        let late = one - beta1.powi(pace.step);
        let later = one - beta2.powi(pace.step);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &g), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = beta1 * *mean + (one - beta1) * g;
            *square = beta2 * *square + (one - beta2) * g * g;
            let step = *mean / late / ((*square / later).sqrt() + epsilon);
            *weight -= pace.rate * (step + pace.decay * *weight);
        }
    }
}
