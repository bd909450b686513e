//! The paths of the service, and the answers that need no work.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use serde::Serialize;
use tower_http::compression::CompressionLayer;

use super::openapi::OPENAPI;
use super::refusal::Refusal;
use super::{Service, check, described, guard, improve, opening, page, record, scramble, solve};

/// All paths.
pub fn router(service: &Arc<Service>) -> Router {
    Router::new()
        .route("/solve", post(solve::solve))
        .route("/check", post(check::check))
        .route("/improve", get(improve::improve))
        .route("/scramble", get(scramble::scramble))
        .route("/health", get(health))
        .layer(middleware::from_fn_with_state(service.clone(), opening::opened))
        // These need no tables: the page has its own.
        .route("/openapi.json", get(openapi))
        .route("/docs", get(described::docs))
        .fallback(page::page)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(service.clone(), guard::guard))
        // Probes and Prometheus ask by the address of the process, whatever names the service has.
        .route("/live", get(live))
        .route("/metrics", get(metrics))
        .method_not_allowed_fallback(wrong_method)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(service.clone(), record::record))
        .with_state(service.clone())
}

/// Reports that the process answers.
async fn live() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], "{\"status\":\"ok\"}\n").into_response()
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    methods: Vec<&'static str>,
    engine: String,
    threads: usize,
    tables: Vec<String>,
}

/// Reports that it serves, and with what. While the service ends, no request gets here.
async fn health(State(service): State<Arc<Service>>) -> Response {
    let solver = service.solvers().any();
    let health = Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        methods: service.solvers().methods().into_iter().map(|method| method.name()).collect(),
        engine: solver.engine().name(),
        threads: solver.threads(),
        tables: solver.tables().iter().map(ToString::to_string).collect(),
    };
    let json = serde_json::to_string(&health).expect("it can be written") + "\n";
    ([(header::CONTENT_TYPE, "application/json")], json).into_response()
}

async fn metrics(State(service): State<Arc<Service>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], service.metrics.text()).into_response()
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI.as_str()).into_response()
}

async fn wrong_method() -> Refusal {
    let remedy = "Use POST for /solve and /check, and GET for all others. GET /openapi.json describes them.";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method", remedy)
}
