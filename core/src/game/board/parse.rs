//! Reading board files, and numbering the stations: grammar in `docs/FORMATS.md`.

use super::arm::{ArmCell, ArmGrid, MINE_ROWS};
use super::graph::{EdgeKind, neighbours};
use super::{
    ARM_POINTS, ArmShape, Board, CAPACITY, Cell, Curve, Direction, NodeType, SIZE, Seat, Station,
};
use crate::base::text::{ParseError, Word, Words, quote};
use crate::game::kind::{Army, Kind};
use std::str::FromStr;

type Result<T> = std::result::Result<T, ParseError>;
type Codes = [[NodeType; SIZE]; SIZE];

const SYMBOLS: [(char, NodeType); 9] = [
    (' ', NodeType::Illegal),
    ('.', NodeType::PassThrough),
    ('H', NodeType::Headquarters),
    ('O', NodeType::Camp),
    ('o', NodeType::Inner),
    ('-', NodeType::HorizontalRail),
    ('|', NodeType::VerticalRail),
    ('*', NodeType::TurningCorner),
    ('+', NodeType::RightAngle),
];

fn fail<T>(line: usize, column: usize, found: &str, expected: &str) -> Result<T> {
    Err(ParseError::new(line, column, found, expected))
}

fn cell(word: Word<'_>) -> Result<Cell> {
    let parsed = (word.text.split_once(','))
        .and_then(|(row, col)| Cell::new(row.parse().ok()?, col.parse().ok()?));
    parsed.ok_or_else(|| word.expected("a cell as row,column from 0,0 to 16,16"))
}

/// The cell of a station.
fn station(word: Word<'_>, codes: &Codes) -> Result<Cell> {
    let cell = cell(word)?;
    if codes[cell.row()][cell.col()].is_station() {
        return Ok(cell);
    }
    Err(word.expected("a station; no station is drawn at that cell"))
}

fn direction(word: Word<'_>) -> Result<Direction> {
    Ok(match word.text {
        "up" => Direction::Up,
        "down" => Direction::Down,
        "left" => Direction::Left,
        "right" => Direction::Right,
        _ => return Err(word.expected("up, down, left or right")),
    })
}

#[derive(Default)]
struct Draft {
    text: String,
    name: Option<String>,
    codes: Option<Codes>,
    arms: [Option<Vec<Cell>>; 4],
    /// The arm that was read first, which the others are like.
    first_arm: Option<(Seat, ArmGrid)>,
    army: Option<Army>,
    mine_rows: Option<usize>,
    curves: Vec<(String, [(Cell, Direction); 2])>,
    hub: Option<Cell>,
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self> {
        let mut draft = Draft { text: text.into(), ..Draft::default() };
        let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim_end()));
        let mut last = 1;
        while let Some((line, text)) = lines.next() {
            last = line;
            let mut words = Words::new(line, text);
            let key = words.word();
            match key.text {
                "" => continue,
                comment if comment.starts_with('#') => continue,
                "board" => draft.name(&mut words)?,
                "grid" if draft.codes.is_some() => return Err(key.expected("one grid only")),
                "grid" => {
                    words.end()?;
                    draft.codes = Some(grid(line, &mut lines)?);
                }
                "arm" => draft.arm(&mut words)?,
                "curve" => draft.curve(&mut words)?,
                "army" => draft.army(&key, &mut words)?,
                "mines" => draft.mines(&key, &mut words)?,
                "hub" if draft.hub.is_some() => return Err(key.expected("one hub only")),
                "hub" => draft.hub = Some(station(words.word(), draft.codes(&key)?)?),
                _ => {
                    return Err(key.expected(
                        "`board`, `grid`, `arm`, `army`, `mines`, `curve`, `hub` or a `#` comment",
                    ));
                }
            }
            words.end()?;
        }
        draft.finish(last)
    }
}

