//! What a body is, by its Content-Type and by itself: an object of JSON, or lines.

use std::borrow::Cow;
use std::collections::HashMap;

use axum::http::{HeaderMap, header};
use cubebatch_rows::columns::{ALL, CUBE};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::options;
use super::refusal::{Accepts, Refusal};

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// An object of JSON, with options beside the position.
    Object,
    /// Lines, each of which may be an object of JSON.
    Lines,
}

/// What a body is. Its type decides, unless options would be lost so: curl names a type that its user did not choose.
pub fn media(headers: &HeaderMap, body: &[u8]) -> Result<Media, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
    let kind = String::from_utf8_lossy(kind.split(|&byte| byte == b';').next().unwrap_or_default());
    let kind = kind.trim().to_ascii_lowercase();
    if is_json(&kind) {
        return Ok(Media::Object);
    }
    if kind.starts_with("multipart/") {
        let problem = "the body is a form with parts".to_owned();
        return Err(unknown(problem, "Send the file itself, as `curl --data-binary @FILE` does."));
    }
    if kind == "application/x-www-form-urlencoded" && has_fields(body) {
        let problem = "the body is a form with fields".to_owned();
        return Err(unknown(
            problem,
            "Send the positions alone, as `curl -d 'R U F'` does, or use `curl --json`.",
        ));
    }
    let is_chosen = kind.contains("jsonl") || kind.contains("ndjson");
    if !is_chosen && is_request(body) {
        let named = if kind.is_empty() { "is missing".to_owned() } else { format!("is {kind}") };
        let problem = format!("the body is an object of JSON, but its Content-Type {named}");
        return Err(unknown(problem, "Send it with Content-Type: application/json, as `curl --json` does."));
    }
    Ok(Media::Lines)
}

/// Whether a body begins like a form: with the name of an option and a sign. `curl -d` says that whatever it sends is one.
fn has_fields(body: &[u8]) -> bool {
    let mut parts = body.splitn(2, |&byte| byte == b'=');
    let name = parts.next().and_then(|name| std::str::from_utf8(name).ok());
    parts.next().is_some() && name.is_some_and(options::is_name)
}

fn is_json(kind: &str) -> bool {
    kind.strip_prefix("application/").is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

/// Whether a body is one object that is no row: it goes on over lines, or has options and nothing that only rows have.
fn is_request(body: &[u8]) -> bool {
    let body = body.trim_ascii();
    if !body.starts_with(b"{") {
        return false;
    }
    let json = &mut serde_json::Deserializer::from_slice(body);
    let Ok(fields) = HashMap::<Cow<str>, IgnoredAny>::deserialize(&mut *json) else { return false };
    let has_options = fields.keys().any(|name| name != CUBE && options::is_name(name));
    let has_results = fields.keys().any(|name| ALL.contains(&&**name) && !options::is_name(name));
    json.end().is_ok() && (body.contains(&b'\n') || has_options && !has_results)
}

fn unknown(problem: String, remedy: &str) -> Refusal {
    Refusal::unreadable(problem, remedy, Accepts::Types)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, StatusCode};

    use super::*;

    #[test]
    fn a_type_is_read_without_case_and_parameters() {
        let media = |kind: &'static str| {
            let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]);
            media(&headers, b"R").map_err(|refused| refused.status)
        };
        for kind in ["application/json", "Application/JSON ; charset=utf-8", "application/problem+json"] {
            assert_eq!(media(kind), Ok(Media::Object), "{kind}");
        }
        for kind in ["", "text/plain", "application/jsonl", "application/x-ndjson", "text/csv"] {
            assert_eq!(media(kind), Ok(Media::Lines), "{kind}");
        }
        assert_eq!(media("multipart/form-data; boundary=x"), Err(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }

    #[test]
    fn a_row_is_no_request() {
        for request in [
            r#"{"cubes":["R"]}"#,
            r#" {"cube":"R","max_length":20}"#,
            "{\n\"cube\": \"R\"}\n",
            r#"{"cube":"R","goal":"eo","colour":1}"#,
        ] {
            assert!(is_request(request.as_bytes()), "{request}");
        }
        for rows in [
            "R U",
            r#"{"cube":"R"}"#,
            r#"{"cube":"R","solution":"R'"}"#,
            r#"{"line":1,"cube":"R","goal":"eo","method":"goal","solution":""}"#,
            "{\"cube\":\"R\",\"method\":\"goal\"}\n{\"cube\":\"U\"}\n",
            r#"{"cube":"R""#,
            "{3, 1, 2}",
        ] {
            assert!(!is_request(rows.as_bytes()), "{rows}");
        }
    }
}
