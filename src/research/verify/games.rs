//! Recorded games: `.jgs` files, records and histories.

use super::VerifyReport;
use crate::base::text::json_fault;
use crate::game::board::Board;
use crate::game::format::{GameHistory, GameRecord, Jgs, follow};
use crate::game::rules::{Act, Rules, World};

/// Verifies a record a line.
pub(super) fn verify_records(
    board: &'static Board,
    place: &str,
    text: &str,
    report: &mut VerifyReport,
) {
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() {
            verify_record(board, &format!("{place}, line {number}"), line, report);
        }
    }
}

pub(super) fn verify_record(
    board: &'static Board,
    place: &str,
    text: &str,
    report: &mut VerifyReport,
) {
    let record = match GameRecord::read(text) {
        Ok(record) => record,
        Err(error) => return report.disagree(place, json_fault(&error)),
    };
    report.games += 1;
    let (mut moves, mut fights) = (0, 0);
    let replayed = record.replay(board, |_, event| {
        if let Act::Move(_, fight) = event.act {
            moves += 1;
            fights += usize::from(fight.is_some());
        }
    });
    (report.moves, report.fights) = (report.moves + moves, report.fights + fights);
    if let Err(error) = replayed {
        report.disagree(place, format!("game {}, {error}", record.game));
    }
}

pub(super) fn verify_jgs(
    (board, rules): (&'static Board, Rules),
    place: &str,
    jgs: &Jgs,
    report: &mut VerifyReport,
) {
    report.games += 1;
    match jgs.replay(board, rules) {
        Ok(replayed) => {
            report.moves += replayed.moves();
            report.fights += replayed.fights();
            replayed.disagreements.iter().for_each(|what| report.disagree(place, what));
        }
        Err(faults) => report.disagree(place, faults),
    }
}

/// Replays a history; all pieces of its start must be known.
pub(super) fn verify_history(
    board: &'static Board,
    place: &str,
    text: &str,
    report: &mut VerifyReport,
) {
    let history = match GameHistory::parse(text, board) {
        Ok(history) => history,
        Err(error) => return report.disagree(place, error),
    };
    let Some(setup) = history.start.setup() else {
        return report.disagree(place, "found hidden pieces at the start, expected all known");
    };
    let mut world = match World::lenient(&setup) {
        Ok(world) => world,
        Err(faults) => return report.disagree(place, faults),
    };
    report.games += 1;
    for event in &history.events {
        if let Err(error) = follow(&mut world, event) {
            return report.disagree(place, format!("ply {}: {error}", world.ply()));
        }
        if let Act::Move(_, fight) = event.act {
            report.moves += 1;
            report.fights += usize::from(fight.is_some());
        }
    }
}
