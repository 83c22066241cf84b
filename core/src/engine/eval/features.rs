//! The declaration of a feature: its names, its weight set by hand, and how its weight may be tuned.

use crate::game::rules::Kind;
use serde::Serialize;

/// A name in Chinese and in English, as the page shows it.
pub type Label = [&'static str; 2];

/// A term of the evaluation: features of one kind.
#[derive(Debug, Clone, Copy)]
pub struct Term {
    /// Its name in files, messages and reports.
    pub name: &'static str,
    /// Its name on the page.
    pub label: Label,
    /// Its features, in the order of their indices.
    pub features: &'static [EvalFeature],
}

/// A feature of the evaluation, counted for both teams.
#[derive(Debug, Clone, Copy)]
pub struct EvalFeature {
    /// Name of its term.
    pub term: &'static str,
    /// Its name in files, messages and reports; no other feature or term has it.
    pub name: &'static str,
    /// The class of pieces that it counts, if other features count the same of other classes.
    class: Option<Label>,
    /// Its name on the page, without the class.
    label: Label,
    /// Its weight set by hand, in centi-pieces.
    pub hand: f32,
    /// Its amount in a full army with all its tasks.
    pub army: usize,
    /// How far a fit to results may change its weight.
    pub freedom: Freedom,
    /// How matches tune its weight; `None` if they do not.
    pub step: Option<WeightStep>,
}

/// How far a fit to results may change the weight of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freedom {
    /// To any weight.
    Free,
    /// To any weight of the sign that it has in the prior, or to 0.
    Signed,
    /// The same, but the weight stays near the prior, because results alone would set it against play.
    Restrained,
}

/// How the weight of a feature changes when it is tuned by matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeightStep {
    /// Name of the group of weights that change together; of a single weight the name of its feature.
    pub group: &'static str,
    /// The change, the same in the whole group.
    pub change: Perturbation,
    /// Whether only four-player games tune it: two-player games have neither partners nor seats that fall before the
    /// end.
    pub four_player: bool,
}

/// A change of the weights of a group: larger where less is known about them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Perturbation {
    /// They are multiplied by a number, given as its logarithm.
    Factor(f64),
    /// They are increased, in centi-pieces. For features that had no weight before.
    Amount(f64),
}

impl Perturbation {
    /// A weight after a number of these changes; a negative number undoes them.
    pub fn apply(self, weight: f32, times: f64) -> f32 {
        let weight = f64::from(weight);
        let changed = match self {
            Self::Factor(log) => weight * (times * log).exp(),
            Self::Amount(amount) => weight + times * amount,
        };
        changed as f32
    }
}

impl EvalFeature {
    /// Its name in Chinese and in English, as the page shows it.
    pub fn label(&self) -> [String; 2] {
        std::array::from_fn(|language| match self.class {
            Some(class) => format!("{} · {}", class[language], self.label[language]),
            None => self.label[language].into(),
        })
    }
}

/// Builds the rows of the terms: a row begins with `new` or `pieces`, and says only what differs from most.
impl EvalFeature {
    /// A feature that no army has by itself, of any sign, which matches do not tune.
    pub(super) const fn new(
        term: &'static str,
        name: &'static str,
        label: Label,
        hand: f32,
    ) -> Self {
        Self { term, name, class: None, label, hand, army: 0, freedom: Freedom::Free, step: None }
    }

    /// The number of pieces of a kind.
    pub(super) const fn pieces(term: &'static str, kind: Kind, hand: f32) -> Self {
        let label = [kind.chinese(), kind.english()];
        Self::new(term, kind.english(), label, hand).army(kind).signed()
    }

    /// It counts pieces of a class.
    pub(super) const fn of_class(self, class: Label) -> Self {
        Self { class: Some(class), ..self }
    }

    /// A full army has it once for each piece of a kind.
    pub(super) const fn army(self, kind: Kind) -> Self {
        Self { army: kind.count(), ..self }
    }

    /// The fit keeps the sign of the prior.
    pub(super) const fn signed(self) -> Self {
        Self { freedom: Freedom::Signed, ..self }
    }

    /// The fit keeps the sign of the prior and stays near it.
    pub(super) const fn restrained(self) -> Self {
        Self { freedom: Freedom::Restrained, ..self }
    }

    /// Matches multiply the weight; `log` is the logarithm of the factor.
    pub(super) const fn factor(self, log: f64) -> Self {
        self.step(self.name, Perturbation::Factor(log))
    }

    /// The same for a group of weights.
    pub(super) const fn group_factor(self, group: &'static str, log: f64) -> Self {
        self.step(group, Perturbation::Factor(log))
    }

    /// Matches increase the weight by an amount, in centi-pieces.
    pub(super) const fn amount(self, amount: f64) -> Self {
        self.step(self.name, Perturbation::Amount(amount))
    }

    const fn step(self, group: &'static str, change: Perturbation) -> Self {
        Self { step: Some(WeightStep { group, change, four_player: false }), ..self }
    }

    /// Only four-player games tune the weight; follows `factor` or `amount`.
    pub(super) const fn four_player(self) -> Self {
        match self.step {
            Some(step) => Self { step: Some(WeightStep { four_player: true, ..step }), ..self },
            None => self,
        }
    }
}
