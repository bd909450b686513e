//! Tests candidate sequences against a sorted table on the CPU.

use std::ops::ControlFlow;

use super::{BATCH, Cpu};
use crate::coord::phase1::Phase1Moves;
use crate::coord::phase2::Phase2Moves;
use crate::coord::{Phase1, Phase2, PhaseMoves};
use crate::engine::candidates::{CandidateTables, Candidates, Hit};
use crate::engine::{Batched, EngineError, Load, Loaded};
use crate::progress::Stop;
use crate::table::{Lookups, SortedView};

/// The search from many positions of one phase.
struct Searcher<P: 'static> {
    moves: &'static P,
    tables: CandidateTables,
    /// Whether the first hit is enough.
    first: bool,
}

impl Load<Candidates<Phase1>> for Cpu {
    fn load(&self, tables: &CandidateTables) -> Result<Loaded<Candidates<Phase1>>, EngineError> {
        Ok(Box::new(Searcher { moves: Phase1Moves::get(), tables: tables.clone(), first: true }))
    }
}

impl Load<Candidates<Phase2>> for Cpu {
    fn load(&self, tables: &CandidateTables) -> Result<Loaded<Candidates<Phase2>>, EngineError> {
        Ok(Box::new(Searcher { moves: Phase2Moves::get(), tables: tables.clone(), first: false }))
    }
}

impl<P: PhaseMoves> Batched<Candidates<P::State>> for Searcher<P>
where
    P::State: 'static,
{
    fn run(
        &self,
        starts: &[P::State],
        (): &(),
        stop: &Stop,
        hand_on: &mut dyn FnMut(usize, Vec<Hit>),
    ) -> Result<(), EngineError> {
        let table = self.tables.table.view();
        for (number, &start) in starts.iter().enumerate() {
            stop.check()?;
            hand_on(number, self.hits(table, start));
        }
        Ok(())
    }

    fn best_batch(&self, (): &(), _: usize) -> usize {
        BATCH
    }
}

impl<P: PhaseMoves> Searcher<P> {
    /// All hits of the shortest candidates from `start` that have any, in the order of the
    /// sequences, or the first. None when the longest candidates have no hit.
    fn hits(&self, table: SortedView, start: P::State) -> Vec<Hit> {
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
}

/// The candidates of one length.
struct OfLength<'a, P: 'static> {
    search: &'a Searcher<P>,
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
