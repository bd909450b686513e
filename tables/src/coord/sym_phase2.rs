//! The symmetry coordinate of phase 2: what its complete table is indexed by.

use std::sync::{LazyLock, OnceLock};

use super::classes::Classes;
use super::conjugates::{ByMoves, tabulate};
use super::phase2::{PHASE2_MOVES, Phase2, Phase2Moves};
use super::prefetch::prefetch;
use super::symmetry::{AxisSymmetry, MoveImage, SYMMETRIES, Symmetries, symmetries};
use super::ud_edges::{UdEdges, outer};
use super::{Coordinate, MoveTable, corners::Corners, slice_perm::SlicePerm};
use cubebatch_cube::cube::odd;

/// The number of classes of corner permutations.
pub const CLASSES: usize = 2768;

/// The number of slice perms that the parity of corners and U/D edges leaves.
pub const HALF_SLICE_PERMS: usize = SlicePerm::SIZE / 2;

/// The number of indices of a class.
pub const ROW: usize = UdEdges::SIZE * HALF_SLICE_PERMS;

/// The number of arrangements of corners and U/D edges, up to symmetry.
pub const CORNERS_AND_EDGES: usize = CLASSES * UdEdges::SIZE;

/// The number of indices.
pub const SIZE: usize = CLASSES * ROW;

/// What moves and symmetries do to positions of G1 up to symmetry.
///
/// Corner permutations that the 16 symmetries of the U/D axis carry to each other are a class. There are 2768 classes (the
/// symmetry coordinate of Kociemba's phase 2; the numbering is ours). The *index* of a position of G1 is `(class · 40320 + U/D
/// edges) · 12 + slice perm / 2`, 0 … 1,339,269,119. The edges are those after the symmetry that carries the corners to the
/// representative of their class. One of the slice perms 2n and 2n + 1 is even and one is odd, so only one of them goes with
/// the other permutations. Positions that share an index are equally far from solved.
pub struct SymPhase2Tables {
    moves: &'static Phase2Moves,
    /// The classes of corner permutations.
    pub classes: Classes,
    /// [`Corners::SIZE`] conjugates for each symmetry, made on first use.
    corners: OnceLock<Vec<u16>>,
    /// [`UdEdges::SIZE`] conjugates for each symmetry.
    ud_edges: Vec<u16>,
    /// [`SlicePerm::SIZE`] conjugates for each symmetry.
    slice_perms: Vec<u16>,
    /// How symmetries go with each other and with [`PHASE2_MOVES`].
    pub symmetries: Symmetries,
    /// Where each move leads from each representative: `class · 16 + symmetry`.
    neighbours: Vec<[u32; MOVES]>,
    /// For each symmetry and move: each slice perm after the move and then the symmetry.
    turned_slice_perms: Box<[[[u8; SlicePerm::SIZE]; MOVES]; SYMMETRIES]>,
}

const MOVES: usize = PHASE2_MOVES.len();

/// A position of G1 up to symmetry, and the symmetry that carries the position there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymPhase2 {
    /// The class of the corners.
    pub class: u16,
    /// After the symmetry.
    pub ud_edges: u16,
    /// After the symmetry.
    pub slice_perm: u8,
    /// One that carries the position to the representative of its class. Where several do, it depends on the moves
    /// that led here.
    pub symmetry: AxisSymmetry,
}

/// A neighbour, of which the U/D edges after the symmetry are still to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct SoughtNeighbour {
    class: u16,
    /// Where they stand in the table.
    ud_edges: u32,
    slice_perm: u8,
    symmetry: AxisSymmetry,
}

impl SymPhase2 {
    /// The index, below [`SIZE`].
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

/// Finds the classes of corner permutations.
fn classes() -> Classes {
    let corners = Corners::permutations();
    let back = symmetries().map(|symmetry| symmetry.inverse().positions().0);
    Classes::new(Corners::SIZE, |value| back.map(|images| corners.conjugate(value as u16, images).into()))
}

/// Where each move leads from the representative of each class: `class · 16 + symmetry`.
fn neighbours(classes: &Classes) -> Vec<[u32; MOVES]> {
    let packed = |&there: &u16| {
        let (class, symmetry) = classes.reduce(there.into());
        (class * SYMMETRIES + symmetry.number()) as u32
    };
    let of_class = |class| {
        let row = Phase2Moves::get().corners.row(classes.representative(class) as usize);
        std::array::from_fn(|m| packed(&row[m]))
    };
    (0..classes.len()).map(of_class).collect()
}

/// Makes [`SymPhase2Tables::turned_slice_perms`] of what moves and what symmetries do.
fn turned_slice_perms(
    moves: &MoveTable,
    conjugates: &[u16],
) -> Box<[[[u8; SlicePerm::SIZE]; MOVES]; SYMMETRIES]> {
    let mut turned = Box::new([[[0; SlicePerm::SIZE]; MOVES]; SYMMETRIES]);
    for (by_move, conjugates) in turned.iter_mut().zip(conjugates.chunks_exact(SlicePerm::SIZE)) {
        for (m, by_value) in by_move.iter_mut().enumerate() {
            for (value, turned) in (0..).zip(by_value) {
                *turned = conjugates[usize::from(moves.turn(value, m))] as u8;
            }
        }
    }
    turned
}

impl SymPhase2Tables {
    /// The tables, made on first use in a few thousandths of a second.
    #[inline]
    pub fn get() -> &'static SymPhase2Tables {
        static TABLES: LazyLock<SymPhase2Tables> = LazyLock::new(SymPhase2Tables::new);
        &TABLES
    }

