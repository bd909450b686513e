//! Before the tables are ready: the service opens or builds them, and asks clients to wait.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cubebatch::{Error, Method};
use cubebatch_search::error::Detail;

use super::Service;
use super::ServiceError;
use super::refusal::Refusal;
use super::solvers::Solvers;
use super::worker::Workers;

impl Service {
    /// Opens the tables, builds missing ones, and starts to work.
    pub fn open(&self) -> Result<Workers, ServiceError> {
        let solvers = Solvers::open(self.options.solver.clone(), &self.options.methods);
        let solvers = Arc::new(solvers.map_err(|error| self.failed(error))?);
        let workers = Workers::start(&solvers, &self.queue, &self.metrics)?;
        _ = self.solvers.set(solvers);
        Ok(workers)
    }

    /// Names the methods that work with the memory that is granted, if some do not.
    fn failed(&self, error: Error) -> ServiceError {
        let fitting = match *error.detail() {
            Detail::TooLittleMemory { granted, .. } => {
                let fits = |method: &Method| method.card().tables_within(granted).is_some();
                self.options.methods.iter().copied().filter(fits).collect()
            }
            _ => Vec::new(),
        };
        ServiceError::Solver { error, fitting }
    }
}

/// Rejects requests that need the tables until they are loaded.
pub async fn opened(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    if service.solvers.get().is_some() {
        return next.run(request).await;
    }
    let problem = "the tables are not ready yet: the service opens or builds them";
    let remedy = "Try again in a second; standard error of the service shows the progress.";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, problem, remedy).into_response()
}
