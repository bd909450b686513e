//! Where all cubies are, however they are turned: what a search of phase 1 carries along, so that it knows the position of
//! phase 2 where it arrives. It is the inverse of the position with no cubie turned ([`Cubies::unturned_inverse`]).

use std::sync::LazyLock;

use super::Coordinate;
use super::cubies::{Around, CORNER_NUMBERS, CORNERS, Cubies, CubiesTables, EDGE_NUMBERS, FOURS, MIDDLE};
use super::eight::{Permutations, Ranks};
use super::phase1::PHASE1_MOVES;
use super::prefetch::prefetch;
use super::sym_phase2::{SymPhase2, SymPhase2Tables};
use super::symmetry::{AxisSymmetry, SYMMETRIES};
use super::ud_edges::outer;
use super::{corners::Corners, slice_perm::SlicePerm, ud_edges::UdEdges};

/// What moves and symmetries do to unturned inverses, and to what those of G1 are reduced up to symmetry.
pub struct UnturnedTables {
    /// The inverse of each of [`PHASE1_MOVES`]. The inverse of a position after a move is this, and then the inverse of the
    /// position.
    pub moves: [Cubies; PHASE1_MOVES.len()],
    /// What is before and after under each of [`symmetries`](super::symmetry::symmetries).
    pub symmetries: [Around<Cubies>; SYMMETRIES],
    /// Rank the positions of eight cubies.
    ranks: &'static Ranks,
    /// For corners, by the rank of their positions: `class · 16 + symmetry`.
    corners: Vec<u16>,
    /// For each symmetry and U/D edges, by the rank of their positions: the conjugate U/D edges.
    ud_edges: Vec<u16>,
    /// For each symmetry and middle edges, as [`Cubies::four`] packs them: the conjugate slice perm.
    slice_perms: Vec<u8>,
}

/// A position of G1 that is being reduced, see [`SymPhase2Tables::reduce`].
#[derive(Clone, Copy, Debug)]
pub struct Sought {
    begun: Begun,
    /// Where its U/D edges stand in the table.
    ud_edges: u32,
}

/// The same, but for its U/D edges.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    class_and_symmetry: u16,
    slice_perm: u8,
}

impl Begun {
    /// The class of its corners, and its slice perm after the symmetry.
    #[inline]
    pub fn corners_and_slice(self) -> (u16, u8) {
        (self.class_and_symmetry / SYMMETRIES as u16, self.slice_perm)
    }
}

impl UnturnedTables {
    /// The tables, made on first use.
    #[inline]
    pub fn get() -> &'static UnturnedTables {
        static TABLES: LazyLock<UnturnedTables> = LazyLock::new(UnturnedTables::new);
        &TABLES
    }

    fn new() -> UnturnedTables {
        UnturnedTables {
            moves: moves(),
            symmetries: super::symmetry::symmetries().map(|symmetry| Around::of(&symmetry).unturned()),
            ranks: &Corners::permutations().ranks,
            corners: classes_and_symmetries(),
            ud_edges: conjugate_ud_edges(),
            slice_perms: conjugate_slice_perms(),
        }
    }

    /// A number below 40,320 for the eight cubies from `first` on.
    #[inline(always)]
    fn number(&self, inverse: &Cubies, first: usize) -> usize {
        self.ranks.of_halves(inverse.four(first), inverse.four(first + 4)).into()
    }

    /// Begins to reduce a position of G1, given by its unturned inverse, as far as the nearest memory allows.
    #[inline(always)]
    pub fn seek(&self, inverse: &Cubies) -> Sought {
        self.seek_ud_edges(inverse, self.begin(inverse))
    }

    /// Reduces all but its U/D edges.
    #[inline(always)]
    pub fn begin(&self, inverse: &Cubies) -> Begun {
        let class_and_symmetry = self.corners[self.number(inverse, CORNERS)];
        let symmetry = usize::from(class_and_symmetry) % SYMMETRIES;
        let slice_perm = self.slice_perms[symmetry * FOURS + inverse.four(MIDDLE)];
        Begun { class_and_symmetry, slice_perm }
    }

    /// The same as [`UnturnedTables::seek`], after all but its U/D edges were reduced.
    #[inline(always)]
    pub fn seek_ud_edges(&self, inverse: &Cubies, begun: Begun) -> Sought {
        let symmetry = usize::from(begun.class_and_symmetry) % SYMMETRIES;
        let ud_edges = symmetry * UdEdges::SIZE + self.number(inverse, 0);
        Sought { begun, ud_edges: ud_edges as u32 }
    }

    /// Asks the memory for what [`UnturnedTables::finish`] reads.
    #[inline]
    pub fn prefetch(&self, sought: Sought) {
        prefetch(&self.ud_edges, sought.ud_edges as usize);
    }

    /// Finishes reducing it.
    #[inline]
    pub fn finish(&self, sought: Sought) -> SymPhase2 {
        SymPhase2 {
            class: sought.begun.class_and_symmetry / SYMMETRIES as u16,
            ud_edges: self.ud_edges[sought.ud_edges as usize],
            slice_perm: sought.begun.slice_perm,
            symmetry: AxisSymmetry::from_number(sought.begun.class_and_symmetry.into()),
        }
    }
}

