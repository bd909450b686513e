//! What each move does to each value of a coordinate.

use super::Coordinate;
use super::prefetch::prefetch;
use cubebatch_cube::cube::Move;

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
        let mut columns: Vec<Vec<u16>> = Vec::with_capacity(moves.len());
        for &mv in moves {
            columns.push(match parts(moves, mv) {
                Some([before, last]) if before.max(last) < columns.len() => {
                    composed(&columns[before], &columns[last])
                }
                _ => C::turned(mv),
            });
        }
        MoveTable { moves: moves.len(), values: interleaved(&columns) }
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

    /// The value after move `m` of the table's moves.
    #[inline]
    pub fn turn(&self, value: u16, m: usize) -> u16 {
        self.values[usize::from(value) * self.moves + m]
    }

    /// Asks the memory for the values after each move.
    #[inline]
    pub(super) fn prefetch(&self, value: u16) {
        prefetch(&self.values, usize::from(value) * self.moves);
    }

    /// The values after move `m`, for all values in order.
    pub fn column(&self, m: usize) -> Vec<u16> {
        self.values.iter().skip(m).step_by(self.moves).copied().collect()
    }

    /// All rows, one after the other, as a GPU reads them.
    pub fn values(&self) -> impl Iterator<Item = u16> + '_ {
        self.values.iter().copied()
    }
}

/// The numbers of two moves of which this one, a half turn or three quarters, consists: the last is a
/// quarter turn.
fn parts(moves: &[Move], mv: Move) -> Option<[usize; 2]> {
    let number = |turns| {
        let part = Move::new(mv.face(), turns)?;
        moves.iter().position(|&other| other == part)
    };
    Some([number(mv.turns() - 1)?, number(1)?])
}

/// What becomes of each value that first became that one of `first` and then that one of `next`.
pub(super) fn composed(first: &[u16], next: &[u16]) -> Vec<u16> {
    first.iter().map(|&value| next[usize::from(value)]).collect()
}

/// The rows of a table with these columns.
fn interleaved(columns: &[Vec<u16>]) -> Vec<u16> {
    let size = columns.first().map_or(0, Vec::len);
    let mut values = vec![0; size * columns.len()];
    for (value, row) in values.chunks_exact_mut(columns.len()).enumerate() {
        for (slot, column) in row.iter_mut().zip(columns) {
            *slot = column[value];
        }
    }
    values
}
