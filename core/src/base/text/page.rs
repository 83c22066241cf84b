//! Pages that the program writes: one style, light and dark, nothing fetched.

/// The colours are those of the browser page (`server/web/style.css`).
const STYLE: &str = "
:root { color-scheme: light dark; --ink: #2d2822; --page: #f6f3ec; --panel: #fffdf8; --soft: #6b6258; --line: #ddd5c4; --accent: #9c3a26; --mark: #0072b2; --good: #23724d; --bad: #b3261e; --open: #7a6000 }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e3d8; --page: #1b1a18; --panel: #262421; --soft: #a39a8b; --line: #3d3933; --accent: #e5795f; --mark: #6fb2ee; --good: #63bd90; --bad: #f2857c; --open: #e0b84a } }
body { font: 16px/1.5 system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif; color: var(--ink); background: var(--page); max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) } h2 small { color: var(--soft); font-weight: normal }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: 0.9rem; display: block; overflow-x: auto }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; vertical-align: top }
.left { text-align: left; white-space: normal } td small { color: var(--soft) }
figure svg { width: 100%; height: auto } figcaption { font-size: 0.85rem; color: var(--soft) }
a { color: var(--accent) } code { font-size: 0.85em }
";

/// A whole page; `style` is added to the common one.
pub fn page(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Text without the signs that HTML reads.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
