//! The way from G1 to solved where there is no room for the table of all distances: a search.
//!
//! Iterative deepening (R. Korf, 1985) with two tables: how far corners and U/D edges are from
//! solved, as in H. Kociemba's Cube Explorer, and corners and middle edges.

use super::bounds::Bounds;
use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use cubebatch_tables::table::PruningTable;

/// A search between lower bounds.
pub struct Phase2Search<'a> {
    tables: &'static SymPhase2Tables,
    pruning: PruningTable<'a>,
    bounds: &'static Bounds,
}

impl<'a> Phase2Search<'a> {
    pub fn new(pruning: PruningTable<'a>) -> Phase2Search<'a> {
        Phase2Search { tables: SymPhase2Tables::get(), pruning, bounds: Bounds::get() }
    }

    /// Asks the memory for what [`Phase2Search::distance`] reads first.
    #[inline]
    pub fn prefetch(&self, at: SymPhase2) {
        self.pruning.prefetch(at);
    }

    /// The number of moves from a position to solved, or one more than `at_most` if there are more.
    pub fn distance(&self, at: SymPhase2, at_most: u8) -> u8 {
        let mut path = Vec::new();
        (self.bound(at)..=at_most).find(|&length| self.reaches(at, length, &mut path)).unwrap_or(at_most + 1)
    }

    /// The number of moves to solved at least.
    #[inline]
    pub fn bound(&self, at: SymPhase2) -> u8 {
        self.small_bound(at).max(self.pruning.moves_at(at))
    }

    /// The lexicographically first path of `length` moves from a position to solved, if there is one.
    pub fn path(&self, at: SymPhase2, length: u8) -> Option<Vec<Move>> {
        let mut path = Vec::new();
        self.reaches(at, length, &mut path).then_some(path)
    }

    /// Whether `left` moves lead to solved, after the moves of a path; adds the first such moves to the path.
    fn reaches(&self, at: SymPhase2, left: u8, path: &mut Vec<Move>) -> bool {
        if left == 0 {
            return at.index() == 0;
        }
        let (next, count) = self.near_enough(at, left - 1, path.last().copied());
        next[..count].iter().any(|&(there, mv)| {
            if self.pruning.moves_at(there) >= left {
                return false;
            }
            path.push(mv);
            let found = self.reaches(there, left - 1, path);
            if !found {
                path.pop();
            }
            found
        })
    }

    /// The moves that may come next, and the positions there, if they may be within `distance` of solved. It prefetches the
    /// entries that decide.
    fn near_enough(
        &self,
        at: SymPhase2,
        distance: u8,
        last: Option<Move>,
    ) -> ([(SymPhase2, Move); PHASE2_MOVES.len()], usize) {
        let mut next = PHASE2_MOVES.map(|mv| (at, mv));
        let mut count = 0;
        for (m, &mv) in PHASE2_MOVES.iter().enumerate() {
            if last.is_none_or(|last| last.may_precede(mv)) {
                let there = self.tables.turn(at, m);
                if self.small_bound(there) <= distance {
                    self.prefetch(there);
                    next[count] = (there, mv);
                    count += 1;
                }
            }
        }
        (next, count)
    }

    /// The number of moves to solved at least, by the table that is always near.
    #[inline]
    fn small_bound(&self, at: SymPhase2) -> u8 {
        self.bounds.of(at.class, at.slice_perm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Build;
    use crate::engine::cpu::Cpu;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{Cube, HTM};
    use cubebatch_tables::coord::Phase2;
    use cubebatch_tables::progress::Control;
    use cubebatch_tables::table::Complete;

    /// The pruning table's entries, built for these tests.
    fn entries() -> Vec<u8> {
        let built = Cpu.build_complete(Complete::Phase2Pruning(HTM), &Control::default()).unwrap();
        built.entries().to_vec()
    }

    #[test]
    fn shortest_paths_lead_to_solved() {
        let (entries, mut random) = (entries(), Random::new(93));
        let search = Phase2Search::new(PruningTable::new(Complete::Phase2Pruning(HTM), &entries));
        for length in (0..12).cycle().take(120) {
            let moves: Vec<Move> = (0..length).map(|_| PHASE2_MOVES[random.below(10) as usize]).collect();
            let cube = Cube::SOLVED.apply(&moves);
            let at = SymPhase2Tables::get().reduce(Phase2::of(&cube));
            let distance = search.distance(at, 18);
            assert!(distance <= length);
            if let Some(less) = distance.checked_sub(1) {
                assert_eq!(search.distance(at, less), distance);
                assert_eq!(search.path(at, less), None);
            }
            let path = search.path(at, distance).unwrap();
            assert_eq!(path.len(), usize::from(distance));
            assert!(cube.apply(&path).is_solved());
        }
    }
}
