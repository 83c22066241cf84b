//! Every method by itself against minimax to the end of the game.

use super::counters::{FOREVER, NodeBudget, plies_left, quiet_left};
use super::draw_search::DrawSearch;
use super::proof::{ProofSearch, WinProof};
use super::state_graph::{StateGraph, StateValues};
use super::verdict::EndgameResult;
use super::{Solution, solve};
use crate::base::random;
use crate::game::board::{Board, Seat, SeatSet, Station};
use crate::game::rules::{Kind, Move, Outcome, Rules, Setup, Team, World};
use crate::gametree::position::{Node, Position};
use crate::gametree::search::{Limit, Stopped};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;

/// Minimax to the end of the game; the table keys include the draw counters.
#[derive(Default)]
struct Minimax {
    known: FxHashMap<(u64, u32, u32), i32>,
}

impl Minimax {
    /// Greater for the first team; a win is a thousand less its plies.
    fn value(&mut self, world: &mut World) -> i32 {
        match world.outcome() {
            Some(Outcome::Win(Team::First)) => return 1000,
            Some(Outcome::Win(Team::Second)) => return -1000,
            Some(Outcome::Draw(_)) => return 0,
            None => {}
        }
        let place = (world.key(), world.quiet(), world.ply());
        if let Some(&value) = self.known.get(&place) {
            return value;
        }
        let first = world.rules().team(world.turn()) == Team::First;
        let values = world.moves().map(|mv| self.after(world, mv));
        let value = if first { values.max() } else { values.min() };
        let value = value.expect("a game that goes on has a move");
        self.known.insert(place, value);
        value
    }

    fn after(&mut self, world: &mut World, mv: Move) -> i32 {
        let undo = world.make(mv);
        let value = self.value(world);
        world.unmake(mv, undo);
        value - value.signum()
    }

    fn verdict(value: i32, team: Team) -> EndgameResult {
        let winner = if value > 0 { Team::First } else { Team::Second };
        match value.unsigned_abs() {
            0 => EndgameResult::Draw,
            left => EndgameResult::won(winner, 1000 - left, team),
        }
    }
}

/// A position of few pieces close to each other, with short counters.
fn position(rng: &mut impl Rng, two: bool) -> Option<World> {
    let board = Board::siguo();
    let no_move = ["on_turn", "qq"].choose(rng)?;
    let mode = if two { "2v2" } else { "1v1" };
    let (quiet, most) = (rng.random_range(2..7), rng.random_range(3..6));
    let mut text = format!("mode={mode},no_move={no_move},draw_quiet_plies={quiet}");
    text += &format!(",max_plies={most}");
    for option in ["side_arms_1v1=closed", "mine_on_hit=removed", "bomb_vs_flag=illegal"] {
        if rng.random_ratio(1, 4) {
            text += &format!(",{option}");
        }
    }
    let rules: Rules = text.parse().ok()?;
    let seats: Vec<Seat> = rules.seats().iter().collect();
    let alive: SeatSet = seats.iter().copied().filter(|_| !two || rng.random_ratio(3, 4)).collect();
    let mut setup = Setup {
        board,
        rules,
        pieces: vec![],
        turn: *alive.iter().collect::<Vec<_>>().choose(rng)?,
        alive,
        flags_shown: SeatSet::EMPTY,
        quiet: rng.random_range(0..quiet),
        ply: 0,
        gone: Default::default(),
    };
    let taken = |setup: &mut Setup, seat, kind, station: Station| {
        if setup.pieces.iter().all(|p| p.2 != station) {
            setup.pieces.push((seat, kind, station));
        }
    };
    // The pieces gather in one arm, so that something happens.
    let place = board.arm(*seats.choose(rng)?)?;
    for seat in alive.iter() {
        let arm = board.arm(seat)?;
        taken(&mut setup, seat, Kind::Flag, arm[if rng.random() { 26 } else { 28 }]);
        for _ in 0..rng.random_range(0..3) {
            taken(&mut setup, seat, Kind::Mine, arm[rng.random_range(20..30)]);
        }
        for _ in 0..rng.random_range(1..3) {
            let kinds =
                [Kind::Commander, Kind::Division, Kind::Platoon, Kind::Engineer, Kind::Bomb];
            let kind = *kinds.choose(rng)?;
            taken(&mut setup, seat, kind, place[rng.random_range(0..30)]);
        }
    }
    setup.pieces.shuffle(rng);
    World::lenient(&setup).ok().filter(|w| w.outcome().is_none() && w.moves().next().is_some())
}

fn positions(seed: u64, count: usize) -> impl Iterator<Item = World> {
    let mut rng = random::stream(seed, &[]);
    std::iter::repeat_with(move || {
        let two = rng.random();
        position(&mut rng, two)
    })
    .flatten()
    .take(count)
}

fn team(world: &World) -> Team {
    world.rules().team(world.turn())
}

fn free<'a>() -> NodeBudget<'a> {
    NodeBudget::new(Limit::default())
}

/// Counts the positions of each result in the tests below.
#[derive(Debug, Default)]
struct Seen {
    wins: u32,
    losses: u32,
    draws: u32,
}

impl Seen {
    fn add(&mut self, verdict: EndgameResult) {
        match verdict {
            EndgameResult::Win { .. } => self.wins += 1,
            EndgameResult::Loss { .. } => self.losses += 1,
            _ => self.draws += 1,
        }
    }
}

