//! The command line: one file or folder per command.

mod belief;
mod bench;
mod convert;
mod deploy;
mod endgame;
mod engine;
mod env;
mod eval;
mod experiment;
mod job;
mod ladder;
mod load;
mod matches;
mod measure;
mod perft;
mod play;
mod reporter;
mod seats;
mod selfplay;
mod series;
mod serve;
mod shards;
mod show;
mod suite;
mod tree;
mod values;
mod verify;

use crate::game::board::Board;
use crate::shards::JobSpec;
use anyhow::{Context, Result, anyhow, bail};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use env::{Env, Usage};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// The open engine for four-country army chess (四国军棋).
#[derive(Debug, Parser)]
#[command(name = "junqi", version, max_term_width = 100)]
pub struct Cli {
    /// Print the result as JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    /// Board file to use instead of the standard four-country board (docs/FORMATS.md).
    #[arg(long, global = true, value_name = "FILE")]
    board: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Draw a position, or one ply of a recorded game, in the terminal or as an SVG picture.
    Show(show::Args),
    /// Count the legal move sequences of a given length (perft).
    Perft(perft::Args),
    /// Replay recorded games and rule cases, and report every disagreement with this engine's rules.
    Verify(verify::Args),
    /// Check, draw, mirror, sample, convert, measure and improve deployments.
    #[command(subcommand)]
    Deploy(deploy::Command),
    /// Convert recorded games between .jgs, .jsonl and text history.
    Convert(convert::Args),
    /// Play games between engines in fixed seats and record them.
    Selfplay(Box<selfplay::Args>),
    /// Generate synthetic game trees, search them with any algorithm, list the algorithms.
    #[command(subcommand)]
    Tree(tree::Command),
    /// Beliefs of a seat about hidden pieces: show, sample, score, fit.
    #[command(subcommand)]
    Belief(belief::Command),
    /// Position evaluation: explain one, tune its weights, train its network, score its predictions.
    #[command(subcommand)]
    Eval(eval::Command),
    /// Solve an endgame with all pieces known: outcome, distance in plies, best line.
    Endgame(endgame::Args),
    /// Run a fixed set of searches and print the node total, which changes only with search behaviour.
    Bench,
    /// Run the thesis experiments that compare search algorithms; draw and report the results.
    #[command(subcommand)]
    Experiment(experiment::Command),
    /// Measure games: branching factor, entropy of hidden pieces, and predictors of how well determinized search works.
    Measure(measure::Args),
    /// Measure engines on a suite of moments: positions in which a seat must see something (docs/SUITES.md).
    #[command(subcommand)]
    Suite(suite::Command),
    /// List the engines that can take a seat and their parameters, or show the settings of one.
    Seats(seats::Args),
    /// Rate many engines on one Elo scale: play a round robin or gauntlet, show the ratings.
    #[command(subcommand)]
    Ladder(ladder::Command),
    /// Divide a long job into shards that can run on any machine, and write its manifest.
    Plan(shards::PlanArgs),
    /// Run shards of a manifest.
    Run(shards::RunArgs),
    /// Merge the shards of a manifest into one file and print the job's results.
    Merge(shards::MergeArgs),
    /// Play against engines in the terminal.
    Play(Box<play::Args>),
    /// Start a web server to play and study games in the browser (docs/SERVER.md).
    Serve(serve::Args),
    /// Run as an engine for another program: a line protocol on standard input and output (docs/PROTOCOL.md).
    Engine,
    /// Play two engines against each other in balanced game units and measure the Elo difference.
    Match(matches::Args),
}

impl Cli {
    /// Parses the program's command line; prints a message and ends the program on wrong usage or `--help`.
    pub fn read() -> Self {
        Self::try_read(std::env::args_os()).unwrap_or_else(|error| error.exit())
    }

    /// Parses a command line given as words, the program's name first.
    fn try_read<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Self, clap::Error> {
        let mut command = with_negative_numbers(Self::command());
        let matches = command.try_get_matches_from_mut(words)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// Runs the command and returns its exit code: 0 on success, 1 on failure, 2 for options that
    /// contradict each other. (Clap ends the program with 2 for any other wrong usage.)
    pub fn run(self) -> ExitCode {
        let result = self.board().and_then(|board| {
            let context = Env { json: self.json, board };
            match self.command {
                Command::Show(args) => args.run(context),
                Command::Perft(args) => args.run(context),
                Command::Verify(args) => args.run(context),
                Command::Deploy(command) => command.run(context),
                Command::Convert(args) => args.run(context),
                Command::Selfplay(args) => args.run(context),
                Command::Belief(command) => command.run(context),
                Command::Eval(command) => command.run(context),
                Command::Endgame(args) => args.run(context),
                Command::Bench => bench::run(context),
                Command::Engine => engine::run(context),
                Command::Serve(args) => args.run(context),
                Command::Play(args) => args.run(context),
                Command::Tree(command) => command.run(context),
                Command::Experiment(command) => command.run(context),
                Command::Measure(args) => args.run(context),
                Command::Match(args) => args.run(context),
                Command::Suite(command) => command.run(context),
                Command::Seats(args) => args.run(context),
                Command::Ladder(command) => command.run(context),
                Command::Plan(args) => args.run(context, job_of_command_line),
                Command::Run(args) => args.run(context),
                Command::Merge(args) => args.run(context),
            }
        });
        match result {
            Ok(code) => code,
            Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error:#}");
                let usage = error.is::<Usage>();
                if usage {
                    eprintln!("\nFor more information, try '--help'.");
                }
                ExitCode::from(if usage { 2 } else { 1 })
            }
        }
    }

    fn board(&self) -> Result<&'static Board> {
        let Some(path) = &self.board else { return Ok(Board::siguo()) };
        let text = load::text(path)?;
        let board: Board = text.parse().with_context(|| path.display().to_string())?;
        Ok(board.leak())
    }
}

/// Makes a command and its subcommands read negative numbers as values, not as options.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
}

/// Whether an error is a closed output pipe, which is no failure: the reader has read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Parses the command line of a long job, the program's name first, into the job that it describes.
fn job_of_command_line(words: Vec<String>, env: Env) -> Result<JobSpec> {
    let cli = Cli::try_read(words).map_err(|error| {
        let text = error.to_string();
        let message = text.split("\n\nUsage:").next().unwrap_or_default();
        anyhow!("{}", message.trim_start_matches("error: ").trim_end())
    })?;
    let board = if cli.board.is_some() { cli.board()? } else { env.board };
    let env = Env { board, ..env };
    match &cli.command {
        Command::Selfplay(args) => args.job(env),
        Command::Match(args) => args.job(env),
        Command::Ladder(ladder::Command::Run(args)) => args.job(env),
        Command::Experiment(experiment::Command::Run(args)) => args.job(env),
        Command::Eval(eval::Command::Label(args)) => args.job(),
        _ => bail!("this command is not a long job that can be divided"),
    }
}
