//! A processor of the family x86-64 with AVX2.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi8, _mm_and_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
    _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi64x, _mm_shuffle_epi8, _mm_slli_epi16, _mm_sub_epi8,
    _mm_xor_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_min_epu8, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_sub_epi8, _pext_u64,
};

use super::{Processor, by_functions};
use crate::coord::cubies::{CornersOfMoves, Cubies, Edges, SixCorners, TURNED};
use cubebatch_cube::cube::Move;

/// A processor with AVX2, and with BMI2 and the other instructions on bits that came along with it.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// If this processor is one.
    pub fn detected() -> Option<Avx2> {
        let has_all = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("movbe")
            && std::is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2(()))
    }
}

by_functions!(Avx2);

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,movbe,popcnt")]
fn run<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[inline]
#[target_feature(enable = "avx2")]
fn then(first: &Cubies, next: &Cubies) -> Cubies {
    let [first, next]: [__m256i; 2] = [first.0, next.0].map(bytemuck::cast);
    // The last four bits choose; the highest one, with which none would be chosen, is 0.
    let chosen = _mm256_shuffle_epi8(first, next);
    let turned = _mm256_add_epi8(chosen, _mm256_and_si256(next, _mm256_set1_epi8(3 * TURNED as i8)));
    let [edges_round, corners_round] = [2, 3].map(|turns| _mm_set1_epi8(turns * TURNED as i8));
    // What is not turned round becomes great.
    let less = _mm256_sub_epi8(turned, _mm256_set_m128i(corners_round, edges_round));
    Cubies(bytemuck::cast(_mm256_min_epu8(turned, less)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn then_unturned(first: &Cubies, next: &Cubies) -> Cubies {
    let [first, next]: [__m256i; 2] = [first.0, next.0].map(bytemuck::cast);
    Cubies(bytemuck::cast(_mm256_shuffle_epi8(first, next)))
}

#[inline]
#[target_feature(enable = "bmi2")]
fn twists_and_tetrads(corners: u64) -> (usize, usize) {
    let bits = |mask| _pext_u64(corners, mask) as usize;
    (bits(0x0030_3030_3030_3030), bits(0x0101_0101_0101_0101))
}

#[inline]
#[target_feature(enable = "avx2")]
fn corners_behind(turns: &SixCorners, corners: u64) -> [u64; 6] {
    let turns: [__m128i; 3] = bytemuck::cast(turns.0);
    let corners = _mm_set1_epi64x(corners.cast_signed());
    // A register holds two turns: the cubies of the second one come eight later.
    let chosen_by = _mm_or_si128(corners, _mm_set_epi64x(0x0808_0808_0808_0808, 0));
    bytemuck::cast(turns.map(|turns| twisted(_mm_shuffle_epi8(turns, chosen_by), corners)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn corners_ahead(corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
    let corners = _mm_set1_epi64x(corners.cast_signed());
    let ahead = moves.0.map(|moves| {
        let moves: __m128i = bytemuck::cast(moves);
        twisted(_mm_shuffle_epi8(corners, moves), moves)
    });
    bytemuck::cast(ahead)
}

/// Adds the twists of some corners to those of others.
#[inline]
#[target_feature(enable = "avx2")]
fn twisted(chosen: __m128i, next: __m128i) -> __m128i {
    let round = _mm_set1_epi8(3 * TURNED as i8);
    let turned = _mm_add_epi8(chosen, _mm_and_si128(next, round));
    _mm_min_epu8(turned, _mm_sub_epi8(turned, round))
}

#[inline]
#[target_feature(enable = "avx2")]
fn edges_then(first: __m128i, next: __m128i) -> __m128i {
    _mm_xor_si128(_mm_shuffle_epi8(first, next), _mm_and_si128(next, _mm_set1_epi8(TURNED as i8)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn marks(before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
    let [before, edges, after]: [__m128i; 3] = [before.0, edges.0, after.0].map(bytemuck::cast);
    let edges = edges_then(edges_then(before, edges), after);
    // The highest bit of each byte.
    let marks = |edges| _mm_movemask_epi8(edges) as u32 & 0xfff;
    [marks(_mm_slli_epi16(edges, 5)), marks(_mm_slli_epi16(edges, 4)), marks(_mm_slli_epi16(edges, 3))]
}
