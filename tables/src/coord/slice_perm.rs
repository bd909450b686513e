//! Slice perm: the permutation of the four middle edges, for phase 2.

use super::{Coordinate, moves::PHASE2_MOVES};
use cubebatch_cube::cube::permutation;
use cubebatch_cube::cube::{Cube, Move};

/// The lexicographic rank of the permutation of the four edges of the middle layer (`kee`
/// in Lin's paper). 4! = 24 values.
///
/// Only for positions with these edges in the middle layer, as in G1: for others
/// [`Coordinate::rank`] panics or gives a number without meaning.
pub struct SlicePerm;

impl Coordinate for SlicePerm {
    const SIZE: usize = 24;
    const HISTOGRAM: &'static [usize] = &[1, 4, 10, 8, 1];
    const MOVES: &'static [Move] = &PHASE2_MOVES;

    fn rank(cube: &Cube) -> usize {
        let middle: [u8; 4] = std::array::from_fn(|i| cube.edge_perm[8 + i] - 8);
        permutation::rank(&middle)
    }

    fn unrank(value: usize) -> Cube {
        let mut cube = Cube::SOLVED;
        for (i, edge) in permutation::unrank::<4>(value).into_iter().enumerate() {
            cube.pieces_mut().edge_perm[8 + i] = 8 + edge;
        }
        cube
    }
}
