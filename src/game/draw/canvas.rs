//! The empty board in lines and columns of a terminal: a cell every two lines and four columns.

use crate::game::board::{Board, Cell, Curve, Direction, Graph, NodeType, SIZE};
use std::fmt;

pub(super) const WIDTH: usize = 4 * SIZE + 1;
pub(super) const HEIGHT: usize = 2 * SIZE - 1;
/// The ANSI escape codes that begin a style; empty for plain text.
pub(super) type Style = &'static str;

pub(super) const PLAIN: Style = "";
const ROAD: Style = "\x1b[2m"; // dimmed
const RESET: &str = "\x1b[0m";

/// One column of one line; no glyph where a wide one to the left covers it.
#[derive(Clone, Copy, PartialEq)]
struct CanvasCell {
    glyph: Option<char>,
    style: Style,
}

/// The board, for pieces to be put on.
pub(super) struct Canvas(Vec<[CanvasCell; WIDTH]>);

/// The spot of a cell, as line and column.
pub(super) fn centre(cell: Cell) -> (usize, usize) {
    (2 * cell.row(), 4 * cell.col() + 2)
}

/// The spot half way between two cells.
pub(super) fn middle(a: Cell, b: Cell) -> (usize, usize) {
    let (a, b) = (centre(a), centre(b));
    (usize::midpoint(a.0, b.0), usize::midpoint(a.1, b.1))
}

impl Canvas {
    pub(super) fn of(board: &Board) -> Self {
        let empty = CanvasCell { glyph: Some(' '), style: PLAIN };
        let mut canvas = Self(vec![[empty; WIDTH]; HEIGHT]);
        canvas.tracks(board);
        board.curves().iter().for_each(|curve| canvas.curve(board, curve));
        canvas.houses(board);
        canvas
    }

    pub(super) fn put(&mut self, (line, column): (usize, usize), glyph: char, style: Style) {
        self.0[line][column] = CanvasCell { glyph: Some(glyph), style };
    }

    /// Leaves a spot to the wide character on its left.
    pub(super) fn cover(&mut self, (line, column): (usize, usize), style: Style) {
        self.0[line][column] = CanvasCell { glyph: None, style };
    }

    /// Sets brackets around the columns that begin left of a cell's spot.
    pub(super) fn bracket(
        &mut self,
        cell: Cell,
        columns: usize,
        [open, close]: [char; 2],
        style: Style,
    ) {
        let (line, column) = centre(cell);
        self.put((line, column - 2), open, style);
        self.put((line, column - 1 + columns), close, style);
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
                    let spot = middle(a, b);
                    let crossed = self.0[spot.0][spot.1].glyph != Some(' ');
                    self.put(spot, if crossed { '╳' } else { glyph }, style);
                }
            }
        }
        for (line, row) in joints.iter().enumerate() {
            for (column, joint) in row.iter().enumerate().filter(|(_, j)| **j != Joint::default()) {
                let style = if joint.contains(&2) { PLAIN } else { ROAD };
                self.put((line, column), glyph(*joint), style);
            }
        }
    }

    fn curve(&mut self, board: &Board, curve: &Curve) {
        let [(a, to_a), (b, _)] = curve.ends;
        let (a, b) = (board.cell(a), board.cell(b));
        let (upright, level) =
            if matches!(to_a, Direction::Up | Direction::Down) { (a, b) } else { (b, a) };
        let glyph = match (upright.row() > level.row(), upright.col() > level.col()) {
            (true, true) => '╮',
            (true, false) => '╭',
            (false, true) => '╯',
            (false, false) => '╰',
        };
        self.put(middle(a, b), glyph, PLAIN);
    }

    /// Camps and headquarters, as they look when empty.
    fn houses(&mut self, board: &Board) {
        for station in board.stations() {
            let cell = board.cell(station);
            if let Some([open, close]) = walls(board.code(cell)) {
                let (line, column) = centre(cell);
                for (column, glyph) in (column - 1..).zip([open, ' ', close]) {
                    self.put((line, column), glyph, PLAIN);
                }
            }
        }
    }
}

/// The walls left and right of a camp or headquarters, or of the piece in it.
pub(super) fn walls(code: NodeType) -> Option<[char; 2]> {
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
    let (from, to) = (centre(a.min(b)), centre(a.max(b)));
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
