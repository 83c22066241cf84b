//! `junqi belief score`

use super::options::ModelOptions;
use crate::cli::env::Env;
use crate::cli::job::bar;
use crate::cli::load;
use anyhow::{Result, ensure};
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::{Seat, SeatSet};
use junqi_core::game::draw::{self, Dot, DotSeries};
use junqi_core::game::rules::{Kind, Mode};
use junqi_lab::research::learn::{
    AttackTally, BINS, Bin, OpenGame, PlyScore, ScoreSummary, Scoring,
};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Plies at which beliefs are scored, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "0,40,80,120,160")]
    at: Vec<u32>,
    /// Pieces whose kinds a seat knows from the start.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// Seats whose beliefs are scored, separated by commas [default: all].
    #[arg(long, value_delimiter = ',', value_name = "SEATS")]
    observer: Vec<Seat>,
    #[command(flatten)]
    expect: ModelOptions,
    /// Random seed for sampled posteriors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write a calibration plot (predicted against observed frequency) to this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<load::Output>,
}

/// The JSON output.
#[derive(Debug, Serialize)]
struct Scored<'a> {
    opponent: String,
    behaviour: bool,
    visibility: Visibility,
    seed: u64,
    #[serde(flatten)]
    summary: &'a ScoreSummary,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let games = load::whole_games(&self.paths, env)?;
        ensure!(!games.is_empty(), "no games in the given files");
        let summary = self.summary(&games)?;
        if let Some(path) = &self.svg {
            load::write_picture(path, &draw::calibration("a kind", &series(&summary)))?;
        }
        let scored = Scored {
            opponent: self.expect.opponent.to_string(),
            behaviour: self.expect.behaviour(),
            visibility: self.visibility,
            seed: self.seed,
            summary: &summary,
        };
        env.show(&scored, || text(&summary))?;
        Ok(ExitCode::SUCCESS)
    }

    fn observers(&self) -> SeatSet {
        let all = &Seat::ALL[..];
        let named = if self.observer.is_empty() { all } else { &self.observer };
        named.iter().copied().collect()
    }

    fn summary(&self, games: &[OpenGame]) -> Result<ScoreSummary> {
        let bar = bar("games", games.len() as u64)?;
        let mut scores = vec![];
        for mode in Mode::ALL {
            let of_mode = |game: &&OpenGame| game.start.rules().mode == mode;
            let games: Vec<&OpenGame> = games.iter().filter(of_mode).collect();
            if games.is_empty() {
                continue;
            }
            let mixture = self.expect.read(mode)?;
            let at = self.at.clone();
            let seed = self.seed;
            let observers = self.observers();
            let scoring = Scoring { mixture, visibility: self.visibility, observers, at, seed };
            scores.extend(scoring.games(&games, || bar.inc(1))?);
        }
        bar.finish_and_clear();
        Ok(ScoreSummary::new(&self.at, &scores))
    }
}

fn text(summary: &ScoreSummary) -> String {
    let ScoreSummary { games, deployments, .. } = summary;
    let mut text = format!("{games} games, {deployments} deployments\n\n");
    text += "  ply   games    pieces    bits  95 % interval        top 1   sampled       ms\n";
    text.extend(summary.plies.iter().map(line));
    if let (Some(bits), Some([low, high])) = (summary.joint_bits, summary.joint_interval) {
        text += &format!(
            "\na deployment before the first move: {bits:.3} bits, 95 % interval {low:.3} to {high:.3}\n"
        );
    }
    text + &calibration(&together(&summary.plies)) + &attacks(&summary.attacks)
}

/// How attacks on pieces that were not certain were expected to end, and how they ended.
fn attacks(by_kind: &[AttackTally; 12]) -> String {
    let mut all = AttackTally::default();
    let mut text = String::from(
        "\nattacks on pieces that are not certain, percent expected and true\n\
         attacker     number           win          loss          both\n",
    );
    for (kind, tally) in Kind::ALL.into_iter().zip(by_kind).filter(|row| row.1.attacks > 0) {
        text += &attack(&kind.to_string(), tally);
        all.add(tally);
    }
    text + &attack("all", &all)
}

fn attack(name: &str, tally: &AttackTally) -> String {
    let percent = |sum: f64| 100.0 * sum / tally.attacks.max(1) as f64;
    let mut text = format!("{name:<11}{:>8}", tally.attacks);
    for (expected, found) in tally.expected.iter().zip(tally.found) {
        text += &format!("   {:>4.1}  {:>4.1}", percent(*expected), percent(found as f64));
    }
    text + "\n"
}

fn line(score: &PlyScore) -> String {
    let PlyScore { ply, games, pieces, sampled, posteriors, .. } = score;
    let number = |value: Option<f64>, digits| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let interval = |[low, high]: [f64; 2]| format!("{low:.4} to {high:.4}");
    let interval = score.interval.map_or_else(|| "-".to_owned(), interval);
    let bits = number(score.bits, 4);
    let hits = number(score.top1.map(|p| 100.0 * p), 2);
    let share = 100.0 * *sampled as f64 / (*posteriors).max(1) as f64;
    let time = number(score.update_ms, 2);
    format!(
        "{ply:>5} {games:>7} {pieces:>9} {bits:>7}  {interval:<17} {hits:>6} % {share:>7.2} % {time:>8}\n"
    )
}

/// The bins of all scores, added up.
fn together(scores: &[PlyScore]) -> [Bin; BINS] {
    let mut all = [Bin::default(); BINS];
    for score in scores {
        for (bin, more) in all.iter_mut().zip(&score.calibration) {
            bin.add(more);
        }
    }
    all
}

/// The calibration table: predicted probability against observed frequency.
fn calibration(bins: &[Bin; BINS]) -> String {
    let mut text = String::from(
        "\ncalibration, all plies together\npredicted       pairs   mean predicted       true\n",
    );
    for (i, bin) in bins.iter().enumerate() {
        let [low, high] = [i, i + 1].map(|edge| 100.0 * edge as f64 / BINS as f64);
        text += &format!("{low:>3.0} to {high:>3.0} %{:>10}", bin.pairs);
        text += &dot(bin).map_or_else(
            || format!(" {:>14}   {:>8}\n", "-", "-"),
            |d| format!(" {:>14.2} % {:>8.2} %\n", 100.0 * d.predicted, 100.0 * d.found),
        );
    }
    text
}

fn dot(bin: &Bin) -> Option<Dot> {
    let share = |sum: f64| sum / bin.pairs as f64;
    let found = share(bin.found as f64);
    (bin.pairs > 0).then(|| Dot { predicted: share(bin.expected), found, pairs: bin.pairs })
}

fn series(summary: &ScoreSummary) -> Vec<DotSeries> {
    let one = |score: &PlyScore| DotSeries {
        name: format!("ply {}", score.ply),
        dots: score.calibration.iter().filter_map(dot).collect(),
    };
    summary.plies.iter().map(one).collect()
}
