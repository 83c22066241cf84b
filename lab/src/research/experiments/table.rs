//! The numbers of a figure: what is drawn and what is printed.

use super::figure::{Axis, ClaimRelation, CostAxis, Figure, Measure};
use super::results::{ExperimentResults, Observed, Pairs};
use super::statistics::{Estimate, RatioEstimate, log_ratios, number};
use super::variant::Variant;
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
    /// What the problems are: trees, positions or units of matches.
    #[serde(skip)]
    pub problems: &'static str,
}

/// A place on the x axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableRow {
    /// Label.
    pub label: String,
    /// Title of the panel of the figure that it is in; None in a figure of one panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panel: Option<String>,
    /// Label within the panel.
    #[serde(skip)]
    pub tick: String,
    /// Position.
    pub x: f64,
    /// Whether the line breaks before this row: the problems are of another family.
    #[serde(skip)]
    pub apart: bool,
    /// One cell per series; of a frontier one cell.
    pub cells: Vec<TableCell>,
    /// The point of a frontier that the row is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frontier: Option<FrontierPoint>,
}

/// A variant as a point of a frontier.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FrontierPoint {
    /// The place of its series.
    #[serde(skip)]
    pub series: usize,
    /// The variant.
    pub variant: String,
    /// What it costs beside the first variant.
    pub cost: RatioEstimate,
    /// A baseline that costs and loses less on average, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beaten_by: Option<String>,
}

/// Points of a frontier: how many are beaten, and of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct BeatenPoints {
    /// Those that a baseline beats: on average it costs less and loses no more.
    pub beaten: usize,
    /// All of them.
    pub points: usize,
}

impl FigureTable {
    /// The points of a line of a frontier, of one panel or of all.
    pub(super) fn beaten(&self, series: usize, panel: Option<&str>) -> BeatenPoints {
        let mut count = BeatenPoints::default();
        for row in &self.rows {
            let Some(point) = &row.frontier else { continue };
            if point.series == series && (panel.is_none() || row.panel.as_deref() == panel) {
                count.points += 1;
                count.beaten += usize::from(point.beaten_by.is_some());
            }
        }
        count
    }
}

impl TableRow {
    /// The cell of a series; None where a frontier has a point of another series.
    pub fn cell(&self, series: usize) -> Option<&TableCell> {
        match &self.frontier {
            Some(point) => self.cells.first().filter(|_| point.series == series),
            None => self.cells.get(series),
        }
    }
}

/// A mean in a table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TableCell {
    /// The mean; a lower bound if some runs hit a cap.
    pub mean: Estimate,
    /// The ends of its 95 % interval; those of a share are in 0 to 1.
    pub interval: [f64; 2],
    /// Whether the mean is a share.
    #[serde(skip)]
    share: bool,
    /// The geometric mean, which is drawn on logarithmic axes; None if a number is 0 or the measure is no
    /// count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometric: Option<RatioEstimate>,
    /// Geometric mean of the paired ratios to alpha-beta's; None if one is 0 or the measure is no count.
    pub ratio: Option<RatioEstimate>,
    /// Number of runs that hit a cap and count as lower bounds.
    #[serde(skip_serializing_if = "super::counts::is_zero")]
    pub capped: usize,
    /// Number of runs left out of the mean, or pairs left out of the ratio, because of a cap.
    #[serde(skip_serializing_if = "super::counts::is_zero")]
    pub left_out: usize,
    /// For shares of points: the Elo difference and the ends of its interval; None for too few units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<[f64; 3]>,
}

impl Figure {
    /// Computes the table of the figure.
    pub fn table(&self, results: &ExperimentResults<'_>) -> FigureTable {
        let (x, rows) = match self.x {
            Axis::Trees(name) => (name, self.tree_rows(results)),
            Axis::Parameter(name) => (name, self.parameter_rows(results)),
            Axis::Cost(cost) => (cost.label(), self.frontier_rows(results, cost)),
        };
        let base = &results.experiment.variants[0].id;
        let mut runs = vec![];
        for &point in &self.points {
            for variant in results.experiment.variants_at(point) {
                if variant.id != *base && self.series.contains(&variant.series.as_str()) {
                    runs.push(results.sample(point, &variant.id, self.measure).len());
                }
            }
        }
        let set = &results.experiment.points[self.points[0]];
        FigureTable {
            problems: match self.measure {
                Measure::Points => "units",
                _ if set.panel().is_some() => "positions",
                _ => "trees",
            },
            x: x.into(),
            measure: self.measure,
            series: self.series.clone(),
            styles: self.styles(results),
            rows,
            trees: (
                runs.iter().copied().min().unwrap_or(0),
                runs.iter().copied().max().unwrap_or(0),
            ),
        }
    }

