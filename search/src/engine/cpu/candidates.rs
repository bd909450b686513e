//! Tests candidate sequences against a sorted table on the CPU.

use std::ops::ControlFlow;

use crate::engine::candidates::{CandidateTables, Hit};
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::table::{Lookups, SortedView};

/// The candidates of one phase.
pub struct Candidates<P: 'static> {
    moves: &'static P,
    tables: CandidateTables,
    /// Whether the first hit is enough.
    first: bool,
}

impl<P: PhaseMoves> Candidates<P> {
    /// A search for all hits of the least length.
    pub fn new(moves: &'static P, tables: CandidateTables) -> Candidates<P> {
        Candidates { moves, tables, first: false }
    }

    /// A search for the first hit.
    pub fn first(moves: &'static P, tables: CandidateTables) -> Candidates<P> {
        Candidates { moves, tables, first: true }
    }

    /// How the coordinates turn.
    pub(super) fn moves(&self) -> &'static P {
        self.moves
    }

    /// All hits of the shortest candidates from `start` that have any, in the order of the
    /// sequences, or the first. None when the longest candidates have no hit.
    pub fn hits(&self, start: P::State) -> Vec<Hit> {
        let table = self.tables.table.view();
        for length in 0..=self.tables.sequences.longest() {
            let lookups = Lookups::new(table);
            let mut candidates = OfLength { search: self, length, lookups, hits: Vec::new() };
            candidates.test_all(start);
            if !candidates.hits.is_empty() {
                return candidates.hits;
            }
        }
        Vec::new()
    }

    /// The numbers of the moves of a hit's candidate.
    pub(super) fn moves_of(&self, hit: Hit) -> impl Iterator<Item = usize> {
        self.tables.sequences.walk(hit.length.into(), hit.number.into())
    }

    /// The table.
    pub(super) fn view(&self) -> SortedView<'_> {
        self.tables.table.view()
    }
}

/// The candidates of one length.
struct OfLength<'a, P: 'static> {
    search: &'a Candidates<P>,
    length: usize,
    lookups: Lookups<'a>,
    hits: Vec<Hit>,
}

impl<P: PhaseMoves> OfLength<'_, P> {
    fn test_all(&mut self, start: P::State) {
        if self.expand(start, self.search.tables.sequences.start(), self.length).is_break() {
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
        for &m in self.search.tables.sequences.choices(after, left) {
            self.expand(self.search.moves.turn(at, m), m, left - 1)?;
        }
        ControlFlow::Continue(())
    }

    fn hit(&mut self, (number, entry): (usize, usize)) -> ControlFlow<()> {
        self.hits.push(Hit { length: self.length as u8, number: number as u32, entry: entry as u32 });
        if self.search.first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
