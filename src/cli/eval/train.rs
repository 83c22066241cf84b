//! `junqi eval train`

use super::trained::TrainReport;
use crate::base::random;
use crate::cli::env::Env;
use crate::cli::job::bar;
use crate::cli::load;
use crate::cli::note::note;
use crate::cli::values::{
    fraction, fraction_below_one, mode, not_negative, positive_integer, positive_number,
};
use crate::engine::data;
use crate::engine::eval::{Network, NetworkOrigin};
use crate::game::rules::Mode;
use crate::research::learn::{
    Draw, LeftOut, MeasuredWeights, Omitted, OpenGame, Quality, Sampling, Trained, Training,
    TrainingPosition, TrainingPositions, fit_scale, foretold, target_fit, whole,
};
use anyhow::{Result, ensure};
use rand::RngExt;
use rayon::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;

/// The largest activation of a unit for which the integer sums cannot overflow.
const PEAK: f32 = 30.0;
/// The random stream that chooses the held-out games.
const HELD_OUT: u64 = 2;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records or labelled games (.jsonl), or folders of them. Of labelled
    /// games (`eval label`) all labelled positions are taken, without --every, --from and --strays.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Game mode to train for: 2v2 or 1v1; games of the other mode are ignored.
    #[arg(long, value_parser = mode)]
    mode: Mode,
    /// Write the network to this file.
    #[arg(long, short, value_name = "FILE")]
    out: Option<load::Output>,
    /// Weight of recorded search values (`selfplay --values`, `eval label`) in the training target, 0 to 1;
    /// the game result has the rest.
    #[arg(long, default_value_t = 0.5, value_parser = fraction)]
    blend: f64,
    /// Skip positions whose recorded search value is further than this from the linear evaluation, in
    /// centi-pieces.
    #[arg(long)]
    margin: Option<u32>,
    /// Extra training positions per position taken, reached from it by random moves.
    #[arg(long, default_value_t = Draw::default().strays)]
    strays: u32,
    /// Number of training epochs.
    #[arg(long, default_value_t = Training::default().epochs, value_parser = positive_integer)]
    epochs: usize,
    /// Batch size: positions per optimizer step.
    #[arg(long, default_value_t = Training::default().batch, value_parser = positive_integer)]
    batch: usize,
    /// Initial learning rate.
    #[arg(long, default_value_t = Training::default().rate, value_parser = positive_number)]
    rate: f64,
    /// Weight decay: a step at learning rate r shrinks every weight by the fraction r x DECAY.
    #[arg(long, default_value_t = Training::default().decay, value_parser = not_negative)]
    decay: f64,
    /// Weight-decay factor for the weights of single inputs, relative to those of input groups.
    #[arg(long, default_value_t = Training::default().single, value_parser = not_negative)]
    single: f64,
    /// Sampling interval: one position, chosen at random, in every N plies.
    #[arg(long, default_value_t = Draw::default().sampling.every, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// First ply from which positions are taken.
    #[arg(long, default_value_t = Draw::default().sampling.from)]
    from: u32,
    /// Fraction of the games held out; the epoch with the lowest loss on them is kept.
    #[arg(long, default_value_t = 0.1, value_parser = fraction_below_one)]
    hold_out: f64,
    /// Random seed for the choice of positions and games, the initial weights and the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Description of the games, stored in the network file.
    #[arg(long, default_value = "recorded games")]
    source: String,
}

/// The games of a mode, with their positions.
struct Found {
    games: usize,
    kept: Vec<TrainingPositions>,
    held: Vec<TrainingPositions>,
    left_out: Omitted,
}

