//! Files that commands read and write.

mod games;
mod seats;

pub(super) use games::{games, truth, whole_games};
pub(super) use seats::{Named as NamedSeats, seat, seats};

use super::Env;
use crate::base::job::write_atomic;
use crate::base::text::Word;
use crate::engine::data;
use crate::engine::eval::Weights;
use crate::game::belief::{BehaviourModel, BeliefModel, Prior, View};
use crate::game::board::{Board, Seat};
use crate::game::format::{
    GameHistory, GameRecord, Jgs, NamedDeployment, parse_deployments, parse_jfen, parse_jql,
    read_deployment,
};
use crate::game::rules::{Deployment, Mode, Rules, World};
use crate::research::verify::{files_below, read_file};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Deployment A of the reference positions.
const REFERENCE: &str = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";

/// The bytes of a file.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>> {
    read_file(path).with_context(|| path.display().to_string())
}

/// The text of a file, or of standard input, which is written `-`.
pub(super) fn text_or_input(path: &Path) -> Result<String> {
    if path != Path::new("-") {
        return text(path);
    }
    let mut bytes = vec![];
    std::io::stdin().read_to_end(&mut bytes)?;
    decode(bytes).context("standard input")
}

/// The text of a file.
pub(super) fn text(path: &Path) -> Result<String> {
    decode(bytes(path)?).with_context(|| path.display().to_string())
}

fn decode(bytes: Vec<u8>) -> Result<String> {
    let text = String::from_utf8(bytes).map_err(|e| {
        anyhow!("byte {}: found no UTF-8 text, expected text", e.utf8_error().valid_up_to())
    })?;
    // Some editors begin a file with a mark of its byte order.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Writes a file as a whole: under a temporary name beside it, then renamed.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<()> {
    write_atomic(path, content).with_context(|| path.display().to_string())
}

/// A value as JSON for people: indented, but lists of numbers on one line.
pub(super) fn json_lines(value: &impl serde::Serialize) -> Result<String> {
    let pretty = serde_json::to_string_pretty(value)?;
    let mut text = String::new();
    let mut lines = pretty.lines().peekable();
    while let Some(line) = lines.next() {
        text += line;
        // A list of numbers goes on one line.
        let number = |l: &&str| l.trim().starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if line.ends_with('[') && lines.peek().is_some_and(number) {
            for line in lines.by_ref() {
                let line = line.trim();
                text += line;
                if line.starts_with(']') {
                    break;
                }
                text += if line.ends_with(',') { " " } else { "" };
            }
        }
        text.push('\n');
    }
    Ok(text)
}

/// What is expected: `uniform`, `learned` from people, `engines`, or a file that `belief fit` wrote;
/// with what conduct says, if that was learned and is wanted.
pub(super) fn expectation(
    name: &str,
    conduct: bool,
) -> Result<(Arc<Prior>, Option<Arc<BehaviourModel>>)> {
    let model: BeliefModel = match name {
        "uniform" => return Ok((Prior::uniform().into(), None)),
        "learned" => data::model(),
        "engines" => data::engines(),
        _ => serde_json::from_str(&text(Path::new(name))?).with_context(|| name.to_owned())?,
    };
    let prior = model.prior().with_context(|| name.to_owned())?;
    let habits = model.behaviour_model().with_context(|| name.to_owned())?;
    Ok((prior.into(), conduct.then(|| habits.into())))
}

/// The weights of a file, or those that are built in.
pub(super) fn weights(path: Option<&Path>) -> Result<Weights> {
    let Some(path) = path else { return Ok(data::weights()) };
    Weights::parse(&text(path)?).with_context(|| path.display().to_string())
}

/// The ending of a file's name, in small letters.
pub(super) fn ending(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase()
}

/// The records of a file of JSON lines.
pub(super) fn records(path: &Path) -> Result<Vec<GameRecord>> {
    let mut records = vec![];
    each_record(path, |record| {
        records.push(record);
        Ok(())
    })?;
    Ok(records)
}

/// Hands every record of a file to `each`, line by line; errors name the line.
pub(super) fn each_record(
    path: &Path,
    mut each: impl FnMut(GameRecord) -> Result<()>,
) -> Result<()> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let (mut file, mut line) = (BufReader::new(file), String::new());
    for number in 1.. {
        line.clear();
        let named = || format!("{}, line {number}", path.display());
        if file.read_line(&mut line).with_context(named)? == 0 {
            break;
        }
        let text = line.strip_prefix('\u{feff}').unwrap_or(&line).trim();
        match serde_json::from_str(text) {
            _ if text.is_empty() => {}
            Ok(record) => each(record).with_context(named)?,
            Err(error) if error.is_eof() && !line.ends_with('\n') => {
                eprintln!("note: {}: half a record is left out", named());
            }
            Err(error) => return Err(error).with_context(named),
        }
    }
    Ok(())
}

