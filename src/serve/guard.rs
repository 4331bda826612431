//! Who is let in. A page of another site can make a browser send requests here, even under a
//! name of its own that leads to this machine (DNS rebinding): so the host must be one of
//! ours, and a request that says where it comes from must come from here.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::ServeOptions;
use super::problem::ProblemDetails;
use super::state::ServiceState;

/// Paths that tell nothing about the graph, and need no token.
const OPEN: [&str; 3] = ["/", "/health", "/openapi.json"];

/// Lets a request in, or says why not.
pub async fn guard(State(app): State<Arc<ServiceState>>, request: Request, next: Next) -> Response {
    match check(&app.options, request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

fn check(options: &ServeOptions, headers: &HeaderMap, uri: &Uri) -> Result<(), ProblemDetails> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.or_else(|| uri.authority().map(|authority| authority.as_str())).unwrap_or_default();
    if !is_ours(options, host) {
        return Err(ProblemDetails::forbidden(
            "this server does not go by that name",
            "use the address that it listens on, or start it with --host NAME",
        ));
    }
    for origin in headers.get_all(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let here = ["http://", "https://"].iter().any(|scheme| {
            origin.strip_prefix(scheme).is_some_and(|authority| authority.eq_ignore_ascii_case(host))
        });
        if !here {
            return Err(ProblemDetails::forbidden(
                "the request comes from another site",
                "open the page of this one",
            ));
        }
    }
    match &options.token {
        Some(token) if !OPEN.contains(&uri.path()) && !shows(headers, token.expose()) => {
            Err(ProblemDetails::unauthorized())
        }
        _ => Ok(()),
    }
}

/// Whether a host, with or without a port, is this machine: a known name, a loopback address or, beyond
/// loopback, any address. DNS rebinding needs a name.
fn is_ours(options: &ServeOptions, host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let loopback_only = options.http.is_none_or(|address| address.ip().is_loopback());
    match name.parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || !loopback_only,
        Err(_) => {
            name.eq_ignore_ascii_case("localhost")
                || options.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
        }
    }
}

/// Whether a request shows the token. All bytes are compared, so the time does not tell where they
/// differ.
fn shows(headers: &HeaderMap, token: &str) -> bool {
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let Some((scheme, shown)) = shown.and_then(|value| value.split_once(' ')) else { return false };
    let (shown, token) = (shown.trim().as_bytes(), token.as_bytes());
    let different = shown.iter().zip(token).fold(0, |different, (a, b)| different | (a ^ b));
    scheme.eq_ignore_ascii_case("bearer") && shown.len() == token.len() && different == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_and_addresses_of_this_machine_are_ours() {
        let here = ServeOptions { hosts: vec!["desk.example".to_owned()], ..ServeOptions::default() };
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:7433",
            "[::1]:7433",
            "[::1]",
            "desk.example:1",
            "127.9.9.9",
        ] {
            assert!(is_ours(&here, host), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example", "10.0.0.1", "127.0.0.1.evil.example", "::1", "["]
        {
            assert!(!is_ours(&here, host), "{host}");
        }
        let everywhere = ServeOptions { http: Some("0.0.0.0:1".parse().unwrap()), ..ServeOptions::default() };
        assert!(is_ours(&everywhere, "10.0.0.1:80") && !is_ours(&everywhere, "evil.example"));
    }
}
