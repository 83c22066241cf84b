//! Seats that people name: written out, or by a name in a file of seats.

use super::files::{ending, text};
use anyhow::{Context, Result, anyhow, bail};
use junqi_core::base::text::expected_name;
use junqi_core::play::{PlayerSpec, read_seats};
use std::path::Path;

/// Seats with their names.
pub(in crate::cli) type Named = Vec<(String, PlayerSpec)>;

/// A seat: `FILE.toml:NAME`, or as it is written. Errors are one line.
pub(in crate::cli) fn seat(text: &str) -> Result<PlayerSpec> {
    let found = match text.rsplit_once(':').filter(|(path, _)| is_file(path)) {
        Some((path, name)) => seat_of(path, name),
        None if is_file(text) => seats_of_file(Path::new(text)).and_then(|seats| {
            bail!(
                "{text}: found no name of a seat, expected {text}:NAME with {}",
                names(&seats).join(", ")
            )
        }),
        None => Ok(text.parse()?),
    };
    found.map_err(|error| anyhow!("{error:#}"))
}

/// All seats of `FILE.toml` with their names; of any other text one seat, which is called by its
/// name in the file or else by the text.
pub(in crate::cli) fn seats(text: &str) -> Result<Named> {
    match text.rsplit_once(':').filter(|(path, _)| is_file(path)) {
        Some((_, name)) => Ok(vec![(name.into(), seat(text)?)]),
        None if is_file(text) => seats_of_file(Path::new(text)),
        None => Ok(vec![(text.into(), seat(text)?)]),
    }
}

fn is_file(text: &str) -> bool {
    let is_command = text.starts_with("cmd=") || text.starts_with("external:");
    !is_command && ending(Path::new(text)) == "toml"
}

/// All seats of a file, with their names.
pub(in crate::cli) fn seats_of_file(path: &Path) -> Result<Named> {
    read_seats(&text(path)?).with_context(|| path.display().to_string())
}

fn seat_of(path: &str, name: &str) -> Result<PlayerSpec> {
    let seats = seats_of_file(Path::new(path))?;
    if let Some((_, seat)) = seats.iter().find(|(of_file, _)| of_file == name) {
        return Ok(seat.clone());
    }
    bail!("{path}: found the name `{name}`, expected {}", expected_name(name, &names(&seats)))
}

fn names(seats: &Named) -> Vec<&str> {
    seats.iter().map(|(name, _)| name.as_str()).collect()
}
