//! `GET /improve`: the solutions of a position as they get shorter, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use cubebatch_rows::Form;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

use super::Service;
use super::admission::Admission;
use super::lines::TextLines;
use super::options::Options;
use super::question::RequestQuestion;
use super::refusal::{Refusal, RefusalBody};
use super::schemas::{Guarded, NeedsTables, Searches, Works};
use super::solve::{query_problem, wrong_options};

/// Solves a position, and sends each solution that is shorter than the one before, as server-sent events.
#[utoipa::path(
    get,
    path = "/improve",
    params(("cube" = String, Query, description = "The position, in any notation."), Options),
    responses(
        (
            status = 200,
            description = "Events `solution`, whose data are rows. The last event is `end`: its data say whether the bound is met (`bound_met`) and, if a search failed, why (`error`, `remedy`).",
            body = String,
            content_type = "text/event-stream"
        ),
        Guarded, NeedsTables, Works, Searches
    )
)]
pub async fn improve(
    State(service): State<Arc<Service>>,
    query: Result<Query<Options>, QueryRejection>,
) -> Result<Response, Refusal> {
    let admission = Arc::new(service.gate.admit()?);
    let Query(options) = query.map_err(|error| wrong_options(&query_problem(&error)))?;
    let mut search = Improvement::new(service, options, admission.clone())?;
    let next = search.next().await?;
    let events = unfold((search, next), |(mut search, next)| async move {
        let next = match next {
            NextEvent::Search => search.next().await.unwrap_or_else(|refusal| NextEvent::End(Some(refusal))),
            known => known,
        };
        match next {
            NextEvent::Row(row) => Some((Ok(solution(&row)), (search, NextEvent::Search))),
            NextEvent::End(refusal) => {
                let end = search.end(refusal.as_ref());
                Some((Ok::<Event, Infallible>(end), (search, NextEvent::Nothing)))
            }
            NextEvent::Search | NextEvent::Nothing => None,
        }
    });
    let events = Sse::new(events).keep_alive(KeepAlive::default());
    Ok((Extension(admission), events).into_response())
}

/// What comes next.
enum NextEvent {
    /// The row of a solution.
    Row(Vec<u8>),
    /// A search.
    Search,
    /// The end, perhaps with an obstacle.
    End(Option<Refusal>),
    Nothing,
}

/// What a row says of its solution.
#[derive(Deserialize)]
struct RowSolution {
    length: Option<usize>,
}

/// The last event.
#[derive(Serialize)]
struct LastEvent<'a> {
    bound_met: bool,
    #[serde(flatten)]
    obstacle: Option<RefusalBody<'a>>,
}

/// The search for ever shorter solutions.
struct Improvement {
    service: Arc<Service>,
    admission: Arc<Admission>,
    question: RequestQuestion,
    cube: String,
    /// The most moves that are asked for.
    bound: u8,
    /// The length of the last solution.
    best: Option<usize>,
    /// Whether the last search ended above its bound: then no later one finds less.
    is_spent: bool,
    until: Instant,
}

impl Improvement {
    fn new(
        service: Arc<Service>,
        mut options: Options,
        admission: Arc<Admission>,
    ) -> Result<Improvement, Refusal> {
        let cube = options.cube.take().filter(|_| options.cubes.is_none());
        let cube = cube.ok_or_else(|| wrong_options("the query must have `cube`, and not `cubes`"))?;
        let question = service.question(&options)?;
        if question.style.form != Form::Jsonl {
            let remedy = "Leave `output` out.".to_owned();
            return Err(Refusal::wrong("events have rows of JSON".to_owned(), remedy));
        }
        let method = question.ask.method;
        let bound = question.bound().ok_or_else(|| {
            let problem = format!("the method {method} has no longer solutions to begin with");
            Refusal::wrong(problem, "Use POST /solve, or another method.".to_owned())
        })?;
        let until = Instant::now() + service.options.request_time;
        Ok(Improvement { service, admission, question, cube, bound, best: None, is_spent: false, until })
    }

    /// Searches for a shorter solution.
    async fn next(&mut self) -> Result<NextEvent, Refusal> {
        let next = self.question.shorter(self.best).filter(|_| !self.is_spent);
        let Some(question) = next else { return Ok(NextEvent::End(None)) };
        let bound = question.bound();
        let search = self.service.row(question, TextLines::of_cube(&self.cube), &self.admission);
        let row = timeout_at(self.until, search).await.unwrap_or_else(|_| Err(late()))?;
        let found: RowSolution = serde_json::from_slice(&row).expect("a row is an object of JSON");
        self.is_spent = bound.zip(found.length).is_some_and(|(bound, length)| length > bound.into());
        let is_shorter = |length: &usize| self.best.is_none_or(|best| *length < best);
        match found.length.filter(is_shorter) {
            Some(length) => self.best = Some(length),
            None => return Ok(NextEvent::End(None)),
        }
        Ok(NextEvent::Row(row))
    }

    fn end(&self, obstacle: Option<&Refusal>) -> Event {
        let bound_met = self.best.is_some_and(|best| best <= self.bound.into());
        let end = LastEvent { bound_met, obstacle: obstacle.map(Refusal::told) };
        Event::default().event("end").data(serde_json::to_string(&end).expect("it can be written"))
    }
}

fn solution(row: &[u8]) -> Event {
    Event::default().event("solution").data(String::from_utf8_lossy(row).trim_end())
}

fn late() -> Refusal {
    let remedy = "Allow a longer solution (max_length), or serve with a greater --max-request-time.";
    Refusal::new(
        StatusCode::GATEWAY_TIMEOUT,
        "no shorter solution was found in the time of a request",
        remedy,
    )
}
