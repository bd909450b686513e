//! The number of a position among all positions.

use super::{Cube, Pieces, odd, orientation, permutation};

/// Orientations of the corners, 3⁷.
const TWISTS: usize = 2187;

/// Permutations and orientations of the corners.
const CORNERS: usize = 40_320 * TWISTS;

/// Orientations of the edges, 2¹¹.
const FLIPS: u64 = 2048;

/// Permutations of the edges with the parity of given corners.
const EDGES: u64 = 239_500_800;

impl Cube {
    /// The number of positions.
    pub const COUNT: u128 = CORNERS as u128 * FLIPS as u128 * EDGES as u128;

    /// Its number among all positions, below [`Cube::COUNT`]; the solved cube has 0.
    ///
    /// It is `((corners · 2187 + twist) · 2048 + flip) · 239,500,800 + edges / 2`. Here `corners` and `edges` are the lexicographic
    /// ranks of the permutations, `twist` has a digit of base 3 for each corner but the last, and `flip` a bit for each edge but
    /// the last, the first one most significant.
    pub fn rank(&self) -> u128 {
        let twist = orientation::rank(&self.corner_ori, 3);
        let corners = (permutation::rank(&self.corner_perm) * TWISTS + twist) as u64;
        let rest = corners * FLIPS + orientation::rank(&self.edge_ori, 2) as u64;
        // One of two neighbouring ranks has the parity of the corners.
        u128::from(rest) * u128::from(EDGES) + (permutation::rank(&self.edge_perm) / 2) as u128
    }

    /// The position with this [number](Cube::rank); `None` if there are fewer.
    pub fn from_rank(rank: u128) -> Option<Cube> {
        if rank >= Cube::COUNT {
            return None;
        }
        let (rest, edges) = ((rank / u128::from(EDGES)) as u64, (rank % u128::from(EDGES)) as usize);
        let (corners, flip) = ((rest / FLIPS) as usize, (rest % FLIPS) as usize);
        let (corners, twist) = (corners / TWISTS, corners % TWISTS);
        let mut pieces = Pieces {
            corner_perm: permutation::unrank(corners),
            corner_ori: orientation::unrank(twist, 3),
            edge_perm: permutation::unrank(2 * edges),
            edge_ori: orientation::unrank(flip, 2),
        };
        if odd(&pieces.corner_perm) != odd(&pieces.edge_perm) {
            pieces.edge_perm.swap(10, 11);
        }
        Some(Cube::of(pieces))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Setup;
    use crate::cube::random::Random;

    #[test]
    fn all_numbers_are_of_positions_and_come_back() {
        assert_eq!(Cube::COUNT, 43_252_003_274_489_856_000);
        assert_eq!((Cube::SOLVED.rank(), Cube::from_rank(Cube::COUNT)), (0, None));
        let mut random = Random::new(7);
        let drawn: Vec<u128> = (0..2000).map(|_| random.below_wide(Cube::COUNT)).collect();
        let edges = [0, 1, 2, 3, Cube::COUNT - 2, Cube::COUNT - 1];
        for rank in drawn.into_iter().chain(edges) {
            let cube = Cube::from_rank(rank).expect("there are more");
            assert_eq!((Setup::from(&cube).into_cube(), cube.rank()), (Ok(cube), rank));
        }
    }

    #[test]
    fn all_positions_have_numbers() {
        for cube in Random::new(8).cubes().take(2000) {
            assert_eq!(Cube::from_rank(cube.rank()), Some(cube));
        }
    }
}
