//! Rules: invariants, reference cases and recorded games.

use crate::support::{obvious_moves, shared, some_rules, start, wander};
use junqi::base::text::Word;
use junqi::game::board::{ArmShape, Board, Cell, Graph, NodeType, Seat};
use junqi::game::format::read_deployment;
use junqi::game::rules::{Move, Rules, World, perft};
use junqi::gametree::position::{Node, Position};
use junqi::research::verify::Verifier;
use std::collections::BTreeSet;

const REFERENCE: &str = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";

fn verifier() -> Verifier {
    Verifier { board: Board::siguo(), jgs_rules: Rules::qq() }
}

fn same(world: &World) -> String {
    format!("{world:?}")
}

#[test]
fn perft_of_the_start_position() {
    let reference = Word { text: REFERENCE, line: 1, column: 1 };
    let deployment = read_deployment(reference, ArmShape::standard()).unwrap();
    let four = [Some(deployment); 4];
    let mut world = World::start(Board::siguo(), Rules::default(), &four, Seat::South).unwrap();
    let before = same(&world);
    for (depth, nodes) in (1..).zip([53, 2831, 149_694, 7_817_095]) {
        assert_eq!(perft(&mut world, depth), nodes);
    }
    assert_eq!(same(&world), before, "perft must leave the world as it was");
}

#[test]
fn the_move_generator_agrees_with_the_obvious_one() {
    for seed in 0..240 {
        let mut world = start(seed, some_rules(seed));
        for step in 0..25 {
            let listed: Vec<Move> = world.moves().collect();
            let distinct: BTreeSet<Move> = listed.iter().copied().collect();
            assert_eq!(distinct.len(), listed.len(), "seed {seed}, step {step}: a move twice");
            assert_eq!(distinct, obvious_moves(&world), "seed {seed}, step {step}");
            assert_eq!(world.count_moves(), listed.len(), "seed {seed}, step {step}: count");
            for skipped in 0..=listed.len() {
                let mut rest = world.moves();
                let after = listed.iter().copied().skip(skipped);
                assert!(
                    rest.nth(skipped).into_iter().chain(rest).eq(after),
                    "seed {seed}, step {step}"
                );
            }
            wander(&mut world, seed * 1000 + step, 12);
        }
    }
}

#[test]
fn unmaking_restores_everything_and_keys_come_from_the_position() {
    for seed in 0..60 {
        let mut world = start(seed, some_rules(seed));
        for step in 0..30 {
            wander(&mut world, seed * 1000 + step, 11);
            assert_eq!(world.key(), world.key_from_scratch(), "seed {seed}, step {step}");
            let before = same(&world);
            for mv in world.moves().collect::<Vec<_>>() {
                let undo = world.make(mv);
                assert_eq!(world.key(), world.key_from_scratch(), "seed {seed}, step {step}");
                world.unmake(mv, undo);
                assert_eq!(same(&world), before, "seed {seed}, step {step}, {mv:?}");
            }
        }
    }
}

#[test]
fn a_move_is_legal_exactly_if_it_is_listed() {
    let board = Board::siguo();
    for seed in 0..12 {
        let mut world = start(seed, some_rules(seed));
        wander(&mut world, seed, 40 + 10 * seed as usize);
        let listed: BTreeSet<Move> = world.moves().collect();
        let before = same(&world);
        for from in board.stations() {
            for to in board.stations() {
                let mv = Move { from, to };
                match world.clone().play(mv) {
                    Ok(_) => assert!(listed.contains(&mv), "seed {seed}: {}", mv.text(board)),
                    Err(error) => {
                        assert!(!listed.contains(&mv), "seed {seed}: {error}");
                        assert_eq!(error.mv, mv);
                    }
                }
            }
        }
        let illegal = board.stations().iter().map(|s| Move { from: s, to: s });
        illegal.for_each(|mv| assert!(world.play(mv).is_err()));
        assert_eq!(same(&world), before, "an illegal move must leave the world as it was");
    }
}

#[test]
fn games_end_under_all_rules() {
    for seed in 0..240 {
        let mut world = start(seed, some_rules(seed));
        wander(&mut world, seed, 10_000);
        assert!(world.outcome().is_some(), "seed {seed}");
        assert_eq!(world.moves().count(), 0, "seed {seed}");
        assert!(world.resign(world.turn()).is_none() && world.time_out().is_none());
    }
}

/// Published perft numbers of a two-player start, with open and closed side arms.
#[test]
#[ignore = "31 million leaves"]
fn deep_perft_of_a_game_of_two() {
    let read =
        |text| read_deployment(Word { text, line: 1, column: 1 }, ArmShape::standard()).unwrap();
    let south = read(REFERENCE);
    let north = read("hicgb a.g.h dc.fg i.e.d hmmem xxiqf");
    let both = [Some(south), None, Some(north), None];
    for (rules, depth, nodes) in
        [("mode=1v1", 4, 27_050_410), ("mode=1v1,side_arms_1v1=closed", 3, 98_772)]
    {
        let rules: Rules = rules.parse().unwrap();
        let mut world = World::start(Board::siguo(), rules, &both, Seat::South).unwrap();
        assert_eq!(perft(&mut world, depth), nodes);
    }
}