fn grid<'a>(start: usize, lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Codes> {
    let mut codes = [[NodeType::Illegal; SIZE]; SIZE];
    for row in 0..=SIZE {
        let Some((line, text)) = lines.next() else {
            return fail(
                start + row + 1,
                1,
                "the end of the file",
                "17 rows of the grid, then `end`",
            );
        };
        if row == SIZE || text == "end" {
            return match (row, text) {
                (SIZE, "end") => Ok(codes),
                (SIZE, _) => fail(line, 1, "an 18th row", "`end` after 17 rows of the grid"),
                _ => fail(line, 1, &format!("`end` after {row} rows"), "17 rows of the grid"),
            };
        }
        for (i, symbol) in text.chars().enumerate() {
            let code = SYMBOLS.iter().find(|(s, _)| *s == symbol);
            match code {
                Some((_, code)) if i % 2 == 0 && i / 2 < SIZE => codes[row][i / 2] = *code,
                Some((' ', _)) => {}
                Some(_) => {
                    let expected = "a space (cells stand at every second character, 17 of them)";
                    return fail(line, i + 1, &quote(&symbol.to_string()), expected);
                }
                None => {
                    let expected = "a space or one of . H O o - | * +";
                    return fail(line, i + 1, &quote(&symbol.to_string()), expected);
                }
            }
        }
    }
    unreachable!("the loop returns at its last row")
}

impl Draft {
    fn name(&mut self, words: &mut Words<'_>) -> Result<()> {
        let name = words.word();
        if name.text.is_empty() || self.name.is_some() {
            return Err(name.expected("one name for the board, given once"));
        }
        self.name = Some(name.text.to_owned());
        Ok(())
    }

    fn codes(&self, at: &Word<'_>) -> Result<&Codes> {
        match &self.codes {
            Some(codes) => Ok(codes),
            None => Err(at.expected("`grid` before anything that names its cells")),
        }
    }

    fn arm(&mut self, words: &mut Words<'_>) -> Result<()> {
        let name = words.word();
        let codes = *self.codes(&name)?;
        let Ok(seat) = name.text.parse::<Seat>() else {
            return Err(name.expected("a seat: S, E, N or W"));
        };
        let front = cell(words.word())?;
        let back_word = words.word();
        let back = cell(back_word)?;
        let rows = delta(front.row(), back.row());
        let cols = delta(front.col(), back.col());
        // A turn by a quarter changes which of the two runs from the front to the back.
        let depth_is_down = match rows.signum() * cols.signum() {
            0 => matches!(seat, Seat::South | Seat::North),
            sign => sign > 0,
        };
        let (down, right) = if depth_is_down {
            ((rows.signum(), 0), (0, cols.signum()))
        } else {
            ((0, cols.signum()), (rows.signum(), 0))
        };
        let (depth, width) = if depth_is_down { (rows, cols) } else { (cols, rows) };
        let mut grid = ArmGrid { cols: width.unsigned_abs() as usize + 1, cells: vec![] };
        let mut points = vec![];
        for r in 0..=depth.abs() {
            for c in 0..=width.abs() {
                let cell = front.offset(down.0 * r + right.0 * c, down.1 * r + right.1 * c);
                let cell = cell.expect("inside the rectangle of two cells");
                let found = arm_cell(codes[cell.row()][cell.col()]);
                if found != ArmCell::Missing {
                    points.push(cell);
                }
                grid.cells.push(found);
            }
        }
        if points.len() > ARM_POINTS {
            let found = format!("an arm of {} stations", points.len());
            return fail(back_word.line, back_word.column, &found, "at most 30 stations");
        }
        self.compare(&name, seat, &grid)?;
        let taken = self.arms.iter().flatten().flatten().any(|c| points.contains(c));
        if self.arms[seat.index()].is_some() || taken {
            return Err(name.expected("an arm that is new and shares no point with another"));
        }
        self.arms[seat.index()] = Some(points);
        Ok(())
    }

