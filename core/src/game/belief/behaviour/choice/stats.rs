//! The sums of log-likelihoods of all turns.

use super::super::stats::BehaviourStats;
use super::model::{ChoiceModel, SUMS, TurnOptions, class};
use super::moves::{Describer, LastMoves, PieceMoves};
use super::strengths::Strengths;
use crate::game::board::{Seat, Station};
use crate::game::rules::{Act, Event, PIECES, PieceId, PublicState};
use std::sync::Arc;

/// Largest absolute logarithm of a factor of the estimates.
const MAX_LOG_SUM: f64 = 4.0;

/// Names and meanings of the features that have a value for each kind. Sums over turns weigh dependent
/// turns as if they were independent, so the signed logarithm of each sum, ln(1 + |sum|), is a feature
/// as well.
pub const KIND_FEATURES: [(&str, &str); 2 * SUMS] = [
    ("choice_attack", "log-likelihood of its attacks"),
    ("choice_attack_log", "the same, signed logarithm"),
    ("choice_quiet", "log-likelihood of its other moves"),
    ("choice_quiet_log", "the same, signed logarithm"),
    (
        "choice_no_attack",
        "log-likelihood of turns in which it could attack and another piece moved",
    ),
    ("choice_no_attack_log", "the same, signed logarithm"),
    ("choice_wait", "log-likelihood of other turns in which another piece moved"),
    ("choice_wait_log", "the same, signed logarithm"),
];

/// What the moves of a turn would say about the kind of a piece that could move: factors of the weights of its
/// kinds, by kind. Only their ratios matter.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceEvidence {
    /// The piece.
    pub piece: PieceId,
    /// By target, the factors of its own moves; moves that only an engineer can make are not among them.
    pub moves: Vec<(Station, [f64; 12])>,
    /// The factors if another piece moves.
    pub waits: [f64; 12],
}

/// What the choices of moves say about all pieces, updated at every turn.
#[derive(Debug, Clone)]
pub struct ChoiceStats {
    model: Arc<ChoiceModel>,
    strengths: Strengths,
    last: LastMoves,
    /// By piece: attacks, other moves, turns without an attack it could make, other turns.
    sums: Vec<[[f64; 12]; SUMS]>,
}

impl ChoiceStats {
    /// The number of sums of a piece.
    pub const SUMS: usize = SUMS;

    /// Empty statistics from the position on from which `behaviour` counts.
    pub fn new(behaviour: &BehaviourStats, model: Arc<ChoiceModel>) -> Self {
        Self {
            model,
            strengths: Strengths::new(behaviour),
            last: LastMoves::new(),
            sums: vec![[[0.0; 12]; SUMS]; PIECES],
        }
    }

    /// The moves of a seat with their descriptors; `behaviour` has learned the same events.
    pub fn moves(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
        seat: Seat,
    ) -> Vec<PieceMoves> {
        Describer::new(behaviour, &self.strengths, &self.last, state, seat).moves()
    }

    /// A turn as a function of the weights; `state` and `behaviour` are those before it. None for other acts.
    pub fn turn(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
        event: &Event,
    ) -> Option<TurnOptions> {
        let Act::Move(mv, fight) = event.act else { return None };
        let mover = state.piece_at(mv.from)?;
        let options = self.moves(behaviour, state, event.seat);
        let estimates = self.estimates(&options);
        Some(TurnOptions { options, estimates, mover, to: mv.to, fights: fight.is_some() })
    }

    /// Learns from an event; `state` and `behaviour` are those before it.
    pub fn learn(&mut self, behaviour: &BehaviourStats, state: &PublicState, event: &Event) {
        let Act::Move(mv, _) = event.act else { return };
        let Some(mover) = state.piece_at(mv.from) else { return };
        if !self.model.is_empty()
            && let Some(turn) = self.turn(behaviour, state, event)
        {
            for finding in self.model.findings(&turn) {
                let sums = &mut self.sums[finding.piece.index()][finding.class];
                sums.iter_mut().zip(finding.by_kind).for_each(|(sum, l)| *sum += l);
            }
        }
        self.strengths.learn(state, event);
        self.last.learn(event, mover, mv.from);
        if !self.model.is_empty() {
            let sums = &self.sums;
            self.strengths.set_choices(event.seat, |piece| factors(&sums[piece.index()]));
        }
    }

    /// By option, the estimate of the piece.
    fn estimates(&self, options: &[PieceMoves]) -> Vec<[f64; 12]> {
        options.iter().map(|moves| *self.strengths.of(moves.piece)).collect()
    }

