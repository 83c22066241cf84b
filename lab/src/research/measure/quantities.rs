//! What is measured at a position: agreement of sampled worlds on the best move, branching factors, the uncertainty of
//! a seat, and values of sibling leaves.

use super::{PhaseSums, Quantity};
use junqi_core::base::clock::WallClock;
use junqi_core::base::options::OptionValues;
use junqi_core::engine::deepening::{DeepeningInput, DeepeningSearch};
use junqi_core::engine::eval::Evaluation;
use junqi_core::engine::{SearchRequest, SearchSettings};
use junqi_core::game::belief::{BeliefPosition, Evidence, Observation, Posterior, Visibility};
use junqi_core::game::rules::{Kind, Move, PIECES, World};
use junqi_core::gametree::position::{Node, Position, Side};
use junqi_core::gametree::score::{Score, Window};
use junqi_core::gametree::search::{Context, Plies, Quiet, Tactical, alpha_beta, for_max};
use rand::{Rng, RngExt};
use std::sync::atomic::AtomicBool;

/// Size of the transposition table of a search, in bytes.
const TABLE: usize = 1 << 20;

/// The best moves and move values of one position in several sampled worlds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    /// The best move in each world; none if its search found no line.
    pub best: Vec<Option<Move>>,
    /// The values of all moves in each world, in the same order.
    pub values: Vec<Leaves>,
}

/// The best move of an open world, by principal variation search with quiescence search, to the given
/// depths in plies.
pub(super) fn best(world: &World, evaluation: &Evaluation, depth: u32, quiet: u32) -> Option<Move> {
    let search = DeepeningSearch::named("pvs", &OptionValues::default())?;
    let stop = AtomicBool::new(false);
    let clock = WallClock::default();
    let settings = SearchSettings { depth, quiescence: quiet, table: TABLE };
    let input = DeepeningInput { evaluation, settings, expected_nodes: u64::MAX };
    let request = SearchRequest::new(&stop, &clock);
    search.search_open(&request, input, &mut world.clone())?.best
}

/// The probability that two different choices are equal; none for fewer than two.
pub fn agreement<T: PartialEq>(choices: &[T]) -> Option<f64> {
    let pairs = choices.len() * choices.len().saturating_sub(1);
    let equal = |one: &T| choices.iter().filter(|other| *other == one).count() - 1;
    let same: usize = choices.iter().map(equal).sum();
    (pairs > 0).then(|| same as f64 / pairs as f64)
}

/// The value of knowing the true world before the move, in win probability: the mean over worlds of the
/// best value, minus the best of the mean values. None if there is no world or no move, or if the worlds
/// have different moves, which is possible under `bomb_vs_flag=illegal`.
pub fn value_of_knowing(worlds: &[Leaves]) -> Option<f64> {
    let most = |values: &mut dyn Iterator<Item = f64>| values.reduce(f64::max);
    let moves = worlds.first()?.0.len();
    if worlds.iter().any(|world| world.0.len() != moves) {
        return None;
    }
    let count = worlds.len() as f64;
    let known: Option<Vec<f64>> =
        worlds.iter().map(|world| most(&mut world.0.iter().copied())).collect();
    let mean = |m: usize| worlds.iter().map(|world| world.0[m]).sum::<f64>() / count;
    let unknown = most(&mut (0..moves).map(mean))?;
    // Values are 2 p - 1, so half the difference is a probability.
    Some((known?.into_iter().sum::<f64>() / count - unknown) / 2.0)
}

impl Choices {
    /// Adds the quantities of these choices to the sums, if there are at least two moves and two worlds.
    pub(super) fn add_to(&self, sums: &mut PhaseSums) {
        let moves = self.values.first().map_or(0, |leaves| leaves.0.len());
        if moves < 2 || self.best.len() < 2 {
            return;
        }
        if let Some(same) = agreement(&self.best) {
            sums.add(Quantity::SameBest, same);
            sums.add(Quantity::SameByChance, 1.0 / moves as f64);
        }
        if let Some(gain) = value_of_knowing(&self.values) {
            sums.add(Quantity::Knowing, gain);
        }
    }
}

