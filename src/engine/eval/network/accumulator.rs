//! The network and its accumulator: computed from scratch, updated by a piece, evaluated.

use super::inputs::Inputs;
use super::layers::{
    FULL, HIDDEN, LINEAR, NetworkError, NetworkLayers, NetworkOrigin, OUTPUT, SHIFT, SQUARE,
};
use crate::engine::eval::evaluation::limited;
use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Kind, World};

/// A number for every unit, aligned to cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct UnitRow([i16; HIDDEN]);

impl UnitRow {
    #[inline]
    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, w)| *sum = sum.wrapping_add(*w));
    }

    #[inline]
    fn take(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, w)| *sum = sum.wrapping_sub(*w));
    }

    #[inline]
    fn exchange(&mut self, old: &Self, new: &Self) {
        let changes = old.0.iter().zip(&new.0).map(|(old, new)| new.wrapping_sub(*old));
        self.0.iter_mut().zip(changes).for_each(|(sum, w)| *sum = sum.wrapping_add(w));
    }
}

/// A network that evaluates open worlds of one mode of play on the standard board.
#[derive(Debug, Clone)]
pub struct Network {
    inputs: &'static Inputs,
    origin: NetworkOrigin,
    rows: Vec<UnitRow>,
    bias: UnitRow,
    output: UnitRow,
    linear: Vec<i16>,
    /// Linear weight of an input for the first team minus that for the second, by South's index.
    difference: Vec<i32>,
}

/// The sums of the first layer for a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accumulator {
    /// Sums by viewing seat; a two-player game uses the first two.
    hidden: [UnitRow; 4],
    linear: i32,
    turn: Seat,
}

impl Network {
    /// Builds a network from its parameters.
    ///
    /// # Errors
    ///
    /// If the parameters do not fit the mode of play, or their sums could overflow.
    pub fn new(origin: NetworkOrigin, layers: NetworkLayers) -> Result<Self, NetworkError> {
        layers.check(origin.mode)?;
        let NetworkLayers { hidden, bias, output, linear } = layers;
        let inputs = Inputs::of(origin.mode);
        let weight = |number: usize| -> i32 {
            let seats = inputs.seats().iter().enumerate();
            let of =
                |(i, &seat)| sign(i) * i32::from(linear[usize::from(inputs.seen(seat)[number])]);
            seats.map(of).sum()
        };
        let difference = (0..inputs.count()).map(weight).collect();
        let rows = hidden.into_iter().map(UnitRow).collect();
        Ok(Self {
            inputs,
            origin,
            rows,
            bias: UnitRow(bias),
            output: UnitRow(output),
            linear,
            difference,
        })
    }

    /// The mode of play, and the data and method of the training.
    pub fn origin(&self) -> &NetworkOrigin {
        &self.origin
    }

    /// The parameters.
    pub fn layers(&self) -> NetworkLayers {
        NetworkLayers {
            hidden: self.rows.iter().map(|row| row.0).collect(),
            bias: self.bias.0,
            output: self.output.0,
            linear: self.linear.clone(),
        }
    }

    /// Checks that the network can evaluate a world.
    ///
    /// # Errors
    ///
    /// If the game has another mode of play, or another board.
    pub fn suits(&self, world: &World) -> Result<(), NetworkError> {
        let (found, expected) = (world.rules().mode, self.origin.mode);
        if found != expected {
            return Err(NetworkError::Mode { found, expected });
        }
        let (board, standard) = (world.board(), Board::siguo());
        if !std::ptr::eq(board, standard) && board != standard {
            return Err(NetworkError::Board(board.name().into()));
        }
        Ok(())
    }

    /// Computes the sums of a world that the network [suits](Self::suits).
    pub fn sums(&self, world: &World) -> Accumulator {
        let mut sums = Accumulator { hidden: [self.bias; 4], linear: 0, turn: world.turn() };
        for (piece, station) in world.pieces() {
            self.put(&mut sums, piece.seat(), world.kind(piece), station);
        }
        world.flags_shown().iter().for_each(|seat| self.show(&mut sums, seat));
        sums
    }

