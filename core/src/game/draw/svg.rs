//! The board as a picture: striped railways with round curves, thin roads, tiles for pieces.

use super::style::{
    DEFINITIONS, FONTS, INK, MARK, PAPER, POST, ROAD, caption, colour, escape, to_move,
};
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{
    Board, Cell, Curve, Direction, Edge, Graph, NodeType, SIZE, Seat, Station,
};
use crate::game::rules::Move;
use std::fmt::{self, Formatter};

/// A self-contained SVG of a view, with an arrow along the last move and a caption below.
///
/// Hidden pieces lie face down. The tooltip of a piece gives its seat, kind and cell.
pub fn svg(view: &View, last: Option<Move>) -> String {
    Picture::of(view, last).to_string()
}

/// Pixels of the caption.
pub(super) const CAPTION: i32 = 84;
/// Pixels from the tip of an arrow to the middle of its target.
const TIP: f64 = 40.0;

/// The parts of a picture, bottom first: head, ground, pieces and frame.
pub(super) struct Picture<'a> {
    pub(super) view: &'a View,
    last: Option<Move>,
    graph: Graph,
    pub(super) layout: Layout<'a>,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        self.head(f, width, height)?;
        self.ground(f)?;
        writeln!(f, r#"<g font-size="19" font-weight="bold">"#)?;
        for &(seat, seen, station) in &self.view.pieces {
            self.piece(f, seat, seen, station)?;
        }
        writeln!(f, "</g>")?;
        self.frame(f)?;
        writeln!(f, "</svg>")
    }
}

impl<'a> Picture<'a> {
    pub(super) fn of(view: &'a View, last: Option<Move>) -> Self {
        let graph = Graph::derive(view.board, view.board.stations(), view.board.curves());
        Self { view, last, graph, layout: Layout::of(view.board) }
    }

    /// Pixels of the board with its caption.
    pub(super) fn size(&self) -> (i32, i32) {
        let (width, height) = self.layout.size();
        (width, height + CAPTION)
    }

    /// The opening tag, the title, the shapes and the paper.
    pub(super) fn head(&self, f: &mut Formatter<'_>, width: i32, height: i32) -> fmt::Result {
        let [first, _] = caption(self.view, self.last);
        let title = escape(&format!("{}: {first}", self.view.board.name()));
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="{FONTS}" text-anchor="middle">
<title>{title}</title>
{DEFINITIONS}<rect width="{width}" height="{height}" rx="18" fill="{PAPER}"/>"#
        )
    }

    /// The empty board with the last move.
    pub(super) fn ground(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.arms(f)?;
        self.roads(f)?;
        self.railways(f)?;
        self.stations(f)?;
        self.last_move(f)
    }

    /// Coordinates and caption.
    pub(super) fn frame(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.coordinates(f)?;
        self.caption(f)
    }
}

