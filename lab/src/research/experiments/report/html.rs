//! The report as one HTML page that needs nothing else.

use super::answer::{self, AnswerCell, AnswerTable};
use super::chapter::{
    BEATEN, Chapter, ClaimCounts, FACTORIAL, JUDGING, Report, ShownFigure, TITLE, after_holm,
    capped, factorial_table, outcome, tally,
};
use crate::research::experiments::names::in_print;
use crate::research::experiments::{FigureTable, Finding, Gain, Judged, Verdict};
use junqi_core::base::text::{self, page};

const STYLE: &str = "
figure { margin: 1rem 0; overflow-x: auto } figure svg { min-width: 36rem; box-sizing: border-box; background: var(--panel); border: 1px solid var(--line); border-radius: 8px }
th:first-child, td:first-child, .second :nth-child(2) { text-align: left } td small { display: block } td.left, .claims td:first-child, .second td:nth-child(2) { min-width: 14rem } .second td:last-child { font-weight: 600 } .second td:last-child small { font-weight: 400 }
.answer th { white-space: normal; vertical-align: bottom } .answer td:first-child { white-space: normal; min-width: 6rem } .answer :is(th, td):first-child { position: sticky; left: 0; background: var(--page) }
blockquote { margin: 0.5rem 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft) }
.verdict { font-weight: 600 }
.agrees, .better { color: var(--good) } .differs, .worse { color: var(--bad) } .undecided { color: var(--open) }
details { margin: 0.3rem 0 1rem } summary { cursor: pointer; color: var(--soft) } summary h2 { display: inline; color: var(--ink) } .experiment { margin: 1rem 0 }
";

/// What the tables have beside means and verdicts.
const TABLES: &str = "The tables also have arithmetic means, and beside each verdict the p-values of \
    Student's test and of Wilcoxon's signed-rank test. report.json has the processor times in milliseconds.";

/// A report of experiments as one page: pictures and style are inside, nothing is fetched.
pub fn html(report: &Report) -> String {
    let mut text = format!("<h1>{TITLE}</h1>\n{}", answers(report));
    text += &contents(&report.chapters);
    text += &format!(
        "<h2>How the claims are judged</h2>\n<p>{} {TABLES}</p>\n",
        escaped(&(JUDGING.to_owned() + capped(&report.chapters)))
    );
    text += &summary(&report.chapters);
    report.chapters.iter().for_each(|chapter| text += &chapter_text(chapter));
    page(TITLE, STYLE, &text)
}

/// An experiment, folded unless it is a frontier: a link into it opens it.
fn chapter_text(chapter: &Chapter) -> String {
    let Chapter { name, figure, claim, version, seed, runs, figures, .. } = chapter;
    // The frontiers are the answer in pictures.
    let open = if figures.iter().any(|shown| !shown.beaten.is_empty()) { " open" } else { "" };
    let mut text = format!("<details class=\"experiment\"{open}><summary><h2>{} ", escaped(claim));
    text += &format!("<small>{name}, thesis {figure}, {}</small></h2></summary>\n", count(figures));
    text += &format!("<p id=\"{name}-results\">{runs} runs, seed {seed}, version {version}.</p>\n");
    if !chapter.factorial.is_empty() {
        text +=
            &format!("<p>{FACTORIAL}</p>\n{}", plain_table(&factorial_table(&chapter.factorial)));
    }
    text.extend(figures.iter().map(figure_text));
    text + "</details>\n"
}

fn count(figures: &[ShownFigure]) -> String {
    match figures.len() {
        1 => "1 figure".into(),
        many => format!("{many} figures"),
    }
}

/// A text for the page, with the names of searches in print.
fn escaped(text: &str) -> String {
    text::escaped(&in_print(text))
}

