//! The sources of measured games, by mode: recorded games and self-play.

use super::args::Args;
use crate::cli::env::{Env, Usage};
use crate::cli::load;
use crate::cli::series::{check_that_games_end, deal};
use anyhow::{Context, Result, bail};
use junqi_core::base::random::stream;
use junqi_core::game::board::Seat;
use junqi_core::game::format::GameRecord;
use junqi_core::game::rules::{Mode, Rules};
use junqi_core::play::PlayerSpec;
use junqi_lab::research::learn::OpenGame;
use junqi_lab::research::measure::{GameMeasures, Measuring};
use junqi_lab::tournament::{Lineup, Series};
use rand::seq::SliceRandom;
use std::sync::atomic::AtomicBool;

/// The random stream that samples recorded games.
const DRAWING: u64 = 0x6d_6561_7303;

/// Games of one source and one mode.
pub(super) struct MeasureColumn {
    pub(super) source: String,
    pub(super) mode: Mode,
    games: Games,
}

enum Games {
    Recorded(Vec<OpenGame>),
    Played(Box<Series>, u64),
}

impl MeasureColumn {
    /// How many games it has.
    pub(super) fn games(&self) -> u64 {
        match &self.games {
            Games::Recorded(games) => games.len() as u64,
            Games::Played(_, games) => *games,
        }
    }

    /// Measures one game, after playing it if it is not recorded.
    pub(super) fn measure(
        &self,
        measuring: &Measuring,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<GameMeasures> {
        Ok(match &self.games {
            Games::Recorded(games) => measuring.game(&games[number as usize], number)?,
            Games::Played(series, _) => {
                let record: GameRecord = series.play(number, stop)?;
                let name = format!("{}, game {number}", self.source);
                let game = OpenGame::new(name, &record.history(series.board)?)?;
                measuring.game(&game, number)?
            }
        })
    }
}

impl Args {
    /// All columns, 2v2 games first.
    pub(super) fn columns(&self, env: Env) -> Result<Vec<MeasureColumn>> {
        if self.paths.is_empty() && self.play.is_empty() {
            bail!(Usage("no games given: name files or folders, or use --play".into()));
        }
        let mut columns = vec![];
        let mut recorded = load::whole_games(&self.paths, env)?;
        for wanted in Mode::ALL {
            if !self.mode.contains(&wanted) {
                continue;
            }
            for spec in &self.play {
                columns.push(self.played(spec, wanted, env)?);
            }
            let of_mode = |game: &mut OpenGame| game.start.rules().mode == wanted;
            let games: Vec<OpenGame> = recorded.extract_if(.., of_mode).collect();
            if !games.is_empty() {
                let games = Games::Recorded(self.drawn(games));
                columns.push(MeasureColumn { source: "recorded".into(), mode: wanted, games });
            }
        }
        if columns.is_empty() {
            bail!("no games of that mode in the given files");
        }
        Ok(columns)
    }

    fn played(&self, spec: &PlayerSpec, mode: Mode, env: Env) -> Result<MeasureColumn> {
        let rules: Rules = self.rules.with_mode(mode);
        check_that_games_end(rules)?;
        rules.net(env.board)?;
        let deal = deal(&self.deployments, env.board).context("--deployments")?;
        let seats = Seat::ALL.map(|seat| rules.seats().contains(seat).then(|| spec.clone()));
        let series = Series {
            board: env.board,
            rules,
            visibility: self.visibility,
            first: Seat::South,
            seed: self.seed,
            deal,
            lineup: Lineup::Fixed(seats),
        };
        let games = Games::Played(Box::new(series), self.games);
        Ok(MeasureColumn { source: spec.to_string(), mode, games })
    }

    /// A random sample of the games, of the requested size, in their order.
    fn drawn(&self, games: Vec<OpenGame>) -> Vec<OpenGame> {
        let Some(most) = self.sample else { return games };
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.shuffle(&mut stream(self.seed, &[DRAWING]));
        order.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let chosen = games.into_iter().enumerate().filter(|(at, _)| order.contains(at));
        chosen.map(|(_, game)| game).collect()
    }
}
