//! `junqi experiment plot` and `junqi experiment report`

use super::folder::{Chosen, Folder};
use crate::cli::env::{Env, print, print_json};
use crate::research::experiments::{Chapter, Experiment, Times, chapter, html, markdown, png, svg};
use crate::research::experiments::{PositionSet, experiments};
use anyhow::{Context, Result};
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
    if env.json { print_json(&drawn) } else { print(&(drawn.join("\n") + "\n")) }
}

/// Judges the claims of all experiments with results, and writes the report in all its forms.
pub(super) fn report(folder: &Folder, env: Env) -> Result<()> {
    let plans = experiments(&PositionSet::embedded());
    let there = |plan: &&Experiment| folder.file(plan.name, "jsonl").exists();
    let mut chosen: Vec<&Experiment> = plans.iter().filter(there).collect();
    if chosen.is_empty() {
        chosen.push(&plans[0]); // says which file is missing
    }
    let mut chapters = vec![];
    for plan in chosen {
        let path = folder.file(plan.name, "times.jsonl");
        let times = Times::read(plan, &path).with_context(|| path.display().to_string())?;
        chapters.push(chapter(plan, &folder.read(plan)?, &times)?);
    }
    folder.write("report", "html", html(&chapters))?;
    folder.write("report", "md", markdown(&chapters))?;
    folder.write("report", "json", serde_json::to_string(&chapters)? + "\n")?;
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        folder.write(&shown.name, "svg", &shown.svg)?;
    }
    if env.json { print_json(&verdicts(&chapters)) } else { print(&summary(&chapters)) }
}

fn verdicts(chapters: &[Chapter]) -> serde_json::Value {
    let all = chapters.iter().flat_map(|chapter| &chapter.figures);
    all.flat_map(|shown| {
        shown.claims.iter().map(|judged| json!({ "figure": shown.name, "judged": judged }))
    })
    .collect()
}

fn summary(chapters: &[Chapter]) -> String {
    let mut text = String::new();
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        for judged in &shown.claims {
            let [agree, undecided, differ] = judged.counts();
            let counts = format!("{agree}/{undecided}/{differ}");
            text += &format!("{:<10} {counts:<8} ", judged.verdict.word());
            text += &format!("{}: {}\n", shown.name, judged.claim);
        }
    }
    text
}
