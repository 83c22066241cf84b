//! The report of a measurement: HTML page, Markdown, text for the terminal, JSON.

use super::features::{FEATURES, Surprise};
use super::ranking::{PointShare, RankedDeployment, Ranking, difference, sentence};
use crate::tournament::series::Series;
use junqi_core::base::text;
use junqi_core::base::text::{escaped, in_markdown};
use junqi_core::game::draw::{self, KindNames};
use junqi_core::game::format::draw_deployment;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fmt;

/// The content of a report.
#[derive(Debug)]
pub struct Page {
    /// Name of the opposing pool.
    pub against: String,
    /// Player that played all seats.
    pub seat: String,
    /// Rules, visibility and seed.
    pub series: Series,
    /// The deployments that break the rules.
    pub unlawful: Vec<UnlawfulDeployment>,
    /// The measured deployments, best first.
    pub ranking: Ranking,
}

impl Page {
    /// The report as JSON.
    pub fn json(&self) -> Json {
        let units: serde_json::Map<String, Json> =
            FEATURES.iter().map(|f| (f.name.into(), json!(f.unit))).collect();
        json!({
            "deployments": self.ranking.deployments,
            "unlawful": self.unlawful,
            "against": self.against,
            "seat": self.seat,
            "mode": self.series.rules.mode.name(),
            "visibility": self.series.visibility,
            "rules": self.series.rules,
            "seed": self.series.seed,
            "units": units,
            "reasons": reasons(self),
        })
    }

    /// The conditions of the measurement, in a sentence.
    fn caption(&self) -> String {
        let Self { against, seat, series, ranking, .. } = self;
        let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
        for (why, count) in ranking.deployments.iter().flat_map(|place| &place.endings) {
            *endings.entry(why).or_default() += count;
        }
        let games: u64 = endings.values().sum();
        let endings: Vec<String> = endings.iter().map(|(why, n)| format!("{why} {n}")).collect();
        let ended = if endings.is_empty() { "none".into() } else { endings.join(", ") };
        let number = ranking.deployments.len();
        let noun = if number == 1 { "deployment" } else { "deployments" };
        format!(
            "{number} {noun} in {games} games of {}, {}, all seats played by {seat}, against the pool \
             {against}, in units of {}, seed {}. Games ended by: {ended}.",
            series.rules.mode.name(),
            series.visibility,
            series.unit(),
            series.seed
        )
    }
}

/// What the numbers say about the reasons, and what they do not say.
fn reasons(page: &Page) -> String {
    let warning = "Correlations are not causes, and another seat may prefer other deployments: measure \
        again with another --seat.";
    format!("{} {warning}", sentence(&page.ranking))
}

/// How to read the numbers of a report.
const HOW: &str = "The win rate counts a draw as half a win; its 95 % interval is over whole units, \
    in which a deployment meets the same opponents from every side. All deployments met the same \
    opponents with the same random numbers. After each round of halving the worse half by then went out: \
    those that were played longer stand above, and a rate below may be higher, but it is of fewer games. \
    The best of many looks a little better than it is. The hundred best are described below; of two partners the \
    features are those of the first.";

/// What stands before a deployment of the ranking: that it and those after it went out earlier than those
/// before it.
fn went_out(places: &[RankedDeployment], i: usize) -> Option<String> {
    let rounds = places[i].rounds;
    let earlier = i > 0 && rounds < places[i - 1].rounds;
    earlier.then(|| format!("out after round {rounds}"))
}

/// Number of deployments with a section of their own in a page; the table and the JSON have all.
const MAX_LISTED: usize = 100;

/// A rate in per cent; `-` if there is none.
fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{:.1}", 100.0 * value))
}

fn interval(share: &PointShare) -> String {
    format!("{} to {}", percent(share.low), percent(share.high))
}

/// The value of a feature, whole numbers without decimals.
fn number(value: Option<f64>) -> String {
    match value {
        None => "none".into(),
        Some(value) if (value - value.round()).abs() < 1e-9 => format!("{value:.0}"),
        Some(value) => format!("{value:.2}"),
    }
}