    /// What each move of a seat, which is to move, would say about its pieces that could move; `state` and
    /// `behaviour` are the present ones. `factors` are the factors of changes of the features.
    pub(crate) fn evidence(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
        seat: Seat,
        factors: impl Fn(&[[f64; 12]]) -> [f64; 12],
    ) -> Vec<ChoiceEvidence> {
        if self.model.is_empty() {
            return vec![];
        }
        let options = self.moves(behaviour, state, seat);
        let estimates = self.estimates(&options);
        let (pieces, all) = self.model.piece_utilities(&options, &estimates);
        let mut evidence = vec![];
        for utilities in &pieces {
            let PieceMoves { piece, attacks, ref targets, .. } = *utilities.moves;
            let mut moves = vec![];
            for (&(to, _), chosen) in targets.iter().zip(self.model.utilities(utilities.moves)) {
                let class = class(true, state.piece_at(to).is_some(), attacks);
                let by_kind = utilities.log_likelihoods(all, Some(chosen));
                moves.push((to, factors(&self.changes(piece, class, by_kind))));
            }
            let by_kind = utilities.log_likelihoods(all, None);
            let waits = factors(&self.changes(piece, class(false, false, attacks), by_kind));
            evidence.push(ChoiceEvidence { piece, moves, waits });
        }
        evidence
    }

    /// How the features of a piece would change with the log-likelihoods of a turn of a class.
    fn changes(
        &self,
        piece: PieceId,
        class: usize,
        by_kind: [f64; 12],
    ) -> [[f64; 12]; KIND_FEATURES.len()] {
        let sums = &self.sums[piece.index()][class];
        let mut changes = [[0.0; 12]; KIND_FEATURES.len()];
        changes[2 * class] = by_kind;
        changes[2 * class + 1] =
            std::array::from_fn(|k| signed_log(sums[k] + by_kind[k]) - signed_log(sums[k]));
        changes
    }

    /// The values of [`KIND_FEATURES`] of a piece.
    pub fn features(&self, piece: PieceId) -> [[f64; 12]; KIND_FEATURES.len()] {
        let sums = &self.sums[piece.index()];
        std::array::from_fn(|n| if n % 2 == 0 { sums[n / 2] } else { sums[n / 2].map(signed_log) })
    }
}

/// The signed logarithm of a sum, ln(1 + |sum|).
fn signed_log(sum: f64) -> f64 {
    sum.signum() * sum.abs().ln_1p()
}

