//! The report as one HTML page that needs nothing else.

use super::chapter::{Chapter, ShownFigure, after_holm, preface, tally};
use crate::research::experiments::{FigureTable, Finding, Judged, Verdict};

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-bottom: 1px solid #ccc }
svg { width: 100%; height: auto; border: 1px solid #eee }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: 0.9rem; display: block; overflow-x: auto }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap }
th:first-child, td:first-child, .left { text-align: left; white-space: normal }
td small { color: #666; display: block }
blockquote { margin: 0.5rem 0 1rem; padding-left: 1rem; border-left: 3px solid #ccc; color: #444 }
.verdict { font-weight: 600; padding: 0.1rem 0.5rem; border-radius: 0.3rem; color: #fff }
.agrees { background: #1a7f4b } .differs { background: #b3261e } .undecided { background: #7a6000 }
details { margin: 0.3rem 0 1rem } summary { cursor: pointer; color: #444 }
";

/// A report of experiments as one page: pictures and style are inside, nothing is fetched.
pub fn html(chapters: &[Chapter]) -> String {
    let mut page =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    page += &format!("<title>Experiments</title>\n<style>{STYLE}</style>\n</head>\n<body>\n");
    page += &format!("<h1>Experiments</h1>\n<p>{}</p>\n", escaped(&preface(chapters)));
    page += &summary(chapters);
    for chapter in chapters {
        let Chapter { name, figure, claim, version, seed, runs, .. } = chapter;
        page += &format!("<h2>Experiment {name}, thesis {figure}</h2>\n<p>{}. ", escaped(claim));
        page += &format!("{runs} runs, seed {seed}, version {version}.</p>\n");
        chapter.figures.iter().for_each(|shown| page += &figure_text(shown));
        page += &times(&chapter.times);
    }
    page + "</body>\n</html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn badge(verdict: Verdict, adjusted: Verdict) -> String {
    let after = after_holm(verdict, adjusted).map(|after| format!(" <small>{after}</small>"));
    format!("<span class=\"verdict {0}\">{0}</span>{1}", verdict.word(), after.unwrap_or_default())
}

fn summary(chapters: &[Chapter]) -> String {
    let mut text = String::from("<table>\n<tr><th>figure</th><th class=\"left\">claim</th>");
    text += "<th>verdict</th><th>comparisons</th></tr>\n";
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        for judged in &shown.claims {
            text += &format!(
                "<tr><td><a href=\"#{0}\">{0}</a></td><td class=\"left\">{1}</td><td>{2}</td>\
                 <td>{3}</td></tr>\n",
                shown.name,
                escaped(&judged.claim),
                badge(judged.verdict, judged.adjusted),
                tally(judged)
            );
        }
    }
    text + "</table>\n"
}

fn figure_text(shown: &ShownFigure) -> String {
    let mut text = format!("<h3 id=\"{0}\">{0}: {1}</h3>\n", shown.name, escaped(&shown.title));
    text += &format!("<blockquote>Thesis {}: {}</blockquote>\n", shown.thesis, escaped(shown.says));
    text += &format!("<figure>{}</figure>\n", shown.svg);
    text += &table(&shown.table);
    shown.claims.iter().for_each(|judged| text += &claim(judged));
    text
}

fn claim(judged: &Judged) -> String {
    let mut text =
        format!("<p>{} {}", badge(judged.verdict, judged.adjusted), escaped(&judged.claim));
    if !judged.note.is_empty() {
        text += &format!("<br>{}", escaped(judged.note));
    }
    text += &format!("</p>\n<details><summary>{}</summary>\n<table>\n", tally(judged));
    text += "<tr><th>problems</th><th class=\"left\">claim</th><th>difference</th><th>ratio</th>";
    text += "<th>p: Student, rank</th><th>verdict</th></tr>\n";
    judged.findings.iter().for_each(|finding| text += &finding_row(finding));
    text + "</table></details>\n"
}

/// What the searches spent.
fn times(rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = String::from("<h3>Times on this machine</h3>\n<table>\n");
    for (place, row) in rows.iter().enumerate() {
        let cell = if place == 0 { "th" } else { "td" };
        let cells = row.iter().map(|content| format!("<{cell}>{content}</{cell}>"));
        text += &format!("<tr>{}</tr>\n", cells.collect::<String>());
    }
    text + "</table>\n"
}

fn finding_row(finding: &Finding) -> String {
    let ratio = finding.ratio.map_or_else(|| "\u{2013}".into(), |ratio| ratio.text());
    format!(
        "<tr><td>{}</td><td class=\"left\">{}</td><td>{}</td><td>{ratio}</td><td>{}</td><td>{}</td></tr>\n",
        finding.tree,
        escaped(&finding.claim),
        finding.difference_text(),
        escaped(&finding.p_text()),
        badge(finding.verdict, finding.adjusted)
    )
}

fn table(table: &FigureTable) -> String {
    let mut text = format!("<table>\n<tr><th>{}</th>", table.x);
    table.series.iter().for_each(|series| text += &format!("<th>{series}</th>"));
    text += "</tr>\n";
    for row in &table.rows {
        text += &format!("<tr><td>{}</td>", row.label);
        for cell in &row.cells {
            let ratio = cell.beside().map_or_else(String::new, |ratio| {
                format!("<small>{} \u{d7} alpha-beta</small>", ratio.text())
            });
            text += &format!("<td>{}{ratio}</td>", cell.text());
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}
