//! How many requests are worked on at once, and how much memory their bodies take.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::metrics::Metrics;
use super::refusal::Refusal;

/// Memory for bodies is counted in pieces of this number of bytes.
pub const UNIT: usize = 4 << 10;

/// The room for all requests.
pub struct Gate {
    requests: Arc<Semaphore>,
    bodies: Arc<Semaphore>,
    max_requests: usize,
    max_body: usize,
    metrics: Arc<Metrics>,
}

/// A request that was let in, until its response is at its end.
pub struct Admission {
    _request: OwnedSemaphorePermit,
    body: Option<OwnedSemaphorePermit>,
    metrics: Arc<Metrics>,
    /// How many positions it has, once that is known.
    pub positions: AtomicUsize,
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.metrics.body_bytes.dec_by(self.body_bytes());
    }
}

impl Admission {
    pub fn body_bytes(&self) -> i64 {
        self.body.as_ref().map_or(0, |body| (body.num_permits() * UNIT) as i64)
    }

    /// Records the number of positions, for the log.
    pub fn note(&self, positions: usize) {
        self.positions.store(positions, Ordering::Relaxed);
    }
}

impl Gate {
    /// Room for this number of requests, with bodies of `max_bodies` bytes in all, of which one has `max_body` at most.
    pub fn new(max_requests: usize, max_bodies: usize, max_body: usize, metrics: &Arc<Metrics>) -> Gate {
        Gate {
            requests: Arc::new(Semaphore::new(max_requests)),
            bodies: Arc::new(Semaphore::new(max_bodies.div_ceil(UNIT).min(Semaphore::MAX_PERMITS))),
            max_requests,
            max_body,
            metrics: metrics.clone(),
        }
    }

    /// Lets a request in that has no body.
    pub fn admit(&self) -> Result<Admission, Refusal> {
        let request = self.requests.clone().try_acquire_owned().map_err(|_| {
            let problem = format!("the limit of {} concurrent requests is reached", self.max_requests);
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, problem, "Try again in a second.")
        })?;
        let metrics = self.metrics.clone();
        Ok(Admission { _request: request, body: None, metrics, positions: AtomicUsize::new(0) })
    }

    /// Refuses a body that is too long.
    pub fn check(&self, bytes: usize) -> Result<(), Refusal> {
        if bytes <= self.max_body {
            return Ok(());
        }
        let problem = format!("the body has more than {} bytes", self.max_body);
        let remedy = "Send it in several requests, or serve with a greater --max-body.";
        Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem, remedy))
    }

    /// Reserves memory for a body of `bytes` bytes, and returns the size that is now reserved.
    pub fn reserve(&self, bytes: usize, admission: &mut Admission) -> Result<usize, Refusal> {
        self.check(bytes)?;
        let held = admission.body.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        // The body grows by halves, so that it is copied a few times only.
        let needed = bytes.div_ceil(UNIT);
        if needed <= held {
            return Ok(held * UNIT);
        }
        let wanted = needed.max((held + held / 2).min(self.max_body.div_ceil(UNIT)));
        let more = self.bodies.clone().try_acquire_many_owned((wanted - held) as u32).map_err(|_| {
            let problem = "the memory for request bodies is full".to_owned();
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, problem, "Try again in a second, or send less.")
        })?;
        self.metrics.body_bytes.inc_by((more.num_permits() * UNIT) as i64);
        match &mut admission.body {
            Some(body) => body.merge(more),
            none => *none = Some(more),
        }
        Ok(wanted * UNIT)
    }
}
