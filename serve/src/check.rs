//! `POST /check`: do solutions solve their positions?

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cubebatch::Stop;
use cubebatch_rows::check::{Answer, KEPT_GOALS, NoPosition, RowTasks, Verdict, judge};
use cubebatch_rows::{ChunkReader, Form, LINES, LONGEST_LINE};
use cubebatch_search::value::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Service;
use super::lines::TextLines;
use super::media::{Media, media};
use super::refusal::Refusal;
use super::schemas::{Guarded, HasBody, NeedsTables, Works};
use super::solve::object;

/// A dozen bytes with brackets can write a hundred thousand moves. A request may have this number of positions and solutions
/// with brackets, which together take about a second, and about as long to read [`KEPT_GOALS`] goals. The time of the others follows
/// from the bytes of the body.
pub const MOST_BRACKETED: usize = 1000;

/// The symbols that open brackets, with those of East Asian keyboards.
const BRACKETS: [char; 4] = ['(', '[', '（', '［'];

/// Whether a text has brackets.
pub fn is_bracketed(text: &str) -> bool {
    text.contains(BRACKETS)
}

/// A position with what is said to solve it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// A position in any notation.
    #[schema(value_type = String)]
    cube: Text,
    /// Moves.
    #[schema(value_type = String)]
    solution: Text,
    /// The goal of the solution, if it is another than the solved cube. Excludes `to`.
    #[schema(value_type = String, required = false)]
    goal: Option<Text>,
    /// The position where the solution ends, if it is another than the solved cube. Excludes `goal`.
    #[schema(value_type = String, required = false)]
    to: Option<Text>,
    /// What turns cost, if it is not htm.
    #[schema(value_type = String, required = false)]
    metric: Option<Text>,
    /// The turns that the solution may have, if not all.
    #[schema(value_type = String, required = false)]
    turns: Option<Text>,
    /// The costs by which the solution was chosen among several, if it was.
    #[schema(value_type = String, required = false)]
    cost: Option<Text>,
}

/// The result for a position.
#[derive(Serialize, ToSchema)]
struct Found {
    /// The line of a row. A single position has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    line: Option<u64>,
    holds: bool,
    /// How many moves the first solution has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    length: Option<usize>,
    /// Why it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    problem: Option<String>,
}

/// Replays solutions of any origin on their positions.
#[utoipa::path(
    post,
    path = "/check",
    request_body(
        description = "A position and its solution, or rows with a `cube` and a `solution`, as /solve writes them.",
        content(
            (Claim = "application/json", example = json!({"cube": "R U2 F'", "solution": "F U2 R'"})),
            (String = "application/jsonl"),
            (String = "text/csv")
        )
    ),
    responses(
        (
            status = 200,
            description = "What is found; for lines a line for each row.",
            content((Found = "application/json"), (String = "application/jsonl"))
        ),
        Guarded, NeedsTables, Works, HasBody
    )
)]
pub async fn check(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let (admission, bytes) = service.gate.read(&headers, body).await?;
    let (admission, is_json) = (Arc::new(admission), media(&headers, &bytes)? == Media::Object);
    let asking = Asking(service.stop());
    let mut check = Check::new(asking.0.clone());
    // The thread that looks holds the place of the request, as it goes on for a while when the client is gone.
    let place = admission.clone();
    let found = tokio::task::spawn_blocking(move || {
        if is_json {
            place.note(1);
            return check.claim(&bytes);
        }
        let lines = TextLines(bytes);
        service.count(&lines, &place)?;
        check.lines(lines)
    });
    let found = found.await.expect("the task ends, unless it panics")?;
    let kind = if is_json { "application/json" } else { Form::Jsonl.content_type() };
    Ok((Extension(admission), [(header::CONTENT_TYPE, kind)], found).into_response())
}

impl Service {
    /// It stops what is begun now when the time of a request is over, or the service is.
    fn stop(&self) -> Stop {
        let (begin, time, is_over) = (Instant::now(), self.options.request_time, self.is_over.subscribe());
        Stop::asking(move || begin.elapsed() >= time || *is_over.borrow())
    }
}

/// A client that waits for an answer, and stops the work for it by closing its connection.
struct Asking(Stop);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// The check of a request.
struct Check {
    stop: Stop,
    end: RowTasks,
    /// How many positions and solutions had brackets so far.
    bracketed: usize,
}

impl Check {
    fn new(stop: Stop) -> Check {
        Check { stop, end: RowTasks::default(), bracketed: 0 }
    }