/// The deployments of one file of any form, lawful or not.
fn deployments_of_file(path: &Path) -> Result<Vec<NamedDeployment>> {
    let named = |line, name: String, deployment: Deployment| NamedDeployment {
        name,
        about: String::new(),
        share: None,
        line,
        deployment: Ok(deployment),
    };
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(match ending(path).as_str() {
        "jql" => vec![named(1, stem, parse_jql(&bytes(path)?)?)],
        "jgs" => {
            let jgs = Jgs::parse(&bytes(path)?)?;
            let seats = Seat::ALL.into_iter().zip(jgs.deployments);
            let some = seats.filter_map(|(seat, d)| Some(named(1, format!("{stem} {seat}"), d?)));
            some.collect()
        }
        "jsonl" => {
            let mut found = vec![];
            for (i, record) in records(path)?.into_iter().enumerate() {
                for (seat, text) in Seat::ALL.into_iter().zip(&record.deployments) {
                    if let Some(text) = text {
                        let deployment = read_deployment(Word { text, line: i + 1, column: 1 })?;
                        let name = format!("{stem} game {} {seat}", record.game);
                        found.push(named(i + 1, name, deployment));
                    }
                }
            }
            found
        }
        _ => parse_deployments(&text(path)?)?,
    })
}

/// The deployments of each file that a source names: a file, the files in a folder, or `book`,
/// `strong`, `mixed-1v1` and `mixed-2v2`, the embedded ones. A file that cannot be read is an error of its own.
pub(super) fn deployment_files(
    source: &str,
) -> Result<Vec<(String, Result<Vec<NamedDeployment>>)>> {
    let path = Path::new(source);
    let embedded = match source {
        "book" => Some(data::deployments()),
        "strong" => Some(data::strong()),
        "mixed-1v1" => Some(data::mixture(Mode::TwoPlayer)),
        "mixed-2v2" => Some(data::mixture(Mode::FourPlayer)),
        _ => None,
    };
    if let Some(embedded) = embedded.filter(|_| !path.exists()) {
        return Ok(vec![(source.into(), Ok(embedded))]);
    }
    let files = files_below(path, &["txt", "jql", "jgs", "jsonl"])?;
    let read = |file: &PathBuf| (file.display().to_string(), deployments_of_file(file));
    Ok(files.iter().map(read).collect())
}

/// The deployments of all those files, each with the name of its file.
pub(super) fn deployments(source: &str) -> Result<Vec<(String, NamedDeployment)>> {
    let mut all = vec![];
    for (name, found) in deployment_files(source)? {
        let found = found.with_context(|| name.clone())?;
        all.extend(found.into_iter().map(|d| (name.clone(), d)));
    }
    ensure!(!all.is_empty(), "{source}: found no deployment, expected at least one");
    Ok(all)
}

/// The same, all lawful.
pub(super) fn lawful_deployments(source: &str) -> Result<Vec<(NamedDeployment, Deployment)>> {
    let lawful = |(file, named): (String, NamedDeployment)| match &named.deployment {
        Ok(deployment) => {
            let deployment = *deployment;
            Ok((named, deployment))
        }
        Err(faults) => bail!(
            "{file}, line {}, deployment {}: {} (`junqi deploy check` tells all)",
            named.line,
            named.name,
            faults[0]
        ),
    };
    deployments(source)?.into_iter().map(lawful).collect()
}

/// The game of a `.jgs` file, played by some rules, as a record.
pub(super) fn replay(path: &Path, rules: Rules, env: Env) -> Result<GameRecord> {
    let named = || path.display().to_string();
    let jgs = Jgs::parse(&bytes(path)?).with_context(named)?;
    jgs.to_record(env.board, rules).map_err(|e| anyhow!("{e}")).with_context(named)
}

/// A JFEN line or `start`, with nothing after it.
fn position(text: &str, board: &'static Board) -> Result<GameHistory> {
    let start = if text == "start" {
        let word = Word { text: REFERENCE, line: 1, column: 1 };
        let deployments = [Some(read_deployment(word)?); 4];
        View::truth(&World::start(board, Rules::default(), &deployments, Seat::South)?)
    } else {
        parse_jfen(text, 1, board).context("no such file, and no JFEN line")?
    };
    Ok(GameHistory { start, events: vec![] })
}

/// The world of a JFEN line or `start`; no piece may be hidden.
pub(super) fn world(text: &str, env: Env) -> Result<World> {
    let setup = position(text, env.board)?.start.setup();
    Ok(World::lenient(&setup.context("found hidden pieces, expected a position without any")?)?)
}

/// Reads a share: 0 or more, below 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..1.0).contains(&share) { Ok(share) } else { Err("expected 0 or more, below 1".into()) }
}
