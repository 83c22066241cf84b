//! Text of others on a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Text with its control characters escaped, so that the text of a file cannot steer the terminal. They are
/// written as in JSON (`\u001b`), so that a line of JSON stays one and says the same.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) {
            write!(shown, "\\u{:04x}", u32::from(c)).expect("writing to a string cannot fail");
        } else {
            shown.push(c);
        }
    }
    shown.into()
}

/// Whether a terminal acts on a character: also those that change the direction of writing.
fn is_control(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_acts_on_is_escaped() {
        assert!(matches!(visible("四国\ta\nb é"), Cow::Borrowed(_)));
        assert_eq!(visible("\x1b]0;t\x07\r\x7f"), r"\u001b]0;t\u0007\u000d\u007f");
        assert_eq!(visible("\u{9b}2J \u{202e}ab\u{2069}"), r"\u009b2J \u202eab\u2069");
        let json = serde_json::to_string("\x1b[1m \u{9b}\u{7f}").unwrap();
        let read: String = serde_json::from_str(&visible(&json)).unwrap();
        assert_eq!(read, "\x1b[1m \u{9b}\u{7f}");
    }
}