    /// Checks that an arm is its own mirror image and like the one before it.
    fn compare(&mut self, name: &Word<'_>, seat: Seat, grid: &ArmGrid) -> Result<()> {
        for row in grid.cells.chunks(grid.cols) {
            if row.iter().ne(row.iter().rev()) {
                return Err(name.expected("an arm whose left and right halves are mirror images"));
            }
        }
        let (other, like) = self.first_arm.get_or_insert_with(|| (seat, grid.clone()));
        if (like.cols, like.cells.len()) != (grid.cols, grid.cells.len()) {
            let found = format!("an arm of {}", size_text(grid));
            let expected = format!("one of {}, as that of seat {other} is", size_text(like));
            return fail(name.line, name.column, &found, &expected);
        }
        let Some(place) = (0..grid.cells.len()).find(|&i| grid.cells[i] != like.cells[i]) else {
            return Ok(());
        };
        let (row, col) = (place / grid.cols + 1, place % grid.cols + 1);
        let found =
            format!("an arm with {} at its point ({row},{col})", cell_text(grid.cells[place]));
        let expected = format!("{}, as in the arm of seat {other}", cell_text(like.cells[place]));
        fail(name.line, name.column, &found, &expected)
    }

    fn army(&mut self, key: &Word<'_>, words: &mut Words<'_>) -> Result<()> {
        if self.army.is_some() {
            return Err(key.expected("one army only"));
        }
        let letters = words.word();
        self.army = Some(parse_army(letters)?);
        Ok(())
    }

    fn mines(&mut self, key: &Word<'_>, words: &mut Words<'_>) -> Result<()> {
        if self.mine_rows.is_some() {
            return Err(key.expected("one number of rows with mines only"));
        }
        let word = words.word();
        let rows = word.text.parse().ok().filter(|&rows| rows <= SIZE);
        self.mine_rows = Some(rows.ok_or_else(|| word.expected("a number of rows, 0 to 17"))?);
        Ok(())
    }

    /// The shape of the arms, once everything is read.
    fn shape(&self, last: usize) -> Result<ArmShape> {
        let mine_rows = self.mine_rows.unwrap_or(MINE_ROWS);
        let Some((_, grid)) = &self.first_arm else {
            return Ok(ArmShape::new(
                &ArmGrid { cols: 0, cells: vec![] },
                Army::default(),
                mine_rows,
            ));
        };
        let army = self.army.unwrap_or_else(Army::full);
        let shape = ArmShape::new(grid, army, mine_rows);
        match unfit(&shape) {
            None => Ok(shape),
            Some(Unfit { found, expected }) => fail(last, 1, &found, &expected),
        }
    }

    fn curve(&mut self, words: &mut Words<'_>) -> Result<()> {
        let name = words.word();
        let codes = *self.codes(&name)?;
        let mut end = || {
            let word = words.word();
            let corner = station(word, &codes)?;
            if codes[corner.row()][corner.col()] != NodeType::TurningCorner {
                return Err(word.expected("a turning corner, drawn `*`"));
            }
            Ok((corner, direction(words.word())?))
        };
        let ends = [end()?, end()?];
        if ends[0].0 == ends[1].0 {
            return Err(name.expected("a curve with two different ends"));
        }
        if !is_smooth(ends[0].0, ends[0].1, ends[1].0, ends[1].1) {
            return Err(name
                .expected("ends that go on away from the arc, one up or down, one left or right"));
        }
        self.curves.push((name.text.to_owned(), ends));
        Ok(())
    }

