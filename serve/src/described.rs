//! The interface for people: a page made of its description.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use super::openapi::OPENAPI;
use super::schemas::Guarded;

/// The rights of the page: it has no code.
const POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");

const STYLE: &str = "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}\
    pre,table{overflow-x:auto;display:block}pre{padding:.75rem;border:1px solid #8888}\
    td,th{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top}";

/// This interface as a page for people.
#[utoipa::path(
    get,
    path = "/docs",
    responses((status = 200, description = "A page.", body = String, content_type = "text/html"), Guarded)
)]
pub async fn docs() -> Response {
    static PAGE: LazyLock<String> = LazyLock::new(|| {
        let described = serde_json::from_str(&OPENAPI).expect("the description is JSON");
        page(&described)
    });
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(PAGE.as_str())).into_response()
}

/// The text of a field, as HTML.
fn text(of: &Value, field: &str) -> String {
    escaped(of[field].as_str().unwrap_or_default())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The members of an object.
fn members(of: &Value) -> impl Iterator<Item = (&String, &Value)> {
    of.as_object().into_iter().flatten()
}

/// The page of a description.
fn page(described: &Value) -> String {
    let info = &described["info"];
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>cubebatch: the interface for programs</title><style>{STYLE}</style><h1>{} {}</h1><p>{}</p>\
         <p><a href=\"openapi.json\">openapi.json</a> says the same for programs that make clients.</p>",
        text(info, "title"),
        text(info, "version"),
        text(info, "description"),
    );
    for (path, methods) in members(&described["paths"]) {
        for (method, operation) in members(methods) {
            _ = write!(
                page,
                "<h2><code>{} {}</code></h2><p>{} {}</p>",
                method.to_uppercase(),
                escaped(path),
                text(operation, "summary"),
                text(operation, "description"),
            );
            page += &parameters(operation);
            page += &examples(operation, path);
        }
    }
    page + "</html>\n"
}

/// A table of what may stand in the query.
fn parameters(operation: &Value) -> String {
    let rows: String = operation["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|parameter| {
            let schema = &parameter["schema"];
            let values: Vec<&str> =
                schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let kind = if values.is_empty() { text(schema, "type") } else { escaped(&values.join(", ")) };
            let (name, about) = (text(parameter, "name"), text(parameter, "description"));
            format!("<tr><td><code>{name}</code><td>{kind}<td>{about}")
        })
        .collect();
    if rows.is_empty() { rows } else { format!("<table><tr><th>In the query<th>Values<th>{rows}</table>") }
}

/// The bodies that the description gives as examples, as commands.
fn examples(operation: &Value, path: &str) -> String {
    let bodies = members(&operation["requestBody"]["content"]);
    let examples =
        bodies.flat_map(|(kind, body)| members(&body["examples"]).map(move |(_, example)| (kind, example)));
    let commands = examples.map(|(kind, example)| {
        let body = match &example["value"] {
            Value::String(lines) => lines.clone(),
            value => value.to_string(),
        };
        let quoted = body.replace('\'', r"'\''");
        let command = format!("curl localhost:8080{path} -H 'Content-Type: {kind}' --data-binary '{quoted}'");
        format!("<pre>{}</pre>", escaped(&command))
    });
    commands.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_all_that_the_description_has() {
        let described: Value = serde_json::from_str(&OPENAPI).unwrap();
        let page = page(&described);
        for (path, methods) in members(&described["paths"]) {
            for (method, operation) in members(methods) {
                assert!(page.contains(&format!("<code>{} {path}</code>", method.to_uppercase())), "{path}");
                for parameter in operation["parameters"].as_array().into_iter().flatten() {
                    assert!(
                        page.contains(&format!("<code>{}</code>", text(parameter, "name"))),
                        "{parameter}"
                    );
                }
            }
        }
        assert!(page.contains("curl localhost:8080/solve") && !page.contains("<script"), "{page}");
    }
}
