//! Figures 4.22 to 4.27: the threshold searches on positions from games (*our reading*; the text
//! does not survive).

use super::kinds::{Drawing, KINDS, Level, SEEDS, WHY_LOSS, at, points};
use crate::research::experiments::catalogue::variants::threshold;
use crate::research::experiments::{
    Axis, Check, Claim, ClaimRelation, Experiment, Figure, Measure, PositionSet, Variant,
};

const LEVELS: [Level; 2] = [Level::all(3), Level::all(4)];

/// The depth of the figures, as a place among the levels.
const DEEP: usize = 1;

/// Thresholds, as fractions of the entropy of a path of depth - 1 plies on which no move reveals
/// information. *Our reading*: a move reveals so little about fifty hidden pieces that below 0.99
/// every path ends at the same ply, and above 1 no path ends before the last ply.
const PARTS: [f64; 3] = [0.99, 0.998, 0.9999];

/// The threshold of the thesis's figures.
const MIDDLE: f64 = 0.998;

const SERIES: [&str; 4] = ["alpha_beta", "abt", "ct", "bct"];

fn variants(part: f64) -> [Variant; 3] {
    [
        threshold(Variant::of("abt"), part),
        threshold(Variant::of("ct"), part).checked(Check::As(format!("abt f={part}"))),
        threshold(Variant::of("bct"), part),
    ]
}

pub(super) fn experiment(positions: &PositionSet) -> Experiment {
    // The middle threshold first: figures over positions take the first of a line.
    let parts = [MIDDLE].into_iter().chain(PARTS.into_iter().filter(|&part| part != MIDDLE));
    Experiment {
        name: "game-threshold",
        figure: "4.22 to 4.27",
        claim: "On positions from games every step from alpha-beta to ABT to CT to BCT visits fewer \
                nodes",
        points: points(positions, &LEVELS),
        variants: [Variant::of("alpha_beta")].into_iter().chain(parts.flat_map(variants)).collect(),
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    }
}

const SAYS: &str = "Figures 4.22 and 4.23 set ABT beside alpha-beta on trees of the real game, 4.24 \
    and 4.25 CT beside both, 4.26 and 4.27 all four, in nodes and in memory; each step is said to \
    improve on the one before (abstract and list of figures; the text does not survive).";

fn drawing(name: String, thesis: &'static str, lines: usize) -> Drawing {
    let title = format!("The threshold searches on positions, f = {MIDDLE}");
    Drawing { name, thesis, title, says: SAYS, series: SERIES[..lines].to_vec() }
}

fn figures() -> Vec<Figure> {
    let mut figures = vec![];
    for (lines, nodes, memory) in [(2, "4.22", "4.23"), (3, "4.24", "4.25"), (4, "4.26", "4.27")] {
        let mut draw = |thesis, measure, claims| {
            let drawing = drawing(format!("fig{thesis}"), thesis, lines);
            figures.push(drawing.of(DEEP, measure, claims));
        };
        draw(nodes, Measure::Nodes, vec![ladder(lines)]);
        draw(memory, Measure::Bytes, vec![memory_claim(lines)]);
    }
    let loss = drawing("game-threshold-move-loss".into(), "4.26", 4);
    figures.push(loss.of(DEEP, Measure::MoveLoss, loss_claims()));
    let looked = drawing("game-threshold-lookups".into(), "4.26", 4);
    let looked = Drawing { series: SERIES[2..].to_vec(), ..looked };
    figures.push(looked.of(DEEP, Measure::LookUps, vec![]));
    let same = drawing("game-threshold-same-move".into(), "4.26", 4);
    figures.push(same.of(DEEP, Measure::SameMove, vec![]));
    figures.extend(at(DEEP).into_iter().filter(|place| place % 3 == 1).map(over_threshold));
    figures
}

/// The effect of the threshold on one kind of position.
fn over_threshold(place: usize) -> Figure {
    let (mode, phase) = KINDS[place % KINDS.len()];
    let (mode, depth) = (mode.name(), LEVELS[DEEP].depth);
    Figure {
        name: format!("game-threshold-{mode}-{phase}"),
        thesis: "4.17",
        title: format!("Effect of the threshold, {mode} {phase}, depth {depth}"),
        says: "Figure 4.17 shows the effect of the threshold on random trees; here is the same on \
            positions.",
        points: vec![place],
        series: SERIES.to_vec(),
        measure: Measure::Nodes,
        x: Axis::Parameter("threshold f, as a part of what a path that tells nothing has"),
        log: true,
        claims: vec![],
    }
}

/// The search of a line at the middle threshold.
fn variant(series: &str) -> String {
    if series == "alpha_beta" { series.into() } else { format!("{series} f={MIDDLE}") }
}

const WHY_ORDER: &str = "The first moves by certainty are fights, for a fight reveals most; whether \
    they are good moves is another question, so the order may gain or lose cutoffs.";

const WHY_BEST: &str = "To sort, BCT evaluates every child of every node that it expands. \
    These evaluations count as look-ups, not as nodes; each costs as much as visiting a leaf.";

/// Claims that the last of the first `lines` searches visits fewer nodes than all before it.
fn ladder(lines: usize) -> Claim {
    let (last, before) = (SERIES[lines - 1], &SERIES[..lines - 1]);
    let rights: Vec<String> = before.iter().map(|series| variant(series)).collect();
    let rights: Vec<&str> = rights.iter().map(String::as_str).collect();
    let text = format!("{last} visits fewer nodes than {}", before.join(", "));
    let claim =
        Claim::new(text, &at(DEEP), (&variant(last), ClaimRelation::Less, &rights), Measure::Nodes);
    match last {
        "ct" => claim.because(WHY_ORDER),
        "bct" => claim.because(WHY_BEST),
        _ => claim,
    }
}

fn memory_claim(lines: usize) -> Claim {
    let last = SERIES[lines - 1];
    let near = (variant(last), ClaimRelation::Near(0.1));
    let text = format!("the memory of {last} is within 10 % of alpha-beta's (our reading)");
    let note = "A search that sorts holds the list of moves of every node on its line, with what \
        they are sorted by; a frame holds the lazy list of moves, which is larger.";
    let claim = Claim::new(text, &at(DEEP), (&near.0, near.1, &["alpha_beta"]), Measure::Bytes);
    if lines > 2 { claim.because(note) } else { claim }
}

fn loss_claims() -> Vec<Claim> {
    let worse = |series: &'static str| {
        let text = format!("the moves of {series} lose more than alpha-beta's (our reading)");
        let compared = (variant(series), ClaimRelation::More);
        let compared = (compared.0.as_str(), compared.1, &["alpha_beta"] as &[_]);
        Claim::new(text, &at(DEEP), compared, Measure::MoveLoss).because(WHY_LOSS)
    };
    SERIES[1..].iter().map(|series| worse(series)).collect()
}