    fn new() -> SymPhase2Tables {
        let moves = Phase2Moves::get();
        let slice_perms = ByMoves::new(&moves.slice_perm, &PHASE2_MOVES);
        let ud_edges = UdEdges::permutations();
        let classes = classes();
        let conjugates = tabulate(|symmetry| slice_perms.under(symmetry));
        SymPhase2Tables {
            moves,
            symmetries: Symmetries::new(&PHASE2_MOVES),
            neighbours: neighbours(&classes),
            classes,
            corners: OnceLock::new(),
            ud_edges: tabulate(|symmetry| ud_edges.conjugates(outer(symmetry.positions().1))),
            turned_slice_perms: turned_slice_perms(&moves.slice_perm, &conjugates),
            slice_perms: conjugates,
        }
    }

    /// Reduces a position to its class and the edges after the symmetry.
    #[inline]
    pub fn reduce(&self, at: Phase2) -> SymPhase2 {
        let (class, symmetry) = self.classes.reduce(at.corners.into());
        SymPhase2 {
            class: class as u16,
            ud_edges: self.conjugate_ud_edges(symmetry)[usize::from(at.ud_edges)],
            slice_perm: self.conjugate_slice_perms(symmetry)[usize::from(at.slice_perm)] as u8,
            symmetry,
        }
    }

    /// Where all moves lead, ordered by their [`MoveImage`]s.
    #[inline]
    pub fn neighbours(&self, at: SymPhase2) -> impl Iterator<Item = SymPhase2> {
        (0..MOVES).map(move |number| self.neighbour(at, MoveImage::from_number(number)))
    }

    /// What move `m` of [`PHASE2_MOVES`] looks like after the symmetry of this position.
    #[inline]
    pub fn image(&self, at: SymPhase2, m: usize) -> MoveImage {
        self.symmetries.image(at.symmetry, m)
    }

    /// Where move `m` of [`PHASE2_MOVES`] leads.
    #[inline]
    pub fn turn(&self, at: SymPhase2, m: usize) -> SymPhase2 {
        self.neighbour(at, self.image(at, m))
    }

    /// The class to which a move leads from the representative of a class, and the symmetry from there to the representative of
    /// that class.
    #[inline]
    pub fn class_neighbour(&self, class: usize, m: usize) -> (usize, AxisSymmetry) {
        let there = self.neighbours[class][m] as usize;
        (there / SYMMETRIES, AxisSymmetry::from_number(there))
    }

    /// Where the move leads that looks like this after the symmetry of the position.
    #[inline]
    pub fn neighbour(&self, at: SymPhase2, image: MoveImage) -> SymPhase2 {
        self.finish(self.seek(at, image))
    }

    /// Begins to find a neighbour, see [`SymPhase2Tables::neighbour`].
    #[inline]
    pub fn seek(&self, at: SymPhase2, image: MoveImage) -> SoughtNeighbour {
        let number = image.number();
        let (class, symmetry) = self.class_neighbour(at.class.into(), number);
        let ud_edges = self.moves.ud_edges.turn(at.ud_edges, number);
        let turned_slice_perms = &self.turned_slice_perms[symmetry.number()][number];
        SoughtNeighbour {
            class: class as u16,
            ud_edges: (symmetry.number() * UdEdges::SIZE + usize::from(ud_edges)) as u32,
            slice_perm: turned_slice_perms[usize::from(at.slice_perm)],
            symmetry: self.symmetries.then(at.symmetry, symmetry),
        }
    }

    /// Asks the memory for what [`SymPhase2Tables::finish`] reads.
    #[inline]
    pub fn prefetch(&self, sought: SoughtNeighbour) {
        prefetch(&self.ud_edges, sought.ud_edges as usize);
    }

    /// Asks the memory for what [`SymPhase2Tables::seek`] reads.
    #[inline]
    pub fn prefetch_neighbours(&self, at: SymPhase2) {
        prefetch(&self.neighbours, at.class.into());
        self.moves.ud_edges.prefetch(at.ud_edges);
    }

    /// Finishes finding a neighbour.
    #[inline]
    pub fn finish(&self, sought: SoughtNeighbour) -> SymPhase2 {
        let SoughtNeighbour { class, ud_edges, slice_perm, symmetry } = sought;
        SymPhase2 { class, ud_edges: self.ud_edges[ud_edges as usize], slice_perm, symmetry }
    }

