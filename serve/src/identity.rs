//! The client of each request and the name of the request, for the log.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};

/// The address of a connection: of a client, or of the proxy before it.
#[derive(Clone, Copy)]
pub struct Client(pub IpAddr);

/// The name of a request, which a proxy gives, or the service. The response has it as well.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The addresses that a proxy names, the client first. A client can write what it likes there.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The most bytes that the log takes of a header.
const MOST: usize = 128;

/// What the log says of the origin of a request.
pub struct Identity {
    pub id: HeaderValue,
    pub client: Option<IpAddr>,
    /// What the header of a proxy says.
    pub forwarded_for: Option<HeaderValue>,
}

impl Identity {
    /// Reads it from a request.
    pub fn of(request: &Request) -> Identity {
        let short = |name| {
            let value = request.headers().get(name)?;
            let is_plain = value.to_str().is_ok_and(|text| !text.is_empty() && text.len() <= MOST);
            is_plain.then(|| value.clone())
        };
        Identity {
            id: short(&REQUEST_ID).unwrap_or_else(new_id),
            client: request.extensions().get::<Client>().map(|client| client.0),
            forwarded_for: short(&FORWARDED_FOR),
        }
    }
}

/// A name that no other request of this service has: when the service began, and a number.
fn new_id() -> HeaderValue {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    static BEGAN: std::sync::LazyLock<u64> = std::sync::LazyLock::new(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64)
    });
    let id = format!("{:x}-{:x}", *BEGAN, NUMBER.fetch_add(1, Ordering::Relaxed));
    HeaderValue::from_str(&id).expect("digits may stand in a header")
}
