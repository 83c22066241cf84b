//! The board and the names of the evaluation's terms, as the page needs them: `/board.json` and `/terms.json` of
//! `docs/SERVER.md`.

use super::answer::to_json;
use super::table::BySeat;
use junqi_core::engine::eval::TERMS;
use junqi_core::game::board::{ArmShape, Board, Direction, Graph, NodeType, Seat, Station};
use junqi_core::game::rules::{Kind, Point, Rules};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// `/board.json`.
pub fn board_json(board: &Board) -> String {
    to_json(&BoardDescription::new(board))
}

/// `/terms.json`: the names of the evaluation's terms and features, in Chinese and in English.
pub fn terms_json() -> String {
    to_json(&term_names())
}

fn term_names() -> BTreeMap<&'static str, [String; 2]> {
    let mut names = BTreeMap::new();
    for term in TERMS {
        names.insert(term.name, term.label.map(Into::into));
        for feature in term.features {
            names.insert(feature.name, feature.label());
        }
    }
    names
}

#[derive(Serialize)]
struct BoardDescription {
    cells: Vec<CellDescription>,
    rails: Vec<[String; 2]>,
    roads: Vec<[String; 2]>,
    curves: Vec<CurveDescription>,
    arms: BySeat<Vec<String>>,
    camps: Vec<usize>,
    kinds: Vec<KindDescription>,
    rules: BTreeMap<&'static str, Json>,
}

#[derive(Serialize)]
struct CellDescription {
    cell: String,
    col: usize,
    row: usize,
    #[serde(rename = "type")]
    node_type: &'static str,
    arm: Option<Seat>,
}

#[derive(Serialize)]
struct CurveDescription {
    ends: [String; 2],
    towards: [&'static str; 2],
}

#[derive(Serialize)]
struct KindDescription {
    letter: char,
    chinese: &'static str,
    short: char,
    english: &'static str,
    count: usize,
    points: Vec<usize>,
}

impl BoardDescription {
    fn new(board: &Board) -> Self {
        let graph = Graph::derive(board, board.stations(), board.curves());
        let cell = |station: Station| board.cell(station).to_string();
        // The curves among the rails are drawn as arcs.
        let straight = graph.rails.iter().filter(|edge| !graph.arcs.contains(*edge));
        let rails = straight.map(|edge| edge.map(cell)).collect();
        let mut curves = vec![];
        for curve in board.curves() {
            curves.push(CurveDescription {
                ends: curve.ends.map(|(station, _)| cell(station)),
                towards: curve.ends.map(|(_, direction)| direction_name(direction)),
            });
        }
        let shape = board.shape();
        let mut arms = BySeat::new();
        for seat in Seat::ALL {
            if let Some(arm) = board.arm(seat) {
                arms.insert(seat.letter(), arm.iter().copied().map(cell).collect());
            }
        }
        Self {
            cells: board.reading_order().map(|station| describe_cell(board, station)).collect(),
            rails,
            roads: graph.roads.iter().map(|edge| edge.map(cell)).collect(),
            curves,
            arms,
            camps: shape.points().filter(|point| point.is_camp()).map(Point::index).collect(),
            kinds: Kind::ALL.map(|kind| describe_kind(shape, kind)).into(),
            rules: Rules::default().options().into(),
        }
    }
}

fn describe_cell(board: &Board, station: Station) -> CellDescription {
    let cell = board.cell(station);
    let node_type = match board.code(cell) {
        NodeType::Camp => "camp",
        NodeType::Headquarters => "headquarters",
        code if code.is_rail() => "rail",
        _ => "post",
    };
    let arm = board.owner(station);
    CellDescription { cell: cell.to_string(), col: cell.col(), row: cell.row(), node_type, arm }
}

fn describe_kind(shape: &ArmShape, kind: Kind) -> KindDescription {
    KindDescription {
        letter: kind.letter(),
        chinese: kind.chinese(),
        short: kind.short_chinese(),
        english: kind.english(),
        count: shape.army().count(kind),
        points: shape.points().filter(|point| point.allows(kind)).map(Point::index).collect(),
    }
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}
