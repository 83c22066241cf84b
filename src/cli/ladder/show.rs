//! `junqi ladder show`

use super::page;
use crate::cli::env::{Env, Usage};
use crate::cli::load;
use anyhow::Result;
use junqi_core::game::draw::{Bar, intervals};
use junqi_lab::tournament::ladder::{LadderResults, RankedSeat, SeatNames, Standing};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Game records of `match` or `ladder run`; unfinished units are not counted.
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Player whose Elo is set to 0 [default: random if it played, else the first player].
    #[arg(long, value_name = "SEAT")]
    anchor: Option<String>,
    /// Seat file whose names replace the players' full settings in the output.
    #[arg(long, value_name = "FILE.toml")]
    names: Option<PathBuf>,
    /// Write a picture of the ratings with their confidence intervals (SVG).
    #[arg(long, value_name = "FILE")]
    svg: Option<load::Output>,
    /// Write a Markdown page with the ratings and the cross table.
    #[arg(long, value_name = "FILE")]
    markdown: Option<load::Output>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let mut results = LadderResults::default();
        for path in &self.files {
            load::each_record(path, |record| Ok(results.add(&record)?))?;
        }
        let names: SeatNames = match &self.names {
            None => SeatNames::new(),
            Some(file) => load::seats_of_file(file)
                .map_err(|error| Usage(format!("--names: {error:#}")))?
                .into_iter()
                .map(|(name, seat)| (seat.to_string(), name))
                .collect(),
        };
        let text = |name: &String| names.iter().find(|(_, n)| *n == name).map(|(seat, _)| seat);
        let anchor = self.anchor.as_ref().map(|name| text(name).unwrap_or(name).as_str());
        let standing = results.standing(anchor)?;
        if let Some(path) = &self.svg {
            load::write_picture(path, &picture(&standing, &names))?;
        }
        if let Some(path) = &self.markdown {
            load::write(path, page::markdown(&standing, &names).as_bytes())?;
        }
        env.show(&standing, || page::table(&standing, &names))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn picture(standing: &Standing, names: &SeatNames) -> String {
    let bar = |place: &RankedSeat| Bar {
        name: page::name(&place.seat, names),
        value: place.elo,
        ends: [place.low, place.high],
    };
    let bars: Vec<Bar> = standing.places.iter().map(bar).collect();
    let anchor = page::name(&standing.anchor, names);
    let title = format!("Ladder of {}", page::kind(standing));
    intervals(&title, &format!("Elo above {anchor}, with 95 % intervals"), &bars)
}
