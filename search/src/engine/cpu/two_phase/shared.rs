//! Hard positions on all threads: a stage is dealt out by starts, or by starts and first moves where it has few starts.
//!
//! Each thread of the pool that has nothing else to do takes some in their order, and searches them side by side. At the end of
//! the stage the best ends come together. Ends have a total order, so the answer is that of one thread.

use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::position::{Dealt, PositionSearch};
use super::round::Round;
use super::{GROUP, SearchTables};
use crate::engine::two_phase::TwoPhaseLimits;
use crate::pool::threads_here;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::progress::{Cancelled, Control};

/// Parts of a stage for each search of each thread, so that all threads end at the same time.
const PARTS: usize = 4;

/// Paths with this number of moves before their last ones are dealt out by their first moves.
const LONG: u8 = 3;

/// Whether other threads may take part in searches with these limits. Budgets are counted in the order of passes.
pub fn may_share(limits: &TwoPhaseLimits) -> bool {
    let is_free = limits.max_nodes == u64::MAX && limits.max_time.is_none() && limits.solutions == 1;
    is_free && threads_here() > 1
}

/// Ends a search on all threads of the pool.
pub fn finish(
    search: &mut PositionSearch,
    tables: &SearchTables<impl Processor>,
    limits: &TwoPhaseLimits,
    control: &Control,
) -> Result<(), Cancelled> {
    while let Some(starts) = search.rest_of_stage(tables, limits) {
        let threads = rayon::current_num_threads();
        let parts = threads * GROUP * PARTS;
        let starts = starts.into_iter();
        let dealt: Vec<Dealt> = if starts.len() < parts && search.moves_before_last() >= LONG {
            starts.flat_map(Dealt::by_first_moves).collect()
        } else {
            starts.map(Dealt::whole).collect()
        };
        let stage = SharedStage {
            search,
            dealt: &dealt,
            at_a_time: dealt.len().div_ceil(parts),
            taken: AtomicUsize::new(0),
            decided: AtomicU16::new(u16::MAX),
            joined: Mutex::new(search.part(&[])),
        };
        (0..threads).into_par_iter().try_for_each(|_| stage.search(tables, limits, control))?;
        search.join(&stage.joined.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    Ok(())
}

/// A stage that is dealt out.
struct SharedStage<'a> {
    search: &'a PositionSearch,
    dealt: &'a [Dealt],
    /// How many are taken at a time, and how many were taken.
    at_a_time: usize,
    taken: AtomicUsize,
    /// The first start whose pass has an end within the bound, as far as that is known. Later ones need not be searched.
    decided: AtomicU16,
    /// What came of the parts that were searched to the end.
    joined: Mutex<PositionSearch>,
}

impl SharedStage<'_> {
    /// The next part, if there is one more that is needed.
    fn next_part(&self) -> Option<PositionSearch> {
        let dealt = self.dealt.get(self.taken.fetch_add(self.at_a_time, Relaxed)..)?;
        let dealt = &dealt[..self.at_a_time.min(dealt.len())];
        let is_needed = dealt.first()?.start.number <= self.decided.load(Relaxed);
        is_needed.then(|| self.search.part(dealt))
    }

    /// Searches some of the parts.
    fn search(
        &self,
        tables: &SearchTables<impl Processor>,
        limits: &TwoPhaseLimits,
        control: &Control,
    ) -> Result<(), Cancelled> {
        let mut round = Round::new(std::iter::from_fn(|| self.next_part()).take(GROUP));
        while round.is_under_way() {
            control.check()?;
            let decided = self.decided.load(Relaxed);
            round.keep(|part| part.start() <= decided);
            round.run(tables, limits, |part| {
                if let Some(start) = part.decided() {
                    self.decided.fetch_min(start, Relaxed);
                }
                self.joined.lock().unwrap_or_else(PoisonError::into_inner).join(part);
                let next = self.next_part();
                let is_more = next.is_some();
                next.into_iter().for_each(|next| *part = next);
                is_more
            });
        }
        Ok(())
    }
}
