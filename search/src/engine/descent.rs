//! The descent in the complete tables of both phases: no search.

use std::sync::Arc;

use super::Search;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::table::{CompleteTable, TableId};

/// The descent of each position: a shortest path into G1, and on to solved. It looks up the first ends of phase 1 in the
/// lexicographic order of their paths and takes the end nearest to solved, the first of equal ones. From there it always makes
/// the first move that leads nearer. With a damaged table its answer may be the table that led nowhere, or a path that does not
/// solve the position.
///
/// Its limit is how many ends of phase 1 are looked at, at least one, and one more where two differ in the
/// sense of the last turn.
pub struct Descent;

impl Search for Descent {
    type Tables = CompleteTables;
    type Input = Cube;
    type Output = Result<PhasedPath, TableId>;
    type Limits = usize;
}

/// The tables of both phases.
#[derive(Clone)]
pub struct CompleteTables {
    /// The table of phase 1.
    pub phase1: Arc<CompleteTable>,
    /// The table of phase 2.
    pub phase2: Arc<CompleteTable>,
}

/// A path through both phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhasedPath {
    /// The moves of both phases.
    pub moves: Vec<Move>,
    /// How many of them lead into G1.
    pub phase1_length: usize,
}
