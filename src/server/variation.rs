//! Variations: moves made by hand from a moment of an opened game, with what the rules make of them.

use super::message::Error;
use crate::game::belief::{Observation, Visibility};
use crate::game::format::follow;
use crate::game::rules::{Event, Move, World};
use crate::server::study::OpenedGame;
use crate::server::table::EventView;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most moves of a variation.
const MAX_MOVES: usize = 200;

/// The events of a game up to a moment followed by moves, and the answer to the client that made them.
///
/// # Errors
///
/// If the game hides pieces, has no such moment, or a move is not legal.
pub(super) fn variation(
    file: &OpenedGame,
    at: usize,
    moves: &[String],
) -> Result<(Vec<Event>, Value), Error> {
    let illegal = |error: &dyn ToString| Error::new("illegal", error.to_string());
    let hidden = "This game hides pieces: moves cannot be tried on its board.";
    let setup = file.start.setup().ok_or_else(|| Error::new("refused", hidden))?;
    let mut world = World::lenient(&setup).map_err(|error| illegal(&error))?;
    if at > file.events.len() || moves.len() > MAX_MOVES {
        return Err(Error::new(
            "illegal",
            "The game has no such moment, or the variation is too long.",
        ));
    }
    let mut events = file.events[..at].to_vec();
    for event in &events {
        follow(&mut world, event).map_err(|error| illegal(&error))?;
    }
    let mut views = vec![];
    for text in moves {
        let mv = Move::parse(&text.replace('-', ""), file.start.board).map_err(|e| illegal(&e))?;
        let before: Vec<_> = world.pieces().collect();
        let event = world.play(mv).map_err(|error| illegal(&error))?;
        let after = Observation::new(&world, event.seat, Visibility::AllOpen);
        views.push(EventView::new(events.len() + 1, &event, &before, &after));
        events.push(event);
    }
    let mut targets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    if world.outcome().is_none() {
        let seen = Observation::new(&world, world.turn(), Visibility::AllOpen);
        for mv in seen.moves() {
            let [from, to] = mv.cells(file.start.board).map(|cell| cell.to_string());
            targets.entry(from).or_default().push(to);
        }
    }
    Ok((events, json!({"is": "variation", "at": at, "events": views, "moves": targets})))
}
