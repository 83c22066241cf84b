//! What the tests share: random games, a slow obvious move generator, the reference material.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part, as a module of its own"
)]

pub mod chance;
pub mod forms;
pub mod program;
pub mod scenes;
pub mod socket;
pub mod table;
pub mod trees;
pub mod twins;
pub mod worlds;
pub mod written;

use junqi::base::random;
use junqi::game::board::{Board, Graph, Line, Seat, Station, StationSet};
use junqi::game::format::Jgs;
use junqi::game::rules::{BombVsFlag, Deployment, Kind, Mode, Move, Rules, SideArms, World};
use junqi::gametree::position::Position;
use junqi::research::learn::OpenGame;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The reference material in a folder `shared` beside the checkout, if it is there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("no reference material `{name}` beside the checkout"));
    None
}

/// The number in an environment variable that asks for longer runs, if it is set.
pub fn asked(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}: found `{text}`, expected a number")))
}

/// Says on the terminal itself, where the test runner does not swallow it, why a test skips.
pub fn skip(why: &str) {
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    writeln!(std::io::stderr(), "SKIPPED {test}: {why}").expect("standard error is open");
}

/// The recorded games, unpacked into a folder of their own, if they are there.
pub fn recorded_games() -> Option<tempfile::TempDir> {
    let archive = shared("qq/games.tgz")?;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tar = Command::new("tar").arg("xzf").arg(archive).arg("-C").arg(folder.path()).status();
    if tar.is_ok_and(|status| status.success()) {
        return Some(folder);
    }
    skip("`tar` could not unpack the recorded games");
    None
}

/// The recorded games, replayed, if they are there.
pub fn games() -> Option<Vec<OpenGame>> {
    let folder = recorded_games()?;
    let files =
        junqi::research::verify::files_below(folder.path(), &["jgs"]).expect("the folder is there");
    let read = |file: &PathBuf| {
        let name = file.file_name().expect("a file").to_string_lossy().into_owned();
        let jgs = Jgs::parse(&std::fs::read(file).expect("a readable file")).expect("a sound file");
        let record = jgs.to_record(Board::siguo(), Rules::qq()).expect("a lawful game");
        let history = record.history(Board::siguo()).expect("a sound record");
        OpenGame::new(name, &history).expect("a whole game")
    };
    Some(files.iter().map(read).collect())
}

/// Four sampled deployments.
pub fn deployments(seed: u64) -> [Option<Deployment>; 4] {
    let mut rng = random::stream(seed, &[]);
    Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)))
}

/// The start of a game between sampled deployments.
pub fn start(seed: u64, rules: Rules) -> World {
    World::start(Board::siguo(), rules, &deployments(seed), Seat::South).expect("legal deployments")
}

/// Makes up to `plies` uniformly random moves.
pub fn wander(world: &mut World, seed: u64, plies: usize) {
    let mut state = seed;
    for _ in 0..plies {
        let count = world.count_moves() as u64;
        if count == 0 {
            break;
        }
        let pick = (random::split_mix(&mut state) % count) as usize;
        let mv = world.moves().nth(pick).expect("below the count");
        world.make(mv);
    }
}

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
