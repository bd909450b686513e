//! How far the corners and the U/D edges of positions of G1 are from solved, wherever the edges
//! of the middle layer are (the table of phase 2 in H. Kociemba's Cube Explorer).

use std::convert::Infallible;

use super::distances::rows::Rows;
use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase2::{CLASSES, SymPhase2, SymPhase2Tables};
use crate::coord::{Coordinate, ud_edges::UdEdges};

/// Half a byte for each class of corners and each arrangement of the U/D edges as it looks after
/// the symmetry of the place, row by row: 53 MiB.
pub struct CornersAndEdges(Vec<u8>);

/// No more fits half a byte. Of 1,625,702,400 arrangements some 200,000 are farther, to 18 moves.
const MOST: u8 = 15;

impl CornersAndEdges {
    /// By a complete search, on all threads of the current `rayon` pool.
    pub fn new() -> CornersAndEdges {
        let pairs = distances();
        CornersAndEdges(
            pairs.chunks_exact(2).map(|pair| pair[0].min(MOST) | pair[1].min(MOST) << 4).collect(),
        )
    }

    /// The number of moves from a place to solved at least.
    #[inline]
    pub fn of(&self, place: SymPhase2) -> u8 {
        self.0[index(place) / 2] >> (index(place) % 2 * 4) & 15
    }

    /// Asks the memory for what [`CornersAndEdges::of`] reads.
    #[inline]
    pub fn prefetch(&self, place: SymPhase2) {
        prefetch(&self.0, index(place) / 2);
    }
}

#[inline]
fn index(place: SymPhase2) -> usize {
    usize::from(place.class) * UdEdges::SIZE + usize::from(place.ud_edges)
}

/// A byte for each, in their order.
fn distances() -> Vec<u8> {
    let places = SymPhase2Tables::get();
    let map = |m, symmetry| {
        let conjugates = places.conjugate_ud_edges(symmetry);
        let turned = Phase2Moves::get().ud_edges.column(m).into_iter();
        turned.map(|edges| conjugates[usize::from(edges)]).collect()
    };
    let rows = Rows::new(CLASSES, PHASE2_MOVES.len(), |class, m| places.class_neighbour(class, m), map);
    let Ok(distances) = rows.search(|_| Ok::<_, Infallible>(()));
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// How many arrangements are so far from solved, each class counted as often as it has members.
    #[test]
    fn the_nearest_are_as_many_as_a_plain_search_finds() {
        let classes = &SymPhase2Tables::get().classes;
        let mut counts = [0; 19];
        for (place, distance) in distances().into_iter().enumerate() {
            counts[usize::from(distance)] += u64::from(classes.size(place / UdEdges::SIZE));
        }
        assert_eq!(counts.iter().sum::<u64>(), 40_320 * 40_320);
        let moves = Phase2Moves::get();
        let turn = |(corners, edges), m| (moves.corners.turn(corners, m), moves.ud_edges.turn(edges, m));
        let mut level = HashSet::from([(0, 0)]);
        let mut all = level.clone();
        for count in &counts[..6] {
            assert_eq!(level.len() as u64, *count);
            let around = level.iter().flat_map(|&at| (0..PHASE2_MOVES.len()).map(move |m| turn(at, m)));
            level = around.filter(|there| !all.contains(there)).collect();
            all.extend(&level);
        }
    }
}
