//! The worlds of a search: the only possible one, or a sample, weighed so that attacks at the root end as often as the
//! belief says.
//!
//! A handful of sampled worlds has an outcome of a fight too often, too rarely or not at all, and the best of many moves
//! is one that the sample flatters. So the worlds in which a root attack ends in the same way are weighed together by the
//! probability of that outcome, and an outcome that is in no world, but not rare, gets a world of its own that this
//! attack alone is searched in. Source: stratification after sampling, as in Cochran, "Sampling Techniques" (1977);
//! outcomes of root attacks as strata are *our reading*.

use crate::engine::sampling::SamplingInput;
use crate::game::rules::{CombatResult, Kind, Move, PIECES, World, clash};
use rand::rngs::ChaCha8Rng;

/// Probabilities from here on count as certain: posteriors are sums of rounded numbers.
const CERTAIN: f64 = 1.0 - 1e-9;
/// An outcome that is less likely gets no world of its own: it changes a result by no more than twice this. What a fifth
/// of the mixture, counting, holds for as likely as 5 % has one.
const RARE: f64 = 0.01;
/// The most samples that are looked through for rare outcomes; one of probability `RARE` is missed in one case of 160.
const MOST_SAMPLES: usize = 512;

/// The outcomes of a fight: the attacker captures the flag, survives alone, does not survive alone, or both die.
const OUTCOMES: usize = 4;

/// The worlds of a search.
pub(super) struct WeighedWorlds {
    /// First those of all moves, then those of single attacks.
    pub(super) worlds: Vec<World>,
    /// By move, how it is searched in them.
    pub(super) by_move: Vec<MoveWorlds>,
}

/// How a move is searched in the worlds.
#[derive(Debug, Clone)]
pub(super) struct MoveWorlds {
    /// The weight of each world; they sum to 1.
    pub(super) weights: Vec<f64>,
    /// Whether the move is an attack on a piece that is not certain.
    pub(super) is_uncertain: bool,
}

/// Kinds of all pieces, by index.
type Kinds = [Kind; PIECES];

/// The only possible world, if all pieces on the board are known.
pub(super) fn certain_world(input: &SamplingInput<'_>, rng: &mut ChaCha8Rng) -> Option<World> {
    let SamplingInput { observation, posterior, .. } = input;
    // Marginals that are estimated from samples may be 1 by chance.
    let exact = posterior.error().is_none();
    for (piece, _) in observation.pieces() {
        let is_seen = observation.kind(piece).is_some();
        let is_known = is_seen || exact && is_certain(&posterior.marginal(piece));
        if !is_known {
            return None;
        }
    }
    Some(observation.world_with(&posterior.sample(rng)?))
}

/// Whether one of the kinds is certain.
fn is_certain(marginal: &[f64; 12]) -> bool {
    marginal.iter().any(|p| *p > CERTAIN)
}

/// Samples worlds and weighs them; there are none only if no world explains the observation.
pub(super) fn weighed_worlds(
    input: &SamplingInput<'_>,
    count: usize,
    moves: &[Move],
    rng: &mut ChaCha8Rng,
) -> WeighedWorlds {
    let mut samples = Samples { input, rng, drawn: vec![] };
    if samples.get(count - 1).is_none() {
        return WeighedWorlds { worlds: vec![], by_move: vec![] };
    }
    // Numbers of the samples that become worlds.
    let mut chosen: Vec<usize> = (0..count).collect();
    let mut by_move = vec![];
    for &m in moves {
        let fight = Fight::of(input, m);
        let weights = match &fight {
            Some(fight) => {
                let places = fight.places(count, &mut samples, &mut chosen);
                fight.weights(&places, chosen.len())
            }
            None => vec![1.0 / count as f64; count],
        };
        by_move.push(MoveWorlds { weights, is_uncertain: fight.is_some() });
    }
    // Later attacks have added worlds, in which earlier moves are not searched.
    for of_move in &mut by_move {
        of_move.weights.resize(chosen.len(), 0.0);
    }
    let worlds = chosen.iter().map(|&number| input.observation.world_with(&samples.drawn[number]));
    WeighedWorlds { worlds: worlds.collect(), by_move }
}

