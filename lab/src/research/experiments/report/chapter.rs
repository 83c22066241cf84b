//! The chapters of a report: every figure with its claims, its numbers and its verdicts.

use crate::research::experiments::statistics::number;
use crate::research::experiments::{
    Answer, BeatenPoints, Estimate, Experiment, ExperimentError, ExperimentResults, FactorialRow,
    Figure, FigureTable, Finding, Judged, ProblemSet, RatioEstimate, TableCell, Times, Verdict,
    factorial, plot,
};
use serde::Serialize;

/// A report: the answer to the thesis's question, then the experiments.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// What each search costs and is worth.
    pub answers: Vec<Answer>,
    /// The experiments.
    #[serde(rename = "experiments")]
    pub chapters: Vec<Chapter>,
}

/// An experiment in a report.
#[derive(Debug, Clone, Serialize)]
pub struct Chapter {
    /// Name of the experiment.
    pub name: &'static str,
    /// The figures of the thesis.
    pub figure: &'static str,
    /// The claim, in one sentence.
    pub claim: &'static str,
    /// The version of the program that ran it.
    pub version: String,
    /// Seed of the runs.
    pub seed: u64,
    /// Number of runs.
    pub runs: usize,
    /// Times and heap of the searches, as a table with a header row; empty if they were not measured.
    pub times: Vec<Vec<String>>,
    /// What additions of playing programs change, with the growth over depth; empty if it does not compare them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub factorial: Vec<FactorialRow>,
    /// Its figures.
    pub figures: Vec<ShownFigure>,
}

/// A figure in a report.
#[derive(Debug, Clone, Serialize)]
pub struct ShownFigure {
    /// Name of the figure and of its picture.
    pub name: String,
    /// The figure of the thesis.
    pub thesis: &'static str,
    /// Title.
    pub title: String,
    /// The statement of the thesis.
    pub says: &'static str,
    /// The numbers.
    pub table: FigureTable,
    /// Of a frontier, how many points of each line are beaten, by problem set, with a head row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beaten: Vec<Vec<String>>,
    /// The claims with their verdicts.
    pub claims: Vec<Judged>,
    /// The picture.
    #[serde(skip)]
    pub svg: String,
}

/// Builds the chapter of an experiment.
///
/// # Errors
///
/// If a figure cannot be drawn.
pub fn chapter(
    experiment: &Experiment,
    results: &ExperimentResults<'_>,
) -> Result<Chapter, ExperimentError> {
    let mut figures = vec![];
    for figure in &experiment.figures {
        figures.push(ShownFigure::new(figure, results)?);
    }
    let runs = || results.runs.iter().flatten();
    let head = runs().next().map(|record| &record.head);
    Ok(Chapter {
        name: experiment.name,
        figure: experiment.figure,
        claim: experiment.claim,
        version: head.map_or_else(String::new, |head| head.version.clone()),
        seed: head.map_or(0, |head| head.seed),
        runs: runs().count(),
        times: spent(experiment, &results.times),
        factorial: factorial(results),
        figures,
    })
}

impl ShownFigure {
    fn new(figure: &Figure, results: &ExperimentResults<'_>) -> Result<Self, ExperimentError> {
        let table = figure.table(results);
        Ok(Self {
            svg: plot::svg(figure, &table)?,
            beaten: beaten(&table),
            table,
            claims: figure.judge(results),
            name: figure.name.clone(),
            thesis: figure.thesis,
            title: figure.title.clone(),
            says: figure.says,
        })
    }

    /// What is drawn of what.
    pub(super) fn heading(&self) -> String {
        format!("{}: {}", self.measure(), self.title)
    }

    /// What is drawn.
    pub(super) fn measure(&self) -> String {
        let measure = self.table.measure.label();
        let first = measure.chars().next().into_iter().flat_map(char::to_uppercase);
        first.chain(measure.chars().skip(1)).collect()
    }
}

/// What the numbers of [`ShownFigure::beaten`] are.
pub(super) const BEATEN: &str = "Points of each line that a baseline beats: on average it costs less and loses no more. \
    The baselines are the lines of alpha-beta.";

