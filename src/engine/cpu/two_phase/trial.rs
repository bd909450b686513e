//! What the tests of the search's parts are made of: one search over tables whose entries are true near the goals.

use std::sync::{Arc, LazyLock};

use super::Tables;
use super::position::{Node, Search};
use super::round::{Flow, Queues, Stage};
use super::rules::Last;
use super::stages::end::Arrival;
use super::stages::look_up::{Hit, LookUp};
use crate::coord::Phase1;
use crate::coord::cubies::Cubies;
use crate::coord::processor::Plain;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::cube::{Cube, Move};
use crate::engine::cpu::near::{phase1_entries, phase2_entries};
use crate::engine::two_phase::{LONGEST, Path, TwoPhaseLimits, TwoPhaseTables};
use crate::table::{Complete, CompleteTable};

/// The tables, true near the goals.
pub fn tables() -> Tables<'static, Plain> {
    static TABLES: LazyLock<TwoPhaseTables> = LazyLock::new(|| tables_over(phase1_entries()));
    Tables::new(Plain, &TABLES)
}

/// The tables with these entries of phase 1.
pub fn tables_over(phase1_entries: Vec<u8>) -> TwoPhaseTables {
    let table = |table, entries| Arc::new(CompleteTable::from_entries(table, entries));
    TwoPhaseTables {
        phase1: table(Complete::Phase1, phase1_entries),
        phase2: table(Complete::Phase2, phase2_entries()),
    }
}

/// These moves as the first ones of a path.
pub fn path(moves: &[Move]) -> Path {
    let mut path = [Move::FIRST; LONGEST];
    path[..moves.len()].copy_from_slice(moves);
    path
}

/// A search of one position, and what it has under way.
pub struct Trial {
    pub tables: Tables<'static, Plain>,
    pub limits: TwoPhaseLimits,
    pub search: Search,
    queues: Queues,
}

impl Trial {
    /// The search of a position, in a pass of this start with paths of this length.
    pub fn new(cube: &Cube, max_length: u8, start: usize, length: usize) -> Trial {
        let (tables, limits) = (tables(), TwoPhaseLimits { max_length, ..TwoPhaseLimits::default() });
        let search = Search::new(0, cube, &tables, &limits).in_pass(start, length as u8);
        Trial { tables, limits, search, queues: Queues::default() }
    }

    /// The flow, in which the neighbours that are due are of these nodes.
    pub fn flow<'a>(&'a mut self, parents: &'a [Node]) -> Flow<'a, Plain> {
        Flow::new(&mut self.search, &mut self.queues, parents, &self.tables, &self.limits)
    }

    /// Takes what waits at a stage.
    pub fn take<S: Stage>(&mut self) -> Vec<S> {
        self.queues.take()
    }

    /// What comes of an item at another stage.
    pub fn advance<S: Stage, T: Stage>(&mut self, item: S) -> Vec<T> {
        item.advance(&mut self.flow(&[]));
        self.take()
    }

    /// What comes of a look-up.
    pub fn arrivals(&mut self, from: LookUp) -> Vec<Arrival> {
        let hits: Vec<Hit> = self.advance(from);
        hits.into_iter().flat_map(|hit| self.advance::<Hit, Arrival>(hit)).collect()
    }
}

/// A look-up after these moves from a start, with `left` moves left.
pub fn look_up_after(start: &Cube, moves: &[Move], left: u8) -> LookUp {
    let (last, before) = moves.split_last().map_or((None, moves), |(&last, before)| (Some(last), before));
    LookUp {
        at: SymPhase1Tables::get().reduce(Phase1::of(&start.apply(moves))),
        path: path(before),
        inverse: Cubies::unturned_inverse(&start.apply(before)),
        last: last.map_or(Last::NONE, Into::into),
        left,
    }
}
