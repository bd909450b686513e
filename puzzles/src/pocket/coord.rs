//! The two coordinates of the pocket cube while the corner DBL stays where it is, as it does
//! in turns of U, R and F.

use cubebatch_cube::cube::{Cube, Move, orientation, permutation};
use cubebatch_tables::coord::{Coordinate, phase1::PHASE1_MOVES};

/// The corner position that no move touches.
pub(super) const FIXED: usize = 6;

/// All others, in the order of [`CORNERS`](cubebatch_cube::cube::CORNERS).
const OTHERS: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];

/// U U2 U' R R2 R' F F2 F'.
pub(super) const MOVES: &[Move] = PHASE1_MOVES.split_at(9).0;

/// The lexicographic rank of the permutation of the seven corners that move. 7! = 5040 values.
#[derive(Debug)]
pub struct Permutation;

impl Coordinate for Permutation {
    const SIZE: usize = 5040;
    const HISTOGRAM: &'static [usize] = &[1, 9, 54, 297, 1233, 2157, 1244, 45];
    const MOVES: &'static [Move] = MOVES;

    fn rank(cube: &Cube) -> usize {
        let number = |corner: u8| if usize::from(corner) < FIXED { corner } else { corner - 1 };
        permutation::rank(&OTHERS.map(|place| number(cube.corner_perm[place])))
    }

    fn unrank(value: usize) -> Cube {
        let mut cube = Cube::SOLVED;
        let perm: [u8; 7] = permutation::unrank(value);
        for (place, number) in OTHERS.into_iter().zip(perm) {
            cube.pieces_mut().corner_perm[place] = OTHERS[usize::from(number)] as u8;
        }
        cube
    }
}

/// The orientations of the corner positions 1 … 6 of [`CORNERS`](cubebatch_cube::cube::CORNERS) as a
/// number in base 3, position 1 first; the last follows from the others. 3⁶ = 729 values.
#[derive(Debug)]
pub struct Orientation;

impl Coordinate for Orientation {
    const SIZE: usize = 729;
    const HISTOGRAM: &'static [usize] = &[1, 2, 12, 64, 274, 336, 40];
    const MOVES: &'static [Move] = MOVES;

    fn rank(cube: &Cube) -> usize {
        orientation::rank(&OTHERS.map(|place| cube.corner_ori[place]), 3)
    }

    fn unrank(value: usize) -> Cube {
        let mut cube = Cube::SOLVED;
        let oris: [u8; 7] = orientation::unrank(value, 3);
        for (place, ori) in OTHERS.into_iter().zip(oris) {
            cube.pieces_mut().corner_ori[place] = ori;
        }
        cube
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::coord::check;

    #[test]
    fn permutation() {
        check::<Permutation>();
    }

    #[test]
    fn orientation() {
        check::<Orientation>();
    }
}
