//! The report as one page that needs nothing else.

use super::page::{HOW, MAX_LISTED, Page, interval, number, percent, pieces, reasons, went_out};
use super::strip::strip;
use super::unlawful::UnlawfulDeployment;
use crate::base::text::{self, escaped};
use crate::game::draw;
use crate::tournament::deployments::features::FEATURES;
use crate::tournament::deployments::ranking::{PointShare, RankedDeployment};
use crate::tournament::deployments::reasons::difference;

const STYLE: &str = "
td.left a { white-space: nowrap }
.side { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start } .side figure { margin: 0; width: 21rem; max-width: 100% }
.strip { color: var(--mark); vertical-align: middle } .whisker { color: var(--mark) }
.faults { border-left: 4px solid var(--bad); padding-left: 1rem }
";

const HEAD: &str = "<tr><th>rank<br>名次</th><th class=\"left\">deployment 布局</th><th>win %<br>胜率</th>\
    <th></th><th>95 %</th><th>drawn %<br>和棋</th><th>games<br>局数</th><th>rounds</th><th>first<br>先手</th>\
    <th>later<br>后手</th><th>attacking<br>主攻</th><th>defending<br>主守</th></tr>\n";

/// Number of rows of the ranking that are not folded.
const OPEN: usize = 30;

/// A report as one page: pictures and style are inside, nothing is fetched.
pub fn html(page: &Page) -> String {
    let mut text = format!(
        "<h1>Deployments <span lang=\"zh\">布局</span></h1>\n<p>{}</p>\n<p>{}</p>\n",
        escaped(&page.caption()),
        escaped(&reasons(page))
    );
    text += &faults(page);
    text += &ranking(&page.ranking.deployments);
    text += &format!("<p>{HOW}</p>\n");
    for (rank, place) in (1..=MAX_LISTED).zip(&page.ranking.deployments) {
        text += &section(page, rank, place);
    }
    text::page("Deployments 布局", STYLE, &text)
}

fn faults(page: &Page) -> String {
    if page.unlawful.is_empty() {
        return String::new();
    }
    let item = |UnlawfulDeployment { file, line, name, faults }: &UnlawfulDeployment| {
        let faults: Vec<String> = faults.iter().map(|fault| escaped(fault)).collect();
        let (file, name, faults) = (escaped(file), escaped(name), faults.join("</li><li>"));
        format!("<li>{file}, line {line}, {name}<ul><li>{faults}</li></ul></li>")
    };
    let items: String = page.unlawful.iter().map(item).collect();
    format!("<div class=\"faults\"><p>Not played 不合规:</p><ul>{items}</ul></div>\n")
}

/// The ranking as a table; what does not fit a screen or two is folded.
fn ranking(places: &[RankedDeployment]) -> String {
    let table = |from: usize, to: usize| {
        let rows: String = (from..to).map(|i| row(places, i)).collect();
        format!("<table>\n{HEAD}{rows}</table>\n")
    };
    let open = places.len().min(OPEN);
    let mut text = table(0, open);
    if places.len() > open {
        let rest = places.len() - open;
        let folded = table(open, places.len());
        text += &format!("<details><summary>The other {rest}</summary>\n{folded}</details>\n");
    }
    text
}

fn row(places: &[RankedDeployment], i: usize) -> String {
    let (rank, place) = (i + 1, &places[i]);
    let RankedDeployment { name, share, rounds, first, later, attacking, defending, .. } = place;
    let out = went_out(places, i).map(|out| {
        format!("<tr><td></td><td class=\"left\" colspan=\"11\"><small>{out}:</small></td></tr>\n")
    });
    let mut text = format!(
        "{}<tr><td>{rank}</td><td class=\"left\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{rounds}</td>",
        out.unwrap_or_default(),
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
    text + "</tr>\n"
}

/// A name with a link to its section, if it has one.
fn linked(rank: usize, name: &str) -> String {
    let name = escaped(name);
    if rank > MAX_LISTED { name } else { format!("<a href=\"#d{rank}\">{name}</a>") }
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
    if let Some(difference) = difference(&place.features, &page.ranking.pool) {
        text += &format!("<p>{}</p>\n", escaped(&difference));
    }
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
            feature.title,
            number(*value),
            feature.unit,
            strip(*value, &pool),
            escaped(feature.about)
        );
    }
    text + "</table>\n"
}
