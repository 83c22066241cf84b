//! Who may come in: a page of another site may not.

use axum::http::{HeaderMap, header};

/// Names of this machine.
const OWN: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Lets in requests of pages of this server, and those of no page at all; says why not. A name that
/// is not this machine's is refused as well, or any site could have its own name lead here.
pub(super) fn admits(headers: &HeaderMap, names: &[String]) -> Result<(), &'static str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let bare = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
    let bare = bare.map_or(host, |(name, _)| name);
    let known = OWN.contains(&bare) || names.iter().any(|name| name == bare);
    let origin = headers.get(header::ORIGIN).map(|_| text(header::ORIGIN).unwrap_or_default());
    let same = |origin: &str| origin.split_once("://").is_some_and(|(_, rest)| rest == host);
    if !known {
        return Err(
            "found another name in the address, expected one of this machine or of --name\n",
        );
    }
    if origin.is_none_or(same) {
        Ok(())
    } else {
        Err("found a page of another site, expected one of this server\n")
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
                admits(&request(host, origin), &names).is_ok(),
                expected,
                "{host} {origin:?}"
            );
        }
        assert!(admits(&HeaderMap::new(), &names).is_err());
    }
}
