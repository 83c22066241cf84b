//! The seat `greedy`: a one-ply search of expected material with a bonus for advancing.
//!
//! The value of a move is the expected gain of its fight under the simple [`Evidence`] about unseen
//! pieces, plus small bonuses for coming nearer to enemy headquarters and for camps. Replies are not
//! considered. The piece values are *our reading* of common values, not tuned.

use super::{Choice, Player, PlayerError, SearchReport, SearchRequest};
use crate::game::belief::{Evidence, Observation};
use crate::game::board::{CAPACITY, Seat, Station, StationSet};
use crate::game::rules::{CombatResult, Event, Kind, KindSet, Move, PieceId, clash};
use crate::gametree::score::Score;
use rand::{RngExt, rngs::ChaCha8Rng};

/// The value of a piece in centi-pieces; a company has 100.
fn piece_value(kind: Kind) -> f64 {
    [900.0, 700.0, 500.0, 380.0, 280.0, 190.0, 100.0, 70.0, 160.0, 320.0, 140.0, 4000.0]
        [kind.index()]
}

/// Bonus for each step nearer to an enemy headquarters, in centi-pieces.
const STEP: f64 = 6.0;
/// Bonus for standing in a camp, in centi-pieces.
const CAMP: f64 = 10.0;
/// Penalty for a move into an empty headquarters, where the piece can no longer move, in centi-pieces.
const SHUT_IN: f64 = -200.0;

/// Bonus of any fight for each ply since the last fight, in centi-pieces. Without it 13 % of the games
/// against `random` are quiet draws; 3 was the best of 0, 1, 2, 3, 4, 10, 25 in 2,000 games each.
const IMPATIENCE: f64 = 3.0;

/// Plays the move with the greatest immediate gain.
#[derive(Debug)]
pub struct Greedy {
    rng: ChaCha8Rng,
    evidence: Option<Evidence>,
    /// Number of steps to the nearest headquarters of a seat, by seat and station.
    distance: [[u8; CAPACITY]; 4],
}

impl Greedy {
    /// A player with its own stream of random numbers for breaking ties.
    pub fn new(rng: ChaCha8Rng) -> Self {
        Self { rng, evidence: None, distance: [[u8::MAX; CAPACITY]; 4] }
    }

    /// The value of a move, in centi-pieces.
    fn value(&self, evidence: &Evidence, observation: &Observation<'_>, mv: Move) -> f64 {
        let mover = observation.piece_at(mv.from).and_then(|p| observation.kind(p));
        let Some(own) = mover else { return 0.0 };
        let target = observation.piece_at(mv.to);
        let fight: f64 = target.map_or(0.0, |target| {
            let weights = weights(evidence, target);
            let impatience = IMPATIENCE * f64::from(observation.quiet());
            impatience
                + Kind::ALL
                    .into_iter()
                    .map(|k| weights[k.index()] * gain(own, k, observation))
                    .sum::<f64>()
        });
        let net = observation.net();
        let shut_in = observation.rules().hq_locked && net.headquarters().contains(mv.to);
        let camp = |s| if net.camps().contains(s) { CAMP } else { 0.0 };
        let place = if shut_in { SHUT_IN } else { camp(mv.to) - camp(mv.from) };
        let distance = |station| self.distance_to_enemy(observation, station);
        fight + place + STEP * (distance(mv.from) - distance(mv.to))
    }

    /// Number of steps to the nearest headquarters of an enemy in the game.
    fn distance_to_enemy(&self, observation: &Observation<'_>, from: Station) -> f64 {
        let team = observation.rules().team(observation.seat());
        let enemies = observation.alive().iter().filter(|&s| observation.rules().team(s) != team);
        let steps = enemies.map(|s| self.distance[s.index()][from.index()]).min();
        f64::from(steps.unwrap_or(0))
    }
}

/// Approximate probabilities of the kinds of a piece, faster than exact ones: pieces are independent and
/// weighted by the inventory, but a seat's flag is equally likely at every station where it may be.
fn weights(evidence: &Evidence, piece: PieceId) -> [f64; 12] {
    let may_be = evidence.may_be(piece);
    let may_be_flag = |&p: &PieceId| evidence.may_be(p).contains(Kind::Flag);
    let flag = if may_be_flag(&piece) {
        1.0 / evidence.pieces(piece.seat()).filter(may_be_flag).count() as f64
    } else {
        0.0
    };
    let others = may_be.minus(KindSet::only(Kind::Flag));
    let army = evidence.public_state().board().shape().army();
    let weight = |k: Kind| if others.contains(k) { army.count(k) as f64 } else { 0.0 };
    let total: f64 = others.iter().map(weight).sum();
    Kind::ALL.map(|k| match k {
        Kind::Flag if others.is_empty() => 1.0,
        Kind::Flag => flag,
        _ if others.is_empty() => 0.0,
        _ => (1.0 - flag) * weight(k) / total,
    })
}

/// The gain of a fight with a defender of this kind, in centi-pieces.
fn gain(own: Kind, defender: Kind, observation: &Observation<'_>) -> f64 {
    match clash(own, defender, observation.rules().mine_on_hit) {
        CombatResult::Win => piece_value(defender),
        CombatResult::Lose => -piece_value(own),
        CombatResult::Both => piece_value(defender) - piece_value(own),
    }
}

/// Number of steps along edges to the nearest of some stations, by station.
fn steps_to(goal: StationSet, observation: &Observation<'_>) -> [u8; CAPACITY] {
    let mut steps = [u8::MAX; CAPACITY];
    let (mut front, mut seen) = (goal, goal);
    for distance in 0..u8::MAX {
        front.iter().for_each(|s| steps[s.index()] = distance);
        front = observation.net().beside(front) - seen;
        seen = seen | front;
        if front.is_empty() {
            break;
        }
    }
    steps
}

impl Player for Greedy {
    fn start(&mut self, observation: &Observation<'_>) -> Result<(), PlayerError> {
        let evidence = Evidence::new(&observation.view());
        self.evidence = Some(evidence.map_err(|e| PlayerError::Crashed(e.to_string()))?);
        for seat in Seat::ALL {
            let arm = observation.board().arm(seat).into_iter().flatten().copied();
            let headquarters = observation.net().headquarters() & arm.collect();
            self.distance[seat.index()] = steps_to(headquarters, observation);
        }
        Ok(())
    }

    fn observe(&mut self, event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        if let Some(evidence) = &mut self.evidence {
            evidence.learn(event);
        }
        Ok(())
    }

    fn choose(
        &mut self,
        observation: &Observation<'_>,
        _request: &SearchRequest<'_>,
    ) -> Result<Choice, PlayerError> {
        let Some(evidence) = &self.evidence else {
            return Err(PlayerError::NotBegun);
        };
        let mut best: Option<(f64, Move)> = None;
        let (mut nodes, mut ties) = (0, 0_u32);
        for mv in observation.moves() {
            let value = self.value(evidence, observation, mv);
            nodes += 1;
            let better = best.is_none_or(|(best, _)| value > best);
            if !better && best.is_some_and(|(best, _)| value < best) {
                continue;
            }
            ties = if better { 1 } else { ties + 1 };
            if better || self.rng.random_range(0..ties) == 0 {
                best = Some((value, mv));
            }
        }
        let (value, mv) = best.ok_or(PlayerError::NoMove)?;
        let report = SearchReport {
            value: Some(Score(value.round() as i64)),
            best: Some(mv),
            principal_variation: vec![mv],
            nodes,
            ..SearchReport::default()
        };
        Ok(Choice { report: Some(report), ..mv.into() })
    }
}
