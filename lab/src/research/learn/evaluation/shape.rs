//! The order of officers and the signs of weights, which a fit keeps.

use super::{Example, FeatureGroups, Pull, fit_weights};
use junqi_core::engine::eval::{FEATURES, Freedom, features};
use junqi_core::game::rules::Kind;

/// Officers, by falling rank.
const OFFICERS: std::ops::Range<usize> = 0..Kind::Engineer as usize;

/// Constraints on weights that data alone would set against play.
pub(super) struct Shape {
    /// Officers that weigh what the next stronger one does.
    same_as_above: [bool; FEATURES],
    /// Features that weigh nothing.
    dropped: [bool; FEATURES],
}

impl Shape {
    /// Fits weights under which no officer is worth less than a lower one (neighbours that data
    /// would exchange share a weight, as in isotonic regression), and none whose sign is fixed has another sign than in
    /// the prior (those weigh nothing, as do those of them that weigh nothing in the prior).
    pub(super) fn fit(examples: &[&Example], pull: &Pull) -> ([f64; FEATURES], Self) {
        let mut signed: Vec<usize> = vec![];
        for (j, feature) in features().enumerate() {
            if feature.freedom != Freedom::Free {
                signed.push(j);
            }
        }
        let mut shape = Self { same_as_above: [false; FEATURES], dropped: [false; FEATURES] };
        for &j in &signed {
            shape.dropped[j] = pull.mean[j] == 0.0;
        }
        loop {
            let weights = fit_weights(examples, pull, &shape.groups());
            let rises = |&j: &usize| weights[j] > weights[j - 1] && !shape.same_as_above[j];
            let rising: Vec<usize> = OFFICERS.skip(1).filter(rises).collect();
            let wrong = |&j: &usize| weights[j] * pull.mean[j] < 0.0;
            let wrong: Vec<usize> = signed.iter().copied().filter(wrong).collect();
            if rising.is_empty() && wrong.is_empty() {
                return (weights, shape);
            }
            for j in rising {
                shape.same_as_above[j] = true;
            }
            for j in wrong {
                shape.dropped[j] = true;
            }
        }
    }

    fn groups(&self) -> FeatureGroups {
        let mut next = 0;
        let mut groups: FeatureGroups = [None; FEATURES];
        for j in 0..FEATURES {
            groups[j] = if self.dropped[j] {
                None
            } else if self.same_as_above[j] {
                groups[j - 1]
            } else {
                next += 1;
                Some(next - 1)
            };
        }
        groups
    }

    pub(super) fn tied(&self) -> Vec<Vec<&'static str>> {
        let names: Vec<&str> = features().map(|f| f.name).collect();
        let numbers: Vec<usize> = OFFICERS.collect();
        let same = numbers.chunk_by(|_, b| self.same_as_above[*b]).filter(|own| own.len() > 1);
        same.map(|own| own.iter().map(|&j| names[j]).collect()).collect()
    }

    pub(super) fn dropped(&self) -> Vec<&'static str> {
        features().zip(self.dropped).filter(|f| f.1).map(|f| f.0.name).collect()
    }
}
