//! Players that sample worlds: perfect-information Monte Carlo and the baselines beside it.

use crate::support::scenes::{ALL, Scene};
use crate::support::worlds::set_up;
use junqi::base::options::{OptionSpec, OptionValues};
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::deepening::{EngineKind, SearchTask};
use junqi::engine::eval::Evaluation;
use junqi::engine::sampling::{SAMPLERS, SamplerKind, SamplingReport, SamplingRequest};
use junqi::game::belief::{BeliefPosition, Evidence, Observation, Posterior, Prior, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{BombVsFlag, Mode, Move, Rules};
use junqi::gametree::score::Window;
use junqi::gametree::search::{Context, Limit, Plies, Quiet, Tactical, alpha_beta};
use junqi::play::{DeploymentSource, SEATS, SeatSpec};
use junqi::tournament::{Lineup, Series};
use rayon::ThreadPoolBuilder;
use std::sync::atomic::AtomicBool;

const NAMES: [&str; 4] = ["pimc", "flat", "ismcts", "single"];

fn sampler(name: &str) -> (&'static SamplerKind, &'static [OptionSpec]) {
    let kind = SAMPLERS.iter().find(|sampler| sampler.name == name).expect(name);
    (kind, SEATS.iter().find(|seat| seat.name == name).expect(name).params)
}

fn params(known: &[OptionSpec], settings: &[(&str, &str)]) -> OptionValues {
    let mut params = OptionValues::default();
    for (name, text) in settings {
        params.set(known, name, text).unwrap();
    }
    params
}

/// What a seat that sees a world is asked.
struct Asked<'a> {
    observation: Observation<'a>,
    posterior: &'a Posterior,
    evaluation: Evaluation,
}

impl<'a> Asked<'a> {
    fn new(observation: Observation<'a>, posterior: &'a Posterior) -> Self {
        let position = BeliefPosition::new(&observation, posterior);
        let evaluation = Evaluation::of_belief(&position, &data::weights()).unwrap();
        Self { observation, posterior, evaluation }
    }

    fn think(&self, name: &str, settings: &[(&str, &str)], limit: Limit<'_>) -> SamplingReport {
        let (kind, known) = sampler(name);
        let question = self.question(limit);
        let mut rng = random::stream(7, &[1]);
        kind.think(&params(known, settings), known, &question, &mut rng)
    }

    fn question<'q>(&'q self, limit: Limit<'q>) -> SamplingRequest<'q> {
        SamplingRequest {
            observation: self.observation,
            posterior: self.posterior,
            public: Some(self.posterior),
            evaluation: &self.evaluation,
            network: None,
            limit,
            depth: 3,
            quiet: 2,
            table: 1 << 16,
            heard: None,
            threads: None,
        }
    }

    fn nodes(&self, name: &str, settings: &[(&str, &str)], nodes: u64) -> SamplingReport {
        self.think(name, settings, Limit { nodes: Some(nodes), over: None })
    }

    /// The same for a question with something changed.
    fn changed<'q>(&'q self, change: impl FnOnce(&mut SamplingRequest<'q>)) -> SamplingReport {
        let (kind, known) = sampler("pimc");
        let mut question = self.question(Limit { nodes: Some(6000), over: None });
        change(&mut question);
        let mut rng = random::stream(7, &[1]);
        kind.think(&OptionValues::default(), known, &question, &mut rng)
    }
}

/// Scenes in which the seat that looks is to move.
fn scenes(count: usize) -> impl Iterator<Item = Scene> {
    let all = (0..).map(|seed| Scene::new(seed, 150, &ALL));
    all.filter(|scene| scene.world.turn() == scene.observer).take(count)
}

