//! The log-likelihood ratio of single games under the `BayesElo` model.

/// The log-likelihood ratio of two differences in `BayesElo`, from single games and their draws.
///
/// The model gives a win the probability 1 / (1 + 10^((D − e) / 400)) and a loss
/// 1 / (1 + 10^((D + e) / 400)); the draw Elo D is that of the sample, and e is not scaled by it.
/// None where one of the numbers is 0, for which D is not finite. Source of the model: Coulom,
/// "Bayesian Elo rating", 2005.
///
/// ```
/// use junqi::tournament::rating::bayes_elo_llr;
/// let llr = bayes_elo_llr(22569, 44137, 22976, 0.5, 2.5).unwrap();
/// assert!((llr - 0.9758).abs() < 5e-5);
/// ```
pub fn bayes_elo_llr(losses: u64, draws: u64, wins: u64, elo0: f64, elo1: f64) -> Option<f64> {
    if losses == 0 || draws == 0 || wins == 0 {
        return None;
    }
    let counts = [losses as f64, draws as f64, wins as f64];
    let total: f64 = counts.iter().sum();
    let odds = |count: f64| (total - count) / count;
    let draw_elo = 200.0 * (odds(counts[0]) * odds(counts[2])).log10();
    let probabilities = |elo: f64| {
        let below = |difference: f64| 1.0 / (1.0 + 10_f64.powf(difference / 400.0));
        let (loss, win) = (below(draw_elo + elo), below(draw_elo - elo));
        [loss, 1.0 - loss - win, win]
    };
    let (p0, p1) = (probabilities(elo0), probabilities(elo1));
    Some((0..3).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_ratio() {
        let llr = bayes_elo_llr(22569, 44137, 22976, 0.5, 2.5).unwrap();
        assert!((llr - 0.9758).abs() < 5e-5, "{llr}");
        let turned = bayes_elo_llr(22976, 44137, 22569, -0.5, -2.5).unwrap();
        assert!((llr - turned).abs() < 1e-9, "{llr} {turned}");
        assert_eq!(bayes_elo_llr(1, 0, 1, 0.0, 5.0), None);
    }
}
