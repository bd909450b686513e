//! How far ends of phase 1 are from solved at least, by their corners and middle edges alone.

use std::sync::LazyLock;

use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::sym_phase2::{CLASSES, SymPhase2Tables};
use crate::coord::symmetry::SYMMETRIES;
use crate::coord::{Coordinate, slice_perm::SlicePerm};

/// A byte for each class of corners and each slice perm: 66 kB, which a core's own cache holds.
pub struct Bounds(Vec<u8>);

impl Bounds {
    /// The bounds, found on first use.
    pub fn get() -> &'static Bounds {
        static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::new);
        &BOUNDS
    }

    fn new() -> Bounds {
        let mut search = Search::new();
        while search.level.iter().any(|&set| set != 0) {
            search.enter_level();
            search.find_next_level();
        }
        Bounds(search.distances)
    }

    /// The least distance of a class of corners and slice perm, as it looks after the symmetry.
    #[inline]
    pub fn of(&self, class: u16, slice_perm: u8) -> u8 {
        self.0[usize::from(class) * SlicePerm::SIZE + usize::from(slice_perm)]
    }
}

const MOVES: usize = PHASE2_MOVES.len();

/// A bit for each slice perm.
type Set = u32;

const ALL: Set = (1 << SlicePerm::SIZE) - 1;

/// A breadth-first search of corners and middle edges up to symmetry.
///
/// Each class of corners looks for its members of the next level itself, where moves lead from its
/// representative. So classes that some symmetry leaves in place, of whose slice perms several are then
/// equivalent, need no care.
struct Search {
    sym: &'static SymPhase2Tables,
    ways_back: Vec<[Map; SYMMETRIES]>,
    distances: Vec<u8>,
    distance: u8,
    /// For each class those at this distance.
    level: Vec<Set>,
    /// Those that were not reached yet.
    left: Vec<Set>,
}

impl Search {
    fn new() -> Search {
        let mut level = vec![0; CLASSES];
        level[0] = 1;
        let distances = vec![0; CLASSES * SlicePerm::SIZE];
        let (sym, ways_back) = (SymPhase2Tables::get(), ways_back());
        Search { sym, ways_back, distances, distance: 0, level, left: vec![ALL; CLASSES] }
    }

    fn enter_level(&mut self) {
        let rows = self.distances.chunks_exact_mut(SlicePerm::SIZE);
        for (row, (&set, left)) in rows.zip(self.level.iter().zip(&mut self.left)) {
            members(set).for_each(|slice_perm| row[slice_perm] = self.distance);
            *left &= !set;
        }
    }

    fn find_next_level(&mut self) {
        let next = |class| match self.left[class] {
            0 => 0,
            left => left & (0..MOVES).fold(0, |set, m| set | self.reaching(class, m)),
        };
        self.level = (0..CLASSES).map(next).collect();
        self.distance += 1;
    }

    /// The slice perms that a move of the representative of a class takes into the level.
    fn reaching(&self, class: usize, m: usize) -> Set {
        let (there, symmetry) = self.sym.class_neighbour(class, m);
        let way_back = &self.ways_back[m][symmetry];
        members(self.level[there]).fold(0, |set, slice_perm| set | 1 << way_back[slice_perm])
    }
}

fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}

/// What becomes of each slice perm.
type Map = [u16; SlicePerm::SIZE];

/// What undoes each move that a symmetry follows.
fn ways_back() -> Vec<[Map; SYMMETRIES]> {
    let moves = &Phase2Moves::get().slice_perm;
    let way_back = |m: usize, symmetry: usize| {
        let conjugates = SymPhase2Tables::get().conjugate_slice_perms(symmetry);
        let mut way_back = [0; SlicePerm::SIZE];
        for slice_perm in 0..SlicePerm::SIZE as u16 {
            way_back[usize::from(conjugates[usize::from(moves.turn(slice_perm, m))])] = slice_perm;
        }
        way_back
    };
    (0..MOVES).map(|m| std::array::from_fn(|symmetry| way_back(m, symmetry))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Phase2;
    use crate::cube::Cube;
    use crate::cube::random::Random;
    use crate::engine::cpu::Cpu;
    use crate::engine::{Explore, Product};

    #[test]
    fn bounds_are_the_distances_that_a_search_without_symmetries_finds() {
        let (bounds, classes) = (Bounds::get(), &SymPhase2Tables::get().classes);
        let moves: [usize; MOVES] = std::array::from_fn(|m| m);
        let tables = Phase2Moves::get();
        let distances = Cpu.distances(&Product::new(&tables.corners, &tables.slice_perm, &moves)).unwrap();
        for (class, row) in bounds.0.chunks_exact(SlicePerm::SIZE).enumerate() {
            let first = classes.representative(class) as usize * SlicePerm::SIZE;
            assert_eq!(row, &distances[first..][..SlicePerm::SIZE]);
        }
    }

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
