//! An algorithm with its settings, as one experiment compares it with others.

use super::ExperimentError;
use super::counts::RunCounts;
use junqi_core::base::options::OptionValues;
use junqi_core::gametree::search::catalogue;
use std::fmt;

/// An algorithm with its options.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Name in the experiment's file.
    pub id: String,
    /// Name of its line in figures.
    pub series: String,
    /// Name of the search in the [`catalogue`], or of the player in a match.
    pub algo: &'static str,
    /// Its options.
    pub settings: Vec<(&'static str, VariantSetting)>,
    /// Position on the x axis of a figure over a parameter.
    pub x: Option<f64>,
    /// Plies less than the problem is deep.
    pub less: u32,
    /// The greatest depth of positions on which it is run, in plies.
    pub deepest: u32,
    /// What playing programs add to the search; on positions only.
    pub additions: Additions,
    /// The expected value.
    pub check: Check,
}

/// What playing programs add to a depth-first search.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the factors of a factorial experiment are yes or no"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Additions {
    /// The tactical move order; without it the natural one, after the hash move.
    pub order: bool,
    /// A transposition table.
    pub table: bool,
    /// Quiescence search.
    pub quiescence: bool,
    /// Iterative deepening.
    pub deepening: bool,
}

impl Additions {
    /// Nothing: natural order, no table, fixed depth, as in the thesis.
    pub const NONE: Self = Self { order: false, table: false, quiescence: false, deepening: false };
    /// The tactical move order.
    pub const ORDER: Self = Self { order: true, ..Self::NONE };
    /// All but quiescence search: the value is that of the same tree.
    pub const IN_PLAY: Self = Self { table: true, deepening: true, ..Self::ORDER };

    /// Every set of them.
    pub fn all() -> Vec<Self> {
        let mut all = vec![];
        for bits in 0..16 {
            let has = |bit: u32| bits >> bit & 1 == 1;
            all.push(Self { order: has(0), table: has(1), deepening: has(2), quiescence: has(3) });
        }
        all
    }
}

/// For the names of variants: `order, table`.
impl fmt::Display for Additions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = vec![];
        for (has, word) in [
            (self.order, "order"),
            (self.table, "table"),
            (self.deepening, "deepening"),
            (self.quiescence, "quiescence"),
        ] {
            if has {
                words.push(word);
            }
        }
        f.write_str(&words.join(", "))
    }
}

/// The part of depth times bits that [`VariantSetting::OfEntropy`] takes a fraction of.
pub(super) const OF_MOST: f64 = 0.8;

/// The value of an option; it may depend on the problem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum VariantSetting {
    /// A fixed text.
    Is(&'static str),
    /// A fraction of 0.8 · depth · the maximum entropy of a ply (log2 12 bits on synthetic trees).
    OfEntropy(f64),
    /// A fraction of 0.8 times the maximum entropy of a ply.
    OfPlyEntropy(f64),
    /// A fraction of the nodes that alpha-beta enters on the same problem.
    OfNodes(f64),
    /// A fraction of the range of values.
    OfRange(f64),
    /// A guess of the value, the same for every variant; on synthetic trees uniform in the range.
    Guess,
    /// The true value.
    True,
}

/// The expected value of a variant; any other value is a bug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// Alpha-beta's.
    Equal,
    /// Alpha-beta's, or up to M + N less.
    Within,
    /// The value of an earlier variant.
    As(String),
    /// Unknown: the variant searches another tree.
    Free,
}

impl Variant {
    /// An algorithm under its own name.
    pub fn of(algo: &'static str) -> Self {
        Self::named(algo, algo)
    }

    /// An algorithm under another name.
    pub fn named(series: impl Into<String>, algo: &'static str) -> Self {
        let series = series.into();
        Self {
            id: series.clone(),
            series,
            algo,
            settings: vec![],
            x: None,
            less: 0,
            deepest: u32::MAX,
            additions: Additions::NONE,
            check: Check::Equal,
        }
    }

    /// Adds an option.
    #[must_use]
    pub fn with(mut self, name: &'static str, setting: VariantSetting) -> Self {
        self.settings.push((name, setting));
        self
    }

    /// Sets the position on the x axis, which becomes part of the name.
    #[must_use]
    pub fn at(mut self, parameter: &str, x: f64) -> Self {
        self.id = format!("{} {parameter}={x}", self.series);
        self.x = Some(x);
        self
    }

    /// Searches that many plies less than the problem is deep: the value is then another.
    #[must_use]
    pub fn less(self, plies: u32) -> Self {
        Self { less: plies, check: Check::Free, ..self }
    }

    /// The same with less depth, as a point of its line.
    #[must_use]
    pub fn shallower(self, plies: u32) -> Self {
        self.less(plies).at("less", plies.into())
    }

    /// Is not run on positions that are searched deeper.
    #[must_use]
    pub fn to_depth(self, deepest: u32) -> Self {
        Self { deepest, ..self }
    }

    /// Sets what playing programs add.
    #[must_use]
    pub fn plus(self, additions: Additions) -> Self {
        Self { additions, ..self }
    }

    /// Sets the expected value.
    #[must_use]
    pub fn checked(self, check: Check) -> Self {
        Self { check, ..self }
    }

    /// Its options on a problem, checked against those of its search in the [`catalogue`].
    ///
    /// # Errors
    ///
    /// If the search or an option does not exist, or a value is out of range.
    pub fn options(&self, known: &ProblemFacts) -> Result<OptionValues, ExperimentError> {
        let search = catalogue::find(self.algo)?;
        let mut options = OptionValues::default();
        for (name, setting) in &self.settings {
            options.set(search.options, name, &setting.text(known))?;
        }
        Ok(options)
    }

    /// Whether an option depends on the true value.
    pub(super) fn needs_value(&self) -> bool {
        self.settings.iter().any(|(_, setting)| *setting == VariantSetting::True)
    }
}

impl VariantSetting {
    /// The value of the option as text; an unknown true value counts as 0.
    pub fn text(self, known: &ProblemFacts) -> String {
        match self {
            Self::Is(text) => text.into(),
            Self::OfEntropy(f) => {
                (f * OF_MOST * f64::from(known.depth) * known.ply_bits).to_string()
            }
            Self::OfPlyEntropy(f) => (f * OF_MOST * known.ply_bits).to_string(),
            Self::OfNodes(f) => (f * known.nodes as f64).round().to_string(),
            Self::OfRange(f) => (f * known.range as f64).round().to_string(),
            Self::Guess => known.guess.to_string(),
            Self::True => known.value.unwrap_or(0).to_string(),
        }
    }
}

/// The facts about a problem that options may depend on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProblemFacts {
    /// A guess of the value, the same for every variant.
    pub guess: i64,
    /// The number of different leaf values, R.
    pub range: u64,
    /// Plies from the root to the leaves.
    pub depth: u32,
    /// Maximum entropy of a ply, in bits.
    pub ply_bits: f64,
    /// The value found by the first variant; None before it has run and if it hit a cap.
    pub value: Option<i64>,
    /// The nodes entered by the first variant; 0 before it has run.
    pub nodes: u64,
}

impl ProblemFacts {
    /// Where nothing is known that options depend on, as for the unit of a match.
    pub const NONE: Self =
        Self { guess: 0, range: 1, depth: 0, ply_bits: 0.0, value: None, nodes: 0 };

    /// Adds the results of the first variant.
    pub(super) fn learn(&mut self, first: &RunCounts) {
        self.value = first.finished_value().map(|value| value as i64);
        self.nodes = first.nodes;
    }
}
