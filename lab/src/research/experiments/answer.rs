//! The answer to the thesis's question: what each search costs and is worth beside alpha-beta.

use super::catalogue::AWT_BUDGET;
use super::figure::{Axis, ClaimRelation, Figure, Measure};
use super::results::{ExperimentResults, Pairs};
use super::statistics::{Estimate, RatioEstimate, holm, log_ratios};
use super::table::BeatenPoints;
use super::verdict::LEVEL;
use crate::tournament::rating::{ConfidenceInterval, normal_cdf};
use serde::Serialize;

/// What is known of a search beside alpha-beta.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// Name of the search.
    pub search: &'static str,
    /// On random trees; None if that was not run.
    pub trees: Option<Comparison>,
    /// On positions from games, at the greatest depth; None if that was not run.
    pub board: Option<Comparison>,
    /// In matches, by mode.
    pub play: Vec<Strength>,
    /// What more nodes for a move change in its Elo.
    pub changes: Vec<StrengthChange>,
    /// Its points on the frontiers of random trees and of positions from games.
    pub frontiers: Vec<FrontierCount>,
}

/// The costs and losses of a search on problems of several kinds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The experiment.
    pub experiment: &'static str,
    /// Its variant.
    pub variant: String,
    /// The least and the greatest depth, in plies.
    pub depths: (u32, u32),
    /// Processor time, relative to alpha-beta's; None where it was not measured.
    pub time: Option<Cost>,
    /// What time and loss say together; None without the time.
    pub gain: Option<Gain>,
    /// Nodes, relative to alpha-beta's.
    pub nodes: Option<Cost>,
    /// The same with the children that it looks at to order moves counted as nodes; None where it looks at none.
    pub nodes_and_look_ups: Option<Cost>,
    /// Peak structural bytes, relative to alpha-beta's.
    pub memory: Option<Cost>,
    /// What the chosen move loses more than alpha-beta's: on trees of its value at full depth, as a fraction
    /// of the range, on positions of the chance of winning, judged by a deeper search.
    pub loss: Option<Estimate>,
}

/// Whether a search gains on alpha-beta, after Holm's correction for all times and matches of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// Less time at no more loss.
    Better,
    /// Less time, but more loss, or so few problems that more loss is possible.
    Bought,
    /// More time.
    Worse,
    /// The times are not shown to differ.
    Open,
}

/// A search loses no more than alpha-beta if the 95 % interval of its loss ends below this part of the range or
/// of the chance of winning.
const NO_MORE_LOSS: f64 = 0.005;

/// A count or a time relative to alpha-beta's on the same problem.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cost {
    /// The geometric mean over all problems.
    pub ratio: RatioEstimate,
    /// The ratio of the sums over all problems: what a run of all of them costs.
    pub totals: f64,
    /// The least and the greatest geometric mean over the problems of one kind.
    pub by_kind: (f64, f64),
    /// Pairs left out because a cap hides the comparison.
    pub left_out: usize,
}

/// The result of matches of seats against alpha-beta.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strength {
    /// The kind of match.
    pub title: String,
    /// Whether the matches are among those of `all`, which every report has.
    #[serde(skip)]
    pub main: bool,
    /// Number of games played.
    pub games: u64,
    /// Number of games planned. Before they are played nothing is judged.
    pub planned: u64,
    /// Share of the points.
    pub points: ConfidenceInterval,
    /// The Elo difference.
    pub elo: ConfidenceInterval,
    /// Whether the difference is shown, after Holm's correction for all times and matches of the answers.
    pub shown: bool,
}

/// The Elo of a seat against alpha-beta's in one kind of match less that in another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StrengthChange {
    /// The kind of match that the change starts from.
    pub from: String,
    /// The other one.
    pub to: String,
    /// The difference of the Elo differences; the matches are independent.
    pub elo: ConfidenceInterval,
    /// The p-value of a normal test that there is no change.
    pub p: f64,
    /// Whether one of the matches has fewer games than planned.
    pub goes_on: bool,
}

