//! NumPy arrays that the library writes.

use crate::errors::{named, refused};
use junqi::env::{Beliefs, Layout, Numbering, TensorFormat};
use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use std::fmt;

/// An option word with its value.
#[derive(Clone, Copy)]
struct Word<T>(&'static str, T);

impl<T> fmt::Display for Word<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

const LAYOUTS: [Word<Layout>; 2] =
    [Word("planes", Layout::Planes), Word("stations", Layout::Stations)];
const BELIEFS: [Word<Beliefs>; 3] = [
    Word("none", Beliefs::None),
    Word("may-be", Beliefs::MayBe),
    Word("posterior", Beliefs::Posterior),
];

const NUMBERINGS: [Word<Numbering>; 2] =
    [Word("pairs", Numbering::Pairs), Word("compact", Numbering::Compact)];

/// Reads the numbering of actions from its word.
pub fn numbering(word: &str) -> PyResult<Numbering> {
    Ok(named("actions", word, &NUMBERINGS)?.1)
}

/// Reads the form of a tensor from its words.
pub fn format(layout: &str, beliefs: &str, turned: bool) -> PyResult<TensorFormat> {
    let layout = named("layout", layout, &LAYOUTS)?.1;
    Ok(TensorFormat { layout, beliefs: named("beliefs", beliefs, &BELIEFS)?.1, turned })
}

/// An array with a type of elements and a shape, row by row in memory.
fn array<'a, 'py, T: Element>(
    array: &'a Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<&'a Bound<'py, PyArrayDyn<T>>> {
    let untyped = array.cast::<PyUntypedArray>().map_err(|_| {
        refused(format!("{name}: found {}, expected a NumPy array", array.get_type()))
    })?;
    let wanted = T::get_dtype(array.py());
    if !untyped.dtype().is_equiv_to(&wanted) {
        let found = untyped.dtype();
        return Err(refused(format!("{name}: found elements of {found}, expected {wanted}")));
    }
    if untyped.shape() != shape {
        let found = untyped.shape();
        return Err(refused(format!("{name}: found shape {found:?}, expected {shape:?}")));
    }
    if !untyped.is_c_contiguous() {
        return Err(refused(format!(
            "{name}: found an array that is not contiguous row by row (C order), expected one that is"
        )));
    }
    Ok(untyped.cast::<PyArrayDyn<T>>()?)
}

/// An array to read.
pub fn read<'py, T: Element>(
    from: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let read = array(from, name, shape)?.try_readonly();
    read.map_err(|error| refused(format!("{name}: {error}")))
}

/// An array to write.
pub fn write<'py, T: Element>(
    to: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let written = array(to, name, shape)?.try_readwrite();
    written.map_err(|error| refused(format!("{name}: {error}, expected a writable array")))
}

/// An array of observations, of either type of elements.
pub enum Observations<'py> {
    Float(PyReadwriteArrayDyn<'py, f32>),
    Byte(PyReadwriteArrayDyn<'py, u8>),
}

impl<'py> Observations<'py> {
    /// Takes an array of `float32` or of `uint8`.
    pub fn of(from: &Bound<'py, PyAny>, name: &str, shape: &[usize]) -> PyResult<Self> {
        let bytes = from
            .cast::<PyUntypedArray>()
            .is_ok_and(|untyped| untyped.dtype().is_equiv_to(&numpy::dtype::<u8>(from.py())));
        if bytes {
            write(from, name, shape).map(Self::Byte)
        } else {
            write(from, name, shape).map(Self::Float)
        }
    }
}
