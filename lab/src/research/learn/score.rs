//! The quality of beliefs on recorded games: log score, calibration, hit rate, and the outcomes predicted for fights.
//!
//! Source: the logarithmic score of Good, JRSS B 14 (1952): the mean of -log2 of the probability of the
//! truth. Smaller is better, and it is a proper score.

use super::OpenGame;
use crate::tournament::rating::student_t;
use junqi_core::game::belief::{Belief, Mixture, Observation, Posterior, Visibility};
use junqi_core::game::board::{Seat, SeatSet};
use junqi_core::game::rules::{ARMY, Act, CombatResult, Event, Kind, PieceId, clash};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Number of bins of the calibration table.
pub const BINS: usize = 20;

/// Tolerance for equal probabilities, which are sums of rounded numbers.
const EQUAL: f64 = 1e-9;

/// The settings of scoring.
#[derive(Debug, Clone)]
pub struct Scoring {
    /// What every seat expects of the others.
    pub mixture: Arc<Mixture>,
    /// Which pieces each seat sees.
    pub visibility: Visibility,
    /// The seats whose beliefs are scored, where they play.
    pub observers: SeatSet,
    /// Numbers of moves after which beliefs are scored.
    pub at: Vec<u32>,
    /// Seed of sampled posteriors.
    pub seed: u64,
}

/// The error that the true kind of a piece had probability 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{game}, ply {ply}, seat {observer}: the true kind of {owner}'s piece {number}, {kind}, has \
     probability 0, expected a positive one"
)]
pub struct Impossible {
    /// The game.
    pub game: String,
    /// Moves made.
    pub ply: u32,
    /// The observing seat.
    pub observer: Seat,
    /// The owner of the piece.
    pub owner: Seat,
    /// The number of its post, from 0.
    pub number: usize,
    /// The true kind.
    pub kind: Kind,
}

/// One bin of the calibration table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Bin {
    /// Number of (piece, kind) pairs.
    pub pairs: u64,
    /// Sum of their probabilities.
    pub expected: f64,
    /// Number of pairs in which the kind is the true one.
    pub found: u64,
}

impl Bin {
    /// Adds another bin.
    pub fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.expected += other.expected;
        self.found += other.found;
    }
}

/// Summed scores after a number of moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScoreTally {
    /// Pieces scored: living, hidden, of the enemy; each once for every observer.
    pub pieces: u64,
    /// Sum of -log2 of the probability of the truth.
    pub bits: f64,
    /// Number of pieces whose true kind was the most likely one; a tie among n kinds counts 1 / n.
    pub hits: f64,
    /// The calibration table, by bin of the probability.
    pub calibration: [Bin; BINS],
    /// Number of posteriors.
    pub posteriors: u64,
    /// Number of sampled posteriors among them.
    pub sampled: u64,
    /// Time of the posteriors, of the scored marginals, and of applying the events since the last one.
    pub time: Duration,
}

impl ScoreTally {
    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.pieces += other.pieces;
        self.bits += other.bits;
        self.hits += other.hits;
        self.posteriors += other.posteriors;
        self.sampled += other.sampled;
        self.time += other.time;
        for (bin, more) in self.calibration.iter_mut().zip(&other.calibration) {
            bin.add(more);
        }
    }
}

/// The scores of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GameScore {
    /// By number of moves made; none where the game is shorter.
    pub plies: Vec<Option<ScoreTally>>,
    /// -log2 of the prior probability of each deployment.
    pub joint: Vec<f64>,
    /// The attacks of the observers up to the last scored ply, by kind of the attacker.
    pub attacks: [AttackTally; 12],
}

impl Scoring {
    /// Scores games on all cores; calls `done` after each game.
    ///
    /// # Errors
    ///
    /// If the true kind of a piece had probability 0; reports the first such game.
    pub fn games(
        &self,
        games: &[&OpenGame],
        done: impl Fn() + Sync,
    ) -> Result<Vec<GameScore>, Impossible> {
        let score = |game: &&OpenGame| {
            let score = self.game(game);
            done();
            score
        };
        // All threads finish first, so that the reported error does not depend on timing.
        let scores: Vec<_> = games.par_iter().map(score).collect();
        scores.into_iter().collect()
    }

    /// Scores a game, for every living seat as observer.
    ///
    /// # Errors
    ///
    /// If the true kind of a piece had probability 0.
    pub fn game(&self, game: &OpenGame) -> Result<GameScore, Impossible> {
        let seats = game.start.rules().seats();
        let deployments = seats.iter().filter_map(|seat| game.deployment(seat));
        let joint = deployments.map(|deployment| self.mixture.bits(&deployment)).collect();
        let plies = vec![None; self.at.len()];
        let mut score = GameScore { plies, joint, attacks: Default::default() };
        for observer in seats.iter().filter(|seat| self.observers.contains(*seat)) {
            self.observer(game, observer, &mut score)?;
        }
        Ok(score)
    }

