//! Figures as SVG and PNG pictures, with the embedded font.

use super::axis::Scale;
use super::short::short;
use crate::research::experiments::names::in_print;
use crate::research::experiments::{Axis, ExperimentError, Figure, FigureTable, Measure, TableRow};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{
    BitMapBackend, ChartBuilder, DrawingArea, DrawingBackend, EmptyElement, IntoDrawingArea,
    PathElement, Polygon, SVGBackend, Text,
};
use plotters::style::{Color, FontStyle, IntoFont, RGBColor, TextStyle, WHITE, register_font};
use std::fmt::Display;
use std::sync::Once;

/// Width and height of a picture, in pixels.
const SIZE: (u32, u32) = (1000, 560);

/// Pixels of a PNG for one of these, so that its letters are smooth.
const FINER: u32 = 2;

/// The font of the pictures; its licence is beside it.
static FONT: &[u8] = include_bytes!("../../../../fonts/DejaVuSans-latin.ttf");

/// Registers the font, once.
fn font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let known = register_font(FAMILY, FontStyle::Normal, FONT).is_ok();
        debug_assert!(known, "the embedded font is whole");
    });
}

/// A figure as SVG.
///
/// # Errors
///
/// If it cannot be drawn.
pub fn svg(figure: &Figure, table: &FigureTable) -> Result<String, ExperimentError> {
    font();
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
    draw(&area, 1, figure, table)?;
    drop(area);
    Ok(short(&text))
}

/// A figure as a PNG file.
///
/// # Errors
///
/// If it cannot be drawn.
pub fn png(figure: &Figure, table: &FigureTable) -> Result<Vec<u8>, ExperimentError> {
    font();
    let size = (SIZE.0 * FINER, SIZE.1 * FINER);
    let mut pixels = vec![255; (size.0 * size.1 * 3) as usize];
    let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
    draw(&area, FINER, figure, table)?;
    drop(area);
    encode(&pixels, size).map_err(|error| ExperimentError::Picture(error.to_string()))
}

fn encode(pixels: &[u8], size: (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = vec![];
    let mut encoder = png::Encoder::new(&mut file, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(file)
}

/// Pixels right of the chart for the legend, and above it for the title.
const LEGEND: u32 = 200;
const HEAD: u32 = 74;

/// Draws a figure on an area, everything enlarged by `scale`.
fn draw<DB: DrawingBackend>(
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
    let (chart, right) = below.split_horizontally(width - LEGEND * scale);
    panels(&chart, scale, figure, table)?;
    legend(&right, scale, table).map_err(picture)?;
    area.present().map_err(picture)
}

/// Whether the picture has a line for each seat, because its places have no order.
fn shows_intervals(figure: &Figure, table: &FigureTable) -> bool {
    table.measure == Measure::Points && matches!(figure.x, Axis::Trees(_))
}

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Writes the title, and what is drawn.
fn titles<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    figure: &Figure,
    table: &FigureTable,
) -> Drawn<DB> {
    let at = |x: u32, y: u32| ((x * scale) as i32, (y * scale) as i32);
    area.draw(&Text::new(figure.title.clone(), at(22, 14), text(22 * scale, INK)))?;
    let (least, most) = table.trees;
    let number = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let cells = || table.rows.iter().flat_map(|row| &row.cells);
    let bounds =
        if cells().any(|cell| cell.capped > 0) { "; capped runs as lower bounds" } else { "" };
    let geometric = figure.log && cells().any(|cell| cell.geometric.is_some());
    let mean = if geometric { "geometric mean" } else { "mean" };
    let FigureTable { measure, problems, .. } = table;
    let across = match figure.x {
        Axis::Cost(_) => format!("; across: {}", table.x),
        Axis::Trees(_) | Axis::Parameter(_) => String::new(),
    };
    let what = if shows_intervals(figure, table) {
        format!("Elo difference, 95 % interval, {number} {problems} of games")
    } else {
        format!("{}: {mean} of {number} {problems}, 95 % interval{bounds}{across}", measure.label())
    };
    area.draw(&Text::new(what, at(22, 46), text(17 * scale, PALE)))
}

/// Draws the legend: the name of each line with its marker.
fn legend<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    table: &FigureTable,
) -> Drawn<DB> {
    let at = |x: u32, y: u32| ((x * scale) as i32, (y * scale) as i32);
    for (line, (name, &style)) in table.series.iter().zip(&table.styles).enumerate() {
        let y = 24 + 30 * line as u32;
        let stroke = colour(style).stroke_width(2 * scale);
        area.draw(&PathElement::new(vec![at(8, y), at(40, y)], stroke))?;
        area.draw(&(EmptyElement::at(at(24, y)) + marker(style, scale)))?;
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
    let all: Vec<&TableRow> = table.rows.iter().collect();
    let shared = Scale::of_values(&all, table.measure, figure.log);
    let costs = Scale::of_costs(table);
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
        // The lines of a frontier are compared within a panel, those of other figures across panels, too.
        let axes = match &costs {
            Some(costs) => [costs, &Scale::of_values(rows, table.measure, figure.log)],
            None => [&Scale::of_places(rows), &shared],
        };
        panel(area, scale, table, rows, axes)?;
    }
    Ok(())
}

