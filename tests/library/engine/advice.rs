//! Advice for flags behind mines, beside the exact solver.

use junqi::base::random;
use junqi::engine::endgame::{
    AdviceGoal, AdviceMoves, EndgameResult, EndgameWords, MINED_FLAG, parse_advice, solve,
};
use junqi::game::board::{Board, Seat, SeatSet, Station};
use junqi::game::rules::{Kind, Rules, Setup, World};
use junqi::gametree::search::{AdviceTable, Limit, Meter, advise};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// South attacks North's flag behind two or three mines, with an engineer and perhaps an officer; one
/// piece guards it. South's own flag is behind three mines.
fn endgame(rng: &mut impl Rng) -> Option<World> {
    let board = Board::siguo();
    let rules: Rules = "mode=1v1".parse().expect("rules");
    let [south, north] = [Seat::South, Seat::North].map(|seat| board.arm(seat).expect("an arm"));
    let mut pieces = vec![];
    for (seat, arm) in [(Seat::South, south), (Seat::North, north)] {
        let headquarters = if rng.random() { 26 } else { 28 };
        pieces.push((seat, Kind::Flag, arm[headquarters]));
        let open = seat == Seat::North && rng.random_ratio(1, 3);
        let mut beside = vec![headquarters - 1, headquarters + 1, headquarters - 5];
        if open {
            beside.swap_remove(rng.random_range(0..3));
        }
        pieces.extend(beside.into_iter().map(|place| (seat, Kind::Mine, arm[place])));
    }
    let stations: Vec<Station> = south[..30].iter().chain(&north[..30]).copied().collect();
    let mut add = |seat, kind, rng: &mut _| {
        let at = *stations.choose(rng).expect("stations");
        if pieces.iter().all(|piece| piece.2 != at) {
            pieces.push((seat, kind, at));
        }
    };
    add(Seat::South, Kind::Engineer, rng);
    if rng.random() {
        let kinds = [Kind::Commander, Kind::Division, Kind::Platoon];
        add(Seat::South, *kinds.choose(rng).expect("kinds"), rng);
    }
    let kinds = [Kind::General, Kind::Brigade, Kind::Platoon, Kind::Engineer, Kind::Bomb];
    add(Seat::North, *kinds.choose(rng).expect("kinds"), rng);
    let setup = Setup {
        board,
        rules,
        pieces,
        turn: Seat::South,
        alive: rules.seats(),
        flags_shown: SeatSet::EMPTY,
        quiet: *[0, 0, 60, 66].choose(rng).expect("counters"),
        ply: 0,
        gone: Default::default(),
    };
    let world = World::lenient(&setup).ok()?;
    let both = [Seat::South, Seat::North].iter().all(|&seat| !world.mobile(seat).is_empty());
    (both && world.outcome().is_none()).then_some(world)
}

fn table() -> AdviceTable<AdviceGoal, AdviceMoves> {
    parse_advice(MINED_FLAG).expect("the embedded table")
}

/// Solved, claimed, and the nodes of both.
#[derive(Debug, Default)]
struct Counts {
    positions: u32,
    won: u32,
    claimed: u32,
    undecided: u32,
    solver_nodes: u64,
    advice_nodes: u64,
}

fn compare(seed: u64, positions: u32, nodes: u64) -> Counts {
    let (mut rng, table) = (random::stream(seed, &[]), table());
    let mut counts = Counts::default();
    while counts.positions < positions {
        let Some(mut world) = endgame(&mut rng) else { continue };
        let number = counts.positions;
        counts.positions += 1;
        let words = EndgameWords::new(&world);
        let mut meter = Meter::new(Limit::default());
        let before = world.key_from_scratch();
        let found = advise(&words, &table, &mut meter, &mut world);
        assert_eq!(world.key_from_scratch(), before, "position {number}, seed={seed}");
        let solution = solve(&world, Limit { nodes: Some(nodes), over: None });
        counts.advice_nodes += meter.visits.nodes;
        counts.solver_nodes += solution.nodes;
        let won = matches!(solution.verdict, EndgameResult::Win { .. });
        counts.won += u32::from(won);
        counts.undecided += u32::from(solution.verdict == EndgameResult::Unknown);
        let Some((m, _)) = found.forced else { continue };
        counts.claimed += 1;
        let verdict = match solution.verdict {
            EndgameResult::Unknown => solve(&world, Limit::default()).verdict,
            verdict => verdict,
        };
        let what = format!("position {number}, seed={seed}: {}", m.text(world.board()));
        assert!(matches!(verdict, EndgameResult::Win { .. }), "{what}: {verdict:?}");
        // The move itself wins.
        let mut after = world.clone();
        after.play(m).expect("a legal move");
        let verdict = solve(&after, Limit::default()).verdict;
        let lost = matches!(verdict, EndgameResult::Loss { .. });
        let over = after.outcome().is_some();
        assert!(lost || over, "{what} leads to {verdict:?}");
    }
    counts
}

#[test]
fn a_claimed_win_is_one_of_the_exact_solver() {
    let counts = compare(1, 1000, 30_000);
    println!("{counts:?}");
    assert!(2 * counts.claimed > counts.won, "{counts:?}");
    assert!(counts.won + 100 < counts.positions, "{counts:?}");
}

#[test]
#[ignore = "a minute: the figure of docs/ENGINES.md"]
fn how_many_won_endgames_the_advice_solves() {
    let counts = compare(2, 3000, 300_000);
    println!("{counts:?}");
    assert!(2 * counts.claimed > counts.won, "{counts:?}");
}

#[test]
fn a_wrong_table_is_refused_with_its_place() {
    let error = |from: &str, to: &str| {
        assert!(MINED_FLAG.contains(from), "{from}");
        parse_advice(&MINED_FLAG.replacen(from, to, 1)).expect_err(to).to_string()
    };
    let found = error("[\"sweep\", \"fight\"]", "[\"sweep\", \"clean\"]");
    assert_eq!(
        found,
        "advice table: rule 2 tries `clean`, expected one of capture, fight, rails, sweep"
    );
    assert!(error("\"flag_open\"", "\"flag_opened\"").contains("unknown variant `flag_opened`"));
    assert!(error("plies = 5", "moves = 5").contains("unknown field `moves`"));
    assert!(error("chain = 4", "chain = -1").contains("line 9, column 9"));
    for length in 0..MINED_FLAG.len() {
        let _no_panic = parse_advice(&MINED_FLAG[..length]);
    }
}
