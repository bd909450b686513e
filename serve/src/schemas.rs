//! The shapes of requests and responses that no type of the service has, for the description alone.

#![expect(dead_code, clippy::large_enum_variant, reason = "they are described, not made")]

use utoipa::{IntoResponses, ToSchema};

use super::options::Options;
use super::refusal::RefusalBody;

/// What an object of JSON asks.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum SolveRequest {
    One(SolveOne),
    Many(SolveMany),
}

/// A position, with options.
#[derive(ToSchema)]
pub struct SolveOne {
    /// A position in any notation.
    cube: String,
    #[serde(flatten)]
    options: Options,
}

/// Positions, with options.
#[derive(ToSchema)]
pub struct SolveMany {
    /// Positions.
    cubes: Vec<String>,
    #[serde(flatten)]
    options: Options,
}

/// What an object of JSON gets.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum SolveResponse {
    One(RowSchema),
    Many(RowsSchema),
}

/// The rows of positions.
#[derive(ToSchema)]
#[schema(as = Solutions)]
pub struct RowsSchema {
    solutions: Vec<RowSchema>,
}

/// The row of a position. Only its line is always there.
#[derive(ToSchema)]
#[schema(as = Row)]
pub struct RowSchema {
    /// The line of the position, or its number in the list, from 1.
    #[schema(minimum = 1)]
    line: u64,
    /// The position as 54 facelets, U R F D L B, row by row.
    cube: String,
    /// goal: the goal of the solution, if it is another than the solved cube.
    goal: String,
    /// The position where the solution ends, as 54 facelets, if `to` was asked for.
    to: String,
    /// two-phase, goal: what turns cost, if not htm was asked for: lengths are costs.
    metric: String,
    /// goal: the turns that the solution may have, if `moves` was asked for.
    turns: String,
    /// two-phase: the costs by which the cheapest of the solutions comes first, if `cost` was asked for.
    cost: String,
    /// The moves that solve it.
    solution: String,
    /// How many moves that are.
    length: u64,
    /// How many of them belong to each phase, where the method has phases in order.
    phase1_length: u64,
    phase2_length: u64,
    phase3_length: u64,
    phase4_length: u64,
    /// two-phase: false where the budget (max_nodes, max_time) ended the search with more moves than max_length; else it is not there.
    bound_met: bool,
    /// optimal, goal: whether it is proved that no solution is shorter.
    proved: bool,
    /// optimal, goal: there is no solution as short as was asked for, and every one has at least this number of moves.
    at_least: u64,
    /// optimal, goal: what the proof took.
    nodes: u64,
    /// Other solutions, where several were asked for.
    others: Vec<String>,
    /// Why there is no solution.
    error: String,
}

/// Refusals on all paths that have a guard.
#[derive(IntoResponses)]
pub enum Guarded {
    /// The service has another name, or the page's origin may not use it.
    #[response(status = 403)]
    Foreign(RefusalBody<'static>),
}

/// Refusals on the paths that need the tables.
#[derive(IntoResponses)]
pub enum NeedsTables {
    /// The tables are not there yet, or there is no memory for the body now.
    #[response(status = 503, headers(("Retry-After" = u64, description = "Seconds.")))]
    NotNow(RefusalBody<'static>),
}

/// Refusals of work.
#[derive(IntoResponses)]
pub enum Works {
    /// What is asked cannot be, or a lone position is none.
    #[response(status = 400)]
    Wrong(RefusalBody<'static>),
    /// As many requests as may be are worked on already.
    #[response(status = 429, headers(("Retry-After" = u64, description = "Seconds.")))]
    Busy(RefusalBody<'static>),
    /// A lone position was not solved, or not all was checked, in the time of a request.
    #[response(status = 504)]
    Late(RefusalBody<'static>),
}

/// Refusals of a body.
#[derive(IntoResponses)]
pub enum HasBody {
    /// The body did not come within a minute.
    #[response(status = 408)]
    Slow(RefusalBody<'static>),
    /// The body, unpacked, a field, the number of lines, or that of positions and solutions with brackets is too large.
    #[response(status = 413)]
    TooLarge(RefusalBody<'static>),
    /// The body is packed otherwise than by gzip, its Content-Encoding is missing, or its Content-Type is another one than it needs.
    #[response(status = 415)]
    Unreadable(RefusalBody<'static>),
}

/// A search of which a fault of the service kept the row.
#[derive(IntoResponses)]
pub enum Searches {
    /// The service is wrong: its log says more.
    #[response(status = 500)]
    Broken(RefusalBody<'static>),
}
