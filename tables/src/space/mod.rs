//! Spaces of two coordinates, and breadth-first search in them.
//!
//! Pocket cube, Thistlethwaite's phases, lower bounds, complete tables: each is a *card* that says which coordinates, which
//! moves and which symmetries; the search is the same for all. `sets.rs` has the one for a third
//! coordinate, `phases.rs` the cards that several engines share.
//!
//! *This module is internal: it changes without notice.*

mod cells;
mod distances;
mod explore;
pub mod half_bytes;
mod maps;
mod phases;
pub mod residues;
mod sets;

pub use cells::{ByteCells, HalfBytes, ResidueCells};
pub use distances::SpaceDistances;
pub use explore::Threads;
pub use maps::Maps;
pub use sets::SetSpace;

use crate::coord::symmetry::{AxisSymmetry, SYMMETRIES};
use crate::coord::{Coordinate, MoveTable};
use cubebatch_cube::cube::{Cube, Move};

/// The distance of a position to which no moves lead; all others are smaller.
pub const UNREACHED: u8 = u8::MAX;

/// The positions are the pairs of a *row* and a *value* in it; a position's number is `row · values + value`. A move leads rows to
/// rows, and maps values to values. The goal is position 0, unless a search begins with others.
///
/// With symmetry, a row stands for a class of one coordinate, and the values are those of the other as they look after
/// the symmetry that carries the first to the representative of its class.
pub struct Space {
    rows: usize,
    moves: usize,
    /// 1, or [`SYMMETRIES`].
    symmetries: usize,
    /// What each move costs.
    costs: Vec<u8>,
    /// For each row and move: `row · symmetries + symmetry`.
    neighbours: Vec<u32>,
    /// For each move and symmetry, `move · symmetries + symmetry`, what becomes of each value.
    maps: Maps,
}

/// A position of a space: a row, and a value in it.
pub type RowAndValue = (u32, u16);

/// The position of a cube in the [`Space::of`] two coordinates.
pub fn rank<Row: Coordinate, Value: Coordinate>(cube: &Cube) -> RowAndValue {
    (Row::rank(cube) as u32, Value::rank(cube) as u16)
}

impl Space {
    /// The space of two coordinates under these moves, which change each without a look at the other.
    pub fn of<Row: Coordinate, Value: Coordinate>(moves: &[Move]) -> Space {
        let (rows, values) = (MoveTable::over::<Row>(moves), MoveTable::over::<Value>(moves));
        let neighbour = |row: usize, m: usize| rows.row(row)[m].into();
        Space::over(rows.len(), moves.len(), neighbour, |m| values.column(m))
    }

    /// The space of two coordinates, of which the first has `rows` values. `neighbour` gives the row to which a move leads from
    /// a row, and `column` gives the image of each value for a move.
    pub fn over(
        rows: usize,
        moves: usize,
        neighbour: impl Fn(usize, usize) -> u32,
        column: impl Fn(usize) -> Vec<u16>,
    ) -> Space {
        // A list that grows could take twice as much.
        let mut neighbours = Vec::with_capacity(rows * moves);
        (0..rows).for_each(|row| neighbours.extend((0..moves).map(|m| neighbour(row, m))));
        Space {
            rows,
            moves,
            symmetries: 1,
            costs: vec![1; moves],
            neighbours,
            maps: Maps::new((0..moves).map(column)),
        }
    }

    /// A space of `rows` rows, up to symmetry. `neighbour` gives the class to which a move m leads from the representative of a
    /// class, and the symmetry to the representative there. The maps give the image of each value for each move and then
    /// symmetry, `move · 16 + symmetry`.
    pub fn up_to_symmetry(
        rows: usize,
        moves: usize,
        neighbour: impl Fn(usize, usize) -> (usize, AxisSymmetry),
        maps: Maps,
    ) -> Space {
        let pairs = (0..rows).flat_map(|row| (0..moves).map(move |m| (row, m)));
        let neighbours = pairs.map(|(row, m)| {
            let (there, symmetry) = neighbour(row, m);
            (there * SYMMETRIES + symmetry.number()) as u32
        });
        assert_eq!(maps.len(), moves * SYMMETRIES, "a map for each move and symmetry");
        let costs = vec![1; moves];
        Space { rows, moves, symmetries: SYMMETRIES, costs, neighbours: neighbours.collect(), maps }
    }

    /// The same space, in which each move costs as much as this, 1 or more, instead of 1: a distance is the least cost of a way.
    ///
    /// # Panics
    /// When there are not as many costs as moves, or a cost is 0.
    #[must_use]
    pub fn with_costs(self, costs: Vec<u8>) -> Space {
        assert!(costs.len() == self.moves && !costs.contains(&0), "each move costs something");
        Space { costs, ..self }
    }

    /// Whether a move costs more than 1.
    pub fn has_costs(&self) -> bool {
        self.costs.iter().any(|&cost| cost > 1)
    }

    /// How many positions there are, reached or not.
    pub fn positions(&self) -> usize {
        self.rows * self.values()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The values of a row.
    pub fn values(&self) -> usize {
        self.maps.size()
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Whether rows stand for classes.
    pub fn has_symmetry(&self) -> bool {
        self.symmetries > 1
    }

    /// The number of a position.
    #[inline]
    pub fn index(&self, (row, value): RowAndValue) -> usize {
        row as usize * self.values() + usize::from(value)
    }

    /// The row to which a move leads from a row, and the number of the map for values.
    #[inline]
    fn step(&self, row: usize, m: usize) -> (usize, usize) {
        let there = self.neighbours[row * self.moves + m] as usize;
        (there / self.symmetries, m * self.symmetries + there % self.symmetries)
    }

    /// The row to which a move leads from a row, and where it leads each value.
    #[inline]
    pub fn neighbour(&self, row: usize, m: usize) -> (usize, &[u16]) {
        let (there, map) = self.step(row, m);
        (there, self.maps.map(map))
    }

    /// The position after a move.
    #[inline]
    pub fn turn(&self, (row, value): RowAndValue, m: usize) -> RowAndValue {
        let (there, map) = self.neighbour(row as usize, m);
        (there as u32, map[usize::from(value)])
    }
}
