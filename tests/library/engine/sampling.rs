//! Searches of sampled worlds: perfect-information Monte Carlo and its baselines.

use crate::support::cases::{ALL, Case};
use crate::support::worlds::set_up;
use junqi::base::clock::Clock;
use junqi::base::options::{OptionSpec, OptionValues};
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::deepening::{DeepeningInput, DeepeningSearch};
use junqi::engine::eval::Evaluation;
use junqi::engine::sampling::{SAMPLING_SEARCHES, SamplingInfo, SamplingInput};
use junqi::engine::{SearchReport, SearchRequest, SearchSettings};
use junqi::game::belief::{
    BeliefPosition, ChoiceEvidence, Evidence, Mixture, Observation, Posterior, View, Visibility,
};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{BombVsFlag, Kind, Mode, Move, Rules, World};
use junqi::gametree::score::Window;
use junqi::gametree::search::{Context, Plies, Quiet, Tactical, alpha_beta};
use junqi::play::{DeploymentSource, PLAYERS, PlayerSpec};
use junqi::tournament::{Lineup, Series};
use rayon::ThreadPoolBuilder;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const NAMES: [&str; 4] = ["pimc", "flat", "ismcts", "single"];

fn sampler(name: &str) -> (&'static SamplingInfo, &'static [OptionSpec]) {
    let kind = SAMPLING_SEARCHES.iter().find(|sampler| sampler.name == name).expect(name);
    (kind, PLAYERS.iter().find(|seat| seat.name == name).expect(name).params)
}

fn params(known: &[OptionSpec], settings: &[(&str, &str)]) -> OptionValues {
    let mut params = OptionValues::default();
    for (name, text) in settings {
        params.set(known, name, text).unwrap();
    }
    params
}

/// A clock that stands still.
struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

const SETTINGS: SearchSettings = SearchSettings { depth: 3, quiescence: 2, table: 1 << 16 };

/// The input of a search for a seat.
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

    fn input(&self) -> SamplingInput<'_> {
        SamplingInput {
            observation: self.observation,
            posterior: self.posterior,
            public: Some(self.posterior),
            choices: vec![],
            evaluation: &self.evaluation,
            network: None,
            threads: None,
            settings: SETTINGS,
        }
    }

    fn nodes(&self, name: &str, settings: &[(&str, &str)], nodes: u64) -> SearchReport {
        let (kind, known) = sampler(name);
        search(kind, &params(known, settings), &self.input(), (Some(nodes), false))
    }

    /// A search by `pimc` with a changed input.
    fn changed<'q>(&'q self, change: impl FnOnce(&mut SamplingInput<'q>)) -> SearchReport {
        let mut input = self.input();
        change(&mut input);
        search(sampler("pimc").0, &OptionValues::default(), &input, (Some(6000), false))
    }
}

/// Searches with a node limit and a stop flag.
fn search(
    kind: &SamplingInfo,
    values: &OptionValues,
    input: &SamplingInput<'_>,
    (nodes, stopped): (Option<u64>, bool),
) -> SearchReport {
    let stop = AtomicBool::new(stopped);
    let request = SearchRequest { nodes, ..SearchRequest::new(&stop, &StoppedClock) };
    kind.with(values).search(&request, input, &mut random::stream(7, &[1]))
}

/// Positions in which the observing seat is to move.
fn cases(count: usize) -> impl Iterator<Item = Case> {
    let all = (0..).map(|seed| Case::new(seed, 150, &ALL));
    all.filter(|case| case.world.turn() == case.observer).take(count)
}

#[test]
fn a_depth_without_other_limits_ends_every_search() {
    let case = cases(1).next().unwrap();
    let asked = Asked::new(case.observation(&case.world), &case.posterior);
    let stop = AtomicBool::new(false);
    let nodes = Some(u64::MAX);
    let request =
        SearchRequest { nodes, depth: Some(1), ..SearchRequest::new(&stop, &StoppedClock) };
    for name in NAMES {
        let search = sampler(name).0.with(&OptionValues::default());
        let report = search.search(&request, &asked.input(), &mut random::stream(7, &[1]));
        assert!(report.best.is_some(), "{name}: {report:?}");
    }
}

