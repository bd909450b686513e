//! The page: files that are part of the program.

use std::io::Read;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::refusal::Refusal;

/// The files that `./page` builds, packed by Brotli and by gzip; none if the page was not built.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[include = "*.br"]
#[include = "*.gz"]
#[allow_missing = true]
struct Files;

/// The names of these files contain hashes of their contents.
const ASSETS: &str = "assets/";

/// The rights of a page of the service: it may run code from here, and nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
                      style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; \
                      object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Further headers for a browser. With the last two the page may share memory among threads.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
];

const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><title>cubebatch</title>\
    <p>This program was built without its page. Run <code>./page</code> and build the program again. The interface works: see <a href=\"openapi.json\">openapi.json</a>.</p></html>\n";

/// Answers with a file.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return nothing(&uri);
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let mut response = match Files::get(&format!("{path}.gz")) {
        Some(file) => answer(path, file, &headers),
        None if path == "index.html" => Html(NO_PAGE).into_response(),
        None => nothing(&uri),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn nothing(uri: &Uri) -> Response {
    let problem = format!("the service has no path {}", uri.path());
    Refusal::new(StatusCode::NOT_FOUND, problem, "GET /openapi.json lists the paths.").into_response()
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String =
        file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let keeps = if path.starts_with(ASSETS) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, keeps.to_owned())];
    if is_known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(path)), (header::VARY, "accept-encoding")];
    // Browsers take Brotli over https and from this machine.
    if let Some(smaller) = Files::get(&format!("{path}.br")).filter(|_| takes(headers, "br")) {
        return (about, kind, [(header::CONTENT_ENCODING, "br")], smaller.data).into_response();
    }
    if takes(headers, "gzip") {
        return (about, kind, [(header::CONTENT_ENCODING, "gzip")], file.data).into_response();
    }
    let mut plain = Vec::new();
    GzDecoder::new(&*file.data).read_to_end(&mut plain).expect("the file was packed when the page was built");
    (about, kind, plain).into_response()
}

/// Whether a client reads this coding. Only a weight of 0 refuses it.
fn takes(headers: &HeaderMap, wanted: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let is_refused = weight.trim().trim_start_matches("q=").parse() == Ok(0.0);
        [wanted, "*"].contains(&name.trim()) && !is_refused
    })
}

/// The content type, by the ending of a name.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "md" | "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_for_clients_that_take_them() {
        let headers =
            |value| HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        let takes = |value| super::takes(&headers(value), "gzip");
        for value in ["gzip", "br, gzip", "gzip;q=0.5", "*"] {
            assert!(takes(value), "{value}");
        }
        for value in ["br", "identity", "gzip;q=0", "gzip; q=0.0"] {
            assert!(!takes(value), "{value}");
        }
        assert!(super::takes(&headers("gzip, br"), "br") && !super::takes(&headers("gzip"), "br"));
        assert!(!super::takes(&HeaderMap::new(), "gzip"));
    }
}
