//! The report as Markdown.

use super::answer::{self, AnswerTable};
use super::chapter::{
    Chapter, ClaimCounts, Report, ShownFigure, TITLE, after_holm, outcome, preface, tally,
};
use crate::base::text::in_markdown;
use crate::research::experiments::names::in_print;
use crate::research::experiments::{FigureTable, Finding, Verdict};

/// A report of experiments. Pictures are linked by the names of their figures.
pub fn markdown(report: &Report) -> String {
    let chapters = &report.chapters;
    let mut text = format!("# {TITLE}\n\n{}", answers(report));
    text += &contents(chapters);
    text += &format!("## How the claims are judged\n\n{}\n\n", preface(chapters));
    text += "| claim | verdict | comparisons |\n| --- | --- | --- |\n";
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        for judged in &shown.claims {
            text += &format!(
                "| [{}](#{}) ({}) | {} | {} |\n",
                escaped(&judged.claim),
                shown.name,
                escaped(&shown.title),
                verdict(judged.verdict, judged.adjusted),
                tally(judged)
            );
        }
    }
    for chapter in chapters {
        let Chapter { name, figure, claim, version, seed, runs, .. } = chapter;
        text += &format!("\n<a id=\"{name}-results\"></a>\n\n## {name}: {}\n\n", escaped(claim));
        text += &format!(
            "Experiment `{name}`, thesis {figure}: {runs} runs, seed {seed}, version {version}.\n"
        );
        chapter.figures.iter().for_each(|shown| figure_text(&mut text, shown));
        times(&mut text, &chapter.times);
    }
    text
}

/// The table of answers, and a paragraph for each search.
fn answers(report: &Report) -> String {
    if report.answers.is_empty() {
        return String::new();
    }
    let mut text = answer::table(&report.answers).map_or_else(String::new, answer_table);
    text += &format!("\n{}\n", answer::HOW);
    if let Some(table) = answer::other_matches(&report.answers) {
        text += &format!("\nThe same with other limits for a move:\n\n{}", answer_table(table));
    }
    for found in &report.answers {
        let words = escaped(&answer::words(found));
        text += &format!("\n**{}.** {words}\n", escaped(found.search));
    }
    text + "\n"
}

fn answer_table(AnswerTable { columns, rows }: AnswerTable) -> String {
    let mut text = format!("| search | {} |\n", columns.join(" | "));
    text += &format!("| --- |{}\n", " ---: |".repeat(columns.len()));
    for (search, cells) in rows {
        let cells = cells.iter().map(|cell| match cell.interval.as_str() {
            "" => format!("{}{}", cell.text, cell.mark.sign()),
            interval => format!("{}{} ({interval})", cell.text, cell.mark.sign()),
        });
        let cells: Vec<String> = cells.collect();
        text += &format!("| {} | {} |\n", escaped(search), cells.join(" | "));
    }
    text
}

/// The experiments with the verdicts on their claims.
fn contents(chapters: &[Chapter]) -> String {
    let mut text = format!("## The claims\n\n{}\n\n", outcome(chapters));
    text += "| experiment | claim | agree | undecided | match goes on | differ |\n";
    text += "| --- | --- | ---: | ---: | ---: | ---: |\n";
    for chapter in chapters {
        let ClaimCounts { agree, undecided, goes_on, differ } = chapter.counts();
        text += &format!(
            "| [`{0}`](#{0}-results) | {1} | {agree} | {undecided} | {goes_on} | {differ} |\n",
            chapter.name,
            escaped(chapter.claim)
        );
    }
    text + "\n"
}

/// Text as it is; searches with their names in print.
fn escaped(text: &str) -> String {
    in_markdown(&in_print(text))
}

fn figure_text(text: &mut String, shown: &ShownFigure) {
    let heading = escaped(&shown.heading());
    *text += &format!("\n<a id=\"{}\"></a>\n\n### {heading}\n\n", shown.name);
    *text += &format!("Thesis {}: {}\n\n", shown.thesis, escaped(shown.says));
    *text += &format!("![{0}]({0}.svg)\n\n", shown.name);
    *text += &table(&shown.table);
    for judged in &shown.claims {
        *text += &format!(
            "\n{}: {} ({}).",
            verdict(judged.verdict, judged.adjusted),
            escaped(&judged.claim),
            tally(judged)
        );
        if !judged.note.is_empty() {
            *text += &format!(" {}", escaped(judged.note));
        }
        *text += "\n\n| problems | claim | difference | ratio | p: Student, rank | verdict |\n\
                  | --- | --- | --- | --- | --- | --- |\n";
        judged.told().for_each(|finding| *text += &finding_row(finding));
    }
}

/// What the searches spent.
fn times(text: &mut String, rows: &[Vec<String>]) {
    for (place, row) in rows.iter().enumerate() {
        *text += if place == 0 { "\n### Times on this machine\n\n" } else { "" };
        let cells: Vec<String> = row.iter().map(|cell| in_markdown(cell)).collect();
        *text += &format!("| {} |\n", cells.join(" | "));
        if place == 0 {
            *text += &format!("| --- |{}\n", " ---: |".repeat(row.len() - 1));
        }
    }
}

fn finding_row(finding: &Finding) -> String {
    let ratio = finding.ratio.map_or_else(|| "\u{2013}".into(), |ratio| ratio.text());
    let (tree, claim) = (escaped(&finding.tree), escaped(&finding.claim));
    let (difference, p) = (finding.difference_text(), finding.p_text());
    let verdict = verdict(finding.verdict, finding.adjusted);
    format!("| {tree} | {claim} | {difference} | {ratio} | {p} | {verdict} |\n")
}

/// A verdict, with the adjusted one if it is another.
fn verdict(verdict: Verdict, adjusted: Verdict) -> String {
    let after = after_holm(verdict, adjusted).map(|after| format!(", {after}"));
    format!("**{}**{}", verdict.word(), after.unwrap_or_default())
}

fn table(table: &FigureTable) -> String {
    let series: Vec<String> = table.series.iter().map(|series| escaped(series)).collect();
    let mut text = format!("| {} | {} |\n", escaped(&table.x), series.join(" | "));
    text += &format!("| --- |{}\n", " ---: |".repeat(table.series.len()));
    for row in &table.rows {
        let cells: Vec<String> = row
            .cells
            .iter()
            .map(|cell| match cell.beside() {
                Some(ratio) => format!("{}, \u{d7} {}", cell.text(), ratio.text()),
                None => cell.text(),
            })
            .collect();
        text += &format!("| {} | {} |\n", escaped(&row.label), cells.join(" | "));
    }
    text
}
