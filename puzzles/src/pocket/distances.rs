//! The distance of every position from solved.

use std::convert::Infallible;
use std::fmt;

use super::PocketCube;
use super::coord::{MOVES, Orientation, Permutation};
use cubebatch_cube::cube::{Algorithm, Metric, Move};
use cubebatch_tables::counts;
use cubebatch_tables::space::{self, Space, Threads};

/// A distance is not the one of a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a distance of the pocket cube is wrong")]
pub struct WrongDistance;

/// The distance of each position from solved, a byte each: 3.5 MiB.
pub struct Distances {
    metric: Metric,
    moves: Vec<Move>,
    found: space::SpaceDistances,
}

impl fmt::Debug for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Distances").field("metric", &self.metric).finish_non_exhaustive()
    }
}

impl Distances {
    /// The metrics that differ where no two opposite faces turn.
    pub const METRICS: &[Metric] = &[Metric::HalfTurn, Metric::QuarterTurn];

    /// Finds all distances, on all cores.
    pub fn new(metric: Metric) -> Distances {
        let Ok(found) =
            Distances::find(metric, |space| space.explore(Threads::All, |_| Ok::<_, Infallible>(())));
        found
    }

    /// The published number of positions at 0, 1, 2, … moves from solved (Jaap Scherphuis,
    /// <https://www.jaapsch.net/puzzles/cube2.htm>).
    pub fn published(metric: Metric) -> &'static [u64] {
        // U, R and F are neighbours: no two opposite faces turn.
        let differs = Distances::METRICS.contains(&metric);
        counts::known("pocket-cube", if differs { metric } else { Metric::HalfTurn })
    }

    /// Finds all distances by `explore`, which gives the distance of each position of a space.
    ///
    /// # Errors
    /// Those of `explore`.
    pub fn find<E>(
        metric: Metric,
        explore: impl FnOnce(&Space) -> Result<Vec<u8>, E>,
    ) -> Result<Distances, E> {
        let moves: Vec<Move> = MOVES.iter().copied().filter(|&mv| metric.length(&[mv]) == 1).collect();
        let space = Space::of::<Permutation, Orientation>(&moves);
        let bytes = explore(&space)?;
        Ok(Distances { metric, moves, found: space::SpaceDistances::found(space, bytes) })
    }

    /// The metric of the distances.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The distance of each position, in the order of [`PocketCube::rank`].
    pub fn bytes(&self) -> &[u8] {
        self.found.bytes()
    }

    /// The number of positions at 0, 1, 2, … moves from solved.
    pub fn histogram(&self) -> Vec<u64> {
        self.found.histogram()
    }

    /// The distance of a position from solved: 0 … 11 (HTM), 0 … 14 (QTM).
    #[inline]
    pub fn of(&self, cube: &PocketCube) -> u8 {
        self.found.of(cube.pair())
    }

    /// A shortest solution in turns of U, R and F. In QTM two quarter turns of a face in a row are written as a half turn. The
    /// same position always gets the same solution.
    ///
    /// # Errors
    /// [`WrongDistance`]: the library is wrong.
    pub fn solve(&self, cube: &PocketCube) -> Result<Algorithm, WrongDistance> {
        let solution: Algorithm = self.found.descend(cube.pair()).map(|m| self.moves[m]).collect();
        if solution.len() != usize::from(self.of(cube)) {
            return Err(WrongDistance);
        }
        Ok(if self.metric == Metric::QuarterTurn { solution.canonical() } else { solution })
    }
}
