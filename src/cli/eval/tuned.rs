//! The output of `junqi eval tune`.

use super::measure::{MeasuredWeights, calibration, table};
use super::sampled::Omitted;
use crate::research::learn::Tried;
use serde::Serialize;

/// The printed results.
#[derive(Debug, Serialize)]
pub(super) struct TuneReport {
    pub(super) games: usize,
    pub(super) selfplay: usize,
    pub(super) modes: Vec<OfMode>,
}

/// The results of one game mode.
#[derive(Debug, Serialize)]
pub(super) struct OfMode {
    pub(super) mode: &'static str,
    pub(super) games: usize,
    pub(super) left_out: Omitted,
    pub(super) positions: usize,
    /// The weights that the fit is regularized towards.
    pub(super) towards: &'static str,
    pub(super) strength: Option<f64>,
    pub(super) tried: Vec<Tried>,
    pub(super) tied: Vec<Vec<&'static str>>,
    pub(super) dropped: Vec<&'static str>,
    pub(super) scale: f64,
    pub(super) measured: Vec<MeasuredWeights>,
}

impl TuneReport {
    pub(super) fn text(&self) -> String {
        let mut text = format!("{} recorded games, {} engine games\n", self.games, self.selfplay);
        for of in &self.modes {
            text += &of.text();
        }
        text
    }
}

impl OfMode {
    fn text(&self) -> String {
        let Self { mode, games, positions, scale, left_out, .. } = self;
        let Omitted { unfinished, abandoned } = left_out;
        let mut text = format!(
            "\n{mode}: {positions} positions of {games} games; excluded: {unfinished} unfinished, \
             {abandoned} abandoned early\n"
        );
        for Tried { strength, log_loss, worse, error } in &self.tried {
            text += &format!(
                "  strength {strength:>6}: {log_loss:.4} bits in cross-validation, \
                 {worse:.4} ± {error:.4} above the best\n"
            );
        }
        if let Some(strength) = self.strength {
            let towards = self.towards;
            text += &format!("  chosen {strength} towards {towards}, scale {scale}\n");
        }
        for names in &self.tied {
            text += &format!("  tied: {}\n", names.join(", "));
        }
        if !self.dropped.is_empty() {
            text += &format!(
                "  dropped, because of their sign or because they weigh nothing in the prior: {}\n",
                self.dropped.join(", ")
            );
        }
        if !self.measured.is_empty() {
            text += &format!("held out:\n{}", table(&self.measured));
        }
        let tuned = self.measured.iter().find(|m| m.with == "tuned to the others");
        text + &tuned.map_or_else(String::new, |m| calibration(&m.quality.calibration))
    }
}
