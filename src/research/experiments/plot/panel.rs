//! Drawing a panel of a figure: axes, error bars, lines, markers.

use super::axis::Scale;
use super::marks::{GRID, INK, colour, corners, picture, text};
use crate::research::experiments::{ExperimentError, FigureTable, TableRow};
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, DrawingArea, DrawingBackend, EmptyElement, PathElement, Polygon,
};
use plotters::style::Color;

/// A line of a figure in the units of its axes: where its means are, row by row, and the strokes of
/// its bars.
struct Line {
    points: Vec<Option<(f64, f64)>>,
    bars: Vec<Vec<(f64, f64)>>,
}

/// The lines of a table, beside each other by a little so that their bars do not overlap.
fn placed(lines: usize, rows: &[&TableRow], x: &Scale, y: &Scale) -> Vec<Line> {
    let shift = (x.range.end - x.range.start) / 45.0 / (rows.len() as f64 / 4.0).max(1.0);
    let middle = (lines as f64 - 1.0) / 2.0;
    let line = |line: usize| {
        let aside = (line as f64 - middle) * shift;
        let (mut points, mut bars) = (vec![], vec![]);
        for row in rows {
            let ([mean, low, high], at) = (row.cells[line].drawn(y.log), row.x + aside);
            points.push(mean.is_finite().then(|| (at, y.place(mean))));
            if high.is_finite() {
                let (low, high) = (y.place(low), y.place(high));
                let cap = |level| vec![(at - shift / 3.0, level), (at + shift / 3.0, level)];
                bars.extend([vec![(at, low), (at, high)], cap(low), cap(high)]);
            }
        }
        Line { points, bars }
    };
    (0..lines).map(line).collect()
}

/// Draws the rows of a panel.
pub(super) fn panel<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    table: &FigureTable,
    rows: &[&TableRow],
    y: &Scale,
) -> Result<(), ExperimentError> {
    let x = Scale::of_places(rows);
    let mut builder = ChartBuilder::on(area);
    if let Some(title) = &rows[0].panel {
        builder.caption(title, text(16 * scale, INK));
    }
    let mut chart = builder
        .margin_right(16 * scale)
        .margin_bottom(8 * scale)
        .margin_left(14 * scale)
        .x_label_area_size(if rows[0].panel.is_none() { 62 * scale } else { 30 * scale })
        .y_label_area_size(74 * scale)
        .build_cartesian_2d(x.clone(), y.clone())
        .map_err(picture)?;
    let mut mesh = chart.configure_mesh();
    if rows[0].panel.is_none() {
        mesh.x_desc(table.x.clone());
    }
    mesh.disable_x_mesh()
        .bold_line_style(GRID.stroke_width(scale))
        .axis_style(INK.stroke_width(scale))
        .set_all_tick_mark_size(5 * scale)
        .axis_desc_style(text(17 * scale, INK))
        .label_style(text(16 * scale, INK))
        .draw()
        .map_err(picture)?;
    for (placed, &style) in placed(table.series.len(), rows, &x, y).into_iter().zip(&table.styles) {
        let colour = colour(style);
        let path = colour.mix(0.55).stroke_width(2 * scale);
        let joined = rows.iter().zip(&placed.points);
        let joined: Vec<_> = joined.filter_map(|(row, &point)| Some((row.apart, point?))).collect();
        let pieces = joined.chunk_by(|_, (apart, _)| !apart);
        let pieces = pieces.map(|piece| piece.iter().map(|&(_, point)| point).collect());
        let pieces = pieces.map(|points: Vec<_>| PathElement::new(points, path));
        chart.draw_series(pieces).map_err(picture)?;
        let stroke = colour.stroke_width(scale);
        let bars = placed.bars.into_iter().map(|bar| PathElement::new(bar, stroke));
        chart.draw_series(bars).map_err(picture)?;
        let marker = || Polygon::new(corners(style, scale), colour.filled());
        let markers = placed.points.into_iter().flatten().map(|at| EmptyElement::at(at) + marker());
        chart.draw_series(markers).map_err(picture)?;
    }
    Ok(())
}