#[test]
fn results_are_legal_reproducible_and_within_the_node_limit() {
    let settings: [(&str, &[(&str, &str)]); 10] = [
        ("pimc", &[]),
        ("pimc", &[("fair", "false"), ("span", "0"), ("worlds", "3")]),
        ("pimc", &[("span", "40"), ("secrecy", "0.2")]),
        ("flat", &[]),
        ("flat", &[("worlds", "3"), ("plies", "2")]),
        ("ismcts", &[]),
        ("ismcts", &[("worlds", "0"), ("plies", "3")]),
        ("ismcts", &[("worlds", "1"), ("c", "0")]),
        ("single", &[]),
        ("single", &[("samples", "1")]),
    ];
    for case in cases(8) {
        let asked = Asked::new(case.observation(&case.world), &case.posterior);
        for (name, settings) in settings {
            for nodes in [1, 30, 1500] {
                let report = asked.nodes(name, settings, nodes);
                let place = format!("{name} {settings:?} {nodes} {}", case.place);
                assert!(report.nodes <= nodes, "{place}: {report:?}");
                assert_eq!(report, asked.nodes(name, settings, nodes), "{place}");
                let legal = |m: Move| asked.observation.moves().any(|legal| legal == m);
                assert!(report.best.is_none_or(legal), "{place}: {report:?}");
                assert!(nodes < 1500 || report.best.is_some(), "{place}: {report:?}");
            }
        }
    }
}

#[test]
fn a_stopped_search_visits_no_node() {
    for case in cases(3) {
        let asked = Asked::new(case.observation(&case.world), &case.posterior);
        for name in NAMES {
            let values = OptionValues::default();
            let report = search(sampler(name).0, &values, &asked.input(), (None, true));
            assert_eq!((report.nodes, report.best), (0, None), "{name} {}", case.place);
        }
    }
}

/// The result is a function of the observation: hidden pieces of the true world do not matter.
#[test]
fn hidden_pieces_do_not_change_the_result() {
    let hides = |case: &Case| {
        let hidden = case.visibility != Visibility::AllOpen;
        hidden && case.world.rules().bomb_vs_flag == BombVsFlag::Capture
    };
    for case in cases(12).filter(hides) {
        let mut rng = random::stream(3, &[]);
        let seen = case.observation(&case.world);
        let other = seen.world_with(&case.posterior.sample(&mut rng).unwrap());
        let first = Asked::new(seen, &case.posterior);
        let second = Asked::new(case.observation(&other), &case.posterior);
        for name in NAMES {
            let answers = [&first, &second].map(|asked| asked.nodes(name, &[], 800));
            assert_eq!(answers[0], answers[1], "{name} {}", case.place);
        }
    }
}

/// With all pieces visible there is one world, and its search is that of the engine `pvs`.
#[test]
fn single_is_pvs_if_all_pieces_are_visible() {
    let open = (0..40).map(|seed| Case::new(seed, 150, &[Visibility::AllOpen]));
    for case in open.filter(|case| case.world.turn() == case.observer).take(6) {
        let asked = Asked::new(case.observation(&case.world), &case.posterior);
        let stop = AtomicBool::new(false);
        let request = SearchRequest::new(&stop, &StoppedClock);
        let request = SearchRequest { nodes: Some(3000), ..request };
        let evaluation = &asked.evaluation;
        let input = DeepeningInput { evaluation, settings: SETTINGS, expected_nodes: 3000 };
        let mut world = case.world.clone();
        let engine = DeepeningSearch::named("pvs", &OptionValues::default()).unwrap();
        let expected = engine.search_open(&request, input, &mut world).unwrap();
        let report = asked.nodes("single", &[], 3000);
        assert_eq!(report.value, expected.value, "{}", case.place);
        let lines = [&report, &expected].map(|report| &report.principal_variation);
        assert_eq!(lines[0], lines[1], "{}", case.place);
        assert_eq!(report.nodes, expected.nodes, "{}", case.place);
        let ends = Quiet::new(Plies(report.depth), 2);
        let mut plain =
            Context::new(asked.evaluation.clone(), ends).with_order(Tactical::default());
        if report.depth < 3 {
            let value = alpha_beta(&mut plain, &mut world, Window::FULL).value;
            assert_eq!(report.value, value, "{}", case.place);
        }
    }
}

/// The result of `pimc` does not depend on the number of threads; it also works with the network.
#[test]
fn pimc_is_the_same_on_any_number_of_threads() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for case in cases(4) {
        let asked = Asked::new(case.observation(&case.world), &case.posterior);
        let alone = asked.changed(|_| ());
        let two = asked.changed(|input| input.threads = Some(&pool));
        assert_eq!(alone, two, "{}", case.place);
        let mode = case.world.rules().mode;
        let by_network = asked.changed(|input| input.network = Some(data::network(mode)));
        assert!(by_network.best.is_some(), "{}", case.place);
    }
}

