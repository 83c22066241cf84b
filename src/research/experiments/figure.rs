//! Figures as data: what is drawn, what the thesis says of it, and what is compared to judge that.

use serde::Serialize;

/// A picture with its claims.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its name, also of its files.
    pub name: String,
    /// The figure of the thesis.
    pub thesis: &'static str,
    /// What it shows.
    pub title: String,
    /// What the thesis says, or that nothing is known of what it says.
    pub says: &'static str,
    /// The kinds of tree in it, as places in the experiment's list.
    pub points: Vec<usize>,
    /// Its lines, by their names.
    pub series: Vec<&'static str>,
    /// What is on the y axis.
    pub measure: Measure,
    /// What is on the x axis.
    pub x: Axis,
    /// Whether the y axis is logarithmic.
    pub log: bool,
    /// What is claimed of it.
    pub claims: Vec<Claim>,
}

/// What is on the x axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// The kinds of tree: what their labels are, in words.
    Trees(&'static str),
    /// A parameter: what the arms are placed by, in words.
    Parameter(&'static str),
}

/// What is measured of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Leaves visited, repeats included.
    Leaves,
    /// Nodes entered, leaves and repeats included.
    Nodes,
    /// Nodes entered without an evaluation: inner ones, and those that the table answers.
    Interior,
    /// Peak structural bytes.
    Bytes,
    /// States in OPEN or entries of the table, at the peak.
    Entries,
    /// States put into OPEN, taken out and purged.
    ListSteps,
    /// Searches of the whole tree.
    Passes,
    /// Children looked at for ordering.
    LookUps,
    /// Leaves as a part of alpha-beta's.
    LeavesRatio,
    /// Nodes as a part of alpha-beta's.
    NodesRatio,
    /// How far the value falls short of the true one, as a part of the range of values.
    Loss,
    /// How much less the chosen move is worth than the reference's, as a part of the range.
    MoveLoss,
    /// Whether the chosen move is the reference's: 1 or 0, on average the share of runs.
    SameMove,
    /// The share of the points in a unit of a match against the first arm, 0 to 1.
    Points,
}

impl Measure {
    /// In words, with its unit.
    pub fn label(self) -> &'static str {
        match self {
            Self::Leaves => "leaves visited",
            Self::Nodes => "nodes visited",
            Self::Interior => "inner nodes visited and table answers",
            Self::Bytes => "peak memory, bytes, the tree left out",
            Self::Entries => "peak states in OPEN or entries in the table",
            Self::ListSteps => "list operations: inserts, pops, purged",
            Self::Passes => "passes over the tree",
            Self::LookUps => "children looked at for ordering",
            Self::LeavesRatio => "leaves visited / alpha-beta's",
            Self::NodesRatio => "nodes visited / alpha-beta's",
            Self::Loss => "loss of value / R",
            Self::MoveLoss => "loss by the chosen move / R",
            Self::SameMove => "share of runs with the reference's move",
            Self::Points => "share of the points against alpha-beta",
        }
    }

    /// Whether alpha-beta is in it already.
    pub fn is_relative(self) -> bool {
        use Measure::{LeavesRatio, Loss, MoveLoss, NodesRatio, Passes, Points, SameMove};
        matches!(self, LeavesRatio | NodesRatio | Loss | Passes | MoveLoss | SameMove | Points)
    }
}

/// A sentence of the thesis, or of our reading of it, and what decides it.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The sentence.
    pub text: String,
    /// All of these must hold.
    pub tests: Vec<Test>,
    /// Why it comes out as it does; empty if the numbers say it all.
    pub note: &'static str,
}

impl Claim {
    /// Compares a measure of one variant with that of others, on several problem sets.
    pub fn new(
        text: impl Into<String>,
        points: &[usize],
        (left, relation, rights): (&str, ClaimRelation, &[&str]),
        measure: Measure,
    ) -> Self {
        let comparison = |point: usize, right: &str| Test {
            point,
            left: left.into(),
            relation,
            right: right.into(),
            measure,
        };
        let tests = (points.iter())
            .flat_map(|&point| rights.iter().map(move |right| comparison(point, right)));
        Self { text: text.into(), tests: tests.collect(), note: "" }
    }

    /// Adds a note that explains the result.
    #[must_use]
    pub fn because(self, note: &'static str) -> Self {
        Self { note, ..self }
    }
}

/// A comparison of two algorithms on one kind of tree.
#[derive(Debug, Clone)]
pub struct Test {
    /// The kind of tree, as a place in the experiment's list.
    pub point: usize,
    /// The arm that the claim is about.
    pub left: String,
    /// What is claimed of it.
    pub relation: ClaimRelation,
    /// The arm it is compared with.
    pub right: String,
    /// What is compared.
    pub measure: Measure,
}

/// What a claim says of two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClaimRelation {
    /// Less on average.
    Less,
    /// More on average.
    More,
    /// The same within this part on average.
    Near(f64),
    /// Less than this part of it on average.
    Below(f64),
    /// Not more on any tree.
    NeverMore,
    /// The same leaves in the same order on every tree.
    SameLeaves,
}

impl ClaimRelation {
    /// In words.
    pub fn text(self) -> String {
        match self {
            Self::Less => "<".into(),
            Self::More => ">".into(),
            Self::Near(part) => format!("within {:.0} % of", 100.0 * part),
            Self::Below(part) => format!("< {part} \u{d7}"),
            Self::NeverMore => "\u{2264}".into(),
            Self::SameLeaves => "= leaf by leaf".into(),
        }
    }
}
