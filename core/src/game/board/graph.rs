//! Roads, railways and lines, derived from the drawing.

use super::{Board, Cell, Curve, Direction, NodeType, SIZE, Station, StationSet};

/// Two stations one step apart.
pub type Edge = [Station; 2];

/// The kind of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeKind {
    Road,
    Rail,
}

/// Stations that a piece may slide along in one move: a path of rails without a corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// In order along the line.
    pub stations: Vec<Station>,
    /// The name of its arc, if the line is a curve (弧形线).
    pub curve: Option<String>,
}

/// The edges and lines among the open stations of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// Roads (公路).
    pub roads: Vec<Edge>,
    /// Railways (铁路), arcs included.
    pub rails: Vec<Edge>,
    /// The rails that are arcs.
    pub arcs: Vec<Edge>,
    /// The lines.
    pub lines: Vec<Line>,
}

const DIRECTIONS: [Direction; 4] =
    [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// The next station in a direction, straight over pass-through cells, and the kind of the edge.
/// Two rail points in a row are joined by rail if the type of either lets a rail go that way.
fn straight(
    codes: &[[NodeType; SIZE]; SIZE],
    from: Cell,
    to: Direction,
) -> Option<(Cell, EdgeKind)> {
    let code = |cell: Cell| codes[cell.row()][cell.col()];
    let (rows, cols) = to.step();
    let mut cell = from.offset(rows, cols)?;
    let mut adjacent = true;
    while code(cell) == NodeType::PassThrough {
        cell = cell.offset(rows, cols)?;
        adjacent = false;
    }
    let a = code(from);
    let b = code(cell);
    if a.is_rail() && b.is_rail() && (to.allowed_by(a) || to.allowed_by(b)) {
        Some((cell, EdgeKind::Rail))
    } else if adjacent && a.is_station() && b.is_station() {
        Some((cell, EdgeKind::Road))
    } else {
        None
    }
}

/// The stations next to one on the drawing, arcs left out.
pub(super) fn neighbours(
    codes: &[[NodeType; SIZE]; SIZE],
    from: Cell,
) -> impl Iterator<Item = (Cell, EdgeKind)> {
    let code = |c: Cell| codes[c.row()][c.col()];
    let diagonals = [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(move |(r, c)| {
        let cell = from.offset(r, c)?;
        let camp = code(from) == NodeType::Camp || code(cell) == NodeType::Camp;
        (camp && code(from).is_station() && code(cell).is_station())
            .then_some((cell, EdgeKind::Road))
    });
    DIRECTIONS.into_iter().filter_map(move |d| straight(codes, from, d)).chain(diagonals)
}

impl Graph {
    /// Derives the graph of a board from its `open` stations and some of its curves, which are all
    /// of [`Board::curves`] or none.
    pub fn derive(board: &Board, open: StationSet, curves: &[Curve]) -> Self {
        let usable = |cell: Cell| board.station(cell).filter(|&s| open.contains(s));
        let mut graph = Self { roads: vec![], rails: vec![], arcs: vec![], lines: vec![] };
        for station in board.reading_order().filter(|&s| open.contains(s)) {
            let cell = board.cell(station);
            for (other, way) in neighbours(&board.codes, cell) {
                if let Some(other) = usable(other).filter(|&o| board.cell(o) > cell) {
                    match way {
                        EdgeKind::Road => graph.roads.push([station, other]),
                        EdgeKind::Rail => graph.rails.push([station, other]),
                    }
                }
            }
            for direction in [Direction::Down, Direction::Right] {
                graph.lines.extend(straight_line(board, open, station, direction));
            }
        }
        for curve in curves {
            let [(a, to_a), (b, to_b)] = curve.ends;
            if open.contains(a) && open.contains(b) {
                graph.arcs.push([a, b]);
                graph.rails.push([a, b]);
                let mut stations = ray(board, open, a, to_a);
                stations.reverse();
                stations.extend(ray(board, open, b, to_b));
                graph.lines.push(Line { stations, curve: Some(curve.name.clone()) });
            }
        }
        graph
    }
}

/// A station and those that rails join to it straight on in a direction.
fn ray(board: &Board, open: StationSet, from: Station, to: Direction) -> Vec<Station> {
    let mut stations = vec![from];
    let mut cell = board.cell(from);
    while let Some((next, EdgeKind::Rail)) = straight(&board.codes, cell, to) {
        match board.station(next).filter(|&s| open.contains(s)) {
            Some(station) => stations.push(station),
            None => break,
        }
        cell = next;
    }
    stations
}

/// The straight line that begins at a station: there is a rail ahead and none behind.
fn straight_line(board: &Board, open: StationSet, from: Station, to: Direction) -> Option<Line> {
    let behind = if to == Direction::Down { Direction::Up } else { Direction::Left };
    let stations = ray(board, open, from, to);
    let begins = stations.len() > 1 && ray(board, open, from, behind).len() == 1;
    begins.then_some(Line { stations, curve: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_board_has_its_published_counts() {
        let board = Board::siguo();
        let graph = Graph::derive(board, board.stations(), board.curves());
        assert_eq!(board.stations().len(), 129);
        assert_eq!((graph.roads.len(), graph.rails.len(), graph.arcs.len()), (196, 92, 4));
        assert_eq!(graph.lines.len(), 18);
        let mut lengths: Vec<usize> = graph.lines.iter().map(|l| l.stations.len()).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [[5; 10].as_slice(), &[10; 4], &[13; 4]].concat());
    }

    #[test]
    fn the_numbering_is_dense_and_keeps_road_networks_in_one_word() {
        let board = Board::siguo();
        assert!((0..129).all(|n| board.stations().contains(Station::new(n))));
        for [a, b] in Graph::derive(board, board.stations(), board.curves()).roads {
            assert_eq!(a.index() / 64, b.index() / 64);
        }
    }

    #[test]
    fn the_graph_is_the_same_from_every_seat() {
        let board = Board::siguo();
        let graph = Graph::derive(board, board.stations(), board.curves());
        let turn = |s: Station| {
            let cell = board.cell(s);
            board.station(Cell::new(16 - cell.col(), cell.row()).unwrap()).unwrap()
        };
        let sorted = |edges: &[Edge], turned: bool| {
            let mut edges: Vec<Edge> = (edges.iter())
                .map(|e| if turned { e.map(turn) } else { *e })
                .map(|[a, b]| [a.min(b), a.max(b)])
                .collect();
            edges.sort_unstable();
            edges
        };
        assert_eq!(sorted(&graph.roads, false), sorted(&graph.roads, true));
        assert_eq!(sorted(&graph.rails, false), sorted(&graph.rails, true));
    }
}
