//! Figures as data: the picture, the statement of the thesis, and the claims that are judged.

use serde::Serialize;

/// A picture with its claims.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Name of the figure and of its files.
    pub name: String,
    /// Number of the figure in the thesis.
    pub thesis: &'static str,
    /// Title.
    pub title: String,
    /// The statement of the thesis, or a note that it is unknown.
    pub says: &'static str,
    /// Its problem sets, as indices into the experiment's list.
    pub points: Vec<usize>,
    /// Names of its lines.
    pub series: Vec<&'static str>,
    /// The measure on the y axis.
    pub measure: Measure,
    /// The x axis.
    pub x: Axis,
    /// Whether the y axis is logarithmic.
    pub log: bool,
    /// The claims about it.
    pub claims: Vec<Claim>,
}

/// The x axis of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// One place per problem set; the axis label.
    Trees(&'static str),
    /// A parameter of the variants; the axis label.
    Parameter(&'static str),
    /// What each variant costs beside the first: a frontier, with a panel for each problem set.
    Cost(CostAxis),
}

/// The cost on the x axis of a frontier, and what the searches have to beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostAxis {
    /// Whether processor time is the cost; otherwise nodes, with the children looked at for ordering.
    pub timed: bool,
    /// So many series at the beginning are baselines.
    pub baselines: usize,
}

impl CostAxis {
    /// The label of the axis.
    pub fn label(self) -> &'static str {
        if self.timed {
            "processor time / alpha-beta's"
        } else {
            "nodes and children looked at / alpha-beta's"
        }
    }
}

/// A measure of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Visited leaves, including repeated ones.
    Leaves,
    /// Entered nodes, including leaves and repeated ones.
    Nodes,
    /// Entered nodes without an evaluation: inner nodes and table hits.
    Interior,
    /// Peak structural bytes.
    Bytes,
    /// States in OPEN or entries of the table, at the peak.
    Entries,
    /// States inserted into OPEN, taken and purged.
    ListSteps,
    /// Searches of the whole tree.
    Passes,
    /// Children looked at for ordering.
    LookUps,
    /// Entered nodes and children looked at for ordering.
    NodesAndLookUps,
    /// Leaves as a fraction of alpha-beta's.
    LeavesRatio,
    /// Nodes as a fraction of alpha-beta's.
    NodesRatio,
    /// Loss of value against the true value, as a fraction of the range of values.
    Loss,
    /// What the chosen move loses against the reference's: on positions of the chance of winning, 0 to 1.
    MoveLoss,
    /// Whether the chosen move is the reference's: 1 or 0, on average the share of runs.
    SameMove,
    /// Share of the points in a match unit against the first variant, 0 to 1.
    Points,
}

impl Measure {
    /// The label, with the unit.
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
            Self::NodesAndLookUps => "nodes visited and children looked at for ordering",
            Self::LeavesRatio => "leaves visited / alpha-beta's",
            Self::NodesRatio => "nodes visited / alpha-beta's",
            Self::Loss => "loss of value / R",
            Self::MoveLoss => "loss by the chosen move",
            Self::SameMove => "share of runs with the reference's move",
            Self::Points => "share of the points against alpha-beta",
        }
    }

    /// Whether the measure counts something, or is a ratio of counts: such numbers are compared by ratios.
    pub fn is_count(self) -> bool {
        !matches!(self, Self::Loss | Self::MoveLoss | Self::SameMove | Self::Points)
    }

    /// Whether the mean is a share, from 0 to 1.
    pub fn is_share(self) -> bool {
        matches!(self, Self::SameMove | Self::Points)
    }

    /// Whether the measure is already relative to alpha-beta.
    pub fn is_relative(self) -> bool {
        use Measure::{LeavesRatio, Loss, MoveLoss, NodesRatio, Passes, Points, SameMove};
        matches!(self, LeavesRatio | NodesRatio | Loss | Passes | MoveLoss | SameMove | Points)
    }
}

/// A statement of the thesis, or of our reading of it, with the comparisons that decide it.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The sentence.
    pub text: String,
    /// All of these must hold.
    pub tests: Vec<Test>,
    /// Explanation of the result; may be empty.
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

/// A comparison of two variants on one problem set.
#[derive(Debug, Clone)]
pub struct Test {
    /// The problem set, as an index into the experiment's list.
    pub point: usize,
    /// The variant that the claim is about.
    pub left: String,
    /// The claimed relation.
    pub relation: ClaimRelation,
    /// The variant it is compared with.
    pub right: String,
    /// The compared measure.
    pub measure: Measure,
}

/// The claimed relation of two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClaimRelation {
    /// Less on average.
    Less,
    /// More on average.
    More,
    /// Equal on average, within this fraction.
    Near(f64),
    /// Better in matches, each judged by itself.
    Stronger,
    /// Less than this fraction of it on average.
    Below(f64),
    /// Not more on any problem.
    NeverMore,
    /// The same leaves in the same order on every problem.
    SameLeaves,
}

impl ClaimRelation {
    /// The ratios between which the relation changes: a lower bound of the left side decides it above the
    /// second, one of the right side below the first.
    pub fn borders(self) -> [f64; 2] {
        match self {
            Self::Near(part) => [1.0 - part, 1.0 + part],
            Self::Below(part) => [part, part],
            _ => [1.0, 1.0],
        }
    }

    /// The relation as a symbol.
    pub fn text(self) -> String {
        match self {
            Self::Less => "<".into(),
            Self::More => ">".into(),
            Self::Stronger => "plays better than".into(),
            Self::Near(part) => format!("within {:.0} % of", 100.0 * part),
            Self::Below(part) => format!("< {part} \u{d7}"),
            Self::NeverMore => "\u{2264}".into(),
            Self::SameLeaves => "= leaf by leaf".into(),
        }
    }
}
