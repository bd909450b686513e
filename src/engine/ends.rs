//! The two-phase search: which end of phase 1 is taken.

use std::time::Duration;

use super::gpu::GpuError;
use crate::cube::{Cube, Move};

/// When a search ends.
///
/// ```
/// use cubebatch::solve::Limits;
/// use std::time::Duration;
///
/// let limits = Limits::default().max_length(20).max_time(Duration::from_millis(10));
/// assert_eq!((limits.max_length, limits.max_nodes), (20, u64::MAX));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The first solution of at most so many moves is taken.
    pub max_length: u8,
    /// After so many nodes of phase 1 the best solution so far is taken, or the first one found.
    pub max_nodes: u64,
    /// As long after its search began, beside those of other positions, the same. How soon either is noticed
    /// depends on the engine: a GPU first looks at all ways of a length and direction.
    pub max_time: Option<Duration>,
    /// So many different solutions are searched.
    pub solutions: usize,
}

impl Default for Limits {
    /// At most 21 moves, whatever it takes.
    fn default() -> Limits {
        Limits { max_length: 21, max_nodes: u64::MAX, max_time: None, solutions: 1 }
    }
}

impl Limits {
    /// Whether solutions may close with a turn that leads out of G1. It takes a while to begin searches
    /// for them, which pays where searches are long.
    pub(crate) const fn may_close(self) -> bool {
        self.max_length <= 20
    }

    /// These, but with a solution of at most so many moves.
    #[must_use]
    pub const fn max_length(self, max_length: u8) -> Limits {
        Limits { max_length, ..self }
    }

    /// These, but after so many nodes a longer one will do.
    #[must_use]
    pub const fn max_nodes(self, max_nodes: u64) -> Limits {
        Limits { max_nodes, ..self }
    }

    /// These, but after so long a longer one will do.
    #[must_use]
    pub const fn max_time(self, max_time: Duration) -> Limits {
        Limits { max_time: Some(max_time), ..self }
    }

    /// These, but with so many different solutions of each position, at least one.
    #[must_use]
    pub const fn solutions(self, solutions: usize) -> Limits {
        Limits { solutions, ..self }
    }
}

/// An end of phase 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The direction in which the position was searched: along the axis of U, of a side, of another one (0, 1, 2),
    /// or the inverse position so (3, 4, 5).
    pub direction: usize,
    /// The moves that lead from the position's image in that direction into G1.
    pub moves: Vec<Move>,
    /// How far solved is from there.
    pub distance: u8,
    /// The move that closes the solution after that, if one does: a quarter turn of R, F, L or B.
    pub closing: Option<Move>,
}

impl End {
    /// Moves of both phases, and the one that closes.
    pub fn total(&self) -> usize {
        self.moves.len() + usize::from(self.distance) + usize::from(self.closing.is_some())
    }
}

/// What searches phase 1 of many positions, with all distances of phase 2 at hand.
///
/// Ways into G1 are looked at by length, then direction, then first move, as it looks in that direction.
/// Of the first length, direction and first move that have a way with which a solution is within
/// [`Limits::max_length`] one with the shortest solution is taken. If there are none, the search goes on
/// until no longer way can make a shorter solution than the best so far, and takes that. Which of equally
/// good ways it is depends on the engine; so lengths do not.
///
/// Where at most 20 moves are asked for, solutions may close, after phase 2, with a quarter turn of a side,
/// which leads out of G1. The search for those that close with a turn of R, in either sense, is like
/// another direction, in which that turn counts for the length of the way: with R in each direction, then so
/// with F, L and B, then the directions without.
///
/// Of several solutions each is found so, among those that differ from the ones before.
pub trait FindEnds: Send + Sync {
    /// The best ends of each position, as many as there are to be solutions, or fewer where a budget ended
    /// or a damaged table led nowhere.
    ///
    /// # Errors
    /// When the GPU failed.
    fn ends(&self, cubes: &[Cube]) -> Result<Vec<Vec<End>>, GpuError>;
}

/// A two-phase search over two complete tables.
pub type EndSearch<'a> = Box<dyn FindEnds + 'a>;
