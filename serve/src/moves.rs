//! `POST /moves`: sequences of moves, expanded, simplified, inverted, mirrored or rotated.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cubebatch::notation::MoveChange;
use cubebatch_rows::{
    ChunkReader, LINES, LONGEST_LINE, LineError, Outcome, Rewriting, Row, Texts, Writes, columns, sequence,
    text,
};
use cubebatch_search::value::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Service;
use super::admission::Admission;
use super::check::{MOST_BRACKETED, is_bracketed};
use super::media::{Media, media};
use super::question::{form_named, notation_named};
use super::refusal::Refusal;
use super::schemas::{Guarded, HasBody, NeedsTables, Works};
use super::solve::{object, query_problem};

/// The most bytes of an answer: a dozen bytes with brackets can write a hundred thousand moves.
const LONGEST_ANSWER: usize = 16 << 20;

/// What is made of the moves.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChangeOptions {
    /// expand, simplify, invert, mirror, mirror E, or rotate with rotations, such as "rotate x y2" [expand].
    #[param(nullable = false)]
    change: Option<String>,
    /// How moves are written: letters, digits, wide or slices [letters].
    #[param(nullable = false)]
    notation: Option<String>,
    /// How rows of lines are written: text, jsonl or csv [jsonl].
    #[param(nullable = false)]
    format: Option<String>,
}

/// A sequence of moves, and what is made of it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AskedMoves {
    /// Moves in any notation.
    #[schema(value_type = String)]
    moves: Text,
    /// expand, simplify, invert, mirror, mirror E, or rotate with rotations, such as "rotate x y2" [expand].
    #[schema(value_type = String, required = false)]
    change: Option<Text>,
    /// How moves are written: letters, digits, wide or slices [letters].
    #[schema(value_type = String, required = false)]
    notation: Option<Text>,
}

/// The moves that were made of a sequence.
#[derive(Serialize, ToSchema)]
struct ChangedMoves {
    moves: String,
}

/// Rewrites sequences of moves.
///
/// As `cubebatch moves` does: an object of JSON has a sequence and its options; other bodies are lines, with options in the query.
#[utoipa::path(
    post,
    path = "/moves",
    params(ChangeOptions),
    request_body(content(
        (AskedMoves = "application/json", example = json!({"moves": "R U R' U'", "change": "invert"})),
        (String = "text/plain", example = "R U R' U'\n[F, D]\n")
    )),
    responses(
        (
            status = 200,
            description = "The moves; for lines a row each, in the form that `format` names.",
            content(
                (ChangedMoves = "application/json"),
                (String = "application/jsonl"),
                (String = "text/csv"),
                (String = "text/plain")
            )
        ),
        Guarded, NeedsTables, Works, HasBody
    )
)]
pub async fn moves(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    query: Result<Query<ChangeOptions>, QueryRejection>,
    body: Body,
) -> Result<Response, Refusal> {
    let (admission, bytes) = service.gate.read(&headers, body).await?;
    let Query(options) = query.map_err(|error| {
        let remedy = "Give `change`, `notation` and `format`.".to_owned();
        Refusal::wrong(query_problem(&error), remedy)
    })?;
    let (admission, media) = (Arc::new(admission), media(&headers, &bytes)?);
    let place = admission.clone();
    let changed = tokio::task::spawn_blocking(move || match media {
        Media::Object => {
            place.note(1);
            Ok(("application/json", one(&bytes)?))
        }
        Media::Lines => lines(&service, bytes, &options, &place),
    });
    let (kind, changed) = changed.await.expect("the task ends, unless it panics")?;
    Ok((Extension(admission), [(header::CONTENT_TYPE, kind)], changed).into_response())
}

fn rewriting(change: Option<&str>, notation: Option<&str>) -> Result<Rewriting, Refusal> {
    let change: Result<MoveChange, _> = change.unwrap_or("expand").parse();
    let remedy =
        "Use expand, simplify, invert, mirror M, mirror E, mirror S, or rotate with x, y, z and their marks.";
    let change = change.map_err(|error| Refusal::wrong(format!("`change`: {error}"), remedy.to_owned()))?;
    Ok(Rewriting { change, notation: notation_named(notation)? })
}

