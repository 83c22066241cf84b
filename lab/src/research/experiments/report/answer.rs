//! The answer in words: a table of the searches, and a paragraph for each.

use crate::research::experiments::statistics::number;
use crate::research::experiments::{
    Answer, BeatenPoints, Comparison, Cost, Estimate, FrontierCount, Gain, Strength, StrengthChange,
};
use crate::tournament::rating::ConfidenceInterval;

/// A cell of the table of answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnswerCell {
    pub(super) text: String,
    /// The ends of the interval, if it is wider than nothing.
    pub(super) interval: String,
    /// What is shown of the number beside alpha-beta's; None if it is not judged.
    pub(super) mark: Option<Gain>,
}

/// A table of answers: titles of the columns, and a row of cells for each search.
pub(super) struct AnswerTable {
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<(&'static str, Vec<AnswerCell>)>,
}

/// What a match shows; before all its games are played nothing, for every look would be another chance to err.
fn gain_of(Strength { elo, shown, .. }: &Strength) -> Gain {
    match () {
        () if !shown => Gain::Open,
        () if elo.value > 0.0 => Gain::Better,
        () => Gain::Worse,
    }
}

/// The mark of a number as a sign.
pub(super) fn sign(mark: Option<Gain>) -> &'static str {
    match mark {
        Some(Gain::Better) => " \u{2714}",
        Some(Gain::Bought) => " ~",
        Some(Gain::Worse) => " \u{2718}",
        Some(Gain::Open) => " =",
        None => "",
    }
}

/// How the table is to be read.
pub(super) const HOW: [&str; 6] = [
    "Time is processor time. Time, nodes and memory are relative to those of alpha-beta in natural move order without \
     a table, on the same problem: the geometric mean with its 95 % interval (0.8 is a fifth less), and the ratio of \
     the totals, which is what all problems together cost.",
    "Children that a search looks at to order moves (look-ups) are not nodes, although each can cost as much as a \
     leaf; where there are any, interval and totals are those of both together.",
    "The loss is what the chosen move loses more than alpha-beta's: on random trees of its value at full depth, in per \
     cent of the range of payoffs; on the board judged by a deeper search, in percentage points of the chance of winning.",
    "Only times and matches are marked, after Holm's correction for all of them: \u{2714} is less time at no more loss \
     (the interval of the loss ends below 0.5), or a stronger seat; ~ is less time, but more loss or a loss that is \
     not known so well; \u{2718} is more time, or a weaker seat; = is not shown to differ, or a match that goes on; \u{2013} was not run or cannot be compared.",
    "Elo is that of the search's seat against alpha-beta's. The number of games is planned before the first; behind the \
     interval of a match that goes on is the number played.",
    "The ordered alpha-beta has the order of BCT on trees, and that of programs on the board: gains, killers, history. \
     AWT raises its window at a quarter and a half of the nodes that alpha-beta needs on the same problem, which no \
     program knows before: its rows are an upper bound.",
];

/// The table of answers: what the searches cost and lose, and what their seats are worth in the matches of
/// every report. `None` if nothing was run.
pub(super) fn table(answers: &[Answer]) -> Option<AnswerTable> {
    if answers.is_empty() {
        return None;
    }
    let titles = titles(answers, true);
    let mut columns = vec![];
    for what in ["time", "loss", "nodes", "memory"] {
        columns.extend([format!("{what}, trees"), format!("{what}, board")]);
    }
    columns.extend(titles.iter().map(|title| format!("Elo, {title}")));
    let mut rows = vec![];
    for answer in answers {
        let places = [answer.trees.as_ref(), answer.board.as_ref()];
        let mut cells = vec![];
        cells.extend(places.map(|place| place.map_or_else(none, of_time)));
        cells.extend(places.map(|place| of_loss(place.and_then(|place| place.loss))));
        cells.extend(places.map(|place| place.map_or_else(none, of_nodes)));
        cells.extend(places.map(|place| of_cost(place.and_then(|place| place.memory))));
        cells.extend(strengths(answer, &titles));
        rows.push((answer.search, cells));
    }
    Some(AnswerTable { columns, rows })
}

/// The table of the other matches: a column of Elo differences for each. `None` if none was played.
pub(super) fn other_matches(answers: &[Answer]) -> Option<AnswerTable> {
    let titles = titles(answers, false);
    if titles.is_empty() {
        return None;
    }
    let played = answers.iter().filter(|answer| !answer.play.is_empty());
    let rows = played.map(|answer| (answer.search, strengths(answer, &titles))).collect();
    let columns = titles.iter().map(|title| format!("Elo, {title}")).collect();
    Some(AnswerTable { columns, rows })
}