    fn finish(self, last: usize) -> Result<Board> {
        let (Some(name), Some(codes)) = (self.name.clone(), self.codes) else {
            return fail(last, 1, "the end of the file", "a `board` line and a `grid`");
        };
        let Some(numbering) = number(&codes, &self.arms) else {
            let found =
                "more stations than fit three groups of 64 without splitting a road network";
            return fail(last, 1, found, "at most 192 stations, at most 64 joined by roads");
        };
        let shape = self.shape(last)?;
        let numbered =
            |cell: Cell| numbering.at[cell.row()][cell.col()].expect("checked to be a station");
        Ok(Board {
            name,
            text: self.text,
            stations: numbering.at.iter().flatten().flatten().copied().collect(),
            codes,
            cells: numbering.cells,
            at: numbering.at,
            arms: self.arms.map(|arm| Some(arm?.into_iter().map(numbered).collect())),
            shape,
            curves: (self.curves.into_iter())
                .map(|(name, ends)| Curve { name, ends: ends.map(|(c, d)| (numbered(c), d)) })
                .collect(),
            hub: self.hub.map(numbered),
        })
    }
}

/// Reads an army: the letters of its pieces, one flag among them and at most as many of each kind as the
/// standard army has.
fn parse_army(word: Word<'_>) -> Result<Army> {
    let kinds: Option<Army> = word.text.chars().map(Kind::from_letter).collect();
    let army = kinds.filter(|army| !army.is_empty());
    let army = army.ok_or_else(|| word.expected("the letters of pieces: a..i, x, m, q"))?;
    if let Some(kind) = Kind::ALL.into_iter().find(|&k| army.count(k) > k.count()) {
        let expected = format!("at most {} {kind} pieces, as in the standard army", kind.count());
        return Err(word.expected(expected));
    }
    if army.count(Kind::Flag) != 1 {
        return Err(word.expected("an army with one flag, `q`"));
    }
    Ok(army)
}

/// Why an army cannot be deployed on an arm.
struct Unfit {
    found: String,
    expected: String,
}

/// Why the army of a shape cannot be deployed on it, if it cannot.
fn unfit(shape: &ArmShape) -> Option<Unfit> {
    let (pieces, posts) = (shape.army().len(), shape.posts().count());
    if pieces != posts {
        let found = format!("an army of {pieces} pieces for arms of {posts} posts");
        return Some(Unfit { found, expected: "a piece for every post".into() });
    }
    let fits = shape.deployments() > 0;
    let expected = "headquarters for the flag, last rows (`mines`) for the mines, posts behind row 1 for the bombs";
    let found = "an army that cannot be deployed on the arms".into();
    (!fits).then(|| Unfit { found, expected: expected.into() })
}

fn arm_cell(code: NodeType) -> ArmCell {
    match code {
        NodeType::Camp => ArmCell::Camp,
        NodeType::Headquarters => ArmCell::Headquarters,
        code if code.is_station() => ArmCell::Post,
        _ => ArmCell::Missing,
    }
}

fn cell_text(cell: ArmCell) -> &'static str {
    match cell {
        ArmCell::Missing => "no station",
        ArmCell::Post => "a post",
        ArmCell::Headquarters => "a headquarters",
        ArmCell::Camp => "a camp",
    }
}

fn size_text(grid: &ArmGrid) -> String {
    format!("{} rows and {} columns", grid.cells.len() / grid.cols, grid.cols)
}

/// Whether an arc between two cells can join the two lines without a corner.
fn is_smooth(a: Cell, to_a: Direction, b: Cell, to_b: Direction) -> bool {
    to_a.is_vertical() != to_b.is_vertical() && leads_away(a, to_a, b) && leads_away(b, to_b, a)
}

/// Whether a direction leads from a cell away from another.
fn leads_away(from: Cell, to: Direction, other: Cell) -> bool {
    let (rows, cols) = to.step();
    rows * delta(other.row(), from.row()) + cols * delta(other.col(), from.col()) > 0
}

fn delta(from: usize, to: usize) -> i32 {
    to as i32 - from as i32
}

/// The numbers of stations.
struct Numbering {
    /// By row and column, the station there.
    at: [[Option<Station>; SIZE]; SIZE],
    /// By station, its cell.
    cells: [Option<Cell>; CAPACITY],
}

