//! `GET /scramble`: uniformly random positions.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cubebatch::Cube;
use cubebatch::case::{Cases, WrongCase};
use cubebatch::cube::Algorithm;
use cubebatch::cube::random::Random;
use cubebatch_rows::{Draw, Form, KeptFields, Named, PositionFormat, PositionWriter};
use cubebatch_search::value::Value;
use serde::de::{Deserializer, Error, IgnoredAny};
use serde::{Deserialize, Serialize};
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::{IntoParams, ToSchema};

use super::Service;
use super::admission::Admission;
use super::lines::TextLines;
use super::openapi::{one_of, parameter};
use super::options::Options;
use super::question::{named, names};
use super::refusal::Refusal;
use super::schemas::{Guarded, NeedsTables, Works};
use super::solve::query_problem;

/// The most positions of a response.
pub const MOST: u64 = 10_000;

/// The options of a request.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wanted {
    #[serde(deserialize_with = "whole::<MOST, _>")]
    count: Option<u64>,
    #[serde(deserialize_with = "whole::<{ u64::MAX }, _>")]
    seed: Option<u64>,
    case: Option<String>,
    format: Option<String>,
}

impl IntoParams for Wanted {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let whole = || ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
        let usual = Some(PositionFormat::default().name().into());
        let text = ObjectBuilder::new().schema_type(Type::String);
        let count = whole().maximum(Some(MOST)).default(Some(Draw::COUNT.into()));
        let format = one_of(names::<PositionFormat>()).default(usual);
        vec![
            parameter("count", count.description(Some("How many.")).build()),
            parameter(
                "seed",
                whole()
                    .description(Some("The same seed gives the same positions, everywhere and always."))
                    .build(),
            ),
            parameter(
                "case",
                text.description(Some(
                    "Positions of this case alone: pll T, oll 21, any of pll or oll, or last-slot.",
                ))
                .build(),
            ),
            parameter("format", format.description(Some("How they are written.")).build()),
        ]
    }
}

/// A whole number up to `MOST`.
fn whole<'de, const MOST: u64, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Value::<IgnoredAny>::deserialize(deserializer)?.whole(&(0..=MOST)).map_err(D::Error::custom)
}

/// Random positions, and what makes them again.
#[derive(Serialize, ToSchema)]
struct Scrambles {
    #[schema(format = "uint64")]
    seed: u64,
    cubes: Vec<String>,
}

/// Draws uniformly random positions.
#[utoipa::path(
    get,
    path = "/scramble",
    params(Wanted),
    responses(
        (
            status = 200,
            description = "A position a line; with the seed, where JSON is accepted.",
            content((String = "text/plain"), (Scrambles = "application/json"))
        ),
        Guarded, NeedsTables, Works
    )
)]
pub async fn scramble(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Refusal> {
    let admission = service.gate.admit()?;
    let Query(wanted) = wanted.map_err(|error| {
        let remedy =
            format!("Give a whole number up to {MOST} as count, a whole number as seed, names as case and format. More come in several requests.");
        Refusal::wrong(query_problem(&error), remedy)
    })?;
    let count = wanted.count.unwrap_or(Draw::COUNT);
    admission.note(count as usize);
    let format = named::<PositionFormat>("format", wanted.format.as_deref())?.unwrap_or_default();
    let Draw { count, seed, .. } = Draw::new(count, wanted.seed);
    let wrong = |error: WrongCase| {
        Refusal::wrong(format!("`case`: {error}"), "Leave it out, or name one.".to_owned())
    };
    let case: Option<Cases> = wanted.case.as_deref().map(str::parse).transpose().map_err(wrong)?;
    let mut random = Random::new(seed);
    let mut draw = || match case {
        Some(case) => case.draw(&mut random),
        None => random.cube(),
    };
    let drawn: Vec<Cube> = (0..count).map(|_| draw()).collect();
    let cubes = match format.writer() {
        PositionWriter::Of(write) => drawn.iter().map(write).collect(),
        PositionWriter::OfMoves(write) => {
            service.moves(&drawn, &admission).await?.iter().map(write).collect()
        }
    };
    let is_json = headers
        .get(header::ACCEPT)
        .is_some_and(|kinds| kinds.to_str().is_ok_and(|kinds| kinds.contains("application/json")));
    let (kind, body) = if is_json {
        (
            "application/json",
            serde_json::to_string(&Scrambles { seed, cubes }).expect("it can be written") + "\n",
        )
    } else {
        (Form::Text.content_type(), cubes.into_iter().map(|cube| cube + "\n").collect())
    };
    let headers = [(header::CONTENT_TYPE, kind)];
    Ok((headers, Extension(Arc::new(admission)), body).into_response())
}

impl Service {
    /// Moves that make positions: the inverses of their solutions.
    async fn moves(&self, cubes: &[Cube], admission: &Admission) -> Result<Vec<Algorithm>, Refusal> {
        let mut question = Options::default().question(&self.options.methods, &self.options.defaults)?;
        question.style.form = Form::Text;
        let lines: String = cubes.iter().map(|cube| cube.to_string() + "\n").collect();
        let lines = (TextLines(lines.into()), KeptFields::NONE);
        let job = self.begin(question, lines, false, admission)?;
        let text = job.rows().await;
        let moves = |solution: &str| match solution.parse::<Algorithm>() {
            Ok(solution) => Ok(solution.inverse()),
            Err(_) => Err(Refusal::new(
                StatusCode::GATEWAY_TIMEOUT,
                "not all positions were solved within the time of a request",
                "Ask for fewer, or for facelets.",
            )),
        };
        // An unsolved position has a comment.
        String::from_utf8_lossy(&text).replace('#', "?").lines().map(moves).collect()
    }
}
