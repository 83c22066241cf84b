//! Beliefs: exact posteriors against brute force, invariants of marginals and samples.

use crate::support::{all, often};
use junqi::base::random;
use junqi::game::belief::{
    Belief, Evidence, Mixture, Observation, Posterior, PosteriorRequest, SeenPiece, View,
    Visibility,
};
use junqi::game::board::{ArmShape, Board, Seat};
use junqi::game::rules::{ARMY, Army, Event, Kind, PIECES, PieceId, Point, Rules, Setup, World};
use junqi::research::learn::{GameScore, OpenGame, ScoreSummary, Scoring};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, rngs::ChaCha8Rng};
use rayon::prelude::*;
use std::cell::Cell;
use std::ops::Range;

/// A small army on some points of an arm: kinds that the points allow, with a flag.
fn small_army(size: usize, rng: &mut impl Rng) -> Vec<(Point, Kind)> {
    loop {
        let mut pool: Vec<Kind> = Army::full().iter().filter(|&k| k != Kind::Flag).collect();
        pool.shuffle(rng);
        let mut points: Vec<Point> = ArmShape::standard().posts().collect();
        points.shuffle(rng);
        let kinds = [Kind::Flag].into_iter().chain(pool).take(size);
        let placed: Vec<(Point, Kind)> = points.into_iter().zip(kinds).collect();
        let lawful = placed.iter().all(|&(p, k)| p.allows(k));
        let mobile = placed.iter().any(|p| p.1.is_mobile() && !p.0.is_headquarters());
        if lawful && mobile {
            return placed;
        }
    }
}

type Armies = [Vec<(Point, Kind)>; 4];

fn world(armies: &Armies, rules: Rules) -> World {
    let board = Board::siguo();
    let mut setup = Setup::start(board, rules, &[None; 4], Seat::South);
    for seat in rules.seats().iter() {
        let arm = board.arm(seat).unwrap();
        let own = &armies[seat.index()];
        setup.pieces.extend(own.iter().map(|&(p, kind)| (seat, kind, arm[p.index()])));
    }
    World::lenient(&setup).unwrap()
}

/// The view of a start in which the pieces of some seats are hidden.
fn view(world: &World, armies: &Armies, hidden: &[Seat]) -> View {
    let mut view = View::truth(world);
    for (seat, seen, _) in &mut view.pieces {
        if hidden.contains(seat) {
            *seen = SeenPiece::Hidden;
        }
    }
    for &seat in hidden {
        view.pools[seat.index()] = armies[seat.index()].iter().map(|p| p.1).collect();
    }
    view
}

/// All assignments of a seat's kinds to its points.
fn arrangements(army: &[(Point, Kind)]) -> Vec<Vec<(Point, Kind)>> {
    fn deepen(
        points: &[Point],
        pool: Army,
        so_far: &mut Vec<(Point, Kind)>,
        all: &mut Vec<Vec<(Point, Kind)>>,
    ) {
        let Some((&point, rest)) = points.split_first() else { return all.push(so_far.clone()) };
        for kind in Kind::ALL.into_iter().filter(|&k| point.allows(k)) {
            let mut pool = pool;
            if pool.take(kind) {
                so_far.push((point, kind));
                deepen(rest, pool, so_far, all);
                so_far.pop();
            }
        }
    }
    let mut all = vec![];
    let points: Vec<Point> = army.iter().map(|p| p.0).collect();
    deepen(&points, army.iter().map(|p| p.1).collect(), &mut vec![], &mut all);
    all
}

