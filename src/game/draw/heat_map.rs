//! The maps beside the board: a row for every piece, a column for every kind.

use super::heat_beliefs::{EQUAL, Heat, HeatPiece, HeatSeat, PALE, shade};
use super::style::{INK, POST, colour};
use crate::game::board::{Board, Seat};
use crate::game::rules::Kind;
use std::fmt::{self, Formatter};

/// Pixels of a row and of a column of a map.
const ROW: i32 = 13;
const COLUMN: i32 = 27;
/// Pixels left of a map, for cell and home.
const LABELS: i32 = 84;
/// Pixels of a map with the entropies on its right.
pub(super) const MAP: i32 = LABELS + 12 * COLUMN + 48;
/// Pixels above a map, for its seat and the kinds.
const HEADING: i32 = 34;
/// Pixels between the right margin of the board and the maps, and right of them.
pub(super) const GAP: i32 = 14;

/// The map of a seat.
pub(super) fn draw_map(
    f: &mut Formatter<'_>,
    board: &Board,
    own: &HeatSeat,
    (x, y): (i32, i32),
) -> fmt::Result {
    let (seat, paint) = (own.seat, colour(own.seat));
    let left = x + LABELS;
    let height = ROW * own.pieces.len() as i32;
    writeln!(
        f,
        r#"<rect x="{left}" y="{}" width="{}" height="{height}" fill="{POST}"/>"#,
        y + HEADING,
        12 * COLUMN
    )?;
    writeln!(f, r#"<g font-size="15" font-weight="bold" fill="{paint}">"#)?;
    writeln!(f, r#"<text x="{}" y="{}" font-size="20">{seat}</text>"#, x + 20, y + 25)?;
    for kind in Kind::ALL {
        let x = left + COLUMN * kind.index() as i32 + COLUMN / 2;
        writeln!(f, r#"<text x="{x}" y="{}">{}</text>"#, y + 26, kind.short_chinese())?;
    }
    writeln!(f, r#"<text x="{}" y="{}">bits</text></g>"#, x + MAP - 22, y + 26)?;
    writeln!(f, r#"<g font-size="10.5" fill="{INK}">"#)?;
    for (piece, i) in own.pieces.iter().zip(0..) {
        draw_row(f, board, (seat, piece), (x, y + HEADING + ROW * i))?;
    }
    writeln!(f, "</g>")?;
    writeln!(
        f,
        r#"<rect x="{left}" y="{}" width="{}" height="{height}" fill="none" stroke="{paint}"/>"#,
        y + HEADING,
        12 * COLUMN
    )
}

/// A piece's row of a map; faint if it is gone.
fn draw_row(
    f: &mut Formatter<'_>,
    board: &Board,
    (seat, piece): (Seat, &HeatPiece),
    (x, y): (i32, i32),
) -> fmt::Result {
    let ((cell, home), base, title) = (piece.names(board), y + ROW - 3, piece.title(seat, board));
    let (left, paint) = (x + LABELS, colour(seat));
    let opacity = if piece.station.is_some() { 1.0 } else { 0.6 };
    write!(
        f,
        r#"<g opacity="{opacity}"><title>{title}</title><text x="{}" y="{base}">{cell}</text><text x="{}" y="{base}">{home}</text>"#,
        x + 20,
        x + 60
    )?;
    for (kind, p) in Kind::ALL.into_iter().zip(piece.probabilities).filter(|k| k.1 > 0.0) {
        let x = left + COLUMN * kind.index() as i32;
        write!(
            f,
            r#"<rect x="{x}" y="{y}" width="{COLUMN}" height="{ROW}" fill="{paint}" fill-opacity="{:.3}"/>"#,
            p.min(1.0).powf(0.7)
        )?;
        if p >= 0.01 {
            let (x, ink) =
                (x + COLUMN / 2, if p > 0.5 && piece.station.is_some() { "#fff" } else { INK });
            let percent = (100.0 * p + EQUAL).round();
            write!(f, r#"<text x="{x}" y="{base}" fill="{ink}">{percent}</text>"#)?;
        }
    }
    let x = x + MAP - 22;
    writeln!(f, r#"<text x="{x}" y="{base}">{:.2}</text></g>"#, piece.entropy)
}

/// The legend: the scale of colours and the precision of the numbers.
pub(super) fn draw_legend(f: &mut Formatter<'_>, heat: &Heat, (x, y): (i32, i32)) -> fmt::Result {
    let seat = heat.seats[0].seat;
    writeln!(f, r#"<g font-size="14" fill="{INK}" text-anchor="start">"#)?;
    writeln!(f, r#"<text x="{x}" y="{}">certain</text>"#, y - 5)?;
    let swatches = 8;
    for i in 0..=swatches {
        let (fill, _) = shade(seat, PALE * f64::from(i) / f64::from(swatches));
        let x = x + 58 + 15 * i;
        let stroke = colour(seat);
        writeln!(
            f,
            r#"<rect x="{x}" y="{}" width="15" height="18" fill="{fill}" stroke="{stroke}" stroke-width="0.6"/>"#,
            y - 19
        )?;
    }
    let error = match heat.error {
        Some(error) => {
            format!("sampled, standard error of a probability up to {:.2} %", 100.0 * error)
        }
        None => "all probabilities are exact".into(),
    };
    writeln!(
        f,
        r#"<text x="{}" y="{}">{PALE} bits or more</text><text x="{x}" y="{}">{error}</text></g>"#,
        x + 58 + 15 * (swatches + 1) + 8,
        y - 5,
        y + 22
    )
}
