//! The command `position`: the start as a seat sees it, and the events since.

use super::error::{CommandError, after, found};
use crate::base::text::Words;
use crate::game::belief::{SeenPiece, View, Visibility};
use crate::game::board::Board;
use crate::game::format::{parse_event, parse_jfen};
use crate::game::rules::{Event, Kind};

/// The visibility that a word names.
pub(super) fn parse_visibility(word: &str) -> Result<Visibility, CommandError> {
    Visibility::named(word).ok_or_else(|| found(word, "four-dark, double-open or all-open"))
}

/// Parses the words after `position`: the start, the visibility, the events.
pub(super) fn parse_position(
    text: &str,
    board: &'static Board,
) -> Result<(View, Visibility, Vec<Event>), CommandError> {
    let (named, text) = if text.starts_with("visibility") {
        let (word, rest) = after(text, "visibility")?;
        (Some(parse_visibility(word)?), rest.trim_start())
    } else {
        (None, text)
    };
    let jfen = text.strip_prefix("jfen ").ok_or_else(|| found(text, "`jfen`"))?;
    let (jfen, moves) = jfen.split_once(" moves").unwrap_or((jfen, ""));
    let start =
        parse_jfen(jfen.trim(), 1, board).map_err(|e| CommandError(format!("jfen: {e}")))?;
    check_pieces(&start, named)?;
    let events = Words::new(1, moves).map(|word| parse_event(word, board));
    let events: Result<_, _> = events.collect();
    let events = events.map_err(|e| CommandError(format!("moves: {e}")))?;
    Ok((start, named.unwrap_or(Visibility::FourDark), events))
}

/// Checks that the observer sees no more pieces than the visibility allows, and that hidden pieces
/// have a pool: both are mistakes of a driver that would only make the engine weaker, in silence.
fn check_pieces(start: &View, named: Option<Visibility>) -> Result<(), CommandError> {
    let Some(observer) = start.observer else { return Ok(()) };
    let visibility = named.unwrap_or(Visibility::FourDark);
    for &(owner, seen, _) in &start.pieces {
        let knows = visibility.knows(&start.rules, observer, owner);
        let shown = start.flags_shown.contains(owner) && seen == SeenPiece::Known(Kind::Flag);
        if seen == SeenPiece::Hidden {
            if start.pools[owner.index()].is_empty() {
                let what = format!("jfen: found hidden pieces of seat {owner} and no pool");
                return Err(CommandError(format!(
                    "{what}, expected the pool `{owner}:` and letters"
                )));
            }
        } else if !knows && !shown {
            let what = format!("jfen: found open pieces of seat {owner} seen by {observer}");
            return Err(CommandError(match named {
                None => format!("{what}, expected `position visibility V jfen ..` to allow it"),
                Some(_) => format!("{what}, expected hidden ones with visibility {visibility}"),
            }));
        }
    }
    Ok(())
}
