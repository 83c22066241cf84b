//! The numbers of a figure: what is drawn and what is printed.

use super::figure::{Axis, Figure, Measure};
use super::sample::{ExperimentResults, Observed, Pairs};
use super::stats::{Estimate, RatioEstimate, log_ratios};
use crate::tournament::rating::elo_of;
use serde::Serialize;

/// The numbers of a figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FigureTable {
    /// Label of the x axis.
    pub x: String,
    /// The measure.
    pub measure: Measure,
    /// The lines of the figure, in the order of the cells.
    pub series: Vec<&'static str>,
    /// Index of each line among all lines of the experiment: the same colour in every figure.
    #[serde(skip)]
    pub styles: Vec<usize>,
    /// The rows, from left to right on the x axis.
    pub rows: Vec<TableRow>,
    /// Minimum and maximum number of problems behind a mean.
    pub trees: (usize, usize),
}

/// A place on the x axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableRow {
    /// Label.
    pub label: String,
    /// Position.
    pub x: f64,
    /// Whether the line breaks before this row: the problems are of another family.
    #[serde(skip)]
    pub apart: bool,
    /// One cell per series.
    pub cells: Vec<TableCell>,
}

/// A mean in a table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TableCell {
    /// The mean; a lower bound if some runs hit a cap.
    pub mean: Estimate,
    /// Geometric mean of the paired ratios to alpha-beta's; None if one is 0 or the measure is no count.
    pub ratio: Option<RatioEstimate>,
    /// Number of runs that hit a cap and count as lower bounds.
    #[serde(skip_serializing_if = "is_zero")]
    pub capped: usize,
    /// Number of runs left out of the mean, or pairs left out of the ratio, because of a cap.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// For shares of points: the Elo difference of the mean and of the ends of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<[f64; 3]>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Figure {
    /// Computes the table of the figure.
    pub fn table(&self, results: &ExperimentResults<'_>) -> FigureTable {
        let (x, rows) = match self.x {
            Axis::Trees(name) => (name, self.tree_rows(results)),
            Axis::Parameter(name) => (name, self.parameter_rows(results)),
        };
        let trees = || self.points.iter().map(|&point| results.trees(point));
        FigureTable {
            x: x.into(),
            measure: self.measure,
            series: self.series.clone(),
            styles: self.styles(results),
            rows,
            trees: (trees().min().unwrap_or(0), trees().max().unwrap_or(0)),
        }
    }

    fn styles(&self, results: &ExperimentResults<'_>) -> Vec<usize> {
        let mut all: Vec<&str> = vec![];
        for arm in &results.plan.arms {
            if !all.contains(&arm.series) {
                all.push(arm.series);
            }
        }
        let place = |series: &&str| all.iter().position(|known| known == series);
        self.series.iter().map(|series| place(series).unwrap_or(0)).collect()
    }

    /// One row per problem set that was run.
    fn tree_rows(&self, results: &ExperimentResults<'_>) -> Vec<TableRow> {
        let drawn = self.points.iter().filter(|&&point| results.trees(point) > 0);
        let mut before = 0;
        let row = |(place, &point): (usize, &usize)| {
            let kind = &results.plan.points[point];
            let apart = kind.depth() < before;
            before = kind.depth();
            let cells = self.cells(results, point, None);
            TableRow { label: kind.label(), x: place as f64, apart, cells }
        };
        drawn.enumerate().map(row).collect()
    }

    /// One row per value of the parameter.
    fn parameter_rows(&self, results: &ExperimentResults<'_>) -> Vec<TableRow> {
        let mut places: Vec<f64> = results.plan.arms.iter().filter_map(|arm| arm.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let point = self.points[0];
        let drawn = places.into_iter().filter(|_| results.trees(point) > 0);
        let row = |x: f64| TableRow {
            label: x.to_string(),
            x,
            apart: false,
            cells: self.cells(results, point, Some(x)),
        };
        drawn.map(row).collect()
    }

    /// The cells of a row. A variant without a position is in every row.
    fn cells(
        &self,
        results: &ExperimentResults<'_>,
        point: usize,
        x: Option<f64>,
    ) -> Vec<TableCell> {
        let base = results.sample(point, &results.plan.arms[0].id, self.measure);
        let cell = |series: &&str| {
            let mut arms = results.plan.arms.iter().filter(|arm| arm.series == *series);
            let arm = arms.find(|arm| x.is_none() || arm.x.is_none() || arm.x == x);
            let arm = arm.expect("every line of a figure has an arm at every place");
            let run = results.plan.points[point].runs(arm) || arm.id == results.plan.arms[0].id;
            let sample = if run { results.sample(point, &arm.id, self.measure) } else { vec![] };
            let cell = TableCell::of(&sample, (!self.measure.is_relative()).then_some(&base));
            let points = self.measure == Measure::Points && arm.id != results.plan.arms[0].id;
            TableCell { elo: points.then(|| elo(cell.mean)).flatten(), ..cell }
        };
        self.series.iter().map(cell).collect()
    }
}

