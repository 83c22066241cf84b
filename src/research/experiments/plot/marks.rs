//! Colours, markers and letters of the figures.

use crate::research::experiments::ExperimentError;
use plotters::style::{Color, IntoFont, RGBColor, TextStyle};
use std::fmt::Display;

/// Colours that all eyes tell apart. Source: Okabe & Ito, "Color universal design", 2008; the last two are ours.
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
pub(super) const FAMILY: &str = "sans-serif";

pub(super) const INK: RGBColor = RGBColor(40, 40, 40);
pub(super) const PALE: RGBColor = RGBColor(90, 90, 90);
pub(super) const GRID: RGBColor = RGBColor(225, 225, 225);

/// The colour of a style.
pub(super) fn colour(style: usize) -> RGBColor {
    COLOURS[style % COLOURS.len()]
}

/// Letters of a size and colour.
pub(super) fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    let mut style = TextStyle::from((FAMILY, size).into_font());
    style.color = colour.to_backend_color();
    style
}

/// The number of shapes of markers: no multiple of it is the number of colours, so that no two of many styles are alike.
const SHAPES: usize = 7;

/// The corners of a marker around a point. Styles beyond the colours have the same colours with other
/// shapes.
pub(super) fn corners(style: usize, scale: u32) -> Vec<(i32, i32)> {
    let polygon = |sides: u32, turn: f64, radius: f64| {
        let radius = radius * f64::from(scale);
        let corner = move |k| {
            let angle = (f64::from(k) + turn) * std::f64::consts::TAU / f64::from(sides);
            ((radius * angle.sin()).round() as i32, (-radius * angle.cos()).round() as i32)
        };
        (0..sides).map(corner).collect()
    };
    match style % SHAPES {
        0 => polygon(16, 0.0, 5.5),
        1 => polygon(4, 0.5, 7.0),
        2 => polygon(3, 0.0, 7.5),
        3 => polygon(4, 0.0, 7.0),
        4 => polygon(3, 0.5, 7.5),
        5 => polygon(5, 0.0, 7.0),
        _ => polygon(6, 0.5, 6.5),
    }
}

/// What could not be drawn.
pub(super) fn picture(error: impl Display) -> ExperimentError {
    ExperimentError::Picture(error.to_string())
}