fn random_events(world: &World, plies: usize, rng: &mut impl Rng) -> Vec<Event> {
    let mut world = world.clone();
    let mut events = vec![];
    while events.len() < plies && world.outcome().is_none() {
        let moves: Vec<_> = world.moves().collect();
        let fights: Vec<_> = moves.iter().filter(|m| world.piece_at(m.to).is_some()).collect();
        let event = match (rng.random_range(0..40), moves.choose(rng), fights.choose(rng)) {
            (0, ..) | (_, None, _) => world.time_out(),
            (1, ..) => world.resign(world.turn()),
            (2..20, _, Some(mv)) => Some(world.play(**mv).unwrap()),
            (_, Some(mv), _) => Some(world.play(*mv).unwrap()),
        };
        events.extend(event);
    }
    events
}

/// The kinds of a world's pieces, by index.
fn kinds(world: &World) -> [Kind; PIECES] {
    let mut kinds = [Kind::Flag; PIECES];
    world.pieces().for_each(|(piece, _)| kinds[piece.index()] = world.kind(piece));
    kinds
}

/// Tallies and counts the assignments that lead to exactly these events; calls `each` with every assignment, by
/// piece, and whether it does.
fn brute_force(
    armies: &Armies,
    rules: Rules,
    (hidden, events): (&[Seat], &[Event]),
    mut each: impl FnMut(&[Kind; PIECES], bool),
) -> (Vec<[f64; 12]>, f64) {
    let mut tally = vec![[0.0; 12]; 4 * ARMY];
    let mut count = 0.0;
    let lists: Vec<Vec<Vec<(Point, Kind)>>> =
        hidden.iter().map(|s| arrangements(&armies[s.index()])).collect();
    let all: usize = lists.iter().map(Vec::len).product();
    for mut number in 0..all {
        let mut candidate = armies.clone();
        for (seat, list) in hidden.iter().zip(&lists) {
            candidate[seat.index()].clone_from(&list[number % list.len()]);
            number /= list.len();
        }
        let first = world(&candidate, rules);
        let mut after = first.clone();
        let leads = events.iter().all(|e| junqi::game::format::follow(&mut after, e).is_ok());
        let kinds = kinds(&first);
        each(&kinds, leads);
        if leads {
            count += 1.0;
            for (piece, _) in first.pieces() {
                tally[piece.index()][first.kind(piece).index()] += 1.0;
            }
        }
    }
    (tally, count)
}

#[test]
fn posteriors_of_small_games_equal_brute_force() {
    let (mut compared, mut related) = (0, 0);
    let games = often(400);
    for seed in 0..games {
        let mut rng = random::stream(seed, &[4]);
        let rules = crate::support::some_rules(seed);
        let size = rng.random_range(3..6);
        let armies: Armies = Seat::ALL.map(|_| small_army(size, &mut rng));
        let first = world(&armies, rules);
        let mut seats: Vec<Seat> = rules.seats().iter().collect();
        seats.shuffle(&mut rng);
        let hidden = &seats[..seats.len().min(rng.random_range(1..4))];
        let plies = rng.random_range(0..60);
        let events = random_events(&first, plies, &mut rng);
        let mut evidence = Evidence::new(&view(&first, &armies, hidden)).unwrap();
        for event in &events {
            evidence.learn(event);
        }
        let posterior = Posterior::new(&evidence, &Mixture::counting(), seed);
        let mut surprises = [(f64::INFINITY, 0.0_f64); 2]; // lowest and highest, by consistency
        let (tally, count) = brute_force(&armies, rules, (hidden, &events), |kinds, leads| {
            let bits = posterior.bits(kinds).unwrap();
            let (lowest, highest) = &mut surprises[usize::from(leads)];
            (*lowest, *highest) = (lowest.min(bits), highest.max(bits));
        });
        let [impossible, (lowest, highest)] = surprises;
        assert!(impossible.0 == f64::INFINITY, "seed {seed}, {rules}: {impossible:?}");
        for bits in [lowest, highest] {
            assert!((bits - count.log2()).abs() < 1e-6, "seed {seed}, {rules}: {bits} of {count}");
        }
        related += u64::from(!evidence.hidden_fights().is_empty());
        let scale = (ArmShape::standard().deployments() as f64).powi(hidden.len() as i32);
        let total = posterior.total().unwrap() * scale;
        assert!((total / count - 1.0).abs() < 1e-9, "seed {seed}, {rules}: {total} {count}");
        for (piece, _) in first.pieces() {
            let mut kinds = kinds(&first);
            kinds[piece.index()] = Kind::ALL[(first.kind(piece).index() + 1) % 12];
            assert_eq!(posterior.bits(&kinds), Some(f64::INFINITY), "no such army");
            let expected = tally[piece.index()].map(|n| n / count);
            let found = posterior.marginal(piece);
            for kind in Kind::ALL.map(Kind::index) {
                assert!(
                    (found[kind] - expected[kind]).abs() < 1e-9,
                    "seed {seed}, {rules}: {piece:?} {found:?} {expected:?}"
                );
            }
        }
        compared += 1;
    }
    let expected = if all() { 40 } else { 5 };
    assert!(compared == games && related > expected, "too few hidden fights: {related}");
}

