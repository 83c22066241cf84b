//! What `junqi belief fit` prints about held-out games.

use crate::research::learn::ScoreSummary;
use serde::Serialize;

/// The result of a number of formations on held-out games.
#[derive(Debug, Serialize)]
pub(super) struct Compared {
    pub(super) formations: usize,
    /// Mean log loss per deployment, in bits.
    pub(super) bits: f64,
    /// The smallest number of distinct deployments behind a formation.
    pub(super) support: f64,
}

/// The score of a partial model on held-out games.
#[derive(Debug, Serialize)]
pub(super) struct Measured {
    pub(super) with: String,
    #[serde(flatten)]
    pub(super) summary: ScoreSummary,
}

/// The printed results.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) games: usize,
    pub(super) held_out: usize,
    pub(super) compared: Vec<Compared>,
    pub(super) measured: Vec<Measured>,
}

impl Report {
    /// The report as it is printed.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{} games, {} of them held out\n", self.games, self.held_out);
        for Compared { formations, bits, support } in &self.compared {
            text += &format!(
                "{formations:>3} formations: {bits:.2} bits a deployment, each rests on {support:.0} \
                 distinct ones or more\n"
            );
        }
        for Measured { with, summary } in &self.measured {
            text += &format!("{with}\n");
            for moment in &summary.plies {
                let bits = moment.bits.unwrap_or_default();
                let [low, high] = moment.interval.unwrap_or_default();
                text += &format!("  ply {:>3}: {bits:.4} [{low:.4}, {high:.4}]\n", moment.ply);
            }
            text += &format!("  joint: {:.2}\n", summary.joint_bits.unwrap_or_default());
        }
        text
    }
}