/// Samples of the posterior by number, drawn when one is first used: most searches need only the first few.
struct Samples<'a> {
    input: &'a SamplingInput<'a>,
    rng: &'a mut ChaCha8Rng,
    drawn: Vec<Kinds>,
}

impl Samples<'_> {
    /// A sample; `None` if no world explains the observation.
    fn get(&mut self, number: usize) -> Option<&Kinds> {
        while self.drawn.len() <= number {
            self.drawn.push(self.input.posterior.sample(self.rng)?);
        }
        Some(&self.drawn[number])
    }
}

/// An attack at the root on a piece that is not certain.
struct Fight {
    defender: usize,
    /// By kind of the defender, the outcome.
    outcomes: [usize; 12],
    /// By outcome, its probability.
    probabilities: [f64; OUTCOMES],
}

impl Fight {
    fn of(input: &SamplingInput<'_>, m: Move) -> Option<Self> {
        let seen = &input.observation;
        let attacker = seen.kind(seen.piece_at(m.from)?)?;
        let defender = seen.piece_at(m.to)?;
        let hit = seen.rules().mine_on_hit;
        let outcomes = Kind::ALL.map(|kind| match clash(attacker, kind, hit) {
            CombatResult::Win if kind == Kind::Flag => 0,
            CombatResult::Win => 1,
            CombatResult::Lose => 2,
            CombatResult::Both => 3,
        });
        let marginal = input.posterior.marginal(defender);
        if is_certain(&marginal) {
            return None;
        }
        let mut probabilities = [0.0; OUTCOMES];
        for (p, outcome) in marginal.iter().zip(outcomes) {
            probabilities[outcome] += p;
        }
        Some(Self { defender: defender.index(), outcomes, probabilities })
    }

    fn outcome(&self, kinds: &Kinds) -> usize {
        self.outcomes[kinds[self.defender].index()]
    }

    /// By outcome, the places in `chosen` of the samples that end so: of the first `count`, or one more where none of them
    /// does and the outcome is not rare.
    fn places(
        &self,
        count: usize,
        samples: &mut Samples<'_>,
        chosen: &mut Vec<usize>,
    ) -> [Vec<usize>; OUTCOMES] {
        let mut places: [Vec<usize>; OUTCOMES] = Default::default();
        for (place, kinds) in samples.drawn[..count].iter().enumerate() {
            places[self.outcome(kinds)].push(place);
        }
        for (outcome, places) in places.iter_mut().enumerate() {
            if !places.is_empty() || self.probabilities[outcome] < RARE {
                continue;
            }
            let other = (count..MOST_SAMPLES).find(|&number| {
                samples.get(number).is_some_and(|kinds| self.outcome(kinds) == outcome)
            });
            let Some(number) = other else { continue };
            // Another attack may have added the same sample.
            let known = chosen.iter().position(|&chosen| chosen == number);
            places.push(known.unwrap_or(chosen.len()));
            if known.is_none() {
                chosen.push(number);
            }
        }
        places
    }

    /// The weights of worlds, where each outcome has its `places`: its probability is shared by them.
    fn weights(&self, places: &[Vec<usize>; OUTCOMES], worlds: usize) -> Vec<f64> {
        // Outcomes without a world are rare; what they miss to 1 is shared by the others.
        let seen = places.iter().zip(self.probabilities).filter(|(places, _)| !places.is_empty());
        let all: f64 = seen.clone().map(|(_, p)| p).sum();
        let mut weights = vec![0.0; worlds];
        for (places, p) in seen {
            for &place in places {
                weights[place] = p / all / places.len() as f64;
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three worlds: the attack fails in the last, and something rarer is in none.
    #[test]
    fn outcomes_have_their_probabilities_whatever_the_sample_is() {
        let fight = Fight { defender: 0, outcomes: [1; 12], probabilities: [0.01, 0.6, 0.0, 0.39] };
        let weights = fight.weights(&[vec![], vec![0, 1], vec![], vec![2]], 4);
        assert!((weights[0] - 0.6 / 0.99 / 2.0).abs() < 1e-12);
        assert!((weights[0] - weights[1]).abs() < 1e-12);
        assert!((weights[2] - 0.39 / 0.99).abs() < 1e-12);
        assert!(weights[3] <= 0.0, "a world of another attack");
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
