//! Deployments.

use crate::errors::refused;
use junqi::base::{random, text::Word};
use junqi::engine::data;
use junqi::game::board::ArmShape;
use junqi::game::draw;
use junqi::game::format::{
    NamedDeployment, parse_deployments, parse_jql, read_deployment, write_jql,
};
use junqi::game::rules::{self, faults_text};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyType;

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
    fn new(text: &str) -> PyResult<Self> {
        read_deployment(Word { text, line: 1, column: 1 }, ArmShape::standard())
            .map(Self)
            .map_err(refused)
    }

    #[staticmethod]
    fn sample(seed: u64) -> Self {
        Self(rules::Deployment::sample(&mut random::stream(seed, &[])))
    }

    #[staticmethod]
    fn book() -> PyResult<Vec<(String, Self)>> {
        legal(data::deployments())
    }

    #[staticmethod]
    fn parse(text: &str) -> PyResult<Vec<(String, Self)>> {
        legal(parse_deployments(text, ArmShape::standard()).map_err(refused)?)
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }

    fn _repr_svg_(&self) -> String {
        draw::deployment(&self.0, |_| None)
    }
}
