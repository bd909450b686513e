//! The symmetry coordinate of phase 1: what its complete table is indexed by.

use std::sync::LazyLock;

use super::classes::Classes;
use super::conjugates::{ByMoves, tabulate};
use super::flip_slice;
pub use super::flip_slice::{FLIP_SLICES, flip_slice};
use super::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use super::prefetch::prefetch;
use super::symmetry::{AxisSymmetry, MoveImage, Symmetries};
use super::{Coordinate, twist::Twist};

/// The number of classes of flip-slices.
pub const CLASSES: usize = 64_430;

/// The number of indices.
pub const SIZE: usize = CLASSES * Twist::SIZE;

/// What moves and symmetries do to positions of phase 1 up to symmetry.
///
/// Flip-slices that the 16 symmetries which keep the U/D axis carry to each other are a class; there
/// are 64,430 (the symmetry coordinate of Kociemba's phase 1; the numbering is ours). The *index* of
/// a position is `class · 2187 + twist`, the twist as it is after the symmetry that carries the
/// flip-slice to the representative of its class: 0 … 140,908,409. Positions that share an index are
/// equally far from G1.
pub struct SymPhase1Tables {
    /// The classes of flip-slices.
    pub classes: Classes,
    /// How symmetries go with each other and with [`PHASE1_MOVES`].
    pub symmetries: Symmetries,
    moves: &'static Phase1Moves,
    /// [`Twist::SIZE`] conjugates for each symmetry.
    twists: Vec<u16>,
    /// Where each move leads from each representative.
    neighbours: Vec<Neighbours>,
}

const MOVES: usize = PHASE1_MOVES.len();

/// Where the moves lead from the representative of a class. One line of the cache: for each move the class, and the number of
/// the symmetry.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Neighbours {
    classes: [u16; MOVES],
    symmetries: [u8; MOVES],
}

impl Neighbours {
    fn new(neighbour: impl Fn(usize) -> (usize, AxisSymmetry)) -> Neighbours {
        let mut neighbours = Neighbours::default();
        for m in 0..MOVES {
            let (class, symmetry) = neighbour(m);
            (neighbours.classes[m], neighbours.symmetries[m]) = (class as u16, symmetry.number() as u8);
        }
        neighbours
    }

    /// The class and the symmetry after a move.
    #[inline(always)]
    fn get(&self, m: usize) -> (u16, AxisSymmetry) {
        (self.classes[m], AxisSymmetry::from_number(self.symmetries[m].into()))
    }
}

/// A position of phase 1 up to symmetry, and the symmetry that carries the position there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymPhase1 {
    /// The class of the flip-slice.
    pub class: u16,
    /// After the symmetry.
    pub twist: u16,
    /// One that carries the position to the representative of its class. Where several do, it depends on the moves
    /// that led here.
    pub symmetry: AxisSymmetry,
}

impl SymPhase1 {
    /// The index, below [`SIZE`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.class) * Twist::SIZE + usize::from(self.twist)
    }
}

/// Where the moves lead from the representative of each class.
fn neighbours(classes: &Classes) -> Vec<Neighbours> {
    let moves = Phase1Moves::get();
    let of_class = |class| {
        let Phase1 { flip, slice, .. } = Phase1::from_code(classes.representative(class));
        let (flips, slices) = (moves.flip.row(flip.into()), moves.slice.row(slice.into()));
        Neighbours::new(|m| {
            let there = flip_slice(Phase1 { twist: 0, flip: flips[m], slice: slices[m] });
            classes.reduce(there)
        })
    };
    (0..classes.len()).map(of_class).collect()
}

