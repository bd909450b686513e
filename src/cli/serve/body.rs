//! The bytes of a body, in reserved memory. A body compressed with gzip is unpacked on the way, so that a client cannot send
//! more in a few bytes than the limit allows.

use std::io::{self, Write};

use axum::http::{HeaderMap, StatusCode, header};
use flate2::write::MultiGzDecoder;

use super::admission::{Admission, Gate};
use super::refusal::Refusal;

/// The first bytes of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The target of the frames of a body.
pub enum Unpacked<'a> {
    Plain(Held<'a>),
    Gzip(Box<MultiGzDecoder<Held<'a>>>),
}

impl<'a> Unpacked<'a> {
    /// Chooses the target by the headers.
    pub fn new(headers: &HeaderMap, held: Held<'a>) -> Result<Unpacked<'a>, Refusal> {
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

    pub fn add(&mut self, data: &[u8]) -> Result<(), Refusal> {
        match self {
            Unpacked::Plain(held) => held.write_all(data),
            Unpacked::Gzip(packed) => packed.write_all(data),
        }
        .map_err(refusal)
    }

    /// All of it, when no more comes.
    pub fn finish(self) -> Result<Vec<u8>, Refusal> {
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
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, problem, remedy)
}

/// Why bytes cannot be unpacked, or be held.
fn refusal(error: io::Error) -> Refusal {
    error.downcast().unwrap_or_else(|error| {
        let problem = format!("the body is not valid gzip: {error}");
        Refusal::wrong(problem, "Send all of it, or leave out Content-Encoding.".to_owned())
    })
}

/// Bytes in memory that a gate set aside.
pub struct Held<'a> {
    gate: &'a Gate,
    admission: &'a mut Admission,
    bytes: Vec<u8>,
}

impl<'a> Held<'a> {
    pub fn new(gate: &'a Gate, admission: &'a mut Admission) -> Held<'a> {
        Held { gate, admission, bytes: Vec::new() }
    }
}

impl Write for Held<'_> {
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
