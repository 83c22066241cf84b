//! SVG pictures in fewer bytes: dozens of them stand in one page.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The same picture without attributes that say what holds anyway, and with all lines or markers that look alike in one
/// path. A path stands where the first of them stood, so that the order of series is the same in every panel.
pub(super) fn short(svg: &str) -> String {
    let root = "<svg fill=\"#282828\" font-size=\"12.9\" font-family=\"sans-serif\" ";
    let mut svg = svg.replacen("<svg ", root, 1);
    for (long, short) in [
        (" opacity=\"1\"", ""),
        (" fill=\"none\" stroke=", " stroke="),
        ("\" fill=\"#282828\"", "\""),
        (" font-family=\"sans-serif\" font-size", " font-size"),
        (" font-size=\"12.903225806451614\"", ""),
        ("13.709677419354838", "13.7"),
        ("17.741935483870968", "17.7"),
        (" text-anchor=\"start\"", ""),
        (" stroke-width=\"1\"", ""),
        (" \"/>", "\"/>"),
        (">\n", ">"),
        ("\n</text>", "</text>\n"),
        ("/>", "/>\n"),
    ] {
        svg = svg.replace(long, short);
    }
    let mut elements: Vec<String> = vec![];
    // By their look, where the paths are.
    let mut paths: BTreeMap<String, usize> = BTreeMap::new();
    for element in svg.lines() {
        let Some(path) = Path::of(element) else {
            elements.push(element.into());
            continue;
        };
        let here = *paths.entry(path.look).or_insert_with_key(|look| {
            elements.push(format!("<path{look} d=\"\"/>"));
            elements.len() - 1
        });
        let end = elements[here].len() - "\"/>".len();
        elements[here].insert_str(end, &path.steps);
    }
    elements.join("\n")
}

/// A line or a marker of its own.
struct Path {
    /// Its attributes but for the place.
    look: String,
    steps: String,
}

impl Path {
    /// The path of an element that is a line, a polyline or a polygon.
    fn of(element: &str) -> Option<Self> {
        let (name, attributes) = element.strip_prefix('<')?.strip_suffix("/>")?.split_once(' ')?;
        let mut look = String::new();
        let mut numbers = String::new();
        for attribute in attributes.split_inclusive("\" ") {
            let (key, value) = attribute.trim_end_matches(' ').split_once('=')?;
            if ["points", "x1", "y1", "x2", "y2"].contains(&key) {
                numbers += value.trim_matches('"');
                numbers.push(' ');
            } else {
                write!(look, " {key}={value}").ok()?;
            }
        }
        if !["line", "polyline", "polygon"].contains(&name) {
            return None;
        }
        let numbers: Result<Vec<i32>, _> =
            numbers.split([' ', ',']).filter(|word| !word.is_empty()).map(str::parse).collect();
        let numbers = numbers.ok()?;
        let mut steps = String::new();
        let mut last = [0, 0];
        for (place, point) in numbers.chunks_exact(2).enumerate() {
            let [x, y] = [point[0] - last[0], point[1] - last[1]];
            match (place, x, y) {
                (0, ..) => write!(steps, "M{x} {y}").ok()?,
                (_, 0, _) => write!(steps, "v{y}").ok()?,
                (_, _, 0) => write!(steps, "h{x}").ok()?,
                _ => write!(steps, "l{x} {y}").ok()?,
            }
            last = [point[0], point[1]];
        }
        if name == "polygon" {
            steps.push('z');
        }
        Some(Self { look, steps: steps.replace(" -", "-") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_look_alike_are_one_path() {
        let long = "<svg width=\"9\">\n<rect fill=\"#FFFFFF\"/>\n\
            <line opacity=\"1\" stroke=\"#E1E1E1\" stroke-width=\"1\" x1=\"1\" y1=\"2\" x2=\"8\" y2=\"2\"/>\n\
            <polyline fill=\"none\" opacity=\"0.55\" stroke=\"#E1E1E1\" stroke-width=\"2\" points=\"1,2 3,4 3,9 \"/>\n\
            <polygon opacity=\"1\" fill=\"#0072B2\" points=\"5,5 6,4 7,5 \"/>\n\
            <line opacity=\"1\" stroke=\"#E1E1E1\" stroke-width=\"1\" x1=\"1\" y1=\"5\" x2=\"8\" y2=\"5\"/>\n\
            <polygon opacity=\"1\" fill=\"#0072B2\" points=\"9,9 8,8 9,8 \"/>\n</svg>\n";
        let expected = "<svg fill=\"#282828\" font-size=\"12.9\" font-family=\"sans-serif\" width=\"9\"><rect fill=\"#FFFFFF\"/>\n\
            <path stroke=\"#E1E1E1\" d=\"M1 2h7M1 5h7\"/>\n\
            <path fill=\"none\" opacity=\"0.55\" stroke=\"#E1E1E1\" stroke-width=\"2\" d=\"M1 2l2 2v5\"/>\n\
            <path fill=\"#0072B2\" d=\"M5 5l1-1l1 1zM9 9l-1-1h1z\"/>\n</svg>";
        assert_eq!(short(long), expected);
    }
}
