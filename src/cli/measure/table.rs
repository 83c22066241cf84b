//! The measurements as a table: one row per quantity, one column per source of games.

use super::output::{MeasureOutput, ShownMeasures};
use junqi_lab::research::experiments::Estimate;
use junqi_lab::research::measure::{PhaseMeasures, Quantity};

/// Widths of the name column and of the other columns, in characters.
const NAME: usize = 34;
const CELL: usize = 17;
/// The number of twenty-ply intervals that are all printed; of the later ones every fifth is.
const EACH: usize = 10;

/// Tables of all modes, one below the other.
pub(super) fn text(output: &MeasureOutput) -> String {
    let MeasureOutput { opponent, every, worlds, walk, margin, .. } = output;
    let mut text = format!(
        "visibility {}, opponent {opponent}; one position per {every} plies, {worlds} worlds, leaves after {walk} \
         random moves, draw margin {margin}\nmean ± half of the 95 % interval over games\n",
        serde_json::to_value(output.visibility)
            .ok()
            .as_ref()
            .and_then(|v| v.as_str())
            .unwrap_or("")
    );
    for mode in ["2v2", "1v1"] {
        let shown: Vec<&ShownMeasures> = output.reports.iter().filter(|r| r.mode == mode).collect();
        if !shown.is_empty() {
            text += &of_mode(mode, &shown);
        }
    }
    text
}

fn of_mode(mode: &str, shown: &[&ShownMeasures]) -> String {
    let mut text = String::from("\n");
    text += &line(mode, shown, |r| r.source.clone());
    text += &line("games", shown, |r| r.games.to_string());
    text += &line("plies per game", shown, |r| cell(r.length.as_ref(), 1));
    text += &line("positions measured", shown, |r| r.positions.to_string());
    let phases = shown.first().map_or(0, |r| r.phases.len());
    for at in 0..phases {
        text += &format!("\n{}\n", shown[0].phases[at].phase);
        text += &of_phase(shown, at);
    }
    text + &along(shown)
}

fn of_phase(shown: &[&ShownMeasures], at: usize) -> String {
    let mut text = String::new();
    for quantity in Quantity::ALL {
        let mean = |part: &PhaseMeasures| cell(part.means.get(quantity.name()), quantity.digits());
        text += &line(quantity.label(), shown, |r| mean(&r.phases[at]));
        if quantity == Quantity::Moves {
            let spread = |part: &PhaseMeasures| {
                let text = |c: junqi_lab::research::measure::MoveCounts| {
                    format!("{}, {}, {}", c.median, c.p95, c.max)
                };
                part.moves.map_or_else(|| "-".into(), text)
            };
            text += &line("median, 95th percentile, maximum", shown, |r| spread(&r.phases[at]));
        }
        if quantity == Quantity::LeafSame {
            let pearson = |part: &PhaseMeasures| cell(part.leaf_pearson.as_ref(), 3);
            text += &line("Pearson correlation", shown, |r| pearson(&r.phases[at]));
        }
    }
    text
}

/// Entropy along the game.
fn along(shown: &[&ShownMeasures]) -> String {
    let longest = shown.iter().map(|r| &r.plies).max_by_key(|plies| plies.len());
    let mut text = String::from("\nbits per hidden enemy piece, by first of twenty plies\n");
    for (at, bucket) in longest.into_iter().flatten().enumerate() {
        if at < EACH || at.is_multiple_of(5) {
            let entropy =
                |r: &ShownMeasures| cell(r.plies.get(at).and_then(|b| b.entropy.as_ref()), 3);
            text += &line(&bucket.from.to_string(), shown, entropy);
        }
    }
    text
}

fn line(name: &str, shown: &[&ShownMeasures], of: impl Fn(&ShownMeasures) -> String) -> String {
    let cells: Vec<String> = shown.iter().map(|r| format!(" {:>CELL$}", of(r))).collect();
    format!("{name:<NAME$}{}\n", cells.concat())
}

fn cell(estimate: Option<&Estimate>, digits: usize) -> String {
    match estimate {
        Some(e) if e.half.is_finite() => format!("{:.digits$} ±{:.digits$}", e.mean, e.half),
        Some(e) => format!("{:.digits$}", e.mean),
        None => "-".into(),
    }
}
