//! Drawing a figure: axes, error bars, lines, markers, legend.

use super::FAMILY;
use super::axis::Scale;
use crate::experiment::{ExperimentError, Figure, Table};
use plotters::coord::Shift;
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

const INK: RGBColor = RGBColor(40, 40, 40);
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

/// The corners of a marker around a point, one shape for each line.
fn corners(line: usize) -> Vec<(i32, i32)> {
    let polygon = |sides: u32, turn: f64, radius: f64| {
        (0..sides).map(move |k| {
            let angle = (f64::from(k) + turn) * std::f64::consts::TAU / f64::from(sides);
            ((radius * angle.sin()).round() as i32, (-radius * angle.cos()).round() as i32)
        })
    };
    match line % 7 {
        0 => polygon(16, 0.0, 5.5).collect(),
        1 => polygon(4, 0.5, 7.0).collect(),
        2 => polygon(3, 0.0, 7.5).collect(),
        3 => polygon(4, 0.0, 7.0).collect(),
        4 => polygon(3, 0.5, 7.5).collect(),
        5 => polygon(5, 0.0, 7.0).collect(),
        _ => polygon(6, 0.5, 6.5).collect(),
    }
}

/// Draws a figure on an area.
pub(super) fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    figure: &Figure,
    table: &Table,
) -> Result<(), ExperimentError> {
    area.fill(&WHITE).map_err(picture)?;
    let (head, below) = area.split_vertically(HEAD);
    let (width, _) = below.dim_in_pixel();
    let (chart, legend) = below.split_horizontally(width - LEGEND);
    titles(&head, figure, table).map_err(picture)?;
    lines(&chart, figure, table)?;
    names(&legend, table).map_err(picture)?;
    area.present().map_err(picture)
}

fn titles<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    figure: &Figure,
    table: &Table,
) -> Result<(), impl Display + use<DB>> {
    area.draw(&Text::new(figure.title.clone(), (22, 14), text(22, INK)))?;
    let (least, most) = table.trees;
    let trees = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let what = format!("{}: mean of {trees} trees, 95 % interval", table.measure.label());
    area.draw(&Text::new(what, (22, 46), text(17, RGBColor(90, 90, 90))))
}

fn names<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    table: &Table,
) -> Result<(), impl Display + use<DB>> {
    for (line, name) in table.series.iter().enumerate() {
        let (colour, y) = (COLOURS[line % COLOURS.len()], 24 + 30 * line as i32);
        area.draw(&PathElement::new(vec![(8, y), (40, y)], colour.stroke_width(2)))?;
        area.draw(&(EmptyElement::at((24, y)) + Polygon::new(corners(line), colour.filled())))?;
        area.draw(&Text::new((*name).to_owned(), (48, y - 9), text(17, INK)))?;
    }
    Ok::<_, plotters::drawing::DrawingAreaErrorKind<DB::ErrorType>>(())
}

fn lines<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    figure: &Figure,
    table: &Table,
) -> Result<(), ExperimentError> {
    let (x, y) = (Scale::of_places(table), Scale::of_values(table, figure.log));
    let mut chart = ChartBuilder::on(area)
        .margin_right(16)
        .margin_bottom(8)
        .margin_left(14)
        .x_label_area_size(62)
        .y_label_area_size(74)
        .build_cartesian_2d(x.clone(), y.clone())
        .map_err(picture)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(GRID)
        .light_line_style(GRID)
        .axis_style(INK)
        .x_desc(table.x.clone())
        .axis_desc_style(text(17, INK))
        .label_style(text(16, INK))
        .draw()
        .map_err(picture)?;
    let shift = (x.range.end - x.range.start) / 90.0;
    let middle = (table.series.len() as f64 - 1.0) / 2.0;
    for line in 0..table.series.len() {
        let colour = COLOURS[line % COLOURS.len()];
        let aside = (line as f64 - middle) * shift;
        let mut bars = vec![];
        let mut points = vec![];
        for row in &table.rows {
            let (mean, at) = (row.cells[line].mean, row.x + aside);
            points.push((at, y.place(mean.mean)));
            if mean.half.is_finite() {
                let (low, high) = (y.place(mean.low()), y.place(mean.high()));
                let cap = |level| vec![(at - shift / 3.0, level), (at + shift / 3.0, level)];
                bars.extend([vec![(at, low), (at, high)], cap(low), cap(high)]);
            }
        }
        let path = PathElement::new(points.clone(), colour.mix(0.55).stroke_width(2));
        chart.draw_series([path]).map_err(picture)?;
        let bars = bars.into_iter().map(|bar| PathElement::new(bar, colour.stroke_width(1)));
        chart.draw_series(bars).map_err(picture)?;
        let markers = points
            .into_iter()
            .map(|at| EmptyElement::at(at) + Polygon::new(corners(line), colour.filled()));
        chart.draw_series(markers).map_err(picture)?;
    }
    Ok(())
}
