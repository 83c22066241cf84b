//! Options that self-play, matches and ladders share: number of games, rules, deployments, seed.

use super::env::{Env, Usage};
use super::load;
use super::values::{games, mode};
use anyhow::{Result, bail, ensure};
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::rules::{Mode, Rules};
use junqi_core::play::DeploymentSource;
use junqi_lab::tournament::{Lineup, Series};

#[derive(Debug, clap::Args)]
pub(super) struct SeriesOptions {
    /// Number of games [default: 100].
    #[arg(long, value_parser = games)]
    games: Option<u64>,
    #[command(flatten)]
    terms: GameTerms,
    /// Source of the deployments: a file or folder (.txt, .jql, .jgs, .jsonl), the built-in
    /// `book`, `strong`, `mixed-1v1` or `mixed-2v2`, or `sample` for uniformly random legal ones. On boards
    /// with other arms than the standard one, `book` is `sample`.
    #[arg(long, default_value = BOOK)]
    pub(super) deployments: load::Source,
}

/// The conditions of the games: seed, mode, rules, visibility, first mover.
#[derive(Debug, clap::Args)]
pub(crate) struct GameTerms {
    /// Random seed; determines the deployments and every random choice of the players [default: 1].
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// Game mode: 2v2 (four players, two teams) or 1v1 (two players) [default: that of --rules; 1v1 on a board with
    /// two arms].
    #[arg(long, value_parser = mode)]
    mode: Option<Mode>,
    /// Rules: a preset (default or qq), then options as key=value, separated by commas (docs/RULES.md).
    #[arg(long, default_value = "default", value_parser = Rules::of_new_game)]
    rules: Rules,
    /// Pieces whose kinds a player knows from the start.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// Seat that moves first: S, E, N or W.
    #[arg(long, default_value = "S")]
    first: Seat,
}

/// The name of the built-in deployments.
pub(super) const BOOK: &str = "book";

/// The default number of games, and the default limit of a match with a sequential test.
pub(super) const GAMES: u64 = 100;
pub(super) const MOST_GAMES: u64 = 40_000;

impl SeriesOptions {
    pub(super) fn games_or(&self, otherwise: u64) -> u64 {
        self.games.unwrap_or(otherwise)
    }

    pub(super) fn rules(&self, env: Env) -> Rules {
        self.terms.rules(env)
    }

    pub(super) fn series(&self, lineup: Lineup, env: Env) -> Result<Series> {
        self.terms.series(|| deal(&self.deployments, env.board), lineup, env)
    }
}

impl GameTerms {
    fn rules(&self, env: Env) -> Rules {
        match self.mode {
            Some(mode) => self.rules.with_mode(mode),
            None => self.rules.on(env.board),
        }
    }

    /// The series under these conditions; `deal` reads the deployments, after all other checks.
    pub(super) fn series(
        &self,
        deal: impl FnOnce() -> Result<DeploymentSource>,
        lineup: Lineup,
        env: Env,
    ) -> Result<Series> {
        let rules = self.rules(env);
        check_that_games_end(rules)?;
        if !rules.seats().contains(self.first) {
            bail!(Usage(format!("--first: seat {} does not play in this mode", self.first)));
        }
        rules.net(env.board)?;
        let visibility = self.visibility;
        let first = self.first;
        let seed = self.seed.unwrap_or(1);
        Ok(Series { board: env.board, rules, visibility, first, seed, deal: deal()?, lineup })
    }
}

/// Reads a source of deployments: `sample`, `book`, a file or a folder. On boards with other arms than the standard
/// one's, `book`, the default, is `sample`.
pub(super) fn deal(source: &load::Source, board: &'static Board) -> Result<DeploymentSource> {
    if source.is("sample") || (source.is(BOOK) && !board.shape().is_standard()) {
        return Ok(DeploymentSource::Sample);
    }
    let lawful = load::lawful_deployments(source, board.shape())?;
    let deal = DeploymentSource::book(lawful.into_iter().map(|(named, _)| named).collect());
    if let DeploymentSource::Book(book) = &deal {
        let some = book.iter().any(|(share, _)| *share > 0);
        ensure!(
            some,
            "{source}: every deployment has share 0; at least one share must be positive"
        );
    }
    Ok(deal)
}

/// An error if games need not end under these rules.
pub(super) fn check_that_games_end(rules: Rules) -> Result<()> {
    if rules.may_be_endless() {
        let endless = "--rules: under these rules a game may never end; set";
        bail!(Usage(format!("{endless} draw_quiet_plies or max_plies above 0")));
    }
    Ok(())
}
