//! Named seats in a TOML file.
//!
//! ```toml
//! [seats]
//! quick = "pvs:nodes=500"
//! patient = { kind = "awt", nodes = 20000, M = 0.05 }
//! ```

use super::{PLAYERS, PlayerSpec, SpecError};
use crate::base::text::{TomlFault, parse_toml, the_nearest, toml_kind, toml_word};
use std::ops::Range;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// Why a text is not a valid seat file. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SeatFileError {
    /// The text is not TOML.
    #[error(transparent)]
    Toml(#[from] TomlFault),
    /// The file has an entry other than the table of seats.
    #[error("line {line}: found {found}, expected only the table `seats`{nearest}")]
    NotSeats {
        /// Its line.
        line: usize,
        /// What was found.
        found: String,
        /// A hint if the name is a near miss.
        nearest: String,
    },
    /// A value is not a seat, or a name is not allowed.
    #[error("line {line}: seat `{seat}`: found {found}, expected {expected}")]
    NoSeat {
        /// Its line.
        line: usize,
        /// Its name in the file.
        seat: String,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A seat has an unknown kind or an invalid option.
    #[error("line {line}: {error}")]
    Spec {
        /// Its line.
        line: usize,
        /// The error of the seat.
        error: SpecError,
    },
    /// The file has no seat.
    #[error("found no seat, expected at least one in the table `seats`")]
    Empty,
}

type Entry<'a, 'i> = (&'a Spanned<DeString<'i>>, &'a Spanned<DeValue<'i>>);

/// Parses the seats of a TOML file, with their names, in the order of the file.
///
/// # Errors
///
/// If the text is not TOML or has an entry that is not a valid seat.
pub fn read_seats(text: &str) -> Result<Vec<(String, PlayerSpec)>, SeatFileError> {
    let file = parse_toml(text)?;
    let mut seats = vec![];
    for (key, value) in in_order(file.get_ref()) {
        let table = value.get_ref().as_table().filter(|_| key.get_ref() == "seats");
        let Some(table) = table else {
            return Err(no_seats(text, (key, value)));
        };
        for entry in in_order(table) {
            seats.push((entry.0.get_ref().to_string(), read_seat(text, entry)?));
        }
    }
    if seats.is_empty() { Err(SeatFileError::Empty) } else { Ok(seats) }
}

fn line(text: &str, place: Range<usize>) -> usize {
    text[..place.start].matches('\n').count() + 1
}

fn no_seats(text: &str, (key, value): Entry<'_, '_>) -> SeatFileError {
    let (line, name) = (line(text, key.span()), key.get_ref());
    let (found, nearest) = match name.as_ref() {
        "seats" => (format!("{} for `seats`", toml_kind(value.get_ref())), String::new()),
        name => (format!("`{name}`"), the_nearest(name, &["seats"])),
    };
    SeatFileError::NotSeats { line, found, nearest }
}

fn in_order<'a, 'i>(table: &'a DeTable<'i>) -> Vec<Entry<'a, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// Parses an entry of the table of seats.
fn read_seat(text: &str, (key, value): Entry<'_, '_>) -> Result<PlayerSpec, SeatFileError> {
    let name = key.get_ref().as_ref();
    let line = line(text, key.span());
    let wrong = |found: String, expected: &str| {
        Err(SeatFileError::NoSeat { line, seat: name.into(), found, expected: expected.into() })
    };
    let fit = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(fit) {
        let expected = "a name of letters, digits, `-`, `_` and `.`";
        return wrong(format!("the name `{}`", name.escape_debug()), expected);
    }
    if PLAYERS.iter().any(|kind| kind.name == name) {
        return wrong("the name of a kind of seat".into(), "another name");
    }
    match value.get_ref() {
        DeValue::String(written) => {
            PlayerSpec::read(name, written).map_err(|error| SeatFileError::Spec { line, error })
        }
        DeValue::Table(table) => read_table(text, (line, name), table),
        other => wrong(toml_kind(other).into(), "text or a table with a `kind`"),
    }
}

/// Parses a seat given as a table: its kind, and options by name.
fn read_table(
    text: &str,
    (line_of_seat, name): (usize, &str),
    table: &DeTable<'_>,
) -> Result<PlayerSpec, SeatFileError> {
    let wrong = |line, found: String, expected: String| {
        Err(SeatFileError::NoSeat { line, seat: name.into(), found, expected })
    };
    let Some(kind) = table.get("kind") else {
        let kinds: Vec<_> = PLAYERS.iter().map(|kind| kind.name).collect();
        let expected = format!("a kind: {}", kinds.join(", "));
        return wrong(line_of_seat, "no `kind`".into(), expected);
    };
    let line_of_kind = line(text, kind.span());
    let Some(kind) = kind.get_ref().as_str() else {
        return wrong(line_of_kind, toml_kind(kind.get_ref()).into(), "the kind as text".into());
    };
    let in_line = |line| move |error| SeatFileError::Spec { line, error };
    let mut seat = PlayerSpec::plain(name, kind).map_err(in_line(line_of_kind))?;
    for (key, value) in in_order(table) {
        let (key, line) = (key.get_ref(), line(text, key.span()));
        if key == "kind" {
            continue;
        }
        let Some(value) = toml_word(value.get_ref()) else {
            let expected = format!("a number, true, false or text for `{key}`");
            return wrong(line, toml_kind(value.get_ref()).into(), expected);
        };
        seat.set(name, key, &value).map_err(in_line(line))?;
    }
    seat.complete(name).map_err(in_line(line_of_kind))?;
    Ok(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_text_or_tables_in_the_order_of_the_file() {
        let text = "# for a test\n[seats]\nquick = \"pvs:nodes=500\"\n\
            patient = { kind = \"awt\", nodes = 20_000, M = 0.05, opponent = \"people\" }\n\
            \"v1.2\" = \"random\"\n\
            [seats.bold]\nkind = \"abt\"\nthreshold = +inf\nnodes = 0x10\ndelta = 3\n";
        let error = read_seats(text).unwrap_err().to_string();
        assert!(error.starts_with("line 10: seat `bold`: option: found `delta`"), "{error}");
        let text = text.replace("delta = 3\n", "");
        let seats = read_seats(&text).unwrap();
        let read: Vec<_> = seats.iter().map(|(name, seat)| format!("{name} {seat}")).collect();
        let expected = [
            "quick pvs:nodes=500",
            "patient awt:M=0.05,nodes=20000,opponent=people",
            "v1.2 random",
            "bold abt:nodes=16,threshold=inf",
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn errors_name_the_line_and_the_seat() {
        let kinds = PLAYERS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        for (text, message) in [
            ("", "found no seat, expected at least one in the table `seats`"),
            ("[seats]", "found no seat, expected at least one in the table `seats`"),
            (
                "\n[seat]\na = \"pvs\"",
                "line 2: found `seat`, expected only the table `seats`; the nearest is `seats`",
            ),
            ("quick = \"pvs\"", "line 1: found `quick`, expected only the table `seats`"),
            ("seats = 5", "line 1: found a number for `seats`, expected only the table `seats`"),
            (
                "[seats]\npvs = \"pvs\"",
                "line 2: seat `pvs`: found the name of a kind of seat, expected another name",
            ),
            (
                "[seats]\n\"a b\" = \"pvs\"",
                "line 2: seat `a b`: found the name `a b`, expected a name of letters, digits, \
                 `-`, `_` and `.`",
            ),
            (
                "[seats]\na = 5",
                "line 2: seat `a`: found a number, expected text or a table with a `kind`",
            ),
            (
                "[seats]\na = \"pvs:nodes=0\"",
                "line 2: seat `a`: option nodes: found `0`, expected a whole number from 1; \
                 the nearest is 1",
            ),
            (
                "[seats]\na = { nodes = 5 }",
                &format!("line 2: seat `a`: found no `kind`, expected a kind: {kinds}"),
            ),
            (
                "[seats]\na = { kind = \"pvz\" }",
                &format!(
                    "line 2: seat `a`: found the name `pvz`, expected {kinds}; the nearest is \
                     `pvs`"
                ),
            ),
            (
                "[seats]\na = { kind = 3 }",
                "line 2: seat `a`: found a number, expected the kind as text",
            ),
            (
                "[seats.a]\nkind = \"pvs\"\nnodes = []",
                "line 3: seat `a`: found a list, expected a number, true, false or text for \
                 `nodes`",
            ),
        ] {
            assert_eq!(read_seats(text).unwrap_err().to_string(), message, "{text}");
        }
        for (text, message) in [
            (
                "[seats]\na = \"pvs\"\na = \"awt\"",
                "line 3, column 1: not valid TOML: duplicate key",
            ),
            ("[seats]\na = ", "line 2, column 5: not valid TOML: "),
            ("[seats]\na = pvs", "line 2, column 5: not valid TOML: "),
        ] {
            let error = read_seats(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
