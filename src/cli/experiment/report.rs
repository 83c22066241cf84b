//! `junqi experiment plot` and `junqi experiment report`

use super::folder::{Chosen, Folder, has_line};
use crate::cli::env::Env;
use anyhow::{Context, Result};
use junqi_lab::research::experiments::{
    Chapter, Experiment, PositionSet, Report, Times, answers, chapter, csv, experiments, html,
    markdown, png, svg,
};
use serde_json::json;

/// Draws the figures of the chosen experiments.
pub(super) fn plot(chosen: &Chosen, env: Env) -> Result<()> {
    let mut drawn = vec![];
    for plan in &chosen.plans(&PositionSet::embedded())? {
        let results = chosen.folder.read(plan)?;
        for figure in &plan.figures {
            let table = figure.table(&results);
            chosen.folder.write(&figure.name, "svg", svg(figure, &table)?)?;
            chosen.folder.write(&figure.name, "png", png(figure, &table)?)?;
            drawn.push(chosen.folder.file(&figure.name, "svg").display().to_string());
        }
    }
    env.show(&drawn, || drawn.join("\n") + "\n")
}

/// Judges the claims of all experiments with results, and writes the report in all its forms.
pub(super) fn report(folder: &Folder, env: Env) -> Result<()> {
    let plans = experiments(&PositionSet::embedded());
    // A file has no line while its first problem is being searched.
    let there = |plan: &&Experiment| has_line(&folder.file(plan.name, "jsonl"));
    let mut chosen: Vec<&Experiment> = plans.iter().filter(there).collect();
    if chosen.is_empty() {
        chosen.push(&plans[0]); // says which file is missing
    }
    let mut results = vec![];
    let mut chapters = vec![];
    for plan in chosen {
        let path = folder.file(plan.name, "times.jsonl");
        let times = Times::read(plan, &path).with_context(|| path.display().to_string())?;
        let read = folder.read(plan)?.with_times(times);
        chapters.push(chapter(plan, &read)?);
        results.push(read);
    }
    let report = Report { answers: answers(&results), chapters };
    folder.write("report", "html", html(&report))?;
    folder.write("report", "md", markdown(&report))?;
    folder.write("report", "json", serde_json::to_string(&report)? + "\n")?;
    folder.write("report", "csv", csv(&report)?)?;
    let chapters = report.chapters;
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        folder.write(&shown.name, "svg", &shown.svg)?;
    }
    env.show(&verdicts(&chapters), || summary(&chapters))
}

fn verdicts(chapters: &[Chapter]) -> serde_json::Value {
    let all = chapters.iter().flat_map(|chapter| &chapter.figures);
    all.flat_map(|shown| {
        shown.claims.iter().map(|judged| json!({ "figure": shown.name, "judged": judged }))
    })
    .collect()
}

fn summary(chapters: &[Chapter]) -> String {
    let mut text = format!("{:<10} {:<24} claim\n", "verdict", "agree/undecided/differ");
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        for judged in &shown.claims {
            let [agree, undecided, differ] = judged.counts();
            let counts = format!("{agree}/{undecided}/{differ}");
            text += &format!("{:<10} {counts:<24} ", judged.verdict.word());
            text += &format!("{}: {}\n", shown.name, judged.claim);
        }
    }
    text
}