#[test]
fn the_solver_agrees_with_minimax_at_every_move() {
    let mut seen = Seen::default();
    for (number, mut world) in positions(1, 600).enumerate() {
        let mut truth = Minimax::default();
        let expected = Minimax::verdict(truth.value(&mut world), team(&world));
        let solution = solve(&world, Limit::default());
        assert_eq!(solution.verdict, expected, "position {number}");
        seen.add(expected);
        for &(mv, verdict) in &solution.moves {
            let after = Minimax::verdict(truth.after(&mut world, mv), team(&world));
            let known = verdict == EndgameResult::Unknown || verdict == after;
            assert!(known, "position {number}, {}: {verdict:?}, {after:?}", mv.text(world.board()));
        }
        let best = solution.best.unwrap();
        let after = Minimax::verdict(truth.after(&mut world, best), team(&world));
        assert_eq!(after, expected, "position {number}");
    }
    assert!(seen.wins > 90 && seen.losses > 12 && seen.draws > 90, "{seen:?}");
}

#[test]
fn layers_agree_with_minimax() {
    let mut seen = Seen::default();
    for (number, mut world) in positions(2, 120).enumerate() {
        let plies = plies_left(&world);
        let mut budget = NodeBudget::new(Limit { nodes: Some(150_000), over: None });
        let Ok(graph) = graph(&world, plies, &mut budget) else { continue };
        let mut truth = Minimax::default();
        let expected = Minimax::verdict(truth.value(&mut world), team(&world));
        let all = world.rules().draw_quiet_plies.min(plies);
        let values = StateValues::solve(&graph, all, &mut free()).unwrap();
        let value = values.value(0, quiet_left(&world)).within(plies);
        assert_eq!(value.verdict(team(&world)), expected, "position {number}");
        seen.add(expected);
    }
    assert!(seen.wins > 10 && seen.losses > 0 && seen.draws > 20, "{seen:?}");
}

/// The states reachable within a number of plies. States beyond the last ply of a game need no moves,
/// because no side can win there.
fn graph(world: &World, plies: u32, budget: &mut NodeBudget<'_>) -> Result<StateGraph, Stopped> {
    let mut graph = StateGraph::new(world);
    let mut from = 0;
    for _ in 0..plies {
        let to = graph.len() as u32;
        for state in from..to {
            graph.expand(state, budget)?;
        }
        from = to;
    }
    Ok(graph)
}

#[test]
fn proofs_and_refutations_agree_with_minimax() {
    for (number, mut world) in positions(3, 120).enumerate() {
        let mut truth = Minimax::default();
        let moves: Vec<Move> = world.moves().collect();
        let mut proof = ProofSearch::new(&world);
        for plies in 1..=plies_left(&world) {
            for &mv in moves.iter().take(12) {
                let value = truth.after(&mut world, mv);
                for by in Team::ALL {
                    let won = match Minimax::verdict(value, by) {
                        EndgameResult::Win { plies } => plies,
                        _ => FOREVER,
                    };
                    let answer = proof.wins_by(mv, by, plies, &mut free()).unwrap();
                    let place = format!("position {number}, {}", mv.text(world.board()));
                    assert_eq!(answer == WinProof::Won, won <= plies, "{place} in {plies}");
                    assert!(answer != WinProof::Never || won == FOREVER, "{place}");
                }
            }
        }
    }
}

#[test]
fn what_holds_is_never_lost() {
    let (mut held, mut refuted) = (0, 0);
    for (number, mut world) in positions(4, 200).enumerate() {
        let value = Minimax::default().value(&mut world);
        for attacker in Team::ALL {
            let mut graph = StateGraph::new(&world);
            let mut budget = NodeBudget::new(Limit { nodes: Some(20_000), over: None });
            let Ok(holds) = DrawSearch::new(attacker).holds(&mut graph, 0, &mut budget) else {
                continue;
            };
            let won = matches!(Minimax::verdict(value, attacker), EndgameResult::Win { .. });
            assert!(!(holds && won), "position {number}");
            held += u32::from(holds);
            refuted += u32::from(!holds);
        }
    }
    assert!(held > 30 && refuted > 30, "{held} held, {refuted} refuted");
}

/// If both sides play the solver's moves, the game has the predicted result and length.
#[test]
fn play_by_the_solver_ends_as_foretold() {
    for (number, mut world) in positions(5, 60).enumerate() {
        let begins = team(&world);
        let Solution { verdict, line, .. } = solve(&world, Limit::default());
        let mut plies = 0;
        while world.outcome().is_none() {
            let Solution { verdict: now, best, .. } = solve(&world, Limit::default());
            let expected = match verdict {
                EndgameResult::Win { plies: all } => {
                    EndgameResult::won(begins, all - plies, team(&world))
                }
                EndgameResult::Loss { plies: all } => {
                    EndgameResult::won(begins.other(), all - plies, team(&world))
                }
                other => other,
            };
            assert_eq!(now, expected, "position {number}, ply {plies}");
            world.make(best.unwrap());
            plies += 1;
        }
        match verdict {
            EndgameResult::Win { plies: all } | EndgameResult::Loss { plies: all } => {
                assert_eq!((plies, line.len() as u32), (all, all), "position {number}");
            }
            other => assert_eq!((other, line.len()), (EndgameResult::Draw, 1), "position {number}"),
        }
    }
}
