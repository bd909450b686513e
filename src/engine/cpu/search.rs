//! Tests candidate sequences against a table on the CPU.

use std::ops::ControlFlow;

use super::super::Hit;
use crate::coord::PhaseMoves;
use crate::cube::canonical::Sequences;
use crate::table::{BATCH, View};

/// The search from many positions of one phase.
pub struct Search<'a, P> {
    pub moves: &'a P,
    pub sequences: &'a Sequences,
    pub table: View<'a>,
}

impl<P: PhaseMoves> Search<'_, P> {
    /// All hits of the shortest candidates from `start` that have any, in the order of the
    /// sequences; with `first` only one. None when the longest candidates have no hit.
    pub fn hits(&self, start: P::State, first: bool) -> Vec<Hit> {
        for length in 0..=self.sequences.longest() {
            let mut candidates = Candidates::new(self, length, first);
            let flow = candidates.expand(start, self.sequences.start(), length);
            if flow.is_continue() {
                _ = candidates.test();
            }
            if !candidates.hits.is_empty() {
                return candidates.hits;
            }
        }
        Vec::new()
    }
}

/// The candidates of one length, tested a batch at a time.
struct Candidates<'a, P> {
    search: &'a Search<'a, P>,
    length: usize,
    first: bool,
    codes: Vec<u32>,
    /// How many candidates were tested before those in `codes`.
    tested: u32,
    hits: Vec<Hit>,
}

impl<'a, P: PhaseMoves> Candidates<'a, P> {
    fn new(search: &'a Search<'a, P>, length: usize, first: bool) -> Self {
        Candidates { search, length, first, codes: Vec::with_capacity(BATCH), tested: 0, hits: Vec::new() }
    }

    /// Adds the candidates that go on from `at` with `left` moves, `after` being the last.
    fn expand(&mut self, at: P::State, after: usize, left: usize) -> ControlFlow<()> {
        if left == 0 {
            return self.add(self.search.moves.code(at));
        }
        for &m in self.search.sequences.choices(after, left) {
            self.expand(self.search.moves.turn(at, m), m, left - 1)?;
        }
        ControlFlow::Continue(())
    }

    fn add(&mut self, code: u32) -> ControlFlow<()> {
        self.search.table.expect(code);
        self.codes.push(code);
        if self.codes.len() == BATCH { self.test() } else { ControlFlow::Continue(()) }
    }

    fn test(&mut self) -> ControlFlow<()> {
        let Candidates { search, length, tested, hits, .. } = self;
        search.table.find_all(&self.codes, |i, place| {
            hits.push(Hit { length: *length as u8, number: *tested + i as u32, place: place as u32 });
        });
        self.tested += self.codes.len() as u32;
        self.codes.clear();
        if self.first && !self.hits.is_empty() {
            self.hits.truncate(1);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
