//! Phase 3: G2 to G3, where half turns are enough: corners in their tetrads, and every
//! colour on its own face or the opposite one.

use super::SubgroupPhase;
use super::tetrads::{self, TETRADS};
use cubebatch_cube::cube::permutation::{rank, rank_four, unrank, unrank_four};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;

/// The corners up to half turns and the places of the edges of two slices:
/// 420 · 70 = 29,400 cosets.
pub const PHASE: SubgroupPhase = SubgroupPhase::of::<CornersUpToHalfTurns, Slices>(&PHASE2_MOVES);

/// Which positions hold the corners of the first tetrad, and how far the tetrads, each in
/// the order of its positions, are from agreeing; see [`tetrads`].
/// `places · 6 + disagreement`, 8!/96 = 420 values.
struct CornersUpToHalfTurns;

impl Coordinate for CornersUpToHalfTurns {
    const SIZE: usize = 420;
    const HISTOGRAM: &'static [usize] = &[1, 2, 5, 12, 18, 50, 44, 52, 68, 96, 52, 20];
    const MOVES: &'static [Move] = &PHASE2_MOVES;

    fn rank(cube: &Cube) -> usize {
        let (mut places, mut corners) = ([0; 4], [[0; 4]; 2]);
        let mut found = [0; 2];
        for (place, &position) in TETRADS.as_flattened().iter().enumerate() {
            let (tetrad, corner) = tetrads::find(cube.corner_perm[usize::from(position)]);
            if tetrad == 0 {
                places[found[0]] = place as u8;
            }
            corners[tetrad][found[tetrad]] = corner;
            found[tetrad] += 1;
        }
        let [first, second] = corners.map(tetrads::pairings);
        // Which pairing of the first tetrad lies where each one of the second does.
        let disagreement = second.map(|pairing| {
            first.iter().position(|&other| other == pairing).expect("each has all three") as u8
        });
        rank_four(places) * 6 + rank(&disagreement)
    }

    fn unrank(value: usize) -> Cube {
        let places = unrank_four(value / 6);
        let [b, c, d] = unrank::<3>(value % 6).map(|pairing| pairing + 1);
        let (mut first, mut second) = ([0, 1, 2, 3].into_iter(), [0, b, c, d].into_iter());
        let mut cube = Cube::SOLVED;
        for (place, &position) in TETRADS.as_flattened().iter().enumerate() {
            let (tetrad, corners) =
                if places.contains(&(place as u8)) { (0, &mut first) } else { (1, &mut second) };
            let corner = corners.next().expect("4 places are in the set");
            cube.pieces_mut().corner_perm[usize::from(position)] = TETRADS[tetrad][usize::from(corner)];
        }
        cube
    }
}

/// Which 4 of the 8 positions in the U and D layers hold the edges of the slice between R
/// and L; the positions of that slice are counted first. 8!/4!/4! = 70 values.
///
/// Only for positions with the middle edges in the middle layer, as in G2.
struct Slices;

/// The positions in the U and D layers: UF UB DF DB and then UR UL DR DL.
const POSITIONS: [usize; 8] = [0, 2, 4, 6, 1, 3, 5, 7];

impl Coordinate for Slices {
    const SIZE: usize = 70;
    const HISTOGRAM: &'static [usize] = &[1, 2, 9, 30, 28];
    const MOVES: &'static [Move] = &PHASE2_MOVES;

    fn rank(cube: &Cube) -> usize {
        let mut set = [0; 4];
        let places = (0..8).filter(|&place| cube.edge_perm[POSITIONS[place]].is_multiple_of(2));
        for (slot, place) in set.iter_mut().zip(places) {
            *slot = place as u8;
        }
        rank_four(set)
    }

    fn unrank(value: usize) -> Cube {
        let set = unrank_four(value);
        let (mut between, mut beside) = ([0, 2, 4, 6].into_iter(), [1, 3, 5, 7].into_iter());
        let mut cube = Cube::SOLVED;
        for (place, position) in POSITIONS.into_iter().enumerate() {
            let edges = if set.contains(&(place as u8)) { &mut between } else { &mut beside };
            cube.pieces_mut().edge_perm[position] = edges.next().expect("4 places are in the set");
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
        check::<CornersUpToHalfTurns>();
        check::<Slices>();
    }
}