impl SymPhase1Tables {
    /// The tables, made on first use in about a hundredth of a second.
    #[inline]
    pub fn get() -> &'static SymPhase1Tables {
        static TABLES: LazyLock<SymPhase1Tables> = LazyLock::new(SymPhase1Tables::new);
        &TABLES
    }

    fn new() -> SymPhase1Tables {
        let moves = Phase1Moves::get();
        let twists = ByMoves::new(&moves.twist, &PHASE1_MOVES);
        let classes = flip_slice::classes();
        SymPhase1Tables {
            moves,
            symmetries: Symmetries::new(&PHASE1_MOVES),
            twists: tabulate(|symmetry| twists.under(symmetry)),
            neighbours: neighbours(&classes),
            classes,
        }
    }

    /// Reduces a position to its class and the twist after the symmetry.
    #[inline]
    pub fn reduce(&self, at: Phase1) -> SymPhase1 {
        let (class, symmetry) = self.classes.reduce(flip_slice(at));
        let twist = self.conjugate_twist(symmetry, at.twist);
        SymPhase1 { class: class as u16, twist, symmetry }
    }

    /// Asks the memory for what [`SymPhase1Tables::reduce`] reads.
    #[inline]
    pub fn prefetch_class(&self, at: Phase1) {
        self.classes.prefetch(flip_slice(at));
    }

    /// Where all moves lead, ordered by their [`MoveImage`]s.
    #[inline]
    pub fn neighbours(&self, at: SymPhase1) -> impl Iterator<Item = SymPhase1> {
        (0..MOVES).map(move |number| self.neighbour(at, MoveImage::from_number(number)))
    }

    /// What move `m` of [`PHASE1_MOVES`] looks like after the symmetry of this position.
    #[inline(always)]
    pub fn image(&self, at: SymPhase1, m: usize) -> MoveImage {
        self.symmetries.image(at.symmetry, m)
    }

    /// Where move `m` of [`PHASE1_MOVES`] leads.
    #[inline(always)]
    pub fn turn(&self, at: SymPhase1, m: usize) -> SymPhase1 {
        self.neighbour(at, self.image(at, m))
    }

    /// The class to which a move leads from the representative of a class, and the symmetry from there to the representative of
    /// that class.
    #[inline]
    pub fn class_neighbour(&self, class: usize, m: usize) -> (usize, AxisSymmetry) {
        let (there, symmetry) = self.neighbours[class].get(m);
        (there.into(), symmetry)
    }

    /// Where the move leads that looks like this after the symmetry of the position.
    #[inline(always)]
    pub fn neighbour(&self, at: SymPhase1, image: MoveImage) -> SymPhase1 {
        self.ways(at).neighbour(image)
    }

    /// The ways that lead on from a position.
    #[inline(always)]
    pub fn ways(&self, at: SymPhase1) -> Ways<'_> {
        let twists = self.moves.twist.row(at.twist.into()).first_chunk().expect("there are as many moves");
        Ways { tables: self, classes: &self.neighbours[usize::from(at.class)], twists, symmetry: at.symmetry }
    }

    /// Asks the memory for what [`SymPhase1Tables::neighbour`] will read.
    #[inline]
    pub fn prefetch(&self, at: SymPhase1) {
        prefetch(&self.neighbours, at.class.into());
    }

    /// Splits an index, below [`SIZE`].
    pub fn from_index(&self, index: usize) -> SymPhase1 {
        SymPhase1 {
            class: (index / Twist::SIZE) as u16,
            twist: (index % Twist::SIZE) as u16,
            ..SymPhase1::default()
        }
    }

    /// Gives a position with this index, below [`SIZE`]: the one whose flip-slice represents its class.
    pub fn expand(&self, index: usize) -> Phase1 {
        let flip_slice = self.classes.representative(index / Twist::SIZE);
        Phase1 { twist: (index % Twist::SIZE) as u16, ..Phase1::from_code(flip_slice) }
    }

    /// What a twist becomes under a symmetry.
    #[inline(always)]
    fn conjugate_twist(&self, symmetry: AxisSymmetry, twist: u16) -> u16 {
        self.twists[symmetry.number() * Twist::SIZE + usize::from(twist)]
    }

    /// What each twist becomes under a symmetry.
    pub fn conjugate_twists(&self, symmetry: AxisSymmetry) -> &[u16] {
        &self.twists[symmetry.number() * Twist::SIZE..][..Twist::SIZE]
    }
}

/// Where the moves lead from a position.
#[derive(Clone, Copy)]
pub struct Ways<'a> {
    tables: &'a SymPhase1Tables,
    classes: &'a Neighbours,
    /// The twist after each move.
    twists: &'a [u16; MOVES],
    symmetry: AxisSymmetry,
}