/// Marginals sum to 1 by piece and to the army by kind, whether counted or sampled, and every
/// sample is a world that leads to the same events and looks the same.
#[test]
fn marginals_sum_up_and_samples_are_consistent() {
    let (mut counted, mut sampled) = (0, 0);
    for seed in 0..60_u64 {
        let mut rng = random::stream(seed, &[5]);
        let rules = crate::support::some_rules(seed);
        let first = crate::support::start(seed, rules);
        let plies = rng.random_range(0..260);
        let events = random_events(&first, plies, &mut rng);
        let seats: Vec<Seat> = rules.seats().iter().collect();
        let observer = *seats.choose(&mut rng).unwrap();
        let visibility = [Visibility::FourDark, Visibility::DoubleOpen][rng.random_range(0..2)];
        let seen = |world: &World| Observation::new(world, observer, visibility).view();
        let mut evidence = Evidence::new(&seen(&first)).unwrap();
        let mut last = first.clone();
        for event in &events {
            evidence.learn(event);
            junqi::game::format::follow(&mut last, event).unwrap();
        }
        let posterior = Posterior::new(&evidence, &Mixture::counting(), seed);
        *if posterior.error().is_some() { &mut sampled } else { &mut counted } += 1;
        for seat in rules.seats().iter() {
            let marginals = posterior.marginals(seat);
            for (number, row) in marginals.iter().enumerate() {
                let sum: f64 = row.iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "seed {seed}: {seat} {number} {row:?}");
            }
            for kind in Kind::ALL {
                let sum: f64 = marginals.iter().map(|row| row[kind.index()]).sum();
                let army = kind.count() as f64;
                assert!((sum - army).abs() < 1e-9, "seed {seed}: {seat} {kind} {sum}");
            }
        }
        for _ in 0..20 {
            let kinds = posterior.sample(&mut rng).unwrap();
            let mut twin = Observation::new(&first, observer, visibility).world_with(&kinds);
            assert_eq!(seen(&twin), seen(&first), "seed {seed}");
            assert_eq!(
                twin.key_from_scratch(),
                junqi::gametree::position::Node::key(&twin),
                "seed {seed}"
            );
            for event in &events {
                junqi::game::format::follow(&mut twin, event)
                    .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            }
            let direct = Observation::new(&last, observer, visibility).world_with(&kinds);
            assert_eq!(View::truth(&twin), View::truth(&direct), "seed {seed}");
        }
    }
    assert!(counted > 10 && sampled > 5, "counted {counted}, sampled {sampled}");
}

/// The belief of a seat after a random number of random events, and the random numbers to go on with.
fn learned(seed: u64, stream: u64, plies: Range<usize>) -> (Belief, ChaCha8Rng) {
    let mut rng = random::stream(seed, &[stream]);
    let first = crate::support::start(seed, Rules::default());
    let view = Observation::new(&first, Seat::East, Visibility::FourDark).view();
    let mut belief = Belief::new(&view, Mixture::counting().into()).unwrap();
    let plies = rng.random_range(plies);
    for event in random_events(&first, plies, &mut rng) {
        belief.learn(&event);
    }
    (belief, rng)
}

