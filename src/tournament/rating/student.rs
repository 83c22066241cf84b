//! Student's t distribution and the normal distribution.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The 97.5 % quantile of Student's t distribution, for two-sided 95 % intervals; infinite for 0
/// degrees of freedom.
pub fn student_t(degrees: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, degrees);
    t.map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

/// The distribution function of Student's t distribution; 1 for 0 degrees of freedom.
pub(crate) fn student_cdf(t: f64, degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(1.0, |distribution| distribution.cdf(t))
}

/// The distribution function of the standard normal distribution.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_tables() {
        // Abramowitz & Stegun 1964, tables 26.10 and 26.1.
        for (degrees, t) in
            [(1.0, 12.706), (2.0, 4.303), (5.0, 2.571), (29.0, 2.045), (120.0, 1.980)]
        {
            assert!((student_t(degrees) - t).abs() < 6e-4, "{degrees}: {}", student_t(degrees));
        }
        assert!(student_t(0.0).is_infinite());
        assert!((normal_cdf(1.0) - 0.841_344_746).abs() < 1e-8);
    }
}