/// The answer to an object of JSON.
fn one(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let AskedMoves { moves: Text(moves), change, notation } = object(bytes)?;
    let text = |option: &Option<Text>| option.as_ref().map(|Text(text)| text.to_string());
    let rewriting = rewriting(text(&change).as_deref(), text(&notation).as_deref())?;
    if moves.len() > LONGEST_LINE {
        let problem = format!("`moves` may have {LONGEST_LINE} bytes");
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem, "Send a shorter sequence."));
    }
    let read = sequence(moves.as_bytes()).map_err(|error| {
        let remedy = "Give moves in any notation.".to_owned();
        Refusal::wrong(format!("moves: {}", error.told()), remedy)
    })?;
    let changed = ChangedMoves { moves: rewriting.text(&read.unwrap_or_default()) };
    Ok((serde_json::to_string(&changed).expect("it can be written") + "\n").into_bytes())
}

/// A row for each line that holds moves.
fn lines(
    service: &Service,
    bytes: Vec<u8>,
    options: &ChangeOptions,
    admission: &Admission,
) -> Result<(&'static str, Vec<u8>), Refusal> {
    let rewriting = rewriting(options.change.as_deref(), options.notation.as_deref())?;
    let style = Texts { form: form_named(options.format.as_deref())?, column: columns::MOVES };
    let (end, mut input) = (Instant::now() + service.options.request_time, ChunkReader::of_moves(bytes));
    let (mut rows, mut count, mut bracketed) = (style.header().into_bytes(), 0, 0);
    while let Some(chunk) = input.next_chunk(LINES).expect("memory can be read") {
        count += chunk.lines().len();
        service.admit(count, admission)?;
        for line in chunk.lines() {
            bracketed += usize::from(text(line.bytes).is_ok_and(is_bracketed));
            let written = sequence(line.bytes).map(|moves| moves.map(|moves| rewriting.text(&moves)));
            add(&style, line.number, &written, &mut rows);
            let (problem, status) = match () {
                () if bracketed > MOST_BRACKETED => (
                    format!("more than {MOST_BRACKETED} sequences have brackets"),
                    StatusCode::PAYLOAD_TOO_LARGE,
                ),
                () if rows.len() > LONGEST_ANSWER => {
                    ("the moves take more than 16 MiB".to_owned(), StatusCode::PAYLOAD_TOO_LARGE)
                }
                () if Instant::now() > end => {
                    ("the time of a request is over".to_owned(), StatusCode::GATEWAY_TIMEOUT)
                }
                () => continue,
            };
            return Err(Refusal::new(status, problem, "Send them in several requests."));
        }
    }
    Ok((style.form.content_type(), rows))
}

fn add(style: &Texts, line: u64, written: &Result<Option<String>, LineError>, rows: &mut Vec<u8>) {
    let outcome = match written {
        Ok(None) => Outcome::Blank,
        Ok(Some(text)) => Outcome::Solved { cube: &(), solution: text, microseconds: None },
        Err(error) => Outcome::Invalid { error },
    };
    style.write(&Row { file: None, line, outcome }, rows);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_is_changed() {
        for (asked, answer) in [
            (r#"{"moves": "[R, U]"}"#, "R U R' U'"),
            (r#"{"moves": "R U R' U'", "change": "invert"}"#, "U R U' R'"),
            (r#"{"moves": "R L'", "notation": "slices"}"#, "M"),
            (r#"{"moves": "R U", "change": "mirror S"}"#, "R' U'"),
            (r#"{"moves": "R U", "change": "rotate y"}"#, "F U"),
            (r#"{"moves": "R R # twice", "change": "simplify"}"#, "R2"),
        ] {
            let changed: serde_json::Value = serde_json::from_slice(&one(asked.as_bytes()).unwrap()).unwrap();
            assert_eq!(changed, serde_json::json!({ "moves": answer }), "{asked}");
        }
        for (asked, problem) in [
            (r#"{"moves": "R", "change": "turn"}"#, "`change`: \"turn\" is no change"),
            (r#"{"moves": "R", "change": "rotate R"}"#, "`change`: \"R\": these turn faces"),
            (r#"{"moves": "R", "change": "mirror Q"}"#, "`change`: \"Q\" is no plane"),
            (r#"{"moves": "R", "notation": "x"}"#, "`notation` cannot be \"x\""),
            (r#"{"moves": "R Q"}"#, "moves: column 3: "),
        ] {
            let refused = one(asked.as_bytes()).unwrap_err();
            assert!(refused.to_string().starts_with(problem), "{asked}: {refused}");
        }
    }
}
