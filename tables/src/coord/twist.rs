//! Twist: how the corners are oriented.

use super::Coordinate;
use super::moves::PHASE1_MOVES;
use cubebatch_cube::cube::{Cube, Move, Pieces, orientation};

/// The orientations of the corner positions 1 … 7 as a number in base 3, position 1 first
/// (`icc` in Lin's paper); the eighth follows from the others. 3⁷ = 2187 values.
pub struct Twist;

impl Coordinate for Twist {
    const SIZE: usize = 2187;
    const HISTOGRAM: &'static [usize] = &[1, 4, 34, 186, 816, 1018, 128];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        orientation::rank(&cube.corner_ori, 3)
    }

    fn unrank(value: usize) -> Cube {
        Cube::of(Pieces { corner_ori: orientation::unrank(value, 3), ..Pieces::SOLVED })
    }
}
