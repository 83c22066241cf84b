//! Boards as arguments.

use crate::errors::refused;
use junqi::game::board::Board;
use pyo3::prelude::*;

/// The board of a name, such as `siguo`, `mini` or `mini:aeimq`, or of the text of a board file.
pub fn board(source: &str) -> PyResult<&'static Board> {
    match Board::named(source) {
        Some(board) => board.map_err(|error| refused(format!("board {source}: {error}"))),
        None if source.contains('\n') => {
            Board::of_text(source).map_err(|error| refused(format!("board: {error}")))
        }
        None => Err(refused(format!(
            "board: found `{source}`, expected `siguo`, `mini`, the name of a board that was read before, or the text \
             of a board file"
        ))),
    }
}
