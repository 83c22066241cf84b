//! Deployments.

use crate::board::board;
use crate::errors::refused;
use junqi::base::{random, text::Word};
use junqi::engine::data;
use junqi::game::board::Board;
use junqi::game::draw;
use junqi::game::format::{
    NamedDeployment, parse_deployments, parse_jql, read_deployment, write_jql,
};
use junqi::game::rules::{self, faults_text};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pyclass(module = "junqi", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Hash)]
pub struct Deployment(pub(crate) rules::Deployment);

/// Deployments by name, in order; the first faulty one is an error.
fn legal(all: Vec<NamedDeployment>) -> PyResult<Vec<(String, Deployment)>> {
    let legal = |named: NamedDeployment| match named.deployment {
        Ok(deployment) => Ok((named.name, Deployment(deployment))),
        Err(faults) => {
            let (line, name, faults) = (named.line, named.name, faults_text(&faults));
            Err(refused(format!("line {line}, deployment {name}: {faults}")))
        }
    };
    all.into_iter().map(legal).collect()
}

#[pymethods]
impl Deployment {
    #[new]
    #[pyo3(signature = (text, *, board="siguo"))]
    fn new(text: &str, board: &str) -> PyResult<Self> {
        let word = Word { text, line: 1, column: 1 };
        read_deployment(word, self::board(board)?.shape()).map(Self).map_err(refused)
    }

    #[staticmethod]
    #[pyo3(signature = (seed, *, board="siguo"))]
    fn sample(seed: u64, board: &str) -> PyResult<Self> {
        let mut rng = random::stream(seed, &[]);
        Ok(Self(rules::Deployment::sample_on(self::board(board)?.shape(), &mut rng)))
    }

    #[staticmethod]
    fn book() -> PyResult<Vec<(String, Self)>> {
        legal(data::deployments())
    }

    #[staticmethod]
    #[pyo3(signature = (text, *, board="siguo"))]
    fn parse(text: &str, board: &str) -> PyResult<Vec<(String, Self)>> {
        legal(parse_deployments(text, self::board(board)?.shape()).map_err(refused)?)
    }

    #[staticmethod]
    fn from_jql(data: &[u8]) -> PyResult<Self> {
        parse_jql(data).map(Self).map_err(refused)
    }

    fn to_jql(&self) -> Vec<u8> {
        write_jql(&self.0)
    }

    fn kinds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let kinds: Vec<u8> = self.0.pieces().map(|(_, kind)| kind.index() as u8).collect();
        kinds.into_pyarray(py)
    }

    fn mirror(&self) -> Self {
        Self(self.0.mirror())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Deployment({:?})", self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let deployment = &slf.get().0;
        let board = Board::known().into_iter().find(|board| board.shape() == deployment.shape());
        let options = PyDict::new(slf.py());
        options.set_item("board", board.map(Board::text))?;
        let make = slf.py().import("functools")?.getattr("partial")?;
        let make = make.call((slf.get_type(),), Some(&options))?;
        Ok((make, (deployment.to_string(),)))
    }

    fn _repr_svg_(&self) -> String {
        draw::deployment(&self.0, |_| None)
    }
}
