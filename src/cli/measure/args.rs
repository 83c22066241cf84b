//! Options of `junqi measure`.

use crate::cli::belief::options::OPPONENT_HELP;
use crate::cli::load;
use crate::cli::values::{fraction_below_one, mode};
use anyhow::Result;
use junqi_core::engine::data;
use junqi_core::game::belief::Visibility;
use junqi_core::game::rules::{Mode, Rules};
use junqi_core::play::PlayerSpec;
use junqi_lab::research::measure::Measuring;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    pub(super) paths: Vec<PathBuf>,
    /// Player (NAME, NAME:key=value,key=value or FILE.toml:NAME) that plays games against itself to be
    /// measured; may be repeated.
    #[arg(long, value_name = "SEAT", value_parser = load::seat)]
    pub(super) play: Vec<PlayerSpec>,
    /// Number of games for each --play and mode.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// Number of recorded games sampled per mode [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) sample: Option<u64>,
    /// Game modes to measure: 2v2, 1v1, or both separated by a comma.
    #[arg(long, value_parser = mode, value_delimiter = ',', default_value = "2v2,1v1")]
    pub(super) mode: Vec<Mode>,
    /// Pieces whose kinds a seat knows from the start, in played games and in the measurements.
    #[arg(long, value_enum, default_value = "four-dark")]
    pub(super) visibility: Visibility,
    #[arg(long, alias = "prior", default_value = "counting", value_name = "OPPONENT", help = OPPONENT_HELP)]
    pub(super) opponent: load::Source,
    /// Rules of the games played with --play: a preset (default or qq), then options as key=value,
    /// separated by commas (docs/RULES.md).
    #[arg(long, default_value = "default", value_parser = Rules::of_new_game)]
    pub(super) rules: Rules,
    /// Deployments of the games played with --play: a file or folder, `book` for the built-in ones, or
    /// `sample` for uniformly random legal ones.
    #[arg(long, default_value = "book")]
    pub(super) deployments: load::Source,
    /// Sampling interval: one position in every N plies is analysed in full.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: u32,
    /// Number of determinizations sampled per analysed position.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) worlds: u32,
    /// Length of the random walk from an analysed position to each leaf, in plies.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(super) walk: u32,
    /// Search depth for the best move in each determinization, in plies.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(super) depth: u32,
    /// Maximum depth of the quiescence search, in plies.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=16))]
    pub(super) quiet: u32,
    /// Draw margin: a leaf counts as drawn if |2p - 1| is at most this, where p is the win probability.
    #[arg(long, default_value_t = 0.1, value_parser = fraction_below_one)]
    pub(super) margin: f64,
    /// Random seed of games, sampled positions, determinizations and random walks.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of games measured in parallel [default: number of CPU threads]. Does not affect the results.
    #[arg(long)]
    pub(super) jobs: Option<NonZeroUsize>,
}

impl Args {
    /// The measurement of games of a mode that the options describe.
    pub(super) fn measuring(&self, mode: Mode) -> Result<Measuring> {
        let mixture = load::opponent(&self.opponent, mode)?;
        let Self { seed, visibility, every, worlds, walk, depth, quiet, margin, .. } = *self;
        let weights = Arc::new(data::weights());
        Ok(Measuring {
            visibility,
            mixture,
            every,
            worlds,
            walk,
            depth,
            quiet,
            margin,
            weights,
            seed,
        })
    }
}