    /// Gives a position with this index, below [`SIZE`]: the one whose corners represent their class.
    pub fn expand(&self, index: usize) -> Phase2 {
        let corners = self.classes.representative(index / ROW) as u16;
        let (ud_edges, half) = (index % ROW / HALF_SLICE_PERMS, index % HALF_SLICE_PERMS);
        let is_odd =
            odd(&Corners::unrank(corners.into()).corner_perm) != odd(&UdEdges::unrank(ud_edges).edge_perm);
        let first = 2 * half;
        let slice_perm = first + usize::from(odd(&SlicePerm::unrank(first).edge_perm) != is_odd);
        Phase2 { ud_edges: ud_edges as u16, corners, slice_perm: slice_perm as u16 }
    }

    /// What each corner permutation becomes under a symmetry.
    pub fn conjugate_corners(&self, symmetry: AxisSymmetry) -> &[u16] {
        let make = || tabulate(|symmetry| Corners::permutations().conjugates(symmetry.positions().0));
        &self.corners.get_or_init(make)[symmetry.number() * Corners::SIZE..][..Corners::SIZE]
    }

    /// The image of each value of the U/D edges under a symmetry.
    pub fn conjugate_ud_edges(&self, symmetry: AxisSymmetry) -> &[u16] {
        &self.ud_edges[symmetry.number() * UdEdges::SIZE..][..UdEdges::SIZE]
    }

    /// The image of each slice perm under a symmetry.
    pub fn conjugate_slice_perms(&self, symmetry: AxisSymmetry) -> &[u16] {
        &self.slice_perms[symmetry.number() * SlicePerm::SIZE..][..SlicePerm::SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;

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
    fn the_first_of_the_symmetries_carries_corners_to_the_representative() {
        let (tables, symmetries) = (SymPhase2Tables::get(), symmetries());
        let mut random = Random::new(54);
        for cube in (0..2000).map(|_| walk(&mut random)) {
            let (class, symmetry) = tables.classes.reduce(Corners::rank(&cube) as u32);
            let images = symmetries.map(|symmetry| Corners::rank(&symmetry.conjugate(&cube)) as u32);
            let least = tables.classes.representative(class);
            assert_eq!(images.iter().min(), Some(&least));
            assert_eq!(images.iter().position(|&image| image == least), Some(symmetry.number()));
            let under = |symmetry| tables.conjugate_corners(symmetry)[Corners::rank(&cube)];
            assert!(
                AxisSymmetry::all().zip(images).all(|(symmetry, image)| u32::from(under(symmetry)) == image)
            );
        }
    }

    #[test]
    fn positions_are_reduced_to_the_edges_of_the_representative() {
        let (tables, symmetries) = (SymPhase2Tables::get(), symmetries());
        let mut random = Random::new(47);
        for cube in (0..2000).map(|_| walk(&mut random)) {
            let reduced = tables.reduce(Phase2::of(&cube));
            let image = Phase2::of(&symmetries[reduced.symmetry.number()].conjugate(&cube));
            assert_eq!(tables.classes.representative(reduced.class.into()), u32::from(image.corners));
            assert_eq!((reduced.ud_edges, u16::from(reduced.slice_perm)), (image.ud_edges, image.slice_perm));
        }
    }

    #[test]
    fn reduced_positions_turn_like_cubes() {
        let tables = SymPhase2Tables::get();
        let mut random = Random::new(53);
        let mut cube = walk(&mut random);
        let mut here = tables.reduce(Phase2::of(&cube));
        for _ in 0..2000 {
            let neighbours: Vec<SymPhase2> = tables.neighbours(here).collect();
            for (m, &mv) in PHASE2_MOVES.iter().enumerate() {
                let there = tables.turn(here, m);
                assert_eq!(there, neighbours[tables.image(here, m).number()]);
                let image = Phase2::of(&symmetries()[there.symmetry.number()].conjugate(&cube.turn(mv)));
                assert_eq!(tables.classes.representative(there.class.into()), u32::from(image.corners));
                assert_eq!((there.ud_edges, u16::from(there.slice_perm)), (image.ud_edges, image.slice_perm));
            }
            let m = random.below(10) as usize;
            here = tables.turn(here, m);
            cube = cube.turn(PHASE2_MOVES[m]);
        }
    }

    #[test]
    fn an_index_is_that_of_the_position_to_which_it_expands() {
        let tables = SymPhase2Tables::get();
        let mut random = Random::new(49);
        for index in (0..2000).map(|_| random.below(SIZE as u64) as usize) {
            let at = tables.expand(index);
            assert_eq!(tables.reduce(at).index(), index);
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
    fn indices_tell_positions_apart_that_are_not_symmetric() {
        let tables = SymPhase2Tables::get();
        let mut random = Random::new(48);
        for cube in (0..200).map(|_| walk(&mut random)) {
            let here = tables.reduce(Phase2::of(&cube)).index();
            for mv in PHASE2_MOVES {
                let there = cube.turn(mv);
                let same = symmetries().iter().any(|symmetry| symmetry.conjugate(&cube) == there);
                assert_eq!(tables.reduce(Phase2::of(&there)).index() == here, same);
            }
        }
    }
}