/// The board.
impl Picture<'_> {
    /// A tint under every arm: faint once its seat is out, framed while it is to move.
    fn arms(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for seat in Seat::ALL {
            let Some(arm) = self.view.board.arm(seat) else { continue };
            let ends = [arm[0], arm[arm.len() - 1]].map(|s| self.layout.station(s));
            let x = ends[0].0.min(ends[1].0) - 34;
            let y = ends[0].1.min(ends[1].1) - 32;
            let width = (ends[0].0 - ends[1].0).abs() + 68;
            let height = (ends[0].1 - ends[1].1).abs() + 64;
            let tint = if self.view.alive.contains(seat) { 0.14 } else { 0.03 };
            let frame = if to_move(self.view) == Some(seat) { 3 } else { 0 };
            let colour = colour(seat);
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="14" fill="{colour}" fill-opacity="{tint}" stroke="{colour}" stroke-width="{frame}"/>"#
            )?;
        }
        Ok(())
    }

    fn roads(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let path = self.layout.straight(self.graph.roads.iter());
        writeln!(f, r#"<path d="{path}" stroke="{ROAD}" stroke-width="2.5"/>"#)
    }

    fn railways(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let arcs = &self.graph.arcs;
        let path =
            self.layout.straight(self.graph.rails.iter().filter(|rail| !arcs.contains(rail)));
        let mut tracks = vec![(path, f64::from(PERIOD / 2))];
        tracks.extend(self.view.board.curves().iter().map(|curve| self.layout.curve(curve)));
        writeln!(f, r#"<g fill="none">"#)?;
        for (path, _) in &tracks {
            writeln!(f, r#"<path d="{path}" stroke="{INK}" stroke-width="9"/>"#)?;
        }
        for (path, stripe) in &tracks {
            let start = stripe / 2.0;
            writeln!(
                f,
                r#"<path d="{path}" stroke="{POST}" stroke-width="5.5" stroke-dasharray="{stripe:.2}" stroke-dashoffset="{start:.2}"/>"#
            )?;
        }
        writeln!(f, "</g>")
    }

    fn stations(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<g fill="{POST}" stroke="{INK}" stroke-width="1.5">"#)?;
        for station in self.view.board.reading_order() {
            let (x, y) = self.layout.station(station);
            let (shape, name, size) = match self.view.board.code(self.view.board.cell(station)) {
                NodeType::Camp => ("camp", "行营", 15),
                NodeType::Headquarters => ("house", "大本营", 14),
                _ => ("post", "", 0),
            };
            writeln!(f, r##"<use href="#{shape}" x="{x}" y="{y}"/>"##)?;
            if !name.is_empty() {
                let y = y + 5;
                writeln!(
                    f,
                    r#"<text x="{x}" y="{y}" font-size="{size}" fill="{INK}" fill-opacity="0.6" stroke="none">{name}</text>"#
                )?;
            }
        }
        writeln!(f, "</g>")
    }
}

/// The pieces on the board and the frame around it.
impl Picture<'_> {
    /// Both stations framed and an arrow from one to just before the other.
    fn last_move(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(mv) = self.last else { return Ok(()) };
        let [(x, y), (to_x, to_y)] = [mv.from, mv.to].map(|s| self.layout.station(s));
        let dx = f64::from(to_x - x);
        let dy = f64::from(to_y - y);
        // An arrow shorter than its tip has length 0; this also keeps a move to the same station finite.
        let kept = 1.0 - TIP / dx.hypot(dy).max(TIP);
        let tip_x = f64::from(x) + kept * dx;
        let tip_y = f64::from(y) + kept * dy;
        writeln!(f, r#"<g fill="none" stroke="{MARK}" stroke-width="5">"#)?;
        for (x, y) in [(x, y), (to_x, to_y)] {
            writeln!(f, r#"<rect x="{}" y="{}" width="56" height="42" rx="9"/>"#, x - 28, y - 21)?;
        }
        writeln!(f, r#"<path d="M{x} {y}L{tip_x:.1} {tip_y:.1}" marker-end="url(#head)"/></g>"#)
    }

    /// A piece, face down if it is hidden.
    pub(super) fn piece(
        &self,
        f: &mut Formatter<'_>,
        seat: Seat,
        seen: SeenPiece,
        station: Station,
    ) -> fmt::Result {
        let cell = self.view.board.cell(station);
        let (x, y) = self.layout.station(station);
        let fill = colour(seat);
        let (shape, title) = match seen {
            SeenPiece::Known(kind) => ("tile", kind.english()),
            SeenPiece::Hidden => ("back", "hidden"),
        };
        write!(
            f,
            r##"<g><title>{seat} {title} {cell}</title><use href="#{shape}" x="{x}" y="{y}" fill="{fill}"/>"##
        )?;
        if let SeenPiece::Known(kind) = seen {
            let name = kind.chinese();
            write!(f, r##"<text x="{x}" y="{}" fill="#fff">{name}</text>"##, y + 6)?;
        }
        writeln!(f, "</g>")
    }

    fn coordinates(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = self.layout.size();
        writeln!(f, r#"<g fill="{INK}" fill-opacity="0.7" font-size="15">"#)?;
        for i in 0..SIZE {
            let x = self.layout.xs[i];
            let y = self.layout.ys[i] + 5;
            let letter = char::from(b'a' + i as u8);
            let number = SIZE - i;
            for y in [26, height - 16] {
                writeln!(f, r#"<text x="{x}" y="{y}">{letter}</text>"#)?;
            }
            for x in [16, width - 16] {
                writeln!(f, r#"<text x="{x}" y="{y}">{number}</text>"#)?;
            }
        }
        writeln!(f, "</g>")
    }

    /// The seats as tiles, those out of the game faint, and the caption beside them.
    fn caption(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let y = self.layout.size().1 + CAPTION / 2 - 4;
        for (seat, x) in Seat::ALL.into_iter().zip((MARGIN..).step_by(60)) {
            let fill = colour(seat);
            let opacity = if self.view.alive.contains(seat) { 1.0 } else { 0.25 };
            writeln!(
                f,
                r##"<g opacity="{opacity}"><use href="#tile" x="{x}" y="{y}" fill="{fill}"/><text x="{x}" y="{}" font-size="20" font-weight="bold" fill="#fff">{seat}</text></g>"##,
                y + 6
            )?;
        }
        writeln!(f, r#"<g fill="{INK}" font-size="18" text-anchor="start">"#)?;
        for (line, y) in caption(self.view, self.last).iter().zip([y - 8, y + 18]) {
            writeln!(f, r#"<text x="{}" y="{y}">{line}</text>"#, MARGIN + 240)?;
        }
        writeln!(f, "</g>")
    }
}

/// Pixels of a dark and a light stripe of a railway.
const PERIOD: i32 = 14;
/// From a cell to the next.
const UNIT: i32 = 4 * PERIOD;
/// Across a gap that a curve spans, so that it stands clear of the straight tracks.
const WIDE: i32 = 6 * PERIOD;
/// Around the cells.
const MARGIN: i32 = 68;
/// How far the handles of a cubic curve reach for it to be a quarter of a circle of radius 1.
const QUARTER: f64 = 0.5523;

/// From the left and from the top.
type DrawPoint = (i32, i32);

/// Where columns or rows are that have these gaps behind them.
fn places(gaps: [i32; SIZE]) -> [i32; SIZE] {
    let mut next = MARGIN;
    gaps.map(|gap| {
        next += gap;
        next - gap
    })
}

/// The handle of a cubic curve at an end whose line goes on in a direction away from the curve.
fn handle(end: DrawPoint, line: Direction, radius: f64) -> String {
    let (dx, dy) = match line {
        Direction::Up => (0.0, 1.0),
        Direction::Down => (0.0, -1.0),
        Direction::Left => (1.0, 0.0),
        Direction::Right => (-1.0, 0.0),
    };
    let reach = QUARTER * radius;
    format!("{:.1} {:.1}", f64::from(end.0) + reach * dx, f64::from(end.1) + reach * dy)
}

/// The columns and rows of a board.
pub(super) struct Layout<'a> {
    board: &'a Board,
    xs: [i32; SIZE],
    ys: [i32; SIZE],
}

impl<'a> Layout<'a> {
    fn of(board: &'a Board) -> Self {
        let mut across = [UNIT; SIZE];
        let mut down = [UNIT; SIZE];
        for curve in board.curves() {
            let [a, b] = curve.ends.map(|(station, _)| board.cell(station));
            across[a.col().min(b.col())..a.col().max(b.col())].fill(WIDE);
            down[a.row().min(b.row())..a.row().max(b.row())].fill(WIDE);
        }
        Self { board, xs: places(across), ys: places(down) }
    }

    /// The far corner, margins included.
    pub(super) fn size(&self) -> DrawPoint {
        (self.xs[SIZE - 1] + MARGIN, self.ys[SIZE - 1] + MARGIN)
    }

    fn cell(&self, cell: Cell) -> DrawPoint {
        (self.xs[cell.col()], self.ys[cell.row()])
    }

    pub(super) fn station(&self, station: Station) -> DrawPoint {
        self.cell(self.board.cell(station))
    }

    /// The path of straight edges.
    fn straight<'e>(&self, edges: impl Iterator<Item = &'e Edge>) -> String {
        let mut path = String::new();
        for &[a, b] in edges {
            let (x, y) = self.station(a);
            let (to_x, to_y) = self.station(b);
            path += &format!("M{x} {y}L{to_x} {to_y}");
        }
        path
    }

    /// The path of a curve, which leaves both ends straight on from their lines, and the length
    /// of a stripe that divides it evenly.
    fn curve(&self, curve: &Curve) -> (String, f64) {
        let [(from, to_from), (to, to_to)] = curve.ends;
        let from = self.station(from);
        let to = self.station(to);
        let radius = f64::from((to.0 - from.0).abs().max((to.1 - from.1).abs()));
        let first = handle(from, to_from, radius);
        let second = handle(to, to_to, radius);
        let length = radius * std::f64::consts::FRAC_PI_2;
        let periods = (length / f64::from(PERIOD)).round();
        let path = format!("M{} {}C{first} {second} {} {}", from.0, from.1, to.0, to.1);
        (path, length / periods / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::test_support::{elements, middle_game};
    use crate::game::rules::Kind;

    #[test]
    fn the_document_is_well_formed_and_the_same_every_time() {
        let (mut view, last) = middle_game();
        let picture = svg(&view, Some(last));
        assert!(elements(&picture).unwrap() > 250);
        assert_eq!(svg(&view.clone(), Some(last)), picture);
        let nowhere = Move { from: last.to, to: last.to };
        assert!(!svg(&view, Some(nowhere)).contains("NaN"));

        let file = include_str!("../../../boards/siguo.board");
        let text = file.replacen("board siguo", "board <a>&\"b\"", 1);
        view.board = Board::of_text(&text).unwrap();
        assert!(elements(&svg(&view, Some(last))).is_some());
        let bad = ["<a>&</a>", "<a>></a>", "<a><b></a>", "<a>"];
        assert!(bad.iter().all(|text| elements(text).is_none()));
    }

    #[test]
    fn every_station_piece_and_edge_is_drawn_once() {
        let (view, last) = middle_game();
        let picture = svg(&view, Some(last));
        let layout = Layout::of(view.board);
        let graph = Graph::derive(view.board, view.board.stations(), view.board.curves());
        for station in view.board.stations() {
            let (x, y) = layout.station(station);
            let place = format!(r#"x="{x}" y="{y}"/>"#);
            assert_eq!(picture.matches(&place).count(), 1, "{place}");
        }
        assert_eq!(picture.matches("<g><title>").count(), view.pieces.len());
        let straight: Vec<_> = graph.rails.iter().filter(|r| !graph.arcs.contains(r)).collect();
        for (edges, layers) in [(graph.roads.iter().collect(), 1), (straight, 2)] {
            for edge in edges {
                let path = layout.straight([edge].into_iter());
                let ended = ["M", "\""].map(|end| picture.matches(&(path.clone() + end)).count());
                assert_eq!(ended[0] + ended[1], layers, "{path}");
            }
        }
        for curve in view.board.curves() {
            assert_eq!(picture.matches(&layout.curve(curve).0).count(), 2);
        }
    }

    #[test]
    fn a_hidden_piece_shows_no_kind() {
        let (view, _) = middle_game();
        let picture = svg(&view, None);
        for kind in Kind::ALL {
            let known = view.pieces.iter().filter(|p| p.1 == SeenPiece::Known(kind)).count();
            assert_eq!(picture.matches(kind.chinese()).count(), known);
            assert_eq!(picture.matches(&format!(" {} ", kind.english())).count(), known);
        }
    }

    #[test]
    fn curves_go_on_straight_from_the_lines_at_both_ends() {
        let board = Board::siguo();
        let layout = Layout::of(board);
        for curve in board.curves() {
            let (path, stripe) = layout.curve(curve);
            let numbers: Vec<f64> =
                path.split(['M', 'C', ' ']).filter_map(|word| word.parse().ok()).collect();
            let points: Vec<&[f64]> = numbers.chunks(2).collect();
            for (end, handle, (station, line)) in [(0, 1, curve.ends[0]), (3, 2, curve.ends[1])] {
                let spot = layout.station(station);
                assert_eq!(points[end], [f64::from(spot.0), f64::from(spot.1)]);
                let away = [points[end][0] - points[handle][0], points[end][1] - points[handle][1]];
                let reach = f64::from(WIDE) * QUARTER;
                let expected = match line {
                    Direction::Up => [0.0, -reach],
                    Direction::Down => [0.0, reach],
                    Direction::Left => [-reach, 0.0],
                    Direction::Right => [reach, 0.0],
                };
                assert!((0..2).all(|i| (away[i] - expected[i]).abs() < 0.1), "{path}");
            }
            assert!((stripe - f64::from(PERIOD) / 2.0).abs() < 1.0);
        }
    }

    #[test]
    fn stripes_divide_every_gap_evenly() {
        let layout = Layout::of(Board::siguo());
        for line in [layout.xs, layout.ys] {
            assert!(line.windows(2).all(|w| w[1] > w[0] && (w[1] - w[0]) % PERIOD == 0));
        }
    }
}
