//! Figures as SVG and PNG pictures, with the embedded font.

use super::chart::draw;
use super::marks::FAMILY;
use crate::research::experiments::{ExperimentError, Figure, FigureTable};
use plotters::prelude::{BitMapBackend, IntoDrawingArea, SVGBackend};
use plotters::style::{FontStyle, register_font};
use std::sync::Once;

/// Width and height of a picture, in pixels.
const SIZE: (u32, u32) = (1000, 560);

/// Pixels of a PNG for one of these, so that its letters are smooth.
const FINER: u32 = 2;

/// The font of the pictures; its licence is beside it.
static FONT: &[u8] = include_bytes!("../../../../data/fonts/DejaVuSans-latin.ttf");

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
    Ok(text)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research::experiments::{
        ExperimentResults, PositionSet, RunCounts, RunHead, RunRecord, experiments, named,
    };

    #[test]
    fn a_match_is_drawn_as_an_interval_for_each_seat() {
        let mut plan =
            named("game-play-2v2", experiments(&PositionSet::default())).unwrap().remove(0);
        plan.figures[0].series = vec!["alphabeta", "mtdf"];
        let run = |trial: u64| {
            let share = [0.25, 0.75, 0.5][trial as usize % 3];
            let counts = |share| RunCounts { value: Some(share), ..RunCounts::default() };
            let variants = [("alphabeta", 0.5), ("mtdf", share)];
            let variants =
                variants.map(|(variant, share)| (variant.to_owned(), counts(share))).into();
            let head = RunHead::new(&plan, &*plan.points[0], 1, trial);
            RunRecord { head, reference: None, variants }
        };
        let drawn = |units| {
            let results =
                ExperimentResults { plan: &plan, runs: vec![(0..units).map(run).collect()] };
            svg(&plan.figures[0], &plan.figures[0].table(&results)).unwrap()
        };
        assert!(drawn(30).contains("MTD(f)") && drawn(30).contains("30 units"));
        assert!(drawn(1).contains("no interval, 1 unit"));
    }
}
