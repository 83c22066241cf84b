//! Chapter 3 on positions from games (*our reading* of it; the chapter's text does not survive).

use super::kinds::{Drawing, Level, SEEDS, WHY_LOSS, at, everywhere, points};
use crate::research::experiments::catalogue::variants::{aspiration, awt};
use crate::research::experiments::{
    Claim, ClaimRelation, Experiment, Figure, Measure, PositionSet, Variant,
};

const LEVELS: [Level; 3] = [Level::all(2), Level::all(3), Level::all(4)];

const SERIES: [&str; 5] = ["alpha_beta", "aspiration", "awt 0.02", "awt 0.05", "awt early"];

pub(super) fn experiment(positions: &PositionSet) -> Experiment {
    Experiment {
        name: "game-awt",
        figure: "3.x",
        claim: "On positions from games AWT visits fewer nodes than alpha-beta and aspiration, and \
                its moves are acceptable",
        points: points(positions, &LEVELS),
        variants: vec![
            Variant::of("alpha_beta"),
            aspiration(),
            awt("awt 0.02", 0.25, 0.02),
            awt("awt 0.05", 0.25, 0.05),
            awt("awt early", 0.1, 0.05),
        ],
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    }
}

const SAYS: &str = "Chapter 3 compares AWT with alpha-beta and aspiration in nodes and memory and \
    studies what M and N cost; of the text only the abstract of the CG 2008 paper survives: an \
    acceptable payoff quickly, better time efficiency, a little more memory.";

const TITLE: &str = "AWT on positions (M = N = 0.02 or 0.05 of a commander; ticks at 1/4, 1/2)";

fn drawing(name: &str, series: &[&'static str]) -> Drawing {
    let (name, title) = (format!("game-awt-{name}"), TITLE.into());
    Drawing { name, thesis: "3.x", title, says: SAYS, series: series.to_vec() }
}

fn figures() -> Vec<Figure> {
    let claims = (0..LEVELS.len()).flat_map(node_claims).collect();
    let nodes = drawing("nodes", &SERIES).over(everywhere(LEVELS.len()), Measure::Nodes, claims);
    let last = LEVELS.len() - 1;
    let draw = |name, from: usize, measure, claims| {
        drawing(name, &SERIES[from..]).of(last, measure, claims)
    };
    let mut figures = vec![nodes];
    figures.extend([
        draw("memory", 0, Measure::Bytes, vec![memory_claim()]),
        draw("loss", 2, Measure::Loss, loss_claims()),
        draw("move-loss", 0, Measure::MoveLoss, vec![move_claim()]),
        draw("same-move", 0, Measure::SameMove, vec![]),
    ]);
    figures
}

fn node_claims(level: usize) -> Vec<Claim> {
    let places = at(level);
    let fewer = |text: &str, left, right| {
        let text = format!("{text}, depth {}", LEVELS[level].depth);
        Claim::new(text, &places, (left, ClaimRelation::Less, &[right]), Measure::Nodes)
    };
    vec![
        fewer("AWT (0.05) visits fewer nodes than alpha-beta", "awt 0.05", "alpha_beta"),
        fewer("AWT (0.05) visits fewer nodes than aspiration", "awt 0.05", "aspiration"),
        fewer(
            "AWT visits fewer nodes with M = N = 0.05 R than with 0.02 R",
            "awt 0.05",
            "awt 0.02",
        ),
        fewer("AWT visits fewer nodes with earlier ticks", "awt early", "awt 0.05"),
    ]
}

fn memory_claim() -> Claim {
    let near = ("awt 0.05", ClaimRelation::Near(0.1), &["alpha_beta"] as &[_]);
    let text = "AWT's memory is within 10 % of alpha-beta's";
    Claim::new(text, &everywhere(LEVELS.len()), near, Measure::Bytes)
}

fn loss_claims() -> Vec<Claim> {
    let places = everywhere(LEVELS.len());
    let more = |text: &str, left, right| {
        Claim::new(text, &places, (left, ClaimRelation::More, &[right]), Measure::Loss)
    };
    vec![
        more("AWT (0.05) loses some of the value", "awt 0.05", "alpha_beta"),
        more("AWT loses more with M = N = 0.05 R than with 0.02 R", "awt 0.05", "awt 0.02"),
    ]
}

fn move_claim() -> Claim {
    let more = ("awt 0.05", ClaimRelation::More, &["alpha_beta"] as &[_]);
    let text =
        "AWT's (0.05) moves lose more than alpha-beta's, judged by a deeper search (our reading)";
    Claim::new(text, &everywhere(LEVELS.len()), more, Measure::MoveLoss).because(WHY_LOSS)
}
