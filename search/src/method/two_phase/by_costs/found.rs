//! The solutions of a position, and when to stop.

use std::time::Instant;

use crate::engine::two_phase::TwoPhaseLimits;
use cubebatch_cube::cube::Algorithm;
use cubebatch_tables::progress::{Cancelled, Control};
use cubebatch_tables::space::UNREACHED;
use cubebatch_tables::table::Phase;

/// The solutions of a position, and when to stop.
pub struct CheapestSolutions<'a> {
    limits: &'a TwoPhaseLimits,
    control: &'a Control,
    /// When the time is over.
    end: Option<Instant>,
    /// The positions of phase 1 that were expanded.
    pub nodes: u64,
    /// Each with its cost, the cheapest first.
    pub solutions: Vec<(u8, Algorithm)>,
    pub is_over: bool,
}

/// Why the search of a position ends early.
pub enum Halt {
    /// A caller asked to stop.
    Cancelled(Cancelled),
    /// A table does not hold what it should.
    Damaged(Phase),
}

impl From<Cancelled> for Halt {
    fn from(cancelled: Cancelled) -> Halt {
        Halt::Cancelled(cancelled)
    }
}

/// After how many nodes the search looks at the clock and at requests to stop.
const STRETCH: u64 = 1 << 12;

/// The most that a solution may cost: a distance is less than [`UNREACHED`].
const MOST: u8 = UNREACHED - 1;

impl<'a> CheapestSolutions<'a> {
    pub fn new(limits: &'a TwoPhaseLimits, control: &'a Control) -> CheapestSolutions<'a> {
        let end = limits.max_time.map(|time| Instant::now() + time);
        CheapestSolutions { limits, control, end, nodes: 0, solutions: Vec::new(), is_over: false }
    }

    fn has_budget(&self) -> bool {
        self.end.is_some() || self.limits.max_nodes < u64::MAX
    }

    /// The cost of the dearest solution, if there are as many as are wanted.
    fn dearest(&self) -> Option<u8> {
        self.solutions.get(self.limits.solutions - 1).map(|&(cost, _)| cost)
    }

    /// The most that another solution may cost.
    pub fn most(&self) -> u8 {
        match self.dearest() {
            Some(dearest) => dearest.saturating_sub(1),
            None if self.has_budget() => MOST,
            None => self.limits.max_length.min(MOST),
        }
    }

    pub fn take(&mut self, cost: u8, moves: Algorithm) {
        if self.solutions.iter().all(|(_, other)| *other != moves) {
            let place = self.solutions.partition_point(|&(other, _)| other <= cost);
            self.solutions.insert(place, (cost, moves));
            self.solutions.truncate(self.limits.solutions);
            self.is_over = self.dearest().is_some_and(|dearest| dearest <= self.limits.max_length);
        }
    }

    /// Takes a solution of which none is cheaper, if it is one that is wanted.
    pub fn take_cheapest(&mut self, cost: u8, moves: Algorithm) {
        if cost <= self.limits.max_length || self.has_budget() {
            self.take(cost, moves);
            self.is_over |= self.limits.solutions == 1;
        }
    }

    /// Counts a node, and now and then looks whether the search is over.
    #[inline(always)]
    pub fn count(&mut self) -> Result<(), Cancelled> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) {
            self.control.check()?;
            let is_late = self.end.is_some_and(|end| Instant::now() >= end);
            self.is_over |= is_late && !self.solutions.is_empty();
        }
        self.is_over |= self.nodes >= self.limits.max_nodes && !self.solutions.is_empty();
        Ok(())
    }
}
