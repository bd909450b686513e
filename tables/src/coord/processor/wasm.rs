//! WebAssembly with vectors of 128 bits, which browsers have had since 2023.

use std::arch::wasm32::{
    i8x16_add, i8x16_bitmask, i8x16_sub, i8x16_swizzle, i16x8_shl, i64x2, i64x2_splat, u8x16_min,
    u8x16_splat, v128, v128_and, v128_or, v128_xor,
};

use bytemuck::cast;

use super::{Plain, Processor};
use crate::coord::cubies::{CornersOfMoves, Cubies, Edges, SixCorners, TURNED};
use cubebatch_cube::cube::Move;

/// WebAssembly that was compiled for vectors; a browser without them does not load it.
#[derive(Clone, Copy, Debug)]
pub struct Vectors(());

impl Vectors {
    /// If this is such WebAssembly.
    pub fn detected() -> Option<Vectors> {
        Some(Vectors(()))
    }
}

impl Processor for Vectors {
    #[inline(always)]
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }

    #[inline(always)]
    fn then(self, first: &Cubies, next: &Cubies) -> Cubies {
        let [[edges, corners], [next_edges, next_corners]] = [first, next].map(halves);
        let edges = turned(chosen(edges, next_edges), next_edges, 2);
        Cubies(cast([edges, turned(chosen(corners, next_corners), next_corners, 3)]))
    }

    #[inline(always)]
    fn then_unturned(self, first: &Cubies, next: &Cubies) -> Cubies {
        let [[edges, corners], [next_edges, next_corners]] = [first, next].map(halves);
        Cubies(cast([chosen(edges, next_edges), chosen(corners, next_corners)]))
    }

    #[inline(always)]
    fn twists_and_tetrads(self, corners: u64) -> (usize, usize) {
        Plain.twists_and_tetrads(corners)
    }

    #[inline(always)]
    fn corners_behind(self, turns: &SixCorners, corners: u64) -> [u64; 6] {
        let turns: [v128; 3] = cast(turns.0);
        let corners = i64x2_splat(corners.cast_signed());
        // A register holds two turns: the cubies of the second one come eight later.
        let chosen_by = v128_or(corners, i64x2(0, 0x0808_0808_0808_0808));
        cast(turns.map(|turns| turned(chosen(turns, chosen_by), corners, 3)))
    }

    #[inline(always)]
    fn corners_ahead(self, corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
        let corners = i64x2_splat(corners.cast_signed());
        cast(moves.0.map(|moves| {
            let moves = cast(moves);
            turned(chosen(corners, moves), moves, 3)
        }))
    }

    #[inline(always)]
    fn marks(self, before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
        let [before, edges, after] = [before.0, edges.0, after.0].map(cast);
        let edges = edges_then(edges_then(before, edges), after);
        // The highest bit of each byte.
        let marks = |edges| u32::from(i8x16_bitmask(edges)) & 0xfff;
        [marks(i16x8_shl(edges, 5)), marks(i16x8_shl(edges, 4)), marks(i16x8_shl(edges, 3))]
    }
}

/// The edges and the corners.
fn halves(cubies: &Cubies) -> [v128; 2] {
    cast(cubies.0)
}

/// The bytes that the last four bits of others choose.
#[inline(always)]
fn chosen(first: v128, next: v128) -> v128 {
    i8x16_swizzle(first, v128_and(next, u8x16_splat(TURNED - 1)))
}

/// Turns cubies as others are turned, where `round` turns are none.
#[inline(always)]
fn turned(cubies: v128, next: v128, round: u8) -> v128 {
    let turned = i8x16_add(cubies, v128_and(next, u8x16_splat(3 * TURNED)));
    // What is not turned round becomes great.
    u8x16_min(turned, i8x16_sub(turned, u8x16_splat(round * TURNED)))
}

#[inline(always)]
fn edges_then(first: v128, next: v128) -> v128 {
    v128_xor(chosen(first, next), v128_and(next, u8x16_splat(TURNED)))
}
