//! Tests candidate sequences against a table on the CPU.

use std::ops::ControlFlow;

use super::super::gpu::GpuError;
use super::super::{Hit, Search};
use crate::coord::PhaseMoves;
use crate::cube::canonical::Sequences;
use crate::table::{Lookups, View};

/// The search from many positions of one phase.
pub struct Searcher<'a, P> {
    pub moves: &'a P,
    pub sequences: Sequences,
    pub table: View<'a>,
    /// Whether the first hit is enough.
    pub first: bool,
}

impl<P: PhaseMoves + Sync> Search<P::State> for Searcher<'_, P> {
    fn search(&self, starts: &[P::State]) -> Result<Vec<Vec<Hit>>, GpuError> {
        Ok(starts.iter().map(|&start| self.hits(start)).collect())
    }
}

impl<P: PhaseMoves> Searcher<'_, P> {
    /// All hits of the shortest candidates from `start` that have any, in the order of the
    /// sequences, or the first. None when the longest candidates have no hit.
    fn hits(&self, start: P::State) -> Vec<Hit> {
        for length in 0..=self.sequences.longest() {
            let lookups = Lookups::new(self.table);
            let mut candidates = Candidates { search: self, length, lookups, hits: Vec::new() };
            candidates.test_all(start);
            if !candidates.hits.is_empty() {
                return candidates.hits;
            }
        }
        Vec::new()
    }
}

/// The candidates of one length.
struct Candidates<'a, P> {
    search: &'a Searcher<'a, P>,
    length: usize,
    lookups: Lookups<'a>,
    hits: Vec<Hit>,
}

impl<P: PhaseMoves> Candidates<'_, P> {
    fn test_all(&mut self, start: P::State) {
        if self.expand(start, self.search.sequences.start(), self.length).is_break() {
            return;
        }
        let found: Vec<_> = self.lookups.finish().collect();
        for found in found {
            if self.hit(found).is_break() {
                return;
            }
        }
    }

    /// Tests the candidates that go on from `at` with `left` moves, `after` being the last.
    fn expand(&mut self, at: P::State, after: usize, left: usize) -> ControlFlow<()> {
        if left == 0 {
            let found = self.lookups.add(self.search.moves.code(at));
            return found.map_or(ControlFlow::Continue(()), |found| self.hit(found));
        }
        for &m in self.search.sequences.choices(after, left) {
            self.expand(self.search.moves.turn(at, m), m, left - 1)?;
        }
        ControlFlow::Continue(())
    }

    fn hit(&mut self, (number, place): (usize, usize)) -> ControlFlow<()> {
        self.hits.push(Hit { length: self.length as u8, number: number as u32, place: place as u32 });
        if self.search.first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