#[test]
fn they_answer_within_their_nodes_legally_and_always_the_same() {
    let settings: [(&str, &[(&str, &str)]); 10] = [
        ("pimc", &[]),
        ("pimc", &[("fair", "false"), ("span", "0"), ("caution", "0.5"), ("worlds", "3")]),
        ("pimc", &[("margin", "100"), ("late", "4"), ("later", "9"), ("secrecy", "0.2")]),
        ("flat", &[]),
        ("flat", &[("ucb", "0.5"), ("plies", "2")]),
        ("ismcts", &[]),
        ("ismcts", &[("worlds", "0"), ("plies", "3")]),
        ("ismcts", &[("worlds", "1"), ("c", "0")]),
        ("single", &[]),
        ("single", &[("world", "sampled")]),
    ];
    for scene in scenes(8) {
        let asked = Asked::new(scene.observation(&scene.world), &scene.posterior);
        for (name, settings) in settings {
            for nodes in [1, 30, 1500] {
                let opinion = asked.nodes(name, settings, nodes);
                let place = format!("{name} {settings:?} {nodes} {}", scene.place);
                assert!(opinion.nodes <= nodes, "{place}: {opinion:?}");
                assert_eq!(opinion, asked.nodes(name, settings, nodes), "{place}");
                let legal = |m: Move| asked.observation.moves().any(|legal| legal == m);
                assert!(opinion.best.is_none_or(legal), "{place}: {opinion:?}");
                assert!(nodes < 1500 || opinion.best.is_some(), "{place}: {opinion:?}");
                if !opinion.probabilities.is_empty() {
                    let total: f64 = opinion.probabilities.iter().map(|(_, p)| p).sum();
                    assert!((total - 1.0).abs() < 1e-9, "{place}: {total}");
                    let most = opinion.probabilities.iter().map(|p| p.1).fold(0.0, f64::max);
                    let chosen = opinion.probabilities.iter().find(|p| Some(p.0) == opinion.best);
                    assert!(chosen.is_some_and(|p| p.1 >= most), "{place}: {opinion:?}");
                }
            }
        }
    }
}

#[test]
fn who_is_told_to_stop_stops_at_once() {
    let over = || true;
    for scene in scenes(3) {
        let asked = Asked::new(scene.observation(&scene.world), &scene.posterior);
        for name in NAMES {
            let opinion = asked.think(name, &[], Limit { nodes: None, over: Some(&over) });
            assert_eq!((opinion.nodes, opinion.best), (0, None), "{name} {}", scene.place);
        }
    }
}

/// Whatever stands in the places that it does not see, a seat answers the same.
#[test]
fn they_see_no_more_than_they_are_asked() {
    let told = |scene: &Scene| {
        let hidden = scene.visibility != Visibility::AllOpen;
        hidden && scene.world.rules().bomb_vs_flag == BombVsFlag::Capture
    };
    for scene in scenes(12).filter(told) {
        let mut rng = random::stream(3, &[]);
        let seen = scene.observation(&scene.world);
        let other = seen.world_with(&scene.posterior.sample(&mut rng).unwrap());
        let first = Asked::new(seen, &scene.posterior);
        let second = Asked::new(scene.observation(&other), &scene.posterior);
        for name in NAMES {
            let answers = [&first, &second].map(|asked| asked.nodes(name, &[], 800));
            assert_eq!(answers[0], answers[1], "{name} {}", scene.place);
        }
    }
}

/// With open cards there is one world, and the search of it is that of the engine `pvs`.
#[test]
fn with_open_cards_single_is_pvs() {
    let open = (0..40).map(|seed| Scene::new(seed, 150, &[Visibility::AllOpen]));
    for scene in open.filter(|scene| scene.world.turn() == scene.observer).take(6) {
        let asked = Asked::new(scene.observation(&scene.world), &scene.posterior);
        let pvs = EngineKind::find("pvs").unwrap();
        let limit = Limit { nodes: Some(3000), over: None };
        let task = SearchTask {
            limit,
            nodes: 3000,
            clock: None,
            depth: 3,
            quiet: 2,
            table: 1 << 16,
            heard: None,
        };
        let params = OptionValues::default();
        let known = SEATS.iter().find(|seat| seat.name == "pvs").unwrap().params;
        let mut world = scene.world.clone();
        let thought = pvs.with(&params, known).think_open(&task, &asked.evaluation, &mut world);
        let thought = thought.unwrap();
        let opinion = asked.think("single", &[], limit);
        assert_eq!(opinion.value, thought.answer.value, "{}", scene.place);
        assert_eq!(opinion.line, thought.answer.line, "{}", scene.place);
        assert_eq!(opinion.nodes, thought.visits.nodes, "{}", scene.place);
        let ends = Quiet { ends: Plies(opinion.depth), plies: 2 };
        let mut plain =
            Context::new(asked.evaluation.clone(), ends).with_order(Tactical::default());
        if opinion.depth < 3 {
            let value = alpha_beta(&mut plain, &mut world, Window::FULL).value;
            assert_eq!(opinion.value, value, "{}", scene.place);
        }
    }
}

