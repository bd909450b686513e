//! All cubies in one register, with how they are turned: what a search for shortest solutions carries along.

use std::sync::LazyLock;

use crate::cube::symmetry::Symmetry;
use crate::cube::{Cube, Move};

/// A position in 32 bytes: edges in the first twelve, corners in eight from byte 16 on; the other bytes have no meaning. A byte
/// says which cubie is there, in its last four bits, and how it is turned, in the two before.
///
/// Cubies are numbered such that the orbits of half turns are told by bits: edges 0 … 3 are at home in the slice between L and
/// R, 4 … 7 between F and B, 8 … 11 between U and D; corners with even numbers are in the tetrad of URF.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Cubies([u8; 32]);

/// Where the corners begin.
const CORNERS: usize = 16;

/// What an orientation counts in a byte.
const TURNED: u8 = 0x10;

/// The edges in the order of [`Cubies`], as [`Cube`] numbers them: slice by slice.
pub(crate) const EDGE_ORDER: [usize; 12] = [0, 2, 4, 6, 1, 3, 5, 7, 8, 9, 10, 11];

/// The corners likewise: those of one tetrad and those of the other in turns.
pub(crate) const CORNER_ORDER: [usize; 8] = [0, 1, 2, 3, 5, 4, 7, 6];

/// The number of symmetries.
pub const SYMMETRIES: usize = 48;

impl Cubies {
    /// Every cubie at home.
    pub const SOLVED: Cubies = {
        let mut bytes = [0; 32];
        let mut i = 0;
        while i < bytes.len() {
            bytes[i] = (i % CORNERS) as u8;
            i += 1;
        }
        Cubies(bytes)
    };

    /// The edges alone.
    #[inline]
    pub fn edges(&self) -> Edges {
        Edges(std::array::from_fn(|i| self.0[i]))
    }

    /// The corners alone, in the order of their positions, the first one lowest.
    #[inline]
    pub fn corners(&self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|i| self.0[CORNERS + i]))
    }

    /// Whether every cubie is at home.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.0[..12] == Cubies::SOLVED.0[..12] && self.corners() == Cubies::SOLVED.corners()
    }

    /// The position after this one and then, from solved, another one.
    #[inline]
    fn then_one_by_one(&self, next: &Cubies) -> Cubies {
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            let (from, turns) = (next.0[i] % TURNED, next.0[i] / TURNED % 4);
            let cubie = self.0[i / CORNERS * CORNERS + usize::from(from)] + TURNED * turns;
            let turned_round = if i < CORNERS { 2 * TURNED } else { 3 * TURNED };
            *byte = if cubie < turned_round { cubie } else { cubie - turned_round };
        }
        Cubies(bytes)
    }
}

/// Twelve edges as [`Cubies`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Edges([u8; 16]);

impl Edges {
    /// These, and then others.
    pub fn then_one_by_one(&self, next: &Edges) -> Edges {
        Edges(next.0.map(|cubie| self.0[usize::from(cubie % TURNED)] ^ cubie & TURNED))
    }

    /// For each position whether the edge there is at home between F and B; between U and D; turned: a bit each.
    #[inline]
    fn marks_one_by_one(&self) -> [u32; 3] {
        let marks = |bit: u8| (0..12).fold(0, |marks, i| marks | u32::from(self.0[i] & bit != 0) << i);
        [4, 8, TURNED].map(marks)
    }
}

/// How cubies are put together on the processor at hand. What comes out is the same on all.
pub trait Processor: Copy + Send + Sync {
    /// Does some work with the instructions of the processor. What the work calls has them too, as far as it is inlined into
    /// the work.
    fn run<T>(self, work: impl FnOnce() -> T) -> T;

    /// The position after one and then, from solved, the other.
    fn then(self, first: &Cubies, next: &Cubies) -> Cubies;

    /// The bits of a word that a mask selects, next to each other, the lowest one lowest.
    fn extract(self, word: u64, mask: u64) -> u64;

    /// The corners, as [`Cubies::corners`] gives them, after each of six turns and then those of a position.
    fn corners_behind(self, turns: &SixCorners, corners: u64) -> [u64; 6];