    fn observer(
        &self,
        game: &OpenGame,
        observer: Seat,
        score: &mut GameScore,
    ) -> Result<(), Impossible> {
        let view = Observation::new(&game.start, observer, self.visibility).view();
        let belief = Belief::new(&view, self.mixture.clone());
        let mut belief = belief.expect("a sound world gives a sound view");
        let last = self.at.iter().max().copied().unwrap_or(0);
        let mut time = Duration::ZERO;
        let mut events = game.events.iter();
        loop {
            let state = belief.evidence().public_state();
            let ply = state.ply();
            let alive = state.alive().contains(observer);
            for (tally, _) in score.plies.iter_mut().zip(&self.at).filter(|m| *m.1 == ply) {
                let tally = tally.get_or_insert_default();
                if alive {
                    self.position(game, observer, &mut belief, tally)?;
                    tally.time += std::mem::take(&mut time);
                }
            }
            if ply >= last {
                return Ok(());
            }
            // On to the next move.
            loop {
                let Some(event) = events.next() else { return Ok(()) };
                self.attack(event, observer, &mut belief, &mut score.attacks);
                let begun = Instant::now();
                belief.learn(event);
                time += begun.elapsed();
                if matches!(event.act, Act::Move(..)) {
                    break;
                }
            }
        }
    }

    /// Counts an attack of the observer on a piece that is not certain.
    fn attack(
        &self,
        event: &Event,
        observer: Seat,
        belief: &mut Belief,
        attacks: &mut [AttackTally; 12],
    ) {
        let Some(attack) = Attack::of(event, belief, observer) else { return };
        let defender = belief.posterior(self.seed).marginal(attack.defender);
        attacks[attack.attacker.index()].count(attack, belief, &defender);
    }

    fn position(
        &self,
        game: &OpenGame,
        observer: Seat,
        belief: &mut Belief,
        tally: &mut ScoreTally,
    ) -> Result<(), Impossible> {
        let begun = Instant::now();
        let posterior = belief.posterior(self.seed);
        let pieces = scored(belief, observer);
        // Marginals are computed at their first use, which the time includes.
        for &piece in &pieces {
            posterior.marginal(piece);
        }
        tally.time += begun.elapsed();
        tally.posteriors += 1;
        tally.sampled += u64::from(posterior.error().is_some());
        for piece in pieces {
            let truth = game.start.kind(piece);
            tally.piece(&posterior, piece, truth).ok_or_else(|| Impossible {
                game: game.name.clone(),
                ply: belief.evidence().public_state().ply(),
                observer,
                owner: piece.seat(),
                number: piece.index() % ARMY,
                kind: truth,
            })?;
        }
        Ok(())
    }
}

/// The living hidden pieces of the enemies, without shown flags.
fn scored(belief: &Belief, observer: Seat) -> Vec<PieceId> {
    let evidence = belief.evidence();
    let state = evidence.public_state();
    let team = |seat| state.rules().team(seat);
    let enemies = evidence.hidden().iter().filter(|&s| team(s) != team(observer));
    enemies
        .flat_map(|seat| evidence.pieces(seat))
        .filter(|&p| state.station_of(p).is_some() && evidence.shown_flag(p.seat()) != Some(p))
        .collect()
}

impl ScoreTally {
    fn piece(&mut self, posterior: &Posterior, piece: PieceId, truth: Kind) -> Option<()> {
        let marginal = posterior.marginal(piece);
        let believed = marginal[truth.index()];
        if !posterior.is_consistent() || believed <= 0.0 {
            return None;
        }
        self.pieces += 1;
        self.bits -= believed.min(1.0).log2();
        if marginal.iter().all(|&p| p <= believed + EQUAL) {
            let equal = marginal.iter().filter(|&&p| p >= believed - EQUAL).count();
            self.hits += 1.0 / equal as f64;
        }
        for (kind, p) in Kind::ALL.into_iter().zip(marginal).filter(|m| m.1 > 0.0) {
            let bin = &mut self.calibration[bin(p)];
            bin.pairs += 1;
            bin.expected += p;
            bin.found += u64::from(kind == truth);
        }
        Some(())
    }
}

/// The bin of a probability.
#[expect(clippy::cast_sign_loss, reason = "probabilities are not negative")]
fn bin(p: f64) -> usize {
    ((p * BINS as f64) as usize).min(BINS - 1)
}