/// The kinds of match that were played, of those of every report or of the others.
fn titles(answers: &[Answer], main: bool) -> Vec<&str> {
    let mut titles: Vec<&str> = vec![];
    for strength in answers.iter().flat_map(|answer| &answer.play) {
        if strength.main == main && !titles.contains(&strength.title.as_str()) {
            titles.push(&strength.title);
        }
    }
    titles
}

fn strengths(answer: &Answer, titles: &[&str]) -> Vec<AnswerCell> {
    titles
        .iter()
        .map(|title| of_strength(answer.play.iter().find(|strength| strength.title == *title)))
        .collect()
}

impl AnswerCell {
    fn new(text: &str, mark: Option<Gain>) -> Self {
        let (text, interval) = text.split_once(" (").unwrap_or((text, ""));
        Self { text: text.into(), interval: interval.trim_end_matches(')').into(), mark }
    }
}

fn none() -> AnswerCell {
    AnswerCell::new("\u{2013}", None)
}

fn of_cost(cost: Option<Cost>) -> AnswerCell {
    let Some(cost) = cost else { return none() };
    let mut cell = AnswerCell::new(&cost.ratio.text(), None);
    if !cell.interval.is_empty() {
        cell.interval += &format!("; totals {}", times(cost.totals));
    }
    cell
}

fn of_time(found: &Comparison) -> AnswerCell {
    AnswerCell { mark: found.gain, ..of_cost(found.time) }
}

/// The nodes; where children are looked at to order moves, interval and totals are those of both together.
fn of_nodes(found: &Comparison) -> AnswerCell {
    let nodes = of_cost(found.nodes);
    let Some(both) = found.nodes_and_look_ups else { return nodes };
    let both = of_cost(Some(both));
    AnswerCell { text: format!("{}, with look-ups {}", nodes.text, both.text), ..both }
}

fn of_loss(loss: Option<Estimate>) -> AnswerCell {
    loss.map_or_else(none, |loss| {
        let [mean, interval] = hundredths(loss);
        AnswerCell::new(&format!("{mean} %{interval}"), None)
    })
}

fn of_strength(strength: Option<&Strength>) -> AnswerCell {
    match strength {
        Some(strength) if strength.elo.low.is_finite() && strength.elo.high.is_finite() => {
            let mut cell = AnswerCell::new(&elo(strength), Some(gain_of(strength)));
            if strength.goes_on() {
                cell.interval += &format!("; {} games", strength.games);
            }
            cell
        }
        _ => none(),
    }
}

fn elo(strength: &Strength) -> String {
    let ConfidenceInterval { value, low, high } = strength.elo;
    if low.is_infinite() || high.is_infinite() {
        return "\u{2013} (too few games for an interval)".into();
    }
    format!("{value:+.0} ({low:+.0} to {high:+.0})")
}

/// A part in hundredths, and its interval in parentheses, if it has a width.
fn hundredths(part: Estimate) -> [String; 2] {
    // Rounded first, so that nothing is "-0.0".
    let rounded = |part: f64| (1000.0 * part).round() / 10.0 + 0.0;
    let [mean, low, high] = [part.mean, part.low(), part.high()].map(rounded);
    let has_width = high - low >= 1e-9;
    let interval = if has_width { format!(" ({low:.1} to {high:.1})") } else { String::new() };
    [format!("{mean:.1}"), interval]
}

/// What a search costs and loses and how it plays with more nodes, in words; `None` if nothing is known.
pub(super) fn costs_in_words(answer: &Answer) -> Option<String> {
    let board =
        answer.board.as_ref().map(|found| place_in_words("On positions from games", found, true));
    let trees = answer.trees.as_ref().map(|found| place_in_words("On random trees", found, false));
    let mut costs: Vec<String> = board.into_iter().chain(trees).collect();
    costs.extend(answer.frontiers.iter().map(on_frontier));
    costs.extend(answer.changes.iter().map(change));
    (!costs.is_empty()).then(|| costs.join(" "))
}

/// How a search stands on a frontier, in a sentence.
fn on_frontier(count: &FrontierCount) -> String {
    let FrontierCount { experiment, count: BeatenPoints { beaten, points } } = count;
    let kinds = if experiment.starts_with("game-") { "position" } else { "tree" };
    format!(
        "At {beaten} of {points} points, over its parameter and the kinds of {kinds}, alpha-beta with fewer plies or \
         sorted moves takes less time and loses no more on average ({experiment})."
    )
}

