//! The answer to the thesis's question: what each search costs and is worth beside alpha-beta.

use super::experiment::PlayTerms;
use super::figure::{ClaimRelation, Measure};
use super::results::{ExperimentResults, Pairs};
use super::sequential::{decision, units};
use super::statistics::{Estimate, RatioEstimate, log_ratios};
use super::variant::Check;
use crate::tournament::rating::{ConfidenceInterval, Hypothesis};
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
    /// Nodes, relative to alpha-beta's.
    pub nodes: Option<Cost>,
    /// The same with the children that it looks at to order moves counted as nodes; None where it looks at none.
    pub nodes_and_look_ups: Option<Cost>,
    /// Peak structural bytes, relative to alpha-beta's.
    pub memory: Option<Cost>,
    /// What the search loses more than alpha-beta: on trees of the value, as a fraction of the range, on
    /// positions of the chance of winning by the chosen move, judged by a deeper search. None if the search looks at another tree.
    pub loss: Option<Estimate>,
    /// Whether the search finds alpha-beta's value on every problem.
    pub exact: bool,
}

/// A count relative to alpha-beta's on the same problem.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cost {
    /// The geometric mean over all problems.
    pub ratio: RatioEstimate,
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
    /// Number of games.
    pub games: u64,
    /// Share of the points.
    pub points: ConfidenceInterval,
    /// The Elo difference.
    pub elo: ConfidenceInterval,
    /// What the sequential test accepted: H1, at least 20 Elo stronger, or H0, at least 20 weaker; None if
    /// it was not decided.
    pub accepted: Option<Hypothesis>,
}

/// An experiment and a variant of it.
type Place = (&'static str, &'static str);

/// Where the numbers of a search come from.
struct Source {
    search: &'static str,
    trees: Place,
    board: Place,
    seat: &'static str,
}

const SOURCES: [Source; 10] = [
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
];

const fn of(search: &'static str, trees: Place, board: Place, seat: &'static str) -> Source {
    Source { search, trees, board, seat }
}

/// The answers for the searches of the thesis, as far as the experiments were run.
pub fn answers(all: &[ExperimentResults<'_>]) -> Vec<Answer> {
    let mut answers = vec![];
    for source in &SOURCES {
        let answer = Answer {
            search: source.search,
            trees: Comparison::find(all, source.trees, Measure::Loss),
            board: Comparison::find(all, source.board, Measure::MoveLoss),
            play: all.iter().flat_map(|results| strengths(results, source.seat)).collect(),
        };
        if answer.trees.is_some() || answer.board.is_some() || !answer.play.is_empty() {
            answers.push(answer);
        }
    }
    answers
}

impl Comparison {
    /// The comparison of the variant of an experiment, if that was run.
    fn find(all: &[ExperimentResults<'_>], place: Place, loss: Measure) -> Option<Self> {
        let (experiment, variant) = place;
        let results = all.iter().find(|results| results.experiment.name == experiment)?;
        Self::of(results, variant, loss)
    }

    fn of(results: &ExperimentResults<'_>, variant: &str, loss: Measure) -> Option<Self> {
        let check = &results.experiment.variant(variant)?.check;
        let exact = *check == Check::Equal;
        let points: Vec<usize> = deepest(results, loss == Measure::MoveLoss);
        let depths = || points.iter().map(|&point| results.experiment.points[point].depth());
        let pairs = |measure| pairs(results, &points, variant, measure);
        let nodes = cost(&pairs(Measure::Nodes));
        let nodes_and_look_ups =
            cost(&pairs(Measure::NodesAndLookUps)).filter(|both| Some(*both) != nodes);
        let known = loss == Measure::MoveLoss || matches!(check, Check::Equal | Check::Within);
        Some(Self {
            experiment: results.experiment.name,
            variant: variant.into(),
            depths: (depths().min()?, depths().max()?),
            nodes,
            nodes_and_look_ups,
            memory: cost(&pairs(Measure::Bytes)),
            loss: known.then(|| lost(&pairs(loss))).flatten(),
            exact,
        })
    }
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
    Some(Cost {
        ratio: RatioEstimate::of_logarithm(Estimate::of(&kinds.concat())),
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
    let Some(PlayTerms { test, only_by_name }) = results.experiment.play else { return vec![] };
    if results.experiment.variant(seat).is_none() {
        return vec![];
    }
    let mut strengths = vec![];
    for (point, matches) in results.experiment.points.iter().enumerate() {
        let units = units(results, (point, seat));
        let (Some(points), Some(elo)) = (units.score(), units.elo()) else { continue };
        strengths.push(Strength {
            title: matches.title(),
            main: !only_by_name,
            games: units.total() * units.games(),
            points,
            elo,
            accepted: decision(results, (point, seat), test).map(|(_, accepted)| accepted),
        });
    }
    strengths
}
