//! The network in real numbers: its output, its gradient, and its rounding to whole numbers. Inputs that are
//! alike share weights in training.

use junqi_core::engine::eval::{
    FULL, HIDDEN, Input, Inputs, LINEAR, MOST_OUTPUT, Network, NetworkError, NetworkLayers,
    NetworkOrigin, OUTPUT,
};
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::rules::{Kind, Mode};
use std::collections::HashMap;
use std::hash::Hash;

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

/// By input, the number of its group; none for inputs of no group.
#[derive(Debug, Clone)]
pub(super) struct InputGroups {
    pub(super) of: Vec<Option<u32>>,
    pub(super) count: usize,
}

impl InputGroups {
    fn new<K: Hash + Eq>(inputs: &Inputs, key: impl Fn(Input) -> Option<K>) -> Self {
        let mut numbers: HashMap<K, u32> = HashMap::new();
        let mut of = vec![];
        for number in 0..inputs.count() {
            let next = numbers.len() as u32;
            of.push(key(inputs.input(number)).map(|key| *numbers.entry(key).or_insert(next)));
        }
        Self { of, count: numbers.len() }
    }

    /// Pieces by relation and kind; the same in a region; the same by class on a station; all that
    /// move, on a station.
    pub(super) fn all(mode: Mode) -> Vec<Self> {
        let inputs = Inputs::of(mode);
        vec![
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, .. } => Some((relation, kind.index())),
                _ => None,
            }),
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, point } => {
                    Some((relation, kind.index(), region(point)))
                }
                _ => None,
            }),
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, point } => Some((relation, class(kind), point)),
                _ => None,
            }),
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, point } if kind.is_mobile() => {
                    Some((relation, point))
                }
                _ => None,
            }),
        ]
    }
}

/// Strong officers, weak ones, and every other kind.
fn class(kind: Kind) -> usize {
    match kind.index() {
        0..4 => 0,
        4..8 => 1,
        other => other,
    }
}

/// Whose arm, and which part of it: the front row, the rows after it, a camp, a headquarters; or the
/// centre.
fn region(point: usize) -> usize {
    let board = Board::siguo();
    let station = Inputs::station(point);
    for seat in Seat::ALL {
        if let Some(point) = board.home(seat, station) {
            let part = match point {
                _ if point.is_camp() => 6,
                _ if point.is_headquarters() => 7,
                _ => point.row() - 1,
            };
            return 1 + seat.index() * 8 + part;
        }
    }
    0
}

/// By input, the input that it becomes when left and right change places.
pub(super) fn mirrored(inputs: &Inputs) -> Vec<u16> {
    let seats = inputs.seats().len();
    // A two-player game has no seats at the sides.
    let other = |relation| if seats == 4 { (4 - relation) % 4 } else { relation };
    let mirror = |number| {
        inputs.number(match inputs.input(number) {
            Input::Piece { relation, kind, point } => Input::Piece {
                relation: other(relation),
                kind,
                point: Inputs::mirrored_point(point),
            },
            Input::Shown(relation) => Input::Shown(other(relation)),
            Input::Turn(relation) => Input::Turn(other(relation)),
        }) as u16
    };
    (0..inputs.count()).map(mirror).collect()
}

/// The most that a unit may say, in log-odds, so that all of them can be summed in whole numbers.
pub(super) fn most_output(scale: f64) -> f32 {
    // Rounding may add a half to each.
    let all = f64::from(MOST_OUTPUT) - HIDDEN as f64;
    (all / HIDDEN as f64 / scale / f64::from(OUTPUT)) as f32
}

/// A network in whole numbers, near one in real numbers.
///
/// # Errors
///
/// If the origin is of another kind of game.
pub fn whole(model: &NetworkModel, origin: NetworkOrigin) -> Result<Network, NetworkError> {
    let near = |value: f64| value.round().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16;
    let unit = |w: f32| near(f64::from(w) * f64::from(FULL));
    let worth = |w: f32, part: i32| near(f64::from(w) * origin.scale * f64::from(part));
    let layers = NetworkLayers {
        hidden: model.hidden.iter().map(|row| row.map(unit)).collect(),
        bias: model.bias.map(unit),
        output: model.output.map(|w| worth(w, OUTPUT)),
        linear: model.linear.iter().map(|&w| worth(w, LINEAR)).collect(),
    };
    Network::new(origin, layers)
}
