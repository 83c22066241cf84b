//! Games and positions that commands read.

use super::files::{kind, text};
use super::named::{GAMES, Source};
use super::records::{each_record, replay};
use crate::cli::env::Env;
use anyhow::{Context, Result, anyhow, bail, ensure};
use junqi_core::base::random;
use junqi_core::base::text::Word;
use junqi_core::game::belief::{View, Visibility};
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::format::{FileKind, GameHistory, files_below, parse_jfen, read_deployment};
use junqi_core::game::rules::{Deployment, Rules, World};
use junqi_core::play::Replay;
use junqi_lab::research::learn::OpenGame;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Deployment A of the reference positions.
const REFERENCE: &str = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";

/// The games of a source: a file of records, a replay, a history, a JFEN line, or `start`, the
/// reference deployment in all four arms.
pub(in crate::cli) fn games(source: &Source, env: Env) -> Result<Vec<GameHistory>> {
    let path = source.path();
    if !path.is_file() {
        return Ok(vec![position(source.text()?, env.board)?]);
    }
    let named = || source.to_string();
    match kind(path)? {
        FileKind::Json => {
            let mut games = vec![];
            each_record(path, |record| {
                games.push(record.history(env.board)?);
                Ok(())
            })?;
            Ok(games)
        }
        FileKind::Jgs => Ok(vec![replay(path, Rules::qq(), env)?.history(env.board)?]),
        FileKind::Jql => bail!("{source}: found a deployment, expected a game"),
        FileKind::Text => {
            let text = text(path)?;
            Ok(vec![GameHistory::parse(&text, env.board).with_context(named)?])
        }
    }
}

/// The game with an index, from 0, among those of a source.
pub(in crate::cli) fn game(source: &Source, index: usize, env: Env) -> Result<GameHistory> {
    let games = games(source, env)?;
    let count = games.len();
    let game = games.into_iter().nth(index);
    game.with_context(|| format!("--game: no game {index}: {count} games, counted from 0"))
}

/// The position of a game at a ply, or at its end without one; all pieces must be known. `advice`
/// says what to do otherwise.
pub(in crate::cli) fn truth(
    source: &Source,
    (index, ply): (usize, Option<u32>),
    advice: &str,
    env: Env,
) -> Result<World> {
    let history = game(source, index, env)?;
    if history.start.setup().is_none() {
        bail!("the position has hidden pieces; {advice}");
    }
    let mut replay = Replay::new(&history.start, None, Visibility::AllOpen)?;
    replay.go_to(&history.events, ply)?;
    replay.check_at(ply)?;
    Ok(replay.world().expect("the referee knows all pieces").clone())
}

/// The games of files and folders, complete and with all pieces known.
pub(in crate::cli) fn whole_games(paths: &[PathBuf], env: Env) -> Result<Vec<OpenGame>> {
    let mut files = vec![];
    for path in paths {
        files.extend(files_below(path, GAMES)?.files);
    }
    let read = |file: &PathBuf| whole_games_of(file, env);
    let games: Vec<Vec<OpenGame>> = files.par_iter().map(read).collect::<Result<_>>()?;
    Ok(games.into_iter().flatten().collect())
}

/// The complete games of a file, with the search values that records have.
fn whole_games_of(file: &Path, env: Env) -> Result<Vec<OpenGame>> {
    let source = file.display().to_string();
    if kind(file)? == FileKind::Json {
        let mut games = vec![];
        each_record(file, |record| {
            let name = format!("{source}, game {}", games.len());
            let game = OpenGame::new(name, &record.history(env.board)?)?;
            let values = record.read_values()?.unwrap_or_default();
            let labelled = record.labels.is_some();
            games.push(if labelled { game.with_labels(values) } else { game.with_values(values) });
            Ok(())
        })?;
        return Ok(games);
    }
    let games = games(&file.into(), env)?;
    let named = |history| OpenGame::new(source.clone(), history).context(source.clone());
    games.iter().map(named).collect()
}

/// A JFEN line or `start`, as a game without events.
fn position(text: &str, board: &'static Board) -> Result<GameHistory> {
    let start = if text == "start" {
        View::truth(&start(board)?)
    } else {
        if Path::new(text).is_dir() {
            bail!("{text}: found a folder, expected a file, a JFEN line or `start`");
        }
        ensure!(
            text.contains(' '),
            "found `{text}`, expected a file, a JFEN line or `start`; there is no such file"
        );
        parse_jfen(text, 1, board).map_err(|error| anyhow!("a JFEN line: {}", error.in_line()))?
    };
    Ok(GameHistory { start, events: vec![] })
}

/// The start position: on the standard board that of the published perft numbers, on others that of a sampled
/// deployment for all seats that have an arm.
fn start(board: &'static Board) -> Result<World> {
    let shape = board.shape();
    let word = Word { text: REFERENCE, line: 1, column: 1 };
    let deployment = if shape.is_standard() {
        read_deployment(word, shape)?
    } else {
        Deployment::sample_on(shape, &mut random::stream(1, &[]))
    };
    Ok(World::start(board, Rules::default().on(board), &[Some(deployment); 4], Seat::South)?)
}

/// The position of a JFEN line or `start`; all pieces must be known.
pub(in crate::cli) fn world(text: &str, env: Env) -> Result<World> {
    let setup = position(text, env.board)?.start.setup();
    Ok(World::lenient(
        &setup.context("the position has hidden pieces; this command needs all pieces known")?,
    )?)
}
