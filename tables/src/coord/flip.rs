//! Flip: how the edges are oriented.

use super::Coordinate;
use super::moves::PHASE1_MOVES;
use cubebatch_cube::cube::{Cube, Move, Pieces, orientation};

/// The orientations of the edge positions 9 … 19 as a binary number, position 9 first
/// (`iee` in Lin's paper); the twelfth edge follows from the others. 2¹¹ = 2048 values.
pub struct Flip;

impl Coordinate for Flip {
    const SIZE: usize = 2048;
    const HISTOGRAM: &'static [usize] = &[1, 2, 25, 202, 620, 900, 285, 13];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        orientation::rank(&cube.edge_ori, 2)
    }

    fn unrank(value: usize) -> Cube {
        Cube::of(Pieces { edge_ori: orientation::unrank(value, 2), ..Pieces::SOLVED })
    }
}
