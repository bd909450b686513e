//! Before the tables are ready: the service opens or builds them, and asks clients to wait.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Service;
use super::refusal::Refusal;
use super::solvers::Solvers;
use super::worker::Workers;
use crate::cli::failure::Failure;

impl Service {
    /// Opens the tables, builds missing ones, and starts to work.
    pub fn open(&self) -> Result<Workers, Failure> {
        let solvers = Arc::new(Solvers::open(self.plan.solver.clone(), &self.plan.methods)?);
        let workers = Workers::start(&solvers, &self.queue, &self.metrics)?;
        _ = self.solvers.set(solvers);
        Ok(workers)
    }
}

/// Refuses all requests until the tables are there.
pub async fn opened(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    if service.solvers.get().is_some() {
        return next.run(request).await;
    }
    let problem = "the tables are not ready yet: the service opens or builds them";
    let remedy = "Try again in a second; standard error of the service shows the progress.";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, problem, remedy).into_response()
}
