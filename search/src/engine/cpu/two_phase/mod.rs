//! The two-phase search on the CPU.
//!
//! Searches of many positions advance in turns, so that their waits for memory overlap. What a search has under way
//! are [`items`]. Each asks the memory for what it will read, and reads it in the next round, when the others have asked as
//! well. Then it becomes items of the next kind:
//!
//! ```text
//! node → neighbour → node → … → hit → arrival → end
//! ```
//!
//! Phase 1 is searched node by node until [`last_moves::LENGTH`] moves are left; from there all paths are listed in a table.

mod distances;
mod ended;
mod far;
mod items;
pub mod last_moves;
mod position;
mod queue;
mod round;
mod rules;
mod shared;
mod starts;
mod steps;
#[cfg(test)]
mod trial;

use std::ops::Deref;

use super::Cpu;
use crate::engine::phase2::ToSolved;
use crate::engine::phase2::bounds::Bounds;
use crate::engine::phase2::descent::{Phase1End, Phase2Path};
use crate::engine::two_phase::{Stopwatch, TwoPhase, TwoPhaseLimits, TwoPhaseTables, UNCOUNTED};
use crate::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::processor::{Processor, on_best_processor};
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::threads;
use cubebatch_tables::coord::unturned::UnturnedTables;
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::{CompleteTable, Phase1Table, TableId};
pub use distances::distances_from_g1;
use ended::{Ended, Reached};
use last_moves::LastMovesTable;
use position::PositionSearch;
use queue::Queues;
use round::Round;
use rules::SequenceRules;

// What is counted as a node is what is expanded.
const _: () = assert!(last_moves::LENGTH as usize == UNCOUNTED);

/// Positions that a thread searches side by side.
const GROUP: usize = 16;

impl Load<TwoPhase> for Cpu {
    fn load(&self, tables: &TwoPhaseTables) -> Result<Loaded<TwoPhase>, EngineError> {
        // What is made on first use is made now: neither half waits for what the other makes.
        let of_phase1 = || (SymPhase1Tables::get(), SequenceRules::get(), LastMovesTable::get());
        let of_phase2 = || (UnturnedTables::get(), Bounds::get());
        threads::both(of_phase1, of_phase2);
        let tables = tables.clone();
        Ok(
            on_best_processor!(processor => Box::new(TwoPhaseSearcher { processor, tables }) as Loaded<TwoPhase>),
        )
    }
}

/// The search over a table of each phase.
struct TwoPhaseSearcher<P> {
    processor: P,
    tables: TwoPhaseTables,
}

impl<P: Processor> Batched<TwoPhase> for TwoPhaseSearcher<P> {
    fn run(
        &self,
        cubes: &[Cube],
        limits: &TwoPhaseLimits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Result<Vec<Vec<Move>>, TableId>),
    ) -> Result<(), EngineError> {
        let tables = SearchTables::new(self.processor, &self.tables);
        let mut hand_on_all = |ended: &mut Ended| {
            let paths = tables.paths(&ended.ends);
            ended.solutions(&paths, limits.solutions).for_each(|(number, found)| hand_on(number, found));
            ended.clear();
        };
        let mut clock = Stopwatch::start();
        let mut waiting = (0..cubes.len()).zip(cubes);
        let new = |(number, cube), queues| PositionSearch::new(number, cube, &tables, limits, queues);
        let first = waiting.by_ref().take(GROUP);
        let mut round = Round::new(first.map(|position| new(position, Queues::default())));
        let mut ended = Ended::default();
        let may_share = shared::may_share(limits);
        while round.is_under_way() {
            control.check()?;
            if may_share && waiting.len() == 0 && round.searches().iter().all(PositionSearch::is_hard) {
                hand_on_all(&mut ended);
                for mut search in round.take() {
                    shared::finish(&mut search, &tables, limits, control)?;
                    ended.add(search.number, search.near(), search.ends(&tables));
                    hand_on_all(&mut ended);
                }
                break;
            }
            if limits.max_time.is_some() {
                round.spend(clock.lap());
            }
            round.run(&tables, limits, |done| {
                ended.add(done.number, done.near(), done.ends(&tables));
                let next = waiting.next();
                if let Some(position) = next {
                    *done = new(position, std::mem::replace(&mut done.queues, Queues::taken()));
                }
                next.is_some()
            });
            if ended.are_due_after_round() {
                hand_on_all(&mut ended);
                // That was no time of those under way.
                clock = Stopwatch::start();
            }
        }
        hand_on_all(&mut ended);
        Ok(())
    }

    /// Some groups, so that few positions wait for the last of their group; but few where each takes long, so
    /// that threads end at the same time.
    fn best_batch(&self, limits: &TwoPhaseLimits, _: usize) -> usize {
        match limits.max_length {
            21.. => 64 * GROUP,
            20 => 16 * GROUP,
            _ => 4 * GROUP,
        }
    }
}

/// What the search reads, and the processor that it runs on.
struct SearchTables<'a, P> {
    of_starts: StartTables<'a, P>,
    to_solved: ToSolved<'a>,
    rules: &'static SequenceRules,
    bounds: &'static Bounds,
}

/// What of it makes and measures starts.
struct StartTables<'a, P> {
    processor: P,
    phase1: Phase1Table<'a>,
    sym1: &'static SymPhase1Tables,
    unturned: &'static UnturnedTables,
    last_moves: &'static LastMovesTable,
}

impl<'a, P: Processor> StartTables<'a, P> {
    fn new(processor: P, phase1: &'a CompleteTable) -> StartTables<'a, P> {
        StartTables {
            processor,
            phase1: Phase1Table::new(phase1.table(), phase1.entries()),
            sym1: SymPhase1Tables::get(),
            unturned: UnturnedTables::get(),
            last_moves: LastMovesTable::get(),
        }
    }
}

impl<'a, P> Deref for SearchTables<'a, P> {
    type Target = StartTables<'a, P>;

    #[inline(always)]
    fn deref(&self) -> &StartTables<'a, P> {
        &self.of_starts
    }
}

impl<'a, P: Processor> SearchTables<'a, P> {
    fn new(processor: P, tables: &'a TwoPhaseTables) -> SearchTables<'a, P> {
        SearchTables {
            of_starts: StartTables::new(processor, &tables.phase1),
            to_solved: ToSolved::new(&tables.phase2),
            rules: SequenceRules::get(),
            bounds: Bounds::get(),
        }
    }

    /// The paths from some ends to solved.
    fn paths(&self, ends: &[Reached]) -> Vec<Result<Phase2Path, TableId>> {
        ends.iter().for_each(|reached| self.unturned.prefetch(reached.at));
        let phase1_end = |reached: &Reached| Phase1End {
            at: self.unturned.finish(reached.at),
            distance: reached.rank.distance(),
        };
        self.to_solved.paths(ends.iter().map(|reached| Some(phase1_end(reached))))
    }
}