/// The attacks of a kind on pieces that were not certain: how they were expected to end, and how they ended.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct AttackTally {
    /// Number of attacks.
    pub attacks: u64,
    /// Expected number of fights that the attacker survives alone, that the defender does, and that neither does.
    pub expected: [f64; 3],
    /// Number of fights that ended so.
    pub found: [u64; 3],
}

/// The place of a result in a tally.
fn place(result: CombatResult) -> usize {
    match result {
        CombatResult::Win => 0,
        CombatResult::Lose => 1,
        CombatResult::Both => 2,
    }
}

impl AttackTally {
    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.attacks += other.attacks;
        for (sum, more) in self.expected.iter_mut().zip(other.expected) {
            *sum += more;
        }
        for (sum, more) in self.found.iter_mut().zip(other.found) {
            *sum += more;
        }
    }

    /// Adds a fight whose defender had these probabilities of being of each kind.
    fn count(
        &mut self,
        Attack { attacker, result, .. }: Attack,
        belief: &Belief,
        defender: &[f64; 12],
    ) {
        let hit = belief.evidence().public_state().rules().mine_on_hit;
        self.attacks += 1;
        self.found[place(result)] += 1;
        for (kind, p) in Kind::ALL.into_iter().zip(defender) {
            self.expected[place(clash(attacker, kind, hit))] += p;
        }
    }
}

/// An attack on a piece that is not certain.
#[derive(Debug, Clone, Copy)]
struct Attack {
    attacker: Kind,
    defender: PieceId,
    result: CombatResult,
}

impl Attack {
    /// The attack of an event, if it is one by a seat that knows the attacker and not the defender.
    fn of(event: &Event, belief: &Belief, by: Seat) -> Option<Self> {
        let Act::Move(mv, Some(result)) = event.act else { return None };
        let evidence = belief.evidence();
        let state = evidence.public_state();
        let attacker = evidence.kind(state.piece_at(mv.from)?)?;
        let defender = state.piece_at(mv.to)?;
        let is_open = evidence.kind(defender).is_some() || event.seat != by;
        (!is_open).then_some(Self { attacker, defender, result })
    }
}

/// The scores of a set of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoreSummary {
    /// By number of moves made.
    pub plies: Vec<PlyScore>,
    /// Mean -log2 of the prior probability of a deployment, in bits.
    pub joint_bits: Option<f64>,
    /// Its 95 % interval over games.
    pub joint_interval: Option<[f64; 2]>,
    /// Number of deployments scored.
    pub deployments: usize,
    /// Number of games.
    pub games: usize,
    /// The attacks of the observers, up to the last scored ply, by kind of the attacker, strongest first.
    pub attacks: [AttackTally; 12],
}

/// The scores of a set of games after a number of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlyScore {
    /// Number of moves made.
    pub ply: u32,
    /// Mean -log2 of the probability of the true kind, in bits per piece; none without pieces.
    pub bits: Option<f64>,
    /// Its 95 % interval over games.
    pub interval: Option<[f64; 2]>,
    /// Number of games that reached the ply.
    pub games: usize,
    /// Pieces scored: living, hidden, of the enemy, each once for every observer.
    pub pieces: u64,
    /// Fraction of pieces whose true kind is the most likely one; a tie among n kinds counts 1 / n.
    pub top1: Option<f64>,
    /// Number of posteriors.
    pub posteriors: u64,
    /// Number of them that were sampled, because too many pieces are linked for an exact one.
    pub sampled: u64,
    /// Mean time of a posterior and of applying the events since the previous scored ply, in milliseconds.
    pub update_ms: Option<f64>,
    /// The calibration table: predicted probabilities and observed frequencies.
    pub calibration: [Bin; BINS],
}

impl ScoreSummary {
    /// Summarizes the scores of games at these numbers of moves.
    pub fn new(at: &[u32], scores: &[GameScore]) -> Self {
        let mut plies = vec![];
        for (i, &ply) in at.iter().enumerate() {
            let tallies = scores.iter().filter_map(|score| score.plies[i].as_ref());
            plies.push(PlyScore::new(ply, tallies));
        }
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
            plies,
            joint_bits: mean.map(|m| m.0),
            joint_interval: mean.and_then(|m| m.1),
            deployments: scores.iter().map(|s| s.joint.len()).sum(),
            games: scores.len(),
            attacks,
        }
    }
}

impl PlyScore {
    fn new<'a>(ply: u32, tallies: impl Iterator<Item = &'a ScoreTally>) -> Self {
        let mut all = ScoreTally::default();
        let mut games = vec![];
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
