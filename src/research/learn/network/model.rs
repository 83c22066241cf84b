//! The network in real numbers: what it says, and which way to change it.

use crate::engine::eval::{HIDDEN, Inputs};
use crate::game::rules::Mode;

/// A number for every unit.
pub(super) type RealRow = [f32; HIDDEN];

/// A network in real numbers, in units of log-odds; gradients have the same form.
#[derive(Debug, Clone)]
pub struct NetworkModel {
    inputs: &'static Inputs,
    /// By input, what it adds to every unit, which is full at 1.
    pub(super) hidden: Vec<RealRow>,
    /// By input, its linear weight.
    pub(super) linear: Vec<f32>,
    pub(super) bias: RealRow,
    pub(super) output: RealRow,
}

/// What a seat sees of a position, and what its units have.
#[derive(Debug, Clone)]
pub(super) struct SeatInputs {
    seen: Vec<u16>,
    sums: RealRow,
}

impl SeatInputs {
    /// The most that a unit has, either way.
    pub(super) fn peak(&self) -> f32 {
        self.sums.iter().fold(0.0, |most, sum| most.max(sum.abs()))
    }
}

impl NetworkModel {
    pub(super) fn zero(mode: Mode) -> Self {
        let inputs = Inputs::of(mode);
        Self {
            inputs,
            hidden: vec![[0.0; HIDDEN]; inputs.count()],
            linear: vec![0.0; inputs.count()],
            bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
        }
    }

    /// Which kind of game it is for.
    pub fn mode(&self) -> Mode {
        self.inputs.mode()
    }

    pub(super) fn clear(&mut self) {
        self.hidden.as_flattened_mut().fill(0.0);
        self.linear.fill(0.0);
        self.bias.fill(0.0);
        self.output.fill(0.0);
    }

    pub(super) fn views(&self) -> Vec<SeatInputs> {
        vec![SeatInputs { seen: vec![], sums: [0.0; HIDDEN] }; self.inputs.seats().len()]
    }

    /// The correction of the first team's log-odds for a position by South's numbers of its inputs.
    pub fn log_odds(&self, spot: &[u16]) -> f32 {
        self.look(spot, None, &mut self.views())
    }

    /// The same, or for the position in a mirror; keeps what every seat sees.
    pub(super) fn look(
        &self,
        spot: &[u16],
        mirror: Option<&[u16]>,
        views: &mut [SeatInputs],
    ) -> f32 {
        let seen = |&n: &u16| mirror.map_or(n, |mirror| mirror[usize::from(n)]);
        let mut odds = 0.0;
        for (i, (view, &seat)) in views.iter_mut().zip(self.inputs.seats()).enumerate() {
            let numbers = self.inputs.seen(seat);
            view.seen.clear();
            view.seen.extend(spot.iter().map(|n| numbers[usize::from(seen(n))]));
            view.sums = self.bias;
            let mut said = 0.0;
            for &input in &view.seen {
                let row = &self.hidden[usize::from(input)];
                view.sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
                said += self.linear[usize::from(input)];
            }
            let units = view.sums.iter().zip(&self.output);
            said += units.map(|(sum, w)| sum.clamp(0.0, 1.0).powi(2) * w).sum::<f32>();
            odds += sign(i) * said;
        }
        odds
    }

    /// Adds to a gradient what a position does, if log-odds are to fall by `slope`.
    pub(super) fn trace(&self, views: &[SeatInputs], slope: f32, gradient: &mut Self) {
        for (i, view) in views.iter().enumerate() {
            let slope = sign(i) * slope;
            let back: RealRow = std::array::from_fn(|unit| {
                let part = view.sums[unit].clamp(0.0, 1.0);
                gradient.output[unit] += slope * part * part;
                let open = if part < 1.0 { 2.0 * part } else { 0.0 };
                slope * self.output[unit] * open
            });
            gradient.bias.iter_mut().zip(&back).for_each(|(sum, b)| *sum += b);
            for &input in &view.seen {
                let row = &mut gradient.hidden[usize::from(input)];
                row.iter_mut().zip(&back).for_each(|(sum, b)| *sum += b);
                gradient.linear[usize::from(input)] += slope;
            }
        }
    }

    /// Adds another gradient.
    pub(super) fn add(&mut self, other: &Self) {
        let add = |own: &mut [f32], other: &[f32]| {
            own.iter_mut().zip(other).for_each(|(sum, part)| *sum += part);
        };
        add(self.hidden.as_flattened_mut(), other.hidden.as_flattened());
        add(&mut self.linear, &other.linear);
        add(&mut self.bias, &other.bias);
        add(&mut self.output, &other.output);
    }
}

/// 1 for seats of the first team, -1 for those of the second: the seats that play take turns.
fn sign(number: usize) -> f32 {
    if number.is_multiple_of(2) { 1.0 } else { -1.0 }
}