/// The factors of a piece's kinds in the estimates.
fn factors(sums: &[[f64; 12]; SUMS]) -> [f64; 12] {
    std::array::from_fn(|kind| {
        let sum: f64 = sums.iter().map(|by_kind| by_kind[kind]).sum();
        sum.clamp(-MAX_LOG_SUM, MAX_LOG_SUM).exp()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{ChoiceWeights, DESCRIPTOR_COUNT};
    use super::*;
    use crate::base::random;
    use crate::game::belief::{Evidence, Observation, Visibility};
    use crate::game::board::Board;
    use crate::game::rules::{ARMY, Deployment, Kind, Rules, World};
    use rand::RngExt;
    use rand::seq::IteratorRandom;
    use std::array::from_fn;

    /// What an observer has counted so far.
    type Past<'a> = (&'a BehaviourStats, &'a ChoiceStats);

    /// A model in which only commanders like to attack.
    fn model() -> Arc<ChoiceModel> {
        let mut weights = [0.0; 10];
        weights[Kind::Commander.index()] = 2.0;
        let entry = |number| ChoiceWeights { descriptor: format!("attack_{number}"), weights };
        Arc::new(ChoiceModel::new(&(0..12).map(entry).collect::<Vec<_>>()).unwrap())
    }

    /// Plays random moves, attacks first, and reports each state, both statistics and the event.
    fn play(seed: u64, observer: Seat, mut each: impl FnMut(&Evidence, &Past<'_>, &Event)) {
        let mut rng = random::stream(seed, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let mut world =
            World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
        let view = Observation::new(&world, observer, Visibility::FourDark).view();
        let mut evidence = Evidence::new(&view).unwrap();
        let mut behaviour = BehaviourStats::new(evidence.public_state());
        let mut choices = ChoiceStats::new(&behaviour, model());
        for _ in 0..120 {
            let attack = world.moves().find(|mv| world.piece_at(mv.to).is_some());
            let Some(mv) = attack.or_else(|| world.moves().choose(&mut rng)) else { break };
            let event = world.play(mv).unwrap();
            choices.learn(&behaviour, evidence.public_state(), &event);
            each(&evidence, &(&behaviour, &choices), &event);
            behaviour.learn(evidence.public_state(), &event);
            evidence.learn(&event);
        }
    }

    #[test]
    fn all_observers_learn_the_same() {
        let all = |observer| {
            let mut found = vec![];
            play(1, observer, |_, (_, choices), event| {
                found
                    .push(PieceId::of(event.seat).map(|p| choices.features(p)).collect::<Vec<_>>());
            });
            found
        };
        assert_eq!(all(Seat::South), all(Seat::East));
    }

    #[test]
    fn an_attack_speaks_for_kinds_that_like_to_attack() {
        let mut attacks = 0;
        for seed in 0..4 {
            let mut seen = std::collections::BTreeSet::new();
            play(seed, Seat::South, |evidence, (_, choices), event| {
                let Act::Move(mv, fight) = event.act else { return };
                let mover = evidence.public_state().piece_at(mv.from).unwrap();
                if seen.insert(mover) && fight.is_some() {
                    let [attack, ..] = choices.features(mover);
                    if attack.iter().all(|l| l.abs() < 1e-12) {
                        return; // an engineer that turned a corner
                    }
                    assert!(attack[Kind::Commander.index()] > attack[Kind::General.index()]);
                    attacks += 1;
                }
            });
        }
        assert!(attacks > 20, "{attacks} pieces attacked with their first move");
    }

    /// What a move is expected to change is what it changes, for the piece that moves and for those that wait.
    #[test]
    fn prospects_come_true() {
        let mut seen = [0; 2];
        for seed in 0..3 {
            let mut before: Option<ChoiceStats> = None;
            play(seed, Seat::South, |evidence, (behaviour, after), event| {
                let state = evidence.public_state();
                let past = before.replace((*after).clone());
                let (Some(past), Act::Move(mv, _)) = (past, event.act) else { return };
                let mover = state.piece_at(mv.from).expect("a piece moves");
                for number in 0..KIND_FEATURES.len() {
                    let change = |changes: &[[f64; 12]]| changes[number];
                    let all = past.evidence(behaviour, state, event.seat, change);
                    let own =
                        |e: &ChoiceEvidence| e.moves.iter().find(|m| m.0 == mv.to).map(|m| m.1);
                    let Some(of_mover) = all.iter().find(|e| e.piece == mover).and_then(own) else {
                        return; // an engineer that turned a corner
                    };
                    for ChoiceEvidence { piece, waits, .. } in all {
                        let expected = if piece == mover { of_mover } else { waits };
                        let [old, new] = [&past, after].map(|stats| stats.features(piece)[number]);
                        for kind in 0..12 {
                            let changed = new[kind] - old[kind];
                            assert!((changed - expected[kind]).abs() < 1e-9, "seed {seed}");
                        }
                        seen[usize::from(piece == mover)] += usize::from(number == 0);
                    }
                }
            });
        }
        assert!(seen[0] > 1000 && seen[1] > 200, "{seen:?}");
    }

    #[test]
    fn unknown_descriptors_and_large_weights_are_errors() {
        let entry =
            |name: &str, weight| [ChoiceWeights { descriptor: name.into(), weights: [weight; 10] }];
        let message = |list: &[ChoiceWeights]| ChoiceModel::new(list).unwrap_err().to_string();
        assert_eq!(message(&entry("nothing", 0.0)), "unknown descriptor of moves `nothing`");
        assert!(message(&entry("slide", 1e3)).starts_with("descriptor slide: weight 1000 is out"));
        let model = ChoiceModel::new(&entry("slide", 0.5)).unwrap();
        assert_eq!(ChoiceModel::new(&model.to_list()), Ok(model));
    }

    /// The gradient agrees with differences of the sums of log-likelihoods, whatever the slopes by them.
    #[test]
    fn the_gradient_of_a_turn_is_that_of_its_log_likelihoods() {
        let mut rng = random::stream(3, &[]);
        let mut turns = vec![];
        play(5, Seat::South, |evidence, (behaviour, choices), event| {
            turns.extend(choices.turn(behaviour, evidence.public_state(), event));
        });
        assert!(turns.len() > 100);
        for turn in turns.iter().step_by(7) {
            let weights: Vec<[f64; 12]> =
                (0..DESCRIPTOR_COUNT).map(|_| from_fn(|_| rng.random_range(-0.5..0.5))).collect();
            let slopes: Vec<[[f64; 12]; 4]> =
                (0..25).map(|_| from_fn(|_| from_fn(|_| rng.random_range(-1.0..1.0)))).collect();
            let value = |weights: Vec<[f64; 12]>| {
                let mut value = 0.0;
                for finding in ChoiceModel::from_weights(weights).findings(turn) {
                    let slopes = &slopes[finding.piece.index() % ARMY][finding.class];
                    value +=
                        finding.by_kind.iter().zip(slopes).map(|(l, slope)| l * slope).sum::<f64>();
                }
                value
            };
            let mut gradient = vec![[0.0; 12]; DESCRIPTOR_COUNT];
            turn.add_gradient(&ChoiceModel::from_weights(weights.clone()), &slopes, &mut gradient);
            for _ in 0..20 {
                let (d, k) = (rng.random_range(0..DESCRIPTOR_COUNT), rng.random_range(0..10));
                let moved = |by: f64| {
                    let mut weights = weights.clone();
                    weights[d][k] += by;
                    value(weights)
                };
                let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
                let found = gradient[d][k];
                assert!((slope - found).abs() < 1e-5 * (1.0 + slope.abs()), "{slope} {found}");
            }
        }
    }
}
