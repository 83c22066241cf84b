//! The origin check: pages of other sites are refused.

use axum::http::{HeaderMap, header};

/// The names of this machine.
const LOCAL_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Admits requests of pages of this server and of programs without an origin, or returns the reason.
/// Unknown host names are refused, against DNS rebinding.
pub(super) fn check_origin(headers: &HeaderMap, names: &[String]) -> Result<(), &'static str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let bare = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
    let bare = bare.map_or(host, |(name, _)| name);
    let known = LOCAL_NAMES.contains(&bare) || names.iter().any(|name| name == bare);
    let origin = headers.get(header::ORIGIN).map(|_| text(header::ORIGIN).unwrap_or_default());
    let same = |origin: &str| origin.split_once("://").is_some_and(|(_, rest)| rest == host);
    if !known {
        return Err("This server is not known by the name in the address: add it with --name.\n");
    }
    if origin.is_none_or(same) {
        Ok(())
    } else {
        Err("Requests of pages of other sites are refused.\n")
    }
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
        let names = ["junqi.example".to_owned()];
        for (host, origin, expected) in [
            ("127.0.0.1:7717", Some("http://127.0.0.1:7717"), true),
            ("localhost:7717", None, true),
            ("[::1]:7717", Some("http://[::1]:7717"), true),
            ("junqi.example", Some("https://junqi.example"), true),
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