/// A line of a figure in the units of its axes.
#[derive(Default)]
struct Line {
    /// Where its means are, row by row; None where there is none.
    points: Vec<Option<(f64, f64)>>,
    /// Its error bars.
    bars: Vec<Vec<(f64, f64)>>,
}

/// The lines of a table, beside each other by a little so that their bars do not overlap.
fn placed(lines: usize, rows: &[&TableRow], x: &Scale, y: &Scale) -> Vec<Line> {
    let shift = (x.range.end - x.range.start) / 45.0 / (rows.len() as f64 / 4.0).max(1.0);
    let middle = (lines as f64 - 1.0) / 2.0;
    let mut placed = vec![];
    for number in 0..lines {
        // The points of a frontier are where they are: their places are measured, too.
        let aside = if x.log { 0.0 } else { (number as f64 - middle) * shift };
        let mut line = Line::default();
        for row in rows {
            let Some(cell) = row.cell(number) else {
                line.points.push(None);
                continue;
            };
            let [mean, low, high] = cell.drawn(y.log);
            let at = x.place(row.x) + aside;
            line.points.push(mean.is_finite().then(|| (at, y.place(mean))));
            if high.is_finite() {
                let low = y.place(low);
                let high = y.place(high);
                line.bars.push(vec![(at, low), (at, high)]);
            }
        }
        placed.push(line);
    }
    placed
}

/// Draws the rows of a panel.
fn panel<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    table: &FigureTable,
    rows: &[&TableRow],
    [x, y]: [&Scale; 2],
) -> Result<(), ExperimentError> {
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
    for (line, &style) in placed(table.series.len(), rows, x, y).into_iter().zip(&table.styles) {
        let colour = colour(style);
        // The means of one family of problems are joined.
        let mut pieces: Vec<Vec<(f64, f64)>> = vec![];
        for (row, &point) in rows.iter().zip(&line.points) {
            let Some(point) = point else { continue };
            match pieces.last_mut() {
                Some(piece) if !row.apart => piece.push(point),
                _ => pieces.push(vec![point]),
            }
        }
        let path = colour.mix(0.55).stroke_width(2 * scale);
        let pieces = pieces.into_iter().map(|piece| PathElement::new(piece, path));
        chart.draw_series(pieces).map_err(picture)?;
        let stroke = colour.stroke_width(scale);
        let bars = line.bars.into_iter().map(|bar| PathElement::new(bar, stroke));
        chart.draw_series(bars).map_err(picture)?;
        let points = line.points.into_iter().flatten();
        let markers = points.map(|at| EmptyElement::at(at) + marker(style, scale));
        chart.draw_series(markers).map_err(picture)?;
    }
    Ok(())
}

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
    for row in &table.rows {
        for ((cell, name), &style) in row.cells.iter().zip(&table.series).zip(&table.styles) {
            if style > 0 {
                let name = in_print(name);
                seats.push(Seat { name, style, elo: cell.elo, units: cell.mean.n });
            }
        }
    }
    seats
}

