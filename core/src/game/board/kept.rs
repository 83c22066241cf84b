//! The boards of a run. Worlds and moves refer to them freely, so each is kept to the end of the program.

use super::Board;
use crate::base::text::ParseError;
use std::sync::{LazyLock, Mutex, PoisonError};

static SIGUO: LazyLock<&'static Board> =
    LazyLock::new(|| embedded(include_str!("../../../boards/siguo.board")));
static MINI: LazyLock<&'static Board> =
    LazyLock::new(|| embedded(include_str!("../../../boards/mini.board")));
/// The boards of other texts.
static OTHERS: Mutex<Vec<&'static Board>> = Mutex::new(vec![]);

fn embedded(text: &str) -> &'static Board {
    let board: Board = text.parse().expect("the embedded board is valid");
    Box::leak(Box::new(board))
}

impl Board {
    /// All boards of this run: the embedded ones, then those of other texts in the order of reading.
    pub fn known() -> Vec<&'static Self> {
        let others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        [Self::siguo(), Self::mini()].into_iter().chain(others.iter().copied()).collect()
    }

    /// The standard board of 129 stations.
    pub fn siguo() -> &'static Self {
        *SIGUO
    }

    /// The small board for research: two arms of five pieces.
    pub fn mini() -> &'static Self {
        *MINI
    }

    /// The board of the text of a board file; the same for the same text.
    ///
    /// # Errors
    ///
    /// If the text is no board.
    pub fn of_text(text: &str) -> Result<&'static Self, ParseError> {
        let is_it = |board: &&'static Self| board.text == text;
        if let Some(board) = Self::known().into_iter().find(is_it) {
            return Ok(board);
        }
        let board: Self = text.parse()?;
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have read the same text in between.
        if let Some(board) = others.iter().copied().find(is_it) {
            return Ok(board);
        }
        let board: &'static Self = Box::leak(Box::new(board));
        others.push(board);
        Ok(board)
    }

    /// The board with a name: `siguo`, `mini`, or the last one with the name that was read from a text; or such a
    /// board with another army, `mini:aeimq`. `None` if no board has the name.
    ///
    /// ```
    /// use junqi_core::game::board::Board;
    ///
    /// let board = Board::named("mini:aeimq").unwrap()?;
    /// assert_eq!(board.name(), "mini:aeimq");
    /// assert_eq!(board.shape().army().len(), 5);
    /// assert!(Board::named("mini:zzz").unwrap().is_err());
    /// assert!(Board::named("maxi").is_none());
    /// # Ok::<(), junqi_core::base::text::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the army is none for the board.
    pub fn named(name: &str) -> Option<Result<&'static Self, ParseError>> {
        let last = Self::known().into_iter().rfind(|board| board.name == name);
        if let Some(board) = last {
            return Some(Ok(board));
        }
        let (base, army) = name.split_once(':')?;
        Some(Self::named(base)?.and_then(|board| board.with_army(army)))
    }

    /// The board with another army, given by the letters of its pieces; its name tells it.
    ///
    /// # Errors
    ///
    /// If the army cannot be deployed on the arms.
    pub fn with_army(&self, letters: &str) -> Result<&'static Self, ParseError> {
        let base = self.name.split(':').next().unwrap_or_default();
        let mut lines = vec![];
        for line in self.text.lines() {
            match line.split_whitespace().next() {
                Some("board") => lines.push(format!("board {base}:{letters}")),
                Some("army") => {}
                _ => lines.push(line.into()),
            }
        }
        lines.push(format!("army {letters}\n"));
        Self::of_text(&lines.join("\n"))
    }
}
