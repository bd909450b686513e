//! Where all cubies are, whatever their orientation: what a search of phase 1 carries along, so
//! that it knows the position of phase 2 where it arrives.

use std::sync::LazyLock;

use super::Coordinate;
use super::eight::{Permutations, Ranks};
use super::phase1::PHASE1_MOVES;
use super::prefetch::prefetch;
use super::sym_phase2::{SymPhase2, SymPhase2Tables};
use super::symmetry::{AxisSymmetry, SYMMETRIES};
use super::{corners::Corners, slice_perm::SlicePerm, ud_edges::UdEdges};
use crate::cube::Cube;
use crate::cube::symmetry::Symmetry;

/// The position of each cubie: corners in the first 8 bytes, edges in 12 from byte 16 on. The other
/// bytes have no meaning; they make a register of two lanes, in which each half is looked up at
/// once. No register lies across two cache lines, because who reads a part of one just after it was written there
/// has to wait.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Perms([u8; 32]);

/// Where the edges begin.
const EDGES: usize = 16;

/// Where the edges of the middle layer begin.
const MIDDLE: usize = EDGES + 8;

impl Perms {
    /// Every cubie at home.
    pub const SOLVED: Perms = {
        let mut perms = [0; 32];
        let mut i = 0;
        while i < perms.len() {
            perms[i] = (i % EDGES) as u8;
            i += 1;
        }
        Perms(perms)
    };

    fn new(corners: [u8; 8], edges: [u8; 12]) -> Perms {
        let mut perms = Perms::SOLVED;
        perms.0[..8].copy_from_slice(&corners);
        perms.0[EDGES..][..12].copy_from_slice(&edges);
        perms
    }

    /// Those of a position.
    pub fn of(cube: &Cube) -> Perms {
        let cube = cube.inverse();
        Perms::new(cube.corner_perm, cube.edge_perm)
    }

    /// Where a symmetry carries each position.
    fn of_symmetry(symmetry: &Symmetry) -> Perms {
        let (corners, edges) = symmetry.positions();
        Perms::new(corners, edges)
    }

    /// Takes the positions from these bytes.
    #[inline]
    pub fn from_bytes(bytes: [u8; 32]) -> Perms {
        Perms(bytes)
    }

    /// The positions of the corners and of the edges.
    pub fn parts(&self) -> ([u8; 8], [u8; 12]) {
        (std::array::from_fn(|i| self.0[i]), std::array::from_fn(|i| self.0[EDGES + i]))
    }

    /// The positions after these and then, from solved, the others.
    #[inline]
    pub fn then(&self, next: &Perms) -> Perms {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { self.then_in_register(next) };
        }
        self.then_one_by_one(next)
    }

    #[inline]
    fn then_one_by_one(&self, next: &Perms) -> Perms {
        let mut positions = self.0;
        for (i, position) in positions.iter_mut().enumerate() {
            *position = next.0[i / EDGES * EDGES + usize::from(*position) % EDGES];
        }
        Perms(positions)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn then_in_register(&self, next: &Perms) -> Perms {
        use std::arch::x86_64::{__m256i, _mm256_shuffle_epi8};
        let [these, next]: [__m256i; 2] = [self.0, next.0].map(bytemuck::cast);
        Perms(bytemuck::cast(_mm256_shuffle_epi8(next, these)))
    }

    /// The 4 cubies from `first` on, which stand in positions below 8 or in the middle layer:
    /// three bits for each.
    #[inline]
    fn four(&self, first: usize) -> usize {
        let bytes: [u8; 4] = std::array::from_fn(|i| self.0[first + i]);
        let four = u32::from_be_bytes(bytes) & 0x0707_0707;
        let pairs = (four | four >> 5) & 0x003f_003f;
        ((pairs | pairs >> 10) & 0xfff) as usize
    }
}

impl PartialEq for Perms {
    fn eq(&self, other: &Perms) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Perms {}

/// What moves and symmetries do to [`Perms`], and to what those of G1 are reduced up to symmetry.
pub struct PermTables {
    /// Of each of [`PHASE1_MOVES`].
    pub turns: [Perms; PHASE1_MOVES.len()],
    /// Of each of [`symmetries`](super::symmetry::symmetries): what undoes it, and it.
    symmetries: [(Perms, Perms); SYMMETRIES],
    /// Rank the positions of eight cubies.
    ranks: &'static Ranks,
    /// For corners, by the rank of their positions: `class · 16 + symmetry`.
    corners: Vec<u16>,
    /// For each symmetry and U/D edges, likewise: the conjugate U/D edges.
    ud_edges: Vec<u16>,
    /// For each symmetry and middle edges, as [`Perms::four`]: the conjugate slice perm.
    slice_perms: Vec<u8>,
}

/// The values of [`Perms::four`].
const FOURS: usize = 1 << 12;

/// A position of G1 that is being reduced, see [`SymPhase2Tables::reduce`].
#[derive(Clone, Copy, Debug)]
pub struct Sought {
    class_and_symmetry: u16,
    slice_perm: u8,
    /// Where its U/D edges stand in the table.
    ud_edges: u32,
}

impl Sought {
    /// The class of its corners, and its slice perm after the symmetry.
    #[inline]
    pub fn corners_and_slice(self) -> (u16, u8) {
        (self.class_and_symmetry / SYMMETRIES as u16, self.slice_perm)
    }
}

impl PermTables {
    /// The tables, made on first use.
    pub fn get() -> &'static PermTables {
        static TABLES: LazyLock<PermTables> = LazyLock::new(PermTables::new);
        &TABLES
    }

