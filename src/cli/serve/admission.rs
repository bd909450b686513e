//! How many requests are worked on at once, and how much memory their bodies take.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::body::{Held, Unpacked};
use super::metrics::Metrics;
use super::refusal::Refusal;
use crate::cli::plan::ServePlan;

/// A body comes in so much time.
const BODY_TIME: Duration = Duration::from_secs(60);

/// The time for which the service still reads from a refused client: otherwise the client might not get to read the refusal.
const LINGER: Duration = Duration::from_secs(5);

/// Memory for bodies is counted in pieces of this number of bytes.
const UNIT: usize = 4 << 10;

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
    fn body_bytes(&self) -> i64 {
        self.body.as_ref().map_or(0, |body| (body.num_permits() * UNIT) as i64)
    }

    /// Records the number of positions, for the log.
    pub fn note(&self, positions: usize) {
        self.positions.store(positions, Ordering::Relaxed);
    }
}

impl Gate {
    pub fn new(plan: &ServePlan, metrics: &Arc<Metrics>) -> Gate {
        Gate {
            requests: Arc::new(Semaphore::new(plan.max_requests)),
            bodies: Arc::new(Semaphore::new(plan.max_bodies.div_ceil(UNIT).min(Semaphore::MAX_PERMITS))),
            max_requests: plan.max_requests,
            max_body: plan.max_body,
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

    /// Lets a request in, with its body.
    pub async fn read(&self, headers: &HeaderMap, mut body: Body) -> Result<(Admission, Vec<u8>), Refusal> {
        let read = async {
            let mut admission = self.admit()?;
            let bytes = self.collect(headers, &mut body, &mut admission);
            let bytes = timeout(BODY_TIME, bytes).await.map_err(|_| {
                let problem = format!("the body did not arrive within {} seconds", BODY_TIME.as_secs());
                Refusal::new(StatusCode::REQUEST_TIMEOUT, problem, "Send it faster, or send less.")
            })??;
            Ok((admission, bytes))
        };
        let read = read.await;
        if read.is_err() {
            tokio::spawn(timeout(LINGER, async move { while let Some(Ok(_)) = body.frame().await {} }));
        }
        read
    }

    /// The bytes of a body, unpacked, as far as there is memory for them.
    async fn collect(
        &self,
        headers: &HeaderMap,
        body: &mut Body,
        admission: &mut Admission,
    ) -> Result<Vec<u8>, Refusal> {
        let told = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        self.check(told.unwrap_or(0))?;
        let mut unpacked = Unpacked::new(headers, Held::new(self, admission))?;
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| {
                Refusal::wrong(format!("the body cannot be read: {error}"), "Send it again.".to_owned())
            })?;
            if let Ok(data) = frame.into_data() {
                unpacked.add(&data)?;
            }
        }
        unpacked.finish()
    }

    fn check(&self, bytes: usize) -> Result<(), Refusal> {
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::io::Write;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use axum::body::{Bytes, HttpBody};
    use hyper::body::Frame;

    use super::*;

    /// A body that comes in this number of pieces.
    struct Pieces(usize);

    impl HttpBody for Pieces {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            let left = self.0.checked_sub(1);
            Poll::Ready(left.map(|left| {
                self.0 = left;
                Ok(Frame::data(Bytes::from_static(&[b'x'; 1000])))
            }))
        }
    }

    #[test]
    fn a_body_takes_no_more_than_was_set_aside_for_it() {
        let gate = Gate {
            requests: Arc::new(Semaphore::new(1)),
            bodies: Arc::new(Semaphore::new(1000)),
            max_requests: 1,
            max_body: 1_000_000,
            metrics: Arc::new(Metrics::new()),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        for pieces in [1, 5, 70, 999] {
            let body = Body::new(Pieces(pieces));
            let (admission, bytes) = runtime.block_on(gate.read(&HeaderMap::new(), body)).unwrap();
            assert_eq!(bytes.len(), pieces * 1000);
            assert!(bytes.capacity() as i64 <= admission.body_bytes(), "{pieces}: {}", bytes.capacity());
        }
    }

    #[test]
    fn of_a_body_that_unpacks_to_too_much_no_more_is_held_than_may_be() {
        let gate = Gate {
            requests: Arc::new(Semaphore::new(1)),
            bodies: Arc::new(Semaphore::new(1000)),
            max_requests: 1,
            max_body: 100_000,
            metrics: Arc::new(Metrics::new()),
        };
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(&vec![b'x'; 10_000_000]).unwrap();
        let headers = HeaderMap::from_iter([(header::CONTENT_ENCODING, "gzip".parse().unwrap())]);
        let mut admission = gate.admit().unwrap();
        let mut unpacked = Unpacked::new(&headers, Held::new(&gate, &mut admission)).unwrap();
        let refused = unpacked.add(&packer.finish().unwrap()).unwrap_err();
        assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
        drop(unpacked);
        assert!(admission.body_bytes() <= 100_000 + UNIT as i64, "{}", admission.body_bytes());
    }
}
