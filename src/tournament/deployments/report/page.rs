//! The content of a report, and the parts that its forms share.

use super::unlawful::UnlawfulDeployment;
use crate::tournament::deployments::features::{FEATURES, Surprise};
use crate::tournament::deployments::ranking::{PointShare, RankedDeployment, Ranking};
use crate::tournament::deployments::reasons::sentence;
use crate::tournament::series::Series;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The content of a report.
#[derive(Debug)]
pub struct Page {
    /// Name of the opposing pool.
    pub against: String,
    /// Engine that played all seats.
    pub seat: String,
    /// Rules, visibility and seed.
    pub series: Series,
    /// The deployments that break the rules.
    pub unlawful: Vec<UnlawfulDeployment>,
    /// The measured deployments, best first.
    pub ranking: Ranking,
}

impl Page {
    /// The report as JSON.
    pub fn json(&self) -> Json {
        let units: serde_json::Map<String, Json> =
            FEATURES.iter().map(|f| (f.name.into(), json!(f.unit))).collect();
        json!({
            "deployments": self.ranking.deployments,
            "unlawful": self.unlawful,
            "against": self.against,
            "seat": self.seat,
            "mode": self.series.rules.mode.name(),
            "visibility": self.series.visibility,
            "rules": self.series.rules,
            "seed": self.series.seed,
            "units": units,
            "reasons": reasons(self),
        })
    }

    /// The conditions of the measurement, in a sentence.
    pub(super) fn caption(&self) -> String {
        let Self { against, seat, series, ranking, .. } = self;
        let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
        for (why, count) in ranking.deployments.iter().flat_map(|place| &place.endings) {
            *endings.entry(why).or_default() += count;
        }
        let games: u64 = endings.values().sum();
        let endings: Vec<String> = endings.iter().map(|(why, n)| format!("{why} {n}")).collect();
        let ended = if endings.is_empty() { "none".into() } else { endings.join(", ") };
        let number = ranking.deployments.len();
        let noun = if number == 1 { "deployment" } else { "deployments" };
        format!(
            "{number} {noun} in {games} games of {}, {}, all seats played by {seat}, against the pool \
             {against}, in units of {}, seed {}. Games ended by: {ended}.",
            series.rules.mode.name(),
            series.visibility,
            series.unit(),
            series.seed
        )
    }
}

/// What the numbers say about the reasons, and what they do not say.
pub(super) fn reasons(page: &Page) -> String {
    let warning = "Correlations are not causes, and another seat may prefer other deployments: measure \
        again with another --seat.";
    format!("{} {warning}", sentence(&page.ranking))
}

/// How to read the numbers of a report.
pub(super) const HOW: &str = "The win rate counts a draw as half a win; its 95 % interval is over whole units, \
    in which a deployment meets the same opponents from every side. All deployments met the same \
    opponents with the same random numbers. After each round of halving the worse half by then went out: \
    those that were played longer stand above, and a rate below may be higher, but it is of fewer games. \
    The best of many looks a little better than it is. The hundred best are described below; of two partners the \
    features are those of the first.";

/// What stands before a deployment of the ranking: that it and those after it went out earlier than those
/// before it.
pub(super) fn went_out(places: &[RankedDeployment], i: usize) -> Option<String> {
    let rounds = places[i].rounds;
    let earlier = i > 0 && rounds < places[i - 1].rounds;
    earlier.then(|| format!("out after round {rounds}"))
}

/// Number of deployments with a section of their own in a page; the table and the JSON have all.
pub(super) const MAX_LISTED: usize = 100;

/// A rate in per cent; `-` if there is none.
pub(super) fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{:.1}", 100.0 * value))
}

pub(super) fn interval(share: &PointShare) -> String {
    format!("{} to {}", percent(share.low), percent(share.high))
}

/// The value of a feature, whole numbers without decimals.
pub(super) fn number(value: Option<f64>) -> String {
    match value {
        None => "none".into(),
        Some(value) if (value - value.round()).abs() < 1e-9 => format!("{value:.0}"),
        Some(value) => format!("{value:.2}"),
    }
}

/// The three pieces that the prior predicts worst, or best with `most`.
pub(super) fn pieces(place: &RankedDeployment, most: bool) -> String {
    let all = &place.guess.pieces;
    let text =
        |piece: &Surprise| format!("{} {} {:.1}", piece.kind.english(), piece.point, piece.bits);
    let three: Vec<String> = if most {
        all.iter().rev().take(3).map(text).collect()
    } else {
        all.iter().take(3).map(text).collect()
    };
    three.join(", ")
}
