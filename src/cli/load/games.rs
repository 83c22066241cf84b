//! Games that commands read.

use super::{each_record, ending, position, records, replay, text};
use crate::cli::Env;
use crate::game::format::{GameHistory, follow};
use crate::game::rules::{Rules, World};
use crate::research::learn::OpenGame;
use crate::research::verify::files_below;
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The games that people name: a file of records, a replay, a history, a JFEN line, or `start`,
/// the reference deployment in all four arms.
pub(in crate::cli) fn games(source: &str, env: Env) -> Result<Vec<GameHistory>> {
    let path = Path::new(source);
    if !path.is_file() {
        return Ok(vec![position(source, env.board)?]);
    }
    let named = || source.to_owned();
    match ending(path).as_str() {
        "jsonl" => {
            let records = records(path)?;
            let read = records.iter().map(|r| r.history(env.board).with_context(named));
            read.collect()
        }
        "jgs" => Ok(vec![replay(path, Rules::qq(), env)?.history(env.board)?]),
        _ => {
            let text = text(path)?;
            Ok(vec![GameHistory::parse(&text, env.board).with_context(named)?])
        }
    }
}

/// The truth of a game of a source after so many moves, after all of them if none are asked for;
/// `open` is what is expected where pieces are hidden.
pub(in crate::cli) fn truth(
    source: &str,
    (game, ply): (usize, Option<u32>),
    open: &str,
    env: Env,
) -> Result<World> {
    let games = games(source, env)?;
    let found = games.len();
    let history = games.into_iter().nth(game);
    let history = history.with_context(|| format!("found {found} games, expected game {game}"))?;
    let setup = history.start.setup();
    let setup = setup.with_context(|| format!("found hidden pieces, expected {open}"))?;
    let mut world = World::lenient(&setup)?;
    for event in &history.events {
        let now = world.ply();
        if ply.is_some_and(|asked| now >= asked) {
            break;
        }
        follow(&mut world, event).with_context(|| format!("ply {now}"))?;
    }
    let (made, asked) = (world.ply(), ply.unwrap_or(world.ply()));
    ensure!(made == asked, "found the game at ply {made}, expected ply {asked}");
    Ok(world)
}

/// The whole games, with all cards open, of files and of everything in folders.
pub(in crate::cli) fn whole_games(paths: &[PathBuf], env: Env) -> Result<Vec<OpenGame>> {
    let mut files = vec![];
    for path in paths {
        files.extend(files_below(path, &["jgs", "jsonl"])?);
    }
    let read = |file: &PathBuf| whole_games_of(file, env);
    let games: Vec<Vec<OpenGame>> = files.par_iter().map(read).collect::<Result<_>>()?;
    Ok(games.into_iter().flatten().collect())
}

/// The whole games of a file, with the values that their players told.
fn whole_games_of(file: &Path, env: Env) -> Result<Vec<OpenGame>> {
    let source = file.display().to_string();
    if ending(file) == "jsonl" {
        let mut games = vec![];
        each_record(file, |record| {
            let name = format!("{source}, game {}", games.len());
            let game = OpenGame::new(name, &record.history(env.board)?)?;
            games.push(game.with_values(record.read_values()?.unwrap_or_default()));
            Ok(())
        })?;
        return Ok(games);
    }
    let games = games(&source, env)?;
    let named = |history| OpenGame::new(source.clone(), history).context(source.clone());
    games.iter().map(named).collect()
}
