//! Access: the names of the service, and the origins whose pages may use it.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;
use super::{Service, ServiceOptions};

/// The time for which a browser remembers that a page may send requests.
const PREFLIGHT_SECONDS: HeaderValue = HeaderValue::from_static("3600");

/// Refuses requests to other names, as a page makes whose own name was turned to this address, and those of pages of other
/// origins.
pub async fn guard(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let options = &service.options;
    let host = host(&request);
    if !options.serves(host.as_deref()) {
        let problem = format!("this service does not answer to the name {:?}", host.unwrap_or_default());
        let remedy = "Use a name that --allow-host gives it, or localhost on its own machine.";
        return Refusal::new(StatusCode::FORBIDDEN, problem, remedy).into_response();
    }
    let Some(origin) = request.headers().get(header::ORIGIN).cloned() else {
        // Without its name it could be a page that is allowed.
        if options.origins.is_empty() && is_of_other_page(&request) {
            return foreign().into_response();
        }
        return closed(next.run(request).await);
    };
    if is_own(&origin, host.as_deref()) {
        return closed(next.run(request).await);
    }
    if !options.allows(&origin) {
        return foreign().into_response();
    }
    let is_preflight = request.method() == Method::OPTIONS;
    let mut response =
        if is_preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    open(response.headers_mut(), origin, is_preflight);
    response
}

/// The name that was asked for, with its port.
fn host(request: &Request) -> Option<String> {
    let of_header = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    // A request to a proxy has it in its first line.
    let of_target = request.uri().authority().map(|authority| authority.as_str());
    of_target.or(of_header).map(str::to_ascii_lowercase)
}

/// A name without its port, and without the dot that says that it is whole.
fn name(host: &str) -> &str {
    let name = match host.rfind(':') {
        // Within brackets they are parts of an address.
        Some(colon) if !host[colon..].contains(']') => &host[..colon],
        _ => host,
    };
    name.strip_suffix('.').unwrap_or(name)
}

impl ServiceOptions {
    fn serves(&self, host: Option<&str>) -> bool {
        self.hosts.is_empty() || host.is_some_and(|host| self.hosts.iter().any(|own| own == name(host)))
    }

    fn allows(&self, origin: &HeaderValue) -> bool {
        let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
        self.origins.iter().any(|allowed| *allowed == "*" || *allowed == origin)
    }
}

/// Whether a page of the service itself asks.
fn is_own(origin: &HeaderValue, host: Option<&str>) -> bool {
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    origin.is_some_and(|(_, authority)| host == Some(&authority.to_ascii_lowercase()))
}

/// Whether a page of another origin sends this without naming it, as for a picture. Another port of this machine is the same
/// site. A link to what people read is allowed.
fn is_of_other_page(request: &Request) -> bool {
    let has = |name: &str, value: &str| request.headers().get(name).is_some_and(|found| found == value);
    let is_other = ["cross-site", "same-site"].into_iter().any(|site| has("sec-fetch-site", site));
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let is_for_people = request.method() == Method::GET && matches!(path, None | Some("/docs"));
    is_other && !(is_for_people && has("sec-fetch-mode", "navigate"))
}

fn foreign() -> Refusal {
    let problem = "pages of other origins may not use this service";
    Refusal::new(StatusCode::FORBIDDEN, problem, "Serve with --allow-origin to allow them.")
}

/// Pages of other origins may not hold it either, as a picture or a script.
fn closed(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

fn open(headers: &mut HeaderMap, origin: HeaderValue, is_preflight: bool) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if is_preflight {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
        headers.insert(
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            HeaderValue::from_static("content-type, content-encoding"),
        );
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_SECONDS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_port() {
        for (host, expected) in [
            ("localhost:80", "localhost"),
            ("[::1]:80", "[::1]"),
            ("[::1]", "[::1]"),
            ("a.b", "a.b"),
            ("a.b.:80", "a.b"),
            ("a.", "a"),
        ] {
            assert_eq!(name(host), expected);
        }
    }

    #[test]
    fn an_origin_is_the_own_one_with_the_same_port_only() {
        let is_own = |origin, host| is_own(&HeaderValue::from_static(origin), Some(host));
        assert!(is_own("http://localhost:80", "localhost:80"));
        assert!(!is_own("http://localhost:81", "localhost:80"));
        assert!(!is_own("null", "localhost:80"));
    }
}
