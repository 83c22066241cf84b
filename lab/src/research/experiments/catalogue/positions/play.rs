//! The playing consequence: seats of every algorithm against alpha-beta, at equal nodes and equal time.

use crate::research::experiments::{
    Axis, Check, Claim, ClaimRelation, Experiment, Figure, Matches, Measure, MoveBudget,
    ProblemSet, Sizes, Variant, VariantSetting,
};
use junqi_core::game::rules::Mode;
use std::sync::Arc;

/// Games planned of each seat: an interval of about 15 Elo to either side with equal nodes, of 28 by the clock.
const GAMES_BY_NODES: u64 = 2000;
const GAMES_BY_CLOCK: u64 = 600;

/// Units of the scan of thresholds.
const SCAN_UNITS: Sizes = Sizes { quick: 1, full: 20 };

const BASE: &str = "alphabeta";

const SERIES: [&str; 9] = [BASE, "aspiration", "pvs", "mtdf", "star2", "awt", "abt", "ct", "bct"];

/// Those of the thesis's own searches.
const THESIS: usize = 5;

/// Bits of path entropy that the scan tries. With a few thousand nodes a search sees two or three plies,
/// so a threshold that lets three plies pass changes nothing: a ply of the middle game has about 2.7 bits.
const THRESHOLDS: [&str; 6] = ["1", "2", "2.7", "4", "5.5", "8"];

/// What a move may cost, with the names of the experiments in the order of `Mode::ALL`. `all` runs the first
/// two; the others take hours, or depend on the clock.
const BUDGETS: [(MoveBudget, [&str; 2]); 4] = [
    (MoveBudget::Nodes(1000), ["game-play-2v2", "game-play-1v1"]),
    (MoveBudget::Nodes(10_000), ["game-play-2v2-10k", "game-play-1v1-10k"]),
    (MoveBudget::Time(20), ["game-play-2v2-20ms", "game-play-1v1-20ms"]),
    (MoveBudget::Time(100), ["game-play-2v2-100ms", "game-play-1v1-100ms"]),
];

/// Matches at equal nodes, then at equal time, then the scan of thresholds.
pub(super) fn experiments() -> Vec<Experiment> {
    let matches = |(place, (budget, names)): (usize, (MoveBudget, [&'static str; 2]))| {
        let of = move |(mode, name)| experiment(name, Matches::new(mode, budget), place > 0);
        Mode::ALL.into_iter().zip(names).map(of)
    };
    let scans = ["game-play-2v2-threshold", "game-play-1v1-threshold"];
    let scans = Mode::ALL.into_iter().zip(scans).map(|(mode, name)| scan(name, mode));
    BUDGETS.into_iter().enumerate().flat_map(matches).chain(scans).collect()
}

/// The units of a match: one for a look, or all that are planned.
fn planned(matches: &Matches) -> Sizes {
    let games = if matches.is_timed() { GAMES_BY_CLOCK } else { GAMES_BY_NODES };
    Sizes { quick: 1, full: games / matches.games() }
}

fn experiment(name: &'static str, matches: Matches, only_by_name: bool) -> Experiment {
    let title = matches.title();
    let seeds = planned(&matches);
    Experiment {
        name,
        figure: "3.x, 4.26",
        claim: "AWT, the threshold searches and Star2 play better than alpha-beta; aspiration, PVS and MTD(f) \
                take 40 to 60 % of the points",
        points: vec![Arc::new(matches)],
        variants: SERIES.map(|seat| Variant::of(seat).checked(Check::Free)).into(),
        seeds,
        only_by_name,
        figures: vec![Figure {
            name: name.into(),
            thesis: "3.x, 4.26",
            title: format!("Seats against alpha-beta, {title}"),
            says: SAYS,
            points: vec![0],
            series: SERIES.into(),
            measure: Measure::Points,
            x: Axis::Trees(UNIT),
            log: false,
            claims: claims(),
        }],
    }
}

const UNIT: &str = "units: four games of four players, two of two players";

const SAYS: &str = "The thesis says that its searches play well within the time for a move; matches of \
    seats in units that cancel the luck of the deal are ours. The number of games is planned; a claim to play \
    better is judged when all are played: it agrees if the 95 % interval of the points is above one half and \
    differs if it is below.";

fn against(text: String, seat: &str, relation: ClaimRelation) -> Claim {
    Claim::new(text, &[0], (seat, relation, &[BASE]), Measure::Points)
}

/// The thesis's searches, and one that averages over fights, are said to be better; searches of the same
/// tree should play alike.
fn claims() -> Vec<Claim> {
    let better = |seat: &str, whose: &str| {
        let text = format!("{seat} plays better than {BASE} ({whose})");
        against(text, seat, ClaimRelation::Stronger)
    };
    let near = |seat: &&str| {
        let text = format!("{seat} takes 40 to 60 % of the points from {BASE} (our expectation)");
        against(text, seat, ClaimRelation::Near(0.2))
    };
    let ours = SERIES[THESIS..].iter().map(|seat| better(seat, "our reading"));
    let alike = SERIES[1..THESIS - 1].iter().map(near);
    ours.chain(alike).chain([better("star2", "our expectation")]).collect()
}

/// The threshold seats with several thresholds.
fn scan(name: &'static str, mode: Mode) -> Experiment {
    let matches = Matches::new(mode, MoveBudget::Nodes(1000));
    let variant = |seat: &'static str, threshold: &'static str| {
        let bits = threshold.parse().expect("a number of bits");
        let variant = Variant::of(seat).with("threshold", VariantSetting::Is(threshold));
        variant.at("bits", bits).checked(Check::Free)
    };
    let seats = SERIES[THESIS + 1..].iter();
    let variants = seats.flat_map(|&seat| THRESHOLDS.map(|threshold| variant(seat, threshold)));
    let base = Variant::of(BASE).checked(Check::Free);
    Experiment {
        name,
        figure: "4.17",
        claim: "Some threshold makes the threshold searches play better than alpha-beta",
        figures: vec![Figure {
            name: name.into(),
            thesis: "4.17",
            title: format!("Threshold seats against alpha-beta, {}", matches.title()),
            says: "Figure 4.17 shows the effect of the threshold on random trees; here is its effect on \
                play, by which the default thresholds of the seats were chosen.",
            points: vec![0],
            series: [BASE].into_iter().chain(SERIES[THESIS + 1..].iter().copied()).collect(),
            measure: Measure::Points,
            x: Axis::Parameter("threshold, in bits of path entropy"),
            log: false,
            claims: vec![],
        }],
        points: vec![Arc::new(matches)],
        variants: [base].into_iter().chain(variants).collect(),
        seeds: SCAN_UNITS,
        only_by_name: true,
    }
}
