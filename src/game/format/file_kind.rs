//! The form of a file, recognised by its content.

/// The form of a file with games or deployments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A replay of the QQ client (`.jgs`).
    Jgs,
    /// A deployment of the QQ client (`.jql`).
    Jql,
    /// JSON: records of games, one a line (`.jsonl`), or cases.
    Json,
    /// Any other text: a history, a JFEN line, deployments.
    Text,
}

/// The file in a server's folder of games that lists the finished ones; it is no record.
pub const FINISHED_LIST: &str = "finished.jsonl";

/// The end of the names of the files in that folder that hold open tables; they are no records.
pub const OPEN_TABLE: &str = ".table.json";

/// Number of bytes at the beginning of a file that decide its form.
pub const HEAD_BYTES: usize = 4096;

impl FileKind {
    /// The form of a file that begins with these bytes; the first [`HEAD_BYTES`] suffice.
    pub fn of(head: &[u8]) -> Self {
        let text = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head).trim_ascii_start();
        match head {
            _ if head.starts_with(b"QQGame JQS") => Self::Jgs,
            _ if head.starts_with(b"QQGame JQL") => Self::Jql,
            _ if text.starts_with(b"{") => Self::Json,
            _ => Self::Text,
        }
    }

    /// The same, but a file that begins like none of the others has the form that the ending of its
    /// name promises, so that its parser can say what is wrong.
    pub fn of_named(name: &str, head: &[u8]) -> Self {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase();
        match (Self::of(head), ending.as_str()) {
            (Self::Text, "jgs") => Self::Jgs,
            (Self::Text, "jql") => Self::Jql,
            (Self::Text, "jsonl" | "json") => Self::Json,
            (kind, _) => kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_and_the_name_helps_with_the_rest() {
        for (name, head, kind) in [
            ("a.txt", "QQGame JQS Fl", FileKind::Jgs),
            ("a.jsonl", "QQGame JQL File", FileKind::Jql),
            ("a.jgs", "\u{feff} \n{\"version\":", FileKind::Json),
            ("a", "{}", FileKind::Json),
            ("a.txt", "Sg1/15", FileKind::Text),
            ("a.JGS", "", FileKind::Jgs),
            ("a.jsonl", "half a line", FileKind::Json),
        ] {
            assert_eq!(FileKind::of_named(name, head.as_bytes()), kind, "{name} {head}");
        }
    }
}
