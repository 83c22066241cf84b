//! A small neural network that corrects the linear evaluation of open worlds (all pieces visible), with an accumulator
//! updated move by move.
//!
//! An input says which piece of which seat stands where ([`Inputs`]), from the viewpoint of each seat
//! that plays. The accumulator holds the sums of one layer of [`HIDDEN`] units per seat, with the same
//! weights for all seats. The value is the weighted output of the first team's units minus that of the
//! second's, plus a linear term over the pieces. Rotating the board by one seat only changes its sign.
//!
//! Sources: Nasu's NNUE ("Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018) for the sparse first layer with incremental updates; the networks of chess engines
//! (Bullet's `SCReLU`) for the squared clipped activation. The viewpoints of four seats and their
//! difference are *our reading*.

use super::evaluation::limited;
use super::network_inputs::Inputs;
use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Kind, Mode, Move, Undo, World};
use thiserror::Error;

/// Number of units of the hidden layer, per seat.
pub const HIDDEN: usize = 64;

/// Upper clipping limit of a unit's activation.
pub const FULL: i16 = 724;
/// Number of low bits dropped from an activation before it is squared.
const SHIFT: u32 = 2;
/// The clipping limit after the shift, 181: the largest number whose square fits into 16 bits with a sign.
const TOP: i16 = FULL >> SHIFT;
/// The squared activation at the clipping limit.
pub const SQUARE: i32 = TOP as i32 * TOP as i32;
/// Linear weight that is one centi-piece.
pub const LINEAR: i32 = 8;
/// Output weight that is one centi-piece.
pub const OUTPUT: i32 = 1;
/// Limit of the sum of the absolute output weights, so that the output cannot overflow.
pub const MOST_OUTPUT: i32 = i32::MAX / SQUARE;

/// The origin of a network.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkOrigin {
    /// The mode of play that it is for.
    pub mode: Mode,
    /// Value that multiplies the odds of winning by e, in centi-pieces.
    pub scale: f64,
    /// The training data, in one line.
    pub source: String,
    /// The training method, in one line.
    pub method: String,
}

/// The integer parameters of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkLayers {
    /// Weights of the first layer by input and unit; [`FULL`] is the clipping limit of a unit.
    pub hidden: Vec<[i16; HIDDEN]>,
    /// Biases of the units.
    pub bias: [i16; HIDDEN],
    /// Output weights of the units, for the team of the viewing seat; [`OUTPUT`] is one centi-piece.
    pub output: [i16; HIDDEN],
    /// Linear weights by input, for the team of the viewing seat; [`LINEAR`] is one centi-piece.
    pub linear: Vec<i16>,
}

/// Why a network is invalid, or does not fit a game.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// A line of the header is invalid.
    #[error("network, line {line}: found `{found}`, expected {expected}")]
    Head {
        /// Line number, from 1.
        line: usize,
        /// The line found.
        found: String,
        /// The line expected.
        expected: String,
    },
    /// The number of bytes after the header is wrong.
    #[error("network: found {found} bytes after the header, expected {expected}")]
    Size {
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
    },
    /// The output weights are so large that the output could overflow.
    #[error("network: the absolute output weights sum to {0}, expected at most {MOST_OUTPUT}")]
    Output(i32),
    /// The number of inputs is not that of the mode of play.
    #[error("network: found weights for {found} inputs, expected {expected}")]
    Inputs {
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
    },
    /// The game has another mode of play.
    #[error("network: the game is {found:?}, but the network is for {expected:?}")]
    Mode {
        /// The mode of the game.
        found: Mode,
        /// The mode of the network.
        expected: Mode,
    },
    /// The game has another board.
    #[error("network: the board is `{0}`, but networks are for the standard board")]
    Board(String),
}

