//! The picture of matches: for each seat the Elo difference with its interval.

use super::axis::Scale;
use super::marks::{GRID, INK, PALE, colour, corners, picture, text};
use crate::research::experiments::names::in_print;
use crate::research::experiments::{ExperimentError, FigureTable};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{
    ChartBuilder, DrawingArea, DrawingBackend, EmptyElement, PathElement, Polygon, Text,
};
use plotters::style::Color;

/// Elo differences further from 0 are cut off.
const FARTHEST: f64 = 400.0;

/// Pixels left of the axis for names, and right of it for numbers.
const NAMES: u32 = 130;
const NUMBERS: u32 = 250;

/// A seat of a match.
struct Seat {
    name: String,
    style: usize,
    /// The Elo difference and the ends of its interval; None for too few units.
    elo: Option<[f64; 3]>,
    units: usize,
}

/// The seats that played against alpha-beta, whose own style is 0.
fn seats(table: &FigureTable) -> Vec<Seat> {
    let mut seats = vec![];
    for cells in table.rows.iter().map(|row| &row.cells) {
        for ((cell, name), &style) in cells.iter().zip(&table.series).zip(&table.styles) {
            if style > 0 {
                let (name, units) = (in_print(name), cell.mean.n);
                seats.push(Seat { name, style, elo: cell.elo, units });
            }
        }
    }
    seats
}

/// Draws a line for each seat: marker and interval over an axis of Elo, name and numbers beside it.
pub(super) fn intervals<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    table: &FigureTable,
) -> Result<(), ExperimentError> {
    let seats = seats(table);
    let ends = seats.iter().filter_map(|seat| seat.elo).flatten();
    let reach = 1.05 * ends.map(f64::abs).fold(40.0, f64::max).min(FARTHEST);
    let (x, lines) = (Scale::linear(-reach, reach), seats.len().max(1) as f64);
    let mut chart = ChartBuilder::on(area)
        .margin_bottom(8 * scale)
        .margin_left(NAMES * scale)
        .margin_right(NUMBERS * scale)
        .x_label_area_size(62 * scale)
        .build_cartesian_2d(x, lines..0.0)
        .map_err(picture)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_desc("Elo against alpha-beta")
        .bold_line_style(GRID.stroke_width(scale))
        .axis_style(INK.stroke_width(scale))
        .set_all_tick_mark_size(5 * scale)
        .axis_desc_style(text(17 * scale, INK))
        .label_style(text(16 * scale, INK))
        .draw()
        .map_err(picture)?;
    let even = PathElement::new(vec![(0.0, 0.0), (0.0, lines)], PALE.stroke_width(2 * scale));
    chart.draw_series([even]).map_err(picture)?;
    for (line, seat) in seats.iter().enumerate() {
        let y = line as f64 + 0.5;
        if let Some(elo) = seat.elo {
            let [at, low, high] = elo.map(|elo| elo.clamp(-reach, reach));
            let colour = colour(seat.style);
            let bar = PathElement::new(vec![(low, y), (high, y)], colour.stroke_width(3 * scale));
            chart.draw_series([bar]).map_err(picture)?;
            let marker = Polygon::new(corners(seat.style, scale), colour.filled());
            chart.draw_series([EmptyElement::at((at, y)) + marker]).map_err(picture)?;
        }
        let height = chart.backend_coord(&(0.0, y)).1 - area.get_pixel_range().1.start;
        words(area, scale, height, seat).map_err(picture)?;
    }
    Ok(())
}

/// Writes the name of a seat left of its line and its numbers right of it.
fn words<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    height: i32,
    seat: &Seat,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let units = if seat.units == 1 { "1 unit".into() } else { format!("{} units", seat.units) };
    let numbers = match seat.elo {
        Some([mean, low, high]) => format!("{mean:+.0} ({low:+.0} to {high:+.0}), {units}"),
        None => format!("no interval, {units}"),
    };
    let right = area.dim_in_pixel().0 - (NUMBERS - 14) * scale;
    for (words, x) in [(&seat.name, 22 * scale), (&numbers, right)] {
        let place = (x as i32, height - 6 * scale as i32);
        area.draw(&Text::new(words.clone(), place, text(16 * scale, INK)))?;
    }
    Ok(())
}
