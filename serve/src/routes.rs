//! The paths of the service, and the answers that need no work.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use serde::Serialize;
use tower_http::compression::CompressionLayer;
use utoipa::ToSchema;

use super::openapi::OPENAPI;
use super::refusal::Refusal;
use super::schemas::{Guarded, NeedsTables};
use super::{Service, check, described, guard, improve, moves, opening, page, record, scramble, solve};

/// All paths.
pub fn router(service: &Arc<Service>) -> Router {
    Router::new()
        .route("/solve", post(solve::solve))
        .route("/check", post(check::check))
        .route("/moves", post(moves::moves))
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

/// A service that answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
}

#[derive(Serialize, ToSchema)]
struct Live {
    #[schema(inline)]
    status: Status,
}

/// Answers as soon as the port is open, to every host name.
#[utoipa::path(
    get,
    path = "/live",
    responses((status = 200, description = "The process answers.", body = inline(Live)))
)]
async fn live() -> Response {
    json(&Live { status: Status::Ok })
}

#[derive(Serialize, ToSchema)]
struct Health {
    #[schema(inline)]
    status: Status,
    version: &'static str,
    methods: Vec<&'static str>,
    engine: String,
    threads: usize,
    tables: Vec<String>,
}

/// Reports that the service runs, and with which methods.
#[utoipa::path(
    get,
    path = "/health",
    responses((status = 200, description = "It serves.", body = Health), Guarded, NeedsTables)
)]
async fn health(State(service): State<Arc<Service>>) -> Response {
    let solver = service.solvers().any();
    let health = Health {
        status: Status::Ok,
        version: env!("CARGO_PKG_VERSION"),
        methods: service.solvers().methods().into_iter().map(|method| method.name()).collect(),
        engine: solver.engine().name(),
        threads: solver.threads(),
        tables: solver.tables().iter().map(ToString::to_string).collect(),
    };
    json(&health)
}

fn json(answer: &impl Serialize) -> Response {
    let line = serde_json::to_string(answer).expect("it can be written") + "\n";
    ([(header::CONTENT_TYPE, "application/json")], line).into_response()
}

/// Counts, for Prometheus, to every host name.
#[utoipa::path(
    get,
    path = "/metrics",
    responses((status = 200, description = "OpenMetrics.", body = String, content_type = "application/openmetrics-text"))
)]
async fn metrics(State(service): State<Arc<Service>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], service.metrics.text()).into_response()
}

/// This description.
#[utoipa::path(
    get,
    path = "/openapi.json",
    responses((status = 200, description = "OpenAPI 3.1.", body = Object), Guarded)
)]
async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI.as_str()).into_response()
}

async fn wrong_method() -> Refusal {
    let remedy =
        "Use POST for /solve, /check and /moves, and GET for all others. GET /openapi.json describes them.";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method", remedy)
}