impl Ways<'_> {
    /// Where the move leads that looks like this after the symmetry of the position.
    #[inline(always)]
    pub fn neighbour(self, image: MoveImage) -> SymPhase1 {
        let (class, symmetry) = self.classes.get(image.number());
        let twist = self.tables.conjugate_twist(symmetry, self.twists[image.number()]);
        SymPhase1 { class, twist, symmetry: self.tables.symmetries.then(self.symmetry, symmetry) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::symmetry::symmetries;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn there_are_64430_classes_of_all_flip_slices() {
        let classes = &SymPhase1Tables::get().classes;
        assert_eq!(classes.len(), CLASSES);
        let sizes = || (0..CLASSES).map(|class| classes.size(class));
        assert_eq!(sizes().map(usize::from).sum::<usize>(), FLIP_SLICES);
        assert!(sizes().all(|size| 16 % size == 0));
        assert_eq!((classes.representative(0), classes.size(0)), (0, 1));
    }

    #[test]
    fn classes_are_numbered_by_their_least_flip_slices() {
        let classes = &SymPhase1Tables::get().classes;
        let representatives: Vec<u32> = (0..CLASSES).map(|class| classes.representative(class)).collect();
        assert!(representatives.is_sorted_by(|a, b| a < b));
        assert!(
            (0..)
                .zip(&representatives)
                .all(|(class, &least)| classes.reduce(least) == (class, AxisSymmetry::default()))
        );
    }

    #[test]
    fn the_first_of_the_symmetries_carries_a_cube_to_the_representative() {
        let (classes, symmetries) = (&SymPhase1Tables::get().classes, symmetries());
        let mut random = Random::new(42);
        for cube in (0..2000).map(|_| random.cube()) {
            let (class, symmetry) = classes.reduce(flip_slice(Phase1::of(&cube)));
            let images = symmetries.map(|symmetry| flip_slice(Phase1::of(&symmetry.conjugate(&cube))));
            let least = classes.representative(class);
            assert_eq!(images.iter().min(), Some(&least));
            assert_eq!(images.iter().position(|&image| image == least), Some(symmetry.number()));
            assert!(images.iter().all(|&image| classes.of(image) == class));
        }
    }

    #[test]
    fn positions_are_reduced_to_the_twist_of_the_representative() {
        let (tables, symmetries) = (SymPhase1Tables::get(), symmetries());
        let mut random = Random::new(46);
        for cube in (0..2000).map(|_| random.cube()) {
            let reduced = tables.reduce(Phase1::of(&cube));
            let image = Phase1::of(&symmetries[reduced.symmetry.number()].conjugate(&cube));
            assert_eq!(tables.classes.representative(reduced.class.into()), flip_slice(image));
            assert_eq!(reduced.twist, image.twist);
        }
    }

    #[test]
    fn an_index_is_that_of_the_position_to_which_it_expands() {
        let tables = SymPhase1Tables::get();
        let mut random = Random::new(49);
        for index in (0..2000).map(|_| random.below(SIZE as u64) as usize) {
            assert_eq!(tables.reduce(tables.expand(index)).index(), index);
            assert_eq!(tables.from_index(index).index(), index);
        }
    }

    #[test]
    fn reduced_positions_turn_like_cubes() {
        let (tables, symmetries) = (SymPhase1Tables::get(), symmetries());
        let mut random = Random::new(52);
        let mut cube = random.cube();
        let mut here = tables.reduce(Phase1::of(&cube));
        for _ in 0..5000 {
            let neighbours: Vec<SymPhase1> = tables.neighbours(here).collect();
            for (m, &mv) in PHASE1_MOVES.iter().enumerate() {
                let neighbour = neighbours[tables.image(here, m).number()];
                assert_eq!(neighbour, tables.turn(here, m));
                assert_eq!(neighbour.class, tables.reduce(Phase1::of(&cube.turn(mv))).class);
                let image = symmetries[neighbour.symmetry.number()].conjugate(&cube.turn(mv));
                let image = Phase1::of(&image);
                let representative = tables.classes.representative(neighbour.class.into());
                assert_eq!((neighbour.twist, representative), (image.twist, flip_slice(image)));
            }
            let m = random.below(18) as usize;
            here = tables.turn(here, m);
            cube = cube.turn(PHASE1_MOVES[m]);
        }
    }
}