/// Draws a line for each seat: marker and interval over an axis of Elo, name and numbers beside it.
fn intervals<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scale: u32,
    table: &FigureTable,
) -> Result<(), ExperimentError> {
    let seats = seats(table);
    let ends = seats.iter().filter_map(|seat| seat.elo).flatten();
    let reach = 1.05 * ends.map(f64::abs).fold(40.0, f64::max).min(FARTHEST);
    let x = Scale::linear(-reach, reach);
    let lines = seats.len().max(1) as f64;
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
            let stroke = colour(seat.style).stroke_width(3 * scale);
            let bar = PathElement::new(vec![(low, y), (high, y)], stroke);
            chart.draw_series([bar]).map_err(picture)?;
            let marker = EmptyElement::at((at, y)) + marker(seat.style, scale);
            chart.draw_series([marker]).map_err(picture)?;
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
) -> Drawn<DB> {
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

/// Colours that all eyes distinguish. Source: Okabe & Ito, "Color universal design", 2008; the last two are ours.
const COLOURS: [RGBColor; 9] = [
    INK,
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(140, 100, 60),
    RGBColor(130, 90, 180),
];

/// The name under which the font is known to SVG viewers, which use their own.
const FAMILY: &str = "sans-serif";

const INK: RGBColor = RGBColor(40, 40, 40);
const PALE: RGBColor = RGBColor(90, 90, 90);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// The colour of a style.
fn colour(style: usize) -> RGBColor {
    COLOURS[style % COLOURS.len()]
}

/// Letters of a size and colour.
fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    let mut style = TextStyle::from((FAMILY, size).into_font());
    style.color = colour.to_backend_color();
    style
}

/// The number of shapes of markers: no multiple of it is the number of colours, so that no two of many styles are alike.
const SHAPES: usize = 7;

/// A marker around a point, in pixels. Styles beyond the colours have the same colours with other shapes.
fn marker(style: usize, scale: u32) -> Polygon<(i32, i32)> {
    // Sides, turn as a part of one side's angle, and radius in pixels.
    let (sides, turn, radius): (u32, f64, f64) = match style % SHAPES {
        0 => (12, 0.0, 5.5),
        1 => (4, 0.5, 7.0),
        2 => (3, 0.0, 7.5),
        3 => (4, 0.0, 7.0),
        4 => (3, 0.5, 7.5),
        5 => (5, 0.0, 7.0),
        _ => (6, 0.5, 6.5),
    };
    let radius = radius * f64::from(scale);
    let mut corners = vec![];
    for side in 0..sides {
        let angle = (f64::from(side) + turn) * std::f64::consts::TAU / f64::from(sides);
        corners
            .push(((radius * angle.sin()).round() as i32, (-radius * angle.cos()).round() as i32));
    }
    Polygon::new(corners, colour(style).filled())
}

/// A fault of the drawing library as an error of experiments.
fn picture(error: impl Display) -> ExperimentError {
    ExperimentError::Picture(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research::experiments::{
        ExperimentResults, PositionSet, RunCounts, RunHead, RunRecord, experiments, named,
    };

    #[test]
    fn a_match_is_drawn_as_an_interval_for_each_seat() {
        let mut experiment =
            named("game-play-2v2", experiments(&PositionSet::default())).unwrap().remove(0);
        experiment.figures[0].series = vec!["alphabeta", "mtdf"];
        let run = |trial: u64| {
            let share = [0.25, 0.75, 0.5][trial as usize % 3];
            let counts = |share| RunCounts { value: Some(share), ..RunCounts::default() };
            let variants = [("alphabeta", 0.5), ("mtdf", share)];
            let variants =
                variants.map(|(variant, share)| (variant.to_owned(), counts(share))).into();
            let head = RunHead::new(&experiment, &*experiment.points[0], 1, trial);
            RunRecord { head, reference: None, variants }
        };
        let drawn = |units| {
            let results = ExperimentResults {
                experiment: &experiment,
                runs: vec![(0..units).map(run).collect()],
                times: vec![],
            };
            svg(&experiment.figures[0], &experiment.figures[0].table(&results)).unwrap()
        };
        assert!(drawn(30).contains("MTD(f)") && drawn(30).contains("30 units"));
        assert!(drawn(1).contains("no interval, 1 unit"));
    }
}
