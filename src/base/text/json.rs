//! Human-readable JSON.

use serde::Serialize;

/// What is wrong with a JSON text of one line, with the column.
pub fn json_fault(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line").next().unwrap_or_default();
    format!("column {}: {what}", error.column())
}

/// Formats a value as indented JSON with lists of numbers on one line each and a newline at the end.
///
/// # Errors
///
/// If the value cannot be serialized.
pub fn pretty_json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let pretty = serde_json::to_string_pretty(value)?;
    let mut text = String::new();
    let mut lines = pretty.lines().peekable();
    while let Some(line) = lines.next() {
        text += line;
        let number = |l: &&str| l.trim().starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if line.ends_with('[') && lines.peek().is_some_and(number) {
            for line in lines.by_ref() {
                let line = line.trim();
                text += line;
                if line.starts_with(']') {
                    break;
                }
                text += if line.ends_with(',') { " " } else { "" };
            }
        }
        text.push('\n');
    }
    Ok(text)
}
