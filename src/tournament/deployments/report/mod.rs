//! Reports of a measurement: a page, a text, and JSON.

mod html;
mod markdown;
mod matrix;
mod strip;

use super::{FEATURES, PointShare, RankedDeployment, Ranking};
use crate::game::format::mode_text;
use crate::tournament::Series;
use serde_json::{Value as Json, json};

pub use html::html;
pub use markdown::{markdown, text};
pub use matrix::{book, matrix, mixture};

/// All that a report tells.
#[derive(Debug)]
pub struct Page {
    /// The pool, as it was named.
    pub against: String,
    /// Who played all seats.
    pub seat: String,
    /// By which rules and seed.
    pub series: Series,
    /// Deployments that could not be played, with their faults.
    pub faulty: Vec<Json>,
    /// The others, best first.
    pub ranking: Ranking,
}

impl Page {
    /// Everything as one object.
    pub fn json(&self) -> Json {
        let units: serde_json::Map<String, Json> =
            FEATURES.iter().map(|f| (f.name.into(), json!(f.unit))).collect();
        json!({
            "deployments": self.ranking.deployments,
            "unlawful": self.faulty,
            "against": self.against,
            "seat": self.seat,
            "mode": mode_text(self.series.rules.mode),
            "visibility": self.series.visibility,
            "rules": self.series.rules,
            "seed": self.series.seed,
            "units": units,
        })
    }

    /// What was played, in a sentence.
    fn what(&self) -> String {
        let Self { against, seat, series, ranking, .. } = self;
        let games: u64 = ranking.deployments.iter().map(|place| place.share.games).sum();
        format!(
            "{} deployments in {games} games of {}, {}, all seats played by {seat}, against the pool \
             {against}, in units of {}, seed {}.",
            ranking.deployments.len(),
            mode_text(series.rules.mode),
            series.visibility,
            series.unit(),
            series.seed
        )
    }
}

/// How all numbers of a report are to be read.
const HOW: &str = "The win rate counts a draw as half a win; its 95 % interval is over whole units, \
    in which a deployment meets the same opponents from every side. All deployments met the same \
    opponents with the same random numbers. Best first: those that were played longest, by win rate; \
    after each round of halving the worse half went out, so rates of those that went out early are \
    rough, and the best of many looks a little better than it is. The hundred best are told below.";

/// Deployments that have a section of their own in a page; all are in its ranking and in JSON.
const MOST: usize = 100;

/// A rate in per cent.
fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{:.1}", 100.0 * value))
}

fn interval(share: &PointShare) -> String {
    format!("{} to {}", percent(share.low), percent(share.high))
}

/// Numbers of a feature: whole ones without a point.
fn number(value: Option<f64>) -> String {
    match value {
        None => "none".into(),
        Some(value) if (value - value.round()).abs() < 1e-9 => format!("{value:.0}"),
        Some(value) => format!("{value:.2}"),
    }
}

/// The pieces that people would least expect, or most.
fn pieces(place: &RankedDeployment, most: bool) -> String {
    let all = &place.guess.pieces;
    let told = |piece: &super::Surprise| {
        format!("{} {} {:.1}", piece.kind.english(), piece.point, piece.bits)
    };
    let three: Vec<String> = if most {
        all.iter().rev().take(3).map(told).collect()
    } else {
        all.iter().take(3).map(told).collect()
    };
    three.join(", ")
}