/// Where there is no time marginals are estimated: near those counted, the same for a seed.
#[test]
fn marginals_without_time_are_near_the_counted_ones() {
    let mut compared = 0;
    for seed in 0..30_u64 {
        let (mut belief, _) = learned(seed, 6, 0..200);
        let mut with_looks = |most: usize| {
            let looks = Cell::new(0);
            let time_used = || {
                looks.set(looks.get() + 1);
                if looks.get() >= most { PosteriorRequest::SAMPLING_ENDS } else { 0.0 }
            };
            let request =
                PosteriorRequest { time_used: &time_used, ..PosteriorRequest::full(seed) };
            let posterior = belief.posterior_with(request);
            (posterior, looks.get())
        };
        // The second time nothing is counted again, so that no look is asked for before.
        let [_, (counted, looks)] = [(); 2].map(|()| with_looks(usize::MAX));
        if counted.error().is_none() {
            continue;
        }
        let [(hurried, _), (again, _)] = [(); 2].map(|()| with_looks(looks));
        for seat in Seat::ALL {
            assert_eq!(hurried.marginals(seat), again.marginals(seat), "seed {seed}");
            for (p, q) in counted.marginals(seat).iter().zip(hurried.marginals(seat)) {
                let near = |(p, q): (&f64, &f64)| (p - q).abs() < 0.2 && (*p > 0.0 || *q == 0.0);
                assert!(p.iter().zip(q).all(near), "seed {seed}: {p:?} and {q:?}");
                assert!((q.iter().sum::<f64>() - 1.0).abs() < 1e-9, "seed {seed}: {q:?}");
            }
            compared += usize::from(hurried.marginals(seat) != counted.marginals(seat));
        }
    }
    assert!(compared > 10, "{compared} seats");
}

/// Where there is no time to count, marginals still have the sums of the inventory, exclude what the evidence
/// excludes, and are near those counted.
#[test]
fn marginals_that_are_never_counted_are_near_the_counted_ones() {
    let (mut distance, mut pieces) = (0.0, 0.0);
    for seed in 0..30_u64 {
        let (mut belief, mut rng) = learned(seed, 7, 0..150);
        let late = PosteriorRequest {
            time_used: &|| PosteriorRequest::COUNTING_ENDS,
            ..PosteriorRequest::full(seed)
        };
        let guessed = belief.posterior_with(late);
        assert!(!guessed.is_consistent() && guessed.sample(&mut rng).is_none(), "seed {seed}");
        let counted = belief.posterior(seed);
        for seat in belief.evidence().hidden().iter() {
            for kind in Kind::ALL {
                let sum = |all: &Posterior| -> f64 {
                    all.marginals(seat).iter().map(|row| row[kind.index()]).sum()
                };
                let (is, should) = (sum(&guessed), sum(&counted));
                assert!((is - should).abs() < 1e-3, "seed {seed}: {seat} {kind} {is} {should}");
            }
            for piece in belief.evidence().pieces(seat) {
                let (guess, count) = (guessed.marginal(piece), counted.marginal(piece));
                for kind in Kind::ALL.into_iter().filter(|k| guess[k.index()] > 0.0) {
                    assert!(
                        belief.evidence().may_be(piece).contains(kind),
                        "seed {seed}: {piece:?}"
                    );
                }
                distance += guess.iter().zip(count).map(|(g, c)| (g - c).abs() / 2.0).sum::<f64>();
                pieces += 1.0;
            }
        }
    }
    let distance = distance / pieces;
    println!("total variation distance {distance:.4}");
    assert!(distance < 0.06, "total variation distance {distance}");
}

