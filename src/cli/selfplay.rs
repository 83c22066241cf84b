//! `junqi selfplay`

use super::env::{Env, Usage};
use super::job::JobOptions;
use super::load;
use super::reporter::Reporter;
use super::series::{GAMES, SeriesOptions};
use anyhow::{Result, bail};
use junqi_core::game::board::Seat;
use junqi_core::game::format::GameRecord;
use junqi_core::game::rules::{Rules, Team};
use junqi_core::play::{PLAYERS, PlayerSpec};
use junqi_lab::shards::JobSpec;
use junqi_lab::tournament::{Failures, Games, Lineup, SeriesSummary};
use serde_json::{Value as Json, json};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The players of the teams by default.
const TEAMS: [&str; 2] = ["greedy", "random"];

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Player of every seat, as S=greedy,E=random,N=greedy,W=random (see `junqi seats`).
    #[arg(long, value_parser = parse_seats, conflicts_with_all = ["team_a", "team_b"])]
    seats: Option<Seats>,
    /// Player that plays S and N (in 1v1 games, S).
    #[arg(long, value_name = "SEAT", default_value = TEAMS[0], value_parser = load::seat)]
    team_a: PlayerSpec,
    /// Player that plays E and W (in 1v1 games, N).
    #[arg(long, value_name = "SEAT", default_value = TEAMS[1], value_parser = load::seat)]
    team_b: PlayerSpec,
    /// Record each player's evaluation of its position at every turn, as training data for
    /// `eval tune` and `eval train`.
    #[arg(long)]
    values: bool,
    #[command(flatten)]
    options: SeriesOptions,
    #[command(flatten)]
    work: JobOptions,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let games = self.games(env)?;
        let is_first_try = self.seats.is_none() && !self.work.is_recorded() && {
            let teams = [&self.team_a, &self.team_b].map(ToString::to_string);
            teams == TEAMS
        };
        let mut reporter = SelfplayReporter { is_first_try, ..SelfplayReporter::new(&games) };
        self.work.run(env, &games, &mut reporter)
    }

    /// The job that the arguments describe.
    pub(super) fn job(&self, env: Env) -> Result<JobSpec> {
        Ok(JobSpec::Selfplay(self.games(env)?))
    }

    fn games(&self, env: Env) -> Result<Games> {
        let series = self.options.series(Lineup::Fixed(self.lineup(env)?), env)?;
        Ok(Games::new(series, self.options.games_or(GAMES)).with_values(self.values))
    }

    fn lineup(&self, env: Env) -> Result<[Option<PlayerSpec>; 4]> {
        let rules = self.options.rules(env);
        let mut lineup: [Option<PlayerSpec>; 4] = Seat::ALL.map(|seat| {
            let team = if rules.team(seat) == Team::First { &self.team_a } else { &self.team_b };
            rules.seats().contains(seat).then(|| team.clone())
        });
        if let Some(Seats(seats)) = &self.seats {
            lineup.clone_from(seats);
            for seat in Seat::ALL {
                let plays = rules.seats().contains(seat);
                let named = lineup[seat.index()].is_some();
                if plays != named {
                    let fault = if plays { "has no player" } else { "does not play in this mode" };
                    bail!(Usage(format!("--seats: seat {seat} {fault}")));
                }
            }
        }
        Ok(lineup)
    }
}

/// The player of each seat; none for seats that are not in the game.
#[derive(Debug, Clone)]
struct Seats([Option<PlayerSpec>; 4]);

/// Parses `S=greedy,E=random:nodes=5,N=..`. A part that does not name a seat's player continues the
/// seat before it, because options are separated by commas, too: `N=pvs` is a player of North,
/// `N=0.05` an option.
fn parse_seats(text: &str) -> Result<Seats> {
    let mut specs: [Option<String>; 4] = Default::default();
    let mut last = None;
    for part in text.split(',') {
        let other = part.split_once('=').filter(|(letter, _)| letter.parse::<Seat>().is_err());
        if let Some((letter, _)) = other.filter(|(_, spec)| spec.parse::<PlayerSpec>().is_ok()) {
            bail!("found seat `{letter}`, expected S, E, N or W");
        }
        let named = part.split_once('=').and_then(|(letter, spec)| {
            let seat: Seat = letter.parse().ok()?;
            spec.parse::<f64>().is_err().then_some((seat, spec))
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

/// Summarizes self-play.
pub(super) struct SelfplayReporter<'a> {
    games: &'a Games,
    summary: SeriesSummary,
    failures: Failures,
    /// Whether the command was typed without choices, as in the README: then the text says what the
    /// players are and what to try next.
    is_first_try: bool,
}

impl<'a> SelfplayReporter<'a> {
    pub(super) fn new(games: &'a Games) -> Self {
        let summary = SeriesSummary::default();
        let failures = Failures::default();
        Self { games, summary, failures, is_first_try: false }
    }
}

impl Reporter for SelfplayReporter<'_> {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let record = GameRecord::read(line)?;
        self.summary.add(&record);
        self.failures.add(&record.result);
        Ok(ControlFlow::Continue(()))
    }

    fn failures(&self) -> Option<&Failures> {
        Some(&self.failures)
    }

    fn text(&self) -> Result<String> {
        let (seats, _) = self.games.series.plan(0);
        let table = table(&seats, &self.summary, &self.games.series.rules);
        Ok(if self.is_first_try { table + &next_steps() } else { table })
    }

    fn json(&self) -> Result<Json> {
        let (seats, _) = self.games.series.plan(0);
        let seats = seats.map(|s| s.map(|s| s.to_string()));
        let mut json = json!({ "seats": seats, "summary": self.summary });
        if !self.failures.is_empty() {
            json["failures"] = json!(self.failures);
        }
        Ok(json)
    }
}

/// What the default players are, and what to try next.
fn next_steps() -> String {
    let mut text = String::from("\n");
    for kind in PLAYERS.iter().filter(|kind| TEAMS.contains(&kind.name)) {
        writeln!(text, "{}: {}", kind.name, kind.about).expect("writing to a string cannot fail");
    }
    text + "Next: `junqi serve` to play in the browser, `junqi seats` for all players, `junqi match A B` to compare two.\n"
}

fn table(seats: &[Option<PlayerSpec>; 4], summary: &SeriesSummary, rules: &Rules) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_before_a_number_is_a_parameter() {
        let Seats(seats) = parse_seats("S=awt:M=0.05,N=0.02,E=greedy,N=pvs,W=random").unwrap();
        let names = seats.map(|seat| seat.unwrap().to_string());
        assert_eq!(names, ["awt:M=0.05,N=0.02", "greedy", "pvs", "random"]);
        assert!(parse_seats("S=greedy,S=pvs").is_err());
    }
}
