//! `junqi match`

use super::series::Options;
use super::{Env, print, print_json};
use crate::job::Stop;
use crate::play::{Lineup, MatchReport, SeatSpec, Tally};
use anyhow::{Context, Result};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The first side: a seat as name, name:key=value,key=value or FILE.toml:NAME.
    #[arg(value_parser = super::load::seat)]
    a: SeatSpec,
    /// The second side.
    #[arg(value_parser = super::load::seat)]
    b: SeatSpec,
    #[command(flatten)]
    options: Options,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let lineup = Lineup::Match([self.a.clone(), self.b.clone()]);
        let series = self.options.series(lineup, env)?;
        let whole_units = self.options.games.checked_next_multiple_of(series.unit());
        let games = whole_units.context("--games: found more games than can be counted")?;
        let mut tally = Tally::default();
        let stopped = self.options.run(&series, games, |record| tally.add(&series, record))?;
        let report = tally.report(&series);
        if env.json {
            print_json(&report)?;
        } else {
            print(&self.text(&report))?;
        }
        Ok(if stopped == Stop::Asked { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn text(&self, report: &MatchReport) -> String {
        let MatchReport { wins, draws, losses, units, games_per_unit, .. } = report;
        let games = wins + draws + losses;
        let mut text = format!("{} against {}\n", self.a, self.b);
        text += &format!("games: {games}, wins: {wins}, draws: {draws}, losses: {losses}\n");
        text += &format!("units: {units} of {games_per_unit} games each\n");
        if let (Some(elo), Some(low), Some(high)) = (report.elo, report.elo_low, report.elo_high) {
            text += &format!("Elo: {elo:+.1}, 95 % interval {low:+.1} to {high:+.1}\n");
        }
        let endings: Vec<String> =
            report.endings.iter().map(|(why, count)| format!("{why} {count}")).collect();
        text += &format!("ended by: {}\n", endings.join(", "));
        text + &format!("plies, mean: {:.1}\n", report.plies as f64 / games.max(1) as f64)
    }
}
