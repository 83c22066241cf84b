//! The board in lines and columns of a terminal: railways as double lines, roads as single ones; a
//! cell every two lines and four columns.

use super::style::caption;
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{Board, Cell, Curve, Direction, Graph, NodeType, SIZE};
use crate::game::rules::Move;
use std::fmt;

/// How a terminal names the kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
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
        let cell = view.board.cell(station);
        let text = [seat.letter(), names.of(seen)];
        canvas.piece(cell, text, names.columns(), TILES[seat.index()]);
        if let Some(walls) = walls(view.board.code(cell)) {
            canvas.bracket(cell, names.columns(), walls, PLAIN);
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

/// Bold, in colour 166 of the 256.
const MARK: Style = "\x1b[1m\x1b[38;5;166m";

/// Bold white on the colour of each seat, independent of the terminal's palette.
const TILES: [Style; 4] = [
    "\x1b[1m\x1b[38;5;231m\x1b[48;5;160m",
    "\x1b[1m\x1b[38;5;231m\x1b[48;5;29m",
    "\x1b[1m\x1b[38;5;231m\x1b[48;5;25m",
    "\x1b[1m\x1b[38;5;231m\x1b[48;5;90m",
];

const WIDTH: usize = 4 * SIZE + 1;
const HEIGHT: usize = 2 * SIZE - 1;
/// The ANSI escape codes that begin a style; empty for plain text.
type Style = &'static str;

const PLAIN: Style = "";
const ROAD: Style = "\x1b[2m"; // dimmed
const RESET: &str = "\x1b[0m";

/// One column of one line; no glyph where a wide one to the left covers it.
#[derive(Clone, Copy, PartialEq)]
struct CanvasCell {
    glyph: Option<char>,
    style: Style,
}

/// The board, for pieces to be put on.
struct Canvas(Vec<[CanvasCell; WIDTH]>);

/// The spot of a cell, as line and column.
fn centre(cell: Cell) -> (usize, usize) {
    (2 * cell.row(), 4 * cell.col() + 2)
}

/// The spot half way between two cells.
fn middle(a: Cell, b: Cell) -> (usize, usize) {
    let a = centre(a);
    let b = centre(b);
    (usize::midpoint(a.0, b.0), usize::midpoint(a.1, b.1))
}

impl Canvas {
    fn of(board: &Board) -> Self {
        let empty = CanvasCell { glyph: Some(' '), style: PLAIN };
        let mut canvas = Self(vec![[empty; WIDTH]; HEIGHT]);
        canvas.tracks(board);
        board.curves().iter().for_each(|curve| canvas.curve(board, curve));
        canvas.houses(board);
        canvas
    }

    fn put(&mut self, line: usize, column: usize, glyph: char, style: Style) {
        self.0[line][column] = CanvasCell { glyph: Some(glyph), style };
    }

    /// Leaves a spot to the wide character on its left.
    fn cover(&mut self, line: usize, column: usize, style: Style) {
        self.0[line][column] = CanvasCell { glyph: None, style };
    }

    /// Sets brackets around the columns that begin left of a cell's spot.
    fn bracket(&mut self, cell: Cell, columns: usize, brackets: [char; 2], style: Style) {
        let (line, column) = centre(cell);
        self.put(line, column - 2, brackets[0], style);
        self.put(line, column - 1 + columns, brackets[1], style);
    }

    fn piece(&mut self, cell: Cell, text: [char; 2], columns: usize, style: Style) {
        let (line, column) = centre(cell);
        self.put(line, column - 1, text[0], style);
        self.put(line, column, text[1], style);
        if columns == 3 {
            self.cover(line, column + 1, style);
        }
    }

    /// Roads and straight railways.
    fn tracks(&mut self, board: &Board) {
        let graph = Graph::derive(board, board.stations(), board.curves());
        let mut joints = [[Joint::default(); WIDTH]; HEIGHT];
        for (edges, weight, style) in [(&graph.roads, 1, ROAD), (&graph.rails, 2, PLAIN)] {
            for edge in edges.iter().filter(|e| !graph.arcs.contains(e)) {
                let [a, b] = edge.map(|s| board.cell(s));
                if a.row() == b.row() || a.col() == b.col() {
                    join(&mut joints, a, b, weight);
                } else {
                    let glyph = if (a < b) == (a.col() < b.col()) { '╲' } else { '╱' };
                    let (line, column) = middle(a, b);
                    let crossed = self.0[line][column].glyph != Some(' ');
                    self.put(line, column, if crossed { '╳' } else { glyph }, style);
                }
            }
        }
        for (line, row) in joints.iter().enumerate() {
            for (column, joint) in row.iter().enumerate().filter(|(_, j)| **j != Joint::default()) {
                let style = if joint.contains(&2) { PLAIN } else { ROAD };
                self.put(line, column, glyph(*joint), style);
            }
        }
    }

    fn curve(&mut self, board: &Board, curve: &Curve) {
        let [(a, to_a), (b, _)] = curve.ends;
        let a = board.cell(a);
        let b = board.cell(b);
        let (upright, level) =
            if matches!(to_a, Direction::Up | Direction::Down) { (a, b) } else { (b, a) };
        let glyph = match (upright.row() > level.row(), upright.col() > level.col()) {
            (true, true) => '╮',
            (true, false) => '╭',
            (false, true) => '╯',
            (false, false) => '╰',
        };
        let (line, column) = middle(a, b);
        self.put(line, column, glyph, PLAIN);
    }

    /// Camps and headquarters, as they look when empty.
    fn houses(&mut self, board: &Board) {
        for station in board.stations() {
            let cell = board.cell(station);
            if let Some([open, close]) = walls(board.code(cell)) {
                let (line, column) = centre(cell);
                for (column, glyph) in (column - 1..).zip([open, ' ', close]) {
                    self.put(line, column, glyph, PLAIN);
                }
            }
        }
    }
}

/// The walls left and right of a camp or headquarters, or of the piece in it.
fn walls(code: NodeType) -> Option<[char; 2]> {
    match code {
        NodeType::Camp => Some(['(', ')']),
        NodeType::Headquarters => Some(['[', ']']),
        _ => None,
    }
}

/// The lines that meet in a spot from above, below, left and right: 1 for a road, 2 for a railway.
type Joint = [u8; 4];

/// Draws a straight line between two cells.
fn join(joints: &mut [[Joint; WIDTH]; HEIGHT], a: Cell, b: Cell, weight: u8) {
    let from = centre(a.min(b));
    let to = centre(a.max(b));
    for line in from.0..to.0 {
        joints[line][from.1][1] = weight;
        joints[line + 1][from.1][0] = weight;
    }
    for column in from.1..to.1 {
        joints[from.0][column][3] = weight;
        joints[from.0][column + 1][2] = weight;
    }
}

/// The box-drawing character of a joint. Where there is none, because a road goes on from the end
/// of a railway, the railway alone.
fn glyph(joint: Joint) -> char {
    let weights = [joint[0].max(joint[1]), joint[2].max(joint[3])];
    let mask: usize =
        (0..4).filter(|&i| joint[i] > 0 && joint[i] == weights[i / 2]).map(|i| 1 << i).sum();
    let set = match weights {
        [2, 2] => " ║║║═╝╗╣═╚╔╠═╩╦╬",
        [2, _] => " ║║║╴╜╖╢╶╙╓╟─╨╥╫",
        [_, 2] => " ╵╷│═╛╕╡═╘╒╞═╧╤╪",
        _ => " ╵╷│╴┘┐┤╶└┌├─┴┬┼",
    };
    set.chars().nth(mask).expect("sixteen characters for four bits")
}

/// The canvas between margins of letters and numbers.
impl fmt::Display for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String =
            (b'a'..).take(SIZE).flat_map(|letter| [' ', ' ', letter.into(), ' ']).collect();
        writeln!(f, "   {letters}    ")?;
        for (line, spots) in self.0.iter().enumerate() {
            let row = if line % 2 == 0 { (SIZE - line / 2).to_string() } else { String::new() };
            write!(f, "{row:>2} ")?;
            for run in spots.chunk_by(|a, b| a.style == b.style) {
                let text: String = run.iter().filter_map(|spot| spot.glyph).collect();
                let style = run[0].style;
                let end = if style.is_empty() { "" } else { RESET };
                write!(f, "{style}{text}{end}")?;
            }
            writeln!(f, " {row:<2}")?;
        }
        writeln!(f, "   {letters}    ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Seat;
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

    fn at(lines: &[Vec<Option<char>>], line: usize, column: usize) -> Option<char> {
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
                    let here = [column - 1, column].map(|c| at(&lines, line, c));
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
        let graph = Graph::derive(board, board.stations(), board.curves());
        for (edges, ways) in [(&graph.roads, "│─╲╱"), (&graph.rails, "║═╮╭╯╰")]
        {
            for edge in edges {
                let [a, b] = edge.map(|s| board.cell(s));
                let (line, column) = middle(a, b);
                let way = at(&lines, line, column).unwrap();
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
            let around = [column - 2, column + 2].map(|c| at(&lines, line, c).unwrap());
            assert_eq!(around, ['>', '<']);
        }
    }
}
