//! A deployment as its owner sees it, and where such a deployment lost its pieces.

use super::style::{FONTS, INK, PAPER, POST, ROAD, colour};
use crate::game::board::{Board, Seat};
use crate::game::rules::{Deployment, Point};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Pixels of a point of an arm.
const STEP: f64 = 64.0;
/// Pixels of a cell of the board.
const CELL: f64 = 20.0;
/// Bits of a piece that is framed darkest.
const MOST_BITS: f64 = 8.0;

/// A self-contained SVG of a deployment: Chinese names with letters, camps as circles; `bits` may tell
/// how surprising the piece at a point is, which darkens its frame.
pub fn deployment(deployment: &Deployment, bits: impl Fn(Point) -> Option<f64>) -> String {
    let arm = deployment.shape();
    let width = STEP * arm.cols() as f64 + 20.0;
    let height = STEP * arm.rows() as f64 + 20.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="{FONTS}" text-anchor="middle">
<title>{deployment}</title>
<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>
"#
    );
    for point in arm.points() {
        let x = 10.0 + STEP * (point.col() as f64 - 0.5);
        let y = 10.0 + STEP * (point.row() as f64 - 0.5);
        let Some(kind) = deployment.at(point) else {
            let _ = writeln!(
                svg,
                r#"<circle cx="{x}" cy="{y}" r="24" fill="none" stroke="{ROAD}" stroke-width="2"/>"#
            );
            continue;
        };
        let bits = bits(point);
        let frame = bits.map_or(0.25, |bits| 0.1 + 0.9 * (bits / MOST_BITS).min(1.0));
        let surprise = bits.map_or_else(String::new, |bits| format!(", {bits:.1} bits"));
        let house = if point.is_headquarters() { 14 } else { 6 };
        let paint = colour(Seat::South);
        let _ = writeln!(
            svg,
            r#"<g><title>{point} {}{surprise}</title><rect x="{}" y="{}" width="56" height="50" rx="{house}" fill="{POST}" stroke="{paint}" stroke-width="4" stroke-opacity="{frame:.2}"/><text x="{x}" y="{}" font-size="20" font-weight="bold" fill="{INK}">{}</text><text x="{x}" y="{}" font-size="12" fill="{ROAD}">{}</text></g>"#,
            kind.english(),
            x - 28.0,
            y - 25.0,
            y + 3.0,
            kind.chinese(),
            y + 19.0,
            kind.letter()
        );
    }
    svg + "</svg>\n"
}

/// Counts by row and column of the board, turned for the owner.
type Counts = BTreeMap<(usize, usize), u32>;

/// A self-contained SVG of the standard board, turned so that the owner sits at the bottom: the redder a
/// station, the more pieces a game were lost there; a ring where flags were.
pub fn losses(pieces: &Counts, flags: &Counts, games: u64) -> String {
    let board = Board::siguo();
    let size = CELL * 17.0 + 10.0;
    let most = pieces.values().copied().max().unwrap_or(1).max(1);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="{FONTS}">
<title>losses by station</title>
<rect width="{size}" height="{size}" rx="8" fill="{PAPER}"/>
"#
    );
    for station in board.reading_order() {
        let cell = board.cell(station);
        let x = 5.0 + CELL * cell.col() as f64;
        let y = 5.0 + CELL * cell.row() as f64;
        let place = (cell.row(), cell.col());
        let lost = pieces.get(&place).copied().unwrap_or(0);
        let a_game = f64::from(lost) / games.max(1) as f64;
        let shade = (f64::from(lost) / f64::from(most)).sqrt();
        let _ = write!(
            svg,
            r##"<g><title>{cell}: {a_game:.3} a game</title><rect x="{x}" y="{y}" width="18" height="18" rx="4" fill="{POST}" stroke="{ROAD}" stroke-width="0.8"/><rect x="{x}" y="{y}" width="18" height="18" rx="4" fill="#b3261e" fill-opacity="{shade:.2}"/>"##
        );
        if flags.contains_key(&place) {
            let _ = write!(
                svg,
                r#"<circle cx="{}" cy="{}" r="6" fill="none" stroke="{INK}" stroke-width="2.5"/>"#,
                x + 9.0,
                y + 9.0
            );
        }
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}
