//! The algorithms by name: those on trees, those with chance nodes, and those with the additions of
//! playing programs.

use super::runs::{run_expectimax, run_playing, run_sss, run_star, run_tactical};
use super::task::{PositionOutcome, PositionTask};
use crate::base::options::{OptionSpec, OptionType};
use crate::gametree::position::Node;
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{DepthFirst, FailLow, NextBound};
use crate::research::algorithms::{self, AlgorithmError, AlgorithmOptions};

/// The options of Star2.
const PROBES: [OptionSpec; 1] = [OptionSpec {
    name: "probes",
    kind: OptionType::Count,
    default: "0",
    about: "replies searched first for each outcome, to cut off early (0 = Star1)",
}];

/// An algorithm that runs on positions only.
#[derive(Clone, Copy)]
enum Special {
    /// SSS*, with nodes that hold only the path to them.
    Sss,
    /// Star1 and Star2.
    Star,
    /// Expectiminimax.
    Expectimax,
    /// Alpha-beta with tactical move ordering.
    Tactical,
    /// A depth-first search with tactical move ordering, table and iterative deepening.
    Playing(DepthFirst<'static, Score>),
}

const SPECIAL: [(&str, Special); 7] = [
    ("sss_star", Special::Sss),
    ("star", Special::Star),
    ("expectimax", Special::Expectimax),
    ("ordered", Special::Tactical),
    ("alpha_beta_play", Special::Playing(DepthFirst::AlphaBeta(Window::FULL))),
    ("pvs_play", Special::Playing(DepthFirst::Pvs(FailLow::Soft))),
    ("mtd_f_play", Special::Playing(DepthFirst::Mtd { first: Score(0), next: NextBound::Bound })),
];

fn special(algo: &str) -> Option<Special> {
    SPECIAL.iter().find(|(name, _)| *name == algo).map(|&(_, special)| special)
}

/// The options of an algorithm.
pub(super) fn params(algo: &str) -> Result<&'static [OptionSpec], AlgorithmError> {
    match special(algo) {
        Some(Special::Star) => Ok(&PROBES),
        None | Some(Special::Sss) => Ok(algorithms::info(algo)?.params),
        Some(_) => Ok(&[]),
    }
}

/// Runs an algorithm.
pub(super) fn run(algo: &str, task: &PositionTask<'_>) -> Result<PositionOutcome, AlgorithmError> {
    Ok(match special(algo) {
        Some(Special::Sss) => run_sss(task),
        Some(Special::Star) => run_star(task),
        Some(Special::Expectimax) => run_expectimax(task),
        Some(Special::Tactical) => run_tactical(task),
        Some(Special::Playing(search)) => run_playing(task, search),
        None => {
            let mover = task.root.side();
            let settings = AlgorithmOptions { options: task.options, mover, view: mover };
            let setup = algorithms::depth_first(algo);
            let setup = setup.ok_or_else(|| AlgorithmError::unknown(algo, &[]))?;
            setup(&settings)?.run_on(task)
        }
    })
}
