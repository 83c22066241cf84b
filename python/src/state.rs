//! States.

use crate::arrays::{Observations, format, numbering};
use crate::belief::Posterior;
use crate::board::board;
use crate::classes::{Game, State};
use crate::errors::refused;
use crate::game::visibility_of;
use crate::numbers;
use crate::observer::Observer;
use junqi::base::random;
use junqi::env::Turn;
use junqi::game::belief::{Observation, View};
use junqi::game::draw;
use junqi::game::format::GameHistory;
use junqi::game::rules;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

/// OpenSpiel's number of the player at a chance node.
const CHANCE: i64 = -1;
/// OpenSpiel's number of the player at the end.
const TERMINAL: i64 = -4;

impl State {
    fn acting(&self) -> i64 {
        match self.0.turn() {
            Turn::Chance => CHANCE,
            Turn::Player(player) => player as i64,
            Turn::Over => TERMINAL,
        }
    }

    /// The legal actions, or the outcomes of chance; none for a player who is not to act.
    fn legal(&self, player: i64) -> Vec<u32> {
        match self.acting() {
            acting if acting != player => vec![],
            CHANCE => self.0.chance_outcomes().into_iter().map(|outcome| outcome.0).collect(),
            _ => self.0.legal_actions(),
        }
    }
}

#[pymethods]
impl State {
    #[new]
    fn new(game: &Game, history: Vec<u32>) -> PyResult<Self> {
        junqi::env::State::after(&game.0, &history).map(Self).map_err(refused)
    }

    #[staticmethod]
    #[pyo3(signature = (text, *, board="siguo", visibility="four-dark", seed=0))]
    fn from_information_state(
        py: Python<'_>,
        text: &str,
        board: &str,
        visibility: &str,
        seed: u64,
    ) -> PyResult<Self> {
        let history = GameHistory::parse(text, self::board(board)?).map_err(refused)?;
        let (visibility, mut rng) = (visibility_of(visibility)?, random::stream(seed, &[]));
        let drawn =
            py.detach(|| junqi::env::State::with_information(&history, visibility, &mut rng));
        drawn.map(Self).map_err(refused)
    }

    fn game(&self) -> Game {
        Game(self.0.game().clone())
    }

    fn current_player(&self) -> i64 {
        self.acting()
    }

    fn is_terminal(&self) -> bool {
        self.acting() == TERMINAL
    }

    fn is_chance_node(&self) -> bool {
        self.acting() == CHANCE
    }

    #[pyo3(signature = (player=None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        numbers::list(py, &self.legal(player.unwrap_or(self.acting())))
    }

    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        self.0.chance_outcomes()
    }

    fn apply_action(&mut self, action: u32) -> PyResult<()> {
        self.0.apply(action).map_err(refused)
    }

    #[pyo3(signature = (player, *, actions="pairs"))]
    fn turned_legal_actions(&self, player: usize, actions: &str) -> PyResult<Vec<u32>> {
        let numbering = numbering(actions)?;
        self.0.seat(player).map_err(refused)?;
        let is_to_act = self.acting() == player as i64;
        Ok(if is_to_act { self.0.turned_actions(numbering) } else { vec![] })
    }

    #[pyo3(signature = (action, *, actions="pairs"))]
    fn apply_turned_action(&mut self, action: i64, actions: &str) -> PyResult<()> {
        let action = self.0.turned_back(action, numbering(actions)?).map_err(refused)?;
        self.apply_action(action)
    }

    fn undo_action(&mut self) -> Option<u32> {
        self.0.undo()
    }

    fn returns(&self) -> Vec<f64> {
        self.0.returns()
    }

    fn history(&self) -> Vec<u32> {
        self.0.history().to_vec()
    }

    fn information_state_string(&self, player: Observer) -> PyResult<String> {
        self.0.information_state(player.0).map_err(refused)
    }

    fn observation_string(&self, player: Observer) -> PyResult<String> {
        self.0.observation(player.0).map_err(refused)
    }

    #[pyo3(signature = (player, *, layout="planes", beliefs="may-be", turned=false))]
    fn observation_tensor<'py>(
        &mut self,
        py: Python<'py>,
        player: Observer,
        layout: &str,
        beliefs: &str,
        turned: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let format = format(layout, beliefs, turned)?;
        let mut values = vec![0.0; format.size(self.0.game())];
        py.detach(|| self.0.write_tensor(player.0, format, &mut values)).map_err(refused)?;
        numbers::mostly_zeros(py, &values)
    }

    #[pyo3(signature = (player, out, *, layout="planes", beliefs="may-be", turned=false))]
    fn observe(
        &mut self,
        py: Python<'_>,
        player: Observer,
        out: Bound<'_, PyAny>,
        layout: &str,
        beliefs: &str,
        turned: bool,
    ) -> PyResult<()> {
        let format = format(layout, beliefs, turned)?;
        let written = match Observations::of(&out, "out", &format.shape(self.0.game()))? {
            Observations::Float(mut array) => {
                let out = array.as_slice_mut()?;
                py.detach(|| self.0.write_tensor(player.0, format, out))
            }
            Observations::Byte(mut array) => {
                let out = array.as_slice_mut()?;
                py.detach(|| self.0.write_tensor(player.0, format, out))
            }
        };
        written.map_err(refused)
    }

    fn posterior(&mut self, py: Python<'_>, player: usize) -> PyResult<Option<Posterior>> {
        let posterior = py.detach(|| self.0.posterior(player)).map_err(refused)?;
        let (seat, game) = (self.0.seat(player).map_err(refused)?, self.0.game());
        let seen = self.0.world().map(|w| Observation::new(w, seat, game.options().visibility));
        Ok(posterior.zip(seen).map(|(posterior, seen)| Posterior::new(posterior, seen)))
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let world = self.0.world().cloned();
        let mut world = world
            .ok_or_else(|| refused("found a state before the first move, expected a dealt one"))?;
        Ok(py.detach(|| rules::perft(&mut world, depth)))
    }

    fn action_to_string(&self, action: u32) -> String {
        self.0.action_text(action)
    }

    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        let action = self.0.action_of(text);
        action.ok_or_else(|| {
            refused(format!("found `{text}`, expected a legal action such as `g6g11`"))
        })
    }

    fn resample_from_infostate(
        &mut self,
        py: Python<'_>,
        player: Observer,
        seed: u64,
    ) -> PyResult<Self> {
        let drawn = py.detach(|| self.0.resample(player.0, &mut random::stream(seed, &[])));
        drawn.map(Self).map_err(refused)
    }

    fn clone(&self) -> Self {
        Clone::clone(self)
    }

    fn __copy__(&self) -> Self {
        Clone::clone(self)
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> Self {
        Clone::clone(self)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Game, Vec<u32>)) {
        let state = slf.borrow();
        (slf.get_type(), (state.game(), state.history()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<State after {} actions: {}>", self.0.history().len(), self.0)
    }

    fn _repr_svg_(&self) -> Option<String> {
        let actions = self.0.game().action_numbers();
        let last = self.0.history().last().and_then(|&action| actions.to_move(action));
        let world = self.0.world()?;
        Some(draw::svg(&View::truth(world), last.filter(|_| world.ply() > 0)))
    }
}
