//! Summary of the scores of many games, with confidence intervals over games.

use super::attacks::AttackTally;
use super::score::{BINS, Bin, GameScore, ScoreTally};
use crate::tournament::rating::student_t;
use serde::Serialize;

/// The scores of a set of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoreSummary {
    /// By moment.
    pub plies: Vec<MomentScore>,
    /// Mean -log2 of the prior probability of a deployment, in bits.
    pub joint_bits: Option<f64>,
    /// Its 95 % interval over games.
    pub joint_interval: Option<[f64; 2]>,
    /// Number of deployments scored.
    pub deployments: usize,
    /// Number of games.
    pub games: usize,
    /// The attacks of the observers, up to the last moment, by kind of the attacker, strongest first.
    pub attacks: [AttackTally; 12],
}

/// The scores of a set of games after a number of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MomentScore {
    /// Number of moves made.
    pub ply: u32,
    /// Mean -log2 of the probability of the true kind, in bits per piece; none without pieces.
    pub bits: Option<f64>,
    /// Its 95 % interval over games.
    pub interval: Option<[f64; 2]>,
    /// Number of games that reached the moment.
    pub games: usize,
    /// Pieces scored: living, hidden, of the enemy, each once for every observer.
    pub pieces: u64,
    /// Fraction of pieces whose true kind is the most likely one; a tie among n kinds counts 1 / n.
    pub top1: Option<f64>,
    /// Number of posteriors.
    pub posteriors: u64,
    /// Number of them that were sampled, because too many pieces are linked for an exact one.
    pub sampled: u64,
    /// Mean time of a posterior and of applying the events since the previous moment, in milliseconds.
    pub update_ms: Option<f64>,
    /// The calibration table: predicted probabilities and observed frequencies.
    pub calibration: [Bin; BINS],
}

impl ScoreSummary {
    /// Summarizes the scores of games at these numbers of moves.
    pub fn new(at: &[u32], scores: &[GameScore]) -> Self {
        let moment = |(i, &ply): (usize, &u32)| {
            MomentScore::new(ply, scores.iter().filter_map(|s| s.moments[i].as_ref()))
        };
        let joint = scores.iter().map(|s| (s.joint.iter().sum(), s.joint.len() as f64));
        let joint: Vec<(f64, f64)> = joint.collect();
        let mean = mean(&joint);
        let mut attacks = [AttackTally::default(); 12];
        for score in scores {
            for (sum, more) in attacks.iter_mut().zip(&score.attacks) {
                sum.add(more);
            }
        }
        Self {
            plies: at.iter().enumerate().map(moment).collect(),
            joint_bits: mean.map(|m| m.0),
            joint_interval: mean.and_then(|m| m.1),
            deployments: scores.iter().map(|s| s.joint.len()).sum(),
            games: scores.len(),
            attacks,
        }
    }
}

impl MomentScore {
    fn new<'a>(ply: u32, tallies: impl Iterator<Item = &'a ScoreTally>) -> Self {
        let (mut all, mut games) = (ScoreTally::default(), vec![]);
        for tally in tallies {
            all.add(tally);
            games.push((tally.bits, tally.pieces as f64));
        }
        let mean = mean(&games);
        let part = |n: f64, of: u64| (of > 0).then(|| n / of as f64);
        Self {
            ply,
            bits: mean.map(|m| m.0),
            interval: mean.and_then(|m| m.1),
            games: games.len(),
            pieces: all.pieces,
            top1: part(all.hits, all.pieces),
            posteriors: all.posteriors,
            sampled: all.sampled,
            update_ms: part(all.time.as_secs_f64() * 1e3, all.posteriors),
            calibration: all.calibration,
        }
    }
}

/// The ratio of sums over games and its 95 % interval by Student's t, none for fewer than two games
/// with pieces; games are independent, pieces of a game are not.
pub(super) fn mean(games: &[(f64, f64)]) -> Option<(f64, Option<[f64; 2]>)> {
    let (mean, error, degrees) = mean_and_error(games)?;
    let half = student_t(degrees) * error;
    Some((mean, half.is_finite().then_some([mean - half, mean + half])))
}

/// The ratio of sums over games, its standard error (no number for a single game) and its degrees of freedom; none
/// without pieces.
pub(super) fn mean_and_error(games: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let games: Vec<_> = games.iter().filter(|g| g.1 > 0.0).collect();
    let (sum, number) = games.iter().fold((0.0, 0.0), |all, g| (all.0 + g.0, all.1 + g.1));
    if games.is_empty() {
        return None;
    }
    let mean = sum / number;
    let n = games.len() as f64;
    let squares: f64 = games.iter().map(|g| (g.0 - mean * g.1).powi(2)).sum();
    Some((mean, (squares * n / (n - 1.0)).sqrt() / number, n - 1.0))
}
