//! Why a request is not answered: a status, a sentence, a remedy.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cubebatch_rows::columns::CAUSES;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The seconds after which a refused client tries again.
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("1");

/// What the service accepts instead of a body that it cannot read.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// A body in these compressions.
    Codings,
    /// A body of these types.
    Types,
}

impl Accepts {
    fn header(self) -> (HeaderName, HeaderValue) {
        let (name, accepted) = match self {
            Accepts::Codings => (header::ACCEPT_ENCODING, "gzip"),
            Accepts::Types => (header::ACCEPT, "application/json, text/plain, application/jsonl, text/csv"),
        };
        (name, HeaderValue::from_static(accepted))
    }
}

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Refusal {
    pub status: StatusCode,
    problem: String,
    remedy: String,
    accepts: Option<Accepts>,
    /// Why a position may be impossible, as rows have it.
    causes: Option<Value>,
}

impl Refusal {
    pub fn new(status: StatusCode, problem: impl Into<String>, remedy: impl Into<String>) -> Refusal {
        Refusal { status, problem: problem.into(), remedy: remedy.into(), accepts: None, causes: None }
    }

    /// For a body that the service cannot read.
    pub fn unreadable(problem: String, remedy: &str, accepts: Accepts) -> Refusal {
        let refusal = Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, problem, remedy);
        Refusal { accepts: Some(accepts), ..refusal }
    }

    /// For what cannot be asked.
    pub fn wrong(problem: String, remedy: String) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, problem, remedy)
    }

    /// With the causes that a row of JSON has.
    pub fn with_causes_of(self, row: &[u8]) -> Refusal {
        let causes =
            serde_json::from_slice(row).ok().and_then(|mut row: Map<String, Value>| row.remove(CAUSES));
        Refusal { causes, ..self }
    }

    /// As clients get it.
    pub fn told(&self) -> RefusalBody<'_> {
        RefusalBody { error: &self.problem, remedy: &self.remedy, causes: self.causes.as_ref() }
    }
}

/// A refusal as clients get it.
#[derive(Serialize, ToSchema)]
#[schema(as = Refusal)]
pub struct RefusalBody<'a> {
    /// What is wrong.
    error: &'a str,
    /// What to do about it.
    remedy: &'a str,
    /// Why a position may be impossible: objects with `kind`, `text`, and what else there is of `scan`, `cube`, `faces`, `stickers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Object>>)]
    causes: Option<&'a Value>,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self.told()).expect("texts can be written") + "\n";
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_SECONDS);
        }
        response.headers_mut().extend(self.accepts.map(Accepts::header));
        response
    }
}
