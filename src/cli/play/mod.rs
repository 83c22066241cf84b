//! `junqi play`

mod terminal_game;

use super::env::{Env, Usage, print, print_styled};
use super::load;
use super::series::{BOOK, GameTerms, deal};
use anyhow::{Context, Result, bail};
use junqi_core::game::belief::View;
use junqi_core::game::board::{ArmShape, Cell, Seat};
use junqi_core::game::draw::{KindNames, terminal};
use junqi_core::game::format::event_text;
use junqi_core::game::rules::{Act, Deployment, Event, Kind, Mode, Move};
use junqi_core::gametree::score::Score;
use junqi_core::play::{Action, PlayerSpec};
use junqi_lab::tournament::{Lineup, Series};
use rand::TryRng;
use rand::rngs::SysRng;
use std::io::{self, BufRead};
use std::path::Path;
use std::process::ExitCode;
use terminal_game::TerminalGame;

#[derive(Debug, clap::Args)]
#[command(mut_arg("seed", |seed| seed.help(
    "Random seed of the deployments and players [default: from the operating system]"
)))]
pub(super) struct Args {
    /// Your seat: S, E, N or W.
    #[arg(long, default_value = "S")]
    seat: Seat,
    /// Player that plays against you (see `junqi seats`).
    #[arg(long, default_value = "pimc:movetime=1000", value_parser = load::seat)]
    against: PlayerSpec,
    /// Player that plays as your partner [default: the same as --against].
    #[arg(long, value_parser = load::seat)]
    partner: Option<PlayerSpec>,
    /// Player that gives hints.
    #[arg(long, default_value = "pimc:movetime=1000", value_parser = load::seat)]
    adviser: PlayerSpec,
    /// File with your deployment [default: one drawn from --deployments].
    #[arg(long, value_name = "FILE")]
    deployment: Option<load::Source>,
    /// Source of the other deployments: a file or folder (.txt, .jql, .jgs, .jsonl), the built-in
    /// `book`, `strong`, `mixed-1v1` or `mixed-2v2`, or `sample` for uniformly random legal ones.
    #[arg(long, default_value = BOOK)]
    deployments: load::Source,
    #[command(flatten)]
    terms: GameTerms,
    /// Name pieces by Chinese characters instead of letters.
    #[arg(long)]
    chinese: bool,
    /// Write the game record to this file at the end of the game (JSON Lines).
    #[arg(long, value_name = "FILE")]
    out: Option<load::Output>,
}

const HELP: &str = "g6g7 moves from g6 to g7; `moves` or `moves g6` lists legal moves; `hint` asks for advice; \
    `undo` takes back your last move; `board` draws the board; `save FILE` writes the game record; `resign` \
    gives up; `quit` leaves the game\n";

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(self.out.as_ref())?;
        let mut game = self.sit(env)?;
        let seed = game.series.seed;
        let seat = self.seat;
        print(&format!("You are {seat}. The same game again: --seed {seed}. {HELP}"))?;
        print(&self.legend())?;
        let played = self.play(&mut game, env);
        if let Some(path) = &self.out {
            save(&game, path, env)?;
        }
        played?;
        if game.world.outcome().is_some() {
            let names = self.names();
            print_styled(&terminal(&View::truth(&game.world), game.last(), names))?;
        }
        let record = game.record();
        let winner = record.result.winning_team();
        let how = match winner {
            _ if game.world.outcome().is_none() => "The game is not over",
            None => "Nobody won",
            Some(team) if team == game.series.rules.team(self.seat) => "You won",
            Some(_) => "You lost",
        };
        let resigned = |event: &Event| event.seat == self.seat && event.act == Act::Resign;
        let why = match record.result.why.as_str() {
            _ if game.events.iter().any(resigned) => "you resigned",
            why => why,
        };
        print(&format!("{how} ({why}).\n"))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Plays until the game is over or the person leaves.
    fn play(&self, game: &mut TerminalGame, env: Env) -> Result<()> {
        let mut lines = io::stdin().lock().split(b'\n');
        while game.world.outcome().is_none() {
            if game.world.turn() != self.seat || !game.world.alive().contains(self.seat) {
                let event = game.engine()?;
                print(&format!("{}\n", event_text(&event, env.board)))?;
                continue;
            }
            self.draw(game)?;
            if !self.turn(game, &mut lines, env)? {
                break;
            }
        }
        Ok(())
    }

    fn sit(&self, env: Env) -> Result<TerminalGame> {
        let mut series = self.terms.series(
            || deal(&self.deployments, env.board),
            Lineup::Fixed([const { None }; 4]),
            env,
        )?;
        let rules = series.rules;
        if !rules.seats().contains(self.seat) {
            bail!(Usage(format!("--seat: {} does not play in this mode", self.seat)));
        }
        if self.partner.is_some() && rules.mode == Mode::TwoPlayer {
            bail!(Usage("--partner: nobody has a partner in this mode".into()));
        }
        let others = Seat::ALL.map(|seat| {
            let partner = rules.team(seat) == rules.team(self.seat);
            let plays = rules.seats().contains(seat) && seat != self.seat;
            let spec = if partner { self.partner.as_ref() } else { None };
            plays.then(|| spec.unwrap_or(&self.against).clone())
        });
        series.lineup = Lineup::Fixed(others.clone());
        if self.terms.seed.is_none() {
            // Few enough bits that a record keeps them.
            series.seed = SysRng.try_next_u64().context("random numbers of the system")? >> 11;
        }
        let (_, mut deployments) = series.plan(0);
        if let Some(file) = &self.deployment {
            deployments[self.seat.index()] = Some(one(file, env.board.shape())?);
        }
        TerminalGame::new(series, self.seat, others, self.adviser.clone(), deployments)
    }

    fn names(&self) -> KindNames {
        if self.chinese { KindNames::Chinese } else { KindNames::Letters }
    }

    fn draw(&self, game: &TerminalGame) -> Result<()> {
        print_styled(&terminal(&game.seen().view(), game.last(), self.names()))
    }

    /// What the signs of the board and of moves mean.
    fn legend(&self) -> String {
        let name = |kind: Kind| match self.names() {
            KindNames::Letters => format!("{} {}", kind.letter(), kind.english()),
            KindNames::Chinese => format!("{} {}", kind.short_chinese(), kind.english()),
        };
        let kinds: Vec<String> = Kind::ALL.map(name).into();
        format!(
            "A piece is its seat and its kind, ? or 暗 if hidden: {}. ( ) is a camp, [ ] a headquarters, > < the \
             last move. Moves are written as g6-g7; attacks as g6>g7 if the attacker wins, g6<g7 if it loses, g6=g7 \
             if both fall; then !Nh17 if N's flag on h17 is shown, xN if it falls, -N if N is out.\n",
            kinds.join(", ")
        )
    }

    /// The person's turn, until there is a move; false if the person leaves.
    fn turn(
        &self,
        game: &mut TerminalGame,
        lines: &mut impl Iterator<Item = io::Result<Vec<u8>>>,
        env: Env,
    ) -> Result<bool> {
        loop {
            print("> ")?;
            let Some(line) = lines.next() else { return Ok(false) };
            let Ok(line) = String::from_utf8(line?) else {
                print("This line is not UTF-8 text; type it again.\n")?;
                continue;
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "" => {}
                "help" | "?" => print(HELP)?,
                "board" => self.draw(game)?,
                "quit" | "exit" => return Ok(false),
                "moves" => print(&moves(game, rest.trim()))?,
                "hint" => match hint(game) {
                    Ok(hint) => print(&hint)?,
                    Err(error) => print(&format!("No hint: {error:#}\n"))?,
                },
                "undo" if game.undo()? => return Ok(true),
                "undo" => print("There is nothing to take back.\n")?,
                "save" => match save(game, Path::new(rest.trim()), env) {
                    Ok(()) => print("Saved.\n")?,
                    Err(error) => print(&format!("Not saved: {error:#}\n"))?,
                },
                "resign" => {
                    game.act(Action::Resign)?;
                    return Ok(true);
                }
                word => match read(game, word, env) {
                    Ok(mv) => {
                        let event = game.act(Action::Move(mv))?;
                        print(&format!("{}\n", event_text(&event, env.board)))?;
                        return Ok(true);
                    }
                    Err(why) => print(&format!("{why:#}\n"))?,
                },
            }
        }
    }
}

