//! `POST /solve`: positions in, rows out.

use std::convert::Infallible;
use std::error::Error;
use std::future::poll_fn;
use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cubebatch_rows::json::fault;
use cubebatch_rows::records::RecordError;
use cubebatch_rows::{Form, Writes};
use cubebatch_search::value::Value;
use futures_util::stream::{self, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::task::JoinHandle;

use super::Service;
use super::admission::Admission;
use super::job::{Job, Over};
use super::lines::TextLines;
use super::media::{Media, media};
use super::metrics::CountedOutcome;
use super::openapi::FormatOption;
use super::options::Options;
use super::question::RequestQuestion;
use super::refusal::Refusal;
use super::schemas::{Guarded, HasBody, NeedsTables, Searches, SolveRequest, SolveResponse, Works};
use super::worker::window;
use cubebatch_rows::KeptFields;

/// Solves one position or many.
///
/// An object of JSON, sent as application/json, holds its options beside the position or the positions. Other bodies are lines,
/// as `cubebatch solve` reads them: positions in any notation, or JSON or CSV with a `cube`. They have their options in the
/// query, and their rows come one by one, in order, as soon as they are known. A body may be packed by gzip, with
/// Content-Encoding: gzip.
#[utoipa::path(
    post,
    path = "/solve",
    params(Options, FormatOption),
    request_body(content(
        (inline(SolveRequest) = "application/json", examples(
            ("one" = (value = json!({"cube": "R U2 F'", "max_length": 20}))),
            ("many" = (value = json!({"cubes": ["R U2 F'", "L D B2"]})))
        )),
        (String = "text/plain", example = "R U2 F'\nL D B2\n"),
        (String = "application/jsonl"),
        (String = "text/csv")
    )),
    responses(
        (
            status = 200,
            description = "A row for `cube`, a list of rows for `cubes`, lines of rows for lines, in the form that `format` names. A line that is no position, or that was not solved in time, has a row with an `error`.",
            content(
                (inline(SolveResponse) = "application/json"),
                (String = "application/jsonl"),
                (String = "text/csv"),
                (String = "text/plain")
            )
        ),
        Guarded, NeedsTables, Works, HasBody, Searches
    )
)]
pub async fn solve(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    query: Result<Query<Options>, QueryRejection>,
    body: Body,
) -> Result<Response, Refusal> {
    let (admission, bytes) = service.gate.read(&headers, body).await?;
    let Query(options) = query.map_err(|error| wrong_options(&query_problem(&error)))?;
    match media(&headers, &bytes)? {
        Media::Object => service.solve_json(bytes, &options, admission).await,
        Media::Lines => service.solve_lines(bytes, &options, admission),
    }
}

/// What is wrong with a query: its field, and what that takes.
pub fn query_problem(rejection: &QueryRejection) -> String {
    let inner = rejection.source().map_or_else(|| rejection.body_text(), ToString::to_string);
    format!("the query: {inner}")
}

pub fn wrong_options(problem: &str) -> Refusal {
    let remedy = "GET /openapi.json lists the options and their values.";
    Refusal::wrong(problem.to_owned(), remedy.to_owned())
}

/// An object of JSON; a list would be read as the values of one without their names.
pub fn object<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Refusal> {
    if !bytes.trim_ascii_start().starts_with(b"{") {
        let remedy = "Send one such as {\"cube\": \"R U2 F'\"}, or lines of text as text/plain.";
        return Err(Refusal::wrong("the body is not a JSON object".to_owned(), remedy.to_owned()));
    }
    let json = &mut serde_json::Deserializer::from_slice(bytes);
    let object = serde_path_to_error::deserialize(&mut *json).map_err(|error| {
        let (field, error) = (error.path().to_string(), error.inner());
        // Where a text is no JSON, the error has its place.
        let is_named = error.is_data() && field != ".";
        if is_named { format!("{field}: {}", fault(error)) } else { fault(error) }
    });
    let object = object.and_then(|object| json.end().map(|()| object).map_err(|error| fault(&error)));
    object.map_err(|problem| wrong_options(&format!("the body: {problem}")))
}

/// The size of the answer to an object of JSON. A list of ignored values takes no memory, however long it is.
#[derive(Deserialize)]
struct Size {
    cubes: Option<Value<Vec<IgnoredAny>>>,
}

impl Service {
    /// What the options of a request ask.
    pub fn question(&self, options: &Options) -> Result<RequestQuestion, Refusal> {
        options.question(&self.options.methods, &self.options.defaults)
    }

    fn solve_lines(
        &self,
        bytes: Vec<u8>,
        options: &Options,
        admission: Admission,
    ) -> Result<Response, Refusal> {
        if options.cube.is_some() || options.cubes.is_some() {
            let remedy = "Put positions into the body, one per line.".to_owned();
            return Err(Refusal::wrong("there is a position in the query".to_owned(), remedy));
        }
        let question = self.question(options)?;
        let kept = KeptFields::of_body(question.style.form, &bytes);
        let (header, kind) = (kept.header(question.style.header()), question.style.form.content_type());
        let job = self.begin(question, (TextLines(bytes), kept), false, &admission)?;
        Ok(rows(header, job, "", kind, admission))
    }