    /// The corners after those of a position and then each move.
    fn corners_ahead(self, corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT];

    /// Of `before`, the edges and `after`, one after the other, for each position whether the edge there is at home between F
    /// and B; between U and D; turned: a bit each.
    fn marks(self, before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3];
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// Corners after others, a byte each.
#[inline]
fn corners_one_by_one(first: &[u8], next: u64) -> u64 {
    u64::from_le_bytes(next.to_le_bytes().map(|next| {
        let cubie = first[usize::from(next % TURNED)] + (next & (3 * TURNED));
        if cubie < 3 * TURNED { cubie } else { cubie - 3 * TURNED }
    }))
}

impl Processor for Plain {
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }

    #[inline]
    fn then(self, first: &Cubies, next: &Cubies) -> Cubies {
        first.then_one_by_one(next)
    }

    #[inline]
    fn corners_behind(self, turns: &SixCorners, corners: u64) -> [u64; 6] {
        let mut turns = turns.0.chunks_exact(8);
        std::array::from_fn(|_| corners_one_by_one(turns.next().expect("six"), corners))
    }

    #[inline]
    fn corners_ahead(self, corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
        std::array::from_fn(|mv| {
            let bytes = std::array::from_fn(|i| moves.0[mv / 2][mv % 2 * 8 + i]);
            corners_one_by_one(&corners.to_le_bytes(), u64::from_le_bytes(bytes))
        })
    }

    fn extract(self, word: u64, mut mask: u64) -> u64 {
        let mut bits = 0;
        for place in 0.. {
            if mask == 0 {
                break;
            }
            bits |= (word >> mask.trailing_zeros() & 1) << place;
            mask &= mask - 1;
        }
        bits
    }

    #[inline]
    fn marks(self, before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
        before.then_one_by_one(edges).then_one_by_one(after).marks_one_by_one()
    }
}

/// A processor with AVX2 and BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// If this processor has it.
    pub fn detected() -> Option<Avx2> {
        (std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2")).then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Processor for Avx2 {
    #[inline]
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        // SAFETY: there is an `Avx2` only where the processor has the instructions.
        unsafe { in_registers::run(work) }
    }

    #[inline(always)]
    fn then(self, first: &Cubies, next: &Cubies) -> Cubies {
        // SAFETY: there is an `Avx2` only where the processor has the instructions.
        unsafe { in_registers::then(first, next) }
    }

    #[inline(always)]
    fn corners_behind(self, turns: &SixCorners, corners: u64) -> [u64; 6] {
        // SAFETY: there is an `Avx2` only where the processor has the instructions.
        unsafe { in_registers::corners_behind(turns, corners) }
    }

    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: there is an `Avx2` only where the processor has the instructions.
        unsafe { in_registers::extract(word, mask) }
    }

    #[inline(always)]
    fn corners_ahead(self, corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
        // SAFETY: there is an `Avx2` only where the processor has the instructions.
        unsafe { in_registers::corners_ahead(corners, moves) }
    }

    #[inline(always)]
    fn marks(self, before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
        // SAFETY: there is an `Avx2` only where the processor has the instructions.
        unsafe { in_registers::marks(before, edges, after) }
    }
}

