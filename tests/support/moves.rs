//! A slow, obvious move generator, and rules that exercise every option.

use junqi::game::board::{Board, Graph, Line, Seat, Station, StationSet};
use junqi::game::rules::{BombVsFlag, Kind, Mode, Move, Rules, SideArms, World};
use std::collections::BTreeSet;

/// A choice of rules that exercises every option in turn.
pub fn some_rules(seed: u64) -> Rules {
    let texts = [
        "default",
        "qq",
        "mode=1v1",
        "qq,mode=1v1",
        "mode=1v1,side_arms_1v1=closed",
        "curves=false",
        "center_stops=eight",
        "center_stops=none",
        "hq_locked=false",
        "mine_on_hit=removed",
        "bomb_vs_flag=illegal",
        "turn_dir=cw,max_plies=150",
    ];
    texts[seed as usize % texts.len()].parse().expect("rules")
}

/// The legal moves, found the slow and obvious way from the list of edges and lines alone.
pub fn obvious_moves(world: &World) -> BTreeSet<Move> {
    let mut moves = BTreeSet::new();
    if world.outcome().is_some() {
        return moves;
    }
    let rules = world.rules();
    let open = open_stations(rules);
    let board = Board::siguo();
    let graph = Graph::derive(board, open, if rules.curves { board.curves() } else { &[] });
    for (piece, from) in world.pieces().filter(|(p, _)| p.seat() == world.turn()) {
        let kind = world.kind(piece);
        let locked = rules.hq_locked && world.net().headquarters().contains(from);
        if kind == Kind::Mine || kind == Kind::Flag || locked {
            continue;
        }
        let mut reach: BTreeSet<Station> = BTreeSet::new();
        for edge in graph.roads.iter().chain(&graph.rails).filter(|e| e.contains(&from)) {
            reach.extend(edge.iter().filter(|&&s| s != from));
        }
        if kind == Kind::Engineer {
            reach.extend(by_rail(world, &graph, from));
        } else {
            reach.extend(graph.lines.iter().flat_map(|line| along(world, line, from)));
        }
        reach.retain(|&to| may_enter(world, kind, to));
        moves.extend(reach.into_iter().map(|to| Move { from, to }));
    }
    moves
}

fn open_stations(rules: &Rules) -> StationSet {
    let board = Board::siguo();
    let closed = rules.mode == Mode::TwoPlayer && rules.side_arms_1v1 == SideArms::Closed;
    let side = |s: &Station| {
        closed && [Seat::East, Seat::West].iter().any(|&a| board.arm(a).unwrap().contains(s))
    };
    board.stations().iter().filter(|s| !side(s)).collect()
}

fn may_enter(world: &World, kind: Kind, to: Station) -> bool {
    let rules = world.rules();
    let board = Board::siguo();
    let stop = match serde_json::to_value(rules.center_stops).unwrap().as_str().unwrap() {
        "nine" => true,
        "eight" => Some(to) != board.hub(),
        _ => !board.centre().contains(to),
    };
    let Some(target) = world.piece_at(to) else { return stop };
    let enemy = rules.team(target.seat()) != rules.team(world.turn());
    let barred_bomb = rules.bomb_vs_flag == BombVsFlag::Illegal
        && kind == Kind::Bomb
        && world.kind(target) == Kind::Flag;
    stop && enemy && !world.net().camps().contains(to) && !barred_bomb
}

/// Every station on the line up to the first occupied one, both ways.
fn along(world: &World, line: &Line, from: Station) -> Vec<Station> {
    let Some(at) = line.stations.iter().position(|&s| s == from) else { return vec![] };
    let mut reached = vec![];
    let ahead = line.stations[at + 1..].iter().collect::<Vec<_>>();
    let behind = line.stations[..at].iter().rev().collect::<Vec<_>>();
    for way in [ahead, behind] {
        for &station in way {
            reached.push(station);
            if world.piece_at(station).is_some() {
                break;
            }
        }
    }
    reached
}

/// Every rail station reached through empty ones.
fn by_rail(world: &World, graph: &Graph, from: Station) -> Vec<Station> {
    let (mut reached, mut front) = (vec![], vec![from]);
    while let Some(station) = front.pop() {
        for edge in graph.rails.iter().filter(|e| e.contains(&station)) {
            let next = if edge[0] == station { edge[1] } else { edge[0] };
            if next != from && !reached.contains(&next) {
                reached.push(next);
                if world.piece_at(next).is_none() {
                    front.push(next);
                }
            }
        }
    }
    reached
}
