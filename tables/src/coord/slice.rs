//! Slice: where the four edges of the middle layer are.

use super::Coordinate;
use super::moves::PHASE1_MOVES;
use cubebatch_cube::cube::permutation::{rank_four, unrank_four};
use cubebatch_cube::cube::{Cube, Move};

/// Which 4 of the 12 edge positions hold the edges of the middle layer (`ipp` of phase 1
/// in Lin's paper, which leaves the order open). Here the positions are counted from the
/// last one, so that the middle layer itself is the set 0, 1, 2, 3; the sets are numbered
/// by the combinatorial number system. 12!/8!/4! = 495 values.
pub struct Slice;

impl Coordinate for Slice {
    const SIZE: usize = 495;
    const HISTOGRAM: &'static [usize] = &[1, 4, 50, 286, 152, 2];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        let mut set = [0; 4];
        let positions = (0..12).filter(|position| cube.edge_perm[11 - position] >= 8);
        for (slot, position) in set.iter_mut().zip(positions) {
            *slot = position as u8;
        }
        rank_four(set)
    }

    fn unrank(value: usize) -> Cube {
        let set = unrank_four(value);
        let (mut middle, mut outer) = (8..12, 0..8);
        let mut cube = Cube::SOLVED;
        for (position, edge) in cube.pieces_mut().edge_perm.iter_mut().enumerate() {
            let edges = if set.contains(&(11 - position as u8)) { &mut middle } else { &mut outer };
            *edge = edges.next().expect("4 positions are in the set");
        }
        cube
    }
}
