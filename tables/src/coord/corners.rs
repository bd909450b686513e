//! Corners: the permutation of the eight corners, for phase 2.

use std::sync::LazyLock;

use super::{Coordinate, eight::Permutations, moves::PHASE2_MOVES};
use cubebatch_cube::cube::{Cube, Move, Pieces, permutation};

/// The lexicographic rank of the corner permutation (`pcc` in Lin's paper).
/// 8! = 40,320 values.
pub struct Corners;

impl Coordinate for Corners {
    const SIZE: usize = 40_320;
    const HISTOGRAM: &'static [usize] =
        &[1, 10, 67, 330, 752, 1400, 2752, 4384, 6208, 7136, 8064, 6528, 2432, 256];
    const MOVES: &'static [Move] = &PHASE2_MOVES;

    fn rank(cube: &Cube) -> usize {
        permutation::rank(&cube.corner_perm)
    }

    fn unrank(value: usize) -> Cube {
        Cube::of(Pieces { corner_perm: permutation::unrank(value), ..Pieces::SOLVED })
    }

    fn turned(mv: Move) -> Vec<u16> {
        Corners::permutations().turned(Cube::SOLVED.turn(mv).corner_perm)
    }
}

impl Corners {
    /// All values as permutations, listed on first use.
    #[inline]
    pub fn permutations() -> &'static Permutations {
        static ALL: LazyLock<Permutations> =
            LazyLock::new(|| Permutations::new(|perm| permutation::rank(&perm)));
        &ALL
    }
}