/// Evidence never excludes the truth, in any recorded game, after any move, for any seat.
#[test]
fn the_truth_of_recorded_games_is_never_excluded() {
    let Some(games) = crate::support::games() else { return };
    assert!(games.len() > 2000, "found {} games", games.len());
    let every = if all() { 1 } else { 10 };
    games.par_iter().step_by(every).for_each(|game| {
        let truth = std::array::from_fn(|i| {
            game.start.kind(PieceId::new(Seat::from_index(i / ARMY), i % ARMY))
        });
        for observer in game.start.rules().seats().iter() {
            for visibility in [Visibility::FourDark, Visibility::DoubleOpen] {
                let view = Observation::new(&game.start, observer, visibility).view();
                let mut evidence = Evidence::new(&view).unwrap();
                for event in &game.events {
                    evidence.learn(event);
                    let ply = evidence.public_state().ply();
                    assert!(evidence.allows(&truth), "{}, ply {ply}, {observer}", game.name);
                }
            }
        }
    });
}

fn score(every: usize, at: &[u32], visibility: Visibility) {
    let Some(games) = crate::support::games() else { return };
    let model = junqi::engine::data::human_model();
    let behaviour = model.behaviour_model().unwrap();
    let mixture = Mixture::only("people", model.prior().unwrap(), Some(behaviour.into()));
    let scoring = Scoring {
        mixture: mixture.into(),
        visibility,
        observers: Seat::ALL.into_iter().collect(),
        at: at.to_vec(),
        seed: 1,
    };
    let chosen: Vec<&OpenGame> = games.iter().step_by(every).collect();
    let scores: Vec<GameScore> = chosen
        .par_iter()
        .map(|game| scoring.game(game).unwrap_or_else(|e| panic!("{e}")))
        .collect();
    let summary = ScoreSummary::new(at, &scores);
    for score in &summary.plies {
        let Some(bits) = score.bits else { continue };
        assert!((1.5..2.9).contains(&bits), "ply {}: {bits} bits", score.ply);
    }
    assert!((48.0..52.0).contains(&summary.joint_bits.unwrap()), "{:?}", summary.joint_bits);
}

/// The truth never has probability 0 in a learned posterior, counted or sampled.
#[test]
fn learned_posteriors_leave_the_truth_possible() {
    let fewer = if all() { 1 } else { 4 };
    score(fewer * 120, &[0, 60, 120], Visibility::FourDark);
    score(fewer * 60, &[40, 100], Visibility::DoubleOpen);
}

/// The same test for every game, in steps of ten moves.
#[test]
#[ignore = "hours: CONTRIBUTING.md"]
fn learned_posteriors_leave_the_truth_possible_everywhere() {
    let at: Vec<u32> = (0..400).step_by(10).collect();
    for visibility in [Visibility::FourDark, Visibility::DoubleOpen, Visibility::AllOpen] {
        score(1, &at, visibility);
    }
}

