//! The predictive quality of weights, as text and as a picture.

use junqi_core::game::draw::{Dot, DotSeries};
use junqi_lab::research::learn::{MeasuredWeights, RELIABILITY_BINS, Reliability};

/// A table with one row per set of weights.
pub(super) fn table(rows: &[MeasuredWeights]) -> String {
    let mut text = format!("{:<46}  bits  95 % interval     Brier   right  95 % interval\n", "");
    for MeasuredWeights { with, quality } in rows {
        let interval = |of: Option<[f64; 2]>, factor: f64, digits: usize| {
            of.map_or_else(
                || "-".into(),
                |[low, high]| format!("{:.digits$} to {:.digits$}", factor * low, factor * high),
            )
        };
        let right = quality.accuracy.map_or_else(|| "-".into(), |a| format!("{:.1} %", 100.0 * a));
        text += &format!(
            "{with:<46}{:>6.4}  {:<16} {:>6.4} {right:>7}  {}\n",
            quality.log_loss,
            interval(quality.log_loss_interval, 1.0, 4),
            quality.brier,
            interval(quality.accuracy_interval, 100.0, 1),
        );
    }
    text
}

/// The calibration table: predicted win probability against observed score.
pub(super) fn calibration(bins: &[Reliability]) -> String {
    let mut text =
        String::from("predicted     positions   mean predicted        won   95 % interval\n");
    for (i, bin) in bins.iter().enumerate() {
        let [low, high] = [i, i + 1].map(|edge| 100 * edge / RELIABILITY_BINS);
        let percent =
            |p: Option<f64>| p.map_or_else(|| "-".into(), |p| format!("{:.1} %", 100.0 * p));
        let interval = bin.interval.map_or_else(
            || "-".into(),
            |[low, high]| format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high),
        );
        text += &format!(
            "{low:>3} to {high:>3} % {:>10} {:>16} {:>10}   {interval}\n",
            bin.positions,
            percent(bin.predicted),
            percent(bin.found),
        );
    }
    text
}

/// The calibration as a series of dots.
pub(super) fn series(measured: &MeasuredWeights) -> DotSeries {
    let dot = |bin: &Reliability| {
        Some(Dot { predicted: bin.predicted?, found: bin.found?, pairs: bin.positions as u64 })
    };
    let dots = measured.quality.calibration.iter().filter_map(dot).collect();
    DotSeries { name: measured.with.clone(), dots }
}