/// Numbers the stations so that every road network lies within one word of a [`StationSet`]:
/// arms in the order of their seats, then the rest in reading order, each network into the first
/// word with room.
fn number(codes: &[[NodeType; SIZE]; SIZE], arms: &[Option<Vec<Cell>>; 4]) -> Option<Numbering> {
    let everywhere = (0..SIZE * SIZE).filter_map(|i| Cell::new(i / SIZE, i % SIZE));
    let order: Vec<Cell> = (arms.iter().flatten().flatten().copied())
        .chain(everywhere)
        .filter(|c| codes[c.row()][c.col()].is_station())
        .collect();
    let mut at = [[None; SIZE]; SIZE];
    let mut cells = [None; CAPACITY];
    let mut used = [0; 3];
    for &seed in &order {
        if at[seed.row()][seed.col()].is_some() {
            continue;
        }
        let network = road_network(codes, seed);
        let word = used.iter().position(|n| n + network.len() <= 64)?;
        for cell in &order {
            let place = &mut at[cell.row()][cell.col()];
            if network.contains(cell) && place.is_none() {
                let station = Station::new(word * 64 + used[word]);
                used[word] += 1;
                *place = Some(station);
                cells[station.index()] = Some(*cell);
            }
        }
    }
    Some(Numbering { at, cells })
}

fn road_network(codes: &[[NodeType; SIZE]; SIZE], seed: Cell) -> Vec<Cell> {
    let mut network = vec![seed];
    let mut next = 0;
    while next < network.len() {
        for (cell, way) in neighbours(codes, network[next]) {
            if way == EdgeKind::Road && !network.contains(&cell) {
                network.push(cell);
            }
        }
        next += 1;
    }
    network
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIGUO: &str = include_str!("../../../boards/siguo.board");

    #[test]
    fn a_bad_file_is_told_where_and_what() {
        let changed = |from: &str, to: &str| SIGUO.replacen(from, to, 1).parse::<Board>();
        let message = |from, to| changed(from, to).unwrap_err().to_string();
        assert_eq!(
            message("| O o O |", "| Q o O |"),
            "line 15, column 15: found `Q`, expected a space or one of . H O o - | * +"
        );
        assert_eq!(
            message("            | O o O |\n", ""),
            "line 29, column 1: found `end` after 16 rows, expected 17 rows of the grid"
        );
        assert!(message("11,6 down", "11,7 down").contains("expected a turning corner"));
        assert!(message("arm S 11,6", "arm X 11,6").contains("found `X`, expected a seat"));
        assert!(message("16,10", "16,99").contains("expected a cell"));
        assert!(message("11,6 down", "11,6 up").contains("away from the arc"));
        assert!(message("hub 8,8", "hub 8,8\nhub 8,8").contains("expected one hub only"));
        let twice = format!("{SIGUO}\ngrid\n").parse::<Board>().unwrap_err().to_string();
        assert!(twice.contains("expected one grid only"), "{twice}");
        assert!(message("board siguo", "board").contains("found nothing, expected one name"));
        assert!(message("hub 8,8", "hub 8,7").contains("no station is drawn"));
        assert!(
            message("| o O o |", "| o o o |")
                .contains("a post at its point (3,3), expected a camp")
        );
        assert!(message("hub 8,8", "hub 8,8 9").contains("expected the end of the line"));
        assert!("".parse::<Board>().unwrap_err().to_string().contains("a `board` line"));
    }

    proptest! {
        #[test]
        fn hostile_text_never_panics(at in 0..SIGUO.len(), cut in 0_usize..40, junk in "\\PC{0,8}") {
            let boundary = |at| (at..SIGUO.len()).find(|&i| SIGUO.is_char_boundary(i));
            let start = boundary(at).unwrap_or(SIGUO.len());
            let end = boundary(at + cut).unwrap_or(SIGUO.len());
            let text = format!("{}{junk}{}", &SIGUO[..start], &SIGUO[end..]);
            let _ = text.parse::<Board>();
        }
    }
}
