//! The command line: one file or folder per command.

mod belief;
mod bench;
mod completions;
mod convert;
mod deploy;
mod endgame;
mod engine;
mod env;
mod eval;
mod experiment;
mod exploit;
mod help;
mod job;
mod ladder;
mod load;
mod man;
mod matches;
mod measure;
mod note;
mod perft;
mod play;
mod reporter;
mod seats;
mod selfplay;
mod series;
mod serve;
mod shards;
mod show;
mod signals;
mod tree;
mod usage;
mod values;
mod verify;

use anyhow::{Context, Result, anyhow, bail};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use env::{Env, Usage, print_styled};
use junqi_core::game::board::Board;
use junqi_lab::shards::JobSpec;
use note::note;
use rayon::ThreadPoolBuilder;
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
    /// Board to use instead of the standard four-country board: a file (docs/FORMATS.md); `mini`, the built-in
    /// small board for two players; or `mini:aeimq`, that board with another army. Commands that need no board refuse it.
    #[arg(long, global = true, value_name = "FILE")]
    board: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
    #[arg(skip)]
    files: load::NamedFiles,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Draw a position, or one ply of a recorded game.
    ///
    /// In the terminal, or as an SVG picture.
    Show(show::Args),
    /// Count the legal move sequences of a given length (perft).
    Perft(perft::Args),
    /// Replay recorded games and rule cases, report every disagreement.
    ///
    /// A disagreement is a move, fight or ending that differs from this engine's rules.
    Verify(verify::Args),
    /// Deployments: check, draw, mirror, sample, convert, evaluate, improve, pool.
    #[command(subcommand)]
    Deploy(deploy::Command),
    /// Convert recorded games between .jgs and .jsonl, or to a text history.
    Convert(convert::Args),
    /// Play games between players in fixed seats and record them.
    Selfplay(Box<selfplay::Args>),
    /// Synthetic game trees: generate, search with any algorithm.
    #[command(subcommand)]
    Tree(tree::Command),
    /// Beliefs of a seat about hidden pieces: show, sample, score, fit.
    #[command(subcommand)]
    Belief(belief::Command),
    /// Position evaluation: explain, label, tune, train, score, spsa.
    #[command(subcommand)]
    Eval(eval::Command),
    /// Solve an endgame with all pieces known.
    ///
    /// Prints the outcome, the distance in plies and the best line.
    Endgame(endgame::Args),
    /// Count the nodes of a fixed set of searches.
    ///
    /// The total changes only when the searches behave differently.
    Bench,
    /// The thesis's comparisons: list, run, plot, report; extract positions.
    #[command(subcommand)]
    Experiment(experiment::Command),
    /// How much players lose to one who knows them, on a small board.
    ///
    /// Exact best responses to every seat (docs/EXPLOITABILITY.md). The board is `mini` unless `--board` names another.
    Exploit(exploit::Args),
    /// Measure games: branching factor, entropy of hidden pieces.
    ///
    /// Also predictors of how well determinized search works (docs/MEASURES.md).
    Measure(measure::Args),
    /// List the players and their options, or show those of one.
    Seats(seats::Args),
    /// Rate many players on one Elo scale.
    ///
    /// Plays a round robin or a gauntlet, and shows the ratings.
    #[command(subcommand)]
    Ladder(ladder::Command),
    /// Divide a long job into shards, and write its manifest.
    ///
    /// A shard can run on any machine.
    Plan(shards::PlanArgs),
    /// Run shards of a manifest.
    Run(shards::RunArgs),
    /// Merge the shards into one file and print the results.
    Merge(shards::MergeArgs),
    /// Play against the program in the terminal.
    Play(Box<play::Args>),
    /// Start a web server to play and study in the browser.
    ///
    /// See docs/SERVER.md.
    Serve(serve::Args),
    /// Run as an engine for another program (docs/PROTOCOL.md).
    ///
    /// A line protocol on standard input and output.
    Engine,
    /// Let two players play a match, and measure the Elo difference.
    ///
    /// Games come in units that cancel the luck of the deployments (docs/MATCHES.md).
    Match(matches::Args),
    /// Print a script that completes commands and options in a shell.
    ///
    /// For example: junqi completions bash > ~/.local/share/bash-completion/completions/junqi
    Completions(completions::Args),
    /// Write the manual pages.
    Man(man::Args),
}

impl Command {
    /// Whether the command does something else on another board.
    fn reads_board(&self) -> bool {
        match self {
            Self::Experiment(command) => command.reads_board(),
            Self::Bench
            | Self::Belief(belief::Command::Table(_))
            | Self::Completions(_)
            | Self::Deploy(deploy::Command::Convert { .. })
            | Self::Eval(eval::Command::Label(_))
            | Self::Ladder(ladder::Command::Show(_))
            | Self::Man(_)
            | Self::Merge(_)
            | Self::Run(_)
            | Self::Seats(_)
            | Self::Tree(_) => false,
            _ => true,
        }
    }

