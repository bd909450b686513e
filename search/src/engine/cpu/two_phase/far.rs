//! The starts with the most pre-moves. A position has tens of thousands of them: how far each is from G1 is kept, and some at a
//! time are made again.

use super::StartTables;
use super::starts::{EntryContradiction, Images, KnownDistance, NextStart, Start};
use crate::engine::two_phase::direction::DIRECTIONS;
use crate::engine::two_phase::pre_moves::{FIRST_SEQUENCES, MOST};
use crate::engine::two_phase::stages::Stage;
use crate::engine::two_phase::start::numbers;
use cubebatch_tables::coord::processor::Processor;

/// Starts with at most this number of pre-moves are kept.
pub const MOST_KEPT: usize = MOST - 1;

/// The number of the other starts.
const COUNT: usize = (FIRST_SEQUENCES[MOST + 1] - FIRST_SEQUENCES[MOST]) * DIRECTIONS;

/// Starts that are made at a time.
const AT_HAND: usize = 256;

/// The starts of a position with the most pre-moves.
#[derive(Default)]
pub struct Far {
    /// What is known of each, in their order.
    known: Vec<KnownDistance>,
    /// A bit for each distance that is to be known, and how many starts were looked at since then.
    wanted: u16,
    looked_at: usize,
    /// Some of the starts.
    at_hand: Vec<Start>,
    /// How many of them were taken in this stage, and where the next ones are looked for.
    taken: usize,
    next: usize,
}

impl Far {
    /// Forgets all; the room stays.
    pub fn clear(&mut self) {
        self.known.clear();
        self.wanted = 0;
        self.begin_stage();
    }

    /// Goes back to the first start.
    pub fn begin_stage(&mut self) {
        self.at_hand.clear();
        (self.taken, self.next) = (0, 0);
    }

    /// The next start of a stage, or some that are to be measured first, if there are more.
    #[inline(never)]
    pub fn next(
        &mut self,
        stage: Stage,
        images: &Images,
        tables: &StartTables<impl Processor>,
    ) -> Option<NextStart> {
        if stage.distances() & !self.wanted != 0 {
            self.known.resize(COUNT, KnownDistance::NOTHING);
            self.wanted |= stage.distances();
            self.looked_at = 0;
        }
        while self.looked_at < COUNT {
            let wanted = self.wanted;
            self.looked_at = self.make(self.looked_at, |known| known.may_become(wanted), images, tables);
            // They are measured, and not searched.
            self.taken = self.at_hand.len();
            if self.taken > 0 {
                return Some(NextStart::Measuring);
            }
        }
        let includes =
            |known: KnownDistance| known.distance().is_some_and(|distance| stage.includes(distance));
        while self.taken == self.at_hand.len() {
            if self.next == COUNT {
                return None;
            }
            self.next = self.make(self.next, includes, images, tables);
            if !self.at_hand.is_empty() {
                return Some(NextStart::Measuring);
            }
        }
        self.taken += 1;
        Some(NextStart::At(self.at_hand[self.taken - 1]))
    }

    /// Makes the next starts, from this one on, of which this is known. Returns where the ones after them begin.
    fn make(
        &mut self,
        first: usize,
        is_next: impl Fn(KnownDistance) -> bool,
        images: &Images,
        tables: &StartTables<impl Processor>,
    ) -> usize {
        self.at_hand.clear();
        self.taken = 0;
        let (known, at_hand) = (&self.known, &mut self.at_hand);
        let mut found = known.iter().enumerate().skip(first).filter(|(_, known)| is_next(**known));
        let some = found.by_ref().take(AT_HAND).map(|(i, &known)| (numbers(MOST).start + i, known));
        tables.processor.run(
            #[inline(always)]
            || images.add_starts(tables, MOST, some, at_hand),
        );
        found.next().map_or(COUNT, |(i, _)| i)
    }

    /// Goes on measuring the starts that are at hand; whether all that is wanted is known.
    pub fn measure(&mut self, tables: &StartTables<impl Processor>) -> Result<bool, EntryContradiction> {
        let (at_hand, wanted) = (&mut self.at_hand, self.wanted);
        let is_known = tables.processor.run(
            #[inline(always)]
            || at_hand.iter_mut().try_fold(true, |all, start| Ok(all & start.measure(tables, wanted)?)),
        )?;
        if is_known {
            for start in &self.at_hand {
                self.known[usize::from(start.number) - numbers(MOST).start] = start.known();
            }
        }
        Ok(is_known)
    }
}
