//! Text of others in Markdown, in paragraphs and in the cells of tables.

/// Text none of whose signs is read as Markdown or HTML.
pub fn in_markdown(text: &str) -> String {
    let mut shown = String::new();
    for sign in text.chars() {
        match sign {
            '&' => shown += "&amp;",
            '<' => shown += "&lt;",
            '\n' | '\r' => shown.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => shown.extend(['\\', sign]),
            _ => shown.push(sign),
        }
    }
    shown
}

/// Text as code. Inside of it a table still reads `|`, and a backslash before it, but nothing else is read.
pub fn markdown_code(text: &str) -> String {
    let (mut shown, mut ticks, mut longest, mut backslashes) = (String::new(), 0, 0, 0);
    for sign in text.chars() {
        ticks = if sign == '`' { ticks + 1 } else { 0 };
        longest = longest.max(ticks);
        if sign == '|' {
            shown += &"\\".repeat(backslashes + 1);
        }
        backslashes = if sign == '\\' { backslashes + 1 } else { 0 };
        shown.push(if sign.is_whitespace() { ' ' } else { sign });
    }
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{shown}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_of_a_name_is_read() {
        assert_eq!(in_markdown("a|b <script> &lt; *x*"), r"a\|b &lt;script> &amp;lt; \*x\*");
        assert_eq!(in_markdown("[a](b)\n`c_d`\\|"), r"\[a\](b) \`c\_d\`\\\|");
        assert_eq!(markdown_code("tee a.txt | ./engine <x>"), r"`tee a.txt \| ./engine <x>`");
        assert_eq!(markdown_code(r"a\b \| c"), r"`a\b \\\| c`");
        assert_eq!(markdown_code("`a` ``b"), "``` `a` ``b ```");
    }
}