/// How many points of a search on the frontiers of an experiment alpha-beta beats: less deep, or in another order, it
/// takes less time and loses no more on average.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FrontierCount {
    /// The experiment.
    pub experiment: &'static str,
    /// Its points, over its parameter and the kinds of problem.
    #[serde(flatten)]
    pub count: BeatenPoints,
}

/// The experiments that differ in the nodes of a move alone.
const BUDGETS: [[&str; 2]; 2] =
    [["game-play-2v2", "game-play-2v2-10k"], ["game-play-1v1", "game-play-1v1-10k"]];

/// An experiment and a variant of it.
type Place = (&'static str, &'static str);

/// Where the numbers of a search come from.
struct Source {
    search: &'static str,
    trees: Place,
    board: Place,
    seat: &'static str,
}

impl Source {
    /// Its line on the frontiers: AWT has the ticks that a program can have.
    fn line(&self) -> &'static str {
        if self.seat == "awt" { AWT_BUDGET } else { self.seat }
    }
}

const SOURCES: [Source; 14] = [
    of("AWT", ("awt", "awt"), ("game-awt", "awt 0.05"), "awt"),
    of("ABT", ("threshold-trees", "abt f=0.45"), ("game-threshold", "abt f=0.998"), "abt"),
    of("CT", ("threshold-trees", "ct f=0.45"), ("game-threshold", "ct f=0.998"), "ct"),
    of("BCT", ("threshold-trees", "bct f=0.45"), ("game-threshold", "bct f=0.998"), "bct"),
    of("aspiration", ("awt", "aspiration"), ("game-awt", "aspiration"), "aspiration"),
    of("PVS", ("fig2.9", "pvs"), ("game-mt", "pvs"), "pvs"),
    of("SSS*", ("sss", "sss_star"), ("game-mt", "sss_star"), ""),
    of("MT-SSS*", ("sss", "mt_sss"), ("game-mt", "mt_sss"), ""),
    of("MTD(f)", ("sss", "mtd_f random"), ("game-mt", "mtd_f"), "mtdf"),
    of("Star2", ("", ""), ("game-star", "star2"), "star2"),
    of("alpha-beta, 1 ply less", ("threshold-trees", "alpha_beta -1 ply"), NOWHERE, ""),
    of("alpha-beta, 2 plies less", ("threshold-trees", "alpha_beta -2 plies"), NOWHERE, ""),
    of(
        "alpha-beta, ordered",
        ("threshold-trees", "alpha_beta sorted"),
        ("game-practice", "ordered"),
        "",
    ),
    of("alpha-beta, ordered, table, deepening", NOWHERE, ("game-practice", "alpha_beta table"), ""),
];

const NOWHERE: Place = ("", "");

const fn of(search: &'static str, trees: Place, board: Place, seat: &'static str) -> Source {
    Source { search, trees, board, seat }
}