    /// The places of its lines among all lines of the experiment.
    fn styles(&self, results: &ExperimentResults<'_>) -> Vec<usize> {
        let mut all: Vec<&str> = vec![];
        for variant in &results.experiment.variants {
            if !all.contains(&variant.series.as_str()) {
                all.push(&variant.series);
            }
        }
        self.series
            .iter()
            .map(|series| all.iter().position(|known| known == series).unwrap_or(0))
            .collect()
    }

    /// One row per problem set that was run.
    fn tree_rows(&self, results: &ExperimentResults<'_>) -> Vec<TableRow> {
        let mut rows = vec![];
        let mut depth_before = 0;
        for &point in &self.points {
            if results.problems(point) == 0 {
                continue;
            }
            let set = &results.experiment.points[point];
            rows.push(TableRow {
                label: set.label(),
                panel: set.panel(),
                tick: set.tick(),
                x: rows.len() as f64,
                apart: set.depth() < depth_before,
                cells: self.cells(results, point, None),
                frontier: None,
            });
            depth_before = set.depth();
        }
        rows
    }

    /// One row per value of the parameter.
    fn parameter_rows(&self, results: &ExperimentResults<'_>) -> Vec<TableRow> {
        let mut places: Vec<f64> =
            results.experiment.variants.iter().filter_map(|variant| variant.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let point = self.points[0];
        if results.problems(point) == 0 {
            return vec![];
        }
        let row = |x: f64| TableRow {
            label: x.to_string(),
            panel: None,
            tick: x.to_string(),
            x,
            apart: false,
            cells: self.cells(results, point, Some(x)),
            frontier: None,
        };
        places.into_iter().map(row).collect()
    }

    /// One row per problem set and variant, by series. Variants whose cost is unknown are left out.
    fn frontier_rows(&self, results: &ExperimentResults<'_>, axis: CostAxis) -> Vec<TableRow> {
        let mut rows = vec![];
        for &point in &self.points {
            let mut panel = vec![];
            for (series, name) in self.series.iter().enumerate() {
                for variant in results.experiment.variants_at(point) {
                    if variant.series == *name {
                        panel.extend(self.frontier_row(results, point, axis, series, variant));
                    }
                }
            }
            mark_beaten(&mut panel, axis.baselines);
            rows.append(&mut panel);
        }
        rows
    }

    /// The point of a variant on a problem set; None if its cost is unknown.
    fn frontier_row(
        &self,
        results: &ExperimentResults<'_>,
        point: usize,
        axis: CostAxis,
        series: usize,
        variant: &Variant,
    ) -> Option<TableRow> {
        let cost = results.cost(point, &variant.id, axis.timed)?;
        let cell = self.cell(results, point, variant);
        let label = results.experiment.points[point].title();
        let variant = variant.id.clone();
        cell.mean.mean.is_finite().then(|| TableRow {
            panel: Some(label.clone()),
            label,
            tick: String::new(),
            x: cost.mean,
            apart: false,
            cells: vec![cell],
            frontier: Some(FrontierPoint { series, variant, cost, beaten_by: None }),
        })
    }

    /// The cells of a row. A variant without a position is in every row.
    fn cells(
        &self,
        results: &ExperimentResults<'_>,
        point: usize,
        x: Option<f64>,
    ) -> Vec<TableCell> {
        let mut cells = vec![];
        for series in &self.series {
            let variant = results
                .experiment
                .variants
                .iter()
                .filter(|variant| variant.series == *series)
                .find(|variant| x.is_none() || variant.x.is_none() || variant.x == x)
                .expect("every line of a figure has a variant at every place");
            cells.push(self.cell(results, point, variant));
        }
        cells
    }

    /// The cell of a variant on a problem set.
    fn cell(&self, results: &ExperimentResults<'_>, point: usize, variant: &Variant) -> TableCell {
        let first = &results.experiment.variants[0];
        let is_first = variant.id == first.id;
        let runs = is_first || results.experiment.points[point].runs(variant);
        let sample = if runs { results.sample(point, &variant.id, self.measure) } else { vec![] };
        let base = results.sample(point, &first.id, self.measure);
        let mut cell = TableCell::of(&sample, (!self.measure.is_relative()).then_some(&base));
        if self.measure.is_share() {
            cell = cell.as_share();
        } else if self.measure.is_count() {
            cell = cell.as_count(&sample);
        }
        if self.measure == Measure::Points && !is_first {
            let elo = results.units(point, &variant.id).elo();
            cell.elo = elo
                .map(|elo| [elo.value, elo.low, elo.high])
                .filter(|elo| elo.iter().all(|end| end.is_finite()));
        }
        cell
    }
}

/// Notes for every point of a panel the first baseline that costs less and is measured no higher.
fn mark_beaten(panel: &mut [TableRow], baselines: usize) {
    let mut marks = vec![];
    for row in &*panel {
        let mut better = panel.iter().filter(|other| {
            let is_baseline = other.frontier.as_ref().is_some_and(|point| point.series < baselines);
            is_baseline && other.x < row.x && other.cells[0].mean.mean <= row.cells[0].mean.mean
        });
        let first = better.next().and_then(|other| other.frontier.as_ref());
        marks.push(first.map(|point| point.variant.clone()));
    }
    for (row, mark) in panel.iter_mut().zip(marks) {
        if let Some(point) = &mut row.frontier {
            point.beaten_by = mark;
        }
    }
}

impl TableCell {
    /// The mean of a sample, and its ratio to a base sample if one is given.
    pub(super) fn of(sample: &[Option<Observed>], base: Option<&Vec<Option<Observed>>>) -> Self {
        let observed: Vec<Observed> = sample.iter().copied().flatten().collect();
        let values: Vec<f64> = observed.iter().map(|observed| observed.value).collect();
        let pairs = base.map(|base| Pairs::of(sample, base, ClaimRelation::Less.borders()));
        let logarithms = pairs.as_ref().and_then(|pairs| log_ratios(&pairs.left, &pairs.right));
        let missing = sample.len() - observed.len();
        let mean = Estimate::of(&values);
        Self {
            mean,
            interval: [mean.low(), mean.high()],
            share: false,
            geometric: None,
            ratio: logarithms.map(|all| RatioEstimate::of_logarithm(Estimate::of(&all))),
            capped: observed.iter().filter(|observed| observed.at_least).count(),
            left_out: pairs.map_or(missing, |pairs| pairs.left_out),
            elo: None,
        }
    }