/// The slow reference generator along many whole games.
#[test]
#[ignore = "minutes"]
fn the_move_generator_agrees_with_the_obvious_one_everywhere() {
    for seed in 0..600 {
        let mut world = start(seed, some_rules(seed));
        while world.outcome().is_none() {
            let listed: BTreeSet<Move> = world.moves().collect();
            assert_eq!(listed, obvious_moves(&world), "seed {seed}, ply {}", world.ply());
            let step = seed ^ u64::from(world.ply());
            wander(&mut world, step, 1);
        }
    }
}

#[test]
fn the_reference_cases_agree() {
    let Some(cases) = shared("rules/cases") else { return };
    let report = verifier().paths(&[cases]).unwrap();
    assert_eq!(report.disagreements, Vec::<String>::new());
    assert!(report.games >= 13 && report.positions >= 7 && report.fights > 240, "{report:?}");
}

#[test]
fn every_recorded_game_agrees() {
    let Some(folder) = crate::support::recorded_games() else { return };
    let report = verifier().paths(&[folder.path().to_owned()]).unwrap();
    assert_eq!(report.disagreements, Vec::<String>::new());
    assert_eq!(report.games, 2770);
    assert!(report.moves > 500_000 && report.fights > 100_000, "{report:?}");
}

/// The reverse: wrong rules must be detected.
#[test]
fn recorded_games_tell_wrong_rules() {
    let Some(folder) = crate::support::recorded_games() else { return };
    for wrong in ["default", "qq,curves=false", "qq,draw_quiet_plies=70", "qq,mine_on_hit=removed"]
    {
        let verifier = Verifier { jgs_rules: wrong.parse().unwrap(), ..verifier() };
        let report = verifier.paths(&[folder.path().to_owned()]).unwrap();
        assert!(!report.disagreements.is_empty(), "{wrong}");
    }
}

#[test]
fn the_board_equals_the_reference() {
    let Some(path) = shared("rules/board.json") else { return };
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let board = Board::siguo();
    let graph = Graph::derive(board, board.stations(), board.curves());
    let cell = |value: &serde_json::Value| {
        let at = |i: usize| value[i].as_u64().unwrap() as usize;
        Cell::new(at(0), at(1)).unwrap()
    };
    for (row, codes) in json["type_codes"].as_array().unwrap().iter().enumerate() {
        for (col, code) in codes.as_array().unwrap().iter().enumerate() {
            let ours = board.code(Cell::new(row, col).unwrap()) as i8;
            assert_eq!(i64::from(ours), code.as_i64().unwrap(), "row {row}, column {col}");
        }
    }
    for station in json["stations"].as_array().unwrap() {
        let here = board.station(cell(&station["cell"])).unwrap();
        let number = |key: &str| station[key].as_u64().map(|n| n as usize);
        let arm = station["seat"].as_str().and_then(|s| s.chars().next()).map(|letter| {
            let arm = board.arm(Seat::from_letter(letter).unwrap()).unwrap();
            let index = arm.iter().position(|&s| s == here).unwrap();
            (index / 5 + 1, index % 5 + 1)
        });
        assert_eq!(arm, number("lr").zip(number("lc")));
        let kind = match board.code(board.cell(here)) {
            NodeType::Camp => "camp",
            NodeType::Headquarters => "hq",
            _ => "post",
        };
        assert!(station["kind"] == kind || station["seat"].is_null(), "{station}");
    }
    let sorted = |edges: &[[junqi::game::board::Station; 2]]| {
        let cells = edges.iter().map(|e| {
            let [a, b] = e.map(|s| board.cell(s));
            [a.min(b), a.max(b)]
        });
        cells.collect::<BTreeSet<_>>()
    };
    let given = |key: &str| {
        let edges = json[key].as_array().unwrap().iter();
        edges.map(|e| [cell(&e[0]), cell(&e[1])]).map(|[a, b]| [a.min(b), a.max(b)]).collect()
    };
    assert_eq!(sorted(&graph.roads), given("road_edges"));
    assert_eq!(sorted(&graph.rails), given("rail_edges"));
    assert_eq!(sorted(&graph.arcs), given("arc_edges"));
    let line = |mut cells: Vec<Cell>| {
        if cells.first() > cells.last() {
            cells.reverse();
        }
        cells
    };
    let ours: BTreeSet<Vec<Cell>> = (graph.lines.iter())
        .map(|l| line(l.stations.iter().map(|&s| board.cell(s)).collect()))
        .collect();
    let theirs: BTreeSet<Vec<Cell>> = (json["lines"].as_array().unwrap().iter())
        .map(|l| line(l["cells"].as_array().unwrap().iter().map(cell).collect()))
        .collect();
    assert_eq!(ours, theirs);
    let counts = &json["counts"];
    assert_eq!(counts["stations"], board.stations().len());
    assert_eq!(counts["road_edges"], graph.roads.len());
    assert_eq!(counts["rail_edges"], graph.rails.len());
    assert_eq!(counts["lines"], graph.lines.len());
}
