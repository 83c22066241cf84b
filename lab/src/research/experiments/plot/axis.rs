//! Axes: ranges, ticks and their labels.

use crate::research::experiments::{FigureTable, Measure, TableRow};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// An axis of a picture. On a logarithmic one places are powers of ten.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    pub(super) range: Range<f64>,
    pub(super) ticks: Vec<f64>,
    pub(super) log: bool,
    /// The labels of the ticks where they are no numbers.
    names: Vec<String>,
}

/// So many decades fill an axis with their powers of ten.
const WIDE: f64 = 3.5;

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, pixels: (i32, i32)) -> i32 {
        let part = (place - self.range.start) / (self.range.end - self.range.start);
        pixels.0 + (part * f64::from(pixels.1 - pixels.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // The fine lines of the grid are not drawn.
        if hint.weight().allow_light_points() { vec![] } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, place: &f64) -> String {
        let tick = self.ticks.iter().position(|tick| tick.total_cmp(place).is_eq());
        let name = tick.and_then(|tick| self.names.get(tick));
        name.cloned().unwrap_or_else(|| self.label(*place))
    }
}

impl Scale {
    /// The y axis of some rows of a table.
    pub(super) fn of_values(rows: &[&TableRow], measure: Measure, log: bool) -> Self {
        let mut lowest = 0.0_f64;
        let mut low = f64::INFINITY;
        let mut high = 0.0_f64;
        for cell in rows.iter().flat_map(|row| &row.cells) {
            let [mean, low_end, high_end] = cell.drawn(log);
            lowest = lowest.min(if low_end.is_finite() { low_end } else { mean });
            high = high.max(if high_end.is_finite() { high_end } else { mean });
            // Of an interval that reaches below 0 a logarithm shows the mean and what is above it.
            let positive = if high_end.is_finite() && low_end > 0.0 { low_end } else { mean };
            if positive > 0.0 {
                low = low.min(positive);
            }
        }
        if log && low.is_finite() && high > 0.0 {
            return Self::logarithmic(low, high, WIDE);
        }
        if measure == Measure::LeavesRatio && (0.5 * high..high).contains(&low) {
            return Self::linear(low - 0.2 * (high - low), high + 0.1 * (high - low));
        }
        let high = if high > lowest { high } else { lowest + 1.0 };
        Self::linear(1.05 * lowest, 1.05 * high)
    }

    /// An even axis from `low` to `high` with round ticks.
    pub(super) fn linear(low: f64, high: f64) -> Self {
        let step = round_step((high - low) / 6.0);
        let steps = (low / step).ceil() as i64..=(high / step).floor() as i64;
        let ticks = steps.map(|k| k as f64 * step).collect();
        Self { range: low..high, ticks, log: false, names: vec![] }
    }

    /// A logarithmic axis with only powers of ten as ticks where it spans more decades than `wide`.
    fn logarithmic(low: f64, high: f64, wide: f64) -> Self {
        let low = low.log10() - 0.06;
        let high = high.log10() + 0.06;
        let decades = high - low;
        let digits: &[f64] = match decades {
            d if d > wide => &[1.0],
            d if d > wide / 2.0 => &[1.0, 3.0],
            _ => &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
        };
        let step = if decades > 2.0 * wide { 2 } else { 1 };
        let mut ticks = vec![];
        for ten in (low.floor() as i32..=high.ceil() as i32).filter(|ten| ten % step == 0) {
            for digit in digits {
                let tick = digit.log10() + f64::from(ten);
                if (low..high).contains(&tick) {
                    ticks.push(tick);
                }
            }
        }
        // Less than a step between the ends: even ticks.
        if ticks.len() < 2 {
            let even = Self::linear(10_f64.powf(low), 10_f64.powf(high)).ticks;
            ticks = even.into_iter().map(f64::log10).collect();
        }
        Self { range: low..high, ticks, log: true, names: vec![] }
    }

    /// The x axis of all panels of a frontier; None for another figure.
    pub(super) fn of_costs(table: &FigureTable) -> Option<Self> {
        let mut costs = vec![];
        for row in &table.rows {
            row.frontier.as_ref()?;
            costs.push(row.x);
        }
        costs.sort_by(f64::total_cmp);
        // The panels are narrow, and the labels beside each other.
        Some(Self::logarithmic(*costs.first()?, *costs.last()?, WIDE / 2.0))
    }

    /// The x axis of a panel.
    pub(super) fn of_places(rows: &[&TableRow]) -> Self {
        let ticks: Vec<f64> = rows.iter().map(|row| row.x).collect();
        let first = ticks.first().copied().unwrap_or(0.0);
        let last = ticks.last().copied().unwrap_or(1.0);
        let margin = if last > first { 0.09 * (last - first) } else { 0.5 };
        let names = rows.iter().map(|row| row.tick.clone()).collect();
        Self { range: first - margin..last + margin, ticks, log: false, names }
    }

    /// Where a value is; the lowest place for what a logarithm does not reach.
    pub(super) fn place(&self, value: f64) -> f64 {
        if !self.log {
            return value;
        }
        if value > 0.0 { value.log10().max(self.range.start) } else { self.range.start }
    }

    /// The label of a place.
    pub(super) fn label(&self, place: f64) -> String {
        let value = if self.log { 10_f64.powf(place) } else { place };
        let short = |value: f64| format!("{}", (value * 1e6).round() / 1e6);
        match value.abs() {
            size if size >= 999_999.0 => format!("{} M", short((value / 1e4).round() / 1e2)),
            size if size >= 9_999.0 => format!("{} k", short((value / 10.0).round() / 1e2)),
            size if size >= 1.0 => short((value * 100.0).round() / 100.0),
            _ => short(value),
        }
    }
}

/// The nearest step of 1, 2 or 5 times a power of ten that is not smaller.
fn round_step(least: f64) -> f64 {
    let ten = 10_f64.powf(least.log10().floor());
    // Rounding may put a round step a little below itself.
    let digit = [1.0, 2.0, 5.0, 10.0].into_iter().find(|digit| digit * ten >= least * 0.999);
    digit.unwrap_or(10.0) * ten
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        let scale = Scale::linear(0.0, 54_000.0);
        let labels: Vec<String> = scale.ticks.iter().map(|&t| scale.label(t)).collect();
        assert_eq!(labels, ["0", "10 k", "20 k", "30 k", "40 k", "50 k"]);
        let scale = Scale::logarithmic(200.0, 3_000_000.0, WIDE);
        let labels: Vec<String> = scale.ticks.iter().map(|&t| scale.label(t)).collect();
        assert_eq!(labels, ["1000", "10 k", "100 k", "1 M"]);
        let scale = Scale::logarithmic(410.0, 420.0, WIDE);
        assert!(scale.ticks.len() > 1, "a narrow axis has ticks too");
    }
}
