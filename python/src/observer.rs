//! Who looks at a state: a player's number, "public" or "everyone".

use crate::errors::refused;
use junqi::env;
use pyo3::prelude::*;

/// An observer as an argument.
pub struct Observer(pub env::Observer);

impl<'py> FromPyObject<'_, 'py> for Observer {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(match value.extract::<&str>() {
            Ok("public") => env::Observer::Public,
            Ok("everyone") => env::Observer::Everyone,
            Ok(name) => {
                let expected = "expected a number, `public` or `everyone`";
                return Err(refused(format!("player: found `{name}`, {expected}")));
            }
            Err(_) => env::Observer::Player(value.extract()?),
        }))
    }
}