/// Neither threads nor who is asked first change what `pimc` answers; by the network it answers too.
#[test]
fn pimc_is_the_same_on_any_number_of_threads() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for scene in scenes(4) {
        let asked = Asked::new(scene.observation(&scene.world), &scene.posterior);
        let alone = asked.changed(|_| ());
        let two = asked.changed(|question| question.threads = Some(&pool));
        assert_eq!(alone, two, "{}", scene.place);
        let mode = scene.world.rules().mode;
        let by_network = asked.changed(|question| question.network = Some(data::network(mode)));
        assert!(by_network.best.is_some(), "{}", scene.place);
    }
}

/// Mixing draws from the moves that are nearly as good, each as often as it says.
#[test]
fn mixing_says_how_likely_each_move_is() {
    for scene in scenes(4) {
        let asked = Asked::new(scene.observation(&scene.world), &scene.posterior);
        let opinion = asked.nodes("pimc", &[("mix", "0.05")], 3000);
        let total: f64 = opinion.probabilities.iter().map(|(_, p)| p).sum();
        assert!((total - 1.0).abs() < 1e-9, "{}: {opinion:?}", scene.place);
        let chosen = opinion.probabilities.iter().find(|p| Some(p.0) == opinion.best);
        assert!(chosen.is_some_and(|(_, p)| *p > 0.0), "{}: {opinion:?}", scene.place);
    }
}

#[test]
fn a_flag_that_can_be_taken_is_taken() {
    // The commander could take a general instead.
    let world = set_up("Scj16 Sag9 Sqh1 Nbg12 Nck12 Ngk13 Nqj17", Seat::South);
    let seen = Observation::new(&world, Seat::South, Visibility::AllOpen);
    let evidence = Evidence::new(&seen.view()).unwrap();
    let posterior = Posterior::new(&evidence, &Prior::uniform(), 1);
    let asked = Asked::new(seen, &posterior);
    let take = Move::parse("j16j17", Board::siguo()).unwrap();
    let settings: [(&str, &[(&str, &str)]); 6] = [
        ("pimc", &[]),
        ("pimc", &[("margin", "100"), ("late", "4"), ("later", "9")]),
        ("flat", &[]),
        ("flat", &[("ucb", "0.5")]),
        ("ismcts", &[]),
        ("ismcts", &[("bias", "0"), ("plies", "4")]),
    ];
    for (name, settings) in settings {
        let opinion = asked.nodes(name, settings, 2000);
        assert_eq!(opinion.best, Some(take), "{name} {settings:?}: {opinion:?}");
        assert!(opinion.value.is_some_and(|value| value.0 > 25_000), "{name}: {opinion:?}");
    }
}

#[test]
fn whole_games_are_legal_and_always_the_same() {
    let rules: Rules = "bomb_vs_flag=illegal,max_plies=60".parse().unwrap();
    for (seed, name) in NAMES.into_iter().enumerate() {
        let spec: SeatSpec = format!("{name}:nodes=200").parse().unwrap();
        for mode in [Mode::TwoPlayer, Mode::FourPlayer] {
            let series = Series {
                board: Board::siguo(),
                rules: rules.with_mode(mode),
                visibility: Visibility::FourDark,
                first: Seat::South,
                seed: seed as u64,
                deal: DeploymentSource::Sample,
                lineup: Lineup::Match([spec.clone(), "greedy".parse().unwrap()]),
            };
            let play = || series.play(0, &AtomicBool::new(false)).unwrap();
            let record = play();
            assert_ne!(record.result.why, "failure", "{name} {mode:?}: {record:?}");
            assert_eq!(format!("{record:?}"), format!("{:?}", play()), "{name} {mode:?}");
        }
    }
}
