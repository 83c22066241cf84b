//! Notes on standard error.

use junqi_core::base::text::visible;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

/// The longest part of a line before and after what is left out of it, in characters.
const LONGEST: usize = 500;

/// Prints the lines of a note to standard error. Of a line that quotes too much the middle is left out. What cannot be
/// written is dropped: a note may not end the work that it is about.
pub(super) fn note(text: impl Display) {
    let mut shown = String::new();
    for line in text.to_string().trim_end_matches('\n').lines() {
        shown += &shortened(line);
        shown.push('\n');
    }
    let _dropped = Notes.write(shown.as_bytes());
}

fn shortened(line: &str) -> Cow<'_, str> {
    let start = line.char_indices().nth(LONGEST).map_or(line.len(), |(at, _)| at);
    let end = line.char_indices().nth_back(LONGEST - 1).map_or(0, |(at, _)| at);
    if start >= end { line.into() } else { format!("{}…{}", &line[..start], &line[end..]).into() }
}

/// Standard error as a writer that drops what cannot be written.
pub(super) struct Notes;

impl Write for Notes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let _dropped = io::stderr().write_all(visible(&text).as_bytes());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
