//! Text parsing: errors with their place, the words of a line, and suggestions for misspelt names. Text for terminals.

mod json;
mod markdown;
mod nearest;
mod page;
mod quote;
mod toml;
mod visible;

pub use json::{json_fault, pretty_json, read_json};
pub use markdown::{in_markdown, markdown_code};
pub use nearest::nearest;
pub use nearest::{expected_name, the_nearest};
pub use page::{escaped, page};
pub(crate) use quote::quote;
pub use toml::{TomlFault, parse_toml, toml_kind, toml_word};
pub use visible::visible;

use thiserror::Error;

/// A parse error with its place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, {}", self.in_line())]
#[non_exhaustive]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text found.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

impl ParseError {
    /// An error at a place.
    pub fn new(
        line: usize,
        column: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { line, column, found: found.into(), expected: expected.into() }
    }

    /// The error of a text of one line, whose line needs no number.
    pub fn in_line(&self) -> String {
        let Self { column, found, expected, .. } = self;
        format!("column {column}: found {found}, expected {expected}")
    }
}

/// A word of a text, with its place.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    /// The word; empty at the end of a line.
    pub text: &'a str,
    /// From 1.
    pub line: usize,
    /// Column of its start in characters, from 1.
    pub column: usize,
}

impl<'a> Word<'a> {
    /// The error for this word, with the expected text.
    pub fn expected(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column, quote(self.text), expected)
    }

    /// The rest of the word from a byte on, with its place.
    #[must_use]
    pub fn from(&self, byte: usize) -> Self {
        let column = self.column + self.text[..byte].chars().count();
        Self { text: &self.text[byte..], column, ..*self }
    }

    /// The parts between separators, each with its place.
    pub fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut column = self.column;
        self.text.split(separator).map(move |part| {
            let word = Word { text: part, column, ..self };
            column += part.chars().count() + 1;
            word
        })
    }
}

/// The words of a line, followed by an empty word at its end.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    line: usize,
    /// The rest of the line.
    text: &'a str,
    /// Column of its start in characters, from 1.
    column: usize,
}

impl<'a> Words<'a> {
    /// The words of the line with a number.
    pub fn new(line: usize, text: &'a str) -> Self {
        Self { line, text, column: 1 }
    }

    /// The next word.
    pub fn word(&mut self) -> Word<'a> {
        let rest = self.text.trim_start();
        let (text, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let column = self.column + self.text[..self.text.len() - rest.len()].chars().count();
        self.column = column + text.chars().count();
        self.text = after;
        Word { text, line: self.line, column }
    }

    /// Checks that no word follows.
    ///
    /// # Errors
    ///
    /// If a word follows.
    pub fn end(&mut self) -> Result<(), ParseError> {
        let word = self.word();
        if word.text.is_empty() { Ok(()) } else { Err(word.expected("the end of the line")) }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        Some(self.word()).filter(|w| !w.text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_parts_know_their_columns() {
        let mut words = Words::new(3, "  四国 a,军旗,,b  c ");
        let mut places = vec![];
        for word in words.by_ref() {
            places.extend(word.split(',').map(|part| (part.text, part.column)));
        }
        let expected = [("四国", 3), ("a", 6), ("军旗", 8), ("", 11), ("b", 12), ("c", 15)];
        assert_eq!(places, expected);
        assert_eq!((words.word().column, words.word().line), (17, 3));
    }
}
