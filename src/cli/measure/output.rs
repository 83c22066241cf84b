//! The output of `junqi measure`.

use super::args::Args;
use super::columns::MeasureColumn;
use junqi_core::game::belief::Visibility;
use junqi_lab::research::experiments::Estimate;
use junqi_lab::research::measure::{Bucket, MeasureReport, PhaseMeasures};
use serde::Serialize;

/// The JSON output.
#[derive(Debug, Serialize)]
pub(super) struct MeasureOutput {
    pub(super) seed: u64,
    pub(super) visibility: Visibility,
    pub(super) opponent: String,
    pub(super) every: u32,
    pub(super) worlds: u32,
    pub(super) walk: u32,
    pub(super) depth: u32,
    pub(super) quiet: u32,
    pub(super) margin: f64,
    pub(super) reports: Vec<ShownMeasures>,
}

impl MeasureOutput {
    /// The output for some reports, with the options that led to them.
    pub(super) fn new(args: &Args, reports: Vec<ShownMeasures>) -> Self {
        let Args { seed, visibility, every, worlds, walk, depth, quiet, margin, .. } = *args;
        let opponent = args.opponent.to_string();
        Self { seed, visibility, opponent, every, worlds, walk, depth, quiet, margin, reports }
    }
}

/// One source of games in one mode.
#[derive(Debug, Serialize)]
pub(super) struct ShownMeasures {
    pub(super) source: String,
    pub(super) mode: &'static str,
    pub(super) games: usize,
    pub(super) positions: u64,
    pub(super) length: Option<Estimate>,
    pub(super) phases: Vec<PhaseMeasures>,
    pub(super) plies: Vec<Bucket>,
}

impl ShownMeasures {
    pub(super) fn new(column: &MeasureColumn, report: &MeasureReport) -> Self {
        Self {
            source: column.source.clone(),
            mode: column.mode.name(),
            games: report.games(),
            positions: report.positions(),
            length: report.length(),
            phases: report.parts(),
            plies: report.plies(),
        }
    }
}