/// The experiments with the verdicts on their claims, as links.
fn contents(chapters: &[Chapter]) -> String {
    let mut text = format!("<h2>The claims</h2>\n<p>{}</p>\n<table>\n", outcome(chapters));
    text += "<tr><th class=\"left\">experiment</th><th>agree</th><th>undecided</th>";
    text += "<th>match goes on</th><th>differ</th></tr>\n";
    for chapter in chapters {
        let Chapter { name, claim, figures, .. } = chapter;
        text +=
            &format!("<tr><td class=\"left\"><a href=\"#{name}-results\">{}</a>", escaped(claim));
        let what = match &figures[..] {
            [one] => escaped(&one.title),
            all => count(all),
        };
        text += &format!("<small>{name}: {what}</small></td>");
        let ClaimCounts { agree, undecided, goes_on, differ } = chapter.counts();
        for number in [agree, undecided, goes_on, differ] {
            text += &format!("<td>{number}</td>");
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

/// The table of answers, and a paragraph for each search.
fn answers(report: &Report) -> String {
    if report.answers.is_empty() {
        return String::new();
    }
    let mut text = answer::table(&report.answers).as_ref().map_or_else(String::new, answer_table);
    text += "<ul>\n";
    for line in answer::HOW {
        text += &format!("<li>{}</li>\n", escaped(line));
    }
    text += "</ul>\n";
    if let Some(table) = answer::other_matches(&report.answers) {
        let table = answer_table(&table);
        text += &format!("<p>The same with other limits for a move:</p>\n{table}");
    }
    for found in &report.answers {
        let words = [answer::costs_in_words(found), answer::play_in_words(found)];
        let words = escaped(&words.into_iter().flatten().collect::<Vec<_>>().join(" "));
        text += &format!("<p><strong>{}.</strong> {words}</p>\n", found.search);
    }
    text
}

fn answer_table(table: &AnswerTable) -> String {
    let mut text = String::from("<table class=\"answer\">\n<tr><th>search</th>");
    for column in &table.columns {
        text += &format!("<th>{}</th>", escaped(column));
    }
    text += "</tr>\n";
    for (search, cells) in &table.rows {
        text += &format!("<tr><td>{search}</td>");
        for AnswerCell { text: cell, interval, mark } in cells {
            let class = match mark {
                Some(Gain::Better) => "better",
                Some(Gain::Worse) => "worse",
                Some(Gain::Bought | Gain::Open) | None => "",
            };
            text += &format!(
                "<td class=\"{class}\">{cell}{}<small>{interval}</small></td>",
                answer::sign(*mark)
            );
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

/// A picture in the colours of the page.
fn themed(svg: &str) -> String {
    let mut svg = svg.to_owned();
    for (fixed, ours) in [
        ("#FFFFFF", "none"),
        ("#282828", "var(--ink)"),
        ("#5A5A5A", "var(--soft)"),
        ("#E1E1E1", "var(--line)"),
        ("#0072B2", "var(--mark)"),
    ] {
        svg = svg.replace(fixed, ours);
    }
    svg
}

fn badge(verdict: Verdict, adjusted: Verdict) -> String {
    let after = after_holm(verdict, adjusted).map(|after| format!(" <small>{after}</small>"));
    format!("<span class=\"verdict {0}\">{0}</span>{1}", verdict.word(), after.unwrap_or_default())
}

fn summary(chapters: &[Chapter]) -> String {
    let mut text = String::from("<details><summary>All claims with their verdicts</summary>\n");
    text += "<table class=\"claims\">\n<tr><th>claim</th>";
    text += "<th>verdict</th><th>comparisons</th></tr>\n";
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        if !shown.claims.is_empty() {
            let title = escaped(&shown.title);
            text += &format!("<tr><td><a href=\"#{}\">{title}</a></td></tr>\n", shown.name);
        }
        for judged in &shown.claims {
            text += &format!(
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                escaped(&judged.claim),
                badge(judged.verdict, judged.adjusted),
                tally(judged)
            );
        }
    }
    text + "</table></details>\n"
}

fn figure_text(shown: &ShownFigure) -> String {
    let mut text = format!("<h3 id=\"{}\">{}</h3>\n", shown.name, escaped(&shown.heading()));
    text += &format!("<blockquote>Thesis {}: {}</blockquote>\n", shown.thesis, escaped(shown.says));
    text += &format!("<figure>{}</figure>\n", themed(&shown.svg));
    if shown.beaten.is_empty() {
        text += &table(&shown.table);
    } else {
        text += &format!("<p>{BEATEN}</p>\n{}", plain_table(&shown.beaten));
    }
    shown.claims.iter().for_each(|judged| text += &claim(judged));
    text
}

fn claim(judged: &Judged) -> String {
    let mut text =
        format!("<p>{} {}", badge(judged.verdict, judged.adjusted), escaped(&judged.claim));
    if !judged.note.is_empty() {
        text += &format!("<br>{}", escaped(judged.note));
    }
    text += &format!("</p>\n<details><summary>{}</summary>\n", tally(judged));
    text += "<table class=\"second\">\n<tr><th>problems</th><th>claim</th><th>difference</th><th>ratio</th>";
    text += "<th>p: Student, rank</th><th>verdict</th></tr>\n";
    let mut last = "";
    for finding in judged.shown() {
        let is_new = finding.claim != last;
        last = &finding.claim;
        text += &finding_row(finding, &if is_new { escaped(last) } else { String::new() });
    }
    text + "</table></details>\n"
}

/// A table with a head.
fn plain_table(rows: &[Vec<String>]) -> String {
    let mut text = String::from("<table>\n");
    for (place, row) in rows.iter().enumerate() {
        let cell = if place == 0 { "th" } else { "td" };
        let cells = row.iter().map(|content| format!("<{cell}>{}</{cell}>", escaped(content)));
        text += &format!("<tr>{}</tr>\n", cells.collect::<String>());
    }
    text + "</table>\n"
}

/// A finding, `claim` being empty where it is that of the row above.
fn finding_row(finding: &Finding, claim: &str) -> String {
    let ratio = finding.ratio.map_or_else(|| "\u{2013}".into(), |ratio| ratio.text());
    let after = after_holm(finding.verdict, finding.adjusted);
    let after = after.map_or_else(String::new, |after| format!(" <small>{after}</small>"));
    format!(
        "<tr><td>{}</td><td>{claim}</td><td>{}</td><td>{ratio}</td><td>{}</td><td class=\"{3}\">{3}{after}</td></tr>\n",
        finding.tree,
        finding.difference_text(),
        escaped(&finding.p_text()),
        finding.verdict.word(),
    )
}

fn table(table: &FigureTable) -> String {
    let mut text = format!("<table>\n<tr><th>{}</th>", table.x);
    table.series.iter().for_each(|series| text += &format!("<th>{}</th>", escaped(series)));
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
