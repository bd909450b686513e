//! The bytes of a body, in reserved memory. A body compressed with gzip is unpacked on the way, so that a client cannot send
//! more in a few bytes than the limit allows.

use std::io::{self, Write};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use flate2::write::MultiGzDecoder;
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::admission::{Admission, Gate};
use super::refusal::{Accepts, Refusal};

/// A body comes in so much time.
const BODY_TIME: Duration = Duration::from_secs(60);

/// The time for which the service still reads from a refused client: otherwise the client might not get to read the refusal.
const LINGER: Duration = Duration::from_secs(5);

/// The first bytes of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

impl Gate {
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
        let mut unpacked = Unpacked::new(headers, HeldBytes::new(self, admission))?;
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
}

/// The target of the frames of a body.
enum Unpacked<'a> {
    Plain(HeldBytes<'a>),
    Gzip(Box<MultiGzDecoder<HeldBytes<'a>>>),
}

impl<'a> Unpacked<'a> {
    /// Chooses the target by the headers.
    fn new(headers: &HeaderMap, held: HeldBytes<'a>) -> Result<Unpacked<'a>, Refusal> {
        let mut codings = headers.get_all(header::CONTENT_ENCODING).iter().map(|coding| coding.as_bytes());
        match (codings.next().map(<[u8]>::to_ascii_lowercase).as_deref(), codings.next()) {
            (None | Some(b"identity"), None) => Ok(Unpacked::Plain(held)),
            (Some(b"gzip" | b"x-gzip"), None) => Ok(Unpacked::Gzip(Box::new(MultiGzDecoder::new(held)))),
            _ => Err(unreadable(
                "the service does not know the Content-Encoding of the body",
                "Send it uncompressed, or with gzip.",
            )),
        }
    }

    fn add(&mut self, data: &[u8]) -> Result<(), Refusal> {
        match self {
            Unpacked::Plain(held) => held.write_all(data),
            Unpacked::Gzip(packed) => packed.write_all(data),
        }
        .map_err(refusal)
    }

    /// All of it, when no more comes.
    fn finish(self) -> Result<Vec<u8>, Refusal> {
        match self {
            Unpacked::Plain(held) if held.bytes.starts_with(&GZIP) => Err(unreadable(
                "the body is compressed with gzip",
                "Say so: add the header Content-Encoding: gzip.",
            )),
            Unpacked::Plain(held) => Ok(held.bytes),
            Unpacked::Gzip(packed) => packed.finish().map(|held| held.bytes).map_err(refusal),
        }
    }
}

fn unreadable(problem: &str, remedy: &str) -> Refusal {
    Refusal::unreadable(problem.to_owned(), remedy, Accepts::Codings)
}

/// Why bytes cannot be unpacked, or be held.
fn refusal(error: io::Error) -> Refusal {
    error.downcast().unwrap_or_else(|error| {
        let problem = format!("the body is not valid gzip: {error}");
        Refusal::wrong(problem, "Send all of it, or leave out Content-Encoding.".to_owned())
    })
}

/// Bytes in memory that a gate set aside.
struct HeldBytes<'a> {
    gate: &'a Gate,
    admission: &'a mut Admission,
    bytes: Vec<u8>,
}

impl<'a> HeldBytes<'a> {
    fn new(gate: &'a Gate, admission: &'a mut Admission) -> HeldBytes<'a> {
        HeldBytes { gate, admission, bytes: Vec::new() }
    }
}

impl Write for HeldBytes<'_> {
    /// Takes all, or fails with a [`Refusal`].
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let granted = self.gate.reserve(self.bytes.len() + data.len(), self.admission);
        // Without this, the vector would grow to twice the size.
        self.bytes.reserve_exact(granted.map_err(io::Error::other)? - self.bytes.len());
        self.bytes.extend_from_slice(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::sync::Arc;
    use std::task::{Context, Poll};

    use axum::body::{Bytes, HttpBody};
    use hyper::body::Frame;

    use super::*;
    use crate::admission::UNIT;
    use crate::metrics::Metrics;

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
        let gate = Gate::new(1, 1000 * UNIT, 1_000_000, &Arc::new(Metrics::new()));
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
        let gate = Gate::new(1, 1000 * UNIT, 100_000, &Arc::new(Metrics::new()));
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(&vec![b'x'; 10_000_000]).unwrap();
        let headers = HeaderMap::from_iter([(header::CONTENT_ENCODING, "gzip".parse().unwrap())]);
        let mut admission = gate.admit().unwrap();
        let mut unpacked = Unpacked::new(&headers, HeldBytes::new(&gate, &mut admission)).unwrap();
        let refused = unpacked.add(&packer.finish().unwrap()).unwrap_err();
        assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
        drop(unpacked);
        assert!(admission.body_bytes() <= 100_000 + UNIT as i64, "{}", admission.body_bytes());
    }
}
