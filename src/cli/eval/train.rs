//! `junqi eval train`

use super::measure::{calibration, table};
use crate::cli::env::Env;
use crate::cli::job::bar;
use crate::cli::load;
use crate::cli::note::note;
use crate::cli::values::{
    fraction, fraction_below_one, mode, not_negative, positive_integer, positive_number,
};
use anyhow::{Result, ensure};
use junqi_core::engine::data;
use junqi_core::engine::eval::NetworkOrigin;
use junqi_core::game::rules::Mode;
use junqi_lab::research::learn::{
    DividedGames, Draw, Epoch, MeasuredWeights, NetworkQuality, Omitted, Quality, Sampling,
    TargetFit, Trained, Training, whole,
};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// The largest activation of a unit for which the integer sums cannot overflow.
const PEAK: f32 = 30.0;

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

/// The printed results.
#[derive(Debug, Serialize)]
struct Report {
    mode: &'static str,
    games: usize,
    left_out: Omitted,
    /// Numbers of training and held-out positions.
    positions: [usize; 2],
    epochs: Vec<Epoch>,
    /// The epoch whose network was kept.
    best: usize,
    /// The linear evaluation and the network against the targets of held-out positions.
    fit: [Option<TargetFit>; 2],
    /// Centi-pieces that multiply the odds of winning by e.
    scale: f64,
    /// The largest activation of a unit on all positions; 1 is saturated.
    peak: f32,
    /// Quality on held-out games.
    measured: Vec<MeasuredWeights>,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(self.out.as_ref())?;
        if self.out.is_none() {
            note("without --out the network is measured but not written");
        }
        let mut games = load::whole_games(&self.paths, env)?;
        games.retain(|game| game.start.rules().mode == self.mode);
        let divided = DividedGames::new(&self.draw(), &games, self.hold_out)?;
        ensure!(divided.kept_positions() > 0, "no positions of this mode to learn from");
        let scale = data::weights().of(self.mode).scale;
        let bar = bar("epochs", self.epochs as u64)?;
        let trained = self.training().run((self.mode, scale), &divided.kept, &divided.held, |e| {
            bar.set_message(format!("epochs, {:.4} bits on held-out games", e.held_out));
            bar.inc(1);
        });
        bar.finish_and_clear();
        let Trained { peak, .. } = trained;
        ensure!(
            peak < PEAK,
            "a unit's activation reached {peak}, and the integer network allows less than {PEAK}: raise --decay"
        );
        let network = whole(&trained.model, self.origin(&divided, &trained, scale))?;
        let NetworkQuality { fit, measured } =
            NetworkQuality::new(&divided, &network, &trained.model);
        let report = Report {
            mode: self.mode.name(),
            games: divided.games,
            left_out: divided.left_out,
            positions: [divided.kept_positions(), divided.held_positions()],
            epochs: trained.epochs,
            best: trained.best,
            fit,
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

    fn origin(&self, divided: &DividedGames, trained: &Trained, scale: f64) -> NetworkOrigin {
        let margin = self.margin.map_or(String::new(), |margin| format!(" --margin {margin}"));
        let method = format!(
            "{:?}; {:?}; best pass {} on {} of {} games; {} positions; junqi eval train FILES \
             --mode {} --blend {}{margin} --strays {} --epochs {} --batch {} --rate {} --decay {} --single {} --every {} \
             --from {} --hold-out {} --seed {}",
            self.draw(),
            self.training(),
            trained.best,
            divided.held.len(),
            divided.games,
            divided.kept_positions(),
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

impl Report {
    fn text(&self) -> String {
        let Self { mode, games, positions: [kept, held], epochs, best, peak, scale, .. } = self;
        let Omitted { unfinished, abandoned } = self.left_out;
        let mut text = format!(
            "{mode}: {kept} positions of {games} games, {held} held out; excluded: {unfinished} games \
             unfinished, {abandoned} abandoned early\n\n  \
             epoch  training  held out   results\n"
        );
        for Epoch { epoch, trained, held_out, results } in epochs {
            let mark = if epoch == best { "  kept" } else { "" };
            text += &format!("  {epoch:>5} {trained:>9.4} {held_out:>9.4} {results:>9.4}{mark}\n");
        }
        for (with, fit) in ["linear", "network"].into_iter().zip(&self.fit) {
            if let Some(TargetFit { bits, deviation }) = fit {
                text += &format!("\n{with:<8}{bits:.4} bits on held-out targets");
                if let Some(deviation) = deviation {
                    text += &format!(", {:.0} centi-pieces off (rms)", deviation * scale);
                }
            }
        }
        text += &format!("\n\nlargest activation of a unit: {peak:.1} (1 is saturated)\n\n");
        text += &table(&self.measured);
        for MeasuredWeights { with, quality } in &self.measured {
            if with.ends_with(": network") {
                let Quality { games, positions, calibration: bins, .. } = quality;
                text += &format!("\n{with}: {positions} positions of {games} games\n");
                text += &calibration(bins);
            }
        }
        text
    }
}