    fn new() -> PermTables {
        PermTables {
            turns: turns(),
            symmetries: super::symmetry::symmetries()
                .map(|symmetry| (Perms::of_symmetry(&symmetry.inverse()), Perms::of_symmetry(&symmetry))),
            ranks: &Corners::permutations().ranks,
            corners: classes_and_symmetries(),
            ud_edges: conjugate_ud_edges(),
            slice_perms: conjugate_slice_perms(),
        }
    }

    /// What the positions look like after a symmetry.
    #[inline]
    pub fn conjugate(&self, perms: &Perms, symmetry: AxisSymmetry) -> Perms {
        let (back, there) = &self.symmetries[symmetry.number()];
        back.then(perms).then(there)
    }

    /// A number below 40,320 for the eight cubies from `first` on.
    #[inline]
    fn number(&self, perms: &Perms, first: usize) -> usize {
        self.ranks.of_halves(perms.four(first), perms.four(first + 4)).into()
    }

    /// Begins to reduce a position of G1, as far as the nearest memory tells.
    #[inline]
    pub fn seek(&self, perms: &Perms) -> Sought {
        let class_and_symmetry = self.corners[self.number(perms, 0)];
        let symmetry = usize::from(class_and_symmetry) % SYMMETRIES;
        let ud_edges = symmetry * UdEdges::SIZE + self.number(perms, EDGES);
        let slice_perm = self.slice_perms[symmetry * FOURS + perms.four(MIDDLE)];
        Sought { class_and_symmetry, slice_perm, ud_edges: ud_edges as u32 }
    }

    /// Asks the memory for what [`PermTables::finish`] reads.
    #[inline]
    pub fn prefetch(&self, sought: Sought) {
        prefetch(&self.ud_edges, sought.ud_edges as usize);
    }

    /// Finishes reducing it.
    #[inline]
    pub fn finish(&self, sought: Sought) -> SymPhase2 {
        SymPhase2 {
            class: sought.class_and_symmetry / SYMMETRIES as u16,
            ud_edges: self.ud_edges[sought.ud_edges as usize],
            slice_perm: sought.slice_perm,
            symmetry: AxisSymmetry::from_number(sought.class_and_symmetry.into()),
        }
    }
}

/// What each of [`PHASE1_MOVES`] does.
pub fn turns() -> [Perms; PHASE1_MOVES.len()] {
    PHASE1_MOVES.map(|mv| Perms::of(&Cube::SOLVED.turn(mv)))
}

/// Ranks the positions of the cubies in each of some permutations.
fn ranks_of_positions(permutations: &Permutations) -> impl Iterator<Item = usize> {
    permutations.iter().map(|perm| Corners::permutations().ranks.of(perm.inverse()).into())
}

/// Makes [`PermTables::corners`].
fn classes_and_symmetries() -> Vec<u16> {
    let classes = &SymPhase2Tables::get().classes;
    let mut table = vec![0; Corners::SIZE];
    for (value, rank) in (0..).zip(ranks_of_positions(Corners::permutations())) {
        let (class, symmetry) = classes.reduce(value);
        table[rank] = (class * SYMMETRIES + symmetry.number()) as u16;
    }
    table
}

/// Makes [`PermTables::ud_edges`].
fn conjugate_ud_edges() -> Vec<u16> {
    let ranks: Vec<usize> = ranks_of_positions(UdEdges::permutations()).collect();
    let mut table = vec![0; SYMMETRIES * UdEdges::SIZE];
    for (symmetry, table) in AxisSymmetry::all().zip(table.chunks_exact_mut(UdEdges::SIZE)) {
        for (&rank, &conjugate) in ranks.iter().zip(SymPhase2Tables::get().conjugate_ud_edges(symmetry)) {
            table[rank] = conjugate;
        }
    }
    table
}

/// Makes [`PermTables::slice_perms`].
fn conjugate_slice_perms() -> Vec<u8> {
    let mut table = vec![0; SYMMETRIES * FOURS];
    for value in 0..SlicePerm::SIZE {
        let four = Perms::of(&SlicePerm::unrank(value)).four(MIDDLE);
        for symmetry in AxisSymmetry::all() {
            let conjugate = SymPhase2Tables::get().conjugate_slice_perms(symmetry)[value];
            table[symmetry.number() * FOURS + four] = conjugate as u8;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Phase2;
    use crate::coord::phase2::PHASE2_MOVES;
    use crate::coord::symmetry::symmetries;
    use crate::cube::random::Random;

    #[test]
    fn permutations_turn_like_cubes() {
        let tables = PermTables::get();
        let mut random = Random::new(70);
        for cube in (0..500).map(|_| random.cube()) {
            for (turn, &mv) in tables.turns.iter().zip(&PHASE1_MOVES) {
                let turned = Perms::of(&cube.turn(mv));
                assert_eq!(Perms::of(&cube).then(turn), turned);
                assert_eq!(Perms::of(&cube).then_one_by_one(turn), turned);
            }
        }
    }

    #[test]
    fn permutations_are_conjugated_like_cubes() {
        let tables = PermTables::get();
        let mut random = Random::new(72);
        for cube in (0..100).map(|_| random.cube()) {
            for (number, symmetry) in AxisSymmetry::all().zip(symmetries()) {
                let image = Perms::of(&symmetry.conjugate(&cube));
                assert_eq!(tables.conjugate(&Perms::of(&cube), number), image);
            }
        }
    }

    #[test]
    fn in_g1_they_are_reduced_like_positions() {
        let tables = PermTables::get();
        let mut random = Random::new(71);
        let mut cube = Cube::SOLVED;
        for _ in 0..5000 {
            cube = cube.turn(PHASE2_MOVES[random.below(10) as usize]);
            let reduced = tables.finish(tables.seek(&Perms::of(&cube)));
            assert_eq!(reduced, SymPhase2Tables::get().reduce(Phase2::of(&cube)));
        }
    }
}
