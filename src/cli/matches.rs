//! `junqi match`

use super::env::{Env, Usage};
use super::job::JobOptions;
use super::load;
use super::reporter::Reporter;
use super::series::{BOOK, GAMES, MOST_GAMES, SeriesOptions, deal};
use anyhow::{Context, Result, anyhow, bail};
use junqi_core::play::PlayerSpec;
use junqi_lab::shards::JobSpec;
use junqi_lab::tournament::rating::{ConfidenceInterval, Sprt};
use junqi_lab::tournament::{Failures, Games, Lineup, MatchReport, MatchTally, Series, SprtReport};
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
#[command(mut_arg("games", |games| games.help(
    "Number of games, rounded up to whole units (docs/MATCHES.md) [default: 100; with --sprt at most 40000]"
)))]
pub(super) struct Args {
    /// First side: a player as NAME, NAME:key=value,key=value or FILE.toml:NAME (see `junqi seats`);
    /// with `--compare deployments` a source of deployments as for `--deployments`.
    a: load::Source,
    /// Second side, written like the first.
    b: load::Source,
    /// What the match compares: `agents`, two players that play the same deployments, or
    /// `deployments`, two sources of deployments that the same player plays.
    #[arg(long, value_enum, default_value = "agents")]
    compare: Compare,
    /// Player that plays all seats with `--compare deployments` [default: greedy].
    #[arg(long, value_parser = load::seat)]
    seat: Option<PlayerSpec>,
    /// Stop the match as soon as a sequential probability ratio test accepts H0 (the difference is elo0) or H1
    /// (elo1). Settings, separated by spaces or commas, with their defaults: elo0=0 elo1=20 (normalized Elo;
    /// logistic Elo with model=logistic), alpha=0.05 beta=0.05 (error rates), model=normalized. Place the option
    /// after the two sides.
    #[arg(long, num_args = 1.., value_delimiter = ',', value_name = "KEY=VALUE", value_parser = setting)]
    sprt: Option<Vec<String>>,
    #[command(flatten)]
    options: SeriesOptions,
    #[command(flatten)]
    work: JobOptions,
}

/// The player that plays deployments by default.
pub(super) const GREEDY: &str = "greedy";

/// What a match compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Compare {
    Agents,
    Deployments,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let (sides, games, sprt) = self.plan(env)?;
        self.work.run(env, &games, &mut MatchReporter::new(&sides, &games, sprt))
    }

    /// The job that the arguments describe.
    pub(super) fn job(&self, env: Env) -> Result<JobSpec> {
        let (sides, games, sprt) = self.plan(env)?;
        Ok(JobSpec::Match { sides, games, sprt })
    }

    /// The names of the sides, the games and the sequential test.
    fn plan(&self, env: Env) -> Result<([String; 2], Games, Option<Sprt>)> {
        let sprt = self.sprt.as_deref().map(sprt).transpose()?;
        let (series, sides) = match self.compare {
            Compare::Agents => {
                if self.seat.is_some() {
                    bail!(Usage("--seat needs `--compare deployments`".into()));
                }
                let seat = |side: &load::Source| {
                    let seat = side.text().and_then(load::seat);
                    seat.map_err(|e| Usage(format!("{e:#}")))
                };
                let seats = [seat(&self.a)?, seat(&self.b)?];
                let sides = seats.clone().map(|seat| seat.to_string());
                (self.options.series(Lineup::Match(seats), env)?, sides)
            }
            Compare::Deployments => {
                if !self.options.deployments.is(BOOK) {
                    let conflict = "--deployments cannot be combined with `--compare deployments`";
                    bail!(Usage(format!("{conflict}: give the two sources as A and B")));
                }
                let against = deal(&self.b, env.board).context("B")?;
                let seat = self.seat.clone().map_or_else(|| GREEDY.parse(), Ok)?;
                let lineup = Lineup::Deployments { seat, against };
                let series = self.options.series(lineup, env)?;
                let deal = deal(&self.a, env.board).context("A")?;
                (Series { deal, ..series }, [self.a.to_string(), self.b.to_string()])
            }
        };
        let games = self.options.games_or(if sprt.is_some() { MOST_GAMES } else { GAMES });
        Ok((sides, Games::new(series, games), sprt))
    }
}

/// A setting of the sequential test; other words are the sides of the match.
fn setting(text: &str) -> Result<String, String> {
    if text.contains('=') {
        return Ok(text.into());
    }
    Err("expected KEY=VALUE; place --sprt after the two sides".into())
}

/// Parses the settings of a sequential test.
fn sprt(settings: &[String]) -> Result<Sprt> {
    let mut sprt = Sprt::default();
    let mut keys = vec![];
    for setting in settings.iter().flat_map(|words| words.split_whitespace()) {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        if keys.contains(&key) {
            bail!(Usage(format!("--sprt: `{key}` is set twice")));
        }
        keys.push(key);
        sprt.set(key, value).map_err(|error| Usage(format!("--sprt: {error}")))?;
    }
    Ok(sprt.check().map_err(|error| Usage(format!("--sprt: {error}")))?)
}

/// Summarizes a match: Elo, unit scores, the sequential test, endings, speed.
pub(super) struct MatchReporter<'a> {
    sides: &'a [String; 2],
    games: &'a Games,
    tally: MatchTally,
}

