//! Scores of many games together, with intervals over games.

use super::score::{BINS, Bin, GameScore, ScoreTally};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// What a set of games scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoreSummary {
    /// By moment.
    pub plies: Vec<MomentScore>,
    /// Mean -log2 of the prior probability of a deployment, bits.
    pub joint_bits: Option<f64>,
    /// Its 95 % interval.
    pub joint_interval: Option<[f64; 2]>,
    /// Deployments scored.
    pub deployments: usize,
    /// Games read.
    pub games: usize,
}

/// What they score at a moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MomentScore {
    /// Moves made.
    pub ply: u32,
    /// Mean -log2 of what was believed of the truth, bits a piece. None if there are no pieces.
    pub bits: Option<f64>,
    /// Its 95 % interval over games.
    pub interval: Option<[f64; 2]>,
    /// Games that reached the moment.
    pub games: usize,
    /// Pieces scored: living, hidden, of the enemy, each once for every observer.
    pub pieces: u64,
    /// How often the most likely kind is the true one, 0 to 1; of equally likely ones each has its
    /// part.
    pub top1: Option<f64>,
    /// Posteriors made.
    pub posteriors: u64,
    /// How many of them were sampled because too many pieces hang together.
    pub sampled: u64,
    /// Mean milliseconds of a posterior and of what was learned since the moment before.
    pub update_ms: Option<f64>,
    /// Where probabilities lie and how often they came true.
    pub calibration: [Bin; BINS],
}

impl ScoreSummary {
    /// Sums up.
    pub fn new(at: &[u32], scores: &[GameScore]) -> Self {
        let moment = |(i, &ply): (usize, &u32)| {
            MomentScore::new(ply, scores.iter().filter_map(|s| s.moments[i].as_ref()))
        };
        let joint = scores.iter().map(|s| (s.joint.iter().sum(), s.joint.len() as f64));
        let joint: Vec<(f64, f64)> = joint.collect();
        let mean = mean(&joint);
        Self {
            plies: at.iter().enumerate().map(moment).collect(),
            joint_bits: mean.map(|m| m.0),
            joint_interval: mean.and_then(|m| m.1),
            deployments: scores.iter().map(|s| s.joint.len()).sum(),
            games: scores.len(),
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
    let games: Vec<_> = games.iter().filter(|g| g.1 > 0.0).collect();
    let (sum, number) = games.iter().fold((0.0, 0.0), |all, g| (all.0 + g.0, all.1 + g.1));
    if games.is_empty() {
        return None;
    }
    let mean = sum / number;
    let n = games.len() as f64;
    let squares: f64 = games.iter().map(|g| (g.0 - mean * g.1).powi(2)).sum();
    let error = (squares * n / (n - 1.0)).sqrt() / number;
    let t = StudentsT::new(0.0, 1.0, n - 1.0).ok().map(|t| t.inverse_cdf(0.975) * error);
    Some((mean, t.map(|t| [mean - t, mean + t])))
}
