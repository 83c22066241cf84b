//! The output of `junqi eval train`.

use super::measure::{calibration, table};
use crate::research::learn::{Epoch, MeasuredWeights, Omitted, Quality, TargetFit};
use serde::Serialize;

/// The printed results.
#[derive(Debug, Serialize)]
pub(super) struct TrainReport {
    pub(super) mode: &'static str,
    pub(super) games: usize,
    pub(super) left_out: Omitted,
    /// Numbers of training and held-out positions.
    pub(super) positions: [usize; 2],
    pub(super) epochs: Vec<Epoch>,
    /// The epoch whose network was kept.
    pub(super) best: usize,
    /// The linear evaluation and the network against the targets of held-out positions.
    pub(super) fit: [Option<TargetFit>; 2],
    /// Centi-pieces that multiply the odds of winning by e.
    pub(super) scale: f64,
    /// The largest activation of a unit on all positions; 1 is saturated.
    pub(super) peak: f32,
    /// Quality on held-out games.
    pub(super) measured: Vec<MeasuredWeights>,
}

impl TrainReport {
    pub(super) fn text(&self) -> String {
        let Self { mode, games, positions: [kept, held], epochs, best, peak, scale, .. } = self;
        let Omitted { unfinished, abandoned } = self.left_out;
        let mut text = format!(
            "{mode}: {kept} positions of {games} games, {held} held out; excluded: {unfinished} games \
             unfinished, {abandoned} abandoned early\n\n  \
             epoch  training  held out   results\n"
        );
        for Epoch { epoch, trained, held_out, results } in epochs {
            let mark = if epoch == best { "  kept" } else { "" };
            text += &format!("  {epoch:>5} {trained:>9.4} {held_out:>9.4} {results:>9.4}{mark}\n");
        }
        for (with, fit) in ["linear", "network"].into_iter().zip(&self.fit) {
            if let Some(TargetFit { bits, deviation }) = fit {
                text += &format!("\n{with:<8}{bits:.4} bits on held-out targets");
                if let Some(deviation) = deviation {
                    text += &format!(", {:.0} centi-pieces off (rms)", deviation * scale);
                }
            }
        }
        text += &format!("\n\nlargest activation of a unit: {peak:.1} (1 is saturated)\n\n");
        text += &table(&self.measured);
        for MeasuredWeights { with, quality } in &self.measured {
            if with.ends_with(": network") {
                let Quality { games, positions, calibration: bins, .. } = quality;
                text += &format!("\n{with}: {positions} positions of {games} games\n");
                text += &calibration(bins);
            }
        }
        text
    }
}
