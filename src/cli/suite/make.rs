//! `junqi suite make`

use crate::base::job::{Completion, ordered};
use crate::cli::env::{Env, Usage, print, print_json};
use crate::cli::job::{bar, threads};
use crate::cli::load;
use crate::cli::note::note;
use crate::cli::series::SeriesOptions;
use crate::cli::signals::interrupt;
use crate::cli::values::fraction_below_one;
use crate::game::board::Seat;
use crate::game::format::GameRecord;
use crate::play::PlayerSpec;
use crate::research::suite::{Half, MomentMaker, SourceGame, Subject, SuiteMoment};
use crate::tournament::{Lineup, Series};
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// The default number of self-play games.
const GAMES: u64 = 100;
/// One moment without a good move is kept for so many with one.
const DECISIONS_PER_FORESIGHT: usize = 4;

#[derive(Debug, clap::Args)]
#[command(mut_arg("games", |games| games.help("Number of games of --selfplay [default: 100]")))]
pub(in crate::cli) struct Args {
    /// Subject: flags, mines, commander, race, open-flag, convert or partner (docs/SUITES.md).
    subject: Subject,
    /// Recorded games to search: .jsonl files of records, or folders of them.
    #[arg(long, num_args = 1.., value_name = "GAMES")]
    from: Vec<PathBuf>,
    /// Engine that plays games against itself to be searched, after the recorded ones.
    #[arg(long, value_name = "SEAT", value_parser = load::seat)]
    selfplay: Option<PlayerSpec>,
    /// Output file, JSON lines.
    #[arg(long, value_name = "FILE")]
    out: load::Output,
    /// Maximum number of moments with a good move; half of them are set apart for measuring.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..))]
    most: u64,
    /// Number of worlds sampled from the seat's posterior per moment.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    worlds: u32,
    /// Least share of the sampled worlds that have the same danger or chance.
    #[arg(long, default_value = "0.25", value_parser = fraction_below_one)]
    share: f64,
    /// Number of games searched in parallel [default: number of CPU threads]. Does not affect the results.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    options: SeriesOptions,
}

/// The games to search: recorded ones, then self-play.
struct Sources {
    recorded: Vec<(String, GameRecord)>,
    series: Series,
    played: u64,
}

/// Why the search ends early.
enum End {
    /// There are as many moments as asked for.
    Full,
    Fault(anyhow::Error),
}

/// The moments found so far.
struct Collection {
    per_half: usize,
    moments: Vec<SuiteMoment>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(Some(&self.out))?;
        let sources = self.sources(env)?;
        let maker = MomentMaker {
            subject: self.subject,
            seed: sources.series.seed,
            worlds: self.worlds,
            share: self.share,
        };
        let games = sources.games();
        let (bar, stop) = (bar("games", games)?, interrupt());
        let mut found = Collection { per_half: (self.most / 2) as usize, moments: vec![] };
        let work = |number| -> Result<Vec<SuiteMoment>> {
            let game = sources.game(number, stop, env)?;
            maker.moments(&game, number).with_context(|| game.name.clone())
        };
        let end = ordered(threads(self.jobs), 0..games, stop, work, |_, moments| {
            bar.inc(1);
            moments.map_err(End::Fault)?.into_iter().for_each(|moment| found.add(moment));
            bar.set_message(format!("games, {} moments", found.moments.len()));
            if found.is_full() { Err(End::Full) } else { Ok(()) }
        });
        bar.finish_and_clear();
        let end = match end {
            Err(End::Fault(error)) if found.moments.is_empty() => return Err(error),
            end => end,
        };
        self.write(&found.moments, env)?;
        match end {
            Err(End::Fault(error)) => {
                Err(error.context("the file has the moments of the games before this one"))
            }
            Ok(Completion::Stopped) => {
                note("interrupted: the file has the moments of the games searched so far");
                Ok(ExitCode::FAILURE)
            }
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    fn write(&self, moments: &[SuiteMoment], env: Env) -> Result<()> {
        let lines: String = moments.iter().map(|moment| moment.line() + "\n").collect();
        load::write(&self.out, lines.as_bytes())?;
        let count = |half, foresight| {
            let of = |m: &&SuiteMoment| m.half == half && m.is_foresight() == foresight;
            moments.iter().filter(of).count()
        };
        let [tune, kept] = Half::ALL.map(|half| [count(half, false), count(half, true)]);
        if env.json {
            let half = |[good, lost]: [usize; 2]| json!({ "moments": good, "foresight": lost });
            let (subject, out) = (self.subject, &self.out);
            let halves = [half(tune), half(kept)];
            return print_json(
                &json!({ "subject": subject, "out": out, "tune": halves[0], "kept": halves[1] }),
            );
        }
        print(&format!(
            "{}: {} moments to tune and {} to keep, and {} and {} without a good move, written to {}\n",
            self.subject,
            tune[0],
            kept[0],
            tune[1],
            kept[1],
            self.out.display()
        ))
    }

    fn sources(&self, env: Env) -> Result<Sources> {
        if self.from.is_empty() && self.selfplay.is_none() {
            bail!(Usage("no games given: use --from or --selfplay".into()));
        }
        let rules = self.options.rules();
        let plays = |seat| rules.seats().contains(seat);
        let seats = Seat::ALL.map(|seat| self.selfplay.clone().filter(|_| plays(seat)));
        let series = self.options.series(Lineup::Fixed(seats), env)?;
        let played = self.selfplay.as_ref().map_or(0, |_| self.options.games_or(GAMES));
        Ok(Sources { recorded: load::named_records(&self.from, None, env)?, series, played })
    }
}

impl Sources {
    fn games(&self) -> u64 {
        self.recorded.len() as u64 + self.played
    }

    /// A game by number, played if it is not recorded.
    fn game(&self, number: u64, stop: &AtomicBool, env: Env) -> Result<SourceGame> {
        let (name, record) = if let Some(recorded) = self.recorded.get(number as usize) {
            recorded.clone()
        } else {
            let game = number - self.recorded.len() as u64;
            let record = self.series.play(game, stop)?;
            let seat = record.seats.iter().flatten().next().cloned().unwrap_or_default();
            (format!("{seat}, seed {}, game {game}", self.series.seed), record)
        };
        SourceGame::new(name.clone(), record, env.board).context(name)
    }
}

impl Collection {
    /// Adds a moment if its half has room for it. (Two captures of flags can lead back to one moment.)
    fn add(&mut self, moment: SuiteMoment) {
        let same = |known: &SuiteMoment| known.at == moment.at && known.record == moment.record;
        if self.moments.iter().any(same) {
            return;
        }
        let foresight = moment.is_foresight();
        let room = if foresight { self.per_half / DECISIONS_PER_FORESIGHT } else { self.per_half };
        if self.count(moment.half, foresight) < room {
            self.moments.push(moment);
        }
    }

    fn count(&self, half: Half, foresight: bool) -> usize {
        let of = |m: &&SuiteMoment| m.half == half && m.is_foresight() == foresight;
        self.moments.iter().filter(of).count()
    }

    fn is_full(&self) -> bool {
        Half::ALL.into_iter().all(|half| self.count(half, false) >= self.per_half)
    }
}
