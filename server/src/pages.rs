//! The files of the page, embedded in the program, and their security headers.

use super::host::Host;
use super::origin_check;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri, header};
use include_dir::{Dir, include_dir};
use junqi_tables::description::{board_json, terms_json};
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
        return answer(StatusCode::OK, "application/json", board_json(host.options.board));
    }
    if path == "terms.json" {
        return answer(StatusCode::OK, "application/json", terms_json());
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