    /// Adds a piece on a station.
    pub fn put(&self, sums: &mut Accumulator, seat: Seat, kind: Kind, at: Station) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            row.add(&self.rows[self.inputs.piece(view, seat, kind, at)]);
        }
        sums.linear += self.difference[self.inputs.piece(Seat::South, seat, kind, at)];
    }

    /// Removes a piece from a station.
    #[inline]
    pub fn lift(&self, sums: &mut Accumulator, seat: Seat, kind: Kind, at: Station) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            row.take(&self.rows[self.inputs.piece(view, seat, kind, at)]);
        }
        sums.linear -= self.difference[self.inputs.piece(Seat::South, seat, kind, at)];
    }

    /// Moves a piece from one station to another.
    #[inline]
    pub fn relocate(&self, sums: &mut Accumulator, seat: Seat, kind: Kind, way: [Station; 2]) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            let [from, to] = way.map(|at| &self.rows[self.inputs.piece(view, seat, kind, at)]);
            row.exchange(from, to);
        }
        let [from, to] = way.map(|at| self.inputs.piece(Seat::South, seat, kind, at));
        sums.linear += self.difference[to] - self.difference[from];
    }

    /// Makes the flag of a seat public.
    pub fn show(&self, sums: &mut Accumulator, seat: Seat) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            row.add(&self.rows[self.inputs.shown(view, seat)]);
        }
        sums.linear += self.difference[self.inputs.shown(Seat::South, seat)];
    }

    /// Gives the turn to a seat.
    #[inline]
    pub fn pass(&self, sums: &mut Accumulator, seat: Seat) {
        sums.turn = seat;
    }

    /// Value of a world with these sums for the first team while the game goes on, in centi-pieces.
    #[inline]
    pub fn first_team_value(&self, sums: &Accumulator) -> i64 {
        let mut units = 0;
        for (i, (&view, row)) in self.inputs.seats().iter().zip(&sums.hidden).enumerate() {
            let turn = &self.rows[self.inputs.turn(view, sums.turn)];
            units += i64::from(sign(i)) * i64::from(weighted_output(row, turn, &self.output));
        }
        let turn = self.inputs.turn(Seat::South, sums.turn);
        in_centi_pieces(units, sums.linear + self.difference[turn])
    }

    /// The same for a position given by South's indices of its inputs.
    pub fn first_team_value_of(&self, south: &[u16]) -> i64 {
        let mut units = 0;
        for (i, &view) in self.inputs.seats().iter().enumerate() {
            let (seen, mut row) = (self.inputs.seen(view), self.bias);
            for &number in south {
                row.add(&self.rows[usize::from(seen[usize::from(number)])]);
            }
            let none = UnitRow([0; HIDDEN]);
            units += i64::from(sign(i)) * i64::from(weighted_output(&row, &none, &self.output));
        }
        in_centi_pieces(units, south.iter().map(|&n| self.difference[usize::from(n)]).sum())
    }
}

/// The sum of the units' outputs and the linear term, in centi-pieces.
#[inline]
fn in_centi_pieces(units: i64, linear: i32) -> i64 {
    let (unit, piece) = (i64::from(SQUARE * OUTPUT), i64::from(LINEAR));
    let parts = units * piece + i64::from(linear) * unit;
    limited(parts / (unit * piece))
}

/// 1 for a seat of the first team, -1 for the second: the playing seats alternate between the teams.
#[inline]
fn sign(number: usize) -> i32 {
    if number.is_multiple_of(2) { 1 } else { -1 }
}

/// The output of a seat's units: the sum of squared clipped activations times weights.
#[inline]
fn weighted_output(sums: &UnitRow, turn: &UnitRow, output: &UnitRow) -> i32 {
    let mut sum = 0;
    for unit in 0..HIDDEN {
        let part = sums.0[unit].wrapping_add(turn.0[unit]).clamp(0, FULL) >> SHIFT;
        sum += i32::from(part * part) * i32::from(output.0[unit]);
    }
    sum
}