/// A move whose choice tells its piece's kind to the enemies is worth less to `pimc`, one that hides it more.
#[test]
fn choices_that_tell_the_kind_cost() {
    let (pimc, known) = sampler("pimc");
    let full_window = params(known, &[("span", "0")]);
    let mut changed = 0;
    for case in cases(16) {
        let asked = Asked::new(case.observation(&case.world), &case.posterior);
        let rules = case.world.rules();
        let is_enemy = |s: &Seat| rules.team(*s) != rules.team(case.observer);
        let enemy = rules.seats().iter().find(is_enemy).expect("there are two teams");
        let view = Observation::new(&case.world, enemy, Visibility::FourDark).view();
        let seen = Posterior::new(&Evidence::new(&view).unwrap(), &Mixture::counting(), 1);
        let report = |choices: Vec<ChoiceEvidence>| {
            let settings = SearchSettings { depth: 1, ..SETTINGS };
            let input = SamplingInput { public: Some(&seen), choices, settings, ..asked.input() };
            search(pimc, &full_window, &input, (Some(20_000), false))
        };
        let plain = report(vec![]);
        let Some(best) = plain.best else { continue };
        let piece = case.world.piece_at(best.from).unwrap();
        let value = |factor: f64| {
            let (mut factors, waits) = ([1.0; 12], [1.0; 12]);
            factors[case.world.kind(piece).index()] = factor;
            let moves = vec![(best.to, factors)];
            let report = report(vec![ChoiceEvidence { piece, moves, waits }]);
            report.value.filter(|_| report.best == Some(best))
        };
        assert!(value(0.01) >= plain.value, "{}: {plain:?}", case.place);
        assert!(value(100.0) <= plain.value, "{}: {plain:?}", case.place); // None is less
        changed += usize::from(value(0.01) > plain.value);
    }
    assert!(changed > 5, "{changed} of 16");
}

/// A corps commander takes the last piece that can move and wins, unless that is the general, which is in no world of
/// most samples: the attack is as good as the belief says, and the win is not certain.
#[test]
fn what_all_sampled_worlds_agree_on_is_not_certain() {
    let world = set_up("Sck12 Sqh1 Nik13 Nqj17 Nmh17", Seat::South);
    let mut setup = View::truth(&world).setup().unwrap();
    setup.flags_shown.insert(Seat::North); // so its commander is gone
    let world = World::lenient(&setup).unwrap();
    let seen = Observation::new(&world, Seat::South, Visibility::DoubleOpen);
    // What is gone may be anything of an army.
    let view = View { pools: Default::default(), ..seen.view() };
    let posterior = Posterior::new(&Evidence::new(&view).unwrap(), &Mixture::counting(), 1);
    let asked = Asked::new(seen, &posterior);
    let take = Move::parse("k12k13", Board::siguo()).unwrap();
    let last = world.piece_at(take.to).unwrap();
    let p = posterior.marginal(last)[Kind::General.index()];
    assert!((0.02..0.1).contains(&p), "{p}");
    for seed in 0..8 {
        let (kind, known) = sampler("pimc");
        let stop = AtomicBool::new(false);
        let request =
            SearchRequest { nodes: Some(20_000), ..SearchRequest::new(&stop, &StoppedClock) };
        let rng = &mut random::stream(seed, &[1]);
        let values = params(known, &[("playouts", "0"), ("secrecy", "0")]);
        let report = kind.with(&values).search(&request, &asked.input(), rng);
        let candidate = report.candidates.iter().find(|candidate| candidate.mv == take).unwrap();
        let win = candidate.win.expect("searched moves have one");
        assert!((win - (1.0 - p)).abs() < 0.005, "seed {seed}: {win}, not {}", 1.0 - p);
        assert!(report.value.is_none_or(|value| value.0 <= 25_000), "seed {seed}: {report:?}");
    }
}

#[test]
fn a_flag_that_can_be_taken_is_taken() {
    // The commander could capture a general instead.
    let world = set_up("Scj16 Sag9 Sqh1 Nbg12 Nck12 Ngk13 Nqj17", Seat::South);
    let seen = Observation::new(&world, Seat::South, Visibility::AllOpen);
    let evidence = Evidence::new(&seen.view()).unwrap();
    let posterior = Posterior::new(&evidence, &Mixture::counting(), 1);
    let asked = Asked::new(seen, &posterior);
    let take = Move::parse("j16j17", Board::siguo()).unwrap();
    let settings: [(&str, &[(&str, &str)]); 5] = [
        ("pimc", &[]),
        ("pimc", &[("span", "40"), ("racing", "1")]),
        ("flat", &[]),
        ("ismcts", &[]),
        ("ismcts", &[("bias", "0"), ("plies", "4")]),
    ];
    for (name, settings) in settings {
        let report = asked.nodes(name, settings, 2000);
        assert_eq!(report.best, Some(take), "{name} {settings:?}: {report:?}");
        assert!(report.value.is_some_and(|value| value.0 > 25_000), "{name}: {report:?}");
    }
}

#[test]
fn whole_games_are_legal_and_always_the_same() {
    let rules: Rules = "bomb_vs_flag=illegal,max_plies=60".parse().unwrap();
    for (seed, name) in NAMES.into_iter().enumerate() {
        let spec: PlayerSpec = format!("{name}:nodes=200").parse().unwrap();
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
