//! The answer in words: a table of the searches, and a paragraph for each.

use crate::research::experiments::statistics::number;
use crate::research::experiments::{Answer, Comparison, Cost, Estimate, Strength};
use crate::tournament::rating::{ConfidenceInterval, Hypothesis};

/// Whether a number is better or worse than alpha-beta's, by its whole interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Better,
    Worse,
    Open,
    None,
}

/// A cell of the table of answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnswerCell {
    pub(super) text: String,
    /// The ends of the interval, if it is wider than nothing.
    pub(super) interval: String,
    pub(super) mark: Mark,
}

/// A table of answers: titles of the columns, and a row of cells for each search.
pub(super) struct AnswerTable {
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<(&'static str, Vec<AnswerCell>)>,
}

impl Mark {
    fn of_cost(low: f64, high: f64) -> Self {
        match () {
            () if high < 1.0 => Self::Better,
            () if low > 1.0 => Self::Worse,
            () => Self::Open,
        }
    }

    fn of_gain(low: f64, high: f64) -> Self {
        match () {
            () if low > 0.0 => Self::Better,
            () if high < 0.0 => Self::Worse,
            () => Self::Open,
        }
    }

    /// That of a match; before its test has ended it is open, for every look would be another chance to err.
    fn of_strength(Strength { elo, accepted, .. }: &Strength) -> Self {
        accepted.map_or(Self::Open, |_| Self::of_gain(elo.low, elo.high))
    }

    /// The mark as a sign.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Better => " \u{2714}",
            Self::Worse => " \u{2718}",
            Self::Open => " =",
            Self::None => "",
        }
    }
}

/// How the table is to be read.
pub(super) const HOW: &str = "Nodes and memory are relative to alpha-beta's on the same problem (geometric \
    mean, 95 % interval): 0.8 is a fifth less. Children that a search looks at to order moves (look-ups) are not \
    nodes, although each can cost as much as a leaf; where there are any, interval and mark are those of both together. The loss is what the search loses more than alpha-beta: on \
    random trees of the value, in per cent of the range of payoffs; on the board by the chosen move, judged \
    by a deeper search, in percentage points of the chance of winning. Elo is that of the search's seat against \
    alpha-beta's in matches. A sequential test of +20 against -20 normalized Elo ends them; therefore differences \
    of 10 or more are shown 6 to 10 too large on average (simulated). \u{2714} is better than alpha-beta, \u{2718} \
    worse, by the whole interval, before Holm's correction (the verdicts below are after it); = is neither, or a match \
    whose test has not ended; \u{2013} was not run or cannot be compared.";