/// What more nodes change in the strength of a seat, in a sentence.
fn change(found: &StrengthChange) -> String {
    let StrengthChange { from, to, elo, p, goes_on } = found;
    let ConfidenceInterval { value, low, high } = elo;
    let state = if *goes_on { "; a match goes on" } else { "" };
    format!(
        "From {from} to {to} its Elo changes by {value:+.0} ({low:+.0} to {high:+.0}, p = {p:.2}{state})."
    )
}

/// What a search costs and loses on the problems of a place, in a sentence.
fn place_in_words(place: &str, found: &Comparison, board: bool) -> String {
    let (least, most) = found.depths;
    let depth = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let mut costs = vec![];
    if let Some(time) = found.time {
        costs.push(format!("takes {}", beside(time, "time")));
    }
    if let Some(nodes) = found.nodes {
        let mut text = format!("visits {}", beside(nodes, "nodes"));
        if let Some(both) = found.nodes_and_look_ups {
            text += &format!(", with its look-ups counted as nodes {}", beside(both, "nodes"));
        }
        costs.push(text);
    }
    if let Some(memory) = found.memory {
        costs.push(format!("needs {}", beside(memory, "memory")));
    }
    costs.extend(losses(found, board));
    let end = costs.pop().unwrap_or_default();
    let before = if costs.is_empty() { String::new() } else { costs.join(", ") + " and " };
    format!("{place} ({depth} plies) it {before}{end}.{}", found.gain.map_or("", advice))
}

/// What a program should do, by time and loss.
fn advice(gain: Gain) -> &'static str {
    match gain {
        Gain::Better => {
            " There it pays: less time at no more loss than alpha-beta in natural order."
        }
        Gain::Bought => " Its moves lose more, or may; fewer plies save time at that price, too.",
        Gain::Worse => " There it does not pay: alpha-beta takes less time.",
        Gain::Open => " There no gain of time is shown.",
    }
}

/// What the seat of a search is worth, in words; `None` if it has not played.
pub(super) fn play_in_words(answer: &Answer) -> Option<String> {
    let matches: Vec<String> = answer.play.iter().map(in_play).collect();
    (!matches.is_empty()).then(|| format!("In play against alpha-beta: {}.", matches.join("; ")))
}

/// The result of a match in words.
fn in_play(strength: &Strength) -> String {
    let verdict = match gain_of(strength) {
        _ if strength.goes_on() => "goes on",
        Gain::Better => "stronger",
        Gain::Worse => "weaker",
        _ => "not shown to differ",
    };
    let Strength { title, games, planned, .. } = strength;
    format!("{title}, {verdict}: {} Elo, {games} of {planned} games", elo(strength))
}

fn times(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { number(value) }
}

/// A cost in words: "18 % fewer nodes (15 to 21; by kind of problem 9 to 30)".
fn beside(cost: Cost, what: &str) -> String {
    let Cost { ratio, by_kind: (least, greatest), .. } = cost;
    if ratio.high - ratio.low < 1e-9 && (ratio.mean - 1.0).abs() < 1e-9 {
        return format!("exactly alpha-beta's {what}");
    }
    let kinds = if greatest / least < 1.005 {
        String::new()
    } else {
        format!("; by kind of problem {} to {}", times(least), times(greatest))
    };
    let change = 100.0 * (ratio.mean - 1.0);
    let (many, fewer) = if what == "nodes" { ("many", "fewer") } else { ("much", "less") };
    let amount = match change {
        _ if change.abs() < 0.5 => format!("as {many} {what} as"),
        _ if change < 0.0 => format!("{:.0} % {fewer} {what} than", -change),
        _ if change < 100.0 => format!("{change:.0} % more {what} than"),
        _ => format!("{} times the {what} of", times(ratio.mean)),
    };
    match ratio.interval() {
        None => format!("{amount} alpha-beta"),
        Some(interval) => format!("{amount} alpha-beta ({interval} times{kinds})"),
    }
}

/// The loss in words; `None` if it is not known.
fn losses(found: &Comparison, board: bool) -> Option<String> {
    let loss = found.loss?;
    if loss.half == 0.0 && loss.mean == 0.0 {
        return Some("chooses moves as good".into());
    }
    let unit = if board { "percentage points of the chance of winning" } else { "% of the range" };
    let amount = |loss: Estimate| format!("{} {unit}", hundredths(loss).concat());
    Some(match () {
        () if loss.low() > 0.0 => format!("chooses moves that lose {} more", amount(loss)),
        () if loss.high() < 0.0 => {
            format!(
                "chooses moves that lose {} less",
                amount(Estimate { mean: -loss.mean, ..loss })
            )
        }
        () => {
            let text = "chooses moves that are not shown to differ in worth: they lose";
            format!("{text} {} more", amount(loss))
        }
    })
}
