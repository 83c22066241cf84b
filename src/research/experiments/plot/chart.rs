//! Drawing a figure: title, panels, legend.

use super::axis::Scale;
use super::intervals::intervals;
use super::marks::{INK, PALE, colour, corners, picture, text};
use super::panel::panel;
use crate::research::experiments::names::in_print;
use crate::research::experiments::{Axis, ExperimentError, Figure, FigureTable, Measure, TableRow};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{DrawingArea, DrawingBackend, EmptyElement, PathElement, Polygon, Text};
use plotters::style::{Color, WHITE};

/// Pixels right of the chart for the legend, and above it for the title.
const LEGEND: u32 = 200;
const HEAD: u32 = 74;

/// Draws a figure on an area, everything enlarged by `scale`.
pub(super) fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    figure: &Figure,
    table: &FigureTable,
) -> Result<(), ExperimentError> {
    area.fill(&WHITE).map_err(picture)?;
    let (head, below) = area.split_vertically(HEAD * scale);
    titles(&head, scale, figure, table).map_err(picture)?;
    if shows_intervals(figure, table) {
        intervals(&below, scale, table)?;
        return area.present().map_err(picture);
    }
    let (width, _) = below.dim_in_pixel();
    let (chart, legend) = below.split_horizontally(width - LEGEND * scale);
    panels(&chart, scale, figure, table)?;
    names(&legend, scale, table).map_err(picture)?;
    area.present().map_err(picture)
}

/// Whether the picture has a line for each seat, because its places have no order.
fn shows_intervals(figure: &Figure, table: &FigureTable) -> bool {
    table.measure == Measure::Points && matches!(figure.x, Axis::Trees(_))
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
    let cells = || table.rows.iter().flat_map(|row| &row.cells);
    let bounds =
        if cells().any(|cell| cell.capped > 0) { "; capped runs as lower bounds" } else { "" };
    let geometric = figure.log && cells().any(|cell| cell.geometric.is_some());
    let mean = if geometric { "geometric mean" } else { "mean" };
    let FigureTable { measure, problems, .. } = table;
    let what = if shows_intervals(figure, table) {
        format!("Elo difference, 95 % interval, {trees} {problems} of games")
    } else {
        format!("{}: {mean} of {trees} {problems}, 95 % interval{bounds}", measure.label())
    };
    area.draw(&Text::new(what, at(22, 46), text(17 * scale, PALE)))
}

fn names<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    table: &FigureTable,
) -> Drawn<DB> {
    let at = |x: u32, y: u32| ((x * scale) as i32, (y * scale) as i32);
    for (line, (name, &style)) in table.series.iter().zip(&table.styles).enumerate() {
        let (colour, y) = (colour(style), 24 + 30 * line as u32);
        let stroke = colour.stroke_width(2 * scale);
        area.draw(&PathElement::new(vec![at(8, y), at(40, y)], stroke))?;
        let marker = Polygon::new(corners(style, scale), colour.filled());
        area.draw(&(EmptyElement::at(at(24, y)) + marker))?;
        area.draw(&Text::new(in_print(name), at(48, y - 5), text(17 * scale, INK)))?;
    }
    Ok(())
}

/// The most panels beside each other.
const ABREAST: usize = 3;

/// Draws the rows of a table, those of each panel in an area of their own.
fn panels<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    figure: &Figure,
    table: &FigureTable,
) -> Result<(), ExperimentError> {
    let y = Scale::of_values(table, figure.log);
    let mut panels: Vec<Vec<&TableRow>> = vec![];
    for row in &table.rows {
        match panels.iter_mut().find(|panel| panel[0].panel == row.panel) {
            Some(panel) => panel.push(row),
            None => panels.push(vec![row]),
        }
    }
    // Panels of one mode, which is the first part of their titles, side by side.
    panels.sort_by_key(|panel| panel[0].panel.as_ref().map(|title| title.starts_with("1v1")));
    let down = panels.len().div_ceil(ABREAST).max(1);
    let areas = area.split_evenly((down, panels.len().div_ceil(down).max(1)));
    for (rows, area) in panels.iter().zip(&areas) {
        panel(area, scale, table, rows, &y)?;
    }
    Ok(())
}
