//! The record of each request: a line in the log, and counts.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use super::Service;
use super::admission::Admission;
use super::identity::{Identity, REQUEST_ID};

/// The status of requests whose client is gone; no response has it.
const GONE: u16 = 499;

/// Counts a request from its head to the end of its response, which holds on to its admission.
pub async fn record(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    // Clients can invent any number of other paths.
    let path = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let identity = Identity::of(&request);
    let id = identity.id.clone();
    let mut record = RequestRecord::new(service, identity, request.method().clone(), path);
    let mut response = next.run(request).await;
    response.headers_mut().insert(REQUEST_ID, id);
    record.status = response.status().as_u16();
    record.admission = response.extensions_mut().remove::<Arc<Admission>>();
    response.map(|body| {
        // No client asks for the rest of a response without a body.
        record.is_whole = body.is_end_stream() || record.method == Method::HEAD;
        Body::new(RecordedBody { body, record })
    })
}

/// A request that is under way.
struct RequestRecord {
    service: Arc<Service>,
    identity: Identity,
    method: Method,
    path: String,
    began: Instant,
    status: u16,
    admission: Option<Arc<Admission>>,
    /// Whether the client has all.
    is_whole: bool,
}

impl RequestRecord {
    fn new(service: Arc<Service>, identity: Identity, method: Method, path: String) -> RequestRecord {
        service.metrics.under_way.inc();
        RequestRecord {
            service,
            identity,
            method,
            path,
            began: Instant::now(),
            status: GONE,
            admission: None,
            is_whole: false,
        }
    }
}

impl Drop for RequestRecord {
    fn drop(&mut self) {
        let took = self.began.elapsed();
        let positions =
            self.admission.as_ref().map_or(0, |admission| admission.positions.load(Ordering::Relaxed));
        let status = if self.is_whole { self.status } else { GONE };
        self.service.metrics.under_way.dec();
        self.service.metrics.count(&self.path, status, took);
        let milliseconds = took.as_micros() as f64 / 1e3;
        let Identity { id, client, forwarded_for } = &self.identity;
        let text = |header: &HeaderValue| header.to_str().map(str::to_owned).unwrap_or_default();
        tracing::info!(
            method = %self.method,
            path = self.path,
            status,
            positions,
            milliseconds,
            client = client.map(tracing::field::display),
            forwarded_for = forwarded_for.as_ref().map(text),
            request_id = text(id),
        );
    }
}

/// The body of a response.
struct RecordedBody {
    body: Body,
    record: RequestRecord,
}

impl HttpBody for RecordedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) || self.body.is_end_stream() {
            self.record.is_whole = true;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
