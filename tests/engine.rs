//! Searches at the board: outlooks, quiescence, the engines and the seats that run them.

mod support;

use junqi::belief::{Belief, Information, Observation, Prior, Visibility};
use junqi::board::{Board, CAPACITY, Cell, Seat, SeatSet};
use junqi::clock::{Clock, WallClock};
use junqi::data;
use junqi::engine::{ENGINES, EngineKind, Task};
use junqi::eval::{Evaluation, Outlook};
use junqi::lab::Params;
use junqi::play::{Action, Budget, Deal, Lineup, Player, SEATS, SeatSpec, Series};
use junqi::position::{Evaluate, Indexed, Node, Noisy, Position, Promise};
use junqi::random;
use junqi::rules::{Kind, Mode, Move, Rules, Setup, World};
use junqi::score::{Score, Window};
use junqi::search::{
    Context, Count, Hints, History, Horizon, Limit, Meter, Next, Plies, Quiet, Tactical,
    Transposition, alpha_beta, for_max, iterative, minimax, mtd, pvs, split,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use support::scenes::{ALL, Scene, pick};

fn evaluation(world: &World) -> Evaluation {
    Evaluation::of_world(world, &data::weights()).unwrap()
}

fn outlook(scene: &Scene) -> (Evaluation, Outlook) {
    let position = scene.position();
    let evaluation = Evaluation::of_belief(&position, &data::weights()).unwrap();
    let outlook = Outlook::new(position, &evaluation);
    (evaluation, outlook)
}

type Playing<M> = Context<Evaluation, Quiet<Plies>, Tactical<Move>, M, Count>;

fn quiet<M>(evaluation: &Evaluation, (plies, quiet): (u32, u32), memory: M) -> Playing<M> {
    Context::new(evaluation.clone(), Quiet { ends: Plies(plies), plies: quiet })
        .with_order(Tactical::default())
        .with_memory(memory)
        .with_observer(Count::default())
}

fn none() -> Hints<Transposition<Move, Score>> {
    Hints(Transposition::with_bytes(1 << 12))
}

/// Every search over a horizon with quiescence has the value of minimax over it, whatever it
/// remembers of orders.
fn agree<P>(evaluation: &Evaluation, root: &P, place: &str)
where
    P: Position<Move = Move> + Noisy + Indexed + Clone + Send + Sync,
    Evaluation: Evaluate<P, Value = Score> + Promise<P>,
{
    for plies in [(1, 0), (1, 2), (2, 1)] {
        let key = root.key();
        let mut position = root.clone();
        let truth = minimax(&mut quiet(evaluation, plies, none()), &mut position).value;
        let mut plain = quiet(evaluation, plies, none());
        assert_eq!(alpha_beta(&mut plain, &mut position, Window::FULL).value, truth, "{place}");
        for clamp in [false, true] {
            let mut cx = quiet(evaluation, plies, none());
            assert_eq!(pvs(&mut cx, &mut position, Window::FULL, clamp).value, truth, "{place}");
        }
        let table = Transposition::with_bytes(1 << 14);
        let mut cx = quiet(evaluation, plies, table);
        assert_eq!(mtd(&mut cx, &mut position, Score(17), Next::Bound).0.value, truth, "{place}");
        for lanes in 1..4 {
            let lane = |_| quiet(evaluation, plies, none());
            let mut lanes: Vec<_> = (0..lanes).map(lane).collect();
            assert_eq!(split(&mut lanes, &mut position).value, truth, "{place}");
        }
        assert_eq!(position.key(), key, "{place}");
    }
}

#[test]
fn quiescence_has_the_value_of_minimax() {
    for seed in 0..10 {
        let scene = Scene::new(seed, 150, &ALL);
        let (evaluation, root) = outlook(&scene);
        agree(&evaluation, &root, &scene.place);
        agree(&self::evaluation(&scene.world), &scene.world, &scene.place);
    }
}

#[test]
fn without_plies_of_it_quiescence_changes_nothing() {
    for seed in 0..10 {
        let scene = Scene::new(seed, 150, &ALL);
        let (evaluation, mut root) = outlook(&scene);
        let mut bare = Context::new(evaluation.clone(), Plies(2))
            .with_order(Tactical::default())
            .with_observer(Count::default());
        let mut extended = quiet(&evaluation, (2, 0), none());
        let value = alpha_beta(&mut bare, &mut root, Window::FULL).value;
        assert_eq!(alpha_beta(&mut extended, &mut root, Window::FULL).value, value);
        assert_eq!(bare.observer.nodes, extended.observer.nodes, "{}", scene.place);
    }
}

fn set_up(text: &str, turn: Seat) -> World {
    let board = Board::siguo();
    let piece = |word: &str| {
        let seat = Seat::from_letter(word.chars().next()?)?;
        let kind = Kind::from_letter(word.chars().nth(1)?)?;
        let cell: Cell = word[2..].parse().ok()?;
        Some((seat, kind, board.station(cell)?))
    };
    let rules = Rules::default().with_mode(Mode::One);
    let setup = Setup {
        board,
        rules,
        pieces: text.split_whitespace().map(|word| piece(word).expect(word)).collect(),
        turn,
        alive: rules.seats(),
        flags_shown: SeatSet::default(),
        quiet: 0,
        ply: 0,
        gone: Default::default(),
    };
    World::lenient(&setup).unwrap()
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
    assert!(!set_up(&format!("{text} Ngk9"), Seat::South).is_pressed());
    let attacked = set_up(&format!("{text} Ngg1"), Seat::South);
    assert!(attacked.is_pressed());
    assert!(!set_up(&format!("{text} Ngg1"), Seat::North).is_pressed());
    let horizon = Quiet { ends: Plies(0), plies: 3 };
    let path = Horizon::<World, Score>::root(&horizon);
    assert!(!Horizon::<World, Score>::may_stand(&horizon, &attacked, path));
    let all = Horizon::<World, Score>::list(&horizon, &attacked, path).len();
    assert_eq!(all, attacked.count_moves());
}

/// One lane visits what PVS visits, and several find the same each time, however threads run.
#[test]
fn lanes_are_the_same_each_time() {
    for seed in 0..6 {
        let scene = Scene::new(seed, 150, &ALL);
        let (evaluation, mut root) = outlook(&scene);
        let context = || {
            let meter = Meter::new(Limit::default());
            quiet(&evaluation, (2, 2), none()).with_observer(meter)
        };
        let mut alone = context();
        let truth = pvs(&mut alone, &mut root, Window::FULL, false);
        let mut run = |count: usize| {
            let mut lanes: Vec<_> = (0..count).map(|_| context()).collect();
            let answer = split(&mut lanes, &mut root);
            let nodes: u64 = lanes.iter().map(|cx| cx.observer.visits.nodes).sum();
            (answer, nodes)
        };
        let (answer, nodes) = run(1);
        assert_eq!((&answer, nodes), (&truth, alone.observer.visits.nodes), "{}", scene.place);
        let first = run(3);
        assert_eq!(first.0.value, truth.value, "{}", scene.place);
        for _ in 0..3 {
            assert_eq!(run(3), first, "{}", scene.place);
        }
    }
}

#[test]
fn noisy_moves_are_the_fights() {
    for seed in 0..20 {
        let mut world = support::start(seed, support::some_rules(seed));
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
fn outlooks_are_restored_and_open_ones_have_no_luck() {
    for seed in 0..40 {
        let scene = Scene::new(seed, 150, &ALL);
        let (mut evaluation, root) = outlook(&scene);
        let mut rng = random::stream(seed, &[5]);
        let mut position = root.clone();
        let mut made = vec![];
        for _ in 0..6 {
            let fight = |m: Move| position.belief().piece_at(m.to).is_some();
            let Some(mv) = pick(&position, &mut rng, fight) else { break };
            made.push((mv, position.key(), position.luck(), position.make(mv)));
        }
        if scene.visibility == Visibility::AllOpen {
            assert_eq!(position.luck(), Score(0), "{}", scene.place);
        }
        for (mv, key, luck, undo) in made.into_iter().rev() {
            position.unmake(mv, undo);
            assert_eq!((position.key(), position.luck()), (key, luck), "{}", scene.place);
        }
        assert_eq!(
            Evaluate::<Outlook>::evaluate(&mut evaluation, &position),
            Evaluate::<Outlook>::evaluate(&mut evaluation, &root)
        );
    }
}

/// What a line brings is right on average: the luck of a fight is what its likeliest end brings beyond
/// the mean over all its ends, which is what the move promises, and the evaluation takes it off.
#[test]
fn luck_is_what_the_likeliest_end_brings_beyond_the_mean() {
    let mut lucky = 0;
    for seed in 0..30 {
        let scene = Scene::new(seed, 150, &ALL[..2]);
        let (mut evaluation, mut root) = outlook(&scene);
        for mv in root.moves().collect::<Vec<_>>() {
            let gains = evaluation.gains().clone();
            let target = root.belief().piece_at(mv.to);
            let stakes = target.map(|t| root.belief().stakes(mv, &gains[t.seat().index()]));
            let stakes = stakes.unwrap_or_default();
            let mean: f64 = stakes.iter().map(|(_, p, gain)| p * gain).sum();
            let most = stakes.iter().map(|(_, p, _)| *p).fold(0.0, f64::max);
            let likeliest = stakes.iter().find(|(_, p, _)| *p >= most).map_or(0.0, |s| s.2);
            let promise = evaluation.promise(&root, mv);
            assert_eq!(promise, target.map(|_| mean.round() as i64), "{}", scene.place);

            let (side, before) = (root.side(), root.luck());
            let undo = root.make(mv);
            let luck = for_max(side, root.luck() - before).0;
            assert_eq!(luck, (likeliest - mean).round() as i64, "{}", scene.place);
            if root.belief().outcome().is_none() {
                let value = for_max(root.side(), evaluation.evaluate(&root));
                let bare = Outlook::new(root.belief().clone(), &evaluation);
                let bare = for_max(root.side(), evaluation.evaluate(&bare));
                assert_eq!(value, bare - root.luck(), "{}", scene.place);
            }
            root.unmake(mv, undo);
            lucky += u64::from(luck != 0);
        }
    }
    assert!(lucky > 20, "{lucky}");
}

fn task(nodes: u64, over: &(dyn Fn() -> bool + Sync)) -> Task<'_> {
    Task {
        limit: Limit { nodes: Some(nodes), over: Some(over) },
        nodes,
        clock: None,
        depth: 3,
        quiet: 3,
        table: 1 << 16,
    }
}

#[test]
fn engines_answer_within_their_nodes_and_always_the_same() {
    let never = || false;
    for seed in 0..6 {
        let scene = Scene::new(seed, 200, &ALL[..2]);
        let (evaluation, root) = outlook(&scene);
        for kind in SEATS.iter().filter(|seat| EngineKind::find(seat.name).is_some()) {
            let engine = EngineKind::find(kind.name).unwrap();
            let params = Params::default();
            for nodes in [1, 50, 2000] {
                let think = || {
                    let engine = engine.with(&params, kind.params);
                    engine.think(&task(nodes, &never), &evaluation, &mut root.clone())
                };
                let thought = think();
                let place = format!("{} {nodes} {}", kind.name, scene.place);
                assert!(thought.visits.nodes <= nodes, "{place}: {:?}", thought.visits);
                assert_eq!(thought, think(), "{place}");
                if let Some(first) = thought.answer.line.first() {
                    assert!(root.moves().any(|m| m == *first), "{place}");
                    let mut position = root.clone();
                    for &mv in &thought.answer.line {
                        assert!(position.moves().any(|m| m == mv), "{place}");
                        position.make(mv);
                    }
                } else {
                    assert!(nodes < 2000, "{place}: no move");
                }
            }
        }
    }
}

/// A seat that is asked at the same moment of the same game answers the same, whatever stands in the
/// places it does not see.
#[test]
fn a_seat_s_choice_does_not_depend_on_what_it_cannot_know() {
    let clock = WallClock::default();
    let stop = AtomicBool::new(false);
    for (name, scene) in data::positions().into_iter().step_by(7) {
        let view = scene.history.start.clone();
        let mut belief = Belief::new(&view, Prior::uniform().into()).unwrap();
        scene.history.events.iter().for_each(|event| belief.learn(event));
        let posterior = belief.posterior(1);
        let known = scene.information().unwrap();
        let truth = |number| {
            let mut rng = random::stream(2, &[number]);
            known.observation().world_with(&posterior.sample(&mut rng).unwrap())
        };
        let truths = [truth(0), truth(1)];
        assert_ne!(truths[0].key(), truths[1].key(), "{name}: the same world twice");
        for engine in &ENGINES {
            let spec: SeatSpec = engine.name.parse().unwrap();
            let budget = Budget { nodes: Some(300), time: None, stop: &stop, clock: &clock };
            let [first, second] = [0, 1].map(|number| {
                let mut player = seated(&spec, &scene);
                let seen = Observation::new(&truths[number], scene.seat(), scene.visibility);
                player.choose(&seen, &budget).unwrap()
            });
            assert_eq!(first, second, "{name} {}", engine.name);
            assert!(matches!(first.action, Action::Move(_)), "{name} {}", engine.name);
        }
    }
}

/// A player of a seat that has followed the game of a scene.
fn seated(spec: &SeatSpec, scene: &junqi::format::Scene) -> Box<dyn Player> {
    let mut player = spec.player(random::stream(9, &[]));
    let (start, seat) = (&scene.history.start, scene.seat());
    let mut known = Information::new(start, seat, scene.visibility).unwrap();
    player.start(&known.observation()).unwrap();
    for event in &scene.history.events {
        known.apply(event).unwrap();
        player.observe(event, &known.observation()).unwrap();
    }
    player
}

/// A clock on which a tenth of a millisecond passes whenever it is looked at.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(100 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_seat_keeps_its_time_and_answers_when_told_to() {
    let scene = &data::positions()[3].1;
    for engine in &ENGINES {
        for (time, told) in [(30, false), (60_000, true)] {
            let (stop, clock) = (AtomicBool::new(told), Ticking::default());
            let mut player = seated(&engine.name.parse().unwrap(), scene);
            let allowed = Duration::from_millis(time);
            let budget = Budget { nodes: None, time: Some(allowed), stop: &stop, clock: &clock };
            player.choose(&scene.information().unwrap().observation(), &budget).unwrap();
            let used = clock.now();
            assert!(used <= allowed, "{}: {used:?} of {allowed:?}", engine.name);
            assert!(!told || used < Duration::from_millis(5), "{}: {used:?}", engine.name);
        }
    }
}

/// A rule may forbid a move for a reason that the seat cannot know: whatever it believes, it moves
/// legally.
#[test]
fn seats_keep_to_rules_that_tell_more_than_they_know() {
    let rules: Rules = "bomb_vs_flag=illegal,max_plies=120".parse().unwrap();
    for (seed, engine) in ENGINES.iter().enumerate() {
        let spec: SeatSpec = format!("{}:nodes=60", engine.name).parse().unwrap();
        let series = Series {
            board: Board::siguo(),
            rules: rules.with_mode(Mode::One),
            visibility: Visibility::FourDark,
            first: Seat::South,
            seed: seed as u64,
            deal: Deal::Sample,
            lineup: Lineup::Match([spec, "greedy".parse().unwrap()]),
        };
        for game in 0..4 {
            let record = series.play(game, &AtomicBool::new(false)).unwrap();
            assert_ne!(record.result.why, "failure", "{} game {game}: {record:?}", engine.name);
        }
    }
}

#[test]
fn deepening_with_a_table_finds_what_a_plain_search_finds() {
    let mut nodes = [0, 0];
    for seed in 0..8 {
        let scene = Scene::new(seed, 150, &ALL);
        let evaluation = evaluation(&scene.world);
        let mut world = scene.world.clone();
        let mut cx = quiet(&evaluation, (1, 2), Transposition::with_bytes(1 << 20));
        let search = |cx: &mut _, p: &mut _, _| pvs(cx, p, Window::FULL, false);
        let answer = iterative(&mut cx, &mut world, 3, search, |_, _| ());
        let mut plain = Context::new(evaluation, Quiet { ends: Plies(3), plies: 2 })
            .with_order(History::default())
            .with_observer(Count::default());
        let value = alpha_beta(&mut plain, &mut world, Window::FULL).value;
        assert_eq!(answer.value, value, "{}", scene.place);
        nodes[0] += cx.observer.nodes;
        nodes[1] += plain.observer.nodes;
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}
