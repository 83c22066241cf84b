//! How often predictions came true: a dot for every bin, a colour for every series.

use super::style::{FONTS, INK, POST, escape};

/// Predictions of about the same probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    /// Their mean probability.
    pub predicted: f64,
    /// The share of them that came true.
    pub found: f64,
    /// How many there are.
    pub pairs: u64,
}

/// Dots of one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct DotSeries {
    /// The legend beside the picture.
    pub name: String,
    /// The dots, by probability.
    pub dots: Vec<Dot>,
}

/// Pixels of a side of the square that the dots are in.
const SIDE: f64 = 560.0;
/// Pixels left of it and above it.
const LEFT: f64 = 78.0;
const TOP: f64 = 48.0;
const WIDTH: f64 = LEFT + SIDE + 150.0;
const HEIGHT: f64 = TOP + SIDE + 72.0;
/// Pixels of the radius of the smallest and the largest dot.
const RADII: [f64; 2] = [2.0, 15.0];
/// Colours that are easy to tell apart, also for the colour-blind. Source: Okabe & Ito, "Color Universal Design", 2008.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// A self-contained SVG: predicted probability to the right, share that came true upwards, areas of
/// dots as their numbers of pairs. What is foreseen as often as it happens lies on the diagonal.
pub fn calibration(what: &str, series: &[DotSeries]) -> String {
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONTS}" font-size="15" fill="{INK}" text-anchor="middle">
<title>Calibration of beliefs</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="{POST}"/>
"#
    );
    svg += &axes(what);
    let most = series.iter().flat_map(|s| &s.dots).map(|d| d.pairs).max().unwrap_or(1);
    for (one, colour) in series.iter().zip(COLOURS.iter().cycle()) {
        svg += &line(one, colour);
        svg.extend(one.dots.iter().map(|dot| spot(one, *dot, most, colour)));
    }
    svg + &legend(series) + "</svg>\n"
}

fn x(p: f64) -> f64 {
    LEFT + SIDE * p
}

fn y(p: f64) -> f64 {
    TOP + SIDE * (1.0 - p)
}

fn axes(what: &str) -> String {
    let mut svg = String::new();
    let middle = x(0.5);
    let left = x(0.0);
    let right = x(1.0);
    let top = y(1.0);
    let bottom = y(0.0);
    for percent in (0..=100).step_by(10) {
        let p = f64::from(percent) / 100.0;
        let at_x = x(p);
        let at_y = y(p);
        svg += &format!(
            r#"<path d="M{at_x:.1} {top}V{bottom}M{left} {at_y:.1}H{right}" stroke="{INK}" stroke-opacity="0.12"/>
<text x="{at_x:.1}" y="{:.1}">{percent}</text><text x="{:.1}" y="{:.1}" text-anchor="end">{percent}</text>
"#,
            bottom + 22.0,
            left - 10.0,
            at_y + 5.0
        );
    }
    svg + &format!(
        r#"<path d="M{left} {bottom}L{right} {top}" stroke="{INK}" stroke-opacity="0.6" stroke-dasharray="6 5"/>
<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{INK}" stroke-opacity="0.5"/>
<text x="{middle}" y="28" font-size="18" font-weight="bold">What was believed, and how often it was true</text>
<text x="{middle}" y="{}">predicted probability of {what}, %</text>
<text transform="translate(24 {}) rotate(-90)">true, %</text>
"#,
        bottom + 50.0,
        y(0.5)
    )
}

fn line(series: &DotSeries, colour: &str) -> String {
    let points = series.dots.iter().map(|d| format!("{:.1} {:.1}", x(d.predicted), y(d.found)));
    let path: Vec<String> = points.collect();
    if path.is_empty() {
        return String::new();
    }
    format!(
        "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.3\"/>\n",
        path.join("L")
    )
}

fn spot(series: &DotSeries, dot: Dot, most: u64, colour: &str) -> String {
    let area = dot.pairs as f64 / most as f64;
    let radius = (RADII[1] * area.sqrt()).max(RADII[0]);
    let Dot { predicted, found, pairs } = dot;
    let name = escape(&series.name);
    format!(
        r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="{colour}" fill-opacity="0.55" stroke="{colour}"><title>{name}: predicted {:.1} %, true {:.1} % of {pairs}</title></circle>
"#,
        x(predicted),
        y(found),
        100.0 * predicted,
        100.0 * found
    )
}

fn legend(series: &[DotSeries]) -> String {
    let mut svg = String::new();
    for ((one, colour), row) in series.iter().zip(COLOURS.iter().cycle()).zip(0..) {
        let at = TOP + 16.0 + 26.0 * f64::from(row);
        svg += &format!(
            r#"<circle cx="{}" cy="{at}" r="7" fill="{colour}" fill-opacity="0.55" stroke="{colour}"/><text x="{}" y="{}" text-anchor="start">{}</text>
"#,
            x(1.0) + 24.0,
            x(1.0) + 40.0,
            at + 5.0,
            escape(&one.name)
        );
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::test_support::elements;

    #[test]
    fn every_dot_is_drawn_and_the_document_is_well_formed() {
        let dot = |predicted, pairs| Dot { predicted, found: predicted, pairs };
        let dots = vec![dot(0.025, 4000), dot(0.5, 10), dot(1.0, 1)];
        let series = [
            DotSeries { name: "ply 0".into(), dots },
            DotSeries { name: "<none> & nothing".into(), dots: vec![] },
        ];
        let picture = calibration("a kind", &series);
        assert!(elements(&picture).unwrap() > 30);
        assert_eq!(picture.matches("<circle").count(), 3 + 2);
        assert!(picture.contains(&format!(
            r#"cx="{:.1}" cy="{:.1}" r="15.0""#,
            x(0.025),
            y(0.025)
        )));
        assert!(elements(&calibration("a kind", &[])).is_some());
    }
}