/// The one lawful deployment of a file.
fn one(file: &load::Source, shape: &'static ArmShape) -> Result<Deployment> {
    let all = load::lawful_deployments(file, shape)?;
    match &all[..] {
        [(_, deployment)] => Ok(*deployment),
        several => {
            bail!("{file}: {} deployments in this file; it must hold just one", several.len())
        }
    }
}

/// A legal move; people may write it with a sign between the cells.
fn read(game: &TerminalGame, word: &str, env: Env) -> Result<Move> {
    let plain = word.chars().filter(char::is_ascii_alphanumeric);
    let plain = plain.collect::<String>().to_ascii_lowercase();
    let expected = || format!("`{word}` is neither a command nor a move such as g6g7; try `help`");
    let mv = Move::parse(&plain, env.board).with_context(expected)?;
    if !game.seen().moves().any(|legal| legal == mv) {
        bail!("{word} is not a legal move; `moves` lists the legal ones");
    }
    Ok(mv)
}

/// The legal moves, all or those from a cell.
fn moves(game: &TerminalGame, from: &str) -> String {
    let board = game.series.board;
    let all = game.seen().moves();
    let whole = from.parse::<Cell>().is_ok(); // `g1` is not `g11`.
    let begins = |cell: String| if whole { cell == from } else { cell.starts_with(from) };
    let texts = all.filter(|mv| begins(mv.cells(board)[0].to_string()));
    let texts: Vec<String> = texts.map(|mv| mv.text(board)).collect();
    if texts.is_empty() {
        return format!("No legal move begins with `{from}`.\n");
    }
    format!("{}\n", texts.join(" "))
}

fn hint(game: &TerminalGame) -> Result<String> {
    let Series { board, .. } = game.series;
    let choice = game.hint()?;
    let report = choice.report.unwrap_or_default();
    let line: Vec<String> = report.principal_variation.iter().map(|mv| mv.text(board)).collect();
    let best = match choice.action {
        Action::Move(mv) => mv.text(board),
        Action::Resign => "resign".into(),
    };
    let worth = |score: Score| format!(", worth {} centi-pieces", score.0);
    let worth = report.value.map_or_else(String::new, worth);
    let line = match &line[..] {
        [_, answers @ ..] if !answers.is_empty() => format!(", then {}", answers.join(" ")),
        _ => String::new(),
    };
    Ok(format!("{best}{worth}{line} ({} nodes)\n", report.nodes))
}

fn save(game: &TerminalGame, path: &Path, env: Env) -> Result<()> {
    if path.as_os_str().is_empty() {
        bail!("`save` needs a file name");
    }
    env.files.check_output(path)?;
    load::write(path, format!("{}\n", game.record().line()).as_bytes())
}