/// How many points of each line of a frontier are beaten, by panel; empty for another figure.
fn beaten(table: &FigureTable) -> Vec<Vec<String>> {
    let mut panels: Vec<&str> = vec![];
    for row in &table.rows {
        let (Some(_), Some(panel)) = (&row.frontier, &row.panel) else { return vec![] };
        if !panels.contains(&panel.as_str()) {
            panels.push(panel);
        }
    }
    let mut head = vec!["search".to_owned()];
    head.extend(panels.iter().map(|&panel| panel.to_owned()));
    let mut rows = vec![head];
    for (number, &series) in table.series.iter().enumerate() {
        let mut cells = vec![series.to_owned()];
        for panel in &panels {
            let BeatenPoints { beaten, points } = table.beaten(number, Some(panel));
            cells.push(format!("{beaten} of {points}"));
        }
        rows.push(cells);
    }
    rows
}

impl TableCell {
    /// The ratio, unless it is exactly 1, as alpha-beta's own.
    pub(super) fn beside(&self) -> Option<RatioEstimate> {
        self.ratio.filter(|ratio| ratio.high - ratio.low > 1e-9 || (ratio.mean - 1.0).abs() > 1e-9)
    }
}

impl Finding {
    /// The p-values of Student's and of the rank test.
    pub(super) fn p_text(&self) -> String {
        format!("{}, {}", p_value(self.p), p_value(self.rank_p))
    }
}

fn p_value(p: Option<f64>) -> String {
    match p {
        None => "\u{2013}".into(),
        Some(p) if p < 0.001 => "< 0.001".into(),
        Some(p) => format!("{p:.3}"),
    }
}

/// The title of every report: the question that it answers first.
pub(super) const TITLE: &str = "Which search is better than alpha-beta?";

/// The adjusted verdict, if it is another.
pub(super) fn after_holm(verdict: Verdict, adjusted: Verdict) -> Option<String> {
    (adjusted != verdict).then(|| format!("{} after Holm", adjusted.word()))
}

/// How the claims of a report are judged.
pub(super) const JUDGING: &str = "Every algorithm of an experiment runs on the same problems. Counts (nodes, leaves, \
    memory) are compared by the geometric mean of the paired ratios, with Student's 95 % interval of their \
    logarithms transformed back, because they spread over powers of ten; other numbers by their paired \
    differences. A claim about several kinds of problem is judged by all of \
    them together (of positions, those searched to one depth): it agrees if the whole interval lies on the \
    claimed side, differs if it lies on the other, and is undecided otherwise; it also differs if it does on \
    one kind after Holm's correction. Where Holm's correction for the comparisons of a figure changes a \
    verdict, the report says so. What chapters 3 and 4 define is our reading: their text does not survive.";

/// What to know of the tables if runs hit a cap.
const CAPPED: &str = " A run that hits a cap is marked as capped: its counts are lower bounds. A \
    pair with one such run is used as a bound: that side is at least so much worse. Where both sides are \
    capped, or a bound lies on the better side, the pair decides nothing and is left out.";

/// What a report says of caps; empty if no run hit one.
pub(super) fn capped(chapters: &[Chapter]) -> &'static str {
    let mut figures = chapters.iter().flat_map(|chapter| &chapter.figures);
    let capped = figures.any(|shown| {
        let mut cells = shown.table.rows.iter().flat_map(|row| &row.cells);
        let mut findings = shown.claims.iter().flat_map(|judged| &judged.findings);
        cells.any(|cell| cell.capped + cell.left_out > 0)
            || findings.any(|finding| finding.left_out > 0)
    });
    if capped { CAPPED } else { "" }
}

/// The agree, undecided and differ counts of a claim, in words.
pub(super) fn tally(judged: &Judged) -> String {
    let [agree, undecided, differ] = judged.counts();
    let goes_on = if judged.goes_on { "; the match goes on" } else { "" };
    format!("{agree} agree, {undecided} undecided, {differ} differ, by kind{goes_on}")
}

/// How many claims agree, are undecided, are undecided because a match goes on, and differ, after Holm's correction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ClaimCounts {
    pub(super) agree: usize,
    pub(super) undecided: usize,
    pub(super) goes_on: usize,
    pub(super) differ: usize,
}

impl ClaimCounts {
    fn all(self) -> usize {
        self.agree + self.undecided + self.goes_on + self.differ
    }

