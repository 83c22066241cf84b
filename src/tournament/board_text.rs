//! A board in a job file: `siguo`, or the text of a board file.

use crate::game::board::Board;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// What stands for the standard board.
const STANDARD: &str = "siguo";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
pub(super) fn serialize<S: Serializer>(
    board: &&'static Board,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let standard = board.text() == Board::siguo().text();
    serializer.serialize_str(if standard { STANDARD } else { board.text() })
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<&'static Board, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == STANDARD {
        return Ok(Board::siguo());
    }
    let board: Board = text.parse().map_err(|e| D::Error::custom(format!("board: {e}")))?;
    Ok(board.leak())
}