    /// Whether the command works in parallel on what it reads. (Long jobs start their own threads.)
    fn shares_work(&self) -> bool {
        matches!(
            self,
            Self::Belief(_)
                | Self::Eval(_)
                | Self::Experiment(_)
                | Self::Exploit(_)
                | Self::Measure(_)
                | Self::Tree(_)
                | Self::Verify(_)
        )
    }
}

impl Cli {
    /// Parses a command line given as words, the program's name first.
    ///
    /// # Errors
    ///
    /// The exit code after wrong usage or `--help`, once the message is printed.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, ExitCode> {
        Self::try_read(words).map_err(|error| {
            let text = error.render().ansi().to_string();
            if error.use_stderr() {
                note(usage::plain(&text));
                return WRONG_USAGE.into();
            }
            exit_code(print_styled(&text).map(|()| ExitCode::SUCCESS))
        })
    }

    /// The same, but prints nothing.
    fn try_read<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Self, clap::Error> {
        let mut command = help::grouped(with_negative_numbers(Self::command()));
        let matches = command.try_get_matches_from_mut(words);
        let matches = matches.map_err(|error| usage::with_plain_numbers(error, &mut command))?;
        let cli = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok(Self { files: load::NamedFiles::of(&matches), ..cli })
    }

    /// Runs the command and returns its exit code: 0 on success, 1 on failure, 2 for options that
    /// contradict each other. (Any other wrong usage is found before.)
    pub fn run(self) -> ExitCode {
        signals::watch();
        let env = self.start_threads().and_then(|()| self.env());
        exit_code(env.and_then(|context| match self.command {
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
            Command::Exploit(args) => args.run(context),
            Command::Measure(args) => args.run(context),
            Command::Match(args) => args.run(context),
            Command::Seats(args) => args.run(context),
            Command::Ladder(command) => command.run(context),
            Command::Plan(args) => args.run(context, job_of_command_line),
            Command::Run(args) => args.run(context),
            Command::Merge(args) => args.run(context),
            Command::Completions(args) => args.run(context, Self::command()),
            Command::Man(args) => args.run(context, Self::command()),
        }))
    }

    /// Starts the threads among which the command shares its work.
    fn start_threads(&self) -> Result<()> {
        if self.command.shares_work() {
            let started = ThreadPoolBuilder::new().build_global();
            started.map_err(|error| anyhow!("threads cannot be started: {error}"))?;
        }
        Ok(())
    }

    /// The global options.
    fn env(&self) -> Result<Env> {
        if self.board.is_some() && !self.command.reads_board() {
            return Err(Usage(ONLY_STANDARD.into()).into());
        }
        self.files.check()?;
        let files = Box::leak(Box::new(self.files.clone()));
        Ok(Env { json: self.json, board: self.board()?, files })
    }

    fn board(&self) -> Result<&'static Board> {
        let Some(path) = &self.board else { return Ok(Board::siguo()) };
        let board = match path.to_str().and_then(Board::named) {
            Some(board) => board,
            None => Board::of_text(&load::text(path)?),
        };
        board.with_context(|| path.display().to_string())
    }
}

const ONLY_STANDARD: &str = "--board: this command knows only the standard board, or needs none";

/// Makes a command and its subcommands read negative numbers as values, not as options.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
}

/// The exit code of wrong usage.
const WRONG_USAGE: u8 = 2;

/// The exit code of a result, whose error is printed.
fn exit_code(result: Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Usage>() => {
            note(format_args!("error: {error:#}\n\nFor more information, try '--help'."));
            WRONG_USAGE.into()
        }
        Err(error) => {
            note(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Whether an error is a closed output pipe, which is no failure: the reader has read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Parses the command line of a long job, the program's name first, into the job that it describes.
fn job_of_command_line(words: Vec<String>, env: Env) -> Result<JobSpec> {
    let cli = Cli::try_read(words).map_err(|error| anyhow!(usage::job_fault(&error)))?;
    let board = if cli.board.is_some() { cli.env()?.board } else { env.board };
    if board.text() != Board::siguo().text() && !cli.command.reads_board() {
        bail!(Usage(ONLY_STANDARD.into()));
    }
    let env = Env { board, ..env };
    match &cli.command {
        Command::Selfplay(args) => args.job(env),
        Command::Match(args) => args.job(env),
        Command::Ladder(ladder::Command::Run(args)) => args.job(env),
        Command::Experiment(experiment::Command::Run(args)) => args.job(env),
        Command::Eval(eval::Command::Label(args)) => args.job(),
        Command::Eval(eval::Command::Spsa(args)) => args.job(env),
        _ => bail!("this command is not a long job that can be divided"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use help::GROUPS;

    #[test]
    fn every_command_is_in_one_group_with_a_short_line() {
        let command = Cli::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
        for subcommand in command.get_subcommands() {
            let about = subcommand.get_about().unwrap().to_string();
            assert!(about.chars().count() <= 74, "{}: {about}", subcommand.get_name());
        }
    }
}