    /// The result for an object of JSON.
    fn claim(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
        let Claim { cube: Text(cube), solution: Text(solution), goal, to, metric, turns, cost } =
            object(bytes)?;
        if cube.len().max(solution.len()) > LONGEST_LINE {
            let problem = format!("`cube` and `solution` may have {LONGEST_LINE} bytes each");
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem, "Send fewer solutions."));
        }
        let ends = [goal, to, metric, turns, cost].map(|end| end.map(|Text(end)| end));
        let found = self.found(None, &Answer::of_moves(cube, &solution, ends))?;
        Ok((serde_json::to_string(&found).expect("it can be written") + "\n").into_bytes())
    }

    /// A row for each line that holds a position and its solutions, as `solve` writes them.
    fn lines(&mut self, lines: TextLines) -> Result<Vec<u8>, Refusal> {
        let mut input = ChunkReader::of_body(lines.0);
        let mut rows = Vec::new();
        while let Some(chunk) = input.next_chunk(LINES).expect("memory can be read") {
            for line in chunk.lines().filter(|line| !line.bytes.trim_ascii().is_empty()) {
                let Some(answer) = Answer::read(line, chunk.header(), LONGEST_LINE) else { continue };
                let found = self.found(Some(line.number), &answer)?;
                serde_json::to_writer(&mut rows, &found).expect("a vector takes everything");
                rows.push(b'\n');
            }
        }
        Ok(rows)
    }

    /// The result for a position; it refuses a position for which there is no time, or which could take too much.
    fn found(&mut self, line: Option<u64>, answer: &Answer) -> Result<Found, Refusal> {
        self.count_dear(answer)?;
        let found = found(line, &mut self.end, answer, &self.stop);
        if self.stop.is_requested() {
            let problem = "the check did not end within the time of a request";
            return Err(Refusal::new(StatusCode::GATEWAY_TIMEOUT, problem, "Send it in several requests."));
        }
        Ok(found)
    }

    fn count_dear(&mut self, answer: &Answer) -> Result<(), Refusal> {
        let solutions = answer.solutions.as_deref().unwrap_or_default();
        let texts = solutions.iter().chain(&answer.told.cube);
        self.bracketed += texts.filter(|text| is_bracketed(text)).count();
        let remedy = "Send them in several requests, or write the moves without brackets.";
        let problem = if self.bracketed > MOST_BRACKETED {
            format!("more than {MOST_BRACKETED} positions and solutions have brackets")
        } else if self.end.read() > KEPT_GOALS {
            format!("the rows name more than {KEPT_GOALS} different goals")
        } else {
            return Ok(());
        };
        Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem, remedy))
    }
}

fn found(line: Option<u64>, end: &mut RowTasks, answer: &Answer, stop: &Stop) -> Found {
    let problem = |problem: String| Found { line, holds: false, length: None, problem: Some(problem) };
    let cube = match answer.position(None) {
        Ok(cube) => cube,
        Err(NoPosition::Missing(missing)) => return problem(missing),
        Err(NoPosition::Invalid(error)) => {
            return problem(format!("the position is invalid: {}", error.told()));
        }
    };
    match judge(&cube, end, answer, stop) {
        Verdict::None => {
            problem("there is no solution; that there is none as short is not checked".to_owned())
        }
        Verdict::Solutions { lengths, .. } => {
            let length = lengths.first().and_then(|first| first.as_ref().ok().copied());
            let fault = lengths.into_iter().find_map(Result::err);
            Found { line, holds: fault.is_none(), length: length.filter(|_| fault.is_none()), problem: fault }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"cube":"R","solution":"R'"}"#;

    #[test]
    fn what_nobody_waits_for_is_not_checked() {
        let asking = Asking(Stop::default());
        let mut check = Check::new(asking.0.clone());
        assert!(check.claim(ROW.as_bytes()).is_ok() && check.lines(TextLines(ROW.into())).is_ok());
        drop(asking);
        for refused in [check.claim(ROW.as_bytes()), check.lines(TextLines(ROW.into()))] {
            assert_eq!(refused.unwrap_err().status, StatusCode::GATEWAY_TIMEOUT);
        }
    }

    #[test]
    fn brackets_are_counted_in_positions_and_solutions() {
        let mut check = Check { bracketed: MOST_BRACKETED - 3, ..Check::new(Stop::default()) };
        let row = r#"{"cube":"（R）","solution":"[R:]'","others":["(R)3","R'"]}"#;
        assert!(check.lines(TextLines(row.into())).is_ok(), "as many as may be");
        assert!(check.lines(TextLines(ROW.into())).is_ok(), "one without any");
        assert_eq!(check.lines(TextLines(row.into())).unwrap_err().status, StatusCode::PAYLOAD_TOO_LARGE);
    }
}
