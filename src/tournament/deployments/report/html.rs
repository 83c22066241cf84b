//! The report as one page that needs nothing else.

use super::page::{HOW, MOST, Page, interval, number, percent, pieces};
use super::strip::strip;
use crate::game::draw;
use crate::tournament::deployments::features::FEATURES;
use crate::tournament::deployments::ranking::{PointShare, RankedDeployment};

pub(super) const STYLE: &str = "
:root { color-scheme: light dark; --ink: #2b2520; --paper: #fff; --soft: #6b6258; --line: #ddd5c8; --accent: #0072b2 }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e2d8; --paper: #1d1a17; --soft: #a89f93; --line: #4a433b; --accent: #5cb3e6 } }
body { font: 16px/1.5 system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) } h2 small { color: var(--soft); font-weight: normal }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: 0.9rem; display: block; overflow-x: auto }
th, td { padding: 0.15rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
.left { text-align: left; white-space: normal } td.left small { color: var(--soft) }
.side { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start } .side figure { margin: 0; width: 21rem; max-width: 100% }
figure svg { width: 100%; height: auto } figcaption { font-size: 0.85rem; color: var(--soft) }
.strip { color: var(--accent); vertical-align: middle } .whisker { color: var(--accent) }
a { color: var(--accent) } .faults { border-left: 4px solid #b3261e; padding-left: 1rem }
";

/// A report as one page: pictures and style are inside, nothing is fetched.
pub fn html(page: &Page) -> String {
    let mut text =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    text += &format!("<title>Deployments 布局</title>\n<style>{STYLE}</style>\n</head>\n<body>\n");
    text += &format!(
        "<h1>Deployments <span lang=\"zh\">布局</span></h1>\n<p>{}</p>\n<p>{HOW}</p>\n",
        escaped(&page.caption())
    );
    text += &faults(page);
    text += &ranking(page);
    for (rank, place) in (1..=MOST).zip(&page.ranking.deployments) {
        text += &section(page, rank, place);
    }
    text + "</body>\n</html>\n"
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn faults(page: &Page) -> String {
    if page.faulty.is_empty() {
        return String::new();
    }
    let item = |faulty: &serde_json::Value| {
        let text = |key: &str| escaped(faulty[key].as_str().unwrap_or_default());
        let faults = faulty["faults"].as_array().into_iter().flatten();
        let faults: Vec<String> = faults.map(|f| escaped(f.as_str().unwrap_or_default())).collect();
        let faults = faults.join("</li><li>");
        format!(
            "<li>{}, line {}, {}<ul><li>{faults}</li></ul></li>",
            text("file"),
            faulty["line"],
            text("name")
        )
    };
    let items: String = page.faulty.iter().map(item).collect();
    format!("<div class=\"faults\"><p>Not played 不合规:</p><ul>{items}</ul></div>\n")
}

fn ranking(page: &Page) -> String {
    let mut text = String::from(
        "<table>\n<tr><th>rank<br>名次</th><th class=\"left\">deployment 布局</th><th>win %<br>胜率</th>",
    );
    text += "<th></th><th>95 %</th><th>drawn %<br>和棋</th><th>games<br>局数</th><th>rounds</th><th>first<br>先手</th><th>later<br>后手</th>";
    text += "<th>attacking<br>主攻</th><th>defending<br>主守</th></tr>\n";
    for (rank, place) in (1..).zip(&page.ranking.deployments) {
        let RankedDeployment { name, share, rounds, first, later, attacking, defending, .. } =
            place;
        text += &format!(
            "<tr><td>{rank}</td><td class=\"left\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{rounds}</td>",
            linked(rank, name),
            percent(share.win_rate),
            whisker(share),
            interval(share),
            percent(place.draw_rate),
            share.games
        );
        for part in [first, later, attacking, defending] {
            let title = format!("{} games, {}", part.games, interval(part));
            text += &format!("<td title=\"{title}\">{}</td>", percent(part.win_rate));
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

/// A name with a link to its section, if it has one.
fn linked(rank: usize, name: &str) -> String {
    let name = escaped(name);
    if rank > MOST { name } else { format!("<a href=\"#d{rank}\">{name}</a>") }
}

/// A rate with its interval on a line from 0 to 1, a mark at a half.
fn whisker(share: &PointShare) -> String {
    let (Some(rate), Some(low), Some(high)) = (share.win_rate, share.low, share.high) else {
        return String::new();
    };
    let x = |value: f64| 5.0 + 190.0 * value;
    format!(
        r#"<svg class="whisker" viewBox="0 0 200 16" width="200" height="16" role="img" aria-label="{:.1} %"><path d="M{:.1} 0V16" stroke="currentColor" stroke-opacity="0.3"/><path d="M{:.1} 8H{:.1}" stroke="currentColor" stroke-width="2"/><circle cx="{:.1}" cy="8" r="4.5" fill="currentColor"/></svg>"#,
        100.0 * rate,
        x(0.5),
        x(low),
        x(high),
        x(rate)
    )
}

fn section(page: &Page, rank: usize, place: &RankedDeployment) -> String {
    let share = &place.share;
    let mut text = format!(
        "<h2 id=\"d{rank}\">{rank}. {} <small>{} % ({})</small></h2>\n",
        escaped(&place.name),
        percent(share.win_rate),
        interval(share)
    );
    if !place.about.is_empty() {
        text += &format!("<p>{}</p>\n", escaped(&place.about));
    }
    text += "<div class=\"side\">\n";
    let bits = |point| place.guess.pieces.iter().find(|p| p.point == point).map(|p| p.bits);
    text += &format!(
        "<figure>{}<figcaption>From its owner's seat, the front above; a darker frame is a piece that people expect less there.</figcaption></figure>\n",
        draw::deployment(&place.candidate.deployment, bits)
    );
    if let Some(partner) = &place.candidate.partner {
        let picture = draw::deployment(partner, |_| None);
        text += &format!("<figure>{picture}<figcaption>The partner's.</figcaption></figure>\n");
    }
    let losses = &place.losses;
    let flags: u32 = losses.flags.values().sum();
    text += &format!(
        "<figure>{}<figcaption>Where it lost commander, general, divisions and brigades (red, by how often a game); flags lost: {flags} in {} games.</figcaption></figure>\n",
        draw::losses(&losses.strong, &losses.flags, losses.games),
        losses.games
    );
    text += "</div>\n";
    text += &features(page, place);
    text += &format!(
        "<p>Least expected, in bits: {}. Most expected: {}.</p>\n",
        pieces(place, false),
        pieces(place, true)
    );
    text
}

/// The static features beside the pool's.
fn features(page: &Page, place: &RankedDeployment) -> String {
    let mut text = String::from(
        "<table>\n<tr><th class=\"left\">feature</th><th>value</th><th class=\"left\">unit</th><th class=\"left\">beside the pool</th><th class=\"left\"></th></tr>\n",
    );
    for (i, (feature, value)) in FEATURES.iter().zip(&place.features).enumerate() {
        let pool: Vec<Option<f64>> = page.ranking.pool.iter().map(|all| all[i]).collect();
        text += &format!(
            "<tr><td class=\"left\">{}</td><td>{}</td><td class=\"left\">{}</td><td class=\"left\">{}</td><td class=\"left\"><small>{}</small></td></tr>\n",
            feature.name,
            number(*value),
            feature.unit,
            strip(*value, &pool),
            escaped(feature.about)
        );
    }
    text + "</table>\n"
}
