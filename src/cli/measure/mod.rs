//! `junqi measure`

mod args;
mod columns;
mod output;
mod table;

pub(super) use args::Args;

use super::env::Env;
use super::job::{bar, threads};
use super::note::note;
use super::signals::interrupt;
use anyhow::Result;
use columns::MeasureColumn;
use junqi_core::base::job::{Completion, ordered};
use junqi_lab::research::measure::{GameMeasures, MeasureReport, Measuring};
use output::{MeasureOutput, ShownMeasures};
use std::process::ExitCode;

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let columns = self.columns(env)?;
        let measuring = columns.iter().map(|column| self.measuring(column.mode));
        let measuring = measuring.collect::<Result<Vec<_>>>()?;
        let (reports, stopped) = self.measure(&measuring, &columns)?;
        let shown =
            columns.iter().zip(&reports).map(|(c, report)| ShownMeasures::new(c, report)).collect();
        let output = MeasureOutput::new(&self, shown);
        env.show(&output, || table::text(&output))?;
        Ok(if stopped == Completion::Stopped { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Measures all games of all columns, in their order for any number of threads.
    fn measure(
        &self,
        measuring: &[Measuring],
        columns: &[MeasureColumn],
    ) -> Result<(Vec<MeasureReport>, Completion)> {
        let all: Vec<(usize, u64)> = (0..)
            .zip(columns)
            .flat_map(|(at, column)| (0..column.games()).map(move |number| (at, number)))
            .collect();
        let mut reports = vec![MeasureReport::default(); columns.len()];
        let bar = bar("games", all.len() as u64)?;
        let stop = interrupt();
        let work = |job: u64| -> Result<GameMeasures> {
            let (at, number) = all[job as usize];
            columns[at].measure(&measuring[at], number, stop)
        };
        let jobs = threads(self.jobs);
        let stopped = ordered(jobs, 0..all.len() as u64, stop, work, |job, measured| {
            reports[all[job as usize].0].add(measured?);
            bar.inc(1);
            Ok::<_, anyhow::Error>(())
        })?;
        bar.finish_and_clear();
        if stopped == Completion::Stopped {
            note("interrupted before all games were measured");
        }
        Ok((reports, stopped))
    }
}
