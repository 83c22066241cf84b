//! Quiescence, the order of play and lanes: searches over them have the value of minimax.

use crate::support::cases::{ALL, Case, pick};
use crate::support::worlds::set_up;
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::eval::{CorrectedBelief, Evaluation, ExpectedResult};
use junqi::game::board::{Board, CAPACITY, Seat};
use junqi::game::rules::{Move, World};
use junqi::gametree::position::{Evaluate, Indexed, MoveGain, Noisy, Position};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Context, FailLow, Hints, HistoryOrder, Horizon, Limit, Meter, NextBound, NodeCounter, Plies,
    Quiet, Tactical, Transposition, ValueInterval, alpha_beta, expectimax, iterative, minimax, mtd,
    pvs, star2,
};

fn evaluation(world: &World) -> Evaluation {
    Evaluation::of_world(world, &data::weights()).unwrap()
}

fn outlook(case: &Case) -> (Evaluation, CorrectedBelief) {
    let position = case.position();
    let evaluation = Evaluation::of_belief(&position, &data::weights()).unwrap();
    let outlook = CorrectedBelief::new(position, &evaluation);
    (evaluation, outlook)
}

type Playing<M> = Context<Evaluation, Quiet<Plies>, Tactical<Move>, M, NodeCounter>;

fn quiet<M>(evaluation: &Evaluation, (plies, quiet): (u32, u32), memory: M) -> Playing<M> {
    Context::new(evaluation.clone(), Quiet::new(Plies(plies), quiet))
        .with_order(Tactical::default())
        .with_memory(memory)
        .with_observer(NodeCounter::default())
}

fn none() -> Hints<Transposition<Move, Score>> {
    Hints(Transposition::with_bytes(1 << 12))
}

/// Every search over a horizon with quiescence has the value of minimax over it, whatever it
/// remembers of orders.
fn agree<P>(evaluation: &Evaluation, root: &P, place: &str)
where
    P: Position<Move = Move> + Noisy + Indexed + Clone + Send + Sync,
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    for plies in [(1, 0), (1, 2), (2, 1)] {
        let key = root.key();
        let mut position = root.clone();
        let truth = minimax(&mut quiet(evaluation, plies, none()), &mut position).value;
        let mut plain = quiet(evaluation, plies, none());
        assert_eq!(alpha_beta(&mut plain, &mut position, Window::FULL).value, truth, "{place}");
        for fail_low in [FailLow::Soft, FailLow::Hard] {
            let mut cx = quiet(evaluation, plies, none());
            assert_eq!(pvs(&mut cx, &mut position, Window::FULL, fail_low).value, truth, "{place}");
        }
        let table = Transposition::with_bytes(1 << 14);
        let mut cx = quiet(evaluation, plies, table);
        assert_eq!(
            mtd(&mut cx, &mut position, Score(17), NextBound::Bound).0.value,
            truth,
            "{place}"
        );
        assert_eq!(position.key(), key, "{place}");
    }
}

#[test]
fn quiescence_has_the_value_of_minimax() {
    for seed in 0..10 {
        let case = Case::new(seed, 150, &ALL);
        let (evaluation, root) = outlook(&case);
        agree(&evaluation, &root, &case.place);
        agree(&self::evaluation(&case.world), &case.world, &case.place);
    }
}

/// Where chance decides, too: Star1 and Star2 have the value of expectiminimax over it.
#[test]
fn searches_with_chance_agree_over_it() {
    for seed in 0..6 {
        let case = Case::new(seed, 150, &ALL);
        let (evaluation, mut root) = outlook(&case);
        let context = |plies| {
            Context::new(ExpectedResult(evaluation.clone()), Quiet::new(Plies(1), plies))
                .with_order(Tactical::default())
        };
        for plies in [1, 2] {
            let truth = expectimax(&mut context(plies), &mut root).value.unwrap();
            for probes in 0..3 {
                let mut cx = context(plies);
                let found = star2(&mut cx, &mut root, Window::FULL, ValueInterval::CENTRED, probes);
                let found = found.value.unwrap();
                assert!((found - truth).abs() < 1e-9, "{} {probes}: {found} {truth}", case.place);
            }
        }
    }
}

#[test]
fn without_plies_of_it_quiescence_changes_nothing() {
    for seed in 0..10 {
        let case = Case::new(seed, 150, &ALL);
        let (evaluation, mut root) = outlook(&case);
        let mut bare = Context::new(evaluation.clone(), Plies(2))
            .with_order(Tactical::default())
            .with_observer(NodeCounter::default());
        let mut extended = quiet(&evaluation, (2, 0), none());
        let value = alpha_beta(&mut bare, &mut root, Window::FULL).value;
        assert_eq!(alpha_beta(&mut extended, &mut root, Window::FULL).value, value);
        assert_eq!(bare.observer.nodes, extended.observer.nodes, "{}", case.place);
    }
}

