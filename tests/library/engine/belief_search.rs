//! Searches of positions under uncertainty.

use crate::support::cases::{ALL, Case};
use junqi::game::belief::BeliefPosition;
use junqi::game::rules::{Outcome, PieceId, Team};
use junqi::gametree::position::{Bits, Evaluate, Node, Position, Side, Uncertain};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Certain, Context, Limit, Meter, PathEntropy, Plies, ValueInterval, alpha_beta, expectimax,
    minimax, star2,
};

/// Expected material, in centi-pieces.
struct Material;

impl Evaluate<BeliefPosition> for Material {
    type Value = Score;

    fn evaluate(&mut self, position: &BeliefPosition) -> Score {
        let sign = |team| if team == Team::First { 1.0 } else { -1.0 };
        let mut sum = match position.outcome() {
            Some(Outcome::Win(team)) => 1e5 * sign(team),
            _ => 0.0,
        };
        for (piece, _) in position.pieces() {
            let row = position.marginal(piece).iter().zip((0..12).rev());
            let worth: f64 = row.map(|(p, worth)| p * f64::from(10 * worth)).sum();
            sum += worth * sign(position.rules().team(piece.seat()));
        }
        Score((if position.side() == Side::Max { sum } else { -sum }).round() as i64)
    }
}

#[test]
fn searches_agree_on_it() {
    for seed in 0..12 {
        let case = Case::new(seed, 120, &ALL[..2]);
        let mut position = case.position();
        let depth = if seed < 3 { 3 } else { 2 };
        let key = position.key();
        let plain =
            alpha_beta(&mut Context::new(Material, Plies(depth)), &mut position, Window::FULL);
        let least = minimax(&mut Context::new(Material, Plies(depth)), &mut position);
        assert_eq!(plain.value, least.value, "{}", case.place);
        let most = position.average_entropy().0;
        for threshold in [f64::INFINITY, 0.0, most * 1.5, most * 0.5] {
            let ends = PathEntropy::new(Bits(threshold), depth);
            let value =
                alpha_beta(&mut Context::new(Material, ends), &mut position, Window::FULL).value;
            assert_eq!(value, minimax(&mut Context::new(Material, ends), &mut position).value);
            let mut certain = Context::new(Material, ends).with_order(Certain::default());
            assert_eq!(value, alpha_beta(&mut certain, &mut position, Window::FULL).value);
            if threshold.is_infinite() {
                assert_eq!(value, plain.value, "{}", case.place);
            }
        }
        assert_eq!(position.key(), key);
    }
}

/// The same value, scaled to the range from -1 to 1.
struct Chances;

impl Evaluate<BeliefPosition> for Chances {
    type Value = f64;

    fn evaluate(&mut self, position: &BeliefPosition) -> f64 {
        (Material.evaluate(position).0 as f64 / 3000.0).tanh()
    }
}

#[test]
fn searches_that_average_agree_on_it() {
    let mut counts = [0; 4];
    for seed in 0..16 {
        let case = Case::new(seed, 150, &ALL);
        let mut position = case.position();
        let (key, mut values) = (position.key(), vec![]);
        for (number, count) in counts.iter_mut().enumerate() {
            let meter = Meter::new(Limit::default());
            let mut cx = Context::new(Chances, Plies(2)).with_observer(meter);
            let answer = match number {
                0 => expectimax(&mut cx, &mut position),
                n => star2(&mut cx, &mut position, Window::FULL, ValueInterval::CENTRED, n - 1),
            };
            assert_eq!(position.key(), key, "{}", case.place);
            values.push(answer.value.unwrap());
            *count += cx.observer.visits.leaves;
        }
        let near = values.iter().all(|value| (value - values[0]).abs() < 1e-9);
        assert!(near, "{values:?}: {}", case.place);
    }
    println!("leaves of expectimax, and with 0, 1, 2 probes: {counts:?}");
    assert!(counts[1] < counts[0] / 2 && counts[2] <= counts[1], "{counts:?}");
}

/// The entropy of a move is the average entropy after it; that is the mean over enemy pieces.
#[test]
fn the_entropy_of_a_move_is_that_of_what_it_leads_to() {
    for seed in 0..24 {
        let case = Case::new(seed, 150, &ALL);
        let mut position = case.position();
        let enemy = |p: &PieceId| {
            let rules = position.rules();
            rules.team(p.seat()) != rules.team(case.observer) && position.kind(*p).is_none()
        };
        let unsure: Vec<f64> = position
            .pieces()
            .map(|(p, _)| p)
            .filter(enemy)
            .map(|p| junqi::game::belief::entropy(position.marginal(p)).0)
            .collect();
        let mean = unsure.iter().sum::<f64>() / unsure.len().max(1) as f64;
        assert!((position.average_entropy().0 - mean).abs() < 1e-12, "{}", case.place);
        for mv in position.moves() {
            let expected = position.entropy(mv);
            let undo = position.make(mv);
            assert_eq!(expected, position.average_entropy(), "{}", case.place);
            position.unmake(mv, undo);
        }
    }
}
