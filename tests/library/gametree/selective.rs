//! Selective search: every value that it stores is a bound.

use crate::support::cases::{ALL, Case};
use junqi::base::random::derive;
use junqi::engine::data;
use junqi::engine::eval::Evaluation;
use junqi::game::rules::{Move, World};
use junqi::gametree::position::{Evaluate, MoveGain, Node, Noisy, Position};
use junqi::gametree::score::{Bound, Score, Window};
use junqi::gametree::search::{
    Context, Found, Memory, Plies, Quiet, Selectivity, TableHit, Tactical, Transposition,
    alpha_beta, selective_pvs,
};

/// More than the error of any estimate, in centi-pieces.
const MARGIN: i64 = 100;

/// Plies of the search.
const PLIES: u32 = 3;

/// One stored value in so many is checked.
const SAMPLED: usize = 3;

/// Plies of quiescence search.
const QUIESCENCE: u32 = 2;

/// An evaluation whose estimates of quiet moves err by less than the margin.
#[derive(Clone)]
struct Estimating(Evaluation);

impl Evaluate<World> for Estimating {
    type Value = Score;

    fn evaluate(&mut self, world: &World) -> Score {
        self.0.evaluate(world)
    }

    /// None where the other side may not stand pat after the move: there quiescence search may end above the
    /// evaluation.
    fn quiet_gain(&mut self, world: &World, m: Move) -> Option<Score> {
        let mut after = world.clone();
        after.make(m);
        let noisy = world.piece_at(m.to).is_some();
        if noisy || after.side() == world.side() || after.must_respond() {
            return None;
        }
        let gain = -self.evaluate(&after).0 - self.evaluate(world).0;
        let error = derive(world.key(), &[m.index() as u64]) % (2 * MARGIN as u64 - 1);
        Some(Score(gain + error as i64 - (MARGIN - 1)))
    }
}

impl MoveGain<World> for Estimating {
    fn move_gain(&mut self, world: &World, m: Move) -> Option<i64> {
        self.0.move_gain(world, m)
    }
}

/// A table that keeps a list of what was stored.
struct Recording {
    table: Transposition<Move, Score>,
    stored: Vec<(World, u32, Found<Move, Score>)>,
}

impl Memory<World, Score> for Recording {
    fn probe(&mut self, world: &World, left: u32, window: Window<Score>) -> TableHit<Move, Score> {
        self.table.probe(world, left, window)
    }

    fn store(&mut self, world: &World, left: u32, found: Found<Move, Score>) {
        self.table.store(world, left, found);
        if left > 0 {
            self.stored.push((world.clone(), left, found));
        }
    }
}

/// The value of a world, searched with neither pruning nor table.
fn truth(evaluation: &Evaluation, world: &World, plies: u32) -> Score {
    let mut cx = Context::new(evaluation.clone(), Quiet::new(Plies(plies), QUIESCENCE))
        .with_order(Tactical::default());
    alpha_beta(&mut cx, &mut world.clone(), Window::FULL).value.unwrap()
}

/// The estimates err on both sides, so a stored estimate would be below the value of every other pruned move.
#[test]
fn stored_values_are_bounds_if_estimates_err_by_less_than_the_margin() {
    let mut checked = [0; 3];
    for seed in 0..6 {
        let case = Case::new(seed, 120, &ALL);
        let mut world = case.world.clone();
        let evaluation = Evaluation::of_world(&world, &data::weights()).unwrap();
        let table = Transposition::with_bytes(1 << 20).down_to(1);
        let horizon = Quiet::new(Plies(PLIES), QUIESCENCE);
        let mut cx = Context::new(Estimating(evaluation.clone()), horizon)
            .with_order(Tactical::default())
            .with_memory(Recording { table, stored: vec![] });
        let selectivity = Selectivity { margin: Score(MARGIN), early: usize::MAX };
        let value = truth(&evaluation, &world, PLIES).0;
        for (below, above) in [(1000, 1000), (-40, 90), (90, -40), (9, 9), (300, 60)] {
            let window = Window { alpha: Score(value - below), beta: Score(value + above) };
            selective_pvs(&mut cx, &mut world, window, selectivity);
        }
        for (world, left, found) in cx.memory.stored.iter().step_by(SAMPLED) {
            let truth = truth(&evaluation, world, *left);
            let holds = match found.bound {
                Bound::Exact => found.value == truth,
                Bound::Lower => found.value <= truth,
                Bound::Upper => found.value >= truth,
            };
            assert!(
                holds,
                "{}, ply {}, {left} left: {found:?}, {truth:?}",
                case.place,
                world.ply()
            );
            checked[found.bound as usize] += 1;
        }
    }
    println!("lower bounds, upper bounds, exact values: {checked:?}");
    assert!(checked.iter().all(|&number| number > 5), "{checked:?}");
}
