//! Games.

use crate::board::board;
use crate::classes::{Game, State};
use crate::errors::{named, refused};
use junqi::base::random;
use junqi::env::{Deal, GameOptions};
use junqi::game::belief::Visibility;
use junqi::game::rules::{Kind, Rules};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

const DEALS: [Deal; 3] = [Deal::Uniform, Deal::Pool, Deal::Players];

/// The visibility with a name.
pub fn visibility_of(name: &str) -> PyResult<Visibility> {
    named("visibility", name, &Visibility::ALL)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (mode=None, *, board="siguo", army=None, rules="default", visibility="four-dark", deal="uniform", **options))]
    fn new(
        mode: Option<&str>,
        board: &str,
        army: Option<&str>,
        rules: &str,
        visibility: &str,
        deal: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut board = self::board(board)?;
        if let Some(army) = army {
            board = board.with_army(army).map_err(|error| refused(format!("army: {error}")))?;
        }
        let rules = Rules::of_new_game(rules).map_err(refused)?;
        let mut rules = match mode {
            Some(mode) => rules.changed(&format!("mode={mode}")).map_err(refused)?,
            None => rules.on(board),
        };
        for (name, value) in options.into_iter().flatten() {
            let value = value.str()?.to_string().to_lowercase();
            rules = rules.changed(&format!("{name}={value}")).map_err(refused)?;
        }
        let visibility = visibility_of(visibility)?;
        let deal = named("deal", deal, &DEALS)?;
        let game = junqi::env::Game::new(GameOptions { board, rules, visibility, deal });
        Ok(Self(game.map_err(refused)?))
    }

    #[getter]
    fn mode(&self) -> &'static str {
        if self.0.players() == 2 { "1v1" } else { "2v2" }
    }

    #[getter]
    fn board(&self) -> &'static str {
        self.0.board().name()
    }

    #[getter]
    fn army(&self) -> String {
        self.0.board().shape().army().iter().map(Kind::letter).collect()
    }

    #[getter]
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    #[getter]
    fn visibility(&self) -> String {
        self.0.options().visibility.to_string()
    }

    #[getter]
    fn deal(&self) -> String {
        self.0.options().deal.to_string()
    }

    #[getter]
    fn seats(&self) -> Vec<String> {
        self.0.seats().iter().map(ToString::to_string).collect()
    }

    fn num_players(&self) -> usize {
        self.0.players()
    }

    fn num_distinct_actions(&self) -> u32 {
        self.0.actions()
    }

    fn num_stations(&self) -> usize {
        self.0.action_numbers().stations()
    }

    fn max_chance_outcomes(&self) -> usize {
        self.0.chance_outcomes()
    }

    fn max_game_length(&self) -> usize {
        let placements = if self.0.chance_outcomes() == 0 { self.0.deal_length() } else { 0 };
        self.0.rules().most_plies(self.0.board()) as usize + placements
    }

    fn max_chance_nodes_in_history(&self) -> usize {
        if self.0.chance_outcomes() == 0 { 0 } else { self.0.deal_length() }
    }

    fn possible_moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.0.possible_moves().to_vec().into_pyarray(py)
    }

    #[pyo3(signature = (seed=None))]
    fn new_initial_state(&self, seed: Option<u64>) -> State {
        State(match seed {
            Some(seed) => junqi::env::State::dealt(&self.0, &mut random::stream(seed, &[])),
            None => junqi::env::State::start(&self.0),
        })
    }

    fn __repr__(&self) -> String {
        let Self(game) = self;
        format!(
            "Game({:?}, board={:?}, rules={:?}, visibility={:?}, deal={:?})",
            self.mode(),
            self.board(),
            game.rules().to_string(),
            self.visibility(),
            self.deal()
        )
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.__repr__().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let game = slf.get();
        let options = PyDict::new(py);
        options.set_item("board", slf.get().0.board().text())?;
        options.set_item("rules", game.rules())?;
        options.set_item("visibility", game.visibility())?;
        options.set_item("deal", game.deal())?;
        let make = py.import("functools")?.getattr("partial")?;
        let make = make.call((slf.get_type(), game.mode()), Some(&options))?;
        Ok((make, PyTuple::empty(py)))
    }
}
