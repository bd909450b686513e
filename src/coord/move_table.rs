//! What each move does to each value of a coordinate.

use super::Coordinate;
use crate::cube::{Cube, Move};

/// A table of `SIZE` rows, one value a move; rows lie together because the search turns
/// one value by all moves.
#[derive(Clone, Debug)]
pub struct MoveTable {
    moves: usize,
    values: Vec<u16>,
}

impl MoveTable {
    /// The move table of a coordinate, over [`Coordinate::MOVES`].
    pub fn of<C: Coordinate>() -> MoveTable {
        MoveTable::over::<C>(C::MOVES)
    }

    /// The move table of a coordinate over other moves, after which its value must depend on
    /// the value before and on nothing else.
    pub fn over<C: Coordinate>(moves: &[Move]) -> MoveTable {
        let turned = |cube: Cube| moves.iter().map(move |&mv| C::rank(&cube.turn(mv)) as u16);
        let values = (0..C::SIZE).map(C::unrank).flat_map(turned).collect();
        MoveTable { moves: moves.len(), values }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.values.len() / self.moves
    }

    /// Whether there are no rows; no coordinate is that small.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values after each move.
    #[inline]
    pub fn row(&self, value: usize) -> &[u16] {
        &self.values[value * self.moves..][..self.moves]
    }

    /// The value after the move at place `m` of the table's moves.
    #[inline]
    pub fn turn(&self, value: u16, m: usize) -> u16 {
        self.values[usize::from(value) * self.moves + m]
    }

    /// The values after the move at place `m`, for all values in order.
    pub fn column(&self, m: usize) -> Vec<u16> {
        self.values.iter().skip(m).step_by(self.moves).copied().collect()
    }
}
