//! The two-phase search on the CPU.
//!
//! Searches of many positions go side by side, so that their waits for memory overlap: what
//! is read was asked for a round before. Phase 1 is searched to [`tails::LENGTH`] moves before
//! its end; from there all ways are listed.

pub mod bounds;
mod round;
mod rules;
mod search;
mod stages;
mod tails;
mod ways;

use crate::coord::perms::PermTables;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::coord::threads;
use crate::cube::Cube;
use crate::engine::cpu::to_solved::ToSolved;
use crate::engine::gpu::GpuError;
use crate::engine::{End, FindEnds, Limits};
use crate::table::Phase1Table;
use bounds::Bounds;
use round::Round;
use rules::{NONE, Rules};
use search::{Found, Search};
use tails::Tails;

/// No position needs more moves.
const LONGEST: usize = 20;

/// Positions that a thread searches side by side.
const GROUP: usize = 16;

/// How many positions are best searched at a time: some groups, so that few wait for the last
/// of their group; but few where each takes long, so that threads end at the same time.
pub fn batch(limits: Limits) -> usize {
    match limits.max_length {
        21.. => 64 * GROUP,
        20 => 16 * GROUP,
        _ => 4 * GROUP,
    }
}

/// The search over the complete table of phase 1, and what knows phase 2.
pub struct EndFinder<'a> {
    tables: Tables<'a>,
    limits: Limits,
}

/// What the search reads.
struct Tables<'a> {
    ways: Phase1Table<'a>,
    to_solved: ToSolved<'a>,
    places1: &'static SymPhase1Tables,
    perms: &'static PermTables,
    rules: &'static Rules,
    tails: &'static Tails,
    bounds: &'static Bounds,
}

impl<'a> EndFinder<'a> {
    pub fn new(ways: Phase1Table<'a>, to_solved: ToSolved<'a>, limits: Limits) -> EndFinder<'a> {
        // Neither waits for what the other makes.
        let of_phase1 = || (SymPhase1Tables::get(), Rules::get(), Tails::get());
        let of_phase2 = || (PermTables::get(), Bounds::get());
        let ((places1, rules, tails), (perms, bounds)) = threads::both(of_phase1, of_phase2);
        let tables = Tables { ways, to_solved, places1, perms, rules, tails, bounds };
        EndFinder { tables, limits }
    }
}

impl FindEnds for EndFinder<'_> {
    fn ends(&self, cubes: &[Cube]) -> Result<Vec<Vec<End>>, GpuError> {
        let mut ends = vec![Vec::new(); cubes.len()];
        let mut waiting =
            (0..).zip(cubes).map(|(number, cube)| Search::new(number, cube, &self.tables, &self.limits));
        let mut round = Round::new(waiting.by_ref().take(GROUP).collect());
        let mut under_way = round.searches.len();
        while under_way > 0 {
            round.read(&self.tables, &self.limits);
            for number in 0..round.searches.len() {
                if let Some(done) = round.go_on(number, &self.tables, &self.limits) {
                    let of_position = done.number;
                    ends[of_position] = done.into_best().map(to_end).collect();
                    round.searches[number] = waiting.next();
                    under_way -= usize::from(round.searches[number].is_none());
                }
            }
            round.ask(&self.tables);
        }
        Ok(ends)
    }
}

fn to_end(found: Found) -> End {
    let path = &found.path[..usize::from(found.length)];
    let moves = path.iter().map(|&m| PHASE1_MOVES[usize::from(m)]).collect();
    let closing = (found.closing != NONE).then(|| PHASE1_MOVES[usize::from(found.closing)]);
    End { direction: found.direction, moves, distance: found.distance, closing }
}
