//! The searches that a thread has under way at a time.

use std::time::Duration;

use super::last_moves;
use super::position::{Next, PositionSearch};
use super::queue::{BucketHit, FIRST_ROOM, Items, Node};
use super::rules::LastMove;
use super::steps::PackedMoves;
use super::{GROUP, SearchTables};
use crate::engine::two_phase::TwoPhaseLimits;
use cubebatch_tables::coord::processor::Processor;

/// Nodes of a search that are expanded in a round while many searches are under way. Where few are, each expands more, so that
/// as much is asked of the memory in a round.
const AT_ONCE: usize = 8;

/// Searches under way.
pub struct Round {
    searches: Vec<PositionSearch>,
    /// Room for what a search has due.
    due: Items,
}

impl Round {
    pub fn new(searches: impl Iterator<Item = PositionSearch>) -> Round {
        Round { searches: searches.collect(), due: Items::with_room(FIRST_ROOM) }
    }

    pub fn is_under_way(&self) -> bool {
        !self.searches.is_empty()
    }

    /// The searches under way.
    pub fn searches(&self) -> &[PositionSearch] {
        &self.searches
    }

    /// Takes the searches under way.
    pub fn take(&mut self) -> Vec<PositionSearch> {
        std::mem::take(&mut self.searches)
    }

    /// Leaves the searches that are not needed any more.
    pub fn keep(&mut self, is_needed: impl Fn(&PositionSearch) -> bool) {
        self.searches.retain(is_needed);
    }

    /// Shares time that was spent out among the searches under way, in equal parts.
    pub fn spend(&mut self, time: Duration) {
        let share = time / self.searches.len().max(1) as u32;
        self.searches.iter_mut().for_each(|search| search.spent += share);
    }

    /// Runs a round. Calls `replace` with each finished search; it puts the next one there, if any.
    pub fn run(
        &mut self,
        tables: &SearchTables<impl Processor>,
        limits: &TwoPhaseLimits,
        mut replace: impl FnMut(&mut PositionSearch) -> bool,
    ) {
        let at_once = AT_ONCE * GROUP / self.searches.len().clamp(1, GROUP);
        self.searches.retain_mut(|search| {
            let is_over = Flow { search, tables, limits, at_once }.run(&mut self.due).is_over;
            !is_over || replace(search)
        });
    }
}

/// What became of a search in a round.
struct Ran {
    is_over: bool,
}

/// A search, and what it reads.
pub struct Flow<'a, P> {
    pub search: &'a mut PositionSearch,
    pub tables: &'a SearchTables<'a, P>,
    pub limits: &'a TwoPhaseLimits,
    /// Nodes that are expanded in a round.
    pub at_once: usize,
}

impl<P: Processor> Flow<'_, P> {
    /// Moves all that is due on by a step and expands some nodes, or begins the next pass when all of this one is done.
    /// `due` is empty before and after.
    fn run(mut self, due: &mut Items) -> Ran {
        if !self.search.measure(self.tables) {
            return Ran { is_over: false };
        }
        if self.search.queues.are_empty() {
            return match self.search.next_pass(self.tables, self.limits) {
                Next::Pass(first) => {
                    self.begin(first);
                    Ran { is_over: false }
                }
                Next::Measuring => Ran { is_over: false },
                Next::Over => Ran { is_over: true },
            };
        }
        if self.search.is_late(self.limits) {
            self.search.queues.nodes.clear();
        }
        std::mem::swap(due, &mut self.search.queues.sent);
        self.advance(due);
        due.clear();
        Ran { is_over: false }
    }

    /// Moves what is due on by a step, with the instructions of the processor. Nodes are expanded before neighbours become nodes,
    /// because these have just asked for what their expansion reads.
    fn advance(&mut self, due: &Items) {
        self.tables.processor.run(
            #[inline(always)]
            || {
                due.arrivals.iter().for_each(|arrival| self.read_arrival(arrival));
                due.ends.iter().for_each(|end| self.read_end(end));
                self.expand_some();
                due.hits.iter().for_each(|hit| self.read_hit(hit));
                due.neighbours.iter().for_each(|neighbour| self.read_neighbour(neighbour));
            },
        );
    }

    /// Expands some nodes.
    #[inline(always)]
    fn expand_some(&mut self) {
        for _ in 0..self.at_once {
            let Some(node) = self.search.queues.nodes.pop() else { break };
            if !self.search.is_settled(&node) {
                self.expand(&node);
            }
        }
    }

    /// Begins a pass.
    fn begin(&mut self, first: Node) {
        let Node { at, left, .. } = first;
        if left == 0 {
            self.arrive_at_once();
        } else if left <= last_moves::LENGTH {
            if let Some(bucket) = self.tables.last_moves.bucket(at) {
                self.search.queues.sent.hits.push(BucketHit {
                    path: PackedMoves::NONE,
                    bucket,
                    at,
                    last: LastMove::NONE,
                    left,
                });
            }
        } else {
            self.tables.sym1.prefetch(at);
            self.search.queues.nodes.push(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::canonical_walk;
    use crate::engine::cpu::two_phase::queue::Queues;
    use crate::engine::cpu::two_phase::trial::{Trial, tables};
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::phase1::Phase1;
    use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;

    #[test]
    fn a_pass_begins_at_the_stage_for_its_length() {
        let cube = Cube::SOLVED.apply(&canonical_walk(&mut Random::new(162), 6));
        for length in 0..12 {
            let mut trial = Trial::new(&cube, 30, 0, length);
            let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
            let left = length as u8;
            let first =
                Node { path: PackedMoves::NONE, nearer: 0, at, last: LastMove::NONE, left, distance: 0 };
            trial.flow().begin(first);
            let due = trial.queues().take_due();
            let found = (due.arrivals.len(), due.hits.len(), trial.queues().nodes.len());
            let expected = match length as u8 {
                0 => (1, 0, 0),
                1..=last_moves::LENGTH => (0, 1, 0),
                _ => (0, 0, 1),
            };
            assert_eq!(found, expected, "{length} moves");
        }
    }

    #[test]
    fn time_is_shared_by_the_searches_that_are_under_way() {
        let (tables, limits, millisecond) = (tables(), TwoPhaseLimits::default(), Duration::from_millis(1));
        let search = |number| PositionSearch::new(number, &Cube::SOLVED, &tables, &limits, Queues::default());
        let mut round = Round::new((0..4).map(search));
        round.spend(8 * millisecond);
        round.searches.remove(2);
        round.spend(9 * millisecond);
        round.searches.push(search(4));
        round.spend(4 * millisecond);
        let spent: Vec<Duration> = round.searches.iter().map(|search| search.spent).collect();
        assert_eq!(spent, [6, 6, 6, 1].map(Duration::from_millis));
    }
}
