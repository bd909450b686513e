//! Any processor.

use super::Processor;
use crate::coord::cubies::{CORNERS, CornersOfMoves, Cubies, Edges, SixCorners, TURNED};
use cubebatch_cube::cube::Move;

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Plain {
    /// Each processor is one. A family whose instructions for vectors are not used here has nothing better.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub fn detected() -> Option<Plain> {
        Some(Plain)
    }
}

impl Processor for Plain {
    #[inline]
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }

    #[inline]
    fn then(self, first: &Cubies, next: &Cubies) -> Cubies {
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            let (from, turns) = (next.0[i] % TURNED, next.0[i] / TURNED % 4);
            let cubie = first.0[i / CORNERS * CORNERS + usize::from(from)] + TURNED * turns;
            let turned_round = if i < CORNERS { 2 * TURNED } else { 3 * TURNED };
            *byte = if cubie < turned_round { cubie } else { cubie - turned_round };
        }
        Cubies(bytes)
    }

    #[inline]
    fn then_unturned(self, first: &Cubies, next: &Cubies) -> Cubies {
        let mut bytes = next.0;
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = first.0[i / CORNERS * CORNERS + usize::from(*byte % TURNED)];
        }
        Cubies(bytes)
    }

    #[inline]
    fn twists_and_tetrads(self, corners: u64) -> (usize, usize) {
        let twists = corners >> 4 & 0x0003_0303_0303_0303;
        let pairs = (twists | twists >> 6) & 0x000f_000f_000f_000f;
        let fours = (pairs | pairs >> 12) & 0x0000_00ff_0000_00ff;
        // The product has bit i of each byte i in its highest byte.
        let tetrads = (corners & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (((fours | fours >> 24) & 0xffff) as usize, tetrads as usize)
    }

    #[inline]
    fn corners_behind(self, turns: &SixCorners, corners: u64) -> [u64; 6] {
        let mut turns = turns.0.chunks_exact(8);
        std::array::from_fn(|_| corners_then(turns.next().expect("six"), corners))
    }

    #[inline]
    fn corners_ahead(self, corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
        std::array::from_fn(|mv| {
            let bytes = std::array::from_fn(|i| moves.0[mv / 2][mv % 2 * 8 + i]);
            corners_then(&corners.to_le_bytes(), u64::from_le_bytes(bytes))
        })
    }

    #[inline]
    fn marks(self, before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
        let edges = edges_then(&edges_then(before, edges), after);
        let marks = |bit: u8| (0..12).fold(0, |marks, i| marks | u32::from(edges.0[i] & bit != 0) << i);
        [4, 8, TURNED].map(marks)
    }
}

/// Corners and then others, a byte each.
#[inline]
fn corners_then(first: &[u8], next: u64) -> u64 {
    u64::from_le_bytes(next.to_le_bytes().map(|next| {
        let cubie = first[usize::from(next % TURNED)] + (next & (3 * TURNED));
        if cubie < 3 * TURNED { cubie } else { cubie - 3 * TURNED }
    }))
}

/// Edges and then others.
#[inline]
fn edges_then(first: &Edges, next: &Edges) -> Edges {
    Edges(next.0.map(|cubie| first.0[usize::from(cubie % TURNED)] ^ cubie & TURNED))
}
