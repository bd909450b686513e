//! The descent in the complete tables of both phases: no search.

use std::sync::Arc;

use super::Search;
use crate::cube::{Cube, Move};
use crate::table::{CompleteTable, TableId};

/// The descent of each position: a shortest way into G1, and on to solved. Of the first ends of phase 1 in
/// the lexicographic order of the ways the nearest to solved is taken, the first of equal ones;
/// from there the first move that leads nearer, and so on. In a damaged file there can be no
/// such way, but the table that led nowhere, or a way that does not solve the position.
///
/// Its limit is how many ends of phase 1 are looked at, at least one, and one more where two differ in the
/// sense of the last turn.
pub struct Descent;

impl Search for Descent {
    type Tables = CompleteTables;
    type Input = Cube;
    type Output = Result<Way, TableId>;
    type Limits = usize;
}

/// The tables of both phases.
#[derive(Clone)]
pub struct CompleteTables {
    /// Of phase 1.
    pub phase1: Arc<CompleteTable>,
    /// Of phase 2.
    pub phase2: Arc<CompleteTable>,
}

/// A way through both phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The moves of both phases.
    pub moves: Vec<Move>,
    /// How many of them lead into G1.
    pub phase1_length: usize,
}
