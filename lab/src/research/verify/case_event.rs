//! Cells, seats, events and outcomes of fights as case files write them. Formats in `docs/FORMATS.md`.

use junqi_core::game::board::{Board, Cell, Seat, Station};
use junqi_core::game::rules::{Act, CombatResult, Event, Exit, Move};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(super) type CaseCell = [usize; 2];

/// An event as case files write it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CaseEvent {
    seat: char,
    from: Option<CaseCell>,
    to: Option<CaseCell>,
    pub(super) result: String,
    #[serde(default)]
    flags_shown: BTreeMap<char, CaseCell>,
    captured_flag_of: Option<char>,
    #[serde(default)]
    eliminated: Vec<(char, Exit)>,
    #[serde(default)]
    passed: Vec<char>,
}

pub(super) fn seat(letter: char) -> Result<Seat, String> {
    Seat::from_letter(letter).ok_or_else(|| format!("found seat `{letter}`, expected S, E, N or W"))
}

pub(super) fn at(cell: Cell) -> CaseCell {
    [cell.row(), cell.col()]
}

pub(super) fn station(board: &Board, [row, col]: CaseCell) -> Result<Station, String> {
    let station = Cell::new(row, col).and_then(|c| board.station(c));
    station.ok_or_else(|| format!("found cell [{row}, {col}], expected a station"))
}

pub(super) fn mv(board: &Board, [from, to]: [CaseCell; 2]) -> Result<Move, String> {
    Ok(Move { from: station(board, from)?, to: station(board, to)? })
}

impl CaseEvent {
    /// The event that the file describes.
    pub(super) fn event(&self, board: &Board) -> Result<Event, String> {
        let act = match (self.from, self.to) {
            (Some(from), Some(to)) => Act::Move(mv(board, [from, to])?, clash_of(&self.result)?),
            _ => Act::Resign,
        };
        let mut event = Event::new(seat(self.seat)?, act);
        for (&letter, &cell) in &self.flags_shown {
            let flag = (seat(letter)?, station(board, cell)?);
            event.flags_shown.try_push(flag).map_err(|_| "found more than two shown flags")?;
        }
        event.captured_flag_of = self.captured_flag_of.map(seat).transpose()?;
        for &(letter, why) in &self.eliminated {
            let out = (seat(letter)?, why);
            event.eliminated.try_push(out).map_err(|_| "found more than four eliminated seats")?;
        }
        for &letter in &self.passed {
            let passed = event.passed.try_push(seat(letter)?);
            passed.map_err(|_| "found more than four skipped seats")?;
        }
        Ok(event)
    }

    pub(super) fn of(event: &Event, board: &Board) -> Self {
        let (cells, fight) = match event.act {
            Act::Move(mv, fight) => (Some(mv.cells(board).map(at)), fight),
            _ => (None, None),
        };
        Self {
            seat: event.seat.letter(),
            from: cells.map(|c| c[0]),
            to: cells.map(|c| c[1]),
            result: fight.map_or("move", clash_word).into(),
            flags_shown: event
                .flags_shown
                .iter()
                .map(|f| (f.0.letter(), at(board.cell(f.1))))
                .collect(),
            captured_flag_of: event.captured_flag_of.map(Seat::letter),
            eliminated: event.eliminated.iter().map(|e| (e.0.letter(), e.1)).collect(),
            passed: event.passed.iter().map(|s| s.letter()).collect(),
        }
    }
}

/// The word for an outcome in case files.
pub(super) fn clash_word(result: CombatResult) -> &'static str {
    match result {
        CombatResult::Win => "win",
        CombatResult::Lose => "lose",
        CombatResult::Both => "both",
    }
}

/// Parses the word of an outcome; `move` has none.
pub(super) fn clash_of(word: &str) -> Result<Option<CombatResult>, String> {
    match word {
        "move" => Ok(None),
        "win" => Ok(Some(CombatResult::Win)),
        "lose" => Ok(Some(CombatResult::Lose)),
        "both" => Ok(Some(CombatResult::Both)),
        _ => Err(format!("found result `{word}`, expected move, win, lose or both")),
    }
}