#[cfg(target_arch = "x86_64")]
mod in_registers {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi8, _mm_and_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi64x, _mm_shuffle_epi8, _mm_slli_epi16, _mm_sub_epi8,
        _mm_xor_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_min_epu8, _mm256_set_m128i,
        _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_sub_epi8, _pext_u64,
    };

    use super::{CornersOfMoves, Cubies, Edges, SixCorners, TURNED};
    use crate::cube::Move;

    #[inline]
    #[target_feature(enable = "bmi2")]
    pub fn extract(word: u64, mask: u64) -> u64 {
        _pext_u64(word, mask)
    }

    #[target_feature(enable = "avx2,bmi2")]
    pub fn run<T>(work: impl FnOnce() -> T) -> T {
        work()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn then(first: &Cubies, next: &Cubies) -> Cubies {
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
    pub fn corners_behind(turns: &SixCorners, corners: u64) -> [u64; 6] {
        let turns: [__m128i; 3] = bytemuck::cast(turns.0);
        let corners = _mm_set1_epi64x(corners.cast_signed());
        // Of two turns in a register the second one's cubies come eight later.
        let chosen_by = _mm_or_si128(corners, _mm_set_epi64x(0x0808_0808_0808_0808, 0));
        let twists = _mm_and_si128(corners, _mm_set1_epi8(3 * TURNED as i8));
        let behind = turns.map(|turns| {
            let turned = _mm_add_epi8(_mm_shuffle_epi8(turns, chosen_by), twists);
            _mm_min_epu8(turned, _mm_sub_epi8(turned, _mm_set1_epi8(3 * TURNED as i8)))
        });
        bytemuck::cast(behind)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn corners_ahead(corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
        let corners = _mm_set1_epi64x(corners.cast_signed());
        let ahead = moves.0.map(|moves| {
            let moves: __m128i = bytemuck::cast(moves);
            let twists = _mm_and_si128(moves, _mm_set1_epi8(3 * TURNED as i8));
            let turned = _mm_add_epi8(_mm_shuffle_epi8(corners, moves), twists);
            _mm_min_epu8(turned, _mm_sub_epi8(turned, _mm_set1_epi8(3 * TURNED as i8)))
        });
        bytemuck::cast(ahead)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn edges_then(first: __m128i, next: __m128i) -> __m128i {
        _mm_xor_si128(_mm_shuffle_epi8(first, next), _mm_and_si128(next, _mm_set1_epi8(TURNED as i8)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn marks(before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
        let [before, edges, after]: [__m128i; 3] = [before.0, edges.0, after.0].map(bytemuck::cast);
        let edges = edges_then(edges_then(before, edges), after);
        // The highest bit of each byte.
        let marks = |edges| _mm_movemask_epi8(edges) as u32 & 0xfff;
        [marks(_mm_slli_epi16(edges, 5)), marks(_mm_slli_epi16(edges, 4)), marks(_mm_slli_epi16(edges, 3))]
    }
}

/// The corners after each of six turns: eight bytes each, as [`Cubies`] has them.
#[derive(Clone, Copy, Debug)]
pub struct SixCorners([u8; 48]);

impl SixCorners {
    /// Of these turns.
    pub fn of(turns: [&Cubies; 6]) -> SixCorners {
        SixCorners(std::array::from_fn(|i| turns[i / 8].0[CORNERS + i % 8]))
    }
}

/// The corners after each move: two in a register.
#[derive(Clone, Copy, Debug)]
pub struct CornersOfMoves([[u8; 16]; Move::COUNT / 2]);

impl CornersOfMoves {
    /// Of all moves, by their index.
    pub fn of(turns: &[Cubies; Move::COUNT]) -> CornersOfMoves {
        let byte = |pair: usize, i: usize| turns[2 * pair + i / 8].0[CORNERS + i % 8];
        CornersOfMoves(std::array::from_fn(|pair| std::array::from_fn(|i| byte(pair, i))))
    }
}

/// What a symmetry does to edges: a conjugate is `before`, the edges, `after`.
#[derive(Clone, Copy, Debug)]
pub struct SymmetryOfEdges {
    /// What undoes it.
    pub before: Edges,
    /// Itself.
    pub after: Edges,
}

/// What moves and symmetries do to [`Cubies`].
pub struct CubiesTables {
    /// Of each move, by its index.
    pub turns: [Cubies; Move::COUNT],
    /// Of each symmetry, by its number in [`Symmetry::all`].
    pub symmetries: [SymmetryOfEdges; SYMMETRIES],
}

impl CubiesTables {
    /// The tables, made on first use.
    pub fn get() -> &'static CubiesTables {
        static TABLES: LazyLock<CubiesTables> = LazyLock::new(|| {
            let all: [Symmetry; SYMMETRIES] = Symmetry::all().try_into().expect("there are 48");
            CubiesTables {
                turns: std::array::from_fn(|m| Cubies::from(&Cube::SOLVED.turn(Move::from_index(m)))),
                symmetries: all.map(|symmetry| {
                    let [before, after] = [symmetry.inverse(), symmetry].map(|symmetry| edges_of(&symmetry));
                    SymmetryOfEdges { before, after }
                }),
            }
        });
        &TABLES
    }
}

/// The edges after a symmetry, as if it were a position.
fn edges_of(symmetry: &Symmetry) -> Edges {
    let mut edges = Cubies::SOLVED.edges();
    for (from, (to, turned)) in symmetry.edges().into_iter().enumerate() {
        edges.0[place(EDGE_ORDER, to)] = place(EDGE_ORDER, from) as u8 + TURNED * turned;
    }
    edges
}

/// Where something stands in an order.
fn place<const N: usize>(order: [usize; N], what: usize) -> usize {
    order.iter().position(|&other| other == what).expect("all have a place")
}

impl From<&Cube> for Cubies {
    fn from(cube: &Cube) -> Cubies {
        let mut cubies = Cubies::SOLVED;
        for (i, from) in EDGE_ORDER.into_iter().enumerate() {
            cubies.0[i] = place(EDGE_ORDER, cube.edge_perm[from].into()) as u8 + TURNED * cube.edge_ori[from];
        }
        for (i, from) in CORNER_ORDER.into_iter().enumerate() {
            cubies.0[CORNERS + i] =
                place(CORNER_ORDER, cube.corner_perm[from].into()) as u8 + TURNED * cube.corner_ori[from];
        }
        cubies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;

    fn both(
        test: impl Fn(&dyn Fn(&Cubies, &Cubies) -> Cubies, &dyn Fn(&Edges, &SymmetryOfEdges) -> [u32; 3]),
    ) {
        test(&|a, b| Plain.then(a, b), &|edges, symmetry| {
            Plain.marks(&symmetry.before, edges, &symmetry.after)
        });
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detected() {
            test(&|a, b| avx2.then(a, b), &|edges, symmetry| {
                avx2.marks(&symmetry.before, edges, &symmetry.after)
            });
        }
    }

    fn same(a: &Cubies, b: &Cubies) -> bool {
        a.edges().0[..12] == b.edges().0[..12] && a.corners() == b.corners()
    }

    #[test]
    fn moves_and_inverses_are_those_of_cubes() {
        both(|then, _| {
            let mut random = Random::new(101);
            for _ in 0..1000 {
                let (cube, other) = (random.cube(), random.cube());
                let [cubies, other_cubies] = [&cube, &other].map(Cubies::from);
                assert!(same(&then(&cubies, &other_cubies), &Cubies::from(&cube.then(&other))));
                assert!(then(&cubies, &Cubies::from(&cube.inverse())).is_solved());
                for mv in Move::all() {
                    let turned = then(&cubies, &CubiesTables::get().turns[mv.index()]);
                    assert!(same(&turned, &Cubies::from(&cube.turn(mv))));
                }
            }
        });
    }

    #[test]
    fn conjugates_are_those_of_cubes() {
        both(|_, conjugate_marks| {
            let mut random = Random::new(102);
            for cube in (0..100).map(|_| random.cube()) {
                for (symmetry, of_edges) in Symmetry::all().iter().zip(&CubiesTables::get().symmetries) {
                    let expected = Cubies::from(&symmetry.conjugate(&cube)).edges().marks_one_by_one();
                    assert_eq!(conjugate_marks(&Cubies::from(&cube).edges(), of_edges), expected);
                }
            }
        });
    }

    #[test]
    fn half_turns_keep_slices_tetrads_and_orientations() {
        let solved = Cubies::SOLVED;
        for mv in Move::all() {
            let turned = CubiesTables::get().turns[mv.index()];
            let orbits = |cubies: &Cubies| {
                (cubies.edges().marks_one_by_one(), cubies.corners() & 0x3131_3131_3131_3131)
            };
            assert_eq!(orbits(&turned) == orbits(&solved), mv.turns() == 2, "{mv}");
        }
    }
}
