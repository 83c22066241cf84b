//! The origin check: pages of other sites are refused.

use axum::http::{HeaderMap, HeaderName, header};
use tracing::info;

/// The longest part of a header in the log, in bytes.
const MAX_LOGGED: usize = 200;
/// The names of this machine.
const LOCAL_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Admits requests of pages of this server and of programs without an origin, or returns the reason.
/// Unknown host names are refused, against DNS rebinding. Refusals are logged.
pub(super) fn check_origin(headers: &HeaderMap, names: &[String]) -> Result<(), &'static str> {
    let host = text_of(headers, header::HOST).unwrap_or_default();
    let origin = text_of(headers, header::ORIGIN);
    let refusal = if !is_known(host, names) {
        "This server is not known by the name in the address: add it with --name.\n"
    } else if origin.is_none_or(|origin| is_same(origin, host)) {
        return Ok(());
    } else {
        "Requests of pages of other sites are refused.\n"
    };
    info!(host = logged(host), origin = origin.map(logged), "request refused (403)");
    Err(refusal)
}

/// A header; empty if it is not visible ASCII.
fn text_of(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

/// Whether an origin is that of a host: `https://junqi.example`.
fn is_same(origin: &str, host: &str) -> bool {
    origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host))
}

/// The part of a header that is logged. Headers are ASCII here, so any cut is between characters.
fn logged(header: &str) -> &str {
    &header[..header.len().min(MAX_LOGGED)]
}

/// Whether the host of a `Host` header is a name of this machine or one of `names`, in any case.
fn is_known(host: &str, names: &[String]) -> bool {
    let bare = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
    let bare = bare.map_or(host, |(name, _)| name);
    let mut known = LOCAL_NAMES.into_iter().chain(names.iter().map(String::as_str));
    known.any(|name| name.eq_ignore_ascii_case(bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_pages_of_this_server_come_in() {
        let names = ["Junqi.example".to_owned()];
        for (host, origin, expected) in [
            ("127.0.0.1:7717", Some("http://127.0.0.1:7717"), true),
            ("localhost:7717", None, true),
            ("[::1]:7717", Some("http://[::1]:7717"), true),
            ("junqi.example", Some("https://junqi.example"), true),
            ("JUNQI.example:8443", Some("https://junqi.example:8443"), true),
            ("junqi.example", Some("https://junqi.example:8443"), false),
            ("127.0.0.1:7717", Some("http://evil.example"), false),
            ("127.0.0.1:7717", Some("http://127.0.0.1:80"), false),
            ("127.0.0.1:7717", Some("null"), false),
            ("evil.example:7717", Some("http://evil.example:7717"), false),
            ("evil.example", None, false),
        ] {
            assert_eq!(
                check_origin(&request(host, origin), &names).is_ok(),
                expected,
                "{host} {origin:?}"
            );
        }
        assert!(check_origin(&HeaderMap::new(), &names).is_err());
    }
}