/// Number of moves of all living seats of the team to move, each counted as on its own turn.
///
/// The thesis does not define its branching factors of 90 and 150; this number and that of [`moves_as`] are candidate
/// definitions.
pub(super) fn team_moves(world: &World) -> usize {
    let rules = world.rules();
    let mut passed = world.clone();
    let turn = world.turn();
    let mut moves = world.count_moves();
    for _ in 0..world.alive().iter().count() {
        passed.time_out();
        if passed.turn() == turn {
            break;
        }
        if rules.team(passed.turn()) == rules.team(turn) {
            moves += passed.count_moves();
        }
    }
    moves
}

/// Number of moves of the seat to move if all its pieces were of one kind.
pub(super) fn moves_as(world: &World, kind: Kind) -> usize {
    let rules = world.rules();
    let enemy = rules.seats().iter().find(|&s| rules.team(s) != rules.team(world.turn()));
    let seen = |seat| Observation::new(world, seat, Visibility::FourDark);
    enemy.map_or(0, |seat| seen(seat).world_with(&[kind; PIECES]).count_moves())
}

/// The uncertainty of a seat in a position, in bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnknownBits {
    /// The mean over hidden enemy pieces on the board; none if there are none.
    pub entropy: Option<f64>,
    /// The sum over all hidden pieces on the board, a partner's too, taken as independent.
    pub bits: f64,
    /// log2 of the number of consistent deployments of all hidden seats, eliminated seats included.
    /// None if the posterior is sampled or does not count deployments (prior not uniform).
    pub worlds: Option<f64>,
}

impl UnknownBits {
    /// The uncertainty of a seat. `counted`: the posterior has the uniform prior, so it counts
    /// deployments.
    pub fn new(
        observation: &Observation<'_>,
        evidence: &Evidence,
        posterior: &Posterior,
        counted: bool,
    ) -> Self {
        let hidden = evidence.hidden();
        let on_board = observation.pieces().filter(|(piece, _)| hidden.contains(piece.seat()));
        let bits = on_board.map(|(piece, _)| posterior.entropy(piece).0).sum();
        let seats = hidden.iter().count() as f64;
        let log_total = posterior.total().filter(|_| counted).map(f64::log2);
        let deployments = observation.board().shape().deployments() as f64;
        let worlds = log_total.map(|log| log + seats * deployments.log2());
        let position = BeliefPosition::new(observation, posterior);
        let entropy = Some(position.average_entropy().0).filter(|&bits| bits > 0.0);
        Self { entropy, bits, worlds }
    }
}

/// The values of all moves of a position in one world, as 2 p - 1 for a win probability p of one side.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaves(pub Vec<f64>);

impl Leaves {
    /// The values of all moves of a world for a side, in move order, each after quiescence search of at
    /// most `quiet` plies. Restores the world.
    pub fn below(world: &mut World, evaluation: &Evaluation, quiet: u32, side: Side) -> Self {
        let horizon = Quiet::new(Plies(0), quiet);
        let search = Context::new(evaluation.clone(), horizon);
        let mut search = search.with_order(Tactical::default());
        let mut values = vec![];
        for m in Node::moves(world) {
            let undo = world.make(m);
            let value = alpha_beta(&mut search, world, Window::FULL).value.unwrap_or(Score(0));
            let value = for_max(side, for_max(world.side(), value));
            values.push(evaluation.unfinished_result(value.0 as f64));
            world.unmake(m, undo);
        }
        Self(values)
    }

    /// The values after `walk` random moves; none if the game ends before, or if there are fewer than two
    /// moves.
    pub fn after_walk(
        world: &World,
        evaluation: &Evaluation,
        (walk, quiet): (u32, u32),
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let (mut world, side) = (world.clone(), world.side());
        for _ in 0..walk {
            let moves: Vec<_> = Node::moves(&world).collect();
            let chosen = moves.get(rng.random_range(0..moves.len().max(1)))?;
            world.make(*chosen);
        }
        let leaves = Self::below(&mut world, evaluation, quiet, side);
        (leaves.0.len() >= 2).then_some(leaves)
    }

