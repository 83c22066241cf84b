//! Small symmetric matrices.

use ndarray::Array2;

/// The inverse of a symmetric positive definite matrix by Cholesky's decomposition; none if it is
/// not positive definite.
pub(super) fn inverse(matrix: &Array2<f64>) -> Option<Array2<f64>> {
    let n = matrix.nrows();
    let mut lower = Array2::<f64>::zeros((n, n));
    for i in 0..n {
        for j in 0..=i {
            let rest: f64 = (0..j).map(|k| lower[[i, k]] * lower[[j, k]]).sum();
            let left = matrix[[i, j]] - rest;
            if i == j && (left.is_nan() || left <= 0.0) {
                return None;
            }
            lower[[i, j]] = if i == j { left.sqrt() } else { left / lower[[j, j]] };
        }
    }
    let mut turned = Array2::<f64>::eye(n);
    for column in 0..n {
        for i in column..n {
            let rest: f64 = (column..i).map(|k| lower[[i, k]] * turned[[k, column]]).sum();
            turned[[i, column]] = (turned[[i, column]] - rest) / lower[[i, i]];
        }
    }
    Some(turned.t().dot(&turned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = array![[4.0, 1.0, -0.5], [1.0, 3.0, 0.25], [-0.5, 0.25, 2.0]];
        let product = matrix.dot(&inverse(&matrix).unwrap());
        let off = (&product - &Array2::<f64>::eye(3)).iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        assert!(off < 1e-12, "{product}");
        assert!(inverse(&array![[1.0, 2.0], [2.0, 1.0]]).is_none());
        assert_eq!(inverse(&Array2::zeros((0, 0))).unwrap().len(), 0);
    }
}
