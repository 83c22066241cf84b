//! The evaluation.

use crate::belief::Belief;
use crate::classes::State;
use crate::errors::{dictionary, in_file, refused};
use junqi::engine::data;
use junqi::engine::eval::{EvalFeatures, Evaluation as Evaluated, EvaluationTerm, Weights};
use junqi::game::belief::BeliefPosition;
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;

/// Weights that evaluate positions and beliefs.
#[pyclass(module = "junqi", frozen)]
pub struct Evaluation(Weights);

/// A position with all kinds known, or a belief.
#[derive(FromPyObject)]
pub enum Evaluable<'py> {
    State(PyRef<'py, State>),
    Belief(PyRef<'py, Belief>),
}

/// The features of a position, the evaluation set up for it, and its value for the first team.
type Evaluation3 = (EvalFeatures, Evaluated, i64);

impl Evaluation {
    fn evaluate(&self, py: Python<'_>, of: &Evaluable<'_>) -> PyResult<Evaluation3> {
        match of {
            Evaluable::State(state) => {
                let world = state.0.world();
                let world = world.ok_or_else(|| {
                    refused("found a state before the first move, expected one in which all armies are dealt")
                })?;
                let evaluation = Evaluated::of_world(world, &self.0).map_err(refused)?;
                let value = evaluation.first_team_value(world);
                Ok((evaluation.features(world), evaluation, value))
            }
            Evaluable::Belief(belief) => {
                let belief: &Belief = belief;
                py.detach(|| {
                    let mut seat = belief.position.lock().map_err(refused)?;
                    let posterior = seat.posterior(0).map_err(refused)?;
                    let position = BeliefPosition::new(&seat.observation(), &posterior);
                    let evaluation = Evaluated::of_belief(&position, &self.0);
                    let mut evaluation = evaluation.map_err(refused)?;
                    let value = evaluation.believed_value(&position);
                    Ok((evaluation.believed_features(&position), evaluation, value))
                })
            }
        }
    }
}

#[pymethods]
impl Evaluation {
    #[new]
    #[pyo3(signature = (weights=None))]
    fn new(weights: Option<PathBuf>) -> PyResult<Self> {
        let Some(path) = weights else { return Ok(Self(data::weights())) };
        let text = std::fs::read_to_string(&path).map_err(|error| in_file(&path, error))?;
        Weights::parse(&text).map(Self).map_err(|error| in_file(&path, error))
    }

    fn value(&self, py: Python<'_>, of: Evaluable<'_>) -> PyResult<i64> {
        Ok(self.evaluate(py, &of)?.2)
    }

    fn explain<'py>(&self, py: Python<'py>, of: Evaluable<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (amounts, evaluation, value) = self.evaluate(py, &of)?;
        let probability = f64::midpoint(1.0, evaluation.unfinished_result(value as f64));
        let terms = EvaluationTerm::list(&amounts, evaluation.weights());
        dictionary(py, &json!({ "total": value, "probability": probability, "features": terms }))
    }
}
