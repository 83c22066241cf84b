//! Sequential tests of matches: what they accept, and which variants they end.

use super::experiment::Ended;
use super::experiment::PlayTerms;
use super::{ExperimentResults, Measure};
use crate::tournament::rating::{Hypothesis, Sprt, Units};

/// Number of units of a match between two looks at its test: a round.
pub const ROUND: u64 = 20;

/// The variants that the results so far decide. A test is looked at after whole rounds, so that the answer
/// is the same for a run that was interrupted.
pub fn ended(results: &ExperimentResults<'_>) -> Ended {
    let mut ended = Ended::default();
    let Some(PlayTerms { test, .. }) = results.experiment.play else { return ended };
    for point in 0..results.experiment.points.len() {
        let mut all = true;
        for variant in results.experiment.variants_at(point).skip(1) {
            let decision = decision(results, (point, &variant.id), test);
            all &= decision.is_some();
            if let Some((units, _)) = decision {
                ended.end(point, &variant.id, units);
            }
        }
        if all {
            ended.end_all(point);
        }
    }
    ended
}

/// The number of problems of each set up to the next look at the tests, at most `most`; None if there is
/// nothing left to run.
pub fn next_round(results: &ExperimentResults<'_>, ended: &Ended, most: u64) -> Option<u64> {
    let open = (0..results.experiment.points.len()).filter(|&point| !ended.is_over(point));
    let done = open.map(|point| results.problems(point) as u64).min()?;
    (done < most).then(|| most.min((done / ROUND + 1) * ROUND))
}

/// The scores of a variant in the units of a set, in half points, one after the other.
fn scores(
    results: &ExperimentResults<'_>,
    (point, variant): (usize, &str),
) -> impl Iterator<Item = u64> {
    let most = 2.0 * results.experiment.points[point].games() as f64;
    let points = results.sample(point, variant, Measure::Points).into_iter().flatten();
    points.map(move |points| ((points.value * most).round() as i64).unsigned_abs())
}

/// The units of a match on a set before its first.
fn no_units(results: &ExperimentResults<'_>, point: usize) -> Units {
    Units::new(results.experiment.points[point].games().max(1))
}

/// The units of a variant on a set.
pub(super) fn units(results: &ExperimentResults<'_>, place: (usize, &str)) -> Units {
    let mut units = no_units(results, place.0);
    scores(results, place).for_each(|score| units.add(score));
    units
}

/// The units after which a test of a variant was decided, and for which hypothesis.
pub(super) fn decision(
    results: &ExperimentResults<'_>,
    place: (usize, &str),
    test: Sprt,
) -> Option<(u64, Hypothesis)> {
    let mut units = no_units(results, place.0);
    for (score, number) in scores(results, place).zip(1..) {
        units.add(score);
        if number % ROUND == 0
            && let Some(accepted) = test.verdict(test.llr(&units))
        {
            return Some((number, accepted));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research::experiments::Experiment;
    use crate::research::experiments::{
        PositionSet, RunCounts, RunHead, RunRecord, experiments, named,
    };

    /// Results of matches of pvs and mtdf on both sets, with the shares of `pvs` and `mtdf` in the units.
    fn results(experiment: &Experiment, units: u64, shares: [f64; 2]) -> ExperimentResults<'_> {
        let run = |point: usize, trial| {
            let shares = [("alphabeta", 0.5), ("pvs", shares[0]), ("mtdf", shares[1])];
            let counts = |share| RunCounts { value: Some(share), ..RunCounts::default() };
            let variants = shares.map(|(variant, share)| (variant.to_owned(), counts(share)));
            let head = RunHead::new(experiment, &*experiment.points[point], 1, trial);
            RunRecord { head, reference: None, variants: variants.into() }
        };
        let runs = |point| (0..units).map(|trial| run(point, trial)).collect();
        ExperimentResults { experiment, runs: vec![runs(0), runs(1)], times: vec![] }
    }

    fn experiment() -> Experiment {
        let named = |name| named(name, experiments(&PositionSet::default())).unwrap().remove(0);
        let mut experiment = named("game-play-2v2");
        experiment.points.extend(named("game-play-1v1").points);
        experiment.variants.retain(|variant| ["alphabeta", "pvs", "mtdf"].contains(&variant.algo));
        experiment
    }

    #[test]
    fn a_decided_variant_plays_no_more() {
        let experiment = experiment();
        // One wins every unit, the other takes half of the points.
        let over = ended(&results(&experiment, 30, [1.0, 0.5]));
        assert!(over.runs(0, "pvs", ROUND - 1) && !over.runs(0, "pvs", ROUND));
        assert!(over.runs(1, "mtdf", 1000) && over.all(0) == u64::MAX);
        assert_eq!(experiment.runs(40, &over), 80);
        // Both are decided: nothing is left.
        let both = results(&experiment, 30, [1.0, 0.0]);
        let over = ended(&both);
        assert_eq!((over.all(0), next_round(&both, &over, 1000)), (ROUND, None));
        assert_eq!(experiment.runs(40, &over), 2 * ROUND);
        let decided = |variant| decision(&both, (0, variant), experiment.play.unwrap().test);
        assert_eq!(decided("pvs"), Some((ROUND, Hypothesis::H1)));
        assert_eq!(decided("mtdf"), Some((ROUND, Hypothesis::H0)));
    }

    #[test]
    fn tests_are_looked_at_after_whole_rounds() {
        let experiment = experiment();
        let few = results(&experiment, ROUND - 1, [1.0, 0.0]);
        assert_eq!(ended(&few), Ended::default());
        let none = Ended::default();
        assert_eq!(next_round(&few, &none, 1000), Some(ROUND));
        assert_eq!(
            next_round(&results(&experiment, ROUND, [0.5, 0.5]), &none, 1000),
            Some(2 * ROUND)
        );
        assert_eq!(next_round(&few, &none, ROUND - 1), None, "as many as were asked for");
    }
}
