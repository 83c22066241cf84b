//! `junqi experiment positions`

use crate::cli::env::{Env, Usage, print, print_json};
use crate::cli::job::bar;
use crate::cli::load;
use crate::cli::series::{BOOK, deal};
use anyhow::{Context, Result, bail, ensure};
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::Seat;
use junqi_core::game::format::GameRecord;
use junqi_core::game::rules::{Mode, Phase, Rules, Team};
use junqi_core::play::{DeploymentSource, PlayerSpec};
use junqi_lab::research::experiments::PositionCollector;
use junqi_lab::tournament::{Lineup, Series};
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// The number of games per requested position after which the search for positions gives up.
const PATIENCE: u64 = 20;

/// Number of games that are played in parallel before their positions are taken in order.
const AT_ONCE: u64 = 32;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Output folder, one file per position; a name that ends in .txt is a file of all positions.
    #[arg(long, value_name = "PATH")]
    out: load::Output,
    /// Random seed of the games and of the choice of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of positions per phase (opening, middle, end), for each of 2v2 and 1v1.
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u64).range(1..1000))]
    per: u64,
    /// Players of the self-play games (see `junqi seats`): each plays against itself and against each
    /// other, in turn.
    #[arg(long, value_name = "SEAT", num_args = 1.., default_value = "greedy", conflicts_with = "from", value_parser = load::seat)]
    seats: Vec<PlayerSpec>,
    /// Deployments of the self-play games, in turn: `book` for the built-in ones, `sample` for uniformly
    /// random legal ones, a file or a folder.
    #[arg(long, value_name = "SOURCE", num_args = 1.., default_value = BOOK, conflicts_with = "from")]
    deployments: Vec<load::Source>,
    /// Take at most one position from a game.
    #[arg(long)]
    apart: bool,
    /// Take the positions from these recorded games (files or folders, .jsonl or .jgs) instead of
    /// self-play; fewer than --per if the games have no more.
    #[arg(long, num_args = 1.., value_name = "GAMES")]
    from: Vec<PathBuf>,
    /// Rules under which .jgs files are replayed.
    #[arg(long, default_value = "qq", requires = "from")]
    rules: Rules,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<()> {
        let games = self.recorded(env)?;
        let mut files = vec![];
        for mode in Mode::ALL {
            let positions = if self.from.is_empty() {
                self.played(mode, env)?
            } else {
                self.picked(mode, &games, env)?
            };
            for phase in Phase::ALL {
                for (position, number) in positions.of(phase).iter().zip(1..) {
                    let name = format!("{}-{phase}-{number:02}.txt", mode.name());
                    files.push((name, position.to_string()));
                }
            }
        }
        ensure!(!files.is_empty(), "these games have no suitable position");
        if load::ending(&self.out) == "txt" {
            let texts: String = files.iter().map(|(_, text)| text.as_str()).collect();
            load::write(&self.out, texts.as_bytes())?;
        } else {
            load::write_all(env, &self.out, &files)?;
        }
        if env.json {
            let names: Vec<&String> = files.iter().map(|(name, _)| name).collect();
            return print_json(&json!({ "out": self.out, "files": names }));
        }
        print(&format!("{} positions written to {}\n", files.len(), self.out.display()))
    }

    fn none(&self) -> PositionCollector {
        let none = PositionCollector::new(self.seed, self.per as usize, Visibility::FourDark);
        none.apart(self.apart)
    }

    /// Positions from games played for them.
    fn played(&self, mode: Mode, env: Env) -> Result<PositionCollector> {
        let rules = Rules::default().with_mode(mode);
        let deals: Vec<DeploymentSource> =
            self.deployments.iter().map(|source| deal(source, env.board)).collect::<Result<_>>()?;
        let pairs: Vec<[&PlayerSpec; 2]> = self.pairs().collect();
        let play = |game: u64| {
            let (pair, round) = (game as usize % pairs.len(), game as usize / pairs.len());
            let [a, b] = pairs[pair];
            let seat = |seat| if rules.team(seat) == Team::First { a } else { b };
            let playing = |place| rules.seats().contains(place).then(|| seat(place).clone());
            let series = Series {
                board: env.board,
                rules,
                visibility: Visibility::FourDark,
                first: Seat::South,
                seed: self.seed,
                deal: deals[round % deals.len()].clone(),
                lineup: Lineup::Fixed(Seat::ALL.map(playing)),
            };
            let players = if a == b { a.to_string() } else { format!("{a} : {b}") };
            let record = series.play(game, &AtomicBool::new(false))?;
            Ok((record, format!("{players}, seed {}, game {game}", self.seed)))
        };
        let mut positions = self.none();
        let wanted = Phase::ALL.len() as u64 * self.per;
        let bar = bar(&format!("positions of {}", mode.name()), wanted)?;
        let games = PATIENCE * self.per * if self.apart { Phase::ALL.len() as u64 } else { 1 };
        for first in (0..games).step_by(AT_ONCE as usize) {
            let played = (first..games.min(first + AT_ONCE)).into_par_iter().map(play);
            let played: Vec<(GameRecord, String)> = played.collect::<Result<_>>()?;
            for ((record, source), game) in played.into_iter().zip(first..) {
                positions.take(env.board, &record, game, &source)?;
                if positions.is_full() {
                    bar.finish_and_clear();
                    return Ok(positions);
                }
            }
            bar.set_position(
                Phase::ALL.iter().map(|&phase| positions.of(phase).len() as u64).sum(),
            );
        }
        let least =
            Phase::ALL.map(|phase| positions.of(phase).len()).into_iter().min().unwrap_or(0);
        bail!("{games} games gave only {least} positions of a phase, {} are needed", self.per)
    }

    /// Each player as both sides, and against each other as either.
    fn pairs(&self) -> impl Iterator<Item = [&PlayerSpec; 2]> {
        self.seats.iter().flat_map(|a| self.seats.iter().map(move |b| [a, b]))
    }

    /// Positions from recorded games.
    fn picked(
        &self,
        mode: Mode,
        games: &[(String, GameRecord)],
        env: Env,
    ) -> Result<PositionCollector> {
        let mut positions = self.none();
        for ((source, record), number) in games.iter().zip(0..) {
            if record.rules.mode == mode {
                let taken = positions.take(env.board, record, number, source);
                taken.with_context(|| source.clone())?;
            }
        }
        Ok(positions)
    }

    /// The recorded games, each with a name.
    fn recorded(&self, env: Env) -> Result<Vec<(String, GameRecord)>> {
        let games = load::named_records(&self.from, Some(self.rules), env)?;
        if games.is_empty() && !self.from.is_empty() {
            bail!(Usage("--from: no games in these files; .jsonl and .jgs files are read".into()));
        }
        Ok(games)
    }
}
