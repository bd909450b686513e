//! Places of positions of G1 in a complete table: positions up to symmetry.

use std::sync::LazyLock;

use super::phase2::{PHASE2_MOVES, Phase2, Phase2Moves};
use super::symmetry::{Classes, Conjugates, SYMMETRIES, Symmetries};
use super::{Coordinate, corners::Corners, slice_perm::SlicePerm, ud_edges::UdEdges};
use crate::cube::odd;

/// The number of classes of corner permutations.
pub const CLASSES: usize = 2768;

/// The number of slice perms that the parity of corners and U/D edges leaves.
pub const HALF_SLICE_PERMS: usize = SlicePerm::SIZE / 2;

/// Places of a class.
pub const ROW: usize = UdEdges::SIZE * HALF_SLICE_PERMS;

/// The number of arrangements of corners and U/D edges, up to symmetry.
pub const CORNERS_AND_EDGES: usize = CLASSES * UdEdges::SIZE;

/// The number of places.
pub const SIZE: usize = CLASSES * ROW;

/// Corner permutations that the 16 symmetries which keep the U/D axis carry to each other are a
/// class; there are 2768 (the symmetry coordinate of Kociemba's phase 2; the numbering is ours).
/// The place of a position of G1 is `(class · 40320 + U/D edges) · 12 + slice perm / 2`,
/// edges as they are after the symmetry that carries the corners to the representative of
/// their class: 0 … 1,339,269,119. Of the slice perms 2n and 2n + 1 one is even and one odd, so
/// just one of them goes with the other permutations. Positions that share a place are
/// equally far from solved.
pub struct SymPhase2Tables {
    moves: &'static Phase2Moves,
    /// Of corner permutations.
    pub classes: Classes,
    /// [`Corners::SIZE`] conjugates for each symmetry.
    corners: Vec<u16>,
    /// [`UdEdges::SIZE`] conjugates for each symmetry.
    ud_edges: Vec<u16>,
    /// [`SlicePerm::SIZE`] conjugates for each symmetry.
    slice_perms: Vec<u16>,
    /// How symmetries go with each other and with [`PHASE2_MOVES`].
    pub symmetries: Symmetries,
    /// Where each move leads from each representative: `class · 16 + symmetry`.
    neighbours: Vec<[u32; MOVES]>,
}

const MOVES: usize = PHASE2_MOVES.len();

/// A position of G1 as a place, and the symmetry that carries the position to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymPhase2 {
    /// Of the corners.
    pub class: u16,
    /// After the symmetry.
    pub ud_edges: u16,
    /// After the symmetry.
    pub slice_perm: u8,
    /// The place among [`symmetries`](super::symmetry::symmetries) of one that carries the
    /// position to the representative of its class. Where several do, it depends on the way here.
    pub symmetry: u8,
}

impl SymPhase2 {
    /// Below [`SIZE`].
    #[inline]
    pub fn index(self) -> usize {
        self.corners_and_edges() * HALF_SLICE_PERMS + usize::from(self.slice_perm / 2)
    }

    /// The index without the edges of the middle layer, below [`CORNERS_AND_EDGES`].
    #[inline]
    pub fn corners_and_edges(self) -> usize {
        usize::from(self.class) * UdEdges::SIZE + usize::from(self.ud_edges)
    }
}

