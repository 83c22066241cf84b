//! Drawing a figure: axes, error bars, lines, markers, legend.

use super::axis::Scale;
use crate::research::experiments::{ExperimentError, Figure, FigureTable, Measure};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{
    ChartBuilder, DrawingArea, DrawingBackend, EmptyElement, PathElement, Polygon, Text,
};
use plotters::style::{Color, IntoFont, RGBColor, TextStyle, WHITE};
use std::fmt::Display;

/// Colours that all eyes tell apart. Source: Okabe & Ito, "Color universal design", 2008.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// The name under which the font is known to SVG viewers, which use their own.
pub(super) const FAMILY: &str = "sans-serif";

const INK: RGBColor = RGBColor(40, 40, 40);
const PALE: RGBColor = RGBColor(90, 90, 90);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// Pixels right of the chart for the legend, and above it for the title.
const LEGEND: u32 = 200;
const HEAD: u32 = 74;

fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    let mut style = TextStyle::from((FAMILY, size).into_font());
    style.color = colour.to_backend_color();
    style
}

fn picture(error: impl Display) -> ExperimentError {
    ExperimentError::Picture(error.to_string())
}

/// The corners of a marker around a point, one shape for each style.
fn corners(style: usize, scale: u32) -> Vec<(i32, i32)> {
    let polygon = |sides: u32, turn: f64, radius: f64| {
        let radius = radius * f64::from(scale);
        let corner = move |k| {
            let angle = (f64::from(k) + turn) * std::f64::consts::TAU / f64::from(sides);
            ((radius * angle.sin()).round() as i32, (-radius * angle.cos()).round() as i32)
        };
        (0..sides).map(corner).collect()
    };
    match style % COLOURS.len() {
        0 => polygon(16, 0.0, 5.5),
        1 => polygon(4, 0.5, 7.0),
        2 => polygon(3, 0.0, 7.5),
        3 => polygon(4, 0.0, 7.0),
        4 => polygon(3, 0.5, 7.5),
        5 => polygon(5, 0.0, 7.0),
        _ => polygon(6, 0.5, 6.5),
    }
}

/// Draws a figure on an area, everything enlarged by `scale`.
pub(super) fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    figure: &Figure,
    table: &FigureTable,
) -> Result<(), ExperimentError> {
    area.fill(&WHITE).map_err(picture)?;
    let (head, below) = area.split_vertically(HEAD * scale);
    let (width, _) = below.dim_in_pixel();
    let (chart, legend) = below.split_horizontally(width - LEGEND * scale);
    titles(&head, scale, figure, table).map_err(picture)?;
    lines(&chart, scale, figure, table)?;
    names(&legend, scale, table).map_err(picture)?;
    area.present().map_err(picture)
}

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

fn titles<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    figure: &Figure,
    table: &FigureTable,
) -> Drawn<DB> {
    let at = |x: u32, y: u32| ((x * scale) as i32, (y * scale) as i32);
    area.draw(&Text::new(figure.title.clone(), at(22, 14), text(22 * scale, INK)))?;
    let (least, most) = table.trees;
    let trees = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let capped = table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.capped > 0);
    let bounds = if capped { "; capped runs as lower bounds" } else { "" };
    let runs = if table.measure == Measure::Points { "units" } else { "trees" };
    let what = format!("{}: mean of {trees} {runs}, 95 % interval{bounds}", table.measure.label());
    area.draw(&Text::new(what, at(22, 46), text(17 * scale, PALE)))
}

fn names<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    table: &FigureTable,
) -> Drawn<DB> {
    let at = |x: u32, y: u32| ((x * scale) as i32, (y * scale) as i32);
    for (line, (name, &style)) in table.series.iter().zip(&table.styles).enumerate() {
        let (colour, y) = (COLOURS[style % COLOURS.len()], 24 + 30 * line as u32);
        let stroke = colour.stroke_width(2 * scale);
        area.draw(&PathElement::new(vec![at(8, y), at(40, y)], stroke))?;
        let marker = Polygon::new(corners(style, scale), colour.filled());
        area.draw(&(EmptyElement::at(at(24, y)) + marker))?;
        area.draw(&Text::new((*name).to_owned(), at(48, y - 5), text(17 * scale, INK)))?;
    }
    Ok(())
}

/// A line of a figure in the units of its axes: where its means are, row by row, and the strokes of
/// its bars.
struct Line {
    points: Vec<Option<(f64, f64)>>,
    bars: Vec<Vec<(f64, f64)>>,
}

/// The lines of a table, beside each other by a little so that their bars do not overlap.
fn placed(table: &FigureTable, x: &Scale, y: &Scale) -> Vec<Line> {
    let shift = (x.range.end - x.range.start) / 90.0;
    let middle = (table.series.len() as f64 - 1.0) / 2.0;
    let line = |line: usize| {
        let aside = (line as f64 - middle) * shift;
        let (mut points, mut bars) = (vec![], vec![]);
        for row in &table.rows {
            let (mean, at) = (row.cells[line].mean, row.x + aside);
            points.push(mean.mean.is_finite().then(|| (at, y.place(mean.mean))));
            if mean.half.is_finite() {
                let (low, high) = (y.place(mean.low()), y.place(mean.high()));
                let cap = |level| vec![(at - shift / 3.0, level), (at + shift / 3.0, level)];
                bars.extend([vec![(at, low), (at, high)], cap(low), cap(high)]);
            }
        }
        Line { points, bars }
    };
    (0..table.series.len()).map(line).collect()
}

fn lines<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    figure: &Figure,
    table: &FigureTable,
) -> Result<(), ExperimentError> {
    let (x, y) = (Scale::of_places(table), Scale::of_values(table, figure.log));
    let mut chart = ChartBuilder::on(area)
        .margin_right(16 * scale)
        .margin_bottom(8 * scale)
        .margin_left(14 * scale)
        .x_label_area_size(62 * scale)
        .y_label_area_size(74 * scale)
        .build_cartesian_2d(x.clone(), y.clone())
        .map_err(picture)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(GRID.stroke_width(scale))
        .axis_style(INK.stroke_width(scale))
        .set_all_tick_mark_size(5 * scale)
        .x_desc(table.x.clone())
        .axis_desc_style(text(17 * scale, INK))
        .label_style(text(16 * scale, INK))
        .draw()
        .map_err(picture)?;
    for (placed, &style) in placed(table, &x, &y).into_iter().zip(&table.styles) {
        let colour = COLOURS[style % COLOURS.len()];
        let path = colour.mix(0.55).stroke_width(2 * scale);
        let joined = table.rows.iter().zip(&placed.points);
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