/// The answers for the searches of the thesis, as far as the experiments were run.
pub fn answers(all: &[ExperimentResults<'_>]) -> Vec<Answer> {
    let mut answers = vec![];
    for source in &SOURCES {
        let answer = Answer {
            search: source.search,
            trees: Comparison::find(all, source.trees, false),
            board: Comparison::find(all, source.board, true),
            play: all.iter().flat_map(|results| strengths(results, source.seat)).collect(),
            changes: BUDGETS.iter().filter_map(|pair| change(all, *pair, source.seat)).collect(),
            frontiers: all
                .iter()
                .filter_map(|results| on_frontier(results, source.line()))
                .collect(),
        };
        if answer.trees.is_some() || answer.board.is_some() || !answer.play.is_empty() {
            answers.push(answer);
        }
    }
    if let Some(trees) = random_moves(all) {
        answers.push(Answer {
            search: "a random move",
            trees: Some(trees),
            board: None,
            play: vec![],
            changes: vec![],
            frontiers: vec![],
        });
    }
    correct(&mut answers);
    answers
}

/// What random moves lose on the trees of the threshold searches.
fn random_moves(all: &[ExperimentResults<'_>]) -> Option<Comparison> {
    let results = named(all, "threshold-trees")?;
    let mut lost = vec![];
    for (set, runs) in results.experiment.points.iter().zip(&results.runs) {
        let losses = runs.iter().filter_map(|run| run.reference.as_ref()?.random_loss);
        lost.extend(losses.map(|loss| loss / set.range() as f64));
    }
    let depths = results.experiment.points.iter().map(|set| set.depth());
    Some(Comparison {
        experiment: results.experiment.name,
        variant: "random move".into(),
        depths: (depths.clone().min()?, depths.max()?),
        time: None,
        gain: None,
        nodes: None,
        nodes_and_look_ups: None,
        memory: None,
        loss: (!lost.is_empty()).then(|| Estimate::of(&lost)),
    })
}

/// Judges times and matches, corrected for their number by Holm's method.
fn correct(answers: &mut [Answer]) {
    let mut p_values = vec![];
    for answer in answers.iter() {
        let places = [&answer.trees, &answer.board].into_iter().flatten();
        p_values.extend(places.filter_map(|place| place.time).map(Cost::p));
        let ended = answer.play.iter().filter(|strength| !strength.goes_on());
        p_values.extend(ended.map(Strength::p));
    }
    let mut corrected = holm(&p_values).into_iter();
    let mut shown = || corrected.next().is_some_and(|p| p < LEVEL);
    for answer in answers {
        for place in [&mut answer.trees, &mut answer.board].into_iter().flatten() {
            if let Some(time) = place.time {
                place.gain = Some(Gain::of(time, shown(), place.loss));
            }
        }
        for strength in answer.play.iter_mut().filter(|strength| !strength.goes_on()) {
            strength.shown = shown();
        }
    }
}

impl Gain {
    /// That of a time that is shown to differ or not, and of a loss.
    fn of(time: Cost, shown: bool, loss: Option<Estimate>) -> Self {
        match () {
            () if !shown => Self::Open,
            () if time.ratio.mean > 1.0 => Self::Worse,
            () if loss.is_some_and(|loss| loss.high() <= NO_MORE_LOSS) => Self::Better,
            () => Self::Bought,
        }
    }
}

impl Cost {
    /// The p-value of Student's test that the ratio is 1.
    fn p(self) -> f64 {
        let RatioEstimate { mean, high, n, .. } = self.ratio;
        Estimate { mean: mean.ln(), half: (high / mean).ln(), n }.p(mean.ln())
    }
}

/// The p-value of a normal test that a number with its 95 % interval is another.
fn normal_p(interval: ConfidenceInterval, other: f64) -> f64 {
    let ConfidenceInterval { value, low, high } = interval;
    let error = (high - low) / (2.0 * 1.96); // the interval is of 95 %
    2.0 * normal_cdf(-((value - other) / error).abs())
}

/// The results of the experiment of that name.
fn named<'a, 'e>(
    all: &'a [ExperimentResults<'e>],
    name: &str,
) -> Option<&'a ExperimentResults<'e>> {
    all.iter().find(|results| results.experiment.name == name)
}

impl Strength {
    /// Whether fewer games than planned have been played.
    pub fn goes_on(&self) -> bool {
        self.games < self.planned
    }

    /// The p-value that the players are equal, from the interval of the points.
    fn p(&self) -> f64 {
        normal_p(self.points, 0.5)
    }
}

impl Comparison {
    /// The comparison of the variant of an experiment, if that was run.
    fn find(all: &[ExperimentResults<'_>], place: Place, on_board: bool) -> Option<Self> {
        let (experiment, variant) = place;
        let results = named(all, experiment)?;
        Self::of(results, variant, on_board)
    }

    fn of(results: &ExperimentResults<'_>, variant: &str, on_board: bool) -> Option<Self> {
        results.experiment.variant(variant)?;
        let points: Vec<usize> = deepest(results, on_board);
        let depths = || points.iter().map(|&point| results.experiment.points[point].depth());
        let pairs = |measure| pairs(results, &points, variant, measure);
        let nodes = cost(&pairs(Measure::Nodes));
        let nodes_and_look_ups =
            cost(&pairs(Measure::NodesAndLookUps)).filter(|both| Some(*both) != nodes);
        let times =
            points.iter().map(|&point| results.time_pairs(point, variant)).collect::<Vec<_>>();
        Some(Self {
            experiment: results.experiment.name,
            variant: variant.into(),
            depths: (depths().min()?, depths().max()?),
            time: cost(&times),
            gain: None,
            nodes,
            nodes_and_look_ups,
            memory: cost(&pairs(Measure::Bytes)),
            loss: lost(&pairs(Measure::MoveLoss)),
        })
    }
}

/// What the second of two experiments on matches changes in the Elo of a seat; None unless both have an interval.
fn change(all: &[ExperimentResults<'_>], pair: [&str; 2], seat: &str) -> Option<StrengthChange> {
    let strength = |name: &str| {
        let results = named(all, name)?;
        let only = strengths(results, seat).pop()?;
        (only.elo.low.is_finite() && only.elo.high.is_finite()).then_some(only)
    };
    let from = strength(pair[0])?;
    let to = strength(pair[1])?;
    let value = to.elo.value - from.elo.value;
    let half = |elo: ConfidenceInterval| (elo.high - elo.low) / 2.0;
    let both = half(from.elo).hypot(half(to.elo));
    let elo = ConfidenceInterval { value, low: value - both, high: value + both };
    Some(StrengthChange {
        goes_on: from.goes_on() || to.goes_on(),
        from: from.title,
        to: to.title,
        elo,
        p: normal_p(elo, 0.0),
    })
}

/// The points of a line of a frontier over processor time; None if the experiment has none, or no times.
fn on_frontier(results: &ExperimentResults<'_>, line: &str) -> Option<FrontierCount> {
    let timed = |figure: &&Figure| matches!(figure.x, Axis::Cost(cost) if cost.timed);
    let figure = results.experiment.figures.iter().find(timed)?;
    let series = figure.series.iter().position(|known| *known == line)?;
    let count = figure.table(results).beaten(series, None);
    (count.points > 0).then_some(FrontierCount { experiment: results.experiment.name, count })
}

/// The problem sets that were run; of positions only those of the greatest depth that any variant reaches.
fn deepest(results: &ExperimentResults<'_>, on_board: bool) -> Vec<usize> {
    let sets = &results.experiment.points;
    let mut ran: Vec<usize> = (0..sets.len()).filter(|&set| results.problems(set) > 0).collect();
    if on_board {
        let most = ran.iter().map(|&set| sets[set].depth()).max().unwrap_or(0);
        ran.retain(|&set| sets[set].depth() == most);
    }
    ran
}

/// The usable pairs of a variant and alpha-beta, by problem set.
fn pairs(
    results: &ExperimentResults<'_>,
    points: &[usize],
    variant: &str,
    measure: Measure,
) -> Vec<Pairs> {
    let base = &results.experiment.variants[0].id;
    points
        .iter()
        .map(|&point| {
            let left = results.sample(point, variant, measure);
            let right = results.sample(point, base, measure);
            Pairs::of(&left, &right, ClaimRelation::Less.borders())
        })
        .collect()
}

fn cost(pairs: &[Pairs]) -> Option<Cost> {
    let kinds: Vec<Vec<f64>> =
        pairs.iter().filter_map(|pairs| log_ratios(&pairs.left, &pairs.right)).collect();
    let means = || kinds.iter().map(|kind| Estimate::of(kind).mean.exp());
    let least = means().min_by(f64::total_cmp)?;
    let greatest = means().max_by(f64::total_cmp)?;
    let sum = |side: fn(&Pairs) -> &Vec<f64>| pairs.iter().flat_map(side).sum::<f64>();
    Some(Cost {
        ratio: RatioEstimate::of_logarithm(Estimate::of(&kinds.concat())),
        totals: sum(|pairs| &pairs.left) / sum(|pairs| &pairs.right),
        by_kind: (least, greatest),
        left_out: pairs.iter().map(|pairs| pairs.left_out).sum(),
    })
}

fn lost(pairs: &[Pairs]) -> Option<Estimate> {
    let left: Vec<f64> = pairs.iter().flat_map(|pairs| &pairs.left).copied().collect();
    let right: Vec<f64> = pairs.iter().flat_map(|pairs| &pairs.right).copied().collect();
    (!left.is_empty()).then(|| Estimate::of_difference(&left, &right))
}

fn strengths(results: &ExperimentResults<'_>, seat: &str) -> Vec<Strength> {
    let experiment = results.experiment;
    if !experiment.is_match() || experiment.variant(seat).is_none() {
        return vec![];
    }
    let mut strengths = vec![];
    for (point, matches) in experiment.points.iter().enumerate() {
        let units = results.units(point, seat);
        let (Some(points), Some(elo)) = (units.score(), units.elo()) else { continue };
        strengths.push(Strength {
            title: matches.title(),
            main: !experiment.only_by_name,
            games: units.total() * units.games(),
            planned: experiment.seeds.full * units.games(),
            points,
            elo,
            shown: false,
        });
    }
    strengths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(mean: f64, high: f64) -> Cost {
        let low = mean * mean / high;
        Cost {
            ratio: RatioEstimate { mean, low, high, n: 50 },
            totals: mean,
            by_kind: (mean, mean),
            left_out: 0,
        }
    }

    fn answer(time: Cost, loss: Option<Estimate>) -> Answer {
        let trees = Comparison {
            experiment: "sss",
            variant: "sss_star".into(),
            depths: (6, 6),
            time: Some(time),
            gain: None,
            nodes: None,
            nodes_and_look_ups: None,
            memory: None,
            loss,
        };
        Answer {
            search: "SSS*",
            trees: Some(trees),
            board: None,
            play: vec![],
            changes: vec![],
            frontiers: vec![],
        }
    }

    #[test]
    fn less_time_is_a_gain_only_at_no_more_loss() {
        let loss = |mean, half| Some(Estimate { mean, half, n: 50 });
        for (time, loss, gain) in [
            (time(0.5, 0.6), loss(0.0, 0.0), Gain::Better),
            (time(0.5, 0.6), loss(0.001, 0.002), Gain::Better),
            (time(0.5, 0.6), loss(0.001, 0.02), Gain::Bought),
            (time(0.5, 0.6), None, Gain::Bought),
            (time(2.0, 2.5), loss(0.0, 0.0), Gain::Worse),
            (time(0.9, 1.1), loss(0.0, 0.0), Gain::Open),
        ] {
            let mut one = [answer(time, loss)];
            correct(&mut one);
            assert_eq!(one[0].trees.as_ref().unwrap().gain, Some(gain), "{time:?}, {loss:?}");
        }
    }

    /// An interval that just leaves out 1 is shown alone, and not beside others that show nothing.
    #[test]
    fn times_are_corrected_for_their_number() {
        let gain = |others: usize| {
            let mut all = vec![answer(time(0.9, 0.99), None)];
            all.extend((0..others).map(|_| answer(time(1.0, 1.2), None)));
            correct(&mut all);
            all[0].trees.as_ref().unwrap().gain
        };
        assert_eq!([gain(0), gain(9)], [Some(Gain::Bought), Some(Gain::Open)]);
    }

    #[test]
    fn the_end_of_an_interval_at_1_has_the_p_value_of_its_level() {
        assert!((time(0.9, 1.0).p() - LEVEL).abs() < 1e-9);
    }
}
