//! Phase 4: G3 = ⟨U2, D2, R2, L2, F2, B2⟩ to solved.

use super::SubgroupPhase;
use super::tetrads::{self, TETRADS};
use cubebatch_cube::cube::permutation::{rank, unrank};
use cubebatch_cube::cube::{Cube, Face, Move, odd};
use cubebatch_tables::coord::Coordinate;

/// All positions of G3: 96 · 6912 = 663,552.
pub const PHASE: SubgroupPhase = SubgroupPhase::of::<HalfTurnCorners, SliceEdges>(&MOVES);

/// The half turns: U2 R2 F2 D2 L2 B2.
const MOVES: [Move; 6] = {
    let mut moves = [Move::from_index(0); 6];
    let mut face = 0;
    while face < 6 {
        moves[face] = Move::new(Face::from_index(face), 2).expect("no full turn");
        face += 1;
    }
    moves
};

/// The order of the first tetrad, and the corner of the second one in its first place:
/// the others there follow, see [`tetrads`]. `order · 4 + corner`, 96 values.
///
/// Only for positions of G3.
struct HalfTurnCorners;

impl Coordinate for HalfTurnCorners {
    const SIZE: usize = 96;
    const HISTOGRAM: &'static [usize] = &[1, 6, 27, 42, 20];
    const MOVES: &'static [Move] = &MOVES;

    fn rank(cube: &Cube) -> usize {
        let number = |position: u8| tetrads::find(cube.corner_perm[usize::from(position)]).1;
        rank(&TETRADS[0].map(number)) * 4 + usize::from(number(TETRADS[1][0]))
    }

    fn unrank(value: usize) -> Cube {
        let first = unrank::<4>(value / 4);
        // With the same pairings as the first tetrad and this corner in the first place.
        let second = first.map(|number| number ^ first[0] ^ (value % 4) as u8);
        let mut cube = Cube::SOLVED;
        for (tetrad, order) in [first, second].into_iter().enumerate() {
            for (position, number) in TETRADS[tetrad].into_iter().zip(order) {
                cube.pieces_mut().corner_perm[usize::from(position)] = TETRADS[tetrad][usize::from(number)];
            }
        }
        cube
    }
}

/// The orders of the edges within their three slices, `((RL · 24 + FB) · 24 + UD) / 2`.
/// Half turns permute the edges evenly, and of the orders 2n and 2n + 1 of a slice, which
/// differ by one exchange, one is even: 24³/2 = 6912 values.
///
/// Only for positions of G3.
struct SliceEdges;

/// The edges between R and L, between F and B, and between U and D.
const SLICES: [[u8; 4]; 3] = [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]];

impl Coordinate for SliceEdges {
    const SIZE: usize = 24 * 24 * 24 / 2;
    const HISTOGRAM: &'static [usize] = &[1, 6, 27, 120, 519, 1582, 2911, 1588, 158];
    const MOVES: &'static [Move] = &MOVES;

    fn rank(cube: &Cube) -> usize {
        let number = |edge: u8| if edge < 8 { edge / 2 } else { edge - 8 };
        let order = |slice: &[u8; 4]| slice.map(|position| number(cube.edge_perm[usize::from(position)]));
        SLICES.iter().fold(0, |value, slice| value * 24 + rank(&order(slice))) / 2
    }

    fn unrank(value: usize) -> Cube {
        let orders = [value * 2 / 576, value * 2 / 24 % 24, value * 2 % 24];
        let mut cube = Cube::SOLVED;
        for (slice, order) in SLICES.iter().zip(orders) {
            for (&position, number) in slice.iter().zip(unrank::<4>(order)) {
                cube.pieces_mut().edge_perm[usize::from(position)] = slice[usize::from(number)];
            }
        }
        if odd(&cube.edge_perm) {
            cube.pieces_mut().edge_perm.swap(10, 11);
        }
        cube
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::coord::check;

    #[test]
    fn coordinates() {
        check::<HalfTurnCorners>();
        check::<SliceEdges>();
    }
}
