//! Lower bounds for the distance of ends of phase 1 from solved, from their corners and middle edges alone.

use std::sync::LazyLock;

use cubebatch_tables::coord::{Coordinate, slice_perm::SlicePerm};
use cubebatch_tables::space::{Space, SpaceDistances};

/// A byte for each class of corners and each slice perm: 66 kB, which a core's own cache holds.
pub struct Bounds(SpaceDistances);

impl Bounds {
    /// The bounds, found on first use.
    pub fn get() -> &'static Bounds {
        static BOUNDS: LazyLock<Bounds> =
            LazyLock::new(|| Bounds(SpaceDistances::new(Space::corners_and_slice_perms())));
        &BOUNDS
    }

    /// All of them, by class and slice perm.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// The least distance of a class of corners and slice perm, as it looks after the symmetry.
    #[inline]
    pub fn of(&self, class: u16, slice_perm: u8) -> u8 {
        self.0.bytes()[usize::from(class) * SlicePerm::SIZE + usize::from(slice_perm)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::phase2::PHASE2_MOVES;
    use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
    use cubebatch_tables::coord::{Phase2, corners::Corners};

    #[test]
    fn bounds_are_the_distances_that_a_search_without_symmetries_finds() {
        let (bounds, classes) = (Bounds::get(), &SymPhase2Tables::get().classes);
        let distances = SpaceDistances::new(Space::of::<Corners, SlicePerm>(&PHASE2_MOVES));
        for (class, row) in bounds.0.bytes().chunks_exact(SlicePerm::SIZE).enumerate() {
            let first = classes.representative(class) as usize * SlicePerm::SIZE;
            assert_eq!(row, &distances.bytes()[first..][..SlicePerm::SIZE]);
        }
    }

    #[test]
    fn no_position_is_nearer() {
        let bounds = Bounds::get();
        assert_eq!(bounds.0.bytes().iter().max(), Some(&14));
        let mut random = Random::new(91);
        for _ in 0..2000 {
            let moves: Vec<_> =
                (0..random.below(12)).map(|_| PHASE2_MOVES[random.below(10) as usize]).collect();
            let at = SymPhase2Tables::get().reduce(Phase2::of(&Cube::SOLVED.apply(&moves)));
            assert!(usize::from(bounds.of(at.class, at.slice_perm)) <= moves.len());
        }
    }
}
