//! Records of games.

use crate::board::board;
use crate::classes::State;
use crate::deployment::Deployment;
use crate::errors::{dictionary, refused};
use crate::game::visibility_of;
use junqi::game::belief::{Observation, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::format::{GameHistory, GameRecord, Jgs, event_text};
use junqi::game::rules::{Event, Rules};
use pyo3::prelude::*;
use pyo3::types::PyType;

#[pyclass(module = "junqi", frozen, eq)]
#[derive(PartialEq)]
pub struct Record(GameRecord);

impl Record {
    fn board(&self) -> PyResult<&'static Board> {
        board(&self.0.board)
    }

    fn read(&self) -> PyResult<Vec<Event>> {
        self.0.events(self.board()?).map_err(refused)
    }
}

#[pymethods]
impl Record {
    #[new]
    fn new(line: &str) -> PyResult<Self> {
        let record = GameRecord::read(line).map_err(refused)?;
        record.replay(board(&record.board)?, |_, _| ()).map_err(refused)?;
        Ok(Self(record))
    }

    #[staticmethod]
    #[pyo3(signature = (data, *, rules="qq"))]
    fn from_jgs(data: &[u8], rules: &str) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(refused)?;
        let replay = Jgs::parse(data).map_err(refused)?;
        replay.to_record(Board::siguo(), rules).map(Self).map_err(refused)
    }

    fn to_jgs(&self) -> PyResult<Vec<u8>> {
        let replay = Jgs::from_record(&self.0, self.board()?).map_err(refused)?;
        replay.write().map_err(refused)
    }

    #[staticmethod]
    fn of(state: &State) -> PyResult<Self> {
        let record = state.0.record().map(Self);
        record.ok_or_else(|| refused("found a state before the first move, expected a dealt one"))
    }

    #[pyo3(signature = (moves=None))]
    fn state(&self, moves: Option<u32>) -> PyResult<State> {
        junqi::env::State::of_record(&self.0, self.board()?, moves).map(State).map_err(refused)
    }

    #[pyo3(signature = (seat, events=None, *, visibility=None))]
    fn information_state_string(
        &self,
        seat: &str,
        events: Option<usize>,
        visibility: Option<&str>,
    ) -> PyResult<String> {
        let seat: Seat = seat.parse().map_err(refused)?;
        let visibility: Visibility = visibility.map_or(Ok(self.0.visibility), visibility_of)?;
        let world = self.0.first_world(self.board()?).map_err(refused)?;
        if !world.rules().seats().contains(seat) {
            return Err(refused(format!("seat {seat} does not play in this game")));
        }
        let (start, mut all) = (Observation::new(&world, seat, visibility).view(), self.read()?);
        let (asked, found) = (events.unwrap_or(all.len()), all.len());
        if asked > found {
            return Err(refused(format!("found {found} events, expected at least {asked}")));
        }
        all.truncate(asked);
        Ok(GameHistory { start, events: all }.to_string())
    }

    #[getter]
    fn events(&self) -> PyResult<Vec<String>> {
        let board = self.board()?;
        Ok(self.read()?.iter().map(|event| event_text(event, board)).collect())
    }

    #[getter]
    fn deployments(&self) -> PyResult<Vec<Option<Deployment>>> {
        let all = self.0.read_deployments(self.board()?).map_err(refused)?;
        Ok(all.into_iter().map(|deployment| deployment.map(Deployment)).collect())
    }

    #[getter]
    fn plies(&self) -> u32 {
        self.0.plies
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dictionary(py, &self.0)
    }

    fn __str__(&self) -> String {
        self.0.line()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {} plies: {}>", self.0.plies, self.0.result.why)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.line(),))
    }
}
