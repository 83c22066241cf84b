//! The report as text: for the terminal, and as Markdown.

use super::page::{HOW, MAX_LISTED, Page, interval, number, percent, pieces, reasons, went_out};
use crate::base::text::in_markdown;
use crate::game::draw::KindNames;
use crate::game::format::draw_deployment;
use crate::tournament::deployments::features::FEATURES;
use crate::tournament::deployments::ranking::RankedDeployment;
use crate::tournament::deployments::reasons::difference;

/// For the terminal: a table, best first.
pub fn text(page: &Page) -> String {
    let places = &page.ranking.deployments;
    let width = places.iter().map(|place| columns(&place.name)).max().unwrap_or(0).max(10);
    let mut text = format!(
        "{:>4}  {}  {:>6}  {:^14}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}\n",
        "rank",
        padded("deployment", width),
        "win %",
        "interval",
        "drawn",
        "games",
        "rounds",
        "first",
        "later",
        "attack",
        "defend"
    );
    for (i, place) in places.iter().enumerate() {
        let rank = i + 1;
        if let Some(out) = went_out(places, i) {
            text += &format!("{:>4}  {out}:\n", "");
        }
        let RankedDeployment { share, rounds, first, later, attacking, defending, .. } = place;
        let drawn = percent(place.draw_rate);
        let four = [first, later, attacking, defending].map(|part| percent(part.win_rate));
        text += &format!(
            "{rank:>4}  {}  {:>6}  {:^14}  {drawn:>6}  {:>6}  {rounds:>6}  {:>6}  {:>6}  {:>6}  {:>6}\n",
            padded(&place.name, width),
            percent(share.win_rate),
            interval(share),
            share.games,
            four[0],
            four[1],
            four[2],
            four[3]
        );
    }
    for unlawful in &page.unlawful {
        text += &format!("{unlawful}\n");
    }
    text + &format!("{}\n{}\n", page.caption(), reasons(page))
}

/// Columns of a terminal; Chinese characters take two.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|c| if u32::from(c) >= 0x2e80 { 2 } else { 1 }).sum()
}

pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// For people who read pages.
pub fn markdown(page: &Page) -> String {
    let mut text = format!("# Deployments 布局\n\n{}\n\n", in_markdown(&page.caption()));
    text += &format!("{}\n\n", in_markdown(&reasons(page)));
    text += "| rank | deployment | win % | 95 % interval | drawn % | games | rounds | first % | later % | \
             attacking % | defending % |\n";
    text += &format!("| ---: | --- |{}\n", " ---: |".repeat(9));
    let places = &page.ranking.deployments;
    for (i, place) in places.iter().enumerate() {
        let rank = i + 1;
        if let Some(out) = went_out(places, i) {
            text += &format!("| | *{out}:* |{}\n", " |".repeat(9));
        }
        let RankedDeployment { name, share, rounds, first, later, attacking, defending, .. } =
            place;
        let four = [first, later, attacking, defending].map(|part| percent(part.win_rate));
        text += &format!(
            "| {rank} | {} | {} | {} | {} | {} | {rounds} | {} |\n",
            in_markdown(name),
            percent(share.win_rate),
            interval(share),
            percent(place.draw_rate),
            share.games,
            four.join(" | ")
        );
    }
    if !page.unlawful.is_empty() {
        text += "\n";
        page.unlawful
            .iter()
            .for_each(|unlawful| text += &format!("* {}\n", in_markdown(&unlawful.to_string())));
    }
    text += &format!("\n{HOW}\n");
    places.iter().take(MAX_LISTED).for_each(|place| text += &deployment(page, place));
    text
}

fn deployment(page: &Page, place: &RankedDeployment) -> String {
    let (name, about, layout) = (&place.name, &place.about, &place.candidate.deployment);
    let drawn = draw_deployment(name, about, None, layout, KindNames::Letters);
    let mut text = format!("\n## {}\n\n```text\n{drawn}```\n\n", in_markdown(name));
    if let Some(difference) = difference(&place.features, &page.ranking.pool) {
        text += &format!("{difference}\n\n");
    }
    text += "| feature | value | unit | |\n| --- | ---: | --- | --- |\n";
    for (feature, value) in FEATURES.iter().zip(&place.features) {
        let (title, unit, about) = (feature.title, feature.unit, feature.about);
        text += &format!("| {title} | {} | {unit} | {about} |\n", number(*value));
    }
    text += &format!("\nLeast expected (bits): {}. ", pieces(place, false));
    text + &format!("Most expected: {}.\n", pieces(place, true))
}
