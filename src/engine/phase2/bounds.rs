//! How far ends of phase 1 are from solved at least, by their corners and middle edges alone.

use std::sync::LazyLock;

use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::sym_phase2::{CLASSES, SymPhase2Tables};
use crate::coord::{Coordinate, slice_perm::SlicePerm};
use crate::engine::cpu::Cpu;
use crate::engine::{Explore, Product};

/// A byte for each class of corners and each slice perm: 66 kB, which a core's own cache holds.
pub struct Bounds(Vec<u8>);

impl Bounds {
    /// The bounds, found on first use.
    pub fn get() -> &'static Bounds {
        static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::new);
        &BOUNDS
    }

    fn new() -> Bounds {
        let moves: [usize; PHASE2_MOVES.len()] = std::array::from_fn(|m| m);
        let tables = Phase2Moves::get();
        let product = Product::new(&tables.corners, &tables.slice_perm, &moves);
        let distances = Cpu.distances(&product).expect("the CPU does not fail");
        let classes = &SymPhase2Tables::get().classes;
        let row =
            |class| &distances[classes.representative(class) as usize * SlicePerm::SIZE..][..SlicePerm::SIZE];
        Bounds((0..CLASSES).flat_map(row).copied().collect())
    }

    /// The least distance of a class of corners and slice perm, as it looks after the symmetry.
    #[inline]
    pub fn of(&self, class: u16, slice_perm: u8) -> u8 {
        self.0[usize::from(class) * SlicePerm::SIZE + usize::from(slice_perm)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Phase2;
    use crate::cube::Cube;
    use crate::cube::random::Random;

    #[test]
    fn no_position_is_nearer() {
        let bounds = Bounds::get();
        assert_eq!(bounds.0.iter().max(), Some(&14));
        let mut random = Random::new(91);
        for _ in 0..2000 {
            let moves: Vec<_> =
                (0..random.below(12)).map(|_| PHASE2_MOVES[random.below(10) as usize]).collect();
            let place = SymPhase2Tables::get().reduce(Phase2::of(&Cube::SOLVED.apply(&moves)));
            assert!(usize::from(bounds.of(place.class, place.slice_perm)) <= moves.len());
        }
    }
}
