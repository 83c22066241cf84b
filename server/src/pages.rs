//! The files of the page, embedded in the program, and their security headers.

use super::answer::to_json;
use super::host::Host;
use super::origin_check;
use super::table::BySeat;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri, header};
use include_dir::{Dir, include_dir};
use junqi_core::engine::eval::TERMS;
use junqi_core::game::board::{ArmShape, Board, Direction, Graph, NodeType, Seat, Station};
use junqi_core::game::rules::{Kind, Point, Rules};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Component, Path};
use std::sync::Arc;

static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web");

/// What a page of this server may load, run and connect to: itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn content_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => return None,
    })
}

/// Says that the server works, to whoever asks.
pub(super) async fn health() -> Response<Body> {
    answer(StatusCode::OK, "text/plain", "ok\n")
}

/// The counters of the server.
pub(super) async fn metrics(State(host): State<Arc<Host>>, headers: HeaderMap) -> Response<Body> {
    match origin_check::check_origin(&headers, &host.options.names) {
        Ok(()) => answer(StatusCode::OK, "text/plain; version=0.0.4", host.metrics_page()),
        Err(why) => answer(StatusCode::FORBIDDEN, "text/plain", why),
    }
}

/// A file of the page.
pub(super) async fn page(
    State(host): State<Arc<Host>>,
    headers: HeaderMap,
    uri: Uri,
) -> Response<Body> {
    if let Err(why) = origin_check::check_origin(&headers, &host.options.names) {
        return answer(StatusCode::FORBIDDEN, "text/plain", why);
    }
    let path = uri.path().trim_start_matches('/');
    // The page itself shows the game that its address names.
    let path = if path.is_empty() || path.starts_with("game/") { "index.html" } else { path };
    if path == "board.json" {
        let board = BoardDescription::new(host.options.board);
        return answer(StatusCode::OK, "application/json", to_json(&board));
    }
    if path == "terms.json" {
        return answer(StatusCode::OK, "application/json", to_json(&term_names()));
    }
    let found = content_type(path).and_then(|kind| Some((kind, file(&host, path)?)));
    match found {
        Some((kind, bytes)) => answer(StatusCode::OK, kind, bytes),
        None => answer(StatusCode::NOT_FOUND, "text/plain", "Not found. The page is at `/`.\n"),
    }
}

fn file(host: &Host, path: &str) -> Option<Vec<u8>> {
    let Some(folder) = &host.options.web else {
        return Some(WEB.get_file(path)?.contents().to_vec());
    };
    let below = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    below.then(|| std::fs::read(folder.join(path)).ok())?
}

fn answer(status: StatusCode, kind: &str, body: impl Into<Body>) -> Response<Body> {
    let response = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::CONTENT_SECURITY_POLICY, POLICY)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header(header::CACHE_CONTROL, "no-cache")
        .body(body.into());
    response.expect("the headers are plain text")
}

/// The names of the evaluation's terms and features, in Chinese and in English.
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

/// `/board.json`, as `docs/SERVER.md` describes it.
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
