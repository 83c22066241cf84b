//! The command line: one file a command.

mod belief;
mod bench;
mod convert;
mod deploy;
mod endgame;
mod engine;
mod eval;
mod experiment;
mod job;
mod ladder;
mod load;
mod matches;
mod measure;
mod perft;
mod play;
mod positions;
mod reporter;
mod seats;
mod selfplay;
mod series;
mod serve;
mod shards;
mod show;
mod tree;
mod verify;

use crate::game::board::Board;
use anyhow::{Context, Result};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The open engine for four-country army chess (四国军棋).
#[derive(Debug, Parser)]
#[command(name = "junqi", version, max_term_width = 100)]
pub struct Cli {
    /// Print one JSON object instead of text for people.
    #[arg(long, global = true)]
    json: bool,
    /// A board file in place of the standard board.
    #[arg(long, global = true, value_name = "FILE")]
    board: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Draw a position, or a moment of a recorded game, in the terminal or as a picture.
    Show(show::Args),
    /// Count move sequences of a length.
    Perft(perft::Args),
    /// Replay recorded games and cases and compare everything they say.
    Verify(verify::Args),
    /// Check, draw, mirror, sample and convert deployments.
    #[command(subcommand)]
    Deploy(deploy::Command),
    /// Turn a recorded game into another form: .jgs, .jsonl, or text history.
    Convert(convert::Args),
    /// Play games between seats and keep their records.
    Selfplay(Box<selfplay::Args>),
    /// Synthetic game trees: generate them, search them with every algorithm, list the algorithms.
    #[command(subcommand)]
    Tree(tree::Command),
    /// What a seat believes about hidden pieces: show, sample, score, fit.
    #[command(subcommand)]
    Belief(belief::Command),
    /// What positions are worth: explain one, tune the weights to results, score them on games.
    #[command(subcommand)]
    Eval(eval::Command),
    /// Solve a position with few pieces, all of them known: the outcome, how far it is, the play.
    Endgame(endgame::Args),
    /// Count the nodes of a fixed set of searches: a number that only changes with behaviour.
    Bench,
    /// Compare searches on random trees: run, draw, report.
    #[command(subcommand)]
    Experiment(experiment::Command),
    /// Measure games: branching, entropy, and what predicts where determinised search works.
    Measure(measure::Args),
    /// List the seats and their parameters, or tell what one is set to.
    Seats(seats::Args),
    /// Many seats on one scale: play everyone against everyone, rate, show.
    #[command(subcommand)]
    Ladder(ladder::Command),
    /// Divide a long job into shards that can be done anywhere: write its manifest.
    Plan(shards::PlanArgs),
    /// Do shards of a manifest.
    Run(shards::RunArgs),
    /// Put the shards of a manifest together and tell what came of it.
    Merge(shards::MergeArgs),
    /// Play yourself, in the terminal, against engines.
    Play(Box<play::Args>),
    /// Play and study in the browser: tables for people and engines (docs/SERVER.md).
    Serve(serve::Args),
    /// Play for another program: a line protocol on standard input and output (docs/PROTOCOL.md).
    Engine,
    /// Play two seats against each other in units that cancel luck, and measure Elo.
    Match(matches::Args),
}

/// What every command gets.
#[derive(Debug, Clone, Copy)]
struct Env {
    json: bool,
    board: &'static Board,
}

impl Cli {
    /// Reads the command line; ends the program where it is wrong or asks for help.
    pub fn read() -> Self {
        Self::try_read(std::env::args_os()).unwrap_or_else(|error| error.exit())
    }

    /// Reads a command line from words, the program's name first.
    fn try_read<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Self, clap::Error> {
        let mut command = with_negative_numbers(Self::command());
        let matches = command.try_get_matches_from_mut(words)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// Runs the command: 0 fine, 1 failed, 2 options that do not go together. (Other wrong usage
    /// ends the program with 2 before this.)
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
                Command::Seats(args) => args.run(context),
                Command::Ladder(command) => command.run(context),
                Command::Plan(args) => args.run(context),
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

/// The same command and all below it, in which a number below 0 is a value, not an option: who
/// cannot take it says so.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
}

/// Options that do not go together.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// Whether whoever read our output has read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Prints text as it is, colours dropped where the terminal has none.
fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a value as JSON on a line.
fn print_json(value: &impl Serialize) -> Result<()> {
    print(&format!("{}\n", serde_json::to_string(value)?))
}
