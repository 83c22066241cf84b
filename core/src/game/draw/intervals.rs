//! Values with their intervals: a row for each, a dot on a line.

use super::style::{FONTS, INK, POST, escape};

/// A row.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// The label at its left.
    pub name: String,
    /// Where its dot is.
    pub value: f64,
    /// The ends of its line.
    pub ends: [f64; 2],
}

/// Pixels from one row to the next.
const ROW: f64 = 30.0;
/// Pixels above the first row, and below the last.
const TOP: f64 = 62.0;
const BOTTOM: f64 = 58.0;
/// Pixels of the width of the axis, and of what is right of it.
const SPAN: f64 = 560.0;
const RIGHT: f64 = 96.0;
/// Pixels of a letter, about.
const LETTER: f64 = 8.2;
/// Colour of dots and lines. Source: Okabe & Ito, "Color Universal Design", 2008.
const COLOUR: &str = "#0072b2";
/// Steps between marks of the axis, the first that gives no more than ten marks.
const STEPS: [f64; 8] = [20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 5000.0, 1e5];

/// Where values are on the axis.
struct Scale {
    left: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Scale {
    fn new(bars: &[Bar]) -> Self {
        // The axis holds 0 and 1, so that it has a length without bars too.
        let mut least = 0.0_f64;
        let mut most = 1.0_f64;
        for end in bars.iter().flat_map(|bar| bar.ends).filter(|end| end.is_finite()) {
            least = least.min(end);
            most = most.max(end);
        }
        let step = STEPS.into_iter().find(|step| (most - least) / step <= 10.0);
        let step = step.unwrap_or(STEPS[STEPS.len() - 1]);
        let letters = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0);
        let left = 24.0 + LETTER * letters as f64;
        Self { left, from: (least / step).floor() * step, to: (most / step).ceil() * step, step }
    }

    fn x(&self, value: f64) -> f64 {
        let within = value.clamp(self.from, self.to);
        self.left + SPAN * (within - self.from) / (self.to - self.from)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        // Half a step beyond the end, because sums of steps are rounded.
        let to = self.to + self.step / 2.0;
        let marks = (0_u32..).map(|n| self.from + self.step * f64::from(n));
        marks.take_while(move |mark| *mark < to)
    }
}

/// A self-contained SVG: a row for every bar, in order, values to the right; `title` stands above
/// and `axis` below.
pub fn intervals(title: &str, axis: &str, bars: &[Bar]) -> String {
    let scale = Scale::new(bars);
    let width = scale.left + SPAN + RIGHT;
    let bottom = TOP + ROW * bars.len() as f64;
    let height = bottom + BOTTOM;
    let title = escape(title);
    let axis = escape(axis);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="{FONTS}" font-size="15" fill="{INK}">
<title>{title}</title>
<rect width="{width:.0}" height="{height:.0}" fill="{POST}"/>
<text x="24" y="32" font-size="18" font-weight="bold">{title}</text>
<text x="{:.1}" y="{:.1}" text-anchor="middle">{axis}</text>
"#,
        scale.left + SPAN / 2.0,
        bottom + 44.0
    );
    for mark in scale.marks() {
        let x = scale.x(mark);
        let low = bottom + 20.0;
        svg += &format!(
            r#"<path d="M{x:.1} {TOP}V{bottom}" stroke="{INK}" stroke-opacity="0.15"/><text x="{x:.1}" y="{low:.1}" text-anchor="middle" font-size="13">{mark}</text>
"#
        );
    }
    svg.extend(bars.iter().zip(0..).map(|(bar, row)| scale.row(bar, row)));
    svg + "</svg>\n"
}

impl Scale {
    fn row(&self, bar: &Bar, row: u32) -> String {
        let y = TOP + ROW * (f64::from(row) + 0.5);
        let [low, high] = bar.ends.map(|end| self.x(end));
        let x = self.x(bar.value);
        let name = escape(&bar.name);
        let [from, to] = bar.ends;
        format!(
            r#"<g><title>{name}: {:+.0}, 95 % interval {from:+.0} to {to:+.0}</title><text x="{:.1}" y="{:.1}" text-anchor="end">{name}</text><path d="M{low:.1} {y}H{high:.1}M{low:.1} {}v10M{high:.1} {}v10" stroke="{COLOUR}" stroke-width="2"/><circle cx="{x:.1}" cy="{y}" r="5" fill="{COLOUR}"/><text x="{:.1}" y="{:.1}" font-weight="bold">{:+.0}</text></g>
"#,
            bar.value,
            self.left - 10.0,
            y + 5.0,
            y - 5.0,
            y - 5.0,
            high + 8.0,
            y + 5.0,
            bar.value
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::test_support::elements;

    #[test]
    fn every_bar_is_drawn_within_the_axis() {
        let bar =
            |name: &str, value, low, high| Bar { name: name.into(), value, ends: [low, high] };
        let bars = [
            bar("greedy <1>", 812.0, 700.0, 930.0),
            bar("random", 0.0, 0.0, 0.0),
            bar("far", 5.0, f64::NEG_INFINITY, f64::INFINITY),
        ];
        let svg = intervals("A & B", "Elo", &bars);
        assert!(elements(&svg).is_some() && svg.matches("<circle").count() == 3, "{svg}");
        assert!(svg.contains("A &amp; B") && svg.contains("greedy &lt;1&gt;"));
        assert!(!svg.contains("inf\"") && !svg.contains("NaN"), "{svg}");
        let scale = Scale::new(&bars);
        assert_eq!((scale.from, scale.to, scale.step), (0.0, 1000.0, 100.0));
    }
}
