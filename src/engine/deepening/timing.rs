//! The depth that a search can reach within its time: psi, L, T and D of the thesis.
//!
//! At a speed of psi nodes per second, a search of T seconds visits psi T nodes. A tree of depth D with
//! branching factor L has L^D leaves, of which alpha-beta visits L^⌈D/2⌉ + L^⌊D/2⌋ - 1 in the best case.
//! *Our reading* of how the thesis uses them: D is the greatest depth whose best case fits; the timer is
//! needed because the worst case does not fit.
//!
//! Source: nomenclature of the thesis; Knuth & Moore 1975 for the best case.

/// Number of leaves that alpha-beta visits in the best case in a uniform tree; infinite beyond the range of
/// `f64`.
pub fn best_case_leaves(branching: f64, depth: u32) -> f64 {
    let power = |plies: u32| branching.powf(f64::from(plies));
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

/// Number of leaves of a uniform tree.
pub fn worst_case_leaves(branching: f64, depth: u32) -> f64 {
    branching.powf(f64::from(depth))
}

/// The greatest depth whose best case fits into a number of nodes, in plies; at least 1.
pub fn depth_within(nodes: f64, branching: f64) -> u32 {
    let fits = |depth: &u32| best_case_leaves(branching.max(2.0), *depth) <= nodes;
    (1..=64).take_while(fits).last().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaf_counts_match_the_thesis() {
        for (branching, depth, best, worst) in [
            (150.0, 2, 299.0, 22_500.0),
            (150.0, 3, 22_649.0, 3_375_000.0),
            (150.0, 4, 44_999.0, 506_250_000.0),
            (90.0, 2, 179.0, 8_100.0),
            (90.0, 3, 8_189.0, 729_000.0),
            (90.0, 4, 16_199.0, 65_610_000.0),
        ] {
            assert!((best_case_leaves(branching, depth) - best).abs() < 1e-6);
            assert!((worst_case_leaves(branching, depth) - worst).abs() < 1e-3);
        }
        assert_eq!(depth_within(20_000.0, 90.0), 4);
        assert_eq!(depth_within(16_000.0, 90.0), 3);
        assert_eq!(depth_within(10.0, 90.0), 1);
    }
}