impl SymPhase2Tables {
    /// The classes and conjugates, made on first use in some hundredths of a second.
    pub fn get() -> &'static SymPhase2Tables {
        static TABLES: LazyLock<SymPhase2Tables> = LazyLock::new(|| {
            let Phase2Moves { ud_edges, corners, slice_perm, .. } = Phase2Moves::get();
            let corners =
                Conjugates::new(Corners::SIZE, &PHASE2_MOVES, |v, m| corners.turn(v as u16, m).into());
            let ud_edges =
                Conjugates::new(UdEdges::SIZE, &PHASE2_MOVES, |v, m| ud_edges.turn(v as u16, m).into());
            let slice_perms =
                Conjugates::new(SlicePerm::SIZE, &PHASE2_MOVES, |v, m| slice_perm.turn(v as u16, m).into());
            let classes = corners.classes();
            let neighbour = |class, m| {
                let there = Phase2Moves::get().corners.turn(classes.representative(class) as u16, m).into();
                (classes.of(there) * SYMMETRIES + classes.symmetry(there)) as u32
            };
            let neighbours =
                (0..classes.len()).map(|class| std::array::from_fn(|m| neighbour(class, m))).collect();
            SymPhase2Tables {
                moves: Phase2Moves::get(),
                classes,
                symmetries: Symmetries::new(&PHASE2_MOVES),
                neighbours,
                corners: corners.table(),
                ud_edges: ud_edges.table(),
                slice_perms: slice_perms.table(),
            }
        });
        &TABLES
    }

    /// The place of a position.
    #[inline]
    pub fn reduce(&self, at: Phase2) -> SymPhase2 {
        let symmetry = self.classes.symmetry(at.corners.into());
        SymPhase2 {
            class: self.classes.of(at.corners.into()) as u16,
            ud_edges: self.conjugate_ud_edges(symmetry)[usize::from(at.ud_edges)],
            slice_perm: self.conjugate_slice_perms(symmetry)[usize::from(at.slice_perm)] as u8,
            symmetry: symmetry as u8,
        }
    }

    /// The places after all moves, each as it looks after the symmetry of this place: the move
    /// at place m of [`PHASE2_MOVES`] leads to number [`Symmetries::turn`] of them.
    #[inline]
    pub fn neighbours(&self, at: SymPhase2) -> impl Iterator<Item = SymPhase2> {
        (0..MOVES).map(move |number| self.neighbour(at, number))
    }

    /// The class to which a move leads from the representative of a class, and the symmetry that
    /// carries what is there to the representative of that class.
    #[inline]
    pub fn class_neighbour(&self, class: usize, m: usize) -> (usize, usize) {
        let there = self.neighbours[class][m] as usize;
        (there / SYMMETRIES, there % SYMMETRIES)
    }

    /// One of the places [`SymPhase2Tables::around`].
    #[inline]
    pub fn neighbour(&self, at: SymPhase2, number: usize) -> SymPhase2 {
        let (class, symmetry) = self.class_neighbour(at.class.into(), number);
        let ud_edges = self.moves.ud_edges.turn(at.ud_edges, number);
        let slice_perm = self.moves.slice_perm.turn(at.slice_perm.into(), number);
        SymPhase2 {
            class: class as u16,
            ud_edges: self.conjugate_ud_edges(symmetry)[usize::from(ud_edges)],
            slice_perm: self.conjugate_slice_perms(symmetry)[usize::from(slice_perm)] as u8,
            symmetry: self.symmetries.then(at.symmetry.into(), symmetry) as u8,
        }
    }

    /// A position with this place, below [`SIZE`]: the one whose corners represent their class.
    pub fn expand(&self, place: usize) -> Phase2 {
        let corners = self.classes.representative(place / ROW) as u16;
        let (ud_edges, half) = (place % ROW / HALF_SLICE_PERMS, place % HALF_SLICE_PERMS);
        let is_odd =
            odd(&Corners::unrank(corners.into()).corner_perm) != odd(&UdEdges::unrank(ud_edges).edge_perm);
        let first = 2 * half;
        let slice_perm = first + usize::from(odd(&SlicePerm::unrank(first).edge_perm) != is_odd);
        Phase2 { ud_edges: ud_edges as u16, corners, slice_perm: slice_perm as u16 }
    }

    /// What each corner permutation becomes under the symmetry at a place of
    /// [`symmetries`](super::symmetry::symmetries).
    pub fn conjugate_corners(&self, symmetry: usize) -> &[u16] {
        &self.corners[symmetry * Corners::SIZE..][..Corners::SIZE]
    }

    /// Likewise for U/D edges.
    pub fn conjugate_ud_edges(&self, symmetry: usize) -> &[u16] {
        &self.ud_edges[symmetry * UdEdges::SIZE..][..UdEdges::SIZE]
    }

    /// Likewise for slice perms.
    pub fn conjugate_slice_perms(&self, symmetry: usize) -> &[u16] {
        &self.slice_perms[symmetry * SlicePerm::SIZE..][..SlicePerm::SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::symmetry::symmetries;
    use crate::cube::Cube;
    use crate::cube::random::Random;

    fn walk(random: &mut Random) -> Cube {
        let moves = (0..40).map(|_| PHASE2_MOVES[random.below(10) as usize]);
        moves.fold(Cube::SOLVED, |cube, mv| cube.turn(mv))
    }

    #[test]
    fn there_are_2768_classes_of_corner_permutations() {
        let classes = &SymPhase2Tables::get().classes;
        assert_eq!(classes.len(), CLASSES);
        let sizes = || (0..CLASSES).map(|class| classes.size(class));
        assert_eq!(sizes().map(usize::from).sum::<usize>(), Corners::SIZE);
        assert!(sizes().all(|size| 16 % size == 0));
        assert_eq!((classes.representative(0), classes.size(0)), (0, 1));
    }

    #[test]
    fn a_place_holds_the_edges_of_the_representative() {
        let (places, symmetries) = (SymPhase2Tables::get(), symmetries());
        let mut random = Random::new(47);
        for cube in (0..2000).map(|_| walk(&mut random)) {
            let at = Phase2::of(&cube);
            let symmetry = places.classes.symmetry(at.corners.into());
            let image = Phase2::of(&symmetries[symmetry].conjugate(&cube));
            let place = places.reduce(at);
            assert_eq!(places.classes.representative(place.class.into()), u32::from(image.corners));
            assert_eq!((place.ud_edges, u16::from(place.slice_perm)), (image.ud_edges, image.slice_perm));
        }
    }

    #[test]
    fn places_turn_like_cubes() {
        let places = SymPhase2Tables::get();
        let mut random = Random::new(53);
        let mut cube = walk(&mut random);
        let mut here = places.reduce(Phase2::of(&cube));
        for _ in 0..2000 {
            let around: Vec<SymPhase2> = places.neighbours(here).collect();
            for (m, &mv) in PHASE2_MOVES.iter().enumerate() {
                let there = around[places.symmetries.turn(here.symmetry.into(), m)];
                let image = Phase2::of(&symmetries()[usize::from(there.symmetry)].conjugate(&cube.turn(mv)));
                assert_eq!(places.classes.representative(there.class.into()), u32::from(image.corners));
                assert_eq!((there.ud_edges, u16::from(there.slice_perm)), (image.ud_edges, image.slice_perm));
            }
            let m = random.below(10) as usize;
            here = around[places.symmetries.turn(here.symmetry.into(), m)];
            cube = cube.turn(PHASE2_MOVES[m]);
        }
    }

    #[test]
    fn positions_have_their_places() {
        let places = SymPhase2Tables::get();
        let mut random = Random::new(49);
        for place in (0..2000).map(|_| random.below(SIZE as u64) as usize) {
            let at = places.expand(place);
            assert_eq!(places.reduce(at).index(), place);
            let corners = odd(&Corners::unrank(at.corners.into()).corner_perm);
            let edges = odd(&UdEdges::unrank(at.ud_edges.into()).edge_perm);
            assert_eq!(odd(&SlicePerm::unrank(at.slice_perm.into()).edge_perm), corners != edges);
        }
    }

    #[test]
    fn one_of_two_slice_perms_is_even() {
        for perm in (0..SlicePerm::SIZE).step_by(2) {
            let [first, second] = [perm, perm + 1].map(|perm| odd(&SlicePerm::unrank(perm).edge_perm));
            assert_ne!(first, second);
        }
    }

    #[test]
    fn places_tell_positions_apart_that_are_not_symmetric() {
        let places = SymPhase2Tables::get();
        let mut random = Random::new(48);
        for cube in (0..200).map(|_| walk(&mut random)) {
            let here = places.reduce(Phase2::of(&cube)).index();
            for mv in PHASE2_MOVES {
                let there = cube.turn(mv);
                let same = symmetries().iter().any(|symmetry| symmetry.conjugate(&cube) == there);
                assert_eq!(places.reduce(Phase2::of(&there)).index() == here, same);
            }
        }
    }
}
