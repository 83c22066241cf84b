//! What self-play and matches share: options, progress, records, Ctrl-C.

use super::{Env, Usage, load};
use crate::belief::Visibility;
use crate::board::Seat;
use crate::format::Record;
use crate::job::Stop;
use crate::play::{Deal, Lineup, Series, append, resume};
use crate::rules::{Mode, Rules};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Games to play.
    #[arg(long, default_value_t = 100)]
    pub(super) games: u64,
    /// The seed of everything: deployments and every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time; all cores if not given. The results do not depend on it.
    #[arg(long)]
    jobs: Option<usize>,
    /// 2v2 or 1v1; the rules' own if not given.
    #[arg(long, value_parser = mode)]
    mode: Option<Mode>,
    /// The rules: a preset (default, qq) and options, separated by commas.
    #[arg(long, default_value = "default")]
    rules: Rules,
    /// Whose pieces the players know.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// Deployments: a file or folder (.txt, .jql, .jgs, .jsonl), `book` for the embedded ones, or
    /// `sample` for uniformly random legal ones.
    #[arg(long, default_value = "book")]
    deployments: String,
    /// Who moves first: S, E, N or W.
    #[arg(long, default_value = "S")]
    first: Seat,
    /// Write records to this file, one game a line, as they finish; the same command goes on where
    /// it stopped.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// 2v2 or 1v1.
pub(super) fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "2v2" => Ok(Mode::Two),
        "1v1" => Ok(Mode::One),
        _ => Err("expected 2v2 or 1v1".into()),
    }
}

impl Options {
    pub(super) fn rules(&self) -> Rules {
        self.mode.map_or(self.rules, |mode| self.rules.with_mode(mode))
    }

    pub(super) fn series(&self, lineup: Lineup, env: Env) -> Result<Series> {
        let rules = self.rules();
        if rules.draw_quiet_plies == 0 && rules.max_plies == 0 {
            let found = "--rules: found rules under which a game may never end, expected";
            bail!(Usage(format!("{found} draw_quiet_plies or max_plies above 0")));
        }
        if !rules.seats().contains(self.first) {
            let found = format!("--first: found {}, expected a seat that plays", self.first);
            bail!(Usage(found));
        }
        rules.net(env.board)?;
        let deal = match self.deployments.as_str() {
            "sample" => Deal::Sample,
            source => {
                let lawful = load::lawful_deployments(source)?;
                Deal::Pool(lawful.into_iter().map(|(_, deployment)| deployment).collect())
            }
        };
        let (visibility, first, seed) = (self.visibility, self.first, self.seed);
        Ok(Series { board: env.board, rules, visibility, first, seed, deal, lineup })
    }

    /// Plays what is missing, in the order of the games, and hands every record to `each`, those
    /// of a file that is gone on with first.
    pub(super) fn run(
        &self,
        series: &Series,
        games: u64,
        mut each: impl FnMut(&Record),
    ) -> Result<Stop> {
        let template = "{bar:30} {human_pos}/{human_len} games, {rate} games/s, {eta} left";
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}", state.per_sec());
        };
        let style = ProgressStyle::with_template(template)?.with_key("rate", rate);
        let bar = ProgressBar::new(games).with_style(style);
        let (file, done) = self.open(series, &mut each)?;
        bar.set_position(done);
        bar.reset_eta();
        let stop = interrupt()?;
        let stopped =
            series.run(done, games, threads(self.jobs), &stop, |record| -> Result<()> {
                if let Some(file) = &file {
                    append(file, &record)?;
                }
                each(&record);
                bar.inc(1);
                Ok(())
            })?;
        bar.finish_and_clear();
        if stopped == Stop::Asked {
            let goes_on = if file.is_some() { "; the same command goes on from here" } else { "" };
            eprintln!("stopped before all games were played{goes_on}");
        }
        Ok(stopped)
    }

    fn open(&self, series: &Series, mut each: impl FnMut(&Record)) -> Result<(Option<File>, u64)> {
        let Some(path) = &self.out else { return Ok((None, 0)) };
        let resumed = resume(series, path, &mut each);
        let (file, done) = resumed.with_context(|| path.display().to_string())?;
        Ok((Some(file), done))
    }
}

/// How many threads: all cores if nobody says.
pub(super) fn threads(jobs: Option<usize>) -> usize {
    jobs.or_else(|| available_parallelism().ok().map(Into::into)).unwrap_or(1)
}

/// A flag that Ctrl-C sets; a second one ends the program at once.
pub(super) fn interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}