    async fn solve_json(
        &self,
        bytes: Vec<u8>,
        query: &Options,
        admission: Admission,
    ) -> Result<Response, Refusal> {
        let Size { cubes } = object(&bytes)?;
        let count = if let Some(Value::List(cubes)) = cubes { cubes.len() } else { 0 };
        self.admit(count, &admission)?;
        // The lines of a list take as much as it does, and a dozen bytes for each position, whose number is bounded now. While
        // they are read there is the body, and room for twice as much as the lines take; then there are the lines alone.
        let mut options: Options = object(&bytes)?;
        drop(bytes);
        if *query != Options::default() {
            let remedy = "Put the options into the object, beside the position.".to_owned();
            return Err(Refusal::wrong("there are options in the query".to_owned(), remedy));
        }
        let question = self.question(&options)?;
        if question.style.form != Form::Jsonl {
            let remedy = "Send lines of text for other forms.".to_owned();
            return Err(Refusal::wrong("a JSON request gets a JSON response".to_owned(), remedy));
        }
        match (options.cube.take(), options.cubes.take()) {
            (Some(cube), None) => self.solve_one(question, TextLines::of_cube(&cube), admission).await,
            (None, Some(mut cubes)) => {
                cubes.0.shrink_to_fit();
                let job = self.begin(question, (cubes, KeptFields::NONE), true, &admission)?;
                Ok(rows("{\"solutions\":[\n", job, "]}\n", "application/json", admission))
            }
            _ => Err(wrong_options("the body must have either `cube` or `cubes`")),
        }
    }

    /// Solves a position; the status reports an obstacle, too.
    async fn solve_one(
        &self,
        question: RequestQuestion,
        line: TextLines,
        admission: Admission,
    ) -> Result<Response, Refusal> {
        let row = self.row(question, line, &admission).await?;
        let response = ([(header::CONTENT_TYPE, "application/json")], row).into_response();
        Ok((Extension(Arc::new(admission)), response).into_response())
    }

    /// The row of a position, or why it has no solution.
    pub async fn row(
        &self,
        question: RequestQuestion,
        line: TextLines,
        admission: &Admission,
    ) -> Result<Vec<u8>, Refusal> {
        let job = self.begin(question, (line, KeptFields::NONE), false, admission)?;
        let row = job.rows().await;
        let (status, remedy) = match job.0.outcome() {
            Some(CountedOutcome::Solved | CountedOutcome::None) => return Ok(row),
            Some(CountedOutcome::Invalid) => {
                (StatusCode::BAD_REQUEST, "Give a position in any notation: facelets, or moves.")
            }
            Some(CountedOutcome::Late) => (
                StatusCode::GATEWAY_TIMEOUT,
                "Allow a longer solution (max_length), or take the best found within a time (max_time).",
            ),
            Some(CountedOutcome::Failed) | None => {
                (StatusCode::INTERNAL_SERVER_ERROR, "Inform the operator: the log has the cause.")
            }
        };
        let problem = job.0.error().unwrap_or_else(|| "there is no row".to_owned());
        Err(Refusal::new(status, problem, remedy).with_causes_of(&row))
    }

    /// Begins to solve.
    pub fn begin(
        &self,
        question: RequestQuestion,
        (lines, kept): (TextLines, KeptFields),
        is_list: bool,
        admission: &Admission,
    ) -> Result<Ticket, Refusal> {
        let positions = self.count(&lines, admission)?;
        tracing::debug!(positions, method = question.ask.method.name(), "begins");
        let window = window(self.solvers(), &question.ask);
        let job = Job::begin(question, (lines, kept), is_list, window, &self.queue, &self.metrics);
        let (timed, time, mut is_over) = (job.clone(), self.options.request_time, self.is_over.subscribe());
        let clock = tokio::spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(time) => timed.end(Over::Time),
                _ = is_over.wait_for(|is_over| *is_over) => timed.end(Over::Service),
            }
        });
        Ok(Ticket(job, clock))
    }

    /// How many lines there are, unless they are too many.
    pub fn count(&self, lines: &TextLines, admission: &Admission) -> Result<usize, Refusal> {
        let wrong = |error: RecordError| Refusal::wrong(format!("body: {error}"), error.remedy());
        let positions = lines.count().map_err(wrong)?;
        self.admit(positions, admission)?;
        Ok(positions)
    }

    /// Admits `positions` positions, unless they are too many.
    pub fn admit(&self, positions: usize, admission: &Admission) -> Result<(), Refusal> {
        let most = self.options.max_positions;
        admission.note(positions);
        if positions <= most {
            return Ok(());
        }
        let problem = format!("there are {positions} lines, but at most {most} are allowed");
        let remedy = "Send them in several requests, or serve with a greater --max-positions.";
        Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem, remedy))
    }
}

/// The rows of a job as they come, between what precedes and follows them.
fn rows(
    begin: impl Into<Bytes>,
    job: Ticket,
    end: &'static str,
    kind: &'static str,
    admission: Admission,
) -> Response {
    let around = |bytes: Bytes| stream::iter((!bytes.is_empty()).then_some(bytes));
    let rows = stream::poll_fn(move |context| job.0.poll_rows(context)).map(Bytes::from);
    let all = around(begin.into()).chain(rows).chain(around(end.into()));
    let body = Body::from_stream(all.map(Ok::<_, Infallible>));
    ([(header::CONTENT_TYPE, kind)], Extension(Arc::new(admission)), body).into_response()
}

/// A search for a request, as long as a client waits for it.
pub struct Ticket(pub Arc<Job>, JoinHandle<()>);

impl Ticket {
    /// All rows.
    pub async fn rows(&self) -> Vec<u8> {
        let mut all = Vec::new();
        while let Some(rows) = poll_fn(|context| self.0.poll_rows(context)).await {
            all.extend_from_slice(&rows);
        }
        all
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.1.abort();
        self.0.leave();
    }
}
