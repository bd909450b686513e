//! `POST /check`: do solutions solve their positions?

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cubebatch::Cube;
use cubebatch::rows::LONGEST_LINE;
use serde::{Deserialize, Serialize};

use super::Service;
use super::lines::Lines;
use super::refusal::Refusal;
use super::solve::{is_json, object};
use crate::cli::commands::check::{Answer, Form, Verdict, judge};
use crate::cli::input::{Input, LINES};

/// A position with what is said to solve it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    cube: String,
    solution: String,
}

/// What is found.
#[derive(Serialize)]
struct Found {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    holds: bool,
    /// Of the first solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Answers.
pub async fn check(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let (admission, bytes) = service.gate.read(&headers, body).await?;
    if is_json(&headers) {
        let Claim { cube, solution } = object(&bytes)?;
        admission.note(1);
        let found = found(None, &cube, &Answer::of_moves(&solution));
        let json = serde_json::to_string(&found).expect("it can be written") + "\n";
        let response = ([(header::CONTENT_TYPE, "application/json")], json);
        return Ok((Extension(Arc::new(admission)), response).into_response());
    }
    let lines = Lines(bytes);
    service.count(&lines, &admission)?;
    // Replaying takes no tables, but a thread.
    let rows = tokio::task::spawn_blocking(|| found_lines(lines)).await;
    let rows = rows.expect("the task ends, unless it panics");
    let response = ([(header::CONTENT_TYPE, "application/jsonl")], rows);
    Ok((Extension(Arc::new(admission)), response).into_response())
}

/// A row for each line that holds a position and its solutions, as `solve` writes them.
fn found_lines(lines: Lines) -> Vec<u8> {
    let mut input = Input::of_body(lines.0);
    let mut form = Form::default();
    let mut rows = Vec::new();
    while let Some(chunk) = input.next_chunk(LINES).expect("memory can be read") {
        for line in chunk.lines().filter(|line| !line.bytes.trim_ascii().is_empty()) {
            let Some(answer) = form.read(line, LONGEST_LINE) else { continue };
            let answer = answer.beside();
            let cube = answer.cube.clone().unwrap_or_default();
            let found = found(Some(line.number), &cube, &answer);
            serde_json::to_writer(&mut rows, &found).expect("a vector takes everything");
            rows.push(b'\n');
        }
    }
    rows
}

fn found(line: Option<u64>, cube: &str, answer: &Answer) -> Found {
    let problem = |problem: String| Found { line, holds: false, length: None, problem: Some(problem) };
    let cube = match cube.parse::<Cube>() {
        Ok(cube) => cube,
        Err(_) if answer.cube.is_none() && answer.solutions.is_err() => {
            return problem(answer.solutions.clone().err().unwrap_or_default());
        }
        Err(error) => return problem(format!("the position is invalid: {error}")),
    };
    match judge(&cube, answer) {
        Verdict::None => {
            problem("there is no solution; that there is none as short is not checked".to_owned())
        }
        Verdict::Solutions(solutions) => {
            let length = solutions.first().and_then(|first| first.as_ref().ok().copied());
            let fault = solutions.into_iter().find_map(Result::err);
            Found { line, holds: fault.is_none(), length: length.filter(|_| fault.is_none()), problem: fault }
        }
    }
}
