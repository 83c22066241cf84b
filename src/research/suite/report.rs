//! The results of a seat on the suite, by subject.

use super::answer::{MomentAnswer, Stage};
use super::score::wilson;
use super::subject::Subject;
use crate::tournament::rating::ConfidenceInterval;
use serde::Serialize;

/// The results of a seat.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuiteReport {
    /// By subject, for the subjects that have moments.
    pub subjects: Vec<SubjectReport>,
}

/// The results on one subject.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SubjectReport {
    /// The subject.
    pub subject: Subject,
    /// Number of moments with good moves.
    pub moments: u64,
    /// Number of good moves chosen.
    pub good: u64,
    /// Share of moments at which a good move was chosen, with its 95 % Wilson interval.
    pub share: Option<ConfidenceInterval>,
    /// The share expected of uniformly random moves.
    pub chance: f64,
    /// Number of moments without a good move, which only measure foresight.
    pub foresight: u64,
    /// The seat's win probabilities before and after the capture of a flag of its team, for the stages that
    /// have any.
    pub stages: Vec<StageReport>,
}

/// The win probabilities of one stage.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StageReport {
    /// The stage.
    pub stage: Stage,
    /// Number of win probabilities.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Share of them below one half.
    pub below_half: f64,
    /// Brier score: mean squared difference from the result, in finished games; none without any.
    pub brier: Option<f64>,
}

impl SuiteReport {
    /// The report on some answers.
    pub fn new(answers: &[MomentAnswer]) -> Self {
        let of = |subject| -> Vec<&MomentAnswer> {
            answers.iter().filter(|answer| answer.subject == subject).collect()
        };
        let some = |subject| Some(of(subject)).filter(|answers| !answers.is_empty());
        let report = |subject| Some(SubjectReport::new(subject, &some(subject)?));
        Self { subjects: Subject::ALL.into_iter().filter_map(report).collect() }
    }
}

impl SubjectReport {
    fn new(subject: Subject, answers: &[&MomentAnswer]) -> Self {
        let decided: Vec<bool> = answers.iter().filter_map(|answer| answer.good).collect();
        let moments = decided.len() as u64;
        let good = decided.iter().filter(|good| **good).count() as u64;
        let chances = answers.iter().filter(|answer| answer.good.is_some()).map(|a| a.chance);
        Self {
            subject,
            moments,
            good,
            share: wilson(good, moments),
            chance: chances.sum::<f64>() / moments.max(1) as f64,
            foresight: answers.len() as u64 - moments,
            stages: Stage::ALL
                .into_iter()
                .filter_map(|stage| StageReport::new(stage, answers))
                .collect(),
        }
    }
}

impl StageReport {
    fn new(stage: Stage, answers: &[&MomentAnswer]) -> Option<Self> {
        let all = answers.iter().flat_map(|answer| &answer.foreseen);
        let all: Vec<_> = all.filter(|foreseen| foreseen.stage == stage).collect();
        let count = all.len() as f64;
        let below = all.iter().filter(|foreseen| foreseen.win < 0.5).count();
        let squares: Vec<f64> =
            all.iter().filter_map(|f| Some((f.win - f.result?).powi(2))).collect();
        let finished = squares.len() as f64;
        (!all.is_empty()).then(|| Self {
            stage,
            count: all.len() as u64,
            mean: all.iter().map(|foreseen| foreseen.win).sum::<f64>() / count,
            below_half: below as f64 / count,
            brier: (finished > 0.0).then(|| squares.iter().sum::<f64>() / finished),
        })
    }
}
