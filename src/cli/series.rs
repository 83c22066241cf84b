//! What self-play, matches and ladders share: which games are played.

use super::{Env, Usage, load};
use crate::game::belief::Visibility;
use crate::game::board::Seat;
use crate::game::rules::{Mode, Rules};
use crate::play::DeploymentSource;
use crate::tournament::{Lineup, Series};
use anyhow::{Result, bail, ensure};

#[derive(Debug, clap::Args)]
pub(super) struct SeriesOptions {
    /// Games to play, in a ladder for every pair; 100 if not given, for a match with --sprt 40000.
    #[arg(long)]
    games: Option<u64>,
    #[command(flatten)]
    ground: GameTerms,
    /// Deployments: a file or folder (.txt, .jql, .jgs, .jsonl), `book` for the embedded ones, or
    /// `sample` for uniformly random legal ones.
    #[arg(long, default_value = BOOK)]
    pub(super) deployments: String,
}

/// What games are played by.
#[derive(Debug, clap::Args)]
pub(crate) struct GameTerms {
    /// The seed of everything: deployments and every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// 2v2 or 1v1; the rules' own if not given.
    #[arg(long, value_parser = mode)]
    mode: Option<Mode>,
    /// The rules: a preset (default, qq) and options, separated by commas.
    #[arg(long, default_value = "default")]
    rules: Rules,
    /// Whose pieces the players know.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// Who moves first: S, E, N or W.
    #[arg(long, default_value = "S")]
    first: Seat,
}

/// The embedded deployments.
pub(super) const BOOK: &str = "book";

/// 2v2 or 1v1.
pub(super) fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "2v2" => Ok(Mode::FourPlayer),
        "1v1" => Ok(Mode::TwoPlayer),
        _ => Err("expected 2v2 or 1v1".into()),
    }
}

/// Games if nobody says how many, and games of a match that a sequential test may end.
pub(super) const GAMES: u64 = 100;
pub(super) const MOST_GAMES: u64 = 40_000;

impl SeriesOptions {
    pub(super) fn games_or(&self, otherwise: u64) -> u64 {
        self.games.unwrap_or(otherwise)
    }

    pub(super) fn rules(&self) -> Rules {
        self.ground.rules()
    }

    pub(super) fn series(&self, lineup: Lineup, env: Env) -> Result<Series> {
        self.ground.series(|| deal(&self.deployments), lineup, env)
    }
}

impl GameTerms {
    fn rules(&self) -> Rules {
        self.mode.map_or(self.rules, |mode| self.rules.with_mode(mode))
    }

    /// Games with deployments of a source, which is read once all else is known to be right.
    pub(super) fn series(
        &self,
        deal: impl FnOnce() -> Result<DeploymentSource>,
        lineup: Lineup,
        env: Env,
    ) -> Result<Series> {
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
        let (visibility, first, seed) = (self.visibility, self.first, self.seed);
        Ok(Series { board: env.board, rules, visibility, first, seed, deal: deal()?, lineup })
    }
}

/// Where deployments come from: `sample`, `book`, a file or a folder.
pub(super) fn deal(source: &str) -> Result<DeploymentSource> {
    if source == "sample" {
        return Ok(DeploymentSource::Sample);
    }
    let lawful = load::lawful_deployments(source)?;
    let deal = DeploymentSource::book(lawful.into_iter().map(|(named, _)| named).collect());
    if let DeploymentSource::Book(book) = &deal {
        let some = book.iter().any(|(share, _)| *share > 0);
        ensure!(some, "{source}: found no share above 0, expected one at least");
    }
    Ok(deal)
}
