//! `junqi suite run`

use super::table;
use crate::base::clock::WallClock;
use crate::base::job::{Completion, ordered};
use crate::cli::env::{Env, print, print_json};
use crate::cli::job::{bar, threads};
use crate::cli::load;
use crate::cli::note::note;
use crate::cli::signals::interrupt;
use crate::game::format::files_below;
use crate::play::PlayerSpec;
use crate::research::suite::{
    Half, MomentAnswer, Subject, SuiteMoment, SuiteReport, SuiteRunner, embedded, parse_moments,
};
use anyhow::{Context, Result, ensure};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Engine to measure (NAME, NAME:key=value,key=value or FILE.toml:NAME; see `junqi seats`).
    #[arg(value_parser = load::seat)]
    seat: PlayerSpec,
    /// File of moments, or folder of .jsonl files, to use instead of the built-in suite.
    #[arg(long, value_name = "PATH")]
    suite: Option<PathBuf>,
    /// Subjects to measure, separated by commas [default: all].
    #[arg(long, value_delimiter = ',')]
    subject: Vec<Subject>,
    /// Half of the moments to use; tune engines on `tune` alone.
    #[arg(long, value_enum, default_value = "all")]
    half: HalfChoice,
    /// Random seed of the engine's choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of moments answered in parallel [default: number of CPU threads]. Engines with a time limit
    /// share the CPU then.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// Print the answer at every moment as well.
    #[arg(long)]
    each: bool,
}

/// The choice of moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum HalfChoice {
    /// Moments for development and tuning.
    Tune,
    /// Held-out moments, for measuring alone.
    Kept,
    /// Both halves.
    All,
}

impl HalfChoice {
    fn has(self, half: Half) -> bool {
        match self {
            Self::Tune => half == Half::Tune,
            Self::Kept => half == Half::Kept,
            Self::All => true,
        }
    }
}

/// The JSON output.
#[derive(Debug, Serialize)]
struct SuiteOutput<'a> {
    seat: String,
    half: HalfChoice,
    seed: u64,
    #[serde(flatten)]
    report: SuiteReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<&'a [MomentAnswer]>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let moments = self.moments()?;
        ensure!(!moments.is_empty(), "the suite has no moments of this choice");
        let (answers, end) = self.answers(&moments, env)?;
        let end = match end {
            Err(error) if answers.is_empty() => return Err(error),
            end => end,
        };
        let report = SuiteReport::new(&answers);
        if env.json {
            let (seat, half, seed) = (self.seat.to_string(), self.half, self.seed);
            let answers = self.each.then_some(&*answers);
            print_json(&SuiteOutput { seat, half, seed, report, answers })?;
        } else {
            let each = if self.each { table::answers(&answers) } else { String::new() };
            print(&(each + &table::report(&report)))?;
        }
        match end.context("the results are those of the moments before this one")? {
            Completion::Finished => Ok(ExitCode::SUCCESS),
            Completion::Stopped => {
                note("interrupted before all moments were answered");
                Ok(ExitCode::FAILURE)
            }
        }
    }

    fn moments(&self) -> Result<Vec<SuiteMoment>> {
        let mut moments = vec![];
        if let Some(path) = &self.suite {
            for file in files_below(path, &["jsonl"])?.files {
                let (text, named) = (load::text(&file)?, || file.display().to_string());
                load::check_json(&text, "JSON lines, the moments of a suite")
                    .with_context(named)?;
                moments.extend(parse_moments(&text).with_context(named)?);
            }
        } else {
            moments = embedded();
        }
        let wanted = |moment: &SuiteMoment| {
            let subject = self.subject.is_empty() || self.subject.contains(&moment.subject);
            subject && self.half.has(moment.half)
        };
        moments.retain(wanted);
        Ok(moments)
    }

    /// The answers at all moments, in order, and whether these are all or the engine failed at the next one.
    fn answers(
        &self,
        moments: &[SuiteMoment],
        env: Env,
    ) -> Result<(Vec<MomentAnswer>, Result<Completion>)> {
        let count = moments.len() as u64;
        let (bar, stop, clock) = (bar("moments", count)?, interrupt(), WallClock::default());
        let runner = SuiteRunner {
            spec: &self.seat,
            board: env.board,
            seed: self.seed,
            clock: &clock,
            stop,
        };
        let mut answers = vec![];
        let work = |number: u64| {
            let moment = &moments[number as usize];
            let place = || format!("{}, {}, event {}", moment.subject, moment.source, moment.at);
            runner.answer(moment).with_context(place)
        };
        let end = ordered(threads(self.jobs), 0..count, stop, work, |_, answer| {
            bar.inc(1);
            answers.push(answer?);
            Ok::<_, anyhow::Error>(())
        });
        bar.finish_and_clear();
        Ok((answers, end))
    }
}
