//! `junqi selfplay`

use super::job::Work;
use super::reporter::teller;
use super::series::{GAMES, SeriesOptions};
use super::{Env, Usage, load};
use crate::game::board::Seat;
use crate::game::rules::{Rules, Team};
use crate::play::SeatSpec;
use crate::shards::JobSpec;
use crate::tournament::{Games, Lineup, SeriesSummary};
use anyhow::{Result, bail};
use std::fmt::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Who plays where: S=greedy,E=random,N=greedy,W=random.
    #[arg(long, value_parser = parse_seats, conflicts_with_all = ["team_a", "team_b"])]
    seats: Option<Seats>,
    /// Who plays S and N (in a game of two, S).
    #[arg(long, value_name = "SEAT", default_value = "greedy", value_parser = load::seat)]
    team_a: SeatSpec,
    /// Who plays E and W (in a game of two, N).
    #[arg(long, value_name = "SEAT", default_value = "random", value_parser = load::seat)]
    team_b: SeatSpec,
    /// Put into the records what the seats think the game is worth, turn by turn: training data.
    #[arg(long)]
    values: bool,
    #[command(flatten)]
    options: SeriesOptions,
    #[command(flatten)]
    work: Work,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let job = self.job(env)?;
        self.work.run(env, job.task(), &mut *teller(&job))
    }

    /// What is to be done.
    pub(super) fn job(&self, env: Env) -> Result<JobSpec> {
        let series = self.options.series(Lineup::Fixed(self.lineup()?), env)?;
        Ok(JobSpec::Selfplay(
            Games::new(series, self.options.games_or(GAMES)).with_values(self.values),
        ))
    }

    fn lineup(&self) -> Result<[Option<SeatSpec>; 4]> {
        let rules = self.options.rules();
        let mut lineup: [Option<SeatSpec>; 4] = Seat::ALL.map(|seat| {
            let team = if rules.team(seat) == Team::First { &self.team_a } else { &self.team_b };
            rules.seats().contains(seat).then(|| team.clone())
        });
        if let Some(Seats(seats)) = &self.seats {
            lineup.clone_from(seats);
            for seat in Seat::ALL {
                let (plays, named) = (rules.seats().contains(seat), lineup[seat.index()].is_some());
                if plays != named {
                    let found = if named { "a player" } else { "nobody" };
                    let expected = if plays { "a player" } else { "nobody in this mode" };
                    let what =
                        format!("--seats: found {found} for seat {seat}, expected {expected}");
                    bail!(Usage(what));
                }
            }
        }
        Ok(lineup)
    }
}

/// By seat, who plays.
#[derive(Debug, Clone)]
struct Seats([Option<SeatSpec>; 4]);

/// Reads `S=greedy,E=random:nodes=5,N=..`; a part that begins with no seat belongs to the seat
/// before it.
fn parse_seats(text: &str) -> Result<Seats> {
    let mut specs: [Option<String>; 4] = Default::default();
    let mut last = None;
    for part in text.split(',') {
        let named = part.split_once('=').and_then(|(letter, spec)| {
            let seat: Seat = letter.parse().ok()?;
            Some((seat, spec))
        });
        match (named, last) {
            (Some((seat, spec)), _) if specs[seat.index()].is_none() => {
                specs[seat.index()] = Some(spec.to_owned());
                last = Some(seat.index());
            }
            (None, Some(index)) => {
                let spec: &mut Option<String> = &mut specs[index];
                *spec = spec.take().map(|s| s + "," + part);
            }
            _ => bail!("found `{part}`, expected a seat not yet named: S=, E=, N= or W="),
        }
    }
    let mut seats = [const { None }; 4];
    for (seat, spec) in seats.iter_mut().zip(specs) {
        *seat = spec.map(|s| load::seat(&s)).transpose()?;
    }
    Ok(Seats(seats))
}

pub(super) fn table(
    seats: &[Option<SeatSpec>; 4],
    summary: &SeriesSummary,
    rules: &Rules,
) -> String {
    let games = summary.games.max(1) as f64;
    let percent = |count: u64| format!("{count:>7} {:>5.1} %", 100.0 * count as f64 / games);
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        writeln!(text, "{name:<34}{value}").expect("writing to a string cannot fail");
    };
    row("games", format!("{:>7}", summary.games));
    for (team, won) in Team::ALL.into_iter().zip([summary.first_team, summary.second_team]) {
        row(&format!("won by {}", rules.team_name(team)), percent(won));
    }
    row("drawn", percent(summary.draws));
    for (seat, spec) in Seat::ALL.into_iter().zip(seats) {
        if let Some(spec) = spec {
            let alive = percent(summary.seat_survived[seat.index()]);
            let wins = percent(summary.seat_wins[seat.index()]);
            row(&format!("{seat} {spec}"), format!("{wins} won, {} in at the end", alive.trim()));
        }
    }
    for (why, count) in &summary.endings {
        row(&format!("ended by {why}"), percent(*count));
    }
    let mean = summary.plies as f64 / games;
    row("plies, mean", format!("{mean:>9.1} (from {} to {})", summary.shortest, summary.longest));
    text
}