/// The inverse of each of [`PHASE1_MOVES`], unturned.
fn moves() -> [Cubies; PHASE1_MOVES.len()] {
    PHASE1_MOVES.map(|mv| CubiesTables::get().turns[mv.inverse().index()].unturned())
}

/// Ranks the inverses of some permutations, as [`Cubies`] numbers what is permuted.
fn ranks_of_inverses(permutations: &Permutations, numbers: [u8; 8]) -> impl Iterator<Item = usize> {
    let ranks = &Corners::permutations().ranks;
    permutations.iter().map(move |perm| ranks.of(perm.conjugate(numbers).inverse()).into())
}

/// Makes [`UnturnedTables::corners`].
fn classes_and_symmetries() -> Vec<u16> {
    let classes = &SymPhase2Tables::get().classes;
    let mut table = vec![0; Corners::SIZE];
    for (value, rank) in (0..).zip(ranks_of_inverses(Corners::permutations(), CORNER_NUMBERS)) {
        let (class, symmetry) = classes.reduce(value);
        table[rank] = (class * SYMMETRIES + symmetry.number()) as u16;
    }
    table
}

/// Makes [`UnturnedTables::ud_edges`].
fn conjugate_ud_edges() -> Vec<u16> {
    let ranks: Vec<usize> = ranks_of_inverses(UdEdges::permutations(), outer(EDGE_NUMBERS)).collect();
    let mut table = vec![0; SYMMETRIES * UdEdges::SIZE];
    for (symmetry, table) in AxisSymmetry::all().zip(table.chunks_exact_mut(UdEdges::SIZE)) {
        for (&rank, &conjugate) in ranks.iter().zip(SymPhase2Tables::get().conjugate_ud_edges(symmetry)) {
            table[rank] = conjugate;
        }
    }
    table
}

/// Makes [`UnturnedTables::slice_perms`].
fn conjugate_slice_perms() -> Vec<u8> {
    let mut table = vec![0; SYMMETRIES * FOURS];
    for value in 0..SlicePerm::SIZE {
        let four = Cubies::unturned_inverse(&SlicePerm::unrank(value)).four(MIDDLE);
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
    use crate::coord::processor::{Processor, on_each_processor};
    use crate::coord::symmetry::symmetries;
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn inverses_turn_like_cubes() {
        fn check(processor: impl Processor) {
            let mut random = Random::new(70);
            for cube in (0..500).map(|_| random.cube()) {
                for (inverse, &mv) in UnturnedTables::get().moves.iter().zip(&PHASE1_MOVES) {
                    let turned = processor.then_unturned(inverse, &Cubies::unturned_inverse(&cube));
                    assert_eq!(turned, Cubies::unturned_inverse(&cube.turn(mv)));
                }
            }
        }
        on_each_processor!(processor => check(processor));
    }

    #[test]
    fn inverses_are_conjugated_like_cubes() {
        fn check(processor: impl Processor) {
            let mut random = Random::new(72);
            for cube in (0..100).map(|_| random.cube()) {
                for (around, symmetry) in UnturnedTables::get().symmetries.iter().zip(symmetries()) {
                    let image = processor.conjugate_unturned(&Cubies::unturned_inverse(&cube), around);
                    assert_eq!(image, Cubies::unturned_inverse(&symmetry.conjugate(&cube)));
                }
            }
        }
        on_each_processor!(processor => check(processor));
    }

    #[test]
    fn in_g1_they_are_reduced_like_positions() {
        let tables = UnturnedTables::get();
        let mut random = Random::new(71);
        let mut cube = Cube::SOLVED;
        for _ in 0..5000 {
            cube = cube.turn(PHASE2_MOVES[random.below(10) as usize]);
            let reduced = tables.finish(tables.seek(&Cubies::unturned_inverse(&cube)));
            assert_eq!(reduced, SymPhase2Tables::get().reduce(Phase2::of(&cube)));
        }
    }
}
