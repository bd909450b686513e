//! Flip: how the edges are oriented.

use super::Coordinate;
use super::moves::PHASE1_MOVES;
use crate::cube::{Cube, Move};

/// The orientations of the edge positions 9 … 19 as a binary number, position 9 first
/// (`iee` in Lin's paper); the twelfth edge follows from the others. 2¹¹ = 2048 values.
pub struct Flip;

impl Coordinate for Flip {
    const SIZE: usize = 2048;
    const HISTOGRAM: &'static [usize] = &[1, 2, 25, 202, 620, 900, 285, 13];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        cube.edge_ori[..11].iter().fold(0, |rank, &ori| rank * 2 + usize::from(ori))
    }

    fn unrank(value: usize) -> Cube {
        let mut cube = Cube::SOLVED;
        for i in 0..11 {
            cube.edge_ori[i] = (value >> (10 - i) & 1) as u8;
        }
        cube.edge_ori[11] = (value.count_ones() % 2) as u8;
        cube
    }
}
