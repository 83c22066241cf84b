//! What fits into the time for a move: the thesis's psi, L, T and D.
//!
//! With psi nodes a second and T seconds there are psi T nodes to spend. A tree of depth D with L
//! moves a node has L^D leaves, of which alpha-beta visits L^⌈D/2⌉ + L^⌊D/2⌋ - 1 at best. *Our reading*
//! of how the thesis uses them: D is the greatest depth whose best case fits; the timer is there
//! because the worst case does not.
//!
//! Source: nomenclature of the thesis; Knuth & Moore 1975 for the best case.

/// Leaves that alpha-beta visits at best in a tree with so many moves a node: infinite beyond what a
/// double can hold.
pub fn best_case_leaves(branching: f64, depth: u32) -> f64 {
    let power = |plies: u32| branching.powf(f64::from(plies));
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

/// Leaves of the whole tree.
pub fn worst_case_leaves(branching: f64, depth: u32) -> f64 {
    branching.powf(f64::from(depth))
}

/// The greatest depth, from 1, whose best case fits into so many nodes.
pub fn depth_within(nodes: f64, branching: f64) -> u32 {
    let fits = |depth: &u32| best_case_leaves(branching.max(2.0), *depth) <= nodes;
    (1..=64).take_while(fits).last().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_s_figures() {
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
