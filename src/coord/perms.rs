//! Permutations of all cubies, in coordinates that every move keeps and whose tables are small.

use std::sync::LazyLock;

use super::fours::{self, Fours};
use super::phase1::PHASE1_MOVES;
use super::{Coordinate, MoveTable, Phase2, corners::Corners, slice_perm::SlicePerm, ud_edges::UdEdges};
use crate::cube::{Cube, Move};

/// Where corners and edges are, whatever their orientation. A search of phase 1 that carries
/// them along has the coordinates of [`Phase2`] where it arrives in G1, without a cube.
///
/// Corners too are followed in fours: the move table of all eight would take 1.4 MB, which no
/// core's own cache holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perms {
    /// See [`CornerFours`]: the corners of the U and D layers, each below 1680.
    corners: [u16; 2],
    /// See [`Fours`]: the edges of the U, D and middle layers, each below 11,880.
    edges: [u16; 3],
}

/// The positions of the corners 0, 1, 2, 3 (those of the U layer), as [`Fours`] has those of
/// edges: `((p₀ · 7 + p₁) · 6 + p₂) · 5 + p₃`. 8 · 7 · 6 · 5 = 1680 values.
struct CornerFours;

impl Coordinate for CornerFours {
    const SIZE: usize = 1680;
    const HISTOGRAM: &'static [usize] = &[1, 15, 186, 1052, 426];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(cube: &Cube) -> usize {
        fours::rank_in(&cube.corner_perm, 0)
    }

    fn unrank(value: usize) -> Cube {
        let places = fours::places_among(8, value);
        Cube { corner_perm: fours::arrangement(places), ..Cube::SOLVED }
    }
}

/// The move tables, over [`PHASE1_MOVES`], and what fours are in G1.
pub struct PermMoves {
    corners: MoveTable,
    edges: MoveTable,
    /// Of all corners, by the places of the first four and the order of the others.
    corner_ranks: Vec<u16>,
    corner_order: Vec<u8>,
    /// For U edges in the U and D layers a number below 1680, times 24.
    up: Vec<u16>,
    /// For D edges in these layers the rank of their order, below 24.
    down: Vec<u8>,
    /// Of `up + down`.
    ud_edges: Vec<u16>,
    /// For middle edges in their layer.
    slice_perm: Vec<u8>,
}

impl PermMoves {
    /// The tables, made on first use.
    pub fn get() -> &'static PermMoves {
        static TABLES: LazyLock<PermMoves> = LazyLock::new(PermMoves::new);
        &TABLES
    }

    fn new() -> PermMoves {
        let mut tables = PermMoves {
            corners: MoveTable::of::<CornerFours>(),
            edges: MoveTable::of::<Fours>(),
            corner_ranks: vec![0; Corners::SIZE],
            corner_order: (0..CornerFours::SIZE).map(|value| order(fours::places_among(8, value))).collect(),
            up: vec![0; Fours::SIZE],
            down: vec![0; Fours::SIZE],
            ud_edges: vec![0; UdEdges::SIZE],
            slice_perm: vec![0; Fours::SIZE],
        };
        let mut arrangements = 0;
        for value in 0..Fours::SIZE {
            let places = fours::places_among(12, value);
            if places.iter().all(|&place| place < 8) {
                tables.up[value] = arrangements * ORDERS as u16;
                tables.down[value] = order(places);
                arrangements += 1;
            }
        }
        for value in 0..Corners::SIZE {
            let number = tables.corner_number(Perms::of(&Corners::unrank(value)));
            tables.corner_ranks[number] = value as u16;
        }
        for value in 0..UdEdges::SIZE {
            let number = tables.ud_number(Perms::of(&UdEdges::unrank(value)));
            tables.ud_edges[number] = value as u16;
        }
        for value in 0..SlicePerm::SIZE {
            let at = Perms::of(&SlicePerm::unrank(value));
            tables.slice_perm[usize::from(at.edges[2])] = value as u8;
        }
        tables
    }

    #[inline]
    fn corner_number(&self, at: Perms) -> usize {
        let [up, down] = at.corners.map(usize::from);
        up * ORDERS + usize::from(self.corner_order[down])
    }

    #[inline]
    fn ud_number(&self, at: Perms) -> usize {
        let [up, down, _] = at.edges.map(usize::from);
        usize::from(self.up[up]) + usize::from(self.down[down])
    }

    /// The permutations after the move at place `m` of [`PHASE1_MOVES`].
    #[inline]
    pub fn turn(&self, at: Perms, m: usize) -> Perms {
        Perms {
            corners: at.corners.map(|four| self.corners.turn(four, m)),
            edges: at.edges.map(|four| self.edges.turn(four, m)),
        }
    }

    /// The coordinates of phase 2; without meaning outside of G1.
    #[inline]
    pub fn phase2(&self, at: Perms) -> Phase2 {
        Phase2 {
            ud_edges: self.ud_edges[self.ud_number(at)],
            corners: self.corner_ranks[self.corner_number(at)],
            slice_perm: self.slice_perm[usize::from(at.edges[2])].into(),
        }
    }
}

impl Perms {
    /// Those of a position.
    pub fn of(cube: &Cube) -> Perms {
        Perms {
            corners: [0, 4].map(|first| fours::rank_in(&cube.corner_perm, first) as u16),
            edges: [0, 4, 8].map(|first| fours::rank_in(&cube.edge_perm, first) as u16),
        }
    }
}

/// The orders of four cubies.
const ORDERS: usize = 24;

/// The rank of the order in which four cubies stand, below 24.
fn order(places: [usize; 4]) -> u8 {
    let before = |i: usize| places[i + 1..].iter().filter(|&&other| other < places[i]).count();
    (before(0) * 6 + before(1) * 2 + before(2)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase2::PHASE2_MOVES;
    use crate::cube::random::Random;

    #[test]
    fn corner_fours() {
        crate::coord::tests::check::<CornerFours>();
    }

    #[test]
    fn permutations_turn_like_cubes() {
        let tables = PermMoves::get();
        let mut random = Random::new(70);
        for cube in (0..500).map(|_| random.cube()) {
            for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
                assert_eq!(tables.turn(Perms::of(&cube), m), Perms::of(&cube.turn(mv)));
            }
        }
    }

    #[test]
    fn in_g1_they_are_the_coordinates_of_phase_2() {
        let tables = PermMoves::get();
        let mut random = Random::new(71);
        let mut cube = Cube::SOLVED;
        for _ in 0..5000 {
            cube = cube.turn(PHASE2_MOVES[random.below(10) as usize]);
            assert_eq!(tables.phase2(Perms::of(&cube)), Phase2::of(&cube));
        }
    }
}
