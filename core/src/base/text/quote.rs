//! Quotes in error messages.

/// A text in quotes, shortened if long; the word "nothing" for the empty text.
pub(crate) fn quote(text: &str) -> String {
    let shown: String = text.chars().take(30).flat_map(char::escape_debug).collect();
    match text.chars().nth(30) {
        _ if text.is_empty() => "nothing".into(),
        Some(_) => format!("`{shown}…`"),
        None => format!("`{shown}`"),
    }
}