fn positions(games: &[TrainingPositions]) -> usize {
    games.iter().map(|game| game.spots.len()).sum()
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(self.out.as_ref())?;
        if self.out.is_none() {
            note("without --out the network is measured but not written");
        }
        let found = self.found(env)?;
        let scale = data::weights().of(self.mode).scale;
        let bar = bar("epochs", self.epochs as u64)?;
        let trained = self.training().run((self.mode, scale), &found.kept, &found.held, |e| {
            bar.set_message(format!("epochs, {:.4} bits on held-out games", e.held_out));
            bar.inc(1);
        });
        bar.finish_and_clear();
        let Trained { peak, .. } = trained;
        ensure!(
            peak < PEAK,
            "a unit's activation reached {peak}, and the integer network allows less than {PEAK}: raise --decay"
        );
        let network = whole(&trained.model, self.origin(&found, &trained, scale))?;
        let measured = measured(&found, &network, &trained);
        let report = TrainReport {
            mode: self.mode.name(),
            games: found.games,
            left_out: found.left_out,
            positions: [positions(&found.kept), positions(&found.held)],
            epochs: trained.epochs,
            best: trained.best,
            fit: [
                target_fit(&found.held, |spot| spot.linear_odds(scale)),
                target_fit(&found.held, |spot| corrected(spot, &network)),
            ],
            scale,
            peak,
            measured,
        };
        env.show(&report, || report.text())?;
        if let Some(out) = &self.out {
            load::write(out, &network.to_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn draw(&self) -> Draw {
        let Self { every, from, seed, blend, margin, strays, .. } = *self;
        let sampling = Sampling { every, from, seed, ..Sampling::default() };
        Draw { sampling, blend, margin, strays }
    }

    fn training(&self) -> Training {
        let Self { epochs, batch, rate, decay, single, seed, .. } = *self;
        Training { epochs, batch, rate, decay, single, seed }
    }

    /// The positions of all games; which games are held out depends on the seed and on the game alone.
    fn found(&self, env: Env) -> Result<Found> {
        let games = load::whole_games(&self.paths, env)?;
        let games: Vec<OpenGame> =
            games.into_iter().filter(|g| g.start.rules().mode == self.mode).collect();
        let draw = self.draw();
        let weights = data::weights();
        let spots: Vec<Result<TrainingPositions, LeftOut>> =
            games.par_iter().map(|game| draw.spots(game, &weights)).collect();
        let mut found =
            Found { games: games.len(), kept: vec![], held: vec![], left_out: Omitted::default() };
        for (game, spots) in games.iter().zip(spots) {
            let mut rng = random::stream(self.seed, &[HELD_OUT, game.start.key_from_scratch()]);
            let list =
                if rng.random_bool(self.hold_out) { &mut found.held } else { &mut found.kept };
            match spots {
                Ok(spots) => list.push(spots),
                Err(why) => found.left_out.count(game, why)?,
            }
        }
        ensure!(positions(&found.kept) > 0, "no positions of this mode to learn from");
        Ok(found)
    }

    fn origin(&self, found: &Found, trained: &Trained, scale: f64) -> NetworkOrigin {
        let margin = self.margin.map_or(String::new(), |margin| format!(" --margin {margin}"));
        let method = format!(
            "{:?}; {:?}; best pass {} on {} of {} games; {} positions; junqi eval train FILES \
             --mode {} --blend {}{margin} --strays {} --epochs {} --batch {} --rate {} --decay {} --single {} --every {} \
             --from {} --hold-out {} --seed {}",
            self.draw(),
            self.training(),
            trained.best,
            found.held.len(),
            found.games,
            positions(&found.kept),
            self.mode.name(),
            self.blend,
            self.strays,
            self.epochs,
            self.batch,
            self.rate,
            self.decay,
            self.single,
            self.every,
            self.from,
            self.hold_out,
            self.seed,
        );
        NetworkOrigin { mode: self.mode, scale, source: self.source.clone(), method }
    }
}

/// The log-odds of the first team by the linear evaluation and the network's correction.
fn corrected(spot: &TrainingPosition, network: &Network) -> f64 {
    let scale = network.origin().scale;
    spot.linear_odds(scale) + network.first_team_value_of(&spot.inputs) as f64 / scale
}

/// The quality of the network's correction on held-out games, beside the linear evaluation in the scale
/// fitted to the training games, for games without and with recorded values of the players.
fn measured(found: &Found, network: &Network, trained: &Trained) -> Vec<MeasuredWeights> {
    let kept: Vec<&TrainingPositions> = found.kept.iter().collect();
    let mut rows = vec![];
    for (whose, valued) in [("games without values", false), ("games with values", true)] {
        let of = |games: &'_ [&'_ TrainingPositions]| -> Vec<(f64, f64)> {
            let own: Vec<&TrainingPositions> =
                games.iter().copied().filter(|g| g.valued == valued).collect();
            foretold(&own, |spot| f64::from(spot.linear)).into_iter().flatten().collect()
        };
        let Some(scale) = fit_scale(&of(&kept)) else { continue };
        let held: Vec<&TrainingPositions> =
            found.held.iter().filter(|g| g.valued == valued).collect();
        let mut row = |with: &str, odds: &(dyn Fn(&TrainingPosition) -> f64 + Sync)| {
            let quality = Quality::of(&foretold(&held, odds));
            let with = format!("{whose}: {with}");
            rows.extend(quality.map(|quality| MeasuredWeights { with, quality }));
        };
        row("linear", &|spot| spot.linear_odds(scale));
        row("network", &|spot| corrected(spot, network));
        row("network in real numbers", &|spot| {
            let correction = f64::from(trained.model.log_odds(&spot.inputs));
            spot.linear_odds(network.origin().scale) + correction
        });
    }
    rows
}
