//! A processor of the family aarch64: nearly all of them have NEON.

use std::arch::aarch64::{
    uint8x16_t, vaddq_u8, vaddv_u8, vandq_u8, vcombine_u8, vdup_n_u8, vdupq_n_u8, vdupq_n_u64, veorq_u8,
    vget_high_u8, vget_low_u8, vminq_u8, vorrq_u8, vqtbl1q_u8, vreinterpretq_u8_u64, vsubq_u8, vtstq_u8,
};

use super::{Plain, Processor, by_functions};
use crate::coord::cubies::{CornersOfMoves, Cubies, Edges, SixCorners, TURNED};
use cubebatch_cube::cube::Move;

/// A processor with NEON.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

impl Neon {
    /// If this processor is one.
    pub fn detected() -> Option<Neon> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }
}

by_functions!(Neon);

#[target_feature(enable = "neon")]
fn run<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[inline]
#[target_feature(enable = "neon")]
fn then(first: &Cubies, next: &Cubies) -> Cubies {
    let [[edges, corners], [next_edges, next_corners]] = [first, next].map(halves);
    let edges = turned(chosen(edges, next_edges), next_edges, 2);
    Cubies(bytemuck::cast([edges, turned(chosen(corners, next_corners), next_corners, 3)]))
}

#[inline]
#[target_feature(enable = "neon")]
fn then_unturned(first: &Cubies, next: &Cubies) -> Cubies {
    let [[edges, corners], [next_edges, next_corners]] = [first, next].map(halves);
    Cubies(bytemuck::cast([chosen(edges, next_edges), chosen(corners, next_corners)]))
}

/// The edges and the corners.
fn halves(cubies: &Cubies) -> [uint8x16_t; 2] {
    bytemuck::cast(cubies.0)
}

/// The bytes that the last four bits of others choose.
#[inline]
#[target_feature(enable = "neon")]
fn chosen(first: uint8x16_t, next: uint8x16_t) -> uint8x16_t {
    vqtbl1q_u8(first, vandq_u8(next, vdupq_n_u8(TURNED - 1)))
}

/// Turns cubies as others are turned, where `round` turns are none.
#[inline]
#[target_feature(enable = "neon")]
fn turned(cubies: uint8x16_t, next: uint8x16_t, round: u8) -> uint8x16_t {
    let turned = vaddq_u8(cubies, vandq_u8(next, vdupq_n_u8(3 * TURNED)));
    // What is not turned round becomes great.
    vminq_u8(turned, vsubq_u8(turned, vdupq_n_u8(round * TURNED)))
}

#[inline]
#[target_feature(enable = "neon")]
fn twists_and_tetrads(corners: u64) -> (usize, usize) {
    Plain.twists_and_tetrads(corners)
}

#[inline]
#[target_feature(enable = "neon")]
fn corners_behind(turns: &SixCorners, corners: u64) -> [u64; 6] {
    let turns: [uint8x16_t; 3] = bytemuck::cast(turns.0);
    let corners = vreinterpretq_u8_u64(vdupq_n_u64(corners));
    // A register holds two turns: the cubies of the second one come eight later.
    let chosen_by = vorrq_u8(corners, vcombine_u8(vdup_n_u8(0), vdup_n_u8(8)));
    bytemuck::cast(turns.map(|turns| turned(chosen(turns, chosen_by), corners, 3)))
}

#[inline]
#[target_feature(enable = "neon")]
fn corners_ahead(corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
    let corners = vreinterpretq_u8_u64(vdupq_n_u64(corners));
    let ahead = moves.0.map(|moves| {
        let moves: uint8x16_t = bytemuck::cast(moves);
        turned(chosen(corners, moves), moves, 3)
    });
    bytemuck::cast(ahead)
}

#[inline]
#[target_feature(enable = "neon")]
fn edges_then(first: uint8x16_t, next: uint8x16_t) -> uint8x16_t {
    veorq_u8(chosen(first, next), vandq_u8(next, vdupq_n_u8(TURNED)))
}

#[inline]
#[target_feature(enable = "neon")]
fn marks(before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
    /// A bit for each byte of a half.
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let [before, edges, after]: [uint8x16_t; 3] = [before.0, edges.0, after.0].map(bytemuck::cast);
    let edges = edges_then(edges_then(before, edges), after);
    [4, 8, TURNED].map(|bit| {
        let marks = vandq_u8(vtstq_u8(edges, vdupq_n_u8(bit)), bytemuck::cast(BITS));
        let [low, high] = [vaddv_u8(vget_low_u8(marks)), vaddv_u8(vget_high_u8(marks))].map(u32::from);
        low | (high & 0xf) << 8
    })
}