/// The horizon effect: a company stands on the railway with its commander behind it. One ply sees
/// it fall; the division that takes it is lost at the next.
#[test]
fn quiescence_sees_the_second_half_of_a_trade() {
    let mut world = set_up("Scg6 Sqh1 Ngg9 Nag12 Nqj17", Seat::South);
    let evaluation = evaluation(&world);
    let take = Move::parse("g6g9", Board::siguo()).unwrap();
    let chosen = |plies: u32, world: &mut World| {
        let meter = Meter::new(Limit::default());
        let mut cx = quiet(&evaluation, (1, plies), none()).with_observer(meter);
        alpha_beta(&mut cx, world, Window::FULL).line[0]
    };
    assert_eq!(chosen(0, &mut world), take, "the horizon cuts the trade in two");
    assert_ne!(chosen(4, &mut world), take);
    // Two plies of the ordinary search see it as well.
    let meter = Meter::new(Limit::default());
    let mut cx = quiet(&evaluation, (2, 0), none()).with_observer(meter);
    assert_ne!(alpha_beta(&mut cx, &mut world, Window::FULL).line[0], take);
}

/// A flag with an enemy beside it has to be saved before anything else counts.
#[test]
fn a_flag_under_attack_is_no_quiet_position() {
    let text = "Shk6 Sqh1 Sch3 Nag12 Nqj17";
    assert!(!set_up(&format!("{text} Ngk9"), Seat::South).must_respond());
    let attacked = set_up(&format!("{text} Ngg1"), Seat::South);
    assert!(attacked.must_respond());
    assert!(!set_up(&format!("{text} Ngg1"), Seat::North).must_respond());
    let horizon = Quiet::new(Plies(0), 3);
    let path = Horizon::<World, Score>::root(&horizon);
    assert!(!Horizon::<World, Score>::may_stand_pat(&horizon, &attacked, path));
    let mut all = vec![];
    Horizon::<World, Score>::list(&horizon, &attacked, path, &mut all);
    assert_eq!(all.len(), attacked.count_moves());
}

/// Where a flag is attacked the answer to it does not count, so depth 1 is a search of two plies.
#[test]
fn a_flag_under_attack_extends_the_search() {
    let text = "Shk6 Sqh1 Sch3 Nag12 Nqj17";
    for (attacker, extended) in [("Ngg1", 2), ("Ngk9", 1)] {
        let mut world = set_up(&format!("{text} {attacker}"), Seat::South);
        let evaluation = evaluation(&world);
        for plies in 0..4 {
            let mut of = |depth, extensions| {
                let mut cx = quiet(&evaluation, (depth, plies), none());
                cx.horizon.extensions = extensions;
                let truth = minimax(&mut cx, &mut world).value;
                let nodes = cx.observer.nodes;
                let found = pvs(&mut cx, &mut world, Window::FULL, FailLow::Soft).value;
                assert_eq!(found, truth, "{attacker}, depth {depth}, quiescence {plies}");
                (truth, nodes)
            };
            assert_eq!(of(1, 1), of(extended, 0), "{attacker}, quiescence {plies}");
        }
    }
}

#[test]
fn noisy_moves_are_the_fights() {
    for seed in 0..20 {
        let mut world = crate::support::start(seed, crate::support::some_rules(seed));
        let mut rng = random::stream(seed, &[3]);
        while world.outcome().is_none() && world.ply() < 300 {
            let fights: Vec<Move> =
                world.moves().filter(|m| world.piece_at(m.to).is_some()).collect();
            let mut noisy: Vec<Move> = world.noisy_moves().collect();
            let mut expected = fights.clone();
            noisy.sort();
            expected.sort();
            assert_eq!(noisy, expected, "seed {seed}, ply {}", world.ply());
            assert!(world.moves().all(|m| world.index(m) < CAPACITY * CAPACITY));
            let Some(mv) = pick(&world, &mut rng, |m| fights.contains(&m)) else { break };
            world.make(mv);
        }
    }
}

#[test]
fn deepening_with_a_table_finds_what_a_plain_search_finds() {
    let mut nodes = [0, 0];
    for seed in 0..8 {
        let case = Case::new(seed, 150, &ALL);
        let evaluation = evaluation(&case.world);
        let mut world = case.world.clone();
        let mut cx = quiet(&evaluation, (1, 2), Transposition::with_bytes(1 << 20));
        let search = |cx: &mut _, p: &mut _, _| pvs(cx, p, Window::FULL, FailLow::Soft);
        let answer = iterative(&mut cx, &mut world, 3, search, |_, _| ());
        let mut plain = Context::new(evaluation, Quiet::new(Plies(3), 2))
            .with_order(HistoryOrder::default())
            .with_observer(NodeCounter::default());
        let value = alpha_beta(&mut plain, &mut world, Window::FULL).value;
        assert_eq!(answer.value, value, "{}", case.place);
        nodes[0] += cx.observer.nodes;
        nodes[1] += plain.observer.nodes;
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}