impl TableCell {
    /// The mean of a sample, and its ratio to a base sample if one is given.
    fn of(sample: &[Option<Observed>], base: Option<&Vec<Option<Observed>>>) -> Self {
        let observed: Vec<Observed> = sample.iter().copied().flatten().collect();
        let values: Vec<f64> = observed.iter().map(|observed| observed.value).collect();
        let pairs = base.map(|base| Pairs::of(sample, base, 0.0));
        let logarithms = pairs.as_ref().and_then(|pairs| log_ratios(&pairs.left, &pairs.right));
        let missing = sample.len() - observed.len();
        Self {
            mean: Estimate::of(&values),
            ratio: logarithms.map(|all| RatioEstimate::of_logarithm(Estimate::of(&all))),
            capped: observed.iter().filter(|observed| observed.at_least).count(),
            left_out: pairs.map_or(missing, |pairs| pairs.left_out),
            elo: None,
        }
    }

    /// The mean as text, with the effect of caps.
    pub fn text(&self) -> String {
        let Self { mean, capped, left_out, elo, .. } = *self;
        if let Some([elo, low, high]) = elo {
            return format!("{}, Elo {elo:+.0} ({low:+.0} to {high:+.0})", mean.text());
        }
        let told = if capped > 0 { format!("\u{2265} {}", number(mean.mean)) } else { mean.text() };
        let capped = (capped > 0).then(|| format!("{capped} capped"));
        let left_out = (left_out > 0).then(|| format!("{left_out} left out"));
        let notes: Vec<String> = capped.into_iter().chain(left_out).collect();
        if notes.is_empty() { told } else { format!("{told} [{}]", notes.join(", ")) }
    }
}

/// The Elo difference of a share of points and of the ends of its interval. Shares are kept a quarter of
/// a unit away from 0 and 1. None for fewer than two units.
fn elo(points: Estimate) -> Option<[f64; 3]> {
    let edge = 0.25 / points.n as f64;
    let elo = |share: f64| elo_of(share.clamp(edge, 1.0 - edge));
    (points.n > 1).then(|| [points.mean, points.low(), points.high()].map(elo))
}

/// A number with three significant digits, or all digits before the decimal point.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "\u{2013}".into(),
        0.0 => "0".into(),
        size if size >= 100.0 || (size >= 1.0 && value.fract() == 0.0) => {
            thousands(value.round() as i64)
        }
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// Groups of three digits.
fn thousands(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    if value < 0 { format!("-{text}") } else { text }
}

impl RatioEstimate {
    /// The ratio and its interval, with two digits of what the interval leaves open.
    pub fn text(&self) -> String {
        let Self { mean, low, high, .. } = *self;
        if !high.is_finite() || high - low < 1e-9 {
            return number(mean);
        }
        let digits =
            usize::try_from(1 - (high - low).log10().floor() as i32).unwrap_or(0).clamp(2, 6);
        format!("{mean:.digits$} ({low:.digits$} to {high:.digits$})")
    }
}

impl Estimate {
    /// The mean and half the width of its interval, with two digits of the latter.
    pub fn text(&self) -> String {
        if self.half == 0.0 || !self.half.is_finite() {
            return number(self.mean);
        }
        match usize::try_from(1 - self.half.log10().floor() as i32) {
            Ok(digits @ 1..) => {
                let digits = digits.min(6);
                format!("{:.digits$} \u{b1} {:.digits$}", self.mean, self.half)
            }
            _ => format!("{} \u{b1} {}", number(self.mean), number(self.half)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.012_34, "0.0123"),
            (1.234, "1.23"),
            (-56.78, "-56.8"),
            (999.4, "999"),
            (-1_234_567.0, "-1 234 567"),
            (f64::INFINITY, "\u{2013}"),
        ] {
            assert_eq!(number(value), text);
        }
        let estimate = |mean, half| Estimate { mean, half, n: 9 }.text();
        assert_eq!(estimate(5656.7, 146.2), "5 657 \u{b1} 146");
        assert_eq!(estimate(1.2, 0.0335), "1.200 \u{b1} 0.034");
        assert_eq!(estimate(-68.25, 3.25), "-68.2 \u{b1} 3.2");
        assert_eq!(estimate(7.0, f64::INFINITY), "7");
        let ratio = |mean, low, high| RatioEstimate { mean, low, high, n: 9 }.text();
        assert_eq!(ratio(0.8123, 0.75, 0.8798), "0.81 (0.75 to 0.88)");
        assert_eq!(ratio(12.3, 2.0, 75.6), "12.30 (2.00 to 75.60)");
        assert_eq!(ratio(1.0, 0.0, f64::INFINITY), "1");
    }
}