/// The three pieces that the prior predicts worst, or best with `most`.
fn pieces(place: &RankedDeployment, most: bool) -> String {
    let all = &place.guess.pieces;
    let text =
        |piece: &Surprise| format!("{} {} {:.1}", piece.kind.english(), piece.point, piece.bits);
    let three: Vec<String> = if most {
        all.iter().rev().take(3).map(text).collect()
    } else {
        all.iter().take(3).map(text).collect()
    };
    three.join(", ")
}

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
    let name = &place.name;
    let about = &place.about;
    let layout = &place.candidate.deployment;
    let drawn = draw_deployment(name, about, None, layout, KindNames::Letters);
    let mut text = format!("\n## {}\n\n```text\n{drawn}```\n\n", in_markdown(name));
    if let Some(difference) = difference(&place.features, &page.ranking.pool) {
        text += &format!("{difference}\n\n");
    }
    text += "| feature | value | unit | |\n| --- | ---: | --- | --- |\n";
    for (feature, value) in FEATURES.iter().zip(&place.features) {
        let title = feature.title;
        let unit = feature.unit;
        let about = feature.about;
        text += &format!("| {title} | {} | {unit} | {about} |\n", number(*value));
    }
    text += &format!("\nLeast expected (bits): {}. ", pieces(place, false));
    text + &format!("Most expected: {}.\n", pieces(place, true))
}

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
    let mut items = String::new();
    for UnlawfulDeployment { file, line, name, faults } in &page.unlawful {
        let faults: Vec<String> = faults.iter().map(|fault| escaped(fault)).collect();
        let file = escaped(file);
        let name = escaped(name);
        let faults = faults.join("</li><li>");
        items += &format!("<li>{file}, line {line}, {name}<ul><li>{faults}</li></ul></li>");
    }
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
    let rank = i + 1;
    let place = &places[i];
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

/// Pixels.
const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 16.0;
/// Parts of a strip.
const BINS: usize = 30;

/// A strip of a feature: the pool's values, and a dot for the own one.
#[expect(clippy::cast_sign_loss, reason = "from 0")]
fn strip(own: Option<f64>, pool: &[Option<f64>]) -> String {
    let values = || pool.iter().copied().flatten().chain(own);
    let least = values().fold(f64::MAX, f64::min);
    let most = values().fold(f64::MIN, f64::max);
    if least > most {
        return String::new();
    }
    let part = |value: f64| (value - least) / (most - least).max(1e-9);
    let mut bins = [0_u32; BINS];
    for value in pool.iter().flatten() {
        bins[((part(*value) * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    let fullest = f64::from(bins.iter().copied().max().unwrap_or(1).max(1));
    let width = (WIDTH - 12.0) / BINS as f64;
    let mut bars = String::new();
    for (i, count) in bins.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        let shade = 0.15 + 0.6 * f64::from(count) / fullest;
        let x = 6.0 + width * i as f64;
        bars += &format!(r#"<path d="M{x:.1} 3h{width:.1}v10h-{width:.1}" opacity="{shade:.2}"/>"#);
    }
    let dot = own.map_or_else(String::new, |own| {
        let x = 6.0 + (WIDTH - 12.0) * part(own);
        format!(r#"<circle cx="{x:.1}" cy="8" r="4.5" stroke="var(--page)"/>"#)
    });
    format!(
        r#"<svg class="strip" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{least:.2} to {most:.2}" fill="currentColor">{bars}{dot}</svg>"#
    )
}

/// A deployment that breaks the rules, its place in a file, and its faults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnlawfulDeployment {
    /// The file.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub faults: Vec<String>,
}

/// A line without its end.
impl fmt::Display for UnlawfulDeployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, name, faults } = self;
        write!(f, "not played: {file}, line {line}, {name}: {}", faults.join("; "))
    }
}