/// Evidence that begins in the middle of a game, with pools of hidden kinds, never excludes the truth
/// either, and marginals sum to the pools.
#[test]
fn beliefs_from_the_middle_of_a_game_leave_the_truth_possible() {
    for seed in 0..60_u64 {
        let mut rng = random::stream(seed, &[6]);
        let rules = crate::support::some_rules(seed);
        let mut world = crate::support::start(seed, rules);
        let joined = rng.random_range(1..120);
        for event in random_events(&world.clone(), joined, &mut rng) {
            junqi::game::format::follow(&mut world, &event).unwrap();
        }
        if world.outcome().is_some() {
            continue;
        }
        let seats: Vec<Seat> = world.alive().iter().collect();
        let observer = *seats.choose(&mut rng).unwrap();
        let text = Observation::new(&world, observer, Visibility::DoubleOpen).view().to_string();
        let view = junqi::game::format::parse_jfen(&text, 1, Board::siguo()).unwrap();
        let setup = View::truth(&world).setup().unwrap();
        let mut twin = World::lenient(&setup).unwrap();
        let kinds: Vec<(PieceId, Kind)> = twin.pieces().map(|(p, _)| (p, twin.kind(p))).collect();
        let mut evidence = Evidence::new(&view).unwrap();
        for event in random_events(&twin.clone(), rng.random_range(0..80), &mut rng) {
            junqi::game::format::follow(&mut twin, &event).unwrap();
            evidence.learn(&event);
            for &(piece, kind) in &kinds {
                assert!(evidence.may_be(piece).contains(kind), "seed {seed}: {piece:?} {kind}");
            }
        }
        let posterior = Posterior::new(&evidence, &Mixture::counting(), seed);
        assert!(posterior.is_consistent(), "seed {seed}");
        for &(piece, kind) in &kinds {
            assert!(posterior.marginal(piece)[kind.index()] > 0.0, "seed {seed}: {piece:?}");
        }
        for seat in rules.seats().iter() {
            for kind in Kind::ALL {
                let sum: f64 = posterior.marginals(seat).iter().map(|row| row[kind.index()]).sum();
                let army = evidence.army(seat).count(kind) as f64;
                assert!((sum - army).abs() < 1e-9, "seed {seed}: {seat} {kind} {sum} {army}");
            }
        }
    }
}

/// Events that no assignment explains are reported as inconsistent.
#[test]
fn contradictions_are_reported() {
    for line in [
        "1N?3/5/5/5/1N?3/Nx4/15/12/15/12/15/Sa4/5/5/5/5/1Sq3 S SN - 2 3 N:mq S mode=1v1",
        "5/5/5/1Nq3/5/Na4/15/12/15/12/15/Sa4/5/5/5/5/1Sq3 S SN - 0 0 - - mode=1v1",
        "1N?3/5/5/1N?1N?1/2N?2/5/15/12/15/12/15/Sa4/5/5/5/5/1Sq3 S SN - 2 3 N:abmm S mode=1v1",
    ] {
        let Ok(view) = junqi::game::format::parse_jfen(line, 1, Board::siguo()) else { continue };
        let Ok(evidence) = Evidence::new(&view) else { continue };
        let posterior = Posterior::new(&evidence, &Mixture::counting(), 1);
        let mut rng = random::stream(1, &[]);
        assert_eq!(posterior.sample(&mut rng).is_some(), posterior.is_consistent(), "{line}");
    }
    // The events of one game, learned from the start of another, under other rules.
    for seed in 0..200_u64 {
        let mut rng = random::stream(seed, &[7]);
        let (rules, others) =
            (crate::support::some_rules(seed), crate::support::some_rules(seed / 12));
        let first = crate::support::start(seed, rules);
        let plies = rng.random_range(0..200);
        let events = random_events(&crate::support::start(seed + 1, others), plies, &mut rng);
        let observer = rules.seats().iter().next().unwrap();
        let view = Observation::new(&first, observer, Visibility::FourDark).view();
        let mut belief = Belief::new(&view, Mixture::counting().into()).unwrap();
        for event in &events {
            belief.learn(event);
        }
        let posterior = belief.posterior(seed);
        assert_eq!(posterior.sample(&mut rng).is_some(), posterior.is_consistent(), "seed {seed}");
        for seat in rules.seats().iter() {
            let sum: f64 = posterior.marginals(seat).iter().flatten().sum();
            assert!(sum < 25.0 + 1e-9, "seed {seed}: {sum}");
        }
    }
    let line =
        "1N?3/5/5/1N?1N?1/2N?2/5/15/12/15/12/15/Sa4/5/5/5/5/1Sq3 S SN - 2 3 N:abmm S mode=1v1";
    let view = junqi::game::format::parse_jfen(line, 1, Board::siguo()).unwrap();
    let posterior = Posterior::new(&Evidence::new(&view).unwrap(), &Mixture::counting(), 1);
    assert!(!posterior.is_consistent());
}