impl NetworkLayers {
    /// Checks that the parameters are a network for a mode of play.
    fn check(&self, mode: Mode) -> Result<(), NetworkError> {
        let expected = Inputs::of(mode).count();
        for found in [self.hidden.len(), self.linear.len()] {
            if found != expected {
                return Err(NetworkError::Inputs { found, expected });
            }
        }
        let sum = self.output.iter().map(|&w| i32::from(w).abs()).sum();
        if sum > MOST_OUTPUT { Err(NetworkError::Output(sum)) } else { Ok(()) }
    }
}

/// A number for every unit, aligned to cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct UnitRow([i16; HIDDEN]);

impl UnitRow {
    #[inline]
    fn add(&mut self, other: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline]
    fn take(&mut self, other: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }

    #[inline]
    fn exchange(&mut self, old: &Self, new: &Self) {
        for (sum, (old, new)) in self.0.iter_mut().zip(old.0.iter().zip(&new.0)) {
            *sum = sum.wrapping_add(new.wrapping_sub(*old));
        }
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
        let mut difference = vec![0; inputs.count()];
        for (i, &seat) in inputs.seats().iter().enumerate() {
            for (difference, &seen) in difference.iter_mut().zip(inputs.seen(seat)) {
                *difference += sign(i) * i32::from(linear[usize::from(seen)]);
            }
        }
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
        let found = world.rules().mode;
        let expected = self.origin.mode;
        if found != expected {
            return Err(NetworkError::Mode { found, expected });
        }
        let board = world.board();
        let standard = Board::siguo();
        // Comparing addresses first saves comparing every station of the standard board.
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
        for seat in world.flags_shown().iter() {
            self.show(&mut sums, seat);
        }
        sums
    }

    /// Adds a piece on a station.
    fn put(&self, sums: &mut Accumulator, seat: Seat, kind: Kind, at: Station) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            row.add(&self.rows[self.inputs.piece(view, seat, kind, at)]);
        }
        sums.linear += self.difference[self.inputs.piece(Seat::South, seat, kind, at)];
    }

    /// Removes a piece from a station.
    #[inline]
    fn lift(&self, sums: &mut Accumulator, seat: Seat, kind: Kind, at: Station) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            row.take(&self.rows[self.inputs.piece(view, seat, kind, at)]);
        }
        sums.linear -= self.difference[self.inputs.piece(Seat::South, seat, kind, at)];
    }

    /// Moves a piece from one station to another.
    #[inline]
    fn relocate(&self, sums: &mut Accumulator, seat: Seat, kind: Kind, way: [Station; 2]) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            let [from, to] = way.map(|at| &self.rows[self.inputs.piece(view, seat, kind, at)]);
            row.exchange(from, to);
        }
        let [from, to] = way.map(|at| self.inputs.piece(Seat::South, seat, kind, at));
        sums.linear += self.difference[to] - self.difference[from];
    }

    /// Makes the flag of a seat public.
    fn show(&self, sums: &mut Accumulator, seat: Seat) {
        for (&view, row) in self.inputs.seats().iter().zip(&mut sums.hidden) {
            row.add(&self.rows[self.inputs.shown(view, seat)]);
        }
        sums.linear += self.difference[self.inputs.shown(Seat::South, seat)];
    }

    /// Updates the sums after the world has made a move.
    #[inline]
    pub(super) fn follow(&self, sums: &mut Accumulator, world: &World, m: Move, undo: &Undo) {
        if let Some(mover) = undo.relocated() {
            self.relocate(sums, mover.seat(), world.kind(mover), [m.from, m.to]);
        }
        for (piece, at) in world.fallen_since(undo) {
            self.lift(sums, piece.seat(), world.kind(piece), at);
        }
        for seat in undo.shown_since(world) {
            self.show(sums, seat);
        }
        sums.turn = world.turn();
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
            let seen = self.inputs.seen(view);
            let mut row = self.bias;
            for &number in south {
                row.add(&self.rows[usize::from(seen[usize::from(number)])]);
            }
            let none = UnitRow([0; HIDDEN]); // the turn is one of the inputs
            units += i64::from(sign(i)) * i64::from(weighted_output(&row, &none, &self.output));
        }
        in_centi_pieces(units, south.iter().map(|&n| self.difference[usize::from(n)]).sum())
    }
}

