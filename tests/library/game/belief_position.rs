//! Belief positions: invariants of the node, its outcomes and its marginals.

use crate::support::cases::{ALL, Case, pick};
use junqi::base::random;
use junqi::game::belief::{BeliefPosition, FightOutcome, Visibility};
use junqi::game::board::Seat;
use junqi::game::rules::{ARMY, BombVsFlag, Kind, Move, PieceId, clash, perft};
use junqi::gametree::position::{Bits, Chance, Node, Position, Uncertain};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Tolerance of row and column sums of marginals.
const TOLERANCE: f64 = 1e-6;

fn pieces() -> impl Iterator<Item = PieceId> {
    Seat::ALL.into_iter().flat_map(|seat| (0..ARMY).map(move |n| PieceId::new(seat, n)))
}

/// Everything that a position returns, bit for bit.
fn everything(p: &BeliefPosition) -> impl PartialEq + std::fmt::Debug + use<> {
    let bits = |piece| p.marginal(piece).map(f64::to_bits);
    let state = |piece| (bits(piece), p.piece_entropy(piece).0.to_bits(), p.kind(piece));
    (
        (p.key(), p.side(), p.turn(), p.alive(), p.flags_shown(), p.quiet(), p.ply(), p.outcome()),
        p.moves().collect::<Vec<_>>(),
        p.pieces().collect::<Vec<_>>(),
        pieces().map(state).collect::<Vec<_>>(),
        p.average_entropy().0.to_bits(),
    )
}

/// The largest errors of row sums, and of column sums compared with the root.
fn error(position: &BeliefPosition, root: &BeliefPosition) -> f64 {
    let mut worst = 0.0_f64;
    for seat in Seat::ALL {
        let (mut now, mut then) = ([0.0; 12], [0.0; 12]);
        for piece in (0..ARMY).map(|n| PieceId::new(seat, n)) {
            let (row, before) = (position.marginal(piece), root.marginal(piece));
            assert!(row.iter().all(|p| (0.0..=1.0 + 1e-12).contains(p)), "{row:?}");
            worst = worst.max((row.iter().sum::<f64>() - before.iter().sum::<f64>()).abs());
            now.iter_mut().zip(row).for_each(|(sum, p)| *sum += p);
            then.iter_mut().zip(before).for_each(|(sum, p)| *sum += p);
        }
        let far = now.iter().zip(then).map(|(now, then)| (now - then).abs());
        worst = far.fold(worst, f64::max);
    }
    worst
}

/// Makes a move with a random outcome or its most likely one.
fn step(
    position: &mut BeliefPosition,
    mv: Move,
    rng: &mut impl Rng,
) -> <BeliefPosition as Node>::Undo {
    if rng.random() {
        return position.make(mv);
    }
    let outcomes: Vec<(FightOutcome, f64)> = position.outcomes(mv).collect();
    position.make_outcome(mv, outcomes.choose(rng).unwrap().0)
}

#[test]
fn moves_are_taken_back_to_the_last_bit_and_marginals_sum_up() {
    let (mut worst, mut fights, mut made) = (0.0_f64, 0, 0_u32);
    for seed in 0..72 {
        let case = Case::new(seed, 250, &ALL);
        let mut rng = random::stream(seed, &[12]);
        let root = case.position();
        let (mut position, mut way) = (root.clone(), vec![]);
        for _ in 0..40 {
            let here = everything(&position);
            for mv in position.moves() {
                let undo = step(&mut position, mv, &mut rng);
                worst = worst.max(error(&position, &root));
                position.unmake(mv, undo);
                made += 1;
            }
            assert_eq!(everything(&position), here, "{}", case.place);
            let target = |m: Move| position.piece_at(m.to).is_some();
            let Some(mv) = pick(&position, &mut rng, target) else { break };
            fights += u32::from(target(mv));
            let known: Vec<_> = pieces().filter(|&p| position.kind(p).is_some()).collect();
            let kinds: Vec<_> = known.iter().map(|&p| position.kind(p)).collect();
            let undo = step(&mut position, mv, &mut rng);
            let after: Vec<_> = known.iter().map(|&p| position.kind(p)).collect();
            assert_eq!(kinds, after, "{}: known pieces stay known", case.place);
            way.push((here, mv, undo));
        }
        for (here, mv, undo) in way.into_iter().rev() {
            position.unmake(mv, undo);
            assert_eq!(everything(&position), here, "{}", case.place);
        }
    }
    println!("{made} moves, {fights} fights on the way, largest error of a sum {worst:.1e}");
    assert!(fights > 300 && worst < TOLERANCE, "fights {fights}, error {worst:e}");
}

