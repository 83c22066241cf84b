//! Deepening searches: corrected beliefs, the engines and the seats that run them.

use crate::support::cases::{ALL, Case, pick};
use junqi::base::clock::Clock;
use junqi::base::options::OptionValues;
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::deepening::{DeepeningInput, DeepeningSearch, deepening_searches};
use junqi::engine::eval::{CorrectedBelief, Evaluation, WIN};
use junqi::engine::{SearchRequest, SearchSettings};
use junqi::game::belief::{Belief, Information, Mixture, Observation, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{Mode, Move, Outcome, Rules, Team};
use junqi::gametree::position::{Chance, Evaluate, MoveGain, Node, Position, Side};
use junqi::gametree::score::Score;
use junqi::gametree::search::for_max;
use junqi::play::{Action, DeploymentSource, GameTime, MatchSetup, Player, PlayerSpec, play_game};
use junqi::tournament::{Lineup, Series};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn corrected(case: &Case) -> (Evaluation, CorrectedBelief) {
    let position = case.position();
    let evaluation = Evaluation::of_belief(&position, &data::weights()).unwrap();
    let root = CorrectedBelief::new(position, &evaluation);
    (evaluation, root)
}

#[test]
fn unmake_restores_a_corrected_belief_and_open_ones_have_no_luck() {
    for seed in 0..40 {
        let case = Case::new(seed, 150, &ALL);
        let (mut evaluation, root) = corrected(&case);
        let mut rng = random::stream(seed, &[5]);
        let mut position = root.clone();
        let mut made = vec![];
        for _ in 0..6 {
            let fight = |m: Move| position.belief().piece_at(m.to).is_some();
            let Some(mv) = pick(&position, &mut rng, fight) else { break };
            made.push((mv, position.key(), position.correction(), position.make(mv)));
        }
        if case.visibility == Visibility::AllOpen {
            assert_eq!(position.correction(), Score(0), "{}", case.place);
        }
        for (mv, key, luck, undo) in made.into_iter().rev() {
            position.unmake(mv, undo);
            assert_eq!((position.key(), position.correction()), (key, luck), "{}", case.place);
        }
        assert_eq!(
            Evaluate::<CorrectedBelief>::evaluate(&mut evaluation, &position),
            Evaluate::<CorrectedBelief>::evaluate(&mut evaluation, &root)
        );
    }
}

/// The luck of a fight is the gain of its likeliest outcome minus the mean gain, which is the static gain
/// of the move; the evaluation subtracts the luck.
#[test]
fn luck_is_the_gain_of_the_likeliest_outcome_minus_the_mean() {
    let mut lucky = 0;
    for seed in 0..30 {
        let case = Case::new(seed, 150, &ALL[..2]);
        let (mut evaluation, mut root) = corrected(&case);
        for mv in root.moves().collect::<Vec<_>>() {
            let gains = evaluation.gains().clone();
            let target = root.belief().piece_at(mv.to);
            let stakes = target.map(|t| root.belief().outcome_gains(mv, &gains[t.seat().index()]));
            let stakes = stakes.unwrap_or_default();
            let mean: f64 = stakes.iter().map(|(_, p, gain)| p * gain).sum();
            let most = stakes.iter().map(|(_, p, _)| *p).fold(0.0, f64::max);
            let likeliest = stakes.iter().find(|(_, p, _)| *p >= most).map_or(0.0, |s| s.2);
            let promise = evaluation.move_gain(&root, mv);
            assert_eq!(promise, target.map(|_| mean.round() as i64), "{}", case.place);

            let (side, before) = (root.side(), root.correction());
            let undo = root.make(mv);
            let luck = for_max(side, root.correction() - before).0;
            assert_eq!(luck, (likeliest - mean).round() as i64, "{}", case.place);
            if root.belief().outcome().is_none() {
                let value = for_max(root.side(), evaluation.evaluate(&root));
                let bare = CorrectedBelief::new(root.belief().clone(), &evaluation);
                let bare = for_max(root.side(), evaluation.evaluate(&bare));
                assert_eq!(value, bare - root.correction(), "{}", case.place);
            }
            root.unmake(mv, undo);
            lucky += u64::from(luck != 0);
        }
    }
    assert!(lucky > 20, "{lucky}");
}

/// Whether a move wins the game at once for the side to move, by its likeliest outcome.
fn wins(root: &CorrectedBelief, mv: Move) -> bool {
    let mut after = root.clone();
    after.make(mv);
    let team = if root.side() == Side::Max { Team::First } else { Team::Second };
    after.belief().outcome() == Some(Outcome::Win(team))
}

/// Positions in which bad luck in a fight once made a later win worth more than an immediate one.
const LUCKY: [u64; 3] = [2296, 2644, 2814];

/// No luck of fights on the way makes a later win worth more than an immediate one.
#[test]
fn every_search_wins_at_once_where_it_can() {
    let (stop, mut found) = (AtomicBool::new(false), 0);
    for seed in LUCKY.into_iter().chain(0..100) {
        let case = Case::new(seed, 3000, &ALL[..2]);
        let (evaluation, root) = corrected(&case);
        let won = root.moves().any(|mv| root.outcomes(mv).count() == 1 && wins(&root, mv));
        if case.world.turn() != case.observer || !won {
            continue;
        }
        found += 1;
        for info in deepening_searches() {
            let search = DeepeningSearch::new(info, &OptionValues::default());
            let request = SearchRequest::new(&stop, &StoppedClock);
            let request = SearchRequest { nodes: Some(20_000), ..request };
            let input = DeepeningInput {
                evaluation: &evaluation,
                settings: SETTINGS,
                expected_nodes: 20_000,
            };
            let report = search.search(&request, input, &mut root.clone());
            let place = format!("{} {}", info.name, case.place);
            let best = report.best.expect("a move");
            assert!(wins(&root, best), "{place}: {report:?}");
            assert!(report.value < Some(Score(WIN)), "{place}: {report:?}");
        }
    }
    assert!(found > 5, "{found} positions");
}

/// A clock that stands still.
struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

const SETTINGS: SearchSettings = SearchSettings { depth: 3, quiescence: 3, table: 1 << 16 };

#[test]
fn engines_answer_within_their_nodes_and_always_the_same() {
    let stop = AtomicBool::new(false);
    for seed in 0..6 {
        let case = Case::new(seed, 200, &ALL[..2]);
        let (evaluation, root) = corrected(&case);
        for info in deepening_searches() {
            let engine = DeepeningSearch::new(info, &OptionValues::default());
            for nodes in [1, 50, 2000] {
                let search = || {
                    let request = SearchRequest::new(&stop, &StoppedClock);
                    let request = SearchRequest { nodes: Some(nodes), ..request };
                    let input = DeepeningInput {
                        evaluation: &evaluation,
                        settings: SETTINGS,
                        expected_nodes: nodes,
                    };
                    engine.search(&request, input, &mut root.clone())
                };
                let report = search();
                let place = format!("{} {nodes} {}", info.name, case.place);
                assert!(report.nodes <= nodes, "{place}: {report:?}");
                assert_eq!(report, search(), "{place}");
                if let Some(first) = report.principal_variation.first() {
                    assert!(root.moves().any(|m| m == *first), "{place}");
                    let mut position = root.clone();
                    for &mv in &report.principal_variation {
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

/// A seat's choice is a function of its observations: hidden pieces of the true world do not matter.
#[test]
fn a_seat_s_choice_does_not_depend_on_what_it_cannot_know() {
    let clock = StoppedClock;
    let stop = AtomicBool::new(false);
    for (name, position) in data::positions().into_iter().step_by(7) {
        let view = position.history.start.clone();
        let mut belief = Belief::new(&view, Mixture::counting().into()).unwrap();
        position.history.events.iter().for_each(|event| belief.learn(event));
        let posterior = belief.posterior(1);
        let known = position.information().unwrap();
        let truth = |number| {
            let mut rng = random::stream(2, &[number]);
            known.observation().world_with(&posterior.sample(&mut rng).unwrap())
        };
        let truths = [truth(0), truth(1)];
        assert_ne!(truths[0].key(), truths[1].key(), "{name}: the same world twice");
        for engine in deepening_searches() {
            let spec: PlayerSpec = engine.name.parse().unwrap();
            let budget = SearchRequest { nodes: Some(300), ..SearchRequest::new(&stop, &clock) };
            let [first, second] = [0, 1].map(|number| {
                let mut player = seated(&spec, &position);
                let seen = Observation::new(&truths[number], position.seat(), position.visibility);
                player.choose(&seen, &budget).unwrap()
            });
            assert_eq!(first, second, "{name} {}", engine.name);
            assert!(matches!(first.action, Action::Move(_)), "{name} {}", engine.name);
        }
    }
}

/// A player that has followed the game of a position.
fn seated(spec: &PlayerSpec, position: &junqi::game::format::SavedPosition) -> Box<dyn Player> {
    let mut player = spec.player(random::stream(9, &[]));
    let (start, seat) = (&position.history.start, position.seat());
    let mut known = Information::new(start, seat, position.visibility).unwrap();
    player.start(&known.observation()).unwrap();
    for event in &position.history.events {
        known.apply(event).unwrap();
        player.observe(event, &known.observation()).unwrap();
    }
    player
}

/// A clock that advances by 0.02 ms whenever it is read: AWT reads it at every node, others every 128 nodes.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(20 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_seat_keeps_its_time_limit_and_stops_on_request() {
    let position = &data::positions()[3].1;
    for engine in deepening_searches() {
        for (time, stopped) in [(10, false), (60_000, true)] {
            let (stop, clock) = (AtomicBool::new(stopped), Ticking::default());
            let mut player = seated(&engine.name.parse().unwrap(), position);
            let allowed = Duration::from_millis(time);
            let budget = SearchRequest { time: Some(allowed), ..SearchRequest::new(&stop, &clock) };
            player.choose(&position.information().unwrap().observation(), &budget).unwrap();
            let used = clock.now();
            assert!(used <= allowed, "{}: {used:?} of {allowed:?}", engine.name);
            assert!(!stopped || used < Duration::from_millis(5), "{}: {used:?}", engine.name);
        }
    }
}

#[test]
fn a_seat_divides_the_time_of_a_game() {
    let (stop, clock) = (AtomicBool::new(false), Ticking::default());
    let game = GameTime { left: Duration::from_millis(60), increment: Duration::from_millis(1) };
    let spec: PlayerSpec = "pvs:gametime=60,increment=1".parse().unwrap();
    assert_eq!(spec.game_time(), Some(game));
    let deployment = data::deployments()[0].deployment.clone().unwrap();
    let rules: Rules = "max_plies=80".parse().unwrap();
    let seated = rules.with_mode(Mode::TwoPlayer).seats();
    let here = |seat| seated.contains(seat);
    let table = MatchSetup {
        game: 0,
        board: Board::siguo(),
        rules: rules.with_mode(Mode::TwoPlayer),
        visibility: Visibility::FourDark,
        first: Seat::South,
        players: Seat::ALL.map(|s| here(s).then(|| spec.player(random::stream(5, &[])))),
        offered: Seat::ALL.map(|seat| here(seat).then_some(deployment)),
        keeps_offered: false,
        requests: [SearchRequest { game: Some(game), ..SearchRequest::new(&stop, &clock) }; 4],
        stop: &stop,
    };
    let played = play_game(table).unwrap();
    assert_ne!(played.result.why, "failure", "{:?}", played.result);
    for seat in seated.iter() {
        let turns = played.turns.iter().filter(|turn| turn.seat == seat);
        let times: Vec<Duration> = turns.map(|turn| turn.time).collect();
        let used: Duration = times.iter().sum();
        assert!(used <= game.left + game.increment * times.len() as u32, "{seat}: {used:?}");
        assert!(used > game.left / 4, "{seat}: {used:?} in {} moves", times.len());
    }
}

/// A rule may forbid a move for a reason that the seat cannot know; it still plays legal moves.
#[test]
fn seats_obey_rules_that_depend_on_hidden_pieces() {
    let rules: Rules = "bomb_vs_flag=illegal,max_plies=120".parse().unwrap();
    for (seed, engine) in deepening_searches().enumerate() {
        let spec: PlayerSpec = format!("{}:nodes=60", engine.name).parse().unwrap();
        let series = Series {
            board: Board::siguo(),
            rules: rules.with_mode(Mode::TwoPlayer),
            visibility: Visibility::FourDark,
            first: Seat::South,
            seed: seed as u64,
            deal: DeploymentSource::Sample,
            lineup: Lineup::Match([spec, "greedy".parse().unwrap()]),
        };
        for game in 0..4 {
            let record = series.play(game, &AtomicBool::new(false)).unwrap();
            assert_ne!(record.result.why, "failure", "{} game {game}: {record:?}", engine.name);
        }
    }
}