    /// Numbers of lost, drawn and won leaves; a value within the margin of 0 is drawn.
    pub fn results(&self, margin: f64) -> [usize; 3] {
        let mut results = [0; 3];
        for &value in &self.0 {
            results[1 + usize::from(value > margin) - usize::from(value < -margin)] += 1;
        }
        results
    }

    /// The probability that two different leaves have the same result; none for fewer than two leaves.
    pub fn alike(&self, margin: f64) -> Option<f64> {
        let pairs = |n: usize| (n * n.saturating_sub(1)) as f64;
        let all = pairs(self.0.len());
        let same: f64 = self.results(margin).into_iter().map(pairs).sum();
        (all > 0.0).then(|| same / all)
    }

    /// Adds the quantities of these leaves to the sums.
    pub(super) fn add_to(&self, sums: &mut PhaseSums, margin: f64) {
        let [lost, drawn, won] = self.results(margin).map(|n| n as f64 / self.0.len() as f64);
        if let Some(alike) = self.alike(margin) {
            sums.add(Quantity::LeafSame, alike);
        }
        sums.add(Quantity::LeafDecided, won + lost);
        sums.add(Quantity::LeafWon, won + drawn / 2.0);
        sums.add(Quantity::LeafLean, (won - lost).abs());
        sums.families.add(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_that_are_the_same_agree_and_leave_nothing_to_know() {
        assert_eq!(agreement(&[3, 3, 3, 3]), Some(1.0));
        assert_eq!(agreement(&[1, 2, 3]), Some(0.0));
        assert_eq!(agreement(&[1, 1, 2]), Some(1.0 / 3.0));
        assert_eq!(agreement(&[1]), None);
        let world = Leaves(vec![0.2, 0.6, -1.0]);
        assert_eq!(value_of_knowing(&[world.clone(), world]), Some(0.0));
        assert_eq!(value_of_knowing(&[]), None);
    }

    #[test]
    fn a_move_that_is_right_in_one_world_only_costs_half() {
        // Known, a win is found in both; unknown, either move wins one of two.
        let worlds = [Leaves(vec![1.0, -1.0]), Leaves(vec![-1.0, 1.0])];
        assert_eq!(value_of_knowing(&worlds), Some(0.5));
    }

    #[test]
    fn equal_leaves_are_alike_and_a_coin_s_are_as_often_as_not() {
        assert_eq!(Leaves(vec![0.0; 7]).alike(0.1), Some(1.0));
        assert_eq!(Leaves(vec![0.3, 0.9, 0.11]).alike(0.1), Some(1.0));
        assert_eq!(Leaves(vec![0.5, -0.5]).alike(0.1), Some(0.0));
        assert_eq!(Leaves(vec![0.5, -0.5, 0.0]).results(0.1), [1, 1, 1]);
        assert_eq!(Leaves(vec![0.5, 0.5, -0.5]).alike(0.1), Some(1.0 / 3.0));
        assert_eq!(Leaves(vec![0.5]).alike(0.1), None);
        assert_eq!(Leaves(vec![0.1, -0.1]).results(0.1), [0, 2, 0], "the margin is drawn");
    }

    #[test]
    fn siblings_correlate_where_families_differ_and_not_where_they_do_not() {
        let of = |families: &[&[f64]]| {
            let mut sums = PhaseSums::default();
            for family in families {
                sums.families.add(family);
            }
            sums.families.correlation()
        };
        assert_eq!(of(&[&[0.2, 0.2, 0.2]]), None, "no variance, no correlation");
        assert!((of(&[&[0.5, 0.5], &[-0.5, -0.5]]).unwrap() - 1.0).abs() < 1e-12);
        assert!((of(&[&[0.5, -0.5], &[-0.5, 0.5]]).unwrap() + 1.0).abs() < 1e-12);
        let half = of(&[&[1.0, 1.0], &[1.0, -1.0], &[-1.0, 1.0], &[-1.0, -1.0]]).unwrap();
        assert!(half.abs() < 1e-12, "a coin for every leaf: {half}");
    }
}
