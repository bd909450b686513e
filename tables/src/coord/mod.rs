//! Coordinates: the numbers that the two phases search through.
//!
//! One coordinate a file, each a card: what it is, its range, its order, its source, and
//! how many values lie at each distance from solved. [`phase1`] and [`phase2`] compose
//! them into the 32-bit codes of the tables.
//!
//! *This module is internal: it changes without notice.*

pub mod block;
mod check;
pub mod classes;
mod conjugates;
pub mod corners;
pub mod cosets;
pub mod cubies;
pub mod eight;
pub mod flip;
mod flip_slice;
mod move_table;
pub mod moves;
pub mod phase1;
pub mod phase1_reader;
pub mod phase2;
pub mod prefetch;
pub mod processor;
pub mod slice;
pub mod slice_perm;
pub mod steps;
pub mod sym_phase1;
pub mod sym_phase2;
pub mod symmetry;
pub mod threads;
pub mod twist;
pub mod ud_edges;
pub mod unturned;

pub use check::check;
pub use move_table::MoveTable;
pub use phase1::Phase1;
pub use phase2::Phase2;

use cubebatch_cube::cube::{Cube, Move};

/// A property of a position, numbered 0 … `SIZE` − 1; 0 when solved.
pub trait Coordinate {
    /// The number of values.
    const SIZE: usize;

    /// How many values lie at each distance from 0, in the moves of the phase that uses
    /// this coordinate (HTM).
    const HISTOGRAM: &'static [usize];

    /// The moves which the coordinate is made for: after one, its value depends on the
    /// value before and on nothing else.
    const MOVES: &'static [Move];

    /// The value of a position.
    fn rank(cube: &Cube) -> usize;

    /// A cube with this value, 0 … `SIZE` − 1, solved in all that the coordinate does not
    /// see. Parity may make it impossible; turns and [`Coordinate::rank`] work all the same.
    fn unrank(value: usize) -> Cube;

    /// What a move makes of each value, in order.
    fn turned(mv: Move) -> Vec<u16> {
        (0..Self::SIZE).map(|value| Self::rank(&Self::unrank(value).turn(mv)) as u16).collect()
    }
}

/// The move tables of one phase, with what a search needs of them.
pub trait PhaseMoves: Sync + 'static {
    /// The coordinates of a position.
    type State: Copy + Send + Sync;

    /// The coordinates after move `m` of [`phase1::PHASE1_MOVES`] or
    /// [`phase2::PHASE2_MOVES`].
    fn turn(&self, at: Self::State, m: usize) -> Self::State;

    /// The code under which a table holds this position.
    fn code(&self, at: Self::State) -> u32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twist() {
        check::<twist::Twist>();
    }

    #[test]
    fn flip() {
        check::<flip::Flip>();
    }

    #[test]
    fn slice() {
        check::<slice::Slice>();
    }

    #[test]
    fn corners() {
        check::<corners::Corners>();
    }

    #[test]
    fn slice_perm() {
        check::<slice_perm::SlicePerm>();
    }

    #[test]
    fn ud_edges() {
        check::<ud_edges::UdEdges>();
    }
}