/// The sum of the units' outputs and the linear term, in centi-pieces.
#[inline]
fn in_centi_pieces(units: i64, linear: i32) -> i64 {
    let unit = i64::from(SQUARE * OUTPUT);
    let piece = i64::from(LINEAR);
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

/// The first line, with the version of the format.
const MAGIC: &str = "junqi network 1";
/// The last line of the header.
const END: &str = "end";

/// Reads the lines of a header.
struct HeaderLines<'a> {
    rest: &'a [u8],
    line: usize,
}

impl<'a> HeaderLines<'a> {
    /// The next line, if it is UTF-8 text.
    fn line(&mut self) -> &'a str {
        self.line += 1;
        let end = self.rest.iter().position(|&b| b == b'\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        std::str::from_utf8(line).unwrap_or_default()
    }

    fn wrong(&self, found: &str, expected: impl Into<String>) -> NetworkError {
        let found = found.chars().take(40).collect();
        NetworkError::Head { line: self.line, found, expected: expected.into() }
    }

    /// The rest of the next line, which must begin with this key.
    fn field(&mut self, name: &str) -> Result<&'a str, NetworkError> {
        let line = self.line();
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.wrong(line, format!("`{name}` and its value")))
    }

    fn fixed(&mut self, text: &str) -> Result<(), NetworkError> {
        let line = self.line();
        if line == text { Ok(()) } else { Err(self.wrong(line, format!("`{text}`"))) }
    }

    fn origin(&mut self) -> Result<NetworkOrigin, NetworkError> {
        self.fixed(MAGIC)?;
        let word = self.field("mode")?;
        let mode = Mode::named(word).ok_or_else(|| self.wrong(word, "2v2 or 1v1"))?;
        self.fixed(&format!("inputs {}", Inputs::of(mode).count()))?;
        self.fixed(&format!("hidden {HIDDEN}"))?;
        let word = self.field("scale")?;
        let scale = word.parse().ok().filter(|scale: &f64| scale.is_finite() && *scale > 0.0);
        let scale = scale.ok_or_else(|| self.wrong(word, "a number above 0"))?;
        let source = self.field("source")?.to_owned();
        let method = self.field("method")?.to_owned();
        self.fixed(END)?;
        Ok(NetworkOrigin { mode, scale, source, method })
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Takes the next integers.
fn taken<const N: usize>(numbers: &mut impl Iterator<Item = i16>) -> [i16; N] {
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
}

impl Network {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes have another format.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut head = HeaderLines { rest: bytes, line: 0 };
        let origin = head.origin()?;
        let inputs = Inputs::of(origin.mode).count();
        let found = head.rest.len();
        // Per input a row and a linear weight, a row of biases and one of output weights, of two bytes each.
        let expected = 2 * ((inputs + 2) * HIDDEN + inputs);
        if found != expected {
            return Err(NetworkError::Size { found, expected });
        }
        let mut numbers = head.rest.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
        let hidden = (0..inputs).map(|_| taken(&mut numbers)).collect();
        let bias = taken(&mut numbers);
        let output = taken(&mut numbers);
        Self::new(origin, NetworkLayers { hidden, bias, output, linear: numbers.collect() })
    }

    /// The bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let NetworkOrigin { mode, scale, source, method } = self.origin();
        let head = format!(
            "{MAGIC}\nmode {}\ninputs {}\nhidden {HIDDEN}\nscale {scale}\nsource {}\nmethod {}\n{END}\n",
            mode.name(),
            Inputs::of(*mode).count(),
            one_line(source),
            one_line(method)
        );
        let mut bytes = head.into_bytes();
        let rows = self.rows.iter().chain([&self.bias, &self.output]).flat_map(|row| &row.0);
        for number in rows.chain(&self.linear) {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }
}
