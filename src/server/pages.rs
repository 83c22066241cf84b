//! The files of the page, embedded in the program, and their security headers.

use super::host::Host;
use super::origin_check;
use crate::engine::eval::TERMS;
use crate::game::board::{ARM_CAMPS, Board, Direction, Graph, NodeType, Seat, Station};
use crate::game::rules::{Kind, Point};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri, header};
use include_dir::{Dir, include_dir};
use serde_json::{Value, json};
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
        return answer(StatusCode::OK, "application/json", board(host.options.board).to_string());
    }
    if path == "terms.json" {
        return answer(StatusCode::OK, "application/json", term_names().to_string());
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
fn term_names() -> Value {
    let mut names = serde_json::Map::new();
    for term in TERMS {
        names.insert(term.name.into(), json!(term.label));
        for feature in term.features {
            names.insert(feature.name.into(), json!(feature.label()));
        }
    }
    names.into()
}

/// The board as `docs/SERVER.md` has it.
fn board(board: &Board) -> Value {
    let graph = Graph::derive(board, board.stations(), board.curves());
    let cell = |station: Station| board.cell(station).to_string();
    let pair = |edge: &[Station; 2]| edge.map(cell);
    let cells: Vec<Value> = board
        .reading_order()
        .map(|station| {
            let place = board.cell(station);
            let kind = match board.code(place) {
                NodeType::Camp => "camp",
                NodeType::Headquarters => "headquarters",
                code if code.is_rail() => "rail",
                _ => "post",
            };
            json!({"cell": cell(station), "col": place.col(), "row": place.row(), "type": kind, "arm": board.owner(station)})
        })
        .collect();
    let towards = |direction| match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    };
    let curves = board.curves().iter().map(|curve| {
        json!({"ends": curve.ends.map(|end| cell(end.0)), "towards": curve.ends.map(|end| towards(end.1))})
    });
    let arms = Seat::ALL
        .into_iter()
        .filter_map(|seat| Some((seat.to_string(), board.arm(seat)?.map(cell))));
    let kinds = Kind::ALL.into_iter().map(|kind| {
        let points: Vec<usize> =
            Point::all().filter(|point| point.allows(kind)).map(Point::index).collect();
        json!({
            "letter": kind.letter(), "chinese": kind.chinese(), "short": kind.short_chinese(),
            "english": kind.english(), "count": kind.count(), "points": points,
        })
    });
    let straight = |edge: &&[Station; 2]| !graph.arcs.contains(edge);
    json!({
        "cells": cells,
        "rails": graph.rails.iter().filter(straight).map(pair).collect::<Vec<_>>(),
        "roads": graph.roads.iter().map(pair).collect::<Vec<_>>(),
        "curves": curves.collect::<Vec<_>>(),
        "arms": arms.map(|(seat, cells)| (seat, cells.to_vec().into())).collect::<serde_json::Map<_, Value>>(),
        "camps": ARM_CAMPS,
        "kinds": kinds.collect::<Vec<_>>(),
    })
}
