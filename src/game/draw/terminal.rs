//! The board in a terminal: railways as double lines, roads as single ones.

use super::canvas::{Canvas, centre, walls};
use super::caption::caption;
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{Cell, Seat};
use crate::game::rules::Move;
use anstyle::{Ansi256Color, Style};

/// How a terminal names the kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum KindNames {
    /// Their letters in every text format; `?` for a hidden piece.
    #[default]
    Letters,
    /// One character of their Chinese names, two columns wide; 暗 for a hidden piece.
    Chinese,
}

impl KindNames {
    fn of(self, seen: SeenPiece) -> char {
        match (self, seen) {
            (Self::Letters, SeenPiece::Known(kind)) => kind.letter(),
            (Self::Letters, SeenPiece::Hidden) => '?',
            (Self::Chinese, SeenPiece::Known(kind)) => kind.short_chinese(),
            (Self::Chinese, SeenPiece::Hidden) => '暗',
        }
    }

    /// The columns of a piece, the letter of its seat included.
    fn columns(self) -> usize {
        if self == Self::Chinese { 3 } else { 2 }
    }
}

/// The board of a view for a terminal, 75 columns wide, with a caption below.
///
/// A piece is the letter of its seat and its name, on the colour of the seat. `( )` is a camp,
/// `[ ]` a headquarters; `> <` point at the stations of the last move. The text holds ANSI styles,
/// but reads as well without them.
///
/// ```text
///  7  Wi═══╬═══════╬═══════╬══Ed
///        ╮ ║       ║       ║ ╭
///  6      Sd══Sf══Sc══Se══Si
///          ║ ╲ │ ╱ │ ╲ │ ╱ ║
///  5      Sa──( )─Sx──( )─Sb
/// ```
pub fn terminal(view: &View, last: Option<Move>, names: KindNames) -> String {
    let mut canvas = Canvas::of(view.board);
    for &(seat, seen, station) in &view.pieces {
        let (cell, text) = (view.board.cell(station), [seat.letter(), names.of(seen)]);
        canvas.piece(cell, text, names.columns(), tile(seat));
        if let Some(walls) = walls(view.board.code(cell)) {
            canvas.bracket(cell, names.columns(), walls, Style::new());
        }
    }
    for station in last.into_iter().flat_map(|mv| [mv.from, mv.to]) {
        let occupied = view.pieces.iter().any(|p| p.2 == station);
        let columns = if occupied { names.columns() } else { 3 };
        canvas.bracket(view.board.cell(station), columns, ['>', '<'], MARK);
    }
    let [first, second] = caption(view, last);
    format!("{canvas}\n   {first}\n   {second}\n")
}

const MARK: Style = Style::new().bold().fg_color(Some(colour(166)));

const fn colour(number: u8) -> anstyle::Color {
    anstyle::Color::Ansi256(Ansi256Color(number))
}

/// White on the seat's colour, independent of the terminal's theme.
fn tile(seat: Seat) -> Style {
    let background = colour([160, 29, 25, 90][seat.index()]);
    Style::new().bold().fg_color(Some(colour(231))).bg_color(Some(background))
}

impl Canvas {
    fn piece(&mut self, cell: Cell, text: [char; 2], columns: usize, style: Style) {
        let (line, column) = centre(cell);
        self.put((line, column - 1), text[0], style);
        self.put((line, column), text[1], style);
        if columns == 3 {
            self.cover((line, column + 1), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::{Board, Graph};
    use crate::game::draw::canvas::{HEIGHT, WIDTH, middle};
    use crate::game::draw::test_support::middle_game;
    use std::collections::BTreeMap;

    /// The lines of the board without styles, by column: wide characters fill two, the second
    /// one empty.
    fn lines(text: &str) -> Vec<Vec<Option<char>>> {
        let mut plain = String::new();
        for (i, part) in text.split('\x1b').enumerate() {
            plain += if i == 0 { part } else { part.split_once('m').unwrap().1 };
        }
        let columns = |c: char| if c > '\u{2fff}' { vec![Some(c), None] } else { vec![Some(c)] };
        plain
            .lines()
            .take(HEIGHT + 2)
            .map(|line| line.chars().flat_map(columns).collect())
            .collect()
    }

    fn at(lines: &[Vec<Option<char>>], (line, column): (usize, usize)) -> Option<char> {
        lines[line + 1][column + 3]
    }

    fn bare() -> View {
        let mut view = middle_game().0;
        view.pieces.clear();
        view
    }

    #[test]
    fn all_lines_of_the_board_are_equally_wide() {
        let (view, last) = middle_game();
        for names in [KindNames::Letters, KindNames::Chinese] {
            for last in [None, Some(last)] {
                let lines = lines(&terminal(&view, last, names));
                assert!(lines.iter().all(|line| line.len() == 75));
            }
        }
    }

    #[test]
    fn every_piece_stands_on_its_station_and_nowhere_else() {
        let (view, last) = middle_game();
        for names in [KindNames::Letters, KindNames::Chinese] {
            let lines = lines(&terminal(&view, Some(last), names));
            let pieces: BTreeMap<_, _> = (view.pieces.iter())
                .map(|p| (centre(view.board.cell(p.2)), [p.0.letter(), names.of(p.1)]))
                .collect();
            for line in 0..HEIGHT {
                for column in 1..WIDTH {
                    let here = [column - 1, column].map(|c| at(&lines, (line, c)));
                    let seat = here[0].and_then(Seat::from_letter);
                    let expected = pieces.get(&(line, column)).map(|text| text.map(Some));
                    assert_eq!(seat.map(|_| here), expected);
                }
            }
        }
    }

    #[test]
    fn every_edge_is_drawn_along_its_way_and_railways_are_double() {
        let lines = lines(&terminal(&bare(), None, KindNames::Letters));
        let board = Board::siguo();
        let graph = Graph::derive(board, board.stations(), true);
        for (edges, ways) in [(&graph.roads, "│─╲╱"), (&graph.rails, "║═╮╭╯╰")]
        {
            for edge in edges {
                let [a, b] = edge.map(|s| board.cell(s));
                let way = at(&lines, middle(a, b)).unwrap();
                assert!(ways.contains(way) || "╬".contains(way), "{way} between {a} and {b}");
            }
        }
        let count = |c| lines.iter().flatten().filter(|g| **g == Some(c)).count();
        assert_eq!("╮╭╯╰".chars().map(count).collect::<Vec<_>>(), [1; 4]);
        assert_eq!((count('('), count('[')), (20, 8));
    }

    #[test]
    fn the_last_move_is_pointed_at() {
        let last = Move::parse("g6g12", Board::siguo()).unwrap();
        let lines = lines(&terminal(&bare(), Some(last), KindNames::Letters));
        for cell in last.cells(Board::siguo()) {
            let (line, column) = centre(cell);
            let around = [column - 2, column + 2].map(|c| at(&lines, (line, c)).unwrap());
            assert_eq!(around, ['>', '<']);
        }
    }
}
