//! Where the picture puts stations, roads and railways, in pixels.

use crate::game::board::{Board, Cell, Curve, Direction, Edge, SIZE, Station};

/// Pixels of a dark and a light stripe of a railway.
pub(super) const PERIOD: i32 = 14;
/// From a cell to the next.
const UNIT: i32 = 4 * PERIOD;
/// Across a gap that a curve spans, so that it stands clear of the straight tracks.
const WIDE: i32 = 6 * PERIOD;
/// Around the cells.
pub(super) const MARGIN: i32 = 68;
/// How far the handles of a cubic curve reach for it to be a quarter of a circle of radius 1.
const QUARTER: f64 = 0.5523;

/// From the left and from the top.
pub(super) type DrawPoint = (i32, i32);

/// The columns and rows of a board.
pub(super) struct Layout<'a> {
    board: &'a Board,
    pub(super) xs: [i32; SIZE],
    pub(super) ys: [i32; SIZE],
}

impl<'a> Layout<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        let (mut across, mut down) = ([UNIT; SIZE], [UNIT; SIZE]);
        for curve in board.curves() {
            let [a, b] = curve.ends.map(|(station, _)| board.cell(station));
            across[a.col().min(b.col())..a.col().max(b.col())].fill(WIDE);
            down[a.row().min(b.row())..a.row().max(b.row())].fill(WIDE);
        }
        let add = |gaps: [i32; SIZE]| {
            let mut next = MARGIN;
            gaps.map(|gap| {
                next += gap;
                next - gap
            })
        };
        Self { board, xs: add(across), ys: add(down) }
    }

    /// The far corner, margins included.
    pub(super) fn size(&self) -> DrawPoint {
        (self.xs[SIZE - 1] + MARGIN, self.ys[SIZE - 1] + MARGIN)
    }

    pub(super) fn cell(&self, cell: Cell) -> DrawPoint {
        (self.xs[cell.col()], self.ys[cell.row()])
    }

    pub(super) fn station(&self, station: Station) -> DrawPoint {
        self.cell(self.board.cell(station))
    }

    /// The path of straight edges.
    pub(super) fn straight<'e>(&self, edges: impl Iterator<Item = &'e Edge>) -> String {
        edges.fold(String::new(), |path, &[a, b]| {
            let ((x, y), (to_x, to_y)) = (self.station(a), self.station(b));
            path + &format!("M{x} {y}L{to_x} {to_y}")
        })
    }

    /// The path of a curve, which leaves both ends straight on from their lines, and the length
    /// of a stripe that divides it evenly.
    pub(super) fn curve(&self, curve: &Curve) -> (String, f64) {
        let [(from, to_from), (to, to_to)] = curve.ends;
        let (from, to) = (self.station(from), self.station(to));
        let radius = f64::from((to.0 - from.0).abs().max((to.1 - from.1).abs()));
        let handle = |end: DrawPoint, line: Direction| {
            let (dx, dy) = match line {
                Direction::Up => (0.0, 1.0),
                Direction::Down => (0.0, -1.0),
                Direction::Left => (1.0, 0.0),
                Direction::Right => (-1.0, 0.0),
            };
            let reach = QUARTER * radius;
            format!("{:.1} {:.1}", f64::from(end.0) + reach * dx, f64::from(end.1) + reach * dy)
        };
        let (first, second) = (handle(from, to_from), handle(to, to_to));
        let length = radius * std::f64::consts::FRAC_PI_2;
        let periods = (length / f64::from(PERIOD)).round();
        let path = format!("M{} {}C{first} {second} {} {}", from.0, from.1, to.0, to.1);
        (path, length / periods / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
