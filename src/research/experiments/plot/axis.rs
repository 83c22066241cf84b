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
    /// The y axis of a table.
    pub(super) fn of_values(table: &FigureTable, log: bool) -> Self {
        let cells = || table.rows.iter().flat_map(|row| &row.cells);
        let shown = || cells().map(|cell| cell.drawn(log));
        let known = |end: f64, mean: f64| if end.is_finite() { end } else { mean };
        let high = shown().map(|[mean, _, high]| known(high, mean)).fold(0.0, f64::max);
        // Of an interval that reaches below 0 a logarithm shows the mean and what is above it.
        let lows =
            shown().map(|[mean, low, high]| if high.is_finite() && low > 0.0 { low } else { mean });
        let low = lows.filter(|&low| low > 0.0).fold(f64::INFINITY, f64::min);
        if log && low.is_finite() && high > 0.0 {
            return Self::logarithmic(low, high);
        }
        if table.measure == Measure::LeavesRatio && (0.5 * high..high).contains(&low) {
            return Self::linear(low - 0.2 * (high - low), high + 0.1 * (high - low));
        }
        let lowest = shown().map(|[mean, low, _]| known(low, mean)).fold(0.0, f64::min);
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

    fn logarithmic(low: f64, high: f64) -> Self {
        let (low, high) = (low.log10() - 0.06, high.log10() + 0.06);
        let decades = high - low;
        let digits: &[f64] = match decades {
            d if d > 3.5 => &[1.0],
            d if d > 1.7 => &[1.0, 3.0],
            _ => &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
        };
        let tens = low.floor() as i32..=high.ceil() as i32;
        let ticks =
            tens.flat_map(|ten| digits.iter().map(move |digit| digit.log10() + f64::from(ten)));
        let mut ticks: Vec<f64> = ticks.filter(|tick| (low..high).contains(tick)).collect();
        if ticks.len() < 2 {
            let even = Self::linear(10_f64.powf(low), 10_f64.powf(high)).ticks;
            ticks = even.into_iter().map(f64::log10).collect();
        }
        Self { range: low..high, ticks, log: true, names: vec![] }
    }

    /// The x axis of a panel.
    pub(super) fn of_places(rows: &[&TableRow]) -> Self {
        let ticks: Vec<f64> = rows.iter().map(|row| row.x).collect();
        let (first, last) = (ticks.first().copied(), ticks.last().copied());
        let (first, last) = (first.unwrap_or(0.0), last.unwrap_or(1.0));
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
        let scale = Scale::logarithmic(200.0, 3_000_000.0);
        let labels: Vec<String> = scale.ticks.iter().map(|&t| scale.label(t)).collect();
        assert_eq!(labels, ["1000", "10 k", "100 k", "1 M"]);
        let scale = Scale::logarithmic(410.0, 420.0);
        assert!(scale.ticks.len() > 1, "a narrow axis has ticks too");
    }
}