impl<'a> MatchReporter<'a> {
    pub(super) fn new(sides: &'a [String; 2], games: &'a Games, sprt: Option<Sprt>) -> Self {
        Self { sides, games, tally: MatchTally::new(&games.series, sprt) }
    }

    /// Mean time per move of each side, in milliseconds.
    fn pace(&self) -> [Option<f64>; 2] {
        self.games.pace().map(|time| time.map(|time| 1000.0 * time.as_secs_f64()))
    }
}

impl Reporter for MatchReporter<'_> {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let added = self.tally.add_line(&self.games.series, line);
        added.map_err(|error| anyhow!("{error}"))
    }

    fn failures(&self) -> Option<&Failures> {
        Some(self.tally.failures())
    }

    fn progress(&self) -> String {
        let [wins, draws, losses] = self.tally.wins_draws_losses();
        let score = format!(", +{wins} ={draws} -{losses}");
        let limits = |sprt: SprtReport| {
            format!(", LLR {:+.2} [{:+.2}, {:+.2}]", sprt.llr, sprt.lower, sprt.upper)
        };
        score + &self.tally.sprt().map(limits).unwrap_or_default()
    }

    fn ends_by_itself(&self) -> bool {
        self.tally.sprt().is_some()
    }

    fn json(&self) -> Result<Json> {
        let compared = match self.games.series.lineup {
            Lineup::Deployments { .. } => "deployments",
            _ => "agents",
        };
        let mut json = serde_json::to_value(self.tally.report())?;
        json["compared"] = json!(compared);
        json["mode"] = json!(self.games.series.rules.mode.name());
        json["visibility"] = json!(self.games.series.visibility);
        if let Lineup::Deployments { seat, .. } = &self.games.series.lineup {
            json["seat"] = json!(seat.to_string());
        }
        json["sides"] = json!(self.sides);
        json["ms_a_move"] = json!(self.pace());
        Ok(json)
    }

    fn text(&self) -> Result<String> {
        let series = &self.games.series;
        let report = self.tally.report();
        let [a, b] = self.sides;
        let mode = series.rules.mode.name();
        let visibility = series.visibility;
        let by = match &series.lineup {
            Lineup::Deployments { seat, .. } => format!(", deployments played by {seat}"),
            _ => String::new(),
        };
        let size = report.games_per_unit;
        let mut text = format!("Results of {a} against {b} ({mode}, {visibility}{by}):\n");
        text += &strength(&report);
        let (points, games) = points(&report);
        text += &format!("Games: {games}, wins: {}, losses: {}, ", report.wins, report.losses);
        let share = 100.0 * points / games.max(1) as f64;
        text += &format!("draws: {}, points: {points:.1} ({share:.2} %)\n", report.draws);
        let counts: Vec<String> = report.unit_scores.iter().map(u64::to_string).collect();
        text += &format!("Units(0-{size}): [{}]\n", counts.join(", "));
        text += &test(&report);
        let endings: Vec<String> =
            report.endings.iter().map(|(why, count)| format!("{why} {count}")).collect();
        if games > 0 {
            text += &format!("Ended by: {}\n", endings.join(", "));
        }
        text += &format!("Plies a game: {:.1}", report.plies as f64 / games.max(1) as f64);
        text += &pair(", nodes a move: ", report.nodes_a_move, 0);
        Ok(text + &pair(", ms a move: ", self.pace(), 3) + "\n")
    }
}

fn points(report: &MatchReport) -> (f64, u64) {
    let MatchReport { wins, draws, losses, .. } = report;
    (*wins as f64 + *draws as f64 / 2.0, wins + draws + losses)
}

/// Elo, normalized Elo, likelihood of superiority and draw rate, as far as they are defined.
fn strength(report: &MatchReport) -> String {
    let interval = |name: &str, interval: Option<ConfidenceInterval>| {
        let text = |i: ConfidenceInterval| {
            format!("{name}: {:+.2} ({:+.2} to {:+.2})", i.value, i.low, i.high)
        };
        interval.map(text)
    };
    let percent = |name: &str, share: Option<f64>| {
        share.map(|share| format!("{name}: {:.2} %", 100.0 * share))
    };
    let lines = [
        [interval("Elo", report.elo), interval("nElo", report.normalized_elo)],
        [percent("LOS", report.superiority), percent("draw rate", report.draw_rate)],
    ];
    let line = |parts: [Option<String>; 2]| {
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { parts.join(", ") + "\n" }
    };
    lines.into_iter().map(line).collect()
}

/// The state of the sequential test; empty without one.
fn test(report: &MatchReport) -> String {
    let Some(sprt) = &report.sprt else { return String::new() };
    let terms = &sprt.terms;
    let (_, games) = points(report);
    let verdict = match sprt.accepted {
        Some(hypothesis) => format!("{hypothesis:?} was accepted after {games} games"),
        None => "not decided yet".into(),
    };
    format!(
        "LLR: {:.2} ({:.2}, {:.2}) [{:.2}, {:.2}] {}\nSPRT: {verdict}\n",
        sprt.llr, sprt.lower, sprt.upper, terms.elo0, terms.elo1, terms.model
    )
}

/// A number for each side (`-` where a side has none); empty if neither has one.
fn pair(name: &str, sides: [Option<f64>; 2], digits: usize) -> String {
    if sides == [None; 2] {
        return String::new();
    }
    let [a, b] = sides.map(|side| side.map_or("-".into(), |side| format!("{side:.digits$}")));
    format!("{name}{a} and {b}")
}
