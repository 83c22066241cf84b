//! Luck-corrected worlds, and their search with pruning and reductions.

use crate::support::cases::{ALL, Case};
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::eval::{Evaluation, FeatureTables, Tracked, TrackedEvaluation};
use junqi::engine::sampling::{LuckCorrected, LuckTables};
use junqi::game::belief::{BeliefPosition, Visibility};
use junqi::game::rules::{Move, World};
use junqi::gametree::position::{Evaluate, Indexed, MoveGain, Node, Noisy, Position, Side};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Context, FailLow, Limit, Meter, Plies, Quiet, Selectivity, Tactical, Visits, pvs, selective_pvs,
};
use rand::RngExt;
use std::sync::Arc;

fn evaluation(case: &Case) -> Evaluation {
    let position = BeliefPosition::new(&case.observation(&case.world), &case.posterior);
    Evaluation::of_belief(&position, &data::weights()).unwrap()
}

fn tables(case: &Case, corrected: Option<Side>) -> Arc<LuckTables> {
    let marginals = |piece| case.posterior.marginal(piece);
    Arc::new(LuckTables::new(marginals, &evaluation(case), 0.0, corrected))
}

fn attacks(world: &World) -> Vec<Move> {
    let open = |m: &Move| world.piece_at(m.to).is_some();
    world.moves().filter(open).take(4).collect()
}

/// The mean luck of an attack over the worlds is zero.
#[test]
fn luck_is_even() {
    let mut attacked = 0;
    for case in (0..160).map(|seed| Case::new(seed, 120, &[Visibility::DoubleOpen])) {
        if case.world.turn() != case.observer {
            continue;
        }
        let (seen, tables) =
            (case.observation(&case.world), tables(&case, Some(case.world.side())));
        for m in attacks(&case.world) {
            let mut rng = random::stream(11, &[m.index() as u64]);
            let luck: Vec<f64> = (0..800)
                .map(|_| {
                    let world = seen.world_with(&case.posterior.sample(&mut rng).unwrap());
                    let mut position = LuckCorrected::new(world, tables.clone());
                    position.make(m);
                    position.correction().0 as f64
                })
                .collect();
            let n = luck.len() as f64;
            let mean = luck.iter().sum::<f64>() / n;
            let deviation = (luck.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / n).sqrt();
            let error = deviation / n.sqrt();
            assert!(mean.abs() <= 5.0 * error + 0.5, "{}: {mean} +- {error}", case.place);
            attacked += 1;
        }
    }
    assert!(attacked > 20, "only {attacked} attacks");
}

#[test]
fn moves_taken_back_leave_nothing() {
    for seed in 0..30 {
        let case = Case::new(seed, 150, &ALL);
        for side in [None, Some(Side::Max), Some(Side::Min)] {
            let mut position = LuckCorrected::new(case.world.clone(), tables(&case, side));
            let mut rng = random::stream(seed, &[5]);
            let mut made = vec![];
            while made.len() < 40 {
                let moves: Vec<Move> = position.moves().collect();
                let Some(&m) = moves.get(rng.random_range(0..moves.len().max(1))) else { break };
                let (before, by) = ((position.key(), position.correction()), position.side());
                made.push((m, position.make(m), before));
                let unchanged = position.correction() == before.1;
                assert!(unchanged || side == Some(by), "{}", case.place);
            }
            while let Some((m, undo, before)) = made.pop() {
                position.unmake(m, undo);
                assert_eq!((position.key(), position.correction()), before, "{}", case.place);
            }
        }
    }
}

fn searched<P, E>(
    world: &mut P,
    evaluation: E,
    (plies, selectivity): (u32, Option<Selectivity<Score>>),
) -> (Score, Visits)
where
    P: Position<Move = Move> + Noisy + Indexed,
    E: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = Context::new(evaluation, Quiet::new(Plies(plies), 2))
        .with_order(Tactical::default())
        .with_observer(Meter::new(Limit::default()));
    let answer = match selectivity {
        None => pvs(&mut cx, world, Window::FULL, FailLow::Soft),
        Some(selectivity) => selective_pvs(&mut cx, world, Window::FULL, selectivity),
    };
    (answer.value.unwrap(), cx.observer.visits)
}

/// Prunes by estimates alone.
const FUTILITY: Selectivity<Score> = Selectivity { margin: Score(100), early: usize::MAX };

/// Reduces late moves as well.
const REDUCTIONS: Selectivity<Score> = Selectivity { early: 8, ..FUTILITY };

/// Without estimates the search has the value of PVS; with them it visits fewer nodes, and its value is nearly
/// the same.
#[test]
fn futility_pruning_saves_nodes_and_hardly_changes_values() {
    let (mut all, mut some) = (0, 0);
    for seed in 0..8 {
        let case = Case::new(seed, 120, &ALL);
        let (mut world, evaluation) = (case.world.clone(), evaluation(&case));
        let plain = searched(&mut world, evaluation.clone(), (3, None));
        let slow = searched(&mut world, evaluation.clone(), (3, Some(REDUCTIONS)));
        assert_eq!(plain.0, slow.0, "{}", case.place);
        let pruned =
            searched(&mut tracked(&case, &evaluation), quick(&evaluation), (3, Some(FUTILITY)));
        let gap = (pruned.0 - plain.0).0.abs();
        assert!(gap <= 60, "{}: {:?} and {:?}", case.place, pruned.0, plain.0);
        all += plain.1.nodes;
        some += pruned.1.nodes;
    }
    assert!(3 * some < 2 * all, "{some} of {all} nodes");
}

/// Reductions of late moves save nodes beside pruning, and mostly leave the value.
#[test]
fn reductions_save_nodes_and_mostly_leave_the_value() {
    let (mut all, mut some, mut near) = (0, 0, 0);
    for seed in 0..8 {
        let case = Case::new(seed, 60, &ALL);
        let evaluation = evaluation(&case);
        let [full, reduced] = [FUTILITY, REDUCTIONS].map(|selectivity| {
            searched(&mut tracked(&case, &evaluation), quick(&evaluation), (4, Some(selectivity)))
        });
        all += full.1.nodes;
        some += reduced.1.nodes;
        near += i32::from((full.0 - reduced.0).0.abs() <= 60);
    }
    println!("{some} of {all} nodes, {near} of 8 values within 60");
    assert!(some < all && near >= 5, "{some} of {all} nodes, {near} of 8 values");
}

fn quick(evaluation: &Evaluation) -> TrackedEvaluation {
    TrackedEvaluation::with(evaluation)
}

/// The world of a position, evaluated move by move.
fn tracked(case: &Case, evaluation: &Evaluation) -> Tracked {
    let tables = Arc::new(FeatureTables::new(evaluation, case.world.net()));
    Tracked::by_features(case.world.clone(), tables)
}
