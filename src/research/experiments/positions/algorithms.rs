//! The algorithms by name: those of the laboratory, those with chance, and those of practice.

use super::practice::{run_alpha_beta_play, run_mtd_f_play, run_ordered, run_pvs_play};
use super::runs::{
    run_abt, run_alpha_beta, run_aspiration, run_awt, run_bct, run_ct, run_expectimax, run_mt_sss,
    run_mtd_f, run_pvs, run_sss, run_star,
};
use super::task::{PositionOutcome, PositionTask};
use crate::base::options::{OptionSpec, OptionType};
use crate::research::algorithms::{self, AlgorithmError};

/// What Star2 is told.
const PROBES: [OptionSpec; 1] = [OptionSpec {
    name: "probes",
    kind: OptionType::Count,
    default: "0",
    about: "moves of each outcome that are tried first; 0 is Star1",
}];

/// The parameters of an algorithm.
pub(super) fn params(algo: &str) -> Result<&'static [OptionSpec], AlgorithmError> {
    match algo {
        "star" => Ok(&PROBES),
        "expectimax" | "ordered" | "alpha_beta_play" | "pvs_play" | "mtd_f_play" => Ok(&[]),
        _ => Ok(algorithms::info(algo)?.params),
    }
}

/// Runs an algorithm.
pub(super) fn run(algo: &str, task: &PositionTask<'_>) -> Result<PositionOutcome, AlgorithmError> {
    let run = match algo {
        "alpha_beta" => run_alpha_beta,
        "aspiration" => run_aspiration,
        "pvs" => run_pvs,
        "awt" => run_awt,
        "mtd_f" => run_mtd_f,
        "mt_sss" => run_mt_sss,
        "sss_star" => run_sss,
        "abt" => run_abt,
        "ct" => run_ct,
        "bct" => run_bct,
        "star" => run_star,
        "expectimax" => run_expectimax,
        "ordered" => run_ordered,
        "alpha_beta_play" => run_alpha_beta_play,
        "pvs_play" => run_pvs_play,
        "mtd_f_play" => run_mtd_f_play,
        _ => return Err(AlgorithmError::NoSuchAlgorithm(algo.into())),
    };
    Ok(run(task))
}