#[test]
fn outcomes_follow_from_the_two_marginals() {
    let mut fights = 0;
    for seed in 0..144 {
        let case = Case::new(seed, 150, &ALL);
        let position = case.position();
        let illegal = position.rules().bomb_vs_flag == BombVsFlag::Illegal;
        for mv in position.moves() {
            let outcomes: Vec<(FightOutcome, f64)> = position.outcomes(mv).collect();
            let sum: f64 = outcomes.iter().map(|f| f.1).sum();
            assert!(
                (sum - 1.0).abs() < 1e-12 && outcomes.iter().all(|f| f.1 > 0.0),
                "{outcomes:?}"
            );
            let (mover, target) = (position.piece_at(mv.from).unwrap(), position.piece_at(mv.to));
            let Some(target) = target else {
                assert_eq!(outcomes, [(FightOutcome::Quiet, 1.0)]);
                continue;
            };
            let straight = position.net().neighbours(mv.from).contains(mv.to)
                || position.net().slides(mv.from, mv.to, |s| position.piece_at(s).is_none());
            let mut expected = vec![];
            for (a, p) in Kind::ALL.into_iter().zip(position.marginal(mover)) {
                for (d, q) in Kind::ALL.into_iter().zip(position.marginal(target)) {
                    let barred = illegal && a == Kind::Bomb && d == Kind::Flag;
                    if a.is_mobile() && (straight || a == Kind::Engineer) && !barred && p * q > 0.0
                    {
                        let result = clash(a, d, position.rules().mine_on_hit);
                        let capture = d == Kind::Flag;
                        let outcome = if capture {
                            FightOutcome::Capture(result)
                        } else {
                            FightOutcome::Fight(result)
                        };
                        expected.push((outcome, p * q));
                    }
                }
            }
            let all: f64 = expected.iter().map(|e| e.1).sum();
            for (outcome, found) in &outcomes {
                let of =
                    expected.iter().filter(|e| e.0 == *outcome).map(|e| e.1).sum::<f64>() / all;
                assert!((found - of).abs() < 1e-12, "{}: {outcome:?} {found} {of}", case.place);
            }
            assert!(expected.iter().all(|e| outcomes.iter().any(|f| f.0 == e.0)), "{outcomes:?}");
            fights += 1;
        }
    }
    assert!(fights > 100, "{fights}");
}

/// Worlds that differ only in hidden kinds give the same position, before and after any moves.
#[test]
fn no_hidden_kind_matters() {
    let mut differing = 0;
    for seed in 0..36 {
        let case = Case::new(seed, 200, &ALL[..2]);
        let mut rng = random::stream(seed, &[13]);
        let kinds = case.posterior.sample(&mut rng).unwrap();
        let twin = case.observation(&case.world).world_with(&kinds);
        differing += u32::from(twin.key() != case.world.key());
        let mut one = case.position();
        let mut two = BeliefPosition::new(&case.observation(&twin), &case.posterior);
        for _ in 0..30 {
            assert_eq!(everything(&one), everything(&two), "{}", case.place);
            assert_eq!(format!("{one:?}"), format!("{two:?}"), "{}", case.place);
            let Some(mv) = pick(&one, &mut rng, |m| one.piece_at(m.to).is_some()) else { break };
            let outcomes: Vec<(FightOutcome, f64)> = one.outcomes(mv).collect();
            assert_eq!(outcomes, two.outcomes(mv).collect::<Vec<_>>(), "{}", case.place);
            assert_eq!(one.entropy(mv), two.entropy(mv), "{}", case.place);
            let (outcome, _) = *outcomes.choose(&mut rng).unwrap();
            one.make_outcome(mv, outcome);
            two.make_outcome(mv, outcome);
        }
    }
    assert!(differing > 30, "{differing}");
}

#[test]
fn with_open_cards_it_is_the_world() {
    for seed in 0..24 {
        let case = Case::new(seed, 200, &[Visibility::AllOpen]);
        let (mut position, mut world) = (case.position(), case.world.clone());
        let mut rng = random::stream(seed, &[14]);
        assert_eq!(nodes(&mut position, 2), perft(&mut world, 2), "{}", case.place);
        for _ in 0..100 {
            let target = |m: Move| world.piece_at(m.to).is_some();
            let Some(mv) = pick(&world, &mut rng, target) else { break };
            assert_eq!(position.outcomes(mv).count(), 1, "{}", case.place);
            assert_eq!(position.entropy(mv), Bits(0.0));
            world.make(mv);
            position.make(mv);
            assert_eq!(position.outcome(), world.outcome(), "{}", case.place);
            assert_eq!(position.alive(), world.alive(), "{}", case.place);
            assert_eq!(position.flags_shown(), world.flags_shown(), "{}", case.place);
            assert!(position.moves().eq(world.moves()), "{}", case.place);
            assert!(position.pieces().eq(world.pieces()), "{}", case.place);
        }
    }
}

fn nodes<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    for mv in position.moves() {
        let undo = position.make(mv);
        sum += nodes(position, depth - 1);
        position.unmake(mv, undo);
    }
    sum
}

/// The keys differ if two hidden pieces exchange stations, or first moves come in another order.
#[test]
fn keys_tell_hidden_pieces_and_facts_apart() {
    let mut keys = std::collections::HashMap::new();
    let mut met = 0;
    for seed in [0, 6, 7] {
        let case = Case::new(seed, 60, &ALL[..2]);
        let mut position = case.position();
        let mut rng = random::stream(seed, &[15]);
        for _ in 0..3000 {
            let mut way = vec![];
            for _ in 0..rng.random_range(1..6) {
                let target = |m: Move| position.piece_at(m.to).is_some();
                let Some(mv) = pick(&position, &mut rng, target) else { break };
                way.push((mv, step(&mut position, mv, &mut rng)));
            }
            let bits = pieces().map(|p| position.marginal(p).map(f64::to_bits));
            let node = (position.turn(), position.alive(), bits.collect::<Vec<_>>());
            let hidden = |p: &PieceId| position.kind(*p).is_none();
            let hidden: Vec<_> = position.pieces().filter(|(p, _)| hidden(p)).collect();
            let of_key =
                keys.entry(position.key()).or_insert_with(|| (node.clone(), hidden.clone()));
            assert_eq!(*of_key, (node, hidden), "{}", case.place);
            met += 1;
            for (mv, undo) in way.into_iter().rev() {
                position.unmake(mv, undo);
            }
        }
    }
    println!("{met} walks, {} nodes", keys.len());
    assert!(keys.len() < met, "no node was reached twice");
}