    fn of<'a>(chapters: impl Iterator<Item = &'a Chapter>) -> Self {
        let mut counts = Self::default();
        let shown = chapters.flat_map(|chapter| &chapter.figures);
        for judged in shown.flat_map(|shown| &shown.claims) {
            *match judged.adjusted {
                Verdict::Agrees => &mut counts.agree,
                Verdict::Undecided if judged.goes_on => &mut counts.goes_on,
                Verdict::Undecided => &mut counts.undecided,
                Verdict::Differs => &mut counts.differ,
            } += 1;
        }
        counts
    }
}

impl Chapter {
    /// The verdicts on its claims, counted.
    pub(super) fn counts(&self) -> ClaimCounts {
        ClaimCounts::of(std::iter::once(self))
    }

    fn is_of_the_game(&self) -> bool {
        self.name.starts_with("game-")
    }
}

/// The verdicts on all claims, counted, in a sentence or two.
pub(super) fn outcome(chapters: &[Chapter]) -> String {
    let all = ClaimCounts::of(chapters.iter());
    let game = ClaimCounts::of(chapters.iter().filter(|chapter| chapter.is_of_the_game()));
    let ended = |counts: ClaimCounts| counts.all() - counts.goes_on;
    let mut text = format!(
        "Of {} claims the measurements agree with {}, differ from {} and leave {} undecided, after Holm's correction \
         for the comparisons of each figure; of the {} about the game itself {} are undecided.",
        ended(all),
        all.agree,
        all.differ,
        all.undecided,
        ended(game),
        game.undecided
    );
    if all.goes_on > 0 {
        text += &format!(" {} more are undecided because their matches go on.", all.goes_on);
    }
    text
}

/// What the columns of [`factorial_table`] are.
pub(super) const FACTORIAL: &str = "Nodes, processor time and memory are those at depth 4. The growth is the factor of one more ply, by a line \
    through the logarithms of the nodes at all depths; as a power x it is b^x with b the growth of minimax. Quiescence \
    search searches another tree.";

/// The rows of the additions as text, with a head; empty without rows.
pub(super) fn factorial_table(rows: &[FactorialRow]) -> Vec<Vec<String>> {
    if rows.is_empty() {
        return vec![];
    }
    let head = [
        "search, additions",
        "nodes",
        "beside alpha-beta with the same",
        "time",
        "memory",
        "growth",
        "x",
        "depths",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for row in rows {
        let ratio = |ratio: Option<RatioEstimate>| {
            ratio.map_or_else(|| "\u{2013}".to_owned(), |ratio| ratio.text())
        };
        let power = row.power.map_or_else(
            || "\u{2013}".to_owned(),
            |power| format!("{:.2} ({:.2} to {:.2})", power.mean, power.low(), power.high()),
        );
        table.push(vec![
            row.variant.clone(),
            ratio(row.nodes),
            ratio(row.beside_alpha_beta),
            ratio(row.time),
            ratio(row.memory),
            ratio(row.growth),
            power,
            format!("2 to {}", row.depth),
        ]);
    }
    table
}

/// What the searches spent: a row for every variant and a column for every problem set, with a head; empty
/// without times.
fn spent(experiment: &Experiment, times: &[Times]) -> Vec<Vec<String>> {
    let mut sets = vec![];
    for set in &experiment.points {
        if times.iter().any(|run| run.head.is_of(&**set)) {
            sets.push(&**set);
        }
    }
    if sets.is_empty() {
        return vec![];
    }
    let mut head = vec!["mean processor time, peak heap".to_owned()];
    head.extend(sets.iter().map(|set| set.title()));
    let mut rows = vec![head];
    for variant in &experiment.variants {
        let mut row = vec![variant.id.clone()];
        row.extend(sets.iter().map(|set| mean_spent(times, *set, &variant.id)));
        rows.push(row);
    }
    rows
}

/// The mean time and heap of a variant on a problem set.
fn mean_spent(times: &[Times], set: &dyn ProblemSet, variant: &str) -> String {
    let mut milliseconds = vec![];
    let mut bytes = vec![];
    for run in times.iter().filter(|run| run.head.is_of(set)) {
        if let Some(spent) = run.variants.get(variant) {
            milliseconds.push(1e3 * spent.seconds);
            bytes.extend(spent.heap_bytes.map(|bytes| bytes as f64));
        }
    }
    let mut text = format!("{} ms", number(Estimate::of(&milliseconds).mean));
    if !bytes.is_empty() {
        text += &format!(", {} B", number(Estimate::of(&bytes).mean));
    }
    text
}
