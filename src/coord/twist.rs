//! Twist: how the corners are oriented.

use super::Coordinate;
use super::moves::PHASE1_MOVES;
use crate::cube::{Cube, Move};

/// The orientations of the corner positions 1 … 7 as a number in base 3, position 1 first
/// (`icc` in Lin's paper); the eighth follows from the others. 3⁷ = 2187 values.
pub struct Twist;

impl Coordinate for Twist {
    const SIZE: usize = 2187;
    const HISTOGRAM: &'static [usize] = &[1, 4, 34, 186, 816, 1018, 128];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        cube.corner_ori[..7].iter().fold(0, |rank, &ori| rank * 3 + usize::from(ori))
    }

    fn unrank(mut value: usize) -> Cube {
        let mut cube = Cube::SOLVED;
        for i in (0..7).rev() {
            cube.corner_ori[i] = (value % 3) as u8;
            value /= 3;
        }
        cube.corner_ori[7] = (3 - cube.corner_ori[..7].iter().sum::<u8>() % 3) % 3;
        cube
    }
}