/// The table of answers: what the searches cost and lose, and what their seats are worth in the matches of
/// every report. `None` if nothing was run.
pub(super) fn table(answers: &[Answer]) -> Option<AnswerTable> {
    if answers.is_empty() {
        return None;
    }
    let titles = titles(answers, true);
    let costs = ["nodes, trees", "nodes, board", "memory, trees", "memory, board"];
    let costs = costs.into_iter().chain(["loss, trees", "loss, board"]).map(str::to_owned);
    let columns = costs.chain(titles.iter().map(|title| format!("Elo, {title}"))).collect();
    let mut rows = vec![];
    for answer in answers {
        let places = [answer.trees.as_ref(), answer.board.as_ref()];
        let mut cells = vec![];
        cells.extend(places.map(|place| place.map_or_else(none, of_nodes)));
        cells.extend(places.map(|place| of_cost(place.and_then(|place| place.memory))));
        cells.extend(places.map(|place| of_loss(place.and_then(|place| place.loss))));
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
    fn new(text: &str, mark: Mark) -> Self {
        let (text, interval) = text.split_once(" (").unwrap_or((text, ""));
        Self { text: text.into(), interval: interval.trim_end_matches(')').into(), mark }
    }
}

fn none() -> AnswerCell {
    AnswerCell::new("\u{2013}", Mark::None)
}

fn of_cost(cost: Option<Cost>) -> AnswerCell {
    cost.map_or_else(none, |cost| {
        let mark = Mark::of_cost(cost.ratio.low, cost.ratio.high);
        AnswerCell::new(&cost.ratio.text(), mark)
    })
}

/// The nodes; where children are looked at to order moves, interval and mark are those of both together.
fn of_nodes(found: &Comparison) -> AnswerCell {
    let nodes = of_cost(found.nodes);
    let Some(both) = found.nodes_and_look_ups else { return nodes };
    let both = of_cost(Some(both));
    AnswerCell { text: format!("{}, with look-ups {}", nodes.text, both.text), ..both }
}

fn of_loss(loss: Option<Estimate>) -> AnswerCell {
    loss.map_or_else(none, |loss| {
        let mark = Mark::of_gain(-loss.high(), -loss.low());
        let [mean, interval] = hundredths(loss);
        AnswerCell::new(&format!("{mean} %{interval}"), mark)
    })
}

fn of_strength(strength: Option<&Strength>) -> AnswerCell {
    match strength {
        Some(strength) if strength.elo.low.is_finite() && strength.elo.high.is_finite() => {
            AnswerCell::new(&elo(strength), Mark::of_strength(strength))
        }
        _ => none(),
    }
}

fn elo(strength: &Strength) -> String {
    let ConfidenceInterval { value, low, high } = strength.elo;
    if low.is_infinite() || high.is_infinite() {
        return format!("{value:+.0} (too few games for an interval)");
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

/// What a search costs and loses, in words; `None` if only its seat has played.
pub(super) fn costs_in_words(answer: &Answer) -> Option<String> {
    let board =
        answer.board.as_ref().map(|found| place_in_words("On positions from games", found, true));
    let trees = answer.trees.as_ref().map(|found| place_in_words("On random trees", found, false));
    let costs: Vec<String> = board.into_iter().chain(trees).collect();
    (!costs.is_empty()).then(|| costs.join(" "))
}

/// What a search costs and loses on the problems of a place, in a sentence.
fn place_in_words(place: &str, found: &Comparison, board: bool) -> String {
    let (least, most) = found.depths;
    let depth = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let mut costs = vec![];
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
    format!("{place} ({depth} plies) it {}{}.", costs.join(" and "), losses(found, board))
}

/// What the seat of a search is worth, in words; `None` if it has not played.
pub(super) fn play_in_words(answer: &Answer) -> Option<String> {
    let matches: Vec<String> = answer.play.iter().map(in_play).collect();
    (!matches.is_empty()).then(|| format!("In play against alpha-beta: {}.", matches.join("; ")))
}

/// The result of a match in words.
fn in_play(strength: &Strength) -> String {
    let verdict = match Mark::of_strength(strength) {
        _ if strength.accepted.is_none() => "not decided yet",
        Mark::Better => "stronger",
        Mark::Worse => "weaker",
        _ => "not shown to differ",
    };
    let accepted = match strength.accepted {
        Some(Hypothesis::H1) => "the test accepts +20",
        Some(Hypothesis::H0) => "the test accepts -20",
        None => "the test goes on",
    };
    let Strength { title, games, .. } = strength;
    format!("{title}, {verdict}: {} Elo, {games} games, {accepted}", elo(strength))
}

/// A cost in words: "18 % fewer nodes (15 to 21; by kind of problem 9 to 30)".
fn beside(cost: Cost, what: &str) -> String {
    let Cost { ratio, by_kind: (least, greatest), .. } = cost;
    if ratio.high - ratio.low < 1e-9 && (ratio.mean - 1.0).abs() < 1e-9 {
        return format!("exactly alpha-beta's {what}");
    }
    let times = |value: f64| if value < 10.0 { format!("{value:.2}") } else { number(value) };
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

fn losses(found: &Comparison, board: bool) -> String {
    let Some(loss) = found.loss else {
        return "; it searches another tree, so its value cannot be compared".into();
    };
    if found.exact && !board {
        return "; it finds the same value".into();
    }
    let (what, unit) = if board {
        ("its moves lose", "percentage points of the chance of winning")
    } else {
        ("its value is", "% of the range")
    };
    let amount = |loss| format!("{} {unit}", hundredths(loss).concat());
    match Mark::of_gain(-loss.high(), -loss.low()) {
        Mark::Open if loss.half == 0.0 => "; its moves are as good".into(),
        Mark::Open if board => {
            let text = "; its moves are not shown to differ in worth: they lose";
            format!("{text} {} more", amount(loss))
        }
        Mark::Better => format!("; {what} {} less", amount(Estimate { mean: -loss.mean, ..loss })),
        _ if board => format!("; {what} {} more", amount(loss)),
        _ => format!("; {what} {} too low", amount(loss)),
    }
}
