//! Beliefs about hidden pieces.

use crate::board::board;
use crate::errors::refused;
use crate::game::visibility_of;
use junqi::base::random;
use junqi::base::text::{Word, read_json};
use junqi::engine::data::Opponent;
use junqi::game::belief::{self, BeliefModel, Mixture, Observation};
use junqi::game::board::{Board, Seat};
use junqi::game::draw;
use junqi::game::format::{GameHistory, parse_event};
use junqi::game::rules::{ARMY, Kind, Mode, PieceId};
use junqi::play::{ReplayError, SeatPosition};
use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray2, PyArray3, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::fs;
use std::sync::{Arc, Mutex};

/// What is expected of an opponent with a name in games of a mode, or by the model of a file.
fn mixture(name: &str, mode: Mode, behaviour: bool) -> PyResult<Arc<Mixture>> {
    let mixture = match Opponent::find(name) {
        Some(opponent) => opponent.mixture(mode),
        None => Arc::new(mixture_of_file(name)?),
    };
    if behaviour {
        return Ok(mixture);
    }
    Ok(Mixture::clone(&mixture).without_behaviour().into())
}

fn mixture_of_file(name: &str) -> PyResult<Mixture> {
    let told = |error: &dyn ToString| refused(format!("opponent {name}: {}", error.to_string()));
    let text = fs::read_to_string(name).map_err(|error| told(&error))?;
    let model: BeliefModel = read_json(&text).map_err(|error| told(&error))?;
    let prior = model.prior().map_err(|error| told(&error))?;
    let behaviour = model.behaviour_model().map_err(|error| told(&error))?;
    Ok(Mixture::only(name, prior, Some(behaviour.into())))
}

/// What a seat believes, followed through a game.
#[pyclass(module = "junqi", frozen)]
pub struct Belief {
    pub(crate) position: Mutex<SeatPosition>,
    board: &'static Board,
    seat: Seat,
}

#[pymethods]
impl Belief {
    #[new]
    #[pyo3(signature = (information, *, board="siguo", visibility="four-dark", opponent="counting", behaviour=true))]
    fn new(
        py: Python<'_>,
        information: &str,
        board: &str,
        visibility: &str,
        opponent: &str,
        behaviour: bool,
    ) -> PyResult<Self> {
        let board = self::board(board)?;
        let history = GameHistory::parse(information, board).map_err(refused)?;
        let Some(seat) = history.start.observer else {
            return Err(refused("found a position without an observer, expected what a seat saw"));
        };
        let mode = history.start.rules.mode;
        let visibility = visibility_of(visibility)?;
        let mixture = mixture(opponent, mode, behaviour)?;
        let position = py.detach(|| {
            let mut position = SeatPosition::new(&history.start, seat, visibility, mixture)?;
            position.go_to(&history.events, None)?;
            Ok::<_, ReplayError>(position)
        });
        Ok(Self { position: position.map_err(refused)?.into(), board, seat })
    }

    #[getter]
    fn seat(&self) -> String {
        self.seat.to_string()
    }

    #[getter]
    fn ply(&self) -> PyResult<u32> {
        Ok(self.position.lock().map_err(refused)?.observation().ply())
    }

    fn learn(&self, event: &str) -> PyResult<()> {
        let word = Word { text: event, line: 1, column: 1 };
        let event = parse_event(word, self.board).map_err(refused)?;
        let mut position = self.position.lock().map_err(refused)?;
        position.go_to(&[event], None).map_err(refused)
    }

    #[pyo3(signature = (*, seed=0))]
    fn posterior(&self, py: Python<'_>, seed: u64) -> PyResult<Posterior> {
        py.detach(|| {
            let mut position = self.position.lock().map_err(refused)?;
            let posterior = position.posterior(seed).map_err(refused)?;
            Ok(Posterior::new(posterior, position.observation()))
        })
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Belief of {} at ply {}>", self.seat, self.ply()?))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let mut position = self.position.lock().map_err(refused)?;
            let posterior = position.posterior(0).map_err(refused)?;
            let view = position.observation().view();
            Ok(draw::heat(&view, position.last_move(), &position.heat(&posterior)))
        })
    }
}

/// A distribution of hidden pieces.
#[pyclass(module = "junqi", frozen)]
pub struct Posterior {
    counted: belief::Posterior,
    seats: Vec<Seat>,
    /// By index of the piece, its station in reading order; -1 if it is gone.
    stations: Vec<i16>,
    /// Number of pieces of a seat.
    army: usize,
}

impl Posterior {
    pub(crate) fn new(counted: belief::Posterior, seen: Observation<'_>) -> Self {
        let board = seen.board();
        let mut stations = vec![-1; 4 * ARMY];
        for (piece, station) in seen.pieces() {
            let place = board.reading_order().position(|other| other == station);
            stations[piece.index()] = place.map_or(-1, |place| place as i16);
        }
        let army = board.shape().army().len();
        Self { counted, seats: seen.rules().seats().iter().collect(), stations, army }
    }

    /// A value for every piece, by player and number of the piece.
    fn by_piece<'py, T: numpy::Element + Clone + Default>(
        &self,
        py: Python<'py>,
        value: impl Fn(PieceId) -> T,
    ) -> Bound<'py, PyArray2<T>> {
        let value = |(player, number)| value(PieceId::new(self.seats[player], number));
        Array2::from_shape_fn((self.seats.len(), self.army), value).into_pyarray(py)
    }
}

#[pymethods]
impl Posterior {
    fn marginals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<f64>> {
        let seats: Vec<_> =
            py.detach(|| self.seats.iter().map(|&seat| *self.counted.marginals(seat)).collect());
        let seats: &[[[f64; 12]; ARMY]] = &seats;
        let value = |(player, number, kind): (usize, usize, usize)| seats[player][number][kind];
        Array3::from_shape_fn((seats.len(), self.army, 12), value).into_pyarray(py)
    }

    fn entropy<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        self.by_piece(py, |piece| self.counted.entropy(piece).0)
    }

    fn stations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i16>> {
        self.by_piece(py, |piece| self.stations[piece.index()])
    }

    fn sample<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let kinds = self.counted.sample(&mut random::stream(seed, &[]));
        let kinds =
            kinds.ok_or_else(|| refused("no arrangement of the pieces agrees with the events"))?;
        Ok(self.by_piece(py, |piece| kinds[piece.index()].index() as u8))
    }

    fn bits(&self, kinds: PyReadonlyArray2<'_, u8>) -> PyResult<Option<f64>> {
        let expected = [self.seats.len(), self.army];
        if kinds.shape() != expected {
            let found = kinds.shape();
            return Err(refused(format!("kinds: found shape {found:?}, expected {expected:?}")));
        }
        let mut all = [Kind::Flag; 4 * ARMY];
        for (player, seat) in self.seats.iter().enumerate() {
            for (number, piece) in PieceId::of(*seat).take(self.army).enumerate() {
                let kind = kinds.get([player, number]).map_or(usize::MAX, |&kind| kind.into());
                let kind = Kind::ALL.get(kind).copied();
                all[piece.index()] = kind.ok_or_else(|| {
                    refused(
                        "kinds: found a number over 11, expected 0, the commander, to 11, the flag",
                    )
                })?;
            }
        }
        Ok(self.counted.bits(&all))
    }

    #[getter]
    fn error(&self) -> Option<f64> {
        self.counted.error()
    }
}
