//! The report as Markdown, and the numbers of its figures as comma-separated values.

use super::answer::{self, AnswerTable};
use super::chapter::{
    BEATEN, FACTORIAL, JUDGING, Report, ShownFigure, TITLE, after_holm, factorial_table, outcome,
};
use crate::research::experiments::names::in_print;
use crate::research::experiments::{Judged, RatioEstimate};
use csv::{Error, Writer};
use junqi_core::base::text::in_markdown;

/// A report of experiments: the answers, then every claim with its verdict under a link to its figure. The
/// tables of the figures and the comparisons of the claims are in the other forms of the report.
pub fn markdown(report: &Report) -> String {
    let chapters = &report.chapters;
    let mut text = format!("# {TITLE}\n\n{}", answers(report));
    text += &format!("## The claims\n\n{} {BY_KIND}\n\n{}\n", outcome(chapters), JUDGING);
    let mut notes = vec![];
    for (place, chapter) in chapters.iter().enumerate() {
        text += &format!("\n### {}\n\n", chapter.name);
        // Experiments on other trees or in other modes repeat the claim of the one before.
        if place == 0 || chapter.claim != chapters[place - 1].claim {
            text += &format!("{}. ", escaped(chapter.claim));
        }
        text += &format!("Thesis: {}. Runs: {}.\n", chapter.figure, chapter.runs);
        if !chapter.factorial.is_empty() {
            text +=
                &format!("\n{FACTORIAL}\n\n{}", plain_table(&factorial_table(&chapter.factorial)));
        }
        figures(&mut text, &chapter.figures, &mut notes);
    }
    text
}

/// How the counts beside the verdicts are to be read, and where the numbers are.
const BY_KIND: &str = "The numbers beside a verdict count the kinds of problem that agree, are undecided \
    and differ. The tables of the figures are in `report.csv`, and with the comparisons of each claim and \
    their p-values in `report.json` and `report.html`.";

/// The tables of answers, and for each search a paragraph about its costs.
fn answers(report: &Report) -> String {
    if report.answers.is_empty() {
        return String::new();
    }
    let mut text = answer::table(&report.answers).map_or_else(String::new, answer_table);
    text += "\n";
    for line in answer::HOW {
        text += &format!("* {line}\n");
    }
    if let Some(table) = answer::other_matches(&report.answers) {
        text += &format!("\nThe same with other limits for a move:\n\n{}", answer_table(table));
    }
    for found in &report.answers {
        if let Some(costs) = answer::costs_in_words(found) {
            text += &format!("\n**{}.** {}\n", escaped(found.search), escaped(&costs));
        }
    }
    text + "\n"
}

fn answer_table(AnswerTable { columns, rows }: AnswerTable) -> String {
    let mut text = format!("| search | {} |\n", columns.join(" | "));
    text += &format!("| --- |{}\n", " ---: |".repeat(columns.len()));
    for (search, cells) in rows {
        let cells = cells.iter().map(|cell| match cell.interval.as_str() {
            "" => format!("{}{}", cell.text, answer::sign(cell.mark)),
            interval => format!("{}{} ({interval})", cell.text, answer::sign(cell.mark)),
        });
        let cells: Vec<String> = cells.collect();
        text += &format!("| {} | {} |\n", escaped(search), cells.join(" | "));
    }
    text
}

/// A table with a head.
fn plain_table(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (place, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
        if place == 0 {
            text += &format!("| --- |{}\n", " ---: |".repeat(row.len() - 1));
        }
    }
    text
}

/// Text as it is; searches with their names in print.
fn escaped(text: &str) -> String {
    in_markdown(&in_print(text))
}

/// The figures of an experiment as links, each with its claims. `notes` are those written before.
fn figures(text: &mut String, figures: &[ShownFigure], notes: &mut Vec<&str>) {
    let mut title = "";
    for shown in figures {
        let name = if shown.title == title { shown.measure() } else { shown.heading() };
        title = &shown.title;
        *text += &format!("\n[{}]({}.svg)\n", escaped(&name), shown.name);
        if !shown.beaten.is_empty() {
            *text += &format!("\n{BEATEN}\n\n{}", plain_table(&shown.beaten));
        }
        for (place, judged) in shown.claims.iter().enumerate() {
            *text += if place == 0 { "\n* " } else { "* " };
            *text += &format!("{}: {}.", verdict(judged), escaped(&judged.claim));
            // Claims of several figures share a reason.
            if !judged.note.is_empty() && !notes.contains(&judged.note) {
                notes.push(judged.note);
                *text += &format!(" {}", escaped(judged.note));
            }
            *text += "\n";
        }
    }
}

/// A verdict, with the adjusted one if it is another, and how the kinds of problem agree.
fn verdict(judged: &Judged) -> String {
    let mut text = format!("**{}**", judged.verdict.word());
    if let Some(after) = after_holm(judged.verdict, judged.adjusted) {
        text += &format!(", {after}");
    }
    if judged.goes_on {
        return text + ", the match goes on";
    }
    let [agree, undecided, differ] = judged.counts();
    if agree + undecided + differ > 1 {
        text += &format!(" ({agree}/{undecided}/{differ})");
    }
    text
}

const HEAD: [&str; 16] = [
    "experiment",
    "figure",
    "measure",
    "problems",
    "search",
    "mean",
    "low",
    "high",
    "runs",
    "ratio",
    "ratio_low",
    "ratio_high",
    "capped",
    "cost",
    "cost_low",
    "cost_high",
];

/// A ratio and the ends of its interval; empty where there is none.
fn texts(ratio: Option<RatioEstimate>) -> [String; 3] {
    let Some(RatioEstimate { mean, low, high, .. }) = ratio else { return Default::default() };
    [mean, low, high].map(|number| number.to_string())
}

/// A line for every cell of every figure: the mean with its interval; where the measure is a count, its ratio to
/// alpha-beta's; and of a frontier the cost beside alpha-beta's.
///
/// # Errors
///
/// Never for numbers and names; the writer may report one.
pub fn csv(report: &Report) -> Result<String, Error> {
    let mut lines = Writer::from_writer(vec![]);
    lines.write_record(HEAD)?;
    for chapter in &report.chapters {
        for shown in &chapter.figures {
            let table = &shown.table;
            for row in &table.rows {
                for (number, series) in table.series.iter().enumerate() {
                    let Some(cell) = row.cell(number) else { continue };
                    let point = row.frontier.as_ref();
                    let [cost, cost_low, cost_high] = texts(point.map(|point| point.cost));
                    let [mean, low, high] =
                        [cell.mean.mean, cell.interval[0], cell.interval[1]].map(|x| x.to_string());
                    let [ratio, ratio_low, ratio_high] = texts(cell.ratio);
                    lines.write_record([
                        chapter.name,
                        &shown.name,
                        table.measure.label(),
                        &row.label,
                        point.map_or(series, |point| point.variant.as_str()),
                        &mean,
                        &low,
                        &high,
                        &cell.mean.n.to_string(),
                        &ratio,
                        &ratio_low,
                        &ratio_high,
                        &cell.capped.to_string(),
                        &cost,
                        &cost_low,
                        &cost_high,
                    ])?;
                }
            }
        }
    }
    let bytes = lines.into_inner().map_err(|error| Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
