//! Permutations of all cubies, in coordinates that every move keeps.

use std::sync::LazyLock;

use super::fours::{self, Fours};
use super::phase1::PHASE1_MOVES;
use super::{Coordinate, MoveTable, Phase2, corners::Corners, slice_perm::SlicePerm, ud_edges::UdEdges};
use crate::cube::Cube;

/// Where corners and edges are, whatever their orientation. A search of phase 1 that carries
/// them along has the coordinates of [`Phase2`] where it arrives in G1, without a cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perms {
    /// See [`Corners`]; below 40,320.
    corners: u16,
    /// See [`Fours`]: the edges of the U, D and middle layers, each below 11,880.
    fours: [u16; 3],
}

/// The move tables, over [`PHASE1_MOVES`], and what fours are in G1.
pub struct PermMoves {
    corners: MoveTable,
    fours: MoveTable,
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
            corners: MoveTable::over::<Corners>(&PHASE1_MOVES),
            fours: MoveTable::of::<Fours>(),
            up: vec![0; Fours::SIZE],
            down: vec![0; Fours::SIZE],
            ud_edges: vec![0; UdEdges::SIZE],
            slice_perm: vec![0; Fours::SIZE],
        };
        let mut arrangements = 0;
        for value in 0..Fours::SIZE {
            let places = fours::places(value);
            if places.iter().all(|&place| place < 8) {
                tables.up[value] = arrangements * 24;
                tables.down[value] = order(places);
                arrangements += 1;
            }
        }
        for value in 0..UdEdges::SIZE {
            let at = Perms::of(&UdEdges::unrank(value));
            let number = tables.ud_number(at);
            tables.ud_edges[number] = value as u16;
        }
        for value in 0..SlicePerm::SIZE {
            let at = Perms::of(&SlicePerm::unrank(value));
            tables.slice_perm[usize::from(at.fours[2])] = value as u8;
        }
        tables
    }

    #[inline]
    fn ud_number(&self, at: Perms) -> usize {
        usize::from(self.up[usize::from(at.fours[0])]) + usize::from(self.down[usize::from(at.fours[1])])
    }

    /// The permutations after the move at place `m` of [`PHASE1_MOVES`].
    #[inline]
    pub fn turn(&self, at: Perms, m: usize) -> Perms {
        Perms {
            corners: self.corners.turn(at.corners, m),
            fours: at.fours.map(|four| self.fours.turn(four, m)),
        }
    }

    /// Asks the memory for what [`PermMoves::turn`] will read of its largest table.
    #[inline]
    pub fn prefetch(&self, at: Perms) {
        self.corners.prefetch(at.corners);
    }

    /// The coordinates of phase 2; without meaning outside of G1.
    #[inline]
    pub fn phase2(&self, at: Perms) -> Phase2 {
        Phase2 {
            ud_edges: self.ud_edges[self.ud_number(at)],
            corners: at.corners,
            slice_perm: self.slice_perm[usize::from(at.fours[2])].into(),
        }
    }
}

impl Perms {
    /// Those of a position.
    pub fn of(cube: &Cube) -> Perms {
        let fours = [0, 4, 8].map(|first| fours::rank_of(cube, first) as u16);
        Perms { corners: Corners::rank(cube) as u16, fours }
    }
}

/// The rank of the order in which four edges stand, below 24.
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