    /// The same with the interval of a share.
    fn as_share(self) -> Self {
        Self { share: true, interval: self.mean.share_interval(), ..self }
    }

    /// The same with the geometric mean of a count.
    fn as_count(self, sample: &[Option<Observed>]) -> Self {
        let values: Vec<f64> = sample.iter().flatten().map(|observed| observed.value).collect();
        let logarithms = log_ratios(&values, &vec![1.0; values.len()]);
        let geometric = logarithms.map(|all| RatioEstimate::of_logarithm(Estimate::of(&all)));
        Self { geometric, ..self }
    }

    /// The mean and the ends of its interval, as drawn: the geometric mean on a logarithmic axis.
    pub fn drawn(&self, log: bool) -> [f64; 3] {
        match self.geometric {
            Some(RatioEstimate { mean, low, high, .. }) if log => [mean, low, high],
            _ => [self.mean.mean, self.interval[0], self.interval[1]],
        }
    }

    /// The mean as text, with the effect of caps.
    pub fn text(&self) -> String {
        let Self { mean, capped, left_out, interval: [low, high], .. } = *self;
        if let Some([elo, low, high]) = self.elo {
            return format!("{:.2}, Elo {elo:+.0} ({low:+.0} to {high:+.0})", mean.mean);
        }
        let text = match capped {
            0 if self.share && mean.n > 1 => format!("{:.2} ({low:.2} to {high:.2})", mean.mean),
            0 => mean.text(),
            _ => format!("\u{2265} {}", number(mean.mean)),
        };
        match (capped, left_out) {
            (0, 0) => text,
            (0, _) => format!("{text} [{left_out} left out]"),
            (_, 0) => format!("{text} [{capped} capped]"),
            _ => format!("{text} [{capped} capped, {left_out} left out]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(series: usize, variant: &str, cost: f64, loss: f64) -> TableRow {
        let observed = Observed { value: loss, at_least: false };
        let cost = RatioEstimate { mean: cost, low: cost, high: cost, n: 2 };
        TableRow {
            label: String::new(),
            panel: None,
            tick: String::new(),
            x: cost.mean,
            apart: false,
            cells: vec![TableCell::of(&[Some(observed); 2], None)],
            frontier: Some(FrontierPoint {
                series,
                variant: variant.into(),
                cost,
                beaten_by: None,
            }),
        }
    }

    #[test]
    fn a_point_is_beaten_by_a_baseline_that_costs_less_and_loses_no_more() {
        let mut panel = [
            row(0, "full", 1.0, 0.0),
            row(0, "shallow", 0.3, 0.1),
            row(1, "slower, worse", 0.5, 0.2),
            row(1, "slower, better", 0.5, 0.05),
            row(1, "faster, worse", 0.2, 0.5),
            row(1, "slower, as good", 1.5, 0.0),
            row(2, "faster, better", 0.1, 0.0),
        ];
        mark_beaten(&mut panel, 1);
        let beaten_by = panel.each_ref().map(|row| {
            let point = row.frontier.as_ref().expect("a point");
            point.beaten_by.as_deref()
        });
        assert_eq!(beaten_by, [None, None, Some("shallow"), None, None, Some("full"), None]);
    }
}
